"""Where a server says it is: printed, opened, shared; and what it believes of a request's host."""

from __future__ import annotations

import socket
from argparse import Namespace
from ipaddress import ip_address
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from ludotheque.core.errors import GameError
from ludotheque.core.i18n import LANGUAGES
from ludotheque.web import networks
from ludotheque.web.addresses import CLOSED, OFFLINE, OPEN, Addresses, Share, asked_host, read_public
from ludotheque.web.networks import Found
from ludotheque.web.security import comes_from_here
from ludotheque.web.serve import called_as, command_to_open

PUBLIC = "https://games.example.org"


def asking(host: str | None, scheme: str = "http", app: Any = None, **headers: str) -> HTTPConnection:
    said = {**({"host": host} if host is not None else {}), **headers}
    raw = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in said.items()]
    return HTTPConnection({"type": "http", "scheme": scheme, "headers": raw, "app": app, "path": "/"})


def in_networks(monkeypatch: pytest.MonkeyPatch, *found: Found, usual: str = "192.168.1.5") -> None:
    monkeypatch.setattr(networks, "interfaces", lambda: iter(found))
    monkeypatch.setattr(networks, "towards_the_world", lambda: iter([ip_address(usual)] if usual else []))


def found(address: str, interface: str = "wlan0", is_tunnel: bool = False) -> Found:
    return Found(ip_address(address), interface, is_tunnel)


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    in_networks(monkeypatch, found("192.168.1.5"), found("fe80::1"), found("2001:db8:1::5"))


# The machine


def test_what_nobody_else_can_reach_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    in_networks(
        monkeypatch,
        *(found(each, "lo") for each in ("127.0.0.1", "::1")),
        *(found(each) for each in ("169.254.7.7", "fe80::1", "224.0.0.1", "0.0.0.0")),
        found("172.17.0.1", "docker0"),
        found("192.168.122.1", "virbr0"),
        found("192.168.1.5"),
    )
    assert networks.addresses() == [ip_address("192.168.1.5")]


def test_the_network_comes_before_a_tunnel_even_if_all_goes_through_that(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = found("10.8.0.2", "tun0", True), found("fd00::5"), found("192.168.1.5"), found("10.0.0.7", "eth0")
    in_networks(monkeypatch, *addresses, usual="10.8.0.2")
    assert [str(each) for each in networks.addresses()] == ["192.168.1.5", "10.0.0.7", "fd00::5", "10.8.0.2"]
    in_networks(monkeypatch, *addresses, usual="10.0.0.7")
    assert str(networks.addresses()[0]) == "10.0.0.7"


def test_one_address_of_a_kind_is_enough_for_an_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    several = (found(f"2001:db8:1::{n}") for n in (1, 2, 3))
    in_networks(monkeypatch, *several, found("192.168.1.5"), found("192.168.1.6"), usual="2001:db8:1::2")
    assert [str(each) for each in networks.addresses()] == ["192.168.1.5", "2001:db8:1::2"]


def test_without_a_list_the_usual_address_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    in_networks(monkeypatch)
    assert networks.addresses() == [ip_address("192.168.1.5")]


def test_this_machine_tells_nothing_that_is_not_its_own() -> None:
    """Whatever this machine has: each address can be listened at, so it is ours."""
    for address in networks.addresses():
        family = socket.AF_INET if address.version == 4 else socket.AF_INET6
        with socket.socket(family) as listening:
            listening.bind((str(address), 0))


# What is said in the terminal


def test_everywhere_prints_the_address_in_the_network(at_home: None) -> None:
    assert Addresses("0.0.0.0", 8000).printed() == ["http://192.168.1.5:8000"]
    assert Addresses("::", 8000).printed() == ["http://192.168.1.5:8000", "http://[2001:db8:1::5]:8000"]
    assert Addresses("0.0.0.0", 80).printed() == ["http://192.168.1.5"]
    assert Addresses("0.0.0.0", 8000).here() == "http://127.0.0.1:8000"


def test_other_hosts_print_themselves(at_home: None) -> None:
    assert Addresses("127.0.0.1", 8000).printed() == ["http://127.0.0.1:8000"]
    assert Addresses("::1", 8000).printed() == ["http://[::1]:8000"]
    assert Addresses("10.0.0.7", 8000).printed() == ["http://10.0.0.7:8000"]
    assert Addresses("127.0.0.1", 8000, PUBLIC).printed() == [PUBLIC]


# What an invitation says


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST", "[::1]:8000", "0.0.0.0:8000", "a.localhost"]
)
def test_loopback_is_never_shared_from_a_server_for_the_network(at_home: None, host: str) -> None:
    assert Addresses("0.0.0.0", 8000).share(asking(host)) == Share("http://192.168.1.5:8000", OPEN)
    assert Addresses("10.0.0.7", 8000).share(asking(host)) == Share("http://10.0.0.7:8000", OPEN)


@pytest.mark.parametrize("host", ["192.168.1.5:8000", "10.0.0.7:8000", "box.local:8000", "box", "[fd00::5]:8000"])
def test_what_works_for_who_invites_is_shared(at_home: None, host: str) -> None:
    assert Addresses("0.0.0.0", 8000).share(asking(host)) == Share(f"http://{host}", OPEN)
    assert Addresses().share(asking(host, "https")) == Share(f"https://{host}", OPEN)


def test_a_closed_server_says_so(at_home: None) -> None:
    assert Addresses("127.0.0.1", 8000).share(asking("localhost:9000")) == Share("http://localhost:9000", CLOSED)


def test_so_does_a_device_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    in_networks(monkeypatch, usual="")
    assert Addresses("0.0.0.0", 8000).share(asking("127.0.0.1:8000")) == Share("http://127.0.0.1:8000", OFFLINE)
    assert Addresses("0.0.0.0", 8000).printed() == ["http://127.0.0.1:8000"]


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "192.168.1.5:8000", "elsewhere.example", None])
def test_a_public_address_is_always_shared(at_home: None, host: str | None) -> None:
    assert Addresses("0.0.0.0", 8000, PUBLIC).share(asking(host)) == Share(PUBLIC, OPEN)


@pytest.mark.parametrize(
    "host",
    [
        None,
        "",
        "a b",
        "a/b",
        "a@b",
        "a?b",
        "a#b",
        "a\\b",
        '"><script>',
        "[",
        "[x]",
        "[::1",
        "a:",
        "a:0",
        "a:99999",
        "é",
        "x" * 300,
    ],
)
def test_what_is_no_host_is_not_repeated(at_home: None, host: str | None) -> None:
    assert asked_host(asking(host)) is None
    assert Addresses("0.0.0.0", 8000).share(asking(host)).origin == "http://192.168.1.5:8000"
    assert Addresses("127.0.0.1", 8000).share(asking(host)).origin == "http://127.0.0.1:8000"


# Behind a proxy


def test_pages_of_the_public_address_are_ours_whatever_the_host() -> None:
    def is_ours(public: str | None, host: str, origin: str) -> bool:
        app = SimpleNamespace(state=SimpleNamespace(addresses=Addresses(public=public)))
        request: Any = asking(host, app=app, origin=origin)
        return comes_from_here(request)

    assert is_ours(PUBLIC, "127.0.0.1:8000", PUBLIC) and is_ours(PUBLIC, "192.168.1.5:8000", "http://192.168.1.5:8000")
    assert is_ours(None, "games.example.org", PUBLIC)
    for origin in (
        "http://games.example.org",
        f"{PUBLIC}:444",
        f"{PUBLIC}.evil.example",
        "null",
        "https://evil.example",
    ):
        assert not is_ours(PUBLIC, "127.0.0.1:8000", origin), origin
    assert not is_ours(None, "127.0.0.1:8000", PUBLIC)


def test_a_cookie_is_secure_where_the_public_address_is() -> None:
    addresses, plain = Addresses(public=PUBLIC), Addresses(public="http://box.example")
    assert addresses.is_secure(asking("games.example.org")) and addresses.is_secure(
        asking("127.0.0.1:8000", origin=PUBLIC)
    )
    assert plain.is_secure(asking("192.168.1.5", "https")) and plain.is_secure(asking("192.168.1.5", "wss"))
    assert not addresses.is_secure(asking("192.168.1.5:8000")) and not plain.is_secure(asking("box.example"))
    assert not Addresses().is_secure(asking("games.example.org"))


# --public-url and the command


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("https://games.example.org", PUBLIC),
        (" HTTPS://Games.Example.org:443/ ", PUBLIC),
        ("http://192.168.1.5:8080", "http://192.168.1.5:8080"),
        ("http://[fd00::5]:80", "http://[fd00::5]"),
        ("https://été.example", "https://xn--t-9fab.example"),
    ],
)
def test_a_public_address_is_read_as_browsers_write_it(written: str, read: str) -> None:
    assert read_public(written) == read


@pytest.mark.parametrize(
    "written",
    [
        "games.example.org",
        "ftp://x",
        "https://",
        "https://me@x.org",
        "https://x y",
        "http://x:99999",
        "http://x:y",
        "http://[x",
        "/",
    ],
)
def test_what_is_no_web_address_is_refused_with_an_example(written: str) -> None:
    with pytest.raises(GameError) as refused:
        read_public(written)
    for lang in LANGUAGES:
        assert written in refused.value.text(lang) and "--public-url https://" in refused.value.text(lang)


@pytest.mark.parametrize("rest", ["/games", "/games/", "/?a=b", "?a", "/#a"])
def test_a_path_is_refused_with_what_to_write_instead(rest: str) -> None:
    with pytest.raises(GameError) as refused:
        read_public(PUBLIC + rest)
    assert str(refused.value).endswith(f"--public-url {PUBLIC}")


def test_the_command_to_open_keeps_the_data_and_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [".venv/bin/ludotheque", "serve"])
    monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/ludotheque")
    plain = command_to_open(Namespace(data=None, database=None), 8000)
    assert plain == ".venv/bin/ludotheque serve --host 0.0.0.0 --port 8000"
    assert command_to_open(Namespace(data="my games", database=None), 8001).endswith("--port 8001 --data 'my games'")
    hidden = command_to_open(Namespace(data=None, database="postgresql://me:secret@host/games"), 8000)
    assert hidden.endswith("--port 8000 --database …") and "secret" not in hidden


def test_the_command_is_called_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/ludotheque")
    calls = {
        "/usr/bin/ludotheque": ["ludotheque"],
        ".venv/bin/ludotheque": [".venv/bin/ludotheque"],
        "/somewhere/ludotheque/__main__.py": ["python", "-m", "ludotheque"],
    }
    for called, shown in calls.items():
        monkeypatch.setattr("sys.argv", [called])
        assert called_as() == shown
