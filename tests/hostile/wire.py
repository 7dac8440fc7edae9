"""Sending requests by the dozen over one connection, and telling their answers apart."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass

from .tally import Tally

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
PATIENCE = 120.0  # seconds for all answers of a batch; pictures take a while


@dataclass(frozen=True)
class Request:
    """Bytes as they are sent; ``has_body`` says whether its answer has one."""

    data: bytes
    has_body: bool = True


async def send_all(port: int, requests: list[Request], tally: Tally) -> None:
    """Sends requests one behind the other without waiting; again from where the server hung up."""
    while requests:
        answered = await send_some(port, requests, tally)
        requests = requests[max(1, answered) :]


async def send_some(port: int, requests: list[Request], tally: Tally) -> int:
    """How many were answered before the connection ended."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    answered = 0
    try:
        writer.write(b"".join(request.data for request in requests))
        async with asyncio.timeout(PATIENCE):
            for request in requests:
                tally.note_answer(await read_answer(reader, request.has_body), request.data)
                answered += 1
    except (OSError, EOFError, asyncio.LimitOverrunError):
        tally.answers["hung up"] += 1
    except TimeoutError:
        tally.complain("no answer to a request", f"{requests[answered].data[:500]!r} within {PATIENCE:g} s")
    finally:
        writer.transport.abort()
    return answered


async def read_answer(reader: asyncio.StreamReader, has_body: bool) -> int:
    """Its status. Every answer of ours that may be long says how long it is."""
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head[9:12])
    if status == 100:
        return await read_answer(reader, has_body)
    if has_body and status not in (204, 304):
        await read_body(reader, head)
    return status


async def read_body(reader: asyncio.StreamReader, head: bytes) -> None:
    if found := LENGTH.search(head):
        await reader.readexactly(int(found[1]))
    elif b"transfer-encoding: chunked" in head.lower():
        await read_chunks(reader)


async def read_chunks(reader: asyncio.StreamReader) -> None:
    while size := int(await reader.readline(), 16):
        await reader.readexactly(size + 2)
    await reader.readline()


async def send_alone(port: int, data: bytes, tally: Tally) -> None:
    """Something that may be no request at all, and all that comes back until the server hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answer = b""
    with suppress(OSError, TimeoutError):
        writer.write(data)
        writer.write_eof()
        async with asyncio.timeout(10):
            while part := await reader.read(65_536):
                answer += part
    writer.transport.abort()
    for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", answer) or [b"0"]:
        tally.note_answer(int(status), data)
