"""The rules of Drumlin, compiled."""

from .apply import apply, apply_nth, remove
from .ending import can_arrive, result
from .geometry import CELLS, ROWS, TARGETS, WAYS
from .legal import (
    ACTIONS,
    DEPART,
    EXCHANGE,
    KEEP,
    OUTCOMES,
    PLACE,
    REMOVE,
    ROOM,
    SWAP,
    actors,
    can_act,
    count_legal,
    legal,
    may_depart,
    weights,
)
from .state import (
    DRAGON,
    DRAW,
    ELEPHANT,
    IN_HAND,
    LAYOUT,
    MOST,
    NOBODY,
    ON_BASE,
    PINK,
    RUNNING,
    START,
    TROOP,
    UNIT,
    VIOLET,
    Options,
    Position,
    elephants_on,
    has_egg_on,
    is_offered,
    movable,
    opposite,
    put,
    setup,
    value,
)
