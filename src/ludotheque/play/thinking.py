"""The turns of computer players: what is to be thought about, for whom, and who thinks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from ..core.game import SEARCH
from ..core.state import State
from .fair_executor import FairExecutor, Share

if TYPE_CHECKING:
    from ..search.computer import ComputerPlayer

Memory = dict[tuple[int, int, bool], "ComputerPlayer"]  # seat, level, and whether its search is not compiled yet


@dataclass(frozen=True)
class Turn:
    """A computer is to choose: at that table, after the entry of that number."""

    table: str
    number: int
    seat: int
    level: int
    state: State
    share: Share


class Thinkers(Protocol):
    """Chooses for computers."""

    async def choose(self, turn: Turn) -> str:
        """What the computer chooses. Raises StoreUnavailable if it may be asked again later."""

    def forget(self, table: str) -> None:
        """Nobody is at that table: what was remembered of it takes up memory only."""

    def close(self) -> None: ...


@dataclass(eq=False)
class LocalThinkers:
    """In threads of this process."""

    executor: FairExecutor
    memories: dict[str, Memory] = field(default_factory=dict)

    async def choose(self, turn: Turn) -> str:
        computer = self.computer(turn)
        return await self.executor.run(turn.share, lambda: computer.choose(turn.state, turn.seat))

    def computer(self, turn: Turn) -> ComputerPlayer:
        """It remembers from choice to choice; of another level, or when its search is compiled, it is another one."""
        from ..search.computer import ComputerPlayer, HurriedPlayer  # loads the compiler, which a server starts without

        hurries = SEARCH in turn.state.game.interpreted
        memory = self.memories.setdefault(turn.table, {})
        key = turn.seat, turn.level, hurries
        if key not in memory:
            memory[key] = (HurriedPlayer if hurries else ComputerPlayer)(turn.level)
        return memory[key]

    def forget(self, table: str) -> None:
        self.memories.pop(table, None)

    def close(self) -> None:
        self.memories.clear()
