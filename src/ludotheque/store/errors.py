"""What can go wrong with the place where games are kept, said in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy.exc import (
    DatabaseError,
    DisconnectionError,
    InterfaceError,
    InternalError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError,
)

from ..core.errors import GameError
from ..play.ports import StoreUnavailable
from .texts import CATALOG

# What passes: nobody answers, it is locked, the disk is full. Everything else is a mistake of ours.
OUTAGES = (DisconnectionError, InterfaceError, InternalError, OperationalError, TimeoutError)


def is_outage(error: SQLAlchemyError) -> bool:
    """SQLite has no kind of its own for a file that cannot be read; other kinds of DatabaseError are mistakes."""
    return isinstance(error, OUTAGES) or type(error) is DatabaseError


@contextmanager
def answering() -> Iterator[None]:
    """Within this an outage is told as one; mistakes stay what they are."""
    try:
        yield
    except SQLAlchemyError as error:
        if not is_outage(error):
            raise
        raise StoreUnavailable(reason(error)) from error


class StoreError(GameError):
    """The store cannot be opened. ``key`` names the sentence."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(CATALOG(key, **params))
        self.key = key


def reason(error: BaseException) -> str:
    """The first line of what the database itself said, without the full stop that our sentences add."""
    said = str(getattr(error, "orig", None) or error).strip()
    return said.splitlines()[0].rstrip(" .") if said else type(error).__name__
