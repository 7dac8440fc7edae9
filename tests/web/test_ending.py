"""What people are told when a game is over, and how their games are counted."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.play.commands import Command, apply, choose_for, opening
from ludotheque.play.lobby import new_info
from ludotheque.play.ports import OVER, Batch, Listed, Sitter, Summary
from ludotheque.play.store_threads import StoreThreads
from ludotheque.play.table import COMPUTER, PERSON, Seat, Table
from ludotheque.store.connect import connect
from ludotheque.web.ending import ending_of
from ludotheque.web.standings import complete, outcome_of, standings

ANNA, BEN = "anna", "ben"
TWO = (Seat(PERSON, ANNA, "Anna"), Seat(PERSON, BEN, "Ben"))
COMPUTER_3 = Seat(COMPUTER, None, "", 3)


def table_of(game: str, seats: tuple[Seat, ...], **options: object) -> Table:
    return opening(new_info(game, options, len(seats), ANNA, None), seats)


def play_out(table: Table) -> Table:
    while table.actors:
        seat = table.actors[0]
        table = choose_for(table, seat, table.state.choices(seat)[0])
    return table


@pytest.mark.parametrize(
    ("result", "own", "outcome"),
    [
        ((1.0, -1.0), [0], "won"),
        ((1.0, -1.0), [1], "lost"),
        ((0.0, 0.0), [0], "drawn"),
        ((1.0, -1.0), [0, 1], "over"),  # both sides at one screen
        ((1.0, -1.0), [], "over"),  # who watches
        ((1.0, -1.0, 1.0, -1.0), [0, 2], "won"),
        ((54.0,), [0], "over"),
        (None, [0], "over"),
    ],
)
def test_how_it_went(result: tuple[float, ...] | None, own: list[int], outcome: str) -> None:
    assert outcome_of(result, own) == outcome


def test_a_running_game_has_no_ending() -> None:
    assert ending_of(table_of("drivis", TWO), ANNA, "en") is None


def test_each_is_told_how_it_went_for_them() -> None:
    over = apply(table_of("drivis", TWO), Command("resign", ANNA))
    told = {who: ending_of(over, who, "fr") for who in (ANNA, BEN, None)}
    headlines = [each and each["headline"] for each in told.values()]
    assert headlines == ["Vous avez perdu.", "Vous avez gagné\xa0!", "Ben (jaune) gagne."]
    assert [each and each["outcome"] for each in told.values()] == ["lost", "won", "over"]


@pytest.mark.parametrize(("loser", "level"), [(ANNA, 2), (None, 4)])
def test_the_next_level_goes_up_after_a_victory(loser: str | None, level: int) -> None:
    table = table_of("drivis", (TWO[0], COMPUTER_3))
    over = replace(table, agreed_result=(-1.0, 1.0) if loser else (1.0, -1.0), ended_by="resign")
    told = ending_of(over, ANNA, "en")
    assert told and told["next_level"] == level
    assert (ending_of(over, BEN, "en") or told)["next_level"] is None


def test_there_is_no_level_above_the_highest() -> None:
    table = table_of("drivis", (TWO[0], replace(COMPUTER_3, level=8)))
    told = ending_of(replace(table, agreed_result=(1.0, -1.0), ended_by="resign"), ANNA, "en")
    assert told and told["next_level"] is None


def test_the_parts_of_all_scores_add_up() -> None:
    over = play_out(table_of("number-drop", TWO, max_choices=60))
    told = ending_of(over, ANNA, "en")
    assert told and [each["total"] for each in told["scores"]] == list(over.state.scores or ())
    assert all(sum(part["points"] for part in each["parts"]) == each["total"] for each in told["scores"])
    assert told["high_scores"] == []


def test_alone_it_takes_its_place_in_the_list_of_the_rulebook() -> None:
    over = play_out(table_of("number-drop", TWO[:1], max_choices=20))
    told = ending_of(over, ANNA, "en")
    assert told and len(told["high_scores"]) == 10
    points = [row["points"] for row in told["high_scores"]]
    assert points == sorted(points, reverse=True) and told["high_scores"][-1]["mine"]
    assert "Benoit" in told["place"]


# Many games


def played(result: tuple[float, ...], sitters: tuple[Sitter, ...], scores: tuple[int, ...] | None = None) -> Listed:
    info = new_info("drivis" if len(sitters) > 1 else "number-drop", {}, len(sitters), ANNA, None)
    return Listed(info, Summary(OVER, frozenset({ANNA}), sitters=sitters, result=result, scores=scores), 0)


def test_games_are_counted_by_level_and_scores_by_points() -> None:
    anna, margot, ben = Sitter(ANNA, "Anna"), Sitter(None, "Margot", 3), Sitter(BEN, "Ben")
    games = [
        played((1.0, -1.0), (anna, margot)),
        played((1.0, -1.0), (anna, margot)),
        played((1.0, -1.0), (margot, anna)),
        played((0.0, 0.0), (anna, ben)),
        *(played((float(points),), (anna,), (points,)) for points in (13, 54, 27)),
    ]
    drivis, drop = standings(games, ANNA)
    assert drivis.against == {3: {"won": 2, "lost": 1}, 0: {"drawn": 1}} and drivis.best == []
    assert drop.game == "number-drop" and drop.best == [54, 27, 13]


def test_tables_from_before_are_completed(tmp_path: Path) -> None:
    store = connect(tmp_path / "old.db")
    over = apply(table_of("drivis", TWO), Command("resign", ANNA))
    bare = replace(over.summary(), sitters=(), result=None)
    store.open(over.info, Batch(over.info.id, list(over.entries), bare))
    asyncio.run(complete(store, StoreThreads(), store.finished_of(ANNA)))
    assert [each.summary for each in store.finished_of(ANNA)] == [over.summary()]
    store.close()


@pytest.mark.parametrize("name", lt.games())
def test_every_game_says_why_it_ended(name: str) -> None:
    game = lt.load(name)
    over = play_out(table_of(name, TWO if 2 in game.seats else TWO[:1], max_choices=40))
    for lang in ("fr", "en"):
        told = ending_of(over, ANNA, lang)
        assert told and not told["why"][0].islower() and told["why"][-1] in ".!"
