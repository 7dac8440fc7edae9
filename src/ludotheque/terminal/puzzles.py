"""``ludotheque puzzles``: positions in which one choice is the best, one after the other."""

from __future__ import annotations

import datetime
import json
from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path

from ..core.errors import GameError
from ..core.game import Game
from ..core.puzzles import (
    Puzzle,
    find,
    following,
    grade_sentence,
    of_the_day,
    puzzles,
    reply,
    select,
    task,
    theme_sentence,
    themes_of,
    why,
)
from ..core.registry import load
from ..core.state import State
from ..search.precompile import prepare
from .choices import Choices
from .commands import find_command, help_table, words_of
from .console import Terminal
from .files import games_folder, write_whole
from .interrupts import interruptible
from .layout import game_view, spell_out
from .picture import board
from .texts import CATALOG

COMMANDS = ("hint", "next", "board", "rules", "quit", "help")
TODAY = "today"


def run(terminal: Terminal, args: Namespace) -> int:
    begin(terminal, load(args.game), args.puzzle, args.about, args.grade)
    return 0


def begin(
    terminal: Terminal, game: Game, name: str | None = None, theme: str | None = None, grade: int | None = None
) -> None:
    """From the named puzzle on, or from the easiest that is not solved."""
    with terminal.waiting("play.preparing", game=game.catalog("title")):
        interruptible(prepare, game)
    every = chosen(game, theme, grade)
    if name:
        first = of_the_day(game, _today()) if name == TODAY else find(game, name)
    else:
        first = following(every, "", solved_in(game)) or every[0]
    solve(terminal, first, every)


def chosen(game: Game, theme: str | None, grade: int | None) -> list[Puzzle]:
    """Those with a theme and of a grade; an error says which themes there are."""
    if not puzzles(game):
        raise GameError(CATALOG("puzzles.none", game=game.catalog("title")))
    found = select(game, theme, grade)
    if not found:
        raise GameError(CATALOG("puzzles.no-such", known=", ".join(themes_of(game))))
    return found


def solve(terminal: Terminal, first: Puzzle, every: list[Puzzle]) -> None:
    """From one puzzle to the next that is not solved."""
    at: Puzzle | None = first
    row = 0
    while at is not None:
        loop = PuzzleLoop(terminal, at)
        if not loop.run():
            return
        row = row + 1 if loop.is_first_try else 0
        if row > 1:
            terminal.say("puzzles.row", "green", n=row)
        at = following(every, at.id, solved_in(at.game))
    terminal.say("puzzles.all")


class PuzzleLoop:
    """One puzzle, until it is solved or left."""

    def __init__(self, terminal: Terminal, puzzle: Puzzle) -> None:
        self.terminal, self.puzzle = terminal, puzzle
        self.choices = Choices(puzzle.state.choices(puzzle.seat))
        self.is_first_try = True
        self.shown = False
        self.goes_on: bool | None = None  # None: it is still open

    def run(self) -> bool:
        """False: the person leaves."""
        terminal, lang = self.terminal, self.terminal.lang
        terminal.gap()
        grade = grade_sentence(self.puzzle.grade)
        terminal.say("puzzles.heading", "bold", id=self.puzzle.id, grade=grade, game=self.puzzle.game.catalog("title"))
        terminal.tell(terminal.speak(task(self.puzzle)))
        terminal.say("puzzles.how", "dim", hint=words_of("hint", lang), help=words_of("help", lang))
        while self.goes_on is None:
            self.ask()
        return self.goes_on

    def ask(self) -> None:
        if not self.shown:
            self.look()
        words = [words_of(each, self.terminal.lang) for each in COMMANDS]
        typed = self.terminal.ask(f"  {self.terminal.text('lessons.you')} >", [*self.choices.texts, *words])
        if typed:
            self.answer(typed)
        else:
            self.shown = False

    def look(self) -> None:
        self.shown = True
        self.terminal.gap()
        self.terminal.show(game_view(self.terminal, self.puzzle.state, self.choices))
        self.terminal.gap()

    def answer(self, typed: str) -> None:
        text, (command, _) = self.choices.meant(typed), find_command(typed, COMMANDS)
        if text is None and command is not None:
            self.obey(command)
        elif text is None and (found := self.choices.beginning(typed)):
            spell_out(self.terminal, self.puzzle.state, found, self.puzzle.seat, self.choices)
        else:
            self.choose(text or typed)

    def choose(self, text: str) -> None:
        try:
            passed = self.puzzle.passes(text)
        except GameError as problem:
            self.terminal.tell(problem.text(self.terminal.lang), "yellow")
            return
        said = self.terminal.speak(reply(self.puzzle, text))
        if passed:
            self.tell_line()
            self.terminal.tell(f"✓ {said}", "green")
            keep_solved(self.terminal, self.puzzle)
            self.goes_on = True
        else:
            self.is_first_try = False
            self.terminal.tell(said, "yellow")

    def tell_line(self) -> None:
        """The answer and what is expected after it, then how that looks, and what it was about."""
        terminal, states = self.terminal, self.puzzle.follow(self.puzzle.line)
        for state in states[1:]:
            terminal.tell(f"• {told(state, terminal.lang)}")
        terminal.gap()
        terminal.show(board(states[-1], terminal.theme, terminal.lang))
        terminal.gap()
        themes = (theme_sentence(self.puzzle.game, theme).text(terminal.lang) for theme in self.puzzle.themes)
        terminal.tell(", ".join(themes), "dim")

    # Commands

    def obey(self, command: str) -> None:
        commands: Mapping[str, Callable[[], None]] = {
            "hint": self.show_solution,
            "next": self.leave_it,
            "board": self.look,
            "rules": self.rules,
            "quit": self.quit,
            "help": self.help,
        }
        commands[command]()

    def show_solution(self) -> None:
        self.is_first_try = False
        self.tell_line()
        self.terminal.tell(self.terminal.speak(why(self.puzzle)))
        self.goes_on = True

    def leave_it(self) -> None:
        self.is_first_try = False
        self.goes_on = True

    def quit(self) -> None:
        self.goes_on = False
        self.terminal.say("puzzles.kept")
        self.terminal.command("puzzles", self.puzzle.game.name)

    def rules(self) -> None:
        from .guide import read_guide

        read_guide(self.terminal, self.puzzle.game)
        self.shown = False

    def help(self) -> None:
        self.terminal.gap()
        self.terminal.show(help_table(self.terminal.lang, COMMANDS, of="puzzles"))
        self.terminal.gap()


def told(state: State, lang: str) -> str:
    """What has led to a position."""
    assert state.previous is not None and state.last is not None
    seat, text = state.last
    return state.previous.describe(text, lang, seat)


def _today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


# What is solved, kept for the user


def puzzles_file() -> Path:
    return games_folder().parent / "puzzles.json"


def solved_in(game: Game) -> set[str]:
    return set(_all_solved().get(game.name, ()))


def _all_solved() -> dict[str, list[str]]:
    """A file that cannot be read is as none."""
    try:
        kept = json.loads(puzzles_file().read_text("utf-8"))
        return {str(game): [str(name) for name in names] for game, names in kept.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def keep_solved(terminal: Terminal, puzzle: Puzzle) -> None:
    """Never stops anybody because the disk is full."""
    kept = _all_solved()
    kept[puzzle.game.name] = sorted({*kept.get(puzzle.game.name, ()), puzzle.id})
    try:
        puzzles_file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(puzzles_file(), json.dumps(kept))
    except OSError as problem:
        terminal.say("puzzles.not-kept", "yellow", reason=problem.strerror or str(problem))
