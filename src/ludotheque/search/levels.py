"""The levels of the computer players: how far each one sees, how much it thinks, and how surely it judges.

A level is a number of simulations, so that it plays alike on every machine; time is only a guard. Weaker levels see
fewer turns ahead, think less, overlook what is hard to see (``oversight.py``), and misjudge a little: to the value of
each choice an error of about ``noise`` is added (a win counts 1, a loss −1; alone, in parts of the points at stake), a
smaller one where a game says that its choices look alike (``grain`` in ``hooks.py``). They never choose at random.

How the numbers were found is in ``docs/strength.md``. A game's ``search/levels.toml`` may have a table of its
own, else the one beside this file counts: eight rows with the fields of :class:`Level`; ``reach``, on which the
standard errors of analyses are built, found with ``bench/errors.py``; and ``temper``, by which values become chances,
see ``calibration.py``.

**Variants.** The same error costs more in one variant than in another. So a table may be followed by others::

    fitted = { seats = 2 }        what the rows above were fitted to, where that is not the game as it is usually played

    [[variant]]
    when = { seats = [4, 5, 6] }  seats and options for which this holds: all of them, of a list any
    1 = { noise = 0.2 }           what is different in this row; all else is as in the row of the same number above

The first variant in the file whose conditions hold counts, else the rows above. So whoever writes the file decides
what is nearest to a combination that was not fitted.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from ..core.game import Game
from ..core.options import Value
from ..core.state import State
from .think import Effort

# A guard against slow machines, not a measure of strength.
MOST_SECONDS = 4.0
COMMON = Path(__file__).with_name("levels.toml")
SEATS = "seats"
Conditions = Mapping[str, Any]


@dataclass(frozen=True)
class Level:
    """What makes a level."""

    simulations: int
    noise: float = 0.0
    sight: int = 1  #: turns looked through completely, if that takes no more than ``positions``
    positions: int = 20_000
    explore: float = 1.0
    learned: bool = True  #: whether a network judges, where the game has one; playouts are weaker, and gentler
    alphabeta: int = 0  #: positions that alpha-beta looks at instead, in games for two without chance
    plans: int = 0  #: positions judged by planning whole turns instead, in games that have a planner
    vary: float = 0.0  #: how much less than the best one of the first choices may be worth, with alpha-beta
    oversight: float = 0.0  #: how much is overlooked of what is hardest to see

    def scaled(self, factor: float) -> Level:
        """The same level with a part of its effort."""
        return replace(
            self,
            simulations=max(2, round(self.simulations * factor)),
            positions=round(self.positions * min(1, factor)),
            alphabeta=round(self.alphabeta * factor),
            plans=round(self.plans * factor),
        )

    def with_simulations(self, simulations: int) -> Level:
        """The same level with so many simulations, and with as many times the positions for other ways to search."""
        factor = simulations / self.simulations
        alphabeta, plans = round(self.alphabeta * factor), round(self.plans * factor)
        return replace(self, simulations=simulations, alphabeta=alphabeta, plans=plans)

    def effort(self, seconds: float = MOST_SECONDS) -> Effort:
        return Effort(
            self.simulations,
            seconds,
            self.sight,
            self.positions,
            self.explore,
            self.learned,
            self.oversight,
            alphabeta=self.alphabeta,
            plans=self.plans,
            vary=self.vary,
        )


def level_of(where: Game | State, number: int) -> Level:
    """Level 1 to 8 of a game as it is usually played, or in the variant of a state."""
    return Level(**_rows(where)[str(number)])


def setting_of(where: Game | State, name: str) -> Any:
    """A number that a table has besides its rows: ``reach`` or ``temper``."""
    return _rows(where)[name]


def reach_of(where: Game | State) -> float:
    """How much further the value of a choice may yet go than it went when the effort was last doubled."""
    return float(setting_of(where, "reach"))


def fitted(game: Game) -> Iterator[tuple[int | None, dict[str, Value]]]:
    """Seats and options of each variant that has a table of its own; of a list the first."""
    for when in (_table(game).get("fitted", {}), *(each["when"] for each in _variants(game))):
        chosen = {name: value[0] if isinstance(value, list) else value for name, value in when.items()}
        yield chosen.pop(SEATS, None), chosen


def _rows(where: Game | State) -> Mapping[str, Any]:
    if isinstance(where, Game):
        return _table(where)
    there = {SEATS: where.seats, **where.options}
    found = (number for number, each in enumerate(_variants(where.game)) if holds(each["when"], there))
    return _rows_of_variant(where.game, next(found, -1))


def holds(when: Conditions, there: Conditions) -> bool:
    """Whether seats and options are as a variant asks."""
    return all(there[name] in (value if isinstance(value, list) else [value]) for name, value in when.items())


@cache
def _rows_of_variant(game: Game, number: int) -> Mapping[str, Any]:
    """The usual rows, each with what is different in this variant."""
    usual = _table(game)
    if number < 0:
        return usual
    own = _variants(game)[number]
    return usual | {name: usual[name] | own[name] if name.isdigit() else own[name] for name in own if name != "when"}


def _variants(game: Game) -> list[dict[str, Any]]:
    return _table(game).get("variant", [])  # type: ignore[no-any-return]


@cache
def uses_alphabeta(game: Game) -> bool:
    """Whether a level of the game asks for it, in any of its tables: only then it has to be compiled."""
    return _mentions(_table(game), "alphabeta")


def _mentions(table: dict[str, Any], name: str) -> bool:
    parts = (each for part in table.values() for each in (part if isinstance(part, list) else [part]))
    return name in table or any(_mentions(part, name) for part in parts if isinstance(part, dict))


@cache
def _table(game: Game) -> dict[str, Any]:
    own = game.folder / "search" / "levels.toml"
    return tomllib.loads(COMMON.read_text("utf-8")) | (tomllib.loads(own.read_text("utf-8")) if own.exists() else {})
