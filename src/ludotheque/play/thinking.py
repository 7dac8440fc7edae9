"""The turns of computer players: what is to be thought about, for whom, and who thinks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from ..core.game import SEARCH, Game
from ..core.state import State
from .fair_executor import FairExecutor, Share

if TYPE_CHECKING:
    from ..search.computer import ComputerPlayer

Memory = dict[tuple[int, int, bool], "ComputerPlayer"]  # seat, level, and whether its search is not compiled yet


@dataclass(frozen=True)
class Turn:
    """A computer is to choose. ``number`` is that of the last entry that changed what its seat can choose, so it is the
    same wherever the table is known, whatever else is said there."""

    table: str
    number: int
    seat: int
    level: int
    state: State
    share: Share
    is_wanted: Callable[[], bool] = lambda: True


class Thinkers(Protocol):
    """Chooses for computers."""

    async def start(self) -> None: ...

    async def choose(self, turn: Turn) -> str | None:
        """What the computer chooses; None if that is no longer wanted. Raises StoreUnavailable if it may be asked again
        later."""

    def forget(self, table: str) -> None:
        """Nobody is at that table: what was remembered of it takes up memory only."""

    @property
    def is_busy(self) -> bool:
        """Whether turns are thought about, or wait, elsewhere than in the executor: what is less urgent gives way."""

    async def close(self) -> None: ...


@dataclass(eq=False)
class LocalThinkers:
    """In threads of this process."""

    executor: FairExecutor
    memories: dict[str, Memory] = field(default_factory=dict)

    async def start(self) -> None:
        pass  # there is nobody to wait for

    async def choose(self, turn: Turn) -> str:
        computer = self.computer(turn)
        return await self.executor.run(turn.share, lambda: computer.choose(turn.state, turn.seat))

    def computer(self, turn: Turn) -> ComputerPlayer:
        """It remembers from choice to choice; of another level, or when its search is compiled, it is another one."""
        memory = self.memories.setdefault(turn.table, {})
        key = turn.seat, turn.level, SEARCH in turn.state.game.interpreted
        if key not in memory:
            memory[key] = new_computer(turn.state.game, turn.level)
        return memory[key]

    def forget(self, table: str) -> None:
        self.memories.pop(table, None)

    @property
    def is_busy(self) -> bool:
        return False  # the executor itself lets turns go first

    async def close(self) -> None:
        self.memories.clear()


def new_computer(game: Game, level: int) -> ComputerPlayer:
    """One that hurries, as long as its search is not compiled."""
    from ..search.computer import ComputerPlayer, HurriedPlayer  # loads the compiler, which a server starts without

    return (HurriedPlayer if SEARCH in game.interpreted else ComputerPlayer)(level)
