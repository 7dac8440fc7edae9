"""A list that never changes: a longer one shares all but its last few items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar, overload

T = TypeVar("T")
CHUNK = 64  # items that are copied together; with all entries that a table may have, there are 157 chunks


@dataclass(frozen=True, slots=True)
class PersistentList(Sequence[T]):
    """Chunks of equal length, which all later lists share, and a last one that may be shorter.

    As nothing is ever changed, threads may read one while longer ones are made, and two may go on from the same one.
    """

    chunks: tuple[tuple[T, ...], ...] = ()
    tail: tuple[T, ...] = ()

    def plus(self, item: T) -> PersistentList[T]:
        if len(self.tail) < CHUNK:
            return PersistentList(self.chunks, (*self.tail, item))
        return PersistentList((*self.chunks, self.tail), (item,))

    def first(self, n: int) -> PersistentList[T]:
        """The list of the first n items."""
        if not 0 < n < len(self):
            return self if n > 0 else PersistentList()
        whole, last = divmod(n - 1, CHUNK)
        return PersistentList(self.chunks[:whole], self._chunk(whole)[: last + 1])

    def _chunk(self, number: int) -> tuple[T, ...]:
        return self.chunks[number] if number < len(self.chunks) else self.tail

    def __len__(self) -> int:
        return len(self.chunks) * CHUNK + len(self.tail)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        return self._chunk(at // CHUNK)[at % CHUNK]

    def __iter__(self) -> Iterator[T]:
        return chain(chain.from_iterable(self.chunks), self.tail)
