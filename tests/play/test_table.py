"""A table and what players may do there, on a real store."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from lobbies import ANNA, BEN, BOTH, CARLA, ONE_SCREEN, at_home, choose_any, command, read_table, refused

import ludotheque as lt
from ludotheque.play.commands import Command, latest_plies
from ludotheque.play.computer_names import NAMES
from ludotheque.play.lobby import Lobby
from ludotheque.play.ports import OVER, RUNNING, WAITING
from ludotheque.play.session import Session, Subscriber
from ludotheque.play.table import COMPUTER, PERSON, Seat
from ludotheque.search.players import LEVELS


@pytest.mark.parametrize("name", lt.games())
def test_a_whole_game_on_one_screen_is_kept_as_it_was_played(name: str, tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        game = lt.load(name)
        seats = max(2, game.seats[0])
        session = await lobby.open(name, {"max_choices": 30}, [Seat(PERSON, ANNA, f"P{i}") for i in range(seats)], ANNA)
        rng = random.Random(1)
        while session.table.status == RUNNING:
            seat = rng.choice(session.table.actors)
            await command(session, "choose", ANNA, rng.choice(session.table.state.choices(seat)), seat=seat)
        assert session.table.status == OVER
        again = read_table(lobby.store, session.table.info)
        assert again.state == session.table.state and again.result == session.table.result
        assert str(again.record) == str(session.table.record)
        assert lt.Record.parse(str(again.record)).replay() == session.table.state
        for lang in ("fr", "en"):
            assert all(again.sentence(entry, lang) for entry in again.entries)

    tell(story)


def test_sentences_call_players_by_their_names(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("number-drop", {}, [BOTH[0], Seat(COMPUTER, level=3)], ANNA)
        await command(session, "choose", ANNA, session.table.state.choices(0)[0], seat=0)
        told = next(entry for entry in session.table.entries if entry.kind == "choice" and entry.seat == 0)
        assert session.table.sentence(told, "fr").startswith("Anna écrit")
        assert session.table.named(session.table.state).names == ("Anna", "Margot")

    tell(story)


def test_computers_at_one_table_have_different_names(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        seats = [BOTH[0], *(Seat(COMPUTER, level=level) for level in (3, 3, 8, 3))]
        session = await lobby.open("number-drop", {}, seats, ANNA)
        assert [seat.name for seat in session.table.seats] == ["Anna", "Margot", "Basile", "Athéna", "Inès"]
        assert session.table.seats[1].introduced("fr") == "Margot (niveau 3)"
        assert [*session.table.record.names] == ["Anna", "Margot (3)", "Basile (3)", "Athéna (8)", "Inès (3)"]
        sat = session.table.entries[1]
        assert session.table.sentence(sat, "en") == "Margot, the computer of level 3, takes a seat."

    tell(story)


def test_three_letters_tell_all_computers_apart() -> None:
    letters = [normalize("NFKD", name).encode("ascii", "ignore")[:3].lower() for level in NAMES for name in level]
    assert len(NAMES) == len(LEVELS) and {len(level) for level in NAMES} == {6}
    assert len({*letters}) == len(letters)


def test_a_rematch_at_another_level(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, [BOTH[0], Seat(COMPUTER, level=3)], ANNA)
        await command(session, "resign", ANNA)
        assert await refused(lobby.rematch(session, Command("rematch", ANNA, text="level 9"))) == "level"
        new = await lobby.session(await lobby.rematch(session, Command("rematch", ANNA, text="level 2")))
        assert [(seat.name, seat.level) for seat in new.table.seats] == [("Anna", 0), ("Lucie", 2)]

    tell(story)


def test_a_summary_says_who_sat_where_and_how_it_ended(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, [BOTH[0], Seat(COMPUTER, level=3)], ANNA)
        await command(session, "resign", ANNA)
        (listed,) = lobby.store.finished_of(ANNA)
        assert listed.summary.result == (-1.0, 1.0) and listed.summary.scores is None
        assert [(each.player, each.name, each.level) for each in listed.summary.sitters] == [
            (ANNA, "Anna", 0),
            (None, "Margot", 3),
        ]

    tell(story)


def test_a_friend_takes_the_free_seat_and_the_game_begins(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("derive", {}, [BOTH[0], Seat()], ANNA)
        assert (session.table.status, session.table.actors, session.table.last_move) == (WAITING, (), None)
        assert await refused(choose_any_before(session)) == "waiting"
        await command(session, "sit", BEN, "Ben")
        await command(session, "sit", BEN, "Ben")  # sitting here already is enough
        assert session.table.status == RUNNING and [s.player for s in session.table.seats] == [ANNA, BEN]
        assert await refused(command(session, "sit", "carla", "Carla")) == "no-free-seat"
        assert await refused(command(session, "leave", BEN)) == "leave-running"

    async def choose_any_before(session: Session) -> None:
        await command(session, "choose", ANNA, "a1", seat=0)

    tell(story)


def test_only_the_owner_of_a_seat_plays_there(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, BOTH, ANNA)
        text = session.table.state.choices(0)[0]
        assert await refused(command(session, "choose", BEN, text, seat=0)) == "not-your-seat"
        assert await refused(command(session, "choose", "carla", text)) == "not-seated"
        before = session.table.next
        assert await refused(command(session, "choose", ANNA, "a1-a1")) != ""
        assert session.table.next == before
        number = await command(session, "choose", ANNA, text)
        assert session.table.last_move == session.table.entries[number]
        assert await refused(command(session, "choose", ANNA, text)) == "play.not-your-turn"

    tell(story)


def test_the_same_request_twice_is_done_once(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, BOTH, ANNA)
        text = session.table.state.choices(0)[0]
        first = await command(session, "choose", ANNA, text, key="k1")
        assert await command(session, "choose", ANNA, text, key="k1") == first
        together = await asyncio.gather(*(command(session, "say", BEN, "hello", key="k2") for _ in range(5)))
        assert len(set(together)) == 1 and session.table.ply == 1
        lobby.forget(0)
        lobby.known.clear()  # nobody holds it any more
        again = await lobby.session(session.table.info.id)
        assert again is not session and await command(again, "choose", ANNA, text, key="k1") == first

    tell(story)


def test_a_choice_made_on_an_old_position_is_refused(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, ONE_SCREEN, ANNA)
        seen = session.table.next - 1
        await choose_any(session)
        await choose_any(session)
        text = session.table.state.choices(0)[0]
        assert await refused(command(session, "choose", ANNA, text, seat=0, at=seen)) == "stale"
        assert await refused(command(session, "choose", ANNA, text, seat=0, at=session.table.next + 1)) == "stale"
        await command(session, "choose", ANNA, text, seat=0, at=session.table.next - 1)

    tell(story)


def test_before_the_first_move_nobody_is_late(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        waiting = await lobby.open("drivis", {}, [BOTH[0], Seat()], ANNA)
        assert waiting.table.actors == () and waiting.table.state.actors == (0,)
        session = await lobby.open("drivis", {}, BOTH, ANNA)
        await command(session, "choose", ANNA, session.table.state.choices(0)[0], at=-1)

    tell(story)


def test_people_are_called_by_name_and_side(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        seats = [Seat(PERSON, ANNA, "Anna"), Seat(PERSON, BEN, "yellow")]
        table = (await lobby.open("drivis", {}, seats, ANNA)).table
        assert [table.name_of(seat, "en") for seat in (0, 1)] == ["Anna (blue)", "yellow"]

    tell(story)


def test_a_side_of_two_colours_takes_one_verb(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("riviere", {}, [Seat(PERSON, ANNA), Seat(PERSON, BEN)], ANNA)
        await command(session, "resign", BEN)
        said = [session.table.sentence(session.table.entries[-2], lang) for lang in ("en", "fr")]
        assert said == ["The green and yellow side resigns.", "Le camp vert et jaune abandonne."]
        assert session.table.status_sentence("en") == "The green and yellow side has resigned."

    tell(story)


def test_who_plays_at_the_same_time_makes_nobody_stale(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("number-drop", {}, BOTH, ANNA)
        assert len(session.table.actors) == 2
        seen = session.table.next - 1
        await command(session, "choose", ANNA, session.table.state.choices(0)[0], seat=0)
        await command(session, "choose", BEN, session.table.state.choices(1)[0], seat=1, at=seen)

    tell(story)


def test_undo_on_one_screen_goes_back_step_by_step(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, ONE_SCREEN, ANNA)
        start = session.table.state
        assert await refused(command(session, "undo", ANNA)) == "nothing-to-undo"
        await choose_any(session)
        after_one = session.table.state
        await choose_any(session)
        await command(session, "undo", ANNA)
        assert session.table.state == after_one
        await command(session, "undo", ANNA)
        assert session.table.state == start and session.table.ply == 0
        await choose_any(session)
        again = read_table(lobby.store, session.table.info)
        assert again.state == session.table.state

    tell(story)


def test_undo_never_goes_past_a_draw(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("riviere", {}, ONE_SCREEN, ANNA)
        while session.table.entries[-1].kind != "chance" or session.table.ply < 2:
            await choose_any(session)
        assert await refused(command(session, "undo", ANNA)) == "undo-draw"

    tell(story)


def test_online_a_take_back_needs_the_other_one(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, BOTH, ANNA)
        await choose_any(session)
        assert await refused(command(session, "undo", ANNA)) == "ask-first"
        await command(session, "ask-undo", ANNA)
        assert await refused(command(session, "yes", ANNA)) == "nothing-asked"
        await command(session, "no", BEN)
        assert session.table.request is None and session.table.ply == 1
        await command(session, "ask-undo", ANNA)
        assert await refused(command(session, "ask-draw", BEN)) == "already-asked"
        await command(session, "yes", BEN)
        assert session.table.ply == 0 and session.table.request is None

    tell(story)


def test_a_take_back_needs_all_the_others(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        people = [Seat(PERSON, player, player.title()) for player in (ANNA, BEN, CARLA)]
        session = await lobby.open("derive", {}, people, ANNA)
        while not latest_plies(session.table.state)[0]:
            await choose_any(session)
        before = session.table.ply
        for refuses in (True, False):
            await command(session, "ask-undo", ANNA)
            await command(session, "yes", BEN)
            assert is_asked(session) and session.table.ply == before, "one is not enough"
            assert await refused(command(session, "yes", BEN)) == "nothing-asked"
            await command(session, "no" if refuses else "yes", CARLA)
            assert not is_asked(session) and (session.table.ply == before) == refuses

    def is_asked(session: Session) -> bool:
        return session.table.request is not None

    tell(story)


def test_two_who_ask_for_a_rematch_get_the_same_table_and_no_other_one(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        for at_once in (True, False):
            session = await lobby.open("drivis", {}, BOTH, ANNA)
            await command(session, "resign", BEN)
            known = len(lobby.store.tables_of(ANNA))
            both = [lobby.rematch(session, Command("rematch", player)) for player in (BEN, ANNA)]
            new = await asyncio.gather(*both) if at_once else [await each for each in both]
            assert new == [session.table.rematch] * 2
            assert len(lobby.store.tables_of(ANNA)) == known + 1

    tell(story)


def test_a_draw_by_consent_and_a_rematch_with_sides_swapped(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, BOTH, ANNA)
        await choose_any(session)
        await command(session, "ask-draw", BEN)
        await command(session, "yes", ANNA)
        assert session.table.status == OVER and session.table.result == (0.0, 0.0)
        assert await refused(choose(session)) == "over"
        new = await lobby.rematch(session, Command("rematch", BEN, text="swap"))
        assert [seat.player for seat in (await lobby.session(new)).table.seats] == [BEN, ANNA]

    async def choose(session: Session) -> None:
        await command(session, "choose", BEN, "pass", seat=1)

    tell(story)


def test_resigning_ends_a_game_for_two(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drumlin", {}, BOTH, ANNA)
        await command(session, "resign", BEN)
        assert session.table.result == (1.0, -1.0) and session.table.summary().status == OVER
        record = lt.Record.parse(str(session.table.record))
        assert record.result == (1.0, -1.0)
        four = await lobby.open("derive", {}, [Seat(PERSON, f"p{i}", f"P{i}") for i in range(4)], "p0")
        assert await refused(command(four, "resign", "p1")) == "resign-two"
        await command(four, "hand-over", "p1")
        assert four.table.seats[1].kind == COMPUTER and four.table.status == RUNNING

    tell(story)


@pytest.mark.parametrize("name", lt.games())
def test_computers_play_by_themselves_while_somebody_watches(name: str, tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        seats = [Seat(COMPUTER, level=1)] * max(2, lt.load(name).seats[0])
        session = await lobby.open(name, {"max_choices": 12}, seats, ANNA)
        await asyncio.sleep(0.05)
        assert not session.thinking
        news = asyncio.Event()
        session.subscribe(Subscriber(news.set))
        async with asyncio.timeout(60):
            while session.table.status != OVER:
                await news.wait()
                news.clear()
        assert session.table.status == OVER

    tell(story)


def test_the_computer_answers_and_undo_takes_its_answer_back_too(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, [BOTH[0], Seat(COMPUTER, level=1)], ANNA)
        await choose_any(session)
        async with asyncio.timeout(30):
            while session.table.ply < 2:
                await asyncio.sleep(0.01)
        await command(session, "undo", ANNA)
        assert session.table.ply == 0

    tell(story)


def test_after_a_restart_the_computer_thinks_again(tmp_path: Path) -> None:
    async def before() -> str:
        async with at_home(tmp_path) as lobby:
            session = await lobby.open("drivis", {}, [Seat(COMPUTER, level=2), BOTH[1]], BEN)
            await session.close()  # stopped in the middle of its thoughts
            return session.table.info.id

    async def after(table: str) -> None:
        async with at_home(tmp_path) as lobby, asyncio.timeout(30):
            while (await lobby.session(table)).table.ply == 0:
                await asyncio.sleep(0.01)

    table = asyncio.run(before())
    asyncio.run(after(table))


def test_idle_tables_are_forgotten_and_found_again(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, BOTH, ANNA)
        await choose_any(session)
        lobby.forget(0)
        lobby.known.clear()  # nobody holds it any more
        assert session.table.info.id not in lobby.sessions
        one, other = await asyncio.gather(*(lobby.session(session.table.info.id) for _ in range(2)))
        assert one is other and one is not session and one.table.state == session.table.state
        assert await refused(lobby.session("nothere")) == "no-table"

    tell(story)


def test_of_many_idle_tables_the_last_ones_stay(tell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("MOST_IDLE", 2), ("LOOK_EVERY", -1), ("IN_USE", -1)):
        monkeypatch.setattr(f"ludotheque.play.lobby.{name}", value)

    async def story(lobby: Lobby) -> None:
        watched = await lobby.open("drivis", {}, BOTH, ANNA)
        watched.subscribe(Subscriber(lambda: None))
        idle = [await lobby.open("drivis", {}, BOTH, ANNA) for _ in range(4)]
        left = [session.table.info.id for session in (watched, *idle[-2:])]
        assert [*lobby.sessions] == left, "as soon as there are more, not when time has passed"
        monkeypatch.setattr("ludotheque.play.lobby.IN_USE", 60)
        await lobby.open("drivis", {}, BOTH, ANNA)
        assert len(lobby.sessions) == 4, "those that were just used stay as well"

    tell(story)


def test_two_servers_on_one_store_agree(tmp_path: Path) -> None:
    """One of two simultaneous choices wins; the other server catches up and refuses the second one."""

    async def story() -> None:
        async with at_home(tmp_path) as here, at_home(tmp_path) as there:
            session = await here.open("drivis", {}, BOTH, ANNA)
            twin = await there.session(session.table.info.id)
            texts = session.table.state.choices(0)[:2]
            moves = [command(session, "choose", ANNA, texts[0]), command(twin, "choose", ANNA, texts[1])]
            done = await asyncio.gather(*moves, return_exceptions=True)
            assert sum(isinstance(result, lt.GameError) for result in done) == 1
            await asyncio.gather(session.refresh(), twin.refresh())
            assert session.table.entries == twin.table.entries and session.table.ply == 1

    asyncio.run(story())


def test_hostile_words_are_refused(tell: Any) -> None:
    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, BOTH, ANNA)
        for text in ("", " ", "x" * 501, "a\x00b", "a\x1bb"):
            assert await refused(command(session, "say", ANNA, text)) == "words"
        assert await refused(command(session, "dance", ANNA)) == "unknown"
        for key in ("", "x" * 65, "a\x00", "\ud800", "é"):
            assert await refused(command(session, "say", ANNA, "hi", key=key)) == "key"
        await command(session, "say", ANNA, "<script>alert(1)</script>", key="x" * 64)

    tell(story)


def test_who_leaves_while_a_choice_is_written_leaves_no_gap(tell: Any) -> None:
    """A page that closes cancels what it asked for; what goes to disk must also come to the table."""

    async def story(lobby: Lobby) -> None:
        session = await lobby.open("drivis", {}, BOTH, ANNA)
        asked = asyncio.create_task(command(session, "choose", ANNA, session.table.state.choices(0)[0]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asked.cancel()
        async with asyncio.timeout(10):
            while session.table.ply == 0:
                await asyncio.sleep(0.01)
        assert read_table(lobby.store, session.table.info).entries == session.table.entries

    tell(story)
