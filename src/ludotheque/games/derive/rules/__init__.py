"""The rules of Dérive, compiled: a set of cells is two uint64, one a lattice (see ``geometry.py``)."""

from .apply import apply
from .chance import weights
from .ending import result
from .legal import actors, closed, jumps, legal
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
