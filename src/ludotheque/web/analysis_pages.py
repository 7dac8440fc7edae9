"""The page of the analysis board: ``/analysis?record=ID&at=NUMBER`` (or ``table=ID``), ``?game=NAME``, with
``&lesson=NAME`` or ``&position=DIAGRAM``; and ``&then=SEAT EVENT;…`` for what was tried from there, ``&next=…`` for
what may be tried next."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, cast

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import ValidationError

from ..core.record import Event
from ..core.state import State
from ..core.study import Node, Study
from ..play.commands import refuse
from . import addresses, previews
from . import wire_analysis as wire
from .analysis import Start, positions_of, start_of, view_of
from .language import language_of
from .render import page
from .store_access import lobby_of
from .texts import asks_of, for_scripts

router = APIRouter(include_in_schema=False)
Word = Annotated[str | None, Query(max_length=60)]
Tries = list[wire.TriedEvent]
Tried = Annotated[str, Query(max_length=60_000)]
Nodes = list[wire.AnalysisNode]


@router.get("/analysis")
async def the_board(
    request: Request,
    record: Word = None,
    table: Word = None,
    at: Annotated[int | None, Query(ge=0)] = None,
    game: Word = None,
    lesson: Word = None,
    position: Annotated[str | None, Query(max_length=20_000)] = None,
    then: Tried = "",
    next: Tried = "",
) -> Response:
    id = record or table
    if id is None and game is None:
        return RedirectResponse("/", 303)
    asked = asked_for(id, at, game, lesson, position, then)
    start = await start_of(request, asked)
    lobby_of(request).warming.want(start.state.game.name)
    return await asyncio.to_thread(board_page, request, start, asked, events_in(next))


def asked_for(
    record: str | None, at: int | None, game: str | None, lesson: str | None, position: str | None, then: str
) -> wire.AnalysedPosition:
    """As an address says it; of what was tried each event is a seat (``*`` for chance), a blank and its text."""
    try:
        return wire.AnalysedPosition(
            record=record, at=at or 0, game=game, lesson=lesson, position=position, events=events_in(then)
        )
    except ValidationError:
        raise refuse("message", reason="then") from None


def events_in(text: str) -> Tries:
    words = [event.partition(" ") for event in text.split(";") if event]
    try:
        return [wire.TriedEvent(seat=-1 if seat == "*" else int(seat), text=text) for seat, _, text in words]
    except (ValidationError, ValueError):
        raise refuse("message", reason="then") from None


def board_page(request: Request, start: Start, asked: wire.AnalysedPosition, later: Tries) -> HTMLResponse:
    lang, game, wide = language_of(request), start.state.game, request.cookies.get("wide") == "1"
    nodes, node = nodes_of(start, asked)
    state = positions_of(request).after(start, [(event.seat, event.text) for event in asked.events])
    lay_out(nodes, node, state, later)
    view = view_of(state, lang, None, wide)
    boot: wire.AnalysisBoot = {
        "game": game.name,
        "title": game.title(lang),
        "start": where_of(asked),
        "nodes": nodes,
        "node": node,
        "view": view,
        "seats": seats_of(state, lang),
        "sheets": game.display.picture.OWN_SHEETS,
        "points": state.seats == 1,
        "asks": asks_of(game, lang),
        "wide": wide,
        "share": addresses.told(request),
        **for_scripts(lang),
    }
    told = {"game": game.name, "title": game.title(lang), "status": view["sentence"] or view["status"]}
    preview = previews.tags(request, previews.of_game(game.name, lang))
    return page(
        request,
        "analysis.html",
        None,
        table=told,
        boot=json.dumps(boot, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        svg=view["svg"],
        game_name=game.name,
        preview=preview,
    )


def where_of(asked: wire.AnalysedPosition) -> wire.AnalysisStart:
    named = {"record": asked.record} if asked.record else {"game": asked.game, "lesson": asked.lesson}
    named |= {} if asked.record else {"position": asked.position}
    return cast(wire.AnalysisStart, {name: value for name, value in named.items() if value is not None})


def seats_of(state: State, lang: str) -> list[wire.AnalysisSeat]:
    colours = state.game.display.picture.seat_colours
    return [
        {
            "label": state.seat_name(seat, lang),
            "name": state.names[seat],
            "colours": [name.replace("_", "-") for name in colours(state, seat)],
        }
        for seat in range(state.seats)
    ]


def nodes_of(start: Start, asked: wire.AnalysedPosition) -> tuple[Nodes, int]:
    """All that is known of the game, with what was tried besides; and the number of the position that is shown."""
    replay = start.replay
    known = (replay.study or Study.of(replay.record)) if replay else None
    nodes = node_list(known) if known else [told(Node(), 0)]
    at = known.main[asked.at] if known else 0
    for event in asked.events:
        at = follow(nodes, at, (event.seat, event.text))
    return nodes, at


def lay_out(nodes: Nodes, at: int, state: State, later: Tries) -> None:
    """Adds a line that goes on from the position that is shown, if the rules allow it."""
    for event in later:
        state = state.play(event.text, event.seat)
        at = follow(nodes, at, (event.seat, event.text))


def node_list(study: Study) -> Nodes:
    places = {number: at for at, number in enumerate(study.main)}
    return [told(node, places.get(number)) for number, node in enumerate(study.nodes)]


def told(node: Node, at: int | None) -> wire.AnalysisNode:
    return {"parent": node.parent, "seat": node.seat, "text": node.text, "comment": node.comment, "at": at}


def follow(nodes: Nodes, at: int, event: Event) -> int:
    """The node that an event leads to; a new one if it was not tried yet."""
    found = (n for n, node in enumerate(nodes) if (node["parent"], node["seat"], node["text"]) == (at, *event))
    number = next(found, len(nodes))
    if number == len(nodes):
        nodes.append(told(Node(at, *event), None))
    return number
