"""Tries at puzzles, on every kind of database: first tries count for ratings and rows, later ones only as solved."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from ludotheque.play.ports import PuzzleStanding, PuzzleTry, Store
from ludotheque.play.puzzle_rating import LEAST, MOST, START, expected, rated
from ludotheque.store.connect import connect


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    opened = connect(where)
    yield opened
    opened.close()


def made(puzzle: str, passed: bool, player: str = "ada", game: str = "go") -> PuzzleTry:
    return PuzzleTry(player, game, puzzle, passed, 1200, 5)


def test_somebody_new_has_solved_nothing(store: Store) -> None:
    assert store.puzzle_standing("ada", "go") == PuzzleStanding(START)
    assert store.puzzle_rating("go", "p") is None


def test_a_first_try_counts_and_a_second_does_not(store: Store) -> None:
    assert store.note_puzzle(made("p", False))
    low = store.puzzle_standing("ada", "go")
    assert low.rating < START and low.tries == 1 and low.streak == 0 and low.tried == {"p"} and not low.solved
    assert not store.note_puzzle(made("p", True))
    assert not store.note_puzzle(made("p", False))
    again = store.puzzle_standing("ada", "go")
    assert again.rating == low.rating and again.solved == {"p"} and again.tries == 1
    assert store.puzzle_standing("ada", "chess") == store.puzzle_standing("ben", "go") == PuzzleStanding(START)


def test_rows_grow_and_break(store: Store) -> None:
    for puzzle, passed in (("a", True), ("b", True), ("c", False), ("d", True)):
        store.note_puzzle(made(puzzle, passed))
    standing = store.puzzle_standing("ada", "go")
    assert (standing.streak, standing.best, standing.tries) == (1, 2, 4)
    assert standing.solved == {"a", "b", "d"}


def test_people_rate_puzzles(store: Store) -> None:
    for number in range(5):
        store.note_puzzle(made("hard", False, f"player {number}"))
        store.note_puzzle(made("easy", True, f"player {number}"))
    easy, hard = store.puzzle_rating("go", "easy"), store.puzzle_rating("go", "hard")
    assert easy is not None and hard is not None and easy < 1200 < hard


def test_many_at_the_same_moment(store: Store) -> None:
    """Each of them counts once, and the puzzle has met all of them."""
    tries = [made("p", number % 2 == 0, f"player {number}") for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(store.note_puzzle, tries))
        assert not any(pool.map(store.note_puzzle, tries))
    standings = [store.puzzle_standing(each.player, "go") for each in tries]
    assert [standing.tries for standing in standings] == [1] * 8


def test_ratings_go_up_and_down_by_what_was_expected() -> None:
    assert expected(1200, 1200) == 0.5 and expected(1600, 1200) > 0.9
    person, puzzle = rated(1200, 0, 1200, 0, True)
    assert person > 1200 > puzzle
    late, _ = rated(1200, 100, 1200, 100, True)
    assert person > late > 1200, "who has tried many moves less"
    weak, strong = rated(1200, 0, 2000, 0, False)[0], rated(1200, 0, 600, 0, False)[0]
    assert weak > strong, "missing an easy one costs more"
    assert rated(LEAST, 0, LEAST, 0, False)[0] == LEAST and rated(MOST, 0, MOST, 0, True)[0] == MOST
