"""``ludotheque ladder``: each level of the computer against the one below it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial

from ..core.game import Game
from ..core.registry import games, load
from ..search.match import Match, Setting, check_players
from ..search.players import LEVELS
from .console import Terminal
from .contest import follow, hand_over, interval, markdown, match_figures, prepare_files, table, worker_pool_of
from .language import percent
from .match import live

# A step of the ladder is good if the upper level takes this share: a step, neither a wall nor flat ground.
LEAST, MOST = 0.6, 0.8
# Strong levels hardly vary: so many random choices begin each pair of games.
OPENING = 2


def run(terminal: Terminal, args: Namespace) -> int:
    chosen = [load(name) for name in args.games or games()]
    for game in chosen:
        check_players([scaled(level, args.scale, game) for level in LEVELS])
    folder = prepare_files(args)
    ladders = [(setting, list(_steps(setting, args))) for game in chosen for setting in _settings(game)]
    try:
        with worker_pool_of(args) as players:
            for setting, steps in ladders:
                for match in steps:
                    follow(terminal, players, match, partial(_live, terminal, match), folder)
                _show(terminal, args, setting, steps)
    except KeyboardInterrupt:  # the ladder that is being climbed is not lost
        _show_unfinished(terminal, args, ladders)
        _hand_over(terminal, args, ladders)
        raise
    _hand_over(terminal, args, ladders)
    return 0


def scaled(level: int, scale: float, game: Game) -> str:
    """The name of a level with a part of its effort in a game."""
    return str(level) if scale == 1 else f"{level}x{scale:g}"


def _settings(game: Game) -> Iterator[Setting]:
    """The smallest number of seats; a game for one is also measured with two, where players meet."""
    least = min(game.seats)
    for seats in (1, 2) if least == 1 and 2 in game.seats else (least,):
        yield Setting.of(game.name, seats, opening=OPENING if seats > 1 else 0)


def _steps(setting: Setting, args: Namespace) -> Iterator[Match]:
    game = load(setting.game)
    for level in range(args.first + 1, args.last + 1):
        upper, lower = (scaled(one, args.scale, game) for one in (level, level - 1))
        yield Match(setting, upper, lower, args.n, seed=args.seed, keep=args.save is not None)


def _live(terminal: Terminal, match: Match) -> str:
    return f"{load(match.contest.setting.game).title(terminal.lang)}  {live(terminal, match)}"


# The table


def _show_unfinished(terminal: Terminal, args: Namespace, ladders: Sequence[tuple[Setting, list[Match]]]) -> None:
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
    title = terminal.text("ladder.title", game=load(setting.game).catalog("title"), n=setting.seats)
    if args.markdown:
        print(f"### {title}\n\n{markdown(heads, rows, words=2)}\n", flush=True)
        return
    terminal.gap()
    terminal.tell(title, "bold")
    terminal.show(table(terminal, heads, rows, words=2))


def _row(terminal: Terminal, match: Match) -> list[str]:
    score = match.score
    share = f"{percent(score.mean, terminal.lang)} ({interval(terminal, score.share)})"
    good = terminal.text("ladder.yes" if LEAST <= score.mean <= MOST else "ladder.no")
    counts = f"{score.wins}/{score.draws}/{score.losses}"
    row = [*match.contest.players, terminal.number(match.played), counts, share, good]
    if score.means is not None:
        row.append(" / ".join(terminal.number(mean, 1) for mean in score.means))
    return row


def _hand_over(terminal: Terminal, args: Namespace, ladders: Sequence[tuple[Setting, list[Match]]]) -> None:
    played = [match for _, steps in ladders for match in steps if match.played]
    if not hand_over(terminal, args, [match_figures(match) for match in played]) or args.markdown:
        return
    terminal.gap()
