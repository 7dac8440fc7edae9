"""Matches between computer players: whole games, with seats and chance shared out evenly.

Games come in groups. Within a group chance draws from the same seed and the players exchange seats, so that neither a
lucky roll nor a good seat favours anybody. A game depends on the seed, its number and its players, on nothing else:
not on how many processes play, nor in which order they finish.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..core.options import Value, sides
from ..core.registry import load
from ..core.state import Random, State
from .players import Player, make_player
from .score import Score

# A player's number for each seat of a game.
Seating = tuple[int, ...]


# One game


def play_game(start: State, players: Sequence[Player], rng: Random) -> State:
    """The game played to its end: ``players[seat]`` chooses for a seat, ``rng`` draws for chance."""
    state = start
    while not state.over:
        state = state.draw(rng) if state.chance else _round(state, players)
    return state


def _round(state: State, players: Sequence[Player]) -> State:
    """Who may act at the same time chooses without seeing what the others choose."""
    chosen = [(seat, players[seat].choose(state, seat)) for seat in state.actors]
    for seat, text in chosen:
        if seat in state.actors:  # else the game has ended with a choice before
            state = state.play(text, seat)
    return state


@dataclass(frozen=True)
class Setting:
    """What is played: a game with its seats and options."""

    game: str
    seats: int
    options: Mapping[str, Value] = field(default_factory=dict)
    opening: int = 0  #: so many choices are made at random before the players begin; the same ones for a whole group

    @classmethod
    def of(cls, game: str, seats: int | None = None, opening: int = 0, **options: object) -> Setting:
        """Checked and complete; a GameError says what is wrong."""
        found = load(game)
        settled_seats, settled = found.settle(seats, options)
        return cls(found.name, settled_seats, settled, opening)

    @property
    def sides(self) -> int:
        """How many players can meet in one game: partners are one."""
        return sides(self.seats, self.options)

    def start(self, names: Sequence[str] | None = None) -> State:
        """The state before the first event."""
        return load(self.game).start(self.seats, names, self.options)


@dataclass(frozen=True)
class Job:
    """One game to play, as plain data that can be sent anywhere."""

    setting: Setting
    players: tuple[str, ...]
    seating: Seating
    seed: int
    group: int
    place: int  #: within the group
    keep: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits at each seat."""
        return tuple(self.players[number] for number in self.seating)

    def generator(self, *purpose: object) -> random.Random:
        """A stream of random numbers for this purpose alone. Text is hashed, so that near seeds are not alike."""
        return random.Random("/".join(map(str, (self.seed, self.group, *purpose))))


@dataclass(frozen=True)
class Played:
    """A job that is done."""

    job: Job
    results: tuple[float, ...]
    record: str | None = None

    @property
    def by_player(self) -> dict[int, float]:
        """The mean result of each player's seats."""
        seats: dict[int, list[float]] = {}
        for number, result in zip(self.job.seating, self.results, strict=True):
            seats.setdefault(number, []).append(result)
        return {number: sum(results) / len(results) for number, results in seats.items()}


def play(job: Job, make: Callable[[str, int], Player] | None = None) -> Played:
    """Plays the game of a job, with new players at every seat, which ``make`` makes of their names and a seed."""
    players = [
        (make or make_player)(name, job.generator("player", job.place, seat).getrandbits(32))
        for seat, name in enumerate(job.names)
    ]
    chance = job.generator("chance")
    last = play_game(_opened(job, chance), players, chance)
    assert last.result is not None
    return Played(job, last.result, str(last.record) if job.keep else None)


def _opened(job: Job, chance: random.Random) -> State:
    """The position in which the players begin."""
    state, rng, made = job.setting.start(job.names), job.generator("opening"), 0
    while made < job.setting.opening and not state.over:
        if state.chance:
            state = state.draw(chance)
        else:
            seat = state.actors[0]
            state, made = state.play(rng.choice(state.choices(seat)), seat), made + 1
    return state


# Who sits where


def seatings(players: int, seats: int) -> list[Seating]:
    """All ways to seat the players in turn, so that every player has every seat equally often.

    Two at two seats exchange them; two at three seats play A B A, B A B and their rotations; three and more also sit
    the other way round, so that nobody always plays after the same neighbour. At one seat each plays alone.
    """
    found: dict[Seating, None] = {}
    orders = (range(players), range(players - 1, -1, -1)) if min(players, seats) > 2 else (range(players),)
    for order in orders:
        for first in range(players):
            for turn in range(seats):
                found[tuple(order[(first + (seat + turn) % seats) % players] for seat in range(seats))] = None
    return list(found)


def check_players(names: Sequence[str]) -> None:
    """A GameError if one of them does not exist: before anything starts."""
    for name in names:
        make_player(name, 0)


# A contest: groups of games among the same players


@dataclass(frozen=True)
class Contest:
    """The same players, group after group."""

    setting: Setting
    players: tuple[str, ...]
    seed: int = 0
    keep: bool = False

    @property
    def seatings(self) -> list[Seating]:
        return seatings(len(self.players), self.setting.seats)

    def groups(self, games: int) -> int:
        """As many as make at least so many games: a group is never cut."""
        return -(-games // len(self.seatings))

    def jobs(self, group: int) -> list[Job]:
        return [
            Job(self.setting, self.players, seating, self.seed, group, place, self.keep)
            for place, seating in enumerate(self.seatings)
        ]


def comparisons(group: Sequence[Played]) -> list[dict[int, float]]:
    """What is compared, player by player: the results within each game; of solo games, those on the same draws."""
    if group[0].job.setting.seats > 1:
        return [played.by_player for played in group]
    return [{number: result for played in group for number, result in played.by_player.items()}]


def better(mine: float, others: float) -> float:
    """1 for the greater result, a half for an equal one."""
    return 1.0 if mine > others else 0.5 if mine == others else 0.0


class Ordered:
    """Puts what finishes in any order back into the order of the groups.

    Short games finish first. Who looked at the score before the long ones are in would see another score.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.next = 0
        self.waiting: dict[int, list[Played]] = {}

    def add(self, played: Played) -> Iterator[list[Played]]:
        """The groups that are now complete, with all groups before them."""
        self.waiting.setdefault(played.job.group, []).append(played)
        while len(self.waiting.get(self.next, ())) == self.size:
            yield sorted(self.waiting.pop(self.next), key=lambda one: one.job.place)
            self.next += 1


class Match:
    """Player A against player B. Give its ``jobs`` to be played and ``add`` what comes back."""

    def __init__(
        self,
        setting: Setting,
        a: str,
        b: str,
        games: int,
        *,
        seed: int = 0,
        until_clear: bool = False,
        keep: bool = False,
    ) -> None:
        check_players((a, b))
        self.contest = Contest(setting, (a, b), seed, keep)
        self.until_clear = until_clear
        self.score = Score(lasting=until_clear)
        self._groups = self.contest.groups(games)
        self._ordered = Ordered(len(self.contest.seatings))

    @property
    def games(self) -> int:
        """How many games will be played, at most."""
        return self._groups * len(self.contest.seatings)

    @property
    def played(self) -> int:
        """How many games the score counts."""
        return self.score.groups * len(self.contest.seatings)

    @property
    def settled(self) -> bool:
        """Whether no further game is needed."""
        return self.score.groups == self._groups or (self.until_clear and self.score.clear)

    def jobs(self) -> Iterator[Job]:
        """The games, in the order in which they count."""
        for group in range(self._groups):
            yield from self.contest.jobs(group)

    def add(self, played: Played) -> list[Played]:
        """Counts what can be counted now, and returns it. After the decision nothing counts any more."""
        counted: list[Played] = []
        for group in self._ordered.add(played):
            if not self.settled:
                self._count(group)
                counted += group
        return counted

    def _count(self, group: list[Played]) -> None:
        pairs = [(by[0], by[1]) for by in comparisons(group)]
        self.score.add([better(a, b) for a, b in pairs], pairs[0] if self.contest.setting.seats == 1 else None)


def play_match(match: Match, playing: Callable[[Iterator[Job]], Iterator[Played]] | None = None) -> Score:
    """Plays a match to its end, here or wherever ``playing`` lets jobs be played (see ``workers``)."""
    for played in playing(match.jobs()) if playing else map(play, match.jobs()):
        match.add(played)
        if match.settled:
            break
    return match.score
