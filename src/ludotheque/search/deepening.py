"""Alpha-beta search of a position, one depth after the other. The work is done in compiled code: ``alphabeta.py``."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core.fields import States, UInt64Array
from ..core.state import State
from . import alphabeta, hooks
from . import alphabeta_table as table
from .alphabeta_table import Desk
from .analysis import Analysis, Choice
from .network import NOTHING, Network, inputs_of, network_of

DEEPEST = 40  # choices that are searched in full
LEVELS = 64  # choices below the root, with those that cost no depth
PAST = 32  # positions of the game before this one that count as repeated
LEAST_TABLE, MOST_TABLE = 1 << 12, 1 << 20  # positions
AGES = 100
STEP, PATIENT = 8, 2  # choices of waiting that count as one, and so many of these are no reason to hurry
MORE_EAGER, MOST_EAGER = 0.06, 0.6


class Style(NamedTuple):
    """How alpha-beta searches a position."""

    even: bool = False  #: late choices are searched less deep by a turn of both, never by that of one
    eagerness: float = 0.0  #: what it is worth to the one who searches that something comes to pass


class Memory:
    """What a player knows from choice to choice: the table."""

    def __init__(self, nodes: int) -> None:
        size = LEAST_TABLE
        while size < min(nodes, MOST_TABLE):
            size *= 2
        self.table: States = np.zeros(size, table.ENTRY)
        self.age = 0

    def next_age(self) -> int:
        """What was found before may be given up for what is found now."""
        self.age = (self.age + 1) % AGES
        return self.age


class Deepening:
    """What is known about the choices of one position. Searching on makes it better."""

    def __init__(
        self,
        state: State,
        seat: int,
        actions: Sequence[int],
        memory: Memory,
        network: Network,
        slack: float,
        ahead: int = 0,
        style: Style | None = None,
    ) -> None:
        """``ahead``: so many depths are left out at the beginning, beside another search of the same position."""
        self.state, self.seat, self.depth = state, seat, ahead
        self.slack = round(slack * table.SCALE)
        self.desk = make_desk(state, memory, network, len(actions))
        self.desk.control[table.AGE] = memory.age if ahead else memory.next_age()
        set_style(self.desk, seat, style or style_of(state))
        self.actions = list(actions)  # the most promising first
        self.values = dict.fromkeys(self.actions, 0)
        self.spent = dict.fromkeys(self.actions, 0)
        self._begin()

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self.desk.control[table.NODES])

    @property
    def unfit(self) -> bool:
        """Whether the game is none for this search: chance or several seats are to act."""
        return bool(self.desk.control[table.STATUS] == table.UNFIT)

    @property
    def settled(self) -> bool:
        """Whether more searching would change nothing."""
        best = self.values[self.actions[0]]
        return self.unfit or self.depth > DEEPEST or abs(best) >= table.FORCED

    @property
    def won(self) -> bool:
        """Whether a forced win was found."""
        return self.values[self.actions[0]] >= table.FORCED

    def search(self, nodes: int) -> None:
        """Looks at about so many positions more; fewer at the end of a depth."""
        run: Any = self.state.game.compiled(alphabeta.search)
        run(self.desk, self.nodes + nodes)
        if self.desk.control[table.STATUS] == table.DONE:
            self.note()
            self._begin()

    def _begin(self) -> None:
        """The next depth."""
        self.depth += 1
        d, n = self.desk, len(self.actions)
        d.control[[table.LEVEL, table.STATUS, table.DEPTH]] = 0, table.RUNNING, self.depth
        d.codes[0, :n] = self.actions
        d.order[0, :n] = np.arange(n, 0, -1)
        d.spent[:] = 0
        frame = d.frames[0]
        frame.key = table.key_of(d.words, 0, d.mask)
        frame.seat, frame.depth, frame.phase, frame.n, frame.at = self.seat, self.depth, alphabeta.NEXT, n, 0
        frame.alpha = frame.floor = frame.best = -table.INFINITE
        frame.beta, frame.best_code, frame.slack, frame.sorted = table.INFINITE, -1, self.slack, 1
        frame.extension = 0

    def note(self) -> None:
        """Takes over what this depth has found out so far, and brings what is best to the front."""
        d = self.desk
        done = int(d.frames["at"][0])
        for i, action in enumerate(d.codes[0, :done].tolist()):
            self.values[action] = int(d.values[i])
            self.spent[action] += int(d.spent[i])
        if done:
            best = int(d.frames["best_code"][0])
            self.actions.sort(
                key=lambda action: (action == best, self.values[action], self.spent[action]), reverse=True
            )
            for action in self.actions[1:]:
                self.values[action] = min(self.values[action], self.values[best])

    def vary(self, rng: random.Random) -> None:
        """Brings one of those to the front that are worth nearly as much as the best: their values are exact."""
        least = self.values[self.actions[0]] - self.slack
        if not self.settled and self.slack:
            chosen = rng.choice([action for action in self.actions if self.values[action] > least])
            self.actions.remove(chosen)
            self.actions.insert(0, chosen)


def make_desk(state: State, memory: Memory, network: Network, choices: int) -> Desk:
    """Room to work in; memory is taken only when it is used."""
    game, levels = state.game, LEVELS + 2
    states = game.empty(levels + 1)  # a row more: words reach beyond the last position
    states[0] = state.array[0]
    mask = mask_of(state)
    return Desk(
        states=states,
        words=words_of(states, len(mask)),
        mask=mask,
        past=past_keys(state, mask),
        frames=np.zeros(levels, table.FRAME),
        codes=np.zeros((levels, game.num_codes), np.int32),
        order=np.zeros((levels, game.num_codes), np.int64),
        values=np.zeros(choices, np.int64),
        spent=np.zeros(choices, np.int64),
        table=memory.table,
        killers=np.full((levels, table.KILLERS), -1, np.int32),
        history=np.zeros((2, game.num_actions), np.int64),
        judge=hooks.judge_of(game.rules, network),
        room=np.empty(max(game.num_codes, inputs_of(network)), np.int32),
        control=np.zeros(table.CONTROLS, np.int64),
    )


def style_of(state: State) -> Style:
    """As the game says. Who has waited for long wants something to come to pass."""
    return Style(bool(hooks.hint(state.game.rules, "EVEN")), eagerness(waited(state)))


def waited(state: State) -> int:
    """So many choices were made since something came to pass; none in a game that does not say what that is."""
    own = hooks.hint(state.game.rules, "milestone")
    now, choices = own and own(state.array[0]), 0
    while own and state.previous is not None and own(state.previous.array[0]) == now:
        state, choices = state.previous, choices + 1
    return choices


def eagerness(choices: int) -> float:
    """After so many choices of waiting, in steps: what was found with another one is of no use any more."""
    return min(MOST_EAGER, max(0, choices // STEP - PATIENT) * MORE_EAGER)


def set_style(desk: Desk, seat: int, style: Style) -> None:
    desk.control[table.EVEN] = style.even
    desk.control[table.EAGERNESS] = round(style.eagerness * table.SCALE)
    desk.control[table.ROOT_SEAT] = seat
    desk.control[table.PASSED] = hooks.milestone(desk.states[0])


def words_of(states: States, words: int) -> UInt64Array:
    """The memory of positions as numbers of eight bytes; the last one of each may reach into the next position."""
    return np.ndarray((len(states) - 1, words), np.uint64, states.data, strides=(states.itemsize, 8))


def mask_of(state: State) -> UInt64Array:
    """What of a position's memory makes it another one: all but the number of choices, unless the last one is near."""
    kind = state.array.dtype
    mask = np.zeros(-(-kind.itemsize // 8) * 8, np.uint8)
    mask[: kind.itemsize] = 0xFF
    if state.fields.max_choices - state.fields.choices > LEVELS:
        assert kind.fields is not None
        choices, at = kind.fields["choices"][:2]
        mask[at : at + choices.itemsize] = 0
    return mask.view(np.uint64)


def past_keys(state: State, mask: UInt64Array) -> UInt64Array:
    """The keys of the last positions of the game."""
    past: list[State] = []
    while state.previous is not None and len(past) < PAST:
        state = state.previous
        past.append(state)
    states = np.concatenate([each.array for each in past] + [state.array])
    words = words_of(states, len(mask))
    return np.array([table.key_of(words, row, mask) for row in range(len(past))], np.uint64)


def suits(state: State, network: Network) -> bool:
    """Whether this search can be tried: two seats, and positions can be judged."""
    judge = hooks.judge_of(state.game.rules, network)
    return state.seats == 2 and not state.chance and hooks.judges(state.array[0], judge)


def network_for(state: State, network: Network | None, learned: bool) -> Network:
    """The network that judges such positions: this one, or that of the game; none where it does not fit."""
    known = network_of(state.game) if network is None else network
    return known if learned and hooks.fits(state) else NOTHING


def analysis_of(found: Deepening, certain: Mapping[int, int]) -> Analysis:
    """The choices that were searched, best first, then those that lose for certain, the longest way first."""
    state, seat = found.state, found.seat
    lost = [action for action in reversed(certain) if action not in found.values]
    choices = [_choice(found, action, found.values[action]) for action in found.actions]
    choices += [_choice(found, action, -table.MATE) for action in lost]
    best = choices[0]
    proven = best.proven and (best.values[seat] >= 1.0 or all(choice.proven for choice in choices))
    return Analysis(
        state,
        seat,
        best.values,
        proven,
        tuple(choices),
        found.nodes,
        grain=hooks.grain(state.array[0]),
        error=best.error,
    )


def _choice(found: Deepening, action: int, value: int) -> Choice:
    state, seat = found.state, found.seat
    proven = abs(value) >= table.FORCED
    own = float(np.sign(value)) if proven else value / table.SCALE
    values = (own, -own) if seat == 0 else (-own, own)
    text = state.game.display.notation.write(state, seat, action)
    return Choice(text, action, found.spent.get(action, 0), values, proven, 0.0 if proven else np.inf)
