"""The programs of ``docs/bots.md`` play whole games against the real server, exactly as they stand there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from serving import Client, Server
from traffic import Contract
from websockets.sync.client import connect

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
BOT, WELL, LIVE = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
PICK = re.search(r"def pick.*?\n\n", BOT, re.DOTALL)
SECONDS = 120


def start(code: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "error", "-c", code, *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def first_line(bot: subprocess.Popen[str]) -> str:
    assert bot.stdout is not None
    line = bot.stdout.readline().strip()
    assert line, bot.communicate()[1]
    return line


def last_line(bot: subprocess.Popen[str]) -> str:
    said, wrong = bot.communicate(timeout=SECONDS)
    assert bot.returncode == 0, wrong
    return said.strip().splitlines()[-1]


def is_finished(client: Client, table: str) -> bool:
    return bool(client.get(f"/api/tables/{table}")["over"])


def test_the_bot_has_twenty_lines_or_so() -> None:
    assert len([line for line in BOT.splitlines() if line]) <= 24


@pytest.mark.slow
@pytest.mark.parametrize("game", ["drivis", "riviere"])
def test_two_bots_play_a_whole_game(server: Server, anna: Client, game: str) -> None:
    """One opens the table, the other sits down with its invitation; with and without dice."""
    one = start(BOT, server.url, game)
    invitation = first_line(one)
    two = start(BOT, invitation)
    assert last_line(one) == last_line(two) != ""
    assert is_finished(anna, invitation.split("/")[4])


@pytest.mark.slow
def test_a_bot_that_plays_well(server: Server) -> None:
    assert PICK is not None
    well = start(BOT.replace(PICK[0], f"{WELL}\n"), server.url, "drivis")
    random = start(BOT, first_line(well))
    assert last_line(well) == last_line(random)


@pytest.mark.slow
def test_a_bot_on_the_live_channel(server: Server, anna: Client) -> None:
    one = start(BOT, server.url, "drivis")
    table, invite = re.findall(r"/t/(\w+)/join/(\w+)", first_line(one))[0]
    anna.post(f"/api/tables/{table}/join", {"invite": invite})
    two = start(LIVE, server.url, anna.token, table)
    assert last_line(two) and last_line(one)
    assert is_finished(anna, table)


def test_the_talk_on_the_page_is_what_the_server_says(server: Server) -> None:
    """Message by message; only the time is another one."""
    contract = Contract(server.url)
    anna, bot = Client(server, "Anna", contract=contract), Client(server, "Bot")
    table = anna.open("drivis")
    bot.join(table)
    url = f"{server.url.replace('http', 'ws')}/t/{table['id']}/live"
    with connect(url, additional_headers=anna.headers) as socket:
        for arrow, text in re.findall(r"^([→←]) (.*)$", PAGE, re.MULTILINE):
            contract.message(json.loads(text), "ClientMessage" if arrow == "→" else "ServerMessage")
            if arrow == "→":
                socket.send(text)
            else:
                assert without_time(socket.recv(20)) == without_time(text)
    assert len(contract.seen) > 8


def without_time(message: str | bytes) -> str:
    text = message if isinstance(message, str) else message.decode()
    return re.sub(r'"at": \d{13}', '"at": 0', text)


def test_the_examples_of_the_page_are_understood(server: Server) -> None:
    contract = Contract(server.url)
    told = [json.loads(text) for text in re.findall(r'`(\{".*?\})`', PAGE)]
    assert len(told) == 5
    names = ("JoinRequest", "CommandMessage", "LessonTry", "Problem")
    for each in told:
        assert any(contract.fits(name, each) for name in names), each


def test_the_limits_of_the_page_are_those_of_the_server() -> None:
    from ludotheque.web.api import MOST_ENTRIES
    from ludotheque.web.limits import MOST_EVENTS, Bucket, Limits

    shown = re.findall(r"^\| [^|]+ \| ([\d.]+) \| ([\d,]+) \|$", PAGE, re.MULTILINE)
    buckets = [bucket for bucket in vars(Limits()).values() if isinstance(bucket, Bucket)]
    assert sorted((bucket.rate, bucket.most) for bucket in buckets) == sorted(
        (float(rate), float(most.replace(",", ""))) for rate, most in shown
    )
    assert f"{MOST_EVENTS:,} lines" in PAGE and f"at most {MOST_ENTRIES:,} entries in one answer" in PAGE
