"""What passes is told apart from mistakes of ours."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from ludotheque.core.i18n import LANGUAGES
from ludotheque.play.ports import Player, StoreUnavailable
from ludotheque.play.texts import CATALOG
from ludotheque.store.connect import connect
from ludotheque.store.models import players


def test_a_file_that_cannot_be_read_any_more_is_an_outage(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    connect(path).close()
    store = connect(path)
    with path.open("r+b") as file:
        file.write(b"garbage " * (path.stat().st_size // 8))
    with pytest.raises(StoreUnavailable) as read:
        store.player("anna")
    with pytest.raises(StoreUnavailable):
        store.add_player(Player("anna", "Anna", 0))
    assert str(path) not in read.value.text("en") + read.value.text("fr")
    store.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reason_is_for_the_log_only(lang: str) -> None:
    """PostgreSQL names its host, its socket and its user; people are told none of that."""
    reason = 'connection to server on socket "/run/pg/.s.PGSQL.5432" failed: FATAL: role "games"'
    told = StoreUnavailable(reason)
    told.__cause__ = OSError(2, "No such file or directory", "/home/games/ludotheque.db")
    assert str(told) == reason and told.text(lang) == CATALOG.say("unavailable", lang)
    assert not any(word in told.text(lang) for word in ("/", "socket", "PGSQL", "role", ".db"))


def test_a_mistake_is_no_outage(tmp_path: Path) -> None:
    store = connect(tmp_path / "games.db")
    with pytest.raises(IntegrityError), store._write() as connection:
        connection.execute(players.insert(), {"id": "anna", "name": None, "since": 0})
    store.close()
