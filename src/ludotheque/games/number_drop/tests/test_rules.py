"""The rules of Number Drop, sentence by sentence, in the order of ``rules.md``.

Each test is named like the sentence it checks, and quotes it where the name is too short.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.games.number_drop import rules
from ludotheque.games.number_drop.tests.positions import EMPTY, GAME, at, play, roll

LETTERS = "ABCDE"


# The sheet


def test_the_grid_has_seven_columns_and_fourteen_rows_from_bottom_to_top() -> None:
    """Vertical bars stand in columns a to g; one on top of ten rows just fits under row 14."""
    rows = "\n".join(["X . . . . . ."] * 10)
    choices = at(rows, doing=("put",), shape="I").choices()
    bars = ["put a11a12a13a14", *(f"put {x}1{x}2{x}3{x}4" for x in "bcdefg")]
    assert [text for text in choices if len(set(text[4:]) & set("abcdefg")) == 1] == bars
    assert "put a12a13a14a15" not in at(rows + "\nX . . . . . .", doing=("put",), shape="I").choices()


@pytest.mark.parametrize(("rows", "is_over"), [(11, False), (12, True)])
def test_the_game_over_line_lies_between_rows_11_and_12(rows: int, is_over: bool) -> None:
    state = at("\n".join(["X . . . . . ."] * rows)).play("skip")
    assert state.over == is_over


def test_a_cell_is_empty_holds_a_digit_or_an_x() -> None:
    state = at("0 1 2 3 4 5 6\n7 8 9 X . . .")
    assert state.diagram().split("\n")[15] == " 1  7 8 9 X . . ."
    with pytest.raises(lt.GameError):
        GAME.read(state.diagram().replace("9 X", "9 Y"))


def test_digits_may_be_used_once_in_one_combination() -> None:
    assert at("4 4 4 . . . .").choices() == ["id3", "skip"]
    assert at("4'4 4 . . . .").choices() == ["skip"]
    state = play(at("4 4 4 . . . ."), "id3", "a1", "b1", "c1")
    assert " 1  4'4'4'. . . ." in state.diagram()


def test_the_score_zone_has_sizes_3_to_7_of_both_kinds_and_one_bonus_of_8() -> None:
    everything = "0 1 2 3 4 5 6\nX X X X X X 7\n4 4 4 4 4 4 4\n4 X X X X X X"
    expected = [f"{kind}{size}" for kind in ("id", "run") for size in range(3, 9)]
    assert at(everything).choices() == [*expected, "skip"]


def test_letters_a_to_e_stand_beside_sizes_3_to_7() -> None:
    for size, letter in zip(range(3, 8), LETTERS, strict=True):
        state = at("5 5 5 5 5 5 5", zone=(f"id:- run:{size}",))
        last = play(state, f"id{size}", *[f"{column}1" for column in "abcdefg"[: size - 1]])
        assert f"DROP {letter} is circled" in last.describe(f"{'abcdefg'[size - 1]}1")


# Dice


def outcomes_of_roll() -> list[list[str]]:
    state = at("1 . . . . . .", doing=("done",), draw="n1")
    faces = []
    for _ in range(5):
        faces.append([text.split("=")[1] for text in state.outcomes()])
        assert set(state.outcomes().values()) == {1}
        state = state.play(next(iter(state.outcomes())))
    return faces


def test_the_number_dice_have_their_faces() -> None:
    assert outcomes_of_roll()[:4] == [list("13457*"), list("12456*"), list("23467*"), list("123567")]


def test_each_face_occurs_exactly_three_times() -> None:
    assert set(Counter(itertools.chain(*outcomes_of_roll()[:4])).values()) == {3}


def test_the_shape_die_shows_five_shapes_and_a_star() -> None:
    assert outcomes_of_roll()[4] == list("IOTLS*")


def test_the_table_of_dice() -> None:
    page = (GAME.folder / "rules.md").read_text("utf-8")
    for die, faces in zip(("n1", "n2", "n3", "n4", "shape"), outcomes_of_roll(), strict=True):
        assert f"| {die} | {' '.join(faces)} |" in page


def test_a_star_on_a_number_die_is_any_digit() -> None:
    state = at("1 . . . . . .\n_ _ _ _ . . .", doing=("write 1 2 3 *",), dice="1 2 3 *", shape="I")
    assert state.choices() == [*(f"*{digit}" for digit in range(10)), "1", "2", "3"]


def test_a_star_on_the_shape_die_is_any_of_the_five_shapes_as_each_player_likes() -> None:
    state = at(EMPTY, EMPTY, doing=("put",), shape="*")
    each = {f"put {cells}" for cells in ("a1b1c1d1", "a1b1a2b2", "a1b1c1b2", "a1b1c1a2", "a1b1b2c2")}
    assert each <= set(state.choices(0)) and state.choices(0) == state.choices(1)
    assert len(state.choices(0)) == sum(len(at(EMPTY, doing=("put",), shape=s).choices()) for s in "IOTLS")
    state = state.play("put a1b1c1d1", 0).play("put a1b1a2b2", 1)
    assert "put a1b1c1" not in at(EMPTY, doing=("put",), shape="*").choices()


# Shapes


@pytest.mark.parametrize(("shape", "ways"), [("I", 2), ("O", 1), ("T", 4), ("L", 8), ("S", 4)])
def test_tetrominoes_may_be_rotated_and_mirrored(shape: str, ways: int) -> None:
    assert orientations(at(EMPTY, doing=("put",), shape=shape)) == ways


@pytest.mark.parametrize(
    ("shape", "ways", "size"), [("I3", 2, 3), ("L3", 4, 3), ("T5", 4, 5), ("U5", 4, 5), ("X5", 1, 5)]
)
def test_other_drop_shapes(shape: str, ways: int, size: int) -> None:
    state = dropping(shape)
    assert orientations(state) == ways
    assert {len(text.split()[1]) // 2 for text in state.choices(0)} == {size}


def dropping(shape: str, rows: str = EMPTY) -> lt.State:
    tiles = f"A={shape} B=. C=. D=. E=.".replace(".", "I" if shape != "I" else "O")
    return at(rows, rows, doing=("drop", "drop"), tiles=tiles, falling="A", dice="1 2 3 *")


def orientations(state: lt.State) -> int:
    """How many different shapes there are among the placements, wherever they lie."""
    found = set()
    for text in state.choices(0):
        names = text.split()[1]
        cells = [(ord(names[i]), int(names[i + 1])) for i in range(0, len(names), 2)]
        left = min(x for x, _ in cells)
        found.add(frozenset((x - left, y) for x, y in cells))
    return len(found)


def test_the_shapes_of_the_drops_look_as_described() -> None:
    """A bar of three with a stem of two; a 3×2 block without the middle cell of one long side; a plus."""
    assert {"drop a1b1c1b2b3", "drop a1b1c1a2c2", "drop b1a2b2c2b3"} <= {
        text for shape in ("T5", "U5", "X5") for text in dropping(shape).choices(0)
    }
    assert {"drop a1b1c1", "drop a1a2a3"} <= set(dropping("I3").choices(0))
    assert {"drop a1b1a2", "drop a1b1b2", "drop a1a2b2", "drop b1a2b2"} <= set(dropping("L3").choices(0))


def test_a_shape_falls_straight_down_until_something_stops_it() -> None:
    state = at(". X . . . . .\n. X . . . . .", doing=("put",), shape="O")
    assert "put a3b3a4b4" in state.choices() and "put c1d1c2d2" in state.choices()
    assert not any("a1b1" in text for text in state.choices())


def test_a_shape_is_a_rigid_body_and_holes_may_remain_beneath() -> None:
    state = at("X . . . . . .\nX . . . . . .", doing=("put",), shape="I")
    assert "put a3b3c3d3" in state.choices()


def test_a_shape_must_lie_wholly_inside_the_14_rows() -> None:
    state = at("\n".join(["X . . . . . ."] * 11), doing=("put",), shape="I")
    assert not any(text.startswith("put a12a13") for text in state.choices())
    assert "put a12b12c12d12" in state.choices()
    with pytest.raises(lt.IllegalEvent, match="14 rows"):
        state.play("put a11a12a13a14")


def test_nothing_slides_sideways() -> None:
    """A cave under an overhang cannot be reached."""
    state = at("X X . . . . .\nX . . . . . .", doing=("put",), shape="I")
    assert not any("b1" in text for text in state.choices())
    with pytest.raises(lt.IllegalEvent, match="straight down"):
        state.play("put b1c1d1e1")


def test_a_placement_is_written_as_its_cells_sorted_by_row_then_column() -> None:
    state = at(EMPTY, doing=("put",), shape="T")
    assert "put a1b1c1b2" in state.choices() and "put b1a2b2c2" in state.choices()
    with pytest.raises(lt.IllegalEvent, match="a1b1c1b2"):
        state.play("put b2a1b1c1")


# Set-up


def draws(state: lt.State, *texts: str) -> lt.State:
    for text in texts:
        state = state.play(text)
    return state


@pytest.mark.parametrize(
    ("seats", "options", "counts"),
    [
        (2, {}, [10, 8, 6, 4, 2]),
        (6, {}, [10, 8, 6, 4, 2]),
        (1, {}, [5, 4, 3, 2, 1]),
        (2, {"tiles": "large"}, [5, 4, 3, 2, 1]),
        (1, {"tiles": "large"}, [5, 4, 3, 2, 1]),
    ],
)
def test_the_slots_draw_tiles_in_order(seats: int, options: dict[str, str], counts: list[int]) -> None:
    state = GAME.new(seats, **options)
    for letter, count in zip(LETTERS, counts, strict=True):
        assert len(state.outcomes()) == count and set(state.outcomes().values()) == {1}
        assert all(text.startswith(f"{letter}=") for text in state.outcomes())
        state = state.play(list(state.outcomes())[-1])
    assert list(state.outcomes()) == [f"first={seat}" for seat in range(seats)]


@pytest.mark.parametrize(("one", "other"), [("I3", "I"), ("L3", "L"), ("T5", "T"), ("U5", "S"), ("X5", "O")])
def test_the_tiles_have_two_sides(one: str, other: str) -> None:
    for face in (one, other):
        left = {text[2:] for text in GAME.new(2).play(f"A={face}").outcomes()}
        assert not {one, other} & left and len(left) == 8


def test_solo_uses_the_tetromino_faces_only() -> None:
    for tiles in ("mixed", "large"):
        assert set(GAME.new(1, tiles=tiles).outcomes()) == {f"A={shape}" for shape in "IOTLS"}


def test_large_uses_only_the_first_faces() -> None:
    assert set(GAME.new(3, tiles="large").outcomes()) == {"A=I3", "A=L3", "A=T5", "A=U5", "A=X5"}
    assert set(GAME.new(3).outcomes()) == {f"A={s}" for s in ("I", "O", "T", "L", "S", "I3", "L3", "T5", "U5", "X5")}


def test_the_option_tiles_has_no_effect_in_solo() -> None:
    mixed, large = (draws(GAME.new(1, tiles=tiles), "A=I", "B=O") for tiles in ("mixed", "large"))
    assert bytes(mixed) == bytes(large)


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_the_first_dropper_is_drawn_also_in_solo(seats: int) -> None:
    state = draws(GAME.new(seats, tiles="large"), *(["A=I", "B=O", "C=T", "D=L", "E=S"] if seats == 1 else LARGE))
    assert state.outcomes() == {f"first={seat}": 1 for seat in range(seats)}


LARGE = ("A=I3", "B=L3", "C=T5", "D=U5", "E=X5")


def test_the_kth_player_from_the_dropper_writes_k_in_any_cell_of_row_1_all_at_the_same_time() -> None:
    state = draws(GAME.new(4, tiles="large"), *LARGE, "first=2")
    assert state.actors == (0, 1, 2, 3)
    for seat, digit in enumerate((3, 4, 1, 2)):
        assert state.choices(seat) == [f"{column}1={digit}" for column in "abcdefg"]
    one = state.play("c1=3", 0)
    assert one.actors == (1, 2, 3)
    with pytest.raises(lt.IllegalEvent, match="4"):
        one.play("c1=3", 1)
    with pytest.raises(lt.IllegalEvent, match="row 1"):
        one.play("c2=4", 1)
    all_done = one.play("a1=2", 3).play("g1=4", 1).play("d1=1", 2)
    assert next(iter(all_done.outcomes())) == "n1=1"


# A turn with two or more players


def test_the_roll_is_five_draws() -> None:
    state = at("1 . . . . . .", ". 2 . . . . .", doing=("done",), draw="n1")
    for name in ("n1", "n2", "n3", "n4", "shape"):
        assert state.chance and all(text.startswith(f"{name}=") for text in state.outcomes())
        state = state.play(next(iter(state.outcomes())))
    assert state.actors == (0, 1)


def before_roll(*zones: str, tiles: str = "A=T5 B=L3 C=I3 D=U5 E=X5") -> lt.State:
    return at(*[EMPTY] * len(zones), doing=("done",), zone=zones, draw="n1", tiles=tiles)


@pytest.mark.parametrize(("dice", "shape"), [("*127", "T"), ("1*27", "T"), ("12*7", "T"), ("1247", "*")])
def test_a_drop_falls_if_any_die_shows_a_star(dice: str, shape: str) -> None:
    state = roll(before_roll("id:3 run:3", "id:- run:-"), dice, shape)
    assert state.actors == (1,) and state.choices(1)[0].startswith("drop ")


def test_no_drop_falls_without_a_star() -> None:
    state = roll(before_roll("id:3 run:3", "id:- run:-"), "1247", "T")
    assert state.actors == (0, 1) and state.choices(1)[0].startswith("put ")


def test_no_drop_falls_without_a_circled_letter() -> None:
    state = roll(before_roll("id:3 run:4", "id:4 run:3"), "*127", "T")
    assert state.actors == (0, 1) and state.choices(0)[0].startswith("put ")


def test_no_drop_falls_for_a_letter_that_is_crossed_off() -> None:
    tiles = "A=x B=L3 C=I3 D=U5 E=X5"
    assert roll(before_roll("id:3 run:3", "id:- run:-", tiles=tiles), "*127", "T").choices(0)[0].startswith("put ")


def test_the_first_such_letter_is_taken() -> None:
    zones = ("id:57 run:57", "id:4 run:4", "id:- run:-")
    state = roll(before_roll(*zones), "*127", "T")
    assert state.actors == (0, 2)
    assert {len(text.split()[1]) for text in state.choices(0)} == {6}  # L3, the shape of B
    without_b = roll(before_roll(*zones, tiles="A=T5 B=x C=I3 D=U5 E=X5"), "*127", "T")
    assert without_b.actors == (1, 2) and "drop a1b1c1" in without_b.choices(2)  # I3, the shape of C


def test_every_player_who_has_not_circled_it_must_drop_that_shape_filled_with_x_at_the_same_time() -> None:
    state = roll(before_roll("id:3 run:3", "id:- run:-", "id:3 run:4", "id:3456 run:3"), "*127", "T")
    assert state.actors == (1, 2)
    state = state.play("drop a1b1c1b2b3", 2)
    assert state.actors == (1,)
    assert " 1  . . . . . . .   . . . . . . .   X X X . . . ." in state.diagram()


def test_then_the_letter_is_crossed_off_for_all_and_its_tile_leaves_the_board() -> None:
    state = roll(before_roll("id:3 run:3", "id:- run:-"), "*127", "T").play("drop a1b1c1b2b3", 1)
    assert "tiles A=x B=L3" in state.diagram()


def test_the_turn_goes_to_its_end_without_shape_and_combination() -> None:
    state = roll(before_roll("id:3 run:3", "id:- run:-"), "*127", "T").play("drop a1b1c1b2b3", 1)
    assert state.chance and next(iter(state.outcomes())) == "n1=1" and "dropper 1" in state.diagram()


def test_if_everybody_has_circled_it_nobody_drops_and_the_rest_holds_all_the_same() -> None:
    state = roll(before_roll("id:3 run:3", "id:3 run:35"), "*127", "T")
    assert state.chance and "tiles A=x" in state.diagram() and "dropper 1" in state.diagram()
    assert next(iter(state.outcomes())) == "n1=1"


def test_a_drop_always_fits_with_two_or_more_players() -> None:
    """Whatever the rows up to 11 look like, every shape has a place of at most three rows above them."""
    full = "\n".join(["X X X X X X X"] * 11)
    for shape in ("I", "O", "T", "L", "S", "I3", "L3", "T5", "U5", "X5"):
        assert dropping(shape, full).choices(0)


def test_each_player_drops_the_rolled_shape() -> None:
    state = roll(before_roll("id:- run:-", "id:- run:-"), "1247", "O")
    assert state.choices(0) == state.choices(1) == [f"put {a}1{b}1{a}2{b}2" for a, b in itertools.pairwise("abcdefg")]


def test_then_writes_the_four_dice_into_its_cells_in_the_order_of_the_notation() -> None:
    state = at(EMPTY, doing=("put",), shape="T", dice="1 2 4 7")
    state = play(state, "put b1a2b2c2", "7", "4", "2", "1")
    assert " 2  4 2 1 . . . .\n 1  . 7 . . . . ." in state.diagram()


def test_each_die_is_written_once() -> None:
    state = play(at(EMPTY, doing=("put",), shape="I", dice="1 2 4 7"), "put a1b1c1d1", "2")
    assert state.choices() == ["1", "4", "7"]
    with pytest.raises(lt.IllegalEvent, match="shows 2"):
        state.play("2")
    assert play(state, "1", "4", "7").choices() == ["skip"]


def test_a_digit_takes_a_die_showing_it_and_a_star_is_written_with_its_digit() -> None:
    state = play(at(EMPTY, doing=("put",), shape="I", dice="1 5 5 *"), "put a1b1c1d1")
    assert play(state, "*5").choices() == ["1", "5"]
    assert "*5" in play(state, "5").choices()
    with pytest.raises(lt.IllegalEvent, match="no star"):
        play(state, "*5", "*5")


def test_dice_with_equal_faces_are_one_and_the_same_choice() -> None:
    state = play(at(EMPTY, doing=("put",), shape="I", dice="3 5 5 5"), "put a1b1c1d1")
    assert state.choices() == ["3", "5"]
    one = roll(before_roll("id:- run:-", "id:- run:-"), "5267", "I")
    other = roll(before_roll("id:- run:-", "id:- run:-"), "7265", "I")
    assert bytes(one) == bytes(other)


# Combinations


def test_each_player_may_validate_one() -> None:
    state = play(at("4 4 4 . 5 5 5"), "id3", "a1", "b1", "c1")
    assert state.chance
    assert at("4 4 4 . 5 5 5").play("skip").chance


def test_a_combination_may_use_just_written_digits() -> None:
    state = at("_ 5 5 . . . .", doing=("write 5",), dice="1 2 3 5")
    assert play(state, "5").choices() == ["id3", "skip"]


def test_a_combination_may_lie_above_the_game_over_line() -> None:
    rows = "6 . . . . . .\n6 . . . . . .\n6 . . . . . .\n" + "X . . . . . .\n" * 11
    state = at(rows)
    assert state.choices() == ["id3", "skip"]
    assert play(state, "id3", "a13", "a14", "a12").scores == (3 - 15,)


def test_digits_are_joined_orthogonally() -> None:
    assert at("4 . 4 . . . .\n. 4 . . . . .").choices() == ["skip"]
    assert at("1 . 3 . . . .\n. 2 . . . . .").choices() == ["skip"]
    assert at("4 4 . . . . .\n. 4 . . . . .").choices() == ["id3", "skip"]


def test_an_x_is_no_digit() -> None:
    assert at("4 X 4 . . . .\n4 X X . . . .").choices() == ["skip"]


def test_identical_digits_form_one_connected_group_with_branches() -> None:
    state = at("5 5 5 . . . .\n. 5 . . . . .").play("id4")
    assert play(state, "b1", "b2", "a2", "c2").scores == (4,)


def test_it_may_be_a_part_of_a_larger_group() -> None:
    state = at("5 5 5 5 5 . .")
    assert state.choices() == ["id3", "id4", "id5", "skip"]
    state = play(state, "id3", "c1", "b1", "d1")
    assert " 1  5 5'5'5'5 . ." in state.diagram()


def test_a_run_rises_by_one_along_a_path_of_neighbours() -> None:
    state = at("3 4 . . . . .\n2 5 6 . . . .")
    assert state.choices() == ["run3", "run4", "run5", "skip"]
    assert play(state, "run5", "a1", "a2", "b2", "b1", "c1").scores == (5,)
    assert at("1 2 2 3 . . .").choices() == ["skip"]
    assert at("1 3 5 . . . .").choices() == ["skip"]


def test_a_run_begins_anywhere_and_does_not_wrap_from_9_to_0() -> None:
    assert at("7 8 9 0 1 . .").choices() == ["run3", "skip"]
    assert at("7 8 9 0 1 . .").play("run3").choices() == ["a1"]
    assert at("0 1 2 . . . .").choices() == ["run3", "skip"]


def test_sizes_3_to_7_each_once_for_each_kind() -> None:
    rows = "5 5 5 5 5 5 5\nX X X X X X X\n1 2 3 4 5 6 7"
    assert at(rows).choices() == ["id3", "id4", "id5", "id6", "id7", "run3", "run4", "run5", "run6", "run7", "skip"]
    assert at(rows, zone=("id:357 run:46",)).choices() == ["id4", "id6", "run3", "run5", "run7", "skip"]
    with pytest.raises(lt.IllegalEvent, match="already validated"):
        at(rows, zone=("id:357 run:46",)).play("id5")


def test_size_8_once_of_either_kind() -> None:
    rows = "5 5 5 5 5 5 5\n. . . . . . 5\n. . . . . . X\n1 2 3 4 5 6 7\n. . . . . . 8"
    assert {"id8", "run8"} <= set(at(rows).choices())
    with_bonus = at(rows, zone=("id:- run:- bonus",))
    assert not {"id8", "run8"} & set(with_bonus.choices())
    for kind, cells in (("id8", "a5 b5 c5 d5 e5 f5 g5 g4"), ("run8", "a2 b2 c2 d2 e2 f2 g2 g1")):
        done = play(at(rows), kind, *cells.split())
        assert done.scores == (8 + 2 + 2,) and "bonus" in done.diagram()
    with pytest.raises(lt.IllegalEvent, match="bonus"):
        with_bonus.play("run8")


def test_it_is_offered_only_if_such_a_combination_exists() -> None:
    assert at("5 5 . 5 . . .").choices() == ["skip"]
    with pytest.raises(lt.IllegalEvent, match="does not hold"):
        at("5 5 . 5 . . .").play("id3")


def test_once_begun_it_must_be_finished() -> None:
    state = at("5 5 5 . . . .").play("id3")
    assert "skip" not in state.choices()
    with pytest.raises(lt.IllegalEvent, match="you have begun"):
        state.play("skip")


def test_the_first_identical_cell_is_any_whose_group_is_large_enough() -> None:
    state = at("5 5 5 . 5 5 .\n. . . . . 5 4\n2 2 2 2 . . .").play("id4")
    assert state.choices() == ["a1", "b1", "c1", "d1"]
    assert at("5 5 5 . 5 5 .\n. . . . . 5 4").play("id3").choices() == ["a2", "b2", "c2", "e2", "f1", "f2"]


def test_each_next_identical_cell_is_a_neighbour_of_a_picked_one() -> None:
    state = at("5 5 5 5 5 . .").play("id3").play("b1")
    assert state.choices() == ["a1", "c1"]
    assert state.play("c1").choices() == ["a1", "d1"]
    one, other = (play(at("5 5 5 5 5 . .").play("id4"), *order) for order in (("b1", "c1", "d1"), ("d1", "c1", "b1")))
    assert bytes(one) != bytes(state) and bytes(one) == bytes(other)


def test_a_run_is_picked_from_the_lowest_digit_up() -> None:
    state = at("1 2 3 4 . . .").play("run3")
    assert state.choices() == ["a1", "b1"]
    assert state.play("b1").choices() == ["c1"]


def test_only_cells_from_which_the_rest_of_the_run_exists_can_be_picked() -> None:
    """Two ways lead on from 2, but only one of them to 4."""
    state = at("3 . . . . . .\n2 3 4 . . . .\n1 . . . . . .").play("run4").play("a1").play("a2")
    assert state.choices() == ["b2"]
    with pytest.raises(lt.IllegalEvent, match="cannot complete"):
        state.play("a3")


def test_a_cell_is_written_as_its_name() -> None:
    assert at("5 5 5 . . . .").play("id3").choices() == ["a1", "b1", "c1"]


def test_skip_validates_nothing_and_is_an_event_even_if_it_is_the_only_one() -> None:
    state = at(EMPTY)
    assert state.choices() == ["skip"]
    after = state.play("skip")
    assert after.scores == (0,) and after.fields.choices == state.fields.choices + 1


def test_having_both_kinds_of_one_size_circles_the_letter_at_once() -> None:
    state = play(
        at("4 4 4 . . . .", EMPTY, zone=("id:- run:3",), doing=("combine", "combine")), "id3", "a1", "b1", seat=0
    )
    assert "circled" in state.describe("c1", "en", 0)
    state = state.play("c1", 0).play("skip", 1)
    assert roll(state, "*127", "T").actors == (1,)


def test_a_letter_is_not_circled_when_it_is_crossed_off() -> None:
    state = at("4 4 4 . . . .", EMPTY, zone=("id:- run:3",), doing=("combine", "done"), tiles="A=x B=L C=T D=S E=O")
    state = play(state, "id3", "a1", "b1", "c1", seat=0)
    assert roll(state, "*127", "T").actors == (0, 1)


def test_several_players_may_have_the_same_letter_circled() -> None:
    state = roll(before_roll("id:3 run:3", "id:3 run:3", "id:- run:-"), "*127", "T")
    assert state.actors == (2,)


def test_shape_and_combination_are_done_by_all_at_the_same_time_each_at_his_own_pace() -> None:
    state = at(EMPTY, EMPTY, doing=("put",), shape="I", dice="1 2 3 4")
    state = play(state, "put a1b1c1d1", "1", "2", "3", "4", "run3", "a1", "b1", "c1", seat=1)
    assert state.actors == (0,) and state.choices(0)[0].startswith("put ")


def test_the_order_does_not_change_the_outcome() -> None:
    state = at(EMPTY, "4 . . . . . .", EMPTY, doing=("put",), shape="O", dice="1 2 3 *")
    scripts = (
        (0, ("put a1b1a2b2", "1", "2", "*4", "3", "run4", "a1", "b1", "b2", "a2")),
        (1, ("put a2b2a3b3", "3", "2", "*3", "1", "skip")),
        (2, ("put f1g1f2g2", "*1", "1", "2", "3", "skip")),
    )
    ends = set()
    for order in itertools.permutations(scripts):
        after = state
        for seat, texts in order:
            after = play(after, *texts, seat=seat)
        ends.add(bytes(after))
    mixed = state
    for texts in itertools.zip_longest(*(texts for _, texts in scripts)):
        for seat, text in enumerate(texts):
            mixed = mixed.play(text, seat) if text else mixed
    assert ends == {bytes(mixed)}


def test_if_anybody_has_a_cell_above_the_line_the_game_ends() -> None:
    beyond = "5 . . . . . .\n" * 12
    state = at(beyond, EMPTY, doing=("combine", "combine"))
    assert not state.play("skip", 0).over
    assert state.play("skip", 0).play("skip", 1).over


def test_the_game_also_ends_when_a_drop_passes_the_line() -> None:
    full = "X . . . . . .\n" * 11
    state = at(full, EMPTY, doing=("drop", "done"), zone=("id:- run:-", "id:3 run:3"), falling="A", dice="1 2 3 *")
    assert play(state, "drop a12b12c12d12", seat=0).over


def test_otherwise_the_next_seat_is_the_dropper() -> None:
    state = at(EMPTY, EMPTY, EMPTY, doing=("combine", "done", "done"), dropper=2).play("skip", 0)
    assert "dropper 0 draw n1" in state.diagram()


def test_a_turn_that_has_ended_leaves_nothing_behind() -> None:
    """The same sheets are the same position, whatever was rolled and in whatever order cells were picked."""
    one = play(at(EMPTY, doing=("put",), shape="I", dice="2 2 3 *"), "put a1b1c1d1", "2", "*2", "2", "3", "skip")
    other = play(at(EMPTY, doing=("put",), shape="*", dice="2 3 * *"), "put a1b1c1d1", "*2", "2", "*2", "3", "skip")
    assert bytes(one) == bytes(other)


# Score


@pytest.mark.parametrize(
    ("zone", "points"),
    [
        ("id:- run:-", 0),
        ("id:3 run:-", 3),
        ("id:- run:7", 7),
        ("id:34567 run:-", 25 + 10),
        ("id:3456 run:4567", 18 + 22),
        ("id:- run:34567", 25 + 10),
        ("id:- run:- bonus", 8),
        ("id:34567 run:34567 bonus", 78),
    ],
)
def test_combinations_count_their_size_10_for_a_complete_kind_and_8_for_the_bonus(zone: str, points: int) -> None:
    assert at(EMPTY, zone=(zone,)).scores == (points,)


def test_a_complete_row_below_the_line_counts_2_and_x_counts() -> None:
    assert at("1 2 3 4 5 6 7").scores == (2,)
    assert at("1 2 X X 5 6'7").scores == (2,)
    assert at("1 2 3 . 5 6 7").scores == (0,)
    assert at("\n".join(["X X X X X X X"] * 11)).scores == (22,)


def test_a_row_above_the_line_with_anything_in_it_costs_5_also_an_x() -> None:
    below = "\n. . . . . . ." * 11
    assert at(". . . . . . 4" + below).scores == (-5,)
    assert at("X X X X X X X" + below).scores == (-5,)
    assert at("X . . . . . .\n1 . . . . . .\n1 X . . . . ." + below).scores == (-15,)


def test_100_is_the_most_there_is() -> None:
    assert at("\n".join(["X X X X X X X"] * 11), zone=("id:34567 run:34567 bonus",)).scores == (100,)
    assert rules.POINTS == (-15, 100)  # what programs are told; the least is three rows above the line


def test_most_points_wins() -> None:
    state = at(
        "5 . . . . . .\n" * 12, EMPTY, EMPTY, doing=("combine", "done", "done"), zone=("id:7 run:6", "id:- run:7")
    )
    assert state.play("skip", 0).result == (1.0, -0.5, -0.5)
    assert "wins with 8" in state.play("skip", 0).status()


def test_equal_points_share_the_victory() -> None:
    zones = ("id:5 run:3", "id:3 run:-", "id:- run:3")
    state = at("5 . . . . . .\n" * 12, EMPTY, EMPTY, doing=("combine", "done", "done"), zone=zones).play("skip", 0)
    assert state.scores == (3, 3, 3) and state.result == (0.0, 0.0, 0.0)
    zones = ("id:- run:-", "id:3 run:-", "id:- run:3")
    state = at("5 . . . . . .\n" * 12, EMPTY, EMPTY, doing=("combine", "done", "done"), zone=zones).play("skip", 0)
    assert state.result == (-0.5, 0.25, 0.25)


def test_the_score_check_of_the_rulebook() -> None:
    """Lines 14 − 5, identical 25 + 10, runs 10: 54."""
    rows = """.....43 .....66 4412666 5441471 6446777 123X322 44XXX12 455X.22 5556422 5275.56 XXX2341 X.X123."""
    sheet = "\n".join(" ".join(row) for row in rows.split())
    assert at(sheet, zone=("id:34567 run:46",)).scores == (54,)


# Solo


def sliding(
    steps: str = "00000", dice: str = "1 2 3 4", shape: str = "T", rows: str = EMPTY, **more: object
) -> lt.State:
    """Tiles A=I B=L C=T D=S E=O."""
    return at(rows, doing=("slide",), steps=steps, dice=dice, shape=shape, **more)  # type: ignore[arg-type]


def test_solo_writes_digit_1() -> None:
    state = draws(GAME.new(1), "A=I", "B=O", "C=T", "D=L", "E=S", "first=0")
    assert state.choices() == [f"{column}1=1" for column in "abcdefg"]


def test_each_tile_starts_at_step_0_and_has_reached_go_at_step_4() -> None:
    state = draws(GAME.new(1), "A=I", "B=O", "C=T", "D=L", "E=S", "first=0", "a1=1")
    assert "tiles A=I+0 B=O+0 C=T+0 D=L+0 E=S+0" in state.diagram()
    assert sliding("30000").play("slide A").choices()[0].startswith("drop ")
    assert sliding("20000").play("slide A").choices()[0].startswith("put ")


def test_each_turn_slide_one_tile_of_your_choice_that_is_not_at_go() -> None:
    state = sliding("40203")
    assert state.choices() == ["slide B", "slide C", "slide D", "slide E"]
    assert "C=T+3" in state.play("slide C").diagram()
    with pytest.raises(lt.IllegalEvent, match="GO!"):
        state.play("slide A")


def test_without_a_star_nothing_else_slides() -> None:
    state = sliding(shape="T").play("slide A")
    assert "tiles A=I+1 B=L+0 C=T+0 D=S+0 E=O+0" in state.diagram() and state.choices()[0].startswith("put ")


def test_if_any_die_shows_a_star_the_tile_of_the_shape_die_slides_too_without_an_event() -> None:
    state = sliding(dice="1 2 3 *", shape="T").play("slide A")
    assert "tiles A=I+1 B=L+0 C=T+1 D=S+0 E=O+0" in state.diagram() and state.choices()[0].startswith("put ")
    assert "C=T+2" in sliding(dice="1 2 3 *", shape="T").play("slide C").diagram()


def test_with_a_star_on_the_shape_die_any_tile_may_slide_again() -> None:
    state = sliding("40003", shape="*").play("slide B")
    assert state.choices() == ["slide B", "slide C", "slide D", "slide E"]
    assert "B=L+2" in state.play("slide B").diagram()
    assert "D=S+1" in state.play("slide D").diagram()


def test_no_second_slide_if_that_tile_is_already_at_go() -> None:
    state = sliding("00400", dice="1 2 3 *", shape="T").play("slide A")
    assert "tiles A=I+1 B=L+0 C=T+4" in state.diagram() and state.choices()[0].startswith("put ")
    state = sliding("00300", dice="1 2 3 *", shape="T").play("slide C").play("drop a1b1c1b2")
    assert "C=T+4" in state.diagram() and state.choices()[0].startswith("put ")


def test_no_second_slide_if_no_tile_can_slide() -> None:
    state = sliding("44443", shape="*").play("slide E").play("drop a1b1a2b2")
    assert state.choices()[0].startswith("put ")


def test_a_slide_is_an_event_even_with_one_tile_left() -> None:
    assert sliding("44442").choices() == ["slide E"]
    assert sliding("44441", shape="*").play("slide E").choices() == ["slide E"]


def test_a_tile_that_reaches_go_drops_at_once_before_any_second_slide() -> None:
    state = sliding("30300", dice="1 2 3 *", shape="T").play("slide A")
    assert all(text.startswith("drop ") for text in state.choices()) and "C=T+3" in state.diagram()
    state = state.play("drop a1b1c1d1")
    assert "C=T+4" in state.diagram() and "drop a2b2c2b3" in state.choices()
    state = state.play("drop a2b2c2b3")
    assert state.choices()[0].startswith("put ")
    assert " 3  . X . . . . .\n 2  X X X . . . .\n 1  X X X X . . ." in state.diagram()
    by_choice = sliding("30300", shape="*").play("slide A").play("drop a1b1c1d1")
    assert by_choice.choices() == ["slide B", "slide C", "slide D", "slide E"]


def test_it_does_not_drop_when_its_letter_is_circled() -> None:
    state = sliding("30000", zone=("id:3 run:3",)).play("slide A")
    assert "A=I+4" in state.diagram() and state.choices()[0].startswith("put ")
    assert sliding("30000", zone=("id:4 run:4",)).play("slide A").choices()[0].startswith("drop ")


def test_a_tile_whose_letter_is_circled_can_still_slide() -> None:
    assert "slide A" in sliding("00000", zone=("id:3 run:3",)).choices()


def test_nothing_is_crossed_off_in_solo() -> None:
    state = sliding("30000").play("slide A").play("drop a1b1c1d1")
    assert "A=I+4" in state.diagram() and state.fields.crossed == 0


def test_then_shape_and_combination_follow_the_turn_is_not_cancelled() -> None:
    state = sliding("30000", dice="1 1 1 2", shape="I").play("slide A").play("drop a1b1c1d1")
    state = play(state, "put a2b2c2d2", "1", "1", "1", "2")
    assert state.choices() == ["id3", "skip"]


def test_there_is_no_drop_step_in_solo() -> None:
    state = at(EMPTY, doing=("done",), zone=("id:3 run:3",), draw="n1")
    assert roll(state, "*127", "T").choices() == [f"slide {letter}" for letter in LETTERS]


CRAMPED = (
    """
. X X . X X .
. X X . X X .
. X X . X X .
X X X X X X X
"""
    + "X X X X X X X\n" * 10
)


def test_if_no_placement_of_the_rolled_shape_fits_it_is_left_out() -> None:
    state = sliding(shape="O", rows=CRAMPED).play("slide A")
    assert state.choices() == ["skip"]
    assert sliding(shape="I", rows=CRAMPED).play("slide A").choices() == ["skip"]
    assert state.play("skip").over


def test_step_3_is_left_out_only_if_no_shape_of_a_star_fits_either() -> None:
    """Two columns of ten rows between higher ones still take a shape."""
    roomy = CRAMPED.replace(". X X . X X .", ". . X . X X .")
    state = sliding(shape="*", rows=roomy).play("slide A").play("slide A")
    assert "put a12b12a13b13" in state.choices()
    state = sliding(shape="*", rows=CRAMPED).play("slide A").play("slide A")
    assert state.choices() == ["skip"]


def test_a_drop_that_fits_nowhere_is_left_out_too() -> None:
    state = sliding("30003", shape="T", rows=CRAMPED).play("slide E")
    assert "E=O+4" in state.diagram() and state.choices() == ["skip"]


def test_the_game_ends_at_the_end_of_a_turn_in_which_all_tiles_are_at_go() -> None:
    state = sliding("44443", zone=("id:7 run:7",), dice="1 2 3 4", shape="I").play("slide E")
    state = play(state, "put a1b1c1d1", "1", "2", "3")
    assert not state.over
    state = play(state, "4", "skip")
    assert state.over and state.result == (14.0,) and "GO!" in state.status()


def test_the_game_ends_when_the_game_over_line_has_been_passed() -> None:
    state = at("5 . . . . . .\n" * 12).play("skip")
    assert state.over and state.result == (-5.0,) and "line" in state.status()


def test_otherwise_the_next_turn_begins() -> None:
    state = at(EMPTY, steps="44443").play("skip")
    assert state.chance and next(iter(state.outcomes())) == "n1=1"


# The cap


def test_max_choices_is_5000() -> None:
    assert {seats: GAME.new(seats).options["max_choices"] for seats in range(1, 7)} == dict.fromkeys(range(1, 7), 5000)


def test_a_capped_game_of_several_players_is_a_draw_right_after_that_choice() -> None:
    state = at(
        EMPTY, EMPTY, zone=("id:3 run:-",), doing=("combine", "done"), made=9, options="tiles=mixed max_choices=10"
    )
    state = state.play("skip", 0)
    assert state.over and not state.chance and state.result == (0.0, 0.0) and state.scores == (3, 0)


def test_a_capped_solo_game_keeps_its_score() -> None:
    state = at(EMPTY, zone=("id:3 run:-",), made=9, options="tiles=mixed max_choices=10").play("skip")
    assert state.over and state.result == (3.0,)


def test_a_choice_that_ends_the_game_by_its_own_rules_counts_even_if_it_is_the_last_one_allowed() -> None:
    rows = "5 . . . . . .\n" * 12
    state = at(rows, EMPTY, doing=("combine", "done"), made=9, options="tiles=mixed max_choices=10").play("skip", 0)
    assert state.result == (-1.0, 1.0)


def test_draws_do_not_count() -> None:
    state = GAME.new(1, max_choices=1)
    state = draws(state, "A=I", "B=O", "C=T", "D=L", "E=S", "first=0")
    assert not state.over and state.play("a1=1").over


# How long it takes


WORST = [
    "\n".join(["5 5 5 5 5 5 5"] * 14),
    "\n".join([" ".join(str((i + j) % 10) for j in range(7)) for i in range(14)]),
    "\n".join(["0 1 2 3 4 5 6", "1 2 3 4 5 6 7", "2 3 4 5 6 7 8", "3 4 5 6 7 8 9"] * 3),
    "\n".join(["1 2 1 2 1 2 1", "2 1 2 1 2 1 2"] * 7),
    "\n".join(["5 5 5 5 5 5 5", "5 . . . . . .", "5 5 5 5 5 5 5", ". . . . . . 5"] * 3),
]


@pytest.mark.parametrize("rows", WORST)
def test_no_position_takes_longer_than_a_millisecond_to_list_choices(rows: str) -> None:
    state = at(rows)
    states = [state, *(state.play(text) for text in state.choices() if text != "skip")]
    states += [middle.play(middle.choices()[0]) for middle in states[1:]]
    codes = np.empty(GAME.num_actions, np.int32)
    for one in states:
        times = []
        for _ in range(7):
            begin = time.perf_counter()
            GAME.ask.legal(one._data, 0, codes)
            times.append(time.perf_counter() - begin)
        assert min(times) < 0.001
