"""Fuzzing tries new texts at every run, except where a build must be repeatable; and Ctrl-C means what it should."""

from __future__ import annotations

import os
import signal
import threading

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("repeatable")

# A shell that runs us in the background lets all our processes ignore Ctrl-C, which some tests send.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)
