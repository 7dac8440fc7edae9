"""Colours: every colour of a picture has a name, and each theme says what it looks like."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

# The calm and warm colours of the house, for everything around a board. Each game adds its own.
SITE_LIGHT = {"paper": "#faf6ef", "ink": "#2b2622", "quiet": "#6d635a", "line": "#d9cfc2"}
SITE_DARK = {"paper": "#1d1a18", "ink": "#efe8df", "quiet": "#a89d91", "line": "#3b3530"}

THEMES = ("auto", "light", "dark", "css")


@dataclass(frozen=True, eq=False)
class Palette:
    """The colours of one game, by name, in the light and in the dark."""

    light: Mapping[str, str]
    dark: Mapping[str, str]

    @classmethod
    def of(cls, **colours: str | Sequence[str]) -> Palette:
        """One colour for both themes, or a pair: light, dark."""
        light = {name: c if isinstance(c, str) else c[0] for name, c in colours.items()}
        dark = {name: c if isinstance(c, str) else c[1] for name, c in colours.items()}
        return cls(SITE_LIGHT | light, SITE_DARK | dark)

    @classmethod
    def read(cls, path: Path) -> Palette:
        """The colours in a TOML file: one for both themes, or a pair."""
        return cls.of(**tomllib.loads(path.read_text("utf-8")))

    def colour(self, name: str, theme: str) -> str:
        """What to write for a colour: itself in a fixed theme, else a CSS variable."""
        if theme in ("auto", "css"):
            return f"var(--{name.replace('_', '-')})"
        return (self.light if theme == "light" else self.dark)[name]

    def css(self, selector: str) -> str:
        """The CSS variables of both themes, for the elements that the selector matches."""
        light, dark = _declare(self.light), _declare(self.dark)
        return f"{selector}{{{light}}}@media(prefers-color-scheme:dark){{{selector}{{{dark}}}}}"


def _declare(colours: Mapping[str, str]) -> str:
    return ";".join(f"--{name.replace('_', '-')}:{colour}" for name, colour in colours.items())
