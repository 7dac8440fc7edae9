"""The levels of the computer players: simulations, noise, turns seen, positions for that, wish to explore.

Three to four times the simulations win about three games of four. See ``docs/strength.md``.
"""

LEVELS = (
    (80, 0.1, 1, 20_000),
    (220, 0.05, 1, 20_000),
    (660, 0.0, 2, 20_000),
    (2_000, 0.0, 2, 20_000),
    (7_000, 0.0, 3, 50_000),
    (25_000, 0.0, 3, 50_000),
    (100_000, 0.0, 5, 200_000),
    (400_000, 0.0, 6, 400_000),
)
