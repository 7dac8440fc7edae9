"""The rules of Dérive, sentence by sentence, in the order of ``rules.md``: the board, the levels, a turn.

The sentence is the docstring. Chains and the end are in ``test_chains.py``.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import ludotheque as lt
from ludotheque.games.derive.tests.positions import (
    GAME,
    beginning,
    begun,
    captures,
    dice_of,
    position,
    result_of,
    supplies,
    targets,
)

LEVELS = ("initiation", "blitz", "classic", "advanced", "blitz-classic", "blitz-advanced")


# The board


@pytest.mark.parametrize(("size", "cells", "bank"), [(7, 25, 4), (9, 41, 5), (11, 61, 6), (13, 85, 7)])
def test_playable_cells(size: int, cells: int, bank: int) -> None:
    """N×N cells, columns from a, rows from 1; only the cells of a1's colour are playable. All four corners are."""
    state = begun(size=size)
    rows = state.diagram().split("\n")[:size]
    assert sum(row.count(".") for row in rows) == cells
    assert len(state.choices()) == bank
    last = "abcdefghijklm"[size - 1]
    assert state.choices()[0] == "+a1" and f"+{last}1" in state.choices()
    assert rows[0][4] == rows[-1][4] == rows[0][4 + 3 * (size - 1)] == rows[-1][4 + 3 * (size - 1)] == "."


def test_white_cells_never_are() -> None:
    """The "white" ones never are."""
    for text in ("+b1", "c1-c2", "c1-d1", "c1:0"):
        with pytest.raises(lt.IllegalEvent):
            position("c1=r3").play(text)
    assert all((ord(t[1]) - ord("a") + int(t[2:])) % 2 == 1 for t in begun().choices())


@pytest.mark.parametrize(("seats", "size"), [(2, 9), (3, 9), (4, 11)])
def test_default_size(seats: int, size: int) -> None:
    """Option ``size``: 7, 9, 11 or 13; default 9, with four players 11."""
    assert GAME.new(seats).options["size"] == size
    for allowed in (7, 9, 11, 13):
        assert GAME.new(seats, size=allowed).options["size"] == allowed
    with pytest.raises(lt.GameError, match="7, 9, 11, 13"):
        GAME.new(seats, size=8)


def test_adjacent_means_diagonally_adjacent() -> None:
    """Nothing ever happens along rows or columns."""
    state = position("e5=r6 e7=y1 c5=y1 e3=y1 g5=y1")
    assert targets(state, "e5") == {"d4", "d6", "f4", "f6"}
    assert captures(state) == []
    assert captures(position("e5=r6 d6=y1 f4=y1")) == ["e5xd6", "e5xf4"]


@pytest.mark.parametrize(
    ("seats", "facing", "colours"),
    [
        (2, "opposite", ["red", "yellow"]),
        (2, "adjacent", ["red", "blue"]),
        (3, "opposite", ["red", "blue", "yellow"]),
        (4, "opposite", ["red", "blue", "yellow", "green"]),
    ],
)
def test_places(seats: int, facing: str, colours: list[str]) -> None:
    """Seats take their places clockwise from the bottom; two players: ``opposite`` (default) or ``adjacent``."""
    assert GAME.new(2).options["facing"] == "opposite"
    banks = {
        "red": {"+a1", "+c1", "+e1", "+g1"},
        "blue": {"+a1", "+a3", "+a5", "+a7"},
        "yellow": {"+a7", "+c7", "+e7", "+g7"},
        "green": {"+g1", "+g3", "+g5", "+g7"},
    }
    for seat, colour in enumerate(colours):
        state = begun(seats, seat, facing=facing, size=7)
        assert state.seat_name(seat) == colour
        assert set(state.choices()) == banks[colour]


def test_a_corner_belongs_to_both_banks() -> None:
    """A corner belongs to both its banks: first come, first served."""
    state = begun(4, size=7)
    assert "+a1" in state.choices()
    after = state.play("+a1")
    assert "+a1" not in after.choices() and "+a3" in after.choices()
    assert "+a1" in state.play("+c1").choices()


def test_the_opposite_bank_is_the_goal_even_if_nobody_sits_there() -> None:
    """The bank that a colour must reach is always the one opposite its own, whether or not anybody sits there."""
    red = position("d6=r1 f4=b1", level="initiation", size=7, facing="adjacent")
    assert red.play("d6-c7").result == (1, -1)
    blue = position("d6=r1 f4=b1", 1, level="initiation", size=7, facing="adjacent")
    assert blue.play("f4-g5").result == (-1, 1)
    assert position("b2=y1", 1, level="initiation", size=7).play("b2-c1").result == (-1, 1)
    assert position("f2=b1", 1, 0, 3, level="initiation", size=7).play("f2-g3").result == (-0.5, 1, -0.5)


def test_facing_adjacent_needs_two() -> None:
    """``facing=adjacent`` with other than two players is an error."""
    for seats in (3, 4):
        with pytest.raises(lt.GameError, match="opposite"):
            GAME.new(seats, facing="adjacent")
    with pytest.raises(lt.GameError) as refused:
        GAME.new(3, facing="adjacent")
    assert "deux" in refused.value.text("fr")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_is_drawn(seats: int) -> None:
    """The first player is drawn, each seat with weight 1: ``first=0``."""
    start = GAME.new(seats)
    assert start.chance and start.outcomes() == {f"first={seat}": 1 for seat in range(seats)}
    for seat in range(seats):
        state = start.play(f"first={seat}")
        assert state.actors == (seat,)
        assert state.play(state.choices()[0]).actors == ((seat + 1) % seats,)


# Levels


def test_the_default_level_is_classic() -> None:
    assert GAME.new().options["level"] == "classic"
    assert GAME.options["level"].values == LEVELS


def test_the_table_of_levels() -> None:
    """The table in ``rules.md``, column by column: what each level sets, seen in positions."""
    row = "| `{}` | {} | {} | {} | {} | {} | `{}` |".format
    yes = {True: "yes", False: "no"}
    page = (GAME.folder / "rules.md").read_text("utf-8")
    for level, chain in zip(LEVELS, (1, 3, 6, 6, 3, 3), strict=True):
        dice = supplies(GAME.new(level=level)).split()[-1]
        protects = level != "initiation" and not captures(position("d2=r6 c1=y1", level=level))
        compels = position("d2=r6 c1=y1 e3=y5", level=level).choices() == ["d2xe3"]
        rolls = "c3?" in position("c3=r1", level=level).choices()
        entry = GAME.new(level=level).options["entry"]
        assert row(level, dice, chain, yes[protects], yes[compels], yes[rolls], entry) in page


@pytest.mark.parametrize(("level", "n"), list(zip(LEVELS, (5, 7, 10, 10, 7, 7), strict=True)))
def test_dice_each(level: str, n: int) -> None:
    """Dice each: 5, 7, 10, 10, 7, 7."""
    assert supplies(GAME.new(level=level)) == f"red {n}, yellow {n}"
    dice = [f"{column}{row}=r1" for row, columns in ((2, "bdfh"), (3, "aceg"), (4, "bdf")) for column in columns]
    assert beginning(position(" ".join(dice[:n]), level=level), "+") == []
    assert beginning(position(" ".join(dice[: n - 1]), level=level), "+")
    with pytest.raises(lt.GameError, match=str(n)):
        GAME.read(position(" ".join(dice[: n + 1]), level=level).diagram())


def line(values: str) -> str:
    """A red chain from c9 inwards."""
    cells = ("c9", "d8", "c7", "d6", "c5", "d4", "c3")
    return " ".join(f"{cell}=r{value}" for cell, value in zip(cells, values, strict=False))


@pytest.mark.parametrize(
    ("level", "values", "wins"),
    [
        ("blitz", "21", False),
        ("blitz", "321", True),
        ("blitz", "234", True),
        ("blitz-classic", "21", False),
        ("blitz-classic", "456", True),
        ("blitz-advanced", "21", False),
        ("blitz-advanced", "345", True),
        ("classic", "12345", False),
        ("classic", "123456", True),
        ("classic", "654321", True),
        ("advanced", "12345", False),
        ("advanced", "123456", True),
    ],
)
def test_chain_to_build(level: str, values: str, wins: bool) -> None:
    """Chain to build: 1, 3, 6, 6, 3, 3."""
    off = line(values).replace("c9=r" + values[0], "b8=r" + values[0])
    state = position(off, level=level)
    after = state.play("b8-c9") if "b8-c9" in state.choices() else None
    assert after is not None and (after.result == (1, -1)) == wins


@pytest.mark.parametrize("level", LEVELS[1:])
def test_protection_by_level(level: str) -> None:
    """Protection: not at level 1, at all others. (At level 1 a die on the opposite bank has won already.)"""
    assert captures(position("d2=r6 c1=y1", level=level)) == []
    assert captures(position("d2=r6 e3=y1", level=level)) == ["d2xe3"]


@pytest.mark.parametrize(("level", "compels"), list(zip(LEVELS[1:], (False, True, True, True, True), strict=True)))
def test_compulsory_capture_by_level(level: str, compels: bool) -> None:
    """Compulsory capture: at classic, advanced, blitz-classic and blitz-advanced."""
    state = position("d2=r6 c1=y1 e3=y5", level=level)
    assert (state.choices() == ["d2xe3"]) == compels


@pytest.mark.parametrize(("level", "rolls"), list(zip(LEVELS, (True, True, True, False, True, False), strict=True)))
def test_rolls_by_level(level: str, rolls: bool) -> None:
    """Rolls: yes, yes, yes, no, yes, no."""
    assert ("c3?" in position("c3=r1", level=level).choices()) == rolls


ENTRIES = ("one", "one", "one", "chosen", "one", "chosen")


@pytest.mark.parametrize(("level", "entry"), list(zip(LEVELS, ENTRIES, strict=True)))
def test_entry_value_by_level(level: str, entry: str) -> None:
    """Entry value: 1, 1, 1, chosen, 1, chosen. Option ``entry``: the default is the level's."""
    assert GAME.new(level=level).options["entry"] == entry
    for chosen in ("one", "chosen"):
        entries = beginning(begun(level=level, entry=chosen), "+c1")
        assert entries == (["+c1"] if chosen == "one" else [f"+c1={value}" for value in range(1, 7)])


def test_teams_need_four() -> None:
    """Option ``teams``: ``false`` (default) or ``true``, with four players only, otherwise an error."""
    assert GAME.new(4).options["teams"] is False
    assert GAME.new(4, teams=True).options["teams"] is True
    for seats in (2, 3):
        with pytest.raises(lt.GameError, match="four"):
            GAME.new(seats, teams=True)


def test_a_teammates_dice_are_not_enemy_dice() -> None:
    """Seats 0 and 2 against 1 and 3. A teammate's dice are not enemy dice."""
    dice = "e5=r6 d4=y1 f4=b1 d6=g1"
    assert captures(position(dice, 0, 0, 4, teams=True, level="blitz")) == ["e5xd6", "e5xf4"]
    assert captures(position(dice, 0, 0, 4, level="blitz")) == ["e5xd4", "e5xd6", "e5xf4"]
    bound = "d2=r6 c1=y1 e3=g1"  # yellow is anchored, but is red's partner
    assert captures(position(bound, 0, 0, 4, teams=True)) == ["d2xe3"]
    assert "d2:5" in position(bound, 0, 0, 4, teams=True).choices()
    assert position(bound, 0, 0, 4).choices() == ["d2xe3"]


def test_every_seat_of_the_winning_team_wins() -> None:
    """With teams there are two sides: every seat of the winning one has +1, the others −1."""
    state = position("b10=r1", 0, 0, 4, teams=True, level="initiation").play("b10-c11")
    assert result_of(state) == (1, -1, 1, -1)
    state = position("j4=b1", 1, 0, 4, teams=True, level="initiation").play("j4-k5")
    assert result_of(state) == (-1, 1, -1, 1)
    alone = position("b10=r1", 0, 0, 4, level="initiation").play("b10-c11")
    assert result_of(alone) == pytest.approx((1, -1 / 3, -1 / 3, -1 / 3))
    three = position("b8=r1", 0, 0, 3, level="initiation").play("b8-c9")
    assert result_of(three) == (1, -0.5, -0.5)


# A turn


def test_exactly_one_thing_a_turn() -> None:
    """A turn: exactly one of these."""
    for text in ("+a1", "c3-d4", "c3:4", "c3xb4"):
        assert position("c3=r3 b4=y1 g7=y1").play(text).actors == (1,)


def test_enter() -> None:
    """Enter a die from your supply on a free cell of your own bank, ``+c1``, showing 1."""
    state = position("a1=r1 e1=y1", level="blitz")
    assert beginning(state, "+") == ["+c1", "+g1", "+i1"]
    after = state.play("+c1")
    assert dice_of(after) == "a1=r1 c1=r1 e1=y1"
    assert supplies(after) == "red 5, yellow 6"
    with pytest.raises(lt.IllegalEvent, match="bank"):
        state.play("+c3")
    with pytest.raises(lt.IllegalEvent, match="occupied"):
        state.play("+e1")


def test_enter_with_a_chosen_value() -> None:
    """Where the entry value is chosen, you choose it, ``+c1=4``."""
    state = begun(level="advanced")
    assert dice_of(state.play("+c1=4")) == "c1=r4"
    with pytest.raises(lt.IllegalEvent, match="enters"):
        state.play("+c1")
    with pytest.raises(lt.IllegalEvent, match="1"):
        begun().play("+c1=1")


def test_one_diagonal_step() -> None:
    """Move one of your dice to a free cell: one diagonal step."""
    state = position("c3=r4 d4=r1 i9=y1")
    assert targets(state, "c3") == {"b2", "b4", "d2", "e5"}
    assert dice_of(state.play("c3-b4")) == "b4=r4 d4=r1 i9=y1"
    with pytest.raises(lt.IllegalEvent, match="not yours"):
        state.play("i9-h8")
    with pytest.raises(lt.IllegalEvent, match="no die"):
        state.play("e5-f6")


def test_a_jump_over_any_die() -> None:
    """A jump goes over one adjacent die, whoever owns it and whatever it shows, to the free cell right behind it."""
    for die in ("r1", "r6", "y1", "y6"):
        assert "e5" in targets(position(f"c3=r2 d4={die}"), "c3")
    assert "e5" not in targets(position("c3=r2 d4=y1 e5=y1"), "c3")
    assert "f6" not in targets(position("c3=r2 d4=y1 e5=y1"), "c3")
    assert "g7" not in targets(position("c3=r2 e5=y1"), "c3")


def test_jumps_continue_in_any_direction_and_may_stop() -> None:
    """Jumps may be continued in any direction and may stop after any of them; nothing is captured."""
    state = position("c3=r1 d4=y1 f4=y1 f2=y1 h6=y1")
    assert targets(state, "c3") == {"b2", "b4", "d2", "e5", "g3", "e1"}
    after = state.play("c3-e1")
    assert dice_of(after) == "d4=y1 e1=r1 f2=y1 f4=y1 h6=y1"


def test_a_jump_over_a_die_already_jumped() -> None:
    """Also over a die already jumped: back over d4 from e5 leads through the cell where the die began."""
    state = position("c3=r1 d4=y1 b4=y1 b6=y1")
    assert {"e5", "a5", "c7"} <= targets(state, "c3")
    ring = position("e3=r1 f4=y1 f6=y1 d6=y1 d4=y1")  # all around and over f4 once more
    assert targets(ring, "e3") == {"d2", "f2", "g5", "e7", "c5"}


def test_a_die_does_not_jump_over_the_cell_it_left() -> None:
    """The die that moves is no longer where it began."""
    state = position("c3=r1 d4=y1")
    assert "a1" not in targets(state, "c3")
    assert targets(state, "c3") == {"b2", "b4", "d2", "e5"}


def test_a_die_may_not_end_where_it_began() -> None:
    """``c1-d2``, from-to, the way does not matter; a die may not end where it began."""
    ring = position("e3=r1 f4=y1 f6=y1 d6=y1 d4=y1")
    assert "e3" not in targets(ring, "e3")
    with pytest.raises(lt.IllegalEvent, match="began"):
        ring.play("e3-e3")
    assert Counter(ring.choices()).most_common(1)[0][1] == 1  # two ways to e7, one text


@pytest.mark.parametrize(("value", "others"), [(1, "2"), (2, "13"), (3, "24"), (4, "35"), (5, "46"), (6, "5")])
def test_change_a_value_by_one(value: int, others: str) -> None:
    """One of your dice goes up or down by one, within 1–6, no wrapping: ``c1:4``."""
    state = position(f"c3=r{value} e5=y3")
    assert beginning(state, "c3:") == [f"c3:{other}" for other in others]
    for other in others:
        assert dice_of(state.play(f"c3:{other}")) == f"c3=r{other} e5=y3"
    assert beginning(state, "e5") == []
    with pytest.raises(lt.IllegalEvent, match="exactly one"):
        state.play(f"c3:{value}")


def test_roll() -> None:
    """Name a die and roll: ``c1?``, then the draw ``=5``, each of 1–6 with weight 1; any result stands."""
    state = position("c3=r3 e5=y3")
    rolling = state.play("c3?")
    assert rolling.chance and rolling.actors == ()
    assert rolling.outcomes() == {f"={value}": 1 for value in range(1, 7)}
    for value in range(1, 7):
        after = rolling.play(f"={value}")
        assert dice_of(after) == f"c3=r{value} e5=y3"
        assert after.actors == (1,)
    with pytest.raises(lt.IllegalEvent, match="not yours"):
        state.play("e5?")


def test_a_roll_at_the_cap_is_not_made() -> None:
    """A roll that is the last choice allowed by the cap is not made; the game is a draw."""
    state = position("c3=r3", made=19, max_choices=20).play("c3?")
    assert state.over and not state.chance and result_of(state) == (0, 0)
    assert dice_of(state) == "c3=r3"
    assert position("c3=r3", made=18, max_choices=20).play("c3?").chance


@pytest.mark.parametrize(("mine", "theirs"), list(product(range(1, 7), repeat=2)))
def test_capture(mine: int, theirs: int) -> None:
    """Capture an adjacent enemy die of equal or lower value. Yours loses that value; at equal values it becomes 1."""
    state = position(f"c3=r{mine} d4=y{theirs} g5=y2", level="blitz")
    if mine < theirs:
        assert captures(state) == []
        with pytest.raises(lt.IllegalEvent, match="equal or higher"):
            state.play("c3xd4")
        return
    after = state.play("c3xd4")
    left = 1 if mine == theirs else mine - theirs
    assert dice_of(after) == f"d4=r{left} g5=y2"


def test_a_captured_die_goes_back() -> None:
    """The captured die goes back to its owner's supply, and yours takes its cell."""
    state = position("c3=r3 d4=y2", level="blitz")
    assert supplies(state) == "red 6, yellow 6"
    after = state.play("c3xd4")
    assert supplies(after) == "red 6, yellow 7"
    assert dice_of(after) == "d4=r1"


def test_what_cannot_be_captured() -> None:
    """Only an adjacent enemy die: not an own one, not one farther away, not nothing."""
    state = position("c3=r6 d4=r1 e5=y2", level="blitz")
    for text, why in (("c3xd4", "your own"), ("c3xe5", "adjacent"), ("c3xb4", "nothing")):
        with pytest.raises(lt.IllegalEvent, match=why):
            state.play(text)
    assert captures(state) == []


def test_pass_only_when_nothing_else_is_possible() -> None:
    """``pass`` only when nothing else is possible."""
    full = position("a1=b1 c1=b1 e1=g1 g1=g1", 0, 0, 4, size=7, level="blitz")
    assert full.choices() == ["pass"]
    assert full.play("pass").actors == (1,)
    assert full.play("pass").diagram().split("\n")[9] == "blue to act, 1 made"
    for state in (begun(), position("c3=r3")):
        assert "pass" not in state.choices()
        with pytest.raises(lt.IllegalEvent, match="nothing else"):
            state.play("pass")


# One cell of a foreign bank


def test_one_cell_of_each_foreign_bank() -> None:
    """After your choice, your dice may stand on at most one cell of each bank that is not yours."""
    state = position("c9=r1 d8=r3 g7=r3 h8=r3", level="blitz")
    assert {"c9", "e9"} & targets(state, "d8") == set() and "g9" not in targets(state, "h8")
    with pytest.raises(lt.IllegalEvent, match="second"):
        state.play("h8-g9")
    assert {"a3", "a5"} <= targets(position("b4=r1"), "b4")
    assert {"a3", "a5"} & targets(position("b4=r1 a7=r1"), "b4") == set()


def test_the_die_on_the_bank_may_move_along_it() -> None:
    """It is the cells after the choice that count: the one die there may jump to another cell of the same bank."""
    assert {"e7", "g9"} <= targets(position("c9=r1 d8=y5 f8=y5"), "c9")
    assert {"a5", "c7"} <= targets(position("a9=r1 b8=y5 b6=y5"), "a9")


def test_it_holds_for_captures() -> None:
    """It holds for the final cell of a move and for captures."""
    assert captures(position("d8=r6 e9=y1", level="blitz")) == ["d8xe9"]
    state = position("d8=r6 e9=y1 a9=r1", level="blitz")
    assert captures(state) == []
    with pytest.raises(lt.IllegalEvent, match="second"):
        state.play("d8xe9")


def test_cells_only_passed_count_for_nothing() -> None:
    """Cells only passed in a series of jumps count for nothing."""
    state = position("c7=r1 d8=y1 f8=y1 a9=r1", level="blitz")
    assert "e9" not in targets(state, "c7") and "g7" in targets(state, "c7")


def test_a_bank_is_foreign_also_when_nobody_sits_there_or_a_teammate() -> None:
    """A bank is foreign also when nobody sits there, or a teammate does."""
    assert "i5" not in targets(position("h4=r1 i7=r1"), "h4")  # nobody's
    assert "e11" not in targets(position("d10=r1 i11=r1", 0, 0, 4, teams=True, level="blitz"), "d10")  # the partner's
    assert "e11" in targets(position("d10=r1", 0, 0, 4, teams=True, level="blitz"), "d10")


def test_an_own_corner_is_own_bank() -> None:
    """A corner of your own bank is your own bank and does not count for your neighbour's."""
    assert "a3" in targets(position("a1=r1 b4=r1"), "b4")
    assert "a1" in targets(position("b2=r1 a5=r1"), "b2")
    assert "+a1" in position("a5=r1").choices()


def test_a_foreign_corner_counts_for_both() -> None:
    """A corner between two foreign banks counts for both."""
    state = position("a9=r1 b4=r1 d8=r1", level="blitz")
    assert {"a3", "a5"} & targets(state, "b4") == set()
    assert {"c9", "e9"} & targets(state, "d8") == set()
    assert "a9" not in targets(position("b8=r1 a3=r1"), "b8")
    assert "a9" not in targets(position("b8=r1 e9=r1", level="blitz"), "b8")
    assert "a9" in targets(position("b8=r1 i3=r1"), "b8")


def test_a_read_position_may_have_two_but_no_third() -> None:
    """A position that breaks the rule cannot arise; read from a diagram, it does not stop the other dice."""
    state = position("c9=r1 g9=r3", level="classic")
    assert "c9:2" in state.choices() and "c9-b8" in state.choices()
