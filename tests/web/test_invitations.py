"""Invitations and link previews from real servers: on this device, in the network, and behind a proxy."""

from __future__ import annotations

import asyncio
import io
import json
import re
import sqlite3
from collections import OrderedDict
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
import segno
from serving import ELSEWHERE, ONE_SCREEN, TWO, Client, Server, serving
from websockets.sync.client import connect
from websockets.typing import Origin

import ludotheque as lt
from ludotheque.store.connect import connect as connect_store
from ludotheque.web import networks
from ludotheque.web.app import make_app
from ludotheque.web.limits import Bucket, Limits

pytestmark = pytest.mark.slow
PUBLIC = "https://games.example.org"
PAGE = {"Accept": "text/html", "Accept-Language": "en"}
CHATS = (
    "WhatsApp/2.23.20",
    "facebookexternalhit/1.1",
    "Twitterbot/1.0",
    "TelegramBot (like TwitterBot)",
    "Slackbot 1.0",
)
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("closed")) as running:
        yield running


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not networks.addresses():
        pytest.skip("this machine is in no network, so a server has no address there")
    with serving(
        tmp_path_factory.mktemp("everywhere"), None, "--host", "0.0.0.0", "--allow-host", "box.local"
    ) as running:
        yield running


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("behind"), None, "--public-url", f"{PUBLIC}/") as running:
        yield running


def boot_of(client: Client, table: str, **headers: str) -> dict[str, Any]:
    page = httpx.get(f"{client.server.url}/t/{table}", headers={**client.headers, **PAGE, **headers}).text
    told = re.findall(r'<script type="application/json" id="boot">(.*?)</script>', page, re.DOTALL)[0]
    found: dict[str, Any] = json.loads(told)
    return found


def link_of(client: Client, table: str, **headers: str) -> str:
    """What the page shows; its picture must hold the same. Encoding it again is as good as decoding."""
    boot = boot_of(client, table, **headers)
    link = boot["share"]["origin"] + boot["view"]["invite_url"]
    code = httpx.get(f"{client.server.url}/api/tables/{table}/invite.svg", headers={**client.headers, **headers})
    out = io.BytesIO()
    segno.make(link, micro=False).save(out, kind="svg", scale=8, border=3, light="#ffffff", dark="#000000", nl=False)
    assert code.content == out.getvalue()
    return str(link)


# Where the link leads


def test_a_closed_server_shares_its_address_and_says_how_to_open_it(closed: Server) -> None:
    anna = Client(closed, "Anna")
    table = anna.open("drivis")
    assert link_of(anna, table["id"]) == closed.url + table["invite_url"]
    share = boot_of(anna, table["id"])["share"]
    assert share["reach"] == "closed" and "127.0.0.1" in closed.said[0]
    assert f"serve --host 0.0.0.0 --port {closed.port} --data {closed.data}" in share["command"]


def test_a_server_for_the_network_never_says_loopback(everywhere: Server) -> None:
    assert everywhere.said and not any("127.0.0.1" in line for line in everywhere.said)
    outside = f"http://{networks.addresses()[0]}:{everywhere.port}"
    assert f"{outside}/" in everywhere.said[0]
    anna = Client(everywhere, "Anna")
    table = anna.open("drivis")
    link = link_of(anna, table["id"])
    assert link == outside + table["invite_url"] and boot_of(anna, table["id"])["share"]["reach"] == "open"
    assert httpx.get(link, headers=PAGE).status_code == 200
    assert link_of(anna, table["id"], Host="box.local:8000") == "http://box.local:8000" + table["invite_url"]


def test_a_page_in_the_network_may_play(everywhere: Server) -> None:
    """Its origin is what it was opened at; another one's is not ours."""
    home = f"http://{networks.addresses()[0]}:{everywhere.port}"
    command = {"game": "drivis", "seats": ONE_SCREEN}
    opened = httpx.post(f"{home}/api/tables", json=command, headers={"Origin": home})
    assert opened.status_code == 200
    assert httpx.post(f"{home}/api/tables", json=command, headers=ELSEWHERE).status_code == 403
    with connect(f"{home.replace('http', 'ws')}/t/{opened.json()['id']}/live", origin=Origin(home)) as socket:
        socket.send(json.dumps({"hello": {"seen": -1, "draw": False, "lang": "en"}}))
        assert "welcome" in json.loads(socket.recv(20))


def test_a_server_behind_a_proxy_shares_the_public_address(behind: Server) -> None:
    assert any(f"{PUBLIC}/\n" in line for line in behind.said) and behind.url in behind.said[-1]
    anna = Client(behind, "Anna")
    table = anna.open("drivis")
    assert link_of(anna, table["id"]) == PUBLIC + table["invite_url"]
    assert link_of(anna, table["id"], Host="192.0.2.66") == PUBLIC + table["invite_url"]


@pytest.mark.parametrize("told", [{"Host": "games.example.org", "X-Forwarded-Proto": "https"}, {}])
def test_pages_behind_a_proxy_may_play_and_keep_their_cookie_safe(behind: Server, told: dict[str, str]) -> None:
    """Whether the proxy tells the host and the scheme or not."""
    command, headers = {"game": "drivis", "seats": ONE_SCREEN}, {"Origin": PUBLIC, **told}
    opened = httpx.post(f"{behind.url}/api/tables", json=command, headers=headers)
    assert opened.status_code == 200 and "; secure" in opened.headers["set-cookie"].lower()
    assert httpx.post(f"{behind.url}/api/tables", json=command, headers={**told, **ELSEWHERE}).status_code == 403
    address = f"{behind.url.replace('http', 'ws')}/t/{opened.json()['id']}/live"
    with connect(address, origin=Origin(PUBLIC)) as socket:
        socket.send(json.dumps({"hello": {"seen": -1, "draw": False, "lang": "en"}}))
        assert "welcome" in json.loads(socket.recv(20))


def test_the_recovery_link_leads_where_an_invitation_does(behind: Server, closed: Server) -> None:
    for server, home in ((behind, PUBLIC), (closed, closed.url)):
        anna = Client(server, "Anna")
        page = unescape(httpx.get(f"{server.url}/me", headers={**anna.headers, **PAGE}).text)
        assert f'value="{home}/me/' in page
        assert ("works on this device only" in page) == (server is closed)


def test_no_redirect_repeats_a_foreign_host(closed: Server) -> None:
    for path in ("/me/", "/games/drivis/", "//evil.example/", "/%5Cevil.example/", "/t/nothing/"):
        answer = httpx.get(closed.url + path, headers={"Host": "192.0.2.66", **PAGE})
        where = answer.headers["location"]
        assert answer.status_code == 307 and where.startswith("/") and not where.startswith(("//", "/\\")), path
    assert httpx.get(f"{closed.url}/games/drivis/?lang=en", headers=PAGE, follow_redirects=True).status_code == 200


# Previews


def tags_of(server: Server, path: str, **headers: str) -> dict[str, str]:
    """The tags of a page, and its picture, which must be there."""
    page = httpx.get(server.url + path, headers={**PAGE, **headers})
    assert page.status_code == 200 and page.headers["cache-control"].startswith("private")
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', page.text)
    return {name: unescape(value) for name, value in found}


def check_picture(server: Server, tags: dict[str, str], home: str | None = None) -> bytes:
    image = tags["og:image"]
    assert image.startswith(home or server.url)
    answer = httpx.get(server.url + image.removeprefix(home or server.url), timeout=60)
    assert answer.headers["content-type"] == tags["og:image:type"] == "image/png"
    size = tuple(int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20))
    assert answer.content.startswith(PNG) and 10_000 < len(answer.content) < 600_000
    assert size == (int(tags["og:image:width"]), int(tags["og:image:height"])) == (1200, 630)
    return answer.content


@pytest.mark.parametrize("path", ["/", *(f"/games/{name}" for name in lt.games())])
def test_shelf_and_games_show_themselves(closed: Server, path: str) -> None:
    french, english = tags_of(closed, path, **{"Accept-Language": "fr"}), tags_of(closed, f"{path}?lang=en")
    assert french.keys() == english.keys() and french["og:description"] != english["og:description"]
    assert (french["og:locale"], french["og:locale:alternate"]) == ("fr_FR", "en_GB")
    assert french["og:url"] == closed.url + path and english["og:url"] == f"{closed.url}{path}?lang=en"
    assert english["twitter:card"] == "summary_large_image" and all(english.values())
    check_picture(closed, english)


def test_an_invitation_says_who_invites_to_what(closed: Server) -> None:
    anna = Client(closed, "Anna <b>")
    table = anna.open("drivis", [{"who": "me", "name": "Anna <b>"}, {"who": "friend"}])
    tags = tags_of(closed, table["invite_url"])
    assert tags["og:title"] == "Anna <b> invites you to play Drivis"
    assert tags["og:url"] == closed.url + table["invite_url"]
    assert tags_of(closed, table["url"])["og:title"] == "Drivis: Anna <b>"
    check_picture(closed, tags)


def test_a_table_shows_the_position_as_it_stands(closed: Server) -> None:
    anna = Client(closed, "Anna")
    table = anna.open("drivis", ONE_SCREEN)
    before = tags_of(closed, table["url"])
    first = check_picture(closed, before)
    anna.do(table["id"], "choose", anna.get(f"/api/tables/{table['id']}")["choices"]["0"][0])
    after = tags_of(closed, table["url"])
    assert after["og:image"] != before["og:image"] and check_picture(closed, after) != first
    whole, start = tags_of(closed, f"/records/{table['id']}"), tags_of(closed, f"/records/{table['id']}/0")
    assert whole["og:image"].endswith("/1/preview.png?lang=en") and start["og:image"].endswith("/0/preview.png?lang=en")
    assert check_picture(closed, start) != check_picture(closed, whole)


def test_a_preview_shows_what_a_spectator_sees(closed: Server) -> None:
    """The same for everybody, whoever asks: also for one who sits there."""
    anna = Client(closed, "Anna")
    table = anna.open("number-drop", TWO)
    Client(closed, "Ben").join(table)
    path = f"/t/{table['id']}/preview.png?lang=en"
    mine, theirs = (httpx.get(closed.url + path, headers=headers, timeout=60) for headers in (anna.headers, {}))
    assert mine.content.startswith(PNG) and mine.content == theirs.content


def test_previews_behind_a_proxy_have_the_public_address(behind: Server) -> None:
    tags = tags_of(behind, "/games/drivis", Host="192.0.2.66")
    assert tags["og:url"] == f"{PUBLIC}/games/drivis"
    check_picture(behind, tags, PUBLIC)


def test_a_host_that_is_none_stands_in_no_tag(closed: Server) -> None:
    for host in ("evil.example/x", 'a"b', "a@evil.example"):
        page = httpx.get(f"{closed.url}/", headers={**PAGE, "Host": host})
        assert page.status_code == 400 and "og:" not in page.text and host not in page.text


def test_pages_of_one_person_have_no_preview(closed: Server) -> None:
    anna = Client(closed, "Anna")
    page = unescape(httpx.get(f"{closed.url}/me", headers={**anna.headers, **PAGE}).text)
    assert "og:" not in page


# Who fetches a preview takes no seat


LOOKED_AFTER = {"days", "dice"}  # the server commits to the days to come, a moment after its start


def everything_in(server: Server) -> dict[str, list[Any]]:
    with sqlite3.connect(server.data / "ludotheque.db") as base:
        tables = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        tables = [name for name in tables if name not in LOOKED_AFTER]
        return {name: sorted(base.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in tables}


def test_what_fetches_a_preview_changes_nothing(closed: Server) -> None:
    anna = Client(closed, "Anna")
    table = anna.open("drivis")
    before = everything_in(closed)
    assert before["players"] and before["cards"] and before["entries"] and before["sittings"]
    image = tags_of(closed, table["invite_url"])["og:image"].removeprefix(closed.url)
    paths = (table["invite_url"], table["url"], image, "/", "/games/drivis", f"/records/{table['id']}")
    for method in ("HEAD", "GET"):
        for path in paths:
            for chat in CHATS:
                answer = httpx.request(method, closed.url + path, headers={"User-Agent": chat}, timeout=60)
                assert answer.status_code == 200 and "set-cookie" not in answer.headers, (method, path)
                assert method == "GET" or not answer.content
    assert everything_in(closed) == before
    assert anna.get(f"/api/tables/{table['id']}")["phase"] == "waiting"
    Client(closed, "Ben").join(table)


def test_pictures_for_chats_are_limited_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is painted already is cheap; new pictures are not."""
    monkeypatch.setattr("ludotheque.play.warming.Warming.start", lambda self: None)
    monkeypatch.setattr("ludotheque.web.previews.PAINTED", OrderedDict())
    monkeypatch.setattr("ludotheque.scene.png.png_apart", lambda svg, width: PNG)
    app = make_app(connect_store(tmp_path / "tables.sqlite"), Limits(paintings=Bucket(0.001, 2)))
    paths = ["/preview.png", "/preview.png", *(f"/games/{name}/preview.png" for name in lt.games()[:2]), "/preview.png"]

    async def story() -> list[httpx.Response]:
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as web,
        ):
            return [await web.get(path) for path in paths]

    answers = asyncio.run(story())
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 200]
    assert int(answers[3].headers["retry-after"]) > 0
