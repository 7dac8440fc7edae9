"""Talking with a person: sentences in their language, questions, colours where the terminal has them."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.control import Control
from rich.padding import Padding
from rich.segment import ControlType, Segment, Segments
from rich.text import Text
from rich.theme import Theme

from ..core.i18n import Sentence
from .commands import is_yes
from .language import number, usual
from .texts import CATALOG

THEME = Theme(
    {
        "markdown.h1": "bold underline",
        "markdown.h2": "bold cyan",
        "markdown.h3": "bold",
        "markdown.code": "cyan",
        "markdown.table.border": "dim",
        "markdown.table.header": "bold",
        "bar.complete": "cyan",
        "bar.finished": "cyan",
        "progress.download": "dim",
        "progress.remaining": "dim",
        "status.spinner": "cyan",
    }
)


# Rich breaks lines at any blank. While it looks for a place, those that forbid it are letters for private use.
HELD = {0x00A0: "\ue000", 0x202F: "\ue001"}
FREED = {ord(letter): chr(blank) for blank, letter in HELD.items()}


class _Console(Console):
    """Rich's console, except that no-break spaces do not break, and that a reader who has gone (``| head``) is the
    business of ``cli.main``."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        if isinstance(renderable, str):
            renderable = self.render_str(renderable)
        if isinstance(renderable, Text):
            renderable = renderable.copy()
            renderable.plain = renderable.plain.translate(HELD)
        for segment in super().render(renderable, options):
            yield segment._replace(text=segment.text.translate(FREED))

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _console(**settings: Any) -> Console:
    # NO_COLOR: no escape sequences at all, so that bold text does not come as a surprise either.
    if os.environ.get("NO_COLOR"):
        settings["color_system"] = None
    return _Console(highlight=False, markup=False, emoji=False, theme=THEME, **settings)


class Terminal:
    """The screen and the keyboard, and the language spoken there."""

    def __init__(self, lang: str, theme: str = "dark") -> None:
        self.lang = lang
        self.theme = theme
        self.out = _console()
        self.err = _console(stderr=True)

    @property
    def is_live(self) -> bool:
        """Whether a person sits here: both a keyboard and a screen, and a screen that can be redrawn."""
        return sys.stdin.isatty() and self.out.is_terminal and not self.out.is_dumb_terminal

    # Saying

    def text(self, key: str, /, **params: Any) -> str:
        return CATALOG.say(key, self.lang, **params)

    def speak(self, sentence: Sentence) -> str:
        return sentence.text(self.lang)

    def number(self, value: float, digits: int = 0) -> str:
        return number(value, self.lang, digits)

    def say(self, key: str, /, style: str = "", indent: int = 2, **params: Any) -> None:
        """A sentence of the catalog on lines of its own."""
        self.tell(self.text(key, **params), style, indent)

    def tell(self, words: str, style: str = "", indent: int = 2) -> None:
        self.show(Text(words, style), indent)

    def show(self, what: RenderableType, indent: int = 2) -> None:
        """Anything that Rich can draw, without the blanks that it puts at the end of lines."""
        lines = self.out.render_lines(Padding(what, (0, 0, 0, indent), expand=False), pad=False)
        for line in lines:
            self.out.print(Segments([*_trimmed(line), Segment.line()]), end="", soft_wrap=True)

    def gap(self) -> None:
        self.out.print()

    def command(self, *words: str) -> None:
        """A command of ours to copy."""
        self.code(command(*words, lang=self.lang))

    def code(self, text: str) -> None:
        """Something to copy: never broken into lines, so that copying gives the whole of it."""
        self.out.print(Text(f"    {text}", "cyan"), soft_wrap=True)

    @contextlib.contextmanager
    def waiting(self, key: str, **params: Any) -> Iterator[None]:
        """Something takes a moment; a person sees what."""
        if not self.is_live:
            yield
            return
        with self.out.status(Text(self.text(key, **params)), spinner="dots"):
            yield

    @contextlib.contextmanager
    def counting(self, words: str) -> Iterator[Callable[[int, int], None]]:
        """Something takes long; a person sees how much of it is done, and of how much."""
        from .progress import progress

        with progress(self) as bar:
            task = bar.add_task(words, total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)

    # Asking

    def ask(self, prompt: str, completions: Sequence[str] = ()) -> str:
        """What the person types, without blanks around it; EOFError when there is nothing more to read."""
        self.out.file.flush()
        with _completing(completions):
            typed = input(f"{prompt} ")
        if not sys.stdin.isatty():
            print(typed)  # a transcript without what was typed would be hard to read
        return " ".join(typed.split())

    def turn_page(self, key: str) -> bool:
        """Waits for Enter at the foot of a page, then wipes the question away; False if something was typed."""
        answer = self.ask(f"  {self.text(key)}")
        self.out.control(Control.move(0, -1), Control((ControlType.ERASE_IN_LINE, 2)))
        return not answer

    def confirm(self, key: str, **params: Any) -> bool:
        """A question whose answer is no unless it is clearly yes."""
        answer = self.ask(f"  {self.text(key, **params)}")
        return is_yes(answer)


def _trimmed(line: list[Segment]) -> list[Segment]:
    """A line up to its last character that can be seen."""
    while line and not line[-1].text.strip() and not (line[-1].style and line[-1].style.bgcolor):
        line = line[:-1]
    if not line or (line[-1].style and line[-1].style.bgcolor):
        return line
    return [*line[:-1], Segment(line[-1].text.rstrip(), line[-1].style)]


@contextlib.contextmanager
def _completing(completions: Sequence[str]) -> Iterator[None]:
    """Tab completes what can be typed, and arrows find earlier lines, where the system has readline."""
    if not sys.stdin.isatty():
        yield
        return
    try:
        import readline
    except ImportError:
        yield
        return
    readline.set_completer_delims("")
    readline.set_completer(lambda typed, at: [*(c for c in completions if c.startswith(typed)), None][at])
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(None)


def command(*words: str, lang: str) -> str:
    """The exact command for this user, here and in this language."""
    speaking = () if lang == usual(os.environ) else ("--lang", lang)
    return shlex.join((*_program(), *words, *speaking))


def _program() -> tuple[str, ...]:
    """How this program was started: it need not be in the path, for instance after ``make run``."""
    script = Path(sys.argv[0])
    if script.name == "__main__.py":
        return (short(sys.executable), "-m", "ludotheque")
    found = shutil.which("ludotheque")
    if not script.exists() or (found and script.samefile(found)):
        return ("ludotheque",)
    return (short(str(script)),)


def short(path: str) -> str:
    """A path as seen from the current folder, if it lies below it."""
    try:
        return str(Path(path).absolute().relative_to(Path.cwd()))
    except (OSError, ValueError):
        return path
