"""The games in Gymnasium, by Gymnasium's own check."""

from __future__ import annotations

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

import ludotheque as lt
from ludotheque.research.gym import GameEnvironment, environment_id, register
from ludotheque.research.planes import observe_planes
from ludotheque.search.players import RandomPlayer


def made(start: lt.State, **more: Any) -> Any:
    options = {"seats": start.seats, **start.options, **more}
    return gymnasium.make(environment_id(start.game.name), **options).unwrapped


@pytest.mark.parametrize("seat", [0, "alternate"])
def test_interface(start: lt.State, seat: int | str) -> None:
    """The checker knows no masks, so illegal actions are replaced; it makes the picture in every render mode."""
    check_env(made(start, illegal="replace", seat=seat))


def test_interface_with_planes() -> None:
    env = GameEnvironment("drivis", illegal="replace", observation="planes", max_choices=9)
    check_env(env, skip_render_check=True)
    assert env.observation_space.shape == (3, 8, 8)
    assert np.array_equal(env.reset(seed=1)[0], observe_planes(env.state, 0))


def play(env: Any, seed: int | None) -> list[Any]:
    """A random game: seats, rewards and codes."""
    seen, info = env.reset(seed=seed)
    rng, told, over = np.random.default_rng(1), [], False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, over, cut, info = env.step(action)
        assert not cut and not info["replaced"]
        told.append((info["seat"], reward, int(action), seen.tobytes()))
    assert info["action_mask"].all()
    return told


def test_rewards_are_the_result(start: lt.State) -> None:
    """In a solo game every step tells what it added to the score."""
    env = made(start, seat=start.seats - 1)
    rewards = [reward for _, reward, _, _ in play(env, 3)]
    assert sum(rewards) == pytest.approx(env.state.result[env.seat])
    if start.seats > 1:
        assert not any(rewards[:-1])
    assert env.state.record.replay() == env.state


def test_a_seed_decides_everything(start: lt.State) -> None:
    env = made(start, seat="alternate")
    first, second = play(env, 5), play(env, None)
    assert [play(env, 5), play(env, None)] == [first, second]
    assert play(made(start, seat="alternate"), 5) == first


def test_action_masks_are_those_of_info(start: lt.State) -> None:
    """Under the name that sb3-contrib looks for, through the wrappers that ``make`` puts around."""
    env: Any = gymnasium.make(environment_id(start.game.name), seats=start.seats, **dict[str, Any](start.options))
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")
    for _ in range(3):
        assert masks().dtype == np.bool_
        assert np.array_equal(masks(), info["action_mask"])
        assert np.flatnonzero(masks()).tolist() == sorted(env.unwrapped.state.legal(0))
        _, _, _, _, info = env.step(np.flatnonzero(masks())[0])


MAKERS = [
    partial(gymnasium.make, f"ludotheque.research.gym:{environment_id('drivis')}", max_choices=2 + i) for i in (0, 1)
]


def sample(env: Any, steps: int = 12) -> None:
    """Random actions from the masks, in turn from those of ``info`` and those that are called for."""
    rng, ended = np.random.default_rng(1), np.zeros(len(MAKERS), int)
    _, info = env.reset(seed=1)
    for i in range(steps):
        masks = env.call("action_masks") if i % 2 else info["action_mask"]
        _, _, over, _, info = env.step([rng.choice(np.flatnonzero(mask)) for mask in masks])
        ended += over
    env.close()
    assert (ended >= 2).all()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_vectors_go_on_after_the_end(mode: AutoresetMode) -> None:
    """Whoever samples from the masks need not know that a game has ended, in both ways to begin anew."""
    sample(SyncVectorEnv(MAKERS, autoreset_mode=mode))


@pytest.mark.long
def test_vectors_in_processes_go_on_after_the_end() -> None:
    """New processes know a game by its id because that names the module, too."""
    sample(AsyncVectorEnv(MAKERS, context="spawn"))


def test_a_long_solo_game_sums_to_its_score() -> None:
    env = gymnasium.make("ludotheque/NumberDrop-v0")
    rewards = [reward for _, reward, _, _ in play(env, 1)]
    assert sum(rewards) == env.unwrapped.state.scores[0]  # type: ignore[attr-defined]
    assert any(rewards[:-1])


def test_seats_alternate() -> None:
    env = GameEnvironment("derive", 3, seat="alternate", max_choices=10)
    assert [env.reset(seed=1 if i == 0 else None)[1]["seat"] for i in range(4)] == [0, 1, 2, 0]


def test_opponents_may_be_players() -> None:
    """One for each other seat, in order."""

    class First:
        def __init__(self) -> None:
            self.seats: set[int] = set()

        def choose(self, state: lt.State, seat: int | None = None) -> str:
            assert seat is not None
            self.seats.add(seat)
            return state.choices(seat)[0]

    first = First()
    env = GameEnvironment("derive", 4, opponents=["random", first, RandomPlayer(1)], seat=1, max_choices=40)
    play(env, 1)
    assert first.seats == {2}


def test_illegal_actions() -> None:
    env = GameEnvironment("drivis", max_choices=4)
    env.reset(seed=1)
    before = env.state
    for wrong in (-1, 257, 256):
        with pytest.raises(ValueError, match=f"action {wrong} is not allowed here. Allowed: "):
            env.step(wrong)
    assert env.state is before
    play(env, 1)
    with pytest.raises(lt.IllegalEvent, match=r"The game is over: call reset\(\)"):
        env.step(0)
    replacing = GameEnvironment("drivis", illegal="replace")
    replacing.reset(seed=1)
    assert replacing.step(256)[4]["replaced"]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"seat": 2}, "no seat 2. Choose one of: 0, 1"),
        ({"seat": "last"}, "no seat last"),
        ({"opponents": ["random", "random"]}, "must be 1 opponents"),
        ({"illegal": "ignore"}, "replace"),
        ({"render_mode": "human"}, "ansi, svg"),
        ({"seats": 5}, "seats"),
        ({"observation": "pixels"}, "planes"),
        ({"size": 3}, "size"),
    ],
)
def test_wrong_set_ups_are_refused(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(lt.GameError, match=reason):
        GameEnvironment("drivis", **wrong)


def test_unknown_opponents_are_refused() -> None:
    with pytest.raises(lt.GameError, match="nobody"):
        GameEnvironment("drivis", opponents="nobody").reset()


def test_pictures() -> None:
    assert environment_id("number-drop") == "ludotheque/NumberDrop-v0"
    register()
    for mode, beginning in (("svg", "<svg"), ("ansi", "9 ")):
        env = GameEnvironment("drivis", render_mode=mode)
        env.reset(seed=1)
        picture = env.render()
        assert picture is not None and beginning in picture[:10]
    env = GameEnvironment("drivis")
    env.reset()
    with pytest.warns(UserWarning, match="choose a render mode"):
        assert env.render() is None
