"""A backup while a real server is being played at: nothing that was acknowledged before is missing, and it goes on."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from load import Player, open_tables, playing, until_promised
from lobbies import read_table
from serving import Server, serving

from ludotheque.store.connect import connect

TABLES, PROMISES = 6, 40
Told = tuple[list[Player], list[dict[int, str]]]


async def run(*words: str) -> str:
    """A command of ours, as somebody types it."""
    command = [sys.executable, "-m", "ludotheque", *words, "--lang", "en"]
    running = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said, _ = await running.communicate()
    assert running.returncode == 0, said
    return said.decode()


async def story(server: Server, source: list[str], target: list[str], copy: Path) -> Told:
    """What was promised before the backup began, and those who went on playing meanwhile and after it."""
    players = await open_tables(server, TABLES)
    async with playing(players):
        await until_promised(players, PROMISES)
        before = [dict(player.promised) for player in players]
        said = await run("backup", str(copy), *source)
        after = sum(len(player.promised) for player in players)
        assert f"{TABLES} tables" in said and after > PROMISES
        await until_promised(players, after + TABLES)  # nobody was held up
    assert f"{TABLES} tables" in await run("restore", str(copy), *target)
    return players, before


def check(where: str, players: list[Player], before: list[dict[int, str]]) -> None:
    """Every table is as it was at one moment: whole, by the rules, and not before what was promised."""
    store = connect(where)
    for player, promised in zip(players, before, strict=True):
        info = store.info(player.table)
        assert info is not None
        table = read_table(store, info)
        assert [entry.number for entry in table.entries] == list(range(table.next))
        found = {entry.number: entry.text for entry in table.entries if entry.kind == "choice"}
        assert promised.items() <= found.items()
    store.close()


async def go_on(server: Server, players: list[Player]) -> None:
    """With the same tokens, at the same tables, from what the copy holds."""
    again = [player.again(server) for player in players]
    for player in again:
        async with playing([player]):
            await until_promised([player], 2)
        await player.check()
    assert any(player.promised for player in again)


@pytest.mark.long
def test_a_backup_of_a_folder_that_is_played_at(tmp_path: Path) -> None:
    source, target, copy = tmp_path / "games", tmp_path / "copy", tmp_path / "games.ludobackup"
    with serving(source) as server:
        told = asyncio.run(story(server, ["--data", str(source)], ["--data", str(target)], copy))
    check(str(target / "ludotheque.db"), *told)
    with serving(target) as server:
        asyncio.run(go_on(server, told[0]))


@pytest.mark.long
def test_a_backup_of_a_database_that_is_played_at(tmp_path: Path, new_database: Callable[[], str]) -> None:
    """And from there into a folder: whoever leaves PostgreSQL takes everything along."""
    source, copy, target = new_database(), tmp_path / "games.ludobackup", tmp_path / "copy"
    with serving(tmp_path, source) as server:
        told = asyncio.run(story(server, ["--database", source], ["--data", str(target)], copy))
    check(str(target / "ludotheque.db"), *told)
    with serving(target) as server:
        asyncio.run(go_on(server, told[0]))
