"""What protects people: requests from other sites are refused, and pages may load nothing but our own files."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import urlsplit

from fastapi import Request, WebSocket
from starlette.datastructures import MutableHeaders

from .addresses import addresses_of

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
HARMLESS = ("GET", "HEAD", "OPTIONS")


def protect(headers: MutableHeaders) -> None:
    for name, value in HEADERS.items():
        headers.setdefault(name, value)


def comes_from_here(asking: Request | WebSocket) -> bool:
    """Whether a page of ours asks, or a program. A browser always says from where a page asks; with a token nobody's
    cookie is used, so it does not matter. Other kinds of authorization a browser may send by itself, for a proxy."""
    if asking.headers.get("authorization", "").lower().startswith("bearer "):
        return True
    origin = asking.headers.get("origin")
    if origin is None:
        return asking.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    return host_of(origin) == asking.headers.get("host") or addresses_of(asking).is_public(asking)


def host_of(origin: str) -> str | None:
    """The host of a page's address, with its port; None if it is no address."""
    with suppress(ValueError):
        return urlsplit(origin).netloc
    return None


def is_allowed(request: Request) -> bool:
    return request.method in HARMLESS or comes_from_here(request)
