"""Who may import whom, and what an import costs. See docs/architecture.md."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque as lt

PACKAGE = Path(lt.__file__).parent
ALLOWED: dict[str, set[str]] = {
    "core": {"core"},
    "scene": {"core", "scene"},
    "games": {"core", "scene"},  # and itself: checked apart
    "skeleton": {"core", "scene", "skeleton"},  # of which a game is made
    "search": {"core", "search"},
    "play": {"core", "search", "play"},
    "store": {"core", "play", "store"},
    "web": {"core", "scene", "search", "play", "store", "web"},
    "research": {"core", "search", "research"},
    "terminal": {"core", "scene", "search", "play", "store", "terminal"},
    "cli": {"core", "scene", "search", "terminal", "web"},
    "__main__": {"cli"},
}
SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if "tests" not in path.parts)


def imported(path: Path) -> Iterator[tuple[str, ...]]:
    """The modules of ours that a file imports when it runs, as parts below the package."""
    here = path.relative_to(PACKAGE).with_suffix("").parts
    for node in ast.walk(without_types(ast.parse(path.read_text("utf-8")))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = here[: len(here) - node.level]
            yield (*base, *(node.module or "").split(".")) if node.module else base
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ludotheque."):
            yield tuple((node.module or "").split(".")[1:])
        elif isinstance(node, ast.Import):
            yield from (tuple(a.name.split(".")[1:]) for a in node.names if a.name.startswith("ludotheque."))


def without_types(tree: ast.Module) -> ast.Module:
    """What only mypy imports is no dependency: the contract of a game names the types of its pictures."""
    for node in tree.body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    return tree


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_down_only(path: Path) -> None:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    if parts == ("__init__",):
        return  # the front door opens on everything
    for target in imported(path):
        if not target:
            continue
        if parts[0] == "games" and target[0] == "games":
            assert target[1:2] == parts[1:2], f"{parts} imports another game: {target}"
        else:
            assert target[0] in ALLOWED[parts[0]], f"{parts} imports {target}"


def test_no_game_is_named_outside_its_folder() -> None:
    for path in SOURCES:
        if "games" in path.relative_to(PACKAGE).parts[:-1]:
            continue
        code = ast.unparse(without_docstrings(ast.parse(path.read_text("utf-8")))).lower()
        for name in lt.games():
            assert not re.search(rf"\b{name.replace('-', '[-_]')}\b", code), f"{path} speaks of {name}"


def without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if (
            isinstance(body, list)
            and body
            and isinstance(body[0], ast.Expr)
            and isinstance(body[0].value, ast.Constant)
        ):
            body[0] = ast.Pass()
    return tree


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def test_importing_loads_no_compiler() -> None:
    """Neither the package nor a list of the games and their options loads Numba."""
    code = "import sys, ludotheque as lt; [lt.load(n).options for n in lt.games()]; print('numba' in sys.modules)"
    assert run(code).strip() == "False"


def test_the_terminal_plays_without_a_server() -> None:
    """The same tables as in the browser, but nothing of what serves and stores them."""
    code = "import sys, ludotheque.terminal.play; print({'asyncio', 'fastapi', 'sqlalchemy', 'numba'} & {*sys.modules})"
    assert run(code).strip() == "set()"


def test_importing_is_quick() -> None:
    """As a share of what starting Python with NumPy costs, because machines differ."""
    code = "import time; a = time.perf_counter(); import {}; print(time.perf_counter() - a)"
    ours, numpys = (min(float(run(code.format(name))) for _ in range(3)) for name in ("ludotheque", "numpy"))
    assert ours < numpys


def test_loading_rules_compiles_nothing() -> None:
    code = """
import ludotheque as lt
from numba.core.dispatcher import Dispatcher
for name in lt.games():
    rules = lt.load(name).rules
    assert all(not d.signatures for d in vars(rules).values() if isinstance(d, Dispatcher))
print("nothing")
"""
    assert run(code).strip() == "nothing"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_files_stay_short(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 500
