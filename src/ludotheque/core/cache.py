"""Where compiled code is kept between processes, so that it can never be older than its sources.

Numba's own cache looks only at the file of the function it compiles: after an edit of another file it would go on
running old rules. So the folder's name holds a digest of everything that the compiled code of one game can depend on.
Editing one game leaves the compiled code of the others alone.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

CORE = Path(__file__).parent
SHIPPED = CORE.parent / "compiled"  # what came along with a platform wheel; elsewhere there is none
# Compiled code depends on these, and on what is compiled in the game's folder and in its own.
COMPILED_CORE = ("bits.py", "rule.py", "target.py", "verbs.py")
# Another version of one of these may compile otherwise; another build of the same Python does not.
COMPILERS = ("numba", "llvmlite", "numpy")
COMPILES = (b"@rule", b"@generic")
# Parsing whole modules for this would take a tenth of a second in every process that plays.
IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+(\S+)[ \t]+)?import[ \t]+(\([^)]*\)|[^\n]*)", re.MULTILINE)
NAME = re.compile(r"[\w.]+")
KEEP_UNUSED_DAYS = 30


@cache
def name(game_folder: Path, home: Path) -> str:
    """The folder of functions that stand in the folder ``home`` and are compiled for the game in ``game_folder``."""
    return f"{game_folder.name}-{digest(game_folder, home)}"


def digest(game_folder: Path, home: Path) -> str:
    """Changes whenever that compiled code might have to change."""
    python = f"python {sys.version_info[0]}.{sys.version_info[1]}"
    sum_ = hashlib.sha256(" ".join([python, *(f"{name} {version(name)}" for name in COMPILERS)]).encode())
    for source in _sources(game_folder, home):
        sum_.update(f"\0{source.name}\0".encode())
        sum_.update(source.read_bytes())
    return sum_.hexdigest()[:20]


def _sources(game_folder: Path, home: Path) -> Iterator[Path]:
    yield from (CORE / name for name in COMPILED_CORE)
    for place in sorted({game_folder, home} - {CORE}):
        yield from sorted(_compiled_sources(place))


def _compiled_sources(place: Path) -> set[Path]:
    """The modules of a folder that compile something, and those of the folder that they import."""
    todo = [source for source in place.glob("*.py") if compiles(source)]
    found: set[Path] = set()
    while todo:
        source = todo.pop()
        if source not in found:
            found.add(source)
            todo += _imports(source)
    return found


def compiles(source: Path | str) -> bool:
    """Whether a module has functions that are compiled."""
    return any(mark in Path(source).read_bytes() for mark in COMPILES)


def _imports(source: Path) -> Iterator[Path]:
    """The neighbours that a module imports; however it names them."""
    for origin, names in IMPORT.findall(source.read_text("utf-8")):
        neighbours = (source.with_name(f"{name.rpartition('.')[2]}.py") for name in [origin, *NAME.findall(names)])
        yield from (neighbour for neighbour in neighbours if neighbour.exists())


@cache
def own_root() -> Path:
    """$LUDOTHEQUE_CACHE, or the user's cache folder, or a private temporary one if neither can be written."""
    wished = os.environ.get("LUDOTHEQUE_CACHE") or platformdirs.user_cache_dir("ludotheque", appauthor=False)
    root = Path(wished) / "compiled"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:
        return Path(tempfile.mkdtemp(prefix="ludotheque-"))
    _forget_unused(root)
    return root


def _forget_unused(root: Path) -> None:
    """Old digests would pile up with every edit and every upgrade."""
    oldest = time.time() - KEEP_UNUSED_DAYS * 86_400
    for entry in root.iterdir():
        try:
            if entry.stat().st_mtime < oldest:
                shutil.rmtree(entry, ignore_errors=True)
        except FileNotFoundError:
            continue  # another process was quicker
