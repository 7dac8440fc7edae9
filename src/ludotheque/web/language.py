"""Which language and colours somebody wants: what the address says, or what was chosen before, or the browser's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema
from starlette.requests import HTTPConnection
from starlette.responses import Response

from ..core.i18n import LANGUAGES, meant
from .addresses import addresses_of

USUAL = "fr"
THEMES = ("auto", "light", "dark")
YEAR = 365 * 86_400


def _is_known(lang: str) -> str:
    if lang not in LANGUAGES:
        raise ValueError(f"choose one of {', '.join(LANGUAGES)}")
    return lang


# A language as a parameter of the API.
Lang = Annotated[str, AfterValidator(_is_known), WithJsonSchema({"type": "string", "enum": LANGUAGES})]


def language_of(request: HTTPConnection) -> str:
    for command in (request.query_params.get("lang"), request.cookies.get("lang")):
        if command in LANGUAGES:
            return command
    return accepted(request.headers.get("accept-language", ""))


def accepted(header: str) -> str:
    """The language of ours that a browser likes best."""
    ranked = sorted(_ranked(header[:500]), key=lambda pair: -pair[0])
    return next((lang for _, tag in ranked if (lang := meant(tag))), USUAL)


def _ranked(header: str) -> Iterator[tuple[float, str]]:
    for part in header.split(","):
        tag, _, quality = part.partition(";q=")
        try:
            rank = float(quality or 1)
        except ValueError:
            continue
        if rank > 0:
            yield rank, tag


def theme_of(request: HTTPConnection) -> str:
    theme = request.cookies.get("theme", "")
    return theme if theme in THEMES else "auto"


def remember(request: HTTPConnection, response: Response) -> None:
    """Keeps a language that the address asked for."""
    command = request.query_params.get("lang")
    if command in LANGUAGES and command != request.cookies.get("lang"):
        secure = addresses_of(request).is_secure(request)
        response.set_cookie("lang", command, max_age=YEAR, samesite="lax", secure=secure)
