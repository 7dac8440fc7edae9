"""What the pages say about games and tables. Nothing here loads rules, so that the first page is there at once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from typing import Any

from ..core.game import Game
from ..core.options import Option, Value, Whole, team_of, write_value
from ..core.registry import games, load
from ..play.computer_names import character
from ..play.ports import OVER, WAITING, Listed, Sitter, Store, Summary
from ..search.players import LEVELS
from .standings import Standing, outcome_of, seats_of
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
        "computer": game.catalog.say("computer", lang) if "computer" in game.catalog else "",
        "teams": teams(game, lang) if "teams" in game.options else [],
        "options": [option(each, lang) for each in game.options.values()],
    }


def teams(game: Game, lang: str) -> list[dict[str, Any]]:
    """Who plays together when all seats are taken: the name of each side, and what its seats are called."""
    seats = range(max(game.seats))
    called = {seat: game.catalog.say(f"seat.{seat}", lang) for seat in seats}
    sides = [[seat for seat in seats if team_of(seat, {"teams": True}) == side] for side in (0, 1)]
    joint = f" {CATALOG.say('js.turn.and', lang)} "
    return [
        {"name": CATALOG.say("js.team", lang, names=joint.join(called[seat] for seat in side)), "seats": side}
        | {"called": [called[seat] for seat in side]}
        for side in sides
    ]


def levels(lang: str) -> list[dict[str, Any]]:
    """A word and a sentence for each level of the computer."""
    return [
        {"level": level, "word": CATALOG.say(f"level.{level}", lang), "character": character(level, lang)}
        for level in LEVELS
    ]


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
    several = isinstance(option.values, tuple) and len(option.values) > 2
    return {
        "value": written,
        "type": type(value).__name__,
        "text": text or written,
        "name": option.value_name(value).get(lang, "") if several else "",
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


def has_played(played: Iterable[Listed], game: str) -> bool:
    """Whether somebody sat at a table of this game."""
    return any(each.info.game == game for each in played)


def _table(store: Store, listed: Listed, player: str, lang: str) -> dict[str, Any]:
    info, summary = listed.info, listed.summary
    my_turn = player in summary.turn
    key = "over" if summary.status == OVER else "waiting" if summary.status == WAITING else "theirs"
    return {
        "id": info.id,
        "game": info.game,
        "title": load(info.game).title(lang),
        "setting": load(info.game).told_options(info.seats, info.options, lang),
        "names": _company(store, listed, player, lang),
        "status_text": CATALOG.say("status.mine" if my_turn else f"status.{key}", lang),
        "outcome": outcome(summary, player, lang),
        "my_turn": my_turn,
        "moves": CATALOG.say("status.moves", lang, n=summary.moves),
        "changed": listed.changed,
        "day": datetime.fromtimestamp(listed.changed / 1000, UTC).date().isoformat(),
    }


def outcome(summary: Summary, player: str, lang: str) -> dict[str, str]:
    """How a finished game went for this player: a word, and a sign besides."""
    if summary.status != OVER or not summary.sitters:
        return {}
    if len(summary.sitters) == 1 and summary.scores:
        return {"how": "over", "word": CATALOG.say("outcome.points", lang, n=summary.scores[0])}
    how = outcome_of(summary.result, seats_of(summary.sitters, player))
    return {"how": how, "word": CATALOG.say(f"outcome.{how}", lang)}


def standing(each: Standing, lang: str) -> dict[str, Any]:
    """Won and lost against each level, and the best scores alone, for a page."""
    rows = [
        {"who": opponents(level, lang), **{how: counts[how] for how in ("won", "lost", "drawn")}}
        for level, counts in sorted(each.against.items())
    ]
    return {"game": each.game, "title": load(each.game).title(lang), "rows": rows, "best": each.best}


def opponents(level: int, lang: str) -> str:
    """Those against whom games were won and lost: people, or computers of a level."""
    return CATALOG.say("standing.level", lang, level=level) if level else CATALOG.say("standing.people", lang)


def _company(store: Store, listed: Listed, player: str, lang: str) -> str:
    """Who else sits there."""
    names = [_introduced(each, lang) for each in listed.summary.sitters if each.player != player or each.level]
    if not listed.summary.sitters:  # from before they were kept
        others = [store.player(each) for each in sorted(listed.summary.players - {player})]
        names = [each.name for each in others if each]
    names = [name for name in names if name]
    if names:
        return CATALOG.say("status.with", lang, names=", ".join(names))
    return CATALOG.say("status.friend" if listed.summary.status == WAITING else "status.alone", lang)


def _introduced(sitter: Sitter, lang: str) -> str:
    return CATALOG.say("setup.computer", lang, name=sitter.name, level=sitter.level) if sitter.level else sitter.name
