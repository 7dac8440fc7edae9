"""Uvicorn's protocol for requests, whichever it has chosen, with our own patience and our own word for nonsense."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from .broken_requests import BrokenRequests
from .deadlines import Deadlines

HttpProtocol: type[asyncio.Protocol] = type("HttpProtocol", (Deadlines, BrokenRequests, AutoHTTPProtocol), {})
