"""The rules of Drumlin, compiled."""

from .apply import apply, remove
from .ending import can_arrive, result
from .geometry import CELLS, ROWS, TARGETS, WAYS
from .legal import ACTIONS, DEPART, EXCHANGE, OUTCOMES, PLACE, REMOVE, actors, can_act, legal, may_depart, weights
from .state import (
    DRAGON,
    DRAW,
    ELEPHANT,
    IN_HAND,
    LAYOUT,
    MOST,
    NOBODY,
    ON_BASE,
    RUNNING,
    TROOP,
    Options,
    Position,
    elephants_on,
    has_egg_on,
    movable,
    put,
    setup,
    value,
)
