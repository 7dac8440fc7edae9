"""What is the same for several is made once, and only what changed is sent."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from lobbies import ANNA, BEN, BOTH, CARLA, at_home, choose_any
from serving import Client, Json

import ludotheque as lt
from ludotheque.core.state import State
from ludotheque.play.commands import Command
from ludotheque.play.session import Subscriber
from ludotheque.play.table import Table
from ludotheque.web.gathering import Gathering
from ludotheque.web.patches import Patch, Picture
from ludotheque.web.sharing import RECENT
from ludotheque.web.view import Viewer, picture, picture_in_parts, view_of

# Patches


def put_together(before: Sequence[str], patch: Patch) -> list[str]:
    """As a page does it."""
    return [each for part in patch for each in ([part] if isinstance(part, str) else before[slice(*part)])]


def some_states(name: str, most: int = 30) -> list[State]:
    state, rng = lt.load(name).new(), random.Random(7)
    while not state.over and state.ply < most:
        state = state.draw(rng) if state.chance else state.play(rng.choice(state.choices(state.actors[0])))
    return state.history()


@pytest.mark.parametrize("name", lt.games())
def test_a_patch_gives_the_whole_picture_and_is_smaller(name: str) -> None:
    drawn = [Picture(state.scene(0, "fr").live_parts()) for state in some_states(name)]
    whole, sent = 0, 0
    for before, after in pairwise(drawn):
        patch = after.since(before)
        assert put_together(before.parts, patch) == after.parts
        whole, sent = whole + len(json.dumps(after.svg)), sent + len(json.dumps(patch))
    assert sent < whole / 3


def test_a_whole_picture_is_a_patch_of_nothing() -> None:
    state = some_states("drivis", 1)[-1]
    parts = state.scene(0, "en").live_parts()
    patch = Picture(parts).since(None)
    assert put_together([], patch) == parts
    assert "\n".join(parts) == state.svg(0, "en", theme="css", live=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [("abc", "abc"), ("abc", ""), ("", "abc"), ("abc", "cba"), ("abcabc", "bcbcaa"), ("aXbXc", "XaXXc"), ("ab", "axb")],
)
def test_any_picture_can_follow_any_other(before: str, after: str) -> None:
    assert put_together([*before], Picture([*after]).since(Picture([*before]))) == [*after]


def test_only_who_asks_for_parts_gets_them_and_sees_the_same(anna: Client, ben: Client) -> None:
    table = anna.open("drivis")
    ben.join(table)
    plain, patched = ben.live(table["id"], draw=True), ben.live(table["id"], draw=True, parts=True)
    parts: list[str] = []
    for number in range(1, 8):
        whole = plain.until("view", "redraw")
        redraw = patched.until("view", "redraw")["redraw"]
        assert "view" in whole
        parts = put_together(parts, redraw.pop("parts"))
        assert {**redraw, "svg": "\n".join(parts)} == whole["view"]
        choose_first(anna if number % 2 else ben, table)


def choose_first(client: Client, table: Json) -> None:
    view = client.get(f"/api/tables/{table['id']}")
    client.do(table["id"], "choose", view["choices"][str(view["mine"][0])][0])


def test_who_says_hello_again_gets_a_whole_picture(anna: Client) -> None:
    live = anna.live(anna.open("number-drop", [{"who": "me"}])["id"], draw=True, parts=True)
    live.until("redraw")
    for wide in (True, False):
        live.send(hello={"seen": live.seen, "draw": True, "parts": True, "wide": wide})
        parts = live.until("redraw")["redraw"]["parts"]
        assert all(isinstance(part, str) for part in parts) and parts[0].startswith("<svg")


# Made once


def test_a_picture_is_drawn_once_for_all_who_see_the_same(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            table = (await lobby.open("drivis", {}, BOTH, ANNA)).table
            own, phone, guest, friend = (Viewer(who, "en") for who in (ANNA, ANNA, CARLA, None))
            drawn = picture_in_parts(table, table.state, own)
            assert drawn is picture_in_parts(table, table.state, phone)
            assert picture_in_parts(table, table.state, guest) is picture_in_parts(table, table.state, friend)
            others = [Viewer(ANNA, "fr"), Viewer(ANNA, "en", wide=True), Viewer(BEN, "en"), Viewer(ANNA, "en", seat=1)]
            assert all(drawn is not picture_in_parts(table, table.state, other) for other in others)

    asyncio.run(story())


def test_positions_of_one_number_are_not_mixed_up(tmp_path: Path) -> None:
    """After a choice was taken back, another one leads to a different position of the same number."""

    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            session = await lobby.open("drivis", {}, [BOTH[0], BOTH[0]], ANNA)
            await choose_any(session)
            first = session.table.state
            await session.execute(by_anna("undo"))
            await session.execute(by_anna("choose", session.table.state.choices(0)[-1]))
            table = session.table
            assert first.ply == table.state.ply
            assert picture(table, first, Viewer(ANNA, "en")) != picture(table, table.state, Viewer(ANNA, "en"))

    asyncio.run(story())


def by_anna(do: str, text: str = "") -> Command:
    return Command(do, ANNA, text=text)


def test_pictures_are_kept_for_a_moment_only(tmp_path: Path) -> None:
    """Thousands of idle tables must not keep one each."""

    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            table = (await lobby.open("drivis", {}, BOTH, ANNA)).table
            picture(table, table.state, Viewer(ANNA, "en"))
            kept: Mapping[object, object] = table.memo("shared", lambda _: {})
            assert len(kept) == 1
            RECENT.clear()
            assert len(kept) == 0

    asyncio.run(story())


def test_what_is_the_same_for_all_does_not_mix_up_who_is_who(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            session = await lobby.open("drivis", {}, BOTH, ANNA)
            await choose_any(session)
            views = {who: view_of(session, Viewer(who, "en")) for who in (ANNA, BEN, CARLA)}
            assert [[seat["me"] for seat in view["seats"]] for view in views.values()] == [
                [True, False],
                [False, True],
                [False, False],
            ]
            assert [view["last"] and view["last"]["by_me"] for view in views.values()] == [True, False, False]
            assert [view["mine"] for view in views.values()] == [[], [1], []]
            french = view_of(session, Viewer(BEN, "fr"))
            assert french["status"] != views[BEN]["status"] and french["last"] != views[BEN]["last"]

    asyncio.run(story())


def test_a_stranger_is_who_has_no_part_in_what_is_told(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            session = await lobby.open("drivis", {}, BOTH, ANNA)
            await choose_any(session)
            table = session.table
            for who, told, is_stranger in (
                (ANNA, None, False),
                (CARLA, table.last_move, True),
                (None, table.last_move, True),
            ):
                viewer = Viewer(who, "en")
                assert (viewer.as_stranger(table, told) == Viewer(None, "en")) is is_stranger
            await session.execute(by_anna("hand-over"))
            assert Viewer(ANNA, "en").as_stranger(session.table, table.last_move).player == ANNA

    asyncio.run(story())


# Sent at once


def test_what_is_written_at_one_moment_goes_out_in_one_piece() -> None:
    async def story() -> list[bytes]:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)  # keeps the borders of what is sent
        theirs.settimeout(5)
        loop = asyncio.get_running_loop()
        transport, _ = await loop.connect_accepted_socket(asyncio.Protocol, as_stream(ours))
        gathering = Gathering(transport)
        for piece in (b"entry ", b"ack ", b"here"):
            gathering.write(piece)
        await asyncio.sleep(0)
        gathering.write(b"view")
        gathering.close()
        await asyncio.sleep(0.01)
        with theirs:
            return [theirs.recv(100) for _ in range(3)]

    assert asyncio.run(story()) == [b"entry ack here", b"view", b""]


def as_stream(packets: socket.socket) -> socket.socket:
    """The event loop takes streams only."""
    return socket.socket(packets.family, socket.SOCK_STREAM, fileno=packets.detach())


def test_what_somebody_says_cannot_pretend_who_said_it(anna: Client, ben: Client) -> None:
    table = anna.open("drivis")
    ben.join(table)
    lives = [client.live(table["id"]) for client in (anna, ben)]
    said = 'I say "by_me": false, and \\"by_me": false'
    number = anna.do(table["id"], "say", said)["number"]
    for live, is_mine in zip(lives, (True, False), strict=True):
        live.until_number(number)
        assert (live.entries[-1]["text"], live.entries[-1]["by_me"]) == (said, is_mine)


def test_what_is_to_be_told_is_put_into_words_while_the_disk_writes(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_home(tmp_path) as lobby:
            session = await lobby.open("drivis", {}, BOTH, ANNA)
            seen: list[tuple[int, int]] = []  # of the table that comes, and of the one that stands meanwhile
            note = Subscriber(lambda: None, prepare=lambda after: seen.append((after.next, session.table.next)))
            session.subscribe(Subscriber(lambda: None, prepare=fails))
            session.subscribe(note)
            await choose_any(session)
            assert seen == [(3, 2)] and session.table.next == 3, "and nobody's trouble with it stops the choice"

    asyncio.run(story())


def fails(table: Table) -> None:
    raise RuntimeError("no words")
