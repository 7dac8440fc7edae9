"""Pictures of positions, as SVG and PNG."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from ..core.state import State
from ..play.commands import refuse
from . import openapi
from .language import Lang, language_of
from .limits import Limits, address_of
from .records import Records

router = APIRouter(tags=["records"], responses=openapi.REFUSALS)
Theme = Literal["auto", "light", "dark", "css"]
MOST_WAITING = 8
# A picture is a document of its own, with its colours in a style of its own.
ALONE = "default-src 'none'; style-src 'unsafe-inline'"


class SvgResponse(Response):
    media_type = "image/svg+xml"


async def drawing(
    state: State,
    kind: str,
    seat: int | None,
    lang: str,
    theme: str,
    *,
    live: bool = False,
    wide: bool = False,
    width: int = 800,
) -> Response:
    """A picture, drawn away from the event loop."""
    seat = seat if seat is None or seat < state.seats else None
    if kind == "png":
        png = await PAINTER.paint(lambda: png_of(state, seat, lang, theme, width))
        return Response(png, media_type="image/png")
    text = await asyncio.to_thread(lambda: state.svg(seat, lang, wide=wide, theme=theme, live=live))
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": ALONE}
    return SvgResponse(text, headers=headers)


@dataclass
class Painter:
    """Paints one PNG after the other, in a process of its own; who would wait for too many others is refused."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0

    async def paint(self, work: Callable[[], bytes]) -> bytes:
        if self.waiting >= MOST_WAITING:
            raise refuse("busy")
        self.waiting += 1
        try:
            async with self.turn:
                return await asyncio.to_thread(work)
        finally:
            self.waiting -= 1


PAINTER = Painter()


def png_of(state: State, seat: int | None, lang: str, theme: str, width: int) -> bytes:
    from ..scene.png import png_apart

    fixed = "dark" if theme == "dark" else "light"  # a PNG cannot follow the reader's theme
    return png_apart(state.svg(seat, lang, theme=fixed), width)


@router.get("/records/{id}/{number}.{kind}", response_class=Response, responses={200: openapi.PICTURE})
async def position(
    request: Request,
    id: str,
    number: int,
    kind: Literal["svg", "png"],
    lang: Lang | None = None,
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
    theme: Theme = "auto",
    live: bool = False,
    wide: bool = False,
    width: Annotated[int, Query(ge=16, le=2000)] = 800,
) -> Response:
    """A position of a table or of an uploaded record: 0 is the beginning."""
    limits: Limits = request.app.state.limits
    (limits.paintings if kind == "png" else limits.pictures).take(address_of(request))
    records: Records = request.app.state.records
    replay = await records.find(id)
    state, said = await asyncio.to_thread(replay.at, number), lang or language_of(request)
    return await drawing(state, kind, seat, said, theme, live=live, wide=wide, width=width)


@router.get("/records/{id}.ludo", response_class=PlainTextResponse)
async def download(request: Request, id: str) -> PlainTextResponse:
    """A record as a file."""
    records: Records = request.app.state.records
    replay = await records.find(id)
    name = f'attachment; filename="{replay.record.game.name}-{id}.ludo"'
    return PlainTextResponse(await asyncio.to_thread(str, replay.whole), headers={"Content-Disposition": name})
