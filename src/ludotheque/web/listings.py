"""What the pages say about games and tables. Nothing here loads rules, so that the first page is there at once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from ..core.game import Game
from ..core.options import Option, Value, Whole, write_value
from ..core.registry import games, load
from ..play.ports import OVER, WAITING, Listed, Store
from ..search.players import LEVELS
from .texts import CATALOG


@cache
def box(name: str, lang: str) -> dict[str, Any]:
    """A game as it stands on the shelf."""
    game = load(name)
    return {
        "name": name,
        "title": game.title(lang),
        "line": game.line(lang),
        "players": players(game),
        "most": max(game.seats),
        "minutes": game.minutes,
        "year": game.year,
        "author": game.author,
        "publisher": game.publisher,
    }


def boxes(lang: str) -> list[dict[str, Any]]:
    return [box(name, lang) for name in games()]


def players(game: Game) -> str:
    least, most = min(game.seats), max(game.seats)
    return str(least) if least == most else f"{least}–{most}"


def opened(name: str, lang: str) -> dict[str, Any]:
    """A game with everything that its own page tells and asks."""
    game = load(name)
    return {
        **box(name, lang),
        "credit": game.catalog.say("credit", lang),
        "seats": list(game.seats),
        "places": [place(game, seat, lang) for seat in range(max(game.seats))],
        "levels": levels(lang),
        "options": [option(each, lang) for each in game.options.values()],
    }


def levels(lang: str) -> list[dict[str, Any]]:
    return [{"level": level, "word": CATALOG.say(f"level.{level}", lang)} for level in LEVELS]


def place(game: Game, seat: int, lang: str) -> str:
    """What a seat is called before the game begins. With several numbers of players the colours may vary."""
    if len(game.seats) == 1:
        return CATALOG.say("setup.place-named", lang, n=seat + 1, name=game.catalog(f"seat.{seat}"))
    return CATALOG.say("setup.place", lang, n=seat + 1)


def option(option: Option, lang: str) -> dict[str, Any]:
    """An option for a form. A default that depends on others is left to the rules: ``default`` is then empty."""
    default = "" if callable(option.default) else write_value(option.default)
    whole = option.values if isinstance(option.values, Whole) else None
    allowed: Iterable[Value] = () if isinstance(option.values, Whole) else option.values
    values = [_value(option, value, default, lang) for value in allowed]
    return {
        "name": option.name,
        "text": option.text.get(lang, option.name),
        "kind": _kind(option),
        "default": default,
        "values": values,
        "plain": all(value["text"] == value["value"] for value in values),  # numbers that need no words
        "least": whole.least if whole else None,
        "most": whole.most if whole else None,
    }


def _kind(option: Option) -> str:
    if isinstance(option.values, Whole):
        return "whole"
    return "bool" if all(isinstance(value, bool) for value in option.values) else "choice"


def _value(option: Option, value: Value, default: str, lang: str) -> dict[str, Any]:
    written = write_value(value)
    text = option.value_text(value).get(lang, "")
    spoken = isinstance(value, str) and len(option.values) > 2 if isinstance(option.values, tuple) else False
    return {
        "value": written,
        "type": type(value).__name__,
        "text": text or written,
        "code": written if spoken and text else "",
        "default": written == default,
    }


# Tables


def tables(store: Store, player: str, lang: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The tables where somebody sits: those that go on, one's own turn first, and those that are over."""
    listed = [each for each in store.tables_of(player) if each.info.game in games()]
    shown = [(each.summary.status, _table(store, each, player, lang)) for each in listed]
    running = [table for status, table in shown if status != OVER]
    finished = [table for status, table in shown if status == OVER]
    return sorted(running, key=lambda table: not table["my_turn"]), finished


def has_played(store: Store, player: str, game: str) -> bool:
    """Whether somebody sat at a table of this game."""
    return any(each.info.game == game for each in store.tables_of(player))


def _table(store: Store, listed: Listed, player: str, lang: str) -> dict[str, Any]:
    info, summary = listed.info, listed.summary
    my_turn = player in summary.turn
    key = "over" if summary.status == OVER else "waiting" if summary.status == WAITING else "theirs"
    return {
        "id": info.id,
        "game": info.game,
        "title": load(info.game).title(lang),
        "names": _company(store, listed, player, lang),
        "status_text": CATALOG.say("status.mine" if my_turn else f"status.{key}", lang),
        "my_turn": my_turn,
        "moves": CATALOG.say("status.moves", lang, n=summary.moves),
        "changed": listed.changed,
    }


def _company(store: Store, listed: Listed, player: str, lang: str) -> str:
    """Who else sits there."""
    others = [store.player(each) for each in sorted(listed.summary.players - {player})]
    names = [each.name for each in others if each and each.name]
    if listed.summary.computers:
        names.append(CATALOG.say("status.computer", lang))
    if names:
        return CATALOG.say("status.with", lang, names=", ".join(names))
    return CATALOG.say("status.friend" if listed.summary.status == WAITING else "status.alone", lang)
