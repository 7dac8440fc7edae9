"""Studies: records with variations and comments, in a format that readers of records refuse."""

from __future__ import annotations

import random

import pytest

import ludotheque as lt
from ludotheque.core.study import MOST_COMMENT

HEAD = """ludo 2
game drivis
edition 1
option start ring
option lone connected
option max_choices 300
seat 0
seat 1

"""
GOOD = f"""{HEAD}# The start.
0 c8-d8
# Calm.
#
# Two lines.
(
0 a6-a5
1 c1-d1
)
1 c1-d1
(
1 a3-a4
# Why not?
)
"""
every_game = pytest.mark.parametrize("name", lt.games())


def tried(state: lt.State, rng: random.Random, events: int) -> list[lt.Node]:
    """A bush: every event follows some node, often the last one."""
    nodes, states = [lt.Node(comment="The start.")], [state]
    while len(nodes) < events:
        at = rng.choice([len(nodes) - 1, len(nodes) - 1, rng.randrange(len(nodes))])
        before = states[at]
        if before.over:
            continue
        after = before.draw(rng) if before.chance else play_any(before, rng)
        assert after.last is not None
        if not any((node.parent, node.seat, node.text) == (at, *after.last) for node in nodes[1:]):
            comment = rng.choice(["", "", "Hm.", "é – “two\n\nlines”", "( a ) # 1 ludo 1"])
            nodes.append(lt.Node(at, *after.last, comment))
            states.append(after)
    return nodes


def play_any(state: lt.State, rng: random.Random) -> lt.State:
    seat = rng.choice(state.actors)
    return state.play(rng.choice(state.choices(seat)), seat)


@every_game
def test_a_study_is_read_as_it_was_written(name: str) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        start = lt.load(name).new(names=["Zoé", *[""] * (lt.load(name).seats[0] - 1)])
        study = lt.Study.make(start.record, tried(start, rng, 60))
        again = lt.Study.parse(str(study))
        assert again == study and str(again) == str(study)
        assert [state.last for state in study.states()[1:]] == [(node.seat, node.text) for node in study.nodes[1:]]
        assert study.record.replay() == study.states()[study.main[-1]]
        assert lt.Study.make(study.record, study.nodes) == study


@every_game
def test_a_study_may_begin_anywhere(name: str) -> None:
    rng = random.Random(1)
    state = lt.load(name).new()
    while state.ply < 9:
        state = state.draw(rng) if state.chance else play_any(state, rng)
    start = lt.load(name).read(state.diagram())
    study = lt.Study.make(start.record, tried(start, rng, 12))
    assert lt.Study.parse(str(study)) == study and study.states()[0] == state


@every_game
def test_readers_of_records_refuse_a_study_with_a_sentence(name: str) -> None:
    start = lt.load(name).new()
    study = lt.Study.make(start.record, tried(start, random.Random(2), 9))
    with pytest.raises(lt.RecordError, match=r"Line 1: .*format 2.*study") as refused:
        lt.Record.parse(str(study))
    assert refused.value.line == 1 and "étude" in refused.value.text("fr")


@every_game
def test_without_variations_and_comments_it_is_a_record(name: str) -> None:
    state = lt.load(name).new()
    state = state.draw() if state.chance else play_any(state, random.Random(1))
    study = lt.Study.of(state.record)
    assert str(study) == str(state.record) and lt.Study.parse(str(state.record)) == study
    assert lt.Record.parse(str(study)) == state.record


def test_the_order_in_which_nodes_come_does_not_matter() -> None:
    study = lt.Study.parse(GOOD)
    assert [node.parent for node in study.nodes] == [-1, 0, 0, 2, 1, 1] and study.main == [0, 1, 4]
    a, b, c, d, e, f = study.nodes
    mixed = [a, b, lt.Node(1, *seat_text(e)), lt.Node(0, *seat_text(c)), lt.Node(1, *seat_text(f), f.comment)]
    mixed.append(lt.Node(3, *seat_text(d)))
    assert lt.Study.make(study.record, mixed) == study
    assert study.nodes[1].comment == "Calm.\n\nTwo lines."


def seat_text(node: lt.Node) -> tuple[int, str]:
    return node.seat, node.text


def test_other_headers_survive() -> None:
    text = GOOD.replace("\n\n", "\nannotator Zoé\n\n", 1)
    assert str(lt.Study.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (GOOD.replace("ludo 2", "ludo 3"), 1, "format 3"),
        (GOOD.replace("ludo 2", "ludo 1"), 10, "seat text"),  # a comment where none may be
        (HEAD + "(\n0 c8-d8\n)\n", 10, "below the event"),
        (HEAD + "0 c8-d8\n(\n(\n0 a6-a5\n)\n)\n", 12, "below the event"),
        (HEAD + "0 c8-d8\n(\n)\n", 12, "closes no variation"),
        (HEAD + "0 c8-d8\n)\n", 11, "closes no variation"),
        (HEAD + "0 c8-d8\n(\n0 a6-a5\n", 12, "is missing"),
        (HEAD + "0 c8-d8\n(\n# No.\n0 a6-a5\n)\n", 12, "directly below"),
        (HEAD + "0 c8-d8\n(\n0 a6-a5\n)\n# No.\n", 14, "directly below"),
        (HEAD + "0 c8-d8\n#No.\n", 11, "directly below"),
        (HEAD + "0 c8-d8\n(\n0 c8-d8\n)\n", 12, "tried here already"),
        (HEAD + "0 c8-d8\n(\n0 a1-a9\n)\n", 12, "a1-a9"),
        (HEAD + "0 c8-d8\n# a\x1bb\n", 11, "control"),
        (HEAD + f"0 c8-d8\n# {'x' * MOST_COMMENT}x\n", 11, "characters"),
        (HEAD + "# The end \n", 10, "blanks"),
        (HEAD + "# The end\n#\n", 11, "blanks"),
    ],
)
def test_what_cannot_be_is_refused_with_the_line(text: str, line: int, said: str) -> None:
    with pytest.raises(lt.RecordError, match=said) as refused:
        lt.Study.parse(text)
    assert refused.value.line == line
    assert refused.value.text("fr") != refused.value.text("en")


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ([], "Node 0"),
        ([lt.Node(0, 0, "c8-d8")], "Node 0"),
        ([lt.Node(), lt.Node(1, 0, "c8-d8")], "Node 1"),
        ([lt.Node(), lt.Node(0, 0, "c8-d8"), lt.Node(0, 0, "c8-d8")], "tried twice"),
        ([lt.Node(), lt.Node(0, 0, "a1-a9")], "a1-a9"),
        ([lt.Node(), lt.Node(0, 1, "c8-d8")], "not to act"),
        ([lt.Node(comment=" x")], "plain text"),
    ],
)
def test_nodes_that_cannot_be_are_refused(nodes: list[lt.Node], said: str) -> None:
    with pytest.raises(lt.GameError, match=said):
        lt.Study.make(lt.load("drivis").new().record, nodes)
