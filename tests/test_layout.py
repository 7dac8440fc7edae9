"""Every game's folder has the same rooms: who has seen one knows where anything is in the others."""

from __future__ import annotations

import fnmatch
from pathlib import Path

import pytest

import ludotheque as lt

every_game = pytest.mark.parametrize("name", lt.games())

# What every folder has; a small game has rules.py, a larger one the folder rules/ with the same names to import.
ROOMS = {
    "__init__.py": "name, seats and options, and the loading of what follows",
    "rules.py | rules/__init__.py": "all rules: Position, Options and the verbs",
    "notation.py": "events as text: write and parse, and the names of places",
    "sentences.py": "events, the state of the game and refusals in words",
    "diagram.py": "positions as text: diagram, read and check",
    "clicks.py": "what a person touches for an event",
    "editor.py": "positions made by hand: pieces, places, moments",
    "measures.py": "what lessons count",
    "planes.py": "positions as planes, for what learns",
    "picture/__init__.py": "what the picture offers",
    "picture/scene.py": "a position as a drawing",
    "picture/board.py": "what never moves, and where everything lies",
    "picture/pieces.py": "what moves",
    "picture/palette.py": "colours, and what is made of them",
    "picture/palette.toml": "each colour in the light and in the dark",
    "search/__init__.py": "what the search knows of the game",
    "text.en.toml": "all sentences",
    "text.fr.toml": "the same in French",
    "guide.en.md": "the guide for players",
    "guide.fr.md": "the same in French",
    "rules.md": "the exact rules, with every ruling",
    "cover.ludo": "the position on the box",
    "cover.svg": "the picture on the box, made from it",
    "tests/__init__.py": "what only this game must hold",
    "tests/test_rules.py": "the rulebook, sentence by sentence",
    "tests/perft.txt": "how many ways the game can go",
    "tests/records/showcase.ludo": "a good complete game",
}
# What a folder may have besides.
EXTRA = {
    "rules/state.py": "Position, Options, constants and setup",
    "rules/geometry.py": "the board: neighbours, lines, tables",
    "rules/legal.py": "what may be chosen",
    "rules/apply.py": "what an action does",
    "rules/chance.py": "draws: their weights, and what they do",
    "rules/groups.py": "what pieces form together: chains, herds, combinations",
    "rules/ending.py": "who has won, and the points",
    "position.py": "what lies where: questions about a position that several rooms ask",
    "tracking.py": "which piece is which, along the history",
    "memory.py": "what is not to be looked up while the game runs",
    "picture/sheets.py": "the sheets of others beside one's own",
    "picture/marks.py": "signs on pieces and board: figures, arrows, what changed last",
    "lessons/*.ludo": "positions with a goal, in the order of their names",
    "puzzles/*.jsonl": "positions in which one choice is the best, by `ludotheque mine`",
    "themes.py": "what puzzles are about, in the game's own words",
    "search/levels.toml": "how much each level thinks",
    "search/hints.py": "what the game tells the search",
    "search/terms.py": "what can be seen of a position, for those who judge it",
    "search/features.py": "what a network is told of a position, and the symmetries of the board",
    "search/oversights.py": "what weak players easily overlook",
    "search/weights.npy": "what the network has learned, by `ludotheque learn`",
    "search/planner.py": "plans for the rest of a turn, where seats hardly touch one another",
    "search/turns/*.py": "whole turns, compiled",
    "search/points.npy": "what the planner has learned, by `search/learning.py`",
    "search/learning.py | search/fitting.py": "how it learns",
    "tests/*.py": "more tests, and a second, slow model of the rules",
    "tests/records/*.ludo": "golden records",
}


def files_of(name: str) -> set[str]:
    folder = lt.load(name).folder
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in found if "__pycache__" not in path.parts}


@every_game
def test_every_room_is_there(name: str) -> None:
    files = files_of(name)
    missing = [room for room in ROOMS if len(files & {*room.split(" | ")}) != 1]
    assert not missing


@every_game
def test_there_is_no_other_room(name: str) -> None:
    allowed = {each for room in [*ROOMS, *EXTRA] for each in room.split(" | ")}
    assert not [file for file in files_of(name) if not any(fnmatch.fnmatch(file, room) for room in allowed)]


@every_game
def test_rooms_are_in_use(name: str) -> None:
    """A file in the right place that nothing imports would be dead."""
    folder = lt.load(name).folder
    modules = [path for path in folder.rglob("*.py") if "tests" not in path.parts]
    text = "\n".join(path.read_text("utf-8") for path in modules)
    found_by_name = {"hints", "features", "oversights", "planes", "planner", "learning", "themes", "__init__", "search"}
    for path in modules:
        assert path.stem in found_by_name or f" {path.stem}" in text or f".{path.stem} import" in text, path


def test_the_rooms_are_told_to_whoever_adds_a_game() -> None:
    page = (Path(__file__).parents[1] / "docs" / "adding-a-game.md").read_text("utf-8")
    rooms = {each for room in [*ROOMS, *EXTRA] for each in room.split(" | ")}
    assert not [room for room in sorted(rooms) if f"`{room}`" not in page]
