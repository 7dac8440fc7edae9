"""Where the server works: the database is not asked in the event loop, nor in threads where anybody else waits; and
templates and records are not for the event loop either."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from fastapi.routing import APIRoute
from serving import ONE_SCREEN, Client, Server

import ludotheque as lt
from ludotheque.web import api, assets, lessons, pages, pictures, previews

# A server that fails where it asks the database, reads a file, fills in a template, or replays a record or a table in a
# wrong thread. Code and words are loaded once, by whoever needs them first.
WATCHED = """import asyncio, sys, threading
from pathlib import Path
import jinja2
import ludotheque
from sqlalchemy import Engine, Pool, event
from ludotheque.cli import main
from ludotheque.core.record import Record
from ludotheque.play.table import Table

OURS = str(Path(ludotheque.__file__).parent)

def refuse_the_event_loop(what):
    if asyncio._get_running_loop() is not None:
        raise AssertionError(f"{what} in the event loop")

def look(*_):
    refuse_the_event_loop("SQL")
    name = threading.current_thread().name
    # Those that ask for turns to think about, and say that they still do, are nobody else's either.
    if not name.startswith(("store", "committer", "ludotheque-", "thinker", "heartbeat", "MainThread")):
        raise AssertionError(f"SQL in the thread {name}")

def watch(owner, name):
    usual = getattr(owner, name)
    def watched(*args, **more):
        refuse_the_event_loop(f"{owner.__name__}.{name}")
        return usual(*args, **more)
    setattr(owner, name, watched)

def hear(event, args):
    path = str(args[0]) if event == "open" else ""
    if path.startswith(OURS) and not path.endswith((".py", ".pyc", ".toml")):
        refuse_the_event_loop(path)

def with_entries(table, entries, usual=Table.with_entries):
    if table.next == 0 and entries:
        refuse_the_event_loop("a table from its beginning")
    return usual(table, entries)

sys.addaudithook(hear)
Table.with_entries = with_entries
event.listen(Engine, "before_cursor_execute", look)
event.listen(Pool, "checkout", look)
for name in ("render", "generate"):
    watch(jinja2.Template, name)
for name in ("states", "__str__"):
    watch(Record, name)
sys.exit(main())"""


@dataclass
class Walk:
    """Asks for everything there is, as people and programs do."""

    server: Server
    asked: set[tuple[str, str]] = field(default_factory=set)
    known: tuple[str, ...] = ()  # a table, and a record that was uploaded

    def __post_init__(self) -> None:
        headers = {"Accept": "text/html", "Origin": self.server.url}
        self.web = httpx.Client(base_url=self.server.url, timeout=60, headers=headers, verify=False)

    def ask(self, path: str, method: str = "GET", **more: object) -> httpx.Response:
        self.asked.add((method, path))
        answer = self.web.request(method, path, **more)  # type: ignore[arg-type]
        assert answer.status_code in (200, 303), f"{method} {path}: {answer.status_code} {answer.text[:300]}"
        return answer

    def everything(self) -> None:
        table = self.ask("/api/tables", "POST", json={"game": "drivis", "seats": ONE_SCREEN}).json()["id"]
        record = self.at_a_table(table)
        self.known = table, record
        for each in self.known:
            self.look_again(each)
        self.around_the_tables(table)
        self.by_invitation()
        self.be_somebody()

    def at_a_table(self, table: str) -> str:
        """Plays a little; the id of the game as an uploaded record."""
        place = f"/api/tables/{table}"
        (text, *_), *_ = self.ask(place).json()["choices"].values()
        self.ask(f"{place}/sentence", params={"text": text})
        self.ask(f"{place}/do", "POST", json={"do": "choose", "text": text})
        self.ask(f"{place}/do", "POST", json={"do": "hint", "text": "look"})
        self.ask(f"{place}/entries")
        self.ask(f"{place}/invite.svg")
        self.ask(f"{place}/0.svg")
        said = self.ask(f"{place}/record").text
        return str(self.ask("/api/records", "POST", content=said).json()["id"])

    def look_again(self, record: str) -> None:
        for path in ("", "/1", "/1.svg", "/1.png", ".ludo", "/1/preview.png"):
            self.ask(f"/records/{record}{path}")

    def come_back(self) -> None:
        """After a restart: nothing is in memory, and all is read again."""
        for each in self.known:
            self.ask(f"/records/{each}.ludo")

    def around_the_tables(self, table: str) -> None:
        lesson = self.ask("/api/games/drivis/lessons").json()[0]["name"]
        self.ask(f"/api/games/drivis/lessons/{lesson}", "POST", json={"choices": []})
        self.ask(f"/api/games/drivis/lessons/{lesson}/solution")
        for path in (*PLACES, f"/t/{table}", f"/t/{table}/preview.png", f"/games/drivis/learn/{lesson}"):
            self.ask(path)
        puzzle = self.ask("/api/games/drivis/puzzles/next").json()["id"]
        self.ask(f"/games/drivis/puzzles/{puzzle}")
        for game in lt.games():
            self.ask(f"/games/{game}")

    def by_invitation(self) -> None:
        """Anna invites, and a stranger comes who is nobody yet."""
        anna = Client(self.server, "Anna")
        opened = anna.open("drivis")
        self.web.cookies.clear()
        self.ask(opened["invite_url"])
        invite = {"invite": opened["invite_url"].rpartition("/")[2], "name": "Ben"}
        self.ask(f"/api/tables/{opened['id']}/join", "POST", json=invite)
        live = anna.live(opened["id"], draw=True)
        (text, *_), *_ = live.until("view")["view"]["clicks"].values()
        assert "ack" in live.choose(text, "one")
        live.close()

    def be_somebody(self) -> None:
        self.ask("/api/players", "POST", json={"name": "Chloé"})
        self.ask("/api/me", "PATCH", json={"name": "Benoît"})
        for path in ("/api/me", "/api/me/tables", "/api/me/scores/number-drop"):
            self.ask(path)
        link = self.ask("/me").text.partition('id="recovery-link" value="')[2].partition('"')[0]
        token = "/me/" + link.rpartition("/")[2]
        self.ask(token)
        self.ask(token, "POST")


PLACES = (
    *("/", "/docs", "/preview.png", "/favicon.ico", "/manifest.webmanifest", "/static/site.css"),
    *("/static/colours.css", "/static/games/drivis.css", "/games/drivis/cover.svg", "/games/drivis/learn"),
    *("/games/drivis/guide/en.html", "/games/drivis/guide/en/0.svg", "/games/drivis/preview.png"),
    *("/api/games", "/api/games/drivis", "/check-dice", "/games/number-drop/daily", "/analysis?game=drivis"),
    *("/editor?game=drivis", "/games/drivis/puzzles", "/games/drivis/puzzles/today", "/api/games/drivis/puzzles"),
)


def routes() -> Iterator[tuple[str, APIRoute]]:
    """Everything that can be asked for."""
    for module in (api, lessons, pictures, pages, assets, previews):
        for route in module.router.routes:
            if isinstance(route, APIRoute):
                yield from ((method, route) for method in route.methods or () if method != "HEAD")


def expect_all_was_asked_for(walk: Walk) -> None:
    """What is added must be walked to, too. The routes of lessons do not know what they are put below."""
    asked = walk.asked | {(method, path.removeprefix("/api")) for method, path in walk.asked}
    known = [*routes()]
    missed = [
        f"{method} {route.path}"
        for method, route in known
        if not any(how == method and route.path_regex.match(path) for how, path in asked)
    ]
    assert len(known) > 40 and not missed


@pytest.mark.parametrize(
    "kind", [pytest.param("sqlite", marks=pytest.mark.slow), pytest.param("postgresql", marks=pytest.mark.long)]
)
def test_nobody_waits_in_the_event_loop(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    database: str | None = request.getfixturevalue("postgres").address if kind == "postgresql" else None
    server = Server(tmp_path, database, code=WATCHED, log=tmp_path / "log").start()
    try:
        walk = Walk(server)
        walk.everything()
        server.stop()
        server.start()
        walk.come_back()
        walk.web.close()
        expect_all_was_asked_for(walk)
    finally:
        server.stop()
    assert "AssertionError" not in (tmp_path / "log").read_text("utf-8")
