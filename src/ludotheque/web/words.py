"""The sentences of the pages, and those that the pages' scripts say."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..core.registry import games
from ..core.words import Words

HERE = Path(__file__).parent
WORDS = Words(HERE / "text.toml")


@cache
def count_of_games(lang: str) -> str:
    """How many games there are, in words as far as a sentence has them."""
    key = f"number.{len(games())}"
    return WORDS.say(key, lang) if key in WORDS else str(len(games()))


@cache
def js_words(lang: str) -> dict[str, str]:
    """Key -> sentence for the scripts of a page, with its placeholders."""
    words = Words(HERE / "js.toml")
    return {key: sentence[lang] for key, sentence in words.table.items()}
