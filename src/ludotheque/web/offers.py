"""What the quick button of a game's page opens: what the rulebook recommends for a first game, and after that one level
up or down, as the last game went. Levels are those of the computer, and those of the game itself where it has some."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..core.game import Game
from ..core.options import Value, write_value
from ..play.ports import OVER, Listed
from ..search.players import LEVELS
from .standings import seats_of
from .texts import CATALOG

FIRST_LEVEL = min(LEVELS)
T = TypeVar("T")


@dataclass(frozen=True)
class Played:
    """A game against computers: their level, the levels of the game, and the result for the one who played."""

    level: int
    options: Mapping[str, Value]
    result: float


@dataclass(frozen=True)
class Offer:
    """A level of the computer, values of the options that make a game easier or harder, and why."""

    level: int
    options: Mapping[str, Value]
    sentence: str


def offer(listed: Iterable[Listed], player: str | None, game: Game, lang: str) -> Offer:
    """For who was at these tables, the last changed first."""
    played = last_played(listed, player, game) if player else None
    return next_offer(game, played, lang) if played else first_offer(game, lang)


def first_offer(game: Game, lang: str) -> Offer:
    named = name_of(game, game.first, lang)
    return Offer(FIRST_LEVEL, game.first, CATALOG.say("offer.first", lang, name=named) if named else "")


def next_offer(game: Game, played: Played, lang: str) -> Offer:
    """Up after a victory, down after a defeat, as far as there are levels."""
    step = (played.result > 0) - (played.result < 0)
    level = stepped(LEVELS, played.level, step)
    options = {name: stepped(ladder(game, name), value, step) for name, value in played.options.items()}
    is_same = level == played.level and options == played.options
    key = f"offer.{('lost', 'drawn', 'won')[step + 1]}{'.again' if is_same and step else ''}"
    last = told("offer.last", game, played.level, played.options, lang)
    return Offer(level, options, CATALOG.say(key, lang, last=last, next=told("offer.next", game, level, options, lang)))


def ladder(game: Game, name: str) -> Sequence[Value]:
    """The values of an option from the one recommended for a first game to the usual one; what lies beyond is a matter
    of taste."""
    option = game.options[name]
    values, usual = option.values, option.default
    assert isinstance(values, tuple) and not callable(usual)
    return values[values.index(game.first[name]) : values.index(usual) + 1]


def stepped(values: Sequence[T], value: T, step: int) -> T:
    """The next one that way. The first and the last have none, and what is not among them stays."""
    if value not in values:
        return value
    return values[max(0, min(len(values) - 1, values.index(value) + step))]


# What was played


def last_played(tables: Iterable[Listed], player: str, game: Game) -> Played | None:
    """The last finished game of somebody who played alone against computers."""
    for listed in tables:
        summary = listed.summary
        is_alone = summary.status == OVER and summary.players == {player} and summary.computers
        if listed.info.game == game.name and is_alone:
            return played_at(listed, player, game)
    return None


def played_at(listed: Listed, player: str, game: Game) -> Played | None:
    summary, options = listed.summary, listed.info.options
    levels = [sitter.level for sitter in summary.sitters if sitter.level]
    if not levels or summary.result is None:
        return None
    result = sum(summary.result[seat] for seat in seats_of(summary.sitters, player))
    return Played(max(levels), {name: options[name] for name in game.first}, result)


# In words


def told(key: str, game: Game, level: int, options: Mapping[str, Value], lang: str) -> str:
    name = name_of(game, options, lang)
    return CATALOG.say(f"{key}.named", lang, name=name, level=level) if name else CATALOG.say(key, lang, level=level)


def name_of(game: Game, options: Mapping[str, Value], lang: str) -> str:
    return ", ".join(value_name(game, name, value, lang) for name, value in options.items())


def value_name(game: Game, name: str, value: Value, lang: str) -> str:
    """What the players call a value; the value itself where it has no name."""
    key = f"option.{name}.{write_value(value)}.name"
    return game.catalog.say(key, lang) if key in game.catalog else write_value(value)


def selects(game: Game, offered: Offer, lang: str) -> list[dict[str, object]]:
    """A field of the form for each option that is offered, with all its values."""
    return [
        {
            "name": name,
            "values": [
                {"value": write_value(value), "type": type(value).__name__, "text": value_name(game, name, value, lang)}
                | {"selected": value == chosen}
                for value in values
            ],
        }
        for name, chosen in offered.options.items()
        if isinstance(values := game.options[name].values, tuple)
    ]
