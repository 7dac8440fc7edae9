"""The levels of the computer players: simulations, noise, turns seen, positions for that, wish to explore.

Each level should win about three games of four against the one below it. This measures them:

    ludotheque ladder skeleton

Without this file the game has the usual levels.
"""

LEVELS = (
    (4, 0.5),
    (8, 0.4),
    (16, 0.3),
    (32, 0.2),
    (64, 0.1),
    (128, 0.05, 2),
    (256, 0.0, 3),
    (1_000, 0.0, 9),
)
