"""The command line: what can be asked for, with help and examples in every language."""

from __future__ import annotations

import argparse
import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from textwrap import fill as fill_paragraph
from typing import Any, NoReturn

from .. import __version__
from ..core.i18n import LANGUAGES, LIBRARY, language
from ..core.registry import games
from ..play.computer_names import character
from ..search.players import LEVELS
from .opponents import NAMES
from .texts import CATALOG

THEMES = ("auto", "light", "dark")
LOGS = ("text", "json")
QUALITIES = ("quick", "good", "thorough")  # of reports; a test compares them with those that there are
SHELLS = ("bash", "zsh", "fish")
DEEPEST = 60
MOST_THREADS = 1024


def understand(arguments: Sequence[str], lang: str) -> argparse.Namespace:
    """The arguments by name; SystemExit after help was shown or an error was explained."""
    with _argparse_speaks(lang):
        return build(lang).parse_args(arguments)


@contextlib.contextmanager
def _argparse_speaks(lang: str) -> Iterator[None]:
    """argparse asks gettext for each of its words. Gettext would want compiled catalogues and a system that has the
    locale; so for this moment argparse asks our table instead, in which its English words are the keys."""
    asked, said = CATALOG.messages(LIBRARY), CATALOG.messages(lang)
    keys = [key for key in asked if key.startswith("argparse.")]
    table = {asked[key] + blank: said[key] + blank for key in keys for blank in ("", " ")}
    own: Any = argparse
    before = own._, own.ngettext
    own._ = lambda text: table.get(text, text)
    own.ngettext = lambda one, many, n: own._(one if n == 1 else many)
    try:
        yield
    finally:
        own._, own.ngettext = before


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help for 80 columns; what stands before the colon of a heading is the language's business."""

    def __init__(self, lang: str, prog: str, **settings: Any) -> None:
        super().__init__(prog, max_help_position=28, width=80, **settings)
        self.lang = lang

    def start_section(self, heading: str | None) -> None:
        said = heading and CATALOG.say("command-line.heading", self.lang, heading=heading)
        super().start_section(said and said.removesuffix(":"))  # argparse puts a colon itself


class _Parser(argparse.ArgumentParser):
    """A parser whose words come from the catalog; an error is one line and where to find help."""

    def __init__(self, lang: str, **settings: Any) -> None:
        formatter: Any = partial(_Formatter, lang)
        super().__init__(**settings, formatter_class=formatter, allow_abbrev=False, add_help=False)
        self.lang = lang
        self.option("-h", "--help", key="help", action="help")
        known = ", ".join(f"{code} ({language(code).name})" for code in LANGUAGES)
        self.add_argument(
            "--lang",
            choices=LANGUAGES,
            default=argparse.SUPPRESS,
            metavar="|".join(LANGUAGES),
            help=self.say("argument.lang", known=known),
        )

    def say(self, key: str, **params: Any) -> str:
        return CATALOG.say(key, self.lang, **params)

    def option(self, *flags: str, key: str = "", **settings: Any) -> None:
        """An argument whose help is the sentence ``argument.KEY``."""
        key = key or flags[-1].lstrip("-")
        self.add_argument(*flags, help=self.say(f"argument.{key}"), **settings)

    def word(self, name: str, meta: str, key: str = "", **settings: Any) -> None:
        """An argument without a flag, called in help as its language calls it."""
        if meta == "game":
            settings["type"] = str.lower
        self.option(name, key=key or name, metavar=self.say(f"meta.{meta}"), **settings)

    def whole(self, least: int, most: int | None = None) -> Callable[[str], int]:
        """Reads a whole number; the refusal says what is allowed."""

        def read(text: str) -> int:
            digits = text.removeprefix("-") if least < 0 else text
            if digits.isascii() and digits.isdecimal() and len(digits) < 20:
                value = int(text)
                if value >= least and (most is None or value <= most):
                    return value
            key = "argument.at-least" if most is None else "argument.between"
            raise argparse.ArgumentTypeError(self.say(key, text=text[:40], least=least, most=most))

        return read

    def part(self, least: float, most: float) -> Callable[[str], float]:
        """Reads a number that need not be whole."""

        def read(text: str) -> float:
            if re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text, re.ASCII) and least <= float(text) <= most:
                return float(text)
            raise argparse.ArgumentTypeError(self.say("argument.part", text=text[:40], least=least, most=most))

        return read

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"ludotheque: {message}\n{self.say('argument.again', command=f'{self.prog} --help')}\n")


def build(lang: str) -> _Parser:
    """The whole command line, in one language."""
    parser = _Parser(lang, prog="ludotheque", description=CATALOG.say("command-line.about", lang))
    parser.epilog = parser.say("command-line.examples", game=_a_game())
    parser.add_argument(
        "--version", action="version", version=f"ludotheque {__version__}", help=parser.say("argument.version")
    )
    commands = parser.add_subparsers(
        dest="command",
        title=parser.say("command-line.commands"),
        metavar=parser.say("meta.command"),
        parser_class=partial(_Parser, lang),  # type: ignore[call-overload]  # any maker of parsers will do
    )
    for name, fill in FILL.items():
        key = f"command-line.{name}"
        about, examples = parser.say(f"{key}.about"), parser.say(f"{key}.examples", game=_a_game())
        fill(commands.add_parser(name, help=parser.say(key), description=about, epilog=examples))
    return parser


def _a_game() -> str:
    """A game for the examples: no name of a game is written outside its folder."""
    return games()[0]


def _new_game(parser: _Parser) -> None:
    parser.option("-o", "--option", metavar=parser.say("meta.option"), action="append", default=[])
    parser.option("--seats", type=parser.whole(1), metavar="N")


def _theme(parser: _Parser) -> None:
    parser.option("--theme", choices=THEMES, metavar="auto|light|dark")


def _serve(parser: _Parser) -> None:
    parser.option("--host", default="127.0.0.1", metavar=parser.say("meta.host"))
    parser.option("--port", type=parser.whole(0, 65_535), default=8000, metavar="N")
    parser.option("--public-url", metavar="URL")
    parser.option("--allow-host", action="append", default=[], metavar=parser.say("meta.name"))
    _place(parser)
    parser.option("--processes", type=parser.whole(1, 64), default=1, metavar="N")
    parser.option("--thinkers", type=parser.whole(0, MOST_THREADS), metavar="N")
    days = parser.whole(1, 100_000)
    parser.option("--keep-records", type=days, metavar=parser.say("meta.days"))
    parser.option("--keep-tables", type=days, metavar=parser.say("meta.days"))
    parser.option("--records-space", type=parser.whole(0, 1_000_000), default=1_000, metavar="MB")
    parser.option("--open", action="store_true")
    parser.option("--metrics", metavar=parser.say("meta.listen"))
    parser.option("--log", choices=LOGS, default=LOGS[0], metavar="|".join(LOGS))


def _place(parser: _Parser) -> None:
    """Where the games are."""
    parser.option("--data", metavar=parser.say("meta.folder"))
    parser.option("--database", metavar="URL")


def _backup(parser: _Parser) -> None:
    parser.word("file", "file", key="backup-file")
    _place(parser)


def _restore(parser: _Parser) -> None:
    parser.word("file", "file", key="restore-file")
    _place(parser)


def _think(parser: _Parser) -> None:
    parser.option("--database", required=True, metavar="URL", key="think-database")
    parser.option("--threads", type=parser.whole(1, MOST_THREADS), metavar="N", key="think-threads")
    parser.option("--make-role", metavar=parser.say("meta.role"))


def _menu(parser: _Parser) -> None:
    pass


def _games(parser: _Parser) -> None:
    parser.word("game", "game", key="games-game", nargs="?")


def _play(parser: _Parser) -> None:
    parser.epilog = f"{parser.epilog}\n\n{_characters(parser)}"
    parser.word("target", "target")
    parser.option("--against", choices=NAMES, metavar=f"{NAMES[0]}…{NAMES[-2]}|{NAMES[-1]}")
    parser.option("--side", metavar=parser.say("meta.seat"))
    parser.option("--name", action="append", default=[], metavar=parser.say("meta.name"))
    _new_game(parser)
    parser.option("--seed", type=parser.whole(0), metavar="N", key="play-seed")
    parser.option("--tutor", action="store_true")
    _theme(parser)


def _characters(parser: _Parser) -> str:
    """What each level is like."""
    told = ((str(level), character(level, parser.lang)) for level in LEVELS)
    lines = [fill_paragraph(text, 78, initial_indent=f"  {level}  ", subsequent_indent="     ") for level, text in told]
    return "\n".join([parser.say("argument.levels"), *lines])


def _show(parser: _Parser) -> None:
    parser.word("record", "record")
    parser.option("--at", type=parser.whole(-1_000_000_000), metavar="N")
    parser.option("--svg", metavar=parser.say("meta.file"))
    parser.option("--seat", type=parser.whole(0), metavar="N")
    _theme(parser)
    parser.option("--force", action="store_true")


def _replay(parser: _Parser) -> None:
    parser.word("record", "record")
    parser.option("--at", type=parser.whole(-1_000_000_000), metavar="N", key="replay-at")
    _theme(parser)


def _check(parser: _Parser) -> None:
    parser.word("records", "record", nargs="+")
    parser.option("-q", "--quiet", action="store_true")


def _verify(parser: _Parser) -> None:
    parser.word("records", "record", nargs="+")


def _report(parser: _Parser) -> None:
    parser.word("record", "record")
    parser.option("--quality", choices=QUALITIES, default="good", metavar="|".join(QUALITIES))
    parser.option("--seed", type=parser.whole(0), default=0, metavar="N", key="report-seed")
    parser.option("--threads", type=parser.whole(1, 64), default=1, metavar="N", key="report-threads")
    parser.option("--json", action="store_true", key="report-json")
    _theme(parser)


def _guide(parser: _Parser) -> None:
    parser.word("game", "game")
    parser.option("--plain", action="store_true")
    _theme(parser)


def _lessons(parser: _Parser) -> None:
    parser.word("game", "game")
    parser.word("lesson", "lesson", nargs="?")
    _theme(parser)


def _puzzles(parser: _Parser) -> None:
    parser.word("game", "game")
    parser.word("puzzle", "puzzle", nargs="?")
    parser.option("--about", metavar=parser.say("meta.theme"))
    parser.option("--grade", type=parser.whole(1, 5), metavar="1…5")
    _theme(parser)


def _mine(parser: _Parser) -> None:
    parser.word("game", "game")
    parser.option("-n", type=parser.whole(1), default=150, metavar="N", key="mine-n")
    parser.option("--out", metavar=parser.say("meta.file"), key="mine-out")
    parser.option("--seed", type=parser.whole(0), default=1, metavar="N", key="mine-seed")
    parser.option("--themes", action="store_true", key="mine-themes")
    _new_game(parser)


def _perft(parser: _Parser) -> None:
    parser.word("game", "game")
    parser.word("depth", "depth", type=parser.whole(0, DEEPEST))
    parser.option("--divide", action="store_true")
    _new_game(parser)


def _simulate(parser: _Parser) -> None:
    parser.word("game", "game")
    parser.option("-n", type=parser.whole(1), default=10_000, metavar="N")
    parser.option("--seed", type=parser.whole(0), default=0, metavar="N")
    parser.option("--threads", type=parser.whole(1, MOST_THREADS), metavar="N")
    _new_game(parser)


def _contest(parser: _Parser, games: int) -> None:
    """What a match and a tournament have in common."""
    parser.option("--game", type=str.lower, required=True, metavar=parser.say("meta.game"))
    parser.option("-n", type=parser.whole(1), default=games, metavar="N", key="contest-n")
    _new_game(parser)
    parser.option("--opening", type=parser.whole(0), default=0, metavar="N")
    _work(parser)


def _work(parser: _Parser) -> None:
    """Who plays many games, and where they go."""
    parser.option("--seed", type=parser.whole(0), default=0, metavar="N")
    parser.option("--workers", type=parser.whole(1, MOST_THREADS), metavar="N")
    parser.option("--on", default="processes", metavar=parser.say("meta.place"))
    parser.option("--json", metavar=parser.say("meta.file"))
    parser.option("--save", metavar=parser.say("meta.folder"))


def _match(parser: _Parser) -> None:
    parser.word("first", "player", key="player")
    parser.word("second", "player", key="other-player")
    _contest(parser, 200)
    parser.option("--until-clear", action="store_true")


def _tournament(parser: _Parser) -> None:
    parser.word("players", "player", nargs="+")
    _contest(parser, 20)


def _ladder(parser: _Parser) -> None:
    _some_games(parser)
    parser.option("-n", type=parser.whole(1), default=100, metavar="N", key="ladder-n")
    _new_game(parser)
    parser.option("--variants", action="store_true")
    parser.option("--yardsticks", action="store_true")
    parser.option("--scale", type=parser.part(0.001, 1000), default=1.0, metavar="X")
    parser.option("--scale-from", type=parser.whole(LEVELS[0], LEVELS[-1]), default=LEVELS[0], metavar="N")
    parser.option("--from", type=parser.whole(LEVELS[0], LEVELS[-1]), default=LEVELS[0], metavar="N", dest="first")
    parser.option("--to", type=parser.whole(LEVELS[0], LEVELS[-1]), default=LEVELS[-1], metavar="N", dest="last")
    parser.option("--markdown", action="store_true")
    _work(parser)


def _learn(parser: _Parser) -> None:
    parser.word("game", "game")
    parser.option("--quick", action="store_true")
    parser.option("--anew", action="store_true")
    parser.option("--seed", type=parser.whole(0), default=0, metavar="N")
    parser.option("--folder", metavar=parser.say("meta.folder"), key="learn-folder")
    parser.option("--workers", type=parser.whole(1, MOST_THREADS), metavar="N")
    parser.option("--on", default="processes", metavar=parser.say("meta.place"))
    parser.option("--install", action="store_true")


def _some_games(parser: _Parser) -> None:
    parser.word("games", "game", nargs="*")


def _make_game(parser: _Parser) -> None:
    parser.word("name", "new-name", key="new-name")
    parser.option("--folder", metavar=parser.say("meta.folder"))


def _completion(parser: _Parser) -> None:
    parser.word("shell", "shell", choices=SHELLS)


FILL: dict[str, Callable[[_Parser], None]] = {
    "serve": _serve,
    "think": _think,
    "backup": _backup,
    "restore": _restore,
    "menu": _menu,
    "games": _games,
    "play": _play,
    "guide": _guide,
    "lessons": _lessons,
    "puzzles": _puzzles,
    "show": _show,
    "replay": _replay,
    "check": _check,
    "verify": _verify,
    "report": _report,
    "simulate": _simulate,
    "perft": _perft,
    "match": _match,
    "tournament": _tournament,
    "ladder": _ladder,
    "learn": _learn,
    "mine": _mine,
    "bench": _some_games,
    "warm": _some_games,
    "new-game": _make_game,
    "completion": _completion,
}
