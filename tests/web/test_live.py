"""The live channel, over real sockets to a real server."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from serving import ONE_SCREEN, Client, Json, Server, serving
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import ludotheque as lt


@pytest.fixture
def table(anna: Client, ben: Client) -> Json:
    opened = anna.open("drivis")
    ben.join(opened)
    return opened


def choices(client: Client, table: Json) -> list[str]:
    view = client.get(f"/api/tables/{table['id']}")
    return next(iter(view["choices"].values()), [])


def test_a_choice_is_acknowledged_and_told_to_the_other_one(anna: Client, ben: Client, table: Json) -> None:
    mine, other = anna.live(table["id"]), ben.live(table["id"])
    text = choices(anna, table)[0]
    answer = mine.choose(text, "one")
    mine.until_number(answer["number"])
    other.until_number(answer["number"])
    told = other.entries[-1]
    assert (told["kind"], told["seat"], told["text"], told["by_me"]) == ("choice", 0, text, False)
    assert told["sentence"].startswith("Blue") and mine.entries[-1]["by_me"]
    assert [e["number"] for e in other.entries] == list(range(answer["number"] + 1))


def test_who_comes_back_gets_what_was_missed_and_nothing_twice(anna: Client, ben: Client, table: Json) -> None:
    first = ben.live(table["id"])
    first.until_number(1)
    first.close()
    number = anna.do(table["id"], "choose", choices(anna, table)[0])["number"]
    anna.do(table["id"], "say", "Are you there?")
    again = ben.live(table["id"], seen=1)
    again.until_number(number + 1)
    assert [e["number"] for e in again.entries] == list(range(2, number + 2))
    assert not again.welcome["fresh"]


def test_sending_a_choice_twice_is_harmless(anna: Client, ben: Client, table: Json) -> None:
    live, text = anna.live(table["id"]), choices(anna, table)[0]
    one, two = live.choose(text, "same"), live.choose(text, "same")
    assert one == two and "ack" in one
    by_request = anna.do(table["id"], "choose", text, id="same")
    assert by_request["number"] == one["number"]
    assert ben.get(f"/api/tables/{table['id']}")["position"] == 1


def test_a_refused_choice_comes_with_a_sentence_and_the_position(anna: Client, ben: Client, table: Json) -> None:
    live = anna.live(table["id"], draw=True)
    live.until("view")
    answer = live.choose("a1-a9", "x")
    assert answer["refused"] == "x" and "a1-a9" in answer["why"]
    assert live.until("view")["view"]["position"] == 0
    stale = ben.live(table["id"]).choose("c1-c6", "y")
    assert "refused" in stale and ben.get(f"/api/tables/{table['id']}")["position"] == 0


def test_a_choice_on_an_old_position_is_refused(anna: Client, ben: Client, table: Json) -> None:
    anna.do(table["id"], "choose", choices(anna, table)[0])
    ben.do(table["id"], "choose", choices(ben, table)[0])
    answer = anna.live(table["id"]).choose(choices(anna, table)[0], "old", at=1)
    assert answer["refused"] == "old" and "changed" in answer["why"]


@pytest.mark.parametrize("name", lt.games())
def test_views_show_what_can_be_touched(name: str, anna: Client) -> None:
    seats = [{"who": "me"}, {"who": "here", "name": "Ben"}]
    opened = anna.open(name, seats)
    view = anna.live(opened["id"], draw=True).until("view")["view"]
    assert view["mine"] and view["status"] and view["svg"].startswith("<svg")
    for paths in view["clicks"].values():
        assert all(f'id="{target}"' in view["svg"] for path in paths.values() for target in path)


def test_a_wide_screen_gets_a_wide_picture(anna: Client) -> None:
    table = anna.open("number-drop", ONE_SCREEN)["id"]
    shapes = []
    for wide in (False, True):
        live = anna.live(table)
        live.send(hello={"seen": live.seen, "draw": True, "wide": wide})
        found = re.search(r'viewBox="0 0 (\S+) (\S+)"', live.until("view")["view"]["svg"])
        assert found
        shapes.append(float(found[1]) / float(found[2]))
    assert shapes[0] < 0.6 and shapes[1] > 0.9


def test_a_choice_and_the_dice_after_it_are_two_views(anna: Client) -> None:
    opened = anna.open("riviere", ONE_SCREEN)
    live = anna.live(opened["id"], draw=True)
    view = live.until("view")["view"]
    while not view["over"]:
        seat, before = view["mine"][0], len(live.views)
        live.choose(next(iter(view["clicks"][str(seat)])), f"t{before}", seat=seat)
        while len(live.views) == before or not live.views[-1]["final"]:  # some may have come before the answer
            live.receive()
        way, view = live.views[before:], live.views[-1]
        if len(way) > 1:
            assert way[0]["last"]["kind"] == "choice" and not way[0]["mine"] and not way[0]["rolled"]
            assert way[-1]["last"]["kind"] == "chance" and way[-1]["rolled"]
            return
    pytest.fail("no draw was seen")


def test_seats_cannot_be_taken_by_guessing(anna: Client, ben: Client) -> None:
    opened = anna.open("drivis")
    error = ben.post(f"/api/tables/{opened['id']}/join", {"invite": "guessed"}, 409)["error"]
    assert "invitation" in error
    live = ben.live(opened["id"])
    live.send(do="sit", id="s")
    assert "refused" in live.until("ack", "refused")
    view = ben.get(f"/api/tables/{opened['id']}")
    assert view["invite_url"] is None and not view["mine"]
    assert opened["invite_url"].rpartition("/")[2] not in json.dumps(view)


def test_nonsense_is_answered_and_changes_nothing(anna: Client, table: Json) -> None:
    live = anna.live(table["id"])
    for nonsense in ("", "nonsense", "[]", "[" * 2000, "x" * 10_000, '{"do": 7}', '{"do": "choose", "seat": "0"}'):
        live.socket.send(nonsense)
        assert live.until("refused")["why"]
    live.send(ping=7)
    assert live.until("pong") == {"pong": 7}
    assert anna.get(f"/api/tables/{table['id']}")["position"] == 0


def test_an_unknown_table_is_said_to_be_gone(server: Server) -> None:
    with connect(server.url.replace("http", "ws") + "/t/nosuchtable/live") as socket:
        assert "gone" in json.loads(socket.recv(5))
        with pytest.raises(ConnectionClosed):
            socket.recv(5)


def test_a_page_of_another_site_gets_no_channel(server: Server, table: Json) -> None:
    headers = {"Origin": "https://elsewhere.example"}
    with (
        connect(server.url.replace("http", "ws") + f"/t/{table['id']}/live", additional_headers=headers) as socket,
        pytest.raises(ConnectionClosed),
    ):
        socket.recv(5)


def test_who_does_not_read_holds_up_nobody(anna: Client, ben: Client, table: Json) -> None:
    """A connection that never reads, with every view drawn for it, while the others play."""
    url = anna.server.url.replace("http", "ws") + f"/t/{table['id']}/live"
    deaf = connect(url, max_queue=1, close_timeout=0.1).__enter__()
    deaf.send(json.dumps({"hello": {"seen": -1, "draw": True}}))
    start = time.monotonic()
    for turn in range(16):
        player = (anna, ben)[turn % 2]
        if not (open_choices := choices(player, table)):
            break
        player.do(table["id"], "choose", open_choices[0])
    assert time.monotonic() - start < 40, "whoever waits for the deaf one waits for ever"
    deaf.close()


@pytest.mark.slow
def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        anna = Client(server, "Anna")
        opened = anna.open("drivis", [{"who": "me"}, {"who": "here"}])
        acknowledged = [anna.do(opened["id"], "choose", choices(anna, opened)[0])["number"] for _ in range(3)]
        server.kill()
        server.start()
        entries = anna.get(f"/api/tables/{opened['id']}/entries")
        assert [e["number"] for e in entries if e["kind"] == "choice"] == acknowledged
        anna.do(opened["id"], "choose", choices(anna, opened)[0])
