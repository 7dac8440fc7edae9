"""The sentences of the pages, and those that the pages' scripts say."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import cast

from ..core.game import Game
from ..core.i18n import Catalog, language
from ..core.registry import games
from .wire import PluralRow, Speech

CATALOG = Catalog(Path(__file__).parent)


@cache
def count_of_games(lang: str) -> str:
    """How many games there are, in words as far as a sentence has them."""
    key = f"number.{len(games())}"
    return CATALOG.say(key, lang) if key in CATALOG else str(len(games()))


@cache
def for_scripts(lang: str) -> Speech:
    """What a page's scripts need to speak: key -> sentence with its placeholders, and the rule for plurals."""
    own = {key: text for key, text in CATALOG.messages(lang).items() if key.startswith("js.")}
    words = {key.removeprefix("js."): text for key, text in own.items()}
    return {"lang": lang, "words": words, "plural": cast(list[PluralRow], language(lang).plural)}


def asks_of(game: Game, lang: str) -> dict[str, str]:
    """What a person is asked for after touching things of some kinds: ``plate`` -> “Choose where it slides.”"""
    messages = game.catalog.messages(lang)
    return {key.removeprefix("ask."): text for key, text in messages.items() if key.startswith("ask.")}
