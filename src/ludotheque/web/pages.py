"""The pages. Each gathers what a template shows; what happens at a table comes through the live channel and the API."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

import segno
from anyio import from_thread
from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.routing import APIRoute

from ..core.game import Game
from ..core.registry import load
from ..play.ports import Player
from ..play.session import Session
from ..play.table import FREE, Table
from . import addresses, assets, guides, lessons, listings, offers, previews, standings, wire
from .identity import identities_of, player_of, remember
from .language import language_of
from .live import lobby_of
from .records import Replay
from .reference import messages, reference, types
from .render import error_page, page
from .texts import asks_of, for_scripts
from .view import Viewer, entry_message, picture, view_of
from .wire_lessons import LessonBoot
from .wire_pages import ReplayBoot, TableBoot

router = APIRouter(include_in_schema=False)
router.include_router(assets.router)
router.include_router(previews.router)
Word = Annotated[str, Path(max_length=200)]
DEFAULT_LEVEL = 3
RECOVERY = "recovery"  # what the link to another device is signed for


def not_there() -> HTTPException:
    return HTTPException(404)


# The shelf and its games


@router.get("/")
def the_shelf(request: Request) -> HTMLResponse:
    me, lang = player_of(request), language_of(request)
    running = listings.tables(request.app.state.lobby.store, me.id, lang)[0] if me else []
    preview = previews.tags(request, previews.of_shelf(lang))
    return page(request, "shelf.html", me, games=listings.boxes(lang), running=running, preview=preview)


@router.get("/games/{name}")
def a_game(request: Request, name: Word) -> HTMLResponse:
    lang, me = language_of(request), player_of(request)
    game = listings.opened(load(name).name, lang)
    offer = offers.offer(request.app.state.lobby.store, me.id if me else None, load(name), lang)
    from_thread.run_sync(lobby_of(request).warming.want, name)
    return page(
        request,
        "game.html",
        me,
        game=game,
        game_name=name,
        guide=guides.guide(name, lang),
        default_level=DEFAULT_LEVEL,
        together=together(load(name)),
        lessons=lessons.names(load(name)),
        is_new=me is None or not listings.has_played(lobby_of(request).store, me.id, name),
        offer=offer,
        offered=offers.selects(load(name), offer, lang),
        preview=previews.tags(request, previews.of_game(name, lang)),
    )


def together(game: Game) -> int:
    """How many play if nobody says so: at least two."""
    return max(2, min(game.seats))


# Lessons


@router.get("/games/{name}/learn")
async def the_lessons(request: Request, name: Word) -> HTMLResponse:
    """From the first one on; the browser knows which of them are done, and goes on from there."""
    known = lessons.names(load(name))
    if not known:
        raise not_there()
    return await a_lesson(request, name, known[0])


@router.get("/games/{name}/learn/{lesson}")
async def a_lesson(request: Request, name: Word, lesson: Word) -> HTMLResponse:
    game, lang = load(name), language_of(request)
    lobby_of(request).warming.want(game.name)
    boot = await asyncio.to_thread(lessons.boot_of, game, lesson, lang, is_wide(request))
    return page(
        request,
        "lesson.html",
        await asyncio.to_thread(player_of, request),
        game=listings.box(name, lang),
        game_name=name,
        boot=as_json(boot),
        lessons=boot["lessons"],
        lesson=lesson,
        svg=boot["view"]["frames"][-1]["svg"],
        first=json.dumps(dict(game.first)),
        together=together(game),
        preview=previews.tags(request, previews.of_game(name, lang)),
    )


# Tables


@router.get("/t/{table}")
async def a_table(request: Request, table: Word) -> HTMLResponse:
    session = await find_session(request, table)
    me, lang = player_of(request), language_of(request)
    viewer = Viewer(me.id if me else None, lang, wide=is_wide(request))
    boot, svg = await asyncio.to_thread(table_boot, session, viewer, addresses.told(request))
    told, preview = about(session.table, lang), previews.tags(request, previews.of_table(session.table, lang))
    name = session.table.info.game
    return page(request, "table.html", me, table=told, boot=boot, svg=svg, game_name=name, preview=preview)


async def find_session(request: Request, table: str) -> Session:
    session: Session = await request.app.state.lobby.session(table)
    return session


def about(table: Table, lang: str) -> dict[str, str]:
    setting = table.game.told_options(table.info.seats, table.info.options, lang)
    return {"id": table.info.id, "game": table.info.game, "title": table.game.title(lang), "setting": setting}


def is_wide(request: Request) -> bool:
    """Whether the screen was wide when a page was last seen, so that the first picture fits already."""
    return request.cookies.get("wide") == "1"


def table_boot(session: Session, viewer: Viewer, share: wire.Share) -> tuple[str, str]:
    """What the table's script starts with, and the board: it is there with the page, before any script runs."""
    table, lang = session.table, viewer.lang
    boot: TableBoot = {
        "table": table.info.id,
        "game": table.info.game,
        "title": table.game.title(lang),
        "live": f"/t/{table.info.id}/live",
        "share": share,
        **for_scripts(lang),
        "asks": asks_of(table.game, lang),
        "view": view_of(session, viewer),
        "entries": [entry_message(table, entry, viewer) for entry in table.entries],
        "rolls": table.game.display.picture.DICE,
    }
    return as_json(boot), picture(table, table.state, viewer)


def as_json(told: TableBoot | ReplayBoot | LessonBoot) -> str:
    """JSON that may stand in a page's ``<script>`` element."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


@router.get("/t/{table}/join/{invite}")
async def an_invitation(request: Request, table: Word, invite: Word) -> Response:
    session = await find_session(request, table)
    if invite != session.table.info.invite:
        raise not_there()
    me, lang = player_of(request), language_of(request)
    if me and session.table.seats_of(me.id):
        return RedirectResponse(f"/t/{table}", 303)
    inviter = await asyncio.to_thread(inviter_of, request, session.table)
    return page(
        request,
        "join.html",
        me,
        table=about(session.table, lang),
        game=listings.box(session.table.info.game, lang),
        game_name=session.table.info.game,
        invite=invite,
        free=free_seats(session.table, lang),
        inviter=inviter,
        preview=previews.tags(request, previews.of_invitation(session.table, inviter, lang)),
    )


def free_seats(table: Table, lang: str) -> list[dict[str, Any]]:
    free = [number for number, seat in enumerate(table.seats) if seat.kind == FREE]
    return [{"seat": number, "label": table.state.seat_name(number, lang)} for number in free]


def inviter_of(request: Request, table: Table) -> str:
    """The name of who opened the table: the one used there, if there is one."""
    names = [table.seats[seat].name for seat in table.seats_of(table.info.opener)]
    opener = request.app.state.lobby.store.player(table.info.opener)
    return next((name for name in [*names, opener.name if opener else ""] if name), "")


# Replays


@router.get("/records/{record}")
async def a_replay(request: Request, record: Word) -> Response:
    return await replay(request, record, None)


@router.get("/records/{record}/{number}")
async def a_replay_from(request: Request, record: Word, number: int) -> Response:
    return await replay(request, record, number)


async def replay(request: Request, record: str, number: int | None) -> Response:
    """From the beginning or from where the link says; a chat shows that position, or else how it ended."""
    found: Replay = await request.app.state.records.find(record)
    game, lang, last = found.record.game, language_of(request), found.last
    share = addresses.told(request)
    boot = await asyncio.to_thread(replay_boot, found, number or 0, lang, is_wide(request), share)
    told = {"id": record, "game": game.name, "title": game.title(lang)}
    shown = last if number is None else max(0, min(number, last))
    preview = previews.tags(request, previews.of_record(found, shown, lang))
    me = player_of(request)
    return page(request, "replay.html", me, table=told, boot=boot, game_name=game.name, preview=preview)


def replay_boot(replay: Replay, number: int, lang: str, wide: bool, share: wire.Share) -> str:
    record, total = replay.record, replay.last
    at = max(0, min(number, total))
    told: ReplayBoot = {
        "record": replay.id,
        "n": at,
        "total": total,
        "game": record.game.name,
        "title": record.game.title(lang),
        "names": list(record.names),
        "seats": [replay.at(0).seat_name(seat, lang) for seat in range(len(record.names))],
        "result": list(record.result) if record.result else None,
        "status": replay.status(lang),
        "sentences": replay.sentences(lang),
        "topics": [state.topic for state in replay.states],
        "chance": [number for number, state in enumerate(replay.states[:-1]) if state.chance],
        "wide": wide,
        "svg": replay.at(at).svg(lang=lang, wide=wide, theme="css", live=True),
        **for_scripts(lang),
        "share": share,
    }
    return as_json(told)


# Myself


@router.get("/me")
def my_games(request: Request) -> HTMLResponse:
    me, lang = player_of(request), language_of(request)
    store = request.app.state.lobby.store
    played = store.finished_of(me.id) if me else []
    standings.complete(store, played)
    running, finished = listings.tables(store, me.id, lang) if me else ([], [])
    recovery = recovery_link(request, me) if me else ""
    return page(
        request,
        "me.html",
        me,
        running=running,
        finished=finished,
        standings=[listings.standing(each, lang) for each in standings.standings(played, me.id)] if me else [],
        recovery=recovery,
        share=addresses.told(request),
        code=segno.make(recovery, micro=False).svg_data_uri(scale=4, border=3, light="#fff") if recovery else "",
        moved="moved" in request.query_params,
    )


def recovery_link(request: Request, me: Player) -> str:
    return f"{addresses.share_of(request).origin}/me/{identities_of(request).sign(me.id, RECOVERY)}"


@router.get("/me/{token}")
def recover(request: Request, token: Word) -> Response:
    """Another device becomes the same player; one that is somebody already is asked first."""
    player, me = read_recovery(request, token), player_of(request)
    if me is None or me.id == player.id:
        return become(request, player)
    return page(request, "move.html", me, them=player.name, mine=recovery_link(request, me))


@router.post("/me/{token}")
def recover_instead(request: Request, token: Word) -> Response:
    return become(request, read_recovery(request, token))


def read_recovery(request: Request, token: str) -> Player:
    player = identities_of(request).read(token, RECOVERY)
    if player is None:
        raise not_there()
    return player


def become(request: Request, player: Player) -> Response:
    response = RedirectResponse("/me?moved=1", 303)
    remember(response, request, player)
    return response


# For programs


@router.get("/docs")
def the_reference(request: Request) -> HTMLResponse:
    api = request.app.openapi()
    me, groups = player_of(request), reference(api)
    return page(request, "docs.html", me, groups=groups, messages=messages(api), types=types(api))


# Some chats ask for the head of a page or of a picture first.
for route in (*router.routes, *assets.router.routes, *previews.router.routes):
    if isinstance(route, APIRoute) and route.methods and "GET" in route.methods:
        route.methods.add("HEAD")

__all__ = ["error_page", "router"]
