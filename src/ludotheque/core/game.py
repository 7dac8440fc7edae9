"""A game: its name, seats and options, and the modules of its folder bound together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any, TypeVar, cast

import numpy as np

from .compiler import load_compiler
from .contract import Display, Rules
from .errors import GameError
from .i18n import LIBRARY, Catalog, Sentence, language
from .options import Option, Value, parse_whole, write_value
from .state import State
from .texts import CATALOG

F = TypeVar("F", bound=Callable[..., Any])
Check = Callable[[int, Mapping[str, Value]], Sentence | None]

MOST_NAME_LENGTH = 60
# The parts of a game's compiled code: what any game at a table needs, and what computer players need besides.
RULES, SEARCH = "rules", "search"
HEADING_ID = re.compile(r"^(#+ .*?)[ \t]+\{#[a-z][a-z0-9-]*\}[ \t]*$", re.MULTILINE)


class Game:
    """A game: ``name``, ``edition``, ``seats`` (the first number is the default), ``author``, ``publisher``, ``year``
    and ``minutes``. ``first`` are the options that the rulebook recommends for a first game, where they are not the
    usual ones; ``high_scores`` the names and points that it lists for a game alone, the most first; ``daily`` the seats
    of its daily game, 0 if it has none. Made once, in the ``__init__.py`` of its folder. Rules are loaded when they are
    first needed.

    >>> game = lt.load("number-drop")
    >>> game.title("fr"), game.seats, game.year
    ('Number Drop', (1, 2, 3, 4, 5, 6), 2021)
    >>> state = game.new(seats=2, tiles="large")
    """

    def __init__(
        self,
        package: str,
        *,
        rules: Callable[[], Rules[Any, Any]],
        display: Callable[[], Display],
        edition: int,
        seats: Sequence[int],
        options: Sequence[Option],
        author: str,
        publisher: str,
        year: int,
        minutes: int,
        check: Check | None = None,
        high_scores: Sequence[tuple[str, int]] = (),
        first: Mapping[str, Value] = MappingProxyType({}),
        daily: int = 0,
    ) -> None:
        self.package = package
        self.name = package.rpartition(".")[2].replace("_", "-")
        self.edition = edition
        self.seats = tuple(seats)
        self.author, self.publisher, self.year, self.minutes = author, publisher, year, minutes
        self.first = MappingProxyType(dict(first))
        self._load_rules, self._load_display = rules, display
        self._options = tuple(options)
        self._check = check
        self.high_scores = tuple(high_scores)
        self.daily = daily
        self._compiled: dict[Callable[..., Any], Callable[..., Any]] = {}
        # What runs as it is written because it is not compiled yet; may change in the middle of a game.
        self.interpreted: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return f"<Game {self.name}, edition {self.edition}>"

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return _game_of, (self.package,)

    # What people read

    @cached_property
    def folder(self) -> Path:
        """Where everything that belongs to the game lies."""
        found = import_module(self.package).__file__
        assert found is not None
        return Path(found).parent

    @cached_property
    def catalog(self) -> Catalog:
        """Every sentence of the game, from its files ``text.*.toml``."""
        return Catalog(self.folder)

    def title(self, lang: str = "en") -> str:
        """The name that stands on the box."""
        return self.catalog.say("title", lang)

    def line(self, lang: str = "en") -> str:
        """The game in one line."""
        return self.catalog.say("line", lang)

    def guide(self, lang: str = "en") -> str:
        """The rules for players, as Markdown whose ``ludo`` blocks are positions. In English if there is no other."""
        return HEADING_ID.sub(r"\1", self.guide_with_ids(lang))

    def guide_with_ids(self, lang: str = "en") -> str:
        """The same with the ids of its headings, by which sections are found: ``## The end {#end}``."""
        paths = (self.folder / f"guide.{each}.md" for each in (lang, LIBRARY))
        return language(lang).typeset(next(path for path in paths if path.exists()).read_text("utf-8"))

    # The modules of the folder

    @cached_property
    def rules(self) -> Rules[Any, Any]:
        """The only place where a rule exists."""
        load_compiler()
        from . import verbs  # here and not above: it needs the compiler

        rules = self._load_rules()
        verbs.register(rules)
        return rules

    @cached_property
    def display(self) -> Display:
        """Notation, sentences, diagrams, clicks and pictures."""
        load_compiler()
        return self._load_display()

    @cached_property
    def num_actions(self) -> int:
        """How many action codes there are: 0 to one less."""
        return self.rules.ACTIONS

    @cached_property
    def num_outcomes(self) -> int:
        """The most outcomes that a draw can have; 0 in a game without chance."""
        return self.rules.OUTCOMES

    @cached_property
    def num_codes(self) -> int:
        """Room for either: all actions, or the weights of all outcomes."""
        return max(self.num_actions, self.num_outcomes)

    @cached_property
    def has_scores(self) -> bool:
        """Whether the game counts points."""
        return hasattr(self.rules, "scores")

    def compiled(self, function: F) -> F:
        """A function compiled for this game, on first call; kept in this process and on disk."""
        if self.interpreted and part_of(function) in self.interpreted:
            return as_written(function)
        if function not in self._compiled:
            from .rule import compiled

            _ = self.rules  # registers the verbs
            self._compiled[function] = compiled(function, self.folder)
        return self._compiled[function]  # type: ignore[return-value]

    @property
    def ask(self) -> SimpleNamespace:
        """The verbs as Python calls them: ``ask.legal(states, seat, codes)`` …, each compiled when first called."""
        return self._as_written if RULES in self.interpreted else self._as_compiled

    @cached_property
    def _as_compiled(self) -> SimpleNamespace:
        return SimpleNamespace(**{name: self.compiled(verb) for name, verb in self._verbs()})

    @cached_property
    def _as_written(self) -> SimpleNamespace:
        _ = self.rules  # registers the verbs
        return SimpleNamespace(**{name: as_written(verb) for name, verb in self._verbs()})

    def _verbs(self) -> Iterator[tuple[str, Callable[..., Any]]]:
        from . import verbs

        names = ("actors", "legal", "weights", "step", "result", *(("scores",) if self.has_scores else ()))
        return ((name, getattr(verbs, f"ask_{name}")) for name in names)

    def twin(self) -> Game:
        """The same game with everything compiled, whatever this one does; what it loads is there for both."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__, interpreted=frozenset())
        return other

    def empty(self, n: int) -> np.ndarray[Any, np.dtype[Any]]:
        """An array of n blank states: n times the size of the record, and nothing more."""
        return np.zeros(n, self.rules.LAYOUT)

    # Options and new games

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """Name -> option, with allowed values, default and a sentence in each language."""
        named = {o.name: Option(o.name, o.values, o.default, self.catalog) for o in self._options}
        return MappingProxyType(named)

    def settle(self, seats: int | None, given: Mapping[str, object]) -> tuple[int, dict[str, Value]]:
        """The number of seats and the value of every option, or a GameError that says what is allowed."""
        seats = self.seats[0] if seats is None else seats
        if type(seats) is not int or seats not in self.seats:
            raise self._wrong_seats(seats)
        for name in given:
            if name not in self.options:
                known = ", ".join(self.options)
                raise self._error("game.unknown-option", name=str(name)[:40], known=known)
        settled: dict[str, Value] = {}
        for name, option in self.options.items():
            default = option.default_for(seats, settled)
            settled[name] = option.check(given[name]) if name in given else default
        if self._check and (why := self._check(seats, settled)):
            raise GameError(why)
        return seats, settled

    def told_options(self, seats: int, options: Mapping[str, Value], lang: str = "en") -> str:
        """What is played, in a few words: “Classic, two teams”. A usual value is told only if it has a name, as a level
        has, and does not follow from other options."""
        told = []
        for name, option in self.options.items():
            usual = option.default_for(seats, options)
            value = options.get(name, usual)
            if value != usual or (option.value_name(usual) and not callable(option.default)):
                told.append(option.told(value).text(lang))
        return ", ".join(told)

    def new(self, seats: int | None = None, *, names: Sequence[str] | None = None, **options: object) -> State:
        """A new game, before its first event."""
        return self.start(seats, names, options)

    def start(self, seats: int | None, names: Sequence[str] | None, options: Mapping[str, object]) -> State:
        """The same as ``new``, with the options as a mapping."""
        seats, settled = self.settle(seats, options)
        data = self.empty(1)
        self.rules.setup(data[0], seats, self.rules.Options(**settled))
        return State(self, settled, self.check_names(seats, names), data)

    def check_names(self, seats: int, names: Sequence[str] | None) -> tuple[str, ...]:
        """The players' names, one a seat, empty where none are given; or a GameError that says what is allowed."""
        if names is None:
            return ("",) * seats
        if len(names) != seats or not all(map(_is_name, names)):
            raise self._error("game.wrong-names", seats=seats)
        return tuple(names)

    def from_bytes(self, data: bytes, seats: int | None = None, **options: object) -> State:
        """The state that ``bytes(state)`` came from, without its past; give the options the game was made with.

        The bytes are taken as they are: use it for what this library wrote, and ``read`` or records for all else.
        """
        seats, settled = self.settle(seats, options)
        size = self.rules.LAYOUT.itemsize
        if len(data) != size:
            raise self._error("game.wrong-bytes", expected=size, given=len(data))
        states = np.frombuffer(bytearray(data), self.rules.LAYOUT)
        return State(self, settled, ("",) * seats, states)

    # Diagrams

    def read(self, diagram: str) -> State:
        """The position that ``state.diagram()`` drew; options that it does not name have their defaults."""
        state = self.sketch(diagram)
        try:
            self.display.diagram.check(state._data[0])
        except (ValueError, IndexError, KeyError) as problem:
            raise self._bad_diagram(problem) from problem
        if self._redraw(state, self._parse_options(diagram.rpartition("\n")[2])[1]) != diagram:
            raise self._error("game.wrong-diagram", reason=CATALOG("diagram.redrawn"))
        if not (all(map(state.legal, state.actors)) and (state.outcomes() or not state.chance)):
            raise self._error("game.wrong-diagram", reason=CATALOG("diagram.stuck"))
        return state

    def sketch(self, diagram: str) -> State:
        """What a diagram shows, whether it can be or not: for who puts a position together, and for nobody else.

        >>> game = lt.load("drivis")
        >>> game.sketch(game.new().diagram()) == game.new()
        True
        """
        *lines, last = diagram.split("\n")
        seats, options = self._parse_options(last)
        blank = self.start(seats, None, options)
        data = blank._data.copy()
        try:
            self.display.diagram.read(data[0], lines)
        except (ValueError, IndexError, KeyError) as problem:
            raise self._bad_diagram(problem) from problem
        return State(self, blank.options, blank.names, data, origin=diagram)

    def _redraw(self, state: State, named: Mapping[str, Value]) -> str | None:
        """The diagram with the options that were named: a later version may know more."""
        options = {name: value for name, value in state.options.items() if name in named}
        try:
            return f"{self.display.diagram.diagram(state).plain()}\n{self.write_options(state.seats, options)}"
        except (ValueError, IndexError, KeyError):
            return None

    def _bad_diagram(self, problem: Exception) -> GameError:
        reason = problem.sentence if isinstance(problem, GameError) else CATALOG("diagram.redrawn")
        return self._error("game.wrong-diagram", reason=reason)

    def write_options(self, seats: int, options: Mapping[str, Value]) -> str:
        """The last line of a diagram: ``seats=2 start=ring``."""
        return " ".join([f"seats={seats}", *(f"{k}={write_value(v)}" for k, v in options.items())])

    def _parse_options(self, line: str) -> tuple[int, dict[str, Value]]:
        pairs = dict(word.partition("=")[::2] for word in line.split(" "))
        seats = parse_whole(pairs.pop("seats", ""))
        if seats is None:
            example = self.write_options(*self.settle(None, {}))
            raise self._error("game.wrong-diagram", reason=CATALOG("diagram.options", example=example))
        return seats, {k: self._option(k).parse(v) for k, v in pairs.items()}

    def _option(self, name: str) -> Option:
        if name not in self.options:
            raise self._error("game.unknown-option", name=name[:40], known=", ".join(self.options))
        return self.options[name]

    def parse_options(self, pairs: Mapping[str, str]) -> dict[str, Value]:
        """Options as written on a command line or in a record."""
        return {name: self._option(name).parse(text) for name, text in pairs.items()}

    def _wrong_seats(self, seats: object) -> GameError:
        allowed = ", ".join(map(str, self.seats))
        return self._error("game.wrong-seats", allowed=allowed, most=max(self.seats), seats=str(seats)[:40])

    def _error(self, key: str, **params: Any) -> GameError:
        return GameError(CATALOG(key, game=self.catalog("title"), **params))


def part_of(function: Callable[..., Any]) -> str:
    """To which part of a game's compiled code a function belongs."""
    return SEARCH if ".search." in function.__module__ else RULES


def as_written(function: F) -> F:
    """The same function uncompiled."""
    return cast(F, getattr(function, "py_func", function))


def _is_name(name: object) -> bool:
    return isinstance(name, str) and len(name) <= MOST_NAME_LENGTH and name.strip() == name and name.isprintable()


def _game_of(package: str) -> Game:
    game = import_module(package).GAME
    assert isinstance(game, Game)
    return game
