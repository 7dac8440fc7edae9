"""A report as its page shows it: graphs, turning points and figures, ready for the template."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from ..core.record import write_event
from ..search.reports.exercises import exercises
from ..search.reports.judging import Line
from ..search.reports.report import BAD, Moment, Report, running_sums
from ..search.reports.words import Words
from .graphs import Graph, Series, Sign, extremes
from .texts import CATALOG

SMALL = (240.0, 150.0)
TURNING_POINTS = 3
LINE = 6  # events of a best line


def view_of(report: Report, id: str, lang: str) -> dict[str, Any]:
    """Everything that ``_report.html`` asks for."""
    words = Words(report, lang)
    return {
        "id": id,
        "lead": lead(words),
        "seats": [seat_of(words, seat) for seat in range(report.seats)],
        "alone": report.seats == 1,
        "values": value_graph(words),
        "has_luck": any(judged.outcomes for judged in report.judged),
        "turning_points": [turning_point(words, id, each) for each in turning_points(report)],
        "rows": [row(words, moment) for moment in report.moments],
        "total": len(report.moments),
        "quality": report.quality,
    }


def lead(words: Words) -> str:
    """The first thing to know: who was lucky, or that nobody could be."""
    report = words.report
    if any(judged.outcomes for judged in report.judged):
        return words.luckiest() if report.seats > 1 else ""
    return words.summary()[0] if report.moments else ""


def turning_points(report: Report) -> list[Moment]:
    return report.turning_points(TURNING_POINTS)


def analysis_url(id: str, at: int, line: Line = ()) -> str:
    """Where a position of a game can be tried out, with the first event of a line made and the rest at hand: the only
    thing that reports know of the analysis board."""
    events = [write_event(seat, text) for seat, text in line]
    asked = {"record": id, "at": at, "then": ";".join(events[:1]), "next": ";".join(events[1:])}
    return f"/analysis?{urlencode({name: value for name, value in asked.items() if value != ''})}"


# Seats


def seat_of(words: Words, seat: int) -> dict[str, Any]:
    report, alone = words.report, words.report.seats == 1
    figures = {
        "expectation": report.expectation[seat],
        "own": report.own[seat],
        "gifts": report.gifts[seat],
        "luck": report.luck[seat],
        "result": report.result[seat],
        "adjusted": report.adjusted[seat],
    }
    return {
        "name": words.name(seat),
        "number": seat,
        "sentences": words.of_seat(seat),
        "figures": {
            name: words.number(value, sign=not alone or name in ("own", "luck")) for name, value in figures.items()
        },
        "own_error": words.number(report.own_error[seat]),
        "luck_error": words.number(report.luck_error),
        "counts": report.counts(seat),
        "mistakes": len(exercises(report, seat)),
        "graph": sums_graph(words, seat),
    }


# Graphs


def value_graph(words: Words) -> str:
    report = words.report
    series = [
        Series(f"seat-{seat}", [values[seat] for values in report.values], report.errors)
        for seat in range(report.seats)
    ]
    label = CATALOG.say("report.graph.values", words.lang)
    return Graph(label, series, words.number, bounds(report), signs(words)).svg()


def bounds(report: Report) -> tuple[float, float] | None:
    """From a loss to a win; alone, whatever there is."""
    return None if report.seats == 1 else (1.0 - report.stake, 1.0)


def signs(words: Words) -> list[Sign]:
    """Bad choices and the luckiest draws, each on the line of the seat that it mattered to."""
    found = []
    for moment in words.report.moments:
        if moment.verdict in BAD and moment.seat is not None:
            seat = moment.seat
            title = f"{moment.number}. {words.title(moment)}"
            found.append(Sign(str(moment.verdict), moment.number, moment.after[seat], title))
    for moment in turning_points(words.report):
        if moment.seat is None:
            seat = max(range(words.report.seats), key=lambda each: abs(moment.change[each]))
            title = f"{moment.number}. {words.title(moment)}"
            found.append(Sign("draw", moment.number, moment.after[seat], title))
    return found


def sums_graph(words: Words, seat: int) -> str:
    """Skill lost and luck received so far; all seats have the same scale."""
    report, (width, height) = words.report, SMALL
    both = [running_sums(report, each) for each in range(report.seats)]
    little = 0.05 * report.stake  # so that next to nothing looks like it
    scale = extremes([Series("", values) for pair in (*both, [[-little, little]]) for values in pair])
    own, luck = both[seat]
    label = CATALOG.say("report.graph.sums", words.lang, name=words.name(seat))
    has_luck = any(judged.outcomes for judged in report.judged)
    series = [Series("skill", own), *([Series("luck", luck)] if has_luck else [])]
    return Graph(label, series, words.number, width=width, height=height, scale=scale).svg()


# Moments


def turning_point(words: Words, id: str, moment: Moment) -> dict[str, Any]:
    caption, before = words.caption(moment), moment.number - 1
    is_better = moment.best is not None and moment.best != moment.text
    return {
        "number": moment.number,
        "kind": moment.verdict or "draw",
        "verdict": words.verdict(moment) or CATALOG.say("report.draw", words.lang),
        "title": caption.title,
        "made": caption.made,
        "line": words.line(moment)[:LINE] if is_better else [],
        "best": f"/records/{id}/report/{moment.number}.svg" if is_better else "",
        "picture": f"/records/{id}/{moment.number}.svg",
        "seat": moment.seat,
        "replay": f"/records/{id}/{moment.number}",
        "analysis": analysis_url(id, before, moment.line[:LINE] if is_better else ()),
    }


def row(words: Words, moment: Moment) -> dict[str, Any]:
    """An event in the table that says what the graphs show."""
    is_choice = moment.seat is not None
    return {
        "number": moment.number,
        "who": words.name(moment.seat) if moment.seat is not None else CATALOG.say("report.draw", words.lang),
        "text": moment.text,
        "kind": moment.verdict or "",
        "verdict": words.verdict(moment),
        "loss": words.amount(max(0.0, moment.loss), moment.error) if is_choice and moment.verdict else "",
        "values": [words.number(value, sign=words.report.seats > 1) for value in moment.after],
    }
