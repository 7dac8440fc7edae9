"""The levels of the computer players: simulations, noise, turns seen, positions for that, wish to explore.

Fitted to classic Dérive with two seats. See ``docs/strength.md``.
"""

LEVELS = (
    (60, 0.35, 1, 20_000),
    (230, 0.125, 1, 20_000),
    (600, 0.08, 2, 20_000),
    (1_200, 0.056, 2, 20_000),
    (2_800, 0.038, 2, 30_000),
    (9_000, 0.022, 3, 60_000),
    (42_000, 0.008, 3, 180_000),
    (150_000, 0.0, 3, 400_000),
)
