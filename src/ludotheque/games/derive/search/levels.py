"""The levels of the computer players: simulations, noise, turns seen, positions for that, wish to explore.

Fitted to classic Dérive with two seats. See ``docs/strength.md``.
"""

LEVELS = (
    (90, 0.195, 1, 20_000),
    (235, 0.123, 1, 20_000),
    (615, 0.077, 2, 20_000),
    (1_600, 0.0485, 2, 20_000),
    (4_200, 0.0305, 2, 35_000),
    (11_000, 0.0192, 3, 70_000),
    (30_000, 0.0105, 3, 150_000),
    (150_000, 0.0, 3, 400_000),
)
