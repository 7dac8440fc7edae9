"""A game is one folder: ``ludotheque new-game`` makes one in a copy of the project, and all that holds there, holds."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from browser import MISSING, find_browser
from documents import ROOT, tracked

import ludotheque as lt
from ludotheque.cli import main
from ludotheque.terminal.new_game import LONGEST_NAME, SKELETON

NAME, MODULE = "four-corners", "four_corners"
ONLY_IT = ["-k", f"{NAME} or {MODULE}"]
PYTEST = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with one more game, as the command made it."""
    copy = tmp_path_factory.mktemp("project")
    for path in tracked():
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, copy / path)
    subprocess.run(["git", "init", "--quiet"], cwd=copy, check=True)  # which says what belongs to it
    run(copy, "-m", "ludotheque", "new-game", NAME)
    return copy


def run(project: Path, *words: str, code: int = 0, **more: str) -> str:
    """Runs Python in the copy, where the package is that of the copy; what it said."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    env = {**ours, "PYTHONPATH": str(project / "src"), "LUDOTHEQUE_LANG": "en", **more}
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=project, env=env, input="", capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


# The command


def test_every_file_of_the_skeleton_is_there_under_the_name_of_the_game(tmp_path: Path) -> None:
    assert main(["new-game", "Four_Corners", "--folder", str(tmp_path)]) == 0
    made = tmp_path / MODULE
    files = {path.relative_to(SKELETON) for path in SKELETON.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert {path.relative_to(made) for path in made.rglob("*") if path.is_file()} == files
    text = "".join((made / file).read_text("utf-8") for file in files)
    assert not re.search("skeleton", text, re.IGNORECASE)
    assert "game four-corners\n" in text and "# Four Corners\n" in text and f"ludotheque.games.{MODULE} " in text
    assert [path.name for path in tmp_path.iterdir()] == [MODULE]  # and no draft of it


@pytest.mark.parametrize("name", ["a", "skeletons-of-" + "x" * (LONGEST_NAME - 13)])
def test_style_holds_whatever_the_name(name: str, tmp_path: Path) -> None:
    games = tmp_path / "src" / "ludotheque" / "games"
    games.mkdir(parents=True)
    for known in ("__init__.py", "core", "scene"):  # so that imports are sorted as ours
        (games.parent / known).symlink_to(SKELETON.parent / known)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    assert main(["new-game", name, "--folder", str(games)]) == 0
    for words in (["check"], ["format", "--check"]):
        run(tmp_path, "-m", "ruff", *words, "src/ludotheque/games")


WRONG = ["", "Été", "four corners", "4corners", "four--corners", "-four", "a/b", "class", "x" * (LONGEST_NAME + 1)]


@pytest.mark.parametrize("name", WRONG)
def test_a_name_that_cannot_be_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for lang, said in (("en", "A game cannot be called"), ("fr", "Un jeu ne peut pas s'appeler")):
        assert main(["new-game", f"--folder={tmp_path}", "--lang", lang, "--", name]) == 2
        assert capsys.readouterr().err.startswith(f"ludotheque: {said}")
    assert not [*tmp_path.iterdir()]


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / MODULE).mkdir()
    for words in ([NAME, "--folder", str(tmp_path)], [lt.games()[0]], [lt.games()[0], "--folder", str(tmp_path)]):
        assert main(["new-game", *words, "--lang", "en"]) == 2
        assert "is there already" in capsys.readouterr().err
    assert not [*(tmp_path / MODULE).iterdir()]


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "nowhere", tmp_path / "file"):
        assert main(["new-game", NAME, "--folder", str(folder), "--lang", "en"]) == 2
        assert f"“{folder / MODULE}” cannot be written" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


# The game

FOUND = """
import asyncio, httpx, pathlib, tempfile, ludotheque as lt
from ludotheque.skeleton import GAME
from ludotheque.store.connect import connect
from ludotheque.terminal.completion import script
from ludotheque.web.app import make_app

def play(state, player=lt.RandomPlayer(1)):
    while not state.over:
        state = state.play(player.choose(state))
    return state.game.name

async def pages():
    app = make_app(connect(pathlib.Path(tempfile.mkdtemp()) / "tables.sqlite"))
    transport = httpx.ASGITransport(app)
    client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
    async with app.router.lifespan_context(app), client:
        return [(await client.get(path)).text for path in ("/?lang=en", "/api/games", "/static/colours.css")]

print(NAME in lt.games(), all(NAME in script(shell, "en") for shell in ("bash", "zsh", "fish")))
print([NAME in page for page in asyncio.run(pages())], len(lt.games()))
print(play(lt.load(NAME).new()), play(GAME.new()))
"""


@pytest.mark.slow
def test_everything_finds_it(project: Path) -> None:
    """The library, completion, pages and API, the terminal; and its skeleton, with the same fields, is not mistaken."""
    said = run(project, "-c", f"NAME = {NAME!r}\n{FOUND}", NUMBA_DISABLE_JIT="1").splitlines()
    assert said == ["True True", f"[True, True, True] {len(lt.games()) + 1}", f"{NAME} skeleton"]
    for command in ("games", "menu"):
        assert "Four Corners" in run(project, "-m", "ludotheque", command)
    assert "Two threats" in run(project, "-m", "ludotheque", "guide", NAME, NUMBA_DISABLE_JIT="1")


@pytest.mark.long
def test_it_holds_all_that_games_must_hold(project: Path) -> None:
    """Laws, layout, sentences, exact rules, perft, records, documents, pages, its own tests."""
    run(project, "-m", "ludotheque", "warm", NAME)
    run(project, "docs/make.py", NAME)
    files = ("architecture", "docs", "folders", "i18n", "layout", "pictures", "rules_docs")
    tests = ["laws", "search/test_players.py", "web/test_pages.py", *(f"test_{file}.py" for file in files)]
    said = run(project, *PYTEST, *ONLY_IT, *(f"tests/{test}" for test in tests), f"src/ludotheque/games/{MODULE}")
    assert int(re.findall(r"(\d+) passed", said)[0]) > 150 and "skipped" not in said


@pytest.mark.long
def test_the_documents_hold_with_it(project: Path) -> None:
    """All that they name is there, and the site is made of them without a warning."""
    run(project, "docs/make.py", NAME)
    said = run(project, *PYTEST, "tests/test_claims.py", "tests/test_site.py")
    assert "passed" in said and "skipped" not in said


@pytest.mark.long
def test_whole_games_are_played_in_the_browser(project: Path) -> None:
    if find_browser() is None:
        pytest.skip(MISSING)
    assert "2 passed" in run(project, *PYTEST, "tests/web/test_browser_games.py", *ONLY_IT)


PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.long
def test_mypy_compares_it_with_the_contract(project: Path) -> None:
    """Also with the hints that the documents show, which the search finds; a wrong signature is rejected."""
    folder, page = project / "src" / "ludotheque" / "games" / MODULE, project / "docs" / "adding-a-game.md"
    [hints] = (code for code in PYTHON.findall(page.read_text("utf-8")) if "def policy" in code)
    (folder / "search" / "hints.py").write_text(hints, "utf-8")
    mypy = ["-m", "mypy", str(folder)]
    assert "Success" in run(project, *mypy)
    assert "1 passed" in run(project, *PYTEST, "tests/search/test_players.py", "-k", f"uncompiled and {NAME}")
    rules = folder / "rules.py"
    right, wrong = "def legal(s: Position, seat: int, out: Codes)", "def legal(s: Position, out: Codes)"
    rules.write_text(rules.read_text("utf-8").replace(right, wrong), "utf-8")
    said = run(project, *mypy, code=1)
    rules.write_text(rules.read_text("utf-8").replace(wrong, right), "utf-8")
    assert re.search(rf'{MODULE}/__init__.py:\d+: error: Incompatible return value type.*"Rules\[', said)
    assert "legal" in said
    (folder / "search" / "hints.py").unlink()
