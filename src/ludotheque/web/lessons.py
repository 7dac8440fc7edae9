"""Lessons in the browser. The server keeps nothing of them: a page says which choices were made, and hears where they
lead."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated, cast

from fastapi import APIRouter, Path, Query, Request

from ..core.game import Game
from ..core.lessons import OPEN, Lesson, Progress, find, lessons, names, progress, solution
from ..core.registry import load
from ..core.state import CHANCE, State
from ..play.fair_executor import Share
from ..play.table import event_sentence
from . import wire_lessons as wire
from .language import Lang, language_of
from .limits import Limits, address_of
from .store_access import lobby_of
from .texts import asks_of, for_scripts

router = APIRouter(prefix="/games/{name}/lessons", tags=["lessons"])
Spoken = Annotated[Lang | None, Query(description="the language of sentences")]
Word = Annotated[str, Path(max_length=60)]


def take(request: Request) -> None:
    limits: Limits = request.app.state.limits
    limits.lessons.take(address_of(request))


@router.get("")
async def list_lessons(request: Request, name: Word, lang: Spoken = None) -> list[wire.Lesson]:
    """The lessons of a game, in order; some games have none."""
    take(request)
    return await asyncio.to_thread(described, load(name), lang or language_of(request))


@router.post("/{lesson}")
async def try_lesson(
    request: Request, name: Word, lesson: Word, asked: wire.LessonTry, lang: Spoken = None
) -> wire.LessonView:
    """Where your choices in a lesson lead, with all answers; without choices, how it begins."""
    take(request)
    said = lang or language_of(request)
    return await asyncio.to_thread(lambda: view_of(find(load(name), lesson), asked.choices, said, asked.wide))


@router.get("/{lesson}/solution")
async def show_solution(request: Request, name: Word, lesson: Word) -> wire.LessonSolution:
    """One way to the goal of a lesson."""
    take(request)
    found, address = await asyncio.to_thread(find, load(name), lesson), address_of(request)
    return {"choices": list(await lobby_of(request).executor.run(Share(address, address), lambda: solution_of(found)))}


@cache
def solution_of(lesson: Lesson) -> tuple[str, ...]:
    """Found once: looking for it may take a second."""
    found = solution(lesson, answer)
    assert found is not None, "a test solves every lesson"
    return found


def answer(state: State, seat: int) -> str:
    """What the others do where a lesson does not say it."""
    from ..search.steady import answer  # here and not above: it loads the compiler, which a server starts without

    return answer(state, seat)


def described(game: Game, lang: str) -> list[wire.Lesson]:
    return [
        {
            "name": lesson.name,
            "title": lesson.sentence("title").text(lang),
            "task": lesson.sentence("task").text(lang),
            "within": lesson.goal.within,
            "analysis": f"/analysis?game={game.name}&lesson={lesson.name}",
        }
        for lesson in lessons(game)
    ]


def boot_of(game: Game, name: str, lang: str, wide: bool) -> wire.LessonBoot:
    """What the script of a lesson starts with."""
    return {
        "game": game.name,
        "pages": f"/games/{game.name}/learn",
        "calls": f"/api/games/{game.name}/lessons",
        "kept": game.name,
        "lessons": described(game, lang),
        "lesson": name,
        "wide": wide,
        "asks": asks_of(game, lang),
        "view": view_of(find(game, name), [], lang, wide),
        **for_scripts(lang),
    }


def view_of(lesson: Lesson, choices: list[str], lang: str, wide: bool) -> wire.LessonView:
    before = progress(lesson, choices[:-1], answer)
    now = before.choose(choices[-1]) if choices else before
    news = now.states[len(before.states) :] if choices else now.states
    is_open = now.outcome == OPEN
    return {
        "outcome": cast(wire.LessonOutcome, now.outcome),
        "sentence": lesson.sentence(PART[now.outcome]).text(lang),
        "left": now.left,
        "seat": lesson.seat,
        "clicks": clicks_of(now) if is_open else {},
        "frames": [frame_of(lesson, state, lang, wide) for state in news],
    }


PART = {"open": "task", "reached": "done", "missed": "wrong"}


def clicks_of(now: Progress) -> dict[str, list[str]]:
    return {text: list(path) for text, path in now.state.clicks(now.lesson.seat).items()}


def frame_of(lesson: Lesson, state: State, lang: str, wide: bool) -> wire.LessonFrame:
    is_first = state is lesson.start or state.last is None
    return {
        "svg": state.svg(lesson.seat, lang, wide=wide, theme="css", live=True),
        "sentence": "" if is_first else event_sentence(state, state.names, lang),
        "rolled": not is_first and state.last is not None and state.last[0] == CHANCE,
    }


__all__ = ["boot_of", "names", "router"]
