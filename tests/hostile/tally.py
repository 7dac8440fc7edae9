"""How much was sent and how it was answered; what should not have happened; and a look at the server's log."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

MOST_COMPLAINTS = 10
TRACEBACK = b"Traceback (most recent call last)"


@dataclass
class Tally:
    log: Path  # of the server
    inputs: Counter[str] = field(default_factory=Counter)  # by the kind of attack
    answers: Counter[str] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)
    started: float = field(default_factory=monotonic)
    looked: int = 0  # bytes of the log

    @property
    def total(self) -> int:
        return sum(self.inputs.values())

    @property
    def seconds(self) -> float:
        return monotonic() - self.started

    def complain(self, what: str) -> None:
        if len(self.complaints) < MOST_COMPLAINTS and what not in self.complaints:
            self.complaints.append(what)

    def note_answer(self, status: int, sent: bytes) -> None:
        """A refusal is fine; an error of ours is not."""
        self.answers[str(status)] += 1
        if status == 500:
            self.complain(f"500 for {shorten(sent)}")

    def look(self, sent: object) -> None:
        """Whether the log has got a traceback since the last look, and what may have led to it."""
        size = self.log.stat().st_size if self.log.exists() else 0
        if size == self.looked:
            return
        with self.log.open("rb") as log:
            log.seek(self.looked)
            news = log.read(size - self.looked)
        self.looked = size
        if TRACEBACK in news:
            self.complain(f"a traceback, perhaps after {shorten(sent)}: {news[-1500:].decode('utf-8', 'replace')}")


def shorten(sent: object) -> str:
    said = repr(sent)
    return said if len(said) < 1000 else f"{said[:700]} … {said[-250:]}"
