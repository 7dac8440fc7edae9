"""Makes the pictures, guides and rules of ``docs/`` by the same code as everything else, so that all are up to date.

``make docs`` writes them, ``python docs/make.py GAME …`` only those of some games; a test compares what is there with
what would be drawn.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import ludotheque as lt
from ludotheque.core import guide
from ludotheque.core.i18n import LANGUAGES

DOCS = Path(__file__).parent
PACKAGE = Path(lt.__file__).parent
# The folders of the package in the order of who may import whom; games have a page of their own.
PARTS = ("core", "scene", "search", "research", "play", "store", "web", "terminal")
MAP = ("<!-- The map of modules: made by docs/make.py from their first sentences. -->", "<!-- End of the map. -->")
HEAD = "<!-- Made by docs/make.py from {source}: do not edit it here. -->\n\n"
# The last line of a page: guides and exact rules lead to one another. The guide on the web has no such line, because
# the exact rules are not served there.
ENDS = {
    "fr": "Les règles exactes, avec toutes les décisions (en anglais)\xa0: [{title}](../rules/{name}.md).\n",
    "en": "The exact rules, with all rulings: [{title}](../rules/{name}.md).\n",
    "rules": "The guide for players: [English](../guides/{name}.en.md), [français](../guides/{name}.fr.md).\n",
}


def pages_of(game: lt.Game) -> Iterator[tuple[str, str]]:
    """Path below docs/ and text of every file that is made for a game."""
    yield from showcase(game)
    yield from guides(game)
    yield from rules(game)


def there() -> Iterator[tuple[str, str | None]]:
    """Path below docs/ of every such file that is there, and the game it was made for."""
    for folder, suffix in (("images", ".svg"), ("guides", ".md"), ("rules", ".md")):
        for path in (DOCS / folder).glob(f"*{suffix}"):
            owners = (name for name in lt.games() if path.name.startswith((f"{name}-", f"{name}.")))
            yield str(path.relative_to(DOCS)), max(owners, key=len, default=None)


def architecture() -> str:
    """The page with its map of all modules, which say themselves what they are for."""
    text = (DOCS / "architecture.md").read_text("utf-8")
    before, mapped = text.split(MAP[0])  # that a map stands there twice, as after a merge, is an error
    _, after = mapped.split(MAP[1])
    return before + MAP[0] + "\n\n" + "\n".join(module_map()) + "\n" + MAP[1] + after


def module_map() -> Iterator[str]:
    """One table a folder; a game's folder has the same files in every game, which ``adding-a-game.md`` tells."""
    for folder in ("", *(folder for part in PARTS for folder in packages(part)), "web/static/js"):
        yield f"### `{folder or 'ludotheque'}/`\n\n| module | what it is for |\n| --- | --- |"
        for path in sorted((PACKAGE / folder).glob("*.js" if folder.endswith("js") else "*.py")):
            yield f"| `{path.name}` | {first_sentence(path)} |"
        yield ""


def packages(part: str) -> list[str]:
    """A part of the package, and the packages in it."""
    found = (path.parent.relative_to(PACKAGE) for path in (PACKAGE / part).rglob("__init__.py"))
    return sorted(folder.as_posix() for folder in found)


def first_sentence(path: Path) -> str:
    """Of the text at the head of a module."""
    source = path.read_text("utf-8")
    if path.suffix == ".js":
        text = re.sub(r"^\s*\*+ ?", "", source.partition("*/")[0].removeprefix("/**"), flags=re.MULTILINE)
    else:
        text = ast.get_docstring(ast.parse(source)) or ""
    sentence = re.split(r"(?<=[.?!])\s", " ".join(text.split()), maxsplit=1)[0]
    return re.sub(r"`{2}([^`]+)`{2}", r"`\1`", sentence).replace("|", "\\|")


def showcase(game: lt.Game) -> Iterator[tuple[str, str]]:
    """The beginning, middle and end of a good game."""
    record = game.folder / "tests" / "records" / "showcase.ludo"
    states = lt.Record.parse(record.read_text("utf-8")).states()
    for moment, state in (("start", states[0]), ("middle", states[len(states) // 2]), ("end", states[-1])):
        yield f"images/{game.name}-{moment}.svg", state.svg(width=480)


def guides(game: lt.Game) -> Iterator[tuple[str, str]]:
    for lang in LANGUAGES:
        end = ENDS.get(lang, ENDS["en"]).format(title=game.title(lang), name=game.name)
        parts = guide.parts(game, lang)
        image = f"{game.name}-guide-{{}}.{lang}"
        yield from page(game, f"guide.{lang}.md", parts, f"guides/{game.name}.{lang}.md", image, lang, end)


def rules(game: lt.Game) -> Iterator[tuple[str, str]]:
    parts = guide.split(game, (game.folder / "rules.md").read_text("utf-8"))
    end = ENDS["rules"].format(name=game.name)
    yield from page(game, "rules.md", parts, f"rules/{game.name}.md", f"{game.name}-rules-{{}}", "en", end)


def page(
    game: lt.Game, source: str, parts: list[str | guide.Diagram], path: str, image: str, lang: str, end: str
) -> Iterator[tuple[str, str]]:
    """A text of the game's folder with its positions as pictures: first these, then the page itself."""
    text = HEAD.format(source=f"src/ludotheque/games/{game.folder.name}/{source}")
    for number, part in enumerate(parts):
        if isinstance(part, guide.Diagram):
            picture_path = f"images/{image.format(number)}.svg"
            yield picture_path, picture(part, lang)
            text += f"![{part.state.status(lang)}](../{picture_path})\n"
        else:
            text += part
    yield path, f"{text.rstrip()}\n\n{end}"


def picture(part: guide.Diagram, lang: str) -> str:
    touched = tuple(part.style["touched"].split(",")) if "touched" in part.style else None
    seat = int(part.style["seat"]) if "seat" in part.style else None
    return part.state.svg(seat, lang, touched=touched, width=420)


def main(*names: str) -> None:
    chosen = names or lt.games()
    made = dict(page for name in chosen for page in pages_of(lt.load(name)))
    made |= {} if names else {"architecture.md": architecture()}
    for path, text in made.items():
        (DOCS / path).parent.mkdir(exist_ok=True)
        (DOCS / path).write_text(text, "utf-8")
    for path, owner in list(there()):
        if path not in made and (owner is None or owner in chosen):
            (DOCS / path).unlink()


if __name__ == "__main__":
    main(*sys.argv[1:])
