"""Who has tried which puzzles, and the ratings of both: one row a person and puzzle, written in one transaction."""

from __future__ import annotations

from sqlalchemy import Connection, Executable, Select, bindparam, select

from ..play.ports import PuzzleStanding, PuzzleTry
from ..play.puzzle_rating import START, rated
from .models import puzzle_people, puzzle_ratings, puzzle_tries
from .rows import Found

OF_PERSON = (
    puzzle_people.c.player == bindparam("who"),
    puzzle_people.c.game == bindparam("of"),
)
OF_PUZZLE = (puzzle_ratings.c.game == bindparam("of"), puzzle_ratings.c.puzzle == bindparam("name"))
OF_TRY = (
    puzzle_tries.c.player == bindparam("who"),
    puzzle_tries.c.game == bindparam("of"),
    puzzle_tries.c.puzzle == bindparam("name"),
)
PERSON: Select[tuple[object, ...]] = select(puzzle_people).where(*OF_PERSON)
PUZZLE: Select[tuple[object, ...]] = select(puzzle_ratings).where(*OF_PUZZLE)
TRY: Select[tuple[object, ...]] = select(puzzle_tries).where(*OF_TRY)
TRIED = select(puzzle_tries.c.puzzle, puzzle_tries.c.solved).where(
    puzzle_tries.c.player == bindparam("who"), puzzle_tries.c.game == bindparam("of")
)
SOLVED_NOW = puzzle_tries.update().where(*OF_TRY).values(solved=True)


def standing(person: Found | None, tried: list[Found]) -> PuzzleStanding:
    """How somebody stands, of what was found."""
    solved = frozenset(row.puzzle for row in tried if row.solved)
    names = frozenset(row.puzzle for row in tried)
    if person is None:
        return PuzzleStanding(START, solved=solved, tried=names)
    return PuzzleStanding(person.rating, person.tries, person.streak, person.best, solved, names)


def note(connection: Connection, made: PuzzleTry) -> bool:
    """Keeps a try; whether it was the first of that person at that puzzle, which alone counts for ratings."""
    keys = {"who": made.player, "of": made.game, "name": made.puzzle}
    before = _first(connection, TRY, keys)
    if before is not None:
        if made.passed and not before.solved:
            connection.execute(SOLVED_NOW, keys)
        return False
    row = {"player": made.player, "game": made.game, "puzzle": made.puzzle, "at": made.at}
    connection.execute(puzzle_tries.insert(), row | {"first": made.passed, "solved": made.passed})
    _rate(connection, made, keys)
    return True


def _rate(connection: Connection, made: PuzzleTry, keys: dict[str, str]) -> None:
    person = _first(connection, PERSON.with_for_update(), keys)
    puzzle = _first(connection, PUZZLE.with_for_update(), keys)
    mine, tries = (person.rating, person.tries) if person else (START, 0)
    its, tried = (puzzle.rating, puzzle.tries) if puzzle else (float(made.rating), 0)
    mine, its = rated(mine, tries, its, tried, made.passed)
    streak = (person.streak if person else 0) + 1 if made.passed else 0
    best = max(streak, person.best if person else 0)
    values = {"rating": mine, "tries": tries + 1, "streak": streak, "best": best}
    solved = {"rating": its, "tries": tried + 1, "passed": (puzzle.passed if puzzle else 0) + made.passed}
    if person is None:
        connection.execute(puzzle_people.insert(), {"player": made.player, "game": made.game, **values})
    else:
        connection.execute(puzzle_people.update().where(*OF_PERSON).values(**values), keys)
    if puzzle is None:
        connection.execute(puzzle_ratings.insert(), {"game": made.game, "puzzle": made.puzzle, **solved})
    else:
        connection.execute(puzzle_ratings.update().where(*OF_PUZZLE).values(**solved), keys)


def _first(connection: Connection, statement: Executable, keys: dict[str, str]) -> Found | None:
    return connection.execute(statement, keys).first()
