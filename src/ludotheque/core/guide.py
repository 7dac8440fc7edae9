"""The players' guide of a game, cut into Markdown and positions.

A fenced block of the guide that is called ``ludo`` is a position. Its body is a record without the lines ``ludo``,
``game`` and ``edition``; what follows the word ``ludo`` are ``key=value`` words about how to show it::

    ```ludo seat=1
    option start triples

    0 c1-c6
    ```
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from .errors import RecordError
from .game import Game
from .record import FORMAT, Record
from .state import State

BLOCK = re.compile(r"^```ludo(?P<style>[ \t][^\n]*)?\n(?P<body>.*?)^```[ \t]*(?:\n|\Z)", re.MULTILINE | re.DOTALL)
EVENT = re.compile(r"(\d+|\*) ")


@dataclass(frozen=True)
class Diagram:
    """A position of a guide; ``style`` are the ``key=value`` words that its block gave along."""

    state: State
    style: Mapping[str, str]


def parts(game: Game, lang: str = "en") -> list[str | Diagram]:
    """The guide in reading order: Markdown strings and the positions between them."""
    return split(game, game.guide(lang))


def split(game: Game, guide: str) -> list[str | Diagram]:
    """The same for any text. A RecordError names the line of the text whose position is wrong."""
    found: list[str | Diagram] = []
    end = 0
    for block in BLOCK.finditer(guide):
        found += [guide[end : block.start()], _diagram(game, guide, block)]
        end = block.end()
    return [part for part in (*found, guide[end:]) if isinstance(part, Diagram) or part.strip()]


def _diagram(game: Game, guide: str, block: re.Match[str]) -> Diagram:
    words = (word.partition("=")[::2] for word in (block["style"] or "").split())
    try:
        return Diagram(position(game, block["body"]), MappingProxyType(dict(words)))
    except RecordError as problem:
        before = guide.count("\n", 0, block.start("body"))
        raise RecordError(problem.reason, before + problem.line) from problem


def position(game: Game, body: str) -> State:
    """The position at the end of a record that is written without its first three lines."""
    head = f"ludo {FORMAT}\ngame {game.name}\nedition {game.edition}\n"
    # A body without a header of its own may begin with its events: an empty line above them would look odd.
    gap = "\n" if EVENT.match(body) else ""
    try:
        return Record.parse(head + gap + body.rstrip("\n") + "\n").replay()
    except RecordError as problem:
        raise RecordError(problem.reason, max(1, problem.line - (head + gap).count("\n"))) from problem
