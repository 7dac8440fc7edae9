"""Reading and writing files, with a sentence for everything that can go wrong."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import platformdirs

from ..core.errors import GameError, RecordError
from ..core.record import MOST_CHARACTERS, Record
from ..core.study import Study
from ..search.precompile import prepare
from .interrupts import interruptible
from .texts import CATALOG

# A record is nearly all ASCII; whatever is longer than this is no record, and we will not read it to its end.
MOST_BYTES = 4 * MOST_CHARACTERS


def games_folder() -> Path:
    """Where games are kept: $LUDOTHEQUE_DATA, or the user's data folder."""
    data = os.environ.get("LUDOTHEQUE_DATA") or platformdirs.user_data_dir("ludotheque", appauthor=False)
    return Path(data).absolute() / "games"


def find(name: str) -> Path:
    """The file that is meant: as named, or by its bare name among the games kept for the user."""
    path = at_home(name)
    kept = games_folder() / name
    return kept if len(path.parts) == 1 and not path.exists() and kept.exists() else path


def at_home(name: str) -> Path:
    """A file name with ``~`` for the home folder."""
    try:
        return Path(name).expanduser()
    except RuntimeError:  # the home of somebody unknown
        return Path(name)


def read_record(name: str) -> Record:
    """The record in a file (``-`` is standard input); a GameError says what is wrong, and where."""
    text = _decode(name, _read_bytes(name))
    try:
        return interruptible(_parse, text)
    except RecordError as problem:
        raise WrongRecord(name, problem) from problem


def _parse(text: str) -> Record:
    """Checking a record compiles the rules; what else it takes to show the game comes along. Of a study, its main line
    is shown."""
    record = Study.parse(text).record
    prepare(record.game)
    return record


class WrongRecord(GameError):
    """A file that is not a good record; the line and the reason belong to the file's name."""

    def __init__(self, name: str, problem: RecordError) -> None:
        super().__init__(CATALOG("file.wrong", file=shown(name), line=problem.line, reason=problem.reason))
        self.problem = problem


def shown(name: str) -> str:
    return "stdin" if name == "-" else name


def _read_bytes(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(MOST_BYTES)
        with find(name).open("rb") as file:
            return file.read(MOST_BYTES)
    except OSError as problem:
        raise unreadable(problem, name) from problem


def _decode(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise GameError(CATALOG("file.not-utf8", file=shown(name), line=line)) from problem


def unreadable(problem: OSError, name: str | Path) -> GameError:
    """Why a file cannot be read, in a sentence."""
    missing = isinstance(problem, FileNotFoundError | NotADirectoryError)
    return _refused("missing" if missing else "", problem, name)


def unwritable(problem: OSError | ValueError, name: str | Path) -> GameError:
    """Why a file cannot be written, in a sentence."""
    no_folder = isinstance(problem, FileNotFoundError | NotADirectoryError | FileExistsError)
    return _refused("no-folder" if no_folder else "", problem, name)


def _refused(key: str, problem: OSError | ValueError, name: str | Path) -> GameError:
    if isinstance(problem, IsADirectoryError):
        key = "folder"
    elif isinstance(problem, PermissionError):
        key = "forbidden"
    reason = getattr(problem, "strerror", None) or str(problem)
    return GameError(CATALOG(f"file.{key or 'refused'}", file=str(name)[:300], reason=reason))


def write_whole(path: Path, text: str) -> None:
    """Writes a file completely or not at all, also when the power fails; the old content stays until then."""
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
