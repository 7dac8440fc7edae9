"""A minute of `make chaos`: every fault once, and nothing that was acknowledged is lost, doubled or out of order."""

from __future__ import annotations

import pytest
from postgres import NoServer, programs
from tests.chaos.faults import FAULTS
from tests.chaos.house import Plan, has_command
from tests.chaos.run import Report, Settings, play

pytestmark = pytest.mark.slow


def broken_promises(report: Report) -> list[str]:
    """None; but only if something was promised, and broken by all that was possible."""
    named = report.settings.faults or FAULTS
    assert {*report.faults, *report.impossible} == {*named} or report.ledger.complaints
    assert report.ledger.counts["acknowledged"] > 50
    return report.ledger.complaints


def test_one_server_with_its_file() -> None:
    assert broken_promises(play(Settings(Plan(longest=1.5), seed=1, rounds=1, parties=4))) == []


def test_two_servers_on_one_postgresql() -> None:
    try:
        programs()
    except NoServer as why:
        pytest.skip(str(why))
    plan = Plan("postgres", servers=2, thinkers=int(has_command("think")), longest=1.5)
    faults = ("kill-server", "kill-thinker", "kill-postgres", "stop-postgres", "full-disk", "power-cut")
    assert broken_promises(play(Settings(plan, seed=2, rounds=1, faults=faults, parties=4))) == []
