"""``hint`` during a game: what the strongest computer player thinks of the position."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from ..core.state import State
from ..search.analysis import Analysis, Choice
from .console import Terminal
from .interrupts import interruptible
from .language import percent

SHOWN = 4
SECONDS = 1.0
# Choices with so small a part of the visits were hardly looked at: nothing is said about them.
HARDLY = 0.01


def give_hint(terminal: Terminal, state: State, seat: int) -> None:
    """The best choices with their chances, and what the computer expects to follow."""
    from ..search.computer import analyse

    with terminal.waiting("hint.thinking"):
        analysis = interruptible(lambda: analyse(state, seat, seconds=SECONDS, lines=1))
    terminal.gap()
    terminal.show(advice(terminal, analysis))
    if len(analysis.best.line) > 1:
        terminal.gap()
        terminal.say("hint.line", "dim", line=_line(terminal, analysis))
    terminal.gap()


def advice(terminal: Terminal, analysis: Analysis) -> Table:
    table = Table.grid(padding=(0, 3))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    for choice in _worth_telling(analysis):
        sentence = analysis.state.describe(choice.text, terminal.lang, analysis.seat)
        table.add_row(choice.text, prospect(terminal, analysis, choice), Text(sentence, "dim"))
    return table


def _worth_telling(analysis: Analysis) -> list[Choice]:
    known = analysis.best.visits * HARDLY
    return [c for c in analysis.choices[:SHOWN] if c is analysis.best or c.proven or c.visits > known]


def prospect(terminal: Terminal, analysis: Analysis, choice: Choice) -> str:
    """What a choice promises, in words if it is certain."""
    value = choice.values[analysis.seat]
    if len(choice.values) == 1:
        return terminal.text("hint.points", points=terminal.number(value, 1))
    if choice.proven and abs(value) in (0.0, 1.0):
        return terminal.text({1.0: "hint.wins", -1.0: "hint.loses", 0.0: "hint.draws"}[value])
    return terminal.text("hint.chance", share=percent(chance(value, analysis.state.sides), terminal.lang, 0))


def chance(value: float, sides: int) -> float:
    """The chance to win that belongs to an expected result: a win is 1, a loss −1 shared among the other sides."""
    least = -1.0 / (sides - 1)
    return min(1.0, max(0.0, (value - least) / (1.0 - least)))


def _line(terminal: Terminal, analysis: Analysis) -> str:
    names = [(analysis.state.seat_name(seat, terminal.lang), text) for seat, text in analysis.best.line]
    return ", ".join(f"{name} {text}" for name, text in names)
