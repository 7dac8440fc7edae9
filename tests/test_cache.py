"""Compiled code is kept between processes, and never runs old rules."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.core import bits

PACKAGE = Path(lt.__file__).parent
OTHERS = [name for name in lt.games() if name != "drivis"]  # each is compiled from an empty folder, which takes long
COUNT = """
import ludotheque as lt
from ludotheque.core import verbs
game = lt.load("drivis")
state = game.new()
print(lt.perft(state, 2))
stats = game.compiled(verbs.count_sequences).stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def run(code: str, source: Path, kept: Path, **environment: str) -> list[str]:
    env = {**os.environ, "PYTHONPATH": str(source), "LUDOTHEQUE_CACHE": str(kept), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], check=True, capture_output=True, text=True, env=env | environment
    )
    return done.stdout.split("\n")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package that can be edited."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "ludotheque", ignore=shutil.ignore_patterns("__pycache__", "tests"))
    return tmp_path / "src"


def forbid_to_slide_up(rules: Path) -> None:
    """An edit of the rules of Drivis that every count of choices shows."""
    before = rules.read_text("utf-8")
    after = before.replace("return ROW_8 |", "return FULL | ROW_8 |")
    assert after != before
    rules.write_text(after, "utf-8")


TWO_KINDS = """
from pathlib import Path
import numpy as np
from ludotheque.core.rule import compiled
from ludotheque.games.drivis import rules

asked = compiled(rules.tall.py_func, Path(rules.__file__).parent)
print(asked(np.uint64(1)), asked(np.int64(1)), sum(asked.stats.cache_hits.values()))
"""


@pytest.mark.slow
def test_code_for_other_arguments_is_never_run(tmp_path: Path) -> None:
    """Two processes that compile at once can leave a list that names the wrong file: here they are exchanged."""
    first = run(TWO_KINDS, PACKAGE.parent, tmp_path)
    one, two = sorted(tmp_path.rglob("*tall*.nbc"))
    kept = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(kept)
    assert run(TWO_KINDS, PACKAGE.parent, tmp_path)[0] == first[0]  # the same numbers, and none of them from the cache
    assert run(TWO_KINDS, PACKAGE.parent, tmp_path)[0].endswith(" 2")


@pytest.mark.slow
def test_an_edit_of_the_rules_is_never_missed(copy: Path, tmp_path: Path) -> None:
    """The generic code is cached too; after an edit of rules.py alone it must not call the old rules."""
    kept = tmp_path / "cache"
    assert run(COUNT, copy, kept)[:2] == ["48", "0 1"]
    assert run(COUNT, copy, kept)[:2] == ["48", "1 0"]

    rules = copy / "ludotheque" / "games" / "drivis" / "rules.py"
    times = rules.stat()
    forbid_to_slide_up(rules)
    os.utime(rules, ns=(times.st_atime_ns, times.st_mtime_ns))  # even an unchanged date does not deceive it
    edited = run(COUNT, copy, kept)
    assert edited[0] != "48" and edited[1] == "0 1"


@pytest.mark.slow
def test_a_read_only_package_is_no_obstacle(copy: Path, tmp_path: Path) -> None:
    for path in copy.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = sorted(copy.rglob("*"))
    try:
        run(TWO_KINDS, copy, tmp_path / "cache")
        assert run(TWO_KINDS, copy, tmp_path / "cache")[0].endswith(" 2")
        assert sorted(copy.rglob("*")) == before
    finally:
        for path in copy.rglob("*"):
            path.chmod(0o755)


def test_a_cache_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where a folder should be")
    code = "from ludotheque.core import cache; print(cache.own_root())"
    assert str(blocked) not in run(code, PACKAGE.parent, blocked)[0]


def test_numba_of_our_users_keeps_its_own_cache_folder() -> None:
    code = """
import numba
before = numba.config.CACHE_DIR
import ludotheque as lt
lt.load("drivis").rules
print(numba.config.CACHE_DIR == before)
"""
    assert run(code, PACKAGE.parent, Path(os.environ.get("LUDOTHEQUE_CACHE", "")))[0] == "True"


def test_no_two_processes_number_their_functions_alike(tmp_path: Path) -> None:
    """Kept code of two processes meets in a third one; with equal names one game would run pieces of another."""
    code = """
import ludotheque.core.rule
from numba.core.bytecode import FunctionIdentity
print(next(FunctionIdentity._unique_ids))
"""
    first, second = (int(run(code, PACKAGE.parent, tmp_path)[0]) for _ in range(2))
    assert abs(first - second) > 1_000_000


def test_python_calls_an_inner_function_as_it_is_written() -> None:
    """Its compiled code has no entrance for Python: going in would end in a crash."""
    assert bits.random_below(np.full(1, np.iinfo(np.uint64).max), 6) in range(6)  # and numbers wrap around silently
    code = "from ludotheque.core.bits import random_below; print(random_below([7], 1))"
    assert run(code, PACKAGE.parent, Path(os.devnull), NUMBA_DISABLE_JIT="1")[0] == "0"


# What has to be compiled anew after an edit

EDITS = """
import sys
from importlib import import_module
import ludotheque as lt
from ludotheque.core import cache
from ludotheque.core.game import RULES, SEARCH
from ludotheque.search.hooks import features_of, hints_of
from ludotheque.search.oversight import oversights_of
from ludotheque.search.precompile import files_of

# Modules that compiled code comes through, with nothing in them that is compiled.
FACES = {"search/__init__.py", "search/planner.py", "search/turns/__init__.py"}

def loaded():
    modules = (module for key, module in sys.modules.items() if key.startswith(game.package + "."))
    return {module.__file__[len(str(game.folder)) + 1 :] for module in modules} - FACES

def load_compiled():
    # What a planner compiles stands in modules of the game's own.
    own = (file.relative_to(game.folder) for file in files_of(game, SEARCH) if game.folder in file.parents)
    return [import_module(".".join((game.package, *file.with_suffix("").parts))) for file in own]

def digests(game):
    return [cache.digest(game.folder, *files_of(game, part)) for part in (RULES, SEARCH)]

game, *others = sorted(map(lt.load, lt.games()), key=lambda game: game.name != NAME)
depends = [game.rules and loaded()]
_ = hints_of(game.rules), features_of(game.rules), oversights_of(game.rules), load_compiled()
depends.append(loaded())
before, before_others = digests(game), list(map(digests, others))
edited = 0
for path in (path for path in game.folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
    file, content = path.relative_to(game.folder).as_posix(), path.read_bytes()
    path.write_bytes(content + b"\\n# edited\\n")
    changed = [old != new for old, new in zip(before, digests(game))]
    assert changed == [file in files for files in depends], (file, changed)
    if any(changed) and cache.compiles(path):
        assert list(map(digests, others)) == before_others, file
        edited += 1
    path.write_bytes(content)
print(edited)
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["drivis", *(pytest.param(name, marks=pytest.mark.long) for name in OTHERS)])
def test_an_edit_compiles_anew_exactly_what_depends_on_it(name: str, copy: Path) -> None:
    """Python itself says what depends on what: the modules of a game that come with its rules, hints and plans."""
    assert int(run(EDITS.replace("NAME", repr(name)), copy, Path(os.devnull))[0]) >= 1


# Compiled code that comes along


@pytest.fixture
def shipped(copy: Path, tmp_path: Path) -> Path:
    """A copy of the package that carries compiled code, which was made elsewhere."""
    run(COUNT, PACKAGE.parent, tmp_path / "elsewhere")
    shutil.copytree(tmp_path / "elsewhere" / "compiled", copy / "ludotheque" / "compiled")
    return copy


@pytest.mark.slow
def test_code_that_came_along_is_run_and_nothing_is_written(shipped: Path, tmp_path: Path) -> None:
    assert run(COUNT, shipped, tmp_path / "empty")[:2] == ["48", "1 0"]
    assert not [*(tmp_path / "empty").rglob("*.nbc")]


@pytest.mark.slow
def test_code_that_came_along_never_outlives_its_sources(shipped: Path, tmp_path: Path) -> None:
    rules = shipped / "ludotheque" / "games" / "drivis" / "rules.py"
    forbid_to_slide_up(rules)
    changed = run(COUNT, shipped, tmp_path / "empty")
    assert changed[0] != "48" and changed[1] == "0 1"


HIDE_AVX2 = """
import llvmlite.binding as llvm
host = llvm.get_host_cpu_features()
if host["avx2"]:
    llvm.get_host_cpu_features = lambda: type(host)({**host, "avx2": False})
"""


@pytest.mark.long
def test_a_processor_that_cannot_run_it_compiles_instead(shipped: Path, tmp_path: Path) -> None:
    assert run(HIDE_AVX2 + COUNT, shipped, tmp_path / "empty")[:2] == ["48", "0 1"]
    assert run(HIDE_AVX2 + COUNT, shipped, tmp_path / "empty")[:2] == ["48", "1 0"]  # its own, the next time
    assert run(COUNT, shipped, tmp_path / "other", NUMBA_CPU_FEATURES="+sse2,+cx16")[:2] == ["48", "0 1"]


OUR_USER = """
import numba
import numpy as np
import ludotheque as lt

def total(x):
    return np.zeros(3).sum() + x * x

def made_for(function):
    function(1.5)
    return [cres.library.codegen.magic_tuple() for cres in function.overloads.values()]

before = made_for(numba.njit(total))
lt.perft(lt.load("drivis").new(), 2)
print(made_for(numba.njit(total)) == before, before[0][1] == numba.core.codegen.ll.get_host_cpu_name())
"""


@pytest.mark.slow
def test_numba_code_of_our_users_is_made_for_their_machine(tmp_path: Path) -> None:
    assert run(OUR_USER, PACKAGE.parent, tmp_path)[0] == "True True"
