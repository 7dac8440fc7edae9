"""What ``make`` installs and when: with a Python and a uv that only write down what they are asked for."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Both make an environment whose Python is the fake one again; whoever sets FAIL breaks off while it installs.
PYTHON = """#!/bin/sh
case "$*" in
  "-m venv"*) for folder; do :; done; mkdir -p "$folder/bin"; cp "$0" "$folder/bin/python" ;;
  "-m pip --version" | "-m ensurepip") [ "$0" != .venv/bin/python ] || [ ! -e .venv/uv ] || [ "$2" = ensurepip ] ;;
  "-m pip install"*) echo "pip $*" >> log; [ -z "$FAIL" ] ;;
esac
"""
UV = """#!/bin/sh
case "$1" in
  venv) for folder; do :; done; mkdir -p "$folder/bin"; cp tools/python3 "$folder/bin/python"; touch "$folder/uv" ;;
  pip) echo "uv $*" >> log; [ -z "$FAIL" ] ;;
esac
"""
both_ways = pytest.mark.parametrize("uv", ["uv", ""], ids=["uv", "pip"])
pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


@pytest.fixture(autouse=True)
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "tools").mkdir()
    for name, text in (("python3", PYTHON), ("uv", UV)):
        path = tmp_path / "tools" / name
        path.write_text(text)
        path.chmod(0o755)
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "PYTHON", "UV"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", f"{tmp_path / 'tools'}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make(*words: str, fail: str = "") -> list[str]:
    """What was installed while ``make`` ran."""
    log = Path("log")
    log.unlink(missing_ok=True)
    done = subprocess.run(
        ["make", *words], capture_output=True, text=True, env={**os.environ, "FAIL": fail}, check=False
    )
    assert (done.returncode != 0) is bool(fail), done.stderr
    return log.read_text().splitlines() if log.exists() else []


@both_ways
def test_nothing_is_installed_twice(uv: str) -> None:
    (playing,) = make("install", f"UV={uv}")
    assert playing.startswith(uv or "pip")
    assert playing.endswith("--constraint constraints.txt --editable .")
    assert make("install", f"UV={uv}") == []
    (testing,) = make("tools", f"UV={uv}")
    assert "--editable .[dev," in testing
    assert make("tools", "install", f"UV={uv}") == []


@both_ways
def test_who_tests_can_play(uv: str) -> None:
    assert len(make("tools", f"UV={uv}")) == 1
    assert make("install", f"UV={uv}") == []


@both_ways
@pytest.mark.parametrize("file", ["pyproject.toml", "constraints.txt"])
def test_new_requirements_are_installed(uv: str, file: str) -> None:
    make("tools", f"UV={uv}")
    with Path(file).open("a") as end:
        end.write("# something else\n")
    assert len(make("install", f"UV={uv}")) == 1
    assert len(make("tools", f"UV={uv}")) == 1


@both_ways
def test_what_was_broken_off_is_not_taken_for_done(uv: str) -> None:
    make("tools", f"UV={uv}")
    before = Path("constraints.txt").read_text()
    Path("constraints.txt").write_text(before + "# newer\n")
    make("install", f"UV={uv}", fail="yes")
    Path("constraints.txt").write_text(before)
    assert len(make("install", f"UV={uv}")) == 1


def test_uv_and_pip_take_turns() -> None:
    make("install", "UV=uv")
    (by_pip,) = make("tools", "UV=no-such-program")
    assert by_pip.startswith("pip")
    Path("constraints.txt").write_text("")
    (by_uv,) = make("install")
    assert by_uv.startswith("uv")


def test_a_python_that_is_too_old_is_refused() -> None:
    Path("tools/python3").write_text("#!/bin/sh\nexit 1\n")
    done = subprocess.run(["make", "install"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Python 3.11 or newer is needed" in done.stdout
    assert not Path(".venv").exists()
