"""The sentences that every game shares."""

from __future__ import annotations

from pathlib import Path

from .i18n import Catalog

CATALOG = Catalog(Path(__file__).parent)
