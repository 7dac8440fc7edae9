"""Python's garbage collector in a server that runs for long.

A full collection looks at every object and stops everybody meanwhile: a quarter of a second on a busy machine, most of
it for modules, the compiler and compiled code, which stay as long as the server runs.
"""

from __future__ import annotations

import gc

from ..core.registry import games
from ..play.warming import Warming

YOUNG = 10_000  # objects made until the youngest are looked at: a choice drawn for two makes thousands


async def spare_what_stays(warming: Warming) -> None:
    """What is there at the start is not looked at again, nor what is loaded soon after it."""
    gc.set_threshold(YOUNG, 10, 10)
    gc.freeze()
    for name in games():
        await warming.settled(name)
    gc.freeze()
