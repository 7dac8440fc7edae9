"""Asked to stop, a server refuses what is new, finishes what was begun, tells everybody, and ends in good order."""

from __future__ import annotations

import asyncio
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from load import open_tables, playing, until_promised
from serving import ONE_SCREEN, Client, Server
from websockets.exceptions import ConnectionClosed

RESTARTING = "The server is being restarted"
SOON = 15.0  # seconds, on a busy machine


@contextmanager
def heard(data: Path) -> Iterator[tuple[Server, list[str]]]:
    """A server whose complaints are kept."""
    command = [sys.executable, "-m", "ludotheque", "serve", "--lang", "en", "--port", "0", "--data", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stderr is not None
    found = re.search(r"http://\S+:(\d+)/", process.stdout.readline())
    assert found
    said: list[str] = []
    reading = threading.Thread(target=lambda: said.extend(process.stderr or ()), daemon=True)
    reading.start()
    try:
        yield Server(data, port=int(found[1]), process=process), said
    finally:
        process.kill()
        process.wait()
        reading.join()
        process.stderr.close()
        process.stdout.close()


def ended(server: Server) -> int:
    assert server.process is not None
    return server.process.wait(SOON)


def ask_to_stop(server: Server, how: signal.Signals = signal.SIGTERM) -> None:
    assert server.process is not None
    server.process.send_signal(how)


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_and_nobody_is_shocked(tmp_path: Path) -> None:
    async def story(server: Server, said: list[str]) -> None:
        players = await open_tables(server, 6)
        async with playing(players):
            await until_promised(players, 40)
            ask_to_stop(server)
            assert await asyncio.to_thread(ended, server) == 0
            promised = [dict(player.promised) for player in players]
            with_sentence = [player for player in players if player.told and RESTARTING in player.told[0]]
            assert len(with_sentence) == len(players)
            assert {code for player in players for code in player.closed} == {1013}
            assert said == []
            again = Server(tmp_path, port=server.port)
            await asyncio.to_thread(again.start)
            try:
                await until_promised(players, sum(map(len, promised)) + 10)
                for player, before in zip(players, promised, strict=True):
                    await player.check(before)
            finally:
                await asyncio.to_thread(again.stop)

    with heard(tmp_path) as (server, said):
        asyncio.run(story(server, said))


def test_what_was_begun_is_finished_and_nothing_new_is_begun(tmp_path: Path) -> None:
    """The disk is busy: a choice takes as long as we want."""
    with heard(tmp_path) as (server, said):
        anna = Client(server, "Anna")
        table = anna.open("drivis", ONE_SCREEN)["id"]
        live, idle = anna.live(table), anna.live(table)
        text = next(iter(anna.get(f"/api/tables/{table}")["choices"].values()))[0]
        hog = sqlite3.connect(tmp_path / "ludotheque.db", isolation_level=None)
        hog.execute("BEGIN IMMEDIATE")
        live.send(do="choose", text=text, id="slow", seat=0)
        time.sleep(0.5)
        ask_to_stop(server)
        assert RESTARTING in idle.until("later")["later"]
        assert httpx.get(f"{server.url}/readyz").json() == {"status": "stopping"}
        english = {**anna.headers, "Accept-Language": "en"}
        said_late = {"do": "say", "text": "Are you there?"}
        answer = httpx.post(f"{server.url}/api/tables/{table}/do", json=said_late, headers=english)
        assert answer.status_code == 503 and RESTARTING in answer.json()["error"] and int(answer.headers["retry-after"])
        live.send(do="say", text="too late", id="late")
        hog.execute("ROLLBACK")
        hog.close()
        assert live.until("ack", "later", "refused")["ack"] == "slow"
        assert RESTARTING in live.until("later", "ack")["later"]
        with pytest.raises(ConnectionClosed) as closed:
            live.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
        assert ended(server) == 0
    assert said == []


def test_who_waits_for_news_or_thinks_does_not_hold_it_up(tmp_path: Path) -> None:
    with heard(tmp_path) as (server, said):
        anna = Client(server, "Anna")
        table = anna.open("drivis", [{"who": "computer", "level": 8}, {"who": "me"}])["id"]
        quiet = anna.open("drivis", ONE_SCREEN)["id"]
        news: list[httpx.Response] = []
        url = f"{server.url}/api/tables/{quiet}/entries?since=50&wait=50"
        waiting = threading.Thread(target=lambda: news.append(httpx.get(url, timeout=60)))
        waiting.start()
        live = anna.live(table)
        time.sleep(1)
        ask_to_stop(server, signal.SIGINT)
        assert ended(server) == 0
        waiting.join()
        assert (news[0].status_code, news[0].json()) == (200, [])
        live.close()
    assert said == []
