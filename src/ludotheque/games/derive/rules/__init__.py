"""The rules of Dérive, compiled: a set of cells is two uint64, one a lattice (see ``geometry.py``)."""

from .apply import apply, apply_nth
from .chance import weights
from .ending import result
from .legal import ROOM, actors, closed, count_legal, jumps, legal
from .state import (
    ACTIONS,
    CHAIN,
    CHANGE,
    DICE,
    DRAW,
    ENTER,
    INITIATION,
    LAYOUT,
    NOBODY,
    NOTHING,
    OUTCOMES,
    PASS,
    PROTECTION,
    ROLL,
    ROLLS,
    RUNNING,
    Options,
    Position,
    occupied,
    put,
    setup,
)
