"""The log of outages: one line for each, however many people and tables notice it."""

from __future__ import annotations

import logging
import math
from time import monotonic

from .ports import StoreUnavailable

log = logging.getLogger("ludotheque")
SAME = 60.0  # seconds: who fails within this time of the last one notices the same outage


class OutageLog:
    def __init__(self) -> None:
        self.noticed = -math.inf

    def note(self, problem: StoreUnavailable) -> None:
        """Writes the reason down, for whoever runs the server."""
        is_new = monotonic() - self.noticed > SAME
        self.noticed = monotonic()
        if is_new:
            log.warning("the database is not available, and is tried again: %s", " ".join(str(problem).split()))
