"""What every store promises, on every kind of database."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from queue import Empty, Queue

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from ludotheque.play.ports import (
    OVER,
    RUNNING,
    TABLES,
    WAITING,
    Batch,
    Entry,
    Listed,
    Notice,
    Player,
    Sitter,
    Store,
    StoreUnavailable,
    Summary,
    TableInfo,
)
from ludotheque.store.connect import connect
from ludotheque.store.store import SqlStore

CARD = TableInfo("t", "chess", 3, 2, {"level": "blitz", "teams": True, "size": 7}, "come-in", 1_700_000_000_000, "anna")
ALONE = Summary(WAITING, frozenset({"anna"}))
BOTH = Summary(RUNNING, frozenset({"anna", "bob"}), frozenset({"bob"}), moves=1)


def entry(number: int, key: str | None = None, by: str | None = "anna", text: str = "c1-c6") -> Entry:
    return Entry(number, CARD.opened + number, "choose", 0, text, by, key)


def batch(*entries: Entry, table: str = "t", summary: Summary = BOTH) -> Batch:
    return Batch(table, entries, summary)


def opened(store: Store, *tables: str) -> None:
    for table in tables:
        store.open(replace(CARD, id=table), batch(entry(0), table=table, summary=ALONE))


@pytest.fixture
def other(where: str, store: SqlStore) -> Iterator[SqlStore]:
    """A second server on the same database."""
    other = connect(where)
    yield other
    other.close()


def test_is_a_store(store: SqlStore) -> None:
    def needs(store: Store) -> None: ...

    needs(store)  # mypy looks


# Tables


def test_a_table_comes_back_as_it_was(store: Store) -> None:
    first = Entry(0, 5, "sit", 1, "", None, None, {"name": "Zoë", "level": 3, "nested": [1, None, {"x": 1.5}]})
    second = Entry(1, 6, "choose", None, "c1-c6", "anna", "k1")
    info = replace(CARD, origin="a diagram\nof two lines")
    store.open(info, batch(first, second, summary=ALONE))
    assert store.info("t") == info
    assert store.entries("t") == [first, second]
    assert store.entries("t", since=1) == [second]
    assert store.entries("t", since=2) == []


def test_nothing_is_nothing(store: Store) -> None:
    assert store.info("x") is None and store.entries("x") == [] and store.tables_of("x") == []
    assert store.player("x") is None and store.record("x") is None
    assert store.append([]) == []


def test_a_table_is_opened_once(store: Store) -> None:
    opened(store, "t")
    with pytest.raises(ValueError, match="already"):
        store.open(replace(CARD, game="other"), batch(entry(0)))
    assert store.info("t") == CARD


def test_a_table_opens_with_its_own_first_entries(store: Store) -> None:
    for wrong in (batch(entry(1)), batch(entry(0), table="u"), batch(entry(0, "k"), entry(1, "k"))):
        with pytest.raises(ValueError, match="first entries"):
            store.open(CARD, wrong)
        assert store.info("t") is None and store.entries("t") == [] and store.tables_of("anna") == []


def test_a_table_may_open_without_entries(store: Store) -> None:
    store.open(CARD, batch(summary=ALONE))
    assert store.append([batch(entry(0))]) == [True]
    assert store.entries("t") == [entry(0)]


# Adding


def test_a_number_is_taken_once(store: Store) -> None:
    opened(store, "t")
    assert store.append([batch(entry(1, text="first"))]) == [True]
    assert store.append([batch(entry(1, text="second"))]) == [False]
    assert [e.text for e in store.entries("t", 1)] == ["first"]


def test_numbers_leave_no_gap(store: Store) -> None:
    opened(store, "t")
    assert store.append([batch(entry(2)), batch(entry(2), entry(1)), batch(entry(1), entry(3))]) == [False] * 3
    assert store.entries("t") == [entry(0)]


def test_a_table_that_is_not_there_takes_nothing(store: Store) -> None:
    opened(store, "t")
    assert store.append([batch(entry(0), table="nowhere"), batch(entry(1))]) == [False, True]
    assert store.entries("nowhere") == []


def test_a_request_is_done_once(store: Store) -> None:
    opened(store, "t", "u")
    assert store.append([batch(entry(1, "k"))]) == [True]
    assert store.append([batch(entry(2, "k"))]) == [False]
    assert store.append([batch(entry(2, "k", by="bob"))]) == [True], "the key is a player's own"
    assert store.append([batch(entry(1, "k"), table="u")]) == [True], "and belongs to one table"
    assert store.append([batch(entry(3)), batch(entry(4))]) == [True, True], "no key, no limit"
    assert store.append([batch(entry(5, "k", by=None)), batch(entry(6, "k", by=None))]) == [True, False]


def test_a_batch_is_added_whole_or_not_at_all(store: Store) -> None:
    opened(store, "t")
    store.append([batch(entry(1, "k"))])
    before = store.tables_of("anna")
    over = Summary(OVER, frozenset({"zoe"}))
    assert store.append([batch(entry(2, "new"), entry(3, "k"), entry(4), summary=over)]) == [False]
    assert store.append([batch(entry(2, "twice"), entry(3, "twice"), summary=over)]) == [False]
    assert store.entries("t", 2) == [] and store.tables_of("anna") == before and store.tables_of("zoe") == []
    assert store.append([batch(entry(2, "new"), entry(3))]) == [True]


def test_a_conflict_stops_its_own_batch_only(store: Store) -> None:
    opened(store, "t", "u", "v")
    store.append([batch(entry(1, "k"))])
    asked = [
        batch(entry(1), table="u"),
        batch(entry(2), entry(3, "k")),
        batch(entry(2, text="after the one that failed")),
        batch(entry(3, "k")),
        batch(entry(0), table="v"),
        batch(entry(2), table="u"),
    ]
    assert store.append(asked) == [True, False, True, False, False, True]
    assert [len(store.entries(t)) for t in "tuv"] == [3, 3, 1]
    assert store.entries("t", 2)[0].text == "after the one that failed"


def test_many_batches_are_one_commit(store: SqlStore) -> None:
    tables = [f"t{i}" for i in range(100)]
    opened(store, *tables)
    commits: list[object] = []
    event.listen(store.writer, "commit", commits.append)
    assert store.append([batch(entry(1, "k"), entry(2), table=t) for t in tables]) == [True] * 100
    assert len(commits) == 1
    assert {len(store.entries(t)) for t in tables} == {3}


def race(contestants: int, run: Callable[[int], bool]) -> int:
    """How many of several threads succeed that start at the same moment."""
    start = threading.Barrier(contestants)

    def one(i: int) -> bool:
        start.wait()
        return run(i)

    with ThreadPoolExecutor(contestants) as threads:
        return sum(threads.map(one, range(contestants)))


def test_of_many_threads_one_gets_the_number(store: SqlStore, other: SqlStore) -> None:
    opened(store, "t")
    for number in range(1, 11):
        assert race(8, lambda i, n=number: (store, other)[i % 2].append([batch(entry(n, text=str(i)))])[0]) == 1  # type: ignore[misc]
    assert [e.number for e in store.entries("t")] == list(range(11))


def test_of_many_threads_one_uses_the_key(store: SqlStore, other: SqlStore) -> None:
    opened(store, *(f"t{i}" for i in range(8)), "t")

    def both(i: int) -> bool:
        """Tables in a different order for each, which must not end in a deadlock."""
        elsewhere = [batch(entry(1, f"k{i}"), table=f"t{j}") for j in range(8)]
        asked = [batch(entry(1, "k", text=str(i))), *(elsewhere if i % 2 else reversed(elsewhere))]
        return (store, other)[i % 2].append(asked)[0]

    assert race(8, both) == 1
    assert all(len(store.entries(f"t{i}")) == 2 for i in range(8))


def test_reading_goes_on_while_many_write(store: Store) -> None:
    tables = [f"t{i}" for i in range(6)]
    opened(store, *tables)

    def play(table: int) -> bool:
        for number in range(1, 21):
            assert store.append([batch(entry(number), table=tables[table])]) == [True]
            assert [e.number for e in store.entries(tables[table])] == list(range(number + 1))
        return True

    assert race(6, play) == 6


# Lists


def test_a_summary_goes_with_its_batch(store: Store) -> None:
    opened(store, "t")
    assert store.tables_of("bob") == []
    store.append([batch(entry(1), summary=BOTH)])
    assert store.tables_of("bob") == [Listed(CARD, BOTH, entry(1).at)] == store.tables_of("anna")
    gone = Summary(OVER, frozenset({"bob"}), computers=True, moves=7)
    store.append([batch(entry(2), summary=BOTH), batch(entry(3), summary=gone)])
    assert store.tables_of("bob") == [Listed(CARD, gone, entry(3).at)] and store.tables_of("anna") == []
    store.append([batch(summary=replace(gone, players=frozenset()))])
    assert store.tables_of("bob") == []


def test_sitters_and_results_are_kept(store: Store) -> None:
    sitters = (Sitter("anna", "Änna"), Sitter(None, "Margot", 3))
    over = replace(BOTH, status=OVER, sitters=sitters, result=(1.0, -1.0), scores=(54, 13))
    opened(store, "t", "u")
    store.append([batch(entry(1), summary=over)])
    assert [each.summary for each in store.finished_of("anna")] == [over]
    assert store.finished_of("zoe") == []


def test_only_a_summary_without_sitters_is_completed(store: Store) -> None:
    late = replace(ALONE, sitters=(Sitter("anna", "Anna"),))
    opened(store, "t")
    for summary in (late, replace(late, moves=7)):
        store.summarise("t", summary)
        assert [each.summary for each in store.tables_of("anna")] == [late]


def test_the_last_changed_table_comes_first(store: Store) -> None:
    opened(store, "a", "b", "c")
    store.append([batch(entry(1), entry(2), table="a")])
    store.append([batch(entry(1), table="c")])
    assert [listed.info.id for listed in store.tables_of("anna")] == ["a", "c", "b"]
    assert [listed.info.id for listed in store.tables_of("anna", limit=2)] == ["a", "c"]


# Players, records, the secret


def test_players_and_their_names(store: Store) -> None:
    store.add_player(Player("p", "Anna", 5))
    store.add_player(Player("p", "Zoë 🎲", 9))
    assert store.player("p") == Player("p", "Zoë 🎲", 5)


def test_records(store: Store) -> None:
    store.add_record("r", "ludo 1\n", "anna", 5)
    store.add_record("r", "something else", "bob", 6)
    assert store.record("r") == "ludo 1\n"


def test_the_secret_is_made_once(where: str) -> None:
    stores = [connect(where) for _ in range(4)]
    assert race(4, lambda i: len(stores[i].secret()) == 32) == 4
    assert len({store.secret() for store in stores}) == 1
    for store in stores:
        store.close()


# Texts


@pytest.mark.parametrize(
    "text", ["'; DROP TABLE cards; --", "%s %(x)s :table ?", "\\ \x01\x7f\r\n\t", "𝔸 e\u0301 \u202e", ""]
)
def test_hostile_texts_survive(store: Store, text: str) -> None:
    store.open(replace(CARD, id=text, options={"o": text}), batch(replace(entry(0, text), text=text), table=text))
    store.add_player(Player(text, text, 0))
    store.add_record(text, text, text, 0)
    assert store.entries(text)[0].text == text and store.info(text) == replace(CARD, id=text, options={"o": text})
    assert store.player(text) == Player(text, text, 0) and store.record(text) == text


@pytest.mark.parametrize("text", ["a\0b", "half \ud800"])
def test_texts_that_cannot_be_kept_are_refused(store: Store, text: str) -> None:
    opened(store, "t")
    attempts: list[Callable[[], object]] = [
        lambda: store.append([batch(entry(1)), batch(entry(2, text=text))]),
        lambda: store.append([batch(entry(1, key=text))]),
        lambda: store.append([batch(entry(1, by=text))]),
        lambda: store.append([batch(entry(1), summary=replace(BOTH, players=frozenset({text})))]),
        lambda: store.append([batch(entry(1), table=text)]),
        lambda: store.open(replace(CARD, id="u", origin=text), batch(entry(0), table="u")),
        lambda: store.add_player(Player("p", text, 0)),
        lambda: store.add_record("r", text, "anna", 0),
    ]
    for attempt in attempts:
        with pytest.raises(ValueError, match=r"NUL|surrogate"):
            attempt()
    assert store.entries("t") == [entry(0)] and store.info("u") is None
    assert store.info(text) is None and store.entries(text) == [] and store.player(text) is None


def test_any_text_survives_inside_more(store: Store) -> None:
    told = replace(entry(0), more={"text": "a\0b \ud800"})
    store.open(CARD, batch(told))
    assert store.entries("t") == [told]
    with pytest.raises(ValueError, match="JSON"):
        store.append([batch(replace(entry(1), more={"x": float("nan")}))])


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_every_other_text_survives(store: Store, text: str) -> None:
    store.add_player(Player("p", text, 0))
    assert store.player("p") == Player("p", text, 0)


def test_huge_texts_survive(store: Store) -> None:
    huge = "é7🎲" * 1_000_000
    store.open(CARD, batch(entry(0, text=huge)))
    store.add_record("r", huge, "anna", 0)
    assert store.entries("t")[0].text == huge and store.record("r") == huge


# Several servers, and what survives


def test_two_servers_see_each_other(store: SqlStore, other: SqlStore) -> None:
    opened(store, "t")
    assert other.append([batch(entry(1, "k"))]) == [True]
    assert store.entries("t") == [entry(0), entry(1, "k")]
    assert store.append([batch(entry(1))]) == [False] == store.append([batch(entry(2, "k"))])


def test_servers_hear_of_each_other(store: SqlStore, other: SqlStore) -> None:
    here: Queue[Notice] = Queue()
    there: Queue[Notice] = Queue()
    store.listen(here.put)
    other.listen(there.put)
    opened(store, "t", "u")
    store.append([batch(entry(1)), batch(entry(1), table="u"), batch(entry(1), table="u")])
    if store.notifies:
        assert there.get(timeout=5) == Notice(TABLES, store.server, ("t", "u")), "one notification for both"
        other.append([batch(entry(2))])
        assert here.get(timeout=5) == Notice(TABLES, other.server, ("t",)), "the first thing heard: never one's own"
        store.tell("more", ["a", "b", "a"])
        assert there.get(timeout=5) == Notice("more", store.server, ("a", "b"))
    with pytest.raises(Empty):
        there.get(timeout=0.05)


def test_a_commit_takes_no_lock_on_the_whole_database(store: SqlStore) -> None:
    """NOTIFY does, at the end of its transaction: so no choice of anybody notifies within its own."""
    said: list[str] = []
    event.listen(store.writer, "before_cursor_execute", lambda *details: said.append(details[2]))
    opened(store, "t")
    store.append([batch(entry(1))])
    assert said and not any("notify" in statement.lower() for statement in said)


def test_much_to_tell_is_told_in_few_notifications(store: SqlStore, other: SqlStore) -> None:
    if not store.notifies:
        pytest.skip("SQLite tells nothing")
    heard: Queue[Notice] = Queue()
    other.listen(heard.put)
    words = [f"word{number:08}" for number in range(5_000)]
    store.tell("many", words)
    told: list[str] = []
    while len(told) < len(words):
        notice = heard.get(timeout=10)
        assert len(" ".join(notice.words)) < 7_600
        told += notice.words
    assert told == words and heard.empty()


def test_how_long_tables_are(store: SqlStore, other: SqlStore) -> None:
    opened(store, "t", "u", "v")
    other.append([batch(entry(1)), batch(entry(1), table="u"), batch(entry(2), table="u")])
    assert store.lengths(["t", "u", "nothing"]) == {"t": 2, "u": 3}
    assert store.lengths([]) == {}


WRITER = """
import sys
from ludotheque.play.ports import *
from ludotheque.store.connect import connect
store = connect(sys.argv[1])
for number in range(1, 1_000_000):
    assert store.append([Batch("t", [Entry(number, number, "choose", 0, "x" * 500)], Summary(RUNNING))]) == [True]
    print(number, flush=True)
"""


def test_what_was_acknowledged_survives_a_kill(where: str) -> None:
    store = connect(where)
    opened(store, "t")
    with subprocess.Popen([sys.executable, "-c", WRITER, where], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        said = [child.stdout.readline() for _ in range(20)]
        child.send_signal(signal.SIGKILL)
        said += child.stdout.readlines()
    acknowledged = [int(line) for line in said if line.endswith("\n")]
    store.close()
    reopened = connect(where)
    there = [e.number for e in reopened.entries("t")]
    assert there == list(range(len(there))) and acknowledged[-1] >= 20
    assert len(there) - 1 in (acknowledged[-1], acknowledged[-1] + 1), "at most the one that was not reported yet"
    assert reopened.append([batch(entry(len(there)))]) == [True]
    reopened.close()


def test_closing_twice_is_harmless_and_ends_it(store: SqlStore) -> None:
    store.listen(lambda table: None)
    store.close()
    store.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        store.info("t")


def test_options_are_kept_as_json(store: SqlStore) -> None:
    opened(store, "t")
    with store.reader.connect() as connection:
        kept = connection.exec_driver_sql("SELECT options FROM cards").scalar_one()
    assert json.loads(kept) == CARD.options
