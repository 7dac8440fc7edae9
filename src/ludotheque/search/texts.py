"""What the computer players and their matches say."""

from __future__ import annotations

from pathlib import Path

from ..core.i18n import Catalog

CATALOG = Catalog(Path(__file__).parent)
