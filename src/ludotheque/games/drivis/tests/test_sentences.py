"""What Drivis says of the moment and of the end, and how the end is marked."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.games.drivis import sentences
from ludotheque.games.drivis.measures import MEASURES

from .test_rules import GAME, WALL, drawn, position

HELD = position("a1 c1", "h8 h4 e8", to_act="yellow").play("h4-h6")
GIFT = position("d1 f3", "h1 a8 c8").play("d1-f1")
LONE = position("a1 h7", "d1 h4").play("a1-b1")
SWEPT = position("a1 h7", "d1").play("a1-b1")
STUCK = position(f"{WALL} h3", "a1 c3").play("h3-g3")
DRAW = GAME.new(max_choices=1).play("c8-d8")


@pytest.mark.parametrize(
    ("over", "why"),
    [
        (HELD, "All plates of blue were connected, and yellow's reply did not disconnect them."),
        (GIFT, "With its last move blue itself connected all plates of yellow."),
        (LONE, "With its last move blue left yellow exactly one plate, and a plate alone is connected."),
        (SWEPT, "Yellow has no plate left."),
        (STUCK, "All plates of blue are connected, and yellow has none that can move: there is no reply."),
        (DRAW, "1 move has been made: that is the limit."),
    ],
)
def test_the_ending_says_why(over: lt.State, why: str) -> None:
    assert sentences.ending(over).text("en") == why


def test_a_finished_position_without_a_past_has_an_ending_too() -> None:
    again = GAME.read(HELD.diagram())
    assert sentences.ending(again).text("en") == sentences.ending(HELD).text("en")


def test_a_failed_reply_does_not_connect_what_was_connected_already() -> None:
    failed = position("a1 c1", "h8 h4 e8", to_act="yellow")
    assert failed.describe("h4-h6", "fr") == "Jaune glisse de h4 en h6. Mais Bleu reste connecté\u00a0: Bleu gagne."
    assert failed.describe("h4-h6") == "Yellow slides from h4 to h6. But blue is still connected: blue wins."
    given = position("d1 f3", "h1 a8 c8").describe("d1-f1", "fr")
    assert given.endswith("Mais cela connecte toutes les plaques de Jaune\u00a0: Jaune gagne.")
    lone = position("d1 f3", "h1 a8").describe("d1-f1")
    assert lone.endswith("But that leaves yellow exactly one plate, and a plate alone is connected: yellow wins.")


@pytest.mark.parametrize(
    ("state", "topic"),
    [
        (GAME.new(), "turn"),
        (position("a1 c1", "h8 h4 e8", to_act="yellow"), "reply"),
        (position("a1 f1 a8", "h4 h8"), "gift"),
        (position("a1 f1", "h4 h8 a8"), "touch"),
        (GIFT, "end"),
    ],
)
def test_the_guide_opens_where_it_fits(state: lt.State, topic: str) -> None:
    assert sentences.topic(state) == topic


def labels(state: lt.State, lang: str = "en") -> set[str]:
    return {group.label for group in state.scene(lang=lang).groups() if group.label}


def test_plates_are_called_by_their_colour() -> None:
    assert {"plaque bleue en a1", "plaque jaune en c1"} <= labels(GAME.new(), "fr")
    assert {"blue plate on a1", "yellow plate on c1"} <= labels(GAME.new())


def links(state: lt.State) -> int:
    return sum(group.kind == "link" for group in state.scene().groups())


def test_the_winning_group_is_marked_by_outlines_and_clamps() -> None:
    assert {"blue plate on a1, in the winning group", "blue plate on c1, in the winning group"} <= labels(HELD)
    assert not any("yellow" in label and "winning" in label for label in labels(HELD))
    assert links(HELD) == 1
    assert links(STUCK) >= len(WALL.split())
    assert {"yellow plate on h4, in the winning group"} <= labels(LONE) and links(LONE) == 0


@pytest.mark.parametrize("state", [GAME.new(), SWEPT, DRAW, position("a1 c1", "h8 h4 e8", to_act="yellow")])
def test_nothing_is_marked_where_no_group_has_won(state: lt.State) -> None:
    assert links(state) == 0 and not any("winning" in label for label in labels(state))


def test_measures_count_plates_and_groups() -> None:
    state = position("a1 c1 f1", "h4 h8 a8 a6")
    counted = {name: (measure(state, 0), measure(state, 1)) for name, measure in MEASURES.items()}
    assert counted == {"plates": (3, 4), "groups": (2, 3), "opponent_groups": (3, 2)}


@pytest.mark.parametrize(("blue", "yellow", "named"), [("a1 b2", "h8", "a1 and b2"), ("a1 h8", "a2 f1", "a1 and a2")])
def test_plates_that_overlap_are_refused(blue: str, yellow: str, named: str) -> None:
    """Also two of one colour, which would look the same when they are drawn again."""
    with pytest.raises(lt.GameError, match=f"The plates on {named} overlap"):
        GAME.read(drawn(blue, yellow))


def test_a_game_that_would_be_over_does_not_go_on() -> None:
    """After the choice of one side, the other one is connected: it has won."""
    with pytest.raises(lt.GameError, match="would be over"):
        GAME.read(drawn("a1 c1", "h8 a8"))
    won = drawn("a1 c1", "h8 a8").replace("made", "made, blue won")
    assert GAME.read(won).result == (1.0, -1.0)
    with pytest.raises(lt.GameError, match="not ended like that"):
        GAME.read(won.replace("blue won", "yellow won"))
