"""Whole games at the terminal: through pipes and through a real pseudo-terminal, as a person would play them."""

from __future__ import annotations

import contextlib
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Container, Iterator
from pathlib import Path

import pytest
from terminal import PLAIN, kept, newcomer, play, read

import ludotheque as lt
from ludotheque.terminal.menu import _answers as answers_of
from ludotheque.terminal.opponents import NAMES

LUDOTHEQUE = [sys.executable, "-m", "ludotheque"]
__all__ = ["newcomer"]  # a fixture: for every test here
every_game = pytest.mark.parametrize("name", lt.games())
# Every game has this option: games that end soon, with all that belongs to an end.
SHORT = ("-o", "max_choices=12")


def start(*words: str, typed: list[str]) -> str:
    """The same in a process of its own."""
    text = "".join(f"{line}\n" for line in typed)
    done = subprocess.run(
        [*LUDOTHEQUE, *words], input=text, capture_output=True, encoding="utf-8", timeout=300, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0, done.stdout
    return done.stdout


def foresee(
    name: str, seed: int, computers: Container[int] = (), seats: int | None = None, **options: object
) -> tuple[list[str], lt.State]:
    """What people who always take the first choice type, and how that game ends: chance and the computer play as
    the seed says."""
    state, rng, typed = lt.load(name).start(seats, None, options), random.Random(seed), []
    players = {seat: lt.RandomPlayer(seed) for seat in range(state.seats)}
    while not state.over:
        seat = None if state.chance else state.actors[0]
        if seat is None:
            state = state.draw(rng)
        elif seat in computers:
            state = state.play(players[seat].choose(state, seat), seat)
        else:
            typed.append(state.choices(seat)[0])
            state = state.play(typed[-1], seat)
    return typed, state


# Whole games


@every_game
@pytest.mark.parametrize(("lang", "side"), [("en", 0), pytest.param("fr", 1, marks=pytest.mark.slow)])
def test_a_game_to_its_end_against_the_computer(name: str, lang: str, side: int) -> None:
    if 2 not in lt.load(name).seats:
        pytest.skip("not for two")
    typed, end = foresee(name, 7, {1 - side}, seats=2, max_choices=12)
    words = ("--seats", "2", "--against", "random", "--side", str(side), "--seed", "7", "--lang", lang, *SHORT)
    said = play("play", name, *words, typed=typed)
    flat = " ".join(said.split())
    (path,) = kept()
    assert read(path).replay() == end
    assert read(path).result == end.result
    assert " ".join(end.status(lang).split()) in flat
    assert str(path.absolute()) in said
    assert f"replay {path.name}" in said
    assert f"show {path.name} --svg" in said
    for state, after in zip(end.history(), end.history()[1:], strict=False):
        assert after.last is not None
        assert " ".join(state.describe(after.last[1], lang, after.last[0]).split()) in flat


@pytest.mark.slow
@every_game
def test_a_long_game_between_friends(name: str) -> None:
    typed, end = foresee(name, 3, max_choices=200)
    said = play("play", name, "--name", "Anna", "--seed", "3", "-o", "max_choices=200", typed=typed)
    record = read(kept()[0])
    assert record.names[0] == "Anna"
    assert "Anna" in said
    assert record.replay() == end


@pytest.mark.slow
def test_the_commands_it_gives_can_be_copied(tmp_path: Path) -> None:
    """Word for word: to go on, to replay, to make a picture."""
    said = start("play", PLAIN, "--lang", "fr", *SHORT, typed=["1", "1", "quitter"])
    shell = {"capture_output": True, "encoding": "utf-8", "shell": True, "check": True}
    again = next(line for line in said.splitlines() if " play " in line)
    done = subprocess.run(again, input="1\n" * 12, **shell)  # type: ignore[call-overload]
    for word in (" replay ", " show "):
        line = next(line for line in done.stdout.splitlines() if word in line)
        subprocess.run(line, input="\n", **shell)  # type: ignore[call-overload]
    assert (tmp_path / f"{PLAIN}.svg").read_text("utf-8").startswith("<svg")
    assert len(kept()) == 1
    assert len(read(kept()[0]).events) == 12


# Answers


def test_a_choice_is_typed_or_picked_and_a_refusal_changes_nothing() -> None:
    state = lt.load(PLAIN).new()
    first, *_, last = state.choices()
    said = play("play", PLAIN, typed=["nonsense", "0", "999", "9" * 5000, "", last.upper(), "quit"])
    assert "nonsense" in said
    assert "There is no move number 999" in said
    assert [text for _, text in read(kept()[0]).events] == [last]
    said = play("play", PLAIN, typed=[first[:2], "moves", "quit"])
    assert state.describe(first) in " ".join(said.split())
    assert len(kept()) == 1  # nothing was played, so nothing was kept


def test_a_refusal_gives_the_reason_of_the_game() -> None:
    state = lt.load(PLAIN).new()
    wrong = next(text for text in state.play(state.choices()[0]).choices() if text not in state.choices())
    with pytest.raises(lt.IllegalEvent) as refused:
        state.play(wrong)
    for lang in ("en", "fr"):
        assert refused.value.text(lang) in " ".join(play("play", PLAIN, "--lang", lang, typed=[wrong]).split())


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["help", "rules", "board", "moves"]),
        ("fr", ["aide", "règles", "regles", "PLATEAU", "coups", "?"]),
        ("en", ["aide", "règles"]),
    ],
)
def test_commands_are_understood_in_both_languages(lang: str, words: list[str]) -> None:
    said = play("play", PLAIN, "--lang", lang, typed=[*words, "q"])
    help_line = "cette aide" if lang == "fr" else "this help"
    assert help_line in said
    assert lt.load(PLAIN).guide(lang).splitlines()[0].strip("# ") in said


def test_undo_between_friends_takes_one_move_back() -> None:
    state = lt.load(PLAIN).new()
    typed = ["1", "1", "undo", "annuler", "undo", "2", "quit"]
    said = play("play", PLAIN, typed=typed)
    assert said.count("Taken back") == 2
    assert "nothing to take back" in said
    assert [text for _, text in read(kept()[0]).events] == [state.choices()[1]]


def test_undo_against_the_computer_takes_its_reply_back_too() -> None:
    said = play("play", PLAIN, "--against", "random", "--seed", "3", typed=["1", "undo", "2", "quit"])
    taken_back = re.search(r"Taken back: (.*)\.", said)
    assert taken_back is not None
    assert len(taken_back[1].split(", ")) == 2
    events = read(kept()[0]).events
    assert [seat for seat, _ in events] == [0, 1]
    assert events[0][1] == lt.load(PLAIN).new().choices()[1]


def test_a_draw_is_never_taken_back() -> None:
    name = next(name for name in lt.games() if lt.load(name).new(2).chance)
    said = {lang: play("play", name, "--lang", lang, typed=["undo", "1", "undo", "quit"]) for lang in ("en", "fr")}
    for path in kept():
        assert read(path).events[-1][0] == -1, "undone up to the draw, not further"
    assert "cannot be taken back" in said["en"] and "On ne revient pas" in said["fr"]
    assert all(len(re.findall("Taken back|Repris", each)) == 1 for each in said.values())


def test_a_game_longer_than_a_table_may_be_goes_on_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.play.table.MOST_ENTRIES", 4)
    said = play("play", PLAIN, typed=["1", "1", "1", "undo", "quit"])
    assert len(read(kept()[0]).events) == 3
    assert "is full" in said and "Taken back" not in said


def test_draws_that_come_together_are_told_in_one_breath() -> None:
    name = next(name for name in lt.games() if lt.load(name).new(2).chance and lt.load(name).new(2).draw().chance)
    said = play("play", name, "--seats", "2", typed=["quit"])
    assert len(read(kept()[0]).events) > 1 and said.count("•") == 1


# Saving and going on


def test_save_and_go_on_with_the_same_opponent() -> None:
    play("play", PLAIN, "--against", "random", "--side", "1", "--seed", "1", typed=["1", "save mine", "quit"])
    saved = read("mine.ludo")
    assert ("player", "0 random") in saved.extra
    said = play("play", "mine.ludo", "--seed", "2", typed=["1", "save", "quit"])
    assert "Blue: the computer, moving at random." in said
    longer = read("mine.ludo")
    assert len(longer.events) == len(saved.events) + 2
    assert longer.events[: len(saved.events)] == saved.events
    assert longer.date == saved.date
    assert longer.events in [read(path).events for path in kept()]


def test_going_on_keeps_a_file_of_the_user_as_it_was() -> None:
    """Until the user saves: going on with somebody's record must not change it."""
    play("play", PLAIN, typed=["1", "save mine.ludo", "quit"])
    before = Path("mine.ludo").read_text("utf-8") + "comment kept\n"
    before = before.replace("\n\n", "\ncomment kept\n\n", 1).removesuffix("comment kept\n")
    Path("mine.ludo").write_text(before, "utf-8")
    play("play", "mine.ludo", typed=["1", "quit"])
    assert Path("mine.ludo").read_text("utf-8") == before
    newest = max(kept(), key=lambda path: len(read(path).events))
    assert len(read(newest).events) == 2
    assert ("comment", "kept") in read(newest).extra


def test_save_does_not_replace_a_foreign_file_unasked() -> None:
    Path("notes.txt").write_text("mine", "utf-8")
    said = play("play", PLAIN, typed=["1", "save notes.txt", "no", "quit"])
    assert "exists already" in said
    assert Path("notes.txt").read_text("utf-8") == "mine"
    play("play", PLAIN, "--lang", "fr", typed=["1", "sauver notes.txt", "oui", "sauver notes.txt", "quitter"])
    assert len(read("notes.txt").events) == 1


def test_save_says_what_is_wrong_and_the_game_goes_on() -> None:
    Path("folder").mkdir()
    names = ["folder/", "nowhere/x.ludo", "", "x" * 400, "~nobody-at-all/x.ludo", "a\0b"]
    said = play("play", PLAIN, typed=[*(f"save {name}" for name in names), "1", "save good", "quit"])
    assert "is a folder" in said
    assert "no such folder" in said
    assert "In which file?" in said
    assert len(read("good.ludo").events) == 1
    assert not list(Path().glob(".*.tmp"))


def test_a_finished_game_is_shown_and_not_played() -> None:
    play("play", PLAIN, *SHORT, typed=["1"] * 12)
    said = play("play", kept()[0].name, typed=[])
    assert "This game is over" in said
    assert len(kept()) == 1


def test_options_of_a_saved_game_stay() -> None:
    play("play", PLAIN, typed=["1", "save mine", "quit"])
    play("play", "mine.ludo", "--seats", "2", typed=[], code=2)


def test_an_opponent_of_a_later_version_is_replaced_by_a_person() -> None:
    play("play", PLAIN, "--against", "random", typed=["1", "save mine", "quit"])
    text = Path("mine.ludo").read_text("utf-8").replace("player 1 random", "player 1 champion")
    Path("mine.ludo").write_text(text, "utf-8")
    assert "champion" in play("play", "mine.ludo", typed=["quit"])


def test_a_disk_that_refuses_does_not_stop_the_game() -> None:
    """The data folder cannot be made, because a file is in its place: the game is printed in the end."""
    Path("data").write_text("in the way", "utf-8")
    said = play("play", PLAIN, typed=["1", "1", "quit", "quit"])
    assert said.count("is not being kept") == 1
    assert "not kept anywhere" in said
    record = lt.Record.parse(said[said.index("ludo 1\n") :].rstrip() + "\n")
    assert len(record.events) == 2


@pytest.mark.slow
def test_every_event_is_on_disk_at_once() -> None:
    """Killed without warning, the game is there."""
    with subprocess.Popen([*LUDOTHEQUE, "play", PLAIN], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(b"1\n1\n1\n")
        process.stdin.flush()
        _wait_until(lambda: bool(kept()) and kept()[0].stat().st_size > 0 and len(read(kept()[0]).events) == 3)
        process.kill()
        process.communicate()
    assert len(read(kept()[0]).events) == 3
    assert [path.name for path in Path("data/games").iterdir()] == [kept()[0].name]


def _wait_until(holds: object, seconds: float = 20) -> None:
    assert callable(holds)
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_the_end_of_input_says_where_the_game_is() -> None:
    said = play("play", PLAIN, typed=["1"])
    assert str(kept()[0].absolute()) in said
    assert f"play {kept()[0].name}" in said
    assert "Nothing was played" in play("play", PLAIN, typed=[])


# The menu


def test_the_menu_leads_from_the_shelf_to_a_game_and_back() -> None:
    box = str(lt.games().index(PLAIN) + 1)
    opponent = ["1"] if len(NAMES) > 1 else []
    answers = answers_of(lt.load(PLAIN))
    rules, computer, back = (str(answers.index(key) + 1) for key in ("rules", "computer", "back"))
    typed = [box, rules, computer, *opponent, "1", "1", "quit", back, "f", "r", "quitter", "q"]
    said = play("menu", typed=typed)
    assert "You play" in said
    assert "To go on with it" in said
    assert "Reprendre votre dernière partie" in said
    assert "À bientôt\u00a0!" in said
    assert len(kept()) == 1


def test_the_menu_bears_with_every_answer() -> None:
    said = play("menu", typed=["x", "99", "9" * 5000, "", PLAIN, "99", "x"], code=0)
    assert "not on the shelf" in said
    assert "Type a number" in said
    assert "See you soon" in said


def test_the_menu_goes_on_after_a_damaged_file() -> None:
    play("play", PLAIN, typed=["1", "quit"])
    kept()[0].write_text(kept()[0].read_text("utf-8") + "0 nonsense\n", "utf-8")
    said = play("menu", typed=["g", "q"])
    assert "line" in said
    assert "See you soon" in said


# A real terminal


class Screen:
    """A pseudo-terminal of 80 × 30 with the command in it."""

    def __init__(self, *words: str, **environ: str) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.shown = ""
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.environ.update(environ)
            os.execv(sys.executable, [*LUDOTHEQUE, *words])
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 80, 0, 0))

    def expect(self, text: str, seconds: float = 30) -> str:
        """Reads until ``text`` is shown; gives what was shown up to there."""
        until = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < until, self.shown
            assert self._read(), f"ended without {text!r}: {self.shown}"
        before, _, self.shown = self.shown.partition(text)
        return before

    def _read(self) -> bool:
        if not select.select([self.file], [], [], 0.5)[0]:
            return True
        try:
            data = os.read(self.file, 65536)
        except OSError:  # Linux says so when the other side has closed
            return False
        self.shown += data.decode("utf-8", "replace")
        return bool(data)

    def type(self, keys: str) -> None:
        os.write(self.file, keys.encode())

    def interrupt(self) -> None:
        """Ctrl-C, but not in the very moment in which Python begins to wait for a key: there it would be overlooked."""
        time.sleep(0.3)
        self.type("\x03")

    def end(self, seconds: float = 20) -> tuple[int, str]:
        """The exit code, and what was shown until then."""
        until = time.monotonic() + seconds
        while self._read():
            assert time.monotonic() < until, f"does not end: {self.shown}"
        os.close(self.file)
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status), self.shown


@contextlib.contextmanager
def screen(*words: str, **environ: str) -> Iterator[Screen]:
    if sys.platform == "win32":
        pytest.skip("needs a pseudo-terminal")
    opened = Screen(*words, **environ)
    try:
        yield opened
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(opened.pid, signal.SIGKILL)


@pytest.mark.slow
def test_a_terminal_shows_colours_and_ctrl_c_says_how_to_go_on() -> None:
    with screen("play", PLAIN) as terminal:
        assert "\x1b[" in terminal.expect(" > ")
        terminal.type("1\r")
        terminal.expect("•")
        terminal.expect(" > ")
        terminal.interrupt()
        code, said = terminal.end()
    assert code == 130
    assert "Traceback" not in said
    assert kept()[0].name in said
    assert len(read(kept()[0]).events) == 1


@pytest.mark.slow
def test_ctrl_d_leaves_too() -> None:
    with screen("play", PLAIN) as terminal:
        terminal.expect(" > ")
        terminal.type("1\r")
        terminal.expect("•")
        terminal.expect(" > ")
        terminal.type("\x04")
        code, said = terminal.end()
    assert code == 0
    assert kept()[0].name in said


@pytest.mark.slow
def test_no_color_means_no_escape_sequences_of_ours() -> None:
    with screen("play", PLAIN, NO_COLOR="1") as terminal:
        terminal.expect("Type a move")
        shown = terminal.expect(" > ")
        terminal.type("quit\r")
        code, said = terminal.end()
    assert code == 0
    assert "\x1b[" not in shown.replace("\x1b[?2004h", "")  # readline's own
    assert "\x1b[3" not in said


@pytest.mark.slow
def test_replay_with_keys() -> None:
    play("play", PLAIN, *SHORT, typed=["1"] * 12)
    with screen("replay", kept()[0].name) as terminal:
        terminal.expect("Step 0 of 12")
        for keys, step in (("\x1b[C", 1), ("n", 2), ("\x1b[D", 1), ("\x1b[F", 12), ("\x1b[H", 0), ("a", 1)):
            terminal.type(keys)
            terminal.expect(f"Step {step} of 12")
        terminal.type("q")
        code, said = terminal.end()
    assert code == 0
    assert "Traceback" not in said


@pytest.mark.slow
def test_ctrl_c_in_a_replay_restores_the_screen() -> None:
    play("play", PLAIN, *SHORT, typed=["1"] * 12)
    with screen("replay", kept()[0].name) as terminal:
        terminal.expect("Step 0 of 12")
        terminal.interrupt()
        code, said = terminal.end()
    assert code == 130
    assert "\x1b[?1049l" in said  # back from the alternate screen
    assert "Traceback" not in said


@pytest.mark.slow
def test_the_guide_turns_pages() -> None:
    with screen("guide", PLAIN) as terminal:
        terminal.expect("Enter for more")
        terminal.type("\r")
        terminal.expect("Enter for more")
        terminal.type("q\r")
        assert terminal.end()[0] == 0


@pytest.mark.slow
def test_ctrl_c_in_the_menu_leaves_quietly() -> None:
    with screen("menu") as terminal:
        terminal.expect(" > ")
        terminal.interrupt()
        code, said = terminal.end()
    assert code == 130
    assert "Traceback" not in said
