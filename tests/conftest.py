"""Fuzzing tries new texts at every run, except where a build must be repeatable; Ctrl-C means what it should; and what
takes long comes first."""

from __future__ import annotations

import os
import signal
import threading

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("repeatable")

# A shell that runs us in the background lets all our processes ignore Ctrl-C, which some tests send.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """At the end of a run only short tests are left then, which can be shared evenly among the processes."""
    items.sort(key=rank)


def rank(item: pytest.Item) -> int:
    if item.path.name.startswith(("test_browser", "test_chaos")):
        return 0
    return 1 if item.get_closest_marker("slow") else 2
