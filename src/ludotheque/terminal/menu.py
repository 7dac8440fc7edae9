"""The shelf: all games in a list, and the menu that welcomes who types only ``ludotheque``."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..core.errors import GameError
from ..core.game import Game
from ..core.i18n import LANGUAGES
from ..core.lessons import names
from ..core.options import Option, Value, Whole, write_value
from ..core.puzzles import files
from ..core.registry import games, load
from .autosave import unfinished
from .commands import find_command
from .console import Terminal
from .language import whole
from .texts import CATALOG

# So many games are shown with space between them; more stand close, so that the shelf fits on one screen.
FEW = 3
PLAY = Namespace(option=[], seats=None, name=[], against=None, side=None, seed=None, tutor=False)


# The list


def run_games(terminal: Terminal, args: Namespace) -> int:
    chosen = [load(name) for name in ([args.game] if args.game else games())]
    width = max(len(game.name) for game in chosen)
    terminal.gap()
    for game in chosen:
        terminal.show(box(terminal, game, game.name.ljust(width)))
        if args.game:
            terminal.gap()
            terminal.show(options_table(terminal, game), indent=4)
        terminal.gap()
    if not args.game:
        terminal.say("games.more", "dim")
        terminal.command("games", games()[0])
        terminal.command("play", games()[0])
        terminal.gap()
    return 0


def box(terminal: Terminal, game: Game, label: str) -> RenderableType:
    """A game as it stands on the shelf: what it is called, what it is about, for whom, by whom."""
    lang = terminal.lang
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    facts = terminal.text("games.facts", seats=seats_text(game), most=max(game.seats), minutes=game.minutes)
    about = Group(Text(game.title(lang), "bold"), Text(game.line(lang)), Text(f"{facts} · {credit(game)}", "dim"))
    table.add_row(label, about)
    return table


def credit(game: Game) -> str:
    return ", ".join(dict.fromkeys((game.author, game.publisher, str(game.year))))  # some publish their own game


def seats_text(game: Game) -> str:
    """``2``, ``2–4`` or ``1, 3``."""
    few, many = min(game.seats), max(game.seats)
    if game.seats == tuple(range(few, many + 1)):
        return str(few) if few == many else f"{few}–{many}"
    return ", ".join(map(str, game.seats))


def options_table(terminal: Terminal, game: Game) -> RenderableType:
    """Every option, its values and which one is usual."""
    _, usual = game.settle(None, {})
    parts: list[RenderableType] = [Text(terminal.text("games.options"), "bold")]
    for name, option in game.options.items():
        sentence = option.text.get(terminal.lang, "")
        parts.append(Text.assemble((f"-o {name}=…", "cyan"), f"  {sentence}"))
        parts.append(Padding(_values(terminal, option, write_value(usual[name])), (0, 0, 0, 4), expand=False))
    return Group(*parts)


def _values(terminal: Terminal, option: Option, usual: str) -> RenderableType:
    mark = terminal.text("games.usual")
    if isinstance(option.values, Whole):
        return Text(f"{terminal.speak(option.values.sentence())} ({mark} {usual})", "dim")
    table = Table.grid(padding=(0, 2))
    for value in option.values:
        written = write_value(value)
        means = _meaning(terminal, option, value)
        table.add_row(written, f"{means} ({mark})".strip() if written == usual else means, style="dim")
    return table


def _meaning(terminal: Terminal, option: Option, value: Value) -> str:
    name, text = (each.get(terminal.lang, "") for each in (option.value_name(value), option.value_text(value)))
    several = not isinstance(option.values, Whole) and len(option.values) > 2
    return terminal.text("games.value", name=name, text=text) if name and several else text


# The menu


def run_menu(terminal: Terminal, args: Namespace) -> int:
    """The welcome: choose a game, and what to do with it."""
    try:
        while (chosen := _choose_from_shelf(terminal)) is not None:
            _open_kindly(terminal, chosen)
    except EOFError:
        terminal.gap()
    terminal.say("menu.bye")
    return 0


def _choose_from_shelf(terminal: Terminal) -> Game | Path | None:
    shelf = [load(name) for name in games()]
    while True:
        kept = unfinished()[:1]
        _show_shelf(terminal, shelf, kept)
        answer = terminal.ask(f"  {terminal.text('menu.ask')} >").lower()
        if answer == terminal.text("menu.quit.key") or find_command(answer)[0] == "quit":
            return None
        if answer in (offered := _languages(terminal.lang)):
            terminal.lang = offered[answer]
        elif kept and answer == terminal.text("menu.go-on.key"):
            return kept[0]
        elif game := meant(answer, shelf):
            return game
        elif answer:
            terminal.say("menu.what", "yellow", text=answer[:40])


def _show_shelf(terminal: Terminal, shelf: Sequence[Game], kept: Sequence[Path]) -> None:
    terminal.gap()
    terminal.tell("Ludothèque", "bold")
    terminal.say("menu.welcome", "dim")
    terminal.gap()
    for at, game in enumerate(shelf, 1):
        terminal.show(box(terminal, game, str(at)))
        if len(shelf) <= FEW or game is shelf[-1]:
            terminal.gap()
    for path in kept:
        _entry(terminal, "go-on", game=kept_title(terminal, path), when=_when(path))
    for lang in _languages(terminal.lang).values():
        _entry(terminal, "language", lang)
    _entry(terminal, "quit")
    terminal.gap()


def _entry(terminal: Terminal, key: str, lang: str = "", **params: object) -> None:
    label, text = (CATALOG.say(each, lang or terminal.lang, **params) for each in (f"menu.{key}.key", f"menu.{key}"))
    terminal.show(Text.assemble((f"{label}   ", "cyan"), text))


def kept_title(terminal: Terminal, path: Path) -> str:
    """The game's title, found in the file's name: reading the whole record would take a moment."""
    name = max((name for name in games() if path.name.startswith(f"{name}-")), key=len, default=None)
    return load(name).title(terminal.lang) if name else path.name


def _when(path: Path) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))


def _languages(spoken: str) -> dict[str, str]:
    """The key that chooses another language -> that language. Each offers itself, in its own words."""
    return {CATALOG.say("menu.language.key", lang): lang for lang in LANGUAGES if lang != spoken}


def meant(answer: str, shelf: Sequence[Game]) -> Game | None:
    """A game by its number, by its name, or by how that begins."""
    number = whole(answer)
    if number is not None:
        return shelf[number - 1] if 1 <= number <= len(shelf) else None
    same = [game for game in shelf if game.name == answer]
    found = same or [game for game in shelf if answer and game.name.startswith(answer)]
    return found[0] if len(found) == 1 else None


# One game


def _open_kindly(terminal: Terminal, chosen: Game | Path) -> None:
    """Whatever is refused, a damaged file for instance, leads back to the shelf."""
    try:
        _open_box(terminal, chosen)
    except GameError as problem:
        terminal.tell(problem.text(terminal.lang), "yellow")


def _open_box(terminal: Terminal, chosen: Game | Path) -> None:
    if isinstance(chosen, Path):
        from .play import go_on

        go_on(terminal, Namespace(**vars(PLAY) | {"target": str(chosen)}))
        return
    while (asked := pick(terminal, chosen.title(terminal.lang), _answers(chosen))) != "back":
        if asked == "rules":
            from .guide import read_guide

            read_guide(terminal, chosen)
        elif asked == "lessons":
            from .lessons import teach

            teach(terminal, chosen)
        elif asked == "puzzles":
            from .puzzles import begin

            begin(terminal, chosen)
        else:
            _play(terminal, chosen, asked)


def _answers(game: Game) -> list[str]:
    alone = ["solo"] if 1 in game.seats else []
    others = ["friend", "computer"] if max(game.seats) > 1 else []
    learning = ["lessons"] if names(game) else []
    solving = ["puzzles"] if files(game) else []
    return [*learning, *others, *alone, *solving, "rules", "back"]


def pick(terminal: Terminal, title: str, keys: Sequence[str], said: Sequence[str] = ()) -> str:
    """One of several entries, by its number; ``said`` are their words, else the catalog has them."""
    said = said or [terminal.text(f"menu.{key}") for key in keys]
    terminal.gap()
    terminal.tell(title, "bold")
    for at, words in enumerate(said, 1):
        terminal.show(Text.assemble((f"{at}   ", "cyan"), words))
    terminal.gap()
    while True:
        answer = terminal.ask(f"  {terminal.text('menu.ask')} >")
        if 1 <= (whole(answer) or 0) <= len(keys):
            return keys[int(answer) - 1]
        if answer:
            terminal.say("menu.number", "yellow", most=len(keys))


def _play(terminal: Terminal, game: Game, asked: str) -> None:
    from .play import begin

    wanted = vars(PLAY) | {"seats": 1 if asked == "solo" else _ask_seats(terminal, game)}
    if asked == "computer":
        wanted |= {"against": _ask_opponent(terminal), "side": _ask_side(terminal, game, wanted["seats"])}
    begin(terminal, game, Namespace(**wanted))


def _ask_seats(terminal: Terminal, game: Game) -> int:
    several = [str(seats) for seats in game.seats if seats > 1]
    if len(several) == 1:
        return int(several[0])
    said = [terminal.text("menu.players", n=int(seats)) for seats in several]
    return int(pick(terminal, terminal.text("menu.how-many"), several, said))


def _ask_opponent(terminal: Terminal) -> str:
    from .opponents import NAMES, introduced

    if len(NAMES) == 1:
        return NAMES[0]
    said = [introduced(name, terminal.lang) for name in NAMES]
    return pick(terminal, terminal.text("menu.opponent"), NAMES, said)


def _ask_side(terminal: Terminal, game: Game, seats: int) -> str:
    start = game.start(seats, None, {})
    keys = [str(seat) for seat in range(seats)]
    said = [start.seat_name(seat, terminal.lang) for seat in range(seats)]
    if len(start.actors) == 1:  # otherwise the first player is drawn, or all begin together
        said[start.actors[0]] += f" {terminal.text('menu.begins')}"
    return pick(terminal, terminal.text("menu.side"), keys, said)
