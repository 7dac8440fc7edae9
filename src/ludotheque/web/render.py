"""Templates filled for one person: in their language and colours, with their name."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse

from .. import __version__
from ..core.i18n import LANGUAGES, language
from ..play.ports import Player
from .language import language_of, remember, theme_of
from .reference import linked
from .texts import CATALOG, count_of_games

HERE = Path(__file__).parent
STATIC = HERE / "static"
TEMPLATES = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def code(text: str) -> Markup:
    """Text in which `this` is code."""
    plain, *rest = str(escape(text)).split("`")  # a plain string, or adding to it would escape once more
    marked = (part if at % 2 else f"<code>{part}</code>" for at, part in enumerate(rest))
    return Markup(plain + "".join(marked))


TEMPLATES.filters |= {"code": code, "linked": linked}
KNOWN_ERRORS = (403, 404, 421, 429, 500, 503)
FRESH = {"Cache-Control": "private, no-cache", "Vary": "Cookie, Accept-Language"}


@cache
def version() -> str:
    """Changes with the release and with every file that pages load, so that browsers may keep those for ever."""
    sum_ = hashlib.sha256(__version__.encode())
    made_of = (file for name in ("cover.svg", "guide.*.md") for file in HERE.parent.glob(f"games/*/{name}"))
    for path in sorted([*STATIC.rglob("*"), *HERE.glob("templates/*guide*.html"), *made_of]):
        if path.is_file():
            sum_.update(path.read_bytes())
    return f"{__version__}-{sum_.hexdigest()[:10]}"


def sayer(lang: str) -> Callable[..., str]:
    """``say(key, **params)`` in one language."""

    def say(key: str, /, **params: Any) -> str:
        return CATALOG.say(key, lang, **params)

    return say


def page(request: HTTPConnection, template: str, me: Player | None, status: int = 200, **context: Any) -> HTMLResponse:
    """Reads files and fills them in: not for the event loop."""
    lang = language_of(request)
    given = {
        "lang": lang,
        "say": sayer(lang),
        "count": count_of_games(lang),
        "languages": {other: language(other).name for other in LANGUAGES if other != lang},
        "theme": theme_of(request),
        "me": {"id": me.id, "name": me.name} if me else None,
        "version": version(),
        "path": request.url.path,
        "game_name": None,
        "preview": None,
        **context,
    }
    response = HTMLResponse(TEMPLATES.get_template(template).render(given), status, FRESH)
    remember(request, response)
    return response


async def error_page(request: HTTPConnection, status: int, sentence: str | None = None) -> HTMLResponse:
    """A page that says in people's words what is wrong, and leads back. It asks nothing of the store."""
    return await asyncio.to_thread(_error_page, request, status, sentence)


def _error_page(request: HTTPConnection, status: int, sentence: str | None) -> HTMLResponse:
    say, known = sayer(language_of(request)), known_error(status)
    return page(
        request,
        "error.html",
        None,
        status,
        code=status,
        heading=say(f"error.{known}.heading"),
        sentence=sentence or say(f"error.{known}.sentence"),
    )


def error_sentence(request: HTTPConnection, status: int) -> str:
    """The same in one sentence, for programs."""
    return CATALOG.say(f"error.{known_error(status)}.sentence", language_of(request))


def known_error(status: int) -> int:
    return status if status in KNOWN_ERRORS else 500 if status >= 500 else 400
