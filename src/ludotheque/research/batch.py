"""Many games stepped at once in compiled code: observations, masks and rewards as NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core.errors import GameError, IllegalEvent
from ..core.game import Game
from ..core.registry import load
from ..core.state import State
from .compiled import choose_at_random, observe_games, start_games, step_games
from .observation import check_kind, plan
from .planes import board_of, draw_games, planes_shape
from .texts import CATALOG, listed

Array = np.ndarray[Any, np.dtype[Any]]


class BatchedGames:
    """``n`` games of the same kind, each with its own stream of chance. Game i depends on nothing but the seed and i.

    The arrays have a row a game and are refreshed in place by ``step``; copy what you want to keep.

    - ``observations``: what the seat to act sees, see ``observation_fields``, or with ``observation="planes"`` see
      ``plane_names``; not what others choose at the same time
    - ``masks``: which actions it may choose
    - ``seats_to_act``: that seat; where several may choose, the lowest
    - ``ended``: whether the last step ended the game, which has begun anew since
    - ``rewards``: one number a seat, the result of a game that has just ended, else 0
    - ``states``: the positions as records

    >>> batch = BatchedGames("drivis", n=4, seed=1)
    >>> batch.step(batch.random_actions())
    >>> batch.masks.shape, batch.seats_to_act
    ((4, 257), array([1, 1, 1, 1]))
    """

    def __init__(
        self,
        game: Game | str,
        n: int,
        seed: int,
        seats: int | None = None,
        *,
        observation: str = "bits",
        **options: object,
    ) -> None:
        self.observation = check_kind(observation)
        self.game = load(game) if isinstance(game, str) else game
        if n < 1:
            raise GameError(CATALOG("wrong-number"))
        self._start = self.game.start(seats, None, options)
        self.n, self.seats, self.options = n, self._start.seats, self._start.options
        self.states = self.game.empty(n)
        self._make_arrays()
        self._call(start_games, self.states, self._start.array, np.uint64(seed), *self._inner())
        self._observe()

    def _make_arrays(self) -> None:
        n, actions = self.n, self.game.num_actions
        shape = (plan(self.game, self.seats).size,) if self.observation == "bits" else planes_shape(self._start)
        self.observations = np.zeros((n, *shape), np.float32)
        self.masks = np.zeros((n, actions), np.bool_)
        self.seats_to_act = np.zeros(n, np.int64)
        self.ended = np.zeros(n, np.bool_)
        self.rewards = np.zeros((n, self.seats), np.float32)
        self._streams = np.zeros((n, 2, 1), np.uint64)  # for the draws, and for random actions
        # The legal actions of each game, listed. Only what is written takes memory.
        self._codes = np.empty((n, self.game.num_codes), np.int32)
        self._counts = np.zeros(n, np.int64)
        # While several seats choose at the same time: what each of them knows, and which have not finished.
        self._views = self.game.empty(n * self.seats).reshape(n, self.seats)
        self._choosing = np.zeros(n, np.int64)

    def _inner(self) -> tuple[Array, ...]:
        """What both starting and stepping write, in the order of their arguments."""
        listed = self._streams, self._codes, self._counts, self.masks, self.seats_to_act
        return *listed, self._views, self._choosing

    def _call(self, function: Any, *arguments: Any) -> Any:
        with np.errstate(over="ignore"):  # uncompiled, the random numbers wrap around with a warning
            return self.game.compiled(function)(*arguments)

    def _observe(self) -> None:
        """Writes ``observations``: the seat to act sees the state, or its own view of it."""
        shown = self.seats_to_act, self.observations
        if self.observation == "planes":
            each = len(board_of(self._start).seat_planes)
            self._call(draw_games, self.states, self._views, self._choosing, self.seats, each, *shown)
        else:
            known = self.states, _raw(self.states), self._views, _raw(self._views), self._choosing
            self._call(observe_games, *known, plan(self.game, self.seats).places, *shown)

    def step(self, actions: Any) -> None:
        """Plays one action a game, draws what chance has to draw, and begins finished games anew.

        If one action is not legal, an IllegalEvent names the game and nothing has changed in any of them.
        """
        chosen = self._whole(actions)
        values = np.zeros(self.seats)
        positions = self.states, self._start.array
        refused = self._call(step_games, *positions, chosen, *self._inner(), self.rewards, self.ended, values)
        if refused >= 0:
            raise self._refusal(refused, int(chosen[refused]))
        self._observe()

    def _whole(self, actions: Any) -> Array:
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise GameError(CATALOG("wrong-actions", n=self.n))
        return np.ascontiguousarray(given, np.int64)

    def _refusal(self, number: int, action: int) -> IllegalEvent:
        allowed = listed(self.legal(number).tolist())
        seat = int(self.seats_to_act[number])
        return IllegalEvent(CATALOG("illegal-in-game", number=number, action=action, seat=seat, allowed=allowed))

    def legal(self, number: int) -> Array:
        """The action codes open to the seat to act in that game."""
        return self._codes[number, : self._counts[number]].copy()

    def random_actions(self) -> Array:
        """A legal action for each game, all equally likely, from streams of their own."""
        actions = np.empty(self.n, np.int64)
        self._call(choose_at_random, self._codes, self._counts, self._streams, actions)
        return actions

    def state(self, number: int) -> State:
        """The position of one game, without its past."""
        return State(self.game, self.options, self._start.names, self.states[number : number + 1].copy())

    def copy(self) -> BatchedGames:
        """The same games apart: stepping one batch leaves the other alone. Random streams go on alike in both."""
        other = BatchedGames.__new__(BatchedGames)
        other._restore({name: value.copy() if isinstance(value, np.ndarray) else value for name, value in self._kept()})
        return other

    def _kept(self) -> Iterator[tuple[str, Any]]:
        """All that goes on in a copy. The rest of the large room for codes holds nothing."""
        for name, value in vars(self).items():
            yield name, value[:, : self._counts.max()] if name == "_codes" else value

    def _restore(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._codes = np.empty((self.n, self.game.num_codes), np.int32)
        self._codes[:, : kept["_codes"].shape[1]] = kept["_codes"]

    def __copy__(self) -> BatchedGames:
        return self.copy()

    def __deepcopy__(self, memo: object) -> BatchedGames:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """A batch can be pickled, and goes on exactly where it was. The beginning follows from seats and options."""
        return dict(self._kept()) | {"_start": None, "options": dict(self.options)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        start = kept["game"].start(kept["seats"], None, kept["options"])
        self._restore(kept | {"_start": start, "options": start.options})


def _raw(records: Array) -> Array:
    """The bytes of positions, a row each."""
    return records.view(np.uint8).reshape(*records.shape, -1)
