"""The options ``slide``, ``order`` and ``all_circled``, sentence by sentence."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.number_drop import rules
from ludotheque.games.number_drop.tests.positions import EMPTY, GAME, at, play, roll

CAVE = "X X . . . . .\nX . . . . . ."  # an overhang at b2, and an empty b1 beneath it


def putting(rows: str, shape: str, slide: bool = True, **more: object) -> lt.State:
    option = f"slide={str(slide).lower()}"
    return at(rows, doing=("put",), shape=shape, options=option, **more)  # type: ignore[arg-type]


def dropping(rows: str, shape: str) -> lt.State:
    tiles = f"A={shape} B=O C=O D=O E=O"
    return at(rows, EMPTY, doing=("drop", "done"), tiles=tiles, falling="A", dice="1 2 3 *", options="slide=true")


# slide


def test_nothing_is_pushed_by_default() -> None:
    assert GAME.new().options["slide"] is False
    assert not any("b1" in text for text in putting(CAVE, "I", slide=False).choices())


def test_a_rolled_shape_may_be_pushed_under_an_overhang() -> None:
    assert "put b1c1d1e1" in putting(CAVE, "I").choices()


def test_a_drop_may_be_pushed_too() -> None:
    assert "drop b1c1d1" in dropping(CAVE, "I3").choices(0)
    assert "drop b1c1d1c2c3" in dropping(CAVE, "T5").choices(0)


def test_it_is_pushed_to_the_right_as_well_as_to_the_left() -> None:
    mirrored = ". . . . . X X\n. . . . . . X"
    assert "put c1d1e1f1" in putting(mirrored, "I").choices()


def test_everything_that_falls_straight_down_stays_possible_with_its_old_code() -> None:
    for shape in "IOTLS*":
        straight, pushed = putting(CAVE, shape, slide=False), putting(CAVE, shape)
        assert set(straight.legal(0)) == {code for code in pushed.legal(0) if code < rules.PUSHED}
        assert all(pushed.action(text) == straight.action(text) for text in straight.choices())


def test_it_is_pushed_one_cell_at_a_time_so_nothing_is_jumped_over() -> None:
    """Behind a wall that reaches up to the overhang the cave is closed."""
    closed = "X X X . . . .\nX . X . . . .\nX . X . . . ."
    assert not any("b1" in text for text in putting(closed, "I").choices())


def test_it_is_pushed_at_any_height() -> None:
    shelf = "X X . . . . .\nX . . . . . .\nX X . . . . .\n" + "X X . . . . .\n" * 4
    assert "put b6c6d6e6" in putting(shelf, "I").choices()


def test_it_is_pushed_also_where_it_cannot_go_down_along_the_floor() -> None:
    """Let go over e, it lies on the floor at once, and is pushed on to the end of the tunnel."""
    tunnel = "X X X . . . .\n. . . . . . ."
    assert {"put a1b1c1d1", "put b1c1d1e1", "put c1d1e1f1"} <= set(putting(tunnel, "I").choices())


def test_it_is_pushed_along_a_ledge() -> None:
    ledge = "X X X . . . .\n. . . . . . .\nX X X X . . .\nX X X X . . ."
    assert {"put a3b3c3d3", "put b3c3d3e3", "put c3d3e3f3"} <= set(putting(ledge, "I").choices())


def test_it_falls_on_from_a_ledge_it_was_pushed_over() -> None:
    pit = "X X X . . . .\n. . . . . . .\n. . . . . . .\n. . X X X X X"
    choices = putting(pit, "O").choices()
    assert "put a1b1a2b2" in choices and "put a2b2a3b3" not in choices


def test_it_keeps_its_orientation() -> None:
    """A bar that stands cannot lie down on the way: a cave of one row and one cell takes no standing bar."""
    assert not any("b1" in text and "b2" in text for text in putting(CAVE, "I").choices())
    shaft = "X X X X X X .\n. . . . . . .\nX X X X X X ."
    assert not any("f2" in text for text in putting(shaft, "I").choices()), "a lying bar does not fit through the shaft"


def test_on_its_way_all_its_cells_are_inside_the_seven_columns() -> None:
    for shape in "IOTLS":
        for text in putting(CAVE, shape).choices():
            assert set(text[4:]) <= set("abcdefg1234567890")
    wall = "X X X X X X X\n" + ". . . . . . .\n" * 3
    assert all(int(text[5]) >= 5 for text in putting(wall, "O").choices()), "no way leads around the edge"


def test_on_its_way_all_its_cells_are_empty() -> None:
    """The mouth of the cave is one row high: a flat bar passes, a square does not."""
    mouth = "X X X . . . .\n. . X . . . .\n. . . . . . ."
    assert "put a1b1c1d1" in putting(mouth, "I").choices()
    assert not any("a1" in text for text in putting(mouth, "O").choices())


def test_above_row_14_all_is_empty() -> None:
    """A column up to row 14 is no wall for a shape that has not entered the grid yet."""
    tower = ". . X . . . .\n" * 14
    choices = putting(tower, "O").choices()
    assert {"put a1b1a2b2", "put d1e1d2e2", "put f1g1f2g2"} <= set(choices)


def test_a_placement_is_wholly_inside_the_14_rows() -> None:
    tall = "X X X . . . .\n" * 13
    assert not any(text.startswith("put a14a") for text in putting(tall, "I").choices())
    assert not any(text.startswith("put a14b14a") for text in putting(tall, "O").choices())


def test_from_a_placement_it_cannot_go_down() -> None:
    for shape in "IOTLS":
        for text in putting(CAVE, shape).choices():
            cells = [(text[i], int(text[i + 1])) for i in range(4, len(text), 2)]
            filled = {("a", 1), ("a", 2), ("b", 2)}
            assert any(row == 1 or (column, row - 1) in filled for column, row in cells)


def test_a_shape_that_only_fits_by_pushing_fits() -> None:
    """In solo: past the edge of a roof at row 14 an L goes in sideways, where none falls straight."""
    rows = [
        ". . X X X X X",
        ". . . X X X X",
        "X . . X X X X",
        *["X X X X X X X"] * 11,
    ]
    state = at("\n".join(rows), doing=("slide",), shape="L", options="slide=true").play("slide A")
    assert "put b12c12b13b14" in state.choices()
    straight = at("\n".join(rows), doing=("slide",), shape="L").play("slide A")
    assert "put b12c12b13b14" not in straight.choices()


def test_a_pushed_placement_is_written_as_its_cells() -> None:
    state = putting(CAVE, "I", dice="1 2 4 7")
    state = play(state, "put b1c1d1e1", "7", "4", "2", "1")
    assert " 2  X X . . . . .\n 1  X 7 4 2 1 . ." in state.diagram()


@pytest.mark.parametrize(
    ("text", "why"),
    [("put a1b1c1d1", "in a1"), ("put d2e2f2g2", "still go down"), ("put a3b3c3d3", None)],
)
def test_what_cannot_be_reached_is_refused_with_its_reason(text: str, why: str | None) -> None:
    state = putting(CAVE, "I")
    if why is None:
        assert state.play(text)
        return
    with pytest.raises(lt.IllegalEvent, match=why):
        state.play(text)


def test_where_no_way_leads_is_said_so() -> None:
    closed = "X X X X X X X\n. . . . . . ."
    with pytest.raises(lt.IllegalEvent, match="No way"):
        putting(closed, "I").play("put a1b1c1d1")


def test_the_option_has_nothing_to_do_with_the_solo_event_slide() -> None:
    for slide in ("false", "true"):
        state = at(EMPTY, doing=("slide",), options=f"slide={slide}")
        assert state.choices() == [f"slide {letter}" for letter in "ABCDE"]


# order


def turn(seats: int, dropper: int = 0, **more: object) -> lt.State:
    given = {"doing": ("done",), "draw": "n1", "dropper": dropper, "options": "order=clockwise", **more}
    return roll(at(*[EMPTY] * seats, **given), "1247", "I")  # type: ignore[arg-type]


def test_together_is_the_default() -> None:
    assert GAME.new(2).options["order"] == "together"


def test_the_shape_is_placed_and_written_by_one_after_the_other_from_the_dropper() -> None:
    state, order = turn(3, dropper=1), []
    for seat in (1, 2, 0):
        assert state.actors == (seat,) and state.choices()[0].startswith("put ")
        state = play(state, "put a1b1c1d1", "1", "2", "4", seat=seat)
        assert state.actors == (seat,), "all four dice are written before the next one begins"
        order.append(seat)
        state = state.play("7", seat)
    assert order == [1, 2, 0] and state.actors == (1,) and state.choices() == ["skip"]


def test_then_the_combinations_follow_in_the_same_order() -> None:
    state = turn(3, dropper=2)
    for seat in (2, 0, 1):
        state = play(state, "put a1b1c1d1", "1", "2", "4", "7", seat=seat)
    for seat in (2, 0, 1):
        assert state.actors == (seat,)
        state = state.play("skip", seat)
    assert state.chance and "dropper 0 draw n1" in state.diagram()


def test_who_picks_a_combination_finishes_it_before_the_next_one() -> None:
    state = at("5 5 5 . . . .", EMPTY, doing=("combine", "done"), options="order=clockwise")
    state = play(state, "id3", "a1", "b1", seat=0)
    assert state.actors == (0,)
    assert play(state, "c1", seat=0).actors == (1,)


def test_one_seat_is_to_act_at_a_time() -> None:
    rng, state = random.Random(5), GAME.new(4, order="clockwise", tiles="large")
    while not state.over:
        stages = {int(stage) for stage in state.fields.stage[: state.seats]}
        if not stages & {rules.START, rules.DROP}:
            assert len(state.actors) <= 1
        seat = None if state.chance else rng.choice(state.actors)
        state = state.draw(rng) if seat is None else state.play(rng.choice(state.choices(seat)), seat)


def test_the_first_digits_stay_simultaneous() -> None:
    state = GAME.new(3, order="clockwise", tiles="large")
    for text in ("A=I3", "B=L3", "C=T5", "D=U5", "E=X5", "first=2"):
        state = state.play(text)
    assert state.actors == (0, 1, 2)
    assert play(state, "a1=3", seat=1).actors == (0, 2)


def test_a_drop_stays_simultaneous() -> None:
    before = at(EMPTY, EMPTY, EMPTY, doing=("done",), zone=("id:3 run:3",), draw="n1", options="order=clockwise")
    state = roll(before, "*127", "T")
    assert state.actors == (1, 2)
    assert state.play("drop a1b1c1d1", 2).actors == (1,)


def test_another_seat_is_refused_until_it_is_its_turn() -> None:
    with pytest.raises(lt.IllegalEvent):
        turn(2).play("put a1b1c1d1", 1)


def test_two_who_put_at_once_are_no_position_of_this_order() -> None:
    with pytest.raises(lt.GameError):
        at(EMPTY, EMPTY, doing=("put", "put"), options="order=clockwise")


# all_circled


def all_have_circled(option: str, order: str = "together", zone: tuple[str, str] = ("id:3 run:3",) * 2) -> lt.State:
    options = f"order={order} all_circled={option}"
    return at(EMPTY, EMPTY, doing=("done",), zone=zone, draw="n1", options=options)


def test_ends_turn_is_the_default() -> None:
    assert GAME.new(2).options["all_circled"] == "ends-turn"
    state = roll(all_have_circled("ends-turn"), "*127", "T")
    assert state.chance and "tiles A=x" in state.diagram() and "dropper 1 draw n1" in state.diagram()


def test_plays_on_crosses_the_letter_off_its_tile_leaves_and_the_turn_goes_on_with_the_shape() -> None:
    state = roll(all_have_circled("plays-on"), "*127", "T")
    assert "tiles A=x" in state.diagram() and "dropper 0 draw none" in state.diagram()
    assert state.actors == (0, 1) and state.choices(0)[0].startswith("put ")


def test_plays_on_goes_on_clockwise_where_that_is_the_order() -> None:
    state = roll(all_have_circled("plays-on", "clockwise"), "*127", "T")
    assert state.actors == (0,) and state.choices(0)[0].startswith("put ")


def test_no_other_letter_is_taken_in_this_turn() -> None:
    state = roll(all_have_circled("plays-on", zone=("id:35 run:35", "id:3 run:3")), "*127", "T")
    assert state.actors == (0, 1) and state.choices(1)[0].startswith("put ")
    assert "A=x B=L C=T" in state.diagram()


def test_plays_on_changes_nothing_if_somebody_has_not_circled_the_letter() -> None:
    state = roll(all_have_circled("plays-on", zone=("id:3 run:3", "id:5 run:5")), "*127", "T")
    assert state.actors == (1,) and state.choices(1)[0].startswith("drop ")
    assert state.play("drop a1b1c1d1", 1).chance


def test_both_are_told() -> None:
    for option, words in (("ends-turn", "the turn is over"), ("plays-on", "the turn goes on")):
        state = play(all_have_circled(option), "n1=*", "n2=1", "n3=2", "n4=3")
        assert state.describe("shape=T").endswith(f"it is crossed off, and {words}.")


# Solo


def test_order_and_all_circled_change_nothing_in_solo() -> None:
    rng = random.Random(2)
    games = [
        GAME.new(1, order=order, all_circled=option)
        for order, option in itertools.product(("together", "clockwise"), ("ends-turn", "plays-on"))
    ]
    while not games[0].over:
        assert len({bytes(state) for state in games}) == 1
        known = list(games[0].outcomes()) if games[0].chance else games[0].choices()
        text = rng.choice(known)
        games = [state.play(text) for state in games]


def test_the_option_slide_changes_solo() -> None:
    assert "put b1c1d1e1" in putting(CAVE, "I").choices() and putting(CAVE, "I").seats == 1


# The search


@pytest.mark.parametrize("options", [{"slide": True}, {"order": "clockwise"}, {"all_circled": "plays-on"}])
def test_computer_players_play_with_each_option(options: dict[str, Any]) -> None:
    rng, state = random.Random(3), GAME.new(2, **options)
    player = lt.ComputerPlayer(level=2, seed=1)
    while not state.over:
        seat = None if state.chance else state.actors[0]
        state = state.draw(rng) if seat is None else state.play(player.choose(state, seat), seat)
    assert state.result is not None and max(state.scores or ()) > 0
