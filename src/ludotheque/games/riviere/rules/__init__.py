"""The rules of La Rivière de Couleurs, compiled."""

from .apply import apply, put
from .chance import OUTCOMES, hidden_holes, left_in_bag, weights
from .ending import result
from .geometry import AHEAD, CELL, HOLES
from .legal import ACTIONS, DONE, PUSHES, TARGETS, actors, can_travel, legal
from .state import DOWN, DRAW, DRAWN, EMPTY, JOURNEYS, LAYOUT, NONE, ORANGE, OVER, PUSH, UP, Options, Position, setup

__all__ = [
    "ACTIONS",
    "AHEAD",
    "CELL",
    "DONE",
    "DOWN",
    "DRAW",
    "DRAWN",
    "EMPTY",
    "HOLES",
    "JOURNEYS",
    "LAYOUT",
    "NONE",
    "ORANGE",
    "OUTCOMES",
    "OVER",
    "PUSH",
    "PUSHES",
    "TARGETS",
    "UP",
    "Options",
    "Position",
    "actors",
    "apply",
    "can_travel",
    "hidden_holes",
    "left_in_bag",
    "legal",
    "put",
    "result",
    "setup",
    "weights",
]
