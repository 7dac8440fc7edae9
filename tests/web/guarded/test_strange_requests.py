"""What comes may be no address, no number and no text at all: it is refused or understood, and breaks nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from by_hand import by_hand, request_line, status
from serving import ONE_SCREEN, Client, Server, serving

pytestmark = pytest.mark.slow

NUMBERS = [
    "-1",
    "-999999",
    "9" * 20,
    "-" + "9" * 20,
    "9" * 4_400,
    "9223372036854775808",
    "%D9%A3",
    "%201",
    "1_0",
    "nan",
]
WORDS = [
    "%",
    "%0",
    "%zz",
    "%00",
    "%ff",
    "%ed%a0%80",
    "%0d%0a",
    "..",
    "{0}",
    "%25",
    "[",
    "::1",
    "%e2%80%ae",
    "a" * 5_000,
]
HOSTS = [
    "",
    "[",
    "]",
    "[::1",
    "[::1%25lo]",
    "a b",
    "a@b",
    ":",
    "a:b",
    "a:99999999999",
    "\xff",
    "a." * 200,
    "[v1.x]",
    "::1",
]
ORIGINS = ["http://[", "http://]", "http://[::1", "http://[x]", "http://a:b", "null", "", "://", "http://\xff"]
SENDERS = [
    "::1%25",
    "fe80::1%eth0",
    "::ffff:192.0.2.7%5",
    "[::1%25]:80",
    "[",
    "%",
    ",",
    "192.0.2.7:99999999999",
    "\xff",
]
HEADERS = {
    "Origin": ORIGINS,
    "X-Forwarded-For": SENDERS,
    "Accept-Language": ["en;q=nan,fr;q=nan", "en;q=1e999", "\xff", ",,;q="],
    "Cookie": ["ludotheque=\xff", "ludotheque=.", "=;;=", "lang=\xff"],
    "Authorization": ["Bearer", "Bearer \xff", "Bearer " + "." * 500],
    "Range": ["bytes=5-1", "bytes=99999999999999999999-", "bytes=a-b"],
    "If-Modified-Since": ["Thu, 99 Zzz 99999 99:99:99 GMT", "\xff"],
    "Content-Type": ["application/json; charset=zzz", "\xff"],
    "Accept": ["text/html", "\xff"],
}


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, Any], Path]]:
    """A server, its description, and the file with all that it writes to its log."""
    folder = tmp_path_factory.mktemp("strange")
    with serving(folder, log=folder / "log") as server:
        yield server, httpx.get(f"{server.url}/openapi.json").json(), folder / "log"


@pytest.mark.parametrize("sender", SENDERS)
def test_an_address_with_an_interface_is_an_address(server: Server, sender: str) -> None:
    assert status(by_hand(server, request_line("/api/games", "GET", f"X-Forwarded-For: {sender}"))) == 200


@pytest.mark.parametrize("origin", ORIGINS)
def test_an_origin_that_is_no_address_is_elsewhere(server: Server, origin: str) -> None:
    line = request_line("/api/players", "POST", f"Origin: {origin}", "Content-Length: 0")
    assert status(by_hand(server, line)) == 403


def test_positions_that_are_not_there(server: Server, anna: Client, shared: str) -> None:
    record = anna.post("/api/records", "ludo 1\ngame drivis\nedition 1\n\n")["id"]
    for id in (shared, record):
        for number in NUMBERS:
            for path in (f"/records/{id}/{number}", f"/records/{id}/{number}.svg", f"/api/tables/{id}/{number}.svg"):
                assert status(by_hand(server, request_line(path, "GET", "Accept: text/html"))) < 500, path


def test_nothing_strange_is_an_error_of_ours(quiet: tuple[Server, dict[str, Any], Path]) -> None:
    """Every path that is described, with what does not belong there in all places of a request."""
    server, described, log = quiet
    rng, anna = random.Random(16), Client(server, "Anna")
    known = [
        anna.open("drivis", ONE_SCREEN)["id"],
        anna.post("/api/records", "ludo 1\ngame drivis\nedition 1\n\n")["id"],
    ]
    pages = [("get", path) for path in ("/records/{id}/{number}", "/games/{name}", "/me/{name}", "/t/{id}/join/{name}")]
    paths = pages + [(method, path) for path, methods in described["paths"].items() for method in methods]
    for method, path in paths * 4:
        request = strange(rng, method.upper(), path, known)
        assert status(by_hand(server, request)) < 500, request
    assert "Traceback" not in log.read_text()


def strange(rng: random.Random, method: str, path: str, known: list[str]) -> bytes:
    def filled(place: re.Match[str]) -> str:
        return (
            rng.choice(known * 5 if place[1] in ("id", "record") else ["drivis", *NUMBERS])
            if rng.random() < 0.8
            else rng.choice(WORDS)
        )

    query = "&".join(
        f"{name}={rng.choice(NUMBERS + WORDS)}" for name in rng.sample(["seat", "lang", "since", "width"], 2)
    )
    path = re.sub(r"\{(\w+)\}", filled, path) + rng.choice(["", "/", f"?{query}"])
    headers = [f"{name}: {rng.choice(HEADERS[name])}" for name in rng.sample(sorted(HEADERS), 2)]
    return request_line(path, method, *headers, "Content-Length: 0", host=rng.choice(["127.0.0.1", *HOSTS]))
