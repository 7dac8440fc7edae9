"""Recovery links: another device becomes the same player, after it was asked.

A link is signed and numbered. Its owner can have a new one at any time: the number goes up, and older ones are void.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import RedirectResponse, Response
from itsdangerous import BadSignature, URLSafeSerializer

from ..play.ports import Player
from .addresses import share_of
from .identity import Identities, identities_of, player_of, remember, require_player
from .limits import Limits
from .render import page
from .store_access import lobby_of

router = APIRouter(include_in_schema=False)
PURPOSE = "recovery"  # what the link is signed for
Token = Annotated[str, Path(max_length=200)]


def link(request: Request, player: Player) -> str:
    signed = URLSafeSerializer(identities_of(request).key, salt=PURPOSE).dumps([player.id, player.recovery])
    return f"{share_of(request).origin}/me/{signed}"


def read(identities: Identities, token: str) -> Player | None:
    """Whose link it is, unless that one has been renewed since."""
    try:
        said = URLSafeSerializer(identities.key, salt=PURPOSE).loads(token)
    except BadSignature:
        return None
    id, number = (said, 0) if isinstance(said, str) else said  # the first ones had no number
    player = identities.store.player(id)
    return player if player and player.recovery == number else None


@router.post("/me/recovery")
async def renew(request: Request) -> Response:
    """A new link; the old ones are void, and the devices that followed them stay."""
    threads = lobby_of(request).threads
    me = await require_player(request)
    limits: Limits = request.app.state.limits
    limits.commands.take(me.id)
    await threads.run(identities_of(request).store.renew_recovery, me.id)
    return RedirectResponse("/me?renewed=1#recovery", 303)


@router.get("/me/{token}")
async def follow(request: Request, token: Token) -> Response:
    """Asks first, also a device that is nobody yet: who sends somebody their own link would see all they play."""
    player = await owner(request, token)
    me = await player_of(request)
    if me and me.id == player.id:
        return RedirectResponse("/me", 303)
    mine = link(request, me) if me else ""
    return await asyncio.to_thread(lambda: page(request, "move.html", me, them=player.name, mine=mine))


@router.post("/me/{token}")
async def become(request: Request, token: Token) -> Response:
    response = RedirectResponse("/me?moved=1", 303)
    remember(response, request, await owner(request, token))
    return response


async def owner(request: Request, token: str) -> Player:
    player = await lobby_of(request).threads.run(read, identities_of(request), token)
    if player is None:
        raise HTTPException(404)
    return player
