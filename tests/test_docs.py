"""The README tells the truth: its commands and code run, and every picture is as the code draws it now."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import ludotheque as lt

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
READERS_OWN = {"bot.py"}  # files that a reader is told to write


def make_docs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_docs", ROOT / "docs" / "make.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE = make_docs()


@pytest.mark.parametrize("name", lt.games())
def test_snapshots_pictures_guides_and_rules_are_up_to_date(name: str) -> None:
    """SVG snapshots of the game, guides and exact rules. Look at what changed, then accept it with ``make docs``."""
    fresh = dict(MAKE.pages_of(lt.load(name)))
    assert {path for path, owner in MAKE.there() if owner == name} == set(fresh), "run `make docs`"
    changed = [path for path, text in fresh.items() if (ROOT / "docs" / path).read_text("utf-8") != text]
    assert not changed, f"run `make docs` and look at {changed}"


def test_nothing_is_left_of_a_game_that_is_gone() -> None:
    assert not [path for path, owner in MAKE.there() if owner is None], "run `make docs`"


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_python_code_of_the_readme_runs(tmp_path: Path) -> None:
    assert blocks("python")
    code = "\n".join(blocks("python"))
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, cwd=tmp_path, capture_output=True)


def commands() -> list[str]:
    lines = "\n".join(blocks("console")).splitlines()
    return [line.removeprefix("$ ").split("  #")[0].strip() for line in lines if line.startswith("$ ludotheque")]


def test_the_readme_shows_commands() -> None:
    assert len(commands()) >= 5
    assert "make test" in README
    assert "make run" in README


@pytest.mark.slow
def test_the_commands_of_the_readme_run(tmp_path: Path) -> None:
    """In the order in which they stand there, in an empty folder; a game in the terminal is answered by `quit`."""
    for command in commands():
        words = [sys.executable, "-m", *command.split()]
        if words[3] == "serve":
            serve_and_stop(words, tmp_path)
            continue
        done = subprocess.run(words, check=False, cwd=tmp_path, input="quit\n", capture_output=True, text=True)
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr


def serve_and_stop(words: list[str], folder: Path) -> None:
    """A server says where it is, and Ctrl-C ends it in good order."""
    own_folder = {**os.environ, "XDG_DATA_HOME": str(folder)}
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True, env=own_folder) as server:
        assert server.stdout is not None
        assert re.search(r"https?://[\w.]+", server.stdout.readline())
        server.send_signal(signal.SIGINT)
        assert server.wait(20) == 0


def test_links_of_the_documents_lead_somewhere() -> None:
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        for link in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if "://" not in link:
                assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_files_named_in_the_documents_are_in_the_project() -> None:
    """By their whole path or by its end, as in ``core/guide.py``; the examples of a reader's own files are not ours."""
    ours = [
        f"/{path.relative_to(ROOT)}"
        for top in ("src", "tests", "docs", "bench", "packaging")
        for path in (ROOT / top).rglob("*")
    ]
    ours += [f"/{path.name}" for path in ROOT.iterdir()]
    pages = {*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {ROOT / "CHANGELOG.md"}  # which tells of the past
    for page in pages:
        for name in re.findall(r"`((?:[\w.-]+/)*[\w.-]+\.(?:md|py|toml|ipynb|js|html|txt))`", page.read_text("utf-8")):
            assert name in READERS_OWN or any(path.endswith(f"/{name}") for path in ours), f"{page.name}: {name}"
