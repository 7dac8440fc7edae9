"""What goes over the wire, in both directions: bodies and answers of the API, the messages of the live channel, and
what a page gives its script.

Answers and messages are plain dictionaries with declared fields: mypy looks at where they are made, and live messages
cost nothing more when they are sent. ``/openapi.json``, the types of the pages' scripts and the tables of
``docs/bots.md`` are made from this module.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, final, get_args

from pydantic import BaseModel, Field, JsonValue, field_validator
from typing_extensions import TypedDict  # of typing itself, Pydantic takes that of Python 3.12 only

from ..core.options import Value
from .wire_ending import Ending as Ending
from .wire_ending import HighScore as HighScore
from .wire_ending import Match as Match
from .wire_ending import Outcome as Outcome
from .wire_ending import ScorePart as ScorePart
from .wire_ending import SeatScore as SeatScore
from .wire_fields import means as means

Phase = Literal["waiting", "running", "over"]
RequestKind = Literal["undo", "draw", "hints"]
Reach = Literal["open", "closed", "offline"]
SeatKind = Literal["free", "person", "computer"]
EntryKind = Literal[
    "sit", "rise", "choice", "chance", "undo", "ask", "answer", "end", "say", "rematch", "hint", "reveal"
]
CommandName = Literal[
    "choose", "undo", "ask-undo", "ask-draw", "ask-hints", "hint", "yes", "no",
    "resign", "abandon", "hand-over", "say", "fill", "leave", "rematch",
]  # fmt: skip
# Of a view's ``can``: a page's buttons.
Ability = Literal[
    "undo", "ask-undo", "ask-draw", "ask-hints", "hint", "resign",
    "abandon", "leave", "rematch", "say", "hand-over", "invite", "fill",
]  # fmt: skip
HintStage = Literal["look", "choice", "why", "check"]


# Bodies of requests


class PlayerName(BaseModel):
    name: str = Field("", max_length=200, description="what others see")


class SeatRequest(BaseModel):
    who: Literal["me", "here", "friend", "computer"] = Field(description="`here`: another person at this screen")
    name: str = Field("", max_length=200)
    level: int = Field(3, ge=1, le=8, description="of a computer")
    nonce: str = Field(
        "", max_length=32, description="of `me` and `here`, for the dice: 32 hexadecimal digits; needs a `commitment`"
    )


class NewTable(BaseModel):
    game: str = Field(max_length=40)
    options: dict[str, Value] = Field(default_factory=dict, max_length=20)
    seats: list[SeatRequest] = Field(max_length=8)
    position: str | None = Field(None, max_length=20_000, description="a diagram to begin with")
    commitment: str | None = Field(None, max_length=64, description="to the dice, as `/api/dice` told it before")
    duplicate: bool = Field(
        False, description="a match of two: `rematch` after this game is its second leg, with sides changed, same dice"
    )
    key: str | None = Field(
        None, min_length=16, max_length=64, description="your name for this request: asking twice opens one table"
    )

    @field_validator("options", mode="before")
    @classmethod
    def is_plain(cls, options: object) -> object:
        """What is wrong is repeated in the refusal, and halves of characters cannot even be sent."""
        texts = [*options, *options.values()] if isinstance(options, dict) else []
        if any(isinstance(text, str) and (len(text) > 40 or not text.isascii()) for text in texts):
            raise ValueError("names and values of options are short and plain")
        return options


class JoinRequest(BaseModel):
    invite: str = Field(max_length=100, description="the last part of `invite_url`")
    seat: int | None = Field(None, ge=0, le=7)
    name: str = Field("", max_length=200)
    nonce: str = Field("", max_length=32, description="for the dice: 32 hexadecimal digits of your own making")


class CommandMessage(BaseModel):
    """Something to do at a table."""

    # An unknown command is refused with a sentence that says which there are; so any text is taken.
    do: str = Field(max_length=40, json_schema_extra={"enum": [*get_args(CommandName)]})
    id: str | None = Field(None, max_length=64, description="your name for this request: twice is harmless")
    seat: int | None = Field(None, ge=0, le=7, description="for which of your seats; if you do not say, the one to act")
    text: str = Field(
        "",
        max_length=2_000,
        description="of `choose`: the event; of `say`: the words; of `fill` and `hand-over`: the computer's level;"
        " of `rematch`: `swap` to change sides, `level N` for computers of another level;"
        " of `hint`: `look`, `choice`, `why`, or `check` and an event",
    )
    at: int | None = Field(None, description="the number of the last entry you have seen; refused if it is too old")


# Answers


class Problem(TypedDict):
    """Every refusal."""

    error: Annotated[str, means("why, in a sentence")]


class Game(TypedDict):
    name: str
    title: str
    line: Annotated[str, means("what it is about, in a sentence")]
    seats: Annotated[list[int], means("the possible numbers of players")]
    minutes: int
    author: str
    publisher: str
    year: int
    edition: Annotated[int, means("of the rules, as records say it")]


class Option(TypedDict):
    name: str
    text: str
    values: Annotated[list[Value], means("all that are allowed; none where any whole number is")]
    texts: Annotated[dict[str, str], means("each value in words")]
    default: Annotated[Value | None, means("`null`: it depends on other options")]
    whole: Annotated[bool, means("whether it is a whole number")]


class GameWithOptions(Game):
    options: list[Option]
    ready: Annotated[bool, means("whether all of it is compiled; it can be played before")]


class NewPlayer(TypedDict):
    player: str
    token: Annotated[str, means("to send with every request; whoever has it is that player")]


class Me(TypedDict):
    player: str
    name: str


class MyTable(TypedDict):
    id: str
    game: str
    status: Phase
    my_turn: bool
    moves: Annotated[int, means("events of the game that stand")]
    changed: Annotated[int, means("milliseconds since 1970")]


class OpenedTable(TypedDict):
    id: str
    url: str
    invite_url: Annotated[str | None, means("a path for those who are to take the free seats")]


class JoinedTable(TypedDict):
    id: str
    url: str
    seats: Annotated[list[int], means("yours")]


@final
class EntryAdded(TypedDict):
    number: Annotated[int, means("of the entry that did it, which is on disk")]


@final
class RematchOpened(TypedDict):
    table: Annotated[str, means("the new table; who asks second gets the same")]


class Sentence(TypedDict):
    sentence: str


class KeptRecord(TypedDict):
    id: str
    url: str
    events: int


# A table


class Hint(TypedDict):
    """What a hint tells. An entry that allows hints, by agreement, has none."""

    stage: Annotated[HintStage, means("`check`: a warning before a choice that gives away much")]
    event: Annotated[str | None, means("the choice that is advised, or warned of; `null` at the stage `look`")]
    glow: Annotated[list[str], means("what to look at on the picture; of a check, what the expected reply touches")]
    words: Annotated[list[str], means("what is said, a sentence each")]


class Entry(TypedDict):
    """One thing that happened at a table."""

    number: Annotated[int, means("counts from 0, without holes")]
    at: Annotated[int, means("milliseconds since 1970")]
    kind: Annotated[EntryKind, means("`choice` and `chance` are events of the game; `undo` takes some of them back")]
    seat: Annotated[int | None, means("whose it is; `null`: nobody's, as a draw of chance")]
    text: Annotated[
        str,
        means(
            "of `choice` and `chance`: the event, as in records; of `say`: the words; of `sit`: the name;"
            " of `ask`, `answer` and `end`: what; of `rematch`: the new table; of `hint`: its stage, or `allowed`;"
            " of `reveal`: the secret of the dice."
            " What players must remember is not in it before the game is over"
        ),
    ]
    sentence: Annotated[str, means("all of it in words")]
    aloud: NotRequired[Annotated[str, means("to be said now and not kept: what `sentence` leaves to memory")]]
    position: Annotated[int, means("how many events of the game stand after it")]
    by_me: Annotated[bool, means("whether you did it")]
    hint: NotRequired[Annotated[Hint, means("of kind `hint`")]]


class Seat(TypedDict):
    seat: int
    label: Annotated[str, means("what the game calls it, as a colour")]
    colours: Annotated[list[str], means("that it plays, by the names of their CSS variables")]
    team: Annotated[int | None, means("the side it plays for; `null`: its own")]
    name: Annotated[str, means("of who sits there; may be empty")]
    kind: SeatKind
    level: Annotated[int | None, means("of a computer")]
    me: Annotated[bool, means("whether you act for it")]
    here: Annotated[bool, means("whether its player looks at the table now")]
    score: Annotated[int | None, means("where the game counts points")]
    result: Annotated[float | None, means("when it is over; the most is best")]


class PendingRequest(TypedDict):
    """Something that the others must agree to."""

    kind: RequestKind
    seat: Annotated[int, means("who asks")]
    sentence: str
    mine: Annotated[bool, means("whether you are to answer, by `yes` or `no`")]
    asked_by_me: Annotated[bool, means("then `no` takes it back")]


class Dice(TypedDict):
    """The dice of a table, whose draws can be checked: see `fair-dice.md`."""

    commitment: Annotated[str, means("the SHA-256 of their secret")]
    nonces: Annotated[list[str | None], means("what each seat adds; `null`: nothing")]
    secret: Annotated[str | None, means("revealed when the game is over")]
    draws: Annotated[int, means("how many there were")]


class View(TypedDict):
    """How a table stands for one person."""

    number: Annotated[int, means("of the last entry")]
    position: Annotated[int, means("how many events of the game stand")]
    status: Annotated[str, means("whose turn it is, or how it ended, in words")]
    topic: Annotated[str, means("the section of the guide that fits the moment, by its anchor")]
    phase: Phase
    over: bool
    actors: Annotated[list[int], means("the seats that are to act")]
    mine: Annotated[list[int], means("those of them that you act for")]
    clicks: Annotated[
        dict[str, dict[str, list[str]]],
        means("for each of `mine`: every legal event text, and what is touched for it on the picture"),
    ]
    seats: list[Seat]
    can: Annotated[list[Ability], means("what you may do besides choosing")]
    request: Annotated[PendingRequest | None, means("what somebody has asked for and the others have not agreed to")]
    thinking: Annotated[list[int], means("seats whose computer thinks")]
    last: Annotated[Entry | None, means("the last event of the game, or what took it back")]
    side: Annotated[int | None, means("from which seat you look")]
    rolled: Annotated[bool, means("whether the last event was chance")]
    rematch: Annotated[str | None, means("the next table of the same people")]
    ending: Annotated[Ending | None, means("when it is over")]
    invite_url: Annotated[str | None, means("while seats are free, for those who sit there")]
    dice: Annotated[Dice | None, means("where chance plays; `null` also at tables of older versions")]
    day: Annotated[str | None, means("whose daily game it is, as 2026-11-18: its dice are revealed after it")]
    match: Annotated[Match | None, means("if it is a leg of a duplicate match")]


class TableView(View):
    """What a program asks for at any time."""

    id: str
    game: str
    options: dict[str, Value]
    choices: Annotated[dict[str, list[str]], means("for each of `mine`: every event text that is legal now")]
    svg: NotRequired[Annotated[str, means("the picture, with `draw`")]]


class LiveView(View):
    """What the live channel sends after a change."""

    svg: str
    final: Annotated[bool, means("false: a position on the way, where nothing can be chosen")]


class Redraw(View):
    """The same, for who asked for `parts`: joined by line breaks they are the picture."""

    parts: Annotated[list[str | list[int]], means("new ones, and ranges `[from, to]` of those of the picture before")]
    final: bool


# The live channel: what the server sends


class You(TypedDict):
    seats: Annotated[list[int], means("those that you act for")]


class Welcome(TypedDict):
    last: Annotated[int, means("the number of the table's last entry; −1: there is none")]
    you: You
    fresh: Annotated[bool, means("true: the number you said is not known here; forget all, every entry comes again")]


class WelcomeMessage(TypedDict):
    """The answer to `hello`. Entries follow, from the one after `seen` on."""

    welcome: Welcome


class EntryMessage(TypedDict):
    """Something happened."""

    entry: Entry


class ViewMessage(TypedDict):
    """How it stands now; only with `draw`."""

    view: LiveView


class RedrawMessage(TypedDict):
    """How it stands now; only with `draw` and `parts`."""

    redraw: Redraw


class HereMessage(TypedDict):
    """The seats whose player looks at the table, when that changed."""

    here: list[int]


class ThinkingMessage(TypedDict):
    """The seats whose computer thinks, when that changed."""

    thinking: list[int]


class WarmingMessage(TypedDict):
    """How much of the computers' search is compiled, on a new machine, when that changed."""

    warming: Annotated[int | None, means("percent; `null`: all of it")]


class AckMessage(TypedDict):
    """A command is done."""

    ack: Annotated[str | None, means("the command's `id`")]
    number: Annotated[int, means("of the entry that did it, which is on disk")]


class RematchAckMessage(TypedDict):
    """The answer to `rematch`."""

    ack: Annotated[str | None, means("the command's `id`")]
    table: Annotated[str, means("the new table; who asks second gets the same")]


class RefusedMessage(TypedDict):
    """A command is not done."""

    refused: Annotated[str | None, means("the command's `id`; `null` where the message was not understood")]
    why: Annotated[str, means("a sentence")]


class PongMessage(TypedDict):
    """The answer to `ping`, with what came with it."""

    pong: JsonValue


class GoneMessage(TypedDict):
    """There is no such table, in a sentence; the channel closes."""

    gone: str


class LaterMessage(TypedDict):
    """The server cannot serve anybody just now; the channel closes with code 1013. Come back in a moment, and send
    again under the same `id` what was not acknowledged."""

    later: Annotated[str, means("a sentence")]


Presence = HereMessage | ThinkingMessage | WarmingMessage
Answer = AckMessage | RematchAckMessage | RefusedMessage | PongMessage
Telling = EntryMessage | ViewMessage | RedrawMessage
ServerMessage = WelcomeMessage | Telling | Presence | Answer | GoneMessage | LaterMessage


# The live channel: what a client sends


class Hello(TypedDict):
    seen: NotRequired[Annotated[int, means("the last number you saw; −1, or left out: none")]]
    draw: NotRequired[Annotated[bool, means("whether you want views")]]
    parts: NotRequired[Annotated[bool, means("whether you put pictures together from parts: less is sent")]]
    lang: NotRequired[Annotated[str, means("the language of sentences, as `en`")]]
    seat: NotRequired[Annotated[int | None, means("from which seat to look; your own if you do not say")]]
    wide: NotRequired[Annotated[bool, means("whether the picture is for a wide place")]]


class HelloMessage(TypedDict):
    """The first message, and any time again: where you stand, and how you want to see the table."""

    hello: Hello


class PingMessage(TypedDict):
    """Asks whether the line still works, with anything."""

    ping: JsonValue


ClientMessage = HelloMessage | PingMessage | CommandMessage


# What a page gives its script


class Share(TypedDict):
    """The beginning of a link that is given to others, and how far it reaches."""

    origin: str
    reach: Reach
    command: Annotated[str | None, means("how to open a closed server, for who started it")]


class PluralRow(TypedDict):
    """Numbers that take one form; the first row that fits counts, and the last form where none does."""

    modulo: NotRequired[Annotated[float, means("only what remains is looked at")]]
    least: float
    most: float
    form: int


class Speech(TypedDict):
    """What a script needs to speak."""

    lang: str
    words: Annotated[dict[str, str], means("sentences by key")]
    plural: list[PluralRow]
