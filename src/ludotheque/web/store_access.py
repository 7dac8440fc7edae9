"""How pages and requests ask the store: in its own threads. Never in the event loop, and never in threads of those who
do not need it, so that nobody else waits when it hangs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from starlette.requests import HTTPConnection

from ..play.lobby import Lobby
from ..play.ports import Store
from ..play.store_threads import PATIENCE

T = TypeVar("T")


def lobby_of(asking: HTTPConnection) -> Lobby:
    found: Lobby = asking.app.state.lobby
    return found


async def ask_store(asking: HTTPConnection, work: Callable[[Store], T], patience: float = PATIENCE) -> T:
    """What ``work(store)`` gives, or StoreUnavailable after so many seconds."""
    lobby = lobby_of(asking)
    return await lobby.threads.run(work, lobby.store, patience=patience)
