"""Between what play knows (cards, entries, summaries) and the rows of the database."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, overload

from ..play.ports import Entry, Listed, Sitter, Summary, TableInfo

ENCODER = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
Found = Any  # a row that was read: the type that SQLAlchemy gives it differs between 2.0 and 2.1


@overload
def sound(text: str) -> str: ...
@overload
def sound(text: None) -> None: ...
def sound(text: str | None) -> str | None:
    """The text itself, or a ValueError for what PostgreSQL cannot keep: NUL, and halves of characters."""
    if text is not None:
        if "\0" in text:
            raise ValueError("a text with a NUL character cannot be stored")
        text.encode()  # UnicodeEncodeError is a ValueError
    return text


def entry_row(table: str, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": sound(table),
        "number": entry.number,
        "at": entry.at,
        "kind": sound(entry.kind),
        "seat": entry.seat,
        "text": sound(entry.text),
        "player": sound(entry.by or ""),
        "key": sound(entry.key),
        "more": _json(dict(entry.more)) if entry.more else "{}",
    }


def read_entry(row: Found) -> Entry:
    _, number, at, kind, seat, text, player, key, more = row
    return Entry(number, at, kind, seat, text, player or None, key, {} if more == "{}" else json.loads(more))


def info_row(info: TableInfo) -> dict[str, Any]:
    return {
        "id": sound(info.id),
        "game": sound(info.game),
        "edition": info.edition,
        "seats": info.seats,
        "options": _json(dict(info.options)),
        "invite": sound(info.invite),
        "opened": info.opened,
        "opener": sound(info.opener),
        "origin": sound(info.origin),
        "commitment": sound(info.commitment),
        "day": sound(info.day),
        "counts": info.counts,
        "duplicate": info.duplicate,
        "twin": sound(info.twin),
    }


def read_info(row: Found) -> TableInfo:
    options = json.loads(row.options)
    fixed = (row.id, row.game, row.edition, row.seats, options, row.invite, row.opened, row.opener)
    return TableInfo(
        *fixed,
        origin=row.origin,
        commitment=row.commitment,
        day=row.day,
        counts=bool(row.counts),
        duplicate=bool(row.duplicate),
        twin=row.twin,
    )


def summary_row(summary: Summary) -> dict[str, Any]:
    return {
        "status": sound(summary.status),
        "players": _names(summary.players),
        "turn": _names(summary.turn),
        "computers": summary.computers,
        "moves": summary.moves,
        "sitters": _json([[sound(each.player), sound(each.name), each.level] for each in summary.sitters]),
        "result": None if summary.result is None else _json(summary.result),
        "scores": None if summary.scores is None else _json(summary.scores),
    }


def read_summary(row: Found) -> Summary:
    seated, turn = frozenset(json.loads(row.players)), frozenset(json.loads(row.turn))
    sitters = tuple(Sitter(*each) for each in json.loads(row.sitters))
    result, scores = (None if kept is None else tuple(json.loads(kept)) for kept in (row.result, row.scores))
    return Summary(row.status, seated, turn, row.computers, row.moves, sitters, result, scores)


def read_listed(row: Found) -> Listed:
    return Listed(read_info(row), read_summary(row), row.changed)


def _names(names: Iterable[str]) -> str:
    return _json([sound(name) for name in sorted(names)])


def _json(value: object) -> str:
    """Escapes whatever is not ASCII, so that any text inside survives; refuses NaN, which is not JSON."""
    return ENCODER.encode(value)
