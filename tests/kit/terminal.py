"""Playing at the terminal as a person would: lines typed in, what is said, and the games that are kept."""

from __future__ import annotations

import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.cli import main

# A game for two without chance: what is typed then decides what happens.
PLAIN = next(name for name in lt.games() if lt.load(name).seats == (2,) and lt.load(name).num_outcomes == 0)


@pytest.fixture(autouse=True)
def newcomer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who has no games yet, speaks English and stands in an empty folder."""
    for name in ("NO_COLOR", "FORCE_COLOR", "LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LUDOTHEQUE_LANG", "en")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.chdir(tmp_path)


def play(*words: str, typed: list[str], code: int = 0) -> str:
    """``ludotheque …`` with these lines typed; what it said. In this process, which is ten times as fast."""
    text = "".join(f"{line}\n" for line in typed).encode()
    streams = [TextIOWrapper(BytesIO(data), "utf-8") for data in (text, b"", b"")]
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        ended = main(words)
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    said, complaint = (_content(stream) for stream in streams[1:])
    assert ended == code, said + complaint
    return said


def _content(stream: TextIOWrapper[BytesIO]) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode("utf-8")


def kept() -> list[Path]:
    return sorted(Path("data/games").glob("*.ludo"))


def read(path: Path | str) -> lt.Record:
    return lt.Record.parse(Path(path).read_text("utf-8"))
