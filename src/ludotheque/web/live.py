"""The live channel: one WebSocket a table, with numbered messages.

A connection is a place in the table's list of entries. It sends what comes after that place, one message an entry; so
a client that says the last number it saw misses nothing and gets nothing twice.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from ..core.errors import GameError
from ..core.i18n import LANGUAGES
from ..core.state import State
from ..play.commands import Command, refuse
from ..play.lobby import Lobby
from ..play.ports import Entry
from ..play.session import Session, Subscriber
from ..play.table import GAME_EVENTS
from .identity import player_of
from .language import language_of
from .limits import MOST_MESSAGE, Limits, TooFast, address_of
from .security import comes_from_here
from .view import MOVES, Viewer, entry_message, picture, view_of

router = APIRouter()
MOST_FRAMES = 6  # events that are shown one by one to somebody who comes back; more are skipped
MOST_REPEATED = 400  # entries; who missed more begins afresh
SLOW = 60.0  # seconds that a client may take to read one message
GONE, ELSEWHERE, LATER = 4404, 4403, 1013


@router.websocket("/t/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    await socket.accept()
    limits: Limits = socket.app.state.limits
    with limits.connection(address_of(socket)) as is_welcome:
        if not comes_from_here(socket):
            await socket.close(ELSEWHERE)
        elif not is_welcome:
            await socket.close(LATER)
        else:
            await sit_down(socket, table)


async def sit_down(socket: WebSocket, table: str) -> None:
    lang = language_of(socket)
    try:
        session = await lobby_of(socket).session(table)
    except GameError as problem:
        await socket.send_text(json.dumps({"gone": problem.text(lang)}))
        await socket.close(GONE)
        return
    player = await asyncio.to_thread(player_of, socket)
    await Connection(socket, session, Viewer(player.id if player else None, lang)).run()


def lobby_of(asking: Any) -> Lobby:
    found: Lobby = asking.app.state.lobby
    return found


class Connection:
    """One person or program at a table."""

    def __init__(self, socket: WebSocket, session: Session, viewer: Viewer) -> None:
        self.socket, self.session, self.viewer = socket, session, viewer
        self.limits: Limits = socket.app.state.limits
        self.address = address_of(socket)
        self.news = asyncio.Event()
        self.answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue(64)
        self.seen: int | None = None  # nothing is sent before the client has said hello
        self.draws = False
        self.fresh_view = False
        self.moves: list[Entry] = []  # told, but not drawn yet
        self.told: dict[str, Any] = {}

    async def run(self) -> None:
        """Reads and writes at the same time; ends when either does."""
        subscriber = Subscriber(self.news.set, self.viewer.player)
        self.session.subscribe(subscriber)
        tasks = [asyncio.create_task(self.read_all()), asyncio.create_task(self.write_all())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.session.unsubscribe(subscriber)
            for task in tasks:
                task.cancel()
            for done in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(done, Exception) and not isinstance(done, EXPECTED):
                    raise done

    # Reading

    async def read_all(self) -> None:
        while True:
            text = await self.socket.receive_text()
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

    async def hear(self, message: dict[str, Any]) -> None:
        if "ping" in message:
            self.answer({"pong": message["ping"]})
        elif "hello" in message:
            await self.greet(message["hello"])
        else:
            await self.do(message)

    async def greet(self, hello: Any) -> None:
        """Where the client stands, and how it wants to see the table."""
        if not isinstance(hello, dict):
            raise refuse("message", reason="hello")
        lang, seat, seen = hello.get("lang"), hello.get("seat"), hello.get("seen", -1)
        self.viewer = Viewer(
            self.viewer.player,
            lang if lang in LANGUAGES else self.viewer.lang,
            seat if is_number(seat) else None,
            hello.get("wide") is True,
        )
        self.draws = hello.get("draw") is True
        last = self.session.table.next - 1
        known = is_number(seen) and -1 <= seen <= last
        fresh = not known or last - seen > MOST_REPEATED
        mine = {"seats": self.session.table.seats_of(self.viewer.player)}
        await self.send({"welcome": {"last": last, "you": mine, "fresh": fresh}})
        self.seen = last if fresh else seen
        self.fresh_view = True
        self.news.set()

    async def do(self, message: dict[str, Any]) -> None:
        """A command. Executed or refused, the client is told, by the name it gave."""
        command = command_of(message, self.viewer.player)
        try:
            self.limits.commands.take(command.by or str(self.socket.client))
            answer = {"ack": command.key, **await execute(self.socket, self.session, command)}
        except (GameError, TooFast) as problem:
            answer = {"refused": command.key, "why": self.reason(problem)}
            self.fresh_view = True
        self.answer(answer)
        self.news.set()

    def reason(self, problem: GameError | TooFast) -> str:
        return (problem.problem if isinstance(problem, TooFast) else problem).text(self.viewer.lang)

    def answer(self, message: dict[str, Any]) -> None:
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
            await self.write_entries()
            while not self.answers.empty():
                answer = self.answers.get_nowait()
                await self.write_entries()  # it may have been added while the last message was on its way
                await self.send(answer)
            await self.write_state()

    async def write_entries(self) -> None:
        """Entries go before answers: who hears that a choice is kept has seen it happen."""
        if self.seen is None:
            return
        table, comes_back = self.session.table, self.seen >= 0
        for entry in table.entries[self.seen + 1 :]:
            await self.send({"entry": entry_message(table, entry, self.viewer)})
            self.seen, self.fresh_view = entry.number, True
            if comes_back and entry.kind in MOVES:
                self.moves.append(entry)

    async def write_state(self) -> None:
        """How things stand now, for those who have said hello."""
        if self.seen is None:
            return
        await self.write_presence()
        if self.draws and self.fresh_view:
            await self.write_pictures()

    async def write_pictures(self) -> None:
        """The positions on the way, then the one where things stand."""
        frames = self.moves[:-1]
        for entry in frames[-MOST_FRAMES:]:
            await self.write_frame(entry)
        del self.moves[: len(frames)]
        if self.session.table.next - 1 > (self.seen or 0):
            self.news.set()  # something has happened meanwhile, which is told first
            return
        self.moves.clear()
        self.fresh_view = False
        await self.write_view(self.session.table.state, final=True)

    async def write_frame(self, entry: Entry) -> None:
        """A position on the way: shown, but nothing can be chosen there."""
        if entry.kind in GAME_EVENTS:
            await self.write_view(self.session.table.after[entry.number].state, final=False, entry=entry)

    async def write_view(self, state: State, final: bool, entry: Entry | None = None) -> None:
        table = self.session.table
        view = view_of(self.session, self.viewer)
        if entry is not None:
            shown = entry_message(table, entry, self.viewer)
            still = {"mine": [], "clicks": {}, "actors": [], "last": shown, "rolled": entry.kind == "chance"}
            view |= {"number": entry.number, "position": table.after[entry.number].state.ply, **still}
        # A millisecond, and here on purpose: another thread that draws would take the interpreter from everybody who
        # lets go of it for a moment, as all compiled rules do; with 200 tables that cost four times the waiting.
        view["svg"] = picture(table, state, self.viewer)
        view["final"] = final
        await self.send({"view": view})

    async def write_presence(self) -> None:
        """Who is there, who thinks, and how far the computers are warmed up; only when that has changed."""
        now = {
            "here": self.session.seats_here(),
            "thinking": sorted(self.session.thinking),
            "warming": self.session.warmth,
        }
        for kind, what in now.items():
            if self.told.get(kind) != what:
                await self.send({kind: what})
        self.told = now

    async def send(self, message: dict[str, Any]) -> None:
        async with asyncio.timeout(SLOW):
            await self.socket.send_text(json.dumps(message, ensure_ascii=False))


EXPECTED = (WebSocketDisconnect, TimeoutError, RuntimeError, OSError)


def read_message(text: str) -> dict[str, Any]:
    if len(text) > MOST_MESSAGE:
        raise refuse("too-large", most=MOST_MESSAGE)
    with suppress(ValueError, RecursionError):
        message = json.loads(text)
        json.dumps(message, ensure_ascii=False).encode()  # halves of characters could not be sent back
        if isinstance(message, dict):
            return message
    raise refuse("message", reason="JSON")


def is_number(value: object) -> bool:
    return type(value) is int


def command_of(message: dict[str, Any], player: str | None) -> Command:
    """A command as it was sent, by channel or by request; every part of the right kind."""
    do, key, text = (message.get(name) for name in ("do", "id", "text"))
    seat, at = message.get("seat"), message.get("at")
    if not isinstance(do, str):
        raise refuse("message", reason="do")
    for name, value, kinds in (("id", key, str), ("text", text, str), ("seat", seat, int), ("at", at, int)):
        if value is not None and type(value) is not kinds:
            raise refuse("message", reason=name)
    if player is None:
        raise refuse("not-seated")
    if do == "sit":
        raise refuse("invite")  # only with the invitation, by request
    return Command(do, player, key, seat, text or "", at)


async def execute(asking: Any, session: Session, command: Command) -> dict[str, Any]:
    """Does it; what to tell besides that it is done."""
    limits: Limits = asking.app.state.limits
    if command.do == "say":
        limits.words.take(command.by)
    if command.do == "rematch":
        limits.tables.take(command.by)
        return {"table": await lobby_of(asking).rematch(session, command)}
    return {"number": await session.execute(command)}
