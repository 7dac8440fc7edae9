"""Who is asking: a browser by a signed cookie, a program by a token. Both name a player; nothing else is known of one.

The cookie holds no secret of ours but a signature, so nobody can be somebody else. Seats belong to players, therefore
no address of a page ever gives a seat away.
"""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request, Response, WebSocket
from itsdangerous import BadSignature, URLSafeSerializer

from ..play.commands import check_name, new_id, now, refuse
from ..play.ports import Player, Store
from .addresses import addresses_of

COOKIE = "ludotheque"
YEAR = 365 * 24 * 3600
Asking = Request | WebSocket


@dataclass(frozen=True)
class Identities:
    """Signs and knows players. A cookie, a token and a recovery link (``recovery.py``) are not interchangeable."""

    store: Store
    key: bytes

    def sign(self, player: str, purpose: str) -> str:
        return str(URLSafeSerializer(self.key, salt=purpose).dumps(player))

    def read(self, signed: str, purpose: str) -> Player | None:
        try:
            player = URLSafeSerializer(self.key, salt=purpose).loads(signed)
        except BadSignature:
            return None
        return self.store.player(player) if isinstance(player, str) else None

    def new(self, name: str = "") -> Player:
        player = Player(new_id() + new_id(), check_name(name), now())
        self.store.add_player(player)
        return player

    def rename(self, player: Player, name: str) -> Player:
        player = Player(player.id, check_name(name), player.since)
        self.store.add_player(player)
        return player


def identities_of(asking: Asking) -> Identities:
    found: Identities = asking.app.state.identities
    return found


def player_of(asking: Asking) -> Player | None:
    """The player who asks, if we know one."""
    kind, _, token = asking.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return identities_of(asking).read(token[:200], "token")
    signed = asking.cookies.get(COOKIE, "")[:200]
    return identities_of(asking).read(signed, "cookie") if signed else None


def require_player(asking: Asking) -> Player:
    player = player_of(asking)
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
