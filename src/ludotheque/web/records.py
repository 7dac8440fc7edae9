"""Games to look at again: uploaded records, and every table's own."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

from ..core.record import Record
from ..core.state import State
from ..core.study import Study
from ..play.commands import new_id, now, refuse
from ..play.lobby import Lobby
from ..play.table import Table, event_sentence
from .limits import MOST_EVENTS
from .quotas import check_headers

KEPT = 60_000  # states of replayed records in memory, some 4 KB each


@dataclass(frozen=True)
class Replay:
    """A record and all its positions."""

    id: str
    record: Record
    states: Sequence[State]
    table: Table | None = None  # where it was played, if here
    study: Study | None = None  # the record with its variations, if it has any

    @property
    def whole(self) -> Study | Record:
        """With its variations."""
        return self.study or self.record

    def status(self, lang: str) -> str:
        """How it ended, or stands; people may have ended it before the rules did."""
        return self.table.status_sentence(lang) if self.table else self.states[-1].status(lang)

    def at(self, number: int) -> State:
        """A position, with the names that the record gives."""
        if not 0 <= number < len(self.states):
            raise refuse("no-position", n=self.last, at=number)
        state = self.states[number]
        return state.seen_from(self.present(state)).named(self.record.names)

    def present(self, state: State) -> State | None:
        """Where the game stands for who looks at one of its states. An uploaded record hides nothing that it has."""
        if self.table:
            return self.table.present
        return state if self.record.result is None else None

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self.states) - 1

    def sentences(self, lang: str) -> list[str]:
        """What each event says. Making them all takes seconds; they are kept with the states."""
        again = self.table is not None and self.table.is_from_memory
        return [event_sentence(state, self.record.names, lang, again=again) for state in self.states[1:]]


@dataclass
class Records:
    """Finds replays by the id of a table or of an uploaded record."""

    lobby: Lobby
    uploaded: OrderedDict[str, Replay] = field(default_factory=OrderedDict)
    keeping: Lock = field(default_factory=Lock)

    async def find(self, id: str) -> Replay:
        if (kept := self.uploaded.get(id)) is not None:
            self.lobby.opened.records.add(id)
            return kept
        text = await self.lobby.threads.run(self.lobby.store.record, id)
        if text is not None:
            self.lobby.opened.records.add(id)
            return await asyncio.to_thread(self.replay, id, text)
        session = await self.lobby.find(id)
        if session is None:
            raise refuse("no-record")
        return await asyncio.to_thread(of_table, session.table)

    def replay(self, id: str, text: str) -> Replay:
        replay = replay_of(id, Study.parse(text))
        self.keep(replay)
        return replay

    def keep(self, replay: Replay) -> None:
        """In memory, as long as there is room."""
        with self.keeping:
            self.uploaded[replay.id] = replay
            while sum(len(kept.states) for kept in self.uploaded.values()) > KEPT:
                self.uploaded.popitem(last=False)

    def read(self, text: str) -> Replay:
        """Checks a record by replaying it, which takes time: so not everything is replayed."""
        if text.count("\n") > MOST_EVENTS:
            raise refuse("too-many-events", most=MOST_EVENTS)
        study = Study.parse(text)
        check_headers(study.record)
        return self.of_study(study)

    def of_study(self, study: Study) -> Replay:
        return replay_of(new_id(), study)

    async def add(self, replay: Replay, by: str) -> None:
        """Keeps an uploaded record."""
        text = await asyncio.to_thread(str, replay.whole)
        await self.lobby.threads.run(self.lobby.store.add_record, replay.id, text, by, now())
        self.keep(replay)


def replay_of(id: str, study: Study) -> Replay:
    return Replay(id, study.record, study.record.states(), study=study if study.has_more else None)


def of_table(table: Table) -> Replay:
    return Replay(table.info.id, table.record, table.line, table)
