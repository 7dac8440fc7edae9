"""A picture as PNG, for chats, mail and whatever shows no SVG."""

from __future__ import annotations

import subprocess
import sys

LONGEST = 30.0  # seconds


def png(svg: str, width: int) -> bytes:
    """The picture, so many pixels wide, with its own proportions.

    Its colours must be written out: with the theme ``light`` or ``dark``. Text is set in the system's sans serif font;
    on a system without any font it is left out, and the rest of the picture is as ever.
    """
    import resvg_py  # only those who want a PNG wait for it

    _check(svg, width)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


APART = """
import sys, resvg_py
svg = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=svg, width=int(sys.argv[1])))
"""


def png_apart(svg: str, width: int) -> bytes:
    """The same, made by a process of its own, for a server: the library lets no other thread run while it paints."""
    _check(svg, width)
    command = [sys.executable, "-I", "-c", APART, str(width)]
    return subprocess.run(command, input=svg.encode(), capture_output=True, check=True, timeout=LONGEST).stdout


def _check(svg: str, width: int) -> None:
    if "var(--" in svg:
        raise ValueError("a PNG cannot look up colours: draw the SVG with the theme light or dark")
    if width < 1:
        raise ValueError(f"a picture cannot be {width} pixels wide")
