"""The platform wheel: installed elsewhere, read-only and for another user, it plays without compiling anything."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from documents import tracked

import ludotheque as lt

pytestmark = pytest.mark.long
ROOT = Path(__file__).parents[1]
MOST_BYTES = 60_000_000

# The command itself, with Numba's own word on what it compiled in the end.
COUNTED = """
import sys
from numba.core import event
from ludotheque.cli import main
from ludotheque.web import stopping

stopping.leave = lambda: None  # which would end the process where a thread still thinks, before it can say this

class Count(event.Listener):
    functions = []
    def on_start(self, event): ...
    def on_end(self, event): self.functions.append(event.data["dispatcher"].py_func.__name__)

event.register("numba:compile", Count())
main(sys.argv[1:])
print("compiled here:", len(Count.functions), *Count.functions)
"""


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """As ``make wheel`` makes it, of the files that are here: once, however many processes test."""
    base = tmp_path_factory.getbasetemp()
    common = base if worker_id == "master" else base.parent
    with (common / "wheel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (common / "wheel.made").exists():
            subprocess.run(["make", "wheel", f"PYTHON={sys.executable}"], cwd=ROOT, check=True, capture_output=True)
            (common / "wheel.made").touch()
    [made] = (path for path in (ROOT / "dist").glob("*.whl") if "none-any" not in path.name)
    return made


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Iterator[Path]:
    """A folder that nobody can write to."""
    folder = tmp_path / "elsewhere"
    zipfile.ZipFile(wheel).extractall(folder)
    subprocess.run([sys.executable, "-m", "compileall", "-q", folder], check=True)  # as pip does
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield folder
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)


@dataclass
class Running:
    """The installed server."""

    process: subprocess.Popen[str]
    url: str

    def hear(self, words: str) -> bool:
        """Waits until it says that, a minute at most."""
        assert self.process.stdout is not None
        too_late = threading.Timer(60, self.process.kill)
        too_late.start()
        try:
            return any(words in line for line in self.process.stdout)
        finally:
            too_late.cancel()

    def stop(self) -> str:
        """All that it said since it was last heard."""
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=60)[0]


def start(installed: Path, home: Path, before: str = "", user: str | None = None) -> Running:
    """With nothing but the installed files; the home of its user cannot be written either."""
    env = {name: value for name, value in os.environ.items() if name not in ("LUDOTHEQUE_CACHE", "XDG_CACHE_HOME")}
    data = home / "data"
    data.mkdir(mode=0o777)
    data.chmod(0o777)
    command = [
        sys.executable,
        "-P",
        "-c",
        before + COUNTED,
        "serve",
        "--lang",
        "en",
        "--port",
        "0",
        "--data",
        str(data),
    ]
    process = subprocess.Popen(
        command,
        env={**env, "PYTHONPATH": str(installed), "HOME": "/nonexistent", "TMPDIR": str(data)},
        stdout=subprocess.PIPE,
        text=True,
        user=user,
        cwd="/",
    )
    assert process.stdout is not None
    found = re.search(r"http://\S+:\d+", process.stdout.readline())
    assert found
    return Running(process, found[0])


def another_user(folder: Path) -> str | None:
    """Somebody else, where we may start processes for them and they may come to the files."""
    can_read = subprocess.run(["su", "nobody", "-s", sys.executable, "-c", ""], capture_output=True).returncode == 0
    ways = (folder, *folder.parents)
    return (
        "nobody"
        if os.name == "posix" and os.geteuid() == 0 and can_read and all(w.stat().st_mode & 1 for w in ways)
        else None
    )


def reply_of_level_8(url: str, game: str) -> None:
    """Plays until the computer has made a choice."""
    with httpx.Client(base_url=url, timeout=60) as me:
        seats = [{"who": "computer", "level": 8}, {"who": "me"}]
        table = me.post("/api/tables", json={"game": game, "seats": seats}).raise_for_status().json()["id"]
        end = time.monotonic() + 60
        while not any(entry["kind"] == "choice" and entry["seat"] == 0 for entry in entries(me, table)):
            assert time.monotonic() < end
            view = me.get(f"/api/tables/{table}").json()
            if view["mine"]:
                wish = {"do": "choose", "seat": 1, "text": view["choices"]["1"][0]}
                me.post(f"/api/tables/{table}/do", json=wish).raise_for_status()
            time.sleep(0.05)


def entries(me: httpx.Client, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = me.get(f"/api/tables/{table}/entries").json()
    return found


def test_it_asks_for_what_it_was_compiled_with_and_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size <= MOST_BYTES
    archive = zipfile.ZipFile(wheel)
    [name] = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    asked = re.findall(r"^Requires-Dist: (numba|llvmlite|numpy)(\S+)$", archive.read(name).decode(), re.MULTILINE)
    assert sorted(name for name, _ in asked) == ["llvmlite", "numba", "numpy"]
    assert all(version.startswith("==") for _, version in asked)


def test_the_pure_wheel_keeps_its_ranges(wheel: Path) -> None:
    [pure] = wheel.parent.glob("*-none-any.whl")
    archive = zipfile.ZipFile(pure)
    [name] = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    assert "Requires-Dist: numba<1,>=" in archive.read(name).decode()
    assert not any("/compiled/" in name for name in archive.namelist())


def test_it_holds_all_files_of_the_package_but_tests(wheel: Path) -> None:
    """Also those that are not Python: sentences, levels, the weights of networks, what new games are made of."""
    tests = re.compile(r"ludotheque/games/\w+/tests/")
    files = {name.removeprefix("src/") for name in tracked() if name.startswith("src/ludotheque/")}
    wanted = {name for name in files if not tests.match(name)}
    assert any(name.endswith(".npy") for name in wanted) and any("/skeleton/tests/" in name for name in wanted)
    assert not wanted - set(zipfile.ZipFile(wheel).namelist())


def test_level_8_replies_in_every_game_and_nothing_is_compiled(installed: Path, tmp_path: Path) -> None:
    running = start(installed, tmp_path, user=another_user(installed))
    try:
        for game in lt.games():
            reply_of_level_8(running.url, game)
    finally:
        said = running.stop()
    assert "compiled here: 0\n" in said
    assert "are being compiled" not in said and "are compiled here" not in said


HIDE_AVX2 = """
import llvmlite.binding as llvm
host = llvm.get_host_cpu_features()
llvm.get_host_cpu_features = lambda: type(host)({**host, "avx2": False})
"""


def test_a_processor_that_lacks_something_compiles_and_says_so(installed: Path, tmp_path: Path) -> None:
    running = start(installed, tmp_path, HIDE_AVX2)
    try:
        reply_of_level_8(running.url, "drivis")
        assert not httpx.get(f"{running.url}/api/games/drivis").json()["ready"]
        assert running.hear("it lacks: avx2")  # once it has looked at all games, which may be after the first reply
    finally:
        running.stop()


def test_changed_sources_are_compiled_anew(installed: Path, tmp_path: Path) -> None:
    """What came along is not trusted after an edit."""
    for path in (installed, *installed.rglob("*")):
        path.chmod(0o755)
    rules = installed / "ludotheque" / "games" / "drivis" / "rules.py"
    rules.write_text(rules.read_text("utf-8") + "\n# edited\n")
    shutil.rmtree(rules.parent / "__pycache__")
    code = "import ludotheque as lt; from ludotheque.search.precompile import is_ready, PARTS\n"
    code += "print(*(is_ready(lt.load(name), 'rules') for name in ('drivis', 'derive')))"
    env = {**os.environ, "PYTHONPATH": str(installed), "LUDOTHEQUE_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-P", "-c", code], env=env, check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["False", "True"]
