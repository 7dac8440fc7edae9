"""One SQLite file has one server, and the second is told which."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from serving import Client, serving

from ludotheque.core.i18n import LANGUAGES
from ludotheque.store.connect import connect
from ludotheque.store.errors import StoreError
from ludotheque.store.one_server import SUFFIX, only_server

ADDRESS = "http://127.0.0.1:8000"


def test_the_second_is_told_who_is_first(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with only_server(file, ADDRESS):
        with pytest.raises(StoreError) as refused, only_server(f"sqlite:///{file}", "elsewhere"):
            pass
        for lang in LANGUAGES:
            said = refused.value.text(lang)
            assert str(os.getpid()) in said and ADDRESS in said and "--data" in said and "postgresql://" in said
    with only_server(file, "now it is free"):
        pass


def test_one_file_under_two_names_is_one_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    with only_server(tmp_path / "folder" / "games.db", ADDRESS), pytest.raises(StoreError):
        only_server(tmp_path / "link" / "games.db", ADDRESS).__enter__()


def test_a_copied_folder_and_a_file_that_stayed_behind_block_nobody(tmp_path: Path) -> None:
    here = tmp_path / "here"
    with only_server(here / "games.db", ADDRESS):
        assert (here / f"games.db{SUFFIX}").exists()
        shutil.copytree(here, tmp_path / "copy")
        with only_server(tmp_path / "copy" / "games.db", "its own"):
            pass
    assert (here / f"games.db{SUFFIX}").exists()
    with only_server(here / "games.db", ADDRESS):
        pass


def test_who_serves_nobody_needs_no_lock(tmp_path: Path) -> None:
    with only_server(tmp_path / "games.db", ADDRESS):
        store = connect(tmp_path / "games.db")
        assert store.info("nothing") is None
        store.close()


def test_a_database_for_several_is_not_locked(tmp_path: Path) -> None:
    with only_server("postgresql://host/games", "one"), only_server("postgresql://host/games", "two"):
        pass


def test_where_the_disk_knows_no_locks_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def unknown(file: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("ludotheque.core.file_lock._lock", unknown)
    with only_server(tmp_path / "games.db", ADDRESS):
        assert "cannot be locked" in caplog.text


@pytest.mark.slow
def test_two_real_servers_on_one_folder(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        assert first.process is not None
        again = [sys.executable, "-m", "ludotheque", "serve", "--lang", "en", "--port", "0", "--data", str(tmp_path)]
        second = subprocess.run(again, capture_output=True, text=True, timeout=60)
        assert second.returncode == 2 and not second.stdout
        assert re.search(rf"process {first.process.pid}, {first.url}\b", second.stderr), second.stderr
        table = Client(first, "Anna").open("drivis")["id"]
        first.kill()
        first.start()  # the lock has gone with its holder
        assert Client(first, "Ben").get(f"/api/tables/{table}")["id"] == table
