"""The pages: every language, no style or script inside, small, and readable in every light."""

from __future__ import annotations

import asyncio
import gzip
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

import ludotheque as lt
from ludotheque.core.i18n import LANGUAGES
from ludotheque.store.connect import connect
from ludotheque.web import app as web_app
from ludotheque.web import colours, covers, guides, listings
from ludotheque.web.language import accepted
from ludotheque.web.texts import CATALOG

T = TypeVar("T")
every_game = pytest.mark.parametrize("name", lt.games())
every_language = pytest.mark.parametrize("lang", LANGUAGES)
PAGES = ["/", "/me", "/docs", *(f"/games/{name}" for name in lt.games())]
MOST_BYTES = 150_000


class Visitor:
    """A browser without eyes, on the real application. Each visit finds a server that has just been started."""

    def __init__(self, data: Path) -> None:
        self.data = data

    def __call__(self, act: Callable[[httpx.AsyncClient], Awaitable[T]]) -> T:
        return asyncio.run(self.visit(act))

    async def visit(self, act: Callable[[httpx.AsyncClient], Awaitable[T]]) -> T:
        app = web_app.make_app(connect(self.data))
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        headers = {"accept": "text/html,*/*", "accept-language": "fr"}
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=headers) as client,
        ):
            return await act(client)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self(lambda client: client.get(path, **more))


@pytest.fixture
def visitor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    """No game is compiled in advance: pages must not need one."""
    monkeypatch.setattr("ludotheque.play.warming.Warming.start", lambda self: None)
    return Visitor(tmp_path / "tables.sqlite")


def wire_bytes(response: httpx.Response) -> int:
    return len(gzip.compress(response.content, 5))


@every_language
def test_every_page_speaks_every_language(visitor: Visitor, lang: str) -> None:
    async def act(client: httpx.AsyncClient) -> list[httpx.Response]:
        return [await client.get(path, params={"lang": lang}) for path in PAGES]

    for response in visitor(act):
        assert response.status_code == 200, response.url
        assert f'<html lang="{lang}"' in response.text
        assert CATALOG.say("footer", lang) in unescape(response.text)
        assert response.text.count("<h1") == 1


def test_pages_hold_no_script_or_style_of_their_own(visitor: Visitor) -> None:
    async def act(client: httpx.AsyncClient) -> list[httpx.Response]:
        return [await client.get(path) for path in [*PAGES, "/nothing-here"]]

    for response in visitor(act):
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", response.text), response.url
        for script in re.findall(r"<script[^>]*>", response.text):
            assert 'src="/static/' in script or 'type="application/json"' in script
        assert not re.search(r'(?:src|href)="(?:https?:)?//', response.text), "everything is served by us"


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_small_over_the_wire(visitor: Visitor, path: str) -> None:
    """With all that it loads at once, as gzip sends it."""

    async def act(client: httpx.AsyncClient) -> int:
        page = await client.get(path)
        loads = re.findall(
            r'<(?:link rel="(?:stylesheet|icon)"|script|img)[^>]*?(?:href|src)="(/[^"]+)"[^>]*>', page.text
        )
        found = [await client.get(unescape(url)) for url in loads if "/guide/" not in url]
        assert all(response.status_code == 200 for response in found), [str(r.url) for r in found if r.is_error]
        return wire_bytes(page) + sum(map(wire_bytes, found))

    assert visitor(act) < MOST_BYTES


def test_the_shelf_shows_every_game_and_loads_no_compiler() -> None:
    code = """
import sys
from ludotheque.web import assets, colours, covers, guides, listings, render
for box in listings.boxes("fr"):
    covers.themed(box["name"], "dark"), colours.game_css(box["name"]), guides.guide(box["name"], "fr")
    listings.opened(box["name"], "en")
print("numba" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "False\n"


def test_language_is_remembered_and_guessed(visitor: Visitor) -> None:
    async def act(client: httpx.AsyncClient) -> list[str]:
        english = {"accept-language": "de, en;q=0.8, fr;q=0.5"}
        guessed = await client.get("/", headers=english)
        chosen = await client.get("/?lang=fr", headers=english)
        kept = await client.get("/", headers=english)
        return [guessed.text, chosen.text, kept.text]

    assert [re.findall(r'<html lang="(\w+)"', text)[0] for text in visitor(act)] == ["en", "fr", "fr"]
    assert accepted("") == accepted("de") == accepted("x;q=nonsense,") == "fr"
    assert accepted("en-US,en;q=0.5") == "en"


def test_theme_is_taken_from_the_cookie(visitor: Visitor) -> None:
    page = visitor.get("/", headers={"cookie": "theme=dark"})
    assert 'data-theme="dark"' in page.text and "cover.svg?theme=dark" in page.text
    assert 'data-theme="auto"' in visitor.get("/", headers={"cookie": "theme=<b>"}).text


@every_language
def test_errors_lead_back(visitor: Visitor, lang: str) -> None:
    for path in ("/nothing", "/games/nothing", "/t/nothing", "/records/nothing", "/me/nothing"):
        response = visitor.get(path, params={"lang": lang})
        assert response.status_code == 404
        assert 'href="/"' in response.text and f'lang="{lang}"' in response.text
        assert CATALOG.say("error.404.heading", lang) in unescape(response.text)


def test_a_broken_page_apologises(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(lang: str) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(listings, "boxes", broken)
    response = visitor.get("/")
    assert response.status_code == 500
    assert CATALOG.say("error.500.heading", "fr") in unescape(response.text)
    assert "on purpose" not in response.text


def test_names_are_escaped(visitor: Visitor) -> None:
    async def act(client: httpx.AsyncClient) -> list[str]:
        name = "<img src=x onerror=alert(1)>"
        seats = [{"who": "me", "name": name}, {"who": "friend"}]
        command = {"game": lt.games()[1], "options": {}, "seats": seats}
        opened = (await client.post("/api/tables", json=command)).json()
        pages = [await client.get(path) for path in ("/", "/me", opened["url"])]
        client.cookies.clear()
        return [page.text for page in [*pages, await client.get(opened["invite_url"])]]

    for text in visitor(act):
        assert "<img src=x" not in text


def test_a_guest_is_invited_and_a_player_finds_the_table(visitor: Visitor) -> None:
    async def act(client: httpx.AsyncClient) -> tuple[str, httpx.Response, str, str]:
        command = {"game": lt.games()[1], "seats": [{"who": "me", "name": "Anna"}, {"who": "friend"}]}
        opened = (await client.post("/api/tables", json=command)).json()
        shelf_page, own = await client.get("/"), await client.get(opened["invite_url"])
        mine = await client.get("/me")
        client.cookies.clear()
        return shelf_page.text, own, (await client.get(opened["invite_url"])).text, mine.text

    shelf_page, own, invitation, mine = visitor(act)
    assert CATALOG.say("status.waiting", "fr") in unescape(shelf_page)
    assert own.status_code == 303, "who sits there already goes to the table"
    assert CATALOG.say("join.invited", "fr", name="Anna") in unescape(invitation)
    assert CATALOG.say("me.hello", "fr", name="Anna") in unescape(mine)


def test_a_recovery_link_moves_my_games(visitor: Visitor) -> None:
    async def act(client: httpx.AsyncClient) -> tuple[str, str, int]:
        command = {"game": lt.games()[1], "seats": [{"who": "me", "name": "Anna"}, {"who": "friend"}]}
        await client.post("/api/tables", json=command)
        mine = (await client.get("/me")).text
        link = unescape(re.findall(r'value="(http[^"]+/me/[^"]+)"', mine)[0])
        client.cookies.clear()
        moved = await client.post(link, follow_redirects=True)
        wrong = await client.get(link[:-3])
        return mine, moved.text, wrong.status_code

    _, moved, wrong = visitor(act)
    assert CATALOG.say("me.moved", "fr") in unescape(moved) and "Anna" in moved
    assert wrong == 404


def test_pictures_may_be_kept_when_their_version_is_named(visitor: Visitor) -> None:
    async def act(client: httpx.AsyncClient) -> list[httpx.Response]:
        page = (await client.get("/")).text
        url = unescape(re.findall(r'src="(/games/[^"]+)"', page)[0])
        named, bare = await client.get(url), await client.get(url.partition("?")[0])
        again = await client.get(url, headers={"if-none-match": named.headers["etag"]})
        return [named, bare, again]

    named, bare, again = visitor(act)
    assert "immutable" in named.headers["cache-control"] and bare.headers["cache-control"] == "no-cache"
    assert again.status_code == 304
    assert "unsafe-inline" in named.headers["content-security-policy"], "a picture has its own style"


def test_the_manifest_lets_the_house_be_installed(visitor: Visitor) -> None:
    async def act(client: httpx.AsyncClient) -> tuple[Any, list[httpx.Response]]:
        told = (await client.get("/manifest.webmanifest")).json()
        return told, [await client.get(icon["src"]) for icon in told["icons"]]

    told, icons = visitor(act)
    assert told["start_url"] == "/" and told["display"] == "standalone"
    assert all(icon.status_code == 200 for icon in icons)
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}


# Games


@every_game
def test_covers_are_up_to_date(name: str) -> None:
    """If this fails, run ``python -m ludotheque.web.covers``."""
    assert covers.cover(name) == covers.draw(lt.load(name))


@every_game
@every_language
def test_guides_become_pages(name: str, lang: str) -> None:
    first, *sections = guides.guide(name, lang)
    parts = [part for section in (first, *sections) for part in section.parts]
    pictures = [part for part in parts if "picture" in part]
    assert [part["picture"] for part in pictures] == list(range(len(pictures)))
    assert not first.anchor and len(sections) >= 4
    assert len({section.anchor for section in sections}) == len(sections)
    text = "".join(part.get("html", "") for part in parts) + "".join(section.title for section in sections)
    assert "<h1" not in text and "```" not in text and "{#" not in text
    assert all(guides.picture(name, lang, k, "dark") for k in range(len(pictures)))
    assert guides.picture(name, lang, len(pictures), "auto") is None


@every_game
@every_language
def test_forms_offer_what_the_game_allows(name: str, lang: str) -> None:
    game, shown = lt.load(name), listings.opened(name, lang)
    assert [option["name"] for option in shown["options"]] == list(game.options)
    assert len(shown["places"]) == max(game.seats) and len(shown["levels"]) == 8
    for option in shown["options"]:
        assert option["text"] and (option["kind"] == "whole" or len(option["values"]) > 1)
        for value in option["values"]:
            assert game.options[option["name"]].parse(value["value"]) is not None


# Colours


def rooms() -> Iterator[tuple[str, dict[str, str]]]:
    for theme in colours.THEMES:
        yield f"house {theme}", colours.page_colours(theme)
        yield from ((f"{name} {theme}", colours.game_page_colours(name, theme)) for name in lt.games())


@pytest.mark.parametrize("room", [room for _, room in rooms()], ids=[name for name, _ in rooms()])
def test_every_text_can_be_read(room: dict[str, str]) -> None:
    """WCAG AA: 4.5 for text, 3 for the edges of fields."""
    for ground in ("paper", "card", "shade"):
        for text in ("ink", "quiet", "accent"):
            assert colours.contrast(room[text], room[ground]) >= 4.5, (text, ground)
        assert colours.contrast(room["edge"], room[ground]) >= 3
    assert colours.contrast(room["accent-ink"], room["accent"]) >= 4.5
    if "band" in room:
        assert colours.contrast(room["band-ink"], room["band"]) >= 4.5


def test_contrast_is_counted_as_wcag_does() -> None:
    assert colours.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert colours.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
