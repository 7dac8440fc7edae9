"""``hint`` and the tutor during a game: what the strongest computer player would do, and doubts about a choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from ..core.state import State
from ..search.precompile import prepare_search
from .commands import words_of
from .console import Terminal
from .interrupts import interruptible

if TYPE_CHECKING:
    from ..search.advice import Advice

T = TypeVar("T")


class Hints:
    """Help a step at a time: first what to look at; asked once more, the choice and why."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.known: Advice | None = None

    def give(self, state: State, seat: int) -> None:
        from ..search.advice import advise

        known = self.known
        first = known is None or known.state is not state or known.seat != seat
        advice = thinking(self.terminal, state, lambda: advise(state, seat)) if first or known is None else known
        self.known = advice
        self.terminal.gap()
        if first and len(state.legal(seat)) > 1:
            self.say_where_to_look(advice)
        else:
            self.say_what_and_why(advice)
        self.terminal.gap()

    def say_where_to_look(self, advice: Advice) -> None:
        terminal = self.terminal
        groups = advice.state.scene(advice.seat, terminal.lang).groups()
        labels = [group.label for group in groups if group.id in advice.look and group.label]
        terminal.say("hint.look", what=", ".join(labels))
        terminal.say("hint.more", "dim", hint=words_of("hint", terminal.lang))

    def say_what_and_why(self, advice: Advice) -> None:
        terminal = self.terminal
        sentence = advice.state.describe(advice.text, terminal.lang, advice.seat)
        terminal.say("hint.choice", "bold", text=advice.text, sentence=sentence)
        for why in advice.sentences:
            terminal.tell(why.text(terminal.lang))


class Tutor:
    """Asks whether somebody is sure, before a choice that gives away much; and shows what happens."""

    def __init__(self, terminal: Terminal, on: bool) -> None:
        self.terminal, self.on = terminal, on

    def switch(self) -> None:
        self.on = not self.on
        self.terminal.say("tutor.on" if self.on else "tutor.off", tutor=words_of("tutor", self.terminal.lang))

    def agrees(self, state: State, seat: int, text: str) -> bool:
        """Whether a choice is to be made: nothing speaks against it, or the person insists."""
        from ..search.advice import second_thoughts

        if not self.on:
            return True
        terminal = self.terminal
        warning = thinking(terminal, state, lambda: second_thoughts(state, seat, text))
        if warning is None:
            return True
        terminal.gap()
        for doubt in warning.sentences:
            terminal.tell(doubt.text(terminal.lang), "yellow")
        return terminal.confirm("tutor.sure", text=text)


def thinking(terminal: Terminal, state: State, think: Callable[[], T]) -> T:
    """The search is compiled before its seconds are counted."""
    with terminal.waiting("hint.thinking"):
        interruptible(prepare_search, state.game)
        return interruptible(think)
