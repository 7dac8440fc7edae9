"""A page while the database is down: it says so, keeps trying, and what was chosen meanwhile is played once."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from browser import HERE, People, until
from evening import choose_everything
from playwright.sync_api import Browser, expect
from postgres import PostgresServer
from serving import serving

import ludotheque as lt

pytestmark = pytest.mark.slow
BROKEN = ("WebSocket connection to", "503")  # what a browser writes into its console meanwhile


def test_a_table_and_the_pages_outlive_an_outage(browser: Browser, postgres: PostgresServer, tmp_path: Path) -> None:
    with serving(tmp_path, postgres.address) as server:
        people, chance = People(browser, server.url), random.Random(3)
        anna = people.new(expected=BROKEN)
        choose_everything(anna)
        table = anna.open("drivis", HERE)
        anna.choose(chance)
        lines = anna.ready()["lines"]
        postgres.crash()
        while anna.seen["lit"]:
            anna.touch(chance.choice(anna.seen["lit"]))  # until a choice is made, which cannot be kept
        expect(anna.part("lost")).to_contain_text("cannot be reached just now. Nothing is lost")
        expect(anna.part("notice")).not_to_be_visible()
        other = anna.context.new_page()
        answer = other.goto(f"{server.url}/t/{table}")
        assert answer is not None and answer.status == 503
        expect(other.get_by_role("heading", level=1)).to_have_text("One moment")
        expect(other.locator("main")).to_contain_text("Nothing is lost")
        other.goto(server.url)
        expect(other.get_by_role("status")).to_contain_text("back in a moment")
        expect(other.locator(".shelf > li")).to_have_count(len(lt.games()))
        postgres.start()
        until(anna.page, lambda: anna.seen["lines"] > lines, "the choice is told")
        expect(anna.part("lost")).not_to_be_visible()
        assert anna.seen["lines"] == lines + 1
        other.goto(f"{server.url}/t/{table}")
        expect(other.locator("[data-part=log] li")).to_have_count(lines + 1)
        people.close()
