"""The levels of the computer players: simulations, noise, turns seen, positions for that, wish to explore.

No turn is looked through: dice follow every choice, and alone nothing is won. See ``docs/strength.md``.
"""

LEVELS = (
    (16, 0.35, 0, 0, 0.4),
    (50, 0.21, 0, 0, 0.4),
    (130, 0.14, 0, 0, 0.4),
    (300, 0.09, 0, 0, 0.4),
    (700, 0.05, 0, 0, 0.4),
    (1_800, 0.02, 0, 0, 0.4),
    (8_000, 0.0, 0, 0, 0.4),
    (100_000, 0.0, 0, 0, 0.4),
)
