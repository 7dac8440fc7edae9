"""Several processes that serve one address, and several servers on one database: what one does, all know."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from postgres import PostgresServer, running_postgres
from processes import descendants
from serving import TWO, Client, Live, Server, serving

from ludotheque.cli import main
from ludotheque.core.i18n import LANGUAGES
from ludotheque.play import commands
from ludotheque.play.commands import Command
from ludotheque.play.fair_executor import thinking_threads
from ludotheque.play.lobby import Lobby
from ludotheque.store.connect import connect
from ludotheque.web.supervisor import args_of_child

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has which connection"),
]
SOON = 30.0  # seconds: generous, because the machine may be busy


@pytest.fixture(scope="module")
def database() -> Iterator[PostgresServer]:
    with running_postgres() as running:
        yield running


@pytest.fixture(scope="module")
def house(database: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two processes at one address."""
    with serving(tmp_path_factory.mktemp("house"), database.address, "--processes", "2") as running:
        until(lambda: len(children(running)) == 2)
        until(lambda: len({answered_by(running) for _ in range(20)}) == 2)
        yield running


def until(what: Callable[[], bool], seconds: float = SOON) -> None:
    limit = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < limit, "it took too long"
        time.sleep(0.05)


# Which process has a connection


def children(server: Server) -> list[int]:
    """Those that serve; what they compile or paint is done by children of theirs."""
    assert server.process is not None
    listed = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [int(pid) for pid in listed if is_serving(pid)]


def is_serving(pid: str) -> bool:
    with suppress(OSError):
        return b"ludotheque.web.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def owner(server: Server, port: int) -> int:
    """The process at the other end of a connection from that port."""
    until(lambda: inode_of(server, port) != "0")
    socket = f"socket:[{inode_of(server, port)}]"
    return next(pid for pid in children(server) if socket in files_of(pid))


def inode_of(server: Server, port: int) -> str:
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ends = (f":{server.port:04X}", f":{port:04X}")
    return next((row[9] for row in rows if (row[1][8:], row[2][8:]) == ends), "0")


def files_of(pid: int) -> set[str]:
    found = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            found.add(str(file.readlink()))
    return found


def answered_by(server: Server) -> int:
    with httpx.Client(base_url=server.url, timeout=60) as web:
        return process_behind(server, web)


def process_behind(server: Server, web: httpx.Client) -> int:
    answer = web.get("/api/games")
    address = answer.extensions["network_stream"].get_extra_info("client_addr")
    return owner(server, address[1])


OPEN: list[httpx.Client | Live] = []


@pytest.fixture(autouse=True)
def closing() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


def at_process(server: Server, pid: int, address: str = "127.0.0.1") -> httpx.Client:
    """A client whose connection, which is kept, leads to that process."""
    for _ in range(100):
        web = httpx.Client(base_url=server.url, timeout=60, transport=httpx.HTTPTransport(local_address=address))
        OPEN.append(web)
        if process_behind(server, web) == pid:
            return web
    raise AssertionError(f"nobody reaches process {pid}")


def live_at(server: Server, pid: int, client: Client, table: str) -> Live:
    for _ in range(100):
        OPEN.append(live := client.live(table))
        if owner(server, live.socket.socket.getsockname()[1]) == pid:
            return live
        live.close()
    raise AssertionError(f"nobody reaches process {pid}")


def choose_any(client: Client, live: Live, table: str, id: str) -> int:
    view = client.get(f"/api/tables/{table}")
    text = next(texts[0] for texts in view["choices"].values() if texts)
    answer = live.choose(text, id)
    assert "ack" in answer, answer
    return int(answer["number"])


def pair(server: Server) -> tuple[Client, Client, str]:
    anna, ben = Client(server, "Anna"), Client(server, "Ben")
    table = anna.open("drivis")
    ben.join(table)
    return anna, ben, table["id"]


# One address


def test_a_choice_made_through_one_process_is_seen_through_the_other(house: Server) -> None:
    anna, ben, table = pair(house)
    one, other = children(house)
    mine, theirs = live_at(house, one, anna, table), live_at(house, other, ben, table)
    while mine.until("here")["here"] != [0, 1]:
        pass  # who is at the other process is here, too
    for turn in range(6):
        actor, live, seen = ((anna, mine, theirs), (ben, theirs, mine))[turn % 2]
        number = choose_any(actor, live, table, f"turn {turn}")
        began = time.monotonic()
        seen.until_number(number)
        assert time.monotonic() - began < SOON
        live.until_number(number)
    theirs.close()
    while mine.until("here")["here"] != [0]:
        pass


def test_a_process_that_is_killed_comes_back_and_the_tables_go_on(house: Server) -> None:
    anna, ben, table = pair(house)
    victim, other = children(house)
    mine, theirs = live_at(house, victim, anna, table), live_at(house, other, ben, table)
    number = choose_any(anna, mine, table, "before")
    os.kill(victim, signal.SIGKILL)
    theirs.until_number(number)
    until(lambda: len(children(house)) == 2 and victim not in children(house))
    replaced = next(pid for pid in children(house) if pid != other)
    again = live_at(house, replaced, anna, table)
    again.until_number(number)
    assert again.choose("never mind", "before").get("number") == number, "the same request is done once"
    number = choose_any(ben, theirs, table, "after")
    again.until_number(number)


def test_one_key_opens_one_table_on_whatever_process(house: Server) -> None:
    """Also by somebody whom nobody knows yet, who is the same one then; but never by somebody elsewhere."""
    command = {"game": "drivis", "seats": TWO, "key": secrets.token_hex(12)}
    browsers = [at_process(house, pid) for pid in children(house) for _ in range(3)]
    with ThreadPoolExecutor(6) as pool:
        answers = [*pool.map(lambda web: web.post("/api/tables", json=command), browsers)]
    assert len({answer.json()["invite_url"] for answer in answers}) == 1
    assert len({answer.cookies["ludotheque"] for answer in answers}) == 1
    stranger = at_process(house, children(house)[0], "127.0.0.7").post("/api/tables", json=command)
    assert stranger.json()["id"] != answers[0].json()["id"]
    anna = Client(house, "Anna")
    known = [web.post("/api/tables", json=command, headers=anna.headers).json()["id"] for web in browsers]
    assert len({*known, answers[0].json()["id"]}) == 2


def test_two_who_want_a_rematch_at_two_processes_get_the_same(house: Server) -> None:
    anna, ben, table = pair(house)
    anna.do(table, "resign")
    clients = [(anna, at_process(house, children(house)[0])), (ben, at_process(house, children(house)[1]))]
    with ThreadPoolExecutor(2) as pool:
        asked = [
            pool.submit(web.post, f"/api/tables/{table}/do", json={"do": "rematch"}, headers=who.headers)
            for who, web in clients
        ]
        opened = {each.result().json()["table"] for each in asked}
    assert len(opened) == 1


def test_limits_hold_for_all_processes_together(house: Server) -> None:
    """An address may make 60 players; what it has made at one process is missing at the other."""
    here, there = (at_process(house, pid, "127.0.0.9") for pid in children(house))

    def made(web: httpx.Client, count: int) -> int:
        answers = [web.post("/api/players", json={"name": "x"}) for _ in range(count)]
        return sum(answer.status_code == 200 for answer in answers)

    began = time.monotonic()
    assert made(here, 50) == 50
    time.sleep(3)
    more = made(there, 60)
    refilled = 0.2 * (time.monotonic() - began)
    assert more <= 10 + refilled + 1


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.long)])
def test_all_processes_end_with_their_parent(database: PostgresServer, tmp_path: Path, how: signal.Signals) -> None:
    with serving(tmp_path, database.address, "--processes", "2") as server:
        assert server.process is not None and server.process.stdout is not None
        until(lambda: len(children(server)) == 2)
        started = descendants(server.process.pid)
        server.process.send_signal(how)
        assert server.process.wait(60) == (0 if how != signal.SIGKILL else -signal.SIGKILL)
        assert "http" not in server.process.stdout.read(), "the address is said once"
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started), 60)


def test_all_processes_together_think_in_as_many_threads_as_one() -> None:
    def threads(asked: int | None, processes: int) -> list[int]:
        args = Namespace(thinkers=asked, processes=processes, metrics=None)
        return [args_of_child(args, number).thinkers for number in range(processes)]

    assert threads(5, 3) == [2, 2, 1] and threads(0, 2) == [0, 0]
    assert sum(threads(None, 4)) == thinking_threads()


def test_an_sqlite_file_has_one_process(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for lang in LANGUAGES:
        assert main(["serve", "--processes", "2", "--data", str(tmp_path), "--lang", lang]) == 2
        said = capsys.readouterr().err
        assert "PostgreSQL" in said and "--processes 2 --database postgresql://" in said


def test_a_port_that_is_taken_is_not_shared(house: Server) -> None:
    assert house.database
    command = [sys.executable, "-m", "ludotheque", "serve", "--processes", "2", "--port", str(house.port)]
    second = subprocess.run([*command, "--database", house.database], capture_output=True, text=True, timeout=60)
    assert second.returncode == 2 and str(house.port) in second.stderr


# Faults


def test_what_nobody_told_is_found_by_its_number(house: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that died between the commit and the notice, and whose clock was decades slow."""
    anna, ben, table = pair(house)
    OPEN.append(watching := ben.live(table))
    number = watching.welcome["last"]
    watching.until_number(number)
    monkeypatch.setattr(commands, "now", lambda: 1_000_000_000_000)

    async def die_early() -> int:
        assert house.database
        store = connect(house.database)
        monkeypatch.setattr(store, "tell", lambda kind, words: None)
        lobby = Lobby(store)
        session = await lobby.session(table)
        added = await session.execute(Command("say", anna.get("/api/me")["player"], text="Hello?"))
        await lobby.close()
        return added

    watching.until_number(asyncio.run(die_early()))
    assert watching.entries[-1]["text"] == "Hello?" and watching.seen == number + 1


@pytest.mark.long
def test_when_postgresql_is_back_everything_catches_up(tmp_path: Path) -> None:
    """Three processes. One is killed while the database is away: it waits longer and longer, and is there again."""
    database = PostgresServer()
    with serving(tmp_path, database.address, "--processes", "3") as server:
        until(lambda: len({answered_by(server) for _ in range(30)}) == 3)
        anna, ben, table = pair(server)
        one, other, victim = children(server)
        mine, theirs = live_at(server, one, anna, table), live_at(server, other, ben, table)
        number = choose_any(anna, mine, table, "before")
        theirs.until_number(number)
        database.crash()
        os.kill(victim, signal.SIGKILL)
        time.sleep(5)
        database.start()
        until(lambda: is_up(server, ben, table), 60)
        number = choose_any(ben, theirs, table, "after")
        mine.until_number(number)
        until(lambda: len(children(server)) == 3, 60)
        until(lambda: len({answered_by(server) for _ in range(30)}) == 3, 60)
    database.stop()


def is_up(server: Server, client: Client, table: str) -> bool:
    with suppress(httpx.HTTPError):
        url = f"{server.url}/api/tables/{table}"
        return httpx.get(url, headers=client.headers, timeout=5).status_code == 200
    return False
