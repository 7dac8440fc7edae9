"""What the game says of itself: topics, endings, marks of what has won, what lessons count, and a board in letters."""

from __future__ import annotations

import re

import pytest

import ludotheque as lt
from ludotheque.games.riviere.measures import MEASURES
from ludotheque.games.riviere.tests.positions import GAME, position
from ludotheque.terminal.picture import board

LAST = ". .:R .\n. . .\n. . .\n. .:Y .\n. . .\n. . ."
WON = position(LAST, arrived="RRBBBGG").play("b6-off")
CAPPED = position(". . .\n. . .\n. . .\nr .:R .\nr . .\n. . .", max_choices=11).play("done")


@pytest.mark.parametrize(
    ("state", "topic"),
    [
        (GAME.new(), "board"),
        (position(". . .\n. . .\n. r .\n. .:R .\n. . .\n. . ."), "journeys"),
        (position(". . .\n. . .\n. r:G .\n. .:R .\n. . .\n. . ."), "climb"),
        (position(". . .\n. . .\n. . .\nr .:R .\nr . .\n. . ."), "duty"),
        (position(". . .\n. . .\n. . .\n. .:R .\n. . .\n. . .", phase="push"), "push"),
        (position(". . .\n. . .\n. . .\n. .:R .\n. . .\n. . .", phase="push").play("a^"), "memory"),
        (WON, "end"),
    ],
)
def test_the_guide_opens_where_it_fits(state: lt.State, topic: str) -> None:
    assert GAME.display.sentences.topic(state) == topic


def test_both_guides_have_the_same_sections() -> None:
    found = [re.findall(r"^##+ .*\{#([a-z]+)\}$", GAME.guide_with_ids(lang), re.MULTILINE) for lang in ("en", "fr")]
    assert found[0] == found[1]
    assert {"aim", "board", "turn", "journeys", "climb", "duty", "push", "memory", "end"} <= {*found[0]}
    headings = re.findall(r"^##+ .*$", GAME.guide("fr"), re.MULTILINE)
    assert len(headings) == len(found[1]) == len({*found[1]})


def test_the_guides_tell_that_computers_remember() -> None:
    assert "remembers\nevery tile that it has seen" in GAME.guide("en")
    assert "toutes les plaquettes qu'il a vues" in GAME.guide("fr").replace("’", "'")


def test_endings() -> None:
    assert GAME.display.sentences.ending(WON).text("en") == (
        "The sixth pawn of red and blue is on the far side. Of the pawns of green and yellow, 2 of 6 have arrived."
    )
    assert "11" in GAME.display.sentences.ending(CAPPED).text("fr")


def test_what_has_won_is_marked() -> None:
    """Six pawns have a star and say so; nobody has one in a draw."""
    assert WON.svg().count("pawn that has arrived, of the winner") == 6
    assert "of the winner" not in CAPPED.svg()


def test_measures() -> None:
    """As each seat counts: stuck pawns are those directly under one's own."""
    state = position(". .:R .\n. . .\n. .:GR .\n. . .\n. .:Y .\n. .:BY .", arrived="RGG")
    counted = {name: [measure(state, seat) for seat in (0, 1)] for name, measure in MEASURES.items()}
    assert counted == {
        "arrived": [1, 2],
        "at_home": [2, 1],
        "rows": [7 + 6 + 4 + 1, 14 + 3 + 5 + 6],
        "blocking": [1, 1],
    }


def test_a_board_in_letters_speaks_the_language_of_its_reader() -> None:
    """The words of the format are for machines; letters of tiles and pawns are the same for all."""
    shown = board(position(LAST, arrived="RRBBBGG", banned="b", memory=False), "dark", "fr").plain
    assert "départ" in shown and "arrivés" in shown and "plaquette restante" in shown and "sac" in shown
    assert not re.search(r"\b(home|arrived|spare|bag|not|seat)\b", shown)


def test_no_code_is_shown_in_place_of_words() -> None:
    state = position(". . .\n. . .\n. r .\n. .:R .\n. . .\n. b .")
    assert state.status("fr").endswith(" le pion rouge en b3 et un pion bleu au départ.")
    three = position(". . .\n. . .\n. r .\n. .:R .\n. . .\n. o .").status("en")
    assert three.endswith(" a red pawn at home, the red pawn on b3 and a blue pawn at home.")
