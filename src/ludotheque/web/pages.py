"""The pages. Each gathers what a template shows; what happens at a table comes through the live channel and the API."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

import segno
from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.routing import APIRoute

from ..core import puzzles as kept_puzzles
from ..core.game import Game
from ..core.registry import games, load
from ..play.ports import Listed, Player, Store, StoreUnavailable
from ..play.session import Session
from ..play.table import FREE, Table
from . import (
    addresses,
    analysis_pages,
    assets,
    daily,
    dice,
    editor,
    exercises,
    guides,
    lessons,
    listings,
    offers,
    previews,
    puzzles,
    recovery,
    reports,
    standings,
    wire,
)
from .identity import id_of, player_of
from .language import language_of
from .records import Replay
from .reference import messages, reference, types
from .render import page
from .store_access import ask_store, lobby_of
from .texts import asks_of, for_scripts
from .view import Viewer, entry_message, picture, view_of
from .wire_lessons import LessonBoot
from .wire_pages import ReplayBoot, TableBoot
from .wire_puzzles import PuzzleBoot, PuzzleView

router = APIRouter(include_in_schema=False)
PARTS = (
    assets.router,
    previews.router,
    recovery.router,
    dice.pages,
    daily.pages,
    reports.router,
    exercises.router,
    analysis_pages.router,
    editor.pages,
)
for part in PARTS:
    router.include_router(part)
Word = Annotated[str, Path(max_length=200)]
DEFAULT_LEVEL = 3
AT_ONCE = 0.5  # seconds that the shelf waits for somebody's tables


def not_there() -> HTTPException:
    return HTTPException(404)


# The shelf and its games


@router.get("/")
async def the_shelf(request: Request) -> HTMLResponse:
    return await asyncio.to_thread(shelf_page, request, await running_tables(request))


async def running_tables(request: Request) -> list[dict[str, Any]] | None:
    """Of who asks; None if they do not come at once, because the games on the shelf need nothing of the store."""
    me, lang = id_of(request), language_of(request)
    if me is None:
        return []
    try:
        return await ask_store(request, lambda store: listings.tables(store, me, lang)[0], AT_ONCE)
    except StoreUnavailable:
        return None


def shelf_page(request: Request, running: list[dict[str, Any]] | None) -> HTMLResponse:
    lang = language_of(request)
    preview = previews.tags(request, previews.of_shelf(lang))
    return page(
        request, "shelf.html", None, games=listings.boxes(lang), running=running, puzzled=puzzled(), preview=preview
    )


def puzzled() -> list[str]:
    """The games that have puzzles."""
    return [name for name in games() if kept_puzzles.files(load(name))]


@router.get("/games/{name}")
async def a_game(request: Request, name: Word) -> HTMLResponse:
    game, me = await asyncio.to_thread(load, name), await player_of(request)
    lobby_of(request).warming.want(game.name)
    played = await ask_store(request, lambda store: games_of(store, me)) if me else []
    return await asyncio.to_thread(game_page, request, game, me, played)


def games_of(store: Store, me: Player) -> list[Listed]:
    """What somebody has played, finished or not."""
    return [*store.finished_of(me.id), *store.tables_of(me.id)]


def game_page(request: Request, game: Game, me: Player | None, played: list[Listed]) -> HTMLResponse:
    lang, name = language_of(request), game.name
    offer = offers.offer(played, me.id if me else None, game, lang)
    return page(
        request,
        "game.html",
        me,
        game=listings.opened(name, lang),
        game_name=name,
        guide=guides.guide(name, lang),
        default_level=DEFAULT_LEVEL,
        together=together(game),
        lessons=lessons.names(game),
        daily=game.daily,
        has_puzzles=bool(kept_puzzles.files(game)),
        is_new=not listings.has_played(played, name),
        offer=offer,
        offered=offers.selects(game, offer, lang),
        preview=previews.tags(request, previews.of_game(name, lang)),
    )


def together(game: Game) -> int:
    """How many play if nobody says so: at least two."""
    return max(2, min(game.seats))


# Lessons


@router.get("/games/{name}/learn")
async def the_lessons(request: Request, name: Word) -> HTMLResponse:
    """From the first one on; the browser knows which of them are done, and goes on from there."""
    known = await asyncio.to_thread(lambda: lessons.names(load(name)))
    if not known:
        raise not_there()
    return await a_lesson(request, name, known[0])


@router.get("/games/{name}/learn/{lesson}")
async def a_lesson(request: Request, name: Word, lesson: Word) -> HTMLResponse:
    game = await asyncio.to_thread(load, name)
    lobby_of(request).warming.want(game.name)
    return await asyncio.to_thread(lesson_page, request, game, lesson)


def lesson_page(request: Request, game: Game, lesson: str) -> HTMLResponse:
    name, lang = game.name, language_of(request)
    boot = lessons.boot_of(game, lesson, lang, is_wide(request))
    return page(
        request,
        "lesson.html",
        None,
        game=listings.box(name, lang),
        game_name=name,
        boot=as_json(boot),
        pages=boot["pages"],
        lessons=boot["lessons"],
        lesson=lesson,
        svg=boot["view"]["frames"][-1]["svg"],
        first=json.dumps(dict(game.first)),
        together=together(game),
        preview=previews.tags(request, previews.of_game(name, lang)),
    )


# Puzzles


@router.get("/games/{name}/puzzles")
async def the_puzzles(
    request: Request, name: Word, theme: puzzles.Theme = "", grade: puzzles.Grade = ""
) -> HTMLResponse:
    """One that fits who asks."""
    lang, wide = language_of(request), is_wide(request)
    view = await puzzles.next_puzzle(request, name, theme, grade, wide=wide, lang=lang)
    return await puzzle_of(request, name, view, theme, grade)


@router.get("/games/{name}/puzzles/today")
async def todays_puzzle(request: Request, name: Word) -> HTMLResponse:
    view = await puzzles.todays_puzzle(request, name, is_wide(request), language_of(request))
    return await puzzle_of(request, name, view)


@router.get("/games/{name}/puzzles/{puzzle}")
async def a_puzzle(request: Request, name: Word, puzzle: Word) -> HTMLResponse:
    view = await puzzles.one_puzzle(request, name, puzzle, is_wide(request), language_of(request))
    return await puzzle_of(request, name, view)


async def puzzle_of(request: Request, name: str, view: PuzzleView, theme: str = "", grade: str = "") -> HTMLResponse:
    game = await asyncio.to_thread(load, name)
    lobby_of(request).warming.want(game.name)
    return await asyncio.to_thread(puzzle_page, request, game, view, theme, grade)


def puzzle_page(request: Request, game: Game, view: PuzzleView, theme: str, grade: str) -> HTMLResponse:
    lang = language_of(request)
    boot = puzzles.boot_of(view, game, theme, grade, lang, is_wide(request))
    return page(
        request,
        "puzzle.html",
        None,
        game=listings.box(game.name, lang),
        game_name=game.name,
        boot=as_json(boot),
        view=view,
        svg=view["frame"]["svg"],
        theme_chosen=theme,
        grade_chosen=grade,
        filters=puzzles.filters_of(game, lang),
        preview=previews.tags(request, previews.of_game(game.name, lang)),
    )


# Tables


@router.get("/t/{table}")
async def a_table(request: Request, table: Word) -> HTMLResponse:
    session, me = await lobby_of(request).session(table), await player_of(request)
    return await asyncio.to_thread(table_page, request, session, me)


def table_page(request: Request, session: Session, me: Player | None) -> HTMLResponse:
    lang = language_of(request)
    viewer = Viewer(me.id if me else None, lang, wide=is_wide(request))
    boot, svg = table_boot(session, viewer, addresses.told(request))
    told, preview = about(session.table, lang), previews.tags(request, previews.of_table(session.table, lang))
    name = session.table.info.game
    return page(request, "table.html", me, table=told, boot=boot, svg=svg, game_name=name, preview=preview)


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


def as_json(told: TableBoot | ReplayBoot | LessonBoot | PuzzleBoot) -> str:
    """JSON that may stand in a page's ``<script>`` element."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


@router.get("/t/{table}/join/{invite}")
async def an_invitation(request: Request, table: Word, invite: Word) -> Response:
    session = await lobby_of(request).session(table)
    if invite != session.table.info.invite:
        raise not_there()
    me = await player_of(request)
    if me and session.table.seats_of(me.id):
        return RedirectResponse(f"/t/{table}", 303)
    inviter = await ask_store(request, lambda store: inviter_of(store, session.table))
    return await asyncio.to_thread(invitation_page, request, session.table, me, inviter)


def invitation_page(request: Request, table: Table, me: Player | None, inviter: str) -> HTMLResponse:
    lang = language_of(request)
    return page(
        request,
        "join.html",
        me,
        table=about(table, lang),
        game=listings.box(table.info.game, lang),
        game_name=table.info.game,
        invite=table.info.invite,
        commitment=table.info.commitment or "",
        free=free_seats(table, lang),
        inviter=inviter,
        preview=previews.tags(request, previews.of_invitation(table, inviter, lang)),
    )


def free_seats(table: Table, lang: str) -> list[dict[str, Any]]:
    free = [number for number, seat in enumerate(table.seats) if seat.kind == FREE]
    return [{"seat": number, "label": table.state.seat_name(number, lang)} for number in free]


def inviter_of(store: Store, table: Table) -> str:
    """The name of who opened the table: the one used there, if there is one."""
    names = [table.seats[seat].name for seat in table.seats_of(table.info.opener)]
    opener = store.player(table.info.opener)
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
    return await asyncio.to_thread(replay_page, request, found, number)


def replay_page(request: Request, found: Replay, number: int | None) -> HTMLResponse:
    game, lang, last = found.record.game, language_of(request), found.last
    boot = replay_boot(found, number or 0, lang, is_wide(request), addresses.told(request))
    told = {"id": found.id, "game": game.name, "title": game.title(lang)}
    can_check = found.record.dice is not None and found.record.dice.secret is not None
    shown = last if number is None else max(0, min(number, last))
    preview = previews.tags(request, previews.of_record(found, shown, lang))
    return page(
        request,
        "replay.html",
        None,
        table=told,
        boot=boot,
        can_check=can_check,
        game_name=game.name,
        preview=preview,
    )


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
async def my_games(request: Request) -> HTMLResponse:
    me, lang = await player_of(request), language_of(request)
    if me is None:
        return await asyncio.to_thread(my_page, request, me, [], [], [])
    lobby, played = lobby_of(request), await ask_store(request, lambda store: store.finished_of(me.id))
    await standings.complete(lobby.store, lobby.threads, played)
    running, finished = await ask_store(request, lambda store: listings.tables(store, me.id, lang))
    return await asyncio.to_thread(my_page, request, me, played, running, finished)


def my_page(
    request: Request,
    me: Player | None,
    played: list[Listed],
    running: list[dict[str, Any]],
    finished: list[dict[str, Any]],
) -> HTMLResponse:
    lang, my_link = language_of(request), recovery.link(request, me) if me else ""
    return page(
        request,
        "me.html",
        me,
        running=running,
        finished=finished,
        standings=[listings.standing(each, lang) for each in standings.standings(played, me.id)] if me else [],
        recovery=my_link,
        share=addresses.told(request),
        code=segno.make(my_link, micro=False).svg_data_uri(scale=4, border=3, light="#fff") if my_link else "",
        news=next((news for news in ("moved", "renewed") if news in request.query_params), None),
    )


# For programs


@router.get("/docs")
def the_reference(request: Request) -> HTMLResponse:
    api = request.app.openapi()
    return page(request, "docs.html", None, groups=reference(api), messages=messages(api), types=types(api))


# Some chats ask for the head of a page or of a picture first.
for route in (route for each in (router, *PARTS) for route in each.routes):
    if isinstance(route, APIRoute) and route.methods and "GET" in route.methods:
        route.methods.add("HEAD")
