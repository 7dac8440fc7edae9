"""Tournaments: everybody meets everybody, at evenly shared seats; a cross table and ratings.

At two seats all pairs play. At more seats as many different players sit down as there are seats, in all combinations;
if there are fewer players than seats, they alternate. Partners are one player, so teams play in pairs. Alone at the
table, all play the same draws of chance and their results are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from ..core.errors import GameError
from .match import Contest, Job, Ordered, Played, Seating, Setting, better, check_players, comparisons
from .score import Score
from .texts import CATALOG

Comparisons = list[dict[int, float]]


@dataclass(frozen=True)
class Standing:
    """A player's place in the table."""

    player: str
    share: float  #: of all comparisons with others
    compared: int
    rating: float
    deviation: float


class Tournament:
    """Give its ``jobs`` to be played and ``add`` what comes back."""

    def __init__(
        self, setting: Setting, players: Sequence[str], games: int, *, seed: int = 0, keep: bool = False
    ) -> None:
        _check(players)
        self.setting = setting
        self.players = tuple(players)
        self.seed = seed
        self.contests = {table: self._contest(table, keep) for table in _tables(setting, len(players))}
        self._size = len(self._contest(next(iter(self.contests)), keep).seatings)
        self._groups = -(-games // self._size)
        self._ordered = {contest.players: Ordered(self._size) for contest in self.contests.values()}
        self._tables = {contest.players: table for table, contest in self.contests.items()}
        self._results: dict[tuple[int, str], Comparisons] = {}
        self.cross = {pair: Score() for pair in permutations(range(len(players)), 2)}

    def _contest(self, table: Seating, keep: bool) -> Contest:
        return Contest(self.setting, tuple(self.players[number] for number in table), self.seed, keep)

    @property
    def games(self) -> int:
        """How many games will be played."""
        return self._groups * self._size * len(self.contests)

    @property
    def played(self) -> int:
        """How many games of whole groups have been played."""
        return len(self._results) * self._size

    @property
    def settled(self) -> bool:
        """Whether no further game is needed."""
        return self.played == self.games

    def jobs(self) -> Iterator[Job]:
        """Round by round, so that a tournament that is broken off is still even."""
        for group in range(self._groups):
            for contest in self.contests.values():
                yield from contest.jobs(group)

    def add(self, played: Played) -> list[Played]:
        """Counts what can be counted now, and returns it."""
        counted: list[Played] = []
        for group in self._ordered[played.job.players].add(played):
            self._count(group)
            counted += group
        return counted

    def _count(self, group: list[Played]) -> None:
        """By the players' numbers in the tournament."""
        table = self._tables[group[0].job.players]
        compared = [{table[number]: result for number, result in by.items()} for by in comparisons(group)]
        self._results[group[0].job.group, str(table)] = compared
        for one, other in permutations(table, 2):
            self.cross[one, other].add(better(by[one], by[other]) for by in compared)

    # What it came to

    def share(self, number: int) -> tuple[float, int]:
        """A player's share of all comparisons with others, and how many there were."""
        scores = [score for (mine, _), score in self.cross.items() if mine == number]
        compared = sum(score.compared for score in scores)
        won = sum(score.wins + score.draws / 2 for score in scores)
        return (won / compared if compared else 0.5), compared

    @property
    def leader(self) -> str:
        """Who has the greatest share so far."""
        return self.players[max(range(len(self.players)), key=lambda number: self.share(number)[0])]

    def standings(self) -> list[Standing]:
        """The best first. All have met equally often, so their shares decide; the ratings say by how much."""
        ratings = self._ratings()
        rows = [Standing(name, *self.share(number), *ratings[number]) for number, name in enumerate(self.players)]
        return sorted(rows, key=lambda row: (-row.share, -row.rating))

    def _ratings(self) -> list[tuple[float, float]]:
        """By the model of Plackett and Luce, in the order of the rounds, because its order matters a little."""
        from openskill.models import PlackettLuce

        model = PlackettLuce(tau=0.0)  # these players do not change from game to game
        ratings = [model.rating() for _ in self.players]
        for by in (by for key in sorted(self._results) for by in self._results[key]):
            rated = model.rate([[ratings[number]] for number in by], scores=list(by.values()))
            for number, (rating,) in zip(by, rated, strict=True):
                ratings[number] = rating
        return [(rating.mu, rating.sigma) for rating in ratings]


def _tables(setting: Setting, players: int) -> Iterator[Seating]:
    """Which players meet."""
    together = players if setting.seats == 1 else min(players, setting.sides)
    return combinations(range(players), together)


def _check(players: Sequence[str]) -> None:
    check_players(players)
    if len(players) < 2:
        raise GameError(CATALOG("too-few-players"))
    for name in players:
        if players.count(name) > 1:
            raise GameError(CATALOG("twice-a-player", name=name))
