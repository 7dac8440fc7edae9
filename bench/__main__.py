"""``python -m bench [WHAT …]``: figures of games, search, adapters, pictures, tables, server; of all without a name."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.table import Table

import ludotheque as lt

from .analysis import of_the_analysis
from .door import of_the_door
from .drawing import of_the_pictures
from .figures import Figure, of_the_game
from .memory import of_the_memory
from .research import batched_steps
from .search import of_the_search
from .sizes import of_the_sizes
from .table import of_the_table
from .thousand import of_a_thousand
from .web import of_the_server

# What is measured besides the games themselves.
OTHERS: dict[str, Callable[[], Iterator[Figure]]] = {
    "search": of_the_search,
    "research": batched_steps,
    "pictures": of_the_pictures,
    "table": of_the_table,
    "web": of_the_server,
    "thousand": of_a_thousand,
    "memory": of_the_memory,
    "sizes": of_the_sizes,
    "door": of_the_door,
    "analysis": of_the_analysis,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures speed, as ratios in one run.")
    known = [*lt.games(), *OTHERS]
    parser.add_argument("what", nargs="*", metavar="WHAT", help=f"one or more of: {', '.join(known)}")
    wanted = parser.parse_args().what or known
    console = Console()
    for name in wanted:
        if name not in known:
            parser.error(f"{name} is none of: {', '.join(known)}")
        with console.status(name):
            figures = list(OTHERS[name]() if name in OTHERS else of_the_game(name))
        console.print(table(name, figures))


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
