"""Committed dice over the wire: promised before nonces are given, told to nobody before the end, checked after it."""

from __future__ import annotations

import base64
import hashlib
import html
import re
import socket
import sqlite3
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from serving import ONE_SCREEN, Client, Json, Server, serving

import ludotheque as lt
from ludotheque.play.fair_dice import FairDice
from ludotheque.play.ports import KeptDice

MINE = "ab" * 16


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


METRICS = free_port()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("dice")
    with serving(folder, None, "--metrics", str(METRICS), log=folder / "log.txt") as running:
        yield running


@pytest.fixture(scope="module")
def anna(house: Server) -> Client:
    return Client(house, "Anna")


def promised(client: Client, game: str, seats: list[Json]) -> Json:
    commitment = client.post("/api/dice", {"game": game})["commitment"]
    nonces = [{**seat, "nonce": MINE} if seat["who"] in ("me", "here") else seat for seat in seats]
    table: Json = client.post("/api/tables", {"game": game, "seats": nonces, "commitment": commitment})
    return {**table, "commitment": commitment}


def kept_dice(house: Server, commitment: str) -> KeptDice:
    file = next(house.data.glob("*.db"))
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        row = database.execute("SELECT * FROM dice WHERE commitment = ?", [commitment]).fetchone()
    database.close()
    return KeptDice(*row)


def test_the_commitment_comes_before_the_nonces(anna: Client, house: Server) -> None:
    table = promised(anna, "number-drop", [{"who": "me"}])
    view = anna.get(f"/api/tables/{table['id']}")
    assert view["dice"] == {"commitment": table["commitment"], "nonces": [MINE], "secret": None, "draws": 6}
    secret = FairDice.of(kept_dice(house, table["commitment"])).secret
    assert hashlib.sha256(secret).hexdigest() == table["commitment"]


def test_what_does_not_go_is_refused_with_a_sentence(anna: Client) -> None:
    seats = [{"who": "me", "nonce": MINE}]
    early = anna.post("/api/tables", {"game": "number-drop", "seats": seats}, 409)
    assert "POST /api/dice" in early["error"]
    body = {"game": "number-drop", "seats": seats, "commitment": "0" * 64}
    assert "demandez-en un autre" in anna.post("/api/tables", body, 409)["error"]
    commitment = anna.post("/api/dice", {"game": "number-drop"})["commitment"]
    wrong = {"game": "number-drop", "seats": [{"who": "me", "nonce": "1234"}], "commitment": commitment}
    assert "32 chiffres hexadécimaux" in anna.post("/api/tables", wrong, 409)["error"]
    anna.post("/api/tables", {**body, "commitment": commitment})
    assert "Une autre table" in anna.post("/api/tables", {**body, "commitment": commitment}, 409)["error"]
    assert anna.post("/api/dice", {"game": "drivis"}) == {"commitment": None}
    anna.post("/api/dice", {"game": "chess"}, 404)


def test_a_program_that_knows_nothing_of_it_plays_as_before(anna: Client) -> None:
    table = anna.open("number-drop", [{"who": "me"}])["id"]
    view = anna.get(f"/api/tables/{table}")
    assert view["dice"]["commitment"] and view["dice"]["nonces"] == [None]
    anna.do(table, "abandon")
    checked = lt.verify(lt.Record.parse(anna.get(f"/api/tables/{table}/record")))
    assert "0 with a nonce of a person, 0 with one of a computer, which follows from the secret, 1 without" in str(
        checked[2]
    )


def test_asking_twice_opens_one_table(anna: Client) -> None:
    commitment = anna.post("/api/dice", {"game": "derive"})["commitment"]
    body = {"game": "derive", "seats": ONE_SCREEN, "commitment": commitment, "key": "twice is harmless"}
    assert anna.post("/api/tables", body)["id"] == anna.post("/api/tables", body)["id"]


# Nobody is told


def needles(kept: KeptDice) -> list[bytes]:
    """The secret and what it is derived from, in every form in which it could be written."""
    found = []
    for raw in (FairDice.of(kept).secret, bytes.fromhex(kept.root)):
        coded = base64.b64encode(raw).rstrip(b"=")
        safe = coded.translate(bytes.maketrans(b"+/", b"-_"))
        found += [raw, raw.hex().encode(), raw.hex().upper().encode(), coded, safe]
        found += [repr(raw)[2:-1].encode()]
    return found


WAYS = (
    "/", "/me", "/docs", "/openapi.json", "/health", "/games/riviere", "/check-dice", "/api/games/riviere", "/api/me",
    "/api/me/tables", "/api/tables/{id}", "/api/tables/{id}?draw=1", "/api/tables/{id}/entries", "/t/{id}",
    "/api/tables/{id}/record", "/api/tables/{id}/0.svg", "/records/{id}", "/records/{id}.ludo", "/records/{id}/0.svg",
    "/t/{id}/join/{invite}",
)  # fmt: skip


def answers(client: Client, table: Json) -> Iterator[bytes]:
    for way in WAYS:
        path = way.format(id=table["id"], invite=table["invite_url"].rpartition("/")[2])
        url = client.server.url + path
        answer = httpx.get(url, headers=client.headers, timeout=60, verify=False)
        assert answer.status_code < 500, path
        yield answer.content + repr(answer.headers.raw).encode()


def heard(client: Client, table: str) -> bytes:
    """All that the live channel says, with pictures; and what it answers to nonsense."""
    live = client.live(table, draw=True)
    live.send(do="hint", text="look", id="h")
    live.send(do="dance", id="d")
    live.send(do="reveal", id="r")
    said: list[Any] = []
    while not any("refused" in message and message["refused"] == "r" for message in said):
        said.append(live.receive())
    live.close()
    return repr(said).encode()


def test_nobody_is_told_the_secret_before_the_end(anna: Client, house: Server) -> None:
    """A friend's table in which a computer plays, too, and its moves are thought about."""
    seats: list[Json] = [{"who": "me"}, {"who": "friend"}, {"who": "computer", "level": 2}]
    table = promised(anna, "number-drop", seats)
    hidden = needles(kept_dice(house, table["commitment"]))
    told = [*answers(anna, table)]
    ben = Client(house, "Ben")
    invite = table["invite_url"].rpartition("/")[2]
    told.append(repr(ben.post(f"/api/tables/{table['id']}/join", {"invite": invite, "nonce": MINE})).encode())
    told.append(repr(ben.do(table["id"], "choose", "nonsense", 409)).encode())
    told += [*answers(anna, table), *answers(ben, table), heard(ben, table["id"]), heard(anna, table["id"])]
    told.append((house.data / "log.txt").read_bytes())
    metrics = httpx.get(f"http://127.0.0.1:{METRICS}/metrics", verify=False)
    assert metrics.status_code == 200 and b"ludotheque_" in metrics.content
    told.append(metrics.content)
    assert len(told) > 60 and sum(map(len, told)) > 500_000
    assert [needle for needle in hidden for answer in told if needle in answer] == []
    assert any(table["commitment"].encode() in answer for answer in told), "what may be told is"


def test_at_the_end_everybody_is_told(anna: Client, house: Server) -> None:
    table = promised(anna, "derive", ONE_SCREEN)
    live = anna.live(table["id"])
    anna.do(table["id"], "resign", seat=0)
    while not live.entries or live.entries[-1]["kind"] != "reveal":
        live.receive()
    kept = kept_dice(house, table["commitment"])
    secret = FairDice.of(kept).secret.hex()
    assert live.entries[-1]["text"] == secret
    assert anna.get(f"/api/tables/{table['id']}")["dice"]["secret"] == secret
    record = lt.Record.parse(anna.get(f"/records/{table['id']}.ludo"))
    assert lt.verify(record) and kept.root not in str(record)
    again = anna.do(table["id"], "rematch")["table"]
    rematch = anna.get(f"/api/tables/{again}")["dice"]
    assert rematch["commitment"] == secret and rematch["nonces"] == [MINE, MINE]
    assert f'href="/check-dice#{table["id"]}"' in anna.get(f"/records/{table['id']}")
    assert "/check-dice#" not in anna.get(f"/records/{again}")
    uploaded = anna.post("/api/records", str(record))  # its many lines are not counted as unknown ones
    assert anna.get(f"/records/{uploaded['id']}.ludo") == str(record)


# The page


def test_the_page_is_one_file_that_loads_nothing(anna: Client) -> None:
    answer = anna.request("GET", "/check-dice", 200)
    policy, text = answer.headers["content-security-policy"], answer.text
    assert "unsafe" not in policy and policy.startswith("default-src 'none'")
    for tag, kind in (('script type="module"', "script-src"), ("style", "style-src")):
        inside = re.findall(rf"<{tag}>(.*?)</{tag.split()[0]}>", text, re.DOTALL)
        assert len(inside) == 1
        digest = base64.b64encode(hashlib.sha256(inside[0].encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in policy
    assert (
        not re.findall(r'\b(?:src|href)="(?!/check-dice")', text) and "import " not in text.partition("<script")[2][:50]
    )
    assert not re.search(r"^import |import\(", text, re.MULTILINE) and "crypto.subtle." not in text
    assert html.escape("Vérifier les dés d'une partie", quote=False) in text


def test_without_chance_nothing_is_said_of_dice(anna: Client) -> None:
    assert anna.get(f"/api/tables/{anna.open('drivis', ONE_SCREEN)['id']}")["dice"] is None
