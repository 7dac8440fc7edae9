"""The rules of Drumlin, sentence by sentence, continued: what follows from a move, cells of value 5, and the end."""

from __future__ import annotations

import pytest

from ludotheque.games.drumlin.tests.positions import GAME, after, cells, ended, names, position, targets

ALL_CELLS = {column + str(row) for column in "abcdefgh" for row in range(1, 11)}


# What follows: takeover


def test_takeover_by_a_move() -> None:
    """The enemy egg is the enemy's only piece, two elephants of yours, one just arrived: the Drumlin passes over."""
    state = position("d5:p*v d1:v h10:p").play("Ed1-d5")
    assert cells(state)["d5"] == "v*vp" and state.actors == (1,)


def test_takeover_by_an_exchange() -> None:
    state = position("d5:p*V b1:vv h10:p").play("Xb1-d5")
    assert cells(state) == {"d5": "v*vp", "b1": "V", "h10": "p"}


def test_the_enemy_piece_stays_an_elephant_and_no_dragon_is_born() -> None:
    state = position("d5:p*v d1:v h10:p").play("Ed1-d5")
    assert targets(state, "Ed5-")  # pink's elephant may move again
    assert not any("P" in text or "V" in text for text in cells(state).values())


def test_one_elephant_takes_nothing_over() -> None:
    state = position("d5:p* d1:v h10:p").play("Ed1-d5")
    assert cells(state)["d5"] == "p*v"


def test_no_takeover_while_the_enemy_has_another_piece_there() -> None:
    state = position("d5:p*p d1:v h10:p h1:v").play("Ed1-d5")
    assert cells(state)["d5"] == "p*vp"


def test_at_least_one_of_the_two_has_just_arrived() -> None:
    """Two elephants that stood there already take nothing over when something else moves."""
    state = position("d5:p*vv h1:v h10:p").play("Eh1-h2")
    assert cells(state)["d5"] == "p*vv"
    state = position("d5:p*vv h1:v h10:p", "pink").play("Eh10-h9")
    assert cells(state)["d5"] == "p*vv"


def test_your_own_egg_is_not_taken_over_by_yourself() -> None:
    state = position("d5:v*p d1:v h10:p").play("Ed1-d5")
    assert cells(state)["d5"] == "v*vp"


def test_a_dragon_that_brings_you_the_majority_takes_nothing_but_blocks_the_free_departure() -> None:
    state = position("d5:p* d1:V h10:p h1:v").play("Dd1-d5")
    assert cells(state)["d5"] == "p*V" and not targets(state, "!")


# What follows: forced departure


@pytest.mark.parametrize(("before", "mover", "now"), [("p*p", "D", "VPp"), ("p*v", "D", "VvP"), ("v*p", "D", "VVp"),
                                                      ("v*v", "D", "VVv"), ("p*pp", "E", "vPpp"), ("v*vp", "E", "Vvvp"),
                                                      ("p*V", "E", "VvP"), ("v*P", "E", "VvP"), ("v*vv", "E", "Vvvv"),
                                                      ("p*vp", "E", "vvPp")])  # fmt: skip
def test_forced_departure(before: str, mover: str, now: str) -> None:
    """A move brings the egg's cell to exactly 4: whoever owns the egg, it turns into a dragon; the cell is worth 5."""
    piece = "V" if mover == "D" else "v"
    state = position(f"d5:{before} d1:{piece} h10:p h1:v").play(f"{mover}d1-d5")
    assert cells(state)["d5"] == now
    assert sum({"v": 1, "p": 1, "V": 2, "P": 2}[letter] for letter in now) == 5


def test_below_4_nothing_departs() -> None:
    for before, mover in (("p*", "D"), ("p*p", "E"), ("v*v", "E"), ("v*", "D")):
        piece = "V" if mover == "D" else "v"
        state = position(f"d5:{before} d1:{piece} h10:p h1:v").play(f"{mover}d1-d5")
        assert "*" in cells(state)["d5"] and state.actors == (1,)


def test_the_mover_in_a_choice_of_its_own_puts_the_drumlin_on_any_free_cell_never_on_a_base_line() -> None:
    state = position("d10:p*p d1:V h10:p h1:v").play("Dd1-d10")
    assert state.actors == (0,)
    assert set(state.choices()) == {"@" + cell for cell in ALL_CELLS - names("d10 h10 h1")}
    assert "d1" in targets(state, "@")  # the cell it came from is free now


def test_then_his_turn_ends() -> None:
    state = after(position("d5:p*p d1:V h10:p h1:v"), "Dd1-d5 @f10")
    assert state.actors == (1,) and cells(state)["f10"] == "*"


def test_an_exchange_forces_nothing() -> None:
    """Values do not change, so that only a move can bring the egg's cell to 4."""
    state = position("d5:p*V b1:vv h10:p").play("Xb1-d5")
    assert state.actors == (1,)


def test_the_duties_of_a_cell_of_value_5_begin_with_the_next_turn() -> None:
    """The mover, who has a piece on it, is not bound before he has put the Drumlin down."""
    state = position("d5:p*p d1:V h10:p h1:v").play("Dd1-d5")
    assert all(text[0] == "@" for text in state.choices())


# A cell of value 5


def test_a_player_to_move_with_pieces_on_it_must_move_one_of_them_off() -> None:
    """A normal move; nothing else is allowed: no other move, no free departure, no exchange."""
    state = position("d5:VPp b4:v*vv h1:V a10:p")
    assert set(state.choices()) == {"Dd5-" + cell for cell in targets(state, "Dd5-")}
    assert targets(state, "Dd5-") == names("d1 d2 d3 d4 d6 d7 d8 d9 d10 a5 b5 c5 e5 f5 g5 h5")


def test_any_of_his_pieces_there_may_go() -> None:
    state = position("d5:Vvvp b4:* a10:p")
    assert {text[:3] for text in state.choices()} == {"Dd5", "Ed5"}


def test_a_normal_move_with_all_that_follows_from_it() -> None:
    """Leaving a crowded cell can take the Drumlin, take over and force another departure."""
    assert cells(position("d5:Vvvp d7:* a10:p").play("Ed5-d7"))["d7"] == "v*"
    assert cells(position("d5:Vvvp d7:p*v a10:p").play("Ed5-d7"))["d7"] == "v*vp"
    state = position("d5:VPp d7:p*p a10:p h1:v").play("Dd5-d7")
    assert cells(state)["d7"] == "VPp" and state.actors == (0,) and all(text[0] == "@" for text in state.choices())


def test_with_several_such_cells_he_chooses_one_and_the_others_wait() -> None:
    state = position("d5:VPp g5:VPp b4:* a10:p h1:v")
    assert {text[:3] for text in state.choices()} == {"Dd5", "Dg5"}
    state = state.play("Dd5-d6")
    assert {text[1:3] for text in state.choices()} == {"g5"}  # it binds pink, who has pieces there too
    state = position("d5:VVv g5:VVv b4:* a10:p").play("Dd5-d6")
    assert state.actors == (1,) and targets(state, "Ea10-")  # pink has no pieces there
    assert {text[1:3] for text in state.play("Ea10-a9").choices()} == {"g5"}


def walled_in(pieces: str) -> str:
    """Nobody can leave c3: all four neighbours are worth 4."""
    return f"c3:{pieces} c2:pppp c4:pppp b3:vvvv d3:vvvv h9:*"


def test_if_none_of_his_pieces_there_has_a_legal_move_he_takes_all_of_them_on_one_such_cell_out() -> None:
    state = position(walled_in("VvP"))
    assert state.choices() == ["Rc3"]
    state = state.play("Rc3")
    assert cells(state)["c3"] == "P" and state.actors == (1,)


def test_removal_only_if_no_piece_on_any_such_cell_can_move() -> None:
    """As long as one crowded cell can be left, nothing is taken out."""
    state = position("c3:VvP c2:pppp c4:pppp b3:vvvv d3:VV h9:* g9:VPp", "violet")
    assert {text[:3] for text in state.choices()} == {"Dg9"}


def test_with_several_he_chooses_the_cell_to_empty() -> None:
    there = "a1:VVv a2:pppp b1:pppp h1:VVv h2:PP g1:PP e5:*"
    state = position(there)
    assert state.choices() == ["Ra1", "Rh1"]
    state = state.play("Ra1")
    assert "a1" not in cells(state) and cells(state)["h1"] == "VVv"


def test_for_whatever_reason_a_piece_cannot_move() -> None:
    """A dragon may pass the lone Drumlin but not stop on it, so in this corner it is stuck all the same."""
    state = position("a1:VVp a2:* a3:pppp b1:pppp h1:v")
    assert state.choices() == ["Ra1"]


def test_that_is_his_turn() -> None:
    state = position("a1:VVp a2:* a3:pppp b1:pppp h1:v").play("Ra1")
    assert cells(state)["a1"] == "p" and state.actors == (1,)


def test_a_player_without_pieces_on_it_is_not_bound_and_its_owner_resolves_it_on_his_next_turn() -> None:
    state = position("d5:VVv b4:* a10:p h1:v", "pink")
    assert "Ea10-a9" in state.choices()
    state = state.play("Ea10-a9")
    assert {text[1:3] for text in state.choices()} == {"d5"}


def test_nobody_may_enter_a_cell_of_value_5() -> None:
    state = position("d5:VVv d4:p b4:* h1:v", "pink")
    assert "Ed4-d5" not in state.choices()


def test_a_cell_left_to_value_4_or_less_binds_no_more() -> None:
    for cell, event in (("Vppp", "Dd5-d6"), ("vPpp", "Ed5-d6")):
        state = position(f"d5:{cell} b4:* a10:p h1:v").play(event)
        assert "Ea10-a9" in state.choices() and "Ed5-d4" in state.choices()


# End


def test_a_player_without_elephant_and_egg_loses_and_dragons_do_not_count() -> None:
    """By his own free departure to a free cell: his only elephant becomes a dragon."""
    state = position("d5:v* h1:V a10:p").play("!c7")
    assert ended(state) == "pink"


def test_if_a_forced_departure_does_this_the_game_is_over_and_no_placement_follows() -> None:
    state = position("d5:p*v d1:V h10:P").play("Dd1-d5")
    assert ended(state) == "violet" and "Drumlin in hand" in state.diagram()
    state = position("d5:v*p d1:V h10:p").play("Dd1-d5")  # the mover's own last elephant
    assert ended(state) == "pink"


def test_an_egg_counts_as_an_elephant() -> None:
    assert not position("d5:v* h1:V a10:p").play("Dh1-h2").over


def test_a_removal_of_the_last_elephants_loses() -> None:
    state = position("a1:Vvvv a2:pppp b1:pppp e5:*")
    assert state.choices() == ["Ra1"]
    assert ended(state.play("Ra1")) == "pink"


def test_the_player_to_move_without_a_legal_event_loses() -> None:
    """Pink's elephant in the corner is walled in by cells worth 4."""
    state = position("a10:p a9:vvvv b9:v c10:vvv b10:vvv h1:*")
    state = state.play("Eb9-b10")
    assert ended(state) == "violet"


def test_an_egg_without_majority_does_not_save_from_being_stuck_and_one_with_majority_does() -> None:
    stuck = position("a10:p* a9:vvvv b10:vvv b9:v a1:v", "violet").play("Eb9-b10")
    assert not stuck.over and targets(stuck, "!")  # pink may still send the Drumlin away
    stuck = position("a10:p*v a9:vvvv b10:vvv b9:v", "violet").play("Eb9-b10")
    assert ended(stuck) == "violet"


def test_an_exchange_saves_from_being_stuck() -> None:
    state = position("a10:pp a9:vvv a8:v b10:VV h1:P g1:VV h2:VV d5:*")
    state = state.play("Ea8-a9")
    assert not state.over and state.choices() == ["Xa10-h1"]


def test_a_removal_saves_from_being_stuck() -> None:
    """None of pink's pieces can move, but those on the cell of value 5 can be taken out: that is a legal event."""
    state = after(position("a1:p*P a2:Vvvv b1:VV h10:p h9:VV g10:VV"), "Ea2-a1 @e5")
    assert cells(state)["a1"] == "vPP" and not state.over and state.choices() == ["Ra1"]
    assert state.play("Ra1").actors == (0,)


def test_the_cap_is_a_draw_and_counts_every_choice() -> None:
    state = after(GAME.new(max_choices=3), "@e7 Eb1-b2 Ea10-a9")
    assert ended(state) == "draw"


def test_the_cap_may_fall_between_a_move_and_its_placement() -> None:
    state = position("d5:p*p d1:V h10:p h1:v", made=11, max_choices=12).play("Dd1-d5")
    assert ended(state) == "draw" and "drawn, 12 made, Drumlin in hand" in state.diagram()


def test_a_placement_counts_as_a_choice() -> None:
    state = after(position("d5:p*p d1:V h10:p h1:v", made=10, max_choices=12), "Dd1-d5 @a5")
    assert ended(state) == "draw"


def test_the_cap_is_looked_at_last() -> None:
    assert ended(position("d10:v* a1:p", made=11, max_choices=12).play("!base")) == "violet"
    assert ended(position("d5:v* f10:v a1:p", made=11, max_choices=12).play("!f10")) == "violet"
    assert ended(position("d5:p*v d1:V h10:P", made=11, max_choices=12).play("Dd1-d5")) == "violet"
    stuck = position("a10:p a9:vvvv b9:v b10:vvv h1:*", made=11, max_choices=12).play("Eb9-b10")
    assert ended(stuck) == "violet"


def test_the_cap_is_400_unless_said_otherwise() -> None:
    assert GAME.new().options["max_choices"] == 400


# The same position has the same bytes


def test_positions_reached_in_different_ways_are_equal() -> None:
    start = GAME.new().play("@e7")
    one = after(start, "Eb1-b2 Ea10-a9 Ed1-d2 Ec10-c9")
    two = after(start, "Ed1-d2 Ec10-c9 Eb1-b2 Ea10-a9")
    assert bytes(one) == bytes(two) and hash(one) == hash(two)


def test_a_position_reads_the_same_after_every_kind_of_event() -> None:
    for there, events in (("d5:p*p d1:V h10:p h1:v", "Dd1-d5 @f10"), ("d5:p*v d1:v h10:p", "Ed1-d5"),
                           ("d5:p*V b1:vv h10:p", "Xb1-d5"), ("d5:v* f3:v a1:p", "!f3"),
                           ("a1:VVp a2:* a3:pppp b1:pppp h1:v", "Ra1"), ("d10:v* a1:p", "!base")):  # fmt: skip
        state = after(position(there), events)
        assert bytes(GAME.read(state.diagram())) == bytes(state)
