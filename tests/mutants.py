"""``make mutants``: changes one thing in the code, runs the tests that should notice, 300 times; says what survived.

Cosmic Ray makes the changes. Rules run uncompiled: compiling for every change would take days. Each change is made in
a copy of the package; two copies are tested at a time. A test that takes many times as long as without a change counts
as failed: nobody would wait for it.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "ludotheque"
# What only compiles, finds compiled code or talks to Numba is not what runs here.
COMPILING = {"cache.py", "compiler.py", "numba_cache.py", "rule.py", "target.py"}
SLOWEST = 300.0  # seconds
SURVIVED, NOTICED, TOO_LONG = "survived", "noticed", "took too long"
# Games are uncompiled, so slow: one that needs no chance is enough for the core.
CORE_TESTS = (
    "tests/test_state.py",
    "tests/test_records.py",
    "tests/laws/test_laws.py",
    "-k",
    "not riviere and not drop and not drumlin and not derive",
)


@dataclass(frozen=True)
class Mutant:
    """One change: the file, the text before and after, and which tests should notice."""

    path: Path
    before: str
    after: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), lineterm="", n=0)
        changed = [line for line in lines if not line.startswith(("---", "+++"))]
        return "\n".join([f"{self.path.relative_to(PACKAGE)}", *changed])


def groups() -> Iterator[tuple[list[Path], tuple[str, ...]]]:
    """Files, and the tests that should notice a change of them."""
    core = [path for path in sorted((PACKAGE / "core").glob("*.py")) if path.name not in COMPILING]
    yield core, CORE_TESTS
    yield sorted((PACKAGE / "play").glob("*.py")), ("tests/play",)
    for folder in sorted(path.parent for path in (PACKAGE / "games").glob("*/__init__.py")):
        rules = [*folder.glob("rules.py"), *sorted(folder.glob("rules/*.py"))]
        tests = [folder / "tests" / "test_model.py", *sorted(folder.glob("tests/test_rules*.py"))]
        yield rules, tuple(str(path.relative_to(ROOT)) for path in tests)


def changes_of(path: Path) -> list[tuple[str, int]]:
    """Every change that can be made to a file: which operator, and where it applies."""
    nodes = list(ast_nodes(get_ast(path.read_text("utf-8"))))
    operators = ((name, get_operator(name)) for name in operator_names())
    made = ((name, operator()) for name, operator in operators if not operator.arguments())
    places = ((name, sum(len(list(operator.mutation_positions(node))) for node in nodes)) for name, operator in made)
    return [(name, occurrence) for name, count in places for occurrence in range(count)]


def mutate(path: Path, name: str, occurrence: int, tests: tuple[str, ...]) -> Mutant | None:
    """The changed file, unless the change does not change what runs."""
    before = path.read_text("utf-8")
    after = mutate_code(before, get_operator(name)(), occurrence)
    return None if after is None or meaning_of(after) == meaning_of(before) else Mutant(path, before, after, tests)


def meaning_of(code: str) -> str | None:
    """The code without what does not run: a changed annotation changes nothing."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.Constant(None)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
    return ast.dump(tree)


def sample(n: int, seed: int, only: str) -> list[Mutant]:
    """As many from each group: the few lines of a small game's rules matter as much as the core."""
    chosen: list[Mutant] = []
    wanted = [(files, tests) for files, tests in groups() if any(only in str(path) for path in files)]
    for files, tests in wanted:
        changes = [(path, *change) for path in files if only in str(path) for change in changes_of(path)]
        random.Random(seed).shuffle(changes)
        mutants = (mutate(*change, tests) for change in changes)
        chosen += islice((mutant for mutant in mutants if mutant), -(-n // len(wanted)))
    random.Random(seed).shuffle(chosen)
    return chosen[:n]


class Copies:
    """Copies of the project, each used by one test at a time."""

    def __init__(self, n: int, folder: Path) -> None:
        self.free: SimpleQueue[Path] = SimpleQueue()
        self.patience: dict[tuple[str, ...], float] = {}  # tests -> seconds until they count as failed
        for number in range(n):
            copy = folder / str(number)
            for part in ("src", "tests", "docs"):
                shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "mutants.py"))
            shutil.copy(ROOT / "pyproject.toml", copy)
            self.free.put(copy)

    def check(self, groups: set[tuple[str, ...]]) -> None:
        """Tests that fail without a change would seem to notice every change. A change may make a loop endless."""
        copy = self.free.get()
        for tests in sorted(groups):
            began = time.monotonic()
            if outcome(copy, tests, SLOWEST) != SURVIVED:
                sys.exit(f"these tests fail without any change, uncompiled: {tests}")
            self.patience[tests] = 20 + 4 * (time.monotonic() - began)
        self.free.put(copy)

    def trial(self, mutant: Mutant) -> str:
        """What became of a change: ``survived``, ``noticed`` or ``took too long``."""
        copy = self.free.get()
        place = copy / mutant.path.relative_to(ROOT)
        try:
            place.write_text(mutant.after, "utf-8")
            return outcome(copy, mutant.tests, self.patience[mutant.tests])
        finally:
            place.write_text(mutant.before, "utf-8")
            self.free.put(copy)


def outcome(copy: Path, tests: tuple[str, ...], seconds: float) -> str:
    quiet = ["-q", "-x", "-p", "no:cacheprovider", "-W", "ignore::RuntimeWarning", "-m", "not slow and not long"]
    env = {**os.environ, "PYTHONPATH": str(copy / "src"), "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", *quiet, *tests]
    try:
        done = subprocess.run(command, cwd=copy, env=env | {"CI": "1"}, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return TOO_LONG
    return NOTICED if done.returncode else SURVIVED


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-n", type=int, default=300, help="how many changes (300)")
    parser.add_argument("--seed", type=int, default=0, help="which ones (0)")
    parser.add_argument("--first", type=int, default=1, metavar="NUMBER", help="to go on where a run was stopped")
    parser.add_argument("--only", default="", metavar="PATH", help="only files whose path contains this")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    chosen = sample(args.n, args.seed, args.only)[args.first - 1 :]
    seen: Counter[str] = Counter()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(args.processes) as pool:
        copies = Copies(args.processes, Path(folder))
        copies.check({mutant.tests for mutant in chosen})
        for number, (mutant, what) in enumerate(zip(chosen, pool.map(copies.trial, chosen), strict=True), 1):
            seen[what] += 1
            if what != NOTICED:
                print(f"{what}: {mutant}\n", flush=True)
            left = (time.monotonic() - began) / number * (len(chosen) - number) / 60
            print(
                f"\r{number} of {len(chosen)}, {seen[SURVIVED]} survived, {left:.0f} min left ", end="", file=sys.stderr
            )
    print(f"\n{len(chosen)} changes: {dict(seen)}")


if __name__ == "__main__":
    main()
