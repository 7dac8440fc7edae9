"""The levels of the computer players: simulations, noise, turns seen, positions for that, wish to explore.

See ``docs/strength.md``.
"""

LEVELS = (
    (30, 0.3, 1, 20_000),
    (100, 0.16, 1, 20_000),
    (250, 0.1, 1, 20_000),
    (600, 0.07, 2, 20_000),
    (2_000, 0.04, 2, 20_000),
    (7_000, 0.02, 2, 50_000),
    (30_000, 0.01, 3, 100_000),
    (150_000, 0.0, 3, 400_000),
)
