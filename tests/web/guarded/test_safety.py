"""Every promise of ``docs/security.md``, tried from outside against a real server."""

from __future__ import annotations

import json
import random
import re
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from itsdangerous import URLSafeSerializer
from serving import ELSEWHERE, ONE_SCREEN, Client, Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import ludotheque as lt
from ludotheque.play import commands
from ludotheque.play.ports import TableInfo
from ludotheque.play.table import PERSON, Seat
from ludotheque.web.security import HEADERS

pytestmark = pytest.mark.slow


def open_table(visitor: httpx.Client, **headers: str) -> httpx.Response:
    return visitor.post("/api/tables", json={"game": "drivis", "seats": ONE_SCREEN}, headers=headers)


# Headers


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/me",
        "/docs",
        "/t/nothing",
        "/games/drivis",
        "/nothing",
        "/api/games",
        "/api/nothing",
        "/api/me",
        "/openapi.json",
        "/static/table.css",
        "/static/nothing",
        "/api/tables/x/entries?since=-1",
        "/me/nonsense",
        "/records/nothing/0.svg",
    ],
)
def test_every_answer_carries_the_headers(visitor: httpx.Client, path: str) -> None:
    for kind in ("text/html", "application/json"):
        headers = visitor.get(path, headers={"Accept": kind}).headers
        assert {name: headers.get(name) for name in HEADERS} == HEADERS
        assert "unsafe" not in headers["Content-Security-Policy"] and "server" not in headers


def test_refusals_carry_the_headers_too(visitor: httpx.Client) -> None:
    answers = [
        open_table(visitor, **ELSEWHERE),
        visitor.delete("/"),
        visitor.post("/api/tables", content=b"x" * 70_000),
    ]
    for answer in answers:
        assert answer.is_client_error and HEADERS.items() <= dict_of(answer).items()


def dict_of(answer: httpx.Response) -> dict[str, str]:
    return {name: answer.headers.get(name, "") for name in HEADERS}


def test_a_picture_is_a_document_that_may_do_nothing(visitor: httpx.Client, shared: str) -> None:
    for path in (f"/records/{shared}/0.svg", f"/api/tables/{shared}/0.svg"):
        headers = visitor.get(path).headers
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert "script-src" not in headers["Content-Security-Policy"] and headers["X-Content-Type-Options"] == "nosniff"


# Who is who


def test_the_cookie_is_kept_from_scripts_and_other_sites(visitor: httpx.Client) -> None:
    plain = open_table(visitor).headers["set-cookie"].lower()
    assert "httponly" in plain and "samesite=lax" in plain and "domain" not in plain and "secure" not in plain
    visitor.cookies.clear()
    assert "; secure" in open_table(visitor, **{"X-Forwarded-Proto": "https"}).headers["set-cookie"].lower()


def test_a_program_with_a_token_gets_no_cookie(anna: Client) -> None:
    answer = httpx.post(
        f"{anna.server.url}/api/tables", json={"game": "drivis", "seats": ONE_SCREEN}, headers=anna.headers
    )
    assert "set-cookie" not in answer.headers


def test_forged_and_foreign_signatures_name_nobody(visitor: httpx.Client, anna: Client) -> None:
    player = anna.get("/api/me")["player"]
    forged = URLSafeSerializer(b"guessed", salt="token").dumps(player)
    payload, _, signature = anna.token.partition(".")
    other = Client(anna.server, "Other").token.partition(".")[0]
    for token in (forged, "-", "x", player, payload, f"{other}.{signature}", anna.token[:-1], "é" * 50, "." * 300):
        answer = visitor.get("/api/me", headers=[(b"Authorization", f"Bearer {token}".encode())])
        assert answer.is_client_error, token
        if token.isascii():
            assert visitor.get("/api/me", headers={"Cookie": f"ludotheque={token}"}).is_client_error


def test_what_is_signed_for_one_purpose_is_good_for_no_other(visitor: httpx.Client, anna: Client) -> None:
    open_table(visitor)
    cookie = visitor.cookies["ludotheque"]
    recovery = re.findall(r"/me/([\w.-]+)", visitor.get("/me").text)[0]
    for signed, good_for in ((cookie, "cookie"), (recovery, "link"), (anna.token, "token")):
        assert uses_of(anna.server, signed) == [good_for]


def uses_of(server: Server, signed: str) -> list[str]:
    """As what a signed text is accepted."""
    with httpx.Client(base_url=server.url) as bare:
        known = {
            "cookie": bare.get("/api/me", headers={"Cookie": f"ludotheque={signed}"}).is_success,
            "token": bare.get("/api/me", headers={"Authorization": f"Bearer {signed}"}).is_success,
            "link": bare.get(f"/me/{signed}", headers={"Accept": "text/html"}).status_code in (200, 303),
        }
    return [purpose for purpose, works in known.items() if works]


def test_no_address_names_a_player(visitor: httpx.Client, anna: Client) -> None:
    for name in ("token", "authorization", "ludotheque", "player"):
        assert visitor.get("/api/me", params={name: anna.token}).is_client_error


def test_a_recovery_link_moves_everything_and_only_to_who_has_it(server: Server, visitor: httpx.Client) -> None:
    opened = open_table(visitor).json()["id"]
    link = re.findall(r"/me/[\w.-]+", visitor.get("/me").text)[0]
    with httpx.Client(base_url=server.url) as phone:
        phone.post(link)
        assert [one["id"] for one in phone.get("/api/me/tables").json()] == [opened]
    assert httpx.get(server.url + link[:-1]).status_code == 404


def test_a_device_that_is_somebody_already_is_asked_before_it_becomes_another(
    server: Server, visitor: httpx.Client
) -> None:
    """Else any link could take somebody's games out of their sight."""
    mine = open_table(visitor).json()["id"]
    with httpx.Client(base_url=server.url) as other:
        theirs = open_table(other).json()["id"]
        other.patch("/api/me", json={"name": "Léonie"})
        link = re.findall(r"/me/[\w.-]+", other.get("/me").text)[0]
    asked = visitor.get(link, headers={"Accept": "text/html"})
    assert asked.status_code == 200 and '<form method="post"' in asked.text and "(Léonie)" in asked.text
    assert tables_of(visitor) == [mine]
    own_link = re.findall(r'http[^"]+(/me/[\w.-]+)"', asked.text)[0]
    assert visitor.post(link, headers=ELSEWHERE).status_code == 403 and tables_of(visitor) == [mine]
    assert visitor.post(link).status_code == 303 and tables_of(visitor) == [theirs]
    visitor.post(own_link)
    assert tables_of(visitor) == [mine]


def tables_of(visitor: httpx.Client) -> list[str]:
    return [one["id"] for one in visitor.get("/api/me/tables").json()]


# Other sites


@pytest.mark.parametrize(
    "headers",
    [
        ELSEWHERE,
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://elsewhere.example", "Authorization": "Basic eDp5"},
    ],
)
def test_another_site_cannot_use_our_cookie(visitor: httpx.Client, headers: dict[str, str]) -> None:
    table = open_table(visitor).json()["id"]
    for path, body in (
        ("/api/tables", {"game": "drivis", "seats": ONE_SCREEN}),
        (f"/api/tables/{table}/do", {"do": "choose", "text": "c8-d8"}),
    ):
        answer = visitor.post(path, json=body, headers=headers)
        assert answer.status_code == 403 and answer.json()["error"]
    assert visitor.get(f"/api/tables/{table}").json()["position"] == 0


def test_our_own_pages_and_programs_with_a_token_may(visitor: httpx.Client, anna: Client) -> None:
    assert open_table(visitor, Origin=str(visitor.base_url).rstrip("/")).is_success
    assert open_table(visitor, **{"Sec-Fetch-Site": "same-origin"}).is_success
    assert open_table(visitor, **ELSEWHERE, **anna.headers).is_success


def test_other_sites_are_given_nothing_to_read(visitor: httpx.Client) -> None:
    for method in ("GET", "OPTIONS"):
        answer = visitor.request(method, "/api/games", headers=ELSEWHERE)
        assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("more", [{}, {"Authorization": "Basic eDp5"}])
def test_another_site_gets_no_live_channel(server: Server, shared: str, more: dict[str, str]) -> None:
    url = server.url.replace("http", "ws") + f"/t/{shared}/live"
    with connect(url, additional_headers={**ELSEWHERE, **more}) as channel, pytest.raises(ConnectionClosed):
        channel.recv(5)


# Seats


@pytest.mark.parametrize(
    "do",
    ["choose", "undo", "ask-undo", "ask-draw", "yes", "no", "resign", "hand-over", "say", "fill", "leave", "rematch"],
)
def test_only_who_sits_there_can_do_anything(server: Server, anna: Client, shared: str, do: str) -> None:
    stranger = Client(server, "Eve", STRANGER.get(server.url, ""))
    STRANGER[server.url] = stranger.token
    before = anna.get(f"/api/tables/{shared}/entries")
    for seat in (None, 0, 1):
        stranger.do(shared, do, "c8-d8", 409, seat=seat)
    httpx.post(f"{server.url}/api/tables/{shared}/do", json={"do": do, "text": "c8-d8", "seat": 0})
    assert anna.get(f"/api/tables/{shared}/entries") == before


STRANGER: dict[str, str] = {}


def test_nobody_acts_for_the_seat_of_another_player(ben: Client, shared: str) -> None:
    for do, text in (("choose", "c8-d8"), ("resign", ""), ("hand-over", "1"), ("say", "I am Anna")):
        ben.do(shared, do, text, 409, seat=0)


def test_a_spectator_is_never_shown_the_invitation(server: Server, anna: Client, ben: Client) -> None:
    opened = anna.open("drivis")
    invite = opened["invite_url"].rpartition("/")[2]
    paths = [f"/api/tables/{opened['id']}", f"/api/tables/{opened['id']}/entries", f"/api/tables/{opened['id']}/record"]
    for path in (*paths, f"/t/{opened['id']}", f"/records/{opened['id']}"):
        assert invite not in str(ben.get(path)), path
    for guess in ("", "x", invite[:-1], invite.upper(), invite + "x"):
        ben.post(f"/api/tables/{opened['id']}/join", {"invite": guess}, 409)
    page = httpx.get(f"{server.url}/t/{opened['id']}/join/{invite[:-1]}")
    assert page.status_code == 404


def test_ids_cannot_be_guessed() -> None:
    """Twelve of 32 letters are 60 bits for the right to watch; an invitation and a player have 120."""
    ids = {commands.new_id() for _ in range(2_000)}
    assert len(ids) == 2_000 and all(re.fullmatch(r"[a-km-np-z2-9]{12}", id) for id in ids)
    assert len({letter for id in ids for letter in id}) == 32


# Words that people write


BAD_WORDS = ["\x00", "a\x1b[31mb", "\u202eevil", "\ud800", "a\u2028b\u2066", "x" * 501, "", " \t\n"]


@pytest.mark.parametrize("words", BAD_WORDS)
def test_words_have_no_control_characters(server: Server, anna: Client, shared: str, words: str) -> None:
    body = json.dumps({"do": "say", "text": words})
    path = f"{server.url}/api/tables/{shared}/do"
    headers = {**anna.headers, "Content-Type": "application/json", "X-Forwarded-For": "198.51.100.7"}
    assert httpx.post(path, content=body, headers=headers).status_code in (409, 422, 429)
    name = json.dumps({"name": words or "\x07"})
    if words.strip():
        answer = httpx.patch(f"{server.url}/api/me", content=name, headers=headers)
        assert answer.status_code in (409, 422) and anna.get("/api/me")["name"] == "Anna"


def test_names_and_words_are_text_and_never_markup(server: Server) -> None:
    nasty = "</script><img src=x onerror=alert(1)>&\"'"
    eve = Client(server, nasty)
    opened = eve.open("drivis", [{"who": "me", "name": nasty}, {"who": "friend"}])
    eve.do(opened["id"], "say", nasty)
    pages = [eve.get(path) for path in (f"/t/{opened['id']}", "/me", "/", f"/records/{opened['id']}")]
    pages += [eve.get(f"/records/{opened['id']}/0.svg"), httpx.get(server.url + opened["invite_url"]).text]
    for page in pages:
        assert "<img src=x" not in page and "</script><img" not in page
    assert eve.get(f"/api/tables/{opened['id']}")["seats"][0]["name"] == nasty


# The live channel


def flood(channel: ClientConnection, message: str) -> None:
    for _ in range(50_000):
        channel.send(message)


def test_a_flood_of_messages_holds_up_nobody_else(anna: Client, ben: Client, shared: str) -> None:
    """Whoever sends without reading is let go."""
    flooding = anna.live(shared)
    with pytest.raises(ConnectionClosed):
        flood(flooding.socket, '{"ping": 1}')
    start = time.monotonic()
    assert ben.get("/api/me")["name"] == "Ben" and time.monotonic() - start < 5


# Chance and computers


def test_draws_come_from_the_secure_generator(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Watched(random.SystemRandom):
        def randrange(self, *args: Any, **more: Any) -> int:
            asked.append(args)
            return super().randrange(*args, **more)

    monkeypatch.setattr(random, "SystemRandom", Watched)
    info = TableInfo("t", "derive", 1, 2, {}, "i", 0, "anna")
    table = commands.opening(info, [Seat(PERSON, "anna")] * 2)
    assert table.ply == len(asked) > 0


def test_nothing_of_the_future_is_in_a_position() -> None:
    """The same position drawn from again and again gives other draws: so no computer can know them before."""
    state = lt.load("number-drop").new(seats=2)
    while not state.chance:
        state = state.play(state.choices(state.actors[0])[0], state.actors[0])
    drawn = {state.draw().last for _ in range(60)}
    assert len(drawn) > 1


# What is kept


def test_only_the_owner_of_the_server_can_read_its_file(server: Server) -> None:
    for path in server.data.glob("ludotheque.db*"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_ordinary_play_and_refusals_leave_nothing_in_the_log(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludotheque", "serve", "--lang", "en", "--port", "0", "--data", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        port = re.findall(r":(\d+)/", process.stdout.readline())[0]
        quiet = Server(tmp_path, port=int(port), process=None)
        eve = Client(quiet, "Eve")
        eve.open("drivis", ONE_SCREEN)
        eve.get("/t/nothing", 404)
        eve.post("/api/records", "nonsense", 409)
    finally:
        process.terminate()
        said = process.communicate(timeout=30)
    assert said[1] == ""
