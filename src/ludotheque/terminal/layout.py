"""What lies on the table: the board, whose turn it is, the points, and what can be chosen."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..core.state import State
from .choices import MANY, Choices, explained
from .commands import words_of
from .console import Terminal
from .picture import board

MARGIN = 3
# Beside a board that leaves less room than this, words would be squeezed; then they go below it.
LEAST_WORDS = 36
# So many choices can be explained, each in a line, without filling the screen.
FEW = 20


def game_view(terminal: Terminal, state: State, choices: Choices | None = None, news: str = "") -> RenderableType:
    """The board with words beside it, or below it where the screen is narrow; ``news`` is what just happened."""
    picture = board(state, terminal.theme, terminal.lang)
    widest = max((line.cell_len for line in picture.split("\n")), default=0)
    room = terminal.out.width - 2 - widest - MARGIN
    if room < LEAST_WORDS:
        return Group(picture, Text(), _words(terminal, state, choices, terminal.out.width - 4, news))
    table = Table.grid(padding=(0, MARGIN, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(width=room)
    table.add_row(picture, _words(terminal, state, choices, room, news))
    return table


def _words(terminal: Terminal, state: State, choices: Choices | None, width: int, news: str) -> RenderableType:
    words: list[RenderableType] = [Text(news), Text()] if news else []
    words.append(Text(state.status(terminal.lang), "bold"))
    if points := points_line(terminal, state):
        words.append(Text(points))
    if choices is not None:
        words += [Text(), *_open(terminal, choices, width)]
    return Group(*words)


def _open(terminal: Terminal, choices: Choices, width: int) -> list[RenderableType]:
    lang = terminal.lang
    if len(choices) > MANY:
        many = terminal.text("play.many", n=len(choices), moves=words_of("moves", lang))
        return [choices.beginnings(width), Text(), Text(many, "dim")]
    return [choices.columns(width)]


def spell_out(terminal: Terminal, state: State, texts: list[str], seat: int, choices: Choices) -> None:
    """What these choices do; if they are too many for that, their names; if too many for that, their beginnings."""
    width = terminal.out.width - 4
    if len(texts) <= FEW:
        sentences = [(text, state.describe(text, terminal.lang, seat)) for text in texts]
        terminal.show(explained(choices, sentences))
    elif len(texts) <= MANY:
        terminal.show(choices.columns(width, texts))
    else:
        terminal.show(choices.beginnings(width, texts))
        terminal.say("play.begin", "dim", n=len(texts))


def points_line(terminal: Terminal, state: State) -> str:
    """“Points: 12 (Anna), 9 (player 2)”, in games that have points."""
    if state.scores is None:
        return ""
    names = (name or state.seat_name(seat, terminal.lang) for seat, name in enumerate(state.names))
    each = (f"{points} ({name})" for points, name in zip(state.scores, names, strict=True))
    return terminal.text("points", points=", ".join(each))
