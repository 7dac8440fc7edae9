"""An option of a game as pages and programs see it."""

from __future__ import annotations

from ..core.options import Option, Whole
from . import wire


def describe_option(option: Option, lang: str) -> wire.Option:
    values = [] if isinstance(option.values, Whole) else list(option.values)
    return {
        "name": option.name,
        "text": option.text[lang],
        "values": values,
        "texts": {str(value): option.value_text(value).get(lang, "") for value in values},
        "default": None if callable(option.default) else option.default,
        "whole": isinstance(option.values, Whole),
    }
