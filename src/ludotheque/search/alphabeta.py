"""Alpha-beta search for two seats without chance, through the verbs only. Compiled; ``deepening.py`` is its face.

A principal variation search: the first choice of a position is searched with the whole window, the others only to see
whether they are better (a null window, late ones less deep), and again where they are. Positions that come up in
several ways are looked up in a table. What has been seen to be good is tried first: the choice that the table
remembers, then by what the evaluation says of the positions behind the choices, or near the leaves by what cut off
elsewhere (killers, history).

Values are whole numbers, so that nothing depends on rounding, and those of the seat that acts: a turn may be several
choices of one seat, so a value changes its sign only where the seat changes. A forced win counts more the sooner it
comes. A position that was there before, in the search or in the game, counts as a draw: going round in circles leads to
nothing else.

There is no recursion: one frame a level of the search says where it stands. So it can stop after any number of
positions, and go on.
"""

from __future__ import annotations

import numpy as np

from ..core.bits import lowest
from ..core.fields import Values
from ..core.rule import CHANCE, generic
from ..core.verbs import actors, apply, legal, result
from .alphabeta_table import (
    DEPTH,
    DONE,
    EAGERNESS,
    EVEN,
    FORCED,
    FORCED_REPLY,
    INFINITE,
    KILLERS,
    LEVEL,
    MATE,
    NODES,
    OPEN,
    PASSED,
    ROOT_SEAT,
    RUNNING,
    SCALE,
    STATUS,
    UNFIT,
    Desk,
    from_root,
    is_enough,
    is_repeated,
    key_of,
    recall,
    remember,
)
from .hooks import appraise, milestone

NEXT, REDUCED, NARROW, FULL = 0, 1, 2, 3  # how the choice in hand is being searched
LOOK = 2  # with so much depth left, choices are put in order by evaluating what follows them
LATE, LATER = 3, 8  # so many choices are searched in full before others are searched one level less deep, or two
DEEP = 3  # below that nothing is reduced
LONGEST_EXTENSION = 2  # times the depth of the search
BY_KILLER = 1 << 30  # its place in the order
MOST_HISTORY = 1 << 28


# Values


@generic
def make(d: Desk, level: int, seat: int, code: int) -> int:
    """Makes a choice; the position behind it is that of the next level. Who acts there, or −1 if the game is over."""
    below = d.states[level + 1]
    d.states[level + 1] = d.states[level]
    apply(below, seat, code)
    d.control[NODES] += 1
    acting = actors(below)
    if acting == CHANCE or acting & (acting - 1):
        d.control[STATUS] = UNFIT
        return seat
    return lowest(acting) if acting else -1


@generic
def final_value(d: Desk, level: int, seat: int, outcome: Values) -> int:
    """Of a game that is over there."""
    result(d.states[level], outcome)
    if outcome[seat] >= 1.0:
        return MATE - level
    if outcome[seat] <= -1.0:
        return level - MATE
    return int(outcome[seat] * SCALE)


@generic
def static_value(d: Desk, level: int, seat: int, outcome: Values) -> int:
    if d.control[STATUS] == UNFIT:
        return 0
    appraise(d.states[level], d.judge, d.room, outcome)
    value = int(min(1.0, max(-1.0, outcome[seat])) * SCALE)
    if d.control[EAGERNESS] != 0 and milestone(d.states[level]) != d.control[PASSED]:
        value += d.control[EAGERNESS] if seat == d.control[ROOT_SEAT] else -d.control[EAGERNESS]
    return value


# Opening a position


@generic
def enter(d: Desk, level: int, seat: int, depth: int, alpha: int, beta: int, outcome: Values) -> int:
    """The value of the position of a level for the seat that acts, or OPEN, and then its frame is ready."""
    if depth <= 0 or level + 2 >= len(d.frames):
        return static_value(d, level, seat, outcome)
    key = key_of(d.words, level, d.mask)
    if is_repeated(d, level, key):
        return 0
    alpha, beta = max(alpha, level - MATE), min(beta, MATE - level - 1)
    if alpha >= beta:
        return alpha
    known, hint, searched, bound = recall(d, key)
    known = from_root(known, level)
    if searched >= depth and is_enough(known, bound, alpha, beta):
        return known
    open_frame(d, level, seat, depth, alpha, beta, key)
    if bound & FORCED_REPLY:
        extend(d, level)
    if hint >= 0 and put_first(d, level, hint):
        return OPEN  # often it is good enough, and the others need not be put in order
    return OPEN if sort(d, level, 0, outcome) else MATE - level - 1


@generic
def open_frame(d: Desk, level: int, seat: int, depth: int, alpha: int, beta: int, key: np.uint64) -> None:
    frame = d.frames[level]
    frame.key = key
    frame.seat = seat
    frame.depth = depth
    frame.alpha = frame.floor = alpha
    frame.beta = beta
    frame.best = -INFINITE
    frame.best_code = -1
    frame.at = frame.slack = frame.extension = frame.sorted = 0
    frame.phase = NEXT
    frame.n = legal(d.states[level], seat, d.codes[level])
    if frame.n == 1:
        extend(d, level)


@generic
def extend(d: Desk, level: int) -> None:
    """A reply that is forced costs no depth."""
    if level < LONGEST_EXTENSION * d.control[DEPTH]:
        d.frames[level].extension = 1


@generic
def put_first(d: Desk, level: int, code: int) -> bool:
    codes = d.codes[level]
    for i in range(d.frames[level].n):
        if codes[i] == code:
            codes[i], codes[0] = codes[0], codes[i]
            return True
    return False


@generic
def sort(d: Desk, level: int, first: int, outcome: Values) -> bool:
    """When each choice from the first on is to be tried. False if one wins at once, which then is the first."""
    frame = d.frames[level]
    frame.sorted = 1
    if frame.depth < LOOK:
        sort_by_memory(d, level, first)
        return True
    losing = 0
    for i in range(first, frame.n):
        value = value_behind(d, level, d.codes[level, i], outcome)
        d.order[level, i] = value
        if value >= FORCED:
            d.codes[level, first], d.codes[level, i] = d.codes[level, i], d.codes[level, first]
            return False
        losing += value <= -FORCED
    if first == 0 and losing == frame.n - 1:
        extend(d, level)
    return True


@generic
def sort_by_memory(d: Desk, level: int, first: int) -> None:
    frame = d.frames[level]
    for i in range(first, frame.n):
        code = d.codes[level, i]
        d.order[level, i] = d.history[frame.seat, code]
        for k in range(KILLERS):
            if d.killers[level, k] == code:
                d.order[level, i] = BY_KILLER - k


@generic
def value_behind(d: Desk, level: int, code: int, outcome: Values) -> int:
    """How the evaluation sees what follows a choice, for the seat that makes it."""
    seat = d.frames[level].seat
    if make(d, level, seat, code) < 0:
        return final_value(d, level + 1, seat, outcome)
    return static_value(d, level + 1, seat, outcome)


# Trying choices


@generic
def take_best(d: Desk, level: int) -> None:
    """Brings the most promising of the choices that are left to the place in hand."""
    frame, codes, order = d.frames[level], d.codes[level], d.order[level]
    best = frame.at
    for i in range(frame.at + 1, frame.n):
        if order[i] > order[best]:
            best = i
    codes[best], codes[frame.at] = codes[frame.at], codes[best]
    order[best], order[frame.at] = order[frame.at], order[best]


@generic
def reduction(d: Desk, level: int) -> int:
    """How much less deep a late choice is searched at first.

    Two choices less, a turn of both, where evaluations are to be compared only if the same seat is to act there.
    """
    frame = d.frames[level]
    if frame.at < LATE or frame.depth < DEEP or frame.best <= -FORCED:
        return 0
    return 2 if d.control[EVEN] or (frame.at >= LATER and frame.depth > DEEP) else 1


@generic
def first_phase(d: Desk, level: int) -> int:
    frame = d.frames[level]
    if frame.at == 0:
        return FULL
    if reduction(d, level) > 0:
        return REDUCED
    return NARROW if frame.beta - frame.alpha > 1 else FULL


@generic
def try_choice(d: Desk, level: int, outcome: Values) -> int:
    """The value of the choice in hand, or OPEN if the position behind it has to be searched first."""
    frame = d.frames[level]
    if frame.phase == NEXT:
        if frame.at > 0 or frame.sorted:
            take_best(d, level)
        frame.phase = first_phase(d, level)
    seat = make(d, level, frame.seat, d.codes[level, frame.at])
    if seat < 0:
        return final_value(d, level + 1, frame.seat, outcome)
    return look_behind(d, level, seat, outcome)


@generic
def look_behind(d: Desk, level: int, seat: int, outcome: Values) -> int:
    frame = d.frames[level]
    alpha = frame.alpha
    beta = frame.beta if frame.phase == FULL else alpha + 1
    depth = frame.depth - 1 + frame.extension
    if frame.phase == REDUCED:
        depth -= reduction(d, level)
    other = seat != frame.seat
    if other:
        alpha, beta = -beta, -alpha
    value = enter(d, level + 1, seat, depth, alpha, beta, outcome)
    return -value if other and value != OPEN else value


@generic
def receive(d: Desk, level: int, value: int) -> None:
    """Tells a position what the choice in hand is worth; one that is better than expected is searched again."""
    frame = d.frames[level]
    if value > frame.alpha and (frame.phase == REDUCED or (frame.phase == NARROW and value < frame.beta)):
        frame.phase = NARROW if frame.phase == REDUCED and frame.beta - frame.alpha > 1 else FULL
        return
    if level == 0:
        d.values[frame.at] = value
    if value > frame.best:
        frame.best = value
        frame.best_code = d.codes[level, frame.at]
        frame.alpha = max(frame.alpha, value - frame.slack)
    frame.phase = NEXT
    frame.at += 1
    if value >= frame.beta:
        reward(d, level)
        frame.at = frame.n


@generic
def reward(d: Desk, level: int) -> None:
    """Remembers a choice that was too good to be allowed: it may be so elsewhere."""
    frame = d.frames[level]
    code = frame.best_code
    if d.killers[level, 0] != code:
        d.killers[level, 1] = d.killers[level, 0]
        d.killers[level, 0] = code
    d.history[frame.seat, code] = min(MOST_HISTORY, d.history[frame.seat, code] + frame.depth * frame.depth)


@generic
def close(d: Desk, level: int) -> None:
    """All choices were tried: the position above is told."""
    if level == 0:
        d.control[STATUS] = DONE
        return
    remember(d, level)
    frame, above = d.frames[level], d.frames[level - 1]
    d.control[LEVEL] = level - 1
    receive(d, level - 1, frame.best if frame.seat == above.seat else -frame.best)


@generic
def advance(d: Desk, outcome: Values) -> None:
    """One step of the search."""
    level = d.control[LEVEL]
    frame = d.frames[level]
    if frame.at >= frame.n:
        close(d, level)
        return
    if frame.at > 0 and not frame.sorted and not sort(d, level, frame.at, outcome):
        frame.phase = FULL
        receive(d, level, MATE - level - 1)
        return
    value = try_choice(d, level, outcome)
    if value == OPEN:
        d.control[LEVEL] = level + 1
    else:
        receive(d, level, value)


def search(d: Desk, limit: int) -> None:
    """Goes on until the root is searched, or so many positions were looked at in all."""
    outcome = np.zeros(2, np.float64)
    while d.control[STATUS] == RUNNING and d.control[NODES] < limit:
        before = d.control[NODES]
        choice = d.frames[0].at
        advance(d, outcome)
        d.spent[choice if choice < len(d.spent) else 0] += d.control[NODES] - before
