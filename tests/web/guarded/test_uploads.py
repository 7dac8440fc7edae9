"""Uploaded games have limits: what may stand in one, how much comes from one address, and how much there is in all."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from apps import with_app
from serving import ONE_SCREEN, Client, Server, serving

import ludotheque as lt
from ludotheque.web.limits import Bucket, Limits
from ludotheque.web.policy import Policy
from ludotheque.web.quotas import COST, MOST_HEADER_CHARACTERS, MOST_HEADERS

pytestmark = pytest.mark.slow
GAME = "ludo 1\ngame drivis\nedition 1\n{}\n"
PLAIN = GAME.format("")
LENGTH = len(str(lt.Record.parse(PLAIN)))
ENGLISH = {"Accept-Language": "en"}


# In one record


@pytest.mark.parametrize(
    "lines", [MOST_HEADERS * ["k v"], ["k " + (MOST_HEADER_CHARACTERS - 1) * "v"]], ids=["many", "long"]
)
def test_unknown_headers_are_kept_up_to_a_limit(visitor: httpx.Client, lines: list[str]) -> None:
    text = GAME.format("".join(f"{line}\n" for line in lines))
    kept = visitor.post("/api/records", content=text).raise_for_status().json()
    assert visitor.get(f"{kept['url']}.ludo").text.count(lines[0]) == len(lines)
    for more in ("k v", "w"):
        longer = text.replace("edition 1\n", f"edition 1\n{more} x\n")
        answer = visitor.post("/api/records", content=longer, headers=ENGLISH)
        assert answer.status_code == 409 and "unknown header" in answer.json()["error"]


# From one address


def test_an_address_uploads_so_much_a_day(tmp_path: Path) -> None:
    """It is told what was too much and when to come back; others are not concerned."""

    async def story(web: httpx.AsyncClient) -> None:
        answers = [await web.post("/api/records", content=PLAIN, headers=ENGLISH) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        seconds = int(answers[-1].headers["Retry-After"])
        assert 7.5 * 3600 < seconds <= 8 * 3600 and "in 8 hours" in answers[-1].json()["error"]

    daily = 3 * (LENGTH + COST)
    with_app(tmp_path, story, Limits(uploads=Bucket(daily / 86_400, daily)))


def test_what_is_refused_for_other_reasons_uses_up_nothing(tmp_path: Path) -> None:
    async def story(web: httpx.AsyncClient) -> None:
        for _ in range(5):
            assert (await web.post("/api/records", content=PLAIN + "0 nonsense\n")).status_code == 409
        assert (await web.post("/api/records", content=PLAIN)).status_code == 200

    with_app(tmp_path, story, Limits(uploads=Bucket(0.001, LENGTH + COST)))


# In all


def test_all_uploads_together_have_a_limit(tmp_path: Path) -> None:
    async def story(web: httpx.AsyncClient) -> None:
        answers = [await web.post("/api/records", content=PLAIN) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 507]

    with_app(tmp_path, story, policy=Policy(space=2 * LENGTH))


def test_a_full_shelf_is_said_and_refuses_only_uploads(tmp_path: Path) -> None:
    with serving(tmp_path, None, "--records-space", "0") as server:
        anna = Client(server, "Anna")
        answer = httpx.post(f"{server.url}/api/records", content=PLAIN, headers={**anna.headers, **ENGLISH})
        assert answer.status_code == 507 and answer.headers["Retry-After"] == "3600"
        assert "0 MB" in answer.json()["error"] and "in an hour" in answer.json()["error"]
        anna.open("drivis", ONE_SCREEN)


# For a while


def rows(server: Server, kind: str) -> set[str]:
    with closing(sqlite3.connect(server.data / "ludotheque.db")) as database:
        return {id for (id,) in database.execute(f"SELECT id FROM {kind}")}


def make_old(server: Server) -> None:
    with closing(sqlite3.connect(server.data / "ludotheque.db")) as database, database:
        database.execute("UPDATE records SET seen = 1")
        database.execute("UPDATE cards SET seen = 1, changed = 1")


@pytest.mark.long
def test_what_nobody_opened_is_removed_only_where_that_is_wished(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        anna = Client(server, "Anna")
        tables = [anna.open("drivis", ONE_SCREEN)["id"] for _ in range(3)]
        records = [anna.post("/api/records", PLAIN)["id"] for _ in range(3)]
    make_old(server)
    with serving(tmp_path, None, "--keep-records", "30", "--keep-tables", "30") as server:
        anna.server = server
        anna.get(f"/api/tables/{tables[0]}")
        anna.get(f"/records/{records[0]}.ludo")
        live = anna.live(tables[1])
        limit = time.monotonic() + 60
        while len(rows(server, "cards")) > 2 or len(rows(server, "records")) > 1:
            assert time.monotonic() < limit, "what is old is still there"
            time.sleep(0.2)
        assert rows(server, "cards") == set(tables[:2]) and rows(server, "records") == {records[0]}
        assert live.choose("c8-d8", "1", seat=0)["ack"] == "1"
        assert [one["id"] for one in anna.get("/api/me/tables")] == [tables[1], tables[0]]
        anna.get(f"/t/{tables[2]}", 404)
        anna.get(f"/records/{records[2]}", 404)
        live.close()
