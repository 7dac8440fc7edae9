"""A table and what players may do there, on a real store."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.core.i18n import LANGUAGES
from ludotheque.play.conduct import Wish
from ludotheque.play.house import House, read_table
from ludotheque.play.ports import OVER, RUNNING, WAITING
from ludotheque.play.room import Room, Watcher
from ludotheque.play.table import COMPUTER, PERSON, Seat
from ludotheque.play.texts import CATALOG
from ludotheque.store.connect import connect

ANNA, BEN = "anna", "ben"
BOTH = [Seat(PERSON, ANNA, "Anna"), Seat(PERSON, BEN, "Ben")]
ONE_SCREEN = [Seat(PERSON, ANNA, "Anna"), Seat(PERSON, ANNA, "Ben")]
Story = Callable[[House], Coroutine[Any, Any, None]]


@asynccontextmanager
async def at_home(path: Path) -> AsyncIterator[House]:
    house = House(connect(str(path / "tables.sqlite")))
    await house.start()
    try:
        yield house
    finally:
        await house.close()


@pytest.fixture
def tell(tmp_path: Path) -> Callable[[Story], None]:
    """Plays a story in a house of its own."""

    def play(story: Story) -> None:
        async def all_of_it() -> None:
            async with at_home(tmp_path) as house:
                await story(house)

        asyncio.run(all_of_it())

    return play


async def wish(room: Room, do: str, by: str, text: str = "", **more: Any) -> int:
    return await room.grant(Wish(do, by, text=text, **more))


async def choose_any(room: Room, by: str | None = None) -> None:
    """The first possible choice of whoever is to act."""
    seat = room.table.actors[0]
    player = by or room.table.seats[seat].player
    assert player
    await wish(room, "choose", player, room.table.state.choices(seat)[0], seat=seat)


def refused(act: Coroutine[Any, Any, Any]) -> Coroutine[Any, Any, str]:
    async def run() -> str:
        with pytest.raises(lt.GameError) as caught:
            await act
        assert caught.value.text("fr") != caught.value.text("en")
        return caught.value.sentence.key.removeprefix("refusal.")

    return run()


@pytest.mark.parametrize("name", lt.games())
def test_a_whole_game_on_one_screen_is_kept_as_it_was_played(name: str, tell: Any) -> None:
    async def story(house: House) -> None:
        game = lt.load(name)
        seats = max(2, game.seats[0])
        room = await house.open(name, {"max_choices": 30}, [Seat(PERSON, ANNA, f"P{i}") for i in range(seats)], ANNA)
        rng = random.Random(1)
        while room.table.status == RUNNING:
            seat = rng.choice(room.table.actors)
            await wish(room, "choose", ANNA, rng.choice(room.table.state.choices(seat)), seat=seat)
        assert room.table.status == OVER
        again = read_table(house.store, room.table.card)
        assert again.state == room.table.state and again.result == room.table.result
        assert str(again.record()) == str(room.table.record())
        assert lt.Record.parse(str(again.record())).replay() == room.table.state
        for lang in LANGUAGES:
            assert all(again.sentence(entry, lang) for entry in again.entries)

    tell(story)


def test_sentences_call_players_by_their_names(tell: Any) -> None:
    async def story(house: House) -> None:
        room = await house.open("number-drop", {}, [BOTH[0], Seat(COMPUTER, level=3)], ANNA)
        await wish(room, "choose", ANNA, room.table.state.choices(0)[0], seat=0)
        told = next(entry for entry in room.table.entries if entry.kind == "choice" and entry.seat == 0)
        assert room.table.sentence(told, "fr").startswith("Anna écrit")
        assert room.table.names("fr") == ("Anna", CATALOG.say("computer", "fr", level=3))

    tell(story)


def test_a_friend_takes_the_free_seat_and_the_game_begins(tell: Any) -> None:
    async def story(house: House) -> None:
        room = await house.open("derive", {}, [BOTH[0], Seat()], ANNA)
        assert room.table.status == WAITING
        assert await refused(choose_any_before(room)) == "waiting"
        await wish(room, "sit", BEN, "Ben")
        await wish(room, "sit", BEN, "Ben")  # sitting here already is enough
        assert room.table.status == RUNNING and [s.player for s in room.table.seats] == [ANNA, BEN]
        assert await refused(wish(room, "sit", "carla", "Carla")) == "no-free-seat"
        assert await refused(wish(room, "leave", BEN)) == "leave-running"

    async def choose_any_before(room: Room) -> None:
        await wish(room, "choose", ANNA, "a1", seat=0)

    tell(story)


def test_only_the_owner_of_a_seat_plays_there(tell: Any) -> None:
    async def story(house: House) -> None:
        room = await house.open("drivis", {}, BOTH, ANNA)
        text = room.table.state.choices(0)[0]
        assert await refused(wish(room, "choose", BEN, text, seat=0)) == "not-your-seat"
        assert await refused(wish(room, "choose", "carla", text)) == "not-seated"
        before = room.table.next
        assert await refused(wish(room, "choose", ANNA, "a1-a1")) != ""
        assert room.table.next == before
        await wish(room, "choose", ANNA, text)
        assert await refused(wish(room, "choose", ANNA, text)) == "play.not-your-turn"

    tell(story)


def test_the_same_request_twice_is_done_once(tell: Any) -> None:
    async def story(house: House) -> None:
        room = await house.open("drivis", {}, BOTH, ANNA)
        text = room.table.state.choices(0)[0]
        first = await wish(room, "choose", ANNA, text, key="k1")
        assert await wish(room, "choose", ANNA, text, key="k1") == first
        together = await asyncio.gather(*(wish(room, "say", BEN, "hello", key="k2") for _ in range(5)))
        assert len(set(together)) == 1 and room.table.position == 1

    tell(story)


def test_a_choice_made_on_an_old_position_is_refused(tell: Any) -> None:
    async def story(house: House) -> None:
        room = await house.open("drivis", {}, ONE_SCREEN, ANNA)
        seen = room.table.next - 1
        await choose_any(room)
        await choose_any(room)
        text = room.table.state.choices(0)[0]
        assert await refused(wish(room, "choose", ANNA, text, seat=0, at=seen)) == "stale"
        await wish(room, "choose", ANNA, text, seat=0, at=room.table.next - 1)

    tell(story)


def test_who_plays_at_the_same_time_makes_nobody_stale(tell: Any) -> None:
    async def story(house: House) -> None:
        room = await house.open("number-drop", {}, BOTH, ANNA)
        assert len(room.table.actors) == 2
        seen = room.table.next - 1
        await wish(room, "choose", ANNA, room.table.state.choices(0)[0], seat=0)
        await wish(room, "choose", BEN, room.table.state.choices(1)[0], seat=1, at=seen)

    tell(story)


def test_undo_on_one_screen_goes_back_step_by_step(tell: Any) -> None:
    async def story(house: House) -> None:
        room = await house.open("drivis", {}, ONE_SCREEN, ANNA)
        start = room.table.state
        assert await refused(wish(room, "undo", ANNA)) == "nothing-to-undo"
        await choose_any(room)
        after_one = room.table.state
        await choose_any(room)
        await wish(room, "undo", ANNA)
        assert room.table.state == after_one
        await wish(room, "undo", ANNA)
        assert room.table.state == start and room.table.position == 0
        await choose_any(room)
        again = read_table(house.store, room.table.card)
        assert again.state == room.table.state

    tell(story)


def test_undo_never_goes_past_a_draw(tell: Any) -> None:
    async def story(house: House) -> None:
        room = await house.open("riviere", {}, ONE_SCREEN, ANNA)
        while not any(seat == -1 for seat, _ in room.table.events()[-1:]) or room.table.position < 2:
            await choose_any(room)
        assert await refused(wish(room, "undo", ANNA)) == "undo-draw"

    tell(story)


def test_online_a_take_back_needs_the_other_one(tell: Any) -> None:
    async def story(house: House) -> None:
        room = await house.open("drivis", {}, BOTH, ANNA)
        await choose_any(room)
        assert await refused(wish(room, "undo", ANNA)) == "ask-first"
        await wish(room, "ask-undo", ANNA)
        assert await refused(wish(room, "yes", ANNA)) == "nothing-asked"
        await wish(room, "no", BEN)
        assert room.table.request is None and room.table.position == 1
        await wish(room, "ask-undo", ANNA)
        assert await refused(wish(room, "ask-draw", BEN)) == "already-asked"
        await wish(room, "yes", BEN)
        assert room.table.position == 0 and room.table.request is None

    tell(story)


def test_a_draw_by_consent_and_a_rematch_with_sides_swapped(tell: Any) -> None:
    async def story(house: House) -> None:
        room = await house.open("drivis", {}, BOTH, ANNA)
        await choose_any(room)
        await wish(room, "ask-draw", BEN)
        await wish(room, "yes", ANNA)
        assert room.table.status == OVER and room.table.result == (0.0, 0.0)
        assert await refused(choose(room)) == "over"
        new = await house.rematch(room, Wish("rematch", BEN, text="swap"))
        assert await house.rematch(room, Wish("rematch", ANNA, text="same")) == new
        assert [seat.player for seat in (await house.room(new)).table.seats] == [BEN, ANNA]

    async def choose(room: Room) -> None:
        await wish(room, "choose", BEN, "pass", seat=1)

    tell(story)


def test_resigning_ends_a_game_for_two(tell: Any) -> None:
    async def story(house: House) -> None:
        room = await house.open("drumlin", {}, BOTH, ANNA)
        await wish(room, "resign", BEN)
        assert room.table.result == (1.0, -1.0) and room.table.summary().status == OVER
        record = lt.Record.parse(str(room.table.record()))
        assert record.result == (1.0, -1.0)
        four = await house.open("derive", {}, [Seat(PERSON, f"p{i}", f"P{i}") for i in range(4)], "p0")
        assert await refused(wish(four, "resign", "p1")) == "resign-two"
        await wish(four, "hand-over", "p1")
        assert four.table.seats[1].kind == COMPUTER and four.table.status == RUNNING

    tell(story)


@pytest.mark.parametrize("name", lt.games())
def test_computers_play_by_themselves_while_somebody_watches(name: str, tell: Any) -> None:
    async def story(house: House) -> None:
        seats = [Seat(COMPUTER, level=1)] * max(2, lt.load(name).seats[0])
        room = await house.open(name, {"max_choices": 12}, seats, ANNA)
        await asyncio.sleep(0.05)
        assert not room.thinking
        news = asyncio.Event()
        room.enter(Watcher(news.set))
        async with asyncio.timeout(60):
            while room.table.status != OVER:
                await news.wait()
                news.clear()
        assert room.table.status == OVER

    tell(story)


def test_the_computer_answers_and_undo_takes_its_answer_back_too(tell: Any) -> None:
    async def story(house: House) -> None:
        room = await house.open("drivis", {}, [BOTH[0], Seat(COMPUTER, level=1)], ANNA)
        await choose_any(room)
        async with asyncio.timeout(30):
            while room.table.position < 2:
                await asyncio.sleep(0.01)
        await wish(room, "undo", ANNA)
        assert room.table.position == 0

    tell(story)


def test_after_a_restart_the_computer_thinks_again(tmp_path: Path) -> None:
    async def before() -> str:
        async with at_home(tmp_path) as house:
            room = await house.open("drivis", {}, [Seat(COMPUTER, level=2), BOTH[1]], BEN)
            await room.close()  # stopped in the middle of its thoughts
            return room.table.card.id

    async def after(table: str) -> None:
        async with at_home(tmp_path) as house, asyncio.timeout(30):
            while (await house.room(table)).table.position == 0:
                await asyncio.sleep(0.01)

    table = asyncio.run(before())
    asyncio.run(after(table))


def test_idle_tables_are_forgotten_and_found_again(tell: Any) -> None:
    async def story(house: House) -> None:
        room = await house.open("drivis", {}, BOTH, ANNA)
        await choose_any(room)
        house.forget(0)
        assert room.table.card.id not in house.rooms
        one, other = await asyncio.gather(*(house.room(room.table.card.id) for _ in range(2)))
        assert one is other and one is not room and one.table.state == room.table.state
        assert await refused(house.room("nothere")) == "no-table"

    tell(story)


def test_two_servers_on_one_store_agree(tmp_path: Path) -> None:
    """One of two simultaneous choices wins; the other server catches up and refuses the second one."""

    async def story() -> None:
        async with at_home(tmp_path) as here, at_home(tmp_path) as there:
            room = await here.open("drivis", {}, BOTH, ANNA)
            twin = await there.room(room.table.card.id)
            texts = room.table.state.choices(0)[:2]
            moves = [wish(room, "choose", ANNA, texts[0]), wish(twin, "choose", ANNA, texts[1])]
            done = await asyncio.gather(*moves, return_exceptions=True)
            assert sum(isinstance(result, lt.GameError) for result in done) == 1
            await asyncio.gather(room.refresh(), twin.refresh())
            assert room.table.entries == twin.table.entries and room.table.position == 1

    asyncio.run(story())


def test_hostile_words_are_refused(tell: Any) -> None:
    async def story(house: House) -> None:
        room = await house.open("drivis", {}, BOTH, ANNA)
        for text in ("", " ", "x" * 501, "a\x00b", "a\x1bb"):
            assert await refused(wish(room, "say", ANNA, text)) == "words"
        assert await refused(wish(room, "dance", ANNA)) == "unknown"
        for key in ("", "x" * 65, "a\x00", "\ud800", "é"):
            assert await refused(wish(room, "say", ANNA, "hi", key=key)) == "key"
        await wish(room, "say", ANNA, "<script>alert(1)</script>")

    tell(story)


def test_who_leaves_while_a_choice_is_written_leaves_no_gap(tell: Any) -> None:
    """A page that closes cancels what it asked for; what goes to disk must also come to the table."""

    async def story(house: House) -> None:
        room = await house.open("drivis", {}, BOTH, ANNA)
        asked = asyncio.create_task(wish(room, "choose", ANNA, room.table.state.choices(0)[0]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asked.cancel()
        async with asyncio.timeout(10):
            while room.table.position == 0:
                await asyncio.sleep(0.01)
        assert read_table(house.store, room.table.card).entries == room.table.entries

    tell(story)
