"""A thousand tables with two players each, a choice every four seconds a table, on PostgreSQL with two processes.

With ``ludotheque serve --processes 2`` the system shares out who comes, so the players of every other table are at
different processes, and what they choose goes through the database to be told. The load generator and PostgreSQL run on
the same machine: the share of the one is stated, the other is most of "all else".
``python -m bench.thousand [TABLES [SECONDS [RUNS]]]`` is shorter.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from .crowds import figures_of, run_crowd
from .database import postgres
from .figures import Figure
from .running import hall

TABLES, SECONDS, RUNS, PACE = 1_000, 40, 3, 4.0
PROCESSES = 2


def of_a_thousand(tables: int = TABLES, seconds: int = SECONDS, runs: int = RUNS) -> Iterator[Figure]:
    for draw, how, most in ((False, "told", 500.0), (True, "drawn", None)):
        tallies = [one_run(tables, seconds, draw) for _ in range(runs)]
        yield from figures_of(f"{tables:,} tables, PostgreSQL, two processes, {how}", tallies, most)


def one_run(tables: int, seconds: int, draw: bool) -> dict[str, object]:
    with postgres() as database, hall("--database", database, "--processes", str(PROCESSES)) as running:
        return run_crowd([running], tables, seconds, draw, PACE)


if __name__ == "__main__":
    for figure in of_a_thousand(*map(int, sys.argv[1:])):
        print(figure.name, "|", figure.measured, figure.target)
