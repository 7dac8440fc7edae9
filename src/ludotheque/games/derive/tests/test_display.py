"""What people see and read: names, sentences, refusals, click paths, diagrams and the picture."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.games.derive.picture.board import CELL
from ludotheque.games.derive.tests.positions import GAME, begun, position
from ludotheque.scene.scene import Shape

FORCED = "d2=r6 c1=y1 b2=y2 e3=y4 g5=r3"
FULL_BANK = "a1=b1 c1=b1 e1=g1 g1=g1"


def refused(state: lt.State, text: str) -> tuple[str, str]:
    with pytest.raises(lt.IllegalEvent) as why:
        state.play(text)
    return why.value.text("fr"), why.value.text("en")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("+b1", "white"),
        ("c3-c4", "white"),
        ("k1-l2", "no cell k1"),
        ("+a11", "no cell a11"),
        ("c3:7", "1 to 6"),
        ("+a1=9", "1 to 6"),
        ("+c3", "not on your bank"),
        ("+e1", "occupied"),
        ("+a1=4", "write +a1"),
        ("f4-e5", "no die on f4"),
        ("d4:3", "is yellow"),
        ("c3:3", "exactly one"),
        ("c3:6", "exactly one"),
        ("c3-c3", "began"),
        ("c3-d4", "occupied"),
        ("c3-g7", "does not reach"),
        ("h8-g9", "second die"),
        ("c3xb4", "nothing to capture"),
        ("c3xb2", "your own"),
        ("c3xh4", "does not touch"),
        ("b2xa3", "cannot capture a 5"),
        ("d2xe1", "protected"),
        ("pass", "nothing else"),
        ("hello", "An example"),
        ("a01-b2", "An example"),
        ("=4", "An example"),
    ],
)
def test_a_refusal_says_why(text: str, words: str) -> None:
    state = position("c3=r3 b2=r1 c9=r1 h8=r2 d2=r6 d4=y2 h4=y1 e1=y3 a3=y5", level="blitz")
    french, english = refused(state, text)
    assert words in english
    assert french != english and french[-1] in ".!?"


def test_more_refusals() -> None:
    full = " ".join(f"{cell}=r1" for cell in ("b2", "d2", "f2", "h2", "b4"))
    assert "All your dice" in refused(position(full, level="initiation"), "+a1")[1]
    assert "no die is rolled" in refused(position("c3=r1", level="advanced"), "c3?")[1]
    assert "like +c1=4" in refused(begun(level="advanced"), "+c1")[1]
    assert "partner" in refused(position("c3=r6 d4=y1", 0, 0, 4, teams=True), "c3xd4")[1]
    french, english = refused(position(FORCED), "g5:4")
    assert "d2xe3" in french and "d2xe3" in english
    assert "not a possible draw" in refused(GAME.new(), "=4")[1]
    assert "not a possible draw" in refused(position("c3=r1").play("c3?"), "first=0")[1]


@pytest.mark.parametrize(
    ("dice", "text", "french", "english"),
    [
        ("a1=y1", "+c1", "Rouge entre un 1 en c1.", "Red enters a 1 on c1."),
        ("c3=r2", "c3-d4", "Rouge déplace le 2 de c3 en d4.", "Red moves the 2 from c3 to d4."),
        ("c3=r2 d4=y6", "c3-e5", "Rouge saute avec le 2 de c3 en e5.", "Red jumps with the 2 from c3 to e5."),
        ("c3=r2", "c3:3", "Rouge monte le dé de c3 à 3.", "Red turns the die on c3 up to 3."),
        ("c3=r2", "c3:1", "Rouge baisse le dé de c3 à 1.", "Red turns the die on c3 down to 1."),
        ("c3=r2", "c3?", "Rouge lance le dé de c3.", "Red rolls the die on c3."),
    ],
)
def test_events_are_told(dice: str, text: str, french: str, english: str) -> None:
    state = position(dice)
    assert state.describe(text, "fr") == french
    assert state.describe(text, "en") == english


def test_captures_and_consequences_are_told() -> None:
    state = position("c3=r5 d4=y2", level="blitz")
    assert state.describe("c3xd4") == "Red captures the yellow 2 on d4 with the 5 from c3, which becomes a 3."
    assert state.describe("c3xd4", "fr") == "Rouge prend le 2 jaune en d4 avec le 5 de c3, qui devient un 3."
    assert "protected" in position("b8=r1").describe("b8-c9")
    assert position("c9=r3 d8=r2 e7=r2", level="blitz").describe("e7:1").endswith("Red wins.")
    gift = position("c1=y3 d2=y2 e3=y1 f4=y5 g5=r6", level="blitz").describe("g5xf4")
    assert gift.endswith("But that completes the opposing chain. Yellow wins.")
    rolled = position("c9=r3 d8=r2 e7=r5", level="blitz").play("e7?")
    assert rolled.describe("=1") == "The red die on e7 shows 1. Red wins."
    assert GAME.new(3).describe("first=1") == "Blue has the highest die and begins."
    team = position("b10=r1", 0, 0, 4, level="initiation", teams=True)
    assert team.describe("b10-c11").endswith("The red and yellow team wins.")
    assert team.describe("b10-c11", "fr").endswith("L'équipe rouge et jaune gagne.")


def test_status() -> None:
    assert GAME.new().status() == "Everyone rolls a die: the highest begins."
    assert "enter a die on your bank" in begun().status()
    assert position(FORCED).status("fr").endswith(": d2 prend e3.")
    several = position("c1=y1 d2=y3 c3=r6 e3=r6 f4=y1").status()
    assert several.endswith("an anchored chain: c3 takes d2, e3 takes d2 or e3 takes f4.")
    assert "must pass" in position(FULL_BANK, 0, 0, 4, size=7).status()
    assert "rolls" in position("c3=r1").play("c3?").status()
    assert "draw" in position("c3=r1", made=4, max_choices=5).play("c3:2").status()
    won = position("b10=r1", 0, 0, 4, level="initiation", teams=True).play("b10-c11")
    assert won.status("en") == "The red and yellow team wins: a red die has reached the opposite bank."


def ending(state: lt.State) -> str:
    return GAME.display.sentences.ending(state).text("en")


def test_the_ending_is_explained() -> None:
    landed = position("b8=r1", level="initiation").play("b8-c9")
    assert ending(landed) == "The red die on c9 has reached the opposite bank: at this level one is enough."
    chain = position("c9=r3 d8=r2 e7=r2", level="blitz").play("e7:1")
    assert ending(chain) == "Red has anchored the chain 1-2-3 on c9, ordered and isolated: 3 dice were needed."
    gift = position("c1=y3 d2=y2 e3=y1 f4=y5 g5=r6", level="blitz").play("g5xf4")
    assert ending(gift).endswith("Red completed it by capturing the die that was in its way.")
    assert "5 moves" in ending(position("c3=r1", made=4, max_choices=5).play("c3:2"))
    claimed = GAME.sketch(position("c3=r1").diagram().replace("0 made", "0 made, red won"))
    assert ending(claimed) == claimed.status()


def test_what_has_won_is_marked() -> None:
    landed = position("b8=r1 d8=r2", level="initiation").play("b8-c9")
    assert winners(landed) == ["red die on c9, showing 1, which has won the game"]
    chain = position("c9=r3 d8=r2 e7=r2", level="blitz")
    assert winners(chain) == [] and len(winners(chain.play("e7:1"))) == 3


def winners(state: lt.State) -> list[str]:
    groups = list(state.scene(0).groups())
    found = [group.label for group in groups if group.label and "won the game" in group.label and group.id]
    assert len(found) == sum(group.kind == "victory" for group in groups)
    return found


@pytest.mark.parametrize(
    ("state", "section"),
    [
        (GAME.new(), "board"),
        (begun(), "turn"),
        (position("c3=r1"), "turn"),
        (position("c9=r1", level="initiation", turn=1), "turn"),
        (position("c9=r1", level="blitz"), "chains"),
        (position("c1=y1", level="blitz"), "chains"),
        (position("c9=r1 f8=r2", level="blitz"), "banks"),
        (position("c9=r1 f8=r2 e9=y1 g9=y1", level="blitz"), "chains"),
        (position(FORCED), "compulsory"),
        (position("c9=r3 d8=r2 e7=r2", level="blitz").play("e7:1"), "end"),
    ],
)
def test_the_guide_opens_at_the_right_section(state: lt.State, section: str) -> None:
    assert GAME.display.sentences.topic(state) == section
    assert all(f"{{#{section}}}" in GAME.guide_with_ids(lang) for lang in ("en", "fr"))


def test_every_step_is_asked_for() -> None:
    for state in (position(FORCED), position("c3=r1"), position("c3=r1", level="advanced")):
        paths = state.clicks(0).values()
        kinds = {tuple(step.partition("-")[0] for step in path[:n]) for path in paths for n in range(1, len(path))}
        assert {f"ask.{'.'.join(kind)}" for kind in kinds} <= set(GAME.catalog.messages("en"))


def test_measures() -> None:
    state = position("c9=r1 d8=r2 c1=r4 d2=y1 f4=y3", level="blitz")
    counted = {name: (count(state, 0), count(state, 1)) for name, count in GAME.display.measures.MEASURES.items()}
    assert counted == {
        "dice": (3, 2),
        "opposing": (2, 3),
        "across": (1, 0),
        "chain": (2, 0),
        "safe": (2, 0),
        "farthest": (8, 7),
    }
    aside = position("c3=r1 e5=b1", facing="adjacent")
    assert GAME.display.measures.MEASURES["farthest"](aside, 1) == 4
    team = position("c3=r6 d4=y1 e5=b1", 0, 0, 4, teams=True)
    assert GAME.display.measures.MEASURES["opposing"](team, 0) == 1


@pytest.mark.parametrize(("lang", "die", "note"), [("en", "y2", "red 6, yellow 6."), ("fr", "j2", "rouge 6, jaune 6.")])
def test_a_board_in_a_terminal_speaks_the_language(lang: str, die: str, note: str) -> None:
    drawn = GAME.display.diagram.diagram(position("e5=r3 d4=y2", level="blitz"))
    shown = "\n".join("".join(span.shown(lang) for span in row) for row in drawn.rows)
    assert die in shown and drawn.notes[0].text(lang).endswith(note)
    assert "y2" in drawn.plain()


def test_click_paths() -> None:
    state = position("c3=r3 d4=y2", level="blitz")
    paths = state.clicks(0)
    die = paths["c3-b4"][0]
    assert die.startswith("die-red-")
    assert paths["c3xd4"] == (die, "cell-d4")
    assert paths["c3:4"] == (die, "up-c3") and paths["c3:2"] == (die, "down-c3") and paths["c3?"] == (die, "roll-c3")
    assert paths["+a1"] == ("supply-red", "cell-a1")
    assert begun(level="advanced").clicks(0)["+a1=4"] == ("supply-red", "cell-a1", "value-4")
    assert position(FULL_BANK, 0, 0, 4, size=7).clicks(0) == {"pass": ("pass",)}


def test_a_die_keeps_its_id() -> None:
    """Through moves, changes, rolls and captures; a captured one goes back to its own place."""
    state = begun(level="blitz").play("+c1")
    red = next(name for name in ids(state) if name.startswith("die-red-") and is_on(state, name, "c1"))
    for text in ("+c9", "c1-d2", "c9-d8", "d2:2", "d8-e7", "d2?", "=5", "e7-d6", "d2-e3", "d6-e5", "e3-d4"):
        state = state.play(text)
    assert is_on(state, red, "d4")
    before = set(ids(state))
    state = state.play("e5-f6").play("d4-e5").play("f6:2").play("e5xf6")
    assert is_on(state, red, "f6")
    assert set(ids(state)) >= {i for i in before if i.startswith("die-")}


def ids(state: lt.State) -> list[str]:
    return list(state.scene(0).ids())


def is_on(state: lt.State, die: str, cell: str) -> bool:
    label = next(group.label for group in state.scene(0).groups() if group.id == die)
    return label is not None and f"on {cell}," in label


def test_the_picture_marks_what_must_be_done() -> None:
    kinds = [group.kind for group in position(FORCED).scene(0).groups()]
    assert kinds.count("prey") == kinds.count("bound") == 1
    free = [group.kind for group in position("d2=r6 c1=y1 b2=y2 g5=r3").scene(0).groups()]
    assert "prey" not in free and "bound" not in free
    passing = [group.kind for group in position(FULL_BANK, 0, 0, 4, size=7).scene(0).groups()]
    assert "prey" not in passing


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("size", [7, 9, 11, 13])
def test_coordinates_lie_beside_all_cells(size: int, seat: int) -> None:
    groups = list(GAME.new(4, size=size).scene(seat).groups())
    marks = next(group for group in groups if group.layer == "coordinates").children
    assert len(marks) == 2 * size
    for mark in marks:
        assert isinstance(mark, Shape)
        assert max(abs(mark.attributes["x"]), abs(mark.attributes["y"])) > (size + 1) * CELL / 2


def test_partners_have_the_same_sign() -> None:
    teams = list(GAME.new(4, teams=True).scene(0).groups())
    assert sum(group.kind == "team" for group in teams) == 8
    assert not any(group.kind == "team" for group in GAME.new(4).scene(0).groups())
    labels = [group.label for group in teams if group.kind == "supply"]
    assert labels[::2] == [f"{side} supply, the red and yellow team, 10 dice" for side in ("red", "yellow")]
    assert labels[1::2] == [f"{side} supply, the blue and green team, 10 dice" for side in ("blue", "green")]


@pytest.mark.parametrize("seat", range(4))
def test_everyone_sees_their_own_bank_nearest(seat: int) -> None:
    state = position("g1=r1 a7=b1 e11=y1 k5=g1", 0, 0, 4, level="blitz")
    scene = state.scene(seat)
    lowest = max((g for g in scene.groups() if g.kind.startswith("die ") and g.label), key=lambda g: g.y)
    assert lowest.id is not None and state.seat_name(seat) in lowest.id


@pytest.mark.parametrize(
    "damage",
    [
        ("red to act", "green to act"),
        ("red to act", "red rolls c3"),
        ("red to act", "red rolls d4"),
        ("y2", "g2"),
        ("y2", "y7"),
        (" 9  ", " 9 r1"),
        ("in supply: red 6", "in supply: red 5"),
        ("0 made", "00 made"),
        ("0 made", "0 made, red rolls c3"),
    ],
)
def test_damaged_diagrams_are_refused(damage: tuple[str, str]) -> None:
    text = position("e5=r3 d4=y2", level="blitz").diagram()
    assert GAME.read(text).diagram() == text
    with pytest.raises(lt.GameError):
        GAME.read(text.replace(*damage))


def test_a_roll_is_part_of_the_diagram() -> None:
    state = position("e5=r3 d4=y2").play("e5?")
    assert "red rolls e5, 1 made" in state.diagram()
    assert bytes(GAME.read(state.diagram())) == bytes(state)
    with pytest.raises(lt.GameError):
        GAME.read(state.diagram().replace("1 made", "1 made, drawn"))
