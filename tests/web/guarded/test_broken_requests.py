"""Requests that turn into nonsense in their middle are refused, and leave no traceback in the log."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from tests.chaos.house import port_of
from tests.hostile.run import server_program

HEAD = b"Host: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.slow
def test_a_bad_chunk(tmp_path: Path) -> None:
    program = server_program(tmp_path)
    program.start()
    try:
        for path in (b"/", b"/api/games", b"/api/records", b"/static/table.js"):
            for method in (b"GET ", b"POST "):
                answer = sent_to(port_of(program), method + path + b" HTTP/1.1\r\n" + HEAD + b"zz\r\n")
                assert answer.startswith(b"HTTP/1.1 4"), (method, path)
    finally:
        program.end()
    assert "Traceback" not in program.said


def sent_to(port: int, data: bytes) -> bytes:
    answer = b""
    with socket.create_connection(("127.0.0.1", port), 20) as raw:
        raw.sendall(data)
        while part := raw.recv(65_536):
            answer += part
    return answer
