"""What was promised to players and what they have seen. Whatever contradicts it is complained about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

Json = dict[str, Any]
MOST_COMPLAINTS = 20


@dataclass
class Command:
    """Something that a player wants done once, however often it is sent."""

    key: str
    do: str
    text: str = ""
    seat: int | None = None
    at: int | None = None
    copies: int = 0  # that were sent
    refusals: int = 0

    @property
    def message(self) -> Json:
        named = {"do": self.do, "id": self.key, "text": self.text, "seat": self.seat, "at": self.at}
        return {name: value for name, value in named.items() if value is not None}


@dataclass
class TableLedger:
    """One table: its entries as the first observer saw them, and what was acknowledged."""

    id: str
    game: str
    options: Json
    seats: int
    invite: str = ""
    entries: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    acknowledged: dict[tuple[str, str], tuple[int, Command]] = field(default_factory=dict)
    refused: set[tuple[str, str]] = field(default_factory=set)
    rematch: str | None = None
    watchers: list[Callable[[], str]] = field(default_factory=list)  # say how things stand for them
    is_over: bool = False
    grew: float = field(default_factory=monotonic)  # when somebody last saw something new
    checked: int = 0  # entries that were compared with the server's

    @property
    def is_secret(self) -> bool:
        """A game of memory: what is seen differs from viewer to viewer until it is over."""
        return bool(self.options.get("memory"))

    def digest(self, entry: Json) -> tuple[Any, ...]:
        text = () if self.is_secret else (entry["text"],)
        return (entry["at"], entry["kind"], entry["seat"], *text)


@dataclass
class Ledger:
    tables: dict[str, TableLedger] = field(default_factory=dict)
    records: dict[str, str] = field(default_factory=dict)  # uploaded and acknowledged
    keys: dict[str, str] = field(default_factory=dict)  # of requests for a table -> the table
    complaints: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def complain(self, what: str) -> None:
        if len(self.complaints) < MOST_COMPLAINTS and what not in self.complaints:
            self.complaints.append(what)

    def observe(self, table: TableLedger, who: str, entry: Json) -> None:
        """All observers of a table see the same under a number."""
        number, digest = entry["number"], table.digest(entry)
        self.counts["entries seen"] += 1
        if number not in table.entries:
            table.entries[number], table.grew = digest, monotonic()
        elif table.entries[number] != digest:
            known = table.entries[number]
            self.complain(f"{table.id} entry {number}: {who} sees {digest}, another saw {known}")

    def promise(self, table: TableLedger, who: str, command: Command, number: int) -> None:
        """The same command is acknowledged with the same number every time."""
        self.counts["acknowledged"] += 1
        known, _ = table.acknowledged.setdefault((who, command.key), (number, command))
        if known != number:
            self.complain(f"{table.id} {who} {command}: acknowledged as {known} and then as {number}")
        if (who, command.key) in table.refused:
            self.complain(f"{table.id} {who} {command}: refused, then acknowledged as {number}")

    def refuse(self, table: TableLedger, who: str, command: Command) -> None:
        """Of what was sent several times one copy may be refused and another done."""
        self.counts["refused"] += 1
        if command.copies == 1:
            table.refused.add((who, command.key))

    def note_rematch(self, table: TableLedger, found: str) -> None:
        if table.rematch not in (None, found):
            self.complain(f"{table.id}: its rematch is {table.rematch} and {found}")
        table.rematch = found

    def note_record(self, id: str, text: str) -> None:
        self.counts["uploads"] += 1
        if self.records.setdefault(id, text) != text:
            self.complain(f"two records have the id {id}")
