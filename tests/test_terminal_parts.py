"""The parts of the terminal that later games need: many choices, draws, several seats."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

import ludotheque as lt
from ludotheque.core.guide import Diagram, position, split
from ludotheque.core.i18n import LANGUAGES
from ludotheque.search.advice import chance
from ludotheque.terminal.choices import MOST_BEGINNINGS, Choices, beginnings
from ludotheque.terminal.commands import COMMANDS, find_command
from ludotheque.terminal.console import Terminal
from ludotheque.terminal.layout import game_view
from ludotheque.terminal.menu import kept_title, meant
from ludotheque.terminal.opponents import NAMES, opponent
from ludotheque.terminal.play import find_side
from ludotheque.terminal.simulate import Tally
from ludotheque.terminal.texts import CATALOG

PLAIN = next(name for name in lt.games() if lt.load(name).seats == (2,) and lt.load(name).num_outcomes == 0)


# Choices


def test_choices_are_meant_exactly_by_number_or_in_the_wrong_case() -> None:
    choices = Choices(["a1-a2", "b1-b2", "pass"])
    assert choices.meant("b1-b2") == "b1-b2"
    assert choices.meant("3") == "pass"
    assert choices.meant("PASS") == "pass"
    assert [choices.meant(wrong) for wrong in ("0", "4", "x", "9" * 5000)] == [None] * 4
    assert choices.beginning("A1") == ["a1-a2"]


def test_where_a_choice_is_a_number_there_are_no_other_numbers() -> None:
    """A die showing 5 is taken by “5”, wherever that choice stands in the list."""
    choices = Choices(["*5", "5", "7"])
    assert not choices.numbered
    assert choices.meant("5") == "5"
    assert choices.meant("1") is None
    assert choices.columns(40).plain.split() == ["*5", "5", "7"]


def test_two_choices_that_differ_in_case_are_not_confused() -> None:
    choices = Choices(["A=T", "a=t"])
    assert choices.meant("A=T") == "A=T"
    assert choices.meant("a=T") is None


def test_many_choices_are_shown_by_how_they_begin() -> None:
    texts = sorted(f"put {x}{y}{x}{y + 1}" for x in "abcdefg" for y in range(1, 30))
    groups = beginnings(texts)
    assert sum(n for _, n in groups) == len(texts)
    assert 1 < len(groups) <= MOST_BEGINNINGS
    assert all(any(text.startswith(begin) for text in texts) for begin, _ in groups)
    assert "put a… 29" in " ".join(Choices(texts).beginnings(60).plain.split())


def test_columns_fit_the_width() -> None:
    choices = Choices([f"move-{n:03}" for n in range(200)])
    lines = choices.columns(50).plain.splitlines()
    assert all(len(line) <= 50 for line in lines)
    assert "200 move-199" in lines[-1]


# Commands, opponents, sides


def test_every_command_is_known_in_every_language() -> None:
    for command in COMMANDS:
        for lang in LANGUAGES:
            assert find_command(CATALOG.say(f"command.{command}", lang)) == (command, "")
    assert find_command("regles") == find_command("RÈGLES") == ("rules", "")
    assert find_command("sauver ma partie.ludo") == ("save", "ma partie.ludo")
    assert find_command("a1-a2") == (None, "")


@pytest.mark.parametrize("name", NAMES)
def test_opponents_choose_something_legal(name: str) -> None:
    state = lt.load(PLAIN).new()
    assert opponent(name, 1).choose(state, state.actors[0]) in state.choices(state.actors[0])
    assert f"opponent.{name}" in CATALOG


def test_an_unknown_opponent_is_refused() -> None:
    with pytest.raises(lt.GameError, match="random"):
        opponent("champion")


@pytest.mark.parametrize("name", lt.games())
def test_a_side_is_found_by_number_or_name(name: str) -> None:
    game = lt.load(name)
    for seats in game.seats:
        start = game.new(seats)
        for seat in range(seats):
            assert find_side(start, str(seat)) == seat
            assert find_side(start, start.seat_name(seat, "fr").upper()) == seat
        with pytest.raises(lt.GameError):
            find_side(start, str(seats))


# The table


@pytest.mark.parametrize("width", range(12, 40))
def test_no_line_breaks_at_a_no_break_space(width: int) -> None:
    """Neither in a sentence nor in a table nor in the rules."""
    terminal, said = Terminal("fr"), "Quoi\u00a0: «\u00a0oui\u00a0» à 50\u202f%\u00a0?"
    terminal.out.width, grid = width, Table.grid()
    grid.add_row(said)
    with terminal.out.capture() as written:
        for what in (Text(said, "bold"), said, grid, Markdown(f"*{said}*")):
            terminal.show(what)
    words = set(re.split(r"[ \n]+", written.get().strip()))
    assert words == set(said.split(" "))


def test_every_language_has_a_key_of_its_own_in_the_menu() -> None:
    for lang in LANGUAGES:
        keys = [CATALOG.say("menu.language.key", other) for other in LANGUAGES if other != lang]
        keys += [CATALOG.say(f"menu.{entry}.key", lang) for entry in ("go-on", "quit")]
        assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("name", lt.games())
@pytest.mark.parametrize("width", [40, 80, 200])
def test_the_table_fits_narrow_and_wide_screens(name: str, width: int) -> None:
    terminal = Terminal("fr")
    terminal.out.width = width
    state = lt.load(name).new()
    with terminal.out.capture() as written:
        seat = state.actors[0] if state.actors else None
        terminal.show(game_view(terminal, state, Choices(state.choices(seat)) if seat is not None else None))
    assert state.status("fr").split()[0] in written.get()
    board = max(sum(len(span.text) for span in row) for row in state.game.display.diagram.diagram(state).rows)
    assert max(map(len, written.get().splitlines())) <= max(width, board + 2)


# Figures


@pytest.mark.slow
@pytest.mark.parametrize("name", lt.games())
def test_a_tally_of_pieces_is_the_tally_of_all(name: str) -> None:
    whole = lt.simulate(name, 500, 3)
    tally = Tally(whole.results.shape[1])
    for first in range(0, 500, 125):
        tally.add(lt.simulate(name, 125, 3, first=first), 0.5)
    assert tally.games == 500
    assert tally.choices == whole.lengths.sum()
    assert tally.length_at(0) == whole.lengths.min()
    assert tally.length_at(0.5) == sorted(whole.lengths)[249]
    assert len(tally.lengths) - 1 == whole.lengths.max()
    for seat in range(whole.results.shape[1]):
        assert tally.mean(seat) == pytest.approx(whole.results[:, seat].mean())
        assert tally.deviation(seat) == pytest.approx(whole.results[:, seat].std())


# Guides


def test_a_guide_is_cut_into_text_and_positions() -> None:
    game = lt.load(PLAIN)
    choice = game.new().choices()[0]
    text = f"# One\n\n```ludo seat=1 wide=yes\nmax-choices 5\n\n0 {choice}\n```\ntwo\n```ludo\n```\n```python\n1\n```\n"
    heading, after, two, start, rest = split(game, text.replace("max-choices 5", "option max_choices 5"))
    assert heading == "# One\n\n"
    assert isinstance(after, Diagram)
    assert dict(after.style) == {"seat": "1", "wide": "yes"}
    assert after.state == game.new(max_choices=5).play(choice)
    assert two == "two\n"
    assert isinstance(start, Diagram)
    assert start.state == game.new()
    assert rest == "```python\n1\n```\n"


def test_a_position_may_begin_with_its_events() -> None:
    game = lt.load(PLAIN)
    choice = game.new().choices()[0]
    assert position(game, f"0 {choice}\n") == position(game, f"\n0 {choice}") == game.new().play(choice)


def test_a_wrong_position_names_the_line_of_the_guide() -> None:
    game = lt.load(PLAIN)
    with pytest.raises(lt.RecordError) as refused:
        split(game, "# One\n\n```ludo\noption max_choices 5\n\n0 nonsense\n```\n")
    assert refused.value.line == 6
    with pytest.raises(lt.RecordError) as refused:
        position(game, "option max_choices 5\noption no 1\n")
    assert refused.value.line == 2


def test_the_chance_of_a_team_is_that_of_its_side() -> None:
    """An even position is one chance in two for each of two teams, and one in four for each of four players."""
    even = {teams: lt.load("derive").new(seats=4, teams=teams).sides for teams in (False, True)}
    assert even == {False: 4, True: 2}
    assert [chance(0.0, sides) for sides in (2, 4)] == [0.5, 0.25]
    assert [chance(value, 2) for value in (-1.0, 1.0)] == [0.0, 1.0]


def test_a_game_whose_name_begins_like_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """``go`` and ``go-ban``: by its whole name at the shelf, and in the names of files."""
    game, longer = lt.load(PLAIN), lt.load(PLAIN).twin()
    longer.name = f"{PLAIN}-ban"
    assert meant(PLAIN, [longer, game]) is game and meant(longer.name, [longer, game]) is longer
    assert meant(PLAIN[:3], [longer, game]) is None and meant("2", [longer, game]) is game
    monkeypatch.setattr("ludotheque.terminal.menu.games", lambda: [PLAIN, longer.name])
    monkeypatch.setattr("ludotheque.terminal.menu.load", {PLAIN: game, longer.name: longer}.__getitem__)
    longer.title = lambda lang="en": "The longer one"  # type: ignore[method-assign]
    assert kept_title(Terminal("en"), Path(f"{longer.name}-2026.ludo")) == "The longer one"
