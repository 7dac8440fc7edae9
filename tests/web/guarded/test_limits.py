"""What anybody may ask of us has limits: sizes, rates, times. Promises of ``docs/security.md``, tried from outside."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx
import pytest
from apps import with_app
from by_hand import by_hand, request_line
from serving import ONE_SCREEN, Client, Json, Server

import ludotheque as lt
from ludotheque.core.errors import GameError
from ludotheque.play import commands, table
from ludotheque.play.ports import OVER, Notice, TableInfo
from ludotheque.play.table import COMPUTER, Seat
from ludotheque.web.limits import MOST_EVENTS, Bucket, Limits, TooFast, address_of
from ludotheque.web.pictures import MOST_WAITING, Painter
from ludotheque.web.security import HEADERS
from ludotheque.web.shared_limits import LIMITS, SharedLimits

pytestmark = pytest.mark.slow


# Sizes


def test_what_is_too_large_is_refused_unread(server: Server) -> None:
    for path, most in (("/api/tables", 64 * 1024), ("/api/records", 1_000_000)):
        answer = by_hand(server, request_line(path, "POST", f"Content-Length: {most + 1}"))
        assert answer.split()[1].startswith(b"4") and b"trop long" in answer


def test_a_body_without_a_length_is_refused(server: Server) -> None:
    head = request_line("/api/records", "POST", "Transfer-Encoding: chunked")
    answer = by_hand(server, head + b"5\r\nludo \r\n0\r\n\r\n")
    assert answer.split()[1].startswith(b"4")
    both = by_hand(
        server, request_line("/api/records", "POST", "Transfer-Encoding: chunked", "Content-Length: 3") + b"abc"
    )
    assert both.split()[1].startswith(b"4")


@pytest.mark.parametrize("length", ["-1", "1e9", "0x10", "9" * 400, "3, 3"])
def test_a_length_that_is_none_is_refused(server: Server, length: str) -> None:
    answer = by_hand(server, request_line("/api/records", "POST", f"Content-Length: {length}") + b"abc")
    assert not answer or answer.split()[1].startswith(b"4")


# Rates


def test_who_is_too_fast_is_told_how_long_to_wait(tmp_path: Path) -> None:
    async def story(web: httpx.AsyncClient) -> None:
        body = {"name": "x"}
        answers = [await web.post("/api/players", json=body, headers={"Accept-Language": "en"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[2].headers["Retry-After"] == "10" and "10 seconds" in answers[2].json()["error"]
        pages = [await web.get("/api/games") for _ in range(20)]
        assert [answer.status_code for answer in pages] == [200] * 17 + [429] * 3
        assert {name: pages[-1].headers.get(name) for name in HEADERS} == HEADERS

    with_app(tmp_path, story, Limits(players=Bucket(0.1, 2), requests=Bucket(0.01, 20)))


@pytest.mark.parametrize("kind", ["commands", "tables", "records", "pictures", "paintings", "lessons", "words"])
def test_everything_costly_has_a_limit(tmp_path: Path, kind: str) -> None:
    async def story(web: httpx.AsyncClient) -> None:
        asked = {"game": "drivis", "seats": ONE_SCREEN}
        opened = await web.post("/api/tables", json=asked)
        id = opened.json().get("id", "none")
        requests: dict[str, tuple[str, str, Json]] = {
            "commands": ("POST", f"/api/tables/{id}/do", {"json": {"do": "undo"}}),
            "tables": ("POST", "/api/tables", {"json": asked}),
            "records": ("POST", "/api/records", {"content": b"ludo 1"}),
            "pictures": ("GET", f"/records/{id}/0.svg", {}),
            "paintings": ("GET", f"/records/{id}/0.png?width=16", {}),
            "lessons": ("GET", "/api/games/drivis/lessons", {}),
            "words": ("POST", f"/api/tables/{id}/do", {"json": {"do": "say", "text": "hello"}}),
        }
        method, path, more = requests[kind]
        codes = [(await web.request(method, path, **more)).status_code for _ in range(2)]
        assert codes[-1] == 429 and (codes[0] != 429 or kind == "tables")

    with_app(tmp_path, story, Limits(**{kind: Bucket(0.001, 1)}))


def test_live_channels_of_one_address_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.web.limits.MOST_CONNECTIONS", 2)
    counted = Limits()
    with counted.connection("a") as one, counted.connection("a") as two, counted.connection("a") as three:
        assert (one, two, three) == (True, True, False)
    with counted.connection("a") as again:
        assert again
    assert not counted.connections, "nothing is remembered of who has gone"


def test_a_bucket_fills_again_and_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that stands still, as the machine may be too busy to be too fast."""
    now = 0.0
    monkeypatch.setattr("ludotheque.web.limits.monotonic", lambda: now)
    bucket = Bucket(0.5, 2)
    for _ in range(2):
        bucket.take("a")
    with pytest.raises(TooFast) as refused:
        bucket.take("a")
    bucket.take("b")
    now += refused.value.seconds
    bucket.take("a")
    with pytest.raises(TooFast):
        bucket.take("a")
    for number in range(30_000):
        bucket.take(str(number))
    assert len(bucket.left) <= 20_000


def test_addresses_of_one_network_count_as_one() -> None:
    def told(host: str) -> str:
        from starlette.requests import Request

        return address_of(Request({"type": "http", "headers": [], "client": (host, 1)}))

    assert told("2001:db8::1") == told("2001:db8::ffff:2") != told("2001:db8:0:1::1")
    assert told("192.0.2.1") != told("192.0.2.2") and told("unix") == "unix"
    assert told("::ffff:192.0.2.1") == told("192.0.2.1"), "not all of IPv4 is one network"
    assert told("2001:db8::1%eth0") == told("2001:db8::1%25") == told("2001:db8::1")


def test_pictures_for_others_are_painted_one_by_one() -> None:
    """PNG pictures cost most of all: who comes when many wait already is refused."""
    running = []

    def slowly() -> bytes:
        running.append(1)
        time.sleep(0.02)
        assert len(running) == 1
        running.pop()
        return b""

    async def story() -> list[Any]:
        painter = Painter()
        commands = [painter.paint(slowly) for _ in range(MOST_WAITING + 3)]
        return await asyncio.gather(*commands, return_exceptions=True)

    done = asyncio.run(story())
    assert [isinstance(answer, GameError) for answer in done] == [False] * MOST_WAITING + [True] * 3


# Records


def endless(lines: int) -> str:
    """A legal record of so many events, as costly to replay as we know one."""
    rng = random.Random(1)
    state = lt.load("derive").new(seats=4, max_choices=1_000_000)
    for _ in range(lines):
        actor = None if state.chance else state.actors[0]
        state = state.draw(rng) if actor is None else state.play(rng.choice(state.choices(actor)), actor)
    return str(state.record)


HOSTILE = {
    "nothing": b"",
    "zeros": b"\0" * 10_000,
    "not text": b"\xff\xfe" * 10_000,
    "a page": b"<html><script>alert(1)</script>",
    "one long line": b"ludo 1\n" + b"x" * 990_000,
    "many lines": b"ludo 1\n" * 140_000,
    "many headers": b"ludo 1\ngame drivis\nedition 1\n" + b"k v\n" * 240_000 + b"\n",
    "many seats": b"ludo 1\ngame drivis\nedition 1\n" + b"".join(b"seat %d\n" % n for n in range(2_900)) + b"\n",
    "a path for a game": b"ludo 1\ngame ../../../etc/passwd\nedition 1\n\n",
    "a huge number": b"ludo 1\ngame drivis\nedition 1\noption max_choices " + b"9" * 100_000 + b"\n\n",
    "a huge result": b"ludo 1\ngame drivis\nedition 1\nresult " + b"9" * 100_000 + b"\n\n",
    "a huge event": b"ludo 1\ngame drivis\nedition 1\n\n0 " + b"c" * 900_000,
    "a huge position": b"ludo 1\ngame drivis\nedition 1\nposition " + b". " * 400_000 + b"\n\n",
    "a name with a command": b"ludo 1\ngame drivis\nedition 1\nseat 0 \x1b[31m\nseat 1\n\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_record_is_refused_with_a_sentence_and_at_once(visitor: httpx.Client, name: str) -> None:
    start = time.monotonic()
    answer = visitor.post("/api/records", content=HOSTILE[name], headers={"Accept-Language": "en"})
    assert answer.status_code == 409 and len(answer.json()["error"]) < 400
    assert time.monotonic() - start < 5


@pytest.mark.slow
def test_the_longest_record_is_bounded_in_time(visitor: httpx.Client) -> None:
    """About a second each on a quiet machine: replaying, and all sentences of its page."""
    text = endless(MOST_EVENTS - 100)
    start = time.monotonic()
    kept = visitor.post("/api/records", content=text).raise_for_status().json()
    visitor.get(kept["url"]).raise_for_status()
    assert time.monotonic() - start < 20
    too_long = visitor.post("/api/records", content=text + "0 x\n" * 200)
    assert too_long.status_code == 409 and "3000" in too_long.json()["error"]


# Tables that would never end


CARD = TableInfo("t", "drivis", 1, 2, {"max_choices": 1_000_000}, "i", 0, "anna")


def test_a_table_is_full_at_some_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even by choosing and taking back for ever. A game that has begun can be finished."""
    seats = [Seat(table.PERSON, "anna"), Seat(COMPUTER, level=1)]
    full = commands.opening(CARD, seats)
    monkeypatch.setattr(table, "MOST_ENTRIES", 6)
    for _ in range(2):
        first = commands.Command("choose", "anna", seat=0, text=full.state.choices(0)[0])
        full = commands.apply(full, first)
        assert full.computers_to_act() == [1]
        if full.next < 6:
            full = commands.apply(full, commands.Command("undo", "anna"))
    with pytest.raises(GameError, match="full"):
        commands.apply(full, commands.Command("undo", "anna"))
    assert commands.apply(full, commands.Command("resign", "anna")).status == OVER


# Addresses and methods


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e%2fapp.py",
        "/static//etc/passwd",
        "/static/....//app.py",
        "/static/..\\app.py",
        "/static/js/../../app.py",
        "/static/games/../../app.py",
        "/static/%00",
        "/static/games/..%2f..%2fapp.css",
        "/games/..%2f..%2fweb/cover.svg",
        "/records/..%2f..%2fx.ludo",
        "/static/text.en.toml",
    ],
)
def test_only_our_files_for_the_browser_are_served(server: Server, path: str) -> None:
    answer = by_hand(server, request_line(path))
    assert answer.split()[1] in (b"404", b"400", b"422") and b"import" not in answer and b"root:" not in answer


STRANGE = [
    "x",
    "%00",
    "%ff",
    "%ed%a0%80",
    "a" * 300,
    "a" * 5_000,
    "%f0%9f%98%80",
    "a%20b",
    "%0d%0aX:%20y",
    "'%20OR%201=1",
    "-1",
]
PLACES = [
    "/t/{}",
    "/t/{}/join/x",
    "/records/{}",
    "/records/{}/3",
    "/records/{}/3.svg",
    "/records/{}/3.png",
    "/records/{}.ludo",
    "/me/{}",
    "/games/{}",
    "/api/games/{}",
    "/api/tables/{}",
    "/api/tables/{}/entries",
    "/api/tables/{}/record",
    "/api/tables/{}/invite.svg",
    "/api/tables/{}/0.svg",
]


@pytest.mark.parametrize("place", PLACES)
def test_what_is_not_there_is_not_found(server: Server, place: str) -> None:
    with httpx.Client(base_url=server.url, headers={"X-Forwarded-For": "203.0.113.9"}) as web:
        for id in STRANGE:
            for kind in ("text/html", "*/*"):
                answer = web.get(place.format(id), headers={"Accept": kind})
                assert answer.status_code in (404, 409, 422, 429), (place, id)
                assert "x: y" not in str(answer.headers).lower()


@pytest.mark.parametrize("method", ["PUT", "DELETE", "TRACE", "PROPFIND"])
def test_other_methods_are_refused(server: Server, shared: str, method: str) -> None:
    for path in ("/", "/api/games", "/api/tables", f"/api/tables/{shared}", "/static/table.css"):
        assert by_hand(server, request_line(path, method)).split()[1].startswith(b"4")


@pytest.mark.parametrize("number", ["-1", "8", "9" * 30, "9" * 5_000, "1.5", "x", "%D9%A3"])
def test_numbers_out_of_range_are_refused(server: Server, shared: str, number: str) -> None:
    paths = [
        f"/api/tables/{shared}?seat={number}",
        f"/records/{shared}/{number}.svg",
        f"/api/tables/{shared}/{number}.svg",
    ]
    for path in (*paths, f"/records/{shared}/0.png?width={number}", f"/records/{shared}/0.svg?seat={number}"):
        assert httpx.get(server.url + path).status_code in (404, 422), path
    assert httpx.get(f"{server.url}/records/{shared}/{number}", headers={"Accept": "text/html"}).status_code < 500


BOMBS = [
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b'{"do":"choose","at":' + b"9" * 5_000 + b"}",
    b'{"do":"choose","at":1e999}',
    b'{"do":"choose","at":NaN}',
    b'{"do":"\\ud800"}',
    b'{"do":"choose","text":"\\ud800"}',
    b'{"do":"choose","id":"\\ud800"}',
    b"\xff\xfe",
    b"",
    b"null",
    b'{"do":["choose"]}',
    b'{"do":"choose","seat":99}',
    b'{"do":"choose","id":"' + b"x" * 65 + b'"}',
]


@pytest.mark.parametrize("bomb", BOMBS, ids=range(len(BOMBS)))
def test_json_that_is_meant_to_hurt_is_refused(anna: Client, shared: str, bomb: bytes) -> None:
    headers = {**anna.headers, "Content-Type": "application/json"}
    answer = httpx.post(f"{anna.server.url}/api/tables/{shared}/do", content=bomb, headers=headers)
    assert answer.status_code in (400, 409, 422)


@pytest.mark.parametrize(
    "options",
    [
        '{"\\ud800": 1}',
        '{"start": "\\ud800"}',
        '{"max_choices": 1e30}',
        '{"max_choices": -1}',
        '{"max_choices": true}',
        "[]",
        '{"' + "x" * 60_000 + '": 1}',
        "{" + ",".join(f'"o{n}": 1' for n in range(500)) + "}",
    ],
)
def test_options_that_are_meant_to_hurt_are_refused(anna: Client, options: str) -> None:
    body = f'{{"game": "drivis", "seats": {json.dumps(ONE_SCREEN)}, "options": {options}}}'
    headers = {**anna.headers, "Content-Type": "application/json"}
    answer = httpx.post(f"{anna.server.url}/api/tables", content=body, headers=headers)
    assert answer.status_code in (409, 422)


def test_who_writes_too_fast_is_read_more_slowly_and_not_refused(server: Server) -> None:
    """A refusal would not say what was refused: a choice would hang in the air."""
    anna = Client(server, "Anna")
    channel = anna.live(anna.open("drivis", ONE_SCREEN)["id"])
    began, pongs = time.monotonic(), 0
    while pongs < 360:
        for number in range(30):  # who never reads is let go
            channel.send(ping=number)
        for number in range(30):
            while "pong" not in (message := json.loads(channel.socket.recv(20))):
                assert "refused" not in message
            assert message["pong"] == number
            pongs += 1
    channel.socket.close()
    assert time.monotonic() - began > 1


# Several servers


class Noticeboard:
    """What one server tells, for another to read."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def tell(self, kind: str, words: Iterable[str]) -> None:
        assert kind == LIMITS
        self.words += words

    def read(self) -> Notice:
        notice, self.words = Notice(LIMITS, "the other", tuple(self.words)), []
        return notice


def two_servers() -> tuple[SharedLimits, SharedLimits, Noticeboard]:
    board: Any = Noticeboard()
    return SharedLimits(Limits(), board, b"k" * 32), SharedLimits(Limits(), board, b"k" * 32), board


def test_ordinary_use_is_not_told_and_nobody_is_ever_named(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    for module in ("limits", "shared_limits"):
        monkeypatch.setattr(f"ludotheque.web.{module}.monotonic", lambda: now)
    here, there, board = two_servers()
    for _ in range(5):
        here.limits.requests.take("10.1.2.3")
    here.limits.commands.take("anna")
    now = 1.0
    here.tell()
    assert not board.words
    for _ in range(90):
        here.limits.commands.take("anna")
    now = 2.0
    here.tell()
    (told,) = board.words
    assert "anna" not in told and told.startswith("commands:") and told.endswith(":90")
    there.hear(board.read())
    for _ in range(10):
        there.limits.commands.take("anna")
    with pytest.raises(TooFast):
        there.limits.commands.take("anna")
    there.limits.commands.take("ben")


def test_live_channels_at_other_servers_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    for module in ("limits", "shared_limits"):
        monkeypatch.setattr(f"ludotheque.web.{module}.monotonic", lambda: now)
    monkeypatch.setattr("ludotheque.web.limits.MOST_CONNECTIONS", 3)
    here, there, board = two_servers()
    with here.limits.connection("a"), here.limits.connection("a"), here.limits.connection("b"):
        here.tell()
        there.hear(board.read())
    with there.limits.connection("a") as third, there.limits.connection("a") as fourth:
        assert (third, fourth) == (True, False)
    now = 60.0  # it was not said again, so it is over
    there.tell()
    with there.limits.connection("a"), there.limits.connection("a") as second:
        assert second and not there.limits.elsewhere


@pytest.mark.parametrize(
    "word", ["", ":", "commands", "commands:x", "commands:x:-5", "commands:x:²", "named:x:1", "x:y:9"]
)
def test_what_makes_no_sense_is_not_heard(word: str) -> None:
    here, _, _ = two_servers()
    here.hear(Notice(LIMITS, "the other", (word, f"commands:x:{'9' * 5000}", f"connections:x:{'9' * 5000}")))
    assert here.limits.commands.left_for("x") == here.limits.commands.most
