"""Which language to speak, and how it writes numbers. Loads nothing heavy: ``--help`` needs it too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..core.i18n import LANGUAGES, LIBRARY, language, meant
from .texts import CATALOG

VARIABLES = ("LUDOTHEQUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def usual(environ: Mapping[str, str]) -> str:
    """The language of this computer: the first of the usual variables that is set decides."""
    value = next((environ[name] for name in VARIABLES if environ.get(name)), "")
    return meant(value) or LIBRARY


def asked(arguments: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language to speak, before the command line is understood: even its errors must be in that language."""
    lang = usual(environ)
    for word, following in zip(arguments, [*arguments[1:], ""], strict=False):
        asked = following if word == "--lang" else word.removeprefix("--lang=")
        lang = asked if word.startswith("--lang") and asked in LANGUAGES else lang
    return lang


def whole(typed: str) -> int | None:
    """The number that was typed, if it is one of a size that can mean anything here."""
    return int(typed) if typed.isdecimal() and len(typed) < 10 else None


def number(value: float, lang: str, digits: int = 0) -> str:
    """``12,345.6`` in English, ``12 345,6`` in French."""
    marks = {ord(","): language(lang).thousands, ord("."): language(lang).decimal}
    return f"{value:,.{digits}f}".translate(marks)


def percent(share: float, lang: str, digits: int = 1) -> str:
    """``12.3%`` in English, ``12,3 %`` in French."""
    return CATALOG.say("percent", lang, n=number(100 * share, lang, digits))
