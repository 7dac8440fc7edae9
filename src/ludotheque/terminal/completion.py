"""``ludotheque completion``: a script with which a shell completes our commands, made from the command line itself.

The script knows everything when it is written, so that nobody waits for Python at each Tab.
"""

from __future__ import annotations

import argparse
import shlex
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ..core.registry import games
from .arguments import build
from .console import Terminal
from .opponents import NAMES
from .texts import CATALOG


class Slot(NamedTuple):
    """An option, or a place for a word."""

    flags: tuple[str, ...]
    about: str
    meta: str
    takes: bool  # something after the flag
    many: bool
    words: tuple[str, ...]  # what can be offered there
    files: bool


class Command(NamedTuple):
    """A command, or ``ludotheque`` itself with the empty name."""

    name: str
    about: str
    slots: list[Slot]

    @property
    def flags(self) -> list[str]:
        return [flag for slot in self.slots for flag in slot.flags]

    @property
    def words(self) -> list[str]:
        return [word for slot in self.slots if not slot.flags for word in slot.words]


def run(terminal: Terminal, args: Namespace) -> int:
    print(script(args.shell, terminal.lang), end="")
    return 0


def script(shell: str, lang: str) -> str:
    """What the shell has to read."""
    own, *commands = _commands(lang)
    note = CATALOG.say("completion.note", lang, shell=shell)
    return WRITERS[shell](note, own, commands)


def _commands(lang: str) -> Iterator[Command]:
    """First ``ludotheque`` itself. argparse has no public way to ask a parser what it knows."""
    parser = build(lang)
    subparsers: Any = next(each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    yield Command("", "", [_slot(action, lang) for action in parser._actions if action is not subparsers])
    for choice in subparsers._choices_actions:
        actions = subparsers.choices[choice.dest]._actions
        yield Command(choice.dest, choice.help, [_slot(action, lang) for action in actions])


def _slot(action: argparse.Action, lang: str) -> Slot:
    meta = str(action.metavar or action.dest)
    words = tuple(map(str, action.choices or ())) or _known(lang).get(meta, ())
    files = meta in [CATALOG.say(f"meta.{kind}", lang) for kind in ("target", "record", "file", "folder")]
    many = action.nargs in ("+", "*") or isinstance(action, argparse._AppendAction)
    about = (action.help or "") % vars(action)  # as argparse does: the help may name the default
    return Slot(tuple(action.option_strings), about, meta, action.nargs != 0, many, words, files)


def _known(lang: str) -> dict[str, tuple[str, ...]]:
    """What stands for what: the name of a value in the help says what it can be."""
    known = {"game": tuple(games()), "target": tuple(games()), "player": NAMES}
    return {CATALOG.say(f"meta.{kind}", lang): words for kind, words in known.items()}


def _fill(shell: str, **parts: str) -> str:
    """The shell's own part of the script, from ``completion.SHELL``, with ours at its ``@places@``."""
    text = Path(__file__).with_name(f"completion.{shell}").read_text("utf-8")
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part)
    return text


# bash, also the old one of macOS. Where nothing is offered it completes names of files by itself.


def bash(note: str, own: Command, commands: list[Command]) -> str:
    names = [command.name for command in commands]
    every = [own._replace(slots=[*own.slots, _command_slot(names)]), *commands]
    cases = [_bash_case(each.name, f"flags='{' '.join(each.flags)}' words='{' '.join(each.words)}'") for each in every]
    values = [
        _bash_case("|".join(f"{each.name} {flag}" for flag in slot.flags), f"words='{' '.join(slot.words)}'")
        for each in every
        for slot in each.slots
        if slot.flags and slot.takes and (slot.words or each.words)
    ]
    return _fill("bash", note=note, names="|".join(names), commands="\n".join(cases), values="\n".join(values))


def _command_slot(names: list[str]) -> Slot:
    return Slot((), "", "", True, False, tuple(names), False)


def _bash_case(names: str, then: str) -> str:
    return f"        {'|'.join(shlex.quote(name) for name in names.split('|'))}) {then} ;;"


# zsh. The same file can be sourced, or lie as _ludotheque where zsh looks for completions.


def zsh(note: str, own: Command, commands: list[Command]) -> str:
    listed = [f"        {shlex.quote(f'{each.name}:{each.about}')}" for each in commands]
    cases = [f"                {each.name}) _arguments {_zsh_specs(each)} ;;" for each in commands]
    return _fill("zsh", note=note, own=_zsh_specs(own), commands="\n".join(listed), cases="\n".join(cases))


def _zsh_specs(command: Command) -> str:
    return " ".join(shlex.quote(spec) for slot in command.slots for spec in _zsh_spec(slot))


def _zsh_spec(slot: Slot) -> Iterator[str]:
    meta = slot.meta.replace(":", r"\:")
    offer = "" if not slot.takes else f":{meta}:{_zsh_offer(slot)}"
    if not slot.flags:
        yield f"*{offer}" if slot.many else offer
    for flag in slot.flags:
        about = slot.about.replace("[", r"\[").replace("]", r"\]")
        yield f"{'*' if slot.many else '(' + ' '.join(slot.flags) + ')'}{flag}[{about}]{offer}"


def _zsh_offer(slot: Slot) -> str:
    words = f"({' '.join(slot.words)})"
    if slot.files:
        return f"_alternative 'words::{words}' 'files::_files'".replace(":", r"\:") if slot.words else "_files"
    return words if slot.words else " "


# fish


def fish(note: str, own: Command, commands: list[Command]) -> str:
    none_yet = f"not __fish_seen_subcommand_from {' '.join(each.name for each in commands)}"
    lines = [_fish_line(none_yet, f"-a {each.name}", each.about) for each in commands]
    lines += _fish_slots(none_yet, own)
    for each in commands:
        lines += _fish_slots(f"__fish_seen_subcommand_from {each.name}", each)
    return "\n".join([f"# {note}", "complete -c ludotheque -f", *lines, ""])


def _fish_slots(when: str, command: Command) -> Iterator[str]:
    for slot in command.slots:
        flags = [f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in slot.flags]
        offer = ["-r"] if flags and slot.takes else []
        offer += [f"-a {_fish_quote(' '.join(slot.words))}"] if slot.words else []
        offer += ["-F"] if slot.files else []
        if flags or offer:
            yield _fish_line(when, " ".join([*flags, *offer]), slot.about)


def _fish_line(when: str, what: str, about: str) -> str:
    return f"complete -c ludotheque -n {_fish_quote(when)} {what} -d {_fish_quote(about)}"


def _fish_quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


WRITERS: dict[str, Callable[[str, Command, list[Command]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
