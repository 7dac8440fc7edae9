"""``ludotheque ladder``: each level of the computer against the one below it, in one variant or in several.

Several variants make one table in Markdown, a line for each of them and a column for each step.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from ..core.game import Game
from ..core.options import Value
from ..core.registry import games, load
from ..search.levels import SEATS, fitted, holds
from ..search.match import Match, Setting, check_players
from ..search.players import LEVELS
from .console import Terminal
from .contest import follow, hand_over, interval, markdown, match_figures, prepare_files, table, worker_pool_of
from .language import percent
from .match import live
from .play import pairs

# A step of the ladder is good if the upper level takes this share: a step, neither a wall nor flat ground.
LEAST, MOST = 0.6, 0.8
# Strong levels hardly vary: so many random choices begin each pair of games.
OPENING = 2
YARDSTICKS = ("careful", "greedy")
Ladders = Sequence[tuple[Setting, list[Match]]]


def run(terminal: Terminal, args: Namespace) -> int:
    chosen = [load(name) for name in args.games or games()]
    for game in chosen:
        check_players([scaled(level, args.scale, game) for level in LEVELS])
    folder = prepare_files(args)
    ladders = [(setting, list(_steps(setting, args))) for game in chosen for setting in _settings(game, args)]
    try:
        with worker_pool_of(args) as players:
            for setting, steps in ladders:
                for match in steps:
                    follow(terminal, players, match, partial(_live, terminal, match), folder)
                if not _is_wide(args):
                    _show(terminal, args, setting, steps)
    except KeyboardInterrupt:  # the ladder that is being climbed is not lost
        _show_unfinished(terminal, args, ladders)
        _hand_over(terminal, args, ladders)
        raise
    if _is_wide(args):
        _show_wide(terminal, args, ladders)
    _hand_over(terminal, args, ladders)
    return 0


def scaled(level: int, scale: float, game: Game) -> str:
    """The name of a level with a part of its effort in a game."""
    return str(level) if scale == 1 else f"{level}x{scale:g}"


def _settings(game: Game, args: Namespace) -> Iterator[Setting]:
    """What is asked for: one variant, all that were fitted, or the game as it is usually played.

    Usual is the smallest number of seats; a game for one is also measured with two, where players meet. Seats and
    options say which of the fitted variants are meant.
    """
    options = game.parse_options(pairs(args.option))
    if args.variants:
        wanted = {**options, **({SEATS: args.seats} if args.seats else {})}
        every = (_setting(game, seats, own) for seats, own in fitted(game))
        yield from (one for one in every if holds(wanted, {SEATS: one.seats, **one.options}))
    elif args.seats or min(game.seats) > 1 or 2 not in game.seats:
        yield _setting(game, args.seats, options)
    else:
        yield from (_setting(game, seats, options) for seats in (1, 2))


def _setting(game: Game, seats: int | None, options: Mapping[str, Value]) -> Setting:
    settled_seats, settled = game.settle(seats, options)
    return Setting(game.name, settled_seats, settled, OPENING if settled_seats > 1 else 0)


def _steps(setting: Setting, args: Namespace) -> Iterator[Match]:
    game = load(setting.game)
    pairs_of_players = [(each, scaled(args.first, 1, game)) for each in (YARDSTICKS if args.yardsticks else ())]
    for level in range(args.first + 1, args.last + 1):
        scale = args.scale if level >= args.scale_from else 1
        pairs_of_players.append((scaled(level, scale, game), scaled(level - 1, scale, game)))
    for upper, lower in pairs_of_players:
        yield Match(setting, upper, lower, args.n, seed=args.seed, keep=args.save is not None)


def _live(terminal: Terminal, match: Match) -> str:
    return f"{load(match.contest.setting.game).title(terminal.lang)}  {live(terminal, match)}"


# The table


def _is_wide(args: Namespace) -> bool:
    return bool(args.variants and args.markdown)


def _show_wide(terminal: Terminal, args: Namespace, ladders: Ladders) -> None:
    """One table a game: a line for each variant, a column for each step."""
    if args.json == "-":
        return
    for name, group in groupby(ladders, lambda each: each[0].game):
        variants = list(group)
        steps = [" – ".join(match.contest.players) for match in variants[0][1]]
        rows = [[_variant(terminal, setting), *(_cell(terminal, match) for match in own)] for setting, own in variants]
        heads = [terminal.text("ladder.variant"), *steps]
        print(f"### {load(name).title(terminal.lang)}\n\n{markdown(heads, rows)}\n", flush=True)


def _variant(terminal: Terminal, setting: Setting) -> str:
    told = load(setting.game).told_options(setting.seats, setting.options, terminal.lang)
    seats = terminal.text("ladder.seats", n=setting.seats)
    return f"{told}, {seats}" if told else seats


def _cell(terminal: Terminal, match: Match) -> str:
    """A share with its interval, and alone the points; nothing before the first game."""
    if not match.played:
        return ""
    score = match.score
    share = f"{percent(score.mean, terminal.lang)} ({interval(terminal, score.share)})"
    return f"{share}, {_points(terminal, score.means)}" if score.means else share


def _show_unfinished(terminal: Terminal, args: Namespace, ladders: Ladders) -> None:
    if _is_wide(args):
        _show_wide(terminal, args, ladders)
        return
    for setting, steps in ladders:
        if any(match.played for match in steps) and not all(match.settled for match in steps):
            _show(terminal, args, setting, steps)


def _show(terminal: Terminal, args: Namespace, setting: Setting, steps: Sequence[Match]) -> None:
    if args.json == "-":
        return
    played = [match for match in steps if match.played]
    heads = [terminal.text(f"ladder.{head}") for head in ("level", "against", "games", "counts", "share", "good")]
    heads += [terminal.text("ladder.points")] if setting.seats == 1 else []
    rows = [_row(terminal, match) for match in played]
    title = _title(terminal, setting)
    if args.markdown:
        print(f"### {title}\n\n{markdown(heads, rows, words=2)}\n", flush=True)
        return
    terminal.gap()
    terminal.tell(title, "bold")
    terminal.show(table(terminal, heads, rows, words=2))


def _title(terminal: Terminal, setting: Setting) -> str:
    game = load(setting.game)
    told = game.told_options(setting.seats, setting.options, terminal.lang)
    title = terminal.text("ladder.title", game=game.catalog("title"), n=setting.seats)
    return f"{title}, {told}" if told else title


def _row(terminal: Terminal, match: Match) -> list[str]:
    score = match.score
    share = f"{percent(score.mean, terminal.lang)} ({interval(terminal, score.share)})"
    good = terminal.text("ladder.yes" if LEAST <= score.mean <= MOST else "ladder.no")
    counts = f"{score.wins}/{score.draws}/{score.losses}"
    row = [*match.contest.players, terminal.number(match.played), counts, share, good]
    if score.means is not None:
        row.append(_points(terminal, score.means))
    return row


def _points(terminal: Terminal, means: tuple[float, float]) -> str:
    return " / ".join(terminal.number(mean, 1) for mean in means)


def _hand_over(terminal: Terminal, args: Namespace, ladders: Ladders) -> None:
    played = [match for _, steps in ladders for match in steps if match.played]
    if not hand_over(terminal, args, [match_figures(match) for match in played]) or args.markdown:
        return
    terminal.gap()
