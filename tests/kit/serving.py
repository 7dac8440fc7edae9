"""A real server in a process of its own, and clients for it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any

import httpx
from traffic import Contract
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]
TOO_FAST = 429
TWO = [{"who": "me"}, {"who": "friend"}]
ONE_SCREEN = [{"who": "me"}, {"who": "here"}]
# A server that thinks about each hint for as long as it is told, and lets people ask as often as they like
THINKING = """from functools import partial
from ludotheque.play import advisor
from ludotheque.web import app, limits
advisor.SECONDS = advisor.CHECK_SECONDS = {seconds}
app.Limits = partial(limits.Limits, hints=limits.Bucket(5, 50))"""
RUN = "import sys; from ludotheque.cli import main; sys.exit(main())"
ELSEWHERE = {"Origin": "https://elsewhere.example"}  # a page of another site


@dataclass
class Server:
    """``ludotheque serve`` on a folder; it can be killed and started again on the same port."""

    data: Path
    database: str | None = None
    port: int = 0
    process: subprocess.Popen[str] | None = None
    options: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)  # in the terminal, up to the address where it listens
    thinks: float | None = None  # seconds about a hint, where they are not the usual ones
    log: Path | None = None  # where it writes its log; usually with that of the tests
    code: str = ""  # what runs instead of `python -m ludotheque`
    changed: str = ""  # Python that changes settings of the server before it starts

    def start(self) -> Server:
        with nullcontext(None) if self.log is None else self.log.open("ab") as log:
            self._start(log)
        return self

    def program(self) -> list[str]:
        changed = self.changed if self.thinks is None else THINKING.format(seconds=self.thinks)
        code = self.code or (changed and "\n".join((changed, RUN)))
        return ["-c", code] if code else ["-m", "ludotheque"]

    def _start(self, log: IO[bytes] | None) -> None:
        command = [sys.executable, *self.program(), "serve", "--lang", "en", "--port", str(self.port)]
        command += ["--data", str(self.data), *(["--database", self.database] if self.database else []), *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        while not (found := re.search(r"http://\S+:(\d+)/", line := self.process.stdout.readline())):
            assert line, f"the server said {self.said}"
            self.said.append(line)
        self.said.append(line)
        self.port = int(found[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As a power cut would."""
        self.stop(signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(20)
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None


@contextmanager
def serving(
    data: Path, database: str | None = None, *options: str, thinks: float | None = None, log: Path | None = None
) -> Iterator[Server]:
    server = Server(data, database, options=list(options), thinks=thinks, log=log).start()
    try:
        yield server
    finally:
        server.stop()


@dataclass
class Client:
    """A program that plays: a token, requests, and live channels. A contract looks at all that goes over the wire."""

    server: Server
    name: str
    token: str = ""
    contract: Contract | None = None

    def __post_init__(self) -> None:
        self.token = self.token or self.post("/api/players", {"name": self.name})["token"]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.request("GET", path, status)
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def post(self, path: str, body: Json | str, status: int = 200) -> Any:
        content = body if isinstance(body, str) else json.dumps(body)
        kind = "text/plain" if isinstance(body, str) else "application/json"
        return self.request("POST", path, status, {"Content-Type": kind}, content.encode()).json()

    def request(
        self, method: str, path: str, status: int, more: dict[str, str] | None = None, content: bytes = b""
    ) -> httpx.Response:
        """Without certificates, which nobody needs here and which take longer to read than any answer."""
        headers = {**self.headers, **(more or {})}
        url = self.server.url + path
        ask = partial(httpx.request, method, url, headers=headers, content=content, timeout=60, verify=False)
        answer = ask()
        while answer.status_code == TOO_FAST != status:  # many tests share this address
            time.sleep(float(answer.headers["Retry-After"]))
            answer = ask()
        assert answer.status_code == status, answer.text
        if self.contract is not None and answer.request.url.path.startswith("/api/"):
            self.contract.answer(answer)
        return answer

    def open(self, game: str, seats: list[Json] | None = None, **options: Any) -> Json:
        table: Json = self.post("/api/tables", {"game": game, "seats": seats or TWO, "options": options})
        return table

    def join(self, table: Json) -> None:
        self.post(f"/api/tables/{table['id']}/join", {"invite": table["invite_url"].rpartition("/")[2]})

    def do(self, table: str, do: str, text: str = "", status: int = 200, **more: Any) -> Json:
        done: Json = self.post(f"/api/tables/{table}/do", {"do": do, "text": text, **more}, status)
        return done

    def live(self, table: str, seen: int = -1, draw: bool = False, **more: Any) -> Live:
        url = self.server.url.replace("http", "ws") + f"/t/{table}/live"
        socket = connect(url, additional_headers=self.headers, max_size=None).__enter__()
        return Live(socket, {"seen": seen, "draw": draw, "lang": "en", **more}, self.contract)


class Live:
    """One connection to a table."""

    def __init__(self, socket: ClientConnection, hello: Json, contract: Contract | None = None) -> None:
        self.socket, self.seen, self.contract = socket, hello["seen"], contract
        self.entries: list[Json] = []
        self.views: list[Json] = []
        self.send(hello=hello)
        self.welcome = self.until("welcome")["welcome"]

    def send(self, **message: Any) -> None:
        if self.contract is not None:
            self.contract.message(message, "ClientMessage")
        self.socket.send(json.dumps(message))

    def receive(self, seconds: float = 20) -> Json:
        message: Json = json.loads(self.socket.recv(seconds))
        if self.contract is not None:
            self.contract.message(message)
        if "entry" in message:
            self.entries.append(message["entry"])
            self.seen = message["entry"]["number"]
        if "view" in message:
            self.views.append(message["view"])
        return message

    def until(self, *kinds: str, seconds: float = 20) -> Json:
        """The next message of one of these kinds."""
        while not (message := self.receive(seconds)).keys() & set(kinds):
            pass
        return message

    def until_number(self, number: int) -> None:
        while self.seen < number:
            self.receive()

    def choose(self, text: str, id: str, **more: Any) -> Json:
        self.send(do="choose", text=text, id=id, **more)
        return self.until("ack", "refused")

    def close(self) -> None:
        self.socket.close()
