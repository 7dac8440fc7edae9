"""Matches, tournaments and the ladder: fair seats, honest figures, the same games wherever they are played."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.cli import main
from ludotheque.core.errors import GameError
from ludotheque.search import score as figures
from ludotheque.search import workers
from ludotheque.search.match import Job, Match, Played, Setting, comparisons, play, play_match, seatings
from ludotheque.search.score import (
    BETS,
    ENOUGH,
    Score,
    elo,
    lasting_interval,
    log_capital,
    mean_interval,
    share_interval,
    student,
)
from ludotheque.search.tournament import Tournament
from ludotheque.search.workers import play_many, worker_pool

PLAIN = next(name for name in lt.games() if lt.load(name).seats == (2,) and lt.load(name).num_outcomes == 0)
ALONE = next(name for name in lt.games() if min(lt.load(name).seats) == 1)
PARTNERS = next(name for name in lt.games() if "teams" in lt.load(name).options)
SHORT = Setting.of(PLAIN, max_choices=20)


@pytest.fixture(autouse=True)
def newcomer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who speaks English and stands in an empty folder."""
    for name in ("NO_COLOR", "FORCE_COLOR", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LUDOTHEQUE_LANG", "en")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.chdir(tmp_path)


def a_match(n: int = 12, setting: Setting = SHORT, **wishes: Any) -> Match:
    return Match(setting, "greedy", "random", n, **wishes)


# Seats and chance


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("players", range(2, 6))
def test_everybody_has_every_seat_equally_often(players: int, seats: int) -> None:
    found = seatings(players, seats)
    assert len(set(found)) == len(found)
    for seat in range(seats):
        assert len({Counter(seating[seat] for seating in found)[player] for player in range(players)}) == 1


def test_two_players_alternate_in_all_rotations() -> None:
    assert seatings(2, 1) == [(0,), (1,)]
    assert seatings(2, 2) == [(0, 1), (1, 0)]
    assert set(seatings(2, 3)) == {(0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0)}
    assert seatings(2, 4) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_partners_are_one_player() -> None:
    setting = Setting.of(PARTNERS, 4, teams=True, max_choices=8)
    tournament = Tournament(setting, ["random", "greedy"], 2)
    assert {job.names for job in tournament.jobs()} == {("random", "greedy") * 2, ("greedy", "random") * 2}
    assert setting.sides == 2


def test_a_pair_shares_its_draws_and_exchanges_its_seats() -> None:
    match = a_match(4, Setting.of(ALONE, 2, max_choices=6), keep=True)
    played = [play(job) for job in match.jobs()]
    draws = [[line for line in str(one.record).splitlines() if line.startswith("* ")] for one in played]
    assert draws[0][0] == draws[1][0]
    assert draws[0] != draws[2]
    assert [one.job.names for one in played] == [("greedy", "random"), ("random", "greedy")] * 2
    assert [one.job.group for one in played] == [0, 0, 1, 1]


def test_an_opening_is_the_same_for_a_pair() -> None:
    match = a_match(4, Setting.of(PLAIN, opening=4, max_choices=12), keep=True)
    first = [lt.Record.parse(str(play(job).record)).events[:4] for job in match.jobs()]
    assert first[0] == first[1]
    assert first[2] == first[3] != first[0]


def test_who_acts_at_the_same_time_does_not_see_the_others() -> None:
    """Every choice is made on the position in which all of them were still to choose."""

    class Watcher:
        def __init__(self) -> None:
            self.seen: list[lt.State] = []

        def choose(self, state: lt.State, seat: int | None = None) -> str:
            self.seen.append(state)
            return state.choices(seat)[0]

    from ludotheque.search.match import play_game

    players = [Watcher(), Watcher(), Watcher()]
    last = play_game(lt.load(ALONE).new(3, max_choices=9), players, random.Random(1))
    assert last.over
    together = next(state for state in players[0].seen if state.actors == (0, 1, 2))
    assert all(any(state is together for state in player.seen) for player in players)


# The same games


def test_a_game_depends_on_seed_number_and_players_only() -> None:
    whole, part = ([play(job) for job in a_match(n, keep=True).jobs()] for n in (8, 4))
    assert whole[:4] == part
    assert len({one.record for one in whole}) == 8
    other = [play(job) for job in a_match(4, seed=1, keep=True).jobs()]
    assert all(one.record != another.record for one, another in zip(part, other, strict=True))


def test_the_order_of_arrival_does_not_matter() -> None:
    match = a_match(40, until_clear=True)
    straight = play_match(match)
    games = [play(job) for job in a_match(40).jobs()]
    random.Random(3).shuffle(games)
    shuffled = a_match(40, until_clear=True)
    counted = [one for game in games for one in shuffled.add(game)]
    assert shuffled.score.shares == straight.shares
    assert len(counted) == shuffled.played == match.played
    assert [(one.job.group, one.job.place) for one in counted] == [(i // 2, i % 2) for i in range(len(counted))]


def test_a_group_is_never_cut() -> None:
    assert a_match(7).games == 8
    assert a_match(7, Setting.of(ALONE, 3)).games == 12
    assert sum(1 for _ in a_match(7).jobs()) == 8


def test_here_is_the_default() -> None:
    one, other = play_match(a_match()), play_match(a_match(), lambda jobs: play_many(jobs, "here"))
    assert one.shares == other.shares
    assert (one.wins, one.draws, one.losses) == (other.wins, other.draws, other.losses)


@pytest.mark.slow
def test_processes_play_the_same_games() -> None:
    here = sorted(map(str, play_many(a_match(keep=True).jobs(), "here")))
    with worker_pool("processes", 2) as players:
        assert sorted(map(str, players.play(a_match(keep=True).jobs()))) == here
        early = players.play(a_match(1000, seed=5).jobs())  # leaving early, and going on with others
        assert isinstance(next(early), Played)
        early.close()
        assert sorted(map(str, players.play(a_match(keep=True).jobs()))) == here


@pytest.mark.long
def test_ray_plays_the_same_games() -> None:
    pytest.importorskip("ray")
    words = ["match", "greedy", "random", "--game", PLAIN, "-n", "12", "-o", "max_choices=20", "--json", "-"]
    started = [sys.executable, "-m", "ludotheque", *words, "--on", "ray", "--workers", "2"]
    done = subprocess.run(started, capture_output=True, encoding="utf-8", timeout=120, check=True)
    assert done.stdout == run(*words, "--on", "here")[0]
    assert done.stderr == ""


@pytest.mark.slow
def test_a_problem_in_a_process_is_raised_here() -> None:
    job = next(a_match().jobs())
    bad = Job(SHORT, ("nobody", "random"), (0, 1), 0, 0, 0)
    with pytest.raises(GameError, match="nobody"), worker_pool("processes", 1) as players:
        list(players.play([job, bad]))


def test_places_that_do_not_exist_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GameError, match="mars"):
        worker_pool("mars")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(GameError, match=r"pip install 'ludotheque\[ray\]'"):
        worker_pool("ray")


def test_batches_grow_with_quick_games(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []

    def quick(batch: list[Job]) -> workers.Answer:
        sizes.append(len(batch))
        return workers.Answer([Played(job, (0.0, 0.0)) for job in batch], 0.001 * len(batch))

    monkeypatch.setattr(workers, "attempt", quick)
    assert sum(1 for _ in play_many(a_match(300).jobs(), "here")) == 300
    assert sizes[:7] == [1, 2, 4, 8, 16, 32, 64]
    assert max(sizes) == 64


# Figures


def test_known_figures() -> None:
    assert figures._wilson(0.8, 10) == pytest.approx((0.4901625, 0.9433178), abs=1e-5)
    assert elo(0.75) == pytest.approx(190.8485)
    assert elo(0.5) == 0
    assert (elo(1), elo(0)) == (inf, -inf)
    for freedom, exact in ((1, 12.7062), (2, 4.30265), (3, 3.18245), (5, 2.57058), (10, 2.22814), (100, 1.98397)):
        assert student(freedom) == pytest.approx(exact, rel=0.01)
    estimate = mean_interval([1.0, 2.0, 3.0, 4.0])
    assert estimate.value == 2.5
    assert estimate.high - 2.5 == pytest.approx(3.18245 * 1.290994 / 2, rel=0.01)


def test_groups_and_not_games_are_counted() -> None:
    """Pairs that always go one way are worth half as many games; pairs that are always halved say much."""
    coins, same = {1.0: 25, 0.5: 50, 0.0: 25}, {1.0: 50, 0.0: 50}
    widths = [high - low for low, high in map(share_interval, (coins, same, {0.5: 100}))]
    assert widths[0] == pytest.approx(2 * 1.96 * 0.5 / 200**0.5, rel=0.05)
    assert widths[1] == pytest.approx(2 * 1.96 * 0.5 / 100**0.5, rel=0.05)
    assert widths[2] < 0.03
    assert share_interval({1.0: 20}) == pytest.approx((20 / (20 + 1.959964**2), 1.0))
    assert share_interval({}) == (0, 1)


PAIRS: dict[str, tuple[list[float], list[float]]] = {
    "coins": ([0.25, 0.5, 0.25], [0, 0.5, 1]),
    "same side": ([0.5, 0.5], [0, 1]),
    "mostly halved": ([0.1, 0.8, 0.1], [0, 0.5, 1]),
    "skewed": ([0.2, 0.8], [0, 0.625]),
}


@pytest.mark.parametrize("kind", PAIRS)
@pytest.mark.parametrize("groups", [20, 100])
def test_the_interval_holds_the_truth_in_95_of_100_matches(kind: str, groups: int) -> None:
    chances, values = PAIRS[kind]
    counts = np.random.default_rng(1).multinomial(groups, chances, 1500)
    hits = 0
    for row in counts:
        low, high = share_interval(dict(zip(values, row.tolist(), strict=True)))
        hits += low <= 0.5 <= high
    assert hits / len(counts) > (0.93 if groups == 100 else 0.92)  # few groups of a skewed kind: a little less


def capitals(draws: Any) -> Any:
    """The logarithm of the capital after every group of many matches at once, betting on more than a half."""
    gains = np.log1p(np.multiply.outer(draws / 0.5 - 1, np.array(BETS)))
    return np.log(np.exp(gains.cumsum(1)).mean(2))


@pytest.mark.parametrize("kind", PAIRS)
def test_looking_all_the_time_errs_in_5_of_100_matches_at_most(kind: str) -> None:
    chances, values = PAIRS[kind]
    draws = np.random.default_rng(2).choice(values, (400, 400), p=chances)
    wrong = (np.maximum(capitals(draws), capitals(1 - draws)) >= ENOUGH).any(1)
    assert wrong.mean() <= 0.05
    counted = Counter(draws[0].tolist())
    assert log_capital(counted, 0.5) == pytest.approx(capitals(draws[:1])[0, -1])


def test_an_ordinary_interval_would_not_bear_looking_all_the_time() -> None:
    """The reason for the other one."""
    draws = np.random.default_rng(3).choice([0.0, 1.0], (300, 300))
    wrong = 0
    for match in draws:
        wins = match.cumsum()
        looks = ((int(won), n) for n, won in enumerate(wins, 1) if n >= 10 and n % 3 == 0)
        intervals = (share_interval({1.0: won, 0.0: n - won}) for won, n in looks)
        wrong += any(low > 0.5 or high < 0.5 for low, high in intervals)
    assert wrong / len(draws) > 0.12


def test_a_difference_becomes_clear() -> None:
    draws = np.random.default_rng(4).choice([0.0, 0.5, 1.0], (100, 300), p=[0.09, 0.42, 0.49])
    reached = capitals(draws) >= ENOUGH
    assert reached.any(1).mean() > 0.95
    assert np.median(reached.argmax(1)) < 60  # pairs, at a true share of 70 %


def test_the_lasting_interval_agrees_with_its_test() -> None:
    clear = Score(lasting=True)
    while not clear.clear:
        clear.add([1.0, 0.5])
    assert clear.share.low == pytest.approx(0.5, abs=0.05) and clear.share.low > 0.5
    low, high = lasting_interval({1.0: 30, 0.5: 30, 0.0: 30})
    assert low < 0.4 and low == pytest.approx(1 - high)
    assert lasting_interval({}) == (0, 1)


@pytest.mark.slow
def test_alone_the_points_on_the_same_draws_are_compared() -> None:
    match = a_match(80, Setting.of(ALONE, 1))
    score = play_match(match)
    games = [play(job) for job in a_match(4, Setting.of(ALONE, 1)).jobs()]
    assert comparisons(games[:2]) == [{0: games[0].results[0], 1: games[1].results[0]}]
    assert score.compared == 40 and match.played == 80
    assert score.means is not None and score.means[0] - score.means[1] == pytest.approx(score.lead.value)
    assert score.means[0] > score.means[1]
    assert score.ahead is True


def test_greedy_beats_random() -> None:
    match = a_match(400, Setting.of(PLAIN, max_choices=60), until_clear=True)
    score = play_match(match)
    assert score.clear and score.mean > 0.5
    assert match.played < 400


# Tournaments


def test_a_tournament_counts_both_sides_of_every_encounter() -> None:
    tournament = Tournament(SHORT, ["random", "greedy"], 6, seed=2)
    for job in tournament.jobs():
        tournament.add(play(job))
    match = play_match(Match(SHORT, "random", "greedy", 6, seed=2))
    mine, theirs = tournament.cross[0, 1], tournament.cross[1, 0]
    assert (mine.wins, mine.draws, mine.losses) == (theirs.losses, theirs.draws, theirs.wins)
    assert mine.shares == match.shares
    assert tournament.settled
    assert sum(row.share for row in tournament.standings()) == pytest.approx(1)


@pytest.mark.parametrize(("seats", "tables", "games"), [(1, 1, 4), (2, 6, 2), (3, 4, 6), (4, 1, 8), (6, 1, 48)])
def test_who_meets_whom(seats: int, tables: int, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.search.match.make_player", lambda name, seed: lt.RandomPlayer(seed))
    tournament = Tournament(Setting.of(ALONE, seats), ["a", "b", "c", "d"], 1)
    assert len(tournament.contests) == tables
    assert tournament.games == tables * games
    assert len({Counter(name for job in tournament.jobs() for name in job.names)[name] for name in "abcd"}) == 1


def test_the_better_player_has_the_better_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.search.match.make_player", lambda name, seed: lt.RandomPlayer(seed))
    strength = {"weak": 0.0, "middle": 1.0, "strong": 2.0}
    tournament = Tournament(Setting.of(ALONE, 3), list(strength), 60)
    for job in tournament.jobs():
        rng = job.generator("test", job.place)
        values = [strength[name] + rng.gauss(0, 1) for name in job.names]
        tournament.add(Played(job, tuple(values)))
    rows = tournament.standings()
    assert [row.player for row in rows] == ["strong", "middle", "weak"]
    assert all(upper.rating > lower.rating for upper, lower in pairwise(rows))
    assert tournament.leader == "strong"


def test_a_tournament_needs_different_players() -> None:
    with pytest.raises(GameError, match="two different"):
        Tournament(SHORT, ["random"], 2)
    with pytest.raises(GameError, match="twice"):
        Tournament(SHORT, ["random", "greedy", "random"], 2)


# Commands


def run(*words: str, code: int = 0) -> tuple[str, str]:
    """A command in this process; what it said on both streams."""
    streams = [TextIOWrapper(BytesIO(), "utf-8") for _ in range(2)]
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = streams
    try:
        ended = main(words)
    finally:
        sys.stdout, sys.stderr = before
    for stream in streams:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode() for stream in streams)
    assert ended == code, out + err
    return out, err


HERE = ("--game", PLAIN, "-o", "max_choices=20", "--on", "here")


@pytest.mark.parametrize(
    ("lang", "said"), [("en", ("share", "games, seed 0.")), ("fr", ("part", "parties, graine 0."))]
)
def test_a_match_is_reported_in_both_languages(lang: str, said: tuple[str, str]) -> None:
    out, err = run("match", "greedy", "random", *HERE, "-n", "10", "--lang", lang)
    assert all(word in out for word in said)
    assert re.search(r"greedy +\d+ +\d+ +\d+ ", out) and re.search(r"random +\d+ +\d+ +\d+ ", out)
    assert "Elo" in out and "95" in out
    assert err == ""
    out, _ = run("tournament", "greedy", "random", *HERE, "-n", "4", "--lang", lang)
    assert said[0] in out and "greedy" in out


def test_figures_for_programs_and_records_for_ever() -> None:
    out, _ = run("match", "greedy", "random", *HERE, "-n", "6", "--json", "-", "--save", "kept/here", "--seed", "4")
    told = json.loads(out)
    assert told["players"] == ["greedy", "random"] and told["seed"] == 4 and told["game"] == PLAIN
    assert told["wins"] + told["draws"] + told["losses"] == told["games"] == 6
    records = [lt.Record.parse(path.read_text("utf-8")) for path in sorted(Path("kept/here").glob("*.ludo"))]
    assert [record.names for record in records] == [("greedy", "random"), ("random", "greedy")] * 3
    results = [record.result[record.names.index("greedy")] for record in records if record.result]
    assert sum(result > 0 for result in results) == told["wins"]
    out, _ = run("match", "greedy", "random", *HERE, "-n", "6", "--json", "told.json", "--seed", "4")
    assert json.loads(Path("told.json").read_text("utf-8")) == told
    assert "greedy" in out
    out, _ = run("tournament", "greedy", "random", *HERE, "-n", "2", "--json", "-")
    assert {row["player"] for row in json.loads(out)["standings"]} == {"greedy", "random"}


def test_alone_the_report_speaks_of_points() -> None:
    words = ("match", "greedy", "random", "--game", ALONE, "--seats", "1", "-n", "8", "--on", "here")
    assert "points on the same draws" in run(*words)[0]
    told = json.loads(run(*words, "--json", "-")[0])
    assert told["lead"]["value"] == pytest.approx(told["means"][0] - told["means"][1])


@pytest.mark.parametrize(
    ("words", "english", "french"),
    [
        (("match", "nobody", "random", "--game", PLAIN), "no player", "pas de joueur"),
        (("match", "random", "random"), "--game", "--game"),
        (("match", "random", "random", "--game", "no-such"), "no game", "Aucun jeu"),
        (("match", "random", "random", "--game", PLAIN, "--on", "mars"), "mars", "mars"),
        (("match", "random", "random", "--game", PLAIN, "--json", "no/x.json"), "no such folder", "n'existe pas"),
        (("tournament", "random", "--game", PLAIN), "two different", "deux joueurs"),
        (("ladder", "--scale", "none"), "0.001", "0.001"),
        (("ladder", "no-such"), "no game", "Aucun jeu"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_starts(words: tuple[str, ...], english: str, french: str) -> None:
    for lang, expected in (("en", english), ("fr", french)):
        out, err = run(*words, "--lang", lang, code=2)
        assert expected in err and err.startswith("ludotheque: ")
        assert out == ""


@pytest.fixture
def two_levels(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """A ladder of two rungs whose players are quick."""

    def names(level: int, scale: float, game: object) -> str:
        return "greedy" if level > 1 else "random"

    monkeypatch.setattr("ludotheque.terminal.ladder.scaled", names)
    return names


def test_the_ladder_measures_every_rung(two_levels: Callable[..., str]) -> None:
    out, _ = run("ladder", PLAIN, "-n", "4", "--on", "here", "--to", "2")
    assert re.search(r"greedy +random +4 +\d/\d/\d +\d", out)
    out, _ = run("ladder", ALONE, "-n", "2", "--on", "here", "--markdown", "--lang", "fr", "--to", "2")
    title = lt.load(ALONE).title("fr")
    assert f"### {title}, 1 joueur\n" in out and f"### {title}, 2 joueurs\n" in out
    assert out.count("| greedy | random | 2 |") == 2
    told = json.loads(run("ladder", PLAIN, "-n", "2", "--on", "here", "--json", "-", "--to", "2")[0])
    assert [rung["players"] for rung in told] == [["greedy", "random"]]


def test_variants_are_lines_of_one_table(two_levels: Callable[..., str]) -> None:
    from ludotheque.search.levels import fitted

    words = ("ladder", ALONE, "--variants", "-n", "2", "--on", "here", "--to", "2", "--markdown")
    out, _ = run(*words)
    variants = len([*fitted(lt.load(ALONE))])
    assert out.startswith(f"### {lt.load(ALONE).title()}\n\n| variant | greedy – random |\n")
    assert len(re.findall(r"^\| \d players? \| [\d.]+% \(", out, re.MULTILINE)) == variants > 1
    out, _ = run(*words, "--seats", "1")
    assert re.findall(r"^\| (\d) player.*, \S+ / \S+ \|$", out, re.MULTILINE) == ["1"]


def test_levels_are_scaled_by_their_names() -> None:
    from ludotheque.terminal.ladder import scaled

    assert scaled(5, 1, lt.load(PLAIN)) == "5"
    assert scaled(5, 0.1, lt.load(PLAIN)) == "5x0.1"


@pytest.mark.slow
@pytest.mark.parametrize(("on", "seconds"), [("here", 3), ("processes", 1.5), ("processes", 4)])
def test_ctrl_c_ends_a_match_without_a_traceback(on: str, seconds: float) -> None:
    """As in a terminal, where all processes of the group hear it."""
    words = ["match", "greedy", "random", "--game", PLAIN, "-n", "1000000", "--on", on]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-m", "ludotheque", *words], stdout=pipe, stderr=pipe, start_new_session=True
    ) as process:
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert said == b""


DURING_A_START = """
import os, signal, threading, time
from ludotheque.search.workers import _ctrl_c_waits
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()  # as a progress bar has one
try:
    with _ctrl_c_waits():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.2)
        print("started")
    print("not heard")
except KeyboardInterrupt:
    print("heard")
"""


def test_ctrl_c_while_a_process_starts_is_heard_afterwards_also_by_other_threads() -> None:
    ended = subprocess.run([sys.executable, "-c", DURING_A_START], capture_output=True, text=True, timeout=60)
    assert ended.stdout.split() == ["started", "heard"], ended.stderr
