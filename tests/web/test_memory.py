"""A game from memory tells nobody what has gone out of sight, while it runs: not its log, not its past, not its record.

Two games that differ only in what is out of sight now must be told in the same words and pictures, byte for byte.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from serving import ONE_SCREEN, Client, serving

import ludotheque as lt
from ludotheque.play.commands import Command, apply, entry, numbered, opening
from ludotheque.play.ports import TableInfo
from ludotheque.play.table import PERSON, Seat, Table
from ludotheque.web.records import Replay, of_table
from ludotheque.web.view import Viewer, entry_message, picture

# Red and blue push column a: its uppermost tile slides under the frame, and the spare with it. Both ends are known.
BEFORE = """   home GGG YYY   arrived -
7  ?       ?       ?
6  {top}       y       y
5  g       g       b
4  y       b       g
3  y       b       b
2  r       y       y
1  g       g       g
0  ?       ?       ?
   a       b       c
   home RRR BBB   arrived -
   spare {spare}
red-blue to push, 16 made
under the frame b?? b??
seats=2 compulsion=advance stack_limit=3 push=either memory=true max_choices=1000"""
KINDS = [("r", "o"), ("o", "r")]
DEAL = [f"={tile}" for tile in "GYGYBBGYGYBBYGYGBB"]  # neither red nor blue can enter
ANNA = Viewer("anna", "en")


def table_of(diagram: str | None, **options: object) -> Table:
    info = TableInfo("t", "riviere", 1, 2, options, "", 0, "anna", diagram)  # type: ignore[arg-type]
    return Table.empty(info).with_entries(
        [*opening(info, [Seat(PERSON, "anna", "Anna"), Seat(PERSON, "anna", "Ben")]).entries][:2]
    )


def play(table: Table, *texts: str) -> Table:
    """Draws as they are wanted; choices of whoever is to act."""
    for text in texts:
        seat = None if table.state.chance else table.state.actors[0]
        event = entry("chance" if seat is None else "choice", seat=seat, text=text)
        table = table.with_entries(numbered(table, [event]))
    return table


def pushed(top: str, spare: str) -> Table:
    return play(table_of(BEFORE.format(top=top, spare=spare)), "a^")


def told(table: Table) -> list[object]:
    """Everything that can be read and seen of a table, in all positions and both languages."""
    replay = of_table(table)
    found: list[object] = []
    for lang in ("en", "fr"):
        viewer = Viewer("anna", lang)
        found += [{**entry_message(table, each, viewer), "at": 0} for each in table.entries]
        found += [picture(table, state, viewer) for state in table.line]
        found += [table.named(state).status(lang) for state in table.line]
        found += [replay.at(n).svg(lang=lang) for n in range(len(table.line))]
        found += [replay.sentences(lang), replay.status(lang)]
    return [*found, str(table.record)]


def test_the_same_words_whatever_lies_under_the_frame() -> None:
    one, other = (pushed(*kind) for kind in KINDS)
    assert one.state != other.state and one.state.choices() == other.state.choices()
    assert told(one) == told(other)


def test_not_so_if_nothing_need_be_remembered() -> None:
    """The comparison would notice."""
    events = [*DEAL, "=R", "first=0", "a^", "=R", "{}", "b^", "=R", "=R"]
    one, other = (told(play(table_of(None, memory=False), *(each.format(t) for each in events))) for t in ("=O", "=R"))
    assert sum(a != b for a, b in zip(one, other, strict=True)) > 10


def test_what_was_drawn_is_forgotten_when_it_is_covered() -> None:
    """The tile drawn on a1 and the spare drawn after it: pushed away with both, nobody can look them up."""
    one, other = (play(table_of(None), *DEAL, "=R", "first=0", "a^", "=R", spare) for spare in ("=O", "=R"))
    assert told(one) != told(other)  # the spare lies open, and so the pictures differ
    log = [(each["text"], each["sentence"]) for each in told(one) if isinstance(each, dict)]
    assert ("=?", "A tile comes to light on a1.") in log and not [text for text, _ in log if re.match("=[A-Z]", text)]
    aloud = [each["aloud"] for each in told(one) if isinstance(each, dict) and "aloud" in each]
    assert "The tile on a1 is red." in aloud and "La plaquette restante est orange." in aloud
    one, other = (play(table, "b^", "=R", "=R") for table in (one, other))  # the spare has gone under the frame
    assert told(one) == told(other)


def test_a_record_of_a_running_game_is_what_lies_open() -> None:
    """It is a record that replays, to a position with the same choices; and the whole game when that is over."""
    table = pushed("r", "o")
    found = lt.Record.parse(str(table.record)).replay()
    assert "under the frame ??? ???" in found.diagram() and found.choices() == table.state.choices()
    assert found.fields.stacks.tolist() == table.state.fields.stacks.tolist() and not table.record.events
    over = apply(table, Command("resign", "anna", seat=1))
    assert over.record.events == ((0, "a^"),) and "r       y       y" in str(over.record)


def test_after_the_game_everything_is_shown() -> None:
    """However it ended; the covered tiles too."""
    ends = [apply(pushed(*kind), Command("resign", "anna", seat=1)) for kind in KINDS]
    one, other = map(told, ends)
    assert sum(a != b for a, b in zip(one, other, strict=True)) > 10
    assert ">bag<" in picture(ends[0], ends[0].state, ANNA)
    assert "red tile on a7" in picture(ends[0], ends[0].state, ANNA)
    assert "with the orange tile" in of_table(ends[0]).sentences("en")[0]


def test_a_record_that_was_brought_along_hides_nothing() -> None:
    record = lt.Record.parse(str(apply(pushed("r", "o"), Command("resign", "anna", seat=1)).record))
    replay = Replay("r", record, record.states())
    assert "red tile on a6" in replay.at(0).svg() and "red tile on a7" in replay.at(1).svg()
    assert "orange" in replay.sentences("en")[0]


def test_pictures_of_the_past_offer_no_way() -> None:
    """Where pawns went, or could go, would tell which tiles lay there."""
    deal = [f"={tile}" for tile in "RRRYBBGYGYBBYGYGBB"]
    table = play(table_of(None), *deal, "=G", "first=0")
    before = picture(table, table.state, ANNA)
    assert 'id="spot-a3"' in before and "must advance" in before
    table = play(table, "R@a3", "R@a2", "R@a1", "a^", "=Y", "=R")
    again = picture(table, table.line[table.ply - 6], ANNA)
    assert 'id="spot' not in again and "must advance" not in again and "red tile on a3" in again


# Over the wire


def opened(client: Client, top: str, spare: str) -> str:
    position = BEFORE.format(top=top, spare=spare)
    return str(client.post("/api/tables", {"game": "riviere", "seats": ONE_SCREEN, "position": position})["id"])


def asked(client: Client, kind: tuple[str, str], ask: Callable[[Client, str], object]) -> object:
    """What the server says of a table, without what names the table, the player, the time and the dice."""
    body = {
        "game": "riviere",
        "seats": ONE_SCREEN,
        "position": BEFORE.format(top=kind[0], spare=kind[1]),
    }
    table: str = client.post("/api/tables", body)["id"]
    client.do(table, "choose", "a^", seat=0)
    said = json.dumps(ask(client, table), sort_keys=True)
    return re.sub(r'\\?"at\\?": ?\d+|at=\d+|/join/\w+|[0-9a-f]{64}', "", said.replace(table, "TABLE"))


WAYS: dict[str, Callable[[Client, str], object]] = {
    "view": lambda client, table: client.get(f"/api/tables/{table}?draw=1"),
    "entries": lambda client, table: client.get(f"/api/tables/{table}/entries"),
    "entries in French": lambda client, table: client.get(f"/api/tables/{table}/entries?lang=fr"),
    "record": lambda client, table: client.get(f"/api/tables/{table}/record"),
    "record as a file": lambda client, table: client.get(f"/records/{table}.ludo"),
    "the first position": lambda client, table: client.get(f"/api/tables/{table}/0.svg?live=1&theme=css"),
    "the first position, from the other side": lambda client, table: client.get(f"/api/tables/{table}/0.svg?seat=1"),
    "the position now": lambda client, table: client.get(f"/api/tables/{table}/1.svg"),
    "the first position of the replay": lambda client, table: client.get(f"/records/{table}/0.svg"),
    "a painting": lambda client, table: client.request("GET", f"/records/{table}/0.png", 200).content.hex(),
    "the preview": lambda client, table: client.request("GET", f"/records/{table}/0/preview.png", 200).content.hex(),
    "the page of the replay": lambda client, table: client.get(f"/records/{table}"),
    "the page of the table": lambda client, table: client.get(f"/t/{table}"),
    "what a choice would do": lambda client, table: client.get(f"/api/tables/{table}/sentence?seat=1&text=G@a6"),
    "why not": lambda client, table: client.do(table, "choose", "a^", 409, seat=1),
    "the live channel": lambda client, table: live_talk(client, table),
}


def live_talk(client: Client, table: str) -> object:
    """All entries anew, and the pictures on the way of somebody who comes back."""
    live = client.live(table)
    live.until_number(2)
    back = client.live(table, seen=1, draw=True)
    while not back.views or not back.views[-1]["final"]:
        back.receive()
    return [live.entries, back.entries, back.views]


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("memory")) as running:
        yield Client(running, "Anna")


@pytest.mark.parametrize("way", WAYS)
def test_no_way_leads_to_what_is_out_of_sight(asking: Client, way: str) -> None:
    one, other = (asked(asking, kind, WAYS[way]) for kind in KINDS)
    assert one == other


def test_the_live_channel_tells_everything_anew_at_the_end(asking: Client) -> None:
    table = opened(asking, "r", "o")
    live = asking.live(table)
    asking.do(table, "choose", "a^", seat=0)
    live.until_number(2)
    assert live.entries[2]["sentence"] == "Red and blue push column a towards the opponent."
    asking.do(table, "resign", seat=1)
    assert live.until("welcome")["welcome"] == {"last": 4, "you": {"seats": [0, 1]}, "fresh": True}
    live.entries.clear()
    live.seen = -1
    live.until_number(4)
    assert [each["number"] for each in live.entries] == [0, 1, 2, 3, 4]
    assert live.entries[2]["sentence"] == "Red and blue push column a towards the opponent with the orange tile."
