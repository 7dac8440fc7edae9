"""``python -m bench [GAME …]``: all figures of the games named, or of all."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

import ludotheque as lt

from .figures import Figure, of_the_game


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures speed, as ratios in one run.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"one or more of: {', '.join(lt.games())}")
    wanted = parser.parse_args().games or lt.games()
    console = Console()
    for name in wanted:
        lt.load(name)
        console.print(table(name, list(of_the_game(name, console.status))))


def table(name: str, figures: list[Figure]) -> Table:
    shown = Table(title=name, title_justify="left", title_style="bold", min_width=76)
    shown.add_column("figure")
    for heading in ("measured", "to reach", ""):
        shown.add_column(heading, justify="right")
    for figure in figures:
        verdict = "" if figure.good is None else "[green]reached[/]" if figure.good else "[red]missed[/]"
        shown.add_row(figure.name, figure.measured, figure.target, verdict)
    return shown


main()
