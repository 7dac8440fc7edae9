"""The levels of the computer players: simulations, noise, turns seen, positions for that, wish to explore.

No turn is looked through: dice follow every choice, and alone nothing is won.
"""

LEVELS = (
    (16, 0.3, 0, 0, 0.4),
    (50, 0.2, 0, 0, 0.4),
    (150, 0.12, 0, 0, 0.4),
    (500, 0.06, 0, 0, 0.4),
    (1_500, 0.0, 0, 0, 0.4),
    (5_000, 0.0, 0, 0, 0.4),
    (20_000, 0.0, 0, 0, 0.4),
    (100_000, 0.0, 0, 0, 0.4),
)
