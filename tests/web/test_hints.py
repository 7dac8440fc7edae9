"""Hints by request and by the live channel, under the eyes of the contract."""

from __future__ import annotations

import time

import httpx
import pytest
from blunders import BLUNDER, POSITION, WINNING
from serving import ONE_SCREEN, Client, Json, Server
from traffic import Contract

import ludotheque as lt

START = lt.load("drivis").read(POSITION)


@pytest.fixture
def player(server: Server) -> Client:
    return Client(server, "Anna", contract=Contract(server.url))


def table_at(player: Client) -> str:
    asked = {"game": "drivis", "seats": ONE_SCREEN, "position": POSITION}
    return str(player.post("/api/tables", asked)["id"])


def entry(player: Client, table: str, number: int, lang: str = "en") -> Json:
    found: list[Json] = player.get(f"/api/tables/{table}/entries?since={number}&lang={lang}")
    return found[0]


def test_each_stage_tells_what_was_asked_for_and_no_more(player: Client) -> None:
    table, path = table_at(player), list(START.clicks(0)[WINNING])
    assert "hint" in player.get(f"/api/tables/{table}")["can"]
    numbers = [player.do(table, "hint", stage)["number"] for stage in ("look", "choice", "why")]
    look, choice, why = (entry(player, table, number)["hint"] for number in numbers)
    assert look == {"stage": "look", "event": None, "glow": path[:1], "words": []}
    assert choice == {"stage": "choice", "event": WINNING, "glow": path, "words": [START.describe(WINNING)]}
    assert why["event"] == WINNING and why["words"] and why["words"] != choice["words"]
    told = [entry(player, table, numbers[2], lang)["hint"]["words"] for lang in ("en", "fr")]
    assert told[0] != told[1]
    view = player.get(f"/api/tables/{table}")
    assert view["position"] == 0 and view["last"] is None
    assert str(lt.Record.parse(player.get(f"/api/tables/{table}/record")).replay().diagram()) == START.diagram()


def test_only_what_must_be_thought_about_is_limited(player: Client) -> None:
    """Whoever reads all stages of every hint asks three times as often."""
    table = table_at(player)
    for stage in ("look", "choice", "why") * 10:
        player.do(table, "hint", stage)


def test_a_warning_shows_the_reply(player: Client) -> None:
    table = table_at(player)
    before = player.get(f"/api/tables/{table}")["number"]
    assert player.do(table, "hint", f"check {WINNING}")["number"] == before
    hint = entry(player, table, player.do(table, "hint", f"check {BLUNDER}")["number"])["hint"]
    replies = {path for paths in [START.play(BLUNDER).clicks(1)] for path in paths.values()}
    assert hint["event"] == BLUNDER and tuple(hint["glow"]) in replies and hint["words"]


def test_who_waits_for_a_hint_can_choose_before_it_comes(player: Client) -> None:
    table = table_at(player)
    live = player.live(table)
    start = time.monotonic()
    live.send(do="hint", text="look", id="slow")
    live.send(do="choose", text=WINNING, id="fast")
    first, second = live.until("ack", "refused"), live.until("ack", "refused")
    assert first["ack"] == "fast" and second["refused"] == "slow" and "changed" in second["why"]
    assert time.monotonic() - start < 15
    assert not [each for each in live.entries if each["kind"] == "hint"]


def test_others_are_told_and_asked_first(player: Client, server: Server) -> None:
    ben = Client(server, "Ben", contract=player.contract)
    opened = player.open("drivis")
    ben.join(opened)
    table = str(opened["id"])
    player.do(table, "hint", "look", 409)
    player.do(table, "ask-hints")
    request = ben.get(f"/api/tables/{table}")["request"]
    assert request["kind"] == "hints" and request["mine"]
    ben.do(table, "yes")
    watcher = Client(server, "Carla", contract=player.contract)
    watcher.do(table, "hint", "look", 409)
    live = ben.live(table)
    number = player.do(table, "hint", "look")["number"]
    live.until_number(number)
    told = live.entries[-1]
    assert told["sentence"] == "Anna (blue) asks for a hint." and not told["by_me"] and told["position"] == 0


def test_nobody_gets_many_hints_in_a_short_time(server: Server) -> None:
    greedy = Client(server, "Greedy")
    table = table_at(greedy)
    with httpx.Client(headers=greedy.headers, base_url=server.url) as web:
        ask = {"do": "hint", "text": "everything"}
        answers = [web.post(f"/api/tables/{table}/do", json=ask).status_code for _ in range(60)]
    assert answers[:5] == [409] * 5 and 429 in answers, "first they are refused as nonsense, then as too many"
    greedy.do(table, "choose", WINNING)
