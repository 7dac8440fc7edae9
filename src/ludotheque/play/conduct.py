"""What players may do at a table. Every function looks at the table and gives the entries that would do it, or raises a
GameError that says why not; nothing changes until those entries have been stored and taken.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core.errors import GameError
from ..core.game import MOST_NAME_LENGTH
from ..core.state import CHANCE, State
from ..search.players import LEVELS
from .ports import OVER, RUNNING, WAITING, Card, Entry
from .table import COMPUTER, FREE, PERSON, Seat, Table
from .texts import CATALOG

MOST_WORDS = 500  # characters of one line of chat
MOST_SAID = 2_000  # lines of chat a table
MOST_KEY = 64
COMPUTER_FOR_LEAVERS = 3


@dataclass(frozen=True)
class Wish:
    """What a player asks for. ``at`` is the number of the last entry that the player had seen."""

    do: str
    by: str
    key: str | None = None
    seat: int | None = None
    text: str = ""
    at: int | None = None


def refuse(reason: str, /, **params: Any) -> GameError:
    return GameError(CATALOG(f"refusal.{reason}", **params))


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def entries_for(table: Table, wish: Wish) -> list[Entry]:
    """The entries that grant a wish."""
    act = ACTS.get(wish.do)
    if act is None:
        raise refuse("unknown", do=wish.do[:40], known=", ".join(ACTS))
    if wish.key is not None and not is_key(wish.key):
        raise refuse("key", most=MOST_KEY)
    if table.full and wish.do not in ("resign", "rematch"):
        raise refuse("full")
    return numbered(table, act(table, wish))


def is_key(key: str) -> bool:
    return 0 < len(key) <= MOST_KEY and key.isascii() and key.isprintable()


def numbered(table: Table, entries: Sequence[Entry]) -> list[Entry]:
    at = now()
    return [replace(entry, number=table.next + i, at=at) for i, entry in enumerate(entries)]


def entry(kind: str, wish: Wish | None = None, **fields: Any) -> Entry:
    """An entry that is numbered later."""
    who = {"by": wish.by, "key": wish.key} if wish else {}
    return Entry(0, 0, kind, **{**who, **fields})


# Opening a table and taking seats


def opening(card: Card, seats: Sequence[Seat]) -> list[Entry]:
    """The first entries of a table: those who sit there from the beginning, and draws if it can start at once."""
    table = Table(card)
    taken = [sitting(number, seat) for number, seat in enumerate(seats) if seat.kind != FREE]
    return numbered(table, with_draws(table, taken, [*seats]))


def sitting(number: int, seat: Seat, wish: Wish | None = None) -> Entry:
    if seat.kind == COMPUTER:
        return entry("sit", wish, seat=number, text=seat.name, more={"level": seat.level})
    return entry("sit", wish, seat=number, text=seat.name, **({} if wish else {"by": seat.player}))


def with_draws(table: Table, entries: list[Entry], seats: Sequence[Seat]) -> list[Entry]:
    """The game begins when the last seat is taken, often with a draw."""
    full = all(seat.kind != FREE for seat in seats)
    return [*entries, *draws(table.state)] if full else entries


def draws(state: State) -> list[Entry]:
    """All draws that are due, by the system's secure generator."""
    drawn = []
    while state.chance:
        state = state.draw()
        assert state.last is not None
        drawn.append(entry("chance", text=state.last[1]))
    return drawn


def check_name(name: str) -> str:
    name = " ".join(name.split())
    if len(name) > MOST_NAME_LENGTH or not name.isprintable():
        raise refuse("name", most=MOST_NAME_LENGTH)
    return name


def sit(table: Table, wish: Wish) -> list[Entry]:
    """Takes a free seat; whoever asks has shown the invitation. Sitting here already is enough."""
    if table.seats_of(wish.by):
        return []
    seat = find_free(table, wish.seat)
    seats = [*table.seats]
    seats[seat] = Seat(PERSON, wish.by, check_name(wish.text))
    return with_draws(table, [sitting(seat, seats[seat], wish)], seats)


def fill(table: Table, wish: Wish) -> list[Entry]:
    """The opener does not want to wait: a computer takes a free seat."""
    if wish.by != table.card.opener and not table.seats_of(wish.by):
        raise refuse("not-seated")
    seat = find_free(table, wish.seat)
    seats = [*table.seats]
    seats[seat] = Seat(COMPUTER, None, "", parse_level(wish.text))
    return with_draws(table, [sitting(seat, seats[seat], wish)], seats)


def find_free(table: Table, seat: int | None) -> int:
    free = [number for number, taken in enumerate(table.seats) if taken.kind == FREE]
    if table.status != WAITING or not free or (seat is not None and seat not in free):
        raise refuse("no-free-seat")
    return free[0] if seat is None else seat


def parse_level(text: str) -> int:
    if text not in map(str, LEVELS):
        raise refuse("level", least=LEVELS[0], most=LEVELS[-1])
    return int(text)


def leave(table: Table, wish: Wish) -> list[Entry]:
    """Gives a seat back before the game has begun."""
    if table.status != WAITING:
        raise refuse("leave-running")
    return [entry("rise", wish, seat=own_seat(table, wish))]


def own_seat(table: Table, wish: Wish) -> int:
    """The seat that is meant and that this player acts for."""
    seats = table.seats_of(wish.by)
    if not seats:
        raise refuse("not-seated")
    if wish.seat is None:
        return seats[0]
    if wish.seat not in seats:
        raise refuse("not-your-seat")
    return wish.seat


# Playing


def choose(table: Table, wish: Wish) -> list[Entry]:
    """A choice, and the draws that follow from it."""
    must_run(table)
    if wish.seat is None:
        wish = replace(wish, seat=acting_seat(table, wish))
    seat = own_seat(table, wish)
    if wish.at is not None and is_stale(table, seat, wish.at):
        raise refuse("stale")
    return choice_and_draws(table, seat, wish.text, wish)


def acting_seat(table: Table, wish: Wish) -> int | None:
    """Who plays for several seats means the one that is to act."""
    return next((seat for seat in table.seats_of(wish.by) if seat in table.actors), None)


def choice_and_draws(table: Table, seat: int, text: str, wish: Wish | None = None) -> list[Entry]:
    after = table.state.play(text, seat)
    return [entry("choice", wish, seat=seat, text=text), *draws(after)]


def is_stale(table: Table, seat: int, seen: int) -> bool:
    """Whether something has happened that the player should have seen before choosing.

    Where several seats choose at the same time, the choices of the others make nothing stale.
    """
    news = table.entries[seen + 1 :] if 0 <= seen < table.next else table.entries
    return any(e.kind in ("undo", "chance") or (e.kind == "choice" and e.seat == seat) for e in news)


def must_run(table: Table) -> None:
    if table.status == WAITING:
        raise refuse("waiting")
    if table.status == OVER:
        raise refuse("over")


# Taking back


def undo(table: Table, wish: Wish) -> list[Entry]:
    """On one screen, or alone against the computer, nobody else needs to agree."""
    if len(table.people) > 1:
        raise refuse("ask-first")
    return [entry("undo", wish, more={"keep": kept_after_undo(table, wish.by)})]


def kept_after_undo(table: Table, player: str) -> int:
    """How many events stay when a player takes the last choice back; never past a draw, which has shown something."""
    if table.status == WAITING or table.agreed_result is not None:
        raise refuse("nothing-to-undo")
    own = table.seats_of(player)
    if not own:
        raise refuse("not-seated")
    events = table.events()
    for index in range(len(events) - 1, -1, -1):
        if events[index][0] == CHANCE:
            raise refuse("undo-draw")
        if events[index][0] in own:
            return index
    raise refuse("nothing-to-undo")


def ask_undo(table: Table, wish: Wish) -> list[Entry]:
    must_run(table)
    seat = own_seat(table, wish)
    others_must_be_there(table, wish)
    return [entry("ask", wish, seat=seat, text="undo", more={"keep": kept_after_undo(table, wish.by)})]


def ask_draw(table: Table, wish: Wish) -> list[Entry]:
    must_run(table)
    seat = own_seat(table, wish)
    others_must_be_there(table, wish)
    if table.has_computers:
        raise refuse("draw-computer")
    return [entry("ask", wish, seat=seat, text="draw")]


def others_must_be_there(table: Table, wish: Wish) -> None:
    if table.people <= {wish.by}:
        raise refuse("nobody-to-ask")
    if table.request is not None:
        raise refuse("already-asked")


def yes(table: Table, wish: Wish) -> list[Entry]:
    """Agrees to what was asked; when all others have, it is done."""
    seat, request = own_seat(table, wish), table.request
    if request is None or wish.by == request.by or wish.by in request.agreed:
        raise refuse("nothing-asked")
    answer = entry("answer", wish, seat=seat, text="yes")
    if table.people - request.agreed - {request.by, wish.by}:
        return [answer]
    if request.kind == "draw":
        return [answer, entry("end", text="draw")]
    return [answer, entry("undo", more={"keep": request.keep})]


def no(table: Table, wish: Wish) -> list[Entry]:
    """Declines, or takes back one's own request."""
    if table.request is None:
        raise refuse("nothing-asked")
    return [entry("answer", wish, seat=own_seat(table, wish), text="no")]


# Ending, and going on


def resign(table: Table, wish: Wish) -> list[Entry]:
    must_run(table)
    if table.card.seats != 2:
        raise refuse("resign-two")
    return [entry("end", wish, seat=own_seat(table, wish), text="resign")]


def hand_over(table: Table, wish: Wish) -> list[Entry]:
    """Leaves a running game to the computer, so that the others can go on."""
    must_run(table)
    seat = own_seat(table, wish)
    level = parse_level(wish.text) if wish.text else COMPUTER_FOR_LEAVERS
    return [entry("sit", wish, seat=seat, text="", more={"level": level})]


def say(table: Table, wish: Wish) -> list[Entry]:
    """A line of chat."""
    text = " ".join(wish.text.split())
    if not 0 < len(text) <= MOST_WORDS or not text.isprintable():
        raise refuse("words", most=MOST_WORDS)
    if sum(e.kind == "say" for e in table.entries) >= MOST_SAID:
        raise refuse("too-many-words")
    return [entry("say", wish, seat=own_seat(table, wish), text=text)]


def rematch(table: Table, wish: Wish) -> list[Entry]:
    """Only notes the new table, whose id is given; ``house.py`` opens it before. Who asks second finds the first."""
    own_seat(table, wish)
    if table.status != OVER:
        raise refuse("rematch-running")
    return [] if table.rematch else [entry("rematch", wish, text=wish.text)]


def seats_for_rematch(table: Table, swapped: bool) -> list[Seat]:
    """The same people, or each one seat further."""
    return [*table.seats[1:], table.seats[0]] if swapped else [*table.seats]


def new_id() -> str:
    """Short enough for a link, and not to be guessed: 60 random bits."""
    letters = "abcdefghijkmnpqrstuvwxyz23456789"
    return "".join(secrets.choice(letters) for _ in range(12))


ACTS = {
    "choose": choose,
    "undo": undo,
    "ask-undo": ask_undo,
    "ask-draw": ask_draw,
    "yes": yes,
    "no": no,
    "resign": resign,
    "hand-over": hand_over,
    "say": say,
    "sit": sit,
    "fill": fill,
    "leave": leave,
    "rematch": rematch,
}


def possible(table: Table, player: str | None) -> list[str]:
    """What a player may ask for now, for the buttons of a page."""
    if player is None or not table.seats_of(player):
        return []
    trial = Wish("", player, text="-")
    checks = ("undo", "ask-undo", "ask-draw", "resign", "leave", "rematch")
    able = [do for do in checks if _is_possible(table, replace(trial, do=do))]
    others = len(table.people) > 1
    able += ["say"] if others or table.status == WAITING else []
    able += ["hand-over"] if table.status == RUNNING and (others or table.card.seats > 2) else []
    able += ["invite", "fill"] if table.status == WAITING else []
    return able


def _is_possible(table: Table, wish: Wish) -> bool:
    try:
        ACTS[wish.do](table, wish)
    except GameError:
        return False
    return True
