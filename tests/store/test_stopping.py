"""A database that hangs for ever does not keep a server from ending."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import psycopg
import pytest
from serving import ONE_SCREEN, Client, Server


@pytest.mark.long
def test_a_server_ends_although_its_database_hangs(new_database: Callable[[], str], tmp_path: Path) -> None:
    address = new_database()
    server = Server(tmp_path, address).start()
    process = server.process
    assert process is not None
    anna = Client(server, "Anna")
    table = anna.open("drivis", ONE_SCREEN)["id"]
    with psycopg.connect(address) as hog:
        hog.execute("LOCK TABLE cards, schema_version IN ACCESS EXCLUSIVE MODE")
        assert httpx.get(f"{server.url}/readyz", timeout=30).json() == {"status": "store"}
        assert httpx.get(f"{server.url}/healthz", timeout=30).status_code == 200
        answers: list[int] = []
        url, command = f"{server.url}/api/tables/{table}/do", {"do": "say", "text": "hello"}
        asking = threading.Thread(target=lambda: answers.append(ask(url, command, anna.headers)))
        asking.start()
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        asking.join()
        assert answers != [200], "nothing that is not on disk is acknowledged"
    server.stop()


def ask(url: str, command: dict[str, str], headers: dict[str, str]) -> int:
    try:
        return httpx.post(url, json=command, headers=headers, timeout=60).status_code
    except httpx.TransportError:
        return 0
