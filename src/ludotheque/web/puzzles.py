"""Puzzles in the browser: a position, one choice, and what follows from it. What somebody has solved is kept."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from ..core import puzzles as core
from ..core.errors import GameError
from ..core.game import SEARCH, Game
from ..core.puzzles import DEFENCE, WIN, Puzzle
from ..core.record import Event
from ..core.registry import load
from ..core.state import CHANCE, State
from ..core.texts import CATALOG
from ..play.commands import now
from ..play.ports import Player, PuzzleStanding, PuzzleTry
from ..play.puzzle_rating import START
from ..play.table import event_sentence
from . import identity
from . import wire_puzzles as wire
from .language import Lang, language_of
from .limits import Limits, address_of
from .store_access import ask_store
from .texts import CATALOG as PAGES
from .texts import asks_of, for_scripts
from .wire_lessons import LessonFrame

router = APIRouter(prefix="/games/{name}/puzzles", tags=["puzzles"])
Spoken = Annotated[Lang | None, Query(description="the language of sentences")]
Word = Annotated[str, Path(max_length=60)]
Theme = Annotated[str, Query(max_length=40, description="only with this theme")]
Grade = Annotated[str, Query(pattern="^[1-5]?$", description="only of this grade, 1 to 5")]
NEWCOMER = PuzzleStanding(START)
REFUTING = 200_000  # positions in which the reply to a wrong choice is looked for
MOST_LINE = 9  # events that are shown


def take(request: Request) -> None:
    limits: Limits = request.app.state.limits
    limits.puzzles.take(address_of(request))


@router.get("")
async def list_puzzles(request: Request, name: Word, theme: Theme = "", grade: Grade = "") -> list[wire.PuzzleName]:
    """The puzzles of a game, the easiest first."""
    take(request)
    found = await asyncio.to_thread(selected, load(name), theme, grade)
    return [{"id": puzzle.id, "grade": puzzle.grade, "themes": list(puzzle.themes)} for puzzle in found]


@router.get("/next")
async def next_puzzle(
    request: Request,
    name: Word,
    theme: Theme = "",
    grade: Grade = "",
    after: Annotated[str, Query(max_length=40, description="not this one")] = "",
    wide: bool = False,
    lang: Spoken = None,
) -> wire.PuzzleView:
    """A puzzle that you have not solved, the one nearest to your rating."""
    take(request)
    game, said = load(name), lang or language_of(request)
    standing = await standing_of(request, game)
    puzzle = await asyncio.to_thread(lambda: fitting(selected(game, theme, grade), standing, after))
    if puzzle is None:
        raise GameError(CATALOG("puzzle.none", game=game.catalog("title")))
    return await viewed(request, puzzle, standing, said, wide)


@router.get("/today")
async def todays_puzzle(request: Request, name: Word, wide: bool = False, lang: Spoken = None) -> wire.PuzzleView:
    """The puzzle of the day, the same for everybody."""
    take(request)
    game = load(name)
    return await viewed(
        request,
        await asyncio.to_thread(today_of, game),
        await standing_of(request, game),
        lang or language_of(request),
        wide,
    )


@router.get("/{puzzle}")
async def one_puzzle(
    request: Request, name: Word, puzzle: Word, wide: bool = False, lang: Spoken = None
) -> wire.PuzzleView:
    """One puzzle."""
    take(request)
    found = await asyncio.to_thread(core.find, load(name), puzzle)
    return await viewed(request, found, await standing_of(request, found.game), lang or language_of(request), wide)


@router.post("/{puzzle}")
async def try_puzzle(
    request: Request, response: Response, name: Word, puzzle: Word, asked: wire.PuzzleTry, lang: Spoken = None
) -> wire.PuzzleAnswer:
    """Whether your choice is as good as the best; the first one at each puzzle counts for your row and rating."""
    take(request)
    found, said = await asyncio.to_thread(core.find, load(name), puzzle), lang or language_of(request)
    passed = await asyncio.to_thread(found.passes, asked.choice)
    standing = await noted(request, response, found, passed)
    line = await asyncio.to_thread(after_choice, found, asked.choice)
    return {
        "passed": passed,
        "sentence": core.reply(found, asked.choice).text(said),
        "themes": theme_names(found, said) if passed else [],
        "frames": await asyncio.to_thread(lambda: frames_of(found, line, said, asked.wide)[1:]),
        "standing": told_standing(found.game, standing),
    }


@router.post("/{puzzle}/solution")
async def show_solution(
    request: Request, response: Response, name: Word, puzzle: Word, asked: wire.PuzzleAsk, lang: Spoken = None
) -> wire.PuzzleSolution:
    """The answer and what is expected after it. Who asks before having tried it has not solved it."""
    take(request)
    found, said = await asyncio.to_thread(core.find, load(name), puzzle), lang or language_of(request)
    standing = await noted(request, response, found, False)
    return {
        "answer": found.answer,
        "sentence": core.why(found).text(said),
        "trap": await asyncio.to_thread(told_trap, found, said),
        "themes": theme_names(found, said),
        "frames": await asyncio.to_thread(frames_of, found, found.line[:MOST_LINE], said, asked.wide),
        "standing": told_standing(found.game, standing),
    }


# Which one


def selected(game: Game, theme: str, grade: str) -> list[Puzzle]:
    return core.select(game, theme or None, int(grade) if grade else None)


def fitting(every: list[Puzzle], standing: PuzzleStanding, after: str = "") -> Puzzle | None:
    """The one nearest to somebody's rating that was not solved; when all were, they begin again."""
    open_ = [puzzle for puzzle in every if puzzle.id not in standing.solved | {after}]
    again = [puzzle for puzzle in every if puzzle.id != after]
    return min(
        open_ or again or every, key=lambda puzzle: (abs(puzzle.rating - standing.rating), puzzle.id), default=None
    )


def today_of(game: Game) -> Puzzle:
    if not core.puzzles(game):
        raise GameError(CATALOG("puzzle.none", game=game.catalog("title")))
    return core.of_the_day(game, today())


def today() -> datetime.date:
    """The day that all servers have in common."""
    return datetime.datetime.now(datetime.UTC).date()


# Who


async def standing_of(request: Request, game: Game) -> PuzzleStanding:
    me = identity.id_of(request)
    return await ask_store(request, lambda store: store.puzzle_standing(me, game.name)) if me else NEWCOMER


async def noted(request: Request, response: Response, puzzle: Puzzle, passed: bool) -> PuzzleStanding:
    """Keeps a try. A browser that we do not know yet becomes a player."""
    me = await identity.player_of(request) or await newcomer(request, response)
    name = puzzle.game.name
    made = PuzzleTry(me.id, name, puzzle.id, passed, puzzle.rating, now())
    await ask_store(request, lambda store: store.note_puzzle(made))
    return await ask_store(request, lambda store: store.puzzle_standing(me.id, name))


async def newcomer(request: Request, response: Response) -> Player:
    limits: Limits = request.app.state.limits
    limits.players.take(address_of(request))
    player = await identity.identities_of(request).new()
    identity.remember(response, request, player)
    return player


def told_standing(game: Game, standing: PuzzleStanding) -> wire.PuzzleStanding:
    known = {puzzle.id for puzzle in core.puzzles(game)}
    return {
        "rating": round(standing.rating),
        "tries": standing.tries,
        "streak": standing.streak,
        "best": standing.best,
        "solved": len(standing.solved & known),
        "total": len(known),
    }


# What is shown


async def viewed(request: Request, puzzle: Puzzle, standing: PuzzleStanding, lang: str, wide: bool) -> wire.PuzzleView:
    rating = await ask_store(request, lambda store: store.puzzle_rating(puzzle.game.name, puzzle.id))
    return await asyncio.to_thread(view_of, puzzle, standing, puzzle.rating if rating is None else rating, lang, wide)


def view_of(puzzle: Puzzle, standing: PuzzleStanding, rating: float, lang: str, wide: bool) -> wire.PuzzleView:
    is_solved = puzzle.id in standing.solved
    is_todays = puzzle.id == today_of(puzzle.game).id
    grade = core.grade_sentence(puzzle.grade).text(lang)
    return {
        "id": puzzle.id,
        "name": PAGES("puzzles.today" if is_todays else "puzzles.name", grade=grade).text(lang),
        "grade": puzzle.grade,
        "grade_name": grade,
        "themes": theme_names(puzzle, lang) if is_solved else [],
        "rating": round(rating),
        "task": core.task(puzzle).text(lang),
        "seat": puzzle.seat,
        "today": is_todays,
        "solved": is_solved,
        "clicks": {text: list(path) for text, path in puzzle.state.clicks(puzzle.seat).items()},
        "frame": frame_of(puzzle, puzzle.state, lang, wide),
        "standing": told_standing(puzzle.game, standing),
    }


def boot_of(view: wire.PuzzleView, game: Game, theme: str, grade: str, lang: str, wide: bool) -> wire.PuzzleBoot:
    """What the script of a puzzle starts with."""
    return {
        "game": game.name,
        "wide": wide,
        "theme": theme,
        "grade": grade,
        "asks": asks_of(game, lang),
        "view": view,
        **for_scripts(lang),
    }


def theme_names(puzzle: Puzzle, lang: str) -> list[str]:
    return [core.theme_sentence(puzzle.game, theme).text(lang) for theme in puzzle.themes]


def filters_of(game: Game, lang: str) -> dict[str, list[tuple[str, str]]]:
    """What can be chosen: values and words."""
    grades = sorted({puzzle.grade for puzzle in core.puzzles(game)})
    return {
        "themes": [(theme, core.theme_sentence(game, theme).text(lang)) for theme in core.themes_of(game)],
        "grades": [(str(grade), core.grade_sentence(grade).text(lang)) for grade in grades],
    }


def after_choice(puzzle: Puzzle, text: str) -> list[Event]:
    """A choice and what follows: how it wins, or by which reply it fails, as far as that is known."""
    if text == puzzle.answer:
        return list(puzzle.line[:MOST_LINE])
    line: list[Event] = [(puzzle.seat, text)]
    if puzzle.kind == DEFENCE and text not in puzzle.also:
        line += refutation(puzzle, puzzle.state.play(text, puzzle.seat))
    return line


def refutation(puzzle: Puzzle, after: State) -> list[Event]:
    """The reply that wins, if it is found at once; before the search is compiled nobody waits for it."""
    if after.over or after.chance or puzzle.seat in after.actors or SEARCH in puzzle.game.interpreted:
        return []
    from ..search.exact import certain_values  # here and not above: it loads the compiler

    seat = after.actors[0]
    certain = certain_values(after, seat, REFUTING, puzzle.turns)
    found = [action for action, value in certain.items() if value == 1]
    return [(seat, puzzle.game.display.notation.write(after, seat, found[0]))] if found else []


def told_trap(puzzle: Puzzle, lang: str) -> str:
    if not puzzle.trap or puzzle.kind == WIN:
        return ""
    after = puzzle.follow(puzzle.trap[:1])[-1]
    return CATALOG("puzzle.trap", text=event_sentence(after, after.names, lang)).text(lang)


def frames_of(puzzle: Puzzle, line: Iterable[Event], lang: str, wide: bool) -> list[LessonFrame]:
    return [frame_of(puzzle, state, lang, wide) for state in puzzle.follow(line)]


def frame_of(puzzle: Puzzle, state: State, lang: str, wide: bool) -> LessonFrame:
    return {
        "svg": state.svg(puzzle.seat, lang, wide=wide, theme="css", live=True),
        "sentence": "" if state.last is None else event_sentence(state, state.names, lang),
        "rolled": state.last is not None and state.last[0] == CHANCE,
    }
