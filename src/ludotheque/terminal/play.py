"""``ludotheque play``: from the command line to the table."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ..core.errors import GameError
from ..core.game import Game
from ..core.i18n import LANGUAGES
from ..core.record import Record
from ..core.registry import games, load
from ..core.state import CHANCE, State
from ..play.commands import entry, numbered, sitting
from ..play.computer_names import computer_name
from ..play.ports import TableInfo
from ..play.table import PERSON, Seat, Table
from ..search.precompile import prepare, prepare_search
from .autosave import Autosave, is_kept, opponents_of
from .console import Terminal
from .files import find, read_record
from .game_loop import HERE, GameLoop
from .interrupts import interruptible
from .layout import game_view
from .opponents import NAMES, thinks
from .picture import headline
from .texts import CATALOG


def run(terminal: Terminal, args: Namespace) -> int:
    name = game_name(args.target)
    if name is None:
        go_on(terminal, args)
    else:
        begin(terminal, load(name), args)
    return 0


def game_name(target: str) -> str | None:
    """The game that is meant, or None if a file is."""
    name = target.lower().replace("_", "-")
    looks_like_file = target.endswith(".ludo") or Path(target).name != target or find(target).is_file()
    return None if looks_like_file and name not in games() else name


# A new game


def begin(terminal: Terminal, game: Game, args: Namespace) -> bool:
    """A new game as the arguments say; tells whether it came to its end."""
    options = game.parse_options(pairs(args.option))
    seats, _ = game.settle(_seats(game, args), options)
    opponents = _opponents(game.start(seats, None, options), args)
    names = _names(seats, opponents, args.name)
    make_ready(terminal, game, opponents)
    table = table_of(game.start(seats, names, options).record)
    return GameLoop(terminal, table, Autosave(opponents), seed=args.seed, tutor=args.tutor).run()


def _seats(game: Game, args: Namespace) -> int | None:
    """As many as were asked for; a computer needs a seat, also in a game that is usually played alone."""
    if args.seats is None and args.against is not None:
        return next((seats for seats in game.seats if seats > 1), None)
    seats: int | None = args.seats
    return seats


def table_of(record: Record) -> Table:
    """A game with everybody at this screen; computers take their seats later."""
    seats = range(len(record.names))
    info = TableInfo("", record.game.name, record.edition, len(seats), record.options, "", 0, HERE, record.origin)
    people = [sitting(seat, Seat(PERSON, HERE)) for seat in seats]
    events = [
        entry("chance", text=text) if seat == CHANCE else entry("choice", seat=seat, text=text)
        for seat, text in record.events
    ]
    table = Table.empty(info, record.names)
    return table.with_entries(numbered(table, [*people, *events]))


def make_ready(terminal: Terminal, game: Game, opponents: dict[int, str]) -> None:
    """Compiles before the first move whatever will be needed."""
    with terminal.waiting("play.preparing", game=game.catalog("title")):
        interruptible(prepare, game)
        if any(map(thinks, opponents.values())):
            interruptible(prepare_search, game)


def pairs(options: list[str]) -> dict[str, str]:
    """``name=value`` words of the command line."""
    for word in options:
        if "=" not in word:
            raise GameError(CATALOG("play.no-value", option=word[:40]))
    return dict(word.partition("=")[::2] for word in options)


def _opponents(start: State, args: Namespace) -> dict[int, str]:
    """The computer takes every seat that the person does not."""
    if args.against is None:
        if args.side is not None:
            raise GameError(CATALOG("play.side-alone", known=", ".join(NAMES)))
        return {}
    if start.seats == 1:
        raise GameError(CATALOG("play.no-room"))
    mine = 0 if args.side is None else find_side(start, args.side)
    return {seat: args.against for seat in range(start.seats) if seat != mine}


def find_side(start: State, side: str) -> int:
    """A seat by its number, or by what its game calls it in any language."""
    for seat in range(start.seats):
        if side.lower() in (str(seat), *(start.seat_name(seat, lang).lower() for lang in LANGUAGES)):
            return seat
    known = ", ".join(map(str, range(start.seats)))
    raise GameError(CATALOG("play.no-side", side=side[:40], known=known))


def _names(seats: int, opponents: dict[int, str], names: list[str]) -> list[str]:
    """The people's names go to the people's seats, in order; computers of a level have names of their own."""
    people = [seat for seat in range(seats) if seat not in opponents]
    if len(names) > len(people):
        raise GameError(CATALOG("play.too-many-names", n=len(people), given=len(names)))
    given = dict(zip(people, names, strict=False))
    for seat, opponent in opponents.items():
        given[seat] = computer_name(int(opponent), given.values()) if opponent.isdigit() else ""
    return [given.get(seat, "") for seat in range(seats)]


# A saved game


def go_on(terminal: Terminal, args: Namespace) -> bool:
    """Goes on with the game in a file; tells whether it came to its end."""
    if args.option or args.seats is not None or args.name:
        raise GameError(CATALOG("play.settled", file=args.target))
    with terminal.waiting("file.opening"):
        record = read_record(args.target)
    table = table_of(record)
    if table.state.over:
        return _already_over(terminal, table.state, args.target)
    path = find(args.target).absolute()
    autosave = Autosave(_who(terminal, record, args), record, path if is_kept(path) else None)
    make_ready(terminal, table.game, dict(autosave.opponents))
    return GameLoop(terminal, table, autosave, seed=args.seed, own_file=path, tutor=args.tutor).run()


def _who(terminal: Terminal, record: Record, args: Namespace) -> dict[int, str]:
    """Who plays: as asked for now, else as the file says."""
    if args.against is not None:
        return _opponents(record.first(), args)
    opponents = opponents_of(record)
    for unknown in {name for name in opponents.values() if name not in NAMES}:
        terminal.say("play.forgotten-opponent", "yellow", name=unknown[:40])
    return {seat: name for seat, name in opponents.items() if name in NAMES}


def _already_over(terminal: Terminal, state: State, file: str) -> bool:
    terminal.gap()
    terminal.tell(headline(terminal, state), "bold")
    terminal.gap()
    terminal.show(game_view(terminal, state))
    terminal.gap()
    terminal.say("play.already-over")
    terminal.command("replay", file)
    return True
