"""Dice that can be checked: draws that follow from a secret to which somebody committed before the first of them.

``docs/fair-dice.md`` describes all of it for people and for other programs, with test vectors.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, count

SCHEME = "1"
HEAD = f"ludotheque dice {SCHEME}\n"
WORD = 1 << 64  # a number is read from the first eight bytes of an HMAC
PERSON, COMPUTER, NOBODY = "person", "computer", "none"
NONCE, DIGEST = re.compile(r"[0-9a-f]{32}"), re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Nonce:
    """What a seat adds to the draws: a person's comes from their browser, a computer's follows from the secret."""

    kind: str = NOBODY
    text: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.text}" if self.text else self.kind


@dataclass(frozen=True)
class Draw:
    """One draw of a record: its number, which is never used twice, and what could come, with weights."""

    number: int
    outcomes: Mapping[str, int]

    def __str__(self) -> str:
        return " ".join([str(self.number), *(f"{weight}:{text}" for text, weight in self.outcomes.items())])


@dataclass(frozen=True)
class Dice:
    """What a record says of its draws: enough to check them without the rules, once the secret is revealed."""

    commitment: str
    nonces: tuple[Nonce, ...]
    secret: str | None = None
    draws: tuple[Draw, ...] = field(default=())

    def lines(self) -> Iterable[str]:
        """The values of a record's ``dice`` lines."""
        yield f"scheme {SCHEME}"
        yield f"commitment {self.commitment}"
        for seat, nonce in enumerate(self.nonces):
            yield f"nonce {seat} {nonce}"
        if self.secret is not None:
            yield f"secret {self.secret}"
        for draw in self.draws:
            yield f"draw {draw}"


def commitment_of(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def computer_nonce(secret: bytes, seat: int) -> str:
    """It follows from the secret: whoever rolls could otherwise choose it after the others have said theirs."""
    return _mac(secret, f"{HEAD}computer {seat}\n").hex()[:32]


def message(game: str, edition: int, nonces: Iterable[Nonce], number: int, attempt: int) -> str:
    """What a draw is made of, line by line."""
    seats = "".join(f"nonce {seat} {nonce}\n" for seat, nonce in enumerate(nonces))
    return f"{HEAD}game {game}\nedition {edition}\n{seats}draw {number}\ntry {attempt}\n"


def draw_outcome(
    secret: bytes, game: str, edition: int, nonces: Iterable[Nonce], number: int, outcomes: Mapping[str, int]
) -> str:
    """The outcome of a draw. Each is exactly as likely as its weight says: numbers that would favour some are
    rejected."""
    known, total = tuple(nonces), sum(outcomes.values())
    fair = WORD - WORD % total
    for attempt in count():
        found = int.from_bytes(_mac(secret, message(game, edition, known, number, attempt))[:8], "big")
        if found < fair:
            return _pick(outcomes, found % total)
    raise AssertionError("unreachable")


def _mac(secret: bytes, text: str) -> bytes:
    return hmac.digest(secret, text.encode(), "sha256")


def _pick(outcomes: Mapping[str, int], at: int) -> str:
    ends = accumulate(outcomes.values())
    return next(text for text, end in zip(outcomes, ends, strict=True) if at < end)


# Reading the lines of a record


def read_dice(values: Iterable[str]) -> Dice | int:
    """What the ``dice`` lines of a record say, in the order in which :meth:`Dice.lines` gives them; or the place of
    the first line that does not belong there."""
    lines, reading = list(values), _Reading()
    for at, line in enumerate(lines):
        if not reading.take(line):
            return at
    return reading.dice() if reading.commitment else len(lines) - 1


class _Reading:
    def __init__(self) -> None:
        self.has_begun = False
        self.commitment = ""
        self.nonces: list[Nonce] = []
        self.secret: str | None = None
        self.draws: list[Draw] = []

    def take(self, line: str) -> bool:
        """Whether a line is understood, and comes in its order."""
        word, _, rest = line.partition(" ")
        if not self.has_begun:
            self.has_begun = True
            return line == f"scheme {SCHEME}"
        if word == "commitment":
            return self._commit(rest)
        if not self.commitment:
            return False
        return {"nonce": self._nonce, "secret": self._reveal, "draw": self._draw}.get(word, lambda _: False)(rest)

    def _commit(self, text: str) -> bool:
        is_first, self.commitment = not self.commitment, text
        return is_first and DIGEST.fullmatch(text) is not None

    def _nonce(self, text: str) -> bool:
        seat, _, said = text.partition(" ")
        kind, _, nonce = said.partition(" ")
        is_one = said == NOBODY or (kind in (PERSON, COMPUTER) and NONCE.fullmatch(nonce) is not None)
        is_next = seat == str(len(self.nonces)) and self.secret is None and not self.draws
        self.nonces.append(Nonce(kind, nonce))
        return is_one and is_next

    def _reveal(self, text: str) -> bool:
        is_first, self.secret = self.secret is None and not self.draws, text
        return is_first and DIGEST.fullmatch(text) is not None

    def _draw(self, text: str) -> bool:
        number, *words = text.split(" ")
        pairs = [word.partition(":") for word in words]
        outcomes = {outcome: int(weight) for weight, _, outcome in pairs if _is_weight(weight) and outcome}
        self.draws.append(Draw(int(number) if _is_whole(number) else -1, outcomes))
        return _is_whole(number) and 0 < len(outcomes) == len(words)

    def dice(self) -> Dice:
        return Dice(self.commitment, tuple(self.nonces), self.secret, tuple(self.draws))


def _is_whole(text: str) -> bool:
    return len(text) <= 9 and text.isascii() and text.isdecimal() and (text == "0" or text[0] != "0")


def _is_weight(text: str) -> bool:
    return len(text) <= 10 and text.isascii() and text.isdecimal() and text[0] != "0"
