"""A process of ours that can be killed, stopped for a while and started again. What it says is kept."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from processes import descendants

STARTING = 120.0  # seconds; the machine may be busy


class Program:
    """``is_ready`` is the pattern of what it says when it can be used."""

    def __init__(self, name: str, command: list[str], log: Path, is_ready: str, env: Mapping[str, str]) -> None:
        self.name, self.command, self.log, self.is_ready, self.env = name, command, log, is_ready, env
        self.process: subprocess.Popen[str] | None = None
        self.found: re.Match[str] | None = None
        self.starts = 0

    def start(self) -> None:
        """Its log goes through us: a limit on the size of its files must not be one on what it can say."""
        self.found, ready = None, threading.Event()
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        self.process = subprocess.Popen(
            self.command, **pipes, text=True, errors="replace", env={**os.environ, **self.env}, start_new_session=True
        )
        self.starts += 1
        self.listener = threading.Thread(target=self.listen, args=(self.process.stdout, ready), daemon=True)
        self.listener.start()
        if not ready.wait(STARTING) or self.found is None:
            raise OSError(f"{self.name} did not start: {self.said[-2000:]}")

    def listen(self, stream: IO[str], ready: threading.Event) -> None:
        """Until its end, also that of whoever inherited the pipe."""
        with stream, self.log.open("a", encoding="utf-8") as log:
            for line in stream:
                log.write(line)
                log.flush()
                if not ready.is_set() and (found := re.search(self.is_ready, line)):
                    self.found = found
                    ready.set()
        ready.set()  # it has ended: nobody needs to wait

    @property
    def said(self) -> str:
        return self.log.read_text("utf-8", "replace") if self.log.exists() else ""

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def pids(self) -> list[int]:
        return [self.process.pid, *descendants(self.process.pid)] if self.process and self.runs else []

    def signal(self, how: signal.Signals) -> None:
        """To it and all that it has started."""
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, how)

    def kill(self) -> None:
        """As a power cut would."""
        self.signal(signal.SIGKILL)
        self.wait()

    def end(self, patience: float = 60) -> bool:
        """As a system does that is shut down: SIGTERM, and whoever takes too long is killed. Whether it ended."""
        if self.process is None or not self.runs:
            return True
        self.process.terminate()
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.kill()
            return False
        self.wait()
        return True

    def wait(self) -> None:
        """Until it has ended and has said everything."""
        if self.process is not None:
            self.process.wait(60)
            self.listener.join(20)
