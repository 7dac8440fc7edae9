"""What is no request at all, or could be taken for two: bad lines, bad headers, bad lengths."""

from __future__ import annotations

import random

from .values import HEADER_VALUES, damaged

LINES = (
    b"", b"GET", b"GET /", b"GET / HTTP/1.0", b"GET / HTTP/0.9", b"GET / HTTP/2.0", b"GET / HTTP/1.1 x",
    b"GET  / HTTP/1.1", b"GET / http/1.1", b" GET / HTTP/1.1", b"G\x00T / HTTP/1.1", b"GET /\x00 HTTP/1.1",
    b"GET /\xff HTTP/1.1", b"GET \\ HTTP/1.1", b"GET http://[ HTTP/1.1", b"GET http://evil.example/ HTTP/1.1",
    b"GET //evil.example HTTP/1.1", b"GET * HTTP/1.1", b"OPTIONS * HTTP/1.1", b"CONNECT a:1 HTTP/1.1",
    b"PRI * HTTP/2.0", b"GET /a b HTTP/1.1", b"GET /" + b"a" * 70_000 + b" HTTP/1.1", b"\x16\x03\x01\x02\x00\x01",
    b"GET /#x HTTP/1.1", b"GET ?x HTTP/1.1", b"GET /%%% HTTP/1.1", b"GET /../../etc/passwd HTTP/1.1",
    b"POST /api/tables HTTP/1.1", b"POST /api/records HTTP/1.1",
)  # fmt: skip
HEADS = (
    b"", b"Host", b": x", b"Host: a\r\nHost: b", b"Host : a", b" Host: a", b"A\x00: b", b"A: \x00", b"A: b\r\n c",
    b"A: b\rC: d", b"A: b\nC: d", b"X: " + b"y" * 70_000, b"X-A: 1\r\n" * 2_000 + b"X: y", b"Content-Length: 5",
    b"Content-Length: -5", b"Content-Length: +5", b"Content-Length: 5, 5", b"Content-Length: 5\r\nContent-Length: 6",
    b"Content-Length: 99999999999999999999", b"Content-Length: \xb2", b"Content-Length: 0x5",
    b"Transfer-Encoding: chunked", b"Transfer-Encoding: chunked\r\nContent-Length: 5", b"Transfer-Encoding: xchunked",
    b"Transfer-Encoding: chunked, identity", b"Transfer-Encoding:\x0bchunked", b"Transfer-Encoding: gzip",
    b"Upgrade: h2c\r\nConnection: Upgrade", b"Upgrade: websocket\r\nConnection: Upgrade",
    b"Expect: 100-continue\r\nContent-Length: 10", b"Connection: close, x\r\nConnection: \xff",
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x",
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 99"
    b"\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)  # fmt: skip
BODIES = (
    b"", b"hello", b"0\r\n\r\n", b"5\r\nhello\r\n0\r\n\r\n", b"-1\r\n", b"ffffffffffffffff\r\n",
    b"5;x=y\r\nhello\r\n0\r\nA: b\r\n\r\n", b"zz\r\n", b"0\r\n\r\nGET /me HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: a\r\n\r\n", b"\x00" * 100,
)  # fmt: skip
ENDS = (b"\r\n", b"\n", b"\r", b"\r\n\r\n", b"\x00")


def broken(port: int, rng: random.Random) -> bytes:
    """One that may look like a request."""
    way = rng.random()
    if way < 0.05:
        return rng.randbytes(rng.randrange(1, 2_000))
    end = b"\r\n" if rng.random() < 0.9 else rng.choice(ENDS)
    line = rng.choice(LINES) if way < 0.6 else b"GET /api/games HTTP/1.1"
    host = b"Host: 127.0.0.1:%d" % port if rng.random() < 0.8 else b"Host: " + rng.choice(HEADER_VALUES)
    heads = [host, *(rng.choice(HEADS) for _ in range(rng.randrange(3)))]
    whole = end.join([line, *heads]) + end + end + rng.choice(BODIES)
    return damaged(whole, rng) if way > 0.85 else whole
