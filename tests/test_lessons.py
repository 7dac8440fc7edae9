"""Lessons: the files of every game, and what a person's choices in them lead to."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.core import lessons as core
from ludotheque.core.game import RULES, SEARCH
from ludotheque.core.i18n import LANGUAGES
from ludotheque.core.lessons import MISSED, OPEN, PARTS, REACHED, Lesson, Progress, lessons, progress, solution
from ludotheque.search.steady import answer

EVERY = [lesson for name in lt.games() for lesson in lessons(lt.load(name))]
MOST_DECISIONS = 6
# Whoever learns a game need not know how it is made.
TALK = re.compile(
    r"[`_{}<>]|\b(seat \d|siège \d|event|événement|option|state|état|measure|mesure|click|clic|id|code|true|false)\b",
    re.IGNORECASE,
)

every_lesson = pytest.mark.parametrize("lesson", EVERY, ids=lambda lesson: f"{lesson.game.name}-{lesson.name}")
GAME = lt.load("drivis")


def first_choices(lesson: Lesson) -> list[str]:
    return progress(lesson, (), answer).state.choices(lesson.seat)


# Every lesson of every game


@every_lesson
def test_a_lesson_is_open_at_the_start(lesson: Lesson) -> None:
    start = progress(lesson, (), answer)
    assert start.outcome == OPEN and lesson.seat in start.state.actors
    assert 1 <= start.left == lesson.goal.within


@every_lesson
def test_a_lesson_can_be_solved(lesson: Lesson) -> None:
    found = solution(lesson, answer)
    assert found is not None and len(found) <= lesson.goal.within
    assert progress(lesson, found, answer).outcome == REACHED
    assert 1 <= decisions(lesson, found) <= MOST_DECISIONS


def decisions(lesson: Lesson, choices: core.Choices) -> int:
    """How many of these choices are to be thought about: a whole turn may take many touches, most of them the only
    ones that can be."""
    ways = [progress(lesson, choices[:at], answer).state for at in range(len(choices))]
    return sum(len(state.choices(lesson.seat)) > 1 for state in ways)


@every_lesson
def test_not_every_choice_solves_it(lesson: Lesson) -> None:
    """Except at the first touch, where any choice of some kind will do."""
    if lesson is lessons(lesson.game)[0] and lesson.goal.within == 1:
        return
    assert can_be_missed(progress(lesson, (), answer))


def can_be_missed(at: Progress) -> bool:
    """What leads nowhere is tried first."""
    if at.outcome != OPEN:
        return at.outcome == MISSED
    ways = [at.choose(text) for text in at.state.choices(at.lesson.seat)]
    return any(map(can_be_missed, sorted(ways, key=lambda way: -way.lack)))


@every_lesson
def test_a_lesson_speaks_to_people(lesson: Lesson) -> None:
    for lang in LANGUAGES:
        said = {part: lesson.sentence(part).text(lang) for part in PARTS}
        assert len(set(said.values())) == len(PARTS)
        for part, text in said.items():
            assert not TALK.search(text), text
            assert text[0].isupper() or not text[0].isalpha(), text
            assert text[-1] not in ".:" if part == "title" else text[-1] in ".!?…", text
        assert len(said["task"]) < 160 and len(said["title"]) < 50


@every_lesson
def test_scripted_answers_are_given(lesson: Lesson) -> None:
    """Each of them is legal after some choices: otherwise it would be there in vain."""
    unused, seen, todo = {*lesson.replies, *lesson.draws}, set(), [progress(lesson, (), answer)]
    while todo and unused:
        at = todo.pop(0)
        unused -= unused - {*at.replies, *at.draws}
        key = (bytes(at.state), at.replies, at.draws)
        if at.outcome == OPEN and key not in seen:
            seen.add(key)
            todo += [at.choose(text) for text in at.state.choices(lesson.seat)]
    assert not unused


@pytest.mark.parametrize("name", lt.games())
def test_lessons_come_in_order(name: str) -> None:
    game = lt.load(name)
    assert core.names(game) == [lesson.name for lesson in lessons(game)]
    numbers = [int(path.name[:2]) for path in core._files(game)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(set(core.names(game))) == len(numbers)


@pytest.mark.parametrize("name", lt.games())
def test_answers_do_not_depend_on_what_is_compiled(name: str) -> None:
    """The same opponent every time, and before anything is compiled; it has most to say in the last lesson."""
    lesson = [each for each in EVERY if each.game.name == name][-1]
    game = lesson.game
    some = first_choices(lesson)[:3]
    compiled = [progress(lesson, (text,), answer).state for text in some]
    game.interpreted = frozenset({RULES, SEARCH})
    try:
        assert [progress(lesson, (text,), answer).state for text in some] == compiled
    finally:
        game.interpreted = frozenset()


# A person's way


def lesson_of(folder: Path, header: str, body: str = "", name: str = "01-test.ludo") -> Lesson:
    """A lesson as a file of a game whose folder is another one."""
    (folder / "lessons").mkdir(parents=True, exist_ok=True)
    (folder / "lessons" / name).write_text(f"ludo 1\ngame drivis\nedition 1\n{header}\n\n{body}", "utf-8")
    game = GAME.twin()
    game.__dict__["folder"] = folder
    (found,) = lessons(game)
    return found


def never(state: lt.State, seat: int) -> str:
    raise AssertionError("the answer is written in the lesson")


def test_a_goal_is_reached_by_any_way_and_missed_by_the_others(tmp_path: Path) -> None:
    lesson = lesson_of(tmp_path, "goal plates + 2 in 1")
    reached = {text for text in first_choices(lesson) if progress(lesson, (text,), answer).outcome == REACHED}
    turned = {t for t in GAME.new().choices() if GAME.display.measures.MEASURES["plates"](GAME.new().play(t), 0) > 7}
    assert reached == turned and 1 < len(reached) < len(first_choices(lesson))


@pytest.mark.parametrize(
    ("goal", "choice", "outcome"),
    [
        ("plates >= 8 in 1", "c8-c3", REACHED),
        ("plates >= 9 in 1", "c8-c3", MISSED),
        ("plates <= 7 in 1", "c8-d8", REACHED),
        ("plates <= 6 in 1", "c8-d8", MISSED),
        ("plates = 8 in 1", "c8-c3", REACHED),
        ("plates = 7 in 1", "c8-c3", MISSED),
        ("play c8-* h1-* in 1", "c8-c3", REACHED),
        ("play a1-* h?-* in 1", "c8-c3", MISSED),
        ("play a1-* in 2", "c8-c3", OPEN),
        ("win in 1", "c8-c3", MISSED),
    ],
)
def test_every_kind_of_goal(goal: str, choice: str, outcome: str, tmp_path: Path) -> None:
    at = progress(lesson_of(tmp_path, f"goal {goal}"), (choice,), answer)
    assert at.outcome == outcome
    assert at.left == int(goal[-1]) - 1


def test_a_goal_that_is_reached_needs_no_answer(tmp_path: Path) -> None:
    at = progress(lesson_of(tmp_path, "goal play c8-* in 2"), ("c8-c3",), never)
    assert at.outcome == REACHED and len(at.states) == 2
    with pytest.raises(lt.GameError, match="over"):
        at.choose("a6-a5")


def test_what_others_do_reaches_no_goal_but_the_end(tmp_path: Path) -> None:
    """Blue has eight plates after its slide and seven after yellow's, which is not what was asked for."""
    at = progress(lesson_of(tmp_path, "goal plates = 7 in 1\nreply h6-h5"), ("c8-c3",), never)
    assert at.lack == 0 and at.outcome == MISSED


def test_scripted_replies_come_in_order_where_they_are_legal(tmp_path: Path) -> None:
    lesson = lesson_of(tmp_path, "goal plates >= 12 in 3\nreply b2-*\nreply a8-*\nreply h6-h?")
    at = progress(lesson, ("c8-c3",), never)
    assert at.state.last is not None and at.state.last[1].startswith("a8-")
    assert at.replies == ("b2-*", "h6-h?")
    again = progress(lesson, ("c8-c3", "a6-a8"), never)
    assert again.state.last is not None and again.state.last[1].startswith("h6-h")
    assert again.outcome == OPEN and again.left == 1


def test_a_new_turn_that_begins_with_a_draw_is_too_late() -> None:
    """Whoever skips what the lesson is about need not play on before that is said, unless the draws belong to it."""
    lesson = next(each for each in EVERY if "skip" in first_choices(each) and each.goal.within > 1)
    late = progress(lesson, ["skip"], answer)
    assert late.state.last and late.state.last[0] < 0 and late.left > 0
    assert late.outcome == MISSED
    assert progress(replace(lesson, draws=("nothing-like-this",)), ["skip"], answer).outcome == OPEN


def test_what_is_not_allowed_is_refused(tmp_path: Path) -> None:
    lesson = lesson_of(tmp_path, "goal win in 2")
    with pytest.raises(lt.IllegalEvent, match="as far as it can"):
        progress(lesson, ("c8-h8",), answer)


def test_the_other_side_may_begin(tmp_path: Path) -> None:
    lesson = lesson_of(tmp_path, "goal plates + 1 in 1\nfor 1\nreply c8-c3")
    start = progress(lesson, (), never)
    assert start.state.last == (0, "c8-c3") and lesson.seat == 1 and start.outcome == OPEN
    assert start.lack == 1, "what is more than at the start is counted from the first choice"


def test_a_lesson_may_begin_after_events(tmp_path: Path) -> None:
    lesson = lesson_of(tmp_path, "goal win in 1", "0 c8-c3\n")
    assert lesson.seat == 1 and lesson.start.last == (0, "c8-c3")


def with_chance() -> Lesson:
    """A lesson in a game with dice: draws are written, or always the same."""
    name = next(name for name in lt.games() if lt.load(name).num_outcomes)
    game = lt.load(name)
    state = game.new()
    return Lesson(game, "dice", core.Goal(3, lambda first, now: 1), 0, state)


def test_chance_shows_the_same_at_every_try() -> None:
    lesson = with_chance()
    start = progress(lesson, (), answer)
    text = start.state.choices(lesson.seat)[0]
    assert start.choose(text).states == progress(lesson, (text,), answer).states
    drawn = [after.last[1] for _, after in pairwise(start.states) if after.last and after.last[0] < 0]
    assert drawn, "chance begins in this game"
    other = sorted(lesson.start.outcomes(), key=lambda outcome: outcome == drawn[0])[0]
    scripted = progress(replace(lesson, draws=("nothing-like-this", other)), (), answer)
    assert scripted.states[1].last == (-1, other) and scripted.draws == ("nothing-like-this",)


# Wrong files


@pytest.mark.parametrize(
    ("header", "line", "reason"),
    [
        ("option lone not", 1, "header “goal” is missing"),
        ("goal", 4, "has no value"),
        ("goal win", 4, "A goal is written"),
        ("goal win in 0", 4, "A goal is written"),
        ("goal win in 12", 4, "A goal is written"),
        ("goal plates > 3 in 1", 4, "A goal is written"),
        ("goal play in 1", 4, "A goal is written"),
        ("goal floes >= 3 in 1", 4, "does not measure “floes”, but: .*plates"),
        ("goal win in 1\ngoal win in 2", 5, "appears twice"),
        ("goal win in 1\nfor 2", 5, "the seats are 0, 1"),
        ("goal win in 1\nfor blue", 5, "the seats are 0, 1"),
        ("goal win in 1\nhint look", 5, "no header “hint”, but: goal, for, reply, draw"),
        ("option lone maybe\ngoal win in 1", 4, "takes one of"),
    ],
)
def test_a_wrong_header_is_named_with_file_and_line(header: str, line: int, reason: str, tmp_path: Path) -> None:
    with pytest.raises(core.LessonError, match=f"01-test.ludo, line {line}: .*{reason}"):
        lesson_of(tmp_path, header)


def test_wrong_events_files_and_games_are_named_too(tmp_path: Path) -> None:
    with pytest.raises(core.LessonError, match=r"01-test.ludo, line 6: .*as far as it can"):
        lesson_of(tmp_path, "goal win in 1", "0 c8-h8\n")
    with pytest.raises(core.LessonError, match=r"first.ludo, line 1: .*called like this"):
        lesson_of(tmp_path / "other", "goal win in 1", name="first.ludo")


def test_a_lesson_belongs_to_its_game(tmp_path: Path) -> None:
    other = next(lt.load(name) for name in lt.games() if name != "drivis").twin()
    lesson_of(tmp_path, "goal win in 1")
    other.__dict__["folder"] = tmp_path
    with pytest.raises(core.LessonError, match="line 2: This is not a lesson of"):
        lessons(other)


def test_nobody_wins_alone(tmp_path: Path) -> None:
    name, game = next((name, lt.load(name)) for name in lt.games() if 1 in lt.load(name).seats)
    twin = game.twin()
    twin.__dict__["folder"] = tmp_path
    (tmp_path / "lessons").mkdir()
    text = f"ludo 1\ngame {name}\nedition {game.edition}\nseat 0\ngoal win in 1\nfor 0\n\n"
    (tmp_path / "lessons" / "01-alone.ludo").write_text(text)
    with pytest.raises(core.LessonError, match=r"line 5: .*not alone"):
        lessons(twin)


def test_lessons_are_found_by_name() -> None:
    lesson = EVERY[0]
    assert core.find(lesson.game, lesson.name) is lesson
    with pytest.raises(lt.GameError, match=f"no lesson “nothing”.*{lesson.name}"):
        core.find(lesson.game, "nothing")
