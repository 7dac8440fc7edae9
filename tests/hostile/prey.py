"""What must not change: people, tables and a record that were there before. And whether they can still be played."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from serving import ONE_SCREEN, Client, Json, Server
from sqlalchemy import create_engine, select

from ludotheque.store import models

CHOICES = 6  # made at every table before the attack


@dataclass
class Prey:
    server: Server
    anna: Client
    ben: Client
    eve: Client  # attacks with a name of her own
    tables: list[str] = field(default_factory=list)
    invites: list[str] = field(default_factory=list)
    record: str = ""
    to_act: Client | None = None  # at the first table

    @classmethod
    def make(cls, server: Server) -> Prey:
        prey = cls(server, Client(server, "Anna"), Client(server, "Ben"), Client(server, "Eve"))
        for game in ("drivis", "riviere", "derive"):
            prey.open(game)
        waiting = prey.anna.open("drumlin")
        alone = prey.anna.open("number-drop", ONE_SCREEN)
        prey.tables += [waiting["id"], alone["id"]]
        prey.invites.append(waiting["invite_url"].rpartition("/")[2])
        prey.record = prey.anna.post("/api/records", prey.anna.get(f"/api/tables/{prey.tables[0]}/record"))["id"]
        return prey

    def open(self, game: str) -> None:
        opened = self.anna.open(game)
        self.ben.join(opened)
        self.anna.do(opened["id"], "say", "Bonne partie")
        for _ in range(CHOICES):
            self.choose(opened["id"])
        self.tables.append(opened["id"])

    def choose(self, table: str) -> int:
        """The first possible choice of whoever is to act; the number of its entry."""
        for client in (self.anna, self.ben):
            view: Json = client.get(f"/api/tables/{table}")
            for seat, choices in view["choices"].items():
                command = {"seat": int(seat), "at": view["number"]}
                return int(client.do(table, "choose", choices[0], **command)["number"])
        raise AssertionError(f"nobody can choose at {table}")

    @property
    def waiting(self) -> Client:
        """Who is not to act at the first table."""
        view = self.anna.get(f"/api/tables/{self.tables[0]}")
        return self.ben if view["choices"] else self.anna


def snapshot(prey: Prey, where: str) -> dict[str, list[Any]]:
    """Every row about them, as the database has it."""
    by_table = {models.cards: models.cards.c.id, models.entries: models.entries.c.table_id}
    by_table[models.sittings] = models.sittings.c.table_id
    wanted = [select(table).where(column.in_(prey.tables)) for table, column in by_table.items()]
    wanted.append(select(models.players).where(models.players.c.name.in_(["Anna", "Ben"])))
    wanted.append(select(models.records).where(models.records.c.id == prey.record))
    wanted.append(select(models.settings).where(models.settings.c.name == "secret"))
    engine = create_engine(where)
    with engine.connect() as connection:
        rows = {str(query): sorted(map(tuple, connection.execute(query)), key=str) for query in wanted}
    engine.dispose()
    return rows
