"""Every command in docs/operating.md is run, in the order in which it stands there, or said not to be.

A block is either run here or has a line below it that begins with "Not run by our tests". There is no third way.
"""

from __future__ import annotations

import inspect
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from documents import Document

from ludotheque.web import metrics

PAGE = Document("docs/operating.md")
MARK = "Not run by our tests"
RUN = "console"  # the only kind of block that can be run
DATABASE = re.compile(r"postgresql://(ludotheque|thinker:password)@localhost/(\w+)")


@dataclass(frozen=True)
class Block:
    kind: str
    lines: list[str]
    is_marked: bool

    @property
    def commands(self) -> list[str]:
        return [line.removeprefix("$ ") for line in self.lines]


def blocks() -> Iterator[Block]:
    """All blocks of the page, with what the paragraph below them says."""
    tokens = PAGE.tokens
    for at, token in enumerate(tokens):
        if token.type in ("fence", "code_block"):
            below = next((t.content for t in tokens[at + 1 : at + 3] if t.type == "inline"), "")
            yield Block(token.info.strip(), token.content.splitlines(), below.lstrip("*").startswith(MARK))


def test_a_block_is_run_or_says_that_it_is_not() -> None:
    found = list(blocks())
    assert len(found) > 10 and {block.is_marked for block in found} == {True, False}
    for block in found:
        if not block.is_marked:
            assert block.kind == RUN and all(line.startswith("$ ") for line in block.lines), block


def test_every_mark_stands_below_a_block() -> None:
    """So none is left where a block was taken out."""
    assert PAGE.path.read_text("utf-8").count(MARK) == sum(block.is_marked for block in blocks())


@dataclass
class Shell:
    """Types one command after the other, in an empty folder. What serves or thinks runs until another one does."""

    folder: Path
    new_database: Callable[[], str]
    ports: dict[str, str]
    databases: dict[str, str] = field(default_factory=dict)
    running: dict[str, subprocess.Popen[str]] = field(default_factory=dict)

    def type(self, command: str) -> None:
        words = self.here(command)
        if words.startswith("ludotheque serve"):
            self.begin("serve", f"{words} --port {self.ports['8000']}", "http")
        elif words.startswith("ludotheque think") and "--make-role" not in words:
            self.begin("think", words, "Thinking for")
        else:
            done = self.run(words)
            assert done.returncode == 0, f"{command}: {done.stdout} {done.stderr}"

    def run(self, words: str) -> subprocess.CompletedProcess[str]:
        command = ["bash", "-c", words]
        return subprocess.run(command, cwd=self.folder, env=self.env, capture_output=True, text=True, check=False)

    def here(self, command: str) -> str:
        """Ports that are free, and databases that exist."""
        for documented, free in self.ports.items():
            command = re.sub(rf"(?<=[: ]){documented}\b", free, command)
        for _, name in DATABASE.findall(command):
            self.databases.setdefault(name, self.new_database())
        return DATABASE.sub(self.database, command)

    def database(self, found: re.Match[str]) -> str:
        who, name = found.groups()
        address = self.databases[name]
        return f"'{address if who == 'ludotheque' else re.sub('//[^@]*@', '//thinker@', address)}'"

    @property
    def env(self) -> dict[str, str]:
        return {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "LUDOTHEQUE_LANG": "en"}

    def begin(self, kind: str, words: str, ready: str) -> None:
        self.end(kind)
        command = ["bash", "-c", f"exec {words}"]
        process = subprocess.Popen(command, cwd=self.folder, env=self.env, stdout=subprocess.PIPE, text=True)
        self.running[kind] = process
        assert process.stdout is not None
        while ready not in (line := process.stdout.readline()):
            assert line, f"{words} did not start"

    def end(self, kind: str) -> None:
        if (process := self.running.pop(kind, None)) is not None:
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
            assert process.stdout is not None
            process.stdout.close()


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


@pytest.fixture
def shell(tmp_path: Path, new_database: Callable[[], str]) -> Iterator[Shell]:
    program = tmp_path / "bin" / "ludotheque"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m ludotheque "$@"\n')
    program.chmod(0o755)
    shell = Shell(tmp_path, new_database, {"8000": free_port(), "9464": free_port()})
    yield shell
    for kind in [*shell.running]:
        shell.end(kind)


@pytest.mark.long
def test_the_commands_run(shell: Shell) -> None:
    commands = [command for block in blocks() if not block.is_marked for command in block.commands]
    assert {word.split()[1] for word in commands if word.startswith("ludotheque ")} >= {"serve", "backup", "restore"}
    for command in commands:
        shell.type(command)


def test_every_metric_is_in_the_document() -> None:
    source = inspect.getsource(metrics)
    made = set(re.findall(r'"ludotheque_(\w+)",\s+"', source))
    named = [name.removesuffix("_total") for span in PAGE.spans for name in re.findall(r"ludotheque_(\w+)", span)]
    assert made == set(named)
