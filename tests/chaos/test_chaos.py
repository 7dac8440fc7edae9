"""The short part of `make chaos`: nothing that was acknowledged is lost, doubled or out of order."""

from __future__ import annotations

import pytest
from postgres import NoServer, programs
from tests.chaos.house import Plan, has_command
from tests.chaos.run import Report, Settings, play

pytestmark = pytest.mark.slow
OF_ONE = "kill-server,stop-server,lock-sqlite,full-disk,cut-frames,half-open,slow-readers,stutter,clock-jump"
OF_TWO = "kill-server,kill-thinker,kill-postgres,stop-postgres"


def broken_promises(plan: Plan, faults: str) -> list[str]:
    """None; but only if something was promised, and everything has been broken."""
    settings = Settings(plan, seed=1, rounds=1, faults=tuple(faults.split(",")), parties=3)
    report: Report = play(settings)
    assert report.ledger.counts["acknowledged"] > 20
    assert {*report.faults, *report.impossible} == {*settings.faults} or report.ledger.complaints
    return report.ledger.complaints


def test_one_server_with_its_file() -> None:
    assert broken_promises(Plan(longest=1), OF_ONE) == []


def test_two_servers_on_one_postgresql() -> None:
    try:
        programs()
    except NoServer as why:
        pytest.skip(str(why))
    thinkers = int(has_command("think"))
    assert broken_promises(Plan("postgres", servers=2, thinkers=thinkers, longest=1), OF_TWO) == []
