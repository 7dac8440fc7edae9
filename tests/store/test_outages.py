"""What passes is told apart from mistakes of ours."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from ludotheque.play.ports import Player, StoreUnavailable
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


def test_a_mistake_is_no_outage(tmp_path: Path) -> None:
    store = connect(tmp_path / "games.db")
    with pytest.raises(IntegrityError), store._write() as connection:
        connection.execute(players.insert(), {"id": "anna", "name": None, "since": 0})
    store.close()
