"""``ludotheque serve``: starts the server and says where to find it."""

from __future__ import annotations

import contextlib
import logging
import socket
import webbrowser
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import platformdirs
import uvicorn

from ..core.errors import GameError
from ..core.words import Words

WORDS = Words(Path(__file__).with_name("serve.toml"))
log = logging.getLogger("ludotheque")
# A phone that sleeps does not answer for a while; cutting it off would help nobody.
PING_EVERY, PATIENCE = 30.0, 120.0


class Terminal(Protocol):
    """Where to say things."""

    lang: str


def run(terminal: Terminal, args: Namespace) -> int:
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
    listening = listen(args.host, args.port)
    store_at = args.database or str(data_folder(args.data) / "ludotheque.db")
    with contextlib.closing(listening):
        serve(terminal.lang, listening, store_at, open_page=args.open)
    return 0


def data_folder(wish: str | None) -> Path:
    folder = Path(wish) if wish else Path(platformdirs.user_data_dir("ludotheque", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def listen(host: str, port: int) -> socket.socket:
    """Takes the port first, so that a busy one is said at once."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit it. Without it every answer waits some 40 ms for the other side to confirm its first part.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as problem:
        raise GameError(WORDS("taken", host=host, port=port, reason=problem.strerror or problem)) from problem
    return listening


def serve(lang: str, listening: socket.socket, store_at: str, open_page: bool) -> None:
    from ..store.connect import connect
    from .app import make_app
    from .channel import Channel

    app = make_app(connect(store_at))
    config: Any = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws=Channel,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PATIENCE,
        ws_max_size=65_536,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    server = Server(config, lambda: welcome(lang, listening, open_page))
    with own_signals():
        server.run(sockets=[listening])  # on the quickest event loop there is


class Server(uvicorn.Server):
    """Says that it is ready when it is."""

    def __init__(self, config: uvicorn.Config, ready: Any) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


def welcome(lang: str, listening: socket.socket, open_page: bool) -> None:
    """Where to look; on a whole network also the address for the others."""
    for address in addresses(listening):
        print(WORDS.say("ready", lang, address=address), flush=True)
    print(WORDS.say("stop", lang), flush=True)
    if open_page:
        webbrowser.open(next(iter(addresses(listening))))


def addresses(listening: socket.socket) -> Iterator[str]:
    host, port = listening.getsockname()[:2]
    everywhere = host in ("0.0.0.0", "::")
    yield f"http://{'127.0.0.1' if everywhere else bracketed(host)}:{port}/"
    if everywhere and (outside := outside_address()):
        yield f"http://{outside}:{port}/"


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def outside_address() -> str | None:
    """This machine's address in its network; nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return None


@contextlib.contextmanager
def own_signals() -> Iterator[None]:
    """Ctrl-C is how one stops a server: an orderly end, not an error."""
    with contextlib.suppress(KeyboardInterrupt):
        yield
