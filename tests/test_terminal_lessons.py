"""Lessons in the terminal: as a person types them, with what is remembered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import newcomer, play

import ludotheque as lt
from ludotheque.core.lessons import MISSED, Lesson, lessons, progress, solution
from ludotheque.search.steady import answer

GAME = next(lt.load(name) for name in lt.games() if lessons(lt.load(name)))
COURSE = lessons(GAME)
BARE = [name for name in lt.games() if not lessons(lt.load(name))]
HARDER = next(lesson for lesson in COURSE[1:] if lesson.goal.within == 1)
LONGER = next((lesson for lesson in COURSE if lesson.goal.within > 1), None)

assert newcomer  # who learns in every test here


def way_through() -> Iterator[str]:
    for lesson in COURSE:
        yield from solution(lesson, answer) or ()


def done() -> list[str]:
    kept: list[str] = json.loads(Path("data/lessons.json").read_text())[GAME.name]
    return kept


def test_all_lessons_lead_to_the_first_whole_game() -> None:
    said = play("lessons", GAME.name, typed=[*way_through(), "yes", "quit"])
    for lesson in COURSE:
        assert said.count(lesson.sentence("title").text("en")) == 2, "in the list, and above its board"
    assert said.count("✓") == len(COURSE) and done() == [lesson.name for lesson in COURSE]
    assert "the computer, level 1" in said.partition("first whole game")[2]


def test_it_goes_on_where_it_was_left() -> None:
    first = (solution(COURSE[0], answer) or ())[0]
    left = play("lessons", GAME.name, typed=[first, "quit"])
    assert f"lessons {GAME.name}" in left
    again = play("lessons", GAME.name, typed=["quit"])
    assert f" 1 ✓ {COURSE[0].sentence('title').text('en')}" in again
    assert f"Lesson 2 of {len(COURSE)}" in again and "Lesson 1 of" not in again


def choices_of(lesson: Lesson) -> list[str]:
    return progress(lesson, (), answer).state.choices(lesson.seat)


def wrong_choice() -> str:
    texts = choices_of(HARDER)
    return next(text for text in texts if progress(HARDER, (text,), answer).outcome == MISSED)


def test_a_wrong_try_gets_a_kind_answer_and_help_is_offered_after_two() -> None:
    wrong, right = wrong_choice(), (solution(HARDER, answer) or ())[0]
    said = play("lessons", GAME.name, HARDER.name, typed=[wrong, wrong, "hint", right, "quit"])
    kind = HARDER.sentence("wrong").text("en").split(".")[0]
    assert said.count(kind) == 2
    assert said.index("“hint” shows you a way") > said.rindex(kind)
    assert f"One way: {right}" in said and done() == [HARDER.name]


def test_choices_are_taken_back() -> None:
    if LONGER is None:
        pytest.skip("no lesson has several choices")
    way = solution(LONGER, answer) or ()
    other = next(text for text in choices_of(LONGER) if text != way[0])
    said = play("lessons", GAME.name, LONGER.name, typed=[other, "undo", *way, "no"])
    assert "left." in said and done() == [LONGER.name]
    helped = play("lessons", GAME.name, LONGER.name, typed=[other, "hint", way[0], "hint", *way[1:], "no"])
    assert "From the beginning:" in helped and helped.count("One way:") == 2


def test_one_goes_back_and_forth_freely() -> None:
    said = play("lessons", GAME.name, typed=["previous", "next", "PRÉCÉDENTE", "next", "next", "quit"])
    heads = [line.split()[1] for line in said.splitlines() if line.strip().startswith("Lesson ")]
    assert heads == ["1", "2", "1", "2", "3"]


def test_everything_else_that_can_be_typed(tmp_path: Path) -> None:
    typed = ["help", "board", "rules", "nonsense", choices_of(COURSE[0])[0][:1], "", "quit"]
    said = play("lessons", GAME.name, typed=typed)
    assert "show a way to do it" in said and GAME.guide("en").splitlines()[0].strip("# ") in said
    with pytest.raises(lt.GameError) as refused:
        progress(COURSE[0], ("nonsense",), answer)
    assert str(refused.value)[:40] in said


def test_french(tmp_path: Path) -> None:
    first = (solution(COURSE[0], answer) or ())[0]
    said = play("lessons", GAME.name, "--lang", "fr", typed=["conseil", first, "quitter"])
    assert COURSE[0].sentence("done").text("fr").split(",")[0][:40] in said and "Une façon de faire" in said


def test_the_menu_offers_lessons_first() -> None:
    number = str(lt.games().index(GAME.name) + 1)
    said = play("menu", typed=[number, "1", "quit", str(5 + (1 in GAME.seats)), "q"])
    assert "1   Never played? Learn it in five minutes" in said and "Lesson 1 of" in said


def test_what_cannot_be_remembered_stops_no_lesson() -> None:
    Path("data").write_text("no folder")
    first = (solution(COURSE[0], answer) or ())[0]
    said = play("lessons", GAME.name, typed=[first, "quit"])
    assert "cannot be remembered" in said and "Lesson 2 of" in said


@pytest.mark.parametrize("damaged", ["{", "[1]", '{"a": 3}'])
def test_a_damaged_file_is_as_none(damaged: str) -> None:
    Path("data").mkdir()
    Path("data/lessons.json").write_text(damaged)
    assert "Lesson 1 of" in play("lessons", GAME.name, typed=["quit"])


def test_unknown_lessons_are_refused() -> None:
    play("lessons", GAME.name, "nothing", typed=[], code=2)
    for name in BARE[:1]:
        play("lessons", name, typed=[], code=2)
