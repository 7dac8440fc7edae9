"""One of the processes of ``ludotheque serve --processes N``: see ``supervisor.py``, which starts it.

It reads one line that says what to serve; when there is nothing more to read, its parent is gone.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import threading
from argparse import Namespace

from ..core.errors import GameError
from . import stopping
from .serve import serve


def main() -> int:
    brief = json.loads(read_line())
    sys.argv[0] = brief["program"]  # what people would type
    threading.Thread(target=end_with_parent, name="parent", daemon=True).start()
    listening, ready = socket.socket(fileno=brief["listening"]), brief["ready"]
    os.set_inheritable(listening.fileno(), False)
    os.set_inheritable(ready, False)
    try:
        serve(brief["lang"], Namespace(**brief["args"]), listening, lambda: tell(ready))
    except GameError as problem:
        print(f"ludotheque: {problem.text(brief['lang'])}", file=sys.stderr)
        return 2
    stopping.leave()
    return 0


def tell(ready: int) -> None:
    os.write(ready, b"\n")


def read_line() -> bytes:
    """Without Python's own buffer, which must not be in use by a thread when the process ends."""
    line = b""
    while not line.endswith(b"\n") and (more := os.read(0, 1)):
        line += more
    return line


def end_with_parent() -> None:
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
