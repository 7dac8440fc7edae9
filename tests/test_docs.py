"""The documents tell the truth: commands and code run, numbers are those of the code, pictures as it draws them now."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from documents import ROOT, code, documents

import ludotheque as lt
from ludotheque.cli import INTERRUPTED
from ludotheque.search.players import LEVELS


def read(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


README = read("README.md")
SECURITY = read("docs/security.md")


def make_docs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_docs", ROOT / "docs" / "make.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE = make_docs()


@pytest.mark.parametrize("name", lt.games())
def test_what_is_made_of_a_game_is_up_to_date(name: str) -> None:
    """SVG snapshots, guides and exact rules. Look at what changed, then accept it with ``make docs``."""
    fresh = dict(MAKE.pages_of(lt.load(name)))
    assert {path for path, owner in MAKE.there() if owner == name} == set(fresh), "run `make docs`"
    changed = [path for path, text in fresh.items() if read(f"docs/{path}") != text]
    assert not changed, f"run `make docs` and look at {changed}"


def test_nothing_is_left_of_a_game_that_is_gone() -> None:
    assert not [path for path, owner in MAKE.there() if owner is None], "run `make docs`"


def test_the_map_of_modules_is_up_to_date() -> None:
    assert read("docs/architecture.md") == MAKE.architecture(), "run `make docs`"


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_python_code_of_the_readme_runs_and_prints_what_it_says(tmp_path: Path) -> None:
    """Behind a ``print`` stands its output, where ``…`` is anything, or what it means. What the computer chooses is
    not said for certain, because it will play better one day."""
    (block,) = blocks("python")
    command = [sys.executable, "-W", "error", "-c", block]
    done = subprocess.run(command, check=True, cwd=tmp_path, capture_output=True, text=True)
    remarks = re.findall(r"^print\(.*\) +# (.*)$", block, re.MULTILINE)
    printed = dict(zip(remarks, map(plain, done.stdout.splitlines()), strict=True))
    meanings = {"one number a seat", "what it expects for each seat"}
    assert meanings < set(remarks)
    (chosen,) = (remark for remark in remarks if remark.startswith("one of the choices, such as "))
    assert {printed[chosen], chosen.split()[-1]} <= set(lt.load("drivis").new().choices())
    for remark in set(remarks) - meanings - {chosen}:
        wanted = ".*".join(map(re.escape, plain(remark).split("…")))
        assert re.fullmatch(wanted, printed[remark]), f"{remark} is {printed[remark]}"


def plain(text: str) -> str:
    """Every kind of blank as the usual one."""
    return re.sub(r"\s+", " ", text)


def test_the_table_of_games_is_right() -> None:
    """A game need not stand in it; what stands in it must be true."""
    titles = {lt.load(name).title(): lt.load(name) for name in lt.games()}
    rows = re.findall(r"^\| \*\*(.+?)\*\*, (.+?) \| (\d)(?:–(\d))?", README, re.MULTILINE)
    assert rows
    for title, credit, least, most in rows:
        game = titles[title]
        assert all(name in credit for name in (*game.author.split(", "), game.publisher, str(game.year))), title
        assert (min(game.seats), max(game.seats)) == (int(least), int(most or least)), title


def test_numbers_in_the_documents_are_those_of_the_code() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    pythons = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert f"Python {pythons[0]} to {pythons[-1]}" in README
    assert project["requires-python"] == f">={pythons[0]}"
    every = "\n".join(read(document.name) for document in documents())
    levels = (str(LEVELS[0]), str(LEVELS[-1]))
    assert set(re.findall(r"\blevels (\d) to (\d)", every)) == {levels}


def test_the_map_of_imports_is_that_of_the_test() -> None:
    """What stands behind an arrow in ``docs/architecture.md`` is what ``test_architecture.py`` allows."""
    test, page = read("tests/test_architecture.py"), read("docs/architecture.md")
    allowed = ast.literal_eval(re.findall(r"^ALLOWED.*? = (\{.*?^\})", test, re.MULTILINE | re.DOTALL)[0])
    rows = re.findall(r"^  (\w+)/\S* .*→ ([\w, ]+)", page, re.MULTILINE)
    assert len(rows) > 5
    assert {name: set(said.split(", ")) for name, said in rows} == {name: allowed[name] - {name} for name, _ in rows}


def test_the_sizes_of_states_are_right() -> None:
    table = read("docs/performance.md")
    titles = table.split("| | ")[1].split(" |\n")[0].split(" | ")
    (sizes,) = re.findall(r"^\| bytes of a state \| (.*) \|$", table, re.MULTILINE)
    games = {lt.load(name).title(): lt.load(name) for name in lt.games()}
    assert [games[title].empty(1).nbytes for title in titles] == [int(size) for size in sizes.split(" | ")]


LIMITS = {
    "MOST_BODY": "{kb} KB",
    "MOST_RECORD": "an uploaded record {mb} MB",
    "MOST_EVENTS": "{n:,} lines, replayed",
    "MOST_MESSAGE": "{n:,} characters; who sends",
    "MOST_SAID": "{n:,} lines of chat",
    "MOST_CONNECTIONS": "{n:,} at the same time from one address",
    "MOST_SECONDS": "{n:g} seconds of thinking",
    "MOST_WAIT": "{n:g} seconds a request",
    "MOST_NAME_LENGTH": "| {n}, ",
    "MOST_CHAT": ", {n}, ",
    "MOST_KEY": ", {n} characters |",
}


@pytest.mark.parametrize("name", LIMITS)
def test_the_limits_in_the_documents_are_those_of_the_code(name: str) -> None:
    numbers = [eval(number) for number in re.findall(rf"^{name} = ([\d_. *]+)", code(), re.MULTILINE)]
    assert numbers
    said = [LIMITS[name].format(n=n, kb=n // 1024, mb=n // 1_000_000) for n in numbers]
    assert any(words in SECURITY for words in said), said


def commands() -> list[str]:
    lines = "\n".join(blocks("console")).splitlines()
    return [line.removeprefix("$ ").split("  #")[0].strip() for line in lines if line.startswith("$ ludotheque")]


def test_the_readme_shows_commands() -> None:
    assert len(commands()) >= 5
    assert "make test" in README
    assert "make run" in README


@pytest.mark.long
def test_the_commands_of_the_readme_run(tmp_path: Path) -> None:
    """In the order in which they stand there, in an empty folder; a game in the terminal is answered by `quit`."""
    for command in commands():
        words = [sys.executable, "-m", *command.split()]
        if words[3] in STOPPED:
            STOPPED[words[3]](words, tmp_path)
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


def learn_and_stop(words: list[str], folder: Path) -> None:
    """It would take minutes: it begins, and Ctrl-C ends it in good order."""
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as learner:
        end = time.monotonic() + 60
        while not (folder / "learn-drivis" / "recipe.json").exists():
            assert learner.poll() is None and time.monotonic() < end
            time.sleep(0.05)
        learner.send_signal(signal.SIGINT)
        _, said = learner.communicate(timeout=60)
    assert learner.returncode == INTERRUPTED and "Traceback" not in said


# What does not end by itself, or not soon.
STOPPED = {"serve": serve_and_stop, "learn": learn_and_stop}
