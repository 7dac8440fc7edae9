"""The rules of Drivis, sentence by sentence."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.games.drivis import rules

GAME = lt.load("drivis")
ALL_PLACES = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]


def position(blue: str, yellow: str, to_act: str = "blue", made: int = 10, **options: object) -> lt.State:
    """Plates on these places; some of what the rules say is seen best where no game ever comes to."""
    return GAME.sketch(drawn(blue, yellow, to_act, made, **options))


def drawn(blue: str, yellow: str, to_act: str = "blue", made: int = 10, **options: object) -> str:
    rows = [["."] * 9 for _ in range(9)]
    rows[4][4] = "#"
    for places, letter in ((blue, "B"), (yellow, "Y")):
        for place in places.split():
            x, y = "abcdefgh".index(place[0]), int(place[1]) - 1
            for dx, dy in ((1, 0), (0, 1), (1, 1), (0, 0)):
                rows[y + dy][x + dx] = letter if (dx, dy) == (0, 0) else letter.lower()
    board = [f"{y + 1}  {' '.join(rows[y])}" for y in range(8, -1, -1)]
    last = GAME.write_options(*GAME.settle(2, options))
    return "\n".join([*board, "   a b c d e f g h i", f"{to_act} to act, {made} made", last])


def plates(state: lt.State) -> tuple[set[str], set[str]]:
    """The places of the blue and of the yellow plates, read off the diagram."""
    rows = state.diagram().split("\n")[:9]
    found: tuple[set[str], set[str]] = (set(), set())
    for row in rows:
        for column, letter in zip("abcdefghi", row[3::2], strict=True):
            if letter in "BY":
                found["BY".index(letter)].add(column + row[0])
    return found


def names(text: str) -> set[str]:
    return set(text.split())


# Board and plates


def test_the_centre_is_forbidden_to_all_plates() -> None:
    for place in ("d4", "e4", "d5", "e5"):
        with pytest.raises(lt.GameError):
            position(place, "a8")
    for state in lt.Record.parse(str(played_out(1).record)).states():
        assert not (plates(state)[0] | plates(state)[1]) & names("d4 e4 d5 e5")


def played_out(seed: int) -> lt.State:
    player = lt.RandomPlayer(seed)
    state = GAME.new()
    while not state.over:
        state = state.play(player.choose(state))
    return state


def test_there_are_always_twelve_plates_of_which_none_overlap() -> None:
    for seed in range(20):
        for state in played_out(seed).history():
            blue, yellow = plates(state)
            assert len(blue) + len(yellow) == 12
            assert sum(state.diagram().count(letter) for letter in "BYby") >= 48


@pytest.mark.parametrize("other", ALL_PLACES)
def test_two_plates_touch_by_a_side_or_a_part_of_a_side_and_not_by_a_corner(other: str) -> None:
    """Seen through what touching does: two blue plates that touch are a connected side."""
    x, y = abs("abcdefgh".index(other[0]) - 5), abs(int(other[1]) - 2)
    if (x < 2 and y < 2) or other in ("d4", "e4", "d5", "e5"):
        return  # they would overlap, or cover the centre
    expected = (x == 2 and y < 2) or (y == 2 and x < 2)
    state = position(f"f2 {other}", "", made=1)
    assert bool(rules.is_connected(state.fields.plates[0], 1)) == expected


def connected(text: str, lone: int = 1) -> bool:
    state = position(text, "", made=1)
    return bool(rules.is_connected(state.fields.plates[0], lone))


def test_a_side_is_connected_when_its_plates_form_one_group() -> None:
    assert connected("a1 c1 e2 g3")
    assert connected("a1 c1 c3 a3")
    assert not connected("a1 c1 f1 h1")  # two groups of two, though every plate touches another
    assert not connected("a1 c3")  # only the corners meet


def test_enemy_plates_and_the_centre_join_nothing() -> None:
    between = position("a1 e1", "c1", made=1)
    assert not rules.is_connected(between.fields.plates[0], 1)
    assert not connected("c5 f5")  # the rock lies between them


def test_one_plate_alone_is_connected_and_no_plate_is_not() -> None:
    assert connected("g7")
    assert not connected("g7", lone=0)
    assert not rules.is_connected(position("", "a1").fields.plates[0], 1)


# Start


def test_the_ring_and_who_begins() -> None:
    start = GAME.new()
    assert plates(start) == (names("a1 f1 h3 h8 c8 a6"), names("c1 h1 h6 f8 a8 a3"))
    assert start.actors == (0,)


def test_the_triples() -> None:
    start = GAME.new(start="triples")
    assert plates(start) == (names("a1 c1 f1 h8 f8 c8"), names("h1 h3 h6 a8 a6 a3"))
    assert start.actors == (0,)


@pytest.mark.parametrize("start", ["ring", "triples"])
def test_a_quarter_turn_swaps_the_colours(start: str) -> None:
    def turned(places: set[str]) -> set[str]:
        return {"abcdefgh"[int(p[1]) - 1] + str(8 - "abcdefgh".index(p[0])) for p in places}

    blue, yellow = plates(GAME.new(start=start))
    assert turned(blue) == yellow


# A move


def test_you_move_your_own_plates_only() -> None:
    state = GAME.new()
    assert {text[:2] for text in state.choices()} <= plates(state)[0]


def test_it_slides_until_the_edge_another_plate_or_the_centre_stops_it() -> None:
    state = position("a1 e2 h8", "a5", made=0)
    assert "e2-a2" not in state.choices()  # a plate on a1 is in the way
    assert set(state.choices()) >= {"a1-a3", "a1-c1", "e2-c2", "e2-h2", "e2-e1", "e2-e3", "h8-h1", "h8-a8"}


def test_a_plate_half_in_the_way_stops_it_too() -> None:
    assert "c3-c1" in position("c3", "b6", made=0).choices()
    assert "c1-c4" in position("c1", "b6 h8", made=0).choices()
    assert "c1-c6" not in position("c1", "b6 h8", made=0).choices()


def test_the_centre_lets_plates_pass_beside_it() -> None:
    state = position("c1 f1", "h8 a8", made=0)
    assert {"c1-c8", "f1-f8"} <= set(state.choices())  # a plate on c or f does not cover column e
    stopped = position("d1 e8", "h8 a8", made=0)
    assert {"d1-d3", "e8-e6"} <= set(stopped.choices())


def test_it_must_move_at_least_one_cell() -> None:
    state = position("a1", "c1 h8", made=0)
    assert state.choices() == ["a1-a8"]
    with pytest.raises(lt.IllegalEvent, match="at least one cell"):
        state.play("a1-a1")
    with pytest.raises(lt.IllegalEvent, match="cannot move in that direction"):
        state.play("a1-b1")


def test_every_enemy_plate_that_touches_it_where_it_stopped_is_flipped() -> None:
    state = position("a1 h7", "d1 b3 h1 a8")
    after = state.play("a1-b1")
    assert plates(after) == (names("b1 d1 b3 h7"), names("h1 a8"))


def test_plates_touched_on_the_way_are_not_flipped() -> None:
    after = position("a1 h7", "c4 h1 e7").play("a1-a8")
    assert plates(after) == (names("a8 h7"), names("c4 h1 e7"))


def test_a_corner_flips_nothing() -> None:
    after = position("a4 g1", "c3 h8 e8").play("a4-a1")
    assert "c3" in plates(after)[1]


def test_own_plates_are_never_flipped_and_flipped_plates_flip_nothing_further() -> None:
    after = position("a1 b3 h8", "d1 f1 h5").play("a1-b1")
    assert plates(after) == (names("b1 b3 d1 h8"), names("f1 h5"))


def test_a_reply_that_does_not_break_a_connection_is_legal_and_loses() -> None:
    state = position("a1 c1", "h8 h4 e8", to_act="yellow")
    assert state.status().startswith("Blue is connected")
    after = state.play("h4-h6")
    assert after.result == (1.0, -1.0)


def test_notation() -> None:
    state = GAME.new()
    assert "c8-c3" in state.choices()
    assert state.play("c8-c3").last == (0, "c8-c3")
    for wrong in ("C8-C3", "c8c3", "c8-c4", " c8-c3", "c8-c3 ", "c8–c3", "", "i1-i2", "c9-c3"):
        with pytest.raises(lt.IllegalEvent):
            state.play(wrong)


# End, in the order of the rules


def test_1_whoever_takes_the_last_enemy_plate_wins() -> None:
    after = position("a1 h7", "d1").play("a1-b1")
    assert plates(after)[1] == set()
    assert after.result == (1.0, -1.0)
    assert "no plate left" in after.status()


def test_2_a_reply_that_fails_to_break_a_connection_loses() -> None:
    after = position("a1 f7", "h1 h3", to_act="blue").play("a1-a8")
    assert after.result == (-1.0, 1.0)


def test_2_connecting_your_opponent_loses_even_if_you_are_connected_too() -> None:
    """Blue flips h1, the one yellow plate that stood alone; what is left of yellow is connected, and so is blue."""
    after = position("d1 f3", "h1 a8 c8").play("d1-f1")
    assert connected(" ".join(plates(after)[0]))
    assert connected(" ".join(plates(after)[1]))
    assert after.result == (-1.0, 1.0)


def test_2_whoever_leaves_the_enemy_exactly_one_plate_loses() -> None:
    before = position("a1 h7", "d1 h4")
    assert before.play("a1-b1").result == (-1.0, 1.0)


def test_2_with_the_option_a_lone_plate_is_not_connected() -> None:
    after = position("a1 h7", "d1 h4", lone="not").play("a1-b1")
    assert after.result is None
    assert after.actors == (1,)


def test_a_side_that_breaks_up_the_connection_plays_on() -> None:
    state = position("a1 c1 e1", "c8 h8", to_act="yellow")
    assert state.status("fr").startswith("Bleu est connecté")
    after = state.play("c8-c3")
    assert plates(after)[0] == names("a1 e1")
    assert after.result is None
    assert after.actors == (0,)


# Yellow on a1 and c3 touches itself only by a corner, and blue shuts it in.
WALL = "c1 a3 b5 d6 f5 e2"


def test_3_a_stuck_enemy_loses_at_once_to_a_connected_side() -> None:
    after = position(f"{WALL} h3", "a1 c3").play("h3-g3")
    assert connected(" ".join(plates(after)[0]))
    assert not connected(" ".join(plates(after)[1]))
    assert after.result == (1.0, -1.0)


def stuck_but_not_lost() -> lt.State:
    """The same, but blue's last plate goes elsewhere and blue is not connected."""
    return position(f"{WALL} h3", "a1 c3").play("h3-h8")


def test_4_the_cap_is_a_draw_and_looked_at_last() -> None:
    running = GAME.new(max_choices=1).play("c8-d8")
    assert running.result == (0.0, 0.0)
    won = position("a1 h7", "d1", made=9, max_choices=10).play("a1-b1")
    assert won.result == (1.0, -1.0)
    assert GAME.new().options["max_choices"] == 300


def test_5_a_connected_side_gives_one_reply() -> None:
    state = position("a1 f1", "h4 h8 a8", to_act="blue")
    after = state.play("f1-c1")
    assert connected(" ".join(plates(after)[0]))
    assert after.result is None
    assert after.actors == (1,)


def test_5_who_cannot_move_passes_and_that_changes_only_the_side_to_act() -> None:
    state = stuck_but_not_lost()
    assert state.choices() == ["pass"]
    assert "must pass" in state.status()
    after = state.play("pass")
    assert plates(after) == plates(state)
    assert after.actors == (0,)
    assert after.fields.choices == state.fields.choices + 1
    assert after.clicks(0)
    assert state.clicks(1) == {"pass": ("pass",)}


def test_pass_is_refused_while_a_plate_can_move() -> None:
    with pytest.raises(lt.IllegalEvent, match="pass only if"):
        GAME.new().play("pass")


def test_both_sides_are_never_stuck_at_once() -> None:
    for seed in range(200):
        for state in played_out(seed).history():
            blue, yellow = state._data[0].plates
            assert rules.can_slide(blue, yellow) or rules.can_slide(yellow, blue)


# Sentences


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("d2-d3", "There is no plate on d2."),
        ("c1-c2", "belongs to yellow"),
        ("a6-b7", "straight line"),
        ("c8-c4", "stops on c3"),
        ("h8-h9", "is not how an event is written"),
    ],
)
def test_refusals_say_why(text: str, english: str) -> None:
    with pytest.raises(lt.IllegalEvent, match=english):
        GAME.new().play(text)


def test_events_are_told() -> None:
    assert GAME.new().describe("c8-d8") == "Blue slides from c8 to d8 and turns 1 plate over."
    assert GAME.new().describe("c8-d8", "fr") == "Bleu glisse de c8 en d8 et retourne 1 plaque."
    assert "connected" in position("a1 f1", "h4 h8 a8").describe("f1-c1")
    assert "yellow wins" in position("a1 h7", "d1 h4").describe("a1-b1")


def test_plates_keep_their_number_while_they_slide() -> None:
    state = GAME.new()
    before = {group.id: group.label for group in state.scene().groups() if group.kind.startswith("plate")}
    after = state.play("c8-c3").scene()
    labels = {group.id: group.label for group in after.groups() if group.kind.startswith("plate")}
    changed = {name for name in labels if labels[name] != before[name]}
    assert set(labels) == set(before)
    assert any("c3" in str(labels[name]) for name in changed)
