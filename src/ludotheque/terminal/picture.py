"""A position in characters and colours."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from ..core.options import write_value
from ..core.state import State
from ..scene.text import Span, TextPicture
from ..scene.theme import Palette
from .console import Terminal


def board(state: State, theme: str, lang: str) -> Text:
    """The board as the game draws it. What its colours say, its letters say too."""
    picture: TextPicture = state.game.display.diagram.diagram(state)
    palette = _palette(state)
    colours = palette.light if theme == "light" else palette.dark
    rows = [Text().join(_span(span, dict(colours), lang) for span in row) for row in picture.rows]
    notes = [Text(note.text(lang)) for note in picture.notes]
    return Text("\n", no_wrap=True, overflow="ignore").join([*rows, *notes])


_PALETTES: dict[str, Palette] = {}


def _palette(state: State) -> Palette:
    """The colours of a game. A scene knows them; building one for every picture would be a waste."""
    name = state.game.name
    if name not in _PALETTES:
        _PALETTES[name] = state.scene().palette
    return _PALETTES[name]


def _span(span: Span, colours: dict[str, str], lang: str) -> Text:
    style = Style(color=colours.get(span.ink), bgcolor=colours.get(span.ground), bold=span.bold or None)
    return Text(span.shown(lang), style)


def player(state: State, seat: int, lang: str) -> str:
    """Who sits there: “Anna (blue)”, or only the side."""
    name, called = state.names[seat], state.seat_name(seat, lang)
    return f"{name} ({called})" if name else called


def headline(terminal: Terminal, state: State) -> str:
    """“Title · Anna (blue) – Bob (yellow) · max_choices=50”: the game, who plays, and unusual options."""
    game, lang = state.game, terminal.lang
    words = [game.title(lang), " – ".join(player(state, seat, lang) for seat in range(state.seats))]
    if unusual := unusual_options(state):
        words.append(unusual)
    return " · ".join(words)


def unusual_options(state: State) -> str:
    _, usual = state.game.settle(state.seats, {})
    return " ".join(f"{k}={write_value(v)}" for k, v in state.options.items() if usual[k] != v)
