"""Monte-Carlo tree search for any game, through its verbs only. Compiled; ``tree.py`` is its face in Python.

A node is a position reached by one event; its children stand side by side in the array. ``values[node]`` is what each
seat can expect there: the mean result of all simulations through it. Each seat maximises its own. Draws of chance are
sampled by weight. Of several actors the one for whom we search chooses first, then the lowest seat: their order does
not change the outcome.

A node is **proven** when its outcome under best play is certain; then ``values[node]`` is that outcome itself. What is
proven below a position proves the position where it can, so it is never misjudged again.

Numbers kept in 32 bits are widened before they are reckoned with, which NumPy would not do: so uncompiled the search is
the same.

Where a game evaluates positions (see ``hooks.py``), every child is evaluated when its parent is expanded: it starts
with that value, and the better it looks, the sooner it is explored (PUCT). Otherwise children are explored by their
upper confidence bounds alone (UCT). Where a network judges, or a game wishes it, a node is expanded at its first visit,
which finds the value of its best child.
"""

from __future__ import annotations

import math

import numpy as np

from ..core.bits import lowest, random_below
from ..core.fields import (
    Codes,
    Fields,
    Float32,
    Float32Array,
    Int8,
    Int16,
    Int32,
    Int64Array,
    States,
    Stream,
    Values,
    layout,
)
from ..core.rule import CHANCE, generic
from ..core.verbs import actors, apply, legal, result, weights
from .hooks import Judge, appraise, expands_at_once, grain, judges, rollout
from .oversight import SHARE, leave_noticed

OVER = -2
UNSEEN = -3


class Node(Fields):
    """One node of the tree."""

    first: Int32  # the first child; 0 while there are none
    children: Int32
    visits: Int32
    action: Int32  # the action or outcome that leads here
    share: Float32  # of chance: the weight of this outcome; otherwise how promising it looks, 1 for average
    seat: Int8  # who acts here: a seat, CHANCE, OVER or UNSEEN
    proven: Int8
    pad: Int16  # a multiple of eight bytes is read faster


NODE = layout(Node)
Means = Float32Array  # of each node: what every seat can expect
Counts = Int64Array
# What ``counts`` counts: nodes in use, simulations made, for whom we search; then what is noticed (``oversight.py``).
USED, DONE, ME, GLANCE = 0, 1, 2, 3
# What ``span`` says of the values: the least and the most that was ever found, and how finely they differ at the root.
LEAST, MOST, GRAIN = 0, 1, 2
# How sharply good evaluations are preferred before they have been explored.
SHARPNESS = 4.0
CERTAIN = 1e6
# Most nodes have few visits, and a table knows faster than the processor what their bounds need.
FEW = 1024
SQRT = np.array([math.sqrt(visits) for visits in range(FEW)])
SQRT_LOG = np.array([math.sqrt(math.log(visits + 1.0)) for visits in range(FEW)])


@generic
def who_acts(s: Fields, me: int) -> int:
    acting = actors(s)
    if acting == 0:
        return OVER
    if acting == CHANCE:
        return CHANCE
    return me if (acting >> me) & 1 else lowest(acting)


@generic
def copy_row(into: Means, i: int, source: Means, j: int) -> None:
    """Written out, because array expressions take seconds to compile."""
    for seat in range(into.shape[1]):
        into[i, seat] = source[j, seat]


@generic
def set_row(values: Means, node: int, outcome: Values) -> None:
    for seat in range(len(outcome)):
        values[node, seat] = outcome[seat]


@generic
def get_row(outcome: Values, values: Means, node: int) -> None:
    for seat in range(len(outcome)):
        outcome[seat] = values[node, seat]


# Growing


@generic
def shuffle(codes: Codes, n: int, rng: Stream) -> None:
    """Untried children are tried in their order, so the order must favour none."""
    for i in range(n - 1, 0, -1):
        j = random_below(rng, i + 1)
        codes[i], codes[j] = codes[j], codes[i]


@generic
def add_child(nodes: States, counts: Counts, action: int, share: float) -> None:
    child = nodes[counts[USED]]
    child.first = child.children = child.visits = child.proven = 0
    child.action = action
    child.share = share
    child.seat = UNSEEN
    counts[USED] += 1


@generic
def noticed(s: Fields, seat: int, codes: Codes, counts: Counts) -> int:
    """Writes the actions that the player who searches thinks of, and returns how many."""
    n = legal(s, seat, codes)
    return n if counts[GLANCE + SHARE] == 0 else leave_noticed(s, seat, codes, n, counts[GLANCE:])


@generic
def expand(
    states: States,
    node: int,
    nodes: States,
    values: Means,
    counts: Counts,
    rng: Stream,
    codes: Codes,
    judge: Judge,
    outcome: Values,
    unit: float,
) -> None:
    """Gives a node its children, if there is room. ``states[1]`` is its position."""
    seat = nodes[node].seat
    n = weights(states[1], codes) if seat == CHANCE else noticed(states[1], seat, codes, counts)
    first = counts[USED]
    if first + n > len(nodes):
        return
    if seat == CHANCE:
        for i in range(n):
            if codes[i] > 0:
                add_child(nodes, counts, i, codes[i])
    else:
        shuffle(codes, n, rng)
        for i in range(n):
            add_child(nodes, counts, codes[i], 1.0)
    nodes[node].first = first
    nodes[node].children = counts[USED] - first
    if judges(states[1], judge) and seat != CHANCE:
        judge_children(states, node, nodes, values, counts, codes, judge, outcome, unit)


@generic
def judge_children(
    states: States,
    node: int,
    nodes: States,
    values: Means,
    counts: Counts,
    codes: Codes,
    judge: Judge,
    outcome: Values,
    unit: float,
) -> None:
    """A first value for every child; children that end the game are proven at once."""
    seat, first, n = nodes[node].seat, nodes[node].first, nodes[node].children
    ended = False
    for child in range(first, first + n):
        states[2] = states[1]
        apply(states[2], seat, nodes[child].action)
        nodes[child].seat = who_acts(states[2], counts[ME])
        if nodes[child].seat == OVER:
            ended = True
            nodes[child].proven = 1
            result(states[2], outcome)
        else:
            appraise(states[2], judge, codes, outcome)
        set_row(values, child, outcome)
    share_out(seat, first, n, nodes, values, SHARPNESS / unit)
    if ended:
        prove(node, nodes, values)


@generic
def share_out(seat: int, first: int, n: int, nodes: States, values: Means, sharpness: float) -> None:
    """How promising each child looks: a softmax of the first values."""
    best, total = -1e30, 0.0
    for child in range(first, first + n):
        best = max(best, float(values[child, seat]))
    for child in range(first, first + n):
        nodes[child].share = math.exp(sharpness * (float(values[child, seat]) - best))
        total += nodes[child].share
    for child in range(first, first + n):
        nodes[child].share *= n / total


# Choosing


@generic
def choose_outcome(node: int, nodes: States, rng: Stream) -> int:
    """A child of a chance node, with the probability of its weight; proven ones too, as chance does not choose."""
    first, n = nodes[node].first, nodes[node].children
    total = 0
    for child in range(first, first + n):
        total += int(nodes[child].share)
    at = random_below(rng, total)
    for child in range(first, first + n):
        at -= int(nodes[child].share)
        if at < 0:
            return child
    return first


@generic
def sqrt(visits: int) -> float:
    return float(SQRT[visits]) if visits < FEW else math.sqrt(visits)


@generic
def sqrt_log(visits: int) -> float:
    return float(SQRT_LOG[visits]) if visits < FEW else math.sqrt(math.log(visits + 1.0))


@generic
def choose_by_bound(node: int, nodes: States, values: Means, explore: float) -> int:
    """UCT: the child with the highest upper confidence bound for the seat that acts; untried ones first."""
    seat, first, n = nodes[node].seat, nodes[node].first, nodes[node].children
    spread = explore * sqrt_log(nodes[node].visits)
    best, best_bound = first, -1e30
    for child in range(first, first + n):
        if nodes[child].proven:
            bound = float(values[child, seat]) - CERTAIN  # only when nothing else is left
        elif nodes[child].visits == 0:
            return child
        else:
            bound = float(values[child, seat]) + spread / sqrt(nodes[child].visits)
        best = child if bound > best_bound else best  # without a branch, which would be mispredicted
        best_bound = max(bound, best_bound)
    return best


@generic
def choose_by_promise(node: int, nodes: States, values: Means, explore: float) -> int:
    """PUCT: the child with the highest value plus a bonus for what looks promising and is little explored."""
    seat, first, n = nodes[node].seat, nodes[node].first, nodes[node].children
    spread = explore * math.sqrt(nodes[node].visits + 1.0) / n
    best, best_bound = first, -1e30
    for child in range(first, first + n):
        bound = float(values[child, seat]) + spread * float(nodes[child].share) / (1.0 + nodes[child].visits)
        if nodes[child].proven:
            bound = float(values[child, seat]) - CERTAIN
        best = child if bound > best_bound else best
        best_bound = max(bound, best_bound)
    return best


# Proving


@generic
def prove(node: int, nodes: States, values: Means) -> None:
    """Proves a node from its children if that is possible."""
    if nodes[node].seat == CHANCE:
        prove_chance(node, nodes, values)
        return
    seat, first, n = nodes[node].seat, nodes[node].first, nodes[node].children
    best, all_proven = -1, True
    for child in range(first, first + n):
        if not nodes[child].proven:
            all_proven = False
        elif best < 0 or values[child, seat] > values[best, seat]:
            best = child
    # A certain win needs no comparison; anything less is certain only when all else is known. Alone there are points.
    certain_win = best >= 0 and values[best, seat] >= 1.0 and values.shape[1] > 1
    if n > 0 and (all_proven or certain_win):
        nodes[node].proven = 1
        copy_row(values, node, values, best)


@generic
def prove_chance(node: int, nodes: States, values: Means) -> None:
    first, n = nodes[node].first, nodes[node].children
    for child in range(first, first + n):
        if not nodes[child].proven:
            return
    for seat in range(values.shape[1]):
        total, mean = 0.0, 0.0
        for child in range(first, first + n):
            total += nodes[child].share
            mean += values[child, seat] * nodes[child].share
        values[node, seat] = mean / total
    nodes[node].proven = 1


# A simulation


@generic
def descend(
    states: States, nodes: States, values: Means, path: Codes, rng: Stream, judge: Judge, explore: float
) -> int:
    """Goes down the tree to a node without children or a proven one, ``states[1]`` with it; returns the depth."""
    states[1] = states[0]
    node, depth = 0, 0
    while nodes[node].children > 0 and not nodes[node].proven and depth < len(path) - 1:
        seat = nodes[node].seat
        if seat == CHANCE:
            child = choose_outcome(node, nodes, rng)
        elif judges(states[1], judge):
            child = choose_by_promise(node, nodes, values, explore)
        else:
            child = choose_by_bound(node, nodes, values, explore)
        apply(states[1], seat, nodes[child].action)
        node = child
        depth += 1
        path[depth] = node
    return depth


@generic
def reach(
    states: States,
    node: int,
    nodes: States,
    values: Means,
    counts: Counts,
    rng: Stream,
    codes: Codes,
    judge: Judge,
    outcome: Values,
    unit: float,
) -> None:
    """What a simulation that ends at this node finds out, written into ``outcome``."""
    if nodes[node].seat == UNSEEN:
        nodes[node].seat = who_acts(states[1], counts[ME])
        if nodes[node].seat == OVER:
            nodes[node].proven = 1
            result(states[1], outcome)
            set_row(values, node, outcome)
    at_once = nodes[node].seat != CHANCE and expands_at_once(states[1], judge)
    if not nodes[node].proven and nodes[node].children == 0 and (at_once or nodes[node].visits > 0):
        expand(states, node, nodes, values, counts, rng, codes, judge, outcome, unit)
    if nodes[node].proven:
        get_row(outcome, values, node)
    elif at_once and nodes[node].children > 0:
        get_row(outcome, values, best_child(node, nodes, values))
    else:
        rollout(states[1], judge, rng, codes, outcome)


@generic
def best_child(node: int, nodes: States, values: Means) -> int:
    """The child that is worth most to the seat that acts."""
    seat, first = nodes[node].seat, nodes[node].first
    best = first
    for child in range(first + 1, first + nodes[node].children):
        if values[child, seat] > values[best, seat]:
            best = child
    return best


@generic
def back_up(depth: int, nodes: States, values: Means, path: Codes, outcome: Values) -> None:
    """Tells every node on the way what was found out below it."""
    below_proven = False
    for level in range(depth, -1, -1):
        node = path[level]
        nodes[node].visits += 1
        if below_proven and not nodes[node].proven:
            prove(node, nodes, values)
        below_proven = nodes[node].proven > 0
        if below_proven:
            get_row(outcome, values, node)
            continue
        share = 1.0 / nodes[node].visits
        for seat in range(len(outcome)):
            values[node, seat] += share * (outcome[seat] - values[node, seat])


@generic
def widen(span: Values, outcome: Values) -> None:
    """Remembers the least and the most that was ever found."""
    for seat in range(len(outcome)):
        span[LEAST] = min(span[LEAST], outcome[seat])
        span[MOST] = max(span[MOST], outcome[seat])


def stake_of(span: Values, seats: int) -> float:
    """What a win counts; alone, half the difference between the most and the fewest points found."""
    return 1.0 if seats > 1 else max(1.0, 0.5 * float(span[MOST] - span[LEAST]))


stake = generic(stake_of)


@generic
def unit_of(span: Values, seats: int) -> float:
    """What the wish to explore is measured in: a part of what is at stake."""
    return stake(span, seats) * float(span[GRAIN])


def search(
    states: States,
    nodes: States,
    values: Means,
    counts: Counts,
    span: Values,
    path: Codes,
    rng: Stream,
    codes: Codes,
    judge: Judge,
    explore: float,
    simulations: int,
) -> None:
    """Adds simulations to the tree until the root is proven. ``states[0]`` is the root, two more are for work."""
    outcome = np.zeros(values.shape[1], np.float64)
    span[GRAIN] = grain(states[0])
    for _ in range(simulations):
        if nodes[0].proven:
            return
        unit = unit_of(span, values.shape[1])
        depth = descend(states, nodes, values, path, rng, judge, explore * unit)
        reach(states, path[depth], nodes, values, counts, rng, codes, judge, outcome, unit)
        widen(span, outcome)
        back_up(depth, nodes, values, path, outcome)
        counts[DONE] += 1


def keep_subtree(nodes: States, values: Means, root: int, new_nodes: States, new_values: Means) -> int:
    """Copies what is below ``root`` into another tree, breadth first, and returns how many nodes there are."""
    new_nodes[0] = nodes[root]
    copy_row(new_values, 0, values, root)
    used, at = 1, 0
    while at < used:
        first, n = new_nodes[at].first, new_nodes[at].children
        if n > 0:
            new_nodes[at].first = used
            for i in range(n):
                new_nodes[used + i] = nodes[first + i]
                copy_row(new_values, used + i, values, first + i)
            used += n
        at += 1
    return used
