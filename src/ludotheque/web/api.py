"""The API for programs; our own pages use it too. Described at ``/docs``, with examples in ``docs/bots.md``."""

from __future__ import annotations

import asyncio
import hmac
import io
from typing import Annotated, Literal, cast

import segno
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from ..core.game import Game
from ..core.registry import games, load
from ..play.commands import Command, check_name, find_free, new_id, now, refuse
from ..play.idempotency import REMEMBERED, IdempotentCalls, derived_id
from ..play.ports import Player, TableExists
from ..play.session import Session, Subscriber
from ..play.table import COMPUTER, PERSON, Seat
from . import analysis, daily, dice, editor, exercises, identity, lessons, openapi, puzzles, reports, wire
from .addresses import share_of
from .language import Lang, language_of
from .limits import MOST_RECORD, Limits, address_of
from .live import command_of, execute
from .options_view import describe_option
from .pictures import SvgResponse, drawing
from .quotas import Quotas
from .records import Records
from .standings import standings
from .stopping import stopping_of
from .store_access import ask_store, lobby_of
from .view import Viewer, entry_message, invite_url, picture, view_of

router = APIRouter(prefix="/api", responses=openapi.REFUSALS)
router.include_router(lessons.router)
router.include_router(dice.router)
router.include_router(daily.router)
router.include_router(reports.api_router)
router.include_router(analysis.router)
router.include_router(editor.router)
router.include_router(puzzles.router)
router.include_router(exercises.api_router)
MOST_WAIT = 55.0  # seconds of a long poll
MOST_ENTRIES = 1_000  # in one answer

Spoken = Annotated[Lang | None, Query(description="the language of sentences")]
SeatNumber = Annotated[int | None, Query(ge=0, le=7, description="from which seat to look")]


def limits_of(request: Request) -> Limits:
    found: Limits = request.app.state.limits
    return found


# Games


@router.get("/games", tags=["games"])
def list_games(request: Request, lang: Spoken = None) -> list[wire.Game]:
    """All games: names, players, minutes, authors."""
    return [describe_game(load(name), lang or language_of(request)) for name in games()]


@router.get("/games/{name}", tags=["games"])
def one_game(request: Request, name: str, lang: Spoken = None) -> wire.GameWithOptions:
    """One game with its options; `ready` says whether all of it is compiled. It can be played before."""
    game, said = load(name), lang or language_of(request)
    options = [describe_option(option, said) for option in game.options.values()]
    return {**describe_game(game, said), "options": options, "ready": lobby_of(request).warming.is_ready(game.name)}


def describe_game(game: Game, lang: str) -> wire.Game:
    return {
        "name": game.name,
        "title": game.title(lang),
        "line": game.line(lang),
        "seats": list(game.seats),
        "minutes": game.minutes,
        "author": game.author,
        "publisher": game.publisher,
        "year": game.year,
        "edition": game.edition,
    }


# Players


@router.post("/players", tags=["players"])
async def new_player(request: Request, asked: wire.PlayerName) -> wire.NewPlayer:
    """A new player for a program. Send the token as `Authorization: Bearer TOKEN`; whoever has it is that player."""
    limits_of(request).players.take(address_of(request))
    known = identity.identities_of(request)
    player = await known.new(asked.name)
    return {"player": player.id, "token": known.sign(player.id, "token")}


@router.get("/me", tags=["players"])
async def who_am_i(request: Request) -> wire.Me:
    """Who we think you are."""
    player = await identity.require_player(request)
    return {"player": player.id, "name": player.name}


@router.patch("/me", tags=["players"])
async def rename_me(request: Request, asked: wire.PlayerName) -> wire.Me:
    """Another name, for tables to come."""
    player = await identity.require_player(request)
    limits_of(request).commands.take(player.id)
    player = await identity.identities_of(request).rename(player, asked.name)
    return {"player": player.id, "name": player.name}


@router.get("/me/tables", tags=["players"])
async def my_tables(request: Request) -> list[wire.MyTable]:
    """The tables where you sit, the last changed first."""
    player = await identity.require_player(request)
    return [
        {
            "id": listed.info.id,
            "game": listed.info.game,
            "status": cast(wire.Phase, listed.summary.status),
            "my_turn": player.id in listed.summary.turn,
            "moves": listed.summary.moves,
            "changed": listed.changed,
        }
        for listed in await ask_store(request, lambda store: store.tables_of(player.id))
    ]


@router.get("/me/scores/{game}", tags=["players"])
async def my_scores(request: Request, game: str) -> list[int]:
    """Your best scores alone, the most first."""
    player = await identity.require_player(request)
    played = await ask_store(request, lambda store: store.finished_of(player.id))
    return next((each.best for each in standings(played, player.id) if each.game == load(game).name), [])


# Tables


@router.post("/tables", tags=["tables"])
async def open_table(request: Request, response: Response, asked: wire.NewTable) -> wire.OpenedTable:
    """Opens a table. Friends take their seats through `invite_url`; the game begins when all seats are taken."""
    known = await identity.player_of(request)
    once: IdempotentCalls[tuple[Player, Session]] = request.app.state.opening
    asker = known.id if known else address_of(request)
    player, session = await once.do(asked.key and (asker, asked.key), lambda: make_table(request, asked, known))
    remember(request, response, player)
    table = session.table
    invitation = invite_url(table) if any(command.who == "friend" for command in asked.seats) else None
    return {"id": table.info.id, "url": f"/t/{table.info.id}", "invite_url": invitation}


async def make_table(request: Request, asked: wire.NewTable, known: Player | None) -> tuple[Player, Session]:
    """Looks whether it can be opened before anything is made: a player, then a table."""
    limits_of(request).tables.take(address_of(request))
    if asked.commitment is None and any(seat.nonce for seat in asked.seats):
        raise refuse("nonce-early")
    if asked.duplicate and len(asked.seats) != 2:
        raise refuse("duplicate-two")
    await lobby_of(request).check(asked.game, asked.options, len(asked.seats))
    name = next((s.name for s in asked.seats if s.who == "me"), "")
    known = known or (await newcomer(request, asked.key, name) if asked.key else None)
    player = await known_or_new(request, known, name)
    return player, await open_once(request, asked, player)


async def open_once(request: Request, asked: wire.NewTable, player: Player) -> Session:
    """The same player under the same key gets the same table, on whatever server, also after a restart."""
    lobby, address = lobby_of(request), address_of(request)
    seats = [seat_of(command, player) for command in asked.seats]
    secret = identity.identities_of(request).key
    id = derived_id(secret, "table", player.id, asked.key) if asked.key else new_id()
    try:
        return await lobby.open(
            asked.game,
            asked.options,
            seats,
            player.id,
            asked.position,
            id=id,
            address=address,
            commitment=asked.commitment,
            duplicate=asked.duplicate,
        )
    except TableExists:
        return await lobby.session(id)


async def newcomer(request: Request, key: str, name: str) -> Player:
    """Who a browser becomes that we do not know yet: the same if it asks again, because the answer got lost.

    Whoever sends this key is that player then. So it must come from the same address, and soon.
    """
    known = identity.identities_of(request)
    id = "".join(
        derived_id(known.key, half, address_of(request), key) for half in ("newcomer, first half", "second half")
    )
    found = await known.threads.run(known.store.player, id)
    if found is not None and now() - found.since < REMEMBERED * 1000:
        return found
    limits_of(request).players.take(address_of(request))
    return await known.new(name, id if found is None else None)


async def known_or_new(request: Request, player: Player | None, name: str) -> Player:
    """The player who asks. A browser that we do not know yet becomes one."""
    if player is None:
        limits_of(request).players.take(address_of(request))
        return await identity.identities_of(request).new(name)
    if name and name != player.name:
        return await identity.identities_of(request).rename(player, name)
    return player


def remember(request: Request, response: Response, player: Player) -> None:
    """A browser keeps who it is; a program knows."""
    if "authorization" not in request.headers:
        identity.remember(response, request, player)


def seat_of(command: wire.SeatRequest, player: Player) -> Seat:
    if command.who == "friend":
        return Seat()
    if command.who == "computer":
        return Seat(COMPUTER, None, "", command.level)
    name = check_name(command.name) or (player.name if command.who == "me" else "")
    return Seat(PERSON, player.id, name, nonce=command.nonce)


@router.get("/tables/{id}", tags=["tables"])
async def see_table(
    request: Request, id: str, lang: Spoken = None, seat: SeatNumber = None, draw: bool = False
) -> wire.TableView:
    """How the table stands for you: whose turn it is, and for your seats the possible choices."""
    if draw:
        limits_of(request).pictures.take(address_of(request))
    session, viewer = await look(request, id, lang, seat)
    return await asyncio.to_thread(table_view, session, viewer, draw)


def table_view(session: Session, viewer: Viewer, draw: bool) -> wire.TableView:
    table, view = session.table, view_of(session, viewer)
    told: wire.TableView = {
        **view,
        "id": table.info.id,
        "game": table.info.game,
        "options": dict(table.info.options),
        "choices": {str(mine): sorted(view["clicks"][str(mine)]) for mine in view["mine"]},
        "svg": picture(table, table.state, viewer) if draw else "",
    }
    if not draw:
        del told["svg"]
    return told


async def look(request: Request, id: str, lang: str | None, seat: int | None = None) -> tuple[Session, Viewer]:
    session = await lobby_of(request).session(id)
    player = await identity.player_of(request)
    return session, Viewer(player.id if player else None, lang or language_of(request), seat)


@router.get("/tables/{id}/entries", tags=["tables"])
async def read_entries(
    request: Request,
    id: str,
    since: Annotated[int, Query(ge=0, description="the first number you have not seen")] = 0,
    wait: Annotated[float, Query(ge=0, le=MOST_WAIT, description="seconds to wait if there is nothing new")] = 0,
    lang: Spoken = None,
) -> list[wire.Entry]:
    """What happened, in order. With `wait` the answer comes as soon as something happens."""
    session, viewer = await look(request, id, lang)
    if wait and session.table.next <= since:
        await wait_for_news(request, session, viewer, since, wait)
    news = session.table.entries[since : since + MOST_ENTRIES]
    return await asyncio.to_thread(lambda: [entry_message(session.table, entry, viewer) for entry in news])


async def wait_for_news(request: Request, session: Session, viewer: Viewer, since: int, seconds: float) -> None:
    woken, stopping = asyncio.Event(), stopping_of(request)
    subscriber = Subscriber(woken.set, viewer.player, address_of(request))
    session.subscribe(subscriber)
    try:
        async with asyncio.timeout(seconds):
            while session.table.next <= since and not stopping.is_begun:
                await woken.wait()
                woken.clear()
    except TimeoutError:
        pass
    finally:
        session.unsubscribe(subscriber)


@router.post("/tables/{id}/join", tags=["tables"])
async def join(request: Request, response: Response, id: str, asked: wire.JoinRequest) -> wire.JoinedTable:
    """Takes a free seat with the invitation, the last part of `invite_url`."""
    session = await lobby_of(request).session(id)
    if not hmac.compare_digest(asked.invite.encode(), session.table.info.invite.encode()):
        raise refuse("invite")
    known = await identity.player_of(request)
    if known is None or not session.table.seats_of(known.id):
        find_free(session.table, asked.seat)  # refuses before anybody is made
    player = await known_or_new(request, known, asked.name)
    remember(request, response, player)
    limits_of(request).commands.take(player.id)
    await session.execute(Command("sit", player.id, seat=asked.seat, text=player.name, nonce=asked.nonce))
    return {"id": id, "url": f"/t/{id}", "seats": session.table.seats_of(player.id)}


@router.post("/tables/{id}/do", tags=["tables"])
async def act(request: Request, id: str, asked: wire.CommandMessage) -> wire.EntryAdded | wire.RematchOpened:
    """Does something at a table. The answer comes when it is on disk."""
    player = await identity.require_player(request)
    limits_of(request).commands.take(player.id)
    session = await lobby_of(request).session(id)
    return await execute(request, session, command_of(asked.model_dump(), player.id))


@router.get("/tables/{id}/sentence", tags=["tables"])
async def sentence(
    request: Request, id: str, text: Annotated[str, Query(max_length=200)], seat: SeatNumber = None, lang: Spoken = None
) -> wire.Sentence:
    """What a choice would do, in words; it is not made by that."""
    session, viewer = await look(request, id, lang)
    table = session.table
    return {"sentence": await asyncio.to_thread(table.named(table.state).describe, text, viewer.lang, seat)}


@router.get("/tables/{id}/record", tags=["tables"], response_class=PlainTextResponse)
async def table_record(request: Request, id: str) -> PlainTextResponse:
    """The game so far as a record."""
    session = await lobby_of(request).session(id)
    return PlainTextResponse(await asyncio.to_thread(lambda: str(session.table.record)))


@router.get("/tables/{id}/invite.svg", tags=["tables"], response_class=SvgResponse)
async def invitation(request: Request, id: str) -> SvgResponse:
    """The invitation as a QR code, for those who sit here."""
    session, viewer = await look(request, id, None)
    if not session.table.seats_of(viewer.player) and viewer.player != session.table.info.opener:
        raise refuse("not-seated")
    return await asyncio.to_thread(lambda: qr_code(share_of(request).origin + invite_url(session.table)))


def qr_code(text: str) -> SvgResponse:
    out = io.BytesIO()
    segno.make(text, micro=False).save(out, kind="svg", scale=8, border=3, light="#ffffff", dark="#000000", nl=False)
    return SvgResponse(out.getvalue(), headers={"Cache-Control": "private, no-store"})


@router.get("/tables/{id}/{number}.svg", tags=["tables"], response_class=SvgResponse)
async def earlier_position(
    request: Request,
    id: str,
    number: int,
    lang: Spoken = None,
    seat: SeatNumber = None,
    theme: Literal["auto", "light", "dark", "css"] = "auto",
    live: bool = False,
    wide: bool = False,
) -> Response:
    """The position after so many events of the game."""
    limits_of(request).pictures.take(address_of(request))
    session, viewer = await look(request, id, lang, seat)
    table = session.table
    if not 0 <= number <= table.ply:
        raise refuse("no-position", n=table.ply, at=number)
    named = await asyncio.to_thread(lambda: table.named(table.line[number]))
    return await drawing(named, "svg", viewer.side(table), viewer.lang, theme, live=live, wide=wide)


# Records


@router.post("/records", tags=["records"], openapi_extra={"requestBody": openapi.RECORD})
async def upload(request: Request, response: Response) -> wire.KeptRecord:
    """Keeps a record, the text of a `.ludo` file; an illegal one is refused with the line and the reason."""
    limits_of(request).records.take(address_of(request))
    body = await request.body()
    if len(body) > MOST_RECORD:
        raise refuse("too-large", most=MOST_RECORD)
    records: Records = request.app.state.records
    replay = await asyncio.to_thread(records.read, body.decode("utf-8", "replace"))
    quotas: Quotas = request.app.state.quotas
    await quotas.take(address_of(request), len((await asyncio.to_thread(str, replay.whole)).encode()))
    player = await known_or_new(request, await identity.player_of(request), "")
    remember(request, response, player)
    await records.add(replay, player.id)
    return {"id": replay.id, "url": f"/records/{replay.id}", "events": len(replay.record.events)}
