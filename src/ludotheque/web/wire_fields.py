"""What the modules of the wire have in common."""

from __future__ import annotations

from typing import Any

from pydantic import Field


def means(text: str) -> Any:
    """What a field means, for the reference."""
    return Field(description=text)
