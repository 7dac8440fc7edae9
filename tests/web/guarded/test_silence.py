"""Who says nothing, or a byte now and then, or does not read, holds no place for ever; who speaks is never cut off."""

from __future__ import annotations

import contextlib
import json
import re
import resource
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from by_hand import request_line
from serving import ONE_SCREEN, Client, Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludotheque.web import open_files

pytestmark = pytest.mark.slow
SOON = 2.0  # seconds: what the server of these tests has instead of half a minute
LATE = 25.0  # seconds: a machine may be busy, but then it is not patience
CHANGED = f"""
from ludotheque.web import deadlines, live
deadlines.REQUEST = deadlines.UNREAD = live.HELLO = {SOON}"""


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("strict")
    server = Server(folder, changed=CHANGED, log=folder / "log").start()
    try:
        yield server
    finally:
        server.stop()
    assert "Traceback" not in (folder / "log").read_text()


@contextlib.contextmanager
def line_to(server: Server) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), LATE) as line:
        yield line


def seconds_until_cut(line: socket.socket, drip: Callable[[], bytes] = bytes) -> float:
    """How long the server bears it, while it is sent something now and then."""
    start = time.monotonic()
    line.settimeout(0.3)
    while time.monotonic() < start + LATE:
        with contextlib.suppress(TimeoutError):
            try:
                if not line.recv(65_536):
                    return time.monotonic() - start
            except ConnectionError:
                return time.monotonic() - start
        with contextlib.suppress(OSError):
            line.sendall(drip())
    raise AssertionError("it is still open")


JSON = "Content-Type: application/json"
HEAD = request_line("/api/games").removesuffix(b"\r\n")
UPLOAD = request_line("/api/records", "POST", "Content-Length: 900000")
BEGUN = {
    "nothing": (b"", bytes),
    "half a line": (b"GET /api/ga", bytes),
    "a line that grows": (b"GET /", lambda: b"a"),
    "headers without end": (HEAD, lambda: b"X-More: x\r\n"),
    "a header that grows": (HEAD + b"X-More: ", lambda: b"x"),
    "half a body": (UPLOAD + b"ludo 1\n", bytes),
    "a body drop by drop": (UPLOAD, lambda: b"x"),
    "a channel that does not come": (HEAD + b"Upgrade: websocket\r\n", lambda: b"X-More: x\r\n"),
}


@pytest.mark.parametrize("begun", BEGUN)
def test_a_request_that_does_not_end_is_cut_off(strict: Server, begun: str) -> None:
    said, drip = BEGUN[begun]
    with line_to(strict) as line:
        line.sendall(said)
        assert seconds_until_cut(line, drip) > SOON / 2


def test_a_second_request_has_to_end_as_well(strict: Server) -> None:
    """Uvicorn itself looks only whether a second one begins."""
    with line_to(strict) as line:
        line.sendall(request_line("/api/games").replace(b"Connection: close\r\n", b""))
        assert b"200 OK" in line.recv(100)
        line.sendall(b"GET /")
        assert seconds_until_cut(line, lambda: b"a") > SOON / 2


def test_who_does_not_read_is_cut_off(strict: Server) -> None:
    """Far more is asked for than all buffers on the way can hold."""
    with line_to(strict) as line:
        line.settimeout(1)
        with contextlib.suppress(OSError):
            line.sendall(request_line("/openapi.json").replace(b"Connection: close\r\n", b"") * 2_000)
        time.sleep(3 * SOON)
        line.settimeout(LATE)
        assert bytes_left(line) < 1_000 * len(httpx.get(f"{strict.url}/openapi.json").content)


def bytes_left(line: socket.socket) -> int:
    total = 0
    with contextlib.suppress(ConnectionError):
        while part := line.recv(1_000_000):
            total += len(part)
    return total


def test_a_channel_that_never_says_hello_is_closed(strict: Server) -> None:
    table = Client(strict, "Anna").open("drivis", ONE_SCREEN)["id"]
    with connect(f"{strict.url.replace('http', 'ws')}/t/{table}/live") as channel:
        start = time.monotonic()
        with pytest.raises(ConnectionClosed) as closed:
            ping_until_late(channel)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
        assert SOON / 2 < time.monotonic() - start < LATE


def ping_until_late(channel: ClientConnection) -> None:
    until = time.monotonic() + LATE
    while time.monotonic() < until:
        channel.send('{"ping": 1}')
        channel.recv(LATE)
        time.sleep(0.1)


def test_who_has_said_hello_may_be_silent_and_who_waits_may_wait(strict: Server) -> None:
    anna = Client(strict, "Anna")
    table = anna.open("drivis", ONE_SCREEN)["id"]
    live = anna.live(table)
    start = time.monotonic()
    assert anna.get(f"/api/tables/{table}/entries?since=99&wait={2 * SOON:g}") == []
    assert time.monotonic() - start >= 2 * SOON
    assert live.choose("c8-d8", "1", seat=0)["ack"] == "1"
    live.close()


def test_what_is_slow_but_comes_is_served(strict: Server) -> None:
    body = json.dumps({"name": "Slow"}).encode()
    with line_to(strict) as line:
        line.sendall(request_line("/api/players", "POST", f"Content-Length: {len(body)}", JSON))
        time.sleep(SOON / 4)
        line.sendall(body)
        assert b"200 OK" in line.recv(100)


def test_a_text_that_is_none_ends_the_channel_and_says_nothing_in_the_log(strict: Server) -> None:
    anna = Client(strict, "Anna")
    table = anna.open("drivis", ONE_SCREEN)["id"]
    for parts in ([b"\xff"], [b"\xc3", b"\x28"]):
        live = anna.live(table)
        live.socket.send(parts, text=True)
        with pytest.raises(ConnectionClosed) as closed:
            live.until("nothing that is ever sent")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1007


# Open files


def serve_with(ulimit: str, folder: Path) -> tuple[list[str], str]:
    """What a server says that is started with that limit, and the limits that it has then."""
    serve = [sys.executable, "-m", "ludotheque", "serve", "--lang", "en", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(
        ["sh", "-c", f"ulimit {ulimit} && exec {shlex.join(serve)}"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        said = [process.stdout.readline()]
        while said[-1] and "http://" not in said[-1]:
            said.append(process.stdout.readline())
        port = int(re.findall(r":(\d+)/", said[-1])[0])
        assert httpx.get(f"http://127.0.0.1:{port}/api/games").status_code == 200
        return said, Path(f"/proc/{process.pid}/limits").read_text()
    finally:
        process.terminate()
        process.communicate(timeout=30)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_as_many_files_are_opened_as_the_system_allows(tmp_path: Path) -> None:
    hard = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], open_files.MOST)
    said, limits = serve_with("-S -n 256", tmp_path)
    assert re.search(rf"Max open files +{hard} ", limits)
    assert len(said) == 1 or hard < open_files.FEW


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_few_files_are_said_at_the_start(tmp_path: Path) -> None:
    said, limits = serve_with("-n 300", tmp_path)
    assert re.search(r"Max open files +300 ", limits)
    assert "only 300 files" in said[0] and "ulimit -n" in said[0]
