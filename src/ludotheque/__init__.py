"""Ludothèque: five board games as an exact, fast Python library.

>>> import ludotheque as lt
>>> state = lt.load("drivis").new()
>>> state = state.play(state.choices()[0])
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .core.errors import GameError, IllegalEvent, RecordError, UnknownGame, VerifyError
    from .core.game import Game
    from .core.options import Option
    from .core.record import Record
    from .core.registry import games, load
    from .core.simulation import Simulation, perft, simulate
    from .core.state import State
    from .core.study import Node, Study
    from .core.verify import verify
    from .search.analyse import analyse
    from .search.analysis import Analysis
    from .search.computer import ComputerPlayer
    from .search.players import GreedyPlayer, RandomPlayer
    from .search.reports.report import Report
    from .search.reports.reporter import report
else:
    from . import games  # the package of that name, which can be called: see there

# Loaded when first used, so that ``import ludotheque`` is quick and loads nothing that is not asked for.
_HOMES = {
    "Analysis": "search.analysis",
    "ComputerPlayer": "search.computer",
    "Game": "core.game",
    "GameError": "core.errors",
    "GreedyPlayer": "search.players",
    "IllegalEvent": "core.errors",
    "Node": "core.study",
    "Option": "core.options",
    "RandomPlayer": "search.players",
    "Record": "core.record",
    "RecordError": "core.errors",
    "Report": "search.reports.report",
    "Simulation": "core.simulation",
    "State": "core.state",
    "Study": "core.study",
    "UnknownGame": "core.errors",
    "VerifyError": "core.errors",
    "analyse": "search.analyse",
    "load": "core.registry",
    "perft": "core.simulation",
    "report": "search.reports.reporter",
    "simulate": "core.simulation",
    "verify": "core.verify",
}

__all__ = [  # noqa: RUF022 - in the order in which they are met
    "games",
    "load",
    "Game",
    "Option",
    "State",
    "Record",
    "verify",
    "Study",
    "Node",
    "simulate",
    "Simulation",
    "perft",
    "ComputerPlayer",
    "analyse",
    "Analysis",
    "report",
    "Report",
    "GreedyPlayer",
    "RandomPlayer",
    "GameError",
    "IllegalEvent",
    "RecordError",
    "UnknownGame",
    "VerifyError",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
