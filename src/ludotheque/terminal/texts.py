"""What the terminal says."""

from __future__ import annotations

from pathlib import Path

from ..core.i18n import Catalog

CATALOG = Catalog(Path(__file__).parent)
