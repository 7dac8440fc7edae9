"""What a game's folder must bring, as types: mypy compares the modules of every game with these.

A game's ``__init__.py`` loads its modules in two functions, ``load_rules`` and ``load_display``, whose return types are
these protocols; so a function with a wrong signature is found there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import numpy as np

from . import memory
from .fields import Codes, Fields, Float32Array, UInt64Array, Values
from .i18n import Sentence

if TYPE_CHECKING:
    from ..scene.scene import Scene
    from ..scene.text import TextPicture
    from .state import State

P = TypeVar("P", bound=Fields, contravariant=True)
O = TypeVar("O")  # noqa: E741 - the options of a game


class Rules(Protocol[P, O]):
    """``rules``: the only place where a rule exists. All but ``setup`` is compiled.

    Seats count from 0; as a seat, CHANCE (−1) stands for a draw.
    """

    __name__: str
    LAYOUT: np.dtype[Any]  #: ``layout(Position)``
    ACTIONS: int  #: how many action codes there are: 0 … ACTIONS − 1
    OUTCOMES: int  #: the most outcomes that a draw can have; 0 in a game without chance

    @property
    def Options(self) -> Callable[..., O]:  # noqa: N802 - a class of the module
        """A NamedTuple with the options of the game by name; ``setup`` is given one."""

    def setup(self, s: P, seats: int, options: O, /) -> None:
        """Fills a blank position with the beginning of a game."""

    def actors(self, s: P, /) -> int:
        """The bit mask of the seats that may choose now, CHANCE, or 0 when the game is over."""

    def legal(self, s: P, seat: int, out: Codes, /) -> int:
        """Writes the action codes open to a seat into ``out`` and returns how many; at least one for an actor."""

    def weights(self, s: P, out: Codes, /) -> int:
        """Writes the weight of each outcome 0 … n−1 into ``out`` and returns n; an impossible one has weight 0."""

    def apply(self, s: P, seat: int, action: int, /) -> None:
        """Plays a legal action of a seat, or of CHANCE a possible outcome."""

    def result(self, s: P, out: Values, /) -> None:
        """Writes one number a seat into ``out``; the game is over."""


class ScoringRules(Rules[P, O], Protocol[P, O]):
    """The rules of a game with points."""

    def scores(self, s: P, out: Values, /) -> None:
        """Writes the points of each seat into ``out``, at any time."""


class CountingRules(Rules[P, O], Protocol[P, O]):
    """The rules of a game that knows how many actions there are without listing them: playouts are faster then."""

    ROOM: int  #: how many words ``count_legal`` leaves for ``apply_nth``

    def count_legal(self, s: P, seat: int, room: UInt64Array, /) -> int:
        """As many as ``legal`` lists; notes in ``room``, as the game likes, what they are."""

    def apply_nth(self, s: P, seat: int, n: int, room: UInt64Array, /) -> None:
        """Plays one of them, 0 … count − 1: the same as ``apply`` does, each action once, in any order."""


class EvenRules(Rules[P, O], Protocol[P, O]):
    """The rules of a game that knows without weights that a draw is even, as of a die: playouts are faster then."""

    def even_outcomes(self, s: P, /) -> int:
        """As many as ``weights`` lists if these are all the same, else 0; chance is to act."""


class Notation(Protocol):
    """``notation.py``: events as text."""

    def write(self, state: State, seat: int, action: int, /) -> str:
        """The text of an action, or of an outcome; must not fail for any code that ``parse`` can give."""

    def parse(self, state: State, seat: int, text: str, /) -> int | None:
        """The code that a text means, legal or not; None if no event is written like that."""


class Sentences(Protocol):
    """``sentences.py``: what happens, in words."""

    def describe(self, state: State, seat: int, action: int, text: str, /) -> Sentence:
        """What a legal event, about to be played, does."""

    def status(self, state: State, /) -> Sentence:
        """Whose turn it is and what is expected, or how the game ended."""

    def refusal(self, state: State, seat: int, action: int, text: str, /) -> Sentence | None:
        """Why a well-formed event is not legal here."""

    def seat_name(self, state: State, seat: int, /) -> Sentence:
        """What the players call a seat, such as the colour it plays."""

    def topic(self, state: State, /) -> str:
        """The section of the guide that fits the moment, by the id of its heading: ``## The end {#end}``."""

    def ending(self, state: State, /) -> Sentence:
        """Why a game that is over by its own rules has ended as it has; who won is said before."""

    def score_parts(self, state: State, seat: int, /) -> Sequence[tuple[Sentence, int]]:
        """What the points of a seat are made of, in the order in which they are added up; none where there are none."""


class Diagram(Protocol):
    """``diagram.py``: positions as text."""

    def diagram(self, state: State, /) -> TextPicture:
        """The whole position in characters."""

    def read(self, s: Any, lines: Sequence[str], /) -> None:
        """Fills a position fresh from ``setup`` with what those lines show, whether it can be or not."""

    def check(self, s: Any, /) -> None:
        """Refuses, by a GameError with the reason, a position that cannot be or in which the rules cannot go on."""


class Clicks(Protocol):
    """``clicks.py``: how a person chooses on the picture."""

    def clicks(self, state: State, seat: int, action: int, /) -> tuple[str, ...]:
        """The ids that a person touches, in order; no path is the beginning of another."""


class Piece(NamedTuple):
    """Something that can be put on the board by hand: in words, and whose it is, if anybody's."""

    label: Sentence
    seat: int | None = None


class Box(NamedTuple):
    """Where something lies on the picture that is not wide."""

    x: float
    y: float
    width: float
    height: float


class Editor(Protocol):
    """``editor.py``: positions made by hand. Whether such a position can be is for ``diagram.check`` to say."""

    def pieces(self, state: State, /) -> Mapping[str, Piece]:
        """What can be put somewhere, by name."""

    def places(self, state: State, seat: int, /) -> Mapping[str, Box]:
        """Where, by name, on the picture as a seat sees it."""

    def put(self, s: Any, seat: int, place: str, piece: str, /) -> None:
        """Puts a piece there, on a seat's own sheet if it has one; without a piece takes away what lies on top.

        A GameError says why that can never be."""

    def moments(self, state: State, /) -> Mapping[str, Sentence]:
        """Who may be to act, by name."""

    def moment(self, s: Any, /) -> str:
        """Which of these it is; empty if none."""

    def begin(self, s: Any, moment: str, /) -> None:
        """It is this moment now; the game runs."""

    def pass_turn(self, s: Any, /) -> bool:
        """Gives the turn to the next seat, as if the one to choose had done nothing; False where that has no sense."""


class Picture(Protocol):
    """``picture/``: the position as a drawing."""

    OWN_SHEETS: bool  #: whether everybody plays on a sheet of their own: a picture shows the choices of one seat only

    DICE: bool  #: whether draws during the game are dice, whose faces stand behind the ``=`` of an outcome

    def seat_colours(self, state: State, seat: int, /) -> Sequence[str]:
        """The colours that a seat plays, by their names in the palette; none where all play the same."""

    def scene(self, state: State, seat: int | None, lang: str, wide: bool, /) -> Scene:
        """The drawing, seen from a seat; ``wide`` for a place that is wider than high, with the same ids."""


class Measures(Protocol):
    """``measures.py``: what lessons count."""

    @property
    def MEASURES(self) -> Mapping[str, Callable[[State, int], int]]:  # noqa: N802 - a constant of the module
        """Name -> what it is for a seat, such as how many plates it has."""


class Memory(Protocol):
    """``memory.py``, only in a game of memory: what is not to be looked up while it runs.

    Pictures and sentences ask ``state.present``: if it is another state, they are looking back. A sentence may ask no
    more than whether it is.
    """

    def is_played_from(self, state: State, /) -> bool:
        """Whether what was seen earlier is not to be looked up until the game is over."""

    def in_sight(self, state: State, /) -> State:
        """A position without a past that holds nothing but what is in sight in this one."""

    def retold(self, text: str, /) -> str:
        """The text of a draw, without what it has shown."""


class Board(NamedTuple):
    """The board of a game with its seats and options, and what is drawn on it for what learns: names of planes."""

    rows: int
    columns: int
    seat_planes: tuple[str, ...]  #: what every seat has
    table_planes: tuple[str, ...]  #: what belongs to nobody, and what the seat that looks is about to do


class Planes(Protocol[P]):
    """``planes.py``: positions as planes, for what learns. All but ``board`` is compiled.

    Together they say all that a seat to choose has to know, and none of them is the same in all positions of all seats.
    """

    def board(self, state: State, /) -> Board:
        """Rows, columns and planes; nothing but seats and options decides them."""

    def draw_seat(self, s: P, seat: int, out: Float32Array, /) -> None:
        """Writes what belongs to a seat into its planes, from 0 to 1; all is 0 before."""

    def draw_table(self, s: P, seat: int, out: Float32Array, /) -> None:
        """Writes the planes of the table, for a seat that looks."""


class Display(NamedTuple):
    """All that a game shows to people."""

    notation: Notation
    sentences: Sentences
    diagram: Diagram
    clicks: Clicks
    picture: Picture
    measures: Measures
    editor: Editor
    memory: Memory = memory
