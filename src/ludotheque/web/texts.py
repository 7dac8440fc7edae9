"""The sentences of the pages, and those that the pages' scripts say."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..core.i18n import Catalog

HERE = Path(__file__).parent
CATALOG = Catalog(HERE / "text.toml")


@cache
def script_messages(lang: str) -> dict[str, str]:
    """Key -> sentence for the scripts of a page, with its placeholders."""
    catalog = Catalog(HERE / "js.toml")
    return {key: sentence[lang] for key, sentence in catalog.messages.items()}
