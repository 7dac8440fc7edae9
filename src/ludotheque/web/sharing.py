"""What several people get alike at one table, pictures and messages, is made once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from ..play.table import Table

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Encoded:
    """A message as it is sent."""

    text: str


class EncodedEntry(Encoded):
    """As it is told to all who read one language, but for who did it. (Within a text a quotation mark is escaped.)"""

    def text_for(self, is_by_me: bool) -> str:
        return self.text.replace('"by_me": false', '"by_me": true') if is_by_me else self.text


RECENT: deque[object] = deque(maxlen=128)  # kept for who comes a moment later


def shared(table: Table, key: Hashable, make: Callable[[], T]) -> T:
    """What was made under that key at this very table, if somebody still has it; thousands of idle tables keep
    nothing."""
    kept: WeakValueDictionary[Hashable, Any] = table.memo("shared", lambda _: WeakValueDictionary())
    found: T | None = kept.get(key)
    if found is None:
        found = kept[key] = make()
        RECENT.append(found)
    return found
