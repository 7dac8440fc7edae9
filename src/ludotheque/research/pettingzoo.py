"""The games for PettingZoo: agents ``seat_0``, ``seat_1`` … act in turn; a solo game has one agent.

>>> from ludotheque.research import pettingzoo
>>> env = pettingzoo.env("drivis")
>>> env.reset(seed=1)

An observation holds ``observation``, see ``observation_fields``, or with ``observation="planes"`` see ``plane_names``;
and ``action_mask``, only zeros for who is not to act. Chance is drawn from the generator that ``reset(seed)`` starts.
Where several seats may choose at the same time, the lowest is asked first, and nobody sees what the others have chosen
before all have. Rewards come at the end: the result of the game, in a solo game its score.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.registry import load
from .fast_state import FastState
from .observation import check_kind, observe_array
from .planes import planes_shape
from .texts import check_render_mode, extra, warn_of_no_render_mode

with extra():
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

RENDER_MODES = ["human", "ansi", "svg"]
Array = np.ndarray[Any, np.dtype[Any]]


def env(
    game: Game | str,
    seats: int | None = None,
    *,
    observation: str = "bits",
    render_mode: str | None = None,
    **options: object,
) -> Any:
    """An environment that also says when it is used in the wrong order."""
    made = Environment(game, seats, observation=observation, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(made)


class Environment(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One game. An action that is not legal raises an IllegalEvent, a ValueError, and changes nothing."""

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        *,
        observation: str = "bits",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.observation = check_kind(observation)
        self.game = load(game) if isinstance(game, str) else game
        self.metadata = {
            "name": f"{self.game.name.replace('-', '_')}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
        }
        self.render_mode = check_render_mode(render_mode, RENDER_MODES)
        self.first = FastState.of(self.game.start(seats, None, options))
        self.possible_agents = [f"seat_{seat}" for seat in range(self.first.first.seats)]
        self.agents: list[str] = []
        self._make_spaces()
        self._rng, _ = seeding.np_random()

    def _make_spaces(self) -> None:
        size = len(self.first.observation(0))
        self.state_space = spaces.Box(0.0, 1.0, (size - len(self.possible_agents),), np.float32)
        shape = planes_shape(self.first.first) if self.observation == "planes" else (size,)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._reach(self.first)

    def _reach(self, position: FastState) -> None:
        """Draws what chance has to draw and turns to the next agent, or to all of them for the result."""
        self.position = position.draw_all(self._rng.integers)
        if self.position.seat is None:
            self.rewards = dict(zip(self.possible_agents, self.position.result(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.position.seat or 0]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        after = self.position.after(operator.index(action))
        self._cumulative_rewards[agent] = 0.0
        self._reach(after)
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Array]:
        seat = self.possible_agents.index(agent)
        is_to_act = seat == self.position.seat
        mask = self.position.mask() if is_to_act else np.zeros(self.game.num_actions, np.int8)
        seen = self.position.planes(seat) if self.observation == "planes" else self.position.observation(seat)
        return {"observation": seen, "action_mask": mask}

    def state(self) -> Array:
        """The whole position, also what agents that choose at the same time do not know of one another."""
        seats = len(self.possible_agents)
        return observe_array(self.game, self.position.array, seats, 0)[:-seats]

    def render(self) -> str | None:
        """The position: printed, as text or as a picture in SVG."""
        if self.render_mode is None:
            warn_of_no_render_mode()
            return None
        state = self.position.state()
        if self.render_mode == "human":
            print(state.diagram())
            return None
        return state.diagram() if self.render_mode == "ansi" else state.svg()

    def close(self) -> None:
        """There is nothing to close."""
