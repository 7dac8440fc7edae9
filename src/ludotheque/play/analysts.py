"""Thinks about positions that somebody analyses: behind the games, and only while somebody looks.

It is done in slices. Between two of them whoever plays goes first, so nobody at a table waits for more than a slice;
and each person is told how it stands a few times a second, however fast it goes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

from ..core.game import SEARCH
from ..core.state import State
from .clock import now
from .commands import refuse
from .days import end_of
from .fair_executor import FairExecutor, Share
from .ports import OVER, RUNNING, Listed
from .warming import Warming

if TYPE_CHECKING:
    from ..search.growing import GrowingAnalysis, Lines

T = TypeVar("T")
FIRST_SLICE, SLICE = 0.03, 0.04  # seconds: twenty-five times a second somebody is told something
TELL_EVERY = 0.2  # seconds between two messages to one person
MOST_SECONDS = 30.0  # of thinking about one position
MOST_AT_ONCE = 24  # analyses on one server: each may take some 40 MB
MOST_OF_ADDRESS = 12  # of one address
LOOK_AGAIN = 1.0  # seconds between two looks at what is being compiled


@dataclass(frozen=True)
class Question:
    """A position, whose choice is looked at (CHANCE for a draw), and how many lines are wanted."""

    state: State
    seat: int
    lines: int = 5


@dataclass(eq=False)
class Ticket:
    """For one analysis of somebody; who has a newer one has lost it."""

    address: str


@dataclass(eq=False)
class Analysts:
    executor: FairExecutor
    warming: Warming
    current: dict[str, Ticket] = field(default_factory=dict)  # person -> what they look at

    async def watch(
        self, who: str, address: str, question: Question, tell: Callable[[Lines], T]
    ) -> AsyncGenerator[T, None]:
        """What is found out, better every time, in the words of ``tell``, which is called in a thread that thinks.

        Nobody has two at a time: the older one ends when a newer one begins.
        """
        ticket = self.ticket(who, address)
        share = Share(who, address, is_unattended=True)
        try:
            async for told in self._think(lambda: self.current.get(who) is ticket, share, question, tell):
                yield told
        finally:
            if self.current.get(who) is ticket:
                del self.current[who]

    async def _think(
        self, is_wanted: Callable[[], bool], share: Share, question: Question, tell: Callable[[Lines], T]
    ) -> AsyncGenerator[T, None]:
        work = Work(question, tell)
        while is_wanted() and not work.is_done:
            if (told := await self.executor.run(share, work.slice)) is not None:
                yield told

    def ticket(self, who: str, address: str) -> Ticket:
        """Refused where there are too many already, on this server or from that address."""
        others = [ticket for person, ticket in self.current.items() if person != who]
        there = [ticket for ticket in others if ticket.address == address]
        if len(others) >= MOST_AT_ONCE or len(there) >= MOST_OF_ADDRESS:
            raise refuse("busy")
        self.current[who] = Ticket(address)
        return self.current[who]

    async def compiled(self, state: State) -> AsyncGenerator[int, None]:
        """How much of the search is compiled, in percent, until all of it is: as written it would hold up everybody."""
        game = state.game
        self.warming.want(game.name)
        await self.warming.settled(game.name)
        while SEARCH in game.interpreted:
            yield self.warming.progress(game.name) or 0
            await asyncio.sleep(LOOK_AGAIN)


@dataclass(eq=False)
class Work(Generic[T]):
    """One analysis, slice by slice."""

    question: Question
    tell: Callable[[Lines], T]
    analysis: GrowingAnalysis | None = None
    spent: float = 0.0  # seconds of thinking
    told: float = 0.0  # at what time there was something to tell
    is_done: bool = False

    def slice(self) -> T | None:
        """Thinks a little; what there is to tell, if it is time for that."""
        seconds = SLICE if self.analysis else FIRST_SLICE
        self.analysis = self.analysis or _begin(self.question)
        self.analysis.think(seconds)
        self.spent += seconds
        self.is_done = self.analysis.is_settled or self.spent >= MOST_SECONDS
        if not self.is_done and monotonic() - self.told < TELL_EVERY:
            return None
        self.told, found = monotonic(), self.analysis.lines()
        self.is_done |= found.is_final
        return self.tell(replace(found, is_final=self.is_done))


def _begin(question: Question) -> GrowingAnalysis:
    from ..search.growing import GrowingAnalysis  # loads the compiler, which a server starts without

    return GrowingAnalysis(question.state, question.seat, lines=question.lines)


def must_think_alone(tables: list[Listed], player: str, game: str) -> bool:
    """Whether somebody is in the middle of a game with other people, or of today's try that counts, among the tables
    where they sit: then a computer must not think for them about any position of that game, wherever they say it
    comes from."""
    return any(listed.info.game == game and _is_for_real(listed, player) for listed in tables)


def _is_for_real(listed: Listed, player: str) -> bool:
    """A game that was begun and waits for somebody who left is not over either."""
    info, summary = listed.info, listed.summary
    if summary.status == OVER or (summary.status != RUNNING and not summary.moves):
        return False
    if info.counts and info.day is not None and now() < end_of(info.day):
        return True
    return bool(summary.players - {player}) or summary.status != RUNNING
