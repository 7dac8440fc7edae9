"""Pictures made of characters: plain for diagrams, tests and mail, in colour for terminals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core.i18n import Sentence


@dataclass(frozen=True)
class Span:
    """A few characters; ``ink`` and ``ground`` are names of palette colours.

    Diagrams have one form in all languages, so that they can be read back; ``said`` is what people see instead.
    """

    text: str
    ink: str = ""
    ground: str = ""
    bold: bool = False
    said: Sentence | None = None

    def shown(self, lang: str) -> str:
        """What people see, at least as wide as in the diagram."""
        return self.text if self.said is None else self.said.text(lang).ljust(len(self.text))


@dataclass(frozen=True)
class TextPicture:
    """Rows of spans, and below them details in plain words that complete the position; people see ``notes`` instead."""

    rows: tuple[tuple[Span, ...], ...]
    details: tuple[str, ...] = ()
    notes: tuple[Sentence, ...] = ()

    def plain(self) -> str:
        rows = ("".join(span.text for span in row).rstrip() for row in self.rows)
        return "\n".join([*rows, *self.details])
