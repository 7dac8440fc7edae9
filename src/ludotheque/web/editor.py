"""The position editor. The server keeps nothing of it: a page says what it has drawn so far and what to do with it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Annotated
from xml.sax.saxutils import quoteattr

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from ..core import editing
from ..core.contract import Box, Piece
from ..core.errors import GameError
from ..core.game import Game
from ..core.registry import load
from ..core.state import State
from . import addresses, previews
from . import wire_editor as wire
from .language import Lang, language_of
from .limits import Limits, address_of
from .options_view import describe_option
from .render import page
from .store_access import lobby_of
from .texts import for_scripts

router = APIRouter(prefix="/editor", tags=["analysis"])
pages = APIRouter(include_in_schema=False)
Spoken = Annotated[Lang | None, Query(description="the language of sentences")]


@router.post("")
async def edit(request: Request, asked: wire.Edit, lang: Spoken = None) -> wire.Sketch:
    """A position put together by hand: after one more edit, with its picture, and whether it can be."""
    limits: Limits = request.app.state.limits
    limits.positions.take(address_of(request))
    return await asyncio.to_thread(lambda: sketch_of(edited(asked), asked.seat, lang or language_of(request)))


def edited(asked: wire.Edit) -> State:
    """What is refused here can never be; the rest is for the whole position to say."""
    state = editing.sketched(load(asked.game), asked.position)
    if asked.clear:
        return editing.cleared(state)
    if asked.seats is not None or asked.options is not None:
        return editing.with_options(state, asked.seats or state.seats, {**state.options, **(asked.options or {})})
    if asked.moment is not None:
        return editing.begin(state, asked.moment)
    if asked.place is not None:
        return editing.put(state, asked.seat if asked.seat < state.seats else 0, asked.place, asked.piece)
    return state


def sketch_of(state: State, seat: int, lang: str) -> wire.Sketch:
    editor, seen = state.game.display.editor, seat if seat < state.seats else 0
    places = editor.places(state, seen)
    return {
        "position": state.diagram(),
        "svg": with_places(state.svg(seen, lang, theme="css", live=True), places),
        "reason": reason_of(state, lang),
        "status": state.status(lang),
        "pieces": [piece_of(state, name, piece, lang) for name, piece in editor.pieces(state).items()],
        "places": [{"name": name, "label": name} for name in places],
        "moment": editor.moment(state.array[0]),
        "moments": [{"name": name, "label": label.text(lang)} for name, label in editor.moments(state).items()],
        "seats": state.seats,
        "options": dict(state.options),
    }


def piece_of(state: State, name: str, piece: Piece, lang: str) -> wire.EditorPiece:
    colours = [] if piece.seat is None else state.game.display.picture.seat_colours(state, piece.seat)
    return {"name": name, "label": piece.label.text(lang), "colours": [colour.replace("_", "-") for colour in colours]}


def reason_of(state: State, lang: str) -> str | None:
    try:
        editing.checked(state)
    except GameError as problem:
        return problem.text(lang)
    return None


def with_places(svg: str, places: Mapping[str, Box]) -> str:
    """Over the picture lies a place to touch for each of these."""
    boxes = "".join(place_svg(name, box) for name, box in places.items())
    return svg.replace("</svg>", f"{boxes}</svg>")


def place_svg(name: str, box: Box) -> str:
    at = f'x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}" rx="4"'
    return f'<g id="place-{name}" class="place" aria-label={quoteattr(name)}><rect {at}/></g>\n'


# The page


@pages.get("/editor")
async def the_editor(
    request: Request,
    game: Annotated[str, Query(max_length=40)],
    position: Annotated[str | None, Query(max_length=20_000)] = None,
) -> HTMLResponse:
    found = await asyncio.to_thread(load, game)
    lobby_of(request).warming.want(found.name)
    return await asyncio.to_thread(editor_page, request, found, position)


def editor_page(request: Request, game: Game, position: str | None) -> HTMLResponse:
    lang, state = language_of(request), editing.sketched(game, position)
    sheets = state.game.display.picture.OWN_SHEETS
    sketch = sketch_of(state, 0, lang)
    boot: wire.EditorBoot = {
        "game": game.name,
        "title": game.title(lang),
        "sketch": sketch,
        "numbers": list(game.seats),
        "options": [describe_option(option, lang) for option in game.options.values()],
        "names": [state.seat_name(seat, lang) for seat in range(state.seats)],
        "sheets": sheets,
        "share": addresses.told(request),
        **for_scripts(lang),
    }
    told = {"game": game.name, "title": game.title(lang), "status": sketch["status"]}
    return page(
        request,
        "editor.html",
        None,
        table=told,
        boot=json.dumps(boot, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        svg=sketch["svg"],
        game_name=game.name,
        preview=previews.tags(request, previews.of_game(game.name, lang)),
    )
