"""What people read, write, touch and see: refusals, sentences, click paths, diagrams and pictures."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import pytest

import ludotheque as lt
from ludotheque.games.number_drop.picture.board import BELOW, BESIDE
from ludotheque.games.number_drop.tests.positions import EMPTY, GAME, at, play, roll
from ludotheque.games.number_drop.tracking import combinations
from ludotheque.terminal.picture import board


def putting(shape: str = "T") -> lt.State:
    return at(EMPTY, doing=("put",), shape=shape)


def writing(dice: str) -> lt.State:
    cells = ["_"] * len(dice.split()) + ["."] * 7
    return at(" ".join(cells[:7]), doing=(f"write {dice}",), dice="1 2 4 *")


def starting() -> lt.State:
    return at(EMPTY, doing=("start",), draw="n1")


def picking(rows: str) -> lt.State:
    return at(rows).play("id3")


def refused(state: lt.State, text: str, seat: int | None = None) -> tuple[str, str]:
    with pytest.raises(lt.IllegalEvent) as problem:
        state.play(text, seat)
    return problem.value.text("en"), problem.value.text("fr")


@pytest.mark.parametrize(
    ("make", "text", "why"),
    [
        (starting, "put a1b1c1b2", "first digit"),
        (starting, "c1", "first digit"),
        (starting, "c2=1", "row 1"),
        (starting, "c1=2", "is the 1"),
        (putting, "5", "First place"),
        (putting, "drop a1b1c1b2", "First place"),
        (putting, "put a1b1c1", "the shape I3, but T"),
        (putting, "put a1c1e1g1", "No shape"),
        (putting, "put a1a1a1a1", "No shape"),
        (putting, "put a2b2c2b3", "stops on a1 b1 c1 b2"),
        (putting, "put a1c1b1b2", "a1b1c1b2"),
        (putting, "put z1", "not how an event is written"),
        (putting, "id9", "not how an event is written"),
        (lambda: putting("*"), "put a1b1c1b2b3", "not on the die"),
        (lambda: putting("*"), "put a1b1c1", "not on the die"),
        (lambda: writing("2 4 *"), "1", "shows 1"),
        (lambda: writing("2 4 *"), "skip", "into cell a1"),
        (lambda: writing("2 4"), "*4", "no star"),
        (lambda: at("5 5 5 . . . ."), "run3", "does not hold 3 consecutive"),
        (lambda: at("5 5 5 . . . .", zone=("id:3 run:-",)), "id3", "already validated 3 identical"),
        (lambda: at("5 5 5 . . . ."), "a1", "Announce a combination"),
        (lambda: at("5 5 . . . . ."), "a1", "write skip"),
        (lambda: picking("5 5 5 . . . ."), "d1", "no digit in d1"),
        (lambda: picking("5 5 5 X . . ."), "d1", "no digit in d1"),
        (lambda: picking("5 5 5 5'. . ."), "d1", "already"),
        (lambda: picking("5 5 5 4 . . ."), "d1", "cannot complete 3 identical"),
        (lambda: picking("5 5 5 4 . . ."), "id3", "you have begun"),
        (lambda: at(EMPTY, doing=("slide",), steps="40000"), "slide A", "GO!"),
        (lambda: at(EMPTY, doing=("slide",)), "skip", "First slide"),
    ],
)
def test_a_refusal_names_the_first_reason(make: Callable[[], lt.State], text: str, why: str) -> None:
    english, french = refused(make(), text, 0)
    assert why in english and french != english


def test_a_drop_is_expected_when_a_drop_falls() -> None:
    state = at(EMPTY, EMPTY, doing=("drop", "drop"), falling="C", dice="1 2 3 *")
    assert "A DROP falls" in refused(state, "put a1b1c1b2", 0)[0]
    assert "the shape I, but T" in refused(state, "drop a1b1c1d1", 0)[0]


def test_an_outcome_that_cannot_be_is_refused() -> None:
    assert "draw" in refused(GAME.new(2), "n1=4")[0]
    assert "draw" in refused(GAME.new(2).play("A=I"), "B=I3")[0]


# Sentences


def test_consequences_are_told() -> None:
    state = at("4 4 4 . . . .", zone=("id:- run:3",)).play("id3").play("a1").play("b1")
    assert state.describe("c1") == "Player 1 takes c1 and validates 3 identical digits: 3 points. DROP A is circled!"
    state = at("5 . . . . . .\n" * 12)
    assert state.describe("skip", "fr") == "Joueur 1 ne valide rien. La partie est finie."
    state = at(EMPTY, doing=("slide",), dice="1 2 3 *", shape="T", steps="30000")
    assert state.describe("slide B").endswith("The star takes tile C (T) along.")
    assert state.describe("slide A").endswith("to GO!")
    state = at(EMPTY, EMPTY, doing=("done", "drop"), zone=("id:3 run:3",), falling="A", dice="1 2 3 *")
    assert state.describe("drop a1b1c1d1").endswith("DROP A is crossed off for all.")


def test_a_falling_drop_is_told_with_the_shape_die() -> None:
    state = at(EMPTY, EMPTY, doing=("done",), zone=("id:3 run:3",), draw="n1")
    for text in ("n1=*", "n2=1", "n3=2", "n4=3"):
        state = state.play(text)
    assert state.describe("shape=T") == "The shape die shows T. DROP A falls!"


def test_who_has_a_name_is_called_by_it() -> None:
    state = at(EMPTY, EMPTY, doing=("put",), shape="T").named(("anna", ""))
    assert state.status() == "All at the same time! Shape to place: anna, player 2."
    text = state.choices(0)[0]
    assert state.describe(text, seat=0).startswith("Anna places the shape T")
    assert state.describe(text, "fr", 1).startswith("Joueur 2 place la forme T")
    assert "sheet of anna" in state.svg(0)


def test_the_status_speaks_to_one_or_to_all() -> None:
    state = at(EMPTY, EMPTY, doing=("put",), shape="T")
    assert state.status() == "All at the same time! Shape to place: player 1, player 2."
    assert "DROP" in at(EMPTY, EMPTY, doing=("done", "drop"), falling="A", dice="1 2 3 *").status("fr")
    assert "any of the five" in at(EMPTY, doing=("put",), shape="*").status()
    assert "one more" in at(EMPTY, doing=("slide",), shape="*").play("slide A").status()


# Touching


def test_a_shape_is_turned_and_then_let_go() -> None:
    paths = at(EMPTY, doing=("put",), shape="O").clicks(0)
    assert {path[0] for path in paths.values()} == {"turn-0-2"}
    assert paths["put c1d1c2d2"][1] == "land-0-2-c"


def test_a_star_is_touched_and_then_its_digit() -> None:
    state = play(at(EMPTY, doing=("put",), shape="I", dice="1 5 5 *"), "put a1b1c1d1", "5")
    assert state.clicks(0)["5"] == ("die-0-2",)
    assert state.clicks(0)["*7"] == ("die-0-3", "digit-0-7")


def test_what_can_be_touched_is_lit() -> None:
    state = at("5 5 5 . . . .")
    lit = re.findall(r'id="([^"]+)" class="[^"]*lit', state.svg(touched=()))
    assert sorted(lit) == ["box-0-id3", "skip-0"]


def test_every_seat_has_ids_of_its_own() -> None:
    state = at(EMPTY, EMPTY, doing=("put",), shape="T")
    touched = [{step for path in state.clicks(seat).values() for step in path} for seat in (0, 1)]
    assert not touched[0] & touched[1]


# Pictures


def test_combinations_are_followed_along_the_history() -> None:
    state = play(at("1 2 3 . 4 4 4"), "run3", "a1", "b1", "c1")
    assert combinations(state) == ((0, 1, (0, 1, 2)),)
    state = play(roll(state, "1267", "I"), "slide A", "put a2b2c2d2", "1", "2", "6", "7", "id3", "f1", "e1", "g1")
    assert combinations(state) == ((0, 1, (0, 1, 2)), (0, 0, (4, 5, 6)))
    assert combinations(GAME.read(state.diagram())) == ()


def test_the_sheet_shows_its_bonuses() -> None:
    plain, won = (at(rows, zone=("id:34567 run:-",)).svg(theme="light") for rows in (EMPTY, "1 2 3 4 5 6 7"))
    assert won.count("+2") == plain.count("+2") == 11 and plain.count("−5") == 3
    assert won.count('font-weight="700">+2') == 1 and plain.count('font-weight="700">+2') == 0
    assert plain.count('font-weight="700">+10') == 1


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_every_number_of_sheets_fits(seats: int) -> None:
    state = at(*["1 2 3 4 5 6 7\n" * 14] * seats, doing=("done",), draw="n1")
    for seat in range(seats):
        scene = state.scene(seat)
        assert {f"sheet-{other}" for other in range(seats)} <= set(scene.ids())
        assert scene.width == 480
        wide = state.scene(seat, wide=True)
        assert sorted(wide.ids()) == sorted(scene.ids()), "the same things in another order"
        assert wide.height <= scene.height and wide.width >= scene.width


def test_what_a_seat_needs_lies_in_its_own_part_of_the_picture() -> None:
    """A page may show no more than that: sheet, dice, tiles and all keys, but not the sheets of the others."""
    state = at(*["1 2 3 4 5 6 7"] * 3, doing=("done",), draw="n1")
    for wide in (False, True):
        scene = state.scene(1, wide=wide)
        assert scene.own
        assert 'data-own="{:g} {:g}"'.format(*scene.own) in state.svg(1, wide=wide, live=True)
        below, beside = scene.own[1] < scene.height, scene.own[0] < scene.width
        assert (below, beside) == (not wide, wide)


@pytest.mark.parametrize("count", range(1, 21))
def test_all_keys_lie_on_the_keypad_and_apart(count: int) -> None:
    for keypad in (BELOW, BESIDE):
        keys = list(keypad.keys(count))
        for x, y, size in keys:
            assert keypad.x <= x - size / 2 and x + size / 2 <= keypad.x + keypad.width
            assert keypad.y + 20 <= y - size / 2 and y + size / 2 <= keypad.y + keypad.height
        for (x, y, size), (p, q, _) in itertools.pairwise(keys):
            assert max(abs(x - p), abs(y - q)) >= size


# Diagrams


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("draw none", "draw n1"),
        ("shape T", "shape ."),
        ("dice 1 2 3 4", "dice 4 3 2 1"),
        ("falling -", "falling A"),
        ("slides 0", "slides 3"),
        ("A=I+0", "A=Q+0"),
        ("A=I+0", "A=.+0"),
        ("seat 0 combine", "seat 0 pick id4"),
        ("seat 0 combine", "seat 0 write 1"),
        ("seat 0 combine", "seat 0 sleeps"),
        ("seat 0 combine", "seat 0 done"),
        ("5 5 5", "5 5'Y"),
        (". . . . . . .", ". . . . . ."),
        ("5 5 5", "5 5 5+"),
        ("id:-", "id:43"),
        ("dropper 0", "dropper 1"),
        ("a b c", "a c b"),
    ],
)
def test_a_diagram_that_does_not_go_together_is_refused(old: str, new: str) -> None:
    diagram = at("5 5 5 . . . .").diagram()
    assert old in diagram
    with pytest.raises(lt.GameError):
        GAME.read(diagram.replace(old, new, 1))


def test_a_position_in_which_nobody_could_choose_is_refused() -> None:
    full = "X X X X X X X\n" * 14
    with pytest.raises(lt.GameError):
        at(full, doing=("put",), shape="T")


# The sums, the end, and the guide beside the board

EXAMPLE = """.....43 .....66 4412666 5441471 6446777 123X322 44XXX12 455X.22 5556422 5275.56 XXX2341 X.X123."""


def finished(*zones: str) -> lt.State:
    """The first sheet has passed the line."""
    sheets = ["5 . . . . . .\n" * 12, *[EMPTY] * (len(zones) - 1)]
    return at(*sheets, zone=zones, doing=("combine", *["done"] * (len(zones) - 1))).play("skip", 0)


def test_the_parts_of_a_score_are_those_of_the_rulebook() -> None:
    """9 + 35 + 10 + 0 = 54."""
    state = at("\n".join(" ".join(row) for row in EXAMPLE.split()), zone=("id:34567 run:46",))
    parts = GAME.display.sentences.score_parts(state, 0)
    assert [(label.text("fr"), n) for label, n in parts] == [
        ("lignes", 9),
        ("identiques", 35),
        ("consécutifs", 10),
        ("bonus", 0),
    ]
    assert state.scores == (54,)


def test_the_parts_always_add_up() -> None:
    for zone in ("id:- run:-", "id:34567 run:34567 bonus", "id:3 run:4 bonus"):
        state = at("X X X X X X X\n" * 12, "1 2 3 4 5 6 7", zone=(zone,), doing=("combine", "done"))
        for seat in (0, 1):
            parts = GAME.display.sentences.score_parts(state, seat)
            assert sum(n for _, n in parts) == (state.scores or ())[seat]


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 6])
def test_every_sheet_has_its_sum(seats: int, wide: bool) -> None:
    zones = [f"id:{size} run:34" for size in (3, 4, 5, 6, 7, 34)][:seats]
    state = at(*["1 2 3 4 5 6 7"] * seats, zone=zones, doing=("done",), draw="n1")
    svg = re.sub(r"[ +]", "", state.svg(0, "fr", wide=wide))
    for seat, size in enumerate((3, 4, 5, 6, 7, 34)[:seats]):
        own = sum(map(int, str(size)))
        assert f"J{seat + 1}<" in svg
        if seat:
            assert f">2{own}70=" in svg, "the plus signs are left out here"
    assert "J1: lignes 2, identiques 3" in state.svg(0, "fr", wide=wide).replace("\u202f", "").replace("\u00a0", "")


def test_names_are_three_letters_on_the_sheets() -> None:
    state = at(*[EMPTY] * 4, doing=("done",), draw="n1").named(("Margot", "LU6", "Marguerite", ""))
    svg = state.svg(0)
    assert all(f">{name}<" in svg for name in ("MAR", "LU6", "MAG", "P4"))


def test_a_dropped_letter_names_who_has_circled_it() -> None:
    state = at(EMPTY, EMPTY, doing=("put",), zone=("id:3 run:3",)).named(("Margot", "Tom"))
    assert state.svg(1).count(">MAR<") == 2, "on her sheet and at the tile"


def test_the_picture_of_a_finished_game_marks_the_best_sheet_and_the_rows_beyond_the_line() -> None:
    state = finished("id:7 run:6", "id:- run:7")
    assert "BEST SHEET" in state.svg(0) and "BEST SHEET" not in state.svg(1)
    assert len(state.svg(0)) > len(at("5 . . . . . .\n" * 12, EMPTY, doing=("done",), draw="n1").svg(0))


def test_digits_for_a_star_are_seen_only_when_its_die_was_touched() -> None:
    state = writing("2 4 *")
    assert 'id="digit-0-5"' not in state.svg(touched=())
    assert 'id="digit-0-5"' in state.svg(touched=("die-0-3",))


def test_the_ending_says_why() -> None:
    ending = GAME.display.sentences.ending
    state = finished("id:7 run:6", "id:- run:7").named(("Margot", ""))
    assert ending(state).text("en") == "The Game Over line was passed by Margot. The best sheet has 8 points."
    assert "Plusieurs feuilles" in ending(finished("id:5 run:3", "id:3 run:-")).text("fr")
    assert "passed the Game Over line" in ending(finished("id:- run:-")).text("en")
    assert "GO!" in ending(at(EMPTY, steps="44444").play("skip")).text("en")


@pytest.mark.parametrize(
    ("make", "topic"),
    [
        (lambda: GAME.new(2), "setup"),
        (starting, "setup"),
        (lambda: at(EMPTY, doing=("done",), draw="n1"), "dice"),
        (putting, "shape"),
        (lambda: writing("2 4 *"), "shape"),
        (lambda: at("5 5 5 . . . ."), "combinations"),
        (lambda: picking("5 5 5 . . . ."), "combinations"),
        (lambda: at(EMPTY, doing=("slide",)), "solo"),
        (lambda: at(EMPTY, doing=("slide",), steps="30000").play("slide A"), "solo"),
        (lambda: at(EMPTY, EMPTY, doing=("drop", "drop"), falling="C", dice="1 2 3 *"), "drops"),
        (lambda: at(EMPTY, EMPTY, doing=("combine", "put")), "shape"),
        (lambda: finished("id:- run:-"), "end"),
    ],
)
def test_the_guide_opens_where_it_helps(make: Callable[[], lt.State], topic: str) -> None:
    assert GAME.display.sentences.topic(make()) == topic
    for lang in ("en", "fr"):
        assert f"{{#{topic}}}" in GAME.guide_with_ids(lang)


def test_every_step_after_the_first_is_asked_for() -> None:
    for state in (putting(), writing("2 4 *")):
        for path in state.clicks(0).values():
            for end in range(1, len(path)):
                kinds = ".".join(step.split("-")[0] for step in path[:end])
                assert f"ask.{kinds}" in GAME.catalog


# Pushing on the picture


def test_a_pushed_place_is_touched_where_it_is() -> None:
    state = at("X X . . . . .\nX . . . . . .", doing=("put",), shape="I", options="slide=true")
    paths = state.clicks(0)
    assert paths["put b1c1d1e1"] == ("turn-0-0", "land-0-0-b1")
    assert paths["put c1d1e1f1"] == ("turn-0-0", "land-0-0-c")
    assert "pushed to b1 c1 d1 e1" in state.svg(touched=("turn-0-0",))


# The terminal


def test_the_board_of_the_terminal_speaks_the_language_of_the_player() -> None:
    state = at("1 2 3 4 5 6 7", EMPTY, zone=("id:3 run:-",), doing=("put",)).named(("Margot", ""))
    shown = board(state, "dark", "fr").plain
    assert "Margot          Joueur 2" in shown and "seat" not in shown
    assert "Dés\u00a0: 1 2 3 4, forme T" in shown and "Margot\u00a0: 2 + 3 + 0 + 0 = 5" in shown
    assert "seat 0" in state.diagram() and "Joueur" not in state.diagram()


def test_the_terminal_shows_how_far_the_tiles_of_a_solo_game_are() -> None:
    assert "Steps of 4: A 1, B 0, C 0, D 4, E 0" in board(at(EMPTY, steps="10040"), "light", "en").plain
