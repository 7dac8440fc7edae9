"""Requests that no decent client would send."""

from __future__ import annotations

import socket

from serving import Server


def by_hand(server: Server, request: bytes) -> bytes:
    """Sends it as it is; all of the answer."""
    with socket.create_connection(("127.0.0.1", server.port), 20) as raw:
        raw.sendall(request)
        answer = b""
        while part := raw.recv(65_536):
            answer += part
        return answer


def request_line(path: str, method: str = "GET", *headers: str, host: str = "127.0.0.1") -> bytes:
    """With its headers; characters above 255 have no place there."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def status(answer: bytes) -> int:
    return int(answer.split()[1])
