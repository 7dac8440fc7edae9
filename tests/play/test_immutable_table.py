"""A table is a value: going on from it changes nothing of it, costs the same however long the game, and applies the
rules once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lobbies import ANNA, ONE_SCREEN, command

import ludotheque as lt
from ludotheque.play import commands
from ludotheque.play.commands import Command, apply, opening
from ludotheque.play.lobby import Lobby
from ludotheque.play.persistent_list import CHUNK, PersistentList
from ludotheque.play.ports import RUNNING, TableInfo
from ludotheque.play.session import Session
from ludotheque.play.table import PERSON, Seat, Table
from ludotheque.web.view import Viewer, view_of

# Two dice of Dérive go to and fro: the same positions again and again, with ever more entries behind them.
CIRCLE = ("a1-b2", "a9-b8", "b2-a1", "b8-a9")


def going_round(entries: int) -> Table:
    """A table with so many entries."""
    start = lt.load("derive").new(2, max_choices=1_000_000).play("first=0").play("+a1").play("+a9")
    info = TableInfo("t", "derive", start.game.edition, 2, start.options, "", 0, ANNA, start.diagram())
    table = opening(info, ONE_SCREEN)
    while table.next < entries:
        table = go_on(table)
    return table


def go_on(table: Table) -> Table:
    return apply(table, Command("choose", ANNA, text=CIRCLE[table.ply % len(CIRCLE)]))


# The list


def listed(items: range) -> PersistentList[int]:
    found: PersistentList[int] = PersistentList()
    for item in items:
        found = found.plus(item)
    return found


@given(st.integers(0, 5 * CHUNK), st.integers(-3, 6 * CHUNK), st.integers(-400, 400), st.integers(-400, 400))
def test_a_persistent_list_is_a_list(length: int, n: int, start: int, stop: int) -> None:
    items, plain = listed(range(length)), list(range(length))
    assert list(items) == plain and len(items) == length and items == listed(range(length))
    assert items[start:stop] == plain[start:stop] and list(reversed(items)) == plain[::-1]
    assert items.first(n) == listed(range(min(length, max(n, 0)))), "in the same form, however it was made"
    if -length <= start < length:
        assert items[start] == plain[start]
    else:
        with pytest.raises(IndexError):
            items[start]


@given(st.integers(0, 3 * CHUNK))
def test_two_go_on_from_the_same_list(length: int) -> None:
    items = listed(range(length))
    one, other = items.plus(-1), items.plus(-2)
    assert (one[-1], other[-1], len(items)) == (-1, -2, length)
    assert one[:length] == other[:length] == list(items)


def test_a_longer_list_shares_its_past() -> None:
    items = listed(range(10 * CHUNK + 5))
    assert all(a is b for a, b in zip(items.chunks, items.plus(0).chunks, strict=True))


# The table


def test_going_on_leaves_a_table_as_it_was() -> None:
    """Two go on from the same table; one may be refused by the store, as if it had never been."""
    table = going_round(2 * CHUNK)
    before = (list(table.entries), [*table.line], table.seats, table.request, table.summary())
    one, other = go_on(table), apply(table, Command("undo", ANNA))
    ended = apply(apply(one, Command("say", ANNA, text="hm")), Command("resign", ANNA, seat=0))
    assert (one.ply, other.ply, ended.result) == (table.ply + 1, table.ply - 1, (-1.0, 1.0))
    assert (list(table.entries), [*table.line], table.seats, table.request, table.summary()) == before
    with pytest.raises(AttributeError):
        table.seats = ()  # type: ignore[misc]


def test_entries_are_taken_in_order() -> None:
    table = going_round(10)
    with pytest.raises(ValueError, match="entry 10 where 9 is due"):
        Table.empty(table.info).with_entries([*table.entries[:9], replace(table.entries[9], number=10)])


def test_an_event_is_told_by_the_name_of_who_sat_there_then() -> None:
    """Not by that of the computer which went on for them."""
    people = [Seat(PERSON, name.lower(), name) for name in ("Anna", "Ben", "Carla")]
    table = opening(TableInfo("t", "number-drop", 1, 3, {}, "", 0, ANNA), people)
    while not commands.latest_plies(table.state)[0]:
        seat = table.actors[0]
        text = table.state.choices(seat)[0]
        table = apply(table, Command("choose", table.seats[seat].player or "", seat=seat, text=text))
    first = next(entry for entry in table.entries if entry.kind == "choice" and entry.seat == 0)
    before = table.sentence(first, "fr")
    assert "Anna" in before
    assert apply(table, Command("hand-over", ANNA)).sentence(first, "fr") == before


@pytest.mark.parametrize("name", lt.games())
def test_undo_goes_where_a_walk_through_the_history_leads(name: str) -> None:
    rng = random.Random(3)
    seats = max(lt.load(name).seats)
    players = [Seat(PERSON, f"p{seat % 3}", f"P{seat}") for seat in range(seats)]
    table = opening(TableInfo("t", name, lt.load(name).edition, seats, {}, "", 0, "p0"), players)
    for _ in range(60):
        for player in sorted(table.people):
            assert outcome(lambda: commands.ply_after_undo(table, player)) == outcome(lambda: walk_back(table, player))  # noqa: B023
        if table.status != RUNNING:
            break
        seat = rng.choice(table.actors)
        text = rng.choice(table.state.choices(seat))
        table = apply(table, Command("choose", players[seat].player or "", seat=seat, text=text))


def walk_back(table: Table, player: str) -> int:
    for number, (seat, _) in reversed([*enumerate(table.state.record.events)]):
        if seat < 0:
            raise commands.refuse("undo-draw")
        if seat in table.seats_of(player) and len(table.line[number].choices(seat)) > 1:
            return number
    raise commands.refuse("nothing-to-undo")


def outcome(act: Callable[[], int]) -> int | str:
    try:
        return act()
    except lt.GameError as problem:
        return problem.sentence.key


# What it costs


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the rules of each game were applied."""
    counted: Counter[str] = Counter()

    def count(game: lt.Game) -> None:
        step = game.ask.step

        def counting(*args: Any) -> Any:
            counted[game.name] += 1
            return step(*args)

        monkeypatch.setattr(game.ask, "step", counting)

    for name in lt.games():
        count(lt.load(name))
    return counted


@pytest.mark.parametrize("name", lt.games())
def test_the_rules_are_applied_once_for_a_choice_and_once_for_a_draw(name: str, tell: Any, steps: Counter[str]) -> None:
    async def story(lobby: Lobby) -> None:
        seats = [Seat(PERSON, ANNA, f"P{seat}") for seat in range(max(2, lt.load(name).seats[0]))]
        session = await lobby.open(name, {}, seats, ANNA)
        assert steps[name] == session.table.ply, "the draws at the beginning"
        for number in range(10):
            seat = session.table.actors[0]
            choices = session.table.state.choices(seat)
            steps.clear()
            before = await command(session, "choose", ANNA, choices[number % len(choices)], seat=seat)
            assert steps[name] == session.table.next - before

    tell(story)


@pytest.fixture
def visits(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many items of lists, and how many earlier states, were looked at."""
    counted: Counter[str] = Counter()
    get, previous = PersistentList.__getitem__, vars(lt.State)["previous"].fget

    def counting_get(items: PersistentList[Any], index: Any) -> Any:
        counted["items"] += 1
        return get(items, index)

    def counting_iter(items: PersistentList[Any]) -> Iterator[Any]:
        return (items[at] for at in range(len(items)))

    def counting_previous(state: lt.State) -> lt.State | None:
        counted["states"] += 1
        return previous(state)  # type: ignore[no-any-return]

    monkeypatch.setattr(PersistentList, "__getitem__", counting_get)
    monkeypatch.setattr(PersistentList, "__iter__", counting_iter)
    monkeypatch.setattr(lt.State, "previous", property(counting_previous))
    return counted


def test_no_step_grows_with_the_game(tell: Any, visits: Counter[str]) -> None:
    async def story(lobby: Lobby) -> None:
        short, long = (work(lobby.session_of(going_round(entries))) for entries in (30, 1_030))
        assert short == long and 0 < short["items"] < 120 and short["states"] < 50

    def work(session: Session) -> Counter[str]:
        viewer = Viewer(ANNA, "en")
        view_of(session, viewer)
        visits.clear()
        session.become(go_on(session.table))
        view_of(session, viewer)
        session.become(apply(session.table, Command("say", ANNA, text="hm")))
        view_of(session, viewer)
        session.become(apply(session.table, Command("undo", ANNA)))
        view_of(session, viewer)
        return Counter(visits)

    tell(story)
