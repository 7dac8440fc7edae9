"""The levels of the computer players: simulations, noise, turns seen, positions for that, wish to explore.

Fitted to classic Dérive with two seats. See ``docs/strength.md``.
"""

LEVELS = (
    (20, 0.6, 1, 20_000),
    (160, 0.15, 1, 20_000),
    (350, 0.1, 1, 20_000),
    (700, 0.07, 2, 20_000),
    (1_800, 0.045, 2, 20_000),
    (4_500, 0.03, 2, 30_000),
    (20_000, 0.012, 3, 100_000),
    (150_000, 0.0, 3, 400_000),
)
