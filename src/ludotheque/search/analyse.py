"""``lt.analyse``: what choices and draws are worth, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ..core.errors import GameError
from ..core.game import SEARCH
from ..core.state import CHANCE, State
from .analysis import Analysis, Choice, conclude, ranked, set_certain
from .batches import Batch, open_batches, run, samples_of
from .computer import ENDLESS, HURRIED_POSITIONS
from .exact import certain_values
from .levels import level_of
from .players import LEVELS
from .samples import Samples
from .texts import CATALOG
from .think import Effort
from .tree import Array

POSITIONS_A_SIMULATION = 50


def analyse(
    state: State,
    seat: int | None = None,
    only: Sequence[str] | None = None,
    simulations: int | None = None,
    seconds: float = 1.0,
    *,
    seed: int = 0,
    threads: int = 1,
    lines: int = 5,
) -> Analysis:
    """What the strongest level thinks of a position: the value for each seat and the choices, best first.

    The search gives most of its effort to what looks best. ``only`` names choices that get equal effort instead, and
    nothing else is looked at: so it is known what each of them loses. When chance is to act, it tells the value before
    the draw and after each outcome. Every choice has a standard error.

    By default it thinks for a second; with ``simulations`` the same state and ``seed`` always give the same answer.

    >>> analysis = lt.analyse(lt.load("drivis").new(), simulations=2000)
    >>> analysis.best.text, round(analysis.values[0], 2)  # such as ('c8-d8', 0.02)
    ('...', ...)
    """
    effort = replace(_effort(state, simulations, seconds), threads=threads)
    if state.chance:
        return analyse_draw(state, only, effort, seed=seed, lines=lines)
    return analyse_choices(state, state.chooser(seat), only, effort, seed=seed, lines=lines)


def _effort(state: State, simulations: int | None, seconds: float) -> Effort:
    """That of the strongest level, for so many simulations or seconds; looking ahead takes no more than its part."""
    effort = level_of(state, LEVELS[-1]).effort(seconds)
    if simulations is not None:
        simulations = max(1, simulations)
        positions = min(effort.positions, simulations * POSITIONS_A_SIMULATION)
        return replace(effort, simulations=simulations, seconds=math.inf, positions=positions)
    positions = min(effort.positions, HURRIED_POSITIONS) if SEARCH in state.game.interpreted else effort.positions
    return replace(effort, simulations=ENDLESS, positions=positions)


def analyse_choices(
    state: State, seat: int, only: Sequence[str] | None, effort: Effort, *, seed: int, lines: int
) -> Analysis:
    """All choices of a seat, or some of them with equal effort."""
    actions = state.legal(seat) if only is None else named(state, seat, only)
    certain = certain_values(state, seat, effort.positions, effort.sight, actions) if effort.sight else {}
    return weigh(state, seat, actions, effort, certain, equally=only is not None, seed=seed, lines=lines)


def weigh(
    state: State,
    seat: int,
    actions: Sequence[int],
    effort: Effort,
    certain: Mapping[int, int],
    *,
    equally: bool,
    seed: int = 0,
    lines: int,
) -> Analysis:
    """What simulations say of these actions, besides what is certain."""
    batches = open_batches(state, seat, actions, effort, seed)
    run(batches, effort, equally)
    samples = samples_of(state, batches, actions)
    found = [_with_certainty(c, seat, certain.get(c.action)) for c in judge(state, seat, batches, samples)]
    choices = [*ranked(found, seat, [*certain], by_value=equally)]
    analysis = conclude(state, seat, [batch.tree for batch in batches], choices, lines=lines)
    return replace(analysis, samples=samples)


def analyse_draw(state: State, only: Sequence[str] | None, effort: Effort, *, seed: int, lines: int) -> Analysis:
    """All outcomes of a draw with equal effort, and their mean; ``only`` says which of them to tell about."""
    told = None if only is None else set(named(state, CHANCE, only))
    weights = {state.action(text): weight for text, weight in state.outcomes().items()}
    batches = open_batches(state, CHANCE, [*weights], effort, seed)
    run(batches, effort, equally=True)
    samples = samples_of(state, batches, [*weights])
    outcomes = [replace(c, weight=weights[c.action]) for c in judge(state, CHANCE, batches, samples)]
    shares = {action: weight / sum(weights.values()) for action, weight in weights.items()}
    values = sum((shares[c.action] * np.array(c.values) for c in outcomes), np.zeros(state.seats))
    proven = all(outcome.proven for outcome in outcomes)
    error = 0.0 if proven else float(samples.mixed(shares).errors().max())
    choices = [outcome for outcome in outcomes if told is None or outcome.action in told]
    analysis = conclude(state, CHANCE, [batch.tree for batch in batches], choices, lines=lines)
    return replace(analysis, values=tuple(values.tolist()), proven=proven, error=error, samples=samples)


def named(state: State, seat: int, texts: Sequence[str]) -> list[int]:
    """The actions with these texts, whatever their order; an error says which is none, and why."""
    if not texts:
        raise GameError(CATALOG("nothing-named"))
    return sorted({state.action(text, seat) for text in texts})


def judge(state: State, seat: int, batches: list[Batch], samples: Samples) -> list[Choice]:
    """What the batches found out about each action, in their order."""
    means, errors = samples.means()[-1], samples.errors()
    visits = samples.visits[:, -1].sum(0)
    hardly, unit = 2 * len(batches), batches[0].tree.unit
    choices = []
    for place, action in enumerate(samples.actions):
        proven = _proven(batches, place)
        values = means[place] if proven is None else proven
        error = _error(errors[place], seat) if visits[place] >= hardly else unit  # hardly looked at: it may be anything
        text = state.game.display.notation.write(state, seat, action)
        shown = tuple(float(value) + 0.0 for value in values)
        choices.append(
            Choice(text, action, int(visits[place]), shown, proven is not None, 0.0 if proven is not None else error)
        )
    return choices


def _proven(batches: list[Batch], place: int) -> Array | None:
    """The values of an action that a tree has proven."""
    nodes = ((batch.tree, batch.children[place]) for batch in batches)
    return next((tree.values[child] for tree, child in nodes if tree.nodes["proven"][child]), None)


def _error(errors: Array, seat: int) -> float:
    """That of the seat that chooses; of a draw the largest of all seats."""
    return float(errors.max() if seat == CHANCE else errors[seat])


def _with_certainty(choice: Choice, seat: int, certain: int | None) -> Choice:
    """The same, if it wins or loses by force."""
    if certain is None:
        return choice
    values = np.array(choice.values)
    set_certain(values, seat, certain)
    return replace(choice, values=tuple(values.tolist()), proven=True, error=0.0)
