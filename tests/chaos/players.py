"""A player or spectator at one table: follows it over the live channel and sends what comes to mind, until it is
acknowledged, through as many connections as it takes."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import ludotheque as lt

from .ledger import Command, Json, TableLedger
from .web import Person, Refused, World

LOST = (OSError, WebSocketException, TimeoutError, EOFError)
SILENCE = 20.0  # seconds without an answer: then another connection is tried
MOST_REFUSALS = 20  # of a choice that is legal: a server that stops refuses some
WORDS = ("Bien joué", "Hm…", "Encore une ?", "À toi", "❤", "one two", "Ça alors !")


@dataclass(eq=False)
class Player:
    world: World
    person: Person
    table: TableLedger
    rng: random.Random
    draws: bool = False  # chooses by what the views say, not by the rules
    seats: list[int] = field(default_factory=list)
    seen: int = -1
    view: Json | None = None
    outbox: dict[str, Command] = field(default_factory=dict)
    done: list[Command] = field(default_factory=list)
    requested: set[str] = field(default_factory=set)  # also by a request
    asked_at: int | None = None  # the seat that asks for something
    is_over: bool = False
    due: float = 0

    def __post_init__(self) -> None:
        rules = lt.load(self.table.game)
        self.line = [rules.new(seats=self.table.seats, **self.table.options)]

    # Connections

    async def play(self) -> None:
        """Until the game is over, or everybody goes home and nothing is left unanswered."""
        self.table.watchers.append(self.describe)
        while not self.is_finished:
            with suppress(*LOST):
                await self.connect()
            self.world.ledger.counts["connections"] += 1
            await asyncio.sleep(self.rng.uniform(0.02, 0.3))

    @property
    def is_finished(self) -> bool:
        goes = self.is_over or self.world.closing.is_set()
        return goes and not self.outbox

    @asynccontextmanager
    async def channel(self) -> AsyncIterator[ClientConnection]:
        url = f"ws://127.0.0.1:{self.world.port}/t/{self.table.id}/live"
        patience: Any = {"open_timeout": SILENCE, "ping_interval": 1.5, "ping_timeout": 3, "close_timeout": 1}
        async with connect(url, additional_headers=self.person.headers, max_size=None, **patience) as socket:
            await socket.send(json.dumps({"hello": {"seen": self.seen, "draw": self.draws, "lang": "en"}}))
            yield socket

    async def dawdle(self, seconds: float) -> None:
        """Reads nothing for a while, then everything; whoever lost patience meanwhile may have hung up."""
        with suppress(*LOST):
            async with self.channel() as socket:
                await asyncio.sleep(seconds)
                while True:
                    self.hear(json.loads(await asyncio.wait_for(socket.recv(), 1)))

    async def connect(self) -> None:
        async with self.channel() as socket:
            for command in self.rng.sample([*self.outbox.values()], len(self.outbox)):
                await self.send(socket, command)
            await self.converse(socket)

    async def converse(self, socket: ClientConnection) -> None:
        heard = monotonic()
        while not self.is_finished:
            try:
                async with asyncio.timeout(max(0.01, self.due - monotonic())):
                    message = await socket.recv()
            except TimeoutError:
                if self.outbox and monotonic() - heard > SILENCE:
                    raise
                await self.act(socket)
            else:
                heard = monotonic()
                self.hear(json.loads(message))

    # Hearing

    def hear(self, message: Json) -> None:
        for kind in ("welcome", "entry", "view", "ack", "refused", "gone"):
            if kind in message:
                getattr(self, f"hear_{kind}")(message)

    def hear_welcome(self, message: Json) -> None:
        told = message["welcome"]
        self.seats = told["you"]["seats"]
        if told["fresh"]:
            self.forget()
        elif told["last"] < self.seen:
            self.complain(f"the table ends at {told['last']}, but {self.seen} was seen")

    def forget(self) -> None:
        """Only a game of memory is told anew, when it is over."""
        if not self.table.is_secret:
            self.complain(f"everything is told anew, although {self.seen} was seen")
        self.seen = -1

    def hear_entry(self, message: Json) -> None:
        entry = message["entry"]
        if entry["number"] != self.seen + 1:
            self.complain(f"entry {entry['number']} came after {self.seen}")
        self.seen = entry["number"]
        self.world.ledger.observe(self.table, self.person.name, entry)
        self.follow(entry)
        self.note_request(entry)

    def follow(self, entry: Json) -> None:
        """The same position by the rules as by the server's count."""
        kind = entry["kind"]
        if not self.table.is_secret and kind in ("choice", "chance"):
            self.line.append(self.line[-1].play(entry["text"], -1 if kind == "chance" else entry["seat"]))
        elif kind == "undo":
            del self.line[entry["position"] + 1 :]
        if not self.table.is_secret and entry["position"] != len(self.line) - 1:
            self.complain(
                f"entry {self.seen} leads to {entry['position']} events, by the rules to {len(self.line) - 1}"
            )
        if kind == "end" or self.line[-1].over:
            self.is_over = self.table.is_over = True

    def note_request(self, entry: Json) -> None:
        if entry["kind"] == "ask":
            self.asked_at = entry["seat"]
        elif entry["kind"] in ("answer", "choice", "undo", "end"):
            self.asked_at = None

    def hear_view(self, message: Json) -> None:
        view = message["view"]
        if self.view is not None and view["final"] and view["number"] < self.view["number"]:
            self.complain(f"a view of {view['number']} came after one of {self.view['number']}")
        if view["number"] > self.seen:
            self.complain(f"a view of {view['number']} came before its entry")
        if view["final"]:
            self.view = view
        if view["final"] and view["over"]:  # who reads late does not open again what others have seen end
            self.is_over = self.table.is_over = True

    def hear_ack(self, message: Json) -> None:
        command = self.outbox.pop(message["ack"], None)
        if command is not None:
            self.done.append(command)
        else:  # one that was sent again, although it was known to be done
            command = next(each for each in self.done if each.key == message["ack"])
        if message["number"] > self.seen:
            self.complain(f"{command} was acknowledged as {message['number']} before it was told")
        self.world.ledger.promise(self.table, self.person.token, command, message["number"])

    def hear_refused(self, message: Json) -> None:
        """Of what is refused for good, and of what is done, there may have been more copies."""
        command = self.outbox.get(message["refused"] or "")
        if command is None:
            return
        command.refusals += 1
        if self.is_still_legal(command) and command.refusals < MOST_REFUSALS:
            raise EOFError("not now: it is sent again")
        if self.is_still_legal(command):
            self.complain(f"{command} is legal and was refused: {message['why']}")
        del self.outbox[command.key]
        self.world.ledger.refuse(self.table, self.person.token, command)

    def is_still_legal(self, command: Command) -> bool:
        """Entries go before answers: who has seen nothing new knows how things stand."""
        return command.do == "choose" and command.at == self.seen

    def hear_gone(self, message: Json) -> None:
        self.complain(f"the table is gone: {message['gone']}")

    def complain(self, what: str) -> None:
        self.world.ledger.complain(f"{self.table.game} {self.table.id}, {self.person.name}: {what}")

    def describe(self) -> str:
        """How things stand for this one, when nothing happens any more."""
        waits = [f"{command.do} ({command.copies} copies)" for command in self.outbox.values()]
        asked = f", asked by {self.asked_at}" if self.asked_at is not None else ""
        stands = f"has seen {self.seen}, may choose at {[*self.acting]}"
        return f"{self.person.name} at {self.seats} {stands}{asked}, waits for {waits}"

    # Acting

    async def act(self, socket: ClientConnection) -> None:
        self.due = monotonic() + self.rng.uniform(0.05, 0.6)
        if self.world.closing.is_set() or not self.seats:
            return
        if self.done and self.rng.random() < self.world.stutter:
            await self.send(socket, self.rng.choice(self.done))
        if not self.outbox and (command := self.wish()) is not None:
            self.outbox[command.key] = command
            await self.send(socket, command)

    async def send(self, socket: ClientConnection, command: Command) -> None:
        """Now and then twice, or by a request at the same time."""
        for _ in range(1 + (self.rng.random() < self.world.stutter)):
            command.copies += 1
            await socket.send(json.dumps(command.message))
        if command.key in self.outbox and command.key not in self.requested and self.rng.random() < self.world.stutter:
            self.requested.add(command.key)
            command.copies += 1
            self.world.spawn(self.request(command))

    async def request(self, command: Command) -> None:
        path = f"/api/tables/{self.table.id}/do"
        with suppress(Refused, TimeoutError):
            answer = await self.world.ask(self.person, "POST", path, command.message)
            self.world.ledger.promise(self.table, self.person.token, command, answer["number"])

    def wish(self) -> Command | None:
        """What to do now, if anything."""
        if self.is_over:
            return None
        if self.asked_at is not None:
            return self.answer()
        if self.rng.random() < 0.02:
            return self.command("say", self.rng.choice(WORDS))
        acting = self.acting
        if not acting:
            return None
        seat = self.rng.choice(sorted(acting))
        if self.rng.random() < 0.06:
            return self.command(self.rng.choice(("undo", "ask-undo", "ask-draw")), "", seat)
        return self.command("choose", self.rng.choice(acting[seat]), seat, self.seen)

    def answer(self) -> Command | None:
        """Who asked waits; the others agree or not."""
        if self.asked_at in self.seats:
            return self.command("no") if self.rng.random() < 0.1 else None
        return self.command("yes" if self.rng.random() < 0.5 else "no")

    @property
    def acting(self) -> dict[int, list[str]]:
        """Our seats that are to act, and what they may choose."""
        if not self.draws:
            state = self.line[-1]
            return {seat: state.choices(seat) for seat in self.seats if seat in state.actors and not state.chance}
        if self.view is None or self.view["number"] != self.seen:
            return {}
        return {seat: sorted(self.view["clicks"][str(seat)]) for seat in self.view["mine"]}

    def command(self, do: str, text: str = "", seat: int | None = None, at: int | None = None) -> Command:
        return Command(f"{self.rng.getrandbits(60):x}", do, text, seat, at)
