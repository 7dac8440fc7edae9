"""What schemathesis makes of the server's description of itself: half of it as described, half of it not."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok

from .prey import Prey
from .tally import Tally

TIMEOUT = 60


def attack(prey: Prey, api: dict[str, Any], inputs: int, rng: random.Random, tally: Tally) -> None:
    """About as many inputs as asked for, shared by all operations."""
    schema = schemathesis.openapi.from_dict(api)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    ways = [(operation, mode) for operation in operations for mode in GenerationMode]
    with requests.Session() as session:
        session.headers["Authorization"] = f"Bearer {prey.eve.token}"
        for operation, mode in ways:
            strategy = operation.as_strategy(generation_mode=mode)
            try_out(strategy, max(1, inputs // len(ways)), rng.getrandbits(32), Caller(prey.server.url, session, tally))


class Caller:
    def __init__(self, url: str, session: requests.Session, tally: Tally) -> None:
        self.url, self.session, self.tally = url, session, tally

    def call(self, case: Case[Any]) -> None:
        """Nobody waits for news: that would only take time."""
        if isinstance(case.query, dict):
            case.query.pop("wait", None)
        self.tally.inputs["described"] += 1
        try:
            answer = case.call(base_url=self.url, session=self.session, timeout=TIMEOUT)
        except (requests.exceptions.InvalidHeader, UnicodeError):  # not even this client can send it
            return None
        except requests.RequestException as problem:
            return self.tally.complain("no answer to a request", f"{case.as_curl_command()}: {problem!r}")
        self.tally.note_answer(answer.status_code, case.as_curl_command().encode("utf-8", "replace"))
        self.tally.look(case)
        return None


def try_out(strategy: Any, examples: int, chosen: int, caller: Caller) -> None:
    @seed(chosen)
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=[*HealthCheck])
    @given(case=strategy)
    def each(case: Case[Any]) -> None:
        caller.call(case)

    with suppress(Unsatisfiable):  # what takes nothing cannot be given anything wrong
        each()
