"""The API for programs; our own pages use it too. Described at ``/docs``, with examples in ``docs/bots.md``."""

from __future__ import annotations

import asyncio
import hmac
import io
from typing import Annotated, Any, Literal

import segno
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field, field_validator

from ..core.game import Game
from ..core.options import Option, Whole
from ..core.registry import games, load
from ..play.commands import Command, check_name, find_free, refuse
from ..play.idempotency import IdempotentCalls
from ..play.ports import Player
from ..play.session import Session, Subscriber
from ..play.table import COMPUTER, PERSON, Seat
from . import identity
from .addresses import share_of
from .language import Lang, language_of
from .limits import MOST_RECORD, Limits, address_of
from .live import command_of, execute, lobby_of
from .pictures import drawing
from .records import Records
from .view import Viewer, entry_message, invite_url, picture, view_of

router = APIRouter(prefix="/api")
MOST_WAIT = 55.0  # seconds of a long poll
MOST_ENTRIES = 1_000  # in one answer

Spoken = Annotated[Lang | None, Query(description="the language of sentences")]
SeatNumber = Annotated[int | None, Query(ge=0, le=7, description="from which seat to look")]


def limits_of(request: Request) -> Limits:
    found: Limits = request.app.state.limits
    return found


# Games


@router.get("/games", tags=["games"])
def list_games(request: Request, lang: Spoken = None) -> list[dict[str, Any]]:
    """All games: names, players, minutes, authors."""
    return [describe_game(load(name), lang or language_of(request)) for name in games()]


@router.get("/games/{name}", tags=["games"])
def one_game(request: Request, name: str, lang: Spoken = None) -> dict[str, Any]:
    """One game with its options; `ready` says whether all of it is compiled. It can be played before."""
    game, said = load(name), lang or language_of(request)
    options = [describe_option(option, said) for option in game.options.values()]
    return {**describe_game(game, said), "options": options, "ready": lobby_of(request).warming.is_ready(game.name)}


def describe_game(game: Game, lang: str) -> dict[str, Any]:
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


def describe_option(option: Option, lang: str) -> dict[str, Any]:
    whole = isinstance(option.values, Whole)
    values = [] if isinstance(option.values, Whole) else list(option.values)
    default = None if callable(option.default) else option.default
    texts = {str(value): option.value_text(value).get(lang, "") for value in values}
    return {"name": option.name, "text": option.text[lang], "values": values, "texts": texts} | {
        "default": default,
        "whole": whole,
    }


# Players


class Name(BaseModel):
    name: str = Field("", max_length=200, description="what others see")


@router.post("/players", tags=["players"])
def new_player(request: Request, asked: Name) -> dict[str, str]:
    """A new player for a program. Send the token as `Authorization: Bearer TOKEN`; whoever has it is that player."""
    limits_of(request).players.take(address_of(request))
    known = identity.identities_of(request)
    player = known.new(asked.name)
    return {"player": player.id, "token": known.sign(player.id, "token")}


@router.get("/me", tags=["players"])
def who_am_i(request: Request) -> dict[str, Any]:
    """Who we think you are."""
    player = identity.require_player(request)
    return {"player": player.id, "name": player.name}


@router.patch("/me", tags=["players"])
def rename_me(request: Request, asked: Name) -> dict[str, Any]:
    """Another name, for tables to come."""
    player = identity.require_player(request)
    limits_of(request).commands.take(player.id)
    player = identity.identities_of(request).rename(player, asked.name)
    return {"player": player.id, "name": player.name}


@router.get("/me/tables", tags=["players"])
def my_tables(request: Request) -> list[dict[str, Any]]:
    """The tables where you sit, the last changed first."""
    player = identity.require_player(request)
    return [
        {
            "id": listed.info.id,
            "game": listed.info.game,
            "status": listed.summary.status,
            "my_turn": player.id in listed.summary.turn,
            "moves": listed.summary.moves,
            "changed": listed.changed,
        }
        for listed in lobby_of(request).store.tables_of(player.id)
    ]


# Tables


class SeatRequest(BaseModel):
    who: Literal["me", "here", "friend", "computer"] = Field(description="`here`: another person at this screen")
    name: str = Field("", max_length=200)
    level: int = Field(3, ge=1, le=8, description="of a computer")


class NewTable(BaseModel):
    game: str = Field(max_length=40)
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=20)
    seats: list[SeatRequest] = Field(max_length=8)
    position: str | None = Field(None, max_length=20_000, description="a diagram to begin with")
    key: str | None = Field(
        None, min_length=16, max_length=64, description="your name for this request: asking twice opens one table"
    )

    @field_validator("options", mode="before")
    @classmethod
    def is_plain(cls, options: object) -> object:
        """What is wrong is repeated in the refusal, and halves of characters cannot even be sent."""
        texts = [*options, *options.values()] if isinstance(options, dict) else []
        if any(isinstance(text, str) and (len(text) > 40 or not text.isascii()) for text in texts):
            raise ValueError("names and values of options are short and plain")
        return options


@router.post("/tables", tags=["tables"])
async def open_table(request: Request, response: Response, asked: NewTable) -> dict[str, Any]:
    """Opens a table. Friends take their seats through `invite_url`; the game begins when all seats are taken."""
    known = await asyncio.to_thread(identity.player_of, request)
    once: IdempotentCalls[tuple[Player, Session]] = request.app.state.opening
    player, session = await once.do(asked.key, lambda: make_table(request, asked, known))
    if known is not None and known.id != player.id:  # somebody else's name for a request opens nobody's table
        player, session = await once.do((known.id, asked.key), lambda: make_table(request, asked, known))
    remember(request, response, player)
    table = session.table
    invitation = invite_url(table) if any(command.who == "friend" for command in asked.seats) else None
    return {"id": table.info.id, "url": f"/t/{table.info.id}", "invite_url": invitation}


async def make_table(request: Request, asked: NewTable, known: Player | None) -> tuple[Player, Session]:
    """Looks whether it can be opened before anything is made: a player, then a table."""
    limits_of(request).tables.take(address_of(request))
    await lobby_of(request).check(asked.game, asked.options, len(asked.seats))
    player = await known_or_new(request, known, next((s.name for s in asked.seats if s.who == "me"), ""))
    seats = [seat_of(command, player) for command in asked.seats]
    return player, await lobby_of(request).open(asked.game, asked.options, seats, player.id, asked.position)


async def known_or_new(request: Request, player: Player | None, name: str) -> Player:
    """The player who asks. A browser that we do not know yet becomes one."""
    if player is None:
        limits_of(request).players.take(address_of(request))
        return await asyncio.to_thread(identity.identities_of(request).new, name)
    if name and name != player.name:
        return await asyncio.to_thread(identity.identities_of(request).rename, player, name)
    return player


def remember(request: Request, response: Response, player: Player) -> None:
    """A browser keeps who it is; a program knows."""
    if "authorization" not in request.headers:
        identity.remember(response, request, player)


def seat_of(command: SeatRequest, player: Player) -> Seat:
    if command.who == "friend":
        return Seat()
    if command.who == "computer":
        return Seat(COMPUTER, None, "", command.level)
    return Seat(PERSON, player.id, check_name(command.name) or (player.name if command.who == "me" else ""))


@router.get("/tables/{id}", tags=["tables"])
async def see_table(
    request: Request, id: str, lang: Spoken = None, seat: SeatNumber = None, draw: bool = False
) -> dict[str, Any]:
    """How the table stands for you: whose turn it is, and for your seats the possible choices."""
    if draw:
        limits_of(request).pictures.take(address_of(request))
    session, viewer = await look(request, id, lang, seat)
    view = view_of(session, viewer)
    choices = {str(mine): sorted(view["clicks"][str(mine)]) for mine in view["mine"]}
    info = session.table.info
    view |= {"id": id, "game": info.game, "options": dict(info.options), "choices": choices}
    if draw:
        view["svg"] = await asyncio.to_thread(picture, session.table, session.table.state, viewer)
    return view


async def look(request: Request, id: str, lang: str | None, seat: int | None = None) -> tuple[Session, Viewer]:
    session = await lobby_of(request).session(id)
    player = await asyncio.to_thread(identity.player_of, request)
    return session, Viewer(player.id if player else None, lang or language_of(request), seat)


@router.get("/tables/{id}/entries", tags=["tables"])
async def read_entries(
    request: Request,
    id: str,
    since: Annotated[int, Query(ge=0, description="the first number you have not seen")] = 0,
    wait: Annotated[float, Query(ge=0, le=MOST_WAIT, description="seconds to wait if there is nothing new")] = 0,
    lang: Spoken = None,
) -> list[dict[str, Any]]:
    """What happened, in order. With `wait` the answer comes as soon as something happens."""
    session, viewer = await look(request, id, lang)
    if wait and session.table.next <= since:
        await wait_for_news(session, viewer, since, wait)
    news = session.table.entries[since : since + MOST_ENTRIES]
    return await asyncio.to_thread(lambda: [entry_message(session.table, entry, viewer) for entry in news])


async def wait_for_news(session: Session, viewer: Viewer, since: int, seconds: float) -> None:
    woken = asyncio.Event()
    subscriber = Subscriber(woken.set, viewer.player)
    session.subscribe(subscriber)
    try:
        async with asyncio.timeout(seconds):
            while session.table.next <= since:
                await woken.wait()
                woken.clear()
    except TimeoutError:
        pass
    finally:
        session.unsubscribe(subscriber)


class Join(BaseModel):
    invite: str = Field(max_length=100)
    seat: int | None = Field(None, ge=0, le=7)
    name: str = Field("", max_length=200)


@router.post("/tables/{id}/join", tags=["tables"])
async def join(request: Request, response: Response, id: str, asked: Join) -> dict[str, Any]:
    """Takes a free seat with the invitation, the last part of `invite_url`."""
    session = await lobby_of(request).session(id)
    if not hmac.compare_digest(asked.invite.encode(), session.table.info.invite.encode()):
        raise refuse("invite")
    known = await asyncio.to_thread(identity.player_of, request)
    if known is None or not session.table.seats_of(known.id):
        find_free(session.table, asked.seat)  # refuses before anybody is made
    player = await known_or_new(request, known, asked.name)
    remember(request, response, player)
    limits_of(request).commands.take(player.id)
    await session.execute(Command("sit", player.id, seat=asked.seat, text=player.name))
    return {"id": id, "url": f"/t/{id}", "seats": session.table.seats_of(player.id)}


class Do(BaseModel):
    do: str = Field(max_length=40, description="`choose`, `undo`, `ask-undo`, `ask-draw`, `yes`, `no`, `resign`, …")
    id: str | None = Field(None, max_length=64, description="your name for this request: twice is harmless")
    seat: int | None = Field(None, ge=0, le=7)
    text: str = Field("", max_length=2_000, description="of `choose`: the event, of `say`: the words")
    at: int | None = Field(None, description="the number of the last entry you have seen; refused if it is too old")


@router.post("/tables/{id}/do", tags=["tables"])
async def act(request: Request, id: str, asked: Do) -> dict[str, Any]:
    """Does something at a table. The answer comes when it is on disk."""
    player = await asyncio.to_thread(identity.require_player, request)
    limits_of(request).commands.take(player.id)
    session = await lobby_of(request).session(id)
    return await execute(request, session, command_of(asked.model_dump(), player.id))


@router.get("/tables/{id}/sentence", tags=["tables"])
async def sentence(
    request: Request, id: str, text: Annotated[str, Query(max_length=200)], seat: SeatNumber = None, lang: Spoken = None
) -> dict[str, str]:
    """What a choice would do, in words; it is not made by that."""
    session, viewer = await look(request, id, lang)
    return {"sentence": session.table.named(session.table.state, viewer.lang).describe(text, viewer.lang, seat)}


@router.get("/tables/{id}/record", tags=["tables"], response_class=PlainTextResponse)
async def table_record(request: Request, id: str) -> PlainTextResponse:
    """The game so far as a record."""
    session = await lobby_of(request).session(id)
    return PlainTextResponse(str(session.table.record))


@router.get("/tables/{id}/invite.svg", tags=["tables"])
async def invitation(request: Request, id: str) -> Response:
    """The invitation as a QR code, for those who sit here."""
    session, viewer = await look(request, id, None)
    if not session.table.seats_of(viewer.player) and viewer.player != session.table.info.opener:
        raise refuse("not-seated")
    return qr_code(share_of(request).origin + invite_url(session.table))


def qr_code(text: str) -> Response:
    out = io.BytesIO()
    segno.make(text, micro=False).save(out, kind="svg", scale=8, border=3, light="#ffffff", dark="#000000", nl=False)
    return Response(out.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, no-store"})


@router.get("/tables/{id}/{number}.svg", tags=["tables"])
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
    named = table.named(table.line[number], viewer.lang)
    return await drawing(named, "svg", viewer.side(table), viewer.lang, theme, live=live, wide=wide)


# Records


@router.post("/records", tags=["records"])
async def upload(request: Request, response: Response) -> dict[str, Any]:
    """Keeps a record, the text of a `.ludo` file; an illegal one is refused with the line and the reason."""
    limits_of(request).records.take(address_of(request))
    body = await request.body()
    if len(body) > MOST_RECORD:
        raise refuse("too-large", most=MOST_RECORD)
    records: Records = request.app.state.records
    replay = await asyncio.to_thread(records.read, body.decode("utf-8", "replace"))
    player = await known_or_new(request, await asyncio.to_thread(identity.player_of, request), "")
    remember(request, response, player)
    await asyncio.to_thread(records.add, replay, player.id)
    return {"id": replay.id, "url": f"/records/{replay.id}", "events": len(replay.record.events)}
