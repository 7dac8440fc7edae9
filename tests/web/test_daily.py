"""The daily game over the wire: its page, its tries, and what nobody is told before the day is over."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator

import pytest
from browser import People
from playwright.sync_api import Browser, expect
from serving import Client, Server

from ludotheque.play.days import day_after, today
from ludotheque.play.fair_dice import FairDice
from ludotheque.play.ports import KeptDice

PATH = "/games/number-drop/daily"
NO_PAR = "from ludotheque.play import daily; daily.PAR_GAMES = 0"  # it would think for minutes


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("daily"), changed=NO_PAR).start()
    yield server
    server.stop()


@pytest.fixture
def anna(house: Server) -> Client:
    return Client(house, "Anna")


def secret_of(server: Server, day: str) -> str:
    file = next(server.data.glob("*.db"))
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        row = database.execute(
            "SELECT dice.* FROM dice JOIN days ON days.commitment = dice.commitment WHERE day = ?", [day]
        ).fetchone()
    database.close()
    return FairDice.of(KeptDice(*row)).secret.hex()


def test_a_try_and_its_page(anna: Client, house: Server) -> None:
    day = today()
    before = anna.get(f"{PATH}?lang=en")
    assert "Begin the try that counts" in before and len(set(re.findall(r"<code>([0-9a-f]{64})</code>", before))) == 2
    table = anna.post("/api/daily", {"game": "number-drop"})
    assert anna.post("/api/daily", {"game": "number-drop", "day": day}) == table
    view = anna.get(f"/api/tables/{table['id']}")
    assert view["day"] == day and view["dice"]["nonces"] == [None] and view["dice"]["commitment"] in before
    assert "hint" not in view["can"]
    assert "Go on with your try" in anna.get(f"{PATH}?lang=en")
    told = [before, anna.get(PATH), anna.get(f"/api/tables/{table['id']}/record"), str(view)]
    anna.do(table["id"], "abandon")
    over = anna.get(f"{PATH}/{day}?lang=en")
    assert "Play these dice for fun" in over and "Look at your try" in over
    told += [over, anna.get(f"/records/{table['id']}.ludo"), str(anna.get(f"/api/tables/{table['id']}"))]
    for which in (day, day_after(day)):
        assert not any(secret_of(house, which) in each for each in told), "sealed until the day is over"


def test_what_is_no_daily_game_is_refused(anna: Client) -> None:
    assert "Drivis" in anna.post("/api/daily", {"game": "drivis"}, 404)["error"]
    anna.post("/api/daily", {"game": "chess"}, 404)
    anna.post("/api/daily", {"game": "number-drop", "day": day_after(today()), "counts": False}, 404)
    anna.request("GET", f"{PATH}/1999-01-01", 404)
    anna.request("GET", "/games/drivis/daily", 404)


@pytest.mark.slow
def test_from_the_page_of_the_game_to_a_try_and_to_fun(browser: Browser, house: Server) -> None:
    """On a phone, in French; the try is given up, and then the dice may be played for fun, with hints."""
    people = People(browser, house.url)
    person = people.phone(locale="fr-FR")
    page = person.page
    person.go("/games/number-drop?lang=fr")
    page.get_by_role("link", name="La partie du jour").click()
    expect(page.locator("h1")).to_have_text("Number Drop")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    page.get_by_role("button", name="Commencer l'essai qui compte").click()
    page.wait_for_url("**/t/*")
    expect(person.part("bar")).not_to_contain_text("Aidez-moi")
    page.get_by_role("button", name="Arrêter la partie").click()
    page.locator("dialog[open]").get_by_role("button", name="Arrêter la partie").click()
    person.part("ending").get_by_role("link", name="Le jour").click()
    page.get_by_role("button", name="Jouer ces dés pour le plaisir").click()
    page.wait_for_url("**/t/*")
    expect(person.part("bar")).to_contain_text("Aidez-moi")
    people.close()


def test_a_score_has_a_place_and_a_line_to_share(anna: Client) -> None:
    """A whole game through the API, by the first choice of each list."""
    table = anna.post("/api/daily", {"game": "number-drop"})["id"]
    while not (view := anna.get(f"/api/tables/{table}"))["over"]:
        anna.do(table, "choose", view["choices"]["0"][0])
    score = str(view["seats"][0]["score"]).replace("-", "−")
    told = anna.get(f"{PATH}?lang=en")
    assert f"{score} points: place" in told and f"· {today()}: {score} points, place" in told
    assert view["dice"]["secret"] is None and "dice secret" not in anna.get(f"/records/{table}.ludo")
    assert 'data-copy="daily-line"' in told
