"""``ludotheque tournament``: several computer players, everybody against everybody."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from rich.table import Table

from ..search.tournament import Tournament
from .console import Terminal
from .contest import hand_over, heading, play_through, setting_figures, setting_of, table
from .language import percent


def run(terminal: Terminal, args: Namespace) -> int:
    tournament = Tournament(setting_of(args), args.players, args.n, seed=args.seed, keep=args.save is not None)
    live, tell = partial(_live, terminal, tournament), partial(_tell, terminal, args, tournament)
    return play_through(terminal, args, tournament, live, tell)


def _live(terminal: Terminal, tournament: Tournament) -> str:
    if not tournament.played:
        return terminal.text("tournament.begins")
    return terminal.text("tournament.leads", player=tournament.leader)


def _tell(terminal: Terminal, args: Namespace, tournament: Tournament) -> None:
    if not hand_over(terminal, args, _figures(tournament)):
        return
    terminal.gap()
    terminal.tell(heading(terminal, tournament.setting), "bold")
    terminal.say("match.done", n=tournament.played, shown=terminal.number(tournament.played), seed=args.seed)
    terminal.gap()
    terminal.show(_standings(terminal, tournament))
    terminal.gap()
    terminal.say("tournament.cross", "bold")
    terminal.show(_cross(terminal, tournament))
    terminal.gap()


def _standings(terminal: Terminal, tournament: Tournament) -> Table:
    heads = [terminal.text(f"tournament.{head}") for head in ("place", "player", "share", "rating", "deviation")]
    rows = [
        [str(place), row.player, percent(row.share, terminal.lang), *_rating(terminal, row.rating, row.deviation)]
        for place, row in enumerate(tournament.standings(), 1)
    ]
    return table(terminal, heads, rows, words=2)


def _rating(terminal: Terminal, rating: float, deviation: float) -> tuple[str, str]:
    return terminal.number(rating, 1), f"±{terminal.number(deviation, 1)}"


def _cross(terminal: Terminal, tournament: Tournament) -> Table:
    """The share of the player at the left against the one above."""
    order = [tournament.players.index(row.player) for row in tournament.standings()]
    rows = []
    for one in order:
        scores = [None if one == other else tournament.cross[one, other] for other in order]
        shares = ["·" if score is None else percent(score.mean, terminal.lang) for score in scores]
        rows.append([tournament.players[one], *shares])
    return table(terminal, ["", *(tournament.players[number] for number in order)], rows)


def _figures(tournament: Tournament) -> dict[str, object]:
    names = tournament.players
    cross = [
        {
            "players": [names[one], names[other]],
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "share": score.share._asdict(),
        }
        for (one, other), score in tournament.cross.items()
        if one < other
    ]
    return setting_figures(tournament.setting, tournament.seed) | {
        "games": tournament.played,
        "standings": [vars(row) for row in tournament.standings()],
        "cross": cross,
    }
