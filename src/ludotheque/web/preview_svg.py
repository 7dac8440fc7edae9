"""The pictures of link previews: 1200 × 630, what matters in the middle, because some chats cut a square out of it.

Made of what the games draw anyway, without words: every chat writes title and description beside the picture.
"""

from __future__ import annotations

from ..core.registry import games
from . import covers
from .colours import page_colours

WIDTH, HEIGHT = 1200, 630
EDGE = 28  # around a board


def of_game(name: str) -> str:
    """The box, in front of its own scene."""
    cover = covers.written_out(name, "light")
    height = HEIGHT - 2 * 45
    width = height / covers.RATIO
    veil = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{ground(name)}" opacity="0.55"/>'
    box = boxed(cover, (WIDTH - width) / 2, 45, width, height)
    return whole(ground(name), placed(cover, 0, 0, WIDTH, HEIGHT) + veil + box)


def of_shelf() -> str:
    """All boxes in a row."""
    names = games()
    step = (WIDTH - 80) / len(names)
    width = min(step - 20, 360)
    height = width * covers.RATIO
    top = (HEIGHT - height) / 2
    plank = f'<rect x="30" y="{top + height:g}" width="{WIDTH - 60}" height="16" rx="4" fill="#8a6a48"/>'
    starts = [40 + number * step + (step - width) / 2 for number in range(len(names))]
    covered = [covers.written_out(name, "light", prefix=f"{name}-") for name in names]
    boxes = [boxed(cover, x, top, width, height) for cover, x in zip(covered, starts, strict=True)]
    return whole(page_colours("light")["paper"], plank + "".join(boxes))


def of_position(name: str, board: str) -> str:
    """A board as it stands, in the light of its game."""
    return whole(ground(name), placed(board, EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE))


def ground(name: str) -> str:
    return covers.light(name, "ground", "light")


def whole(ground: str, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{ground}"/>{inside}</svg>'
    )


def placed(svg: str, x: float, y: float, width: float, height: float) -> str:
    """A picture as a part of another one: a cover fills its place, a board is seen whole."""
    at = f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
    return svg.strip().replace("<svg ", at, 1)


def boxed(svg: str, x: float, y: float, width: float, height: float) -> str:
    """With a shadow and a frame, as a box stands on the shelf."""
    shadow = "".join(
        f'<rect x="{x - grow:g}" y="{y - grow + 6:g}" width="{width + 2 * grow:g}" height="{height + 2 * grow:g}"'
        f' rx="{6 + grow}" opacity="0.06"/>'
        for grow in (2, 5, 8, 11)
    )
    frame = (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="none" stroke="#fff" stroke-width="6"/>'
    )
    return shadow + placed(svg, x, y, width, height) + frame
