"""Puzzles in the terminal: as a person types them, with what is remembered; and mining them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from terminal import newcomer, play

import ludotheque as lt
from ludotheque.core.puzzles import Puzzle, puzzles, read, reply, task, themes_of, why

GAME = next(lt.load(name) for name in lt.games() if puzzles(lt.load(name)))
EVERY = puzzles(GAME)

assert newcomer  # who solves in every test here


def wrong_choice(puzzle: Puzzle) -> str:
    return next(text for text in puzzle.state.choices(puzzle.seat) if text not in puzzle.answers)


def flat(said: str) -> str:
    """Without the ends of lines."""
    return " ".join(said.split())


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_puzzle_is_tried_tried_again_and_solved(lang: str) -> None:
    puzzle = EVERY[0]
    wrong = wrong_choice(puzzle)
    said = flat(play("puzzles", GAME.name, "--lang", lang, typed=["nonsense", wrong, puzzle.answer, "quit"]))
    for sentence in (task(puzzle), reply(puzzle, wrong), reply(puzzle, puzzle.answer)):
        assert flat(sentence.text(lang)) in said
    assert json.loads(Path("data/puzzles.json").read_text()) == {GAME.name: [puzzle.id]}
    again = play("puzzles", GAME.name, "--lang", lang, typed=["quit"])
    assert EVERY[1].id in again and puzzle.id not in again


def test_rows_of_first_tries_are_counted() -> None:
    said = play("puzzles", GAME.name, typed=[EVERY[0].answer, EVERY[1].answer, "quit"])
    assert "2 in a row" in said


def test_the_solution_is_told_and_does_not_count() -> None:
    puzzle = EVERY[2]
    said = flat(play("puzzles", GAME.name, puzzle.id, typed=["hint", "quit"]))
    assert flat(why(puzzle).text("en")) in said and "✓" not in said
    assert not Path("data/puzzles.json").exists()


def test_one_may_ask_for_a_theme_a_grade_or_the_day() -> None:
    theme = themes_of(GAME)[-1]
    first = next(puzzle for puzzle in EVERY if theme in puzzle.themes)
    assert first.id in play("puzzles", GAME.name, "--about", theme, typed=["board", "help", "quit"])
    hard = next(puzzle for puzzle in EVERY if puzzle.grade == EVERY[-1].grade)
    assert hard.id in play("puzzles", GAME.name, "--grade", str(hard.grade), typed=["next", "quit"])
    assert "puzzle" in play("puzzles", GAME.name, "today", typed=["quit"])
    play("puzzles", GAME.name, "--about", "none-such", typed=[], code=2)


def test_mining_writes_a_file_that_names_can_be_given_anew(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    game = lt.load("drivis")
    assert "2 puzzles" in flat(play("mine", game.name, "-n", "2", "--seed", "3", "--out", str(file), typed=[]))
    found = read(game, file)
    assert len(found.puzzles) == 2 and found.seed == 3
    before = file.read_text("utf-8")
    assert "2 puzzles" in flat(play("mine", game.name, "--themes", "--out", str(file), typed=[]))
    assert file.read_text("utf-8") == before
    play("mine", game.name, "--out", str(file), typed=[], code=2)
