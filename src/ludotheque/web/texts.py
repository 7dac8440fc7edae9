"""The sentences of the pages, and those that the pages' scripts say."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import cast

from ..core.game import Game
from ..core.i18n import Catalog, language
from ..core.registry import games
from ..play.texts import CATALOG as PLAY
from ..search.players import LEVELS
from .wire import PluralRow, Speech

CATALOG = Catalog(Path(__file__).parent)
CHECKING = "js.check."  # what only the page says that checks dice


@cache
def count_of_games(lang: str) -> str:
    """How many games there are, in words as far as a sentence has them."""
    key = f"number.{len(games())}"
    return CATALOG.say(key, lang) if key in CATALOG else str(len(games()))


@cache
def for_scripts(lang: str) -> Speech:
    """What a page's scripts need to speak: key -> sentence with its placeholders, and the rule for plurals."""
    said = CATALOG.messages(lang).items()
    own = {key: text for key, text in said if key.startswith("js.") and not key.startswith(CHECKING)}
    words = {key.removeprefix("js."): text for key, text in own.items()}
    words |= {f"character.{level}": PLAY.messages(lang)[f"character.{level}"] for level in LEVELS}
    return {"lang": lang, "words": words, "plural": cast(list[PluralRow], language(lang).plural)}


def asks_of(game: Game, lang: str) -> dict[str, str]:
    """What a person is asked for after touching things of some kinds: ``plate`` -> “Choose where it slides.”"""
    messages = game.catalog.messages(lang)
    return {key.removeprefix("ask."): text for key, text in messages.items() if key.startswith("ask.")}
