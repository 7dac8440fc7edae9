"""What a chat shows of a link to us: the ``og:`` tags of a page, and the pictures that they name.

Who fetches a preview looks as a spectator does, takes no seat and becomes nobody: nothing is written.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Path, Request, Response

from ..core.i18n import LANGUAGES, language
from ..core.state import State
from ..play.ports import WAITING
from ..play.table import FREE, Table
from . import listings, preview_svg
from .addresses import share_of
from .assets import known
from .language import Lang, language_of
from .limits import Limits, address_of
from .pictures import PAINTER
from .records import Records, Replay
from .render import version
from .store_access import lobby_of
from .texts import CATALOG, count_of_games

router = APIRouter(include_in_schema=False)
Word = Annotated[str, Path(max_length=60)]
KEPT = 40  # painted pictures in memory, some 200 KB each


@dataclass(frozen=True)
class Preview:
    """What the tags say; ``image`` is a path of ours, and ``alt`` says what it shows."""

    title: str
    description: str
    image: str
    alt: str


def tags(request: Request, preview: Preview) -> dict[str, Any]:
    """For the template. Chats ask from elsewhere, so addresses are whole ones, as an invitation has them."""
    lang, origin = language_of(request), share_of(request).origin
    said = f"?lang={lang}" if "lang" in request.query_params else ""
    return {
        "title": preview.title,
        "description": preview.description,
        "url": origin + quote(request.url.path) + said,
        "image": origin + preview.image,
        "alt": preview.alt,
        "width": preview_svg.WIDTH,
        "height": preview_svg.HEIGHT,
        "locale": language(lang).locale,
        "others": [language(other).locale for other in LANGUAGES if other != lang],
    }


# What is said


def of_shelf(lang: str) -> Preview:
    titles = ", ".join(box["title"] for box in listings.boxes(lang))
    name, line = CATALOG.say("house.name", lang), CATALOG.say("house.line", lang, count=count_of_games(lang))
    return Preview(name, line, f"/preview.png?v={version()}", CATALOG.say("preview.shelf", lang, titles=titles))


def of_game(name: str, lang: str) -> Preview:
    box = listings.box(name, lang)
    facts = CATALOG.say("shelf.players", lang, players=box["players"], most=box["most"])
    facts += ", " + CATALOG.say("shelf.minutes", lang, n=box["minutes"])
    alt = CATALOG.say("game.cover", lang, title=box["title"])
    return Preview(box["title"], f"{box['line']} {facts}.", f"/games/{name}/preview.png?v={version()}", alt)


def of_table(table: Table, lang: str) -> Preview:
    title, box = table.game.title(lang), listings.box(table.info.game, lang)
    names = [seat.introduced(lang) for seat in table.seats if seat.kind != FREE]
    described = box["line"] if table.status == WAITING else table.status_sentence(lang)
    return Preview(heading(title, names, lang), described, picture_of(table, lang), board_of(table, lang))


def heading(title: str, names: Iterable[str], lang: str) -> str:
    known = [name for name in names if name]
    return CATALOG.say("preview.at", lang, title=title, names=" – ".join(known)) if known else title


def of_invitation(table: Table, inviter: str, lang: str) -> Preview:
    box = listings.box(table.info.game, lang)
    key = "preview.invited" if inviter else "preview.invited-nameless"
    said = CATALOG.say(key, lang, name=inviter, title=box["title"])
    return Preview(said, box["line"], picture_of(table, lang), board_of(table, lang))


def picture_of(table: Table, lang: str) -> str:
    """With the number of the last entry in it, because chats keep a picture by its address."""
    return f"/t/{table.info.id}/preview.png?lang={lang}&at={table.next}"


def board_of(table: Table, lang: str) -> str:
    """What that picture shows."""
    status = table.named(table.state).status(lang)
    return CATALOG.say("preview.alt", lang, title=table.game.title(lang), status=status)


def of_record(replay: Replay, number: int, lang: str) -> Preview:
    title, status = replay.record.game.title(lang), replay.status(lang)
    image = f"/records/{replay.id}/{number}/preview.png?lang={lang}"
    alt = CATALOG.say("preview.alt", lang, title=title, status=replay.at(number).status(lang))
    return Preview(heading(title, replay.record.names, lang), status, image, alt)


# Pictures


@router.get("/preview.png")
async def shelf_picture(request: Request) -> Response:
    return await painted(request, preview_svg.of_shelf)


@router.get("/games/{name}/preview.png")
async def game_picture(request: Request, name: Word) -> Response:
    return await painted(request, lambda: preview_svg.of_game(known(name)))


@router.get("/t/{table}/preview.png")
async def table_picture(request: Request, table: Word, lang: Lang | None = None) -> Response:
    """The table as it stands now, seen by somebody without a seat."""
    now, said = (await lobby_of(request).session(table)).table, lang or language_of(request)
    return await painted(request, lambda: position(now.named(now.state), said))


@router.get("/records/{record}/{number}/preview.png")
async def record_picture(request: Request, record: Word, number: int, lang: Lang | None = None) -> Response:
    records: Records = request.app.state.records
    replay, said = await records.find(record), lang or language_of(request)
    return await painted(request, lambda: position(replay.at(number), said))


def position(state: State, lang: str) -> str:
    return preview_svg.of_position(state.game.name, state.svg(None, lang, wide=True, theme="light"))


PAINTED: OrderedDict[str, bytes] = OrderedDict()


async def painted(request: Request, draw: Callable[[], str]) -> Response:
    """A picture as PNG. Drawing is quick; painting is not, so what was painted is kept, and only new ones count as
    such. What is drawn names it, so nothing old can be shown."""
    limits: Limits = request.app.state.limits
    limits.pictures.take(address_of(request))
    svg = await asyncio.to_thread(draw)
    key = hashlib.sha256(svg.encode()).hexdigest()
    png = PAINTED.get(key)
    if png is None:
        limits.paintings.take(address_of(request))
        png = await PAINTER.paint(lambda: keep(key, svg))
    keep_it = "public, max-age=86400" if request.query_params.get("v") == version() else "no-cache"
    return Response(png, media_type="image/png", headers={"Cache-Control": keep_it})


def keep(key: str, svg: str) -> bytes:
    """In a thread, one after the other; who waited for the same picture finds it painted."""
    from ..scene.png import png_apart

    if key not in PAINTED:
        PAINTED[key] = png_apart(svg, preview_svg.WIDTH)
        while len(PAINTED) > KEPT:
            PAINTED.popitem(last=False)
    return PAINTED[key]
