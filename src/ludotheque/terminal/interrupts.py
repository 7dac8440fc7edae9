"""Ctrl-C at any moment, also while the compiler works, which does not bear it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")

WORK = "ludotheque-work"
AGAIN_SECONDS = 0.05
COMPILER = (f"{os.sep}numba{os.sep}", f"{os.sep}llvmlite{os.sep}")


def interruptible(work: Callable[..., T], *args: Any) -> T:
    """Compiles or runs compiled code in another thread: in the main one, Ctrl-C would have to wait for its end."""
    answers: list[T] = []
    problems: list[BaseException] = []

    def do() -> None:
        try:
            answers.append(work(*args))
        except BaseException as problem:
            problems.append(problem)

    thread = threading.Thread(target=do, name=WORK, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.2)
    if problems:
        raise problems[0]
    return answers[0]


def leave_work(code: int) -> None:
    """Ends the process if such a thread still works: Python's own end would pull the compiler from under its feet."""
    if any(thread.name == WORK for thread in threading.enumerate()):
        leave_at_once(code)


def leave_at_once(code: int) -> NoReturn:
    """Whatever other threads still do."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


@contextlib.contextmanager
def careful() -> Iterator[None]:
    """Within this, Ctrl-C waits until the compiler, should it work in the main thread, has finished."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield  # somebody else decides about Ctrl-C, for instance a shell that runs us in the background
        return
    before = sys.unraisablehook
    signal.signal(signal.SIGINT, _interrupt)
    sys.unraisablehook = _unraisable
    try:
        yield
    finally:
        sys.unraisablehook = before
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _interrupt(_signal: int, frame: FrameType | None) -> None:
    while frame is not None:
        if any(place in frame.f_code.co_filename for place in COMPILER):
            _again()
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def _unraisable(problem: sys.UnraisableHookArgs) -> None:
    """Ctrl-C where nothing can be raised, for instance while an object is taken apart, is not lost."""
    if problem.exc_type is KeyboardInterrupt:
        _again()
    else:
        sys.__unraisablehook__(problem)


def _again() -> None:
    timer = threading.Timer(AGAIN_SECONDS, interrupt_main)
    timer.daemon = True
    timer.start()
