"""What Prometheus is told, with ``--metrics``: counts and times, never anybody's name, id or address.

It is told at a port of its own, which no proxy passes on, by a thread of its own: it answers when nothing else does.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, fields, replace
from typing import Any, cast

from fastapi import FastAPI
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..core.errors import GameError
from ..core.registry import games
from ..play.lobby import Lobby
from ..play.ports import Store, StoreUnavailable
from ..play.thinking import Thinkers, Turn
from .limits import Bucket, Limits
from .stopping import Stopping
from .texts import CATALOG

METHODS = ("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS")
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
NOT_TIMED = ("listen", "close")


class Metrics:
    """All that is counted in this process."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        ProcessCollector(registry=own)
        asked = ["method", "route", "status"]
        self.requests = Counter("ludotheque_requests", "Requests that were answered.", asked, registry=own)
        self.request_seconds = Histogram(
            "ludotheque_request_seconds", "Time to answer a request.", ["route"], buckets=QUICK, registry=own
        )
        self.command_seconds = Histogram(
            "ludotheque_command_seconds",
            "Time until a command was on disk and acknowledged.",
            ["command"],
            buckets=QUICK,
            registry=own,
        )
        self.store_seconds = Histogram(
            "ludotheque_store_seconds", "Time of a call to the store.", ["call"], buckets=QUICK, registry=own
        )
        self.outages = Counter("ludotheque_store_outages", "Calls that the store could not answer.", registry=own)
        self.turn_seconds = Histogram(
            "ludotheque_turn_seconds", "Time until a computer had chosen, waiting included.", registry=own
        )
        self.turns = Gauge("ludotheque_turns", "Turns of computers under way, waiting ones included.", registry=own)

    def attach(self, app: FastAPI) -> None:
        """From now on requests are counted, and what is asked of the store."""
        app.state.store = cast(Store, MeasuredStore(app.state.store, self))
        app.add_middleware(RequestMetrics, metrics=self)

    def watch(self, app: FastAPI) -> None:
        """From now on also what the lobby knows. Before anybody sits there."""
        lobby: Lobby = app.state.lobby
        thinkers = cast(Thinkers, MeasuredThinkers(lobby.services.thinkers, self))
        lobby.services = replace(lobby.services, thinkers=thinkers)
        self.registry.register(Standing(lobby, app.state.limits, app.state.stopping))

    @contextmanager
    def command(self, name: str) -> Iterator[None]:
        """What is refused is not counted, so that only commands there are become labels."""
        began = time.perf_counter()
        yield
        self.command_seconds.labels(name).observe(time.perf_counter() - began)


def measured(asking: HTTPConnection, command: str) -> AbstractContextManager[None]:
    metrics: Metrics | None = asking.app.state.metrics
    return nullcontext() if metrics is None else metrics.command(command)


class MeasuredStore:
    """A store whose calls are timed."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store, self._metrics = store, metrics

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if name in NOT_TIMED or name.startswith("_") or not callable(found):
            return found

        def timed(*args: Any, **more: Any) -> Any:
            try:
                with self._metrics.store_seconds.labels(name).time():
                    return found(*args, **more)
            except StoreUnavailable:
                self._metrics.outages.inc()
                raise

        return timed


class MeasuredThinkers:
    """Thinkers whose turns are timed."""

    def __init__(self, thinkers: Thinkers, metrics: Metrics) -> None:
        self._thinkers, self._metrics = thinkers, metrics

    def __getattr__(self, name: str) -> Any:
        return getattr(self._thinkers, name)

    async def choose(self, turn: Turn) -> str | None:
        with self._metrics.turns.track_inprogress(), self._metrics.turn_seconds.time():
            return await self._thinkers.choose(turn)


@dataclass(eq=False)
class Standing(Collector):
    """How things stand at the moment when they are asked for."""

    lobby: Lobby
    limits: Limits
    stopping: Stopping

    def collect(self) -> Iterable[Metric]:
        lobby = self.lobby
        yield GaugeMetricFamily("ludotheque_live_channels", "Live channels that are open.", self.stopping.channels)
        yield GaugeMetricFamily("ludotheque_tables", "Tables in memory.", len(lobby.sessions))
        yield GaugeMetricFamily(
            "ludotheque_store_waiting", "Calls that wait for the store or are in it.", lobby.threads.waiting
        )
        waiting = len(lobby.executor.waiting)
        yield GaugeMetricFamily("ludotheque_turns_waiting", "Turns and hints for which no thread is free.", waiting)
        yield self.warming()
        yield self.refused()

    def warming(self) -> Metric:
        told = GaugeMetricFamily(
            "ludotheque_compiled_percent", "How much of what a computer player needs is compiled.", labels=["game"]
        )
        for name in games():
            percent = self.lobby.warming.progress(name)
            told.add_metric([name], 100 if percent is None else percent)
        return told

    def refused(self) -> Metric:
        told = CounterMetricFamily("ludotheque_limits_refused", "Requests over a limit.", labels=["limit"])
        for each in fields(self.limits):
            if isinstance(bucket := getattr(self.limits, each.name), Bucket):
                told.add_metric([each.name], bucket.refused)
        return told


class RequestMetrics:
    """Counts and times requests, by the pattern of their address: nobody's id stands in that."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, began = [500], time.perf_counter()

        async def noting(message: Message) -> None:
            if message["type"] == "http.response.start":
                status[0] = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            self.note(scope, status[0], time.perf_counter() - began)

    def note(self, scope: Scope, status: int, seconds: float) -> None:
        route = route_of(scope)
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.metrics.requests.labels(method, route, status).inc()
        self.metrics.request_seconds.labels(route).observe(seconds)


def route_of(scope: Scope) -> str:
    if scope["path"].startswith("/static/"):
        return "/static"
    return getattr(scope.get("route"), "path", "other")


def expose(metrics: Metrics, address: str) -> None:
    """Answers at ``[HOST:]PORT``."""
    host, _, port = address.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not port.isascii() or not port.isdecimal() or int(port) > 65_535:
        raise GameError(CATALOG("serve.metrics-wrong", address=address[:60]))
    try:
        start_http_server(int(port), host, metrics.registry)
    except OSError as problem:
        raise GameError(
            CATALOG("serve.metrics-taken", address=address[:60], reason=problem.strerror or problem)
        ) from problem
