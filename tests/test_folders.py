"""What every game's folder holds: sentences, guides, perft tables and golden records."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.core import guide
from ludotheque.core.i18n import LANGUAGES, LIBRARY

every_game = pytest.mark.parametrize("name", lt.games())
PACKAGE = Path(lt.__file__).parent


@every_game
def test_the_house_finds_its_sentences(name: str) -> None:
    game = lt.load(name)
    for lang in LANGUAGES:
        assert game.title(lang) and game.line(lang)
        assert game.author.split()[-1] in game.catalog.say("credit", lang) or game.publisher in game.catalog.say(
            "credit", lang
        )
    for seat in range(max(game.seats)):
        assert f"seat.{seat}" in game.catalog


@every_game
def test_guides_are_alike_in_every_language(name: str) -> None:
    """The same diagrams in the same order, and as many headings."""
    game = lt.load(name)
    positions = {lang: positions_of(guide.parts(game, lang)) for lang in LANGUAGES}
    headings = {lang: game.guide(lang).count("\n#") for lang in LANGUAGES}
    for lang in LANGUAGES:
        assert (game.folder / f"guide.{lang}.md").exists()
        assert positions[lang] == positions[LIBRARY] and len(positions[lang]) >= 3
        assert headings[lang] == headings[LIBRARY] >= 4
        assert game.publisher in game.guide(lang)


@every_game
def test_sections_of_guides_have_ids_the_same_in_every_language(name: str) -> None:
    game = lt.load(name)
    ids = {lang: re.findall(r"^## .*\{#([a-z0-9-]+)\}$", game.guide_with_ids(lang), re.MULTILINE) for lang in LANGUAGES}
    for lang in LANGUAGES:
        assert ids[lang] == ids[LIBRARY] and len(set(ids[lang])) == len(ids[lang])
        assert len(ids[lang]) == game.guide(lang).count("\n## ")
        assert {"aim", "turn", "end"} <= {*ids[lang]}


@every_game
def test_readers_of_guides_do_not_see_ids(name: str) -> None:
    game = lt.load(name)
    for lang in LANGUAGES:
        assert "{#" not in game.guide(lang)
        assert not [part for part in guide.parts(game, lang) if isinstance(part, str) and "{#" in part]


def positions_of(parts: list[str | guide.Diagram]) -> list[bytes]:
    return [bytes(part.state) for part in parts if isinstance(part, guide.Diagram)]


def perft_lines(name: str) -> list[str]:
    lines = (lt.load(name).folder / "tests" / "perft.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize(("name", "line"), [(name, line) for name in lt.games() for line in perft_lines(name)])
def test_perft(name: str, line: str) -> None:
    setup, _, numbers = line.partition(":")
    pairs = dict(word.split("=") for word in setup.split())
    game = lt.load(name)
    start = game.start(int(pairs.pop("seats", game.seats[0])), None, game.parse_options(pairs))
    expected = [int(number) for number in numbers.split()]
    assert [lt.perft(start, depth) for depth in range(1, len(expected) + 1)] == expected


def golden_records() -> list[Path]:
    return sorted((PACKAGE / "games").glob("*/tests/records/*.ludo"))


@pytest.mark.parametrize("path", golden_records(), ids=lambda path: f"{path.parts[-4]}-{path.stem}")
def test_golden_record(path: Path) -> None:
    text = path.read_text("utf-8")
    record = lt.Record.parse(text)
    # A record that is older than an option does not name it.
    named = [line for line in str(record).split("\n") if not line.startswith("option ") or line in text.split("\n")]
    assert "\n".join(named) == text
    assert record.replay().over == (record.result is not None)


@every_game
def test_every_game_has_a_showcase(name: str) -> None:
    showcase = lt.load(name).folder / "tests" / "records" / "showcase.ludo"
    assert lt.Record.parse(showcase.read_text("utf-8")).replay().over
