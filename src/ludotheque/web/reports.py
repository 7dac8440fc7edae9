"""Reports in the browser and for programs: asked for once, made in the background, kept with their game."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, HTTPException, Path, Request, Response
from fastapi.responses import HTMLResponse

from ..play.commands import refuse
from ..play.ports import OVER
from ..play.report_desk import Standing
from . import identity, openapi, previews
from .language import language_of
from .limits import Limits, address_of
from .pictures import drawing
from .records import Records, Replay
from .render import TEMPLATES, page, sayer, version
from .store_access import lobby_of
from .wire_reports import ReportStanding

if TYPE_CHECKING:
    from ..search.reports.report import Report

router = APIRouter(include_in_schema=False)
api_router = APIRouter(prefix="/records/{id}", tags=["records"], responses=openapi.REFUSALS)
Word = Annotated[str, Path(max_length=200)]
Key = tuple[str, int, str, str]
KEPT = 64  # reports that are ready to be sent


@dataclass
class Fragments:
    """Reports as HTML, by game and language: drawing one takes a moment."""

    kept: OrderedDict[Key, str] = field(default_factory=OrderedDict)

    def keep(self, key: Key, html: str) -> str:
        self.kept[key] = html
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        return html


FRAGMENTS = Fragments()


async def find(request: Request, id: str) -> Replay:
    """The game that a report is about. While it runs, nobody is told who plays well."""
    records: Records = request.app.state.records
    found = await records.find(id)
    if found.table is not None and found.table.status != OVER:
        raise refuse("report-running")
    return found


# For programs, and for the page's script


@api_router.put("/report")
async def ask_for_report(request: Request, response: Response, id: Word) -> ReportStanding:
    """Asks for the report on a game that is over, or on an uploaded one; asking again tells how far it is."""
    found, known = await find(request, id), await identity.player_of(request)
    lobby = lobby_of(request)
    standing = await lobby.reports.standing(id, found.record)
    if standing.state == "none":
        limits: Limits = request.app.state.limits
        limits.reports.take(address_of(request))
        player = known or await identity.identities_of(request).new()
        if known is None:
            identity.remember(response, request, player)
        standing = await lobby.reports.wish(id, found.record, player.id)
    return told(standing)


@api_router.get("/report")
async def report_standing(request: Request, id: Word) -> ReportStanding:
    """How far the report on a game is."""
    found = await find(request, id)
    return told(await lobby_of(request).reports.standing(id, found.record))


@api_router.get("/report.json", response_class=Response, responses={200: openapi.REPORT})
async def whole_report(request: Request, id: Word) -> Response:
    """The whole report, when it is done: what `lt.Report.from_json` reads."""
    report = await finished(request, id)
    return Response(await asyncio.to_thread(report.to_json), media_type="application/json")


def told(standing: Standing) -> ReportStanding:
    return {"state": standing.state, "done": standing.done, "total": standing.total, "ahead": standing.ahead}  # type: ignore[typeddict-item]


async def finished(request: Request, id: str) -> Report:
    found = await find(request, id)
    report = await lobby_of(request).reports.report(id, found.record)
    if report is None:
        raise refuse("no-report")
    return report


# Pages


@router.get("/records/{id}/report")
async def the_report(request: Request, id: Word) -> HTMLResponse:
    found = await find(request, id)
    inside = await inside_of(request, found)
    return await asyncio.to_thread(report_page, request, found, inside)


def report_page(request: Request, found: Replay, inside: str) -> HTMLResponse:
    game, lang = found.record.game, language_of(request)
    return page(
        request,
        "report.html",
        None,
        id=found.id,
        title=game.title(lang),
        names=" – ".join(name for name in found.record.names if name),
        ended=found.status(lang),
        inside=inside,
        game_name=game.name,
        table=found.table.info.id if found.table else "",
        preview=previews.tags(request, previews.of_record(found, found.last, lang)),
    )


@router.get("/records/{id}/report/part")
async def the_part(request: Request, id: Word) -> HTMLResponse:
    """What a page shows of a report now: how far it is, or all of it."""
    return HTMLResponse(await inside_of(request, await find(request, id)), headers={"Cache-Control": "no-store"})


async def inside_of(request: Request, found: Replay) -> str:
    report = await lobby_of(request).reports.report(found.id, found.record)
    if report is not None:
        return await asyncio.to_thread(report_html, request, found, report)
    standing = await lobby_of(request).reports.standing(found.id, found.record)
    return await asyncio.to_thread(progress_html, request, standing)


def progress_html(request: Request, standing: Standing) -> str:
    template, lang = TEMPLATES.get_template("_report_progress.html"), language_of(request)
    return template.render(say=sayer(lang), standing=standing)


def report_html(request: Request, found: Replay, report: Report) -> str:
    from .report_view import view_of  # loads the search, which a server starts without

    lang = language_of(request)
    key = (found.id, hash(found.record.events), lang, version())
    if (kept := FRAGMENTS.kept.get(key)) is not None:
        return kept
    view = view_of(report, found.id, lang)
    html = TEMPLATES.get_template("_report.html").render(say=sayer(lang), lang=lang, report=view)
    return FRAGMENTS.keep(key, html)


@router.get("/records/{id}/report/{number}.svg")
async def better(request: Request, id: Word, number: int, theme: str = "auto", lang: str | None = None) -> Response:
    """The position after the best choice in place of the event of that number."""
    limits: Limits = request.app.state.limits
    limits.pictures.take(address_of(request))
    found, report = await find(request, id), await finished(request, id)
    if not 1 <= number <= len(report.moments) or (best := report.moments[number - 1]).seat is None:
        raise HTTPException(404)
    assert best.best is not None
    state = await asyncio.to_thread(lambda: found.at(number - 1).play(best.best or "", best.seat))
    shown = theme if theme in ("auto", "light", "dark", "css") else "auto"
    return await drawing(state, "svg", best.seat, lang or language_of(request), shown)
