"""Pictures as SVG, quickly, and as PNG."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.scene.png import png, png_apart
from ludotheque.scene.scene import Group, Memo, Scene, circle, group, memo, rect
from ludotheque.scene.theme import Palette

PALETTE = Palette.of(sea=("#123456", "#654321"))


def picture(*nodes: Group | Memo) -> Scene:
    return Scene("test", 100, 50, nodes, PALETTE, "A test")


def size_and_data(image: bytes) -> tuple[int, int, bytes]:
    """Width, height and the plain bytes of the pixels."""
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", image[16:24])
    return width, height, zlib.decompress(b"".join(_data(image)))


def _data(image: bytes) -> Iterator[bytes]:
    at = 8
    while at < len(image):
        length, kind = struct.unpack(">I4s", image[at : at + 8])
        if kind == b"IDAT":
            yield image[at + 8 : at + 8 + length]
        at += length + 12


@pytest.mark.parametrize("name", lt.games())
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_game_as_png(name: str, theme: str) -> None:
    state = lt.load(name).new()
    scene = state.scene(0, "fr")
    width, height, pixels = size_and_data(state.png(0, "fr", theme=theme, width=120))
    assert width == 120 and abs(height - 120 * scene.height / scene.width) <= 1
    assert len(set(pixels)) > 50  # it shows something


def test_a_png_needs_colours_and_a_size() -> None:
    state = lt.load(lt.games()[0]).new()
    for theme in ("auto", "css"):
        with pytest.raises(ValueError, match="light or dark"):
            state.png(theme=theme)
    with pytest.raises(ValueError, match="0 pixels"):
        state.png(width=0)
    while state.chance:
        state = state.draw(random.Random(1))
    assert state.png(width=60) != state.png(width=60, touched=())


def test_a_png_from_a_process_of_its_own_is_the_same() -> None:
    svg = picture(group(circle(50, 25, 20, fill="$sea"), label="Été")).svg(theme="light")
    assert png_apart(svg, 64) == png(svg, 64)


# Parts that are kept


@memo
def pond(size: int) -> Iterator[Group]:
    BUILT.append(size)
    yield group(rect(0, 0, size, size, fill="$sea"), layer="coordinates")
    yield group(circle(0, 0, size), id="frog", halo=(circle(0, 0, 2 * size),), chosen=(circle(0, 0, 3 * size),))


BUILT: list[int] = []


def test_a_kept_part_is_built_once_and_written_as_if_it_were_not_kept() -> None:
    BUILT.clear()
    one, plain = picture(pond(7)), picture(*pond.__wrapped__(7))  # type: ignore[attr-defined]
    for _ in range(2):
        for theme in ("light", "dark", "auto", "css"):
            for coordinates in (True, False):
                for live in (True, False):
                    style: dict[str, Any] = {"theme": theme, "coordinates": coordinates, "live": live}
                    assert one.svg(**style) == plain.svg(**style)
        for style in ({"lit": frozenset({"frog"})}, {"chosen": ("frog",)}, {"prefix": "here-"}):
            assert one.svg(**style) == plain.svg(**style)
    assert pond(7) is pond(7) and BUILT == [7, 7]
    assert one.ids() == plain.ids() == ["frog"]


def test_what_is_kept_is_bounded() -> None:
    part = pond(8)
    for number in range(50):
        picture(part).svg(prefix=f"p{number}-")
    picture(part).svg(live=True)
    assert len(part.texts) == 1


def test_a_kept_part_that_is_hidden_leaves_no_trace() -> None:
    @memo
    def letters() -> Group:
        return group(circle(0, 0, 1), layer="coordinates")

    assert picture(letters()).svg(coordinates=False) == picture().svg()
