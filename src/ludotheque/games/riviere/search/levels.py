"""The levels of the computer players: simulations, noise, turns seen, positions for that, wish to explore.

Draws follow every push, so looking through one turn is enough. See ``docs/strength.md``.
"""

LEVELS = (
    (20, 0.3, 1, 20_000),
    (60, 0.2, 1, 20_000),
    (160, 0.12, 1, 20_000),
    (400, 0.075, 1, 20_000),
    (1_100, 0.04, 1, 20_000),
    (4_500, 0.01, 1, 20_000),
    (22_000, 0.0, 1, 20_000),
    (120_000, 0.0, 1, 20_000),
)
