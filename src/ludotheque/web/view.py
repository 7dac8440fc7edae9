"""A table as one person sees it, for the page and for programs: the object that the live channel calls a view."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from ..core.options import team_of
from ..core.state import State
from ..play import commands, duplicate
from ..play.hints import ALLOWED, LOOK, event_of, looked_at
from ..play.ports import OVER, WAITING, Entry
from ..play.session import Session
from ..play.table import COMPUTER, GAME_EVENTS, Table
from . import wire
from .dice import dice_view
from .ending import ending_of
from .patches import Picture
from .sharing import shared

# Changes of the position: after each of these a page draws anew.
MOVES = (*GAME_EVENTS, "undo")


@dataclass(frozen=True)
class Viewer:
    """Who looks, in which language, from which side (their own if they do not say), and on a wide screen or not."""

    player: str | None
    lang: str
    seat: int | None = None
    wide: bool = False

    def side(self, table: Table) -> int | None:
        """From where the table is seen. Who plays for several seats sees a board always from the same side, but the
        sheet of the one who is to act where everybody has a sheet of their own."""
        if self.seat is not None and 0 <= self.seat < table.info.seats:
            return self.seat
        own = table.seats_of(self.player)
        acting = [seat for seat in own if seat in table.actors]
        return next(iter(acting if own_sheets(table) and acting else own), None)

    def as_stranger(self, table: Table, told: Entry | None) -> Viewer:
        """Who has no part in what is shown sees what every stranger sees."""
        asks = table.request is not None and table.request.by == self.player
        takes_part = asks or table.seats_of(self.player) or (told is not None and self.did(told))
        return self if takes_part else replace(self, player=None)

    def did(self, entry: Entry) -> bool:
        return self.player is not None and entry.by == self.player

    def seats_to_play(self, table: Table) -> list[int]:
        """For which seats this person can choose on the picture that is shown."""
        mine = [seat for seat in table.seats_of(self.player) if seat in table.actors]
        return [seat for seat in mine if seat == self.side(table)] if own_sheets(table) else mine


def own_sheets(table: Table) -> bool:
    """Whether everybody plays on a sheet of their own, so that a picture shows the choices of one seat only."""
    return table.game.display.picture.OWN_SHEETS


def entry_message(table: Table, entry: Entry, viewer: Viewer) -> wire.Entry:
    """An entry as it is told to one person. What another player's request was called is nobody's business."""
    told: wire.Entry = {
        "number": entry.number,
        "at": entry.at,
        "kind": cast(wire.EntryKind, entry.kind),
        "seat": entry.seat,
        "text": table.text_of(entry),
        "sentence": table.sentence(entry, viewer.lang),
        "position": table.after[entry.number].state.ply,
        "by_me": viewer.did(entry),
    }
    if entry.kind == "hint" and entry.text != ALLOWED:
        told["hint"] = hint_view(table, entry, viewer.lang)
    if aloud := table.sentence_aloud(entry, viewer.lang):
        told["aloud"] = aloud
    return told


def hint_view(table: Table, entry: Entry, lang: str) -> wire.Hint:
    """Not more than was asked for: the choice itself is told at the second stage."""
    return {
        "stage": cast(wire.HintStage, entry.text),
        "event": None if entry.text == LOOK else event_of(entry),
        "glow": looked_at(table.hinted(entry), entry),
        "words": table.hint_words(entry, lang),
    }


def view_of(session: Session, viewer: Viewer) -> wire.View:
    """How the table stands for one person, without its picture."""
    table = session.table
    mine = viewer.seats_to_play(table)
    here = session.seats_here()
    alike = view_for_all(table, viewer.lang)
    return {
        "number": table.next - 1,
        "position": table.ply,
        "status": alike.status,
        "topic": table.named(table.state).topic,
        "phase": cast(wire.Phase, table.status),
        "over": table.status == OVER,
        "actors": list(table.actors),
        "mine": mine,
        "clicks": {str(seat): clicks_of(table.state, seat) for seat in mine},
        "seats": [seat_view(table, seat, viewer, here, alike.seats[seat]) for seat in range(table.info.seats)],
        "can": cast(list[wire.Ability], commands.possible(table, viewer.player)),
        "request": request_view(table, viewer),
        "thinking": sorted(session.thinking),
        "last": last_of(table, viewer, alike),
        "side": viewer.side(table),
        "rolled": bool(table.state.last and table.state.last[0] < 0),
        "rematch": table.rematch,
        "ending": ending_of(table, viewer.player, viewer.lang),
        "invite_url": invite_url(table) if table.status == WAITING and table.seats_of(viewer.player) else None,
        "dice": dice_view(table),
        "day": table.info.day,
        "match": match_view(session, viewer.lang),
    }


def match_view(session: Session, lang: str) -> wire.Match | None:
    """Of which match it is a leg."""
    table, first = session.table, session.first_leg
    if not table.info.duplicate:
        return None
    return {
        "leg": table.info.leg,
        "about": duplicate.about(table, lang),
        "due": table.status == OVER and duplicate.is_second_leg_due(table),
        "first": table.info.twin,
        "sentences": duplicate.Match(first, table).sentences(lang) if first and table.status == OVER else [],
    }


def view_after(session: Session, entry: Entry, viewer: Viewer) -> wire.View:
    """An earlier position, on the way to where things stand: nothing can be chosen there."""
    table, view = session.table, view_of(session, viewer)
    shown = entry_message(table, entry, viewer)
    view |= {"mine": [], "clicks": {}, "actors": [], "last": shown, "rolled": entry.kind == "chance"}
    view |= {"number": entry.number, "position": table.after[entry.number].state.ply}
    return view


@dataclass(frozen=True)
class ViewForAll:
    """What of a view is the same for all who read one language: it is found out once."""

    status: str
    seats: list[wire.Seat]  # as seen by a stranger, nobody there
    last: wire.Entry | None  # as told to a stranger


def view_for_all(table: Table, lang: str) -> ViewForAll:
    return table.memo(f"view {lang}", lambda table: make_view_for_all(table, Viewer(None, lang)))


def make_view_for_all(table: Table, stranger: Viewer) -> ViewForAll:
    seats = [seat_for_all(table, seat, stranger.lang) for seat in range(table.info.seats)]
    last = None if table.last_move is None else entry_message(table, table.last_move, stranger)
    return ViewForAll(table.status_sentence(stranger.lang), seats, last)


def clicks_of(state: State, seat: int) -> dict[str, list[str]]:
    return {text: list(path) for text, path in state.clicks(seat).items()}


def seat_view(table: Table, number: int, viewer: Viewer, here: list[int], alike: wire.Seat) -> wire.Seat:
    seat = table.seats[number]
    me = seat.player is not None and seat.player == viewer.player
    return {**alike, "me": me, "here": number in here or alike["here"]}


def seat_for_all(table: Table, number: int, lang: str) -> wire.Seat:
    seat = table.seats[number]
    return {
        "seat": number,
        "label": table.state.seat_name(number, lang),
        "colours": [name.replace("_", "-") for name in table.game.display.picture.seat_colours(table.state, number)],
        "team": team_of(number, table.info.options),
        "name": seat.name,
        "kind": cast(wire.SeatKind, seat.kind),
        "level": seat.level or None,
        "me": False,
        "here": seat.kind == COMPUTER,
        "score": table.state.scores[number] if table.state.scores else None,
        "result": table.result[number] if table.result else None,
    }


def request_view(table: Table, viewer: Viewer) -> wire.PendingRequest | None:
    request = table.request
    if request is None:
        return None
    may_answer = viewer.player in table.people - request.agreed - {request.by}
    return {
        "kind": cast(wire.RequestKind, request.kind),
        "seat": request.seat,
        "sentence": table.sentence(table.entries[request.number], viewer.lang),
        "mine": may_answer,
        "asked_by_me": viewer.player == request.by,
    }


def last_of(table: Table, viewer: Viewer, alike: ViewForAll) -> wire.Entry | None:
    if table.last_move is None or alike.last is None:
        return None
    return {**alike.last, "by_me": viewer.did(table.last_move)}


def invite_url(table: Table) -> str:
    return f"/t/{table.info.id}/join/{table.info.invite}"


def picture(table: Table, state: State, viewer: Viewer) -> str:
    """The board for the page: it has the colours in its style sheet and shows by itself what can be touched."""
    return picture_in_parts(table, state, viewer).svg


def picture_in_parts(table: Table, state: State, viewer: Viewer) -> Picture:
    """Drawn once for all who look from one side, in one language."""
    seen = viewer.side(table), viewer.lang, viewer.wide
    return shared(table, ("picture", id(state), *seen), lambda: draw(table.named(state), *seen))


def draw(state: State, side: int | None, lang: str, wide: bool) -> Picture:
    return Picture(state.scene(side, lang, wide=wide).live_parts())
