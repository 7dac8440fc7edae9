"""How a game ended, for one person: won or lost, why, all scores with their parts, and what could come next."""

from __future__ import annotations

from ..play.ports import OVER
from ..play.table import COMPUTER, Table
from ..search.players import LEVELS
from . import wire
from .standings import Outcome, outcome_of
from .texts import CATALOG


def ending_of(table: Table, player: str | None, lang: str) -> wire.Ending | None:
    if table.status != OVER:
        return None
    outcome = outcome_of(table.result, table.seats_of(player))
    points = high_scores(table, lang)
    return {
        "outcome": outcome,
        "headline": headline(table, outcome, player, lang),
        "why": why(table, lang),
        "scores": [score_of(table, seat, lang) for seat in range(table.info.seats)] if table.state.scores else [],
        "high_scores": points,
        "place": place_sentence(table, lang) if points else "",
        "next_level": next_level(table, outcome, player),
    }


def headline(table: Table, outcome: Outcome, player: str | None, lang: str) -> str:
    """To those who played on one side, how it went for them; to everybody else, who won."""
    if table.ended_by == "abandon":
        return CATALOG.say("ending.abandoned", lang)
    if table.info.seats == 1 and table.state.scores:
        return CATALOG.say("ending.points", lang, n=table.state.scores[0])
    if outcome != "over":
        return CATALOG.say(f"ending.{outcome}{'.shared' if outcome == 'won' and is_shared(table) else ''}", lang)
    winners = [seat for seat, won in enumerate(table.result or ()) if won > 0]
    names = [table.name_of(seat, lang) for seat in winners]
    if not names:
        return CATALOG.say("ending.drawn", lang)
    *first, last = (name[:1].upper() + name[1:] if at == 0 else name for at, name in enumerate(names))
    return CATALOG.say("ending.winners", lang, names=", ".join(first), last=last) if first else winner(last, lang)


def winner(name: str, lang: str) -> str:
    return CATALOG.say("ending.winner", lang, name=name)


def is_shared(table: Table) -> bool:
    """Whether several who play for themselves have equal victory."""
    return not table.info.options.get("teams") and sum(won > 0 for won in table.result or ()) > 1


def why(table: Table, lang: str) -> str:
    """What decided it. The players may have ended it themselves."""
    return table.status_sentence(lang) if table.ended_by else table.named(table.state).ending(lang)


def score_of(table: Table, seat: int, lang: str) -> wire.SeatScore:
    parts = table.state.score_parts(seat, lang)
    assert table.state.scores is not None
    return {
        "seat": seat,
        "parts": [{"label": label, "points": points} for label, points in parts],
        "total": table.state.scores[seat],
    }


# Alone: the list of the rulebook


def high_scores(table: Table, lang: str) -> list[wire.HighScore]:
    """The rulebook's list with this game in its place, if it has one and the game was played alone."""
    if table.info.seats > 1 or not table.state.scores or not table.game.high_scores or table.ended_by == "abandon":
        return []
    mine = table.state.scores[0]
    name = table.seats[0].name or CATALOG.say("ending.you", lang)
    rows = [(points, False, other) for other, points in table.game.high_scores]
    at = sum(points >= mine for points, _, _ in rows)
    rows.insert(at, (mine, True, name))
    return [{"name": name, "points": points, "mine": own} for points, own, name in rows]


def place_sentence(table: Table, lang: str) -> str:
    """Where this score stands, and whom to beat next time; the last of the list is whom to begin with."""
    mine = (table.state.scores or (0,))[0]
    ahead = [(name, points) for name, points in table.game.high_scores if points >= mine]
    if len(ahead) == len(table.game.high_scores):
        return table.game.catalog.say("scores.begin", lang, points=ahead[-1][1])
    if not ahead:
        return table.game.catalog.say("scores.first", lang)
    return table.game.catalog.say("scores.place", lang, n=len(ahead) + 1, name=ahead[-1][0], points=ahead[-1][1])


# What next


def next_level(table: Table, outcome: Outcome, player: str | None) -> int | None:
    """One level up after a victory, one down after a defeat, for who plays alone against computers."""
    levels = [seat.level for seat in table.seats if seat.kind == COMPUTER and seat.level]
    if not levels or table.people != {player}:
        return None
    wanted = max(levels) + {"won": 1, "lost": -1}.get(outcome, 0)
    return wanted if wanted in LEVELS and wanted != max(levels) else None
