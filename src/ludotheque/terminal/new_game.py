"""``ludotheque new-game``: makes the folder of a new game. It is the package ``skeleton`` under another name: a small
complete game that is there to be changed."""

from __future__ import annotations

import keyword
import re
import shutil
from argparse import Namespace
from pathlib import Path

from ..core.errors import GameError
from ..core.registry import games
from .console import Terminal, short
from .files import at_home, unwritable
from .texts import CATALOG

PACKAGE = Path(__file__).parents[1]
SKELETON, GAMES = PACKAGE / "skeleton", PACKAGE / "games"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_NAME = 30
PLACEHOLDER = re.compile(r"ludotheque\.skeleton|skeleton|Skeleton")


def run(terminal: Terminal, args: Namespace) -> int:
    name = checked(args.name.lower().replace("_", "-"))
    folder = (at_home(args.folder) if args.folder else GAMES) / name.replace("-", "_")
    make(name, folder)
    _tell(terminal, name, folder)
    return 0


def checked(name: str) -> str:
    """The name as it is, if a game can be called so: it becomes a Python module and a part of addresses."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name) or len(name) > LONGEST_NAME:
        raise GameError(CATALOG("new-game.name", name=name[:40], most=LONGEST_NAME))
    return name


def make(name: str, folder: Path) -> None:
    """The whole folder or nothing: half a game would be in the way of all others."""
    if folder.exists() or name in games():
        raise GameError(CATALOG("new-game.exists", what=str(folder) if folder.exists() else name))
    draft = folder.with_name(f".{folder.name}.tmp")
    shutil.rmtree(draft, ignore_errors=True)  # of somebody who was interrupted
    try:
        draft.mkdir()
        for source in SKELETON.rglob("*"):
            if source.is_file() and "__pycache__" not in source.parts:
                _copy(source, draft / source.relative_to(SKELETON), name)
        draft.rename(folder)
    except OSError as problem:
        raise unwritable(problem, folder) from problem
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _copy(source: Path, target: Path, name: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(renamed(source.read_text("utf-8"), name), "utf-8", newline="\n")


def renamed(text: str, name: str) -> str:
    """A file of the skeleton for the game of this name: module, title and name stand in it in three forms."""
    forms = {
        "ludotheque.skeleton": f"ludotheque.games.{name.replace('-', '_')}",
        "Skeleton": name.replace("-", " ").title(),
        "skeleton": name,
    }
    return PLACEHOLDER.sub(lambda found: forms[found[0]], text)


def _tell(terminal: Terminal, name: str, folder: Path) -> None:
    """What there is now, and what to do next."""
    is_found = name in games()
    terminal.gap()
    terminal.say("new-game.made" if is_found else "new-game.made-elsewhere", games=str(GAMES))
    terminal.code(short(str(folder)))
    if is_found:
        terminal.say("new-game.try")
        terminal.command("play", name)
        terminal.command("serve", "--open")
        terminal.say("new-game.change")
        terminal.code(f"pytest {short(str(folder))}")
        terminal.code(f"pytest tests -k {name}")
        terminal.code("python -m ludotheque.web.covers")
        terminal.code("make docs")
    terminal.gap()
