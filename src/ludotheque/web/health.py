"""Whether the server lives, and whether it can serve: for whoever watches over it. See docs/operating.md."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from ..play.lobby import Lobby
from ..play.ports import StoreUnavailable
from .stopping import stopping_of

router = APIRouter(include_in_schema=False)
PATIENCE = 2.0  # seconds: who asks has a limit of its own, which is longer
FRESH = {"Cache-Control": "no-store"}


@router.get("/healthz")
async def healthz() -> Response:
    """The process lives and its event loop turns. Says nothing about the store: no restart would mend that."""
    return JSONResponse({"status": "ok"}, headers=FRESH)


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """Whether requests should come here; if not, why, in one word."""
    reason = await why_not(request)
    return JSONResponse({"status": reason or "ready"}, 503 if reason else 200, FRESH)


async def why_not(request: Request) -> str | None:
    if stopping_of(request).is_begun:
        return "stopping"
    lobby: Lobby = request.app.state.lobby
    try:
        return None if await lobby.threads.run(lobby.store.is_current, patience=PATIENCE) else "schema"
    except StoreUnavailable:
        return "store"
