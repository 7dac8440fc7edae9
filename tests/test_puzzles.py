"""Puzzles: the files of every game, what is proven about them, and what is told to a try."""

from __future__ import annotations

import datetime
import random
import re
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.core import puzzles as core
from ludotheque.core.i18n import LANGUAGES
from ludotheque.core.puzzles import BEST, WIN, Collection, Puzzle, PuzzleError, puzzles, read
from ludotheque.search.mining.generator import has_draws, positions
from ludotheque.search.mining.identity import key_of
from ludotheque.search.mining.judge import ERRORS, LEAST_BY_PLANS, LEAST_MARGIN, judge
from ludotheque.search.mining.miner import Mine
from ludotheque.search.mining.proof import Proof, holds, prove
from ludotheque.search.mining.rollouts import Comparison, compare, same_draw
from ludotheque.skeleton import GAME as SKELETON

GAMES = [name for name in lt.games() if puzzles(lt.load(name))]
EVERY = {name: puzzles(lt.load(name)) for name in GAMES}
PROVEN = [puzzle for every in EVERY.values() for puzzle in every if puzzle.kind != BEST]
SHORT = [puzzle for puzzle in PROVEN if puzzle.turns <= 4]
LEAST = 150
ENOUGH = 50_000_000
every_game = pytest.mark.parametrize("name", GAMES)
GAME = lt.load(GAMES[0])


def proof_of(puzzle: Puzzle) -> Proof:
    return Proof(puzzle.kind, puzzle.state.action(puzzle.answer, puzzle.seat), puzzle.turns)


# Every puzzle of every game


def test_every_game_has_puzzles() -> None:
    assert lt.games() == GAMES
    assert {name: len(every) for name, every in EVERY.items() if len(every) < LEAST} == {}


@every_game
def test_the_files_say_what_they_hold(name: str) -> None:
    game = lt.load(name)
    for path in core.files(game):
        known = read(game, path)
        told = [core._compact(line) for line in known._lines()]
        assert path.read_text("utf-8").splitlines() == told, "written as `ludotheque mine` writes it"
        options = {key: value for key, value in known.options.items() if key != "seats"}
        for puzzle in known.puzzles:
            assert options.items() <= dict(puzzle.state.options).items()


@every_game
def test_answers_are_legal_and_not_the_only_choice(name: str) -> None:
    for puzzle in EVERY[name]:
        state, texts = puzzle.state, puzzle.state.choices(puzzle.seat)
        assert state.diagram() == puzzle.position and puzzle.seat in state.actors
        assert {*puzzle.answers} <= {*texts} and len(puzzle.answers) < len(texts) and len(texts) > 2
        assert puzzle.line[0] == (puzzle.seat, puzzle.answer)
        assert all(puzzle.follow(line) for line in (puzzle.line, puzzle.trap))
        assert not puzzle.trap or puzzle.trap[0][1] not in puzzle.answers


@every_game
def test_none_comes_twice(name: str) -> None:
    """Nor turned or mirrored, where the game knows what that is."""
    assert not [key for key, n in Counter(key_of(puzzle.state) for puzzle in EVERY[name]).items() if n > 1]
    assert len({puzzle.id for puzzle in EVERY[name]}) == len(EVERY[name])


@every_game
def test_nothing_has_to_be_remembered(name: str) -> None:
    memory = lt.load(name).display.memory
    assert not any(memory.is_played_from(puzzle.state) for puzzle in EVERY[name])


@every_game
def test_themes_and_difficulties_are_told_in_words(name: str) -> None:
    game = lt.load(name)
    for lang in LANGUAGES:
        words = [core.theme_sentence(game, theme).text(lang) for theme in core.themes_of(game)]
        assert len(set(words)) == len(words) and all(words)
        for puzzle in islice(EVERY[name], 0, None, 7):
            other = next(text for text in puzzle.state.choices(puzzle.seat) if text not in puzzle.answers)
            said = [core.task(puzzle), core.why(puzzle), core.reply(puzzle, puzzle.answer), core.reply(puzzle, other)]
            assert len({sentence.text(lang) for sentence in said}) == len(said)
    assert len({puzzle.grade for puzzle in EVERY[name]}) >= 2, "not all are alike"
    assert all(puzzle.themes[0] in core.AIMS for puzzle in EVERY[name])


@every_game
def test_where_chance_plays_a_part_the_margin_is_large_against_its_error(name: str) -> None:
    for puzzle in EVERY[name]:
        if puzzle.kind == BEST:
            assert puzzle.margin >= (LEAST_MARGIN if puzzle.state.seats > 1 else 20 * LEAST_BY_PLANS) - 1e-9
            assert puzzle.error * (ERRORS - 1) <= puzzle.margin
        else:
            assert puzzle.turns > 0 and puzzle.margin == 0


def test_where_nothing_is_drawn_everything_is_proven() -> None:
    for every in EVERY.values():
        by_options = {tuple(puzzle.state.options.items()): puzzle for puzzle in every if puzzle.kind == BEST}
        for puzzle in by_options.values():
            assert has_draws(puzzle.game, puzzle.state.seats, puzzle.state.options)


def test_short_proofs_hold() -> None:
    """Every turn is looked through again. Longer proofs are left to `make long`."""
    assert len(SHORT) > 50
    wrong = [puzzle.id for puzzle in SHORT if not holds(puzzle.state, puzzle.seat, proof_of(puzzle), 0, ENOUGH)]
    assert not wrong


@pytest.mark.long
def test_all_proofs_hold() -> None:
    """And no other choice wins a turn later either."""
    wrong = [puzzle.id for puzzle in PROVEN if not holds(puzzle.state, puzzle.seat, proof_of(puzzle), 1, ENOUGH)]
    assert not wrong


@pytest.mark.long
@every_game
def test_an_independent_longer_search_agrees(name: str) -> None:
    from bench.puzzles import keeps_answer

    wrong = [puzzle.id for puzzle in EVERY[name] if not keeps_answer(puzzle)]
    assert len(wrong) <= 0.02 * len(EVERY[name]), wrong


def test_a_wrong_answer_has_no_proof() -> None:
    """The check can fail: of a puzzle with another answer it does."""
    for puzzle in SHORT[:: max(1, len(SHORT) // 10)]:
        other = next(text for text in puzzle.state.choices(puzzle.seat) if text != puzzle.answer)
        assert not holds(puzzle.state, puzzle.seat, proof_of(replace(puzzle, answer=other)), 0, ENOUGH)


def test_forced_lines_lead_to_the_win() -> None:
    for puzzle in PROVEN:
        if puzzle.kind == WIN:
            last = puzzle.follow(puzzle.line)[-1]
            assert last.result is not None and last.result[puzzle.seat] == 1.0, puzzle.id
        elif len(puzzle.trap) > 1:
            last = puzzle.follow(puzzle.trap)[-1]
            assert last.result is None or last.result[puzzle.seat] == -1.0, puzzle.id


# Choosing among them


@every_game
def test_the_puzzle_of_the_day_is_the_same_for_all_and_none_repeats_too_soon(name: str) -> None:
    game = lt.load(name)
    n = len(puzzles(game))
    first = datetime.date.fromordinal(n * (datetime.date(2030, 1, 1).toordinal() // n))
    days = [core.of_the_day(game, first + datetime.timedelta(day)).id for day in range(n)]
    assert len(set(days)) == n
    assert core.of_the_day(game, first).id == days[0]


def test_puzzles_are_selected_and_follow_one_another() -> None:
    every = puzzles(GAME)
    theme = core.themes_of(GAME)[0]
    assert all(theme in puzzle.themes for puzzle in core.select(GAME, theme))
    assert {puzzle.grade for puzzle in core.select(GAME, None, every[0].grade)} == {every[0].grade}
    assert core.following(every, every[0].id) is every[1]
    assert core.following(every, every[0].id, [every[1].id]) is every[2]
    assert core.following(every, every[-1].id) is every[0]
    assert core.following(every, every[0].id, [puzzle.id for puzzle in every]) is None
    with pytest.raises(lt.GameError, match="none-such"):
        core.find(GAME, "none-such")


# Files


@pytest.mark.parametrize(
    ("line", "text", "said"),
    [
        (1, "{}", "first line"),
        (1, '{"puzzles":2}', "first line"),
        (2, "no JSON", "JSON object"),
        (2, "{}", "no puzzle"),
        (2, '{"id":"0","nonsense":1,"line":[]}', "no puzzle"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(tmp_path: Path, line: int, text: str, said: str) -> None:
    good = core.files(GAME)[0].read_text("utf-8").splitlines()
    good[line - 1] = text
    path = tmp_path / "bad.jsonl"
    path.write_text("\n".join(good), "utf-8")
    with pytest.raises(PuzzleError, match=rf"bad\.jsonl, line {line}: .*{said}"):
        read(GAME, path)


def test_a_puzzle_under_a_wrong_name_is_refused(tmp_path: Path) -> None:
    kept = read(GAME, core.files(GAME)[0])
    path = tmp_path / "names.jsonl"
    Collection(GAME, 0, 0, (replace(kept.puzzles[0], id="00000000"),), {}).write(path)
    with pytest.raises(PuzzleError, match="line 2"):
        read(GAME, path)


# Mining


@pytest.mark.long
def test_mining_finds_what_it_found_before_and_goes_on_where_it_was(tmp_path: Path) -> None:
    game, whole, parts = SKELETON, tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    Mine(game, whole, None, {}, 5).run(4, lambda games, found: None)
    Mine(game, parts, None, {}, 5).run(1, lambda games, found: None)
    Mine(game, parts, None, {}, 5).run(4, lambda games, found: None)
    assert whole.read_text("utf-8") == parts.read_text("utf-8")
    with pytest.raises(lt.GameError, match="another seed"):
        Mine(game, parts, None, {}, 6)


@pytest.mark.long
def test_positions_are_those_of_the_seed() -> None:
    game = SKELETON
    first, again, other = ([state for state, _ in islice(positions(game, None, {}, seed, 0), 5)] for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.long
def test_the_judge_finds_the_answer_again() -> None:
    for puzzle in [*islice((p for p in SHORT if p.kind == WIN), 0, None, 40), *SHORT[::60]]:
        found = prove(puzzle.state, puzzle.seat, puzzle.turns)
        assert found is None or found == proof_of(puzzle)
        verdict = judge(puzzle.state, puzzle.seat, with_draws=False)
        assert verdict is None or verdict.answer == proof_of(puzzle).action


def test_the_same_draws_are_made_for_all_choices() -> None:
    game = next(lt.load(name) for name in GAMES if has_draws(lt.load(name), None, {}))
    state = game.new()
    assert state.chance
    outcomes = [*state.outcomes()]
    assert same_draw(state, 0.0) == outcomes[0] and same_draw(state, 1 - 1e-9) == outcomes[-1]


def test_two_choices_that_are_one_are_worth_the_same() -> None:
    """Common random numbers: the difference of a choice and itself is 0, sample by sample, and the error with it."""
    puzzle = next(p for every in EVERY.values() for p in every if p.kind == BEST and p.state.seats == 2)
    action = puzzle.state.action(puzzle.answer, puzzle.seat)
    found = compare(puzzle.state, puzzle.seat, [action, action], range(2), 3)
    assert found.loss(0, 1) == (0.0, 0.0)


def test_errors_are_those_of_the_differences() -> None:
    rng = random.Random(1)
    luck = [rng.random() for _ in range(100)]
    found = Comparison((1, 2), np.array([[x + 0.5, x] for x in luck]))
    loss, error = found.loss(0, 1)
    assert loss == pytest.approx(0.5) and error < 1e-9


# Words


def test_every_own_theme_has_a_sentence() -> None:
    for name in lt.games():
        game = lt.load(name)
        path = game.folder / "themes.py"
        if path.exists():
            named = set(re.findall(r'^ {8}"([a-z-]+)":', path.read_text("utf-8"), re.MULTILINE))
            said = {key.removeprefix("theme.") for key in game.catalog.messages("en") if key.startswith("theme.")}
            assert named == said


def test_files_are_small() -> None:
    sizes = {name: sum(path.stat().st_size for path in core.files(lt.load(name))) for name in GAMES}
    assert all(size < 250_000 for size in sizes.values()), sizes
