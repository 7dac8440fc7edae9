"""What people see and touch: refusals, sentences, click paths, diagrams, and pieces that stay themselves."""

from __future__ import annotations

import random
import re

import pytest

import ludotheque as lt
from ludotheque.games.drumlin.measures import MEASURES
from ludotheque.games.drumlin.notation import place_of
from ludotheque.games.drumlin.picture.board import base_line, middle
from ludotheque.games.drumlin.picture.pieces import dragon, elephant
from ludotheque.games.drumlin.sentences import ending, topic
from ludotheque.games.drumlin.tests.positions import GAME, after, cells, position
from ludotheque.games.drumlin.tests.test_model import lively
from ludotheque.games.drumlin.tracking import herds
from ludotheque.scene.scene import Memo, Shape


@pytest.mark.parametrize(("there", "text", "why"), [
    ("d5:v a1:p", "Ed5-d6", "in your hand"),
    ("d5:v a1:p", "@d5", "d5 is not free"),
    ("d5:v a1:p h9:*", "@c3", "not in your hand"),
    ("d5:VPp a1:p h1:v h9:*", "Eh1-h2", "Too crowded on d5"),
    ("d5:VPp a1:p h1:v h9:*", "Rd5", "Too crowded on d5"),
    ("a1:VVp a2:* a3:pppp b1:pppp h1:v", "Eh1-h2", "take them out"),
    ("d5:v a1:p h9:*", "Rd5", "d5 is worth 1"),
    ("d5:v a1:p h9:*", "Ec5-c6", "no piece on c5"),
    ("d5:v a1:p h9:*", "Ea1-a2", "only pieces of pink"),
    ("d5:v* a1:p h1:v", "Ed5-d6", "cannot move"),
    ("d5:V a1:p h1:v h9:*", "Ed5-d6", "no elephant on d5"),
    ("d5:v a1:p h9:*", "Dd5-d6", "no dragon on d5"),
    ("d5:v a1:p h9:*", "Ed5-d5", "at least one cell"),
    ("d5:v a1:p h9:*", "Ed5-e6", "straight line"),
    ("d5:v d7:p a1:p h9:*", "Ed5-d9", "a piece on d7"),
    ("d5:v d7:p d8:p a1:p h9:*", "Ed5-d9", "a piece on d7"),
    ("d5:v d3:p d2:p a1:p h9:*", "Ed5-d1", "a piece on d3"),
    ("d5:V d7:pp a1:p h9:* h1:v", "Dd5-d9", "d7 is worth 2"),
    ("d5:v d7:pppp a1:p h9:*", "Ed5-d7", "already worth 4"),
    ("d5:V d7:* a1:p h1:v", "Dd5-d7", "not stop on it"),
    ("d5:Vvv a1:p h9:*", "Xd5-d5", "two different cells"),
    ("d5:v*v e7:V a1:p", "Xd5-e7", "the egg does not count"),
    ("d5:vv e7:P a1:p h9:*", "Xd5-e7", "no dragon to exchange on e7"),
    ("d5:v a1:p h9:*", "!c3", "none of your elephants"),
    ("d5:v*p a1:p h1:v", "!c3", "majority on d5"),
    ("d5:v* a1:p", "!base", "only from the first row of pink"),
    ("d5:v* a1:p", "!d5", "must go elsewhere"),
    ("d5:v* a1:p", "!a1", "no elephant there"),
    ("d5:v* e5:vvvv a1:p", "!e5", "less than 4"),
    ("d5:v* e5:vp a1:p", "!e5", "majority on e5"),
])  # fmt: skip
def test_a_refusal_says_why(there: str, text: str, why: str) -> None:
    with pytest.raises(lt.IllegalEvent, match=why) as refused:
        position(there).play(text)
    assert refused.value.text("fr")


@pytest.mark.parametrize("text", ["", "E", "Eb1", "eb1-b2", "Eb1-b11", "Ei1-i2", "Eb0-b1", "Eb1b2", "E-b1", "!base-a1",
                                  "@base", "@e7-e8", "Rbase", "Ebase-a1", "X e7-b4", "!Base", "@e07", "R"])  # fmt: skip
def test_what_is_not_written_like_an_event_is_not_understood(text: str) -> None:
    with pytest.raises(lt.IllegalEvent, match="not how an event is written"):
        GAME.new().play("@e7").play(text)


@pytest.mark.parametrize(("there", "text", "told"), [
    ("d5:v a1:p h9:*", "Ed5-d6", "Violet moves an elephant from d5 to d6."),
    ("d5:v a1:p d9:*", "Ed5-d9", "Violet moves an elephant from d5 to d9. It picks up the Drumlin and is a dragon egg"),
    ("d5:p*v d1:v a1:p", "Ed1-d5", "Two against one: violet takes possession of the Drumlin."),
    ("d5:p*v d1:V a1:p", "Dd1-d5", "the egg turns into a dragon. It is for violet to put the Drumlin down."),
    ("d5:p*v d1:V a1:P", "Dd1-d5", "turns into a dragon. Violet wins. Pink has no elephant left"),
    ("d5:vv d1:V a1:p h9:*", "Xd5-d1", "Violet exchanges two elephants on d5 with the dragon on d1."),
    ("d5:v* d1:v a1:p", "!c3", "Violet sends the Drumlin to c3, and its egg turns into a dragon."),
    ("d5:v* d1:v a1:p", "!d1", "Violet sends the Drumlin to one of its elephants, on d1"),
    ("d10:v* d1:v a1:p", "!base", "to the base line of pink. Violet wins"),
    ("d5:v a1:p", "@e7", "Violet puts the Drumlin on e7."),
    ("a1:VVp a2:* a3:pppp b1:pppp h1:v", "Ra1", "Violet takes all its pieces on a1 out of the game."),
    ("a10:p a9:vvvv b9:v b10:vvv h1:*", "Eb9-b10", "Violet wins. Pink cannot move anything"),
])  # fmt: skip
def test_an_event_is_told(there: str, text: str, told: str) -> None:
    assert told in position(there).describe(text)


@pytest.mark.parametrize(("there", "said"), [
    ("d5:v a1:p h9:*", "Your turn, violet: move an elephant or a dragon."),
    ("d5:v a1:p", "A forced departure. Violet, the Drumlin is in your hand"),
    ("d5:v* a1:p h1:v", "or let the Drumlin leave your egg"),
    ("d1:p* a1:p h10:v", "Beware, violet: pink threatens"),
    ("d5:p* a1:p h10:v", "Beware, violet: pink threatens"),
    ("d5:VPp a1:p h1:v h9:*", "Violet, cell d5 is worth 5: you must move one of your pieces off."),
    ("d5:VPp g5:VPp a1:p h1:v h9:*", "cells d5, g5 are worth 5"),
    ("a1:VVp a2:* a3:pppp b1:pppp h1:v", "take them out of the game"),
])  # fmt: skip
def test_the_status_says_what_is_expected(there: str, said: str) -> None:
    assert said in position(there).status()


def test_the_first_status_invites_pink_to_place_the_drumlin() -> None:
    assert GAME.new().status("fr").startswith("C'est à vous, Rose\u00a0: posez le Drumlin")


def test_the_reason_of_a_win_is_known_without_a_past() -> None:
    for there, text, said in (("d5:v* f10:v a1:p", "!f10", "first row of pink"), ("d10:v* a1:p", "!base", "base line"),
                              ("d5:p*v d1:V h10:P", "Dd1-d5", "no elephant"),
                              ("a10:p a9:vvvv b9:v b10:vvv h1:*", "Eb9-b10", "cannot move anything")):  # fmt: skip
        last = position(there).play(text)
        assert said in last.status() and GAME.read(last.diagram()).status() == last.status()


WINS = (
    ("d5:v* f10:v a1:p", "!f10", "landed", ["f10"]),
    ("d10:v* a1:p", "!base", "base", ["base"]),
    ("d5:p*v d1:V h10:P", "Dd1-d5", "no-elephant", ["d5", "h10"]),
    ("a10:p a9:vvvv b9:v b10:vvv h1:*", "Eb9-b10", "stuck", ["a10"]),
)


@pytest.mark.parametrize(("there", "text", "key", "marked"), WINS)
def test_what_has_decided_the_game_is_told_and_marked(there: str, text: str, key: str, marked: list[str]) -> None:
    """The reason does not say again who won; the picture marks where the Drumlin has arrived, or what the loser has."""
    last = position(there).play(text)
    why = ending(last).text("en")
    assert last.status() == f"Violet wins. {why}" and "iolet" not in why
    assert ending(GAME.read(last.diagram())).text("fr") == ending(last).text("fr")
    signs = {(group.x, group.y) for group in last.scene(0).groups() if group.kind == "decided"}
    if marked == ["base"]:
        ((_, y),) = signs
        assert y == base_line(1, 0)
    else:
        assert signs == {middle(place_of(name), 0) for name in marked}
    assert not [group for group in position(there).scene(0).groups() if group.kind == "decided"]


def test_a_draw_is_told_and_nothing_is_marked() -> None:
    last = GAME.new(max_choices=1).play("@e7")
    assert last.status() == "A draw. 1 move has been made: that is the limit."
    assert not [group for group in last.scene().groups() if group.kind == "decided"]


@pytest.mark.parametrize(("there", "section"), [
    ("d5:v a1:p h9:*", "turn"), ("d5:v a1:p", "forced"), ("d5:v* a1:p h1:v", "departure"),
    ("d5:p* a2:p h1:v", "takeover"),
    ("d5:VPp a1:p h1:v h9:*", "five"), ("a1:VVp a2:* a3:pppp b1:pppp h1:v", "five"), ("d1:p* a2:p h9:v", "end"),
    ("d5:v* c10:v a2:p", "end"),
])  # fmt: skip
def test_the_section_of_the_guide_that_fits_the_moment(there: str, section: str) -> None:
    assert topic(position(there)) == section


def test_the_section_at_the_beginning_and_at_the_end() -> None:
    start = GAME.new(placing="swap")
    assert topic(start) == topic(start.play("@b3")) == topic(GAME.new()) == "start"
    assert topic(start.play("@b3").play("swap")) == "turn"
    assert topic(GAME.new(max_choices=1).play("@b3")) == "end"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_both_guides_have_every_section(lang: str) -> None:
    guide = (GAME.folder / f"guide.{lang}.md").read_text("utf-8")
    found = re.findall(r"^## .* \{#([a-z]+)\}$", guide, re.MULTILINE)
    assert found == SECTIONS and len(found) == guide.count("\n## ")


SECTIONS = [
    "aim",
    "board",
    "start",
    "turn",
    "departure",
    "forced",
    "five",
    "takeover",
    "exchange",
    "end",
    "here",
    "plans",
]


def test_after_every_touch_but_the_last_something_is_asked_for() -> None:
    """For the kinds of what has been touched: an elephant, a dragon, the egg."""
    for there in ("d5:v*vv e7:V d10:p a1:p", "d10:v* a1:p", "a1:VVp a2:* a3:pppp b1:pppp h1:v", "d5:v a1:p"):
        for path in position(there).clicks(0).values():
            kinds = [step.partition("-")[0] for step in path]
            for n in range(1, len(kinds)):
                assert "ask." + ".".join(kinds[:n]) in GAME.catalog


@pytest.mark.parametrize(("name", "there", "violet", "pink"), [
    ("eggs", "d5:v* a1:p", 1, 0), ("eggs", "d5:* a1:p b1:v", 0, 0), ("dragons", "d5:VVv b1:P a1:p h9:*", 2, 1),
    ("fives", "d5:VVv g5:VPp a1:p h9:*", 2, 1), ("shared", "d5:vp e5:v*p a1:p b1:vv", 2, 2),
    ("departures", "d5:v*vp a1:p", 1, 0), ("departures", "d5:v*p a1:p b1:v", 0, 0),
    ("threats", "d5:v* c10:v a2:p", 1, 0), ("threats", "d5:v* c9:v a2:p", 0, 0),
])  # fmt: skip
def test_measures(name: str, there: str, violet: int, pink: int) -> None:
    assert [MEASURES[name](position(there), seat) for seat in (0, 1)] == [violet, pink]


def test_what_goes_then_where() -> None:
    state = position("d5:v*vv e7:V d10:p a1:p")
    clicks = state.clicks(0)
    assert clicks["Ed5-d6"] == ("elephant-d5", "to-d6")
    assert clicks["De7-e8"] == ("dragon-e7", "to-e8")
    assert clicks["Xd5-e7"] == ("elephant-d5", "exchange-e7")
    assert clicks["!c3"] == ("egg", "to-c3")
    assert position("d10:v* a1:p").clicks(0)["!base"] == ("egg", "to-base")
    assert GAME.new().clicks(1)["@e7"] == ("to-e7",)
    assert position("a1:VVp a2:* a3:pppp b1:pppp h1:v").clicks(0) == {"Ra1": ("remove-a1",)}
    answers = {"keep": ("answer-keep",), "swap": ("answer-swap",)}
    assert GAME.new(placing="swap").play("@b3").clicks(0) == answers


def test_the_answers_lie_where_the_drumlin_would_be_and_say_who_moves_first() -> None:
    scene = GAME.new(placing="swap").play("@b3").scene(0, "en")
    pads = {group.id: group for group in scene.groups() if group.id and group.id.startswith("answer-")}
    middles = {name: (pad.x, pad.y) for name, pad in pads.items()}
    assert middles == {"answer-keep": middle(place_of("b3"), 0), "answer-swap": middle(place_of("g8"), 0)}
    assert pads["answer-keep"].label == "keep the Drumlin on b3: violet moves first"
    assert pads["answer-swap"].label == "swap: the Drumlin goes to g8, pink moves first"


@pytest.mark.parametrize(("text", "told"), [
    ("keep", "Violet keeps the Drumlin on b3 and has the first move."),
    ("swap", "Violet swaps: the Drumlin goes to g8, and pink has the first move."),
])  # fmt: skip
def test_an_answer_is_told(text: str, told: str) -> None:
    state = GAME.new(placing="swap").play("@b3")
    assert state.describe(text) == told and "g8" in state.status()
    assert "keep" in GAME.new(placing="swap").status() and "keep" not in GAME.new().status()


def test_the_diagram_says_that_violet_has_to_answer() -> None:
    state = GAME.new(placing="swap").play("@b3")
    assert state.diagram().split("\n")[-2:] == [
        "violet to keep or swap, 1 made",
        "seats=2 placing=swap max_choices=400",
    ]
    for text in ("keep", "swap"):
        assert GAME.read(state.diagram()).play(text) == state.play(text)


@pytest.mark.parametrize(("old", "new"), [
    ("placing=swap", "placing=pink"), ("violet to keep", "pink to keep"), ("1 made", "2 made"), ("1 made", "0 made"),
    (" 3  v    *", " 3  v*   ."), (" 5  .    v", " 5  v    ."), (" 5  .    v", " 5  v    v"),
])  # fmt: skip
def test_violet_answers_at_the_beginning_only(old: str, new: str) -> None:
    diagram = GAME.new(placing="swap").play("@b3").diagram()
    assert old in diagram
    with pytest.raises(lt.GameError):
        GAME.read(diagram.replace(old, new))


def test_a_diagram_from_before_the_option_is_read_with_its_default() -> None:
    state = GAME.new().play("@b3")
    older = state.diagram().replace(" placing=pink", "")
    assert GAME.read(older) == state and GAME.read(older).options["placing"] == "pink"
    assert str(GAME.read(older).record.replay().diagram()) == state.diagram()


@pytest.mark.parametrize("there", [
    "d5:vvvvv a1:p h9:*", "d5:VVV a1:p h9:*", "d5:VVPP a1:p h9:*", "d5:v*vvv a1:p", "d5:* d6:* a1:p b1:v",
    "d5:V a1:p h9:*", "a1:vvvv a2:vvvv a3:vvvv a4:v h1:p h9:*",
    "a1:vvvv a2:vvvv a3:vvvv a4:vvvv h1:p h9:*",
    "a10:v a9:pppp b10:pppp h1:*",
])  # fmt: skip
def test_positions_that_cannot_go_on_are_refused(there: str) -> None:
    """Too much on a cell, two Drumlins, no elephant, too many pieces, nothing to play."""
    with pytest.raises(lt.GameError):
        position(there)


def test_a_running_game_has_not_reached_its_cap() -> None:
    with pytest.raises(lt.GameError, match="would be over"):
        position("d5:v a1:p h9:*", made=12, max_choices=12)


def seen(state: lt.State) -> dict[str, str]:
    """What the numbered pieces say about each cell, as diagrams write it."""
    known, there = herds(state), dict[str, list[tuple[int, int, int, str]]]()
    for number, piece in known.pieces.items():
        name = "abcdefgh"[piece.cell % 8] + str(piece.cell // 8 + 1)
        letter = ("vV", "pP")[piece.seat][piece.kind - 1] + "*" * (number == known.egg)
        there.setdefault(name, []).append((number != known.egg, piece.seat, -piece.kind, letter))
    return {name: "".join(letter for *_, letter in sorted(pieces)) for name, pieces in there.items()}


@pytest.mark.parametrize("seed", range(6))
def test_pieces_stay_themselves(seed: int) -> None:
    """Along a game the numbered pieces always are those of the position, and only those move that the event names."""
    state, rng = GAME.new(max_choices=150), random.Random(seed)
    while not state.over:
        before, state = state, state.play(lively(state, state.choices(), rng))
        assert seen(state) == {cell: text for cell, text in cells(state).items() if text != "*"}
        assert state.last is not None
        here, now = herds(before).pieces, herds(state).pieces
        moved = [number for number in now if now[number].cell != here[number].cell]
        assert len(moved) == {"E": 1, "D": 1, "X": 3}.get(state.last[1][0], 0)
        assert len(now) == len(here) or state.last[1][0] == "R"


def test_a_removal_takes_the_pieces_away() -> None:
    state = position("a1:VVp a2:* a3:pppp b1:pppp h1:v").play("Ra1")
    assert seen(state) == {"a1": "p", "a3": "pppp", "b1": "pppp", "h1": "v"}


def test_the_drumlin_is_drawn_wherever_it_is() -> None:
    start = GAME.new()
    placed = start.play("@e7")
    hatched = position("d5:p*p d1:V h10:p h1:v").play("Dd1-d5")
    for state in (start, placed, hatched, position("d10:v* a1:p"), position("d10:v* a1:p").play("!base")):
        assert "drumlin" in state.scene().ids()
    assert len({state.svg() for state in (start, placed, hatched)}) == 3


def test_the_value_is_written_where_it_is_more_than_that_of_an_elephant() -> None:
    """On a weight, also on that of a lone dragon: nobody takes it for the number of pieces."""
    state = position("d5:vvp e5:VP f5:v* g5:P a1:p b1:p")
    weights = [child for group in state.scene().groups() if group.kind == "value" for child in group.children]
    shapes = [shape for weight in weights if isinstance(weight, Memo) for shape in weight.children]
    assert [shape.text for shape in shapes if isinstance(shape, Shape) and shape.text] == ["3", "4", "2"]


def test_elephants_eggs_and_dragons_differ_without_their_colour() -> None:
    """By their outlines: ears and a trunk, wings and a crest; and all look to where they want to go."""
    for owner in (0, 1):
        outlines = [shapes_of(draw(owner, 16, ahead)) for draw in (elephant, dragon) for ahead in (1, -1)]
        assert len(set(outlines)) == 4
    assert shapes_of(elephant(0, 16, 1)) != shapes_of(elephant(1, 16, 1))


def shapes_of(part: Memo) -> tuple[str, ...]:
    """What is drawn, without its colours."""
    attributes = [shape.attributes for shape in part.children if isinstance(shape, Shape)]
    return tuple(str([(key, a[key]) for key in ("d", "points", "r") if key in a]) for a in attributes)


def test_cells_of_value_5_are_marked_when_they_bind_the_player_to_move() -> None:
    def marks(state: lt.State) -> int:
        return sum(group.kind == "bound" for group in state.scene().groups())

    assert marks(position("d5:VVv b4:* a10:p", "violet")) == 1
    assert marks(position("d5:VVv b4:* a10:p", "pink")) == 0
    assert marks(after(position("d5:p*p d1:V h10:p h1:v"), "Dd1-d5")) == 0
    assert marks(after(position("d5:p*p d1:V h10:p h1:v"), "Dd1-d5 @f10")) == 1
