"""The levels of the computer players: simulations, noise, turns seen, positions for that, wish to explore.

Most moves are worth nearly the same, so a small error already costs games. See ``docs/strength.md``.
"""

LEVELS = (
    (90, 0.225, 1, 20_000),
    (250, 0.11, 2, 60_000),
    (400, 0.095, 2, 60_000),
    (500, 0.08, 2, 60_000),
    (800, 0.06, 2, 60_000),
    (3_000, 0.03, 3, 100_000),
    (9_000, 0.013, 3, 100_000),
    (40_000, 0.0, 3, 400_000),
)
