"""One contract for server, programs and pages: what is described is what is sent, and what the scripts read."""

from __future__ import annotations

import importlib.util
import json
import shutil
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest
import typescript
from serving import TWO, Client, Json, Live, Server
from traffic import Contract
from websockets.sync.client import connect

import ludotheque as lt
from ludotheque.play.commands import COMMANDS
from ludotheque.play.table import Table
from ludotheque.web import wire

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "src" / "ludotheque" / "web" / "static" / "js"
CHOICES = 8
DANCE = """import { Live } from "./live.js";
/** @param {Live} live */
export const dance = (live) => live.execute({ do: "dance" });
"""


@pytest.fixture
def contract(server: Server) -> Contract:
    return Contract(server.url)


# What is made from the contract


def made() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_contract", ROOT / "docs" / "contract.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_types_of_the_scripts_and_the_tables_of_the_documents_are_up_to_date() -> None:
    changed = [path.name for path, text in made().everything().items() if path.read_text("utf-8") != text]
    assert not changed, f"run `make docs` and look at {changed}"


@pytest.mark.slow
def test_the_scripts_read_only_what_the_server_sends(tmp_path: Path) -> None:
    """All scripts hold; copies of one that read what is not there do not."""
    shutil.copytree(SCRIPTS, tmp_path, dirs_exist_ok=True)
    seats = (SCRIPTS / "seats.js").read_text("utf-8")
    assert "view.thinking" in seats and 'import("./types.js").View' in seats
    (tmp_path / "drifted.js").write_text(seats.replace("view.thinking", "view.pondering"), "utf-8")
    (tmp_path / "sent.js").write_text(DANCE, "utf-8")
    found = typescript.check(tmp_path)
    wrong = {line.partition("(")[0] for line in found if not line.startswith(" ")}
    assert wrong == {"drifted.js", "sent.js"}, "\n".join(found)
    assert any("'pondering' does not exist on type 'View'" in line for line in found)


def test_the_scripts_silence_no_check() -> None:
    for script in SCRIPTS.glob("*.js"):
        text = script.read_text("utf-8")
        assert not any(mark in text for mark in ("@ts-", "{any", "<any", "any>", "any[]")), script.name


# What is described


def test_every_answer_is_described(contract: Contract) -> None:
    for path, methods in contract.api["paths"].items():
        for method, call in methods.items():
            for status in ("200", "4XX", "5XX"):
                content = call["responses"][status]["content"]
                assert content and all(each["schema"] for each in content.values()), (method, path, status)
            assert set(call["responses"]) == {"200", "4XX", "5XX"}, (method, path)
            assert method not in ("post", "patch") or call["requestBody"]["content"], path


def test_messages_are_described_beside_the_answers(contract: Contract) -> None:
    schemas = contract.api["components"]["schemas"]
    for union in (wire.ServerMessage, wire.ClientMessage):
        assert {each.__name__ for each in get_args(union)} <= set(schemas)
    assert len(schemas["ServerMessage"]["anyOf"]) == len(get_args(wire.ServerMessage))


def test_the_contract_names_what_the_table_knows() -> None:
    kinds = {name.removeprefix("_after_") for name in vars(Table) if name.startswith("_after_")}
    assert set(get_args(wire.EntryKind)) == kinds
    assert set(get_args(wire.CommandName)) == set(COMMANDS) - {"sit"}  # which takes the invitation, by request


def test_nothing_goes_over_the_wire_undeclared() -> None:
    for name in ("api", "lessons", "live", "view"):
        text = (ROOT / "src" / "ludotheque" / "web" / f"{name}.py").read_text("utf-8")
        assert "Any" not in text, name


ENTRY = {"number": 0, "at": 0, "kind": "say", "seat": 0, "text": "", "sentence": "", "position": 0, "by_me": True}


@pytest.mark.parametrize("wrong", [{**ENTRY, "more": 1}, {**ENTRY, "kind": "dance"}, {"number": 0}, None])
def test_the_contract_takes_exactly_what_is_described(contract: Contract, wrong: object) -> None:
    contract.message({"entry": ENTRY})
    with pytest.raises(AssertionError):
        contract.message({"entry": wrong})
    with pytest.raises(AssertionError):
        contract.message({"entry": ENTRY, "more": wrong})


# What is sent


class Evening:
    """Two programs at a table that send and receive everything under the eyes of the contract."""

    def __init__(self, server: Server, contract: Contract, game: str) -> None:
        self.server, self.contract, self.names = server, contract, count()
        self.anna, self.ben = (Client(server, name, contract=contract) for name in ("Anna", "Ben"))
        self.opened = self.anna.open(game, TWO, max_choices=CHOICES)
        self.id = str(self.opened["id"])

    def wait(self) -> None:
        """A seat is free: chat; one goes and comes again before the other one comes."""
        self.lives = {client.name: client.live(self.id, draw=True) for client in (self.anna, self.ben)}
        self.look()
        self.anna.do(self.id, "say", "Anybody?")
        self.anna.do(self.id, "leave")
        self.look()
        for client in (self.anna, self.ben):
            client.join(self.opened)

    def look(self) -> None:
        """Both ask for everything that can be asked for, and read what has come."""
        for client in (self.anna, self.ben):
            number = client.get(f"/api/tables/{self.id}?draw=true")["number"]
            client.get(f"/api/tables/{self.id}/entries")
            client.get("/api/me/tables")
            self.contract.boot("Table", client.get(f"/t/{self.id}"))
            live = self.lives[client.name]
            live.until_number(number)
            live.send(ping={"any": [number]})
            live.until("pong")

    def view(self, client: Client) -> Json:
        found: Json = client.get(f"/api/tables/{self.id}")
        return found

    def do(self, client: Client, do: str, text: str = "", **more: Any) -> Json:
        """By the live channel."""
        live: Live = self.lives[client.name]
        live.send(do=do, text=text, id=f"{do} {next(self.names)}", **more)
        return live.until("ack", "refused")

    def choose(self) -> bool:
        """Everybody who is to act, by request and by channel; False when it is over."""
        for client in (self.anna, self.ben):
            view = self.view(client)
            for seat, texts in view["choices"].items():
                client.get(f"/api/tables/{self.id}/sentence?text={texts[0].replace('+', '%2B')}&seat={seat}")
                assert "ack" in self.do(client, "choose", texts[0], seat=int(seat), at=view["number"])
        return not view["over"]

    def ask(self) -> None:
        """What needs the other one's consent: refused, and then agreed to."""
        for asker, other in ((self.anna, self.ben), (self.ben, self.anna)):
            for do in [each for each in ("ask-undo", "ask-draw") if each in self.view(asker)["can"]]:
                assert "ack" in self.do(asker, do)
                self.look()
                assert "ack" in self.do(other, "no")
        if "ask-undo" in self.view(self.anna)["can"]:
            self.anna.do(self.id, "ask-undo")
            self.ben.do(self.id, "yes")

    def go_wrong(self) -> None:
        assert "refused" in self.do(self.anna, "choose", "nonsense", seat=0)
        assert "refused" in self.do(self.ben, "yes")
        self.anna.do(self.id, "choose", "nonsense", 409)
        self.anna.get("/api/tables/nowhere", 404)
        with connect(self.server.url.replace("http", "ws") + "/t/nowhere/live") as socket:
            self.contract.message(json.loads(socket.recv(5)))

    def end(self) -> None:
        """Looking back, and on to the next game, where one leaves a seat to the computer."""
        self.look()
        self.contract.boot("Replay", self.anna.get(f"/records/{self.id}"))
        self.anna.post("/api/records", self.anna.get(f"/api/tables/{self.id}/record"))
        again = self.anna.do(self.id, "rematch", "swap")["table"]
        assert self.do(self.ben, "rematch")["table"] == again
        self.id = again
        self.lives = {client.name: client.live(self.id, draw=True, parts=True) for client in (self.anna, self.ben)}
        self.do(self.ben, "hand-over", "1")
        while not {"ThinkingMessage"} <= self.contract.seen:
            self.choose()
            self.look()


@pytest.mark.slow
@pytest.mark.parametrize("game", lt.games())
def test_a_whole_game_keeps_the_contract(server: Server, contract: Contract, game: str) -> None:
    evening = Evening(server, contract, game)
    evening.anna.get("/api/games")
    evening.anna.get(f"/api/games/{game}")
    evening.wait()
    evening.choose()
    evening.look()
    evening.go_wrong()
    evening.ask()
    while evening.choose():
        pass
    evening.end()
    seldom = {"WarmingMessage", "LaterMessage"}  # all is compiled here, and test_outage.py looks at outages
    always = {each.__name__ for each in get_args(wire.ServerMessage)} - seldom
    assert always <= contract.seen
