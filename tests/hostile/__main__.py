"""``python -m tests.hostile``: sends what nobody should, and says whether anything gave way."""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import sys

from rich.console import Console
from rich.table import Table

from .run import Settings, attack
from .tally import Tally

console = Console()


def main() -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was started is ended then, too
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    settings = Settings(**vars(parser.parse_args()))
    console.print(settings)
    tally = attack(settings, show)
    console.print(table_of(tally))
    for complaint in tally.complaints:
        console.print(f"BROKEN {complaint}", soft_wrap=True, markup=False, style="red")
    return 1 if tally.complaints else 0


async def show(tally: Tally) -> None:
    with console.status("") as status:
        while True:
            told = f"{tally.total:,} inputs in {tally.seconds:.0f} s, {len(tally.complaints)} complaints"
            status.update(told)
            await asyncio.sleep(0.5)


def table_of(tally: Tally) -> Table:
    title = f"{tally.total:,} inputs in {tally.seconds:.0f} s: {tally.total / tally.seconds:,.0f} a second"
    shown = Table("sent or answered", "times", title=title, title_justify="left")
    shown.columns[1].justify = "right"
    for counted in (tally.inputs, tally.answers):
        for name, times in sorted(counted.items()):
            shown.add_row(name, f"{times:,}")
        shown.add_section()
    for name, seconds in tally.processor.items():
        shown.add_row(f"processor: {name}", f"{seconds:.0f} s")
    return shown


if __name__ == "__main__":
    sys.exit(main())
