"""What every store promises of reports, on every kind of database."""

from __future__ import annotations

from dataclasses import replace

from ludotheque.play.ports import Batch, Entry, ReportJob, Summary, TableInfo
from ludotheque.store.connect import connect
from ludotheque.store.store import SqlStore

JOB = ReportJob("r1", "ludo 1\n…", 0, "good", 3, "anna", 1_000)


def test_a_wish_is_kept_once(store: SqlStore) -> None:
    reports = store.reports()
    assert reports.job("r1") is None
    reports.wish(JOB)
    reports.wish(replace(JOB, player="bob", total=9))
    assert reports.job("r1") == JOB and reports.waiting_of("anna") == 1 and reports.waiting_of("bob") == 0


def test_a_claim_holds_until_its_lease_ends(store: SqlStore) -> None:
    reports = store.reports()
    reports.wish(JOB)
    assert reports.claim(5_000, 1_000, 3) == JOB
    assert reports.claim(5_500, 1_000, 3) is None
    reports.renew("r1", 9_000)
    assert reports.claim(8_000, 1_000, 3) is None
    found = reports.claim(9_001, 1_000, 3)
    assert found is not None and found.tries == 1


def test_what_was_tried_in_vain_is_left(store: SqlStore) -> None:
    reports = store.reports()
    reports.wish(JOB)
    for now in (1, 2, 3):
        assert reports.claim(1_000 * now, 1, 3)
    assert reports.claim(9_000, 1, 3) is None
    reports.add("r1", 0, ["{}"])  # something was judged after all
    assert reports.claim(9_000, 1, 3)


def test_people_take_turns(store: SqlStore) -> None:
    reports = store.reports()
    for at, (id, player) in enumerate([("a1", "anna"), ("a2", "anna"), ("b1", "bob")]):
        reports.wish(replace(JOB, id=id, player=player, at=at))
    assert [reports.ahead_of(id) for id in ("a1", "a2", "b1")] == [0, 2, 1]
    order = [reports.claim(10, 1_000, 3) for _ in range(3)]
    assert [job and job.id for job in order] == ["a1", "b1", "a2"]


def test_judgements_stay_and_come_in_order(store: SqlStore, where: str) -> None:
    reports = store.reports()
    reports.wish(JOB)
    reports.add("r1", 0, ["[0]", "[1]"])
    reports.add("r1", 1, ["[other]", "[2]"])  # another server judged the same: the first stays
    reports.finish("r1", "[[1, -1], 0]")
    again = connect(where)
    try:
        kept = again.reports()
        assert kept.judged("r1") == ["[0]", "[1]", "[2]"] and kept.count("r1") == 3
        job = kept.job("r1")
        assert job is not None and job.ending == "[[1, -1], 0]"
        assert kept.claim(10**12, 1, 3) is None and kept.waiting_of("anna") == 0
    finally:
        again.close()


def test_a_gap_is_judged_again(store: SqlStore) -> None:
    reports = store.reports()
    reports.wish(JOB)
    reports.add("r1", 0, ["[0]"])
    reports.add("r1", 2, ["[2]"])
    assert reports.judged("r1") == ["[0]"]


def test_reports_go_with_their_games(store: SqlStore) -> None:
    reports = store.reports()
    store.add_record("r1", "ludo 1\n", "anna", 10)
    info = TableInfo("t1", "chess", 1, 2, {}, "in", 10, "anna")
    store.open(info, Batch("t1", [Entry(0, 10, "say")], Summary("over")))
    for id in ("r1", "t1"):
        reports.wish(replace(JOB, id=id))
        reports.add(id, 0, ["[0]"])
    assert store.remove_records(10**15, 10) == 1 and store.remove_tables(10**15, 10) == 1
    assert reports.job("r1") is None and reports.job("t1") is None and reports.count("r1") == 0
