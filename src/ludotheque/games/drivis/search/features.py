"""What a network is told about a position of Drivis: where the plates lie, those of the seat to act first."""

from __future__ import annotations

import numpy as np

from ludotheque.core.bits import ONE, lowest
from ludotheque.core.fields import Codes, Int64Array
from ludotheque.core.rule import rule

from ..rules import Position

PLACES = 64
INPUTS = 2 * PLACES
# The set-ups that are learned from. Who reads a lone plate otherwise meets the same positions until the very end.
SETTINGS = ({"start": "ring"}, {"start": "triples"}, {"start": "ring", "lone": "not"})
# Alpha-beta plays, so games are quick; each generation goes a small step on from the one before,
# and the last one learns thoroughly.
RECIPE = {
    "generations": 5,
    "games": 3_000,
    "simulations": 200,
    "deep": 300,
    "window": 4,
    "epochs": 10,
    "last_epochs": 50,
    "going_on": True,
    "trust": 0.35,
    "batch": 256,
    "pairs": 120,
    "seconds": 0.003,
}


@rule
def features(s: Position, out: Codes) -> int:
    mover, n = s.turn, 0
    own, enemy = s.plates[mover], s.plates[1 - mover]
    while own:
        out[n] = lowest(own)
        own &= own - ONE
        n += 1
    while enemy:
        out[n] = PLACES + lowest(enemy)
        enemy &= enemy - ONE
        n += 1
    return n


def symmetries() -> Int64Array:
    """Turned and mirrored, a position is worth the same: where each feature goes, for each of the eight ways."""
    places = np.arange(PLACES).reshape(8, 8)
    ways = [np.rot90(board, turns).ravel() for board in (places, places.T) for turns in range(4)]
    return np.array([[*way, *(PLACES + way)] for way in ways])
