"""Two simple players that levels are measured by: ``careful`` and what ``greedy`` sees. They search nothing.

Neither learns, so what they say of a level holds from one version to the next: ``greedy`` asks the evaluation that a
game's ``hints.py`` has written down, never a network.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..core.fields import Codes, Fields, States, Values
from ..core.rule import generic
from ..core.state import State
from ..core.verbs import actors, apply, result
from .exact import certain_values
from .hooks import evaluate, hint
from .players import RandomPlayer, worth_of

ENOUGH = 50_000  # positions: two turns of any game but those that choose many small things in a turn
Worth = float | tuple[float, float]


class CarefulPlayer(RandomPlayer):
    """Takes a win at once and gives none away at once, else chooses at random, as a careful beginner might.

    What a draw of chance decides in between it does not see, and of more than two seats it only sees its own win.

    >>> from ludotheque.search.yardsticks import CarefulPlayer
    >>> CarefulPlayer(seed=1).choose(lt.load("drivis").new())
    'c8-c3'
    """

    def choose(self, state: State, seat: int | None = None) -> str:
        """An event text for that seat, or for the only actor."""
        chooser = state.chooser(seat)
        certain = certain_values(state, chooser, ENOUGH, turns=2)
        texts = state.choices(chooser)
        worth = [certain.get(state.action(text, chooser), 0) for text in texts]
        return self.rng.choice([text for text, value in zip(texts, worth, strict=True) if value == max(worth)])


def worth_after(state: State, seat: int, texts: list[str]) -> Sequence[Worth]:
    """What each choice is worth once it is made: by the game's evaluation, or without one by a win and the points."""
    if not hint(state.game.rules, "evaluate"):
        return [worth_of(state.play(text, seat), seat) for text in texts]
    states, actions = state.game.empty(2), np.array([state.action(text, seat) for text in texts], np.int32)
    states[0] = state.array[0]
    values, outcome = np.zeros(len(actions)), np.zeros(state.seats)
    state.game.compiled(judge_choices)(states, seat, actions, outcome, values)
    return values.tolist()


def judge_choices(states: States, seat: int, actions: Codes, outcome: Values, values: Values) -> None:
    """What a seat can expect after each of its actions in ``states[0]``, without looking further."""
    for i in range(len(actions)):
        states[1] = states[0]
        apply(states[1], seat, actions[i])
        judge(states[1], outcome)
        values[i] = outcome[seat]


@generic
def judge(s: Fields, outcome: Values) -> None:
    """A result, or while the game runs the game's evaluation."""
    if actors(s) == 0:
        result(s, outcome)
    else:
        evaluate(s, outcome)
