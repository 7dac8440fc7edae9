"""Reports that take no time, and games to report on."""

from __future__ import annotations

import random

import ludotheque as lt

TINY = ("tiny", 0.001, 0.001, 0.001, 0.0)
HURRY = f"""
from ludotheque.play import report_desk
from ludotheque.search.reports import quality
quality.QUALITIES["tiny"] = quality.Quality{TINY}
report_desk.QUALITY = "tiny"
"""


def a_game(name: str = "drivis", seats: int = 2, seed: int = 1) -> str:
    rng, players = random.Random(seed), ["Zoé", "Basile", "Chloé", "David", "Émile", "Fanny"][:seats]
    state = lt.load(name).new(seats=seats, names=players)
    while not state.over:
        seat = rng.choice(state.actors) if state.actors else None
        state = state.draw(rng) if seat is None else state.play(rng.choice(state.choices(seat)), seat)
    return str(state.record)
