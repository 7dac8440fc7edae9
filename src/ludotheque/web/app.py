"""The web application: pages, API and live channel over one lobby of tables."""

from __future__ import annotations

import asyncio
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
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .. import __version__
from ..core.errors import GameError, UnknownGame
from ..core.i18n import Sentence
from ..play.analysts import Analysts
from ..play.commands import refuse
from ..play.daily import DailyGames
from ..play.idempotency import IdempotentCalls
from ..play.keeping import Housekeeper
from ..play.lobby import Lobby
from ..play.ports import Store, StoreUnavailable
from . import analysis, api, health, live, openapi, pages, pictures, stopping
from .addresses import Addresses
from .hosts import Hosts, NotOurs
from .identity import Identities
from .language import language_of
from .limits import MOST_BODY, MOST_RECORD, Limits, TooFast, address_of
from .metrics import Metrics
from .policy import Policy
from .quotas import NoRoom, Quotas
from .records import Records
from .render import error_page, error_sentence, version
from .security import HARMLESS, is_allowed, protect
from .shared_limits import LIMITS, SharedLimits
from .static_files import VersionedFiles
from .stopping import Restarting, Stopping, stopping_of
from .store_access import lobby_of

log = logging.getLogger("ludotheque")
STATIC = Path(__file__).parent / "static"
LONG = ("/api/records", "/api/analysis/studies")  # what takes long bodies
OUTAGE_SECONDS = 5  # until somebody who could not be served tries again


def make_app(
    store: Store,
    limits: Limits | None = None,
    addresses: Addresses | None = None,
    announce: Callable[[Sentence], object] = lambda news: None,
    thinkers: int | None = None,
    policy: Policy | None = None,
    metrics: Metrics | None = None,
) -> FastAPI:
    """The application on a store, which it closes in the end. ``announce`` tells whoever runs it what goes on;
    ``thinkers`` is the number of threads in which computers think, if it is not the usual one."""
    own: dict[str, Any] = {"docs_url": None, "redoc_url": None, "redirect_slashes": False}
    app = Application(title="Ludothèque", version=__version__, lifespan=lifespan, **own)
    app.state.store, app.state.limits, app.state.addresses = store, limits or Limits(), addresses or Addresses()
    app.state.announce, app.state.thinkers, app.state.policy = announce, thinkers, policy or Policy()
    app.state.hosts = Hosts.of(app.state.addresses, app.state.policy.hosts)
    app.state.stopping, app.state.metrics = Stopping(), metrics
    for router in (health.router, api.router, live.router, pictures.router, pages.router):
        app.include_router(router)
    app.mount("/static", VersionedFiles(directory=STATIC))
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=5)
    app.add_middleware(Guard)
    if metrics is not None:
        metrics.attach(app)
    for kind in (GameError, TooFast, StoreUnavailable, HTTPException, RequestValidationError, ClientDisconnect):
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
    lobby = app.state.lobby = Lobby(store, thinkers=app.state.thinkers)
    key = await lobby.threads.run(store.secret)
    app.state.identities, app.state.records = Identities(store, key, lobby.threads), Records(lobby)
    app.state.analysts, app.state.positions = Analysts(lobby.executor, lobby.warming), analysis.Positions()
    policy: Policy = app.state.policy
    app.state.opening, app.state.quotas = IdempotentCalls(), Quotas(lobby, app.state.limits, policy.space)
    housekeeper = Housekeeper(store, lobby.threads, lobby.opened, policy.keeping, lambda: lobby.sessions)
    lobby.warming.announce = app.state.announce
    lobby.warming.start()
    if store.notifies:
        share_limits(app.state.limits, lobby, key)
    if app.state.metrics is not None:
        app.state.metrics.watch(app)
    await lobby.start()
    daily = app.state.daily = DailyGames(lobby, key)
    lobby.housekeeping.append(asyncio.create_task(daily.run()))
    housekeeper.start()
    await asyncio.to_thread(version)  # reads all our files, once
    yield
    await daily.close()
    await housekeeper.close()
    await stopping.close(lobby)


def share_limits(limits: Limits, lobby: Lobby, key: bytes) -> None:
    """They hold for all servers on one database together."""
    shared = SharedLimits(limits, lobby.store, key)
    lobby.hears[LIMITS] = shared.hear
    lobby.housekeeping.append(asyncio.create_task(shared.run()))


class Guard:
    """Host, size, origin and rate are looked at before anything else, and every answer gets our headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self.channel(scope, receive, send)
        elif scope["type"] != "http":
            await self.app(scope, receive, send)
        else:
            await self.request(scope, receive, send)

    async def channel(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Only the host: the live channel itself says what else is wrong."""
        asking, app = HTTPConnection(scope), self.app
        try:
            hosts_of(asking).check(asking)
        except GameError as problem:
            app = await explain(asking, problem)
        await app(scope, receive, send)

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        request, app = Request(scope), self.app
        try:
            check(request)
            if scope["path"].endswith("/") and scope["path"] != "/":
                app = RedirectResponse(without_slash(request), 307)
        except (GameError, TooFast, StoreUnavailable) as problem:
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


def hosts_of(asking: HTTPConnection) -> Hosts:
    found: Hosts = asking.app.state.hosts
    return found


def check(request: Request) -> None:
    hosts_of(request).check(request)
    most = MOST_RECORD if request.url.path in LONG else MOST_BODY
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > most or "chunked" in request.headers.get("transfer-encoding", ""):
        raise refuse("too-large", most=most)
    if not is_allowed(request):
        raise Elsewhere(refuse("elsewhere").sentence)
    limits: Limits = request.app.state.limits
    limits.requests.take(address_of(request))
    if request.method not in HARMLESS:
        stopping_of(request).check()


class Elsewhere(GameError):
    """A request that another site's page makes with our cookie."""


async def explain(request: HTTPConnection, problem: Exception) -> Response:
    """What was wrong, as a sentence: for programs as JSON, for people as a page."""
    if isinstance(problem, StoreUnavailable) and not isinstance(problem, Restarting):
        lobby_of(request).threads.outages.note(problem)
    code, sentence = status_of(problem), sentence_of(problem, language_of(request))
    headers = retry_after(problem)
    if wants_page(request):
        is_told = isinstance(problem, StoreUnavailable | NotOurs) or key_of(problem) in TOLD
        told = sentence if is_told else None
        answer: Response = await error_page(request, code, told)
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


def key_of(problem: Exception) -> str:
    return problem.sentence.key if isinstance(problem, GameError) else ""


def status_of(problem: Exception) -> int:
    if isinstance(problem, HTTPException):
        return problem.status_code
    if key_of(problem) in CODES:
        return CODES[key_of(problem)]
    return next((code for kind, code in KINDS.items() if isinstance(problem, kind)), 409)


KINDS = {
    StoreUnavailable: 503,
    NoRoom: 507,
    TooFast: 429,
    RequestValidationError: 422,
    UnknownGame: 404,
    Elsewhere: 403,
    NotOurs: 421,
    ClientDisconnect: 400,  # nobody hears it; but it is no error of ours
}
TOLD = ("refusal.analysis-playing", "refusal.analysis-running")  # on a page: its own words would not say why
CODES = {
    "lesson.unknown": 404,
    "puzzle.unknown": 404,
    "puzzle.none": 404,
    "refusal.no-table": 404,
    "refusal.no-record": 404,
    "refusal.no-report": 404,
    "refusal.no-position": 404,
    "refusal.no-daily": 404,
    "refusal.no-day": 404,
    "refusal.who": 401,
    "refusal.analysis-playing": 403,
    "refusal.analysis-running": 403,
    "refusal.too-large": 413,
    "refusal.no-host": 400,
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


def wants_page(request: HTTPConnection) -> bool:
    path = request.scope["path"]
    return (
        request.scope["type"] == "http"
        and not path.startswith("/api/")
        and "text/html" in request.headers.get("accept", "")
    )


async def apologise(request: Request, problem: Exception) -> Response:
    """Something is broken; the log says what, and the person is led back."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=problem)
    if wants_page(request):
        answer: Response = await error_page(request, 500)
    else:
        answer = JSONResponse({"error": error_sentence(request, 500)}, 500)
    protect(answer.headers)
    return answer
