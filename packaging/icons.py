"""Makes the PNG icons from ``static/icons/icon.svg``: ``python packaging/icons.py``."""

from __future__ import annotations

import re

import resvg_py

from ludotheque.web.render import STATIC

ICONS = STATIC / "icons"
SIZES = {"icon-48.png": 48, "icon-192.png": 192, "icon-512.png": 512}
SQUARE = {"maskable-512.png": (512, 0.78), "apple-touch-icon.png": (180, 0.9)}  # the system cuts the corners itself


def square(svg: str, part: float) -> str:
    """The drawing smaller on a ground that fills the whole square."""
    body = re.sub(r'<rect width="512" height="512" rx="96"[^>]*/>', "", svg[svg.index(">") + 1 : svg.rindex("</svg>")])
    edge = 256 * (1 - part)
    ground = '<rect width="512" height="512" fill="#f6ead6"/>'
    moved = f'<g transform="translate({edge} {edge}) scale({part})">{body}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{ground}{moved}</svg>'


def png(svg: str, size: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))


def main() -> None:
    svg = (ICONS / "icon.svg").read_text("utf-8")
    for name, size in SIZES.items():
        (ICONS / name).write_bytes(png(svg, size))
    for name, (size, part) in SQUARE.items():
        (ICONS / name).write_bytes(png(square(svg, part), size))


if __name__ == "__main__":
    main()
