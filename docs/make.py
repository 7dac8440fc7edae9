"""Draws the pictures and guides of ``docs/`` with the same code as everything else, so that they are never out of date.

``make docs`` writes them; a test compares what is there with what would be drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import ludotheque as lt
from ludotheque.core import guide
from ludotheque.core.i18n import LANGUAGES

DOCS = Path(__file__).parent
HEAD = "<!-- Made by docs/make.py from {source}: do not edit it here. -->\n\n"


def everything() -> Iterator[tuple[str, str]]:
    """Path below docs/ and text of every made file."""
    for name in lt.games():
        game = lt.load(name)
        yield from showcase(game)
        yield from guides(game)


def showcase(game: lt.Game) -> Iterator[tuple[str, str]]:
    """The beginning, middle and end of a good game."""
    record = game.folder / "tests" / "records" / "showcase.ludo"
    states = lt.Record.parse(record.read_text("utf-8")).states()
    for moment, state in (("start", states[0]), ("middle", states[len(states) // 2]), ("end", states[-1])):
        yield f"images/{game.name}-{moment}.svg", state.svg(width=480)


def guides(game: lt.Game) -> Iterator[tuple[str, str]]:
    for lang in LANGUAGES:
        source = f"src/ludotheque/games/{game.folder.name}/guide.{lang}.md"
        text = HEAD.format(source=source)
        for number, part in enumerate(guide.parts(game, lang)):
            if isinstance(part, guide.Diagram):
                image = f"images/{game.name}-guide-{number}.{lang}.svg"
                yield image, picture(part, lang)
                text += f"![{part.state.status(lang)}](../{image})\n"
            else:
                text += part
        yield f"guides/{game.name}.{lang}.md", text.rstrip("\n") + "\n"


def picture(part: guide.Diagram, lang: str) -> str:
    touched = tuple(part.style["touched"].split(",")) if "touched" in part.style else None
    seat = int(part.style["seat"]) if "seat" in part.style else None
    return part.state.svg(seat, lang, touched=touched, width=420)


def main() -> None:
    made = dict(everything())
    for path, text in made.items():
        (DOCS / path).parent.mkdir(exist_ok=True)
        (DOCS / path).write_text(text, "utf-8")
    for old in (*DOCS.glob("images/*.svg"), *DOCS.glob("guides/*.md")):
        if str(old.relative_to(DOCS)) not in made:
            old.unlink()


if __name__ == "__main__":
    main()
