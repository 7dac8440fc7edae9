"""The choices of a player, however many there are: numbers to pick from, and what a half-typed one could become."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from .language import whole

# More choices than this are not shown unasked; a person types how the choice begins instead.
MANY = 48
MOST_BEGINNINGS = 30


class Choices:
    """The choices of one seat in one position, sorted, and their numbers on the screen."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = list(texts)
        # Where “5” can itself be a choice, numbers would be ambiguous: then there are none.
        self.numbered = not any(text.isdecimal() for text in self.texts)

    def __len__(self) -> int:
        return len(self.texts)

    def meant(self, typed: str) -> str | None:
        """The choice that was typed, exactly, by its number, or in the wrong case."""
        if typed in self.texts:
            return typed
        number = whole(typed) if self.numbered else None
        if number is not None and 1 <= number <= len(self):
            return self.texts[number - 1]
        same = [text for text in self.texts if text.casefold() == typed.casefold()]
        return same[0] if len(same) == 1 else None

    def beginning(self, typed: str) -> list[str]:
        """The choices that begin like that."""
        return [text for text in self.texts if text.casefold().startswith(typed.casefold())]

    def label(self, text: str) -> str:
        return str(self.texts.index(text) + 1) if self.numbered else ""

    def columns(self, width: int, texts: Sequence[str] | None = None) -> Text:
        """Choices with their numbers, in as many columns as fit."""
        texts = self.texts if texts is None else texts
        digits = len(str(len(self))) if self.numbered else 0
        return _columns([self._cell(text, digits) for text in texts], width)

    def _cell(self, text: str, digits: int) -> Text:
        return Text.assemble((f"{self.label(text):>{digits}} " if digits else "", "dim"), text)

    def beginnings(self, width: int, texts: Sequence[str] | None = None) -> Text:
        """How many choices begin with what, when there are too many to show."""
        return _columns([Text.assemble(f"{b}…", (f" {n}", "dim")) for b, n in beginnings(texts or self.texts)], width)


def beginnings(texts: Sequence[str]) -> list[tuple[str, int]]:
    """The longest beginnings that are still few enough to show, and how many texts have each."""
    groups: dict[str, int] = {"": len(texts)}
    for length in range(1, max(map(len, texts)) + 1):
        longer: dict[str, int] = {}
        for text in texts:
            longer[text[:length]] = longer.get(text[:length], 0) + 1
        if len(longer) > MOST_BEGINNINGS:
            break
        groups = longer
    return list(groups.items())


def _columns(cells: Sequence[Text], width: int) -> Text:
    widest = max((cell.cell_len for cell in cells), default=0) + 3
    across = max(1, width // widest)
    lines = [cells[at : at + across] for at in range(0, len(cells), across)]
    for cell in cells:
        cell.pad_right(widest - cell.cell_len)
    joined = Text("\n").join(Text().join(line) for line in lines)
    joined.no_wrap = True
    return joined


def explained(choices: Choices, sentences: Sequence[tuple[str, str]]) -> Table:
    """Choices one below the other, each with what it would do."""
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="dim")
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for text, sentence in sentences:
        table.add_row(choices.label(text), Text(text), Text(sentence))
    return table
