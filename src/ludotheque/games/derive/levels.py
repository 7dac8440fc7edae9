"""The levels of the computer players: simulations, noise, turns seen, positions for that, wish to explore.

Fitted to classic Dérive with two seats. See ``docs/strength.md``.
"""

LEVELS = (
    (20, 0.6, 1, 20_000),
    (60, 0.25, 1, 20_000),
    (200, 0.12, 1, 20_000),
    (600, 0.07, 2, 20_000),
    (2_000, 0.04, 2, 20_000),
    (7_000, 0.02, 2, 50_000),
    (30_000, 0.01, 3, 100_000),
    (150_000, 0.0, 3, 400_000),
)
