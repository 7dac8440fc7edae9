"""Pictures and style sheets that are made, not kept as files: covers, diagrams, colours; the manifest and the icon."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import FileResponse, JSONResponse, Response

from ..core.i18n import LANGUAGES
from ..core.registry import games
from . import colours, covers, guides
from .language import THEMES, language_of
from .render import STATIC, version
from .texts import CATALOG, count_of_games

router = APIRouter(include_in_schema=False)
Word = Annotated[str, Path(max_length=60)]
CSS, HTML, SVG = (f"{kind}; charset=utf-8" for kind in ("text/css", "text/html", "image/svg+xml"))
ALONE = "default-src 'none'; style-src 'unsafe-inline'"  # a picture has its colours in a style of its own


def made(request: Request, text: str, kind: str) -> Response:
    """What is asked for with its version never changes; otherwise the browser asks again."""
    tag = f'"{version()}"'
    keep = "public, max-age=31536000, immutable" if request.query_params.get("v") == version() else "no-cache"
    headers = {"ETag": tag, "Cache-Control": keep} | ({"Content-Security-Policy": ALONE} if kind == SVG else {})
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=kind, headers=headers)


def known(name: str) -> str:
    if name not in games():
        raise HTTPException(404)
    return name


def theme_asked(request: Request) -> str:
    theme = request.query_params.get("theme", "auto")
    return theme if theme in THEMES else "auto"


@router.get("/static/colours.css")
def house_colours(request: Request) -> Response:
    return made(request, colours.site_css(), CSS)


@router.get("/static/games/{name}.css")
def game_colours(request: Request, name: Word) -> Response:
    return made(request, colours.game_css(known(name)), CSS)


@router.get("/games/{name}/cover.svg")
def cover(request: Request, name: Word) -> Response:
    return made(request, covers.themed(known(name), theme_asked(request)), SVG)


@router.get("/games/{name}/guide/{lang}/{number}.svg")
def diagram(request: Request, name: Word, lang: Word, number: int) -> Response:
    if lang not in LANGUAGES:
        raise HTTPException(404)
    svg = guides.picture(known(name), lang, number, theme_asked(request))
    if svg is None:
        raise HTTPException(404)
    return made(request, svg, SVG)


@router.get("/games/{name}/guide/{lang}.html")
def guide_panel(request: Request, name: Word, lang: Word) -> Response:
    """The guide for a reader at a table."""
    if lang not in LANGUAGES:
        raise HTTPException(404)
    return made(request, guides.panel(known(name), lang, theme_asked(request)), HTML)


@router.get("/manifest.webmanifest")
def manifest(request: Request) -> Response:
    """Lets browsers install the house as an app."""
    lang = language_of(request)
    paper = colours.page_colours("light")["paper"]
    icons = [
        {"src": f"/static/icons/{file}", "sizes": size, "type": kind, "purpose": purpose}
        for file, size, kind, purpose in (
            ("icon.svg", "any", "image/svg+xml", "any"),
            ("icon-192.png", "192x192", "image/png", "any"),
            ("icon-512.png", "512x512", "image/png", "any"),
            ("maskable-512.png", "512x512", "image/png", "maskable"),
        )
    ]
    told = {
        "id": "/",
        "name": CATALOG.say("house.name", lang),
        "short_name": CATALOG.say("house.name", lang),
        "description": CATALOG.say("house.line", lang, count=count_of_games(lang)),
        "lang": lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": paper,
        "theme_color": paper,
        "icons": icons,
    }
    return JSONResponse(told, media_type="application/manifest+json", headers={"Vary": "Cookie, Accept-Language"})


@router.get("/favicon.ico")
def favicon() -> Response:
    return FileResponse(STATIC / "icons" / "icon-48.png", media_type="image/png")
