"""Values that nobody expects: for the parts of an address, for headers, and inside JSON."""

from __future__ import annotations

import json
import random
from typing import Any

# As they stand in an address, most of them percent-encoded.
WORDS = (
    "", "0", "-1", "-999999", "00", "1e309", "NaN", "Infinity", "0x10", "9" * 30, "-" + "9" * 30, "%00", "%ff", "%",
    "%zz", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "..", "...", ".", "%F0%9F%92%A9", "%ED%A0%80", "%E2%80%AE", "a" * 300,
    "b" * 3_000, "null", "true", "[]", "{}", "%7B%7D", "'%20OR%201=1--", "%3Cscript%3E", "$%7B7*7%7D", "%C2%B2",
    "%EF%BC%91", "%0d%0aX:%20y", "a%0ab", "%25", "%252e%252e", "~", "*", "__proto__", "constructor", "%5c", "a;b=c",
    "a?b", "con", "%E0%B9%91",
)  # fmt: skip
# As they stand in a header: bytes, of any kind but line ends.
HEADER_VALUES = (
    b"", b" ", b"\xff\xfe", b"\xc3\xa9", b"0", b"-1", b"*", b"http://[", b"http://[::1", b"http://a b",
    b"http://\xff", b"null", b"[", b"]", b"[::1%25eth0]", b"::1%25", b"fe80::1%eth0", b"1.2.3.4, 5.6.7.8", b",,,",
    b"unknown", b"_hidden", b"999.1.1.1", b"localhost:99999", b"127.0.0.1:abc", b"evil.example",
    b"127.0.0.1@evil.example", b"xn--", b"a" * 5_000, b"bytes=0-", b"bytes=-0", b"bytes=9-1",
    b"bytes=" + b"0-1," * 200, b"Bearer", b"Bearer ", b"Bearer a.b", b"Bearer \xff", b"Basic eDp5", b"Digest",
    b"text/html;q=abc", b"text/html, */*;q=0.8", b"en;q=2,fr;q=-1", b"fr-FR-x-" + b"y" * 200, b"gzip;q=nan",
    b"application/json; charset=nope", b"multipart/form-data", b"multipart/form-data; boundary=", b"W/\"x\"",
    b"Thu, 99 Foo 2099", b"ludotheque=", b"ludotheque=x.y.z", b"ludotheque=\xff; ludotheque=a", b"a=b; c; =d;;;",
    b"\"", b"100-continue", b"upgrade, h2c", b"websocket", b"cross-site", b"https", b"for=\"[::1]:x\"",
    b"${jndi:ldap://x}", b"()",
)  # fmt: skip
HEADERS = (
    b"Origin", b"Referer", b"Accept", b"Accept-Language", b"Accept-Encoding", b"Cookie", b"Authorization",
    b"Content-Type", b"Content-Encoding", b"X-Forwarded-For", b"X-Forwarded-Proto", b"X-Forwarded-Host", b"Forwarded",
    b"Range", b"If-Range", b"If-None-Match", b"If-Modified-Since", b"Sec-Fetch-Site", b"Sec-Fetch-Mode",
    b"User-Agent", b"Te", b"X-Real-Ip", b"Via", b"X-Http-Method-Override", b"Sec-Websocket-Key",
    b"Sec-Websocket-Version", b"Last-Event-Id", b"Save-Data",
)  # fmt: skip
TEXTS = (
    "", " ", "\x00", "\x1b[31m", "\u202eevil", "\ud800", "\udfff\ud800", "a" * 70, "x" * 2_001, "é" * 500, "💩" * 50,
    "\u2028", "NaN", "-1", "0", "null", "choose", "say", "c8-d8", "a1", "<script>", "../../x",
    "'; DROP TABLE cards;--", "{}", "\ufeff", "１２", "²",
)  # fmt: skip
NUMBERS = (0, -1, 1, 7, 8, 2**31, 2**53 + 1, -(2**63), 2**64, 10**400, 0.5, -0.0, 1e308, float("nan"), float("inf"))
OTHERS: tuple[Any, ...] = (None, True, False, [], {}, [[]], [None], {"a": {}}, [{}] * 30)


def scalar(rng: random.Random) -> Any:
    return rng.choice(rng.choice((TEXTS, NUMBERS, OTHERS)))


def deep(rng: random.Random) -> Any:
    """Nested, but so that it fits into a message."""
    value: Any = rng.choice(OTHERS)
    for _ in range(rng.choice((3, 30, 400))):
        value = [value] if rng.random() < 0.5 else {"a": value}
    return value


def mutated(value: Any, rng: random.Random) -> Any:
    """The right shape with something wrong in it: a type, a size, a name, a place."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        return mutated_object(dict(value), rng)
    if isinstance(value, list) and value and rng.random() < 0.7:
        at = rng.randrange(len(value))
        return [*value[:at], mutated(value[at], rng), *value[at + 1 :]] * rng.choice((1, 1, 1, 40))
    return deep(rng) if rng.random() < 0.1 else scalar(rng)


def mutated_object(value: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    name = rng.choice([*value])
    way = rng.random()
    if way < 0.7:
        value[name] = mutated(value[name], rng)
    elif way < 0.8:
        del value[name]
    elif way < 0.9:
        value[str(rng.choice(TEXTS))] = scalar(rng)
    else:
        value[name.upper()] = value.pop(name)
    return value


def written(value: Any, rng: random.Random) -> bytes:
    """As JSON, sometimes almost."""
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    way = rng.random()
    if way < 0.8:
        return text
    if way < 0.9:
        return text[: rng.randrange(len(text) + 1)]
    return damaged(text, rng)


def damaged(data: bytes, rng: random.Random) -> bytes:
    """With some bytes changed, lost or added."""
    found = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(found) + 1)
        found[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
    return bytes(found)
