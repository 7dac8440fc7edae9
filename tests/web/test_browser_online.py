"""Two browsers at one table: invitation, chat, requests, and lines that break. Nothing is lost, nothing comes twice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import People, Person, until
from evening import Pair, choose_everything, meet, meet_at_once
from playwright.sync_api import Browser, expect
from serving import Server, serving
from wire import Wire

pytestmark = pytest.mark.slow
BROKEN = ("WebSocket connection to", "net::ERR_")  # what a browser writes into its console when a line breaks
EVIL = '<img src="x" onerror="alert(1)"><script>alert(2)</script>'


@pytest.fixture
def wire(lobby: Server) -> Iterator[Wire]:
    made = Wire(lobby.port)
    yield made
    made.close()


@pytest.fixture
def pair(people: People, wire: Wire) -> Pair:
    return meet_at_once(people.new(), people.new(wire.url, expected=BROKEN), "drivis", 12)


def say(person: Person, text: str) -> None:
    person.part("say-text").fill(text)
    person.page.keyboard.press("Enter")


# Playing


def test_two_browsers_play_over_a_link_with_one_cut_off(people: People, wire: Wire) -> None:
    pair = meet(people.new(), people.new(wire.url, expected=BROKEN), "drivis", 12)
    anna, ben, chance = pair.anna, pair.ben, random.Random(11)
    pair.play(3, chance)
    say(anna, "Bonjour !")
    say(ben, "Salut.")
    pair.expect_same()
    if pair.acting() is ben:
        pair.play(1, chance)
    wire.cut()
    expect(ben.part("lost")).to_contain_text("connection is lost", timeout=2000)
    anna.choose(chance)
    say(anna, "Still there?")
    expect(anna.part("seats")).to_contain_text("away")
    wire.mend()
    expect(ben.part("lost")).not_to_be_visible()
    pair.expect_same()
    assert [sum(said in line for line in ben.log) for said in ("Bonjour", "Salut", "Still there?")] == [1, 1, 1]
    pair.play(20, chance)
    anna.expect_the_end()
    ben.expect_the_end()


def test_a_choice_made_while_cut_off_is_kept_and_sent_once(pair: Pair, wire: Wire) -> None:
    chance = random.Random(12)
    if pair.acting() is pair.anna:
        pair.play(1, chance)
    ben, lines = pair.ben, len(pair.ben.log)
    wire.cut()
    expect(ben.part("lost")).to_be_visible()
    while ben.seen["lit"]:
        ben.touch(chance.choice(ben.seen["lit"]))
    expect(ben.part("lost")).to_contain_text("will be sent")
    assert len(ben.log) == lines
    wire.mend()
    until(ben.page, lambda: len(ben.log) == lines + 1, "the choice is told")
    pair.expect_same()
    pair.play(2, chance)


def test_a_device_without_network_says_so_at_once(pair: Pair) -> None:
    pair.ben.context.set_offline(True)
    expect(pair.ben.part("lost")).to_be_visible(timeout=2000)
    pair.ben.context.set_offline(False)
    expect(pair.ben.part("lost")).not_to_be_visible()
    pair.play(2, random.Random(1))


def test_a_watcher_sees_everything_and_can_touch_nothing(pair: Pair, people: People) -> None:
    subscriber = people.new()
    subscriber.go(pair.anna.page.url.removeprefix(pair.anna.home))
    pair.play(2, random.Random(4))
    until(subscriber.page, lambda: subscriber.log == pair.anna.log, "the subscriber reads the same")
    assert not subscriber.seen["lit"] and not subscriber.part("bar").locator("button").count()
    expect(subscriber.button("Resign")).to_have_count(0)


# Asking


def test_a_choice_is_taken_back_only_if_the_other_agrees(pair: Pair) -> None:
    pair.play(2, random.Random(21))
    before = pair.anna.board
    asker = next(p for p in pair.both if p.button("Ask to take back").count())
    other = pair.ben if asker is pair.anna else pair.anna
    for answer in ("No, thanks", "Agree"):
        asker.button("Ask to take back").click()
        expect(asker.button("Withdraw")).to_be_visible()
        other.button(answer).click()
        expect(asker.button("Withdraw")).to_have_count(0)
        pair.expect_same()
        assert (asker.board == before) == (answer == "No, thanks")
    assert "taken back" in " ".join(asker.log)
    pair.play(2, random.Random(22))


def test_a_draw_is_refused_then_agreed_on(pair: Pair) -> None:
    anna, ben = pair.both
    pair.play(1, random.Random(5))
    for answer in ("No, thanks", "Agree"):
        anna.button("Offer a draw").click()
        ben.button(answer).click()
        pair.expect_same()
    for person in pair.both:
        expect(person.part("status")).to_have_text("A draw, by agreement.")
        person.expect_the_end()


def test_resigning_and_a_rematch_with_swapped_sides(pair: Pair) -> None:
    anna, ben = pair.both
    pair.play(1, random.Random(6))
    ben.button("Resign").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for person in pair.both:
        expect(person.part("status")).to_contain_text("Ben")
        person.expect_the_end()
    first = anna.page.url
    ben.button("Other side").click()
    ben.page.wait_for_url(lambda url: not url.endswith(first[-12:]))
    anna.button("Go to the rematch").click()
    anna.page.wait_for_url("**" + ben.page.url[-12:])
    expect(anna.part("seats").locator("[data-seat='0']")).to_contain_text("Ben")
    assert pair.acting() is ben, "now Ben begins"
    pair.play(2, random.Random(7))


def test_a_player_hands_over_to_the_computer(pair: Pair) -> None:
    pair.ben.button("Hand over to the computer").click()
    dialog = pair.ben.page.get_by_role("dialog")
    dialog.get_by_role("combobox").select_option("1")
    dialog.get_by_role("button", name="Hand over").click()
    expect(pair.anna.part("seats")).to_contain_text("computer, level 1")
    pair.anna.play_to_the_end(9)
    pair.anna.expect_the_end()


# Safety


def test_names_and_words_are_shown_as_they_were_typed(people: People) -> None:
    anna, ben = people.new(), people.new()
    for person in (anna, ben):
        person.page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    pair = meet(anna, ben, "drivis", 12, EVIL[:60])
    say(ben, EVIL)
    for person in pair.both:
        expect(person.part("log")).to_contain_text(EVIL)
        expect(person.part("seats")).to_contain_text(EVIL[:60])
        assert person.page.locator('img[src="x"]').count() == 0
    anna.go("/me")
    expect(anna.page.get_by_role("main")).to_contain_text(EVIL[:60])
    assert anna.page.locator('img[src="x"]').count() == 0


# The server dies


def test_the_server_is_killed_and_the_game_goes_on(browser: Browser, tmp_path: Path) -> None:
    chance = random.Random(31)
    with serving(tmp_path) as server:
        people = People(browser, server.url)
        person = people.new(expected=BROKEN)
        choose_everything(person)
        person.open("riviere", max_choices=9)
        for _ in range(4):
            person.choose(chance)
        person.ready()
        board, log = person.board, person.log
        server.kill()
        expect(person.part("lost")).to_be_visible()
        server.start()
        expect(person.part("lost")).not_to_be_visible()
        assert (person.board, person.log) == (board, log)
        person.play_to_the_end()
        person.expect_the_end()
        people.close()
