"""A game at this screen: shows it, asks the people, lets chance and the computer play, and keeps it on disk."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import groupby
from pathlib import Path

from ..core.errors import GameError
from ..core.state import State
from ..play.commands import Command, apply, choose_for, extend, numbered, sitting
from ..play.computer_names import character
from ..play.table import COMPUTER, Seat, Table, event_sentence
from .advice import Hints, Tutor
from .autosave import Autosave
from .choices import MANY, Choices
from .commands import COMMANDS, find_command, help_table, words_of
from .console import Terminal
from .files import at_home, find, unwritable, write_whole
from .interrupts import interruptible
from .layout import game_view, spell_out
from .opponents import opponent
from .picture import headline, player
from .texts import CATALOG

HERE = "here"  # the player who acts for all people at this screen
# What a refusal is called here, where there is more room for the reason.
NO_UNDO = {"refusal.undo-draw": "undo.chance", "refusal.nothing-to-undo": "undo.nothing"}


class Left(Exception):
    """The person leaves the table; the game is kept."""


class GameLoop:
    """One game from its present state to its end, or until the person leaves."""

    def __init__(
        self,
        terminal: Terminal,
        table: Table,
        autosave: Autosave,
        *,
        seed: int | None = None,
        own_file: Path | None = None,
        tutor: bool = False,
    ) -> None:
        self.terminal = terminal
        computers = [sitting(seat, Seat(COMPUTER)) for seat in autosave.opponents]
        self.table = table.with_entries(numbered(table, computers))
        self.first = self.state
        self.autosave = autosave
        self.own_file = own_file
        self.opponents = {seat: opponent(name, seed) for seat, name in autosave.opponents.items()}
        self.rng = None if seed is None else random.Random(seed)
        self.hints, self.tutor = Hints(terminal), Tutor(terminal, tutor)
        self.seen: State | None = None
        self.warned = self.insists = False

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def people(self) -> list[int]:
        return self.table.seats_of(HERE)

    # From event to event

    def run(self) -> bool:
        """Plays; tells whether the game came to its end."""
        try:
            self.greet()
            while not self.state.over:
                self.go_on()
            self.finish()
        except Left:
            self.farewell()
            return False
        except (KeyboardInterrupt, EOFError):
            self.terminal.gap()
            self.farewell()
            raise
        return True

    def greet(self) -> None:
        terminal = self.terminal
        terminal.gap()
        terminal.tell(headline(terminal, self.state), "bold")
        if self.opponents and self.people:
            self.introduce()
        terminal.say("play.how", "dim", help=words_of("help", terminal.lang), rules=words_of("rules", terminal.lang))

    def introduce(self) -> None:
        """Who is who, when the computer plays."""
        lang = self.terminal.lang
        opponents = self.autosave.opponents
        mine, seats = (", ".join(self.state.seat_name(s, lang) for s in who) for who in (self.people, opponents))
        names = " + ".join(CATALOG.say(f"opponent.{name}", lang) for name in sorted(set(opponents.values())))
        self.terminal.say("play.against", mine=mine, seats=seats, opponent=names)
        for seat, name in opponents.items():
            if name.isdigit():
                self.terminal.tell(character(int(name), lang, self.state.names[seat]))

    def go_on(self) -> None:
        if self.state.chance:
            self.become(extend(self.table, [], self.rng))
            return
        seat = self.state.actors[0]
        if seat in self.opponents:
            with self.terminal.waiting("play.thinking", name=player(self.state, seat, self.terminal.lang)):
                text = interruptible(self.opponents[seat].choose, self.state, seat)
            self.choose(text, seat)
        else:
            self.ask(seat)

    def choose(self, text: str, seat: int) -> None:
        self.become(choose_for(self.table, seat, text, self.rng))

    def become(self, after: Table) -> None:
        """Something has happened: keeps it, and says what it was."""
        news, self.table = after.entries[self.table.next :], after
        self.keep()
        for _, together in groupby(news, lambda entry: entry.kind):  # some games begin with twenty draws
            states = [after.after[entry.number].state for entry in together]
            said = (event_sentence(state, state.names, self.terminal.lang) for state in states)
            self.terminal.tell(f"• {' '.join(said)}")

    def keep(self) -> None:
        if not self.autosave.keep(self.state) and not self.warned:
            assert self.autosave.problem is not None
            self.warned = True
            self.terminal.say("keep.failed", "yellow", reason=self.autosave.problem.sentence)

    # Asking a person

    def ask(self, seat: int) -> None:
        choices = Choices(self.state.choices(seat))
        if self.seen is not self.state:
            self.look(choices)
        name = player(self.state, seat, self.terminal.lang)
        typed = self.terminal.ask(
            f"  {name} >", [*choices.texts, *(words_of(each, self.terminal.lang) for each in COMMANDS)]
        )
        if typed:
            self.answer(typed, seat, choices)
        else:
            self.seen = None  # Enter alone shows the board again

    def look(self, choices: Choices) -> None:
        self.seen = self.state
        self.terminal.gap()
        self.terminal.show(game_view(self.terminal, self.state, choices))
        self.terminal.gap()

    def answer(self, typed: str, seat: int, choices: Choices) -> None:
        """A choice comes before a command, and a command before the beginning of a choice."""
        text = choices.meant(typed)
        command, rest = find_command(typed)
        if text is not None:
            if self.tutor.agrees(self.state, seat, text):
                self.choose(text, seat)
        elif command is not None:
            self.obey(command, rest, seat, choices)
        elif found := choices.beginning(typed):
            self.spell_out(found, seat, choices)
        else:
            self.refuse(typed, seat, choices)

    def refuse(self, typed: str, seat: int, choices: Choices) -> None:
        terminal = self.terminal
        if choices.numbered and typed.isdecimal():
            terminal.say("play.no-number", "yellow", number=typed[:20], most=len(choices))
            return
        try:
            self.choose(typed, seat)
        except GameError as problem:
            terminal.tell(problem.text(terminal.lang), "yellow")

    def spell_out(self, texts: list[str], seat: int, choices: Choices) -> None:
        spell_out(self.terminal, self.state, texts, seat, choices)

    # Commands

    def obey(self, command: str, rest: str, seat: int, choices: Choices) -> None:
        commands: Mapping[str, Callable[[], None]] = {
            "undo": self.undo,
            "hint": lambda: self.hints.give(self.state, seat),
            "tutor": self.tutor.switch,
            "save": lambda: self.save(rest),
            "quit": self.quit,
            "help": lambda: self.help(seat, choices),
            "rules": self.rules,
            "board": lambda: self.look(choices),
            "moves": lambda: self.moves(rest, seat, choices),
        }
        commands[command]()

    def undo(self) -> None:
        try:
            after = apply(self.table, Command("undo", HERE))
        except GameError as problem:
            self.terminal.tell(self.why_not(problem), "yellow")
            return
        undone = [state.last[1] for state in self.table.line[after.ply + 1 :] if state.last]
        self.table = after
        self.terminal.say("undo.done", texts=", ".join(undone))
        self.keep()

    def why_not(self, problem: GameError) -> str:
        why, lang = problem.sentence, self.terminal.lang
        return CATALOG.say(NO_UNDO[why.key], lang, **why.params) if why.key in NO_UNDO else problem.text(lang)

    def moves(self, rest: str, seat: int, choices: Choices) -> None:
        found = choices.beginning(rest)
        if not found:
            self.terminal.say("play.none-begins", "yellow", text=rest[:40])
        elif len(found) > MANY and not rest:
            self.terminal.show(choices.columns(self.terminal.out.width - 4))
        else:
            self.spell_out(found, seat, choices)

    def help(self, seat: int, choices: Choices) -> None:
        self.terminal.gap()
        example = choices.texts[0]
        sentence = self.state.describe(example, self.terminal.lang, seat)
        self.terminal.say("help.choice", example=example, sentence=sentence)
        if choices.numbered:
            self.terminal.say("help.number")
        self.terminal.say("help.beginning", beginning=example[:2])
        self.terminal.gap()
        self.terminal.show(help_table(self.terminal.lang))
        self.terminal.gap()

    def rules(self) -> None:
        from .guide import read_guide

        read_guide(self.terminal, self.state.game)
        self.seen = None

    def save(self, name: str) -> None:
        try:
            path = self.file_for(name)
            if path is not None and self.may_write(path):
                write_whole(path, str(self.autosave.record(self.state)))
                self.own_file = path
                self.terminal.say("save.done", "green", file=path)
        except (OSError, ValueError) as problem:
            self.terminal.tell(unwritable(problem, name).text(self.terminal.lang), "yellow")

    def file_for(self, name: str) -> Path | None:
        name = name.strip("'\"")
        if not name:
            if self.own_file is None:
                self.terminal.say("save.which", "yellow", save=words_of("save", self.terminal.lang))
            return self.own_file
        path = at_home(name)
        return path if path.suffix or path.is_dir() else path.with_name(f"{path.name}.ludo")

    def may_write(self, path: Path) -> bool:
        """A file that this game did not come from and was not saved to is somebody else's."""
        if path.is_dir():
            self.terminal.say("file.folder", "yellow", file=path)
            return False
        ours = self.own_file is not None and path.resolve() == self.own_file.resolve()
        if ours or not path.exists() or self.terminal.confirm("save.replace", file=path):
            return True
        self.terminal.say("save.not")
        return False

    def quit(self) -> None:
        """Leaves; once more asked for if the game would be lost."""
        if self.autosave.problem is None or self.insists:
            raise Left
        self.insists = True
        self.terminal.say("quit.unsaved", "yellow", reason=self.autosave.problem.sentence)

    # The end

    def finish(self) -> None:
        terminal = self.terminal
        terminal.gap()
        terminal.show(game_view(terminal, self.state))
        terminal.gap()
        self.congratulate()
        if self.autosave.keep(self.state):
            self.say_where()
            name = file_name(self.autosave.path)
            terminal.say("end.replay", "dim")
            terminal.command("replay", name)
            terminal.say("end.svg", "dim")
            terminal.command("show", name, "--svg", f"{self.state.game.name}.svg")
        else:
            self.give_record()

    def congratulate(self) -> None:
        """A word to the person who played against the computer; between friends the status says it all."""
        result = self.state.result
        if result is None or len(self.people) != 1 or self.state.seats == 1:
            return
        mine = result[self.people[0]]
        self.terminal.say("end.won" if mine > 0 else "end.lost" if mine < 0 else "end.drawn", "bold")

    def farewell(self) -> None:
        """Where the game is and how to go on. Nobody leaves without that."""
        terminal = self.terminal
        if self.state is self.first and self.autosave.path is None:
            terminal.say("quit.nothing")
        elif self.autosave.keep(self.state):
            self.say_where()
            terminal.say("quit.go-on", "dim")
            terminal.command("play", file_name(self.autosave.path))
        else:
            self.give_record()

    def say_where(self) -> None:
        self.terminal.out.print(f"  {self.terminal.text('keep.where', file=self.autosave.path)}", soft_wrap=True)

    def give_record(self) -> None:
        """The disk refuses the game: then at least the screen has it."""
        assert self.autosave.problem is not None
        self.terminal.say("keep.nowhere", "yellow", reason=self.autosave.problem.sentence)
        print(self.autosave.record(self.state))


def file_name(path: Path | None) -> str:
    """The shortest name by which commands find a kept game."""
    assert path is not None
    return path.name if find(path.name).absolute() == path else str(path)
