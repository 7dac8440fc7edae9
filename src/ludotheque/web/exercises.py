"""Learning from one's mistakes in the browser: the page of the lessons, with positions from a report."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import HTMLResponse

from ..play.fair_executor import Share
from . import listings, openapi
from . import wire_lessons as wire
from .language import Lang, language_of
from .lessons import take
from .limits import address_of
from .records import Replay
from .render import page, sayer
from .report_view import analysis_url
from .reports import find, finished
from .store_access import lobby_of
from .texts import asks_of, for_scripts

if TYPE_CHECKING:
    from ..search.reports.exercises import Attempt
    from ..search.reports.report import Moment, Report

router = APIRouter(include_in_schema=False)
api_router = APIRouter(prefix="/records/{id}/exercises/{seat}", tags=["records"], responses=openapi.REFUSALS)
Word = Annotated[str, Path(max_length=200)]
SeatNumber = Annotated[int, Path(ge=0, le=7)]
Number = Annotated[int, Path(ge=1)]
Spoken = Annotated[Lang | None, Query(description="the language of sentences")]


class Exercises:
    """The exercises of one seat of a game."""

    def __init__(self, found: Replay, report: Report, seat: int, lang: str) -> None:
        from ..search.reports.exercises import exercises  # loads the compiler, which a server starts without
        from ..search.reports.words import Words

        self.found, self.report, self.seat, self.lang = found, report, seat, lang
        self.words, self.say = Words(report, lang), sayer(lang)
        self.moments = exercises(report, seat) if seat < report.seats else []

    def moment(self, number: int) -> Moment:
        for moment in self.moments:
            if moment.number == number:
                return moment
        raise HTTPException(404)

    def described(self) -> list[wire.Lesson]:
        return [self.lesson(moment) for moment in self.moments]

    def lesson(self, moment: Moment) -> wire.Lesson:
        lost, made = self.words.amount(moment.loss, moment.error), self.words.caption(moment).made
        title = self.say("exercise.title", n=moment.number, name=self.words.name(self.seat))
        task = self.say("exercise.task", made=made, n=lost)
        analysis = analysis_url(self.found.id, moment.number - 1)
        return {"name": str(moment.number), "title": title, "task": task, "within": 1, "analysis": analysis}

    def view(self, moment: Moment, text: str | None, tried: Attempt | None, wide: bool) -> wire.LessonView:
        before = self.found.at(moment.number - 1)
        state = before if text is None else before.play(text, self.seat)
        said = "" if text is None else before.describe(text, self.lang, self.seat)
        svg = state.svg(self.seat, self.lang, wide=wide, theme="css", live=True)
        is_open = tried is None
        clicks = {each: list(path) for each, path in before.clicks(self.seat).items()} if is_open else {}
        return {
            "outcome": "open" if tried is None else "reached" if tried.passed else "missed",
            "sentence": self.told(moment, text, tried),
            "left": 1 if is_open else 0,
            "seat": self.seat,
            "clicks": clicks,
            "frames": [{"svg": svg, "sentence": said, "rolled": False}],
        }

    def told(self, moment: Moment, text: str | None, tried: Attempt | None) -> str:
        """What is said to a try."""
        if tried is None:
            return self.lesson(moment)["task"]
        if text == moment.best:
            return self.say("exercise.best")
        lost = self.words.amount(max(0.0, tried.loss), tried.error)
        return self.say("exercise.good" if tried.passed else "exercise.worse", n=lost)


async def exercises_of(request: Request, id: str, seat: int, lang: str | None = None) -> Exercises:
    found, report = await find(request, id), await finished(request, id)
    return await asyncio.to_thread(Exercises, found, report, seat, lang or language_of(request))


@api_router.get("")
async def list_exercises(request: Request, id: Word, seat: SeatNumber, lang: Spoken = None) -> list[wire.Lesson]:
    """The positions in which a seat lost something, when the report is done; their names are numbers of events."""
    take(request)
    return await asyncio.to_thread((await exercises_of(request, id, seat, lang)).described)


@api_router.post("/{number}")
async def try_exercise(
    request: Request, id: Word, seat: SeatNumber, number: Number, asked: wire.LessonTry, lang: Spoken = None
) -> wire.LessonView:
    """What another choice there would have been worth: it passes if it is as good as the best, within the error."""
    take(request)
    told = await exercises_of(request, id, seat, lang)
    moment, text = told.moment(number), asked.choices[-1] if asked.choices else None
    tried = None if text is None else await attempted(request, told.report, moment, text)
    return await asyncio.to_thread(told.view, moment, text, tried, asked.wide)


async def attempted(request: Request, report: Report, moment: Moment, text: str) -> Attempt:
    from ..search.reports.exercises import attempt

    address = address_of(request)
    return await lobby_of(request).executor.run(Share(address, address), lambda: attempt(report, moment, text))


@api_router.get("/{number}/solution")
async def exercise_solution(request: Request, id: Word, seat: SeatNumber, number: Number) -> wire.LessonSolution:
    """The best choice that was found."""
    take(request)
    return {"choices": [(await exercises_of(request, id, seat)).moment(number).best or ""]}


@router.get("/records/{id}/report/learn/{seat}")
async def the_exercises(request: Request, id: Word, seat: SeatNumber) -> HTMLResponse:
    told = await exercises_of(request, id, seat)
    if not told.moments:
        raise HTTPException(404)
    return await asyncio.to_thread(exercise_page, request, told, told.moments[0].number)


@router.get("/records/{id}/report/learn/{seat}/{number}")
async def an_exercise(request: Request, id: Word, seat: SeatNumber, number: Number) -> HTMLResponse:
    return await asyncio.to_thread(exercise_page, request, await exercises_of(request, id, seat), number)


def exercise_page(request: Request, told: Exercises, number: int) -> HTMLResponse:
    from .pages import as_json, is_wide

    game, id = told.found.record.game, told.found.id
    boot: wire.LessonBoot = {
        "game": game.name,
        "pages": f"/records/{id}/report/learn/{told.seat}",
        "calls": f"/api/records/{id}/exercises/{told.seat}",
        "kept": f"{id} {told.seat}",
        "lessons": told.described(),
        "lesson": str(number),
        "wide": is_wide(request),
        "asks": asks_of(game, told.lang),
        "view": told.view(told.moment(number), None, None, is_wide(request)),
        **for_scripts(told.lang),
    }
    return page(
        request,
        "exercise.html",
        None,
        id=id,
        game=listings.box(game.name, told.lang),
        game_name=game.name,
        heading=told.say("exercise.heading", title=game.title(told.lang)),
        boot=as_json(boot),
        pages=boot["pages"],
        lessons=boot["lessons"],
        lesson=boot["lesson"],
        svg=boot["view"]["frames"][-1]["svg"],
    )
