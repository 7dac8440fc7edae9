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
PACKAGE = CORE.parent
SHIPPED = PACKAGE / "compiled"  # what came along with a platform wheel; elsewhere there is none
# Of the core, compiled code depends on these and on nothing else, whatever they import.
COMPILED_CORE = ("bits.py", "fields.py", "local.py", "packed.py", "rule.py", "target.py", "verbs.py")
# A game's functions are called through these, which import no game: what calls them depends on what they find there.
FOUND_THROUGH = {
    CORE / "verbs.py": ("rules",),
    PACKAGE / "search" / "hooks.py": ("search/hints", "search/features"),
    PACKAGE / "search" / "oversight.py": ("search/oversights",),
    PACKAGE / "research" / "planes.py": ("planes",),
}
# Another version of one of these may compile otherwise; another build of the same Python does not.
COMPILERS = ("numba", "llvmlite", "numpy")
COMPILES = (b"@rule", b"@generic")
# Parsing whole modules for this would take a tenth of a second in every process that plays.
IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+(\S+)[ \t]+)?import[ \t]+(\([^)]*\)|[^\n#]*)", re.MULTILINE)
NAME = re.compile(r"[\w.]+")
KEEP_UNUSED_DAYS = 30


@cache
def name(game_folder: Path, *files: Path) -> str:
    """The folder of the functions that stand in these files and are compiled for the game in ``game_folder``."""
    return f"{game_folder.name}-{digest(game_folder, *files)}"


def digest(game_folder: Path, *files: Path) -> str:
    """Changes whenever that compiled code might have to change."""
    python = f"python {sys.version_info[0]}.{sys.version_info[1]}"
    sum_ = hashlib.sha256(" ".join([python, *(f"{name} {version(name)}" for name in COMPILERS)]).encode())
    for path in sorted(sources(game_folder, *files)):
        sum_.update(f"\0{path.relative_to(PACKAGE).as_posix()}\0".encode())
        sum_.update(path.read_bytes())
    return sum_.hexdigest()[:20]


def sources(game_folder: Path, *files: Path) -> set[Path]:
    """All that the compiled code of these files depends on: what they import, and what they find in the game."""
    found: set[Path] = set()
    todo = [*files, *(CORE / name for name in COMPILED_CORE)]
    while todo:
        path = todo.pop()
        if path in found or (path.parent == CORE and path.name not in COMPILED_CORE):
            continue
        found.add(path)
        todo += _imports(path)
        todo += [file for name in FOUND_THROUGH.get(path, ()) for file in _modules(game_folder / name)]
    return found


def compiles(source: Path | str) -> bool:
    """Whether a module has functions that are compiled."""
    return any(mark in Path(source).read_bytes() for mark in COMPILES)


def _imports(path: Path) -> Iterator[Path]:
    """The modules of ours that a module imports, however it names them."""
    for origin, names in IMPORT.findall(path.read_text("utf-8")):
        listed = NAME.findall(re.sub(r"\bas +\w+", "", names))
        if not origin:
            yield from (found for name in listed for found in _modules(_place(path, name)))
            continue
        inside = [_modules(_place(path, origin) / name) for name in listed]
        yield from (found for modules in inside for found in modules)
        if not all(inside):
            yield from _modules(_place(path, origin))  # some of the names are no modules, but come from this one


def _place(path: Path, dotted: str) -> Path:
    """Where a module stands that is called so in the file ``path``; without its suffix."""
    rest = dotted.lstrip(".")
    level = len(dotted) - len(rest)
    base = path.parents[level - 1] if level else PACKAGE.parent
    return base.joinpath(*rest.split(".")) if rest else base


def _modules(place: Path) -> list[Path]:
    """The file of the module at that place, or of the package; none if it is none of ours."""
    files = (place.with_name(f"{place.name}.py"), place / "__init__.py")
    return [file for file in files if PACKAGE in file.parents and file.exists()]


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
