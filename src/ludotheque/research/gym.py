"""The games for Gymnasium: one learning seat, in a solo game or against computer players.

>>> import gymnasium
>>> import ludotheque.research.gym
>>> env = gymnasium.make("ludotheque/Drivis-v0", opponents="random", seat="alternate")

Observations are described by ``observation_fields``; ``info["action_mask"]`` and ``action_masks()`` say what may be
chosen. The reward is the result at the end; in a solo game with points it is what each step adds to them, so that the
sum is the score.

In a vector of environments the masks are rows of ``info["action_mask"]``, or ``env.call("action_masks")``. The mask of
a finished game allows everything: the step that begins the next one ignores the action. The name
``"ludotheque.research.gym:ludotheque/Drivis-v0"`` also works in processes that have not imported this module.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, SupportsFloat

import numpy as np

from ..core.errors import GameError, IllegalEvent
from ..core.game import Game
from ..core.registry import games, load
from ..core.state import State
from ..search.players import Player, make_player
from .observation import check_kind, observation_size, observe
from .planes import observe_planes, planes_shape
from .simultaneous import seen_by
from .texts import CATALOG, check_render_mode, extra, listed, warn_of_no_render_mode

with extra():
    import gymnasium
    from gymnasium import spaces

Array = np.ndarray[Any, np.dtype[Any]]


class GameEnvironment(gymnasium.Env[Array, np.int64]):
    """``opponents``: names such as ``"random"`` or ``"5"`` or players, one for all or one for each other seat in order.

    ``seat`` is the learning seat, or ``"alternate"``: another one at each reset, from 0 again after a seed. With
    ``illegal="replace"`` a random legal action takes the place of an illegal one, which otherwise is an error.
    Observations are ``"bits"``, see ``observation_fields``, or ``"planes"``, see ``plane_names``.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's own way

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        *,
        opponents: str | Player | Sequence[str | Player] = "random",
        seat: int | str = 0,
        illegal: str = "raise",
        observation: str = "bits",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.first = self.game.start(seats, None, options)
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        self._seat, self._illegal = seat, illegal
        self._opponents = self._one_each(opponents)
        self._check()
        has_planes = check_kind(observation) == "planes"
        shape = planes_shape(self.first) if has_planes else (observation_size(self.game, self.first.seats),)
        self.observation_space = spaces.Box(0.0, 1.0, shape, np.float32)
        self._observe = observe_planes if has_planes else observe
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._players: list[Player] = []
        self._resets = 0

    def _one_each(self, opponents: str | Player | Sequence[str | Player]) -> list[str | Player]:
        others = self.first.seats - 1
        return list(opponents) if isinstance(opponents, (list, tuple)) else [opponents] * others  # type: ignore[list-item]

    def _check(self) -> None:
        seats = range(self.first.seats)
        if self._seat != "alternate" and self._seat not in seats:
            raise GameError(CATALOG("wrong-seat", seat=self._seat, seats=", ".join(map(str, seats))))
        if len(self._opponents) != len(seats) - 1:
            raise GameError(CATALOG("wrong-opponents", n=len(seats) - 1))
        if self._illegal not in ("raise", "replace"):
            raise GameError(CATALOG("wrong-illegal"))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begins a new game: the observation of the learning seat, and ``info`` with its mask."""
        super().reset(seed=seed)
        if seed is not None or not self._resets:
            self._resets = 0
            self._players = [self._player(opponent) for opponent in self._opponents]
        self.seat = self._resets % self.first.seats if self._seat == "alternate" else int(self._seat)
        self._resets += 1
        self._rewarded = 0.0
        self.state = self._answer(self.first)
        return self._observe(self.state, self.seat), self._info()

    def _player(self, opponent: str | Player) -> Player:
        return make_player(opponent, int(self.np_random.integers(2**31))) if isinstance(opponent, str) else opponent

    def step(self, action: Any) -> tuple[Array, SupportsFloat, bool, bool, dict[str, Any]]:
        """Plays an action and all that follows until the learning seat is to choose again."""
        chosen, replaced = self._legal_or_else(operator.index(action))
        text = self.game.display.notation.write(self.state, self.seat, chosen)
        self.state = self._answer(self.state.play(text, self.seat))
        info = self._info() | {"replaced": replaced}
        return self._observe(self.state, self.seat), self._reward(), self.state.over, False, info

    def _legal_or_else(self, action: int) -> tuple[int, bool]:
        """The action to play, and whether it is another than the given one."""
        legal = self.state.legal(self.seat)
        if action in legal:
            return action, False
        if self.state.over:
            raise IllegalEvent(CATALOG("game-over"))
        if self._illegal == "raise":
            raise IllegalEvent(CATALOG("illegal-action", action=action, allowed=listed(legal)))
        return legal[int(self.np_random.integers(len(legal)))], True

    def _answer(self, state: State) -> State:
        """Chance and the opponents play until the learning seat is to choose."""
        while not state.over:
            if state.chance:
                state = state.draw(self.np_random)
            elif (seat := state.actors[0]) == self.seat:
                break
            else:
                player = self._players[seat - (seat > self.seat)]
                state = state.play(player.choose(seen_by(state, seat), seat), seat)
        return state

    def _reward(self) -> float:
        if self.first.seats == 1 and self.state.scores is not None:
            before, self._rewarded = self._rewarded, float(self.state.scores[0])
            return self._rewarded - before
        return self.state.result[self.seat] if self.state.result else 0.0

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}

    def action_masks(self) -> Array:
        """Which actions may be chosen, under the name that sb3-contrib looks for.

        After the end all may be: a vector of environments ignores the action of the step that begins anew, and who
        samples from the mask needs one.
        """
        mask = np.full(self.game.num_actions, self.state.over)
        mask[self.state.legal(self.seat)] = True
        return mask

    def render(self) -> str | None:
        """The position, as text or as a picture in SVG."""
        if self.render_mode is None:
            warn_of_no_render_mode()
            return None
        return self.state.diagram() if self.render_mode == "ansi" else self.state.svg(self.seat)


def environment_id(name: str) -> str:
    """The id of a game: ``ludotheque/`` and its name in capitals."""
    return f"ludotheque/{''.join(word.capitalize() for word in name.split('-'))}-v0"


def register() -> None:
    """Makes ``gymnasium.make`` know all games; a second call does nothing."""
    for name in games():
        if environment_id(name) not in gymnasium.registry:
            gymnasium.register(environment_id(name), f"{__name__}:GameEnvironment", kwargs={"game": name})


register()
