"""``ludotheque serve``: starts the server and says where to find it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shlex
import shutil
import signal
import socket
import sys
import webbrowser
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol

import uvicorn

from .. import __version__
from ..core.errors import GameError
from ..core.i18n import Sentence
from ..store.connect import connect, usual_place
from . import logs, open_files, stopping
from .addresses import Addresses, read_public
from .collector import spare_what_stays
from .policy import Policy
from .texts import CATALOG

if TYPE_CHECKING:
    from fastapi import FastAPI

    from ..store.store import SqlStore
    from .metrics import Metrics

log = logging.getLogger("ludotheque")
# A phone that sleeps does not answer for a while; cutting it off would help nobody.
PING_EVERY, PATIENCE = 30.0, 120.0


class Terminal(Protocol):
    """Where to say things."""

    lang: str


def run(terminal: Terminal, args: Namespace) -> int:
    if args.processes > 1:
        from .supervisor import supervise

        return supervise(terminal.lang, args)
    with contextlib.closing(listen(args.host, args.port)) as listening:
        where = addresses_for(args, listening)
        serve(terminal.lang, args, listening, lambda: welcome(terminal.lang, where, args.open))
    stopping.leave()
    return 0


def addresses_for(args: Namespace, listening: socket.socket) -> Addresses:
    public = read_public(args.public_url) if args.public_url else None
    host, port = listening.getsockname()[:2]
    return Addresses(host, port, public, command_to_open(args, port))


def database_of(args: Namespace) -> str:
    return usual_place(args.data, args.database)


def warn_of_few_files(lang: str) -> None:
    most = open_files.raise_limit()
    if most is not None and most < open_files.FEW:
        print(CATALOG.say("serve.few-files", lang, most=most), flush=True)


def command_to_open(args: Namespace, port: int) -> str:
    """What to type so that this server, with all that it keeps, is open to the network. Pages show it: the address of
    a database may hold a password, so that is left to who knows it."""
    words = [*called_as(), "serve", "--host", "0.0.0.0", "--port", str(port)]
    words += ["--data", args.data] if args.data else []
    return shlex.join(words) + (" --database …" if args.database else "")


def called_as() -> list[str]:
    """How the command was called: by its name, where the terminal finds that, else by its path or as a module."""
    script = Path(sys.argv[0])
    if script.stem != "ludotheque":
        return ["python", "-m", "ludotheque"]
    known = shutil.which("ludotheque")
    return ["ludotheque"] if known and Path(known).resolve() == script.resolve() else [str(script)]


def listen(host: str, port: int, is_one_of_several: bool = False) -> socket.socket:
    """Takes the port first, so that a busy one is said at once. Where one of several listens at the same port, the
    system shares out who comes."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if is_one_of_several:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        # Connections inherit it. Without it every answer waits some 40 ms for the other side to confirm its first part.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if family == socket.AF_INET6 and socket.has_dualstack_ipv6():
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # "::" is everywhere, IPv4 too
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as problem:
        raise GameError(CATALOG("serve.taken", host=host, port=port, reason=problem.strerror or problem)) from problem
    return listening


def serve(lang: str, args: Namespace, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serves until a signal ends it."""
    logs.configure(args.log)
    from ..store.one_server import only_server
    from .app import make_app

    warn_of_few_files(lang)
    where, store_at = addresses_for(args, listening), database_of(args)
    with only_server(store_at, where.here()):
        store = open_store(store_at, args.thinkers)
        announce, policy = partial(announce_in, lang), Policy.of(args)
        metrics = exposed_metrics(args.metrics) if args.metrics else None
        app = make_app(
            store, addresses=where, announce=announce, thinkers=args.thinkers, policy=policy, metrics=metrics
        )
        with own_signals():
            Server(settings(app, args.log), ready).run(sockets=[listening])  # on the quickest event loop there is


def settings(app: FastAPI, log: str) -> uvicorn.Config:
    from .compression import Channel
    from .http_protocol import HttpProtocol

    own: Any = {
        "http": HttpProtocol,
        "ws": Channel,
        "ws_ping_interval": PING_EVERY,
        "ws_ping_timeout": PATIENCE,
        "ws_max_size": 65_536,
    }
    said: Any = {"log_level": "warning", "access_log": False, "server_header": False}
    said["log_config"] = uvicorn.config.LOGGING_CONFIG if log == "text" else None
    return uvicorn.Config(app, timeout_graceful_shutdown=stopping.SHUTDOWN, **own, **said)


def open_store(store_at: str, thinkers: int | None) -> SqlStore:
    store = connect(store_at)
    if thinkers == 0 and store.turns() is None:
        store.close()
        raise GameError(CATALOG("serve.nobody-thinks"))
    return store


def announce_in(lang: str, news: Sentence) -> None:
    print(news.text(lang), flush=True)


def exposed_metrics(address: str) -> Metrics:
    from .metrics import Metrics, expose

    metrics = Metrics()
    expose(metrics, address)
    return metrics


class Server(uvicorn.Server):
    """Says that it is ready when it is, and stops in good order."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            log.info("ready", extra={"version": __version__})
            app: Any = self.config.app
            self.sparing = asyncio.create_task(spare_what_stays(app.state.lobby.warming))
            self.ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """From this moment on nothing new is begun. Unlike uvicorn we are not ended by the signal afterwards: whoever
        asked for the end sees that it was an orderly one."""
        app: Any = self.config.app
        app.state.stopping.is_begun = True
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app: Any = self.config.app
        log.info("stopping")
        await app.state.stopping.drain(app.state.lobby)
        await super().shutdown(sockets)
        log.info("stopped")


def welcome(lang: str, addresses: Addresses, open_page: bool) -> None:
    """Where to look: on a whole network the address for everybody in it, which works on this device as well."""
    for address in addresses.printed():
        print(CATALOG.say("serve.ready", lang, address=f"{address}/"), flush=True)
    if addresses.public:
        print(CATALOG.say("serve.ready-behind", lang, address=f"{addresses.here()}/"), flush=True)
    elif addresses.is_everywhere and not addresses.in_network():
        print(CATALOG.say("serve.offline", lang), flush=True)
    print(CATALOG.say("serve.stop", lang), flush=True)
    if open_page:
        webbrowser.open(f"{addresses.here()}/")


@contextlib.contextmanager
def own_signals() -> Iterator[None]:
    """Ctrl-C is how one stops a server: an orderly end, not an error."""
    with contextlib.suppress(KeyboardInterrupt):
        yield
