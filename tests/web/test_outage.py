"""A database that hangs, is killed, locked or destroyed under a running server: whoever does not need it notices
nothing, whoever does is told to come back, and nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import statistics
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from socket import SO_LINGER, SOL_SOCKET

import httpx
import pytest
from postgres import PostgresServer
from serving import ONE_SCREEN, Client, Json, Live, Server
from traffic import Contract
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

WAITING = 200  # requests that need the database
FREE = ("/", "/api/games", "/static/site.css", "/games/drivis/learn", "/games/drivis/guide/en.html")
LOG_LINE = "the database is not available"
ENGLISH = {"Accept-Language": "en"}
PAGE = {"Accept": "text/html", **ENGLISH}


@dataclass
class House:
    """A server, and two people at a table there; what they were promised is never forgotten."""

    server: Server
    promised: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.contract = Contract(self.server.url)
        self.anna = Client(self.server, "Anna", contract=self.contract)
        self.ben = Client(self.server, "Ben", contract=self.contract)
        self.table: Json = self.anna.open("drivis")
        self.ben.join(self.table)
        self.browser = self.become_known()

    def become_known(self) -> dict[str, str]:
        """The cookie of a browser that has a table."""
        table = {"game": "drivis", "seats": ONE_SCREEN}
        opened = httpx.post(f"{self.server.url}/api/tables", json=table, timeout=60)
        return {"Cookie": f"ludotheque={opened.cookies['ludotheque']}"}

    @property
    def id(self) -> str:
        return str(self.table["id"])

    @property
    def log(self) -> str:
        assert self.server.log is not None
        return self.server.log.read_text("utf-8")

    def choice(self) -> str:
        """What the player whose turn it is can choose."""
        views = [client.get(f"/api/tables/{self.id}")["choices"] for client in (self.anna, self.ben)]
        return str(next(text for view in views for texts in view.values() for text in texts))

    def choose(self, live: Live, text: str, key: str) -> None:
        answer = live.choose(text, key)
        assert "ack" in answer, answer
        self.promised[answer["number"]] = text

    def expect_nothing_lost(self) -> None:
        entries = self.anna.get(f"/api/tables/{self.id}/entries")
        told = {entry["number"]: entry["text"] for entry in entries if entry["kind"] == "choice"}
        assert told == self.promised and [e["number"] for e in entries] == list(range(len(entries)))

    def expect_one_line_in_the_log(self) -> None:
        assert self.log.count(LOG_LINE) == 1 and "Traceback" not in self.log, self.log[:5000]


@contextmanager
def house_on(folder: Path, database: str | None = None) -> Iterator[House]:
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(folder, database, log=folder / "log").start()
    try:
        yield House(server)
    finally:
        server.stop()


# The database hangs


@dataclass
class Crowd:
    """Many who wait for the database, and somebody who does not need it."""

    house: House
    web: httpx.AsyncClient
    durations: dict[str, list[float]] = field(default_factory=dict)
    told: int = 0  # how often the shelf did without somebody's tables

    def reading(self) -> Iterator[httpx.Request]:
        """Those of people who are known, at a table that is in memory and at tables that are not."""
        for number in count():
            yield self.web.build_request("GET", "/me", headers=self.house.browser | PAGE)
            yield self.web.build_request("GET", f"/t/{self.house.id}", headers=self.house.browser | PAGE)
            yield self.web.build_request("GET", f"/api/tables/nowhere{number}", headers=self.house.anna.headers)

    def writing(self) -> Iterator[httpx.Request]:
        token, place = self.house.anna.headers, f"/api/tables/{self.house.id}/do"
        for number in count():
            words = {"do": "say", "text": f"word {number}", "id": f"say {number}"}
            yield self.web.build_request("PATCH", "/api/me", headers=token, json={"name": "Anna"})
            yield self.web.build_request("POST", place, headers=token, json=words)

    def requests(self, reads: int) -> Iterator[httpx.Request]:
        yield from islice(self.reading(), reads)
        yield from islice(self.writing(), WAITING - reads)

    async def ask_for_what_is_free(self, until: Callable[[], bool]) -> None:
        while not until():
            for path in FREE:
                for headers in ({}, self.house.browser):
                    await self.take_time(path, headers)
            await asyncio.sleep(0.1)

    async def take_time(self, path: str, headers: dict[str, str]) -> None:
        began = time.monotonic()
        answer = await self.web.get(path, headers=headers | PAGE)
        self.durations.setdefault(path, []).append(time.monotonic() - began)
        assert answer.status_code == 200
        if "back in a moment" in answer.text:
            assert path == "/" and headers == self.house.browser
            self.told += 1

    def expect_quick_answers(self) -> None:
        """Within a second; a machine that is busy with other tests may take longer now and then, as when all who waited
        are told at once that it was in vain."""
        for path, each in self.durations.items():
            taken = sorted(each)
            assert statistics.median(taken) < 1 and taken[len(taken) * 19 // 20] < 3, (path, taken[-5:])


async def story_of_a_crowd(
    house: House, hangs: Callable[[], object], goes_on: Callable[[], object], long: int, reads: int
) -> Crowd:
    """``reads``: how many of the crowd want to read only."""
    limits = httpx.Limits(max_connections=None)
    common = {"base_url": house.server.url, "headers": ENGLISH, "timeout": 120, "verify": False}
    async with httpx.AsyncClient(**common, limits=limits) as web:  # type: ignore[arg-type]
        crowd = Crowd(house, web)
        for path in FREE:
            await web.get(path)  # what is made once is made now
        hangs()
        end = time.monotonic() + long
        waiting = [asyncio.create_task(web.send(request)) for request in crowd.requests(reads)]
        await asyncio.sleep(1)  # until all have come
        try:
            await crowd.ask_for_what_is_free(lambda: time.monotonic() > end)
        finally:
            goes_on()
            answers = await asyncio.gather(*waiting, return_exceptions=True)
        for answer in answers:
            assert isinstance(answer, httpx.Response), repr(answer)
            expect_an_answer_or_an_outage(answer)
    crowd.expect_quick_answers()
    return crowd


def expect_an_answer_or_an_outage(answer: httpx.Response) -> None:
    """404 is the answer about a table that never was, 429 that to who says too much."""
    assert answer.status_code in (200, 404, 429, 503), answer.text
    if answer.status_code == 503:
        assert int(answer.headers["retry-after"]) > 0 and "in a moment" in answer.text
    assert "pg-" not in answer.text and "sqlite" not in answer.text.lower() and "psycopg" not in answer.text


@pytest.mark.long
@pytest.mark.parametrize("long", [10, 60])
def test_a_database_that_hangs_and_is_killed(postgres: PostgresServer, tmp_path: Path, long: int) -> None:
    """Only who needs it waits for it, and its end is told as an outage."""
    with house_on(tmp_path / "data", postgres.address) as house:
        house.choose(house.anna.live(house.id), house.choice(), "first")

        def hangs() -> None:
            postgres.signal_all(signal.SIGSTOP)

        def goes_on() -> None:
            postgres.signal_all(signal.SIGCONT)

        crowd = asyncio.run(story_of_a_crowd(house, hangs, goes_on, long, reads=120))
        assert crowd.told > 0
        house.choose(house.ben.live(house.id), house.choice(), "second")
        live, text = house.anna.live(house.id), house.choice()
        alone = house.anna.live(house.anna.open("drivis", ONE_SCREEN)["id"])
        postgres.crash()
        expect_an_outage_everywhere(house, live, alone, text)
        house.expect_one_line_in_the_log()
        postgres.start()
        come_back_and_send_again(house, text, "during")
        house.expect_nothing_lost()


@pytest.mark.long
@pytest.mark.parametrize("long", [12, 60])
def test_a_file_that_another_process_locks(tmp_path: Path, long: int) -> None:
    """Only who writes waits for it. Twelve seconds are longer than anybody waits: then a choice that could not be
    written is sent again, and done once."""
    with house_on(tmp_path) as house:
        lock = Lock(tmp_path / "ludotheque.db")
        house.choose(house.anna.live(house.id), house.choice(), "first")
        live, text = house.ben.live(house.id), house.choice()

        def hangs() -> None:
            lock.take()
            live.send(do="choose", text=text, id="during")

        asyncio.run(story_of_a_crowd(house, hangs, lock.release, long, reads=0))
        hear_the_outage(live)
        for _ in range(2):
            come_back_and_send_again(house, text, "during", house.ben)
        house.expect_nothing_lost()
        house.expect_one_line_in_the_log()


class Lock:
    """Another process that writes, as a backup does it: this one."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)

    def take(self) -> None:
        self.connection.execute("BEGIN EXCLUSIVE")

    def release(self) -> None:
        self.connection.execute("ROLLBACK")
        self.connection.close()


# An outage at the live channel


def hear_the_outage(live: Live) -> None:
    """The sentence, and a code that says to come back."""
    told = live.until("later", "gone", "refused", "ack", seconds=30)
    assert "goes on in a moment" in told["later"]
    with pytest.raises(ConnectionClosed) as closed:
        live.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013


def hear_the_outage_at_the_door(house: House) -> None:
    url = house.server.url.replace("http", "ws") + f"/t/{house.id}/live"
    with connect(url, additional_headers=house.anna.headers | ENGLISH) as socket:
        live = Live.__new__(Live)
        live.socket, live.contract = socket, house.contract
        hear_the_outage(live)


def come_back_and_send_again(house: House, text: str, key: str, player: Client | None = None) -> None:
    """As a page does it, until it works."""
    for _ in range(60):
        with suppress(ConnectionClosed):
            return house.choose((player or house.anna).live(house.id), text, key)
        time.sleep(0.5)
    raise AssertionError("the database came back, and the server did not notice")


def expect_a_friendly_page(house: House) -> None:
    page = httpx.get(f"{house.server.url}/me", headers=PAGE | house.browser, timeout=60)
    assert page.status_code == 503 and int(page.headers["retry-after"]) > 0
    assert "<h1>" in page.text and "Nothing is lost" in page.text and "Try again" in page.text
    expect_an_answer_or_an_outage(page)


def expect_an_outage_everywhere(house: House, live: Live, alone: Live, text: str) -> None:
    live.send(do="choose", text=text, id="during")
    hear_the_outage(live)
    alone.send(do="hint", text="look", id="hint")  # is thought about while others are heard, and cannot be kept either
    hear_the_outage(alone)
    hear_the_outage_at_the_door(house)
    expect_a_friendly_page(house)
    for path in ("/api/me", "/api/tables/nowhere", "/records/nowhere", f"/t/{house.id}"):
        answer = httpx.get(house.server.url + path, headers=house.anna.headers | ENGLISH, timeout=60)
        assert answer.status_code == 503
        expect_an_answer_or_an_outage(answer)
    assert "LaterMessage" in house.contract.seen


@pytest.mark.long
def test_a_file_that_cannot_be_read_is_told_as_an_outage(tmp_path: Path) -> None:
    path = tmp_path / "ludotheque.db"
    with house_on(tmp_path) as house:
        house.choose(house.anna.live(house.id), house.choice(), "first")
        house.server.stop()  # all is in that one file now
        house.server.start()
        kept = path.read_bytes()
        with path.open("r+b") as file:
            file.write(b"garbage " * (len(kept) // 8))
        hear_the_outage_at_the_door(house)
        expect_a_friendly_page(house)
        shelf = httpx.get(house.server.url, headers=PAGE | house.browser, timeout=60)
        assert shelf.status_code == 200 and "back in a moment" in shelf.text
        house.expect_one_line_in_the_log()
        house.server.kill()
        path.write_bytes(kept)
        house.server.start()
        house.expect_nothing_lost()


# What is not text


def test_a_binary_frame_is_refused_and_the_channel_stays(anna: Client) -> None:
    live = anna.live(anna.open("drivis")["id"])
    for frame in (b"", b"{}", b"\xff" * 1000):
        live.socket.send(frame)
        assert "bytes" in live.until("refused")["why"]
    live.send(ping=1)
    assert live.until("pong") == {"pong": 1}


# Mistakes of ours, and lines that break

MISTAKEN = """import sys
from ludotheque.cli import main
from ludotheque.web import live

def number_in(*_):
    raise RuntimeError("a mistake of ours")

live.number_in = number_in
sys.exit(main())"""


@pytest.mark.slow
def test_a_mistake_is_in_the_log(tmp_path: Path) -> None:
    server = Server(tmp_path, code=MISTAKEN, log=tmp_path / "log").start()
    try:
        anna = Client(server, "Anna")
        with pytest.raises(ConnectionClosed):
            anna.live(anna.open("drivis", ONE_SCREEN)["id"])
    finally:
        server.stop()
    assert "a mistake of ours" in (tmp_path / "log").read_text("utf-8")


@pytest.mark.slow
def test_a_line_that_breaks_is_not(tmp_path: Path) -> None:
    """At any moment: before the first word, and while pictures are sent."""
    with house_on(tmp_path) as house:
        url = house.server.url.replace("http", "ws") + f"/t/{house.id}/live"
        for words in range(20):
            socket = connect(url, additional_headers=house.anna.headers).__enter__()
            for _ in range(words // 2):
                socket.send(json.dumps({"hello": {"seen": -1, "draw": True}}))
            socket.socket.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))  # reset, without a goodbye
            socket.socket.close()
        house.choose(house.anna.live(house.id), house.choice(), "first")
        house.expect_nothing_lost()
        assert "Traceback" not in house.log
