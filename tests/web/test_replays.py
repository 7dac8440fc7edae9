"""The sentences of a long record are made once for all who read it, and those of a table with those of its page."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.core.i18n import Sentence
from ludotheque.play import table as table_module
from ludotheque.play.commands import Command, apply, opening
from ludotheque.play.ports import TableInfo
from ludotheque.play.table import PERSON, Seat, Table
from ludotheque.web.records import Replay, of_table


@pytest.fixture
def described(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of the events that sentences were made of."""
    texts: list[str] = []
    describe = table_module.describe_played

    def counting(state: lt.State, seat: int, text: str) -> Sentence:
        texts.append(text)
        return describe(state, seat, text)

    monkeypatch.setattr(table_module, "describe_played", counting)
    return texts


def played(events: int) -> Table:
    info = TableInfo("t", "number-drop", lt.load("number-drop").edition, 2, {}, "", 0, "anna")
    table = opening(info, [Seat(PERSON, "anna", "Anna"), Seat(PERSON, "anna", "Ben")])
    while table.ply < events:
        seat = table.actors[0]
        table = apply(table, Command("choose", "anna", seat=seat, text=table.state.choices(seat)[0]))
    return table


def test_sentences_of_a_record_are_made_once_a_language(described: list[str]) -> None:
    record = played(40).record
    replay = Replay("r", record, record.states())
    said = replay.sentences("fr")
    assert len(described) == len(said) == len(record.events)
    assert replay.sentences("fr") == said and len(described) == len(said)
    assert replay.sentences("en") != said and len(described) == 2 * len(said)
    assert any("Anna" in sentence for sentence in said) and any("Ben" in sentence for sentence in said)


def test_a_table_and_its_replay_share_their_sentences(described: list[str]) -> None:
    table = played(40)
    told = [table.sentence(entry, "fr") for entry in table.entries if entry.kind in ("choice", "chance")]
    made = len(described)
    assert of_table(table).sentences("fr") == told and len(described) == made == table.ply
    later = apply(table, Command("choose", "anna", text=table.state.choices(table.actors[0])[0]))
    assert of_table(later).sentences("fr")[: table.ply] == told and len(described) == later.ply


def test_positions_of_a_replay_have_its_names() -> None:
    table = played(10)
    replay = of_table(table)
    assert replay.at(3).names == ("Anna", "Ben") and replay.at(3) == table.line[3]
    for number in (-1, table.ply + 1):
        with pytest.raises(lt.GameError):
            replay.at(number)
