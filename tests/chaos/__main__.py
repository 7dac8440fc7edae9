"""``python -m tests.chaos``: plays while everything breaks, and says whether a promise was broken."""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import sys
from statistics import median

from rich.console import Console
from rich.table import Table

from .faults import FAULTS
from .house import Plan, has_command
from .run import Report, Settings, play

console = Console()


def main() -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was started is ended then, too
    settings = read_settings()
    console.print(f"seed {settings.seed}, {settings.plan}")
    report = play(settings, show)
    console.print(table_of(report))
    for complaint in report.ledger.complaints:
        console.print(f"[red]BROKEN[/] {complaint}", soft_wrap=True)
    return 1 if report.ledger.complaints else 0


def read_settings() -> Settings:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, help="how long; ten, if nothing else ends it")
    parser.add_argument("--kills", type=int, help="until so many processes were killed")
    parser.add_argument("--rounds", type=int, help="until every fault has come so often")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="the order of faults and choices")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--servers", type=int, default=1, help="on one PostgreSQL")
    parser.add_argument("--processes", type=int, default=1, help="of each server, with PostgreSQL")
    parser.add_argument("--thinkers", type=int, help="`ludotheque think`, with PostgreSQL; one, where it exists")
    parser.add_argument("--parties", type=int, default=10, help="of people who play at the same time")
    parser.add_argument("--longest", type=float, default=15, help="seconds that a fault lasts at most")
    parser.add_argument("--faults", type=known_faults, default=(), help=f"some of {', '.join(FAULTS)}")
    args = parser.parse_args()
    try:
        return settings_of(args)
    except ValueError as problem:
        parser.error(str(problem))


def known_faults(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if unknown := set(names) - set(FAULTS):
        raise argparse.ArgumentTypeError(f"{', '.join(sorted(unknown))}: known are {', '.join(FAULTS)}")
    return names


def settings_of(args: argparse.Namespace) -> Settings:
    thinks = args.database == "postgres" and has_command("think")
    thinkers = int(thinks) if args.thinkers is None else args.thinkers
    plan = Plan(args.database, args.servers, args.processes, thinkers, args.longest)
    is_open = all(each is None for each in (args.minutes, args.kills, args.rounds))
    minutes = 10 if is_open else args.minutes
    return Settings(plan, args.seed, minutes, args.kills, args.rounds, args.faults, args.parties)


async def show(report: Report) -> None:
    with console.status("") as status:
        while True:
            counts = report.ledger.counts
            told = f"{counts['acknowledged']:,} acknowledged, {counts['tables']} tables, {report.kills} kills"
            status.update(f"{report.seconds:.0f} s: {report.now}; {told}")
            await asyncio.sleep(0.5)


def table_of(report: Report) -> Table:
    shown = Table(title=f"{report.kills} kills in {report.seconds / 60:.1f} minutes", title_justify="left")
    for heading in ("fault", "times", "seconds until every table went on: median", "most"):
        shown.add_column(heading, justify="left" if heading == "fault" else "right")
    for name, times in sorted(report.faults.items()):
        seconds = report.recoveries.get(name, [0.0])
        shown.add_row(name, str(times), f"{median(seconds):.1f}", f"{max(seconds):.1f}")
    for name, missing in report.impossible.items():
        shown.add_row(name, "–", f"needs {missing}", "")
    shown.add_section()
    for name, count in sorted(report.ledger.counts.items()):
        shown.add_row(name, f"{count:,}", "", "")
    return shown


if __name__ == "__main__":
    sys.exit(main())
