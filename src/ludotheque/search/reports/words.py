"""A report in words, for the terminal and for pages."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.i18n import language
from ...core.state import CHANCE
from ..explain import events
from ..texts import CATALOG
from .report import BAD, Moment, Report

LITTLE = 0.02  # of what is at stake: less is next to nothing
NEXT = 3  # events of a line that are told in one breath
SIGNS = {"good": "✓", "inaccurate": "?!", "mistake": "?", "blunder": "??"}


@dataclass(frozen=True)
class Caption:
    """What is said of a turning point."""

    title: str
    made: str  #: what happened, in the game's own words
    better: str  #: what would have been better, with what was expected then; empty for a draw


class Words:
    """A report in one language."""

    def __init__(self, report: Report, lang: str) -> None:
        self.report, self.lang = report, lang
        self.digits = 1 if report.seats == 1 else 2

    # Figures

    def number(self, value: float, *, sign: bool = False) -> str:
        """With a real minus sign and the language's own decimal sign."""
        shown = f"{value:{'+' if sign else ''}.{self.digits}f}"
        shown = shown.lstrip("+-") if float(shown) == 0 else shown
        return shown.replace("-", "−").replace(".", language(self.lang).decimal)

    def amount(self, value: float, error: float, *, sign: bool = False) -> str:
        """A figure with its standard error: wins, or points."""
        key = "report.points" if self.report.seats == 1 else "report.amount"
        return CATALOG.say(key, self.lang, n=self.number(value, sign=sign), error=self.number(error))

    def name(self, seat: int) -> str:
        """What a player is called here, or the seat."""
        return self.report.record.names[seat] or self.report.states[0].seat_name(seat, self.lang)

    # Sentences

    def summary(self) -> list[str]:
        """The whole game in a few sentences."""
        report, said = self.report, []
        if not report.judged:
            return [CATALOG.say("report.no-events", self.lang)]
        if not report.is_finished:
            said.append(CATALOG.say("report.unfinished", self.lang))
        if not any(judged.outcomes for judged in report.judged):
            said.append(CATALOG.say("report.no-luck", self.lang))
        return said + [sentence for seat in range(report.seats) for sentence in self.of_seat(seat)]

    def luckiest(self) -> str:
        """Who had the most luck of several, if anybody had any."""
        seat = max(range(self.report.seats), key=lambda each: self.report.luck[each])
        luck, error = self.report.luck[seat], self.report.luck_error
        if not self._is_sure(luck):
            return CATALOG.say("report.nobody-lucky", self.lang)
        return CATALOG.say("report.luckiest", self.lang, name=self.name(seat), n=self.amount(luck, error, sign=True))

    def _is_sure(self, luck: float) -> bool:
        return abs(luck) > max(LITTLE * self.report.stake, self.report.luck_error)

    def of_seat(self, seat: int) -> list[str]:
        """What is to be said of one seat: its luck, then its skill."""
        has_luck = any(judged.outcomes for judged in self.report.judged)
        return [*([self.luck(seat)] if has_luck else []), self.skill(seat)]

    def luck(self, seat: int) -> str:
        """Whether a seat was lucky."""
        luck, error = self.report.luck[seat], self.report.luck_error
        key = "report.even-luck" if not self._is_sure(luck) else "report.lucky" if luck > 0 else "report.unlucky"
        return CATALOG.say(key, self.lang, name=self.name(seat), n=self.amount(luck, error, sign=True))

    def skill(self, seat: int) -> str:
        """What a seat's own choices lost."""
        own, error = self.report.own[seat], self.report.own_error[seat]
        name, little = self.name(seat), LITTLE * self.report.stake
        if own > max(little, error):
            return CATALOG.say("report.gained", self.lang, name=name, n=self.amount(own, error, sign=True))
        if own > -little:
            return CATALOG.say("report.flawless", self.lang, name=name, n=self.amount(own, error, sign=True))
        bad, lost = self._bad(seat), self.amount(-own, error)
        if not bad:
            return CATALOG.say("report.lost", self.lang, name=name, n=lost)
        return CATALOG.say("report.lost-by", self.lang, name=name, n=lost, list=bad)

    def _bad(self, seat: int) -> str:
        """How many of the choices were bad, the worst first."""
        counts = self.report.counts(seat)
        return ", ".join(
            CATALOG.say(f"report.{each}", self.lang, n=counts[each]) for each in reversed(BAD) if counts[each]
        )

    # Turning points

    def caption(self, moment: Moment) -> Caption:
        """What happened at a turning point, and what would have been better."""
        before = self.report.states[moment.number - 1]
        made = events(before, [(CHANCE if moment.seat is None else moment.seat, moment.text)]).text(self.lang)
        better = " ".join(self.line(moment)[:NEXT]) if moment.best != moment.text else ""
        return Caption(self.title(moment), made, better)

    def line(self, moment: Moment) -> list[str]:
        """The best choice and what was expected after it, a sentence each."""
        state, said = self.report.states[moment.number - 1], []
        for actor, text in moment.line:
            said.append(events(state, [(actor, text)]).text(self.lang))
            state = state.play(text, actor)
        return said

    def title(self, moment: Moment) -> str:
        """A turning point in a line."""
        if moment.seat is None or moment.verdict is None:
            seat = max(range(self.report.seats), key=lambda each: abs(moment.change[each]))
            n = self.amount(moment.change[seat], moment.error, sign=True)
            return CATALOG.say("report.caption.draw", self.lang, name=self.name(seat), n=n)
        lost = self.amount(max(0.0, moment.loss), moment.error)
        return CATALOG.say(
            "report.caption.choice", self.lang, name=self.name(moment.seat), verdict=self.verdict(moment), n=lost
        )

    def verdict(self, moment: Moment) -> str:
        """Its name in words; empty if it has none."""
        return CATALOG.say(f"verdict.{moment.verdict}", self.lang) if moment.verdict else ""
