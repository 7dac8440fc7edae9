"""Recovery links: they ask before they change anything, and their owner can make them void."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import httpx
import pytest
from itsdangerous import URLSafeSerializer
from serving import ELSEWHERE, ONE_SCREEN, Server

pytestmark = pytest.mark.slow
PAGE = {"Accept": "text/html", "Accept-Language": "en"}


@pytest.fixture
def link(visitor: httpx.Client) -> str:
    """Of a visitor who has opened a table."""
    visitor.post("/api/tables", json={"game": "drivis", "seats": ONE_SCREEN}).raise_for_status()
    return link_of(visitor)


def link_of(visitor: httpx.Client) -> str:
    return str(re.findall(r'value="http[^"]+(/me/[\w.-]+)"', visitor.get("/me", headers=PAGE).text)[0])


def tables_of(visitor: httpx.Client) -> list[str]:
    answer = visitor.get("/api/me/tables")
    return [one["id"] for one in answer.json()] if answer.is_success else []


def test_a_device_that_is_nobody_is_asked_too(server: Server, visitor: httpx.Client, link: str) -> None:
    """Else who sends somebody their own link sees all that is played there."""
    with httpx.Client(base_url=server.url) as phone:
        asked = phone.get(link, headers=PAGE)
        assert asked.status_code == 200 and '<form method="post"' in asked.text and "your own" in asked.text
        assert not phone.cookies and not tables_of(phone)
        assert phone.post(link, headers=ELSEWHERE).status_code == 403 and not phone.cookies
        assert phone.post(link).headers["location"] == "/me?moved=1"
        assert tables_of(phone) == tables_of(visitor) != []
        assert phone.get(link, headers=PAGE).headers["location"] == "/me", "who is there already is not asked"


def test_only_looking_at_a_link_changes_nothing(server: Server, link: str) -> None:
    for method in ("GET", "HEAD"):
        answer = httpx.request(method, server.url + link, headers=PAGE)
        assert answer.status_code == 200 and "set-cookie" not in answer.headers


def test_a_renewed_link_makes_all_older_ones_void(server: Server, visitor: httpx.Client, link: str) -> None:
    with httpx.Client(base_url=server.url) as phone:
        phone.post(link)
        renewed = visitor.post("/me/recovery")
        assert renewed.status_code == 303 and "no longer works" in visitor.get("/me?renewed=1", headers=PAGE).text
        new = link_of(visitor)
        assert new != link
        for method in ("GET", "POST"):
            assert httpx.request(method, server.url + link, headers=PAGE).status_code == 404
        assert tables_of(phone) == tables_of(visitor) != [], "both cookies are as good as before"
        phone.cookies.clear()
        phone.post(new)
        assert tables_of(phone) == tables_of(visitor)
        phone.patch("/api/me", json={"name": "Zoé"})
        assert link_of(visitor) == new, "another name does not change it"


def test_nobody_renews_the_link_of_another(server: Server, visitor: httpx.Client, link: str) -> None:
    assert visitor.post("/me/recovery", headers=ELSEWHERE).status_code == 403
    with httpx.Client(base_url=server.url) as stranger:
        assert stranger.post("/me/recovery").status_code == 401
        stranger.post("/api/tables", json={"game": "drivis", "seats": ONE_SCREEN})
        stranger.post("/me/recovery")
    assert link_of(visitor) == link


def test_a_link_from_before_they_had_numbers_is_good_until_it_is_renewed(
    server: Server, visitor: httpx.Client, link: str
) -> None:
    with closing(sqlite3.connect(server.data / "ludotheque.db")) as database:
        (secret,) = database.execute("SELECT value FROM settings WHERE name = 'secret'").fetchone()
    player = visitor.get("/api/me").json()["player"]
    old = "/me/" + str(URLSafeSerializer(bytes.fromhex(secret), salt="recovery").dumps(player))
    assert httpx.get(server.url + old, headers=PAGE).status_code == 200
    visitor.post("/me/recovery")
    assert httpx.get(server.url + old, headers=PAGE).status_code == 404
