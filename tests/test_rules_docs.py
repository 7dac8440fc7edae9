"""The exact rules of every game (``rules.md`` in its folder): the same sections, and nothing that a machine can refute.

Positions replay. Below one, a line that begins with *All that is legal:*, *Legal:*, *Not legal:*, *Points:* or
*Result:* is compared with the game. Options, notation and diagrams are compared too, and every ruling has a reason and
is cited where it matters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product

import pytest

import ludotheque as lt
from ludotheque.core import guide
from ludotheque.core.options import Option, Value, Whole, write_value

SECTIONS = [
    "The game",
    "Material and coordinates",
    "Set-up and options",
    "A turn",
    "Special cases",
    "End and result",
    "Notation",
    "Diagrams",
    "Rulings",
]
CODE = re.compile(r"`([^`\n]+)`")
TEXT_BLOCK = re.compile(r"^```text\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
CLAIM = re.compile(r"^\*(All that is legal|Legal|Not legal|Points|Result):\*(.*?)(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)
RULING = re.compile(r"^\*\*Ruling (\d+)\.\*\* (.*?)(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)
# What may stand for <cell>, <value> and the like: never a whole word, so that `<digit>` is not `pass`.
PLACEHOLDER = r"(?:[A-Z0-9*]+|[a-z]|(?:[a-z][0-9]+)+)"

every_game = pytest.mark.parametrize("name", lt.games())


def page(name: str) -> str:
    return (lt.load(name).folder / "rules.md").read_text("utf-8")


def section(name: str, title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", page(name), re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def table(text: str, heading: str) -> list[list[str]]:
    """The rows of the table whose first column has this heading."""
    lines = iter(text.splitlines())
    next(line for line in lines if line.startswith(f"| {heading} |"))
    next(lines)
    rows: list[list[str]] = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return rows


@cache
def parts(name: str) -> list[str | guide.Diagram]:
    """Fails where a position does not replay: the RecordError names its line."""
    return guide.split(lt.load(name), page(name))


@cache
def positions(name: str) -> list[lt.State]:
    """Every position that the page shows or passes through, and a beginning for each number of seats."""
    game = lt.load(name)
    shown = [state for part in parts(name) if isinstance(part, guide.Diagram) for state in part.state.history()]
    return shown + [game.new(seats) for seats in game.seats]


def legal(state: lt.State, seat: int | None = None) -> set[str]:
    """The events open to a seat, or to all who may act; the draws if chance is to act."""
    seats = state.actors if seat is None else (seat,)
    return set(state.outcomes()) | {text for who in seats for text in state.choices(who)}


@every_game
def test_the_same_sections_in_the_same_order(name: str) -> None:
    text = re.sub(r"^```.*?^```$", "", page(name), flags=re.MULTILINE | re.DOTALL)
    assert re.findall(r"^# (.+)$", text, re.MULTILINE) == [f"{lt.load(name).title()}: the exact rules"]
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == SECTIONS
    assert all(section(name, title).strip() for title in SECTIONS)


@every_game
def test_the_game_is_introduced(name: str) -> None:
    game, said = lt.load(name), section(name, "The game")
    for fact in (*game.author.split(", "), game.publisher, str(game.year), f"edition {game.edition}"):
        assert fact in said


@every_game
def test_the_options_are_those_of_the_game(name: str) -> None:
    game = lt.load(name)
    rows = table(section(name, "Set-up and options"), "option")
    expected = [["seats", {*map(str, game.seats)}, {str(game.seats[0])}]]
    expected += [[option.name, values(option), defaults(game, option)] for option in game.options.values()]
    assert [[CODE.findall(row[0])[0], {*CODE.findall(row[1])}, {*CODE.findall(row[2])}] for row in rows] == expected
    assert all(row[3] for row in rows)


def values(option: Option) -> set[str]:
    if isinstance(option.values, Whole):
        return {str(option.values.least), str(option.values.most)}
    return {*map(write_value, option.values)}


def defaults(game: lt.Game, option: Option) -> set[str]:
    """What the option is when nobody sets it, with every number of seats and all values of the other options."""
    others = {o.name: o.values for o in game.options.values() if isinstance(o.values, tuple) and o is not option}
    found: set[Value] = set()
    for seats in game.seats:
        for chosen in product(*others.values()):
            try:
                found.add(game.settle(seats, dict(zip(others, chosen, strict=True)))[1][option.name])
            except lt.GameError:
                continue  # the game refuses this combination
    return {*map(write_value, found)}


@every_game
def test_what_is_said_about_positions_is_true(name: str) -> None:
    found = parts(name)
    claims = 0
    for part, text in pairwise(found):
        if isinstance(part, guide.Diagram) and isinstance(text, str):
            for kind, said in CLAIM.findall(text):
                check_claim(part, kind, said)
                claims += 1
    assert claims
    assert claims == len(CLAIM.findall(page(name))), "some claim does not belong to a position"


def check_claim(part: guide.Diagram, kind: str, said: str) -> None:
    state, seat = part.state, int(part.style["seat"]) if "seat" in part.style else None
    texts, open_now = {*CODE.findall(said)}, legal(state, seat)
    assert texts, said
    if kind == "All that is legal":
        assert texts == open_now
    elif kind == "Legal":
        assert texts <= open_now
    elif kind == "Not legal":
        assert not texts & open_now
        assert all(notation(state.game.name).fullmatch(text) for text in texts), said
    else:
        numbers = tuple(float(word) for text in texts for word in text.split())
        assert numbers == (state.scores if kind == "Points" else state.result)


@every_game
def test_examples_of_the_notation_are_legal_somewhere_on_the_page(name: str) -> None:
    possible = set().union(*map(legal, positions(name)))
    for written, meaning, examples in table(section(name, "Notation"), "written"):
        assert meaning
        assert CODE.findall(examples), written
        for example in CODE.findall(examples):
            assert re.fullmatch(pattern(CODE.findall(written)[0]), example), (written, example)
            assert example in possible


@every_game
def test_the_notation_has_all_events_of_the_golden_games(name: str) -> None:
    for path in (lt.load(name).folder / "tests" / "records").glob("*.ludo"):
        for _, text in lt.Record.parse(path.read_text("utf-8")).events:
            assert notation(name).fullmatch(text), text


@cache
def notation(name: str) -> re.Pattern[str]:
    """Everything that is written like an event."""
    rows = table(section(name, "Notation"), "written")
    return re.compile("|".join(pattern(CODE.findall(row[0])[0]) for row in rows))


def pattern(written: str) -> str:
    """``+<cell>=<value>`` as a regular expression."""
    return PLACEHOLDER.join(map(re.escape, re.split(r"<[a-z]+>", written)))


@every_game
def test_diagrams_read_back_and_redraw_alike(name: str) -> None:
    diagrams = TEXT_BLOCK.findall(page(name))
    assert diagrams
    for diagram in diagrams:
        assert lt.load(name).read(diagram).diagram() == diagram
    shown = {state.diagram() for state in positions(name)}
    assert {*TEXT_BLOCK.findall(section(name, "Diagrams"))} <= shown, "its picture is missing"


def rulings(name: str) -> Iterator[tuple[int, str]]:
    return ((int(number), text) for number, text in RULING.findall(section(name, "Rulings")))


@every_game
def test_every_ruling_has_a_reason(name: str) -> None:
    found = dict(rulings(name))
    assert list(found) == list(range(1, len(found) + 1))
    assert section(name, "Rulings").count("**Ruling") == len(found) > 0
    for text in found.values():
        ruling, mark, reason = text.partition("*Reason:*")
        assert ruling.strip() and mark and len(reason.split()) >= 4


@every_game
def test_every_ruling_is_cited_where_it_matters(name: str) -> None:
    before = page(name).partition("## Rulings\n")[0]
    cited = {int(number) for number in re.findall(r"\(ruling (\d+)\)", before)}
    assert cited == {number for number, _ in rulings(name)}
