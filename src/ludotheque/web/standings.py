"""How somebody's finished games went: won, lost or drawn, against whom, and the best scores alone."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ..play.ports import Listed, Sitter, Store
from ..play.store_threads import StoreThreads
from ..play.table import Table

MOST_FILLED = 40  # old tables whose summary is completed for one page
BEST = 9  # as many as the rulebook of Number Drop has room for

Outcome = Literal["won", "lost", "drawn", "over"]


def outcome_of(result: Sequence[float] | None, own: Iterable[int]) -> Outcome:
    """How it went for those seats; ``over`` where that cannot be said: they played against each other, or alone."""
    mine = {result[seat] > 0 for seat in own if result[seat] != 0} if result else set()
    if not result or len(result) == 1 or len(mine) > 1:
        return "over"
    if not any(result):
        return "drawn"
    return "won" if True in mine else "lost" if mine else "over"


def seats_of(sitters: Sequence[Sitter], player: str | None) -> list[int]:
    return [seat for seat, sitter in enumerate(sitters) if sitter.player is not None and sitter.player == player]


@dataclass
class Standing:
    """One person's finished games of one game."""

    game: str
    against: dict[int, Counter[Outcome]] = field(default_factory=dict)  # level of the computer, 0 for people
    best: list[int] = field(default_factory=list)  # points alone, the most first


def standings(listed: Iterable[Listed], player: str) -> list[Standing]:
    """By game, in the order of the names."""
    found: dict[str, Standing] = {}
    for each in listed:
        if each.summary.sitters:
            note(found.setdefault(each.info.game, Standing(each.info.game)), each, player)
    return [found[name] for name in sorted(found) if found[name].against or found[name].best]


def note(standing: Standing, listed: Listed, player: str) -> None:
    summary = listed.summary
    if len(summary.sitters) == 1 and summary.scores:
        standing.best = sorted([*standing.best, summary.scores[0]], reverse=True)[:BEST]
        return
    how = outcome_of(summary.result, seats_of(summary.sitters, player))
    if how != "over":
        level = max((sitter.level for sitter in summary.sitters), default=0)
        standing.against.setdefault(level, Counter())[how] += 1


async def complete(store: Store, threads: StoreThreads, listed: Iterable[Listed]) -> None:
    """Tables from before sitters and results were kept get them now, some at a time."""
    for each in [each for each in listed if not each.summary.sitters][:MOST_FILLED]:
        entries = await threads.run(store.entries, each.info.id)
        table = await asyncio.to_thread(Table.empty(each.info).with_entries, entries)
        await threads.run(store.summarise, each.info.id, table.summary())
