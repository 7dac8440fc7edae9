"""How much was sent and how it was answered; what should not have happened; and a look at the server's log."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

TRACEBACK = "Traceback (most recent call last)"


@dataclass
class Tally:
    log: Path  # of the server
    inputs: Counter[str] = field(default_factory=Counter)  # by the kind of attack
    answers: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)  # of what should not have happened
    examples: dict[str, str] = field(default_factory=dict)
    started: float = field(default_factory=monotonic)
    processor: dict[str, float] = field(default_factory=dict)  # seconds of it, by whom
    looked: int = 0  # bytes of the log
    looking: threading.Lock = field(default_factory=threading.Lock)

    @property
    def total(self) -> int:
        return sum(self.inputs.values())

    @property
    def seconds(self) -> float:
        return monotonic() - self.started

    def complain(self, kind: str, example: str = "") -> None:
        """Each kind is told once, with what first led to it."""
        self.kinds[kind] += 1
        self.examples.setdefault(kind, example)

    @property
    def complaints(self) -> list[str]:
        return [f"{times} × {kind}\n    {self.examples[kind]}" for kind, times in self.kinds.most_common()]

    def note_answer(self, status: int, sent: bytes) -> None:
        """A refusal is fine; an error of ours is not."""
        self.answers[str(status)] += 1
        if status == 500:
            self.complain("answered by 500", shorten(sent))

    def look(self, sent: object) -> None:
        """Whether the log has got a traceback since the last look, and what may have led to it."""
        for part in self.news().split(TRACEBACK)[1:]:
            self.complain(f"traceback: {kind_of(part)}", f"{shorten(sent)}: {part.strip()[-500:]}")

    def news(self) -> str:
        """What the log has got since the last look; schemathesis looks from a thread of its own."""
        with self.looking, self.log.open("rb") as log:
            log.seek(self.looked)
            found = log.read()
            self.looked += len(found)
        return found.decode("utf-8", "replace")


def kind_of(traceback: str) -> str:
    """The name of the error and the place where it came up."""
    lines = traceback.splitlines()[1:]
    error = next((line for line in lines if line and not line.startswith(" ")), "?")
    places = [line.strip() for line in lines[: lines.index(error)] if "File " in line] if error in lines else []
    return " ".join([error.partition(":")[0], *places[-1:]])


def shorten(sent: object) -> str:
    said = repr(sent)
    return said if len(said) < 600 else f"{said[:300]} … {said[-300:]}"
