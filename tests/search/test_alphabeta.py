"""Alpha-beta: it agrees with looking everything through, and it is the same however it is run."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.core.game import SEARCH
from ludotheque.games.drumlin.tests.positions import position
from ludotheque.search import alphabeta_table as table
from ludotheque.search import deepening, hooks
from ludotheque.search.alphabeta import LONGEST_EXTENSION
from ludotheque.search.deepening import Deepening, Memory, Style
from ludotheque.search.exact import certain_values
from ludotheque.search.levels import _mentions as mentions
from ludotheque.search.levels import level_of, uses_alphabeta
from ludotheque.search.network import network_of
from ludotheque.search.players import RandomPlayer, make_player
from ludotheque.search.think import Effort, Thinker, deepen

from .test_circles import BACK, BEST, POSITION

USERS = [name for name in lt.games() if uses_alphabeta(lt.load(name))]
# Where random play meets forced wins; they are rare at Dérive, so that more games have to be looked into.
OPTIONS: dict[str, dict[str, Any]] = {"derive": {"level": "blitz-advanced", "size": 7}}
EVERY = {"derive": 23}
SKIPPED = {"riviere": 45}  # choices after which nothing is hidden any more: before that the tree searches
users = pytest.mark.parametrize("name", USERS)
FAR_OFF = 1e18
MOST_EXPECTED = 2_000  # positions that are looked at one by one in Python
OPENING = 4  # random choices, so that no two games are the same


def positions(name: str, games: int, every: int = 1) -> Iterator[lt.State]:
    """Running positions of random games."""
    for number in range(games):
        rng = random.Random(number)
        state = lt.load(name).new(**OPTIONS.get(name, {}))
        for at in itertools.count():
            while state.chance:
                state = state.draw(rng)
            if state.over:
                break
            if at >= SKIPPED.get(name, 0) and at % every == every - 1:
                yield state
            state = state.play(rng.choice(state.choices()))


def endings(name: str, games: int, last: int = 6) -> Iterator[lt.State]:
    """The last positions of games of simple players, where random ones hardly ever come to an end."""
    for number in range(games):
        state, greedy = lt.load(name).new(**OPTIONS.get(name, {})), make_player("greedy", number)
        beginner = RandomPlayer(number)
        while not state.over:
            player = beginner if state.ply < OPENING else greedy
            state = state.draw(beginner.rng) if state.chance else state.play(player.choose(state))
        yield from list(state.history())[-1 - last : -1]


def searched(state: lt.State, depth: int, nodes: int = 10**9, piece: int = 10**9) -> Deepening:
    """The state of a search after so many full depths."""
    seat = state.chooser()
    found = Deepening(state, seat, state.legal(seat), Memory(1 << 14), network_of(state.game), 0.0)
    while found.depth <= depth and not found.settled and found.nodes < nodes:
        found.search(min(piece, nodes - found.nodes))
    return found


def as_written(state: lt.State) -> lt.State:
    """The same position in a game whose search is not compiled."""
    twin = state.game.twin()
    twin.interpreted = frozenset({SEARCH})
    return twin.from_bytes(bytes(state), state.seats, **state.options)


def expected(state: lt.State, seat: int, depth: int, level: int = 0, whole: int = 0) -> int:
    """The value of a position by looking at everything, as the rules of the game and its evaluation say.

    A choice without alternative costs no depth.
    """
    if state.result is not None:
        value = state.result[seat]
        return int(np.sign(value)) * (table.MATE - level) if abs(value) == 1 else int(value)
    if depth == 0:
        out, judge = np.zeros(2), hooks.judge_of(state.game.rules, network_of(state.game))
        hooks.appraise(state.array[0], judge, np.zeros(20_000, np.int32), out)
        return int(out[seat] * table.SCALE)
    actor = state.chooser()
    texts, whole = state.choices(), whole or depth
    below = depth - 1 + (len(texts) == 1 and 0 < level < LONGEST_EXTENSION * whole)
    values = [expected(state.play(text), seat, below, level + 1, whole) for text in texts]
    return max(values) if actor == seat else min(values)


@users
def test_nothing_is_cut_off_that_counts(name: str) -> None:
    for state in itertools.islice(positions(name, 3, every=9), 4):
        for depth in (1, 2) if len(state.choices()) ** 2 < MOST_EXPECTED else (1,):
            found = searched(state, depth)
            assert found.values[found.actions[0]] == expected(state, found.seat, depth)


@users
def test_forced_wins_are_found_and_losses_avoided(name: str) -> None:
    turns, met = (3, 5) if name == "drivis" else (2, 3), {1: 0, -1: 0}
    for state in (*itertools.islice(positions(name, 40, every=EVERY.get(name, 3)), 120), *endings(name, 1)):
        seat = state.chooser()
        certain = certain_values(state, seat, 10**8, turns[0])
        if not certain or len(state.legal(seat)) == 1:
            continue
        found = searched(state, turns[1])
        best = found.actions[0]
        if 1 in certain.values():
            met[1] += 1
            assert found.values[best] >= table.FORCED
        else:
            met[-1] += 1
            assert certain.get(best) != -1 or len(certain) == len(state.legal(seat))
    assert min(met.values()) > 0


def test_a_win_comes_as_soon_as_it_can() -> None:
    """Where two choices suffice, it takes no longer way, however deep it looks."""
    winning = (
        state for state in positions("drivis", 40) if 1 in certain_values(state, state.chooser(), 10**6, 2).values()
    )
    for state in itertools.islice(winning, 5):
        found = searched(state, 5)
        assert found.values[found.actions[0]] == expected(state, found.seat, 2) == table.MATE - 2


@users
def test_in_pieces_or_in_one_go_it_is_the_same(name: str) -> None:
    state = next(positions(name, 1, every=6))
    whole, pieces = searched(state, 4), searched(state, 4, piece=7)
    assert (whole.actions, whole.values, whole.nodes) == (pieces.actions, pieces.values, pieces.nodes)


@users
def test_uncompiled_it_is_the_same(name: str) -> None:
    state = next(positions(name, 1, every=8))
    compiled, plain = (searched(each, 9, nodes=150, piece=50) for each in (state, as_written(state)))
    for each in (compiled, plain):
        each.note()
    assert (compiled.actions, compiled.values, compiled.nodes) == (plain.actions, plain.values, plain.nodes)
    assert compiled.desk.table.tobytes() == plain.desk.table.tobytes()


@users
def test_threads_that_share_a_table_find_what_one_finds(name: str) -> None:
    met = 0
    for state in (*itertools.islice(positions(name, 40, every=EVERY.get(name, 3)), 60), *endings(name, 1)):
        seat = state.chooser()
        certain = certain_values(state, seat, 10**8, 2)
        if len(state.legal(seat)) > 1 and 1 in certain.values():
            met += 1
            found = Thinker(0).think(state, seat, Effort(0, FAR_OFF, alphabeta=20_000, threads=2))
            assert found.best.proven and found.best.values[seat] == 1 and found.simulations > 0
    assert met


def test_an_entry_of_which_two_threads_have_written_a_half_each_belongs_to_no_position() -> None:
    desk = searched(lt.load("drivis").new(), 5).desk
    used = [entry for entry in desk.table if entry["bound"]]
    keys = [int(e["key"] ^ table.seal(e["value"], e["code"], e["depth"], e["bound"])) for e in used]
    known = [np.uint64(key) for key in keys if table.recall(desk, np.uint64(key))[3]]
    assert len(known) == len(used) > 100
    for part in ("value", "code", "depth", "bound"):
        desk.table[part] += 1
        assert not any(table.recall(desk, key)[3] for key in known), part
        desk.table[part] -= 1
    assert all(table.recall(desk, key)[3] for key in known)


@users
def test_the_same_seed_makes_the_same_choices_and_all_are_legal(name: str) -> None:
    games = []
    for _ in range(2):
        players = [lt.ComputerPlayer(8, seed=seat, scale=0.0005) for seat in (0, 1)]
        state = lt.load(name).new(**OPTIONS.get(name, {}), max_choices=16)
        rng = random.Random(1)
        while not state.over:
            state = state.draw(rng) if state.chance else state.play(players[state.chooser()].choose(state))
        games.append([each.last for each in state.history()])
    assert games[0] == games[1]


def test_first_choices_vary_among_those_that_are_equally_good() -> None:
    state, effort = lt.load("drivis").new(), Effort(0, alphabeta=3_000, vary=0.05)
    thoughts = [Thinker(seed).think(state, 0, effort) for seed in range(12)]
    best = max(choice.values[0] for thought in thoughts for choice in thought.choices)
    assert len({thought.best.text for thought in thoughts}) > 1
    assert all(thought.best.values[0] > best - 0.05 for thought in thoughts)
    later = next(positions("drivis", 1, every=8))
    assert len({Thinker(seed).think(later, later.chooser(), effort).best.text for seed in range(4)}) == 1


@users
def test_the_clock_is_a_guard(name: str) -> None:
    """Each look at the clock takes a second here: it ends long before all the positions were looked at."""
    state = next(positions(name, 1))
    found = searched(state, 0)
    deepen(found, 10**9, 6.0, itertools.count(0.0).__next__)
    assert found.depth > 1 and found.nodes < 10**6
    assert found.actions[0] in state.legal(found.seat)


@pytest.mark.parametrize(("cap", "same"), [(10_000, True), (100, False)])
def test_positions_are_the_same_whenever_they_come_up_unless_the_end_is_near(cap: int, same: bool) -> None:
    state = lt.load("drumlin").read(POSITION.replace("10000", str(cap)))
    again = state
    for text in (BEST, *BACK):
        again = again.play(text)
    assert (key_at(again) == key_at(state)) == same
    assert key_at(state) in deepening.past_keys(again, deepening.mask_of(again))
    assert key_at(again.previous or state) != key_at(again)


def key_at(state: lt.State) -> np.uint64:
    mask = deepening.mask_of(state)
    states = state.game.empty(2)
    states[0] = state.array[0]
    return table.key_of(deepening.words_of(states, len(mask)), 0, mask)


def test_going_round_in_a_circle_is_a_draw() -> None:
    state = next(positions("drivis", 1, every=7))
    text = state.choices()[0]
    found = searched(state, 0)
    found.desk = found.desk._replace(past=np.array([key_at(state.play(text))], np.uint64))  # as if it had been there
    while found.depth == 1 or found.depth == 2:
        found.search(1)
    assert found.values[state.action(text)] == 0


@pytest.mark.parametrize(("seats", "options"), [(2, {"level": "classic"}), (4, {"level": "classic"})])
def test_where_chance_acts_or_more_play_the_tree_searches(seats: int, options: dict[str, Any]) -> None:
    state, rng = lt.load("derive").new(seats=seats, **options), random.Random(2)
    while state.chance:
        state = state.draw(rng)
    thinker = Thinker(0)
    thinker.think(as_written(state), state.actors[0], Effort(4, alphabeta=200))
    assert len(thinker.trees) == 1


def test_a_part_of_the_effort_is_a_part_of_the_positions() -> None:
    level = level_of(lt.load("drivis"), 8)
    assert level.scaled(0.1).alphabeta == round(level.alphabeta * 0.1)
    assert level.with_simulations(level.simulations // 2).alphabeta == level.alphabeta // 2


def test_a_level_of_a_variant_is_asked_for_too() -> None:
    assert mentions({"8": {"noise": 0}, "variant": [{"when": {}, "8": {"alphabeta": 9}}]}, "alphabeta")
    assert not mentions({"8": {"noise": 0}, "variant": [{"when": {}, "8": {"noise": 9}}]}, "alphabeta")


def waiting(choices: int) -> lt.State:
    """Drumlin after so many choices in which nothing came to pass: an elephant of each side goes to and fro."""
    state = lt.load("drumlin").new().play("@a2")
    for text in itertools.islice(itertools.cycle(["Ed1-d2", "Ee10-e9", "Ed2-d1", "Ee9-e10"]), choices):
        state = state.play(text)
    return state


def test_who_waits_becomes_eager_until_something_comes_to_pass() -> None:
    assert [deepening.waited(waiting(n)) for n in (0, 3, 20)] == [1, 4, 21]
    eager = [deepening.eagerness(n) for n in range(200)]
    assert eager == sorted(eager) and eager[0] == 0 < eager[-1] == deepening.MOST_EAGER
    assert deepening.waited(lt.load("drivis").new()) == 0


def test_who_is_eager_counts_it_that_something_comes_to_pass() -> None:
    """Violet's egg may leave, for ever, or other pieces may move."""
    state = position("d5:v* b1:v d1:v f1:v a9:p c9:p g9:p", "violet")
    texts = {action: state.game.display.notation.write(state, 0, action) for action in state.legal(0)}

    def worth(leaves: bool, eagerness: float) -> int:
        actions = [action for action, text in texts.items() if text.startswith("!") == leaves]
        memory, network = Memory(100), network_of(state.game)
        found = Deepening(state, 0, actions, memory, network, 0.0, style=Style(eagerness=eagerness))
        found.search(10**9)
        return found.values[found.actions[0]]

    assert worth(True, 0.5) - worth(True, 0.0) == table.SCALE // 2
    assert worth(False, 0.5) == worth(False, 0.0)


@users
def test_late_choices_may_be_searched_less_deep_by_turns_of_both(name: str) -> None:
    """That is another search of the same choices."""
    some = itertools.islice(positions(name, 2, every=7), 8)
    state = max(some, key=lambda state: len(state.legal(state.chooser())))
    one, other = (found_with(state, Style(even)) for even in (False, True))
    assert one.nodes != other.nodes and sorted(one.actions) == sorted(other.actions)


def found_with(state: lt.State, style: Style) -> Deepening:
    seat, network = state.chooser(), network_of(state.game)
    found = Deepening(state, seat, state.legal(seat), Memory(10_000), network, 0.0, style=style)
    while found.depth < 5:
        found.search(10**9)
    return found
