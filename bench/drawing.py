"""How long a picture for the page takes: the median of random games."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

import ludotheque as lt

from .figures import Figure, fresh, timed


def of_the_pictures() -> Iterator[Figure]:
    for name in lt.games():
        game = lt.load(name)
        for seats in dict.fromkeys((min(game.seats), max(game.seats))):
            millis = statistics.median(timed_pictures(game, seats, 200)) * 1e3
            title = f"{name}, {seats} {'seats' if seats > 1 else 'seat'}, a picture"
            yield Figure(title, f"{millis:.2f} ms")


def timed_pictures(game: lt.Game, seats: int, n: int) -> Iterator[float]:
    """Seconds for the scene and its SVG, each of a state that has answered nothing yet, seen by each seat in turn."""
    start = game.new(seats=seats)
    state, player = start, lt.RandomPlayer(1)
    for number in range(n):
        again = fresh(state)
        yield timed(lambda: again.svg(number % seats, "fr", theme="css", live=True))  # noqa: B023 - called at once
        state = start if state.over else state.draw() if state.chance else state.play(*turn(state, player))


def turn(state: lt.State, player: lt.RandomPlayer) -> tuple[str, int]:
    seat = state.actors[0]
    return player.choose(state, seat), seat
