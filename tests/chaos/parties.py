"""People who play one game after the other with each other: random games, random seats, a rematch, an upload."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import ludotheque as lt

from .ledger import Command, Json, TableLedger
from .players import Player
from .web import Person, Refused, World

CHOICES = 40  # a game may have; then it is over
COMPUTER = {"who": "computer", "level": 1}
# What the other seats are, besides those of friends.
OTHERS: tuple[Json, ...] = ({"who": "here"}, COMPUTER, COMPUTER)


@dataclass
class Party:
    """Some people, one of whom only watches."""

    world: World
    number: int
    rng: random.Random
    people: list[Person] = field(default_factory=list)

    async def live(self) -> None:
        """Plays until everybody goes home."""
        while not self.world.closing.is_set():
            table: TableLedger | None = await self.open()
            while table is not None and not self.world.closing.is_set():
                await self.play(table)
                table = await self.go_on(table)

    # Sitting down

    async def open(self) -> TableLedger:
        seats = self.seats_for(game := self.rng.choice(lt.games()))
        friends = sum(seat["who"] == "friend" for seat in seats)
        for _ in range(friends + 2 - len(self.people)):
            self.people.append(await self.new_person())
        table = await self.open_table(game, seats)
        for friend in self.people[1 : 1 + friends]:
            with suppress(Refused):  # an answer was lost, and somebody sits there already
                await self.world.ask(friend, "POST", f"/api/tables/{table.id}/join", {"invite": table.invite})
        return table

    def seats_for(self, game: str) -> list[Json]:
        count = self.rng.choice([seats for seats in lt.load(game).seats if seats <= 4])
        friend = {"who": "friend"}
        others = [self.rng.choice((friend, friend, *OTHERS)) for _ in range(count - 1)]
        return [{"who": "me"}, *others]

    async def new_person(self) -> Person:
        number = len(self.people)
        person = Person(
            f"{'ABCDEFGH'[number]}{self.number}", f"10.{self.number // 250}.{self.number % 250}.{number + 1}"
        )
        person.token = (await self.world.ask(person, "POST", "/api/players", {"name": person.name}))["token"]
        return person

    async def open_table(self, game: str, seats: list[Json]) -> TableLedger:
        options: Json = {"max_choices": CHOICES}
        if "memory" in lt.load(game).options:
            options["memory"] = self.rng.random() < 0.5
        key = f"{self.rng.getrandbits(100):025x}"
        wanted: Json = {"game": game, "seats": seats, "options": options, "key": key}
        opened = await self.world.ask(self.people[0], "POST", "/api/tables", wanted)
        self.world.ledger.keys[key] = opened["id"]
        invite = (opened["invite_url"] or "").rpartition("/")[2]
        return self.note(TableLedger(opened["id"], game, options, len(seats), invite))

    def note(self, table: TableLedger) -> TableLedger:
        self.world.ledger.counts["tables"] += 1
        return self.world.ledger.tables.setdefault(table.id, table)

    # Playing

    async def play(self, table: TableLedger) -> None:
        players = [self.player(table, person) for person in self.people]
        await asyncio.gather(*(player.play() for player in players))

    def player(self, table: TableLedger, person: Person) -> Player:
        rng = random.Random(self.rng.getrandbits(60))
        return Player(self.world, person, table, rng, draws=table.is_secret or rng.random() < 0.3)

    # Afterwards

    async def go_on(self, table: TableLedger) -> TableLedger | None:
        """The rematch that all ask for at the same time, or None: then something else is played."""
        if self.world.closing.is_set():
            return None
        if self.rng.random() < 0.5:
            await self.upload(table)
        if self.rng.random() < 0.3:
            return None
        await asyncio.gather(*(self.ask_for_rematch(table, person) for person in self.people))
        if table.rematch is None:
            return None
        return self.note(TableLedger(table.rematch, table.game, table.options, table.seats))

    async def ask_for_rematch(self, table: TableLedger, person: Person) -> None:
        """Who only watches is refused."""
        command = Command("rematch", "rematch", self.rng.choice(("", "swap")))
        with suppress(Refused):
            answer = await self.world.ask(person, "POST", f"/api/tables/{table.id}/do", command.message)
            self.world.ledger.note_rematch(table, answer["table"])

    async def upload(self, table: TableLedger) -> None:
        who: Any = self.rng.choice(self.people)
        record = (await self.world.request(who, "GET", f"/api/tables/{table.id}/record")).text
        with suppress(Refused):  # too much for one day
            kept = await self.world.ask(who, "POST", "/api/records", record)
            self.world.ledger.note_record(kept["id"], record)
