"""A position for the adapters: quick to step, and shared by all copies because it never changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.errors import IllegalEvent
from ..core.game import Game
from ..core.registry import load
from ..core.state import CHANCE, State
from .compiled import go_on, look
from .observation import observe_array
from .planes import planes_of_array
from .simultaneous import Views, begin, follow, views_of
from .texts import CATALOG, listed

Array = np.ndarray[Any, np.dtype[Any]]


class FastState:
    """A record with what is always asked of it. Of several seats that may choose, the lowest is to act."""

    __slots__ = ("array", "codes", "first", "seat", "views")

    def __init__(self, first: State, array: Array, acting: int, codes: Array, views: Views | None) -> None:
        self.first = first  # the beginning of the game, for its options
        self.array = array
        self.seat = CHANCE if acting == CHANCE else (acting & -acting).bit_length() - 1 if acting else None
        self.codes = codes  # legal actions in the order of the rules, or the weights of all outcomes
        self.views = views  # while several choose at the same time

    @staticmethod
    def of(state: State) -> FastState:
        room = _room(state.game)
        acting, n = state.game.compiled(look)(state.array, room)
        return FastState(state, state.array, acting, room[:n].copy(), views_of(state))

    def after(self, action: int) -> FastState:
        """The position after a legal action of the seat to act, or an outcome; an IllegalEvent says what is allowed."""
        game = self.first.game
        after, room = np.empty(1, self.array.dtype), _room(game)
        seat = CHANCE if self.seat is None else self.seat
        acting, n = game.compiled(go_on)(self.array, after, seat, action, room)
        if n < 0:
            raise self._refusal(action)
        return FastState(self.first, after, acting, room[:n].copy(), self._views_after(seat, action, acting, after))

    def _views_after(self, seat: int, action: int, acting: int, after: Array) -> Views | None:
        if self.views is None:
            return begin(acting, after, self.first.seats)
        return follow(self.first.game, self.views, seat, action, acting, after)

    def _refusal(self, action: int) -> IllegalEvent:
        if self.seat is None:
            return IllegalEvent(CATALOG("game-over"))
        return IllegalEvent(CATALOG("illegal-action", action=action, allowed=listed(self.legal())))

    @property
    def over(self) -> bool:
        return self.seat is None

    @property
    def chance(self) -> bool:
        return self.seat == CHANCE

    def legal(self) -> list[int]:
        """The codes of the events that may come next, in ascending order."""
        if self.seat == CHANCE:
            return np.flatnonzero(self.codes).tolist()
        return sorted(self.codes.tolist())

    def outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes of the draw that is due, and their probabilities."""
        total = int(self.codes.sum())
        return [(code, weight / total) for code, weight in enumerate(self.codes.tolist()) if weight]

    def mask(self, dtype: Any = np.int8) -> Array:
        """One for each action that the seat to act may choose."""
        mask = np.zeros(self.first.game.num_actions, dtype)
        if not self.chance:
            mask[self.codes] = 1
        return mask

    def draw_all(self, below: Callable[[int], int]) -> FastState:
        """Plays the draws that are due; ``below(n)`` is a random number from 0 to n − 1."""
        position = self
        while position.chance:
            ends = np.cumsum(position.codes)
            position = position.after(int(np.searchsorted(ends, below(int(ends[-1])), side="right")))
        return position

    def observation(self, seat: int) -> Array:
        return observe_array(self.first.game, self.seen_by(seat), self.first.seats, seat)

    def planes(self, seat: int) -> Array:
        return planes_of_array(self.first, self.seen_by(seat), seat)

    def seen_by(self, seat: int) -> Array:
        """The position without what others have chosen while this seat is choosing, too.

        For the number behind the last seat: what all of them know.
        """
        return self.array if self.views is None else self.views.records[seat : seat + 1]

    def result(self) -> list[float]:
        """One number a seat; the game must be over."""
        values = np.zeros(self.first.seats)
        self.first.game.ask.result(self.array, values)
        return [value + 0.0 for value in values.tolist()]

    def state(self, seat: int | None = None) -> State:
        """The same as a State, without its past: for notation and pictures. Of a seat, what it may know."""
        array = self.array if seat is None else self.seen_by(seat)
        return State(self.first.game, self.first.options, self.first.names, array)

    def write(self, seat: int, action: int) -> str:
        """The text of an action, or for seat −1 of an outcome."""
        return str(self.first.game.display.notation.write(self.state(), seat, action))

    def __deepcopy__(self, memo: object) -> FastState:
        return self

    def __reduce__(self) -> tuple[Callable[..., FastState], tuple[Any, ...]]:
        first = self.first
        return _restore, (first.game.name, first.seats, dict(first.options), self.array.tobytes(), self.views)


def _room(game: Game) -> Array:
    return np.empty(game.num_codes, np.int32)


def _restore(name: str, seats: int, options: dict[str, object], data: bytes, views: Views | None) -> FastState:
    game = load(name)
    first = game.start(seats, None, options)
    reached = FastState.of(game.from_bytes(data, seats, **options))
    reached.first, reached.views = first, views
    return reached
