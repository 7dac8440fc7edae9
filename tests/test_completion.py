"""Completion as a person meets it: a real shell, some letters, the Tab key, and what then stands on the line."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.terminal.arguments import FILL, SHELLS
from ludotheque.terminal.completion import script

GAME = lt.games()[-1]
START_OF_GAME = next(GAME[:n] for n in range(1, 99) if sum(name.startswith(GAME[:n]) for name in lt.games()) == 1)
PATIENCE = 30.0
# How to start each shell without the user's own settings, and make it ready.
START = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"]}
READY = {
    "bash": "PS1=; bind 'set enable-bracketed-paste off'; source ./script",
    "zsh": "unsetopt zle_bracketed_paste; PS1=; autoload -U compinit; compinit -u -D; source ./script",
}
# Letters, and the line that they become.
TYPED = [
    ("gui", "guide"),
    ("play --aga", "play --against"),
    (f"play {START_OF_GAME}", f"play {GAME}"),
    (f"match 1 2 --game {START_OF_GAME}", f"match 1 2 --game {GAME}"),
    ("play --against ran", "play --against random"),
    ("--lang fr gam", "--lang fr games"),
    ("replay evening.l", "replay evening.ludo"),
    ("play evening.l", "play evening.ludo"),
]


def needs(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "evening.ludo").touch()
    return tmp_path


class Keyboard:
    """A shell in a terminal, in which ``ludotheque`` only says how it was called."""

    def __init__(self, shell: str, folder: Path) -> None:
        (folder / "script").write_text(script(shell, "en"), "utf-8")
        self.mine, its = pty.openpty()
        settings = {**os.environ, "TERM": "dumb", "HOME": str(folder), "ZDOTDIR": str(folder)}
        self.process = subprocess.Popen(
            START[shell], stdin=its, stdout=its, stderr=its, cwd=folder, env=settings, start_new_session=True
        )
        os.close(its)
        self.type("ludotheque() { printf '<%s>' \"$*\"; printf '%s\\n' 'do''ne'; }\n")
        self.type(f"{READY[shell]}; ludotheque ready\n")
        self.read("<ready>done")

    def type(self, text: str) -> None:
        os.write(self.mine, text.encode())

    def read(self, until: str) -> str:
        """What is shown, up to this."""
        shown, end = b"", time.monotonic() + PATIENCE
        while until.encode() not in shown:
            if not select.select([self.mine], [], [], max(0.0, end - time.monotonic()))[0]:
                raise AssertionError(f"{until!r} never came: {shown.decode(errors='replace')}")
            shown += os.read(self.mine, 4096)
        return shown.decode(errors="replace")

    def complete(self, text: str) -> str:
        """The arguments after Tab and Enter."""
        self.type(f"ludotheque {text}\t\n")
        return self.read("done").rpartition("<")[2].rpartition(">")[0].strip()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.mine)


@pytest.fixture(params=list(START))
def keyboard(request: pytest.FixtureRequest, folder: Path) -> Iterator[Keyboard]:
    needs(request.param)
    keyboard = Keyboard(request.param, folder)
    yield keyboard
    keyboard.close()


def test_tab_completes(keyboard: Keyboard) -> None:
    assert {typed: keyboard.complete(typed) for typed, _ in TYPED} == dict(TYPED)


def test_tab_completes_in_fish(folder: Path) -> None:
    needs("fish")
    (folder / "script").write_text(script("fish", "en"), "utf-8")
    for typed, line in TYPED:
        ask = f"source ./script; complete -C 'ludotheque {typed}'"
        settings = {**os.environ, "HOME": str(folder)}
        done = subprocess.run(["fish", "-c", ask], check=True, cwd=folder, capture_output=True, text=True, env=settings)
        assert [offer.split("\t")[0] for offer in done.stdout.splitlines()] == [line.split()[-1]], typed


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_names_every_command_and_is_well_formed(shell: str, lang: str, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque", "completion", shell, "--lang", lang], check=True, capture_output=True
    )
    text = done.stdout.decode()
    assert text == script(shell, lang)
    assert "%(" not in text  # a default that was not filled in
    assert all(command in text for command in FILL)
    assert all(game in text for game in lt.games())
    needs(shell)
    (folder / "script").write_text(text, "utf-8")
    subprocess.run([shell, "-n", "script"], check=True, cwd=folder)
