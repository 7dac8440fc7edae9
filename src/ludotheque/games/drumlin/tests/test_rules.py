"""The rules of Drumlin, sentence by sentence: each test is named like the sentence that it proves.

Here: board and pieces, the start of play, and what a turn is. What follows and how it ends: ``test_rules_end.py``.
"""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.games.drumlin.tests.positions import GAME, after, cells, ended, names, position, targets

ALL_CELLS = {column + str(row) for column in "abcdefgh" for row in range(1, 11)}


# Board and pieces


def test_the_start() -> None:
    """8×10 cells, columns a–h, rows 1–10 bottom to top; twelve elephants a side."""
    start = GAME.new()
    violet, pink = "b1 d1 f1 h1 a3 c3 e3 g3 b5 d5 f5 h5", "a10 c10 e10 g10 b8 d8 f8 h8 a6 c6 e6 g6"
    assert cells(start) == dict.fromkeys(violet.split(), "v") | dict.fromkeys(pink.split(), "p")
    assert start.diagram().split("\n")[9] == " 1  .    v    .    v    .    v    .    v"
    assert start.diagram().split("\n")[0] == "10  p    .    p    .    p    .    p    ."


def test_a_half_turn_swaps_the_two_sides_at_the_start() -> None:
    start = cells(GAME.new())
    turned = {"hgfedcba"["abcdefgh".index(cell[0])] + str(11 - int(cell[1:])): text for cell, text in start.items()}
    assert turned == {cell: {"v": "p", "p": "v"}[text] for cell, text in start.items()}


def test_the_base_lines_hold_no_pieces() -> None:
    """No piece can move beyond the first rows; only the Drumlin goes there."""
    state = position("d9:v d2:p a5:*")
    assert targets(state, "Ed9-") == names("d10 d8 d7 d6 d5 d4 d3 d2 a9 b9 c9 e9 f9 g9 h9")
    assert "!base" not in state.choices()


def test_an_elephant_is_worth_1_and_a_dragon_2() -> None:
    """Three elephants leave room for an elephant and none for a dragon; two elephants leave room for either."""
    state = position("d5:ppp d4:v d6:V h9:* a1:p")
    assert "Ed4-d5" in state.choices() and "Dd6-d5" not in state.choices()
    state = position("d5:pp d4:v d6:V h9:* a1:p")
    assert "Ed4-d5" in state.choices() and "Dd6-d5" in state.choices()
    state = position("d5:P d4:v d6:V h9:* a1:p")
    assert "Ed4-d5" in state.choices() and "Dd6-d5" in state.choices()
    state = position("d5:Pp d4:v d6:V h9:* a1:p")
    assert "Ed4-d5" in state.choices() and "Dd6-d5" not in state.choices()


def test_an_egg_is_worth_1() -> None:
    """A dragon beside an egg makes 3, and two elephants are let in without a forced departure only up to 3."""
    state = position("d5:p* d4:V a1:v h10:p").play("Dd4-d5")
    assert cells(state)["d5"] == "p*V" and state.actors == (1,)
    state = position("d5:p*p d4:v a1:v h10:p").play("Ed4-d5")
    assert cells(state)["d5"] == "p*vp" and state.actors == (1,)


def test_an_egg_cannot_move() -> None:
    state = position("d5:v* a1:p")
    assert targets(state, "E") == set()
    state = position("d5:v*v a1:p")
    assert "d5-d6" in targets(state, "E")  # the other elephant on its cell can
    assert cells(state.play("Ed5-d6"))["d5"] == "v*"


def test_a_dragon_stays_a_dragon_for_ever() -> None:
    """Nothing turns one back: not the Drumlin, not an exchange, not a move."""
    dragons = 0
    for seed in range(5):
        for state in played_out(seed).history():
            now = sum(text.count("V") + text.count("P") for text in cells(state).values())
            lost = state.last is not None and state.last[1][0] == "R"
            assert now >= dragons or lost or state.previous is None
            dragons = now


def played_out(seed: int) -> lt.State:
    """A random game in which departures are preferred, so that dragons are born."""
    player, state = lt.RandomPlayer(seed), GAME.new(max_choices=80)
    while not state.over:
        free = sorted(targets(state, "!"))
        state = state.play("!" + free[0] if free else player.choose(state))
    return state


def test_the_value_of_a_cell_is_the_sum_over_both_colours() -> None:
    state = position("d5:vvpp d4:v d6:p h9:*")
    assert "Ed4-d5" not in state.choices()
    state = position("d5:vvp d4:v d6:p h9:*")
    assert "Ed4-d5" in state.choices()


def test_force_is_the_sum_over_his_own_and_majority_is_more_of_it_than_the_opponent() -> None:
    for cell, has_majority in (("v*", True), ("v*v", True), ("v*vv", True), ("v*V", True), ("v*vp", True),
                               ("v*p", False), ("v*pp", False), ("v*P", False)):  # fmt: skip
        state = position(f"d5:{cell} a1:p h1:v")
        assert bool(targets(state, "!")) == has_majority, cell


def test_a_free_cell_holds_no_piece_and_no_drumlin() -> None:
    """Where the Drumlin may be put: nowhere on a piece, and never where it has just been in an egg."""
    state = position("d5:v* a1:p h1:v b1:P c1:V")
    free = targets(state, "!") - {"h1"}  # an own elephant can receive it as well
    assert free == ALL_CELLS - names("d5 a1 h1 b1 c1")


# Start of play


def test_pink_makes_the_first_choice_and_puts_the_drumlin_on_any_free_cell() -> None:
    start = GAME.new()
    assert start.actors == (1,)
    assert set(start.choices()) == {"@" + cell for cell in ALL_CELLS - set(cells(start))}
    assert cells(start.play("@e7"))["e7"] == "*"


def test_then_violet_moves_and_turns_alternate() -> None:
    state = GAME.new().play("@e7")
    for event, seat in (("Eb1-b2", 0), ("Ea10-a9", 1), ("Eb2-b3", 0), ("Ea9-a8", 1)):
        assert state.actors == (seat,)
        state = state.play(event)


# Start of play: the option ``placing``


def offered(place: str = "b3", max_choices: int = 400) -> lt.State:
    """Pink has first put the Drumlin down, and violet may keep or swap."""
    return GAME.new(placing="swap", max_choices=max_choices).play("@" + place)


def test_placing_is_pink_unless_swap_is_chosen() -> None:
    assert GAME.options["placing"].values == ("pink", "swap")
    assert GAME.new().options["placing"] == "pink"
    assert not set(GAME.new().play("@b3").choices()) & {"keep", "swap"}


def test_after_the_first_placement_violet_has_a_choice_of_its_own_before_anybody_moves() -> None:
    start = GAME.new(placing="swap")
    assert start.actors == (1,) and set(start.choices()) == set(GAME.new().choices())
    assert offered().actors == (0,) and offered().choices() == ["keep", "swap"]
    with pytest.raises(lt.IllegalEvent, match="keep"):
        offered().play("Eb1-b2")


def test_keep_changes_nothing_and_violet_has_the_first_move() -> None:
    kept = offered().play("keep")
    assert cells(kept) == cells(offered()) and kept.actors == (0,)
    assert kept.choices() == GAME.new().play("@b3").choices()


@pytest.mark.parametrize(("place", "opposite"), [("b3", "g8"), ("a1", "h10"), ("e7", "d4"), ("h9", "a2"), ("c5", "f6")])
def test_swap_sends_the_drumlin_to_the_cell_opposite_by_a_half_turn_and_pink_has_the_first_move(
    place: str, opposite: str
) -> None:
    swapped = offered(place).play("swap")
    assert cells(swapped) == {**cells(GAME.new()), opposite: "*"} and swapped.actors == (1,)
    assert {text[0] for text in swapped.choices()} == {"E"}
    assert swapped.play("Ea10-a9").actors == (0,)  # and turns alternate


def test_a_swap_exchanges_the_sides_without_the_colours() -> None:
    """What pink can do then is what violet could have done, turned by a half-turn."""
    for place in ("b3", "e7", "a9"):
        kept, swapped = (offered(place).play(answer) for answer in ("keep", "swap"))
        assert {half_turn(text) for text in kept.choices()} == set(swapped.choices())


def half_turn(event: str) -> str:
    origin, target = event[1:].split("-")
    return event[0] + "-".join("hgfedcba"["abcdefgh".index(c[0])] + str(11 - int(c[1:])) for c in (origin, target))


@pytest.mark.parametrize("answer", ["keep", "swap"])
def test_both_count_as_choices(answer: str) -> None:
    assert "to act, 2 made" in offered().play(answer).diagram()
    assert ended(offered(max_choices=2).play(answer)) == "draw"


def test_they_follow_the_first_placement_of_the_game_only() -> None:
    state = position("d5:p*p d1:V h10:p h1:v", placing="swap")
    state = after(state, "Dd1-d5 @f10")
    assert state.actors == (1,) and {text[:3] for text in state.choices()} == {"Dd5", "Ed5"}
    for text in ("keep", "swap"):
        with pytest.raises(lt.IllegalEvent, match="Only violet keeps or swaps"):
            state.play(text)
        with pytest.raises(lt.IllegalEvent, match="First put the Drumlin"):
            GAME.new(placing="swap").play(text)
        with pytest.raises(lt.IllegalEvent, match="Only violet keeps or swaps"):
            offered().play("keep").play(text)


def test_the_cap_may_fall_between_the_first_placement_and_the_answer() -> None:
    state = offered(max_choices=1)
    assert ended(state) == "draw" and state.choices() == [] and cells(state)["b3"] == "*"


# Start of play: passing


def test_nobody_may_pass() -> None:
    state = GAME.new().play("@e7")
    with pytest.raises(lt.IllegalEvent):
        state.play("pass")


# A turn: move


def test_a_piece_moves_any_distance_along_a_row_or_column() -> None:
    around = names("d1 d2 d3 d4 d6 d7 d8 d9 d10 a5 b5 c5 e5 f5 g5 h5")
    assert targets(position("d5:v a1:p h9:*"), "Ed5-") == around
    assert targets(position("d5:V a1:p h9:* h1:v"), "Dd5-") == around


def test_an_elephant_passes_over_cells_without_a_piece_and_a_lone_drumlin_may_be_there() -> None:
    state = position("a5:v c5:* a1:p")
    assert names("b5 c5 d5 e5 f5 g5 h5") <= targets(state, "Ea5-")
    assert cells(state.play("Ea5-e5"))["c5"] == "*"


@pytest.mark.parametrize("piece", ["v", "p", "V", "P", "vp", "p*"])
def test_the_first_cell_with_a_piece_stops_an_elephant_before_it_or_on_it(piece: str) -> None:
    drumlin = "" if "*" in piece else "h9:*"
    state = position(f"a5:v d5:{piece} h1:p b10:v {drumlin}")
    assert {cell for cell in targets(state, "Ea5-") if cell[1:] == "5"} == names("b5 c5 d5")


@pytest.mark.parametrize("piece", ["v", "p", "p*", "*"])
def test_a_dragon_passes_over_cells_of_value_0_or_1(piece: str) -> None:
    """Empty, a lone Drumlin, a lone elephant or egg of either side."""
    drumlin = "" if "*" in piece else "h9:*"
    state = position(f"a5:V d5:{piece} h1:p b10:v {drumlin}")
    reached = {cell for cell in targets(state, "Da5-") if cell[1:] == "5"}
    assert reached == names("b5 c5 d5 e5 f5 g5 h5") - ({"d5"} if piece == "*" else set())


def test_a_dragon_passes_over_its_own_egg_and_over_several_such_cells() -> None:
    state = position("a5:V c5:v* d5:p f5:v h1:p b10:v")
    assert {cell for cell in targets(state, "Da5-") if cell[1:] == "5"} == names("b5 c5 d5 e5 f5 g5 h5")


@pytest.mark.parametrize("pieces", ["vv", "vp", "V", "P", "v*p", "vvp", "Vp", "vvpp"])
def test_the_first_cell_of_value_2_or_more_stops_a_dragon(pieces: str) -> None:
    """It may stop before it, or on it if the rule of 4 allows that."""
    may_stop_on_it = pieces in ("vv", "vp", "V", "P", "v*p")
    drumlin = "" if "*" in pieces else "h9:*"
    state = position(f"a5:V d5:{pieces} h1:p b10:v {drumlin}")
    expected = names("b5 c5 d5") if may_stop_on_it else names("b5 c5")
    assert {cell for cell in targets(state, "Da5-") if cell[1:] == "5"} == expected


def test_the_rule_of_4() -> None:
    """No piece may stop on a cell whose value would then exceed 4."""
    for pieces, elephant, dragon in (("vvvp", 0, 0), ("VP", 0, 0), ("Vpp", 0, 0), ("vvp", 1, 0), ("VP", 0, 0),
                                     ("Vv", 1, 0), ("pp", 1, 1), ("p", 1, 1)):  # fmt: skip
        state = position(f"d5:{pieces} d4:v d6:V h1:p h9:*")
        assert ("Ed4-d5" in state.choices()) == elephant, pieces
        assert ("Dd6-d5" in state.choices()) == dragon, pieces


def test_a_dragon_may_not_stop_on_a_lone_drumlin_but_on_a_cell_with_an_egg() -> None:
    assert "Da5-d5" not in position("a5:V d5:* h1:p h10:v").choices()
    for egg in ("p*", "v*"):
        assert "Da5-d5" in position(f"a5:V d5:{egg} h1:p h10:v").choices()


def test_an_elephant_that_stops_on_a_lone_drumlin_becomes_the_egg() -> None:
    state = position("a5:v d5:* h1:p h10:v").play("Ea5-d5")
    assert cells(state)["d5"] == "v*" and state.actors == (1,)


def test_pieces_of_one_kind_and_owner_on_a_cell_are_one_event() -> None:
    state = position("d5:vvv h1:p h9:*")
    assert len(state.choices()) == len(set(state.choices())) == 16


# A turn: free departure


def test_free_departure_needs_the_majority_on_the_cell_of_your_egg() -> None:
    assert targets(position("d5:v*vp a1:p"), "!")
    assert not targets(position("d5:v*p a1:p b1:v"), "!")
    assert not targets(position("d5:p*p a1:v"), "!")  # the enemy's egg
    assert not targets(position("d5:* a1:p b1:v"), "!")  # no egg at all


def test_free_departure_needs_a_value_of_at_most_3() -> None:
    """With an egg a cell never is worth more: the egg would have hatched."""
    for cell in ("v*vvv", "v*Vv", "v*vvp"):
        with pytest.raises(lt.GameError):
            position(f"d5:{cell} a1:p")
    for cell in ("v*vv", "v*V", "v*vp"):
        assert targets(position(f"d5:{cell} a1:p"), "!")


def test_the_egg_turns_into_a_dragon_and_the_drumlin_goes_to_any_free_cell() -> None:
    state = position("d5:v*p d6:v a1:p", "violet")
    assert not targets(state, "!")
    state = position("d5:v*vp d6:v a1:p")
    assert targets(state, "!") == (ALL_CELLS - names("d5 a1")) | {"d6"}
    assert cells(state.play("!c7")) == {"d5": "Vvp", "d6": "v", "a1": "p", "c7": "*"}
    assert state.play("!c7").actors == (1,)


@pytest.mark.parametrize(("cell", "allowed"), [("v", True), ("vv", True), ("vvp", True), ("Vv", True), ("vvv", True),
                                               ("vp", False), ("V", False), ("P", False), ("vvpp", False),
                                               ("vvvp", False), ("vvvv", False), ("VV", False), ("Vvp", False),
                                               ("p", False), ("vpp", False)])  # fmt: skip
def test_or_to_one_of_your_elephants_where_you_have_the_majority_and_the_value_is_below_4(
    cell: str, allowed: bool
) -> None:
    state = position(f"d5:v* f3:{cell} a1:p")
    assert ("f3" in targets(state, "!")) == allowed
    if allowed:
        there = cells(state.play("!f3"))
        assert there["f3"].startswith("v*") and there["d5"] == "V"


def test_it_must_be_an_elephant_on_another_cell() -> None:
    assert "d5" not in targets(position("d5:v*v a1:p"), "!")


def test_it_is_the_egg_now() -> None:
    state = position("d5:v* f3:v a1:p").play("!f3")
    assert state.actors == (1,) and not state.over
    assert targets(state.play("Ea1-a2"), "!")  # it can leave again


@pytest.mark.parametrize(
    ("there", "event", "winner"),
    [
        ("d5:v* f10:v a1:p", "!f10", "violet"),
        ("d5:v* f10:vvp a1:p", "!f10", "violet"),
        ("d5:p* f1:p a9:v", "!f1", "pink"),
    ],
)
def test_if_that_cell_is_on_the_opponents_first_row_you_win_at_once(there: str, event: str, winner: str) -> None:
    """The game stops with the Drumlin in that elephant."""
    state = position(there, winner).play(event)
    assert ended(state) == winner
    assert cells(state)[event[1:]][1] == "*"


def test_an_elephant_on_your_own_first_row_or_a_free_cell_of_the_opponents_wins_nothing() -> None:
    assert not position("d5:v* f1:v a2:p").play("!f1").over
    assert not position("d5:v* f1:v a2:p").play("!f10").over
    assert not position("d5:p* f10:p a2:v", "pink").play("!f10").over


def test_a_tie_on_the_opponents_first_row_receives_nothing() -> None:
    assert "!f10" not in position("d5:v* f10:vp a1:p").choices()


def test_the_drumlin_goes_to_the_opponents_base_line_from_his_first_row() -> None:
    for there, winner in (("d10:v* h1:v a1:p", "violet"), ("d1:p* h1:p a9:v", "pink")):
        state = position(there, winner).play("!base")
        assert ended(state) == winner
        assert "Drumlin on the base line" in state.diagram()
    for there, turn in (("d9:v* a1:p", "violet"), ("d1:v* a5:p", "violet"), ("d10:p* a5:v", "pink")):
        assert "!base" not in position(there, turn).choices()


def test_however_the_egg_came_to_the_first_row() -> None:
    """By a move onto the Drumlin, by a takeover, by a takeover through an exchange; not in the same turn."""
    moved = after(position("d9:v d10:* a1:p h1:v"), "Ed9-d10 Ea1-a2")
    taken = after(position("d9:v d10:p*v a1:p h1:v"), "Ed9-d10 Ea1-a2")
    exchanged = after(position("c5:vv d10:p*V a1:p h1:v"), "Xc5-d10 Ea1-a2")
    for state in (moved, taken, exchanged):
        assert ended(state.play("!base")) == "violet"


def test_the_base_line_needs_the_majority_too() -> None:
    assert "!base" not in position("d10:v*p a1:p h1:v").choices()
    assert "!base" in position("d10:v*vp a1:p h1:v").choices()


def test_the_last_elephant_may_win_on_the_base_line() -> None:
    """The Drumlin on the base line is looked at before missing elephants."""
    assert ended(position("d10:v* a1:p").play("!base")) == "violet"


# A turn: exchange


def test_two_elephants_on_one_cell_change_places_with_a_dragon_on_another() -> None:
    state = position("b4:vv e7:V a1:p h9:*")
    assert targets(state, "X") == {"b4-e7"}
    after_it = state.play("Xb4-e7")
    assert cells(after_it) == {"b4": "V", "e7": "vv", "a1": "p", "h9": "*"} and after_it.actors == (1,)


def test_the_exchange_names_the_elephants_cell_first() -> None:
    with pytest.raises(lt.IllegalEvent):
        position("b4:vv e7:V a1:p h9:*").play("Xe7-b4")


def test_an_exchange_needs_two_elephants_on_one_cell_and_the_dragon_on_another() -> None:
    assert not targets(position("b4:v c4:v e7:V a1:p h9:*"), "X")
    assert not targets(position("b4:Vvv a1:p h9:*"), "X")
    assert not targets(position("b4:vv e7:P a1:p h9:*"), "X")  # both must be yours
    assert not targets(position("b4:vp e7:V a1:p h9:*"), "X")
    assert targets(position("b4:Vvv e7:Vvv a1:p h9:*"), "X") == {"b4-e7", "e7-b4"}


def test_neither_of_the_two_elephants_is_the_egg() -> None:
    assert not targets(position("b4:v*v e7:V a1:p"), "X")


def test_your_egg_may_stand_on_the_same_cell_and_stays_there() -> None:
    state = position("b4:v*vv e7:V a1:p").play("Xb4-e7")
    assert cells(state)["b4"] == "v*V" and cells(state)["e7"] == "vv"
    state = position("b4:vv e7:v*V a1:p").play("Xb4-e7")
    assert cells(state)["b4"] == "V" and cells(state)["e7"] == "v*vv"


def test_no_path_is_needed_and_values_do_not_change() -> None:
    state = position("a1:vv a2:pp b1:pp h10:VP g10:ppp h9:PP d5:*")
    assert cells(state.play("Xa1-h10")) == cells(state) | {"a1": "V", "h10": "vvP"}
