"""``ludotheque lessons``: positions with something to do, one after the other, until the first whole game."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.text import Text

from ..core.errors import GameError
from ..core.game import Game
from ..core.lessons import MISSED, OPEN, REACHED, Lesson, find, lessons, progress, solution
from ..core.options import write_value
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

COMMANDS = ("undo", "hint", "next", "previous", "board", "rules", "quit", "help")
PATIENCE = 2  # wrong tries after which somebody is reminded that there is help
GENTLEST = "1"


def run(terminal: Terminal, args: Namespace) -> int:
    game = load(args.game)
    first = find(game, args.lesson).name if args.lesson else None
    teach(terminal, game, first)
    return 0


def teach(terminal: Terminal, game: Game, first: str | None = None) -> None:
    """All lessons from one on, by default the first that is not done; then the first whole game."""
    with terminal.waiting("play.preparing", game=game.catalog("title")):
        interruptible(prepare, game)
        course = lessons(game)
    if not course:
        raise GameError(CATALOG("lessons.none", game=game.catalog("title")))
    done = done_in(game)
    show_list(terminal, game, done)
    names = [lesson.name for lesson in course]
    left = [name for name in names if name not in done] or names
    at: int | None = names.index(first or left[0])
    while at is not None and at < len(course):
        at = LessonLoop(terminal, course, at).run()
    if at is not None and terminal.confirm("lessons.whole"):
        play_whole(terminal, game)


def show_list(terminal: Terminal, game: Game, done: set[str]) -> None:
    terminal.gap()
    terminal.say("lessons.title", "bold", game=game.catalog("title"))
    for number, lesson in enumerate(lessons(game), 1):
        mark = "✓" if lesson.name in done else " "
        title = lesson.sentence("title").text(terminal.lang)
        terminal.show(Text.assemble((f"{number:>2} {mark} ", "cyan"), title, (f"  {lesson.name}", "dim")))


def play_whole(terminal: Terminal, game: Game) -> None:
    """What the rulebook recommends to begin with, against the gentlest computer."""
    from .menu import PLAY
    from .play import begin

    options = [f"{name}={write_value(value)}" for name, value in game.first.items()]
    wanted = {"seats": max(2, min(game.seats)), "against": GENTLEST, "option": options}
    begin(terminal, game, Namespace(**vars(PLAY) | wanted))


class LessonLoop:
    """One lesson, until it is done or left; says which one comes next."""

    def __init__(self, terminal: Terminal, course: tuple[Lesson, ...], at: int) -> None:
        self.terminal, self.course, self.at = terminal, course, at
        self.lesson = course[at]
        self.wrong = 0  # tries
        self.begin(())

    def begin(self, choices: tuple[str, ...]) -> None:
        self.now = progress(self.lesson, choices, answer)
        self.shown = False

    def run(self) -> int | None:
        """The number of the next lesson; None: the person leaves."""
        self.greet()
        self.goes_to: int | None = self.at
        while self.goes_to == self.at and self.now.outcome != REACHED:
            self.ask()
        return self.at + 1 if self.now.outcome == REACHED else self.goes_to

    def greet(self) -> None:
        terminal = self.terminal
        title = self.lesson.sentence("title")
        terminal.gap()
        terminal.say("lessons.heading", "bold", n=self.at + 1, total=len(self.course), title=title)
        terminal.tell(terminal.speak(self.lesson.sentence("task")))
        if not self.at:
            help_, hint = (words_of(word, terminal.lang) for word in ("help", "hint"))
            terminal.say("lessons.how", "dim", help=help_, hint=hint)

    def ask(self) -> None:
        choices = Choices(self.now.state.choices(self.lesson.seat))
        if not self.shown:
            self.look(choices)
        words = [words_of(each, self.terminal.lang) for each in COMMANDS]
        typed = self.terminal.ask(f"  {self.terminal.text('lessons.you')} >", [*choices.texts, *words])
        if typed:
            self.answer(typed, choices)
        else:
            self.shown = False

    def look(self, choices: Choices) -> None:
        self.shown = True
        self.terminal.gap()
        self.terminal.show(game_view(self.terminal, self.now.state, choices))
        self.terminal.gap()

    def answer(self, typed: str, choices: Choices) -> None:
        text, (command, _) = choices.meant(typed), find_command(typed, COMMANDS)
        if text is None and command is not None:
            self.obey(command, choices)
        elif text is None and (found := choices.beginning(typed)):
            spell_out(self.terminal, self.now.state, found, self.lesson.seat, choices)
        else:
            self.choose(text or typed)

    def choose(self, text: str) -> None:
        before = len(self.now.states)
        try:
            self.now = self.now.choose(text)
        except GameError as problem:
            self.terminal.tell(problem.text(self.terminal.lang), "yellow")
            return
        self.shown = False
        for state in self.now.states[before:]:
            assert state.previous is not None and state.last is not None
            seat, played = state.last
            self.terminal.tell(f"• {state.previous.describe(played, self.terminal.lang, seat)}")
        self.judge()

    def judge(self) -> None:
        """What was learned, or a kind word and another try."""
        terminal = self.terminal
        if self.now.outcome == OPEN:
            terminal.say("lessons.left", "dim", n=self.now.left)
            return
        terminal.gap()
        terminal.show(board(self.now.state, terminal.theme, terminal.lang))
        terminal.gap()
        if self.now.outcome == REACHED:
            keep_done(terminal, self.lesson)
            terminal.tell(f"✓ {terminal.speak(self.lesson.sentence('done'))}", "green")
        if self.now.outcome == MISSED:
            self.wrong += 1
            terminal.tell(terminal.speak(self.lesson.sentence("wrong")), "yellow")
            terminal.say("lessons.again", "dim")
            if self.wrong >= PATIENCE:
                terminal.say("lessons.help-is-there", "dim", hint=words_of("hint", terminal.lang))
            self.begin(())

    # Commands

    def obey(self, command: str, choices: Choices) -> None:
        commands: Mapping[str, Callable[[], None]] = {
            "undo": lambda: self.begin(self.now.choices[:-1]),
            "hint": self.hint,
            "next": lambda: self.go(self.at + 1),
            "previous": lambda: self.go(max(0, self.at - 1)),
            "board": lambda: self.look(choices),
            "rules": self.rules,
            "quit": self.quit,
            "help": self.help,
        }
        commands[command]()

    def go(self, at: int) -> None:
        self.goes_to = at
        if at == self.at:
            self.shown = False

    def quit(self) -> None:
        self.goes_to = None
        self.terminal.say("lessons.kept")
        self.terminal.command("lessons", self.lesson.game.name)

    def hint(self) -> None:
        """What comes next on one way to the goal; from the beginning if this is another way."""
        with self.terminal.waiting("hint.thinking"):
            way = interruptible(solution, self.lesson, answer)
        assert way is not None, "a test solves every lesson"
        made = self.now.choices
        if way[: len(made)] != made:
            self.begin(())
            made = ()
            self.terminal.say("lessons.from-start", "dim")
        text = way[len(made)]
        sentence = self.now.state.describe(text, self.terminal.lang, self.lesson.seat)
        self.terminal.say("lessons.one-way", text=text, sentence=sentence)

    def rules(self) -> None:
        from .guide import read_guide

        read_guide(self.terminal, self.lesson.game)
        self.shown = False

    def help(self) -> None:
        self.terminal.gap()
        self.terminal.show(help_table(self.terminal.lang, COMMANDS, of="lessons"))
        self.terminal.gap()


def answer(state: State, seat: int) -> str:
    """What the others do where a lesson does not say it."""
    from ..search.steady import answer  # here and not above: it loads the compiler

    return answer(state, seat)


# What is done, kept for the user


def lessons_file() -> Path:
    return games_folder().parent / "lessons.json"


def done_in(game: Game) -> set[str]:
    return set(_all_done().get(game.name, ()))


def _all_done() -> dict[str, list[str]]:
    """A file that cannot be read is as none: nothing is lost but a few ticks."""
    try:
        kept = json.loads(lessons_file().read_text("utf-8"))
        return {str(game): [str(name) for name in names] for game, names in kept.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def keep_done(terminal: Terminal, lesson: Lesson) -> None:
    """Never stops a lesson because the disk is full."""
    kept = _all_done()
    names = kept.setdefault(lesson.game.name, [])
    if lesson.name in names:
        return
    names.append(lesson.name)
    try:
        lessons_file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(lessons_file(), json.dumps(kept))
    except OSError as problem:
        terminal.say("lessons.not-kept", "yellow", reason=problem.strerror or str(problem))
