"""The live channel: one WebSocket a table, with numbered messages.

A connection is a place in the table's list of entries. It sends what comes after that place, one message an entry; so
a client that says the last number it saw misses nothing and gets nothing twice.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import JsonValue
from starlette.requests import HTTPConnection

from ..core.errors import GameError
from ..core.i18n import LANGUAGES
from ..play.commands import Command, needs_thought, refuse
from ..play.ports import Entry, StoreUnavailable
from ..play.session import Session, Subscriber
from ..play.table import GAME_EVENTS, Table
from . import wire
from .identity import player_of
from .language import language_of
from .limits import MOST_MESSAGE, Limits, TooFast, address_of
from .metrics import measured
from .patches import Picture
from .security import comes_from_here
from .sharing import Encoded, EncodedEntry, shared
from .stopping import Restarting, stopping_of
from .store_access import lobby_of
from .view import MOVES, Viewer, entry_message, picture_in_parts, view_after, view_of

router = APIRouter()
MOST_MEANWHILE = 4  # hints that a client waits for, before it is not listened to any more
MOST_FRAMES = 6  # events that are shown one by one to somebody who comes back; more are skipped
PAUSE_EVERY = 16  # entries that are told without a pause in between
SLOW = 60.0  # seconds that a client may take to read one message
WHO = 5.0  # seconds to find out who comes, less than a page waits for the first word
HELLO = 30.0  # seconds until a client must have said hello
GONE, ELSEWHERE, LATER, SILENT = 4404, 4403, 1013, 1008


@router.websocket("/t/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    await socket.accept()
    limits: Limits = socket.app.state.limits
    limited, staying = limits.connection(address_of(socket)), stopping_of(socket).channel()
    with limited as is_welcome, staying, suppress(WebSocketDisconnect):
        if not comes_from_here(socket):
            await close(socket, ELSEWHERE)
        elif not is_welcome:
            await close(socket, LATER)
        elif stopping_of(socket).is_begun:
            await say_later(socket, language_of(socket))
        else:
            await sit_down(socket, table)


async def sit_down(socket: WebSocket, table: str) -> None:
    lang = language_of(socket)
    try:
        session, player = await lobby_of(socket).session(table), await player_of(socket, WHO)
    except GameError as problem:
        await send(socket, {"gone": problem.text(lang)})
        await close(socket, GONE)
    except StoreUnavailable as problem:
        await tell_outage(socket, problem, lang)
    else:
        await stay(Connection(socket, session, Viewer(player.id if player else None, lang)))


async def stay(connection: Connection) -> None:
    try:
        await connection.run()
    except StoreUnavailable as problem:
        await tell_outage(connection.socket, problem, connection.viewer.lang)


async def tell_outage(socket: WebSocket, problem: StoreUnavailable, lang: str) -> None:
    """Whoever hears it comes back, and sends again what was not acknowledged."""
    lobby_of(socket).threads.outages.note(problem)
    await send(socket, {"later": problem.text(lang)})
    await close(socket, LATER)


async def say_later(socket: WebSocket, lang: str) -> None:
    """The server stops: whoever hears it comes back, and sends again what was not acknowledged."""
    await send(socket, {"later": Restarting().text(lang)})
    await close(socket, LATER)


class Connection:
    """One person or program at a table."""

    def __init__(self, socket: WebSocket, session: Session, viewer: Viewer) -> None:
        self.socket, self.session, self.viewer = socket, session, viewer
        self.limits: Limits = socket.app.state.limits
        self.address = address_of(socket)
        self.news = asyncio.Event()
        self.answers: asyncio.Queue[wire.ServerMessage] = asyncio.Queue(64)
        self.seen: int | None = None  # nothing is sent before the client has said hello
        self.draws = self.in_parts = self.has_greeted = False
        self.drawn: Picture | None = None  # what the client has
        self.tells_all = True  # whether the entries told so far say everything
        self.fresh_view = False
        self.moves: deque[Entry] = deque(maxlen=MOST_FRAMES + 1)  # told, but not drawn yet
        self.told: Sequence[wire.ServerMessage] = [{"warming": None}]
        self.prepared: Sequence[Encoded] = ()
        self.meanwhile: set[asyncio.Task[None]] = set()
        self.outage: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.stopping = stopping_of(socket)
        self.is_busy = False  # with a command that is answered before the server stops

    async def run(self) -> None:
        """Reads and writes at the same time; ends when either does, or when the store fails."""
        subscriber = Subscriber(self.news.set, self.viewer.player, self.address, self.prepare)
        self.session.subscribe(subscriber)
        tasks: list[asyncio.Future[None]] = [
            asyncio.create_task(self.read_all()),
            asyncio.create_task(self.write_all()),
            self.outage,
        ]
        patience = asyncio.get_running_loop().call_later(HELLO, self.part)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            patience.cancel()
            self.session.unsubscribe(subscriber)
            tasks += self.meanwhile
            for task in tasks:
                task.cancel()
            for done in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(done, Exception) and not isinstance(done, WebSocketDisconnect):
                    raise done

    def part(self) -> None:
        """Who has not said hello by now does not want to see anything; a page asks again."""
        if not self.has_greeted:
            self.meanwhile.add(asyncio.create_task(self.socket.close(SILENT)))

    # Reading

    async def read_all(self) -> None:
        while True:
            text = await receive(self.socket)
            await self.slow_down()
            try:
                await self.hear(read_message(text))
            except (GameError, TooFast) as problem:
                self.answer({"refused": None, "why": self.reason(problem)})

    async def slow_down(self) -> None:
        """Who writes too fast is read more slowly. A refusal would not say what is refused: nobody could try again."""
        while True:
            try:
                return self.limits.messages.take(self.address)
            except TooFast as problem:
                await asyncio.sleep(problem.seconds)

    async def hear(self, message: Mapping[str, JsonValue]) -> None:
        if "ping" in message:
            self.answer({"pong": message["ping"]})
        elif "hello" in message:
            await self.greet(message["hello"])
        else:
            await self.do(message)

    async def greet(self, hello: JsonValue) -> None:
        """Where the client stands, and how it wants to see the table."""
        if not isinstance(hello, dict):
            raise refuse("message", reason="hello")
        await self.session.read_up_to(number_in(hello, "seen"))
        lang, seat, last = hello.get("lang"), number_in(hello, "seat"), self.session.table.next - 1
        self.tells_all = not self.session.table.is_from_memory
        spoken = lang if isinstance(lang, str) and lang in LANGUAGES else self.viewer.lang
        self.viewer = Viewer(self.viewer.player, spoken, seat, hello.get("wide") is True)
        self.draws, self.in_parts = hello.get("draw") is True, hello.get("parts") is True
        self.drawn = None
        seen = number_in({"seen": -1, **hello}, "seen")
        is_known = seen is not None and -1 <= seen <= last
        await self.welcome(last, seen if is_known else None)
        self.has_greeted = self.fresh_view = True
        self.news.set()

    async def welcome(self, last: int, seen: int | None) -> None:
        """Says where things stand; then entries follow, from the one after ``seen`` on, or all of them anew."""
        you: wire.You = {"seats": self.session.table.seats_of(self.viewer.player)}
        self.seen = None  # what is being told stops here, so that nothing comes between this and what is told then
        await self.send({"welcome": {"last": last, "you": you, "fresh": seen is None}})
        self.seen = -1 if seen is None else seen

    async def do(self, message: Mapping[str, JsonValue]) -> None:
        """A command. Thinking takes a while: whoever asks for a hint can choose before it comes."""
        command = command_of(message, self.viewer.player)
        if command.do == "hint" and len(self.meanwhile) < MOST_MEANWHILE:
            task = asyncio.create_task(self.carry_out(command))
            self.meanwhile.add(task)
            task.add_done_callback(self.meanwhile.discard)
        elif not self.stopping.is_begun:
            await self.carry_out_now(command)

    async def carry_out_now(self, command: Command) -> None:
        self.is_busy = True
        try:
            await self.carry_out(command)
        finally:
            self.is_busy = False

    async def carry_out(self, command: Command) -> None:
        """Executed or refused, the client is told, by the name it gave."""
        try:
            self.limits.commands.take(command.by or str(self.socket.client))
            answer = acknowledge(command, await execute(self.socket, self.session, command))
        except (GameError, TooFast) as problem:
            answer = {"refused": command.key, "why": self.reason(problem)}
            self.fresh_view = True
        except StoreUnavailable as problem:  # nobody knows whether it is done: it is not answered
            self.give_up(problem)
            return
        self.answer(answer)
        self.news.set()

    def give_up(self, problem: StoreUnavailable) -> None:
        if not self.outage.done():
            self.outage.set_exception(problem)

    def reason(self, problem: GameError | TooFast) -> str:
        return (problem.problem if isinstance(problem, TooFast) else problem).text(self.viewer.lang)

    def answer(self, message: wire.ServerMessage) -> None:
        """A client that never reads what it asked for is let go."""
        try:
            self.answers.put_nowait(message)
        except asyncio.QueueFull:
            raise WebSocketDisconnect(1008) from None
        self.news.set()

    # Writing

    async def write_all(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            if self.is_busy:  # its answer comes in a moment, and goes out with the entry in one piece
                await come_round(2)
            await self.write_entries()
            while not self.answers.empty():
                answer = self.answers.get_nowait()
                await self.write_entries()  # it may have been added while the last message was on its way
                await self.send(answer)
            if self.stopping.is_begun and not self.is_busy:
                return await say_later(self.socket, self.viewer.lang)
            await self.write_state()

    async def write_entries(self) -> None:
        """Entries go before answers: who hears that a choice is kept has seen it happen. When a game from memory is
        over, everything is told anew, with all that was kept quiet."""
        await self.write_new_entries()
        if self.seen is not None and not self.tells_all and not self.session.table.is_from_memory:
            self.tells_all = True
            await self.welcome(self.session.table.next - 1, None)
            await self.write_new_entries()

    async def write_new_entries(self) -> None:
        comes_back = self.seen is not None and self.seen >= 0
        while self.seen is not None and self.seen + 1 < (table := self.session.table).next:
            entry = table.entries[self.seen + 1]
            self.seen, self.fresh_view = entry.number, True
            if comes_back and entry.kind in MOVES:
                self.moves.append(entry)
            await self.send_text(self.encoded_entry(table, entry).text_for(self.viewer.did(entry)))
            if entry.number % PAUSE_EVERY == 0:
                await asyncio.sleep(0)  # who has missed thousands of them holds up nobody

    def prepare(self, table: Table) -> None:
        """The entries of a table that is on its way to the disk are kept as texts until they are told."""
        if self.seen is not None:
            self.prepared = [self.encoded_entry(table, entry) for entry in table.entries[self.session.table.next :]]

    def encoded_entry(self, table: Table, entry: Entry) -> EncodedEntry:
        stranger = Viewer(None, self.viewer.lang)
        key = "entry", entry.number, stranger.lang
        return shared(table, key, lambda: EncodedEntry(as_text({"entry": entry_message(table, entry, stranger)})))

    async def write_state(self) -> None:
        """How things stand now, for those who have said hello."""
        if self.seen is None:
            return
        await self.write_presence()
        if self.draws and self.fresh_view:
            await self.write_pictures()

    async def write_pictures(self) -> None:
        """The positions on the way, then the one where things stand. Drawing takes a while: all who are to be told
        something are told first."""
        await come_round(2)  # until they are woken, and until what they write has gone out
        while len(self.moves) > 1:
            await self.write_frame(self.moves.popleft())
        if self.session.table.next - 1 > (self.seen or 0):
            self.news.set()  # something has happened meanwhile, which is told first
            return
        self.moves.clear()
        self.fresh_view = False
        await self.write_view()

    async def write_frame(self, entry: Entry) -> None:
        """A position on the way: shown, but nothing can be chosen there."""
        if entry.kind in GAME_EVENTS:
            await self.write_view(entry)

    async def write_view(self, entry: Entry | None = None) -> None:
        """The position after an entry on the way, or where things stand."""
        table = self.session.table
        state = table.state if entry is None else table.after[entry.number].state
        # A millisecond, and here on purpose: another thread that draws would take the interpreter from everybody who
        # lets go of it for a moment, as all compiled rules do; with 200 tables that cost four times the waiting.
        before, self.drawn = self.drawn, picture_in_parts(table, state, self.viewer)
        viewer = self.viewer.as_stranger(table, entry or table.last_move)
        here, thinking = tuple(self.session.seats_here()), tuple(sorted(self.session.thinking))
        key = viewer, entry and entry.number, here, thinking, self.in_parts, before if self.in_parts else None
        drawn = self.drawn
        message = shared(table, key, lambda: Encoded(as_text(self.view_message(viewer, entry, drawn, before))))
        await self.send_text(message.text)

    def view_message(
        self, viewer: Viewer, entry: Entry | None, drawn: Picture, before: Picture | None
    ) -> wire.ViewMessage | wire.RedrawMessage:
        view = view_of(self.session, viewer) if entry is None else view_after(self.session, entry, viewer)
        if self.in_parts:
            return {"redraw": {**view, "parts": drawn.since(before), "final": entry is None}}
        return {"view": {**view, "svg": drawn.svg, "final": entry is None}}

    async def write_presence(self) -> None:
        """Who is there, who thinks, and how far the computers are warmed up; only when that has changed."""
        now: Sequence[wire.ServerMessage] = [
            {"here": self.session.seats_here()},
            {"thinking": sorted(self.session.thinking)},
            {"warming": self.session.warmth},
        ]
        for message in now:
            if message not in self.told:
                await self.send(message)
        self.told = now

    async def send(self, message: wire.ServerMessage) -> None:
        await self.send_text(as_text(message))

    async def send_text(self, text: str) -> None:
        await deliver(self.socket.send_text(text))


async def come_round(times: int) -> None:
    """Lets everybody else go on who is ready, so many times."""
    for _ in range(times):
        await asyncio.sleep(0)


async def send(socket: WebSocket, message: wire.ServerMessage) -> None:
    await deliver(socket.send_text(as_text(message)))


def as_text(message: wire.ServerMessage) -> str:
    return json.dumps(message, ensure_ascii=False)


async def close(socket: WebSocket, code: int) -> None:
    await deliver(socket.close(code))


async def deliver(sending: Awaitable[None]) -> None:
    """Starlette and uvicorn have several words for a channel that is closed already; and who reads nothing is gone."""
    try:
        async with asyncio.timeout(SLOW):
            await sending
    except (TimeoutError, RuntimeError, OSError) as problem:
        raise WebSocketDisconnect(1006) from problem


async def receive(socket: WebSocket) -> str | None:
    """The next message; None if it is no text."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | None = message.get("text")
    return text


def read_message(text: str | None) -> dict[str, JsonValue]:
    if text is None:
        raise refuse("message", reason="bytes")
    if len(text) > MOST_MESSAGE:
        raise refuse("too-large", most=MOST_MESSAGE)
    with suppress(ValueError, RecursionError):
        message = json.loads(text)
        json.dumps(message, ensure_ascii=False).encode()  # halves of characters could not be sent back
        if isinstance(message, dict):
            return message
    raise refuse("message", reason="JSON")


def number_in(message: Mapping[str, JsonValue], name: str) -> int | None:
    value = message.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def text_in(message: Mapping[str, JsonValue], name: str) -> str | None:
    value = message.get(name)
    return value if isinstance(value, str) else None


def command_of(message: Mapping[str, JsonValue], player: str | None) -> Command:
    """A command as it was sent, by channel or by request; every part of the right kind."""
    do, key, text = (text_in(message, name) for name in ("do", "id", "text"))
    seat, at = (number_in(message, name) for name in ("seat", "at"))
    for name, value in (("do", do), ("id", key), ("text", text), ("seat", seat), ("at", at)):
        if value is None and (message.get(name) is not None or name == "do"):
            raise refuse("message", reason=name)
    if player is None:
        raise refuse("not-seated")
    if do == "sit":
        raise refuse("invite")  # only with the invitation, by request
    return Command(do or "", player, key, seat, text or "", at)


def acknowledge(command: Command, done: wire.EntryAdded | wire.RematchOpened) -> wire.ServerMessage:
    if "number" in done:
        return {"ack": command.key, "number": done["number"]}
    return {"ack": command.key, "table": done["table"]}


async def execute(asking: HTTPConnection, session: Session, command: Command) -> wire.EntryAdded | wire.RematchOpened:
    """Does it; what to tell besides that it is done."""
    with measured(asking, command.do):
        return await _execute(asking, session, command)


async def _execute(asking: HTTPConnection, session: Session, command: Command) -> wire.EntryAdded | wire.RematchOpened:
    limits: Limits = asking.app.state.limits
    if command.do == "say":
        limits.words.take(command.by)
    if command.do == "hint" and needs_thought(session.table, command):
        limits.hints.take(command.by)
    if command.do == "rematch":
        limits.tables.take(command.by)
        return {"table": await lobby_of(asking).rematch(session, command)}
    return {"number": await session.execute(command)}
