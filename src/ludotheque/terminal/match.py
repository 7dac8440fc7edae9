"""``ludotheque match``: two computer players against each other."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from rich.console import Group
from rich.table import Table
from rich.text import Text

from ..search.match import Match
from ..search.score import Estimate
from .console import Terminal
from .contest import hand_over, heading, interval, match_figures, play_through, setting_of, signed, table
from .language import percent


def run(terminal: Terminal, args: Namespace) -> int:
    match = Match(
        setting_of(args),
        args.first,
        args.second,
        args.n,
        seed=args.seed,
        until_clear=args.until_clear,
        keep=args.save is not None,
    )
    return play_through(terminal, args, match, partial(live, terminal, match), partial(_tell, terminal, args, match))


def live(terminal: Terminal, match: Match) -> str:
    """The score while it lasts."""
    a, b = match.contest.players
    if not match.played:
        return f"{a} – {b}"
    return f"{a} – {b}  {percent(match.score.mean, terminal.lang)}"


def _tell(terminal: Terminal, args: Namespace, match: Match) -> None:
    if not hand_over(terminal, args, match_figures(match)):
        return
    terminal.gap()
    terminal.tell(heading(terminal, match.contest.setting), "bold")
    terminal.say("match.done", n=match.played, shown=terminal.number(match.played), seed=args.seed)
    terminal.gap()
    terminal.show(Group(_results(terminal, match), Text(), _facts(terminal, match)))
    terminal.gap()


def _results(terminal: Terminal, match: Match) -> Table:
    """A line for each player."""
    heads = ["player", "wins", "draws", "losses", "share", "interval"]
    score, lang = match.score, terminal.lang
    value, low, high = score.share
    rows = []
    for name, won, lost, share in zip(
        match.contest.players,
        (score.wins, score.losses),
        (score.losses, score.wins),
        (score.share, Estimate(1 - value, 1 - high, 1 - low)),
        strict=True,
    ):
        counts = (terminal.number(count) for count in (won, score.draws, lost))
        rows.append([name, *counts, percent(share.value, lang), interval(terminal, share)])
    if score.means is not None:
        heads.append("points")
        rows = [[*row, terminal.number(mean, 1)] for row, mean in zip(rows, score.means, strict=True)]
    return table(terminal, [terminal.text(f"match.{head}") for head in heads], rows)


def _facts(terminal: Terminal, match: Match) -> Table:
    facts = Table.grid(padding=(0, 3))
    facts.add_column(style="bold")
    facts.add_column()
    if match.score.means is not None:
        facts.add_row(terminal.text("match.lead"), _between(terminal, "match.lead-figures", match.score.lead, 1))
    else:
        facts.add_row(terminal.text("match.elo"), _between(terminal, "match.elo-figures", match.score.elo, 0))
    facts.add_row(terminal.text("match.verdict"), _verdict(terminal, match))
    return facts


def _between(terminal: Terminal, key: str, estimate: Estimate, digits: int) -> str:
    value, low, high = (signed(terminal, figure, digits) for figure in estimate)
    return terminal.text(key, value=value, low=low, high=high)


def _verdict(terminal: Terminal, match: Match) -> str:
    better, worse = match.contest.players if match.score.ahead else match.contest.players[::-1]
    key = "match.clear" if match.score.clear else "match.unclear"
    said = terminal.text(key, better=better, worse=worse)
    return f"{said} {terminal.text('match.lasting')}" if match.until_clear else said
