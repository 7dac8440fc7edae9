"""Reports over the wire, and in a real browser: asked for once, made in the background, shown on the same page."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from apps import with_app
from browser import DESKTOP, HERE, PHONE, People, a_browser, until
from playwright.sync_api import Browser, expect
from quick_reports import HURRY, TINY, a_game
from serving import Client, Server

import ludotheque as lt
from ludotheque.play import report_desk
from ludotheque.search.reports import quality


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(quality.QUALITIES, "tiny", quality.Quality(*TINY))
    monkeypatch.setattr(report_desk, "QUALITY", "tiny")


async def done(web: httpx.AsyncClient, id: str) -> dict[str, Any]:
    while (told := (await web.get(f"/api/records/{id}/report")).json())["state"] not in ("done", "failed"):
        await asyncio.sleep(0.02)
    return dict(told)


async def upload(web: httpx.AsyncClient, text: str) -> str:
    answer = await web.post("/api/records", content=text)
    return str(answer.json()["id"])


@pytest.mark.usefixtures("quickly")
def test_asked_for_made_and_told(tmp_path: Path) -> None:
    async def story(web: httpx.AsyncClient) -> None:
        id = await upload(web, text := a_game())
        address = f"/api/records/{id}/report"
        assert (await web.get(address)).json()["state"] == "none"
        assert (await web.get(f"{address}.json")).status_code == 404
        assert (await web.get(f"/records/{id}/report")).status_code == 200
        asked = (await web.put(address)).json()
        assert asked["state"] in ("waiting", "working", "done") and asked["total"] == len(lt.Record.parse(text).events)
        assert (await done(web, id))["state"] == "done"
        report = lt.Report.from_json((await web.get(f"{address}.json")).text)
        assert report == lt.report(lt.Record.parse(text), quality="tiny")
        for lang, words in (("en", "Turning points"), ("fr", "Les tournants")):
            page = (await web.get(f"/records/{id}/report?lang={lang}")).text
            assert words in page and "Zoé" in page and page.count('<svg class="graph"') == 3
        for moment in report.turning_points():
            picture = await web.get(f"/records/{id}/report/{moment.number}.svg")
            assert picture.status_code == 200 and picture.text.startswith("<svg")
        assert (await web.get(f"/records/{id}/report/9999.svg")).status_code == 404

    with_app(tmp_path, story)


@pytest.mark.usefixtures("quickly")
def test_nothing_is_told_of_a_running_game(tmp_path: Path) -> None:
    async def story(web: httpx.AsyncClient) -> None:
        opened = await web.post("/api/tables", json={"game": "drivis", "seats": [{"who": "me"}, {"who": "here"}]})
        id = opened.json()["id"]
        for answer in (await web.put(f"/api/records/{id}/report"), await web.get(f"/records/{id}/report/part")):
            assert answer.status_code == 409 and answer.json()["error"]
        assert (await web.put("/api/records/nothing/report")).status_code == 404

    with_app(tmp_path, story)


@pytest.mark.usefixtures("quickly")
@pytest.mark.parametrize(
    ("game", "seats"), [("number-drop", 1), ("riviere", 2), pytest.param("number-drop", 6, marks=pytest.mark.long)]
)
def test_pages_of_other_games(tmp_path: Path, game: str, seats: int) -> None:
    async def story(web: httpx.AsyncClient) -> None:
        id = await upload(web, a_game(game, seats))
        await web.put(f"/api/records/{id}/report")
        assert (await done(web, id))["state"] == "done"
        page = (await web.get(f"/records/{id}/report")).text
        assert page.count('class="report-seat"') == seats and page.count('<svg class="graph"') == seats + 1

    with_app(tmp_path, story)


@pytest.mark.usefixtures("quickly")
def test_mistakes_can_be_tried_again(tmp_path: Path) -> None:
    async def story(web: httpx.AsyncClient) -> None:
        id = await upload(web, a_blunder())
        assert (await web.get(f"/api/records/{id}/exercises/1")).status_code == 404  # there is no report yet
        await web.put(f"/api/records/{id}/report")
        await done(web, id)
        report = lt.Report.from_json((await web.get(f"/api/records/{id}/report.json")).text)
        seat = next(moment.seat for moment in report.moments if moment.verdict == "blunder")
        calls = f"/api/records/{id}/exercises/{seat}"
        listed = (await web.get(calls)).json()
        moment = report.moments[int(listed[-1]["name"]) - 1]
        call = f"{calls}/{moment.number}"
        start = (await web.post(call, json={})).json()
        assert start["outcome"] == "open" and moment.best in start["clicks"] and start["frames"][0]["svg"]
        best = (await web.get(f"{call}/solution")).json()["choices"]
        assert (await web.post(call, json={"choices": best})).json()["outcome"] == "reached"
        assert (await web.post(call, json={"choices": [moment.text]})).json()["outcome"] == "missed"
        assert (await web.post(call, json={"choices": ["z9-z9"]})).status_code == 409
        for lang, words in (("en", "Learn from"), ("fr", "Apprendre de")):
            page = (await web.get(f"/records/{id}/report/learn/{seat}?lang={lang}")).text
            assert words in page and f'data-lesson="{moment.number}"' in page
            assert words in (await web.get(f"/records/{id}/report?lang={lang}")).text
        assert (await web.get(f"/records/{id}/report/learn/7")).status_code == 404
        assert (await web.post(f"{calls}/9999", json={})).status_code == 404

    with_app(tmp_path, story)


def a_blunder() -> str:
    """Blue gives everything away with its second choice."""
    state = lt.load("drivis").new(names=["Zoé", "Basile"])
    for text in ("h3-h4", "c1-c6", "a1-d1", "c6-f6", "d1-d3", "c8-c5", "f1-f4", "a3-a4", "d3-c3"):
        state = state.play(text)
    return str(state.record)


# In a browser


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("reports"), changed=HURRY).start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def own_browser() -> Iterator[Browser]:
    with a_browser() as running:
        yield running


@pytest.fixture
def crowd(own_browser: Browser, hurried: Server) -> Iterator[People]:
    people = People(own_browser, hurried.url)
    yield people
    people.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "locale", "words"), [(DESKTOP, "en-GB", "Skill and luck"), (PHONE, "fr-FR", "Talent et chance")]
)
def test_from_the_end_one_touch_leads_to_the_report(crowd: People, size: Any, locale: str, words: str) -> None:
    person = crowd.new(viewport=size, locale=locale)
    person.open("drivis", HERE, max_choices=4)
    person.play_to_the_end(3)
    address = person.page.url
    person.button(words).click()
    below = person.part("report")
    expect(below.locator('[data-state="done"]')).to_be_visible()
    assert person.page.url == address  # on the same page
    expect(below.locator(".report-seat")).to_have_count(2)
    expect(below.locator("svg.graph")).to_have_count(3)
    slider, readout = below.get_by_role("slider"), below.locator(".readout")
    slider.focus()
    person.page.keyboard.press("ArrowRight")
    until(person.page, lambda: readout.inner_text().startswith("1."), "the slider says what happened")
    assert slider.get_attribute("aria-valuetext") == readout.inner_text()
    below.locator(".report-table summary").click()
    expect(below.locator(".report-table tbody tr").first).to_be_visible()
    wide = person.ask("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert wide, "nothing is wider than the window"


@pytest.mark.slow
def test_a_mistake_is_mended_on_the_board(crowd: People, hurried: Server) -> None:
    """From the report to the exercise; a wrong try is told so, then the best one is shown and passes."""
    client = Client(hurried, "Uploader")
    id = client.post("/api/records", a_blunder())["id"]
    person = crowd.new(viewport=PHONE, locale="en-GB")
    person.go(f"/records/{id}/report")
    person.page.get_by_role("link", name="Learn from").first.click()
    person.page.wait_for_url("**/report/learn/*")
    expect(person.part("status")).to_contain_text("Find something better")
    seat = int(person.page.url.rpartition("/")[2])
    number = client.get(f"/api/records/{id}/exercises/{seat}")[0]["name"]
    best = client.get(f"/api/records/{id}/exercises/{seat}/{number}/solution")["choices"][0]
    view = client.post(f"/api/records/{id}/exercises/{seat}/{number}", {})
    for element in view["clicks"][best]:
        lit = person.part("board").locator(f"#{element}.lit")
        expect(lit).to_be_attached()
        person.page.mouse.click(*person.where(element))
    expect(person.part("bar")).to_contain_text("best choice")


@pytest.mark.slow
def test_a_report_goes_on_after_a_power_cut(tmp_path: Path) -> None:
    slow = HURRY.replace("0.001, 0.001, 0.001", "0.02, 0.02, 0.02")
    server = Server(tmp_path, changed=slow).start()
    try:
        anna = Client(server, "Anna")
        id = anna.post("/api/records", a_game("riviere"))["id"]
        anna.request("PUT", f"/api/records/{id}/report", 200)
        while (before := anna.get(f"/api/records/{id}/report"))["done"] < 2:
            time.sleep(0.05)
        server.kill()
        Server.start(server)
        after = anna.get(f"/api/records/{id}/report")
        assert after["done"] >= before["done"] and after["state"] in ("working", "done")
    finally:
        server.stop()
