"""Makes ``v0.1.0.db`` and ``v0.1.0.json`` with the code of version 0.1.0 itself: a server of that version is played at.

    git worktree add /tmp/v0.1.0 ed1530b
    python tests/store/old/make.py /tmp/v0.1.0

The JSON file says what that server answered about its tables; today's code must find the same in the database. Both
files are kept as they are: nobody can make a better witness of what that version wrote.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

Json = dict[str, Any]
HERE = Path(__file__).parent
CHOICES = 8
TWO_PEOPLE = [{"who": "me"}, {"who": "friend"}]
ONE_SCREEN = [{"who": "me"}, {"who": "here"}]
COMPUTER: list[Json] = [{"who": "me"}, {"who": "computer", "level": 1}]


class Program:
    """Plays by the API of version 0.1.0."""

    def __init__(self, url: str, name: str) -> None:
        self.web = httpx.Client(base_url=url, timeout=120)
        told = self.ask("POST", "/api/players", json={"name": name})
        self.id, self.token = told["player"], told["token"]
        self.web.headers["Authorization"] = f"Bearer {self.token}"

    def ask(self, method: str, path: str, **more: Any) -> Any:
        answer = self.web.request(method, path, **more)
        while answer.status_code == 503:  # that version lets nobody play before a game is compiled
            time.sleep(2)
            answer = self.web.request(method, path, **more)
        answer.raise_for_status()
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def do(self, table: str, do: str, text: str = "", **more: Any) -> Any:
        return self.ask("POST", f"/api/tables/{table}/do", json={"do": do, "text": text, **more})

    def open(self, game: str, seats: list[Json], **options: Any) -> Json:
        opened: Json = self.ask("POST", "/api/tables", json={"game": game, "seats": seats, "options": options})
        return opened

    def join(self, table: Json) -> None:
        invite = table["invite_url"].rpartition("/")[2]
        self.ask("POST", f"/api/tables/{table['id']}/join", json={"invite": invite})


def play(people: list[Program], table: str, choices: int, rng: random.Random) -> None:
    """Chooses by chance for whoever of these may; a computer's turn is waited for."""
    for number in range(choices):
        for person in people:
            seen = person.ask("GET", f"/api/tables/{table}")
            if seen["over"]:
                return
            if seen["choices"]:
                seat, texts = next(iter(seen["choices"].items()))
                person.do(table, "choose", rng.choice(texts), seat=int(seat), id=f"c{number}")
            else:
                length = len(person.ask("GET", f"/api/tables/{table}/entries"))
                person.ask("GET", f"/api/tables/{table}/entries", params={"since": length, "wait": 5})


def story(url: str) -> Json:
    """A few tables of each game: alone with a computer, at one screen, between two; running, over, waiting."""
    rng, anna, ben = random.Random(1), Program(url, "Anna Ø"), Program(url, "Ben")
    tables = []
    for game in sorted(game["name"] for game in anna.ask("GET", "/api/games")):
        shared, screen = anna.open(game, TWO_PEOPLE), anna.open(game, ONE_SCREEN, max_choices=CHOICES)
        computer, waiting = ben.open(game, COMPUTER), ben.open(game, TWO_PEOPLE)
        ben.join(shared)
        play([anna, ben], shared["id"], CHOICES, rng)
        play([anna], screen["id"], 4 * CHOICES, rng)
        play([ben], computer["id"], CHOICES // 2, rng)
        anna.do(shared["id"], "say", "Bien joué, “Ben” !")
        if "ask-draw" in anna.ask("GET", f"/api/tables/{shared['id']}")["can"]:
            anna.do(shared["id"], "ask-draw")
        tables += [shared, screen, computer, waiting]
    asked = next(t["id"] for t in tables if "ask" in [e["kind"] for e in seen(ben, t["id"])["entries"]])
    ben.do(asked, "yes")
    text = anna.ask("GET", f"/api/tables/{tables[1]['id']}/record")
    record = anna.ask("POST", "/api/records", content=text.encode(), headers={"Content-Type": "text/plain"})
    told = {table["id"]: seen(anna, table["id"]) for table in tables}
    people = [{"id": one.id, "token": one.token, "name": name} for one, name in ((anna, "Anna Ø"), (ben, "Ben"))]
    return {"tables": told, "people": people, "records": {record["id"]: text}}


def seen(program: Program, table: str) -> Json:
    entries = program.ask("GET", f"/api/tables/{table}/entries")
    kept = [{name: entry[name] for name in ("number", "kind", "seat", "text")} for entry in entries]
    view = program.ask("GET", f"/api/tables/{table}")
    return {
        "game": view["game"],
        "phase": view["phase"],
        "position": view["position"],
        "record": program.ask("GET", f"/api/tables/{table}/record"),
        "entries": kept,
    }


def main(source: Path) -> None:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--lang", "en", "--data", data]
        own = {**os.environ, "PYTHONPATH": str(source / "src"), "LUDOTHEQUE_CACHE": str(source / ".cache")}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=own, cwd=source)
        assert server.stdout is not None
        found = re.search(r"http://\S+:\d+", server.stdout.readline())
        assert found
        try:
            told = story(found[0])
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)
        with sqlite3.connect(Path(data) / "ludotheque.db") as database:
            (HERE / "v0.1.0.db").unlink(missing_ok=True)
            database.execute("VACUUM INTO ?", (str(HERE / "v0.1.0.db"),))
    (HERE / "v0.1.0.json").write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
