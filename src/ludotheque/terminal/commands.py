"""The words that a person can type during a game besides a choice, in every language at any time."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from rich.table import Table

from ..core.i18n import LANGUAGES
from .texts import CATALOG

COMMANDS = ("undo", "hint", "tutor", "moves", "board", "rules", "save", "quit", "help")
SHORT = {"q": "quit", "?": "help"}


def words_of(command: str, lang: str) -> str:
    """The word for a command in one language."""
    return CATALOG.say(f"command.{command}", lang)


def is_yes(answer: str) -> bool:
    """Whether somebody agrees, with a word or its first letter, in any language."""
    said = {CATALOG.say("save.yes", lang) for lang in LANGUAGES}
    return answer.casefold() in said | {word[0] for word in said}


def find_command(typed: str, commands: Sequence[str] = COMMANDS) -> tuple[str | None, str]:
    """The command that a line begins with, and the rest of the line."""
    word, _, rest = typed.partition(" ")
    return _by_word(commands).get(_plain(word)), rest.strip()


def _by_word(commands: Sequence[str]) -> dict[str, str]:
    said = {_plain(words_of(command, lang)): command for command in commands for lang in LANGUAGES}
    return said | SHORT


def _plain(word: str) -> str:
    """``Règles`` and ``regles`` are the same word."""
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def help_table(lang: str, commands: Sequence[str] = COMMANDS, *, of: str = "") -> Table:
    """Every command and what it does; ``of`` lessons or puzzles, where it does something else than in a game."""
    table = Table.grid(padding=(0, 3))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for command in commands:
        does = CATALOG.say(_help_key(of, command), lang)
        table.add_row(f"{words_of(command, lang)}{_argument(command, lang)}", does)
    return table


def _help_key(of: str, command: str) -> str:
    if of == "lessons":
        return f"lessons.help.{command}"
    return f"puzzles.help.{command}" if of == "puzzles" else f"help.{command}"


def _argument(command: str, lang: str) -> str:
    key = f"command.{command}.argument"
    return f" {CATALOG.say(key, lang)}" if key in CATALOG else ""
