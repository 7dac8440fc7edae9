"""``ludotheque report`` in both languages, and as JSON."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.cli import main
from ludotheque.search.reports import quality


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A short game, and a judge in a hurry."""
    monkeypatch.setitem(quality.QUALITIES, "quick", quality.Quality("quick", 0.001, 0.001, 0.001, 0.0))
    rng, state = random.Random(5), lt.load("drivis").new(names=["Alice", "Bob"])
    while not state.over:
        state = state.play(rng.choice(state.choices()))
    path = tmp_path / "evening.ludo"
    path.write_text(str(state.record), "utf-8")
    return path


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", ("Alice", "no luck", "expected", "Better")), ("fr", ("Alice", "hasard", "attendu", "Mieux"))],
)
def test_a_report(record: Path, lang: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(record), "--quality", "quick", "--lang", lang]) == 0
    told = capsys.readouterr().out
    assert all(word in told for word in words), told
    assert "a b c d e f g h i" in told  # small boards
    assert ("," if lang == "fr" else ".") in next(line for line in told.splitlines() if "±" in line)


def test_for_programs(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(record), "--quality", "quick", "--seed", "3", "--json"]) == 0
    report = lt.Report.from_json(capsys.readouterr().out)
    assert report.seed == 3 and report.record.names == ("Alice", "Bob")
    assert report == lt.report(lt.Record.parse(record.read_text("utf-8")), 3, quality="quick")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_help_has_examples(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["report", "--help", "--lang", lang])
    assert "ludotheque report" in (told := capsys.readouterr().out) and "--json" in told and "--quality" in told


def test_a_bad_quality_is_refused(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(record), "--quality", "perfect"]) == 2
    assert "thorough" in capsys.readouterr().err
