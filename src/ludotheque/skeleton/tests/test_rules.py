"""The rules of Skeleton, sentence by sentence: each test fails if its sentence is not true."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.skeleton import GAME

CELLS = {f"{column}{row}" for row in "123" for column in "abc"}


def played(events: str, **options: object) -> lt.State:
    """The game after these events; each is written as people do."""
    state = GAME.start(2, None, options)
    for text in events.split():
        state = state.play(text)
    return state


def position(rows: str, stands: str, **options: object) -> lt.State:
    """A position drawn as text, from row 3 down: ``x.o ... ...``."""
    drawn = [f"{3 - at}  {' '.join(row)}" for at, row in enumerate(rows.split())]
    return GAME.read("\n".join([*drawn, "   a b c", stands, GAME.write_options(*GAME.settle(2, options))]))


# A turn


def test_cross_begins_on_an_empty_board_and_sides_take_turns() -> None:
    state = GAME.new()
    assert state.actors == (0,) and set(state.choices()) == CELLS
    assert [played(events).actors for events in ("a1", "a1 b2", "a1 b2 c3")] == [(1,), (0,), (1,)]


def test_a_taken_cell_cannot_be_marked() -> None:
    state = played("b2 a3")
    assert set(state.choices()) == CELLS - {"b2", "a3"}
    for cell in ("b2", "a3"):
        with pytest.raises(lt.IllegalEvent, match=f"{cell} is taken"):
            state.play(cell)


def test_a_draw_may_decide_who_begins() -> None:
    state = GAME.new(begins="drawn")
    assert state.outcomes() == {"cross": 1, "ring": 1}
    assert played("cross", begins="drawn").actors == (0,)
    assert played("ring b2", begins="drawn").actors == (0,)


# The end


@pytest.mark.parametrize(
    ("rows", "missing"), [("xx. .oo ...", "c3"), ("x.. xoo ...", "a1"), ("xo. .xo ...", "c1"), (".ox .xo ...", "a1")]
)
def test_three_in_a_row_win(rows: str, missing: str) -> None:
    """A line, a column and both diagonals: only the cell that is missing wins."""
    state = position(rows, "cross to act")
    assert [cell for cell in state.choices() if state.play(cell).result == (1, -1)] == [missing]


def test_three_in_a_row_lose_if_the_players_want_it() -> None:
    assert played("a1 b2 b1 a3 c1", three="loses").result == (-1, 1)


def test_a_full_board_is_a_draw() -> None:
    state = played("a1 b2 c3 b1 b3 a3 c1 c2 a2")
    assert state.over and state.result == (0, 0)


def test_the_last_cell_can_still_win() -> None:
    assert played("b2 a1 c3 b1 c1 c2 a2 b3 a3").result == (1, -1)


def test_the_cap_ends_the_game_in_a_draw() -> None:
    assert played("a1 b2 c3", max_choices=3).result == (0, 0)


# Diagrams


def test_a_diagram_must_say_what_the_marks_show() -> None:
    for stands in ("cross to act", "ring won", "drawn"):
        with pytest.raises(lt.GameError, match="as the marks show"):
            position("xxx oo. ...", stands)
    assert position("xxx oo. ...", "cross won").over
