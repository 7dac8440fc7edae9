"""The rules of La Rivière de Couleurs, compiled."""

from .apply import apply, apply_nth, put
from .chance import OUTCOMES, hidden_holes, left_in_bag, weights
from .ending import result
from .geometry import AHEAD, CELL, HOLES
from .legal import ACTIONS, DONE, PUSHES, ROOM, TARGETS, actors, can_travel, count_legal, legal
from .state import DOWN, DRAW, DRAWN, EMPTY, JOURNEYS, LAYOUT, NONE, ORANGE, OVER, PUSH, UP, Options, Position, setup
