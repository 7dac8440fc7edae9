"""The games in PettingZoo, by PettingZoo's own checks."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test  # type: ignore[import-untyped]
from pettingzoo.test.state_test import test_state as check_state  # type: ignore[import-untyped]
from pettingzoo.test.state_test import test_state_space as check_state_space
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

import ludotheque as lt
from ludotheque.research import pettingzoo
from ludotheque.research.planes import observe_planes

# Both warnings are for every environment with action masks, except for those that the checker has in a list by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]


@pytest.fixture
def make(start: lt.State, setup: dict[str, Any]) -> Any:
    return partial(pettingzoo.env, start.game.name, **setup)


def test_interface(make: Any) -> None:
    api_test(make(), num_cycles=60)


def test_interface_with_planes() -> None:
    env = pettingzoo.env("riviere", observation="planes", max_choices=9)
    api_test(env, num_cycles=20)
    env.reset(seed=1)
    for seat, agent in enumerate(env.agents):
        seen = env.observe(agent)["observation"]
        assert np.array_equal(seen, observe_planes(env.unwrapped.position.state(), seat))


def test_a_seed_decides_everything(make: Any) -> None:
    seed_test(make, num_cycles=20)


def test_pictures(make: Any) -> None:
    render_test(make, {"svg": lambda picture: picture.startswith("<svg")})


def test_state(make: Any) -> None:
    """This checker knows no masks: illegal actions end the game."""
    check_state_space(make())
    check_state(wrappers.TerminateIllegalWrapper(make(), illegal_reward=-1), num_cycles=10)


def play(env: Any, rng: np.random.Generator) -> dict[str, float]:
    """A random game; what each agent was told that it has won."""
    total: dict[str, float] = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, _, _ = env.last()
        total[agent] += reward
        env.step(None if terminated else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return total


def test_rewards_are_the_result(make: Any, start: lt.State) -> None:
    env = make()
    env.reset(seed=1)
    assert env.possible_agents == [f"seat_{seat}" for seat in range(start.seats)]
    total = play(env, np.random.default_rng(1))
    assert tuple(total.values()) == env.unwrapped.position.state().result


def test_only_who_is_to_act_has_a_mask(make: Any) -> None:
    env = make()
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_an_illegal_action_changes_nothing(make: Any) -> None:
    env = make()
    env.reset(seed=1)
    env.step(env.unwrapped.position.legal()[0])  # at the start of a game everything may be allowed
    before = env.unwrapped.position
    for wrong in (-1, before.first.game.num_actions, int(np.flatnonzero(before.mask() == 0)[0])):
        with pytest.raises(ValueError, match=f"action {wrong} is not allowed here. Allowed: {before.legal()[0]}"):
            env.step(wrong)
    assert env.unwrapped.position is before
    with pytest.raises(TypeError):
        env.step(1.5)


def test_their_wrapper_ends_the_game_instead() -> None:
    env = wrappers.TerminateIllegalWrapper(pettingzoo.env("drivis"), illegal_reward=-1)
    env.reset(seed=1)
    env.step(256)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards["seat_0"] == -1


def test_environments_can_be_copied_for_search() -> None:
    env = pettingzoo.Environment("derive")
    env.reset(seed=1)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        before = env.state()
        rng = np.random.default_rng(1)
        play(other, rng)
        assert np.array_equal(env.state(), before)
        assert not np.array_equal(other.state(), before)


def test_render_modes() -> None:
    with pytest.raises(lt.GameError, match="human, ansi, svg"):
        pettingzoo.env("drivis", render_mode="rgb_array")
    env = pettingzoo.Environment("drivis")
    env.reset()
    with pytest.warns(UserWarning, match="choose a render mode"):
        assert env.render() is None
