"""Every command of ``ludotheque``, run as a user runs it: as a process with arguments, streams and an exit code."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

import pytest

import ludotheque as lt
from ludotheque.cli import main
from ludotheque.terminal.arguments import FILL
from ludotheque.terminal.language import asked, number, percent, usual, whole

PLAIN = next(name for name in lt.games() if lt.load(name).seats == (2,) and lt.load(name).num_outcomes == 0)
LUDOTHEQUE = [sys.executable, "-m", "ludotheque"]
every_game = pytest.mark.parametrize("name", lt.games())
both_languages = pytest.mark.parametrize("lang", ["en", "fr"])


@pytest.fixture(autouse=True)
def newcomer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who has no games yet, speaks English and stands in an empty folder."""
    for name in ("NO_COLOR", "FORCE_COLOR", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LUDOTHEQUE_LANG", "en")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.chdir(tmp_path)


class Done(NamedTuple):
    """How a command ended and what it said."""

    code: int
    stdout: str
    stderr: str


def start(*words: str, typed: str = "") -> Done:
    """The command as a process of its own."""
    done = subprocess.run(
        [*LUDOTHEQUE, *words], input=typed, capture_output=True, encoding="utf-8", timeout=300, check=False
    )
    return Done(done.returncode, done.stdout, done.stderr)


def run(*words: str, typed: str = "", code: int = 0) -> Done:
    """The command in this process, with streams of its own: ten times as fast."""
    streams = [TextIOWrapper(BytesIO(text), "utf-8") for text in (typed.encode(), b"", b"")]
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        ended = main(words)
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    for stream in streams:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode() for stream in streams[1:])
    assert ended == code, out + err
    return Done(ended, out, err)


def random_game(name: str) -> lt.State:
    """A whole random game, draws included; every game has an option that makes it short."""
    state, player = lt.load(name).new(max_choices=40), lt.RandomPlayer(1)
    while not state.over:
        seat = None if state.chance else state.actors[0]
        state = state.draw(player.rng) if state.chance else state.play(player.choose(state, seat), seat)
    return state


@pytest.fixture(params=lt.games())
def record(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A finished game in a file."""
    path = tmp_path / "game.ludo"
    path.write_text(str(random_game(request.param).record.dated()), "utf-8")
    return path


# As processes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("menu",), "Ludothèque"),
        (("games",), "players"),
        (("play", PLAIN), "help"),
        (("guide", PLAIN), lt.load(PLAIN).title()),
        (("show", "game.ludo"), "Step"),
        (("replay", "game.ludo"), "Step 0"),
        (("check", "game.ludo"), "good"),
        (("simulate", PLAIN, "-n", "100"), "100 random games"),
        (("perft", PLAIN, "2"), "sequences"),
        (("bench", PLAIN), "thread"),
        (("warm", PLAIN), "ready"),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_every_command_runs(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    (tmp_path / "game.ludo").write_text(str(random_game(PLAIN).record), "utf-8")
    done = start(*words, typed="q\n")
    assert said in done.stdout
    assert done.stderr == ""
    assert done.code == 0
    assert "\x1b" not in done.stdout  # no colours in a pipe


# Help, languages, speed of starting


@both_languages
def test_help_is_complete_in_both_languages(lang: str) -> None:
    shown = run("--lang", lang, "--help").stdout
    assert all(re.search(rf"^ +{command} ", shown, re.MULTILINE) for command in FILL)
    assert lt.games()[0] in shown  # the examples can be copied
    english = ("usage:", "options:", "positional arguments", "examples:", "show this")
    assert any(word in shown for word in english) is (lang == "en")
    assert max(map(len, shown.splitlines())) <= 80


@both_languages
@pytest.mark.parametrize("command", FILL)
def test_every_command_has_help_with_examples(command: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    from ludotheque.cli import main

    assert main([command, "--help", "--lang", lang]) == 0
    shown = capsys.readouterr().out
    assert f"  ludotheque {command}" in shown
    assert shown.startswith("usage:" if lang == "en" else "utilisation\u00a0:")
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("words", [["--help"], ["games"], ["play", "--help"], ["--version"]])
def test_what_needs_no_rules_loads_no_compiler(words: list[str]) -> None:
    timed = [sys.executable, "-X", "importtime", "-m", "ludotheque", *words]
    done = subprocess.run(timed, capture_output=True, encoding="utf-8", check=True)
    loaded = {line.split("|")[-1].strip() for line in done.stderr.splitlines() if "|" in line}
    assert "numba" not in loaded
    assert ("rich" in loaded) is (words == ["games"])


def test_the_language_is_found_before_anything_is_said() -> None:
    french = {"LANG": "fr_FR.UTF-8"}
    assert usual({}) == "en"
    assert usual(french) == "fr"
    assert usual(french | {"LC_ALL": "C"}) == "en"
    assert usual(french | {"LC_MESSAGES": "en_GB.UTF-8"}) == "en"
    assert usual({"LUDOTHEQUE_LANG": "fr", "LC_ALL": "en_US"}) == "fr"
    assert usual({"LANG": "de_DE.UTF-8"}) == "en"
    assert asked(["games", "--lang", "fr"], {}) == "fr"
    assert asked(["--lang=fr", "games"], {}) == "fr"
    assert asked(["--lang", "de"], french) == "fr"
    assert asked([], french) == "fr"


def test_numbers_are_written_as_each_language_does() -> None:
    assert number(1234567.891, "en", 2) == "1,234,567.89"
    assert number(1234567.891, "fr", 2) == "1\u202f234\u202f567,89"
    assert percent(0.5, "en") == "50.0%"
    assert percent(0.5, "fr") == "50,0\u202f%"
    assert whole("12") == 12
    assert whole("9" * 5000) is None
    assert whole("-1") is None


@pytest.mark.parametrize("words", [["--lang", "fr", "games"], ["games", "--lang", "fr"], ["games", "--lang=fr"]])
def test_the_language_is_accepted_anywhere(words: list[str]) -> None:
    assert "joueur" in run(*words).stdout


# Wrong arguments


@pytest.mark.parametrize(
    ("words", "english", "french"),
    [
        (["dance"], "invalid choice", "n'est pas possible"),
        (["show"], "required", "il manque"),
        (["games", "--wrong"], "unrecognized", "on ne comprend pas"),
        (["simulate", "x", "-n"], "expected one argument", "il faut une valeur"),
        (["simulate", "x", "-n", "none"], "at least 1", "au moins 1"),
        (["perft", "x", "99"], "from 0 to 60", "de 0 à 60"),
        (["play", "--against", "nobody", "x"], "invalid choice", "n'est pas possible"),
        (["play", "no-such-game"], "There is no game", "Aucun jeu"),
        (["play", "no-such.ludo"], "There is no file", "n'existe pas"),
        (["play", lt.games()[0], "-o", "x"], "NAME=VALUE", "NOM=VALEUR"),
        (["play", lt.games()[0], "-o", "no=1"], "no option", "n'a pas d'option"),
        (["play", lt.games()[0], "--seats", "99"], "99", "99"),
        (["play", lt.games()[0], "--side", "1"], "--against", "--against"),
        (["play", lt.games()[0], "--against", "random", "--side", "9"], "no seat", "pas de place"),
        (["play", lt.games()[0], *["--name", "A"] * 9], "too many", "trop"),
        (["simulate", "no-such-game"], "There is no game", "Aucun jeu"),
    ],
)
def test_a_wrong_argument_is_explained(words: list[str], english: str, french: str) -> None:
    for lang, expected in (("en", english), ("fr", french)):
        done = run(*words, "--lang", lang, code=2)
        assert expected in done.stderr
        assert done.stderr.startswith("ludotheque: ")


def test_an_error_goes_to_standard_error() -> None:
    done = run("play", "no-such-game", "--lang", "fr", code=2)
    assert done.stdout == ""
    assert all(name in done.stderr for name in lt.games())


# Games, guides


def on_one_line(shown: str) -> str:
    """Without the breaks of lines, which never stand at a no-break space."""
    return re.sub(r"[ \n]+", " ", shown)


@every_game
@both_languages
def test_the_shelf_shows_every_game_and_its_options(name: str, lang: str) -> None:
    game = lt.load(name)
    flat = on_one_line(run("games", "--lang", lang).stdout)
    assert game.line(lang) in flat
    assert game.author in flat
    options = on_one_line(run("games", name, "--lang", lang).stdout)
    assert all(f"-o {option}=… {text.text[lang]}" in options for option, text in game.options.items())


@every_game
@both_languages
def test_the_guide_is_shown_with_its_diagrams(name: str, lang: str) -> None:
    from ludotheque.core.guide import Diagram, parts

    shown = run("guide", name, "--lang", lang).stdout
    assert "```" not in shown
    assert "\x1b" not in shown
    diagrams = [part.state for part in parts(lt.load(name), lang) if isinstance(part, Diagram)]
    assert diagrams
    for state in diagrams:
        rows = state.game.display.diagram.diagram(state).rows
        assert all("".join(span.shown(lang) for span in row).strip()[:60].strip() in shown for row in rows)


@every_game
def test_the_guide_is_also_plain_markdown(name: str) -> None:
    assert run("guide", name, "--plain").stdout.strip() == lt.load(name).guide("en").strip()


# Records


def test_a_good_record_is_called_good(record: Path) -> None:
    events = len(lt.Record.parse(record.read_text("utf-8")).events)
    assert f"{events} events" in run("check", record.name).stdout
    assert f"{events} événements" in run("check", "-", "--lang", "fr", typed=record.read_text("utf-8")).stdout
    assert run("check", "--quiet", record.name).stdout == ""


def test_bad_records_are_named_with_line_and_reason(record: Path) -> None:
    folder = record.parent
    lines = record.read_text("utf-8").splitlines()
    (folder / "damaged.ludo").write_text("\n".join([*lines[:-1], "0 nonsense", ""]), "utf-8")
    (folder / "latin.ludo").write_bytes("ludo 1\nseat 0 Zoé\n".encode("latin-1"))
    (folder / "folder.ludo").mkdir()
    (folder / "empty.ludo").touch()
    names = ["game.ludo", "damaged.ludo", "latin.ludo", "folder.ludo", "empty.ludo", "missing.ludo"]
    good, damaged, latin, directory, empty, missing = run("check", *names, code=1).stdout.splitlines()
    assert good.startswith("game.ludo: good")
    assert damaged.startswith(f"damaged.ludo, line {len(lines)}: ")
    assert latin.startswith("latin.ludo, line 2: ")
    assert "UTF-8" in latin
    assert "folder" in directory
    assert empty.startswith("empty.ludo, line 1: ")
    assert "missing.ludo" in missing
    assert f"ligne {len(lines)}\u00a0:" in run("check", "damaged.ludo", "--lang", "fr", code=1).stdout


@pytest.mark.parametrize("command", ["show", "replay", "play"])
def test_a_bad_file_is_refused_with_a_sentence(command: str, tmp_path: Path) -> None:
    (tmp_path / "bad.ludo").write_bytes(b"ludo 1\n\xff\xfe\n")
    assert "bad.ludo, line 2" in run(command, "bad.ludo", code=2).stderr
    (tmp_path / "bad.ludo").write_text("ludo 1\ngame no-such\n", "utf-8")
    assert "bad.ludo, ligne 2" in run(command, "bad.ludo", "--lang", "fr", code=2).stderr


def test_show_shows_any_position(record: Path) -> None:
    states = lt.Record.parse(record.read_text("utf-8")).states()
    last = len(states) - 1
    for words, at in ((), last), (("--at", "3"), 3), (("--at", "0"), 0), (("--at", "-1"), last - 1):
        shown = run("show", record.name, *words).stdout
        rows = states[at].game.display.diagram.diagram(states[at]).rows
        assert all("".join(span.shown("en") for span in row).rstrip() in shown for row in rows)
        assert f"Step {at} of {last}" in shown
    assert str(last) in run("show", record.name, "--at", str(last + 1), code=2).stderr


def test_show_makes_a_picture(record: Path) -> None:
    picture = record.with_name("game.svg")
    state = lt.Record.parse(record.read_text("utf-8")).replay()
    run("show", record.name, "--svg", picture.name, "--theme", "light", "--lang", "fr", "--seat", "0")
    assert picture.read_text("utf-8").strip() == state.svg(0, "fr", theme="light").strip()
    run("show", record.name, "--svg", picture.name)  # an older picture may be replaced
    assert picture.read_text("utf-8").strip() == state.svg().strip()
    assert run("show", "-", "--svg", "-", typed=record.read_text("utf-8")).stdout.strip() == state.svg().strip()


def test_show_does_not_replace_other_files(record: Path) -> None:
    before = record.read_text("utf-8")
    assert "--force" in run("show", record.name, "--svg", record.name, code=2).stderr
    assert record.read_text("utf-8") == before
    assert "folder" in run("show", record.name, "--svg", "nowhere/game.svg", code=2).stderr
    assert "no seat" in run("show", record.name, "--svg", "game.svg", "--seat", "9", code=2).stderr
    run("show", record.name, "--svg", record.name, "--force")
    assert record.read_text("utf-8").startswith("<svg")


@pytest.mark.slow
def test_replay_steps_through_by_lines(record: Path) -> None:
    last = len(lt.Record.parse(record.read_text("utf-8")).events)
    shown = run("replay", record.name, typed="\n\nb\nl\nf\n2\na\nq\n").stdout
    steps = [int(step) for step in re.findall(r"Step (\d+) of", shown)]
    assert steps == [0, 1, 2, 1, last, 0, *range(2, last + 1)]
    french = run("replay", record.name, "--lang", "fr", "--at", "1", typed="s\np\nf\nd\n").stdout
    assert [int(step) for step in re.findall(r"Étape (\d+) sur", french)] == [1, 2, 1, last, 0]


# Figures


@every_game
def test_perft_counts(name: str) -> None:
    depth = 3
    counts = [lt.perft(lt.load(name).new(), d) for d in range(depth + 1)]
    rows = re.findall(r"^ +(\d+) +(\d+)$", run("perft", name, str(depth)).stdout, re.MULTILINE)
    assert rows == [(str(d), str(count)) for d, count in enumerate(counts)]
    divided = re.findall(r"^ +\S.* (\d+)$", run("perft", name, str(depth), "--divide").stdout, re.MULTILINE)
    assert sum(map(int, divided)) == counts[depth]
    assert len(divided) == counts[1]


@pytest.mark.slow
@every_game
def test_simulate_reports_what_the_library_says(name: str) -> None:
    n, seed = 3000, 5
    results, lengths = lt.simulate(name, n, seed)
    one, two = (run("simulate", name, "-n", str(n), "--seed", str(seed), "--threads", t).stdout for t in "12")
    assert "3,000 random games, seed 5" in one
    assert f"{lengths.mean():.1f} choices on average, at least {lengths.min()}" in one
    assert f"at most {lengths.max()}" in " ".join(one.split())
    if results.shape[1] > 1:
        assert percent((results[:, 0] > 0).mean(), "en", 2) in one
        assert f"{abs(results[:, 0].mean()):.4f}" in one
    speedless = [[line for line in shown.splitlines() if "second" not in line] for shown in (one, two)]
    assert speedless[0] == speedless[1]


@pytest.mark.parametrize("command", ["bench", "warm"])
@pytest.mark.slow
def test_bench_and_warm_know_every_game(command: str) -> None:
    shown = run(command, "--lang", "fr").stdout
    assert all(lt.load(name).title("fr") in shown for name in lt.games())


# Ends in good order


def test_a_reader_may_leave() -> None:
    """``ludotheque … | head -1`` ends without a complaint."""
    words = [*LUDOTHEQUE, "guide", PLAIN, "--plain"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 141


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [("simulate", PLAIN, "-n", "1000000000000"), ("perft", PLAIN, "40"), ("replay", "-")],
)
def test_ctrl_c_ends_at_once_without_a_traceback(words: tuple[str, ...]) -> None:
    """In compiled code, too."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*LUDOTHEQUE, *words], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        _, said = process.communicate(timeout=20)
    assert time.monotonic() - began < 5
    assert process.returncode == 130
    assert said == b""


@pytest.mark.slow
def test_ctrl_c_ends_a_server_quietly_while_it_compiles(tmp_path: Path) -> None:
    """As in a terminal, where all processes of the group hear it; here no game was ever compiled."""
    env = {**os.environ, "LUDOTHEQUE_CACHE": str(tmp_path / "cache")}
    words = [*LUDOTHEQUE, "serve", "--port", "0", "--data", str(tmp_path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, env=env, start_new_session=True) as process:
        assert process.stdout is not None and b"http://" in process.stdout.readline()
        time.sleep(3)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=20)
    assert process.returncode == 0
    assert said == b""


def test_a_full_disk_is_reported() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    with open("/dev/full", "w") as full:  # noqa: PTH123 - a device, not a path of ours
        done = subprocess.run(
            [*LUDOTHEQUE, "games"], stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False
        )
    assert "Traceback" not in done.stderr
    assert done.returncode == 2
    assert done.stderr.startswith("ludotheque: The system refused")


def test_matrices_are_multiplied_by_one_thread() -> None:
    """NumPy reads that when it is loaded, so it must not be loaded before."""
    code = "import os, sys, ludotheque.cli as c; early = 'numpy' in sys.modules; c.main(['--version']); "
    code += "print(early, os.environ['OPENBLAS_NUM_THREADS'])"
    usual = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=usual)
    assert said.stdout.splitlines()[-1] == "False 1"
