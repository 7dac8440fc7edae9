"""The command ``ludotheque``: starts what the command line asks for, and brings everything to an orderly end."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

# A command -> module and function. Loaded when used: help must not wait for the compiler.
COMMANDS = {
    "serve": ("web.serve", "run"),
    "backup": ("store.backup_commands", "run_backup"),
    "restore": ("store.backup_commands", "run_restore"),
    "menu": ("terminal.menu", "run_menu"),
    "games": ("terminal.menu", "run_games"),
    "play": ("terminal.play", "run"),
    "show": ("terminal.show", "run"),
    "replay": ("terminal.replay", "run"),
    "check": ("terminal.check", "run"),
    "verify": ("terminal.verify", "run"),
    "report": ("terminal.report", "run"),
    "guide": ("terminal.guide", "run"),
    "lessons": ("terminal.lessons", "run"),
    "puzzles": ("terminal.puzzles", "run"),
    "perft": ("terminal.perft", "run"),
    "simulate": ("terminal.simulate", "run_simulate"),
    "match": ("terminal.match", "run"),
    "tournament": ("terminal.tournament", "run"),
    "ladder": ("terminal.ladder", "run"),
    "learn": ("terminal.learn", "run"),
    "mine": ("terminal.mine", "run"),
    "bench": ("terminal.simulate", "run_bench"),
    "warm": ("terminal.warm", "run"),
    "think": ("terminal.think", "run"),
    "new-game": ("terminal.new_game", "run"),
    "completion": ("terminal.completion", "run"),
}

# Only fitting networks multiplies matrices, and small ones: a second thread would mostly wait for the first (on a busy
# machine for minutes), and how numbers are rounded would depend on how many there are. Read when NumPy is loaded.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
INTERRUPTED, UNHEARD, REFUSED = 130, 141, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)
    try:
        from .terminal.interrupts import careful

        with careful():
            return _run(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:
        return _stop()
    except EOFError:
        return 0
    except BrokenPipeError:
        return _leave_pipe()


def _run(arguments: list[str]) -> int:
    _open_streams()
    from .core.errors import GameError
    from .terminal.language import asked
    from .terminal.texts import CATALOG

    lang = asked(arguments, os.environ)
    try:
        code = _start(arguments, lang)
        sys.stdout.flush()
        return code
    except GameError as problem:
        return _complain(problem.text(lang))
    except BrokenPipeError:
        raise
    except OSError as problem:
        return _complain(CATALOG.say("system", lang, reason=problem.strerror or str(problem)))


def _start(arguments: list[str], lang: str) -> int:
    from .terminal.arguments import understand

    arguments = with_command(arguments)
    try:
        args = understand(arguments, lang)
    except SystemExit as leaving:  # help was shown, or an argument was wrong
        return int(leaving.code or 0)
    from .terminal.console import Terminal

    module, function = COMMANDS[args.command]
    theme = getattr(args, "theme", None)
    terminal = Terminal(lang, "light" if theme == "light" else "dark")
    return int(getattr(import_module(f"ludotheque.{module}"), function)(terminal, args))


def with_command(arguments: list[str]) -> list[str]:
    """Who types only ``ludotheque``, perhaps with settings of the server, wants to play in the browser."""
    own = {"-h", "--help", "--version"}
    rest = iter(arguments)
    for word in rest:
        if word == "--lang":
            next(rest, None)
        elif word in own or not word.startswith("-"):
            return arguments
        elif not word.startswith("--lang="):
            break
    return ["serve", *arguments]


def _complain(words: str) -> int:
    print(f"ludotheque: {words}", file=sys.stderr)
    return REFUSED


def _open_streams() -> None:
    """All three streams are there, also where the caller closed some, and a character that one of them does not know
    is shown as a question mark: it must not end a game."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), "r" if name == "stdin" else "w"))
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _stop() -> int:
    """Ctrl-C. A second one must not spoil the orderly end."""
    import signal

    from .terminal.interrupts import leave_work

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_work(INTERRUPTED)
    return INTERRUPTED


def _leave_pipe() -> int:
    """Whoever read our output has gone. Python would complain when it closes the stream, so it closes another one."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return UNHEARD


if __name__ == "__main__":
    sys.exit(main())
