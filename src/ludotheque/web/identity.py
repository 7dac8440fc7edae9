"""Who is asking: a browser by a signed cookie, a program by a token. Both name a player; nothing else is known of one.

The cookie holds no secret of ours but a signature, so nobody can be somebody else. Seats belong to players, therefore
no address of a page ever gives a seat away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from fastapi import Request, Response, WebSocket
from itsdangerous import BadSignature, URLSafeSerializer

from ..play.commands import check_name, new_id, now, refuse
from ..play.ports import Player, Store
from ..play.store_threads import PATIENCE, StoreThreads
from .addresses import addresses_of

COOKIE = "ludotheque"
YEAR = 365 * 24 * 3600
Asking = Request | WebSocket


@dataclass(frozen=True)
class Identities:
    """Signs and knows players. A cookie, a token and a recovery link (``recovery.py``) are not interchangeable."""

    store: Store
    key: bytes
    threads: StoreThreads

    def sign(self, player: str, purpose: str) -> str:
        return str(URLSafeSerializer(self.key, salt=purpose).dumps(player))

    def signed_id(self, signed: str, purpose: str) -> str | None:
        """The id of a player that we signed for this purpose. That needs no store."""
        try:
            player = URLSafeSerializer(self.key, salt=purpose).loads(signed)
        except BadSignature:
            return None
        return player if isinstance(player, str) else None

    async def read(self, signed: str, purpose: str, patience: float = PATIENCE) -> Player | None:
        id = self.signed_id(signed, purpose)
        return await self.threads.run(self.store.player, id, patience=patience) if id is not None else None

    async def new(self, name: str = "", id: str | None = None) -> Player:
        return await self.keep(Player(id or new_id() + new_id(), check_name(name), now()))

    async def rename(self, player: Player, name: str) -> Player:
        return await self.keep(replace(player, name=check_name(name)))

    async def keep(self, player: Player) -> Player:
        await self.threads.run(self.store.add_player, player)
        return player


def identities_of(asking: Asking) -> Identities:
    found: Identities = asking.app.state.identities
    return found


def shown_by(asking: Asking) -> tuple[str, str]:
    """What somebody shows to be a player, and as what it was signed; nothing is signed as an empty text."""
    kind, _, token = asking.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return token[:200], "token"
    return asking.cookies.get(COOKIE, "")[:200], "cookie"


def id_of(asking: Asking) -> str | None:
    """The id of the player who asks, by the signature alone."""
    return identities_of(asking).signed_id(*shown_by(asking))


async def player_of(asking: Asking, patience: float = PATIENCE) -> Player | None:
    """The player who asks, if we know one. For a visitor the store is not asked."""
    return await identities_of(asking).read(*shown_by(asking), patience=patience)


async def require_player(asking: Asking) -> Player:
    player = await player_of(asking)
    if player is None:
        raise refuse("who")
    return player


def remember(response: Response, asking: Asking, player: Player) -> None:
    """Lets this browser be that player from now on."""
    response.set_cookie(
        COOKIE,
        identities_of(asking).sign(player.id, "cookie"),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=addresses_of(asking).is_secure(asking),
    )
