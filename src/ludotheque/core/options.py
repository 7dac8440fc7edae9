"""Options of a game: what may be chosen before it begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .errors import GameError
from .i18n import LANGUAGES, Catalog, Sentence
from .texts import CATALOG

Value = bool | int | str
Default = Value | Callable[[int, Mapping[str, Value]], Value]


@dataclass(frozen=True)
class Whole:
    """All whole numbers from ``least`` to ``most``, as the allowed values of an option."""

    least: int = 1
    most: int = 1_000_000_000

    def __contains__(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def sentence(self) -> Sentence:
        """The same in words."""
        return CATALOG("values.whole", least=self.least, most=self.most)


@dataclass(frozen=True)
class Option:
    """One option: its allowed values, its default, and a sentence about it (``option.text``).

    ``default`` is a value, or a function of the number of seats and the options before this one.

    >>> start = lt.load("drivis").options["start"]
    >>> start.values, start.default, start.text["en"]
    (('ring', 'triples'), 'ring', 'The starting position.')
    """

    name: str
    values: tuple[Value, ...] | Whole
    default: Default
    catalog: Catalog | None = field(default=None, compare=False, repr=False)  #: the sentences of its game

    @property
    def text(self) -> dict[str, str]:
        """What the option means, in each language."""
        return self._sentences(f"option.{self.name}")

    def value_text(self, value: Value) -> dict[str, str]:
        """What one of its values means, in each language; empty if it needs no words."""
        return self._sentences(f"option.{self.name}.{write_value(value)}")

    def value_name(self, value: Value) -> dict[str, str]:
        """What one of its values is called, in each language; empty if it has no name."""
        return self._sentences(f"option.{self.name}.{write_value(value)}.name")

    def told(self, value: Value) -> Sentence:
        """A value in a few words that need nothing around them: “Blitz”, “two teams”, “at most 50 moves”."""
        for own in (f"option.{self.name}.{write_value(value)}.name", f"option.{self.name}.name"):
            if self.catalog is not None and own in self.catalog:
                return Sentence(self.catalog, own, {"value": value})
        key = "values.limit" if self.name == "max_choices" else "values.set"
        return CATALOG(key, name=self.name, value=write_value(value))

    def _sentences(self, key: str) -> dict[str, str]:
        if self.catalog is None or key not in self.catalog:
            return {}
        return {lang: self.catalog.messages(lang)[key] for lang in LANGUAGES}

    def default_for(self, seats: int, given: Mapping[str, Value]) -> Value:
        """The value that counts if none is given."""
        return self.default(seats, given) if callable(self.default) else self.default

    def check(self, value: object) -> Value:
        """The value itself, or a GameError that names what is allowed."""
        if isinstance(self.values, Whole):
            if value in self.values:
                return value  # type: ignore[return-value]  # Whole contains only int
            raise self._wrong(value)
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return allowed
        raise self._wrong(value)

    def parse(self, text: str) -> Value:
        """The value written as ``text`` on a command line or in a record."""
        if isinstance(self.values, Whole):
            value = parse_whole(text)
            return self.check(text if value is None else value)
        for allowed in self.values:
            if write_value(allowed) == text:
                return allowed
        raise self._wrong(text)

    def allowed(self) -> Sentence:
        """The values that may be given, in words."""
        if isinstance(self.values, Whole):
            return self.values.sentence()
        return CATALOG("values.choice", values=", ".join(map(write_value, self.values)))

    def _wrong(self, value: object) -> GameError:
        shown = str(value)[:40]
        return GameError(CATALOG("game.wrong-value", name=self.name, allowed=self.allowed(), value=shown))


def write_value(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_whole(text: str) -> int | None:
    """A number written the one way we write it: ASCII digits, no sign but a minus, no leading zero."""
    if len(text) > 18 or not text.isascii() or not text.removeprefix("-").isdigit():
        return None
    number = int(text)
    return number if str(number) == text else None


def team_of(seat: int, options: Mapping[str, Value]) -> int | None:
    """With the option ``teams``: the side that a seat plays for, as seats alternate; None without teams."""
    return seat % 2 if options.get("teams") else None


def sides(seats: int, options: Mapping[str, Value]) -> int:
    """How many play against one another: with the option ``teams`` there are two sides, whatever the seats."""
    return 2 if options.get("teams") else seats
