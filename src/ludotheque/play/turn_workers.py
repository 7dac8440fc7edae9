"""Threads that think about computers' turns from a queue, which threads on other machines work at as well.

What a worker has claimed stays its own as long as its process says so again and again. If it does not, because it was
killed or stopped or lost the database, somebody else takes over; then its token is too old, and it cannot answer.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from time import monotonic, sleep

from ..core.registry import games, load
from .backoff import pauses
from .ports import Claim, StoreUnavailable, TurnQueue
from .positions import read_position
from .thinking import new_computer

LEASE = 10.0  # seconds: so long a turn waits for a thinker that is gone
POLL = 1.0  # seconds, should a notification be lost
LONGEST_PAUSE = 2.0  # seconds between two tries while the store fails: people wait for what is thought about
GRACE = 5.0  # seconds for giving back what was claimed, at the end
LONGEST = 15.0  # seconds for the end of a search that is under way
log = logging.getLogger("ludotheque")


def rules_of(name: str) -> str:
    """A thinker of another version may know other rules."""
    return f"{name} {load(name).edition}"


class TurnWorkers:
    """So many threads. Only one of them looks for work at a time. ``is_ready`` tells of a game whether it can be
    thought about now."""

    def __init__(self, queue: TurnQueue, threads: int, is_ready: Callable[[str], bool]) -> None:
        self.queue, self.is_ready, self.lease = queue, is_ready, LEASE
        self.holder = secrets.token_hex(8)
        self.held: set[Claim] = set()
        self.claiming, self.over, self.news = threading.Lock(), threading.Event(), threading.Event()
        # Daemons: one that waits for a database that hangs keeps nobody from leaving.
        self.workers = [threading.Thread(target=self._work, name="thinker", daemon=True) for _ in range(threads)]
        self.heart = threading.Thread(target=self._beat, name="heartbeat", daemon=True)

    def start(self) -> None:
        for thread in (self.heart, *self.workers):
            thread.start()

    def wake(self) -> None:
        """There may be something to think about."""
        self.news.set()

    def stop(self) -> None:
        """Gives back what was claimed, at once."""
        self.over.set()
        self.wake()
        if self.claiming.acquire(timeout=GRACE):  # nothing is claimed after that
            self.claiming.release()
        try:
            self.queue.release(self.holder)
        except StoreUnavailable as problem:
            log.warning("what was thought about is not given back, somebody takes it over: %s", problem)

    def join(self) -> None:
        """Waits for those who still think: a search cannot be stopped, and Python must not end below its feet."""
        end = monotonic() + LONGEST
        while self.held and monotonic() < end:
            sleep(0.05)

    def _work(self) -> None:
        while (claim := self._next()) is not None:
            try:
                self._deliver(claim, think_about(claim))
            except Exception:  # its lease runs out, then somebody else tries
                log.exception("could not think about turn %s, claimed for the %s. time", claim.id, claim.token)
            finally:
                self.held.discard(claim)

    def _next(self) -> Claim | None:
        """Waits for something to think about; None at the end."""
        with self.claiming:
            retry = pauses(longest=LONGEST_PAUSE)
            while not self.over.is_set():
                self.news.clear()
                try:
                    if (claim := self._claim()) is not None:
                        return claim
                    retry = pauses(longest=LONGEST_PAUSE)
                    self.news.wait(POLL)
                except Exception as problem:  # whatever it is, it may pass
                    pause = next(retry)
                    log.warning("nothing to think about, trying again in %.1f s: %s", pause, problem)
                    self.over.wait(pause)
        return None

    def _claim(self) -> Claim | None:
        ready = [rules_of(name) for name in games() if self.is_ready(name)]
        claim = self.queue.claim(self.holder, ready, self.lease) if ready else None
        if claim is not None:
            self.held.add(claim)
        return claim

    def _deliver(self, claim: Claim, text: str) -> None:
        """Until it is there, or somebody else has taken over."""
        for pause in pauses(longest=LONGEST_PAUSE):
            if self.over.is_set():
                return
            try:
                if not self.queue.answer(self.holder, claim, text):
                    log.warning("turn %s was taken over: the answer with token %s is too late", claim.id, claim.token)
                return
            except StoreUnavailable as problem:
                log.warning("the answer to turn %s waits: %s", claim.id, problem)
            self.over.wait(pause)

    def _beat(self) -> None:
        while not self.over.wait(self.lease / 3):
            if claims := [*self.held]:
                try:
                    self.queue.renew(self.holder, claims, self.lease)
                except StoreUnavailable as problem:
                    log.warning("what is thought about could not be renewed: %s", problem)


def think_about(claim: Claim) -> str:
    """What a computer of that level chooses."""
    state = read_position(claim.position)
    return new_computer(state.game, claim.level).choose(state, claim.seat)
