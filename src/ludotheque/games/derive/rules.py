"""The rules of Dérive, compiled.

A set of cells is two uint64, one for the *shore* lattice and one for the *stream* lattice (see ``cells.py``). A
diagonal step always changes the lattice, and a jump never does: it goes over a die of the other one. All banks are on
the shore.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.core.bits import ONE, count, lowest
from ludotheque.core.rule import CHANCE, layout, rule

from .cells import BANK_OF_SEAT, BANKS, BLUE, BOARD, PLACES, SHORE, SHORE_PLACES, STREAM
from .chains import NONE, anchored, first, goal, ordered, touching

RUNNING, DRAW = -1, -2  # values of ``winner`` besides the seats
NOBODY = -1  # value of ``turn`` until the first player is drawn
NOTHING = -1  # value of ``rolling`` unless a die is being rolled

# What each level sets: dice each, chain to build, protection, compulsory capture, rolls.
LEVELS = np.array(
    [
        (5, 1, 0, 0, 1),  # initiation
        (7, 3, 1, 0, 1),  # blitz
        (10, 6, 1, 1, 1),  # classic
        (10, 6, 1, 1, 0),  # advanced
        (7, 3, 1, 1, 1),  # blitz-classic
        (7, 3, 1, 1, 0),  # blitz-advanced
    ]
)
INITIATION = 0
DICE, CHAIN, PROTECTION, COMPULSORY, ROLLS = (np.ascontiguousarray(column) for column in LEVELS.T)

LAYOUT = layout(
    [
        ("dice", "u8", (4, 2)),  # where each seat has dice, by lattice
        ("faces", "u8", (8, 2)),  # where the dice show 1 … 6, by lattice; 0 and 7 are always empty
        ("choices", "i4"),  # made so far
        ("max_choices", "i4"),
        ("bank", "i1", (4,)),  # each seat's own
        ("seats", "i1"),
        ("width", "i1"),
        ("level", "i1"),
        ("teams", "i1"),
        ("entry_chosen", "i1"),
        ("turn", "i1"),
        ("rolling", "i1"),  # the place of the die that is being rolled
        ("winner", "i1"),  # the seat whose chain is complete
    ]
)

# Actions: a move or a capture is origin × PLACES + target; then place × 6 + value − 1, or the place.
ENTER = PLACES * PLACES
CHANGE = ENTER + PLACES * 6
ROLL = CHANGE + PLACES * 6
PASS = ROLL + PLACES
ACTIONS = PASS + 1
OUTCOMES = 6

_1, _7, _8 = (np.uint64(n) for n in (1, 7, 8))


@rule
def setup(s: Any, seats: int, options: Any) -> None:
    s.level = options[0]
    s.width = options[1]
    s.teams = options[3]
    s.entry_chosen = options[4]
    s.max_choices = options[5]
    s.seats = seats
    for seat in range(4):
        s.bank[seat] = BANK_OF_SEAT[seats, seat]
    if options[2]:
        s.bank[1] = BLUE  # the two sit side by side
    s.turn = NOBODY
    s.rolling = NOTHING
    s.winner = RUNNING


@rule
def actors(s: Any) -> int:
    if s.winner != RUNNING:
        return 0
    if s.turn == NOBODY or s.rolling != NOTHING:
        return CHANCE
    return 1 << s.turn


@rule
def weights(s: Any, out: Any) -> int:
    """The first player, or the six faces of a die."""
    n = wide(s.seats) if s.turn == NOBODY else 6
    out[:n] = 1
    return n


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    shut = closed(s, seat, s.dice[seat, SHORE])
    prey = vulnerable(s, seat, shut)
    if COMPULSORY[s.level]:
        n = list_captures(s, bound(s, seat), prey, out, 0)
        if n > 0:
            return n
    n = list_captures(s, (s.dice[seat, SHORE], s.dice[seat, STREAM]), prey, out, 0)
    n = list_moves(s, seat, shut, out, n)
    n = list_changes(s, seat, out, n)
    n = list_entries(s, seat, out, n)
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@rule
def apply(s: Any, seat: int, action: int) -> None:
    code = wide(action)
    if seat == CHANCE:
        apply_draw(s, code)
    else:
        s.choices += 1
        apply_choice(s, seat, code)
        end_event(s, seat)


@rule
def result(s: Any, out: Any) -> None:
    """A single winner takes from all others alike; a team shares victory and defeat."""
    losers = 1 if s.teams else s.seats - 1
    for seat in range(wide(s.seats)):
        if s.winner == DRAW:
            out[seat] = 0.0
        else:
            out[seat] = -1.0 / losers if are_enemies(s, wide(s.winner), seat) else 1.0


@rule
def wide(number: Any) -> Any:
    """The same number in the one type that all rules take: each of them is compiled only once."""
    return np.int64(number)


# Cells


@rule
def lattice_of(place: int) -> int:
    return STREAM if place >= SHORE_PLACES else SHORE


@rule
def cell_of(place: int) -> Any:
    """The set of this one cell, on its lattice."""
    return ONE << np.uint64(place % SHORE_PLACES)


@rule
def behind(lattice: int, dice: Any, others: Any) -> Any:
    """The cells right behind the others, which are of the other lattice, as seen from the dice adjacent to them."""
    if lattice == SHORE:
        return (dice & others) << _8 | (dice >> _1 & others) << _7 | (dice >> _7 & others) << _1 | (dice >> _8 & others)
    return (dice & others) >> _8 | (dice << _1 & others) >> _7 | (dice << _7 & others) >> _1 | (dice << _8 & others)


@rule
def occupied(s: Any, lattice: int) -> Any:
    dice = NONE
    for seat in range(4):
        dice |= s.dice[seat, lattice]
    return dice


# What may be chosen


@rule
def list_captures(s: Any, hunters: Any, prey: Any, out: Any, n: int) -> int:
    n = list_captures_from(s, SHORE, hunters[SHORE], prey[STREAM], out, n)
    return list_captures_from(s, STREAM, hunters[STREAM], prey[SHORE], out, n)


@rule
def list_captures_from(s: Any, lattice: int, hunters: Any, prey: Any, out: Any, n: int) -> int:
    """An adjacent die of equal or lower value."""
    hunters &= touching(1 - lattice, prey)
    if hunters == NONE:
        return n
    weaker = NONE
    for value in range(1, 7):
        weaker |= prey & s.faces[value, 1 - lattice]
        dice = hunters & s.faces[value, lattice]
        while dice:
            die = first(dice)
            origin = lowest(die) + lattice * SHORE_PLACES
            n = list_targets(origin * PLACES + (1 - lattice) * SHORE_PLACES, touching(lattice, die) & weaker, out, n)
            dice ^= die
    return n


@rule
def list_moves(s: Any, seat: int, shut: Any, out: Any, n: int) -> int:
    shore, stream = occupied(s, SHORE), occupied(s, STREAM)
    free_shore, free_stream = BOARD[s.width, SHORE] & ~shore, BOARD[s.width, STREAM] & ~stream
    n = list_moves_from(s, seat, SHORE, stream, free_shore, free_stream, out, n)
    # A step from the stream ends on the shore and may not be the second on a bank; for jumps the die itself is lifted.
    return list_moves_from(s, seat, STREAM, shore, free_stream, free_shore & ~shut, out, n)


@rule
def list_moves_from(s: Any, seat: int, lattice: int, others: Any, landing: Any, beside: Any, out: Any, n: int) -> int:
    """One diagonal step to a free cell beside, or one or more jumps over others."""
    dice = s.dice[seat, lattice]
    jumpers = dice & touching(1 - lattice, others)
    while dice:
        die = first(dice)
        origin = lowest(die) + lattice * SHORE_PLACES
        n = list_targets(origin * PLACES + (1 - lattice) * SHORE_PLACES, touching(lattice, die) & beside, out, n)
        if die & jumpers:
            landed = jumps(lattice, die, others, landing)
            if lattice == SHORE and landed:
                landed &= ~closed(s, seat, s.dice[seat, SHORE] ^ die)
            n = list_targets(origin * PLACES + lattice * SHORE_PLACES, landed, out, n)
        dice ^= die
    return n


@rule
def list_targets(way: int, targets: Any, out: Any, n: int) -> int:
    """The ways from one cell to others of one lattice; ``way`` is the code of the way to the first cell there."""
    while targets:
        out[n] = way + lowest(targets)
        n += 1
        targets &= targets - ONE
    return n


@rule
def list_changes(s: Any, seat: int, out: Any, n: int) -> int:
    """Up or down by one, within 1 to 6; a roll where the level allows it."""
    rolls = ROLLS[s.level]
    for lattice in range(2):
        for value in range(1, 7):
            dice = s.dice[seat, lattice] & s.faces[value, lattice]
            while dice:
                place = lowest(dice) + lattice * SHORE_PLACES
                dice &= dice - ONE
                if value > 1:
                    out[n] = CHANGE + place * 6 + value - 2
                    n += 1
                if value < 6:
                    out[n] = CHANGE + place * 6 + value
                    n += 1
                if rolls:
                    out[n] = ROLL + place
                    n += 1
    return n


@rule
def list_entries(s: Any, seat: int, out: Any, n: int) -> int:
    """A die from the supply on a free cell of the own bank, showing 1 or a chosen value."""
    if supply(s, seat) == 0:
        return n
    free = BANKS[s.width, s.bank[seat]] & ~occupied(s, SHORE)
    values = 6 if s.entry_chosen else 1
    while free:
        place = lowest(free)
        free &= free - ONE
        for value in range(values):
            out[n] = ENTER + place * 6 + value
            n += 1
    return n


@rule
def supply(s: Any, seat: int) -> int:
    """How many dice a seat can still enter."""
    return DICE[s.level] - count(s.dice[seat, SHORE]) - count(s.dice[seat, STREAM])


@rule
def jumps(lattice: int, die: Any, others: Any, free: Any) -> Any:
    """Where a die can end by jumping over others, again and again, but not where it began."""
    landed = behind(lattice, die, others) & free
    new = landed
    while new:
        # The die has left its cell, but what it reaches from there is known already.
        new = behind(lattice, new, others) & free & ~landed
        landed |= new
    return landed


@rule
def closed(s: Any, seat: int, shore: Any) -> Any:
    """The cells of the foreign banks on which one of these dice of the seat stands: no other of its dice may end there.

    A corner of the own bank is own bank; a corner between two foreign banks counts for both.
    """
    own = BANKS[s.width, s.bank[seat]]
    shut = NONE
    for bank in range(4):
        foreign = BANKS[s.width, bank] & ~own
        if shore & foreign:
            shut |= foreign
    return shut


# What happens


@rule
def apply_choice(s: Any, seat: int, code: int) -> None:
    if code < ENTER:
        go(s, seat, code // PLACES, code % PLACES)
    elif code < CHANGE:
        put(s, seat, (code - ENTER) // 6, (code - ENTER) % 6 + 1)
    elif code < ROLL:
        show(s, (code - CHANGE) // 6, (code - CHANGE) % 6 + 1)
    elif code < PASS:
        s.rolling = code - ROLL


@rule
def go(s: Any, seat: int, origin: int, target: int) -> None:
    """A move, or a capture if an enemy stands on the target."""
    value, captured = value_at(s, origin), value_at(s, target)
    if captured:
        take_away(s, target)
    take_away(s, origin)
    # The attacker loses the captured value; at equal values it becomes 1.
    put(s, seat, target, 1 if value == captured else value - captured)


@rule
def put(s: Any, seat: int, place: int, value: int) -> None:
    lattice, cell = lattice_of(place), cell_of(place)
    s.dice[seat, lattice] |= cell
    s.faces[value, lattice] |= cell


@rule
def take_away(s: Any, place: int) -> None:
    """The die goes back to its owner's supply, which is whatever is not on the board."""
    lattice, cell = lattice_of(place), cell_of(place)
    for seat in range(4):
        s.dice[seat, lattice] &= ~cell
    for value in range(1, 7):
        s.faces[value, lattice] &= ~cell


@rule
def show(s: Any, place: int, value: int) -> None:
    """Turns the die on this place to another value."""
    lattice, cell = lattice_of(place), cell_of(place)
    for old in range(1, 7):
        s.faces[old, lattice] &= ~cell
    s.faces[value, lattice] |= cell


@rule
def value_at(s: Any, place: int) -> int:
    """What the die on this place shows, or 0 if there is none."""
    lattice, cell = lattice_of(place), cell_of(place)
    for value in range(1, 7):
        if s.faces[value, lattice] & cell:
            return value
    return 0


@rule
def apply_draw(s: Any, outcome: int) -> None:
    if s.turn == NOBODY:
        s.turn = outcome
        return
    show(s, wide(s.rolling), outcome + 1)
    s.rolling = NOTHING
    end_event(s, wide(s.turn))


@rule
def end_event(s: Any, seat: int) -> None:
    """Looks for a winner, then for the cap; unless a roll is due, it is the next seat's turn."""
    s.winner = winner_after(s, seat)
    if s.winner != RUNNING:
        s.rolling = NOTHING
    if s.rolling == NOTHING:
        s.turn = (seat + 1) % s.seats


# Friends and enemies


@rule
def are_enemies(s: Any, seat: int, other: int) -> bool:
    """Everybody else, but in teams seats 0 and 2 stand against 1 and 3."""
    return (seat + other) % 2 == 1 if s.teams else seat != other


@rule
def vulnerable(s: Any, seat: int, shut: Any) -> Any:
    """The enemy dice that are not protected and not on a shut cell, by lattice."""
    shore, stream = NONE, NONE
    for enemy in range(wide(s.seats)):
        if not are_enemies(s, seat, enemy):
            continue
        shore |= s.dice[enemy, SHORE]
        stream |= s.dice[enemy, STREAM]
        if PROTECTION[s.level]:
            safe_shore, safe_stream, _ = ordered(s, enemy)
            shore &= ~safe_shore
            stream &= ~safe_stream
    return shore & ~shut, stream


@rule
def bound(s: Any, seat: int) -> Any:
    """The dice of the seat that are adjacent to an anchored enemy chain and not in an anchored chain themselves."""
    shore, stream = NONE, NONE
    for enemy in range(wide(s.seats)):
        if are_enemies(s, seat, enemy):
            here, there = anchored(s, enemy)
            shore |= touching(STREAM, there)
            stream |= touching(SHORE, here)
    if shore | stream == NONE:
        return NONE, NONE
    here, there = anchored(s, seat)
    return shore & s.dice[seat, SHORE] & ~here, stream & s.dice[seat, STREAM] & ~there


# The end


@rule
def has_won(s: Any, seat: int) -> bool:
    """A long enough chain, anchored, ordered and isolated; at the first level any die on the opposite bank."""
    if s.dice[seat, SHORE] & goal(s, seat) == NONE:
        return False
    if s.level == INITIATION:
        return True
    _, _, longest = ordered(s, seat)
    return longest >= CHAIN[s.level]


@rule
def winner_after(s: Any, chooser: int) -> int:
    """The player who has just chosen is looked at first, then the others in turn order, and the cap last."""
    seats = wide(s.seats)
    for later in range(seats):
        seat = (chooser + later) % seats
        if has_won(s, seat):
            return seat
    return DRAW if s.choices >= s.max_choices else RUNNING
