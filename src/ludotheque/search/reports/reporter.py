"""``lt.report``: judges a game event by event. It tells how far it is, and can stop and go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

from ...core.errors import GameError
from ...core.record import Record
from ...core.state import State
from ..texts import CATALOG
from .judging import Judgement, Values, appraise, judge
from .quality import Quality, quality_of
from .report import Report

Progress = Callable[[int, int], object]


def report(
    record: Record,
    seed: int = 0,
    *,
    quality: str | Quality = "good",
    progress: Progress | None = None,
    threads: int = 1,
    judged: Iterable[Judgement] = (),
) -> Report:
    """What was skill and what was luck in a game: the same record and seed give the same report, on every machine.

    ``quality`` is ``quick``, ``good`` or ``thorough``. ``progress(done, total)`` is called after each event; what it
    raises stops the work. ``judged`` are the first events as an earlier, interrupted run judged them; threads change
    nothing but how long it takes.

    >>> record = lt.load("drivis").new().play("c8-d8").record
    >>> report = lt.report(record, quality="quick")
    >>> moment = report.moments[0]
    >>> moment.text, moment.seat, len(moment.before)
    ('c8-d8', 0, 2)
    """
    work = Reporter(record, seed, quality, judged)
    for done in work.run(threads):
        if progress is not None:
            progress(done, work.total)
    return work.report()


class Reporter:
    """The work on one report. ``judged`` grows; whoever keeps it can go on from there."""

    def __init__(
        self, record: Record, seed: int = 0, quality: str | Quality = "good", judged: Iterable[Judgement] = ()
    ) -> None:
        self.record, self.seed = record, seed
        named = quality if isinstance(quality, Quality) else quality_of(quality)
        self.quality = named.shared_among(len(record.events))
        self.judged = list(judged)
        if len(self.judged) > len(record.events):
            raise GameError(CATALOG("report.other-record", n=len(self.judged), total=len(record.events)))
        self.states = record.states()

    @property
    def total(self) -> int:
        """How many events there are."""
        return len(self.record.events)

    @property
    def done(self) -> bool:
        """Whether all of them are judged."""
        return len(self.judged) == self.total

    def judge(self, at: int) -> Judgement:
        """The event of that number, from 0 on; it needs no other."""
        seat, text = self.record.events[at]
        return judge(self.states[at], seat, text, self.quality, self.seed)

    def step(self) -> None:
        """Judges the next event."""
        self.judged.append(self.judge(len(self.judged)))

    def run(self, threads: int = 1) -> Iterator[int]:
        """Judges what is left, and tells after each event how many are done."""
        left = range(len(self.judged), self.total)
        if threads == 1:
            for _ in left:
                self.step()
                yield len(self.judged)
            return
        with ThreadPoolExecutor(threads) as pool:
            for found in pool.map(self.judge, left):
                self.judged.append(found)
                yield len(self.judged)

    def report(self) -> Report:
        """What is known when all events are judged."""
        end, error = self._end(self.states[-1])
        return Report(self.record, self.seed, self.quality.name, tuple(self.judged), end, error)

    def _end(self, last: State) -> tuple[Values, float]:
        """The result by the rules. A game that people ended is judged up to there: what they agreed on is no play."""
        if last.result is not None:
            return last.result, 0.0
        values, error = appraise(last, self.quality, self.seed)
        return values, max(error, 1e-6)
