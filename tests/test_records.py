"""Records: the text format, and what is said about damaged and hostile files."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ludotheque as lt

DRIVIS = lt.load("drivis")
GOOD = """ludo 1
game drivis
edition 1
option start ring
option lone connected
option max_choices 300
seat 0 Ada
seat 1 Bo
date 2026-11-15
place Cannes
place Sologny, près de Cluny

0 c8-d8
1 c1-d1
"""


def test_a_record_is_readable_text() -> None:
    state = DRIVIS.new(names=["Ada", "Bo"]).play("c8-d8").play("c1-d1")
    text = str(state.record.dated(datetime.date(2026, 11, 15)))
    assert text == "\n".join(line for line in GOOD.split("\n") if not line.startswith("place"))


def test_unknown_header_keys_survive_a_round_trip() -> None:
    record = lt.Record.parse(GOOD)
    assert record.extra == (("place", "Cannes"), ("place", "Sologny, près de Cluny"))
    assert str(record) == GOOD


def test_blanks_at_the_end_of_an_unknown_header_survive() -> None:
    text = GOOD.replace("place Cannes", "place Cannes  ")
    assert str(lt.Record.parse(text)) == text


def test_replay_and_states() -> None:
    record = lt.Record.parse(GOOD)
    assert record.events == ((0, "c8-d8"), (1, "c1-d1"))
    assert [state.last for state in record.states()] == [None, (0, "c8-d8"), (1, "c1-d1")]
    assert record.replay().names == ("Ada", "Bo")
    assert record.replay().record.events == record.events


def test_options_and_seats_may_be_left_out() -> None:
    record = lt.Record.parse("ludo 1\ngame drivis\nedition 1\n\n0 c8-d8\n")
    assert dict(record.options) == dict(DRIVIS.new().options)
    assert record.names == ("", "")


def test_windows_line_ends_and_a_missing_last_newline_are_fine() -> None:
    assert str(lt.Record.parse("\ufeff" + GOOD.replace("\n", "\r\n"))) == GOOD
    assert str(lt.Record.parse(GOOD.rstrip("\n"))) == GOOD


def test_a_finished_game_carries_its_result() -> None:
    state = DRIVIS.new(max_choices=1).play("c8-d8")
    assert "\nresult 0 0\n" in str(state.record)
    assert lt.Record.parse(str(state.record)).result == (0.0, 0.0)


def test_an_unfinished_game_may_carry_a_result_that_was_agreed_on() -> None:
    record = lt.Record.parse(GOOD.replace("date ", "result -1 1\ndate "))
    assert record.result == (-1.0, 1.0)
    assert not record.replay().over
    assert lt.Record.parse(str(record)) == record


DAMAGED = {
    "not a record": ("", 1, "first line"),
    "a page": ("<html>\n", 1, "first line"),
    "newer format": (GOOD.replace("ludo 1", "ludo 2"), 1, "format 2"),
    "unknown game": (GOOD.replace("game drivis", "game chess"), 2, "The games are"),
    "no game": (GOOD.replace("game drivis\n", ""), 11, "“game” is missing"),
    "no edition": (GOOD.replace("edition 1\n", ""), 11, "“edition” is missing"),
    "other edition": (GOOD.replace("edition 1", "edition 9"), 3, "edition 1 of its rules"),
    "edition in words": (GOOD.replace("edition 1", "edition one"), 3, "whole number"),
    "unknown option": (GOOD.replace("option lone", "option alone"), 5, "no option “alone”"),
    "unknown value": (GOOD.replace("start ring", "start rong"), 4, "ring, triples"),
    "option twice": (GOOD.replace("option lone connected", "option start triples"), 5, "appears twice"),
    "cap of nothing": (GOOD.replace("max_choices 300", "max_choices 0"), 6, "whole number from 1"),
    "cap with sign": (GOOD.replace("max_choices 300", "max_choices +3"), 6, "whole number from 1"),
    "seats out of order": (GOOD.replace("seat 0", "seat 1"), 7, "Seat 0 is expected"),
    "too few seats": (GOOD.replace("seat 1 Bo\n", ""), 11, "2 seats"),
    "no value": (GOOD.replace("place Cannes", "place"), 10, "no value"),
    "bad date": (GOOD.replace("2026-11-15", "15.11.2026"), 9, "not a date"),
    "control character": (GOOD.replace("Cannes", "Can\x1b[31mnes"), 10, "control character"),
    "illegal event": (GOOD.replace("1 c1-d1", "1 c1-c4"), 14, "stops on"),
    "wrong seat": (GOOD.replace("1 c1-d1", "0 f1-e1"), 14, "Seat 0 is not to act"),
    "no such seat": (GOOD.replace("1 c1-d1", "7 f1-e1"), 14, "no seat “7”"),
    "chance without chance": (GOOD.replace("1 c1-d1", "* 6"), 14, "No draw"),
    "no seat": (GOOD.replace("1 c1-d1", "c1-d1"), 14, "seat text"),
    "empty line between": (GOOD.replace("1 c1-d1", "\n1 c1-d1"), 14, "seat text"),
    "after the end": (GOOD.replace("max_choices 300", "max_choices 1"), 14, "over already"),
    "wrong result": (GOOD.replace("max_choices 300", "max_choices 2\nresult 1 -1"), 7, "rules say “0 0”"),
    "result for three": (GOOD.replace("date", "result 1 1 1\ndate"), 9, "2 in all"),
    "result nan": (GOOD.replace("date", "result nan nan\ndate"), 9, "2 in all"),
    "too long": ("ludo 1\n" + "x" * 5_000_000, 1, "too long"),
    "half a position": (GOOD.replace("date", "position 9  . .\ndate"), 9, "not the diagram"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_refused_with_line_and_reason(name: str) -> None:
    text, line, reason = DAMAGED[name]
    with pytest.raises(lt.RecordError, match=reason) as refused:
        lt.Record.parse(text)
    assert refused.value.line == line
    assert str(refused.value).startswith(f"Line {line}: ")
    assert refused.value.text("fr").startswith(f"Ligne {line}\u00a0: ")


def test_a_position_must_agree_with_the_header() -> None:
    start = DRIVIS.read(DRIVIS.new().diagram())
    text = str(start.play("c8-d8").record)
    assert lt.Record.parse(text).replay() == start.play("c8-d8")
    with pytest.raises(lt.RecordError, match="does not agree"):
        lt.Record.parse(text.replace("option start ring", "option start triples"))
    with pytest.raises(lt.RecordError, match="does not agree"):
        lt.Record.parse(text.replace("seat 1\n", "seat 1\nseat 2\n"))


# Fuzzing: whatever comes in, a record or a RecordError comes out.

hostile = st.text(st.one_of(st.sampled_from("0123456789abcdefghi-*=. \n"), st.characters(codec="utf-8")), max_size=60)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, len(GOOD)), st.integers(0, 30), hostile)
def test_a_record_with_a_hole_or_a_patch_never_crashes(at: int, cut: int, patch: str) -> None:
    text = GOOD[:at] + patch + GOOD[at + cut :]
    try:
        record = lt.Record.parse(text)
    except lt.RecordError as refused:
        assert refused.line >= 1
        assert refused.text("fr")
    else:
        assert lt.Record.parse(str(record)) == record


@settings(max_examples=200, deadline=None)
@given(hostile)
def test_any_text_at_all_never_crashes(text: str) -> None:
    with pytest.raises(lt.RecordError):
        lt.Record.parse(text)


@settings(max_examples=200, deadline=None)
@given(st.lists(hostile, min_size=2, max_size=2))
def test_names_are_kept_or_refused(names: list[str]) -> None:
    try:
        state = DRIVIS.new(names=names)
    except lt.GameError:
        return
    assert lt.Record.parse(str(state.record)).names == tuple(names)
