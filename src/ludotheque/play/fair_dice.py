"""The dice of a table: every draw follows from a secret that was on disk, and committed to, before the first of them.

Secrets stand in a chain: each is the SHA-256 of the next, so what a game reveals at its end is the commitment of its
rematch. The whole chain was fixed before anybody gave a nonce, and so the nonces are good for the rematches, too.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ..core.dice import Dice, Draw, Nonce, commitment_of, computer_nonce, draw_outcome
from .ports import WAITING, Entry, KeptDice

if TYPE_CHECKING:
    from ..core.state import State
    from .table import Table

CHAIN = 1_000  # games in a row that one root is good for


def new_dice(now: int) -> KeptDice:
    """A new secret, and the commitment to it."""
    return _kept(secrets.token_hex(32), 0, now)


def next_dice(kept: KeptDice, now: int) -> KeptDice | None:
    """Those of the rematch; None when the chain is used up."""
    return _kept(kept.root, kept.place + 1, now) if kept.place + 1 < CHAIN else None


def _kept(root: str, place: int, now: int) -> KeptDice:
    return KeptDice(commitment_of(_secret(root, place)), root, place, now)


def _secret(root: str, place: int) -> bytes:
    secret = bytes.fromhex(root)
    for _ in range(CHAIN - 1 - place):
        secret = hashlib.sha256(secret).digest()
    return secret


@dataclass(frozen=True)
class FairDice:
    """What draws for a table. Only its session has it; nothing that is told or logged is made of it before the end."""

    secret: bytes = field(repr=False)
    sealed_until: float = 0  # milliseconds since 1970: it is not revealed before, also if the game is over

    @classmethod
    def of(cls, kept: KeptDice, sealed_until: float = 0) -> FairDice:
        return cls(_secret(kept.root, kept.place), sealed_until)

    def outcome(self, table: Table) -> str:
        """What the draw gives that is due now."""
        return self.outcome_of(table.state, table.nonces, table.draws)

    def outcome_of(self, state: State, nonces: Iterable[Nonce], number: int) -> str:
        game = state.game
        return draw_outcome(self.secret, game.name, game.edition, nonces, number, state.outcomes())

    def with_nonces(self, table: Table, entries: Iterable[Entry]) -> list[Entry]:
        """The same entries; a computer that sits down before the game begins has its nonce."""
        return [self._with_nonce(entry) if table.status == WAITING else entry for entry in entries]

    def _with_nonce(self, entry: Entry) -> Entry:
        if entry.kind != "sit" or "level" not in entry.more or "heir" in entry.more or entry.seat is None:
            return entry
        return replace(entry, more={**entry.more, "nonce": computer_nonce(self.secret, entry.seat)})


def dice_of(table: Table) -> Dice | None:
    """What the record of a table says of its draws; while players must remember what was drawn, not of each."""
    if table.info.commitment is None:
        return None
    draws = () if table.is_from_memory else tuple(_standing_draws(table))
    return Dice(table.info.commitment, table.nonces, table.secret, draws)


def _standing_draws(table: Table) -> Iterable[Draw]:
    for before, number in enumerate(_numbers(table)):
        if number is not None:
            yield Draw(number, table.line[before].outcomes())


def _numbers(table: Table) -> list[int | None]:
    """For each event that stands: the number of its draw, None for a choice. What was taken back keeps its numbers."""
    numbers: list[int | None] = []
    drawn = 0
    for entry in table.entries:
        if entry.kind == "chance":
            numbers.append(drawn)
            drawn += 1
        elif entry.kind == "choice":
            numbers.append(None)
        elif entry.kind == "undo":
            del numbers[int(str(entry.more["keep"])) :]
    return numbers
