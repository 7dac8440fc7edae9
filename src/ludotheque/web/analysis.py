"""The analysis board. The server keeps nothing of it: a page says where it began and what was tried, and hears how it
stands and what a computer thinks of it."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from ..core.editing import passed
from ..core.lessons import find as find_lesson
from ..core.record import Event, Record
from ..core.registry import load
from ..core.state import CHANCE, State
from ..core.study import Node, Study
from ..play.analysts import Analysts, Question, must_think_alone
from ..play.commands import refuse
from ..play.ports import OVER, Player
from ..play.table import event_sentence
from . import identity, openapi
from . import wire_analysis as wire
from .language import Lang, language_of
from .limits import Limits, address_of
from .quotas import Quotas
from .records import Records, Replay
from .stopping import stopping_of
from .store_access import ask_store

if TYPE_CHECKING:
    from ..search.growing import Line, Lines

router = APIRouter(prefix="/analysis", tags=["analysis"])
Spoken = Annotated[Lang | None, Query(description="the language of sentences")]
KEPT = 400  # positions in memory: the next one is usually one event further
UPDATES: dict[int | str, dict[str, object]] = {
    200: {
        "description": "Messages as they come: each a line `data:` with `AnalysisLines`, and an empty line.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


# Positions


@dataclass(frozen=True)
class Start:
    """Where an analysis begins: a position by its name, which may be one of many of a record."""

    key: tuple[str, ...]
    state: State
    replay: Replay | None = None  # the record that it belongs to


@dataclass(eq=False)
class Positions:
    """The last positions that were looked at."""

    known: OrderedDict[tuple[object, ...], State] = field(default_factory=OrderedDict)
    keeping: Lock = field(default_factory=Lock)

    def after(self, start: Start, events: Sequence[Event]) -> State:
        """The position after these events, which the rules check."""
        done = len(events)
        while done and (*start.key, *events[:done]) not in self.known:
            done -= 1
        state = self.known.get((*start.key, *events[:done]), start.state) if done else start.state
        for at in range(done, len(events)):
            seat, text = events[at]
            state = state.play(text, seat)
        self.keep((*start.key, *events), state)
        return state

    def keep(self, key: tuple[object, ...], state: State) -> None:
        with self.keeping:
            self.known[key] = state
            self.known.move_to_end(key)
            while len(self.known) > KEPT:
                self.known.popitem(last=False)


async def start_of(request: Request, asked: wire.AnalysedPosition) -> Start:
    """The first position; refused to who plays that game with others just now, and of games that are not over."""
    if asked.record is not None:
        records: Records = request.app.state.records
        replay = await records.find(asked.record)
        if replay.table is not None and replay.table.status != OVER:
            raise refuse("analysis-running")
        await check_fair(request, replay.record.game.name)
        return await asyncio.to_thread(record_start, replay, asked.at)
    game = await asyncio.to_thread(load, asked.game or "")
    await check_fair(request, game.name)
    return await asyncio.to_thread(other_start, asked)


async def check_fair(request: Request, game: str) -> Player | None:
    """Nobody gets help in a game with others that is not over, wherever they say that a position comes from."""
    player = await identity.player_of(request)
    if player is not None:
        tables = await ask_store(request, lambda store: store.unfinished_of(player.id))
        if must_think_alone(tables, player.id, game):
            raise refuse("analysis-playing", game=load(game).catalog("title"))
    return player


def record_start(replay: Replay, at: int) -> Start:
    if not 0 <= at <= replay.last:
        raise refuse("no-position", n=replay.last, at=at)
    return Start(("record", replay.id, str(at)), replay.states[at].named(replay.record.names), replay)


def other_start(asked: wire.AnalysedPosition) -> Start:
    """A lesson, a diagram, or the beginning."""
    game = load(asked.game or "")
    if asked.lesson is not None:
        state = game.read(find_lesson(game, asked.lesson).start.diagram())
        return Start(("lesson", game.name, asked.lesson), state)
    if asked.position is not None:
        return Start(("position", game.name, asked.position), game.read(asked.position))
    return Start(("game", game.name), game.new())


def events_of(asked: wire.AnalysedPosition) -> list[Event]:
    return [(event.seat, event.text) for event in asked.events]


async def position_of(request: Request, asked: wire.AnalysedPosition) -> State:
    start, known = await start_of(request, asked), positions_of(request)
    return await asyncio.to_thread(known.after, start, events_of(asked))


def positions_of(request: Request) -> Positions:
    found: Positions = request.app.state.positions
    return found


def limits_of(request: Request) -> Limits:
    found: Limits = request.app.state.limits
    return found


@router.post("/position")
async def look(request: Request, asked: wire.PositionRequest, lang: Spoken = None) -> wire.AnalysisView:
    """A position of the analysis board: its picture, and what may happen."""
    limits_of(request).positions.take(address_of(request))
    state = await position_of(request, asked)
    said = lang or language_of(request)
    return await asyncio.to_thread(threat_of if asked.threats else view_of, state, said, asked.side, asked.wide)


def view_of(state: State, lang: str, side: int | None, wide: bool) -> wire.AnalysisView:
    seen = side_of(state, side)
    return {
        "svg": state.svg(seen, lang, wide=wide, theme="css", live=True),
        "sentence": event_sentence(state, state.names, lang) if state.last else "",
        "status": state.status(lang),
        "topic": state.topic,
        "rolled": state.last is not None and state.last[0] == CHANCE,
        "over": state.over,
        "actors": list(state.actors),
        "clicks": {str(seat): clicks_of(state, seat) for seat in seats_to_play(state, seen)},
        "draws": draws_of(state, lang),
        "side": seen,
        "threatens": passed(state) is not None,
        "diagram": state.diagram(),
        "options": dict(state.options),
        "result": list(state.result) if state.result else None,
    }


def threat_of(state: State, lang: str, side: int | None, wide: bool) -> wire.AnalysisView:
    """The same with the picture of the turn passed, on which threats are shown; nothing can be chosen there."""
    after = threatening(state)
    svg = after.svg(side_of(after, side), lang, wide=wide, theme="css", live=True)
    return {**view_of(state, lang, side, wide), "svg": svg, "status": after.status(lang), "clicks": {}, "draws": []}


def threatening(state: State) -> State:
    after = passed(state)
    if after is None:
        raise refuse("no-threat")
    return after


def side_of(state: State, side: int | None) -> int | None:
    """From where a position is drawn; where everybody has a sheet, that of who is to act if nobody asks for another."""
    if side is not None and side < state.seats:
        return side
    return next(iter(state.actors), 0) if state.game.display.picture.OWN_SHEETS else None


def seats_to_play(state: State, side: int | None) -> list[int]:
    sheets = state.game.display.picture.OWN_SHEETS
    return [seat for seat in state.actors if not sheets or seat == side]


def clicks_of(state: State, seat: int) -> dict[str, list[str]]:
    return {text: list(path) for text, path in state.clicks(seat).items()}


def draws_of(state: State, lang: str) -> list[wire.PossibleDraw]:
    outcomes = state.outcomes()
    total = sum(outcomes.values())
    return [
        {"text": text, "sentence": state.describe(text, lang), "share": weight / total}
        for text, weight in outcomes.items()
    ]


@router.post("/draw")
async def draw(request: Request, asked: wire.AnalysedPosition) -> wire.LineEvent:
    """One outcome at random, with the exact chances; where chance is to act."""
    limits_of(request).positions.take(address_of(request))
    state = await position_of(request, asked)
    return {"seat": CHANCE, "text": await asyncio.to_thread(state.random_outcome)}


# Lines


@router.post("/lines", response_class=StreamingResponse, responses=UPDATES)
async def think(request: Request, asked: wire.LinesRequest, lang: Spoken = None) -> StreamingResponse:
    """The best lines, first within a moment, then better and better for up to half a minute. Nobody has two at a time:
    who asks again ends what was asked for before. Close the connection when nobody looks any more."""
    limits_of(request).analyses.take(address_of(request))
    state = await position_of(request, asked)
    question = await asyncio.to_thread(question_of, state, asked)
    player = await identity.player_of(request)
    who = player.id if player else f"{address_of(request)} {request.client and request.client.port}"
    stream = messages(request, who, question, lang or language_of(request))
    return StreamingResponse(stream, media_type="text/event-stream", headers={"Cache-Control": "no-store"})


def question_of(state: State, asked: wire.LinesRequest) -> Question:
    """What is thought about; refused where there is nothing to choose."""
    if asked.threats:
        after = threatening(state)
        return Question(after, after.actors[0], asked.lines)
    seat = (
        CHANCE
        if state.chance
        else state.chooser(asked.seat if asked.seat is not None else next(iter(state.actors), None))
    )
    return Question(state, seat, asked.lines)


async def messages(request: Request, who: str, question: Question, lang: str) -> AsyncGenerator[str, None]:
    analysts: Analysts = request.app.state.analysts
    stopping = stopping_of(request)

    def tell(found: Lines) -> str:
        return as_event(lines_message(question, found, lang))

    with stopping.channel():
        async with aclosing(analysts.compiled(question.state)) as compiling:
            async for percent in compiling:
                yield as_event(still_warming(question, percent))
                if stopping.is_begun:
                    return
        async with aclosing(analysts.watch(who, address_of(request), question, tell)) as thoughts:
            async for message in thoughts:
                yield message
                if stopping.is_begun:
                    return


def as_event(message: wire.AnalysisLines) -> str:
    return f"data: {json.dumps(message, ensure_ascii=False, separators=(',', ':'))}\n\n"


def still_warming(question: Question, percent: int) -> wire.AnalysisLines:
    nothing: list[float] = [0.0] * question.state.seats
    return {
        "seat": question.seat,
        "values": nothing,
        "errors": nothing,
        "lines": [],
        "simulations": 0,
        "final": False,
        "warming": percent,
    }


def lines_message(question: Question, found: Lines, lang: str) -> wire.AnalysisLines:
    total = sum(line.choice.weight for line in found.lines)
    return {
        "seat": question.seat,
        "values": rounded(found.analysis.values),
        "errors": rounded(found.errors),
        "lines": [line_message(question, line, total, lang) for line in found.lines],
        "simulations": found.analysis.simulations,
        "final": found.is_final,
    }


def line_message(question: Question, line: Line, total: int, lang: str) -> wire.AnalysisLine:
    choice, state = line.choice, question.state
    clicks = state.game.display.clicks.clicks
    return {
        "events": [{"seat": seat, "text": text} for seat, text in choice.line],
        "sentence": state.describe(choice.text, lang, None if question.seat == CHANCE else question.seat),
        "path": [] if question.seat == CHANCE else list(clicks(state, question.seat, choice.action)),
        "values": rounded(choice.values),
        "errors": rounded(line.errors),
        "proven": choice.proven,
        "share": choice.weight / total if total else 1.0,
    }


def rounded(numbers: Sequence[float]) -> list[float]:
    return [round(number, 4) + 0.0 for number in numbers]


# Studies


@router.post("/studies", responses=openapi.REFUSALS)
async def keep_study(request: Request, response: Response, asked: wire.NewStudy) -> wire.KeptStudy:
    """Keeps what was tried as a record with variations and comments, for everybody who has its address."""
    limits_of(request).records.take(address_of(request))
    start = await start_of(request, asked)
    study = await asyncio.to_thread(study_of, start, asked)
    text = await asyncio.to_thread(str, study)
    quotas: Quotas = request.app.state.quotas
    await quotas.take(address_of(request), len(text.encode()))
    from .api import known_or_new, remember  # which includes this module

    player = await known_or_new(request, await identity.player_of(request), "")
    remember(request, response, player)
    records: Records = request.app.state.records
    replay = await asyncio.to_thread(records.of_study, study)
    await records.add(replay, player.id)
    return {"id": replay.id, "url": f"/analysis?record={replay.id}", "file": f"/records/{replay.id}.ludo"}


def study_of(start: Start, asked: wire.NewStudy) -> Study:
    """Of a record only its start is kept: what proves its draws belongs to that record and to no other."""
    nodes = [Node(node.parent, node.seat, node.text, node.comment) for node in asked.nodes]
    first = start.replay.states[0] if start.replay else start.state
    names = start.replay.record.names if start.replay else start.state.names
    return Study.make(Record.of(first.named(names)).dated(), nodes)
