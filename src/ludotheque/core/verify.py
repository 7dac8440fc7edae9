"""``lt.verify``: the draws of a record against what was committed to before the first of them."""

from __future__ import annotations

from itertools import pairwise

from .dice import COMPUTER, PERSON, Dice, Draw, commitment_of, computer_nonce, draw_outcome
from .errors import VerifyError
from .i18n import Sentence
from .record import Record
from .state import CHANCE, State
from .texts import CATALOG


def verify(record: Record) -> list[Sentence]:
    """Replays the rules and checks every draw; what was checked, in sentences. A VerifyError says what does not fit.

    >>> lt.verify(lt.load("drivis").new().record)
    Traceback (most recent call last):
    ludotheque.core.errors.VerifyError: This record has no committed dice: nothing in it tells how its draws came about.
    """
    dice = _dice_of(record)
    secret = _check_commitment(dice)
    _check_nonces(dice, secret)
    states = record.states()
    drawn = [(before, after) for before, after in pairwise(states) if before.chance]
    _check_numbers(dice, len(drawn))
    for draw, (before, after) in zip(dice.draws, drawn, strict=True):
        _check_draw(record, dice, secret, draw, before, after)
    return _checked(record, dice)


def _problem(key: str, /, **params: object) -> VerifyError:
    return VerifyError(CATALOG(f"verify.{key}", **params))


def _dice_of(record: Record) -> Dice:
    if record.dice is not None:
        return record.dice
    other = next((value for key, value in record.extra if key == "dice"), None)
    raise _problem("none") if other is None else _problem("other-scheme", found=other[:40])


def _check_commitment(dice: Dice) -> bytes:
    """The secret, if it is the one that was committed to."""
    if dice.secret is None:
        raise _problem("sealed")
    secret = bytes.fromhex(dice.secret)
    if (found := commitment_of(secret)) != dice.commitment:
        raise _problem("commitment", found=found, expected=dice.commitment)
    return secret


def _check_nonces(dice: Dice, secret: bytes) -> None:
    for seat, nonce in enumerate(dice.nonces):
        if nonce.kind == COMPUTER and nonce.text != computer_nonce(secret, seat):
            raise _problem("computer", seat=seat)


def _check_numbers(dice: Dice, events: int) -> None:
    if len(dice.draws) != events:
        raise _problem("count", events=events, told=len(dice.draws))
    for expected, draw in enumerate(dice.draws):
        if draw.number != expected:
            raise _problem("number", expected=expected, found=draw.number)


def _check_draw(record: Record, dice: Dice, secret: bytes, draw: Draw, before: State, after: State) -> None:
    place = {"number": draw.number, "event": after.ply}
    if list(draw.outcomes.items()) != list(before.outcomes().items()):  # their order counts, too
        raise _problem("outcomes", **place)
    assert after.last is not None and after.last[0] == CHANCE
    game, found = record.game.name, after.last[1]
    expected = draw_outcome(secret, game, record.edition, dice.nonces, draw.number, draw.outcomes)
    if found != expected:
        raise _problem("outcome", **place, found=found, expected=expected)


def _checked(record: Record, dice: Dice) -> list[Sentence]:
    kinds = [nonce.kind for nonce in dice.nonces]
    people, computers = kinds.count(PERSON), kinds.count(COMPUTER)
    none = len(kinds) - people - computers
    return [
        CATALOG("verify.checked.rules", n=len(record.events)),
        CATALOG("verify.checked.commitment", commitment=dice.commitment),
        CATALOG("verify.checked.nonces", people=people, computers=computers, none=none),
        CATALOG("verify.checked.numbers", n=len(dice.draws)),
        CATALOG("verify.checked.draws"),
    ]
