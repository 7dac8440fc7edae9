"""What players may do at a table. Every command looks at the table and gives the entries that would do it, or raises a
GameError that says why not; ``apply`` gives the table after them. Nothing changes until that one has been stored.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core.dice import NONCE
from ..core.errors import GameError
from ..core.game import MOST_NAME_LENGTH
from ..core.state import CHANCE, Random, State
from ..search.players import LEVELS
from .clock import now as now  # others ask for it here
from .days import end_of
from .fair_dice import FairDice
from .hints import ALLOWED, LOOK, Wish, hint_wish, is_told, known_thought
from .ports import OVER, RUNNING, WAITING, Entry, TableInfo
from .table import COMPUTER, FREE, PERSON, Seat, Table
from .texts import CATALOG

MOST_CHAT = 500  # characters of one line of chat
MOST_SAID = 2_000  # lines of chat a table
MOST_KEY = 64
MOST_ASKED = 100  # requests of one player to the others at a table
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # 32 of them, so every byte gives one with equal chance
QUIET = 7 * 86_400_000  # milliseconds without anything happening, after which one of several people may give a game up
ALWAYS = (
    "choose",
    "yes",
    "no",
    "resign",
    "abandon",
    "rematch",
)  # also at a table with many entries: a game can be finished
COMPUTER_FOR_LEAVERS = 3
Chance = FairDice | Random | None  # what draws: a table's own dice, a generator, or the system's secure one


@dataclass(frozen=True)
class Command:
    """What a player asks for. ``at`` is the number of the last entry that the player had seen; ``thought``, which never
    comes from outside, is what a computer thought of the position, for a hint; ``nonce`` is for the dice, from who sits
    down."""

    do: str
    by: str
    key: str | None = None
    seat: int | None = None
    text: str = ""
    at: int | None = None
    thought: Mapping[str, object] | None = None
    nonce: str = ""


def refuse(reason: str, /, **params: Any) -> GameError:
    return GameError(CATALOG(f"refusal.{reason}", **params))


def apply(table: Table, command: Command, chance: Chance = None) -> Table:
    """The table after a command; the same one if there is nothing to do."""
    act = COMMANDS.get(command.do)
    if act is None:
        raise refuse("unknown", do=command.do[:40], known=", ".join(COMMANDS))
    if command.key is not None and not is_key(command.key):
        raise refuse("key", most=MOST_KEY)
    if table.full and command.do not in ALWAYS:
        raise refuse("full")
    return extend(table, act(table, command), chance)


def extend(table: Table, entries: Sequence[Entry], chance: Chance = None) -> Table:
    """The table after new entries and all draws that are due then. When the game is over its dice are revealed."""
    if isinstance(chance, FairDice):
        entries = chance.with_nonces(table, entries)
    table = table.with_entries(numbered(table, entries))
    while table.status == RUNNING and table.state.chance:
        table = table.with_entries(numbered(table, [entry("chance", text=next_outcome(table, chance))]))
    if isinstance(chance, FairDice) and is_to_be_revealed(table, chance):
        table = table.with_entries(numbered(table, [entry("reveal", text=chance.secret.hex())]))
    return table


def is_to_be_revealed(table: Table, dice: FairDice) -> bool:
    is_open = now() >= dice.sealed_until or (table.info.leg == 1 and table.ended_by == "abandon")
    return table.status == OVER and table.secret is None and is_open


def next_outcome(table: Table, chance: Chance) -> str:
    """What comes now. Where somebody committed to the dice nothing else may draw."""
    if isinstance(chance, FairDice):
        return chance.outcome(table)
    if table.info.commitment is not None:
        raise RuntimeError(f"the dice of table {table.info.id} are not at hand")
    return table.state.random_outcome(chance)


def is_key(key: str) -> bool:
    return 0 < len(key) <= MOST_KEY and key.isascii() and key.isprintable()


def numbered(table: Table, entries: Sequence[Entry]) -> list[Entry]:
    at = now()
    return [replace(entry, number=table.next + i, at=at) for i, entry in enumerate(entries)]


def entry(kind: str, command: Command | None = None, **fields: Any) -> Entry:
    """An entry that is numbered later."""
    who = {"by": command.by, "key": command.key} if command else {}
    return Entry(0, 0, kind, **{**who, **fields})


# Opening a table and taking seats


def opening(info: TableInfo, seats: Sequence[Seat], dice: FairDice | None = None) -> Table:
    """A new table with those who sit there from the beginning, and with draws if it can start at once."""
    taken = [sitting(number, seat) for number, seat in enumerate(seats) if seat.kind != FREE]
    return extend(Table.empty(info), taken, dice)


def sitting(number: int, seat: Seat, command: Command | None = None) -> Entry:
    if seat.kind == COMPUTER:
        more = {"level": seat.level, **(nonce_of(seat) if seat.heir else {})}
        return entry("sit", command, seat=number, text=seat.name, more=more)
    who = {} if command else {"by": seat.player}
    return entry("sit", command, seat=number, text=seat.name, more=nonce_of(seat), **who)


def nonce_of(seat: Seat) -> dict[str, str]:
    if seat.nonce and not NONCE.fullmatch(seat.nonce):
        raise refuse("nonce")
    told = {"nonce": seat.nonce, "heir": seat.heir}
    return {key: text for key, text in told.items() if text}


def check_name(name: str) -> str:
    name = " ".join(name.split())
    if len(name) > MOST_NAME_LENGTH or not name.isprintable():
        raise refuse("name", most=MOST_NAME_LENGTH)
    return name


def sit(table: Table, command: Command) -> list[Entry]:
    """Takes a free seat; whoever asks has shown the invitation. Sitting here already is enough. The game begins when
    the last seat is taken."""
    if table.seats_of(command.by):
        return []
    nonce = command.nonce if table.info.commitment else ""
    sitter = Seat(PERSON, command.by, check_name(command.text), nonce=nonce)
    return [sitting(find_free(table, command.seat), sitter, command)]


def fill(table: Table, command: Command) -> list[Entry]:
    """The opener does not want to wait: a computer takes a free seat."""
    if command.by != table.info.opener and not table.seats_of(command.by):
        raise refuse("not-seated")
    seat = find_free(table, command.seat)
    return [sitting(seat, Seat(COMPUTER, None, "", parse_level(command.text)), command)]


def find_free(table: Table, seat: int | None) -> int:
    free = [number for number, taken in enumerate(table.seats) if taken.kind == FREE]
    if table.status != WAITING or not free or (seat is not None and seat not in free):
        raise refuse("no-free-seat")
    return free[0] if seat is None else seat


def parse_level(text: str) -> int:
    if text not in map(str, LEVELS):
        raise refuse("level", least=LEVELS[0], most=LEVELS[-1])
    return int(text)


def leave(table: Table, command: Command) -> list[Entry]:
    """Gives a seat back before the game has begun."""
    if table.status != WAITING:
        raise refuse("leave-running")
    return [entry("rise", command, seat=own_seat(table, command))]


def own_seat(table: Table, command: Command) -> int:
    """The seat that is meant and that this player acts for."""
    seats = table.seats_of(command.by)
    if not seats:
        raise refuse("not-seated")
    if command.seat is None:
        return seats[0]
    if command.seat not in seats:
        raise refuse("not-your-seat")
    return command.seat


# Playing


def choose(table: Table, command: Command) -> list[Entry]:
    """A choice; whether the rules allow it shows when they are applied."""
    return [entry("choice", command, seat=acting_seat(table, command), text=command.text)]


def acting_seat(table: Table, command: Command) -> int:
    """The seat that is meant, in a position that its player has seen. Who plays for several seats means the one that is
    to act."""
    must_run(table)
    if table.info.counts and table.info.day and now() >= end_of(table.info.day):
        raise refuse("day-over")  # its dice are known by now
    if command.seat is None:
        to_act = (seat for seat in table.seats_of(command.by) if seat in table.actors)
        command = replace(command, seat=next(to_act, None))
    seat = own_seat(table, command)
    if command.at is not None and is_stale(table, seat, command.at):
        raise refuse("stale")
    return seat


def choose_for(table: Table, seat: int, text: str, chance: Chance = None) -> Table:
    """The table after a choice that needs no command: a computer's, or one at a screen of its own."""
    return extend(table, [entry("choice", seat=seat, text=text)], chance)


def is_stale(table: Table, seat: int, seen: int) -> bool:
    """Whether something has happened that the player should have seen before choosing."""
    return table.last_moves[seat] > (seen if 0 <= seen < table.next else -1)


def must_run(table: Table) -> None:
    if table.status == WAITING:
        raise refuse("waiting")
    if table.status == OVER:
        raise refuse("over")


# Taking back


def undo(table: Table, command: Command) -> list[Entry]:
    """On one screen, or alone against the computer, nobody else needs to agree."""
    if len(table.people) > 1:
        raise refuse("ask-first")
    return [entry("undo", command, more={"keep": ply_after_undo(table, command.by)})]


def ply_after_undo(table: Table, player: str) -> int:
    """Where the game stands when a player takes the last choice back; never past a draw, which has shown something.

    A choice without an alternative is taken back with the one before it: alone it would only be made again.
    """
    if table.status == WAITING or table.ended_by:
        raise refuse("nothing-to-undo")
    if table.status == OVER and table.info.commitment is not None:
        raise refuse("undo-over")
    if table.info.leg == 1 and table.rematch:
        raise refuse("undo-second-leg")
    own = table.seats_of(player)
    if not own:
        raise refuse("not-seated")
    plies = latest_plies(table.state)
    choice, draw = max(plies[seat] for seat in own), plies[CHANCE]
    if choice > draw:
        return choice - 1
    if drawn := table.line[draw].last:
        raise refuse("undo-draw", text=table.game.display.memory.retold(drawn[1]))
    raise refuse("nothing-to-undo")


def latest_plies(state: State) -> tuple[int, ...]:
    """Seat -> the ply of the last choice for which it had an alternative, 0 if it made none; and in the last place,
    CHANCE's, that of the last draw."""
    return state.fold("latest", lambda first: (0,) * (first.seats + 1), _note_latest)


def _note_latest(latest: tuple[int, ...], before: State, after: State) -> tuple[int, ...]:
    assert after.last is not None
    seat = after.last[0]
    if seat != CHANCE and len(before.legal(seat)) == 1:
        return latest
    place = seat % len(latest)
    return (*latest[:place], after.ply, *latest[place + 1 :])


def ask_undo(table: Table, command: Command) -> list[Entry]:
    must_run(table)
    seat = own_seat(table, command)
    others_must_be_there(table, command)
    return [entry("ask", command, seat=seat, text="undo", more={"keep": ply_after_undo(table, command.by)})]


def ask_draw(table: Table, command: Command) -> list[Entry]:
    must_run(table)
    seat = own_seat(table, command)
    others_must_be_there(table, command)
    if table.has_computers:
        raise refuse("draw-computer")
    return [entry("ask", command, seat=seat, text="draw")]


def ask_hints(table: Table, command: Command) -> list[Entry]:
    """For the rest of the game, for everybody."""
    must_run(table)
    seat = own_seat(table, command)
    others_must_be_there(table, command)
    if table.hints_allowed:
        raise refuse("hints-allowed")
    return [entry("ask", command, seat=seat, text="hints")]


def others_must_be_there(table: Table, command: Command) -> None:
    if table.people <= {command.by}:
        raise refuse("nobody-to-ask")
    if table.request is not None:
        raise refuse("already-asked")
    if table.asked.get(command.by, 0) >= MOST_ASKED:
        raise refuse("asked-enough", most=MOST_ASKED)


def yes(table: Table, command: Command) -> list[Entry]:
    """Agrees to what was asked; when all others have, it is done."""
    seat, request = own_seat(table, command), table.request
    if request is None or command.by == request.by or command.by in request.agreed:
        raise refuse("nothing-asked")
    answer = entry("answer", command, seat=seat, text="yes")
    if table.people - request.agreed - {request.by, command.by}:
        return [answer]
    done = {
        "draw": entry("end", text="draw"),
        "undo": entry("undo", more={"keep": request.ply}),
        "hints": entry("hint", text=ALLOWED),
    }
    return [answer, done[request.kind]]


def no(table: Table, command: Command) -> list[Entry]:
    """Declines, or takes back one's own request."""
    if table.request is None:
        raise refuse("nothing-asked")
    return [entry("answer", command, seat=own_seat(table, command), text="no")]


# Hints


def hint(table: Table, command: Command) -> list[Entry]:
    """Tells all what was thought of the position; ``session.py`` has it thought before. Where nothing is to be said (no
    reason to warn, or it has been told) there is no entry."""
    seat, wish = hinted_seat(table, command)
    if command.thought is None or is_told(table, seat, wish):
        return []
    return [entry("hint", command, seat=seat, text=wish.stage, more=command.thought)]


def hinted_seat(table: Table, command: Command) -> tuple[int, Wish]:
    """The seat that may have a hint, and what it wants: alone, or where all have agreed, when it is to act."""
    seat = acting_seat(table, command)
    if table.info.counts:
        raise refuse("hint-counts")
    if len(table.people) > 1 and not table.hints_allowed:
        raise refuse("hint-agree")
    if seat not in table.actors:
        raise refuse("hint-turn")
    wish = hint_wish(command.text)
    if wish is None or (wish.event and wish.event not in table.state.choices(seat)):
        raise refuse("hint-what")
    return seat, wish


def needs_thought(table: Table, command: Command) -> bool:
    """Whether a hint asks for more than is known: its stages share one thought. Nonsense is never known."""
    try:
        return known_thought(table, *hinted_seat(table, command)) is None
    except GameError:
        return True


# Ending, and going on


def resign(table: Table, command: Command) -> list[Entry]:
    must_run(table)
    if table.info.seats != 2:
        raise refuse("resign-two")
    return [entry("end", command, seat=own_seat(table, command), text="resign")]


def abandon(table: Table, command: Command) -> list[Entry]:
    """Gives a game up without a result, so that its dice are revealed: who plays alone at any time, one of several
    people when nothing has happened for days."""
    must_run(table)
    seat = own_seat(table, command)
    if len(table.people) > 1 and not is_quiet(table):
        raise refuse("abandon-others", days=QUIET // 86_400_000)
    return [entry("end", command, seat=seat, text="abandon")]


def is_quiet(table: Table) -> bool:
    return now() - table.entries[-1].at >= QUIET


def hand_over(table: Table, command: Command) -> list[Entry]:
    """Leaves a running game to the computer, so that the others can go on."""
    must_run(table)
    seat = own_seat(table, command)
    level = parse_level(command.text) if command.text else COMPUTER_FOR_LEAVERS
    return [entry("sit", command, seat=seat, text="", more={"level": level})]


def say(table: Table, command: Command) -> list[Entry]:
    """A line of chat."""
    text = " ".join(command.text.split())
    if not 0 < len(text) <= MOST_CHAT or not text.isprintable():
        raise refuse("words", most=MOST_CHAT)
    if table.chat_lines >= MOST_SAID:
        raise refuse("too-many-words")
    return [entry("say", command, seat=own_seat(table, command), text=text)]


def rematch(table: Table, command: Command) -> list[Entry]:
    """Only notes the new table, whose id is given; ``lobby.py`` opens it before. Who asks second finds the first."""
    own_seat(table, command)
    if table.status != OVER:
        raise refuse("rematch-running")
    return [] if table.rematch else [entry("rematch", command, text=command.text)]


def seats_for_rematch(before: Sequence[Seat], wish: str) -> list[Seat]:
    """The same people; with ``swap`` each one seat further, with ``level N`` against computers of that level."""
    if wish == "swap":
        return [*before[1:], before[0]]
    if not wish.startswith("level "):
        return [*before]
    level = parse_level(wish.removeprefix("level "))
    return [Seat(COMPUTER, None, "", level) if seat.kind == COMPUTER else seat for seat in before]


def new_id() -> str:
    """Short enough for a link, and not to be guessed: 60 random bits."""
    return letters_of(secrets.token_bytes(12))


def rematch_id(table: Table) -> str:
    """The same for all who ask, on whatever server; the invitation makes sure that nobody else can guess it."""
    return letters_of(hashlib.sha256(f"rematch {table.info.invite}".encode()).digest())


def letters_of(digest: bytes) -> str:
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:12])


COMMANDS = {
    "choose": choose,
    "undo": undo,
    "ask-undo": ask_undo,
    "ask-draw": ask_draw,
    "ask-hints": ask_hints,
    "hint": hint,
    "yes": yes,
    "no": no,
    "resign": resign,
    "abandon": abandon,
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
    checks = ("undo", "ask-undo", "ask-draw", "ask-hints", "resign", "leave", "rematch")
    able = [do for do in checks if _is_possible(table, Command(do, player, text="-"))]
    able += ["hint"] if _is_possible(table, Command("hint", player, text=LOOK)) else []
    others = len(table.people) > 1
    can_abandon = ("resign" not in able or others) and _is_possible(table, Command("abandon", player))
    able += ["abandon"] if can_abandon else []
    able += ["say"] if others or table.status == WAITING else []
    able += ["hand-over"] if table.status == RUNNING and (others or table.info.seats > 2) else []
    able += ["invite", "fill"] if table.status == WAITING else []
    return able


def _is_possible(table: Table, command: Command) -> bool:
    try:
        COMMANDS[command.do](table, command)
    except GameError:
        return False
    return True
