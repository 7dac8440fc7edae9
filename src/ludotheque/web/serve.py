"""``ludotheque serve``: starts the server and says where to find it."""

from __future__ import annotations

import contextlib
import logging
import shlex
import shutil
import socket
import sys
import webbrowser
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import platformdirs
import uvicorn

from ..core.errors import GameError
from ..core.i18n import Sentence
from . import open_files
from .addresses import Addresses, read_public
from .policy import Policy
from .texts import CATALOG

if TYPE_CHECKING:
    from fastapi import FastAPI

    from ..store.store import SqlStore

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
    return 0


def addresses_for(args: Namespace, listening: socket.socket) -> Addresses:
    public = read_public(args.public_url) if args.public_url else None
    host, port = listening.getsockname()[:2]
    return Addresses(host, port, public, command_to_open(args, port))


def database_of(args: Namespace) -> str:
    return args.database or str(data_folder(args.data) / "ludotheque.db")


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


def data_folder(command: str | None) -> Path:
    folder = Path(command) if command else Path(platformdirs.user_data_dir("ludotheque", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


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
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
    from ..store.one_server import only_server
    from .app import make_app

    warn_of_few_files(lang)
    where, store_at = addresses_for(args, listening), database_of(args)
    with only_server(store_at, where.here()):
        store = open_store(store_at, args.thinkers)
        announce, policy = partial(announce_in, lang), Policy.of(args)
        app = make_app(store, addresses=where, announce=announce, thinkers=args.thinkers, policy=policy)
        with own_signals():
            Server(settings(app), ready).run(sockets=[listening])  # on the quickest event loop there is


def settings(app: FastAPI) -> uvicorn.Config:
    from .compression import Channel
    from .deadlines import HttpProtocol

    own: Any = {
        "http": HttpProtocol,
        "ws": Channel,
        "ws_ping_interval": PING_EVERY,
        "ws_ping_timeout": PATIENCE,
        "ws_max_size": 65_536,
    }
    said: Any = {"log_level": "warning", "access_log": False, "server_header": False}
    return uvicorn.Config(app, timeout_graceful_shutdown=2, **own, **said)


def open_store(store_at: str, thinkers: int | None) -> SqlStore:
    from ..store.connect import connect

    store = connect(store_at)
    if thinkers == 0 and store.turns() is None:
        store.close()
        raise GameError(CATALOG("serve.nobody-thinks"))
    return store


def announce_in(lang: str, news: Sentence) -> None:
    print(news.text(lang), flush=True)


class Server(uvicorn.Server):
    """Says that it is ready when it is."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


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
