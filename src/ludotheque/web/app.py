"""The web application: pages, API and live channel over one lobby of tables."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .. import __version__
from ..core.errors import GameError, UnknownGame
from ..core.i18n import Sentence
from ..play.commands import refuse
from ..play.idempotency import IdempotentCalls
from ..play.lobby import Lobby
from ..play.ports import Store, StoreUnavailable
from . import api, live, openapi, pages, pictures
from .addresses import Addresses
from .identity import Identities
from .language import language_of
from .limits import MOST_BODY, MOST_RECORD, Limits, TooFast, address_of
from .records import Records
from .render import error_page, error_sentence
from .security import is_allowed, protect
from .static_files import VersionedFiles

log = logging.getLogger("ludotheque")
STATIC = Path(__file__).parent / "static"
OUTAGE_SECONDS = 5  # until somebody who could not be served tries again


def make_app(
    store: Store,
    limits: Limits | None = None,
    addresses: Addresses | None = None,
    announce: Callable[[Sentence], object] = lambda news: None,
) -> FastAPI:
    """The application on a store, which it closes in the end. ``announce`` tells whoever runs it what goes on."""
    own: dict[str, Any] = {"docs_url": None, "redoc_url": None, "redirect_slashes": False}
    app = Application(title="Ludothèque", version=__version__, lifespan=lifespan, **own)
    app.state.store, app.state.limits, app.state.addresses = store, limits or Limits(), addresses or Addresses()
    app.state.announce = announce
    for router in (api.router, live.router, pictures.router, pages.router):
        app.include_router(router)
    app.mount("/static", VersionedFiles(directory=STATIC))
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=5)
    app.add_middleware(Guard)
    for kind in (GameError, TooFast, StoreUnavailable, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, explain)
    app.add_exception_handler(Exception, apologise)
    return app


class Application(FastAPI):
    def openapi(self) -> dict[str, Any]:
        """The messages of the live channel belong to the description, too."""
        if self.openapi_schema is None:
            super().openapi()["components"]["schemas"].update(openapi.live_schemas())
        return super().openapi()


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    store: Store = app.state.store
    lobby = app.state.lobby = Lobby(store)
    app.state.identities, app.state.records = Identities(store, store.secret()), Records(lobby)
    app.state.opening = IdempotentCalls()
    lobby.warming.announce = app.state.announce
    lobby.warming.start()
    await lobby.start()
    yield
    await lobby.close()


class Guard:
    """Size, origin and rate are looked at before anything else, and every answer gets our headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request, app = Request(scope), self.app
        try:
            check(request)
            if scope["path"].endswith("/") and scope["path"] != "/":
                app = RedirectResponse(without_slash(request), 307)
        except (GameError, TooFast) as problem:
            app = await explain(request, problem)
        await app(scope, receive, protecting(send))


def protecting(send: Send) -> Send:
    async def send_protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            protect(MutableHeaders(scope=message))
        await send(message)

    return send_protected


def without_slash(request: Request) -> str:
    """The address that was meant. Without a host: Starlette's own redirect repeats the one that the request names."""
    path, query = quote(request.scope["path"].strip("/")), request.url.query
    return f"/{path}?{query}" if query else f"/{path}"


def check(request: Request) -> None:
    most = MOST_RECORD if request.url.path == "/api/records" else MOST_BODY
    length = request.headers.get("content-length", "0")
    if not length.isdigit() or int(length) > most or "chunked" in request.headers.get("transfer-encoding", ""):
        raise refuse("too-large", most=most)
    if not is_allowed(request):
        raise Elsewhere(refuse("elsewhere").sentence)
    limits: Limits = request.app.state.limits
    limits.requests.take(address_of(request))


class Elsewhere(GameError):
    """A request that another site's page makes with our cookie."""


async def explain(request: Request, problem: Exception) -> Response:
    """What was wrong, as a sentence: for programs as JSON, for people as a page."""
    code, sentence = status_of(problem), sentence_of(problem, language_of(request))
    headers = retry_after(problem)
    if wants_page(request):
        answer: Response = error_page(request, code)
        answer.headers.update(headers)
        return answer
    return JSONResponse({"error": sendable(sentence or error_sentence(request, code))}, code, headers)


def retry_after(problem: Exception) -> dict[str, str]:
    """When it is worth asking again."""
    if isinstance(problem, StoreUnavailable):
        return {"Retry-After": str(OUTAGE_SECONDS)}
    return {"Retry-After": str(problem.seconds)} if isinstance(problem, TooFast) else {}


def sendable(sentence: str) -> str:
    """What was wrong is quoted, and halves of characters cannot be sent."""
    return sentence.encode("utf-8", "replace").decode()


def status_of(problem: Exception) -> int:
    if isinstance(problem, HTTPException):
        return problem.status_code
    if isinstance(problem, GameError) and problem.sentence.key in CODES:
        return CODES[problem.sentence.key]
    kinds = {StoreUnavailable: 503, TooFast: 429, RequestValidationError: 422, UnknownGame: 404, Elsewhere: 403}
    return next((code for kind, code in kinds.items() if isinstance(problem, kind)), 409)


CODES = {
    "lesson.unknown": 404,
    "refusal.no-table": 404,
    "refusal.no-record": 404,
    "refusal.no-position": 404,
    "refusal.who": 401,
    "refusal.too-large": 413,
}


def sentence_of(problem: Exception, lang: str) -> str | None:
    """None where a page has words of its own for the code."""
    if isinstance(problem, GameError | StoreUnavailable):
        return problem.text(lang)
    if isinstance(problem, TooFast):
        return problem.problem.text(lang)
    if isinstance(problem, RequestValidationError):
        places = (".".join(map(str, error["loc"])) + ": " + error["msg"] for error in problem.errors()[:3])
        return refuse("message", reason="; ".join(places)[:300]).text(lang)
    return None


def wants_page(request: Request) -> bool:
    path = request.url.path
    return not path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


async def apologise(request: Request, problem: Exception) -> Response:
    """Something is broken; the log says what, and the person is led back."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=problem)
    if wants_page(request):
        answer: Response = error_page(request, 500)
    else:
        answer = JSONResponse({"error": error_sentence(request, 500)}, 500)
    protect(answer.headers)
    return answer
