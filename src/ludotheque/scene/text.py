"""Pictures made of characters: plain for diagrams, tests and mail, in colour for terminals."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """A few characters; ``ink`` and ``ground`` are names of palette colours."""

    text: str
    ink: str = ""
    ground: str = ""
    bold: bool = False


@dataclass(frozen=True)
class TextPicture:
    """Rows of spans, and below them details in plain words that complete the position."""

    rows: tuple[tuple[Span, ...], ...]
    details: tuple[str, ...] = ()

    def plain(self) -> str:
        rows = ("".join(span.text for span in row).rstrip() for row in self.rows)
        return "\n".join([*rows, *self.details])
