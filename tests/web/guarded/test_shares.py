"""Thinking is shared by address, so a table must know where its people are."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from serving import ONE_SCREEN, Server
from websockets.sync.client import connect

pytestmark = pytest.mark.slow
TELLING = """
import sys
from ludotheque.play.session import Session
subscribe = Session.subscribe

def tell(session, subscriber):
    print(f"opened at {session.address}, watched at {subscriber.address}", file=sys.stderr, flush=True)
    subscribe(session, subscriber)

Session.subscribe = tell"""


def test_who_opens_a_table_and_who_comes_there_tell_their_address(tmp_path: Path) -> None:
    server = Server(tmp_path, changed=TELLING, log=tmp_path / "log").start()
    try:
        table = {"game": "drivis", "seats": ONE_SCREEN}
        opener, watcher = ({"X-Forwarded-For": address} for address in ("192.0.2.7", "192.0.2.8"))
        opened = httpx.post(f"{server.url}/api/tables", json=table, headers=opener).json()
        live = f"{server.url.replace('http', 'ws')}{opened['url']}/live"
        with connect(live, additional_headers=watcher) as channel:
            channel.send('{"hello": {}}')
            assert "welcome" in str(channel.recv(30))
    finally:
        server.stop()
    assert "opened at 192.0.2.7, watched at 192.0.2.8" in (tmp_path / "log").read_text("utf-8")
