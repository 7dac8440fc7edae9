"""From a file that ``backup.py`` made back to an empty database of either kind: all of it, or nothing."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, Table, event

from .backup import AT_ONCE, FORMAT, NAME, Header, Progress, kept_tables
from .connect import begin_immediate, friendly, make_file, postgres_engine, read_place, shown, sqlite_engine
from .errors import StoreError
from .migrations import STEPS, check, take_lock, take_steps

BROKEN = (EOFError, zlib.error, gzip.BadGzipFile, ValueError, TypeError, KeyError)  # what a damaged file leads to


def restore(where: str | Path, file: Path, progress: Progress = lambda done, total: None) -> Header:
    """Fills an empty place. The whole file is looked through before; what is older than we are is upgraded."""
    header, place = verify(file), read_place(where)
    with _writing(place) as engine, friendly(place), engine.begin() as connection:
        take_lock(connection)
        if check(connection, shown(place)):
            raise StoreError("restore.occupied", place=shown(place))
        take_steps(connection, 0, STEPS[: header.schema])
        with _unbroken(file):
            _load(connection, file, lambda done: progress(done, header.total))
        take_steps(connection, header.schema, STEPS)
    return header


def verify(file: Path) -> Header:
    """What a file is, if it is whole."""
    with _unbroken(file), gzip.open(file) as packed:
        checksum, before = hashlib.sha256(), packed.readline()
        header = _header(file, before)
        for line in packed:
            checksum.update(before)
            before = line
        if json.loads(before) != {"sha256": checksum.hexdigest()}:
            raise ValueError("the checksum is another")
    return header


def _header(file: Path, line: bytes) -> Header:
    told = json.loads(line)
    if told["name"] != NAME:
        raise ValueError("this is something else")
    known = {"format": FORMAT, "schema": len(STEPS)}
    for name, most in known.items():
        if told[name] > most:
            raise StoreError("newer", found=told[name], known=most)
    return Header(**told)


@contextmanager
def _unbroken(file: Path) -> Iterator[None]:
    try:
        yield
    except StoreError:
        raise  # it is a ValueError, too
    except BROKEN as problem:
        raise StoreError("restore.damaged", file=str(file)) from problem


@contextmanager
def _writing(place: Path | URL) -> Iterator[Engine]:
    if isinstance(place, Path):
        make_file(place)
        engine = sqlite_engine(place, 1)
        event.listen(engine, "begin", begin_immediate)
    else:
        engine = postgres_engine(place)
    try:
        yield engine
    finally:
        engine.dispose()


def _load(connection: Connection, file: Path, progress: Any) -> None:
    tables = {table.name: table for table in kept_tables(connection)}
    done = 0
    for name, columns, rows in _parts(file):
        _insert(connection, tables[name], [dict(zip(columns, row, strict=True)) for row in rows])
        done += len(rows)
        progress(done)


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(table.insert(), rows)


def _parts(file: Path) -> Iterator[tuple[str, list[str], list[Any]]]:
    """The rows, some at a time, with the table and the columns that they belong to."""
    name, columns, rows = "", [""], []
    with gzip.open(file) as packed:
        packed.readline()
        for line in map(json.loads, packed):
            if isinstance(line, list):
                rows.append(line)
            if rows and (isinstance(line, dict) or len(rows) == AT_ONCE):
                yield name, columns, rows
                rows = []
            if "table" in line and isinstance(line, dict):
                name, columns = line["table"], line["columns"]
