"""``ludotheque guide``: the rules for players, with their diagrams."""

from __future__ import annotations

from argparse import Namespace
from typing import ClassVar

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.markdown import Heading, Markdown
from rich.padding import Padding
from rich.text import Text

from ..core.game import Game
from ..core.guide import Diagram, parts
from ..core.registry import load
from ..search.precompile import prepare
from .console import Terminal
from .interrupts import interruptible
from .picture import board

# Long lines are hard to read, however wide the screen is.
MOST_WIDTH = 88
LEAST_PAGE = 8


def run(terminal: Terminal, args: Namespace) -> int:
    game = load(args.game)
    if args.plain:
        terminal.out.print(game.guide(terminal.lang), soft_wrap=True)
    else:
        read_guide(terminal, game)
    return 0


def read_guide(terminal: Terminal, game: Game) -> None:
    """The guide, page by page for a person, in one go for a file."""
    with terminal.waiting("play.preparing", game=game.catalog("title")):
        interruptible(prepare, game)
        found = parts(game, terminal.lang)
    guide = Group(Text(), *(_part(terminal, part) for part in found))
    width = min(MOST_WIDTH, terminal.out.width - 1)
    pages = Padding(guide, (0, 0, 0, 2))
    if not terminal.is_live:
        terminal.out.print(pages, width=width)
        return
    with terminal.out.capture() as written:
        terminal.out.print(pages, width=width)
    _turn_pages(terminal, written.get().splitlines())


def _part(terminal: Terminal, part: str | Diagram) -> RenderableType:
    if isinstance(part, Diagram):
        return Padding(board(part.state, terminal.theme, terminal.lang), (1, 0, 1, 2), expand=False)
    return _Rules(part)


def _turn_pages(terminal: Terminal, lines: list[str]) -> None:
    """Shows as much as fits, then waits; a page ends between paragraphs, never within a diagram."""
    height = max(LEAST_PAGE, terminal.out.height - 2)
    while lines:
        end = len(lines) if len(lines) <= height else _page_end(lines, height)
        terminal.out.file.write("\n".join(lines[:end]) + "\n")
        lines = lines[end:]
        if lines and not terminal.turn_page("guide.more"):
            return


def _page_end(lines: list[str], height: int) -> int:
    """The last empty line that fits; a page without one is cut where it is full."""
    empty = [at for at in range(height // 3, height) if not Text.from_ansi(lines[at]).plain.strip()]
    return empty[-1] + 1 if empty else height


class _Heading(Heading):
    """Headings at the left edge, where the text is; Rich would centre some of them."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text


class _Rules(Markdown):
    elements: ClassVar = {**Markdown.elements, "heading_open": _Heading}
