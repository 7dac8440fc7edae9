"""A server answers to its own names only: a page of another site cannot let its name point here (DNS rebinding)."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from by_hand import by_hand, request_line, status
from serving import ONE_SCREEN, Client, Server, serving
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from ludotheque.core.errors import GameError
from ludotheque.web import networks
from ludotheque.web.addresses import Addresses
from ludotheque.web.hosts import Hosts, read_host
from ludotheque.web.security import HEADERS

pytestmark = pytest.mark.slow
PUBLIC = "https://games.example.org"
ENGLISH = {"Accept-Language": "en"}
MACHINE = socket.gethostname().partition(".")[0]
OURS = [
    "127.0.0.1:{port}",
    "127.0.0.1",
    "localhost:{port}",
    "LOCALHOST.",
    "[::1]:{port}",
    "a.localhost",
    "192.0.2.7:80",
]
OURS += [f"{MACHINE}:{{port}}", f"{MACHINE}.local", f"{MACHINE.upper()}.LOCAL.", "games.example.org", "games.lan:8080"]
FOREIGN = [
    "evil.example",
    "evil.example:{port}",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "games.example.or",
]
FOREIGN += ["example.org", f"{MACHINE}.evil.example", "local", ".local", "0x7f000001", "a" * 250]


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = ["--public-url", PUBLIC, "--allow-host", "games.lan", "--allow-host", "jeux.lan"]
    with serving(tmp_path_factory.mktemp("named"), None, *options) as running:
        yield running


@pytest.mark.parametrize("host", OURS)
def test_every_name_and_number_of_this_machine_is_answered(named: Server, host: str) -> None:
    assert status(by_hand(named, request_line("/api/games", host=host.format(port=named.port)))) == 200


def test_every_address_of_this_machine_is_answered(named: Server) -> None:
    for each in networks.addresses():
        host = f"[{each}]" if each.version == 6 else str(each)
        assert status(by_hand(named, request_line("/", host=host))) == 200


@pytest.mark.parametrize("host", FOREIGN)
def test_other_names_are_refused_before_anything_is_done(named: Server, host: str) -> None:
    for path, method in (("/api/games", "GET"), ("/", "GET"), ("/api/players", "POST"), ("/static/table.css", "GET")):
        line = request_line(path, method, "Content-Length: 0", host=host.format(port=named.port))
        assert status(by_hand(named, line)) in (421, 400), path


def test_a_refusal_says_what_to_do(named: Server) -> None:
    foreign = {"Host": f"games.home:{named.port}", **ENGLISH}
    told = httpx.get(f"{named.url}/api/games", headers=foreign)
    assert told.status_code == 421 and "ludotheque serve --allow-host games.home" in told.json()["error"]
    page = httpx.get(named.url, headers={**foreign, "Accept": "text/html"})
    assert page.status_code == 421 and "--allow-host games.home" in page.text
    assert {name: page.headers.get(name) for name in HEADERS} == HEADERS


def test_a_token_or_a_cookie_does_not_help(named: Server) -> None:
    anna = Client(named, "Anna")
    headers = {**anna.headers, "Host": "evil.example", "Origin": "http://evil.example"}
    assert httpx.get(f"{named.url}/api/me", headers=headers).status_code == 421


@pytest.mark.parametrize("origin", [None, "http://evil.example", PUBLIC])
def test_the_live_channel_is_as_strict(named: Server, origin: str | None) -> None:
    anna = Client(named, "Anna", TOKENS.get(named.url, ""))
    TOKENS[named.url] = anna.token
    table = anna.open("drivis", ONE_SCREEN)["id"]
    headers = {"Origin": origin} if origin else {}
    raw = socket.create_connection(("127.0.0.1", named.port))
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://evil.example/t/{table}/live", sock=raw, additional_headers=headers)
    assert refused.value.response.status_code == 421
    anna.live(table).close()


TOKENS: dict[str, str] = {}


def test_who_names_no_host_is_no_browser(named: Server) -> None:
    """Some programs that look whether a server lives still speak HTTP/1.0."""
    assert status(by_hand(named, b"GET /api/games HTTP/1.0\r\n\r\n")) == 200


@pytest.mark.parametrize("text", ["http://games.lan", "games.lan:80", "a b", "", "games.lan/x", "*"])
def test_what_is_no_name_cannot_be_allowed(text: str) -> None:
    with pytest.raises(GameError, match="--allow-host"):
        read_host(text)


def test_a_name_is_allowed_as_browsers_send_it() -> None:
    assert read_host("jeux-été.lan") == "xn--jeux-t-fvab.lan"


def test_a_name_that_is_no_host_is_said_at_the_start(tmp_path: Path) -> None:
    options = ["--port", "0", "--data", str(tmp_path), "--allow-host", "http://x", "--lang", "en"]
    done = subprocess.run([sys.executable, "-m", "ludotheque", "serve", *options], capture_output=True, text=True)
    assert done.returncode and "without http://" in done.stderr + done.stdout


def test_the_name_where_it_listens_is_its_own() -> None:
    assert Hosts.of(Addresses("box.lan")).knows("BOX.lan:8000") and not Hosts.of(Addresses()).knows("box.lan")
