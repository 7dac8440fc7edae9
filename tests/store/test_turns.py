"""The queue of computers' turns: who claims what, in which order, and whose answer counts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from queue import Queue
from typing import Any

import pytest
from sqlalchemy import text

from ludotheque.play.ports import NEW_TURN, Claim, QueuedTurn
from ludotheque.store import turns as module
from ludotheque.store.connect import connect
from ludotheque.store.turns import SqlTurns

RULES = ["stones 1"]
LONG, SHORT = 60.0, 0.05  # seconds of a lease

pytestmark = pytest.mark.slow


@pytest.fixture
def turns(new_database: Callable[[], str]) -> Iterator[SqlTurns]:
    store = connect(new_database())
    turns = store.turns()
    assert turns is not None
    yield turns
    turns.close()
    store.close()


def turn(id: str, share: str = "anna", **more: Any) -> QueuedTurn:
    return replace(QueuedTurn(id, "stones 1", 0, 3, "a position", share), **more)


def claimed(turns: SqlTurns, holder: str = "one", lease: float = LONG) -> Claim:
    claim = turns.claim(holder, RULES, lease)
    assert claim is not None
    return claim


def test_sqlite_has_one_server_and_no_queue(tmp_path: object) -> None:
    store = connect(f"{tmp_path}/games.db")
    assert store.turns() is None
    store.close()


def test_a_turn_is_put_once_claimed_once_and_answered_once(turns: SqlTurns) -> None:
    assert turns.put(turn("t")) is None and turns.put(turn("t")) is None  # by two servers
    claim = claimed(turns)
    assert claim == Claim("t", 1, 0, 3, "a position")
    assert turns.claim("other", RULES, LONG) is None
    assert turns.answers(["t", "unknown"]) == {"t": None}
    assert turns.answer("one", claim, "a1")
    assert not turns.answer("one", claim, "b2"), "answered already"
    assert turns.put(turn("t")) == "a1"
    assert turns.answers(["t"]) == {"t": "a1"}
    assert turns.claim("other", RULES, LONG) is None


def test_many_claim_at_once_and_none_gets_the_same(turns: SqlTurns) -> None:
    for number in range(300):
        turns.put(turn(f"t{number}", f"share {number}"))
    got: Queue[str] = Queue()

    def work(holder: str) -> None:
        while (claim := turns.claim(holder, RULES, LONG)) is not None:
            got.put(claim.id)

    threads = [threading.Thread(target=work, args=(f"holder {number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got.queue) == sorted(f"t{number}" for number in range(300))


def test_one_address_with_sixty_openers_does_not_starve_another(turns: SqlTurns) -> None:
    """The first of each share, then the second of each: by the order of claims."""
    for number in range(60):
        turns.put(turn(f"crowd {number}", "crowd"))
    turns.put(turn("ben 0", "ben"))
    turns.put(turn("ben 1", "ben"))
    turns.put(turn("robots", "carla", is_unattended=True))
    turns.put(turn("carla", "carla"))
    order = [claimed(turns).id for _ in range(64)]
    assert order[:5] == ["crowd 0", "ben 0", "carla", "crowd 1", "ben 1"]
    assert order[-1] == "robots", "where only computers play, everybody else goes first"


def test_who_stops_renewing_is_taken_over_and_cannot_answer(turns: SqlTurns) -> None:
    turns.put(turn("t"))
    first = claimed(turns, "one", SHORT)
    time.sleep(2 * SHORT)
    second = claimed(turns, "two")
    assert (first.token, second.token) == (1, 2)
    assert turns.renew("one", [first], LONG) == []
    assert not turns.answer("one", first, "too late")
    assert turns.answers(["t"]) == {"t": None}
    assert turns.answer("two", second, "in time")
    assert turns.answers(["t"]) == {"t": "in time"}


def test_who_renews_keeps_it(turns: SqlTurns) -> None:
    turns.put(turn("t"))
    claim = claimed(turns, "one", SHORT)
    assert turns.renew("one", [claim], LONG) == ["t"]
    time.sleep(2 * SHORT)
    assert turns.claim("two", RULES, LONG) is None
    assert turns.answer("one", claim, "a1")


def test_a_late_answer_counts_if_nobody_has_taken_over(turns: SqlTurns) -> None:
    turns.put(turn("t"))
    claim = claimed(turns, "one", SHORT)
    time.sleep(2 * SHORT)
    assert turns.answer("one", claim, "a1")


def test_the_same_holder_twice_is_told_apart_by_the_token(turns: SqlTurns) -> None:
    turns.put(turn("t"))
    first = claimed(turns, "one", SHORT)
    time.sleep(2 * SHORT)
    second = claimed(turns, "one")
    assert not turns.answer("one", first, "old") and turns.renew("one", [first], LONG) == []
    assert turns.answer("one", second, "new")


def test_what_is_given_back_is_free_at_once(turns: SqlTurns) -> None:
    turns.put(turn("t"))
    first = claimed(turns, "one")
    turns.release("one")
    second = claimed(turns, "two")
    assert second.token == 2
    assert not turns.answer("one", first, "too late")


def test_a_clock_that_was_put_back_makes_no_lease_longer(turns: SqlTurns) -> None:
    turns.put(turn("t"))
    claimed(turns, "one", 3600.0)  # as if the clock had been an hour ahead
    assert claimed(turns, "two", 10.0).token == 2


def test_what_ended_several_thinkers_comes_last(turns: SqlTurns) -> None:
    turns.put(turn("deadly", "anna"))
    for _ in range(module.OFTEN + 1):
        claimed(turns, "one")
        turns.release("one")
    turns.put(turn("usual", "ben"))
    assert [claimed(turns).id, claimed(turns).id] == ["usual", "deadly"]


def test_nobody_gets_rules_that_they_do_not_know(turns: SqlTurns) -> None:
    turns.put(turn("t", rules="stones 2"))
    assert turns.claim("one", RULES, LONG) is None
    assert turns.claim("one", ["stones 2"], LONG) is not None


def test_what_is_not_wanted_is_not_thought_about(turns: SqlTurns) -> None:
    turns.put(turn("t"))
    turns.withdraw(["t"])
    assert turns.claim("one", RULES, LONG) is None
    turns.put(turn("t"))
    claimed(turns)


def test_a_refused_answer_is_asked_for_again(turns: SqlTurns) -> None:
    turns.put(turn("t"))
    turns.answer("one", claimed(turns, "one", SHORT), "nonsense")
    turns.reject("t", "another answer")
    assert turns.answers(["t"]) == {"t": "nonsense"}
    turns.reject("t", "nonsense")
    time.sleep(2 * SHORT)
    assert claimed(turns, "two").token == 2


def test_old_turns_are_removed(turns: SqlTurns) -> None:
    for id in ("answered", "forgotten", "wanted"):
        turns.put(turn(id))
    turns.answer("one", claimed(turns), "a1")
    turns.tidy_up()
    assert len(turns.answers(["answered", "forgotten", "wanted"])) == 3, "somebody may still come for it"
    age = text(f"UPDATE turns SET wanted_until = wanted_until - {module.WANTED + module.KEPT} WHERE id != 'wanted'")
    with turns.engine.connect() as connection:
        connection.execute(age)
    turns.tidy_up()
    assert turns.answers(["answered", "forgotten", "wanted"]) == {"wanted": None}


def test_whoever_listens_hears_of_turns_and_answers(turns: SqlTurns) -> None:
    heard: Queue[str] = Queue()
    turns.listen(heard.put)
    turns.put(turn("t"))
    assert heard.get(timeout=10) == NEW_TURN
    turns.answer("one", claimed(turns), "a1")
    assert heard.get(timeout=10) == "t"
    turns.put(turn("u"))
    assert heard.get(timeout=10) == NEW_TURN
    claimed(turns)
    turns.release("one")
    assert heard.get(timeout=10) == NEW_TURN
