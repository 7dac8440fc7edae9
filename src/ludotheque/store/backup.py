"""A copy of everything in one file: of either kind of database, for either, and taken while servers run.

Lines of JSON, compressed: what this is and how many rows there are, then each table with its columns and its rows, and
at the end a checksum. One transaction reads all of it, so it is as things stood at one moment; nobody waits for it.
The file holds the key that signs cookies.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import IO, Any

from sqlalchemy import URL, Connection, Engine, MetaData, Table, event, func, select

from .. import __version__
from .connect import READ_ONLY, friendly, postgres_engine, read_place, shown, sqlite_engine
from .errors import StoreError
from .migrations import check
from .models import TABLES, schema_version, turns

NAME, FORMAT = "ludotheque backup", 1
AT_ONCE = 1_000  # rows
LEFT_OUT = {schema_version.name, turns.name}  # the header says it; and whatever was being thought about is asked again

Progress = Callable[[int, int], object]  # rows done, and of how many


@dataclass(frozen=True)
class Header:
    """What a file is, in its first line."""

    name: str
    format: int
    schema: int  # the version of the database: a restored one goes on from there
    made: int  # milliseconds since 1970, UTC
    by: str
    rows: dict[str, int]  # how many, by table

    @property
    def total(self) -> int:
        return sum(self.rows.values())


def backup(where: str | Path, file: Path, progress: Progress = lambda done, total: None) -> Header:
    """Writes all that is there into a new file, which is there when it is whole."""
    if file.exists():
        raise StoreError("backup.exists", file=str(file))
    with snapshot(where) as (connection, version), _new_file(file) as out:
        tables = kept_tables(connection)
        rows = {table.name: connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables}
        header = Header(NAME, FORMAT, version, time.time_ns() // 1_000_000, __version__, rows)
        _write(out, header, _lines(connection, tables, header.total, progress))
    return header


@contextmanager
def snapshot(where: str | Path) -> Iterator[tuple[Connection, int]]:
    """A transaction that sees one moment and changes nothing, and the version of what it sees."""
    place = read_place(where)
    if isinstance(place, Path) and not place.exists():
        raise StoreError("backup.nothing", place=shown(place))
    engine = _reading(place)
    try:
        with friendly(place), engine.connect() as connection, connection.begin():
            version = check(connection, shown(place))
            if not version:
                raise StoreError("backup.nothing", place=shown(place))
            yield connection, version
    finally:
        engine.dispose()


def _reading(place: Path | URL) -> Engine:
    if not isinstance(place, Path):
        options: dict[str, Any] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        return postgres_engine(place).execution_options(**options)
    engine = sqlite_engine(place, 1, READ_ONLY)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def kept_tables(connection: Connection) -> list[Table]:
    """Our tables as they are in this database, which may be older than we are. What others refer to goes first."""
    names, found = set(TABLES.tables) - LEFT_OUT, MetaData()
    found.reflect(connection, only=lambda name, _: name in names)
    return found.sorted_tables


def _lines(connection: Connection, tables: Sequence[Table], total: int, progress: Progress) -> Iterator[object]:
    done = 0
    for table in tables:
        yield {"table": table.name, "columns": [column.name for column in table.columns]}
        found = connection.execution_options(yield_per=AT_ONCE).execute(select(table))
        for rows in found.partitions():
            yield from (list(row) for row in rows)
            done += len(rows)
            progress(done, total)


@contextmanager
def _new_file(path: Path) -> Iterator[IO[bytes]]:
    """Nobody else may read it, and it gets its name when all of it is on disk."""
    part = path.with_name(f"{path.name}.part")
    with suppress(FileNotFoundError):
        part.unlink()  # of somebody who was interrupted
    try:
        with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)


def _write(out: IO[bytes], header: Header, lines: Iterator[object]) -> None:
    checksum = hashlib.sha256()
    with gzip.GzipFile(fileobj=out, mode="wb", filename="") as packed:
        for line in chain([asdict(header)], lines):
            text = _encode(line)
            checksum.update(text)
            packed.write(text)
        packed.write(_encode({"sha256": checksum.hexdigest()}))


def _encode(line: object) -> bytes:
    return json.dumps(line, separators=(",", ":"), allow_nan=False).encode() + b"\n"
