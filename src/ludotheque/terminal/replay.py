"""``ludotheque replay``: a game again, step by step, with keys; or with lines, where there are no keys."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.text import Text

from ..core.state import State
from .console import Terminal
from .files import read_record
from .keys import QUIET, keyboard
from .language import whole
from .layout import game_view
from .picture import board, headline
from .show import news, show, which

AUTOPLAY_SECONDS = 1.2
STEPS = ("next", "back", "first", "last", "auto", "quit")
# Keys that mean the same in every language; the letters are in the catalog.
KEYS = {
    "right": "next",
    "down": "next",
    " ": "next",
    "enter": "next",
    "left": "back",
    "up": "back",
    "backspace": "back",
    "page-down": "next",
    "page-up": "back",
    "home": "first",
    "end": "last",
    "escape": "quit",
    "eof": "quit",
}


class Replay:
    """Where one is in a game that has been played."""

    def __init__(self, terminal: Terminal, states: Sequence[State], at: int) -> None:
        self.terminal = terminal
        self.states = states
        self.at = at
        self.playing = False

    @property
    def last(self) -> int:
        return len(self.states) - 1

    def step(self, word: str) -> bool:
        """Goes where a key says; False when it says to leave."""
        places = {"next": self.at + 1, "back": self.at - 1, "first": 0, "last": self.last}
        self.playing = not self.playing if word == "auto" else False
        if self.playing and self.at == self.last:
            self.at = 0
        self.at = min(max(places.get(word, self.at), 0), self.last)
        return word != "quit"

    def tick(self) -> None:
        """Time passes: the game goes on by itself, until its end."""
        self.at = min(self.at + 1, self.last)
        self.playing = self.at < self.last

    def word(self, key: str) -> str:
        """What a key or a typed word means."""
        letters = {self.terminal.text(f"replay.key.{step}"): step for step in STEPS}
        return KEYS.get(key) or letters.get(key.lower()) or ""


def run(terminal: Terminal, args: Namespace) -> int:
    with terminal.waiting("file.opening"):
        states = read_record(args.record).states()
    replay = Replay(terminal, states, which(args.at, len(states) - 1) if args.at is not None else 0)
    if terminal.is_live and _fits(terminal, states[0]):
        _with_keys(replay)
    else:
        _with_lines(replay)
    return 0


def _fits(terminal: Terminal, state: State) -> bool:
    return len(board(state, terminal.theme, terminal.lang).split("\n")) + 8 <= terminal.out.height


# With keys, in place


def _with_keys(replay: Replay) -> None:
    """One picture that changes; when it is closed, the screen is as it was."""
    with keyboard() as read_key, Live(screen=True, auto_refresh=False, console=replay.terminal.out) as live:
        while True:
            live.update(_page(replay), refresh=True)
            key = read_key(AUTOPLAY_SECONDS if replay.playing else None)
            if key == QUIET:
                replay.tick()
            elif not replay.step(replay.word(key)):
                break


def _page(replay: Replay) -> RenderableType:
    terminal, state = replay.terminal, replay.states[replay.at]
    return Group(
        Text(),
        _indented(Text(headline(terminal, state), "bold")),
        _indented(Text(terminal.text("show.step", n=replay.at, last=replay.last), "dim")),
        Text(),
        _indented(game_view(terminal, state, news=news(terminal, state))),
        Text(),
        _indented(_progress(replay)),
        _indented(Text(_keys_line(terminal), "dim")),
    )


def _indented(what: RenderableType) -> RenderableType:
    return Padding(what, (0, 0, 0, 2), expand=False)


def _progress(replay: Replay) -> Text:
    """A line that fills up as the game goes on."""
    width = min(60, replay.terminal.out.width - 6)
    full = round(width * replay.at / max(1, replay.last))
    return Text.assemble(("━" * full, "cyan"), ("━" * (width - full), "dim"), " ▶" if replay.playing else "")


def _keys_line(terminal: Terminal) -> str:
    letters = {step: terminal.text(f"replay.key.{step}") for step in STEPS}
    return terminal.text("replay.keys", **letters)


# With lines


def _with_lines(replay: Replay) -> None:
    """For pipes, screen readers and small windows: an empty line is the next step."""
    terminal = replay.terminal
    show(terminal, replay.states, replay.at)
    terminal.tell(_keys_line(terminal), "dim")
    while True:
        try:
            typed = terminal.ask(f"{replay.at}/{replay.last} >")
        except EOFError:
            terminal.gap()
            return
        if (at := whole(typed)) is not None:
            replay.at = min(at, replay.last)
        elif not replay.step(replay.word(typed or "enter")):
            return
        _show_lines(replay)


def _show_lines(replay: Replay) -> None:
    if not replay.playing or replay.at == 0:
        show(replay.terminal, replay.states, replay.at)
    while replay.playing:
        replay.tick()
        show(replay.terminal, replay.states, replay.at)
