"""What whoever runs the server can ask of it: does it live, is it ready, how does it do, what does its log say."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from serving import Client, Server, serving
from sqlalchemy.exc import IntegrityError

from ludotheque.play.ports import RUNNING, Batch, Player, Summary, TableInfo
from ludotheque.store.connect import connect
from ludotheque.store.models import players

HERE = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    port = free_port()
    with serving(tmp_path_factory.mktemp("measured"), None, "--metrics", str(port)) as server:
        yield server, f"http://{HERE}:{port}/metrics"


def values(url: str) -> dict[str, float]:
    told = httpx.get(url).text
    return {name: float(value) for name, value in re.findall(r"^(ludotheque_\S+) (\S+)$", told, re.MULTILINE)}


def until(holds: Callable[[], bool], seconds: float = 20) -> None:
    limit = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < limit
        time.sleep(0.05)


# Health


def test_it_lives_and_is_ready(server: Server) -> None:
    for path, status in (("/healthz", "ok"), ("/readyz", "ready")):
        answer = httpx.get(server.url + path)
        assert (answer.status_code, answer.json()) == (200, {"status": status})
        assert answer.headers["cache-control"] == "no-store"


def test_it_is_not_ready_when_the_store_does_not_answer_or_is_another(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        store = connect(tmp_path / "ludotheque.db")
        with store.writer.begin() as connection:
            connection.exec_driver_sql("UPDATE schema_version SET version = version + 1")
        answer = httpx.get(f"{server.url}/readyz")
        assert (answer.status_code, answer.json()) == (503, {"status": "schema"})
        with store.writer.begin() as connection:
            connection.exec_driver_sql("UPDATE schema_version SET version = version - 1")
        with store.writer.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE schema_version RENAME TO hidden")
        answer = httpx.get(f"{server.url}/readyz")
        assert (answer.status_code, answer.json()) == (503, {"status": "store"})
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        with store.writer.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE hidden RENAME TO schema_version")
        assert httpx.get(f"{server.url}/readyz").status_code == 200
        store.close()


# Metrics


def test_metrics_are_told_only_where_they_are_asked_for(server: Server, measured: tuple[Server, str]) -> None:
    """Not at the port that a proxy passes on, whether they are counted or not."""
    for each in (server, measured[0]):
        assert httpx.get(f"{each.url}/metrics").status_code == 404


def test_metrics_count_what_is_done(measured: tuple[Server, str]) -> None:
    server, url = measured
    before = values(url)
    anna = Client(server, "Anna")
    table = anna.open("drivis", [{"who": "me"}, {"who": "computer", "level": 1}])["id"]
    live = anna.live(table)
    assert values(url)["ludotheque_live_channels"] == 1
    text = next(iter(anna.get(f"/api/tables/{table}")["choices"].values()))[0]
    assert "ack" in live.choose(text, "one")
    live.until_number(live.seen + 1)
    until(lambda: values(url).get("ludotheque_turn_seconds_count", 0) == 1)
    after = values(url)
    assert after['ludotheque_command_seconds_count{command="choose"}'] == 1
    assert after["ludotheque_tables"] == before["ludotheque_tables"] + 1
    assert after['ludotheque_requests_total{method="GET",route="/api/tables/{id}",status="200"}'] == 1
    assert after['ludotheque_store_seconds_count{call="append"}'] >= 1
    assert after["ludotheque_store_outages_total"] == 0
    assert 0 <= after['ludotheque_compiled_percent{game="drivis"}'] <= 100
    live.close()
    until(lambda: values(url)["ludotheque_live_channels"] == 0)


def test_metrics_count_refusals(measured: tuple[Server, str]) -> None:
    server, url = measured
    anna = Client(server, "Anna")
    table = anna.open("drivis")["id"]
    name = 'ludotheque_limits_refused_total{limit="words"}'
    before = values(url)[name]
    for n in range(9):
        anna.do(table, "say", f"hello {n}", 200 if n < 8 else 429)
    assert values(url)[name] == before + 1


def test_metrics_name_nobody(measured: tuple[Server, str]) -> None:
    """Nor does a path that somebody makes up become one more label."""
    server, url = measured
    anna = Client(server, "Zoroastre")
    table = anna.open("drivis")
    anna.get(f"/api/tables/{table['id']}/entries")
    httpx.get(f"{server.url}/t/{table['id']}")
    httpx.get(f"{server.url}/made-up-{table['id']}")
    httpx.request("BREW", f"{server.url}/api/games")
    told = httpx.get(url).text
    player, invite = anna.get("/api/me")["player"], table["invite_url"].rpartition("/")[2]
    secrets = ("Zoroastre", table["id"], invite, anna.token, player)
    assert not [secret for secret in (*secrets, "made-up", "BREW", HERE) if secret in told]
    assert 'route="/t/{table}"' in told or 'route="/t/{id}"' in told


def start(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludotheque", "serve", "--lang", "en", "--port", "0", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_wrong_or_busy_port_for_metrics_is_said(measured: tuple[Server, str], tmp_path: Path) -> None:
    busy = measured[1].rpartition(":")[2].partition("/")[0]
    for address, said in ((busy, "Choose another port"), ("many", "--metrics 9464"), ("70000", "--metrics 9464")):
        done = start("--data", str(tmp_path), "--metrics", address)
        assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr


# Logs


def test_an_error_of_the_database_names_nobody(tmp_path: Path) -> None:
    store = connect(tmp_path / "games.db")
    store.add_player(Player("p", "Zoroastre", 0))
    with pytest.raises(IntegrityError) as error, store.writer.begin() as connection:
        connection.execute(players.insert(), {"id": "p", "name": "Zoroastre", "since": 0})
    assert "Zoroastre" not in str(error.value)
    store.close()


def logged(options: list[str], tmp_path: Path, act: Callable[[Server], None]) -> str:
    """What a server writes to standard error while it lives."""
    command = [sys.executable, "-m", "ludotheque", "serve", "--lang", "en", "--port", "0", "--data", str(tmp_path)]
    process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://\S+:(\d+)/", process.stdout.readline())
    assert found
    try:
        act(Server(tmp_path, port=int(found[1])))
    finally:
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 0
    return said


def spoil(server: Server) -> None:
    """What is kept of a table is spoilt, so that asking for it fails; and uvicorn hears nonsense."""
    anna = Client(server, "Zoroastre")
    store = connect(server.data / "ludotheque.db")
    store.open(TableInfo("bad", "drivis", 1, 2, {}, "i", 0, "o"), Batch("bad", [], Summary(RUNNING)))
    with store.writer.begin() as connection:
        connection.exec_driver_sql("UPDATE cards SET options = 'no JSON'")
    store.close()
    anna.request("GET", "/api/tables/bad", 500, {"Cookie": "secret=12345"})
    with socket.create_connection((HERE, server.port)) as nonsense:
        nonsense.sendall(b"nonsense\r\n\r\n")
        nonsense.recv(1000)


def test_a_log_for_programs_is_one_object_a_line(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in logged(["--log", "json"], tmp_path, spoil).splitlines()]
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
    assert [line["message"] for line in lines if line["level"] == "info"] == ["ready", "stopping", "stopped"]
    (failed,) = [line for line in lines if (line["level"], line["logger"]) == ("error", "ludotheque")]
    assert failed["message"] == "GET /api/tables/bad failed" and "JSONDecodeError" in failed["traceback"]
    assert "uvicorn.error" in {line["logger"] for line in lines}
    assert not [word for word in ("Zoroastre", "12345", HERE) if word in str(lines)]


def test_a_log_for_people_stays_as_it_is(tmp_path: Path) -> None:
    said = logged([], tmp_path, spoil)
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} ludotheque: GET /api/tables/bad failed\nTraceback", said)
    assert "ready" not in said
