"""A position of a game. States never change: playing an event gives a new one that remembers where it came from."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from .errors import GameError, IllegalEvent
from .options import Value, sides
from .texts import CATALOG

if TYPE_CHECKING:
    from ..scene.scene import Scene
    from .game import Game
    from .record import Record

CHANCE = -1
T = TypeVar("T")


class Random(Protocol):
    """Any generator with ``randrange``, such as ``random.Random``."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to ``stop`` − 1, all of them equally likely."""


def random_below(rng: Random | np.random.Generator, stop: int) -> int:
    """A whole number from 0 to ``stop`` − 1. Both kinds of generators reject what would make some more likely."""
    return int(rng.integers(stop)) if isinstance(rng, np.random.Generator) else rng.randrange(stop)


class State:
    """One position of ``game``, with its ``options`` and the players' ``names``. It never changes.

    ``state.play(text)`` gives the next one; ``state.previous`` is the one before.

    >>> state = lt.load("drivis").new()
    >>> after = state.play("c8-d8")
    >>> after.last, after.previous == state
    ((0, 'c8-d8'), True)
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Value],
        names: tuple[str, ...],
        data: np.ndarray[Any, np.dtype[Any]],
        *,
        past: tuple[State, int, str] | None = None,
        origin: str | None = None,
    ) -> None:
        self.game = game
        self.options = MappingProxyType(dict(options)) if past is None else options
        self.names = names
        self.origin = origin
        self._data = data
        self._past = past
        self.ply: int = past[0].ply + 1 if past else 0  # events played since the first state that is known

    # Who is to act

    @cached_property
    def _acting(self) -> int:
        return int(self.game.ask.actors(self._data))

    @cached_property
    def actors(self) -> tuple[int, ...]:
        """The seats that may choose now; empty when chance is to act or the game is over."""
        if self._acting == CHANCE:
            return ()
        return tuple(seat for seat in range(self.seats) if self._acting >> seat & 1)

    @property
    def seats(self) -> int:
        """How many seats there are; they are numbered from 0."""
        return len(self.names)

    @property
    def sides(self) -> int:
        """How many play against one another: partners are one."""
        return sides(self.seats, self.options)

    @property
    def chance(self) -> bool:
        """Whether a draw of chance is due."""
        return self._acting == CHANCE

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._acting == 0

    # What may happen

    def choices(self, seat: int | None = None) -> list[str]:
        """The texts of the events open to a seat, sorted; the only actor if no seat is named."""
        if self.chance or self.over:
            return []
        seat = self._choose_seat(seat)
        write = self.game.display.notation.write
        return sorted(write(self, seat, action) for action in self.legal(seat))

    def legal(self, seat: int) -> list[int]:
        """The action codes open to a seat, in the order of the rules; none if it may not choose."""
        if seat not in self.actors:
            return []
        codes = np.empty(self.game.num_actions, np.int32)
        n = self.game.ask.legal(self._data, seat, codes)
        return codes[:n].tolist()  # type: ignore[no-any-return]

    def outcomes(self) -> dict[str, int]:
        """Text -> integer weight of every possible draw; empty unless chance is to act."""
        if not self.chance:
            return {}
        write = self.game.display.notation.write
        return {write(self, CHANCE, i): w for i, w in enumerate(self._weights()) if w > 0}

    def _weights(self) -> list[int]:
        weights = np.zeros(self.game.num_outcomes, np.int32)
        n = self.game.ask.weights(self._data, weights)
        return weights[:n].tolist()  # type: ignore[no-any-return]

    # Playing

    def play(self, text: str, seat: int | None = None) -> State:
        """The state after an event; an IllegalEvent says why it cannot be, and this state is as before."""
        if not self.over:
            seat = CHANCE if self.chance and seat is None else self._choose_seat(seat)
            action = self._understand(text, seat)
            after = None if action is None else self._step(seat, action)
            if after is not None:
                return State(self.game, self.options, self.names, after, past=(self, seat, text))
        raise self._refusal(text, seat)

    def draw(self, rng: Random | np.random.Generator | None = None) -> State:
        """Plays one random outcome; from the system's secure generator unless another is given.

        That may be a ``random.Random``, NumPy's ``default_rng(seed)`` or anything with ``randrange``. The chances are
        exactly those of the weights.

        >>> dice = lt.load("derive").new()
        >>> dice.outcomes(), dice.draw(np.random.default_rng(1)).last
        ({'first=0': 1, 'first=1': 1}, (-1, 'first=0'))
        """
        return self.play(self.random_outcome(rng))

    def random_outcome(self, rng: Random | np.random.Generator | None = None) -> str:
        """The text of what :meth:`draw` would play."""
        outcomes = self.outcomes()
        if not outcomes:
            raise IllegalEvent(CATALOG("play.over" if self.over else "play.not-chance"))
        at = random_below(rng or random.SystemRandom(), sum(outcomes.values()))
        ends = accumulate(outcomes.values())
        return next(text for text, end in zip(outcomes, ends, strict=True) if at < end)

    def action(self, text: str, seat: int | None = None) -> int:
        """The action code of a legal event text."""
        seat = CHANCE if self.chance else self._choose_seat(seat)
        action = self._understand(text, seat)
        if action is None or self._step(seat, action) is None:
            raise self._refusal(text, seat)
        return action

    def _understand(self, text: str, seat: int) -> int | None:
        """The action that this text and no other stands for, legal or not."""
        if not isinstance(text, str) or len(text) > 100 or not text.isascii():
            return None
        notation = self.game.display.notation
        action = notation.parse(self, seat, text)
        if action is None or not 0 <= action < self.game.num_codes:
            return None
        return action if notation.write(self, seat, action) == text else None

    def _step(self, seat: int, action: int) -> np.ndarray[Any, np.dtype[Any]] | None:
        after = np.empty(1, self._data.dtype)
        codes = np.empty(self.game.num_codes, np.int32)
        return after if self.game.ask.step(self._data, after, seat, action, codes) else None

    def chooser(self, seat: int | None = None) -> int:
        """The seat that is to choose: this one, or the only actor; an IllegalEvent says why nobody is meant."""
        if self.over:
            raise IllegalEvent(CATALOG("play.over"))
        return self._choose_seat(seat)

    def _choose_seat(self, seat: int | None) -> int:
        """The seat that is meant, if it may act."""
        if self.chance:
            if seat != CHANCE:
                raise IllegalEvent(CATALOG("play.chance"))
            return CHANCE
        if seat is None:
            return self._only_actor()
        if isinstance(seat, bool) or seat not in range(self.seats):
            seats = ", ".join(map(str, range(self.seats)))
            raise IllegalEvent(CATALOG("play.no-seat", seat=str(seat)[:20], seats=seats))
        if seat not in self.actors:
            raise IllegalEvent(CATALOG("play.not-your-turn", seat=seat, seats=self._name_actors()))
        return int(seat)

    def _only_actor(self) -> int:
        if len(self.actors) != 1:
            raise IllegalEvent(CATALOG("play.which-seat", seats=self._name_actors()))
        return self.actors[0]

    def _name_actors(self) -> str:
        return ", ".join(map(str, self.actors))

    def _refusal(self, text: str, seat: int | None) -> GameError:
        """Why an event was refused, in a sentence."""
        if self.over:
            return IllegalEvent(CATALOG("play.over"))
        shown = str(text)[:40]
        if seat == CHANCE:
            return IllegalEvent(CATALOG("play.not-an-outcome", text=shown))
        assert seat is not None
        notation, sentences = self.game.display.notation, self.game.display.sentences
        if not isinstance(text, str) or (action := notation.parse(self, seat, text[:100])) is None:
            return IllegalEvent(CATALOG("play.not-understood", text=shown, example=self.choices(seat)[0]))
        return IllegalEvent(sentences.refusal(self, seat, action, text) or CATALOG("play.not-legal", text=shown))

    # How it ends

    @cached_property
    def result(self) -> tuple[float, ...] | None:
        """One number a seat, or None while the game runs."""
        return tuple(self._values(self.game.ask.result)) if self.over else None

    @cached_property
    def scores(self) -> tuple[int, ...] | None:
        """The points of each seat, also while the game runs, or None in a game without points."""
        return tuple(map(int, self._values(self.game.ask.scores))) if self.game.has_scores else None

    def _values(self, verb: Callable[..., None]) -> list[float]:
        values = np.zeros(self.seats, np.float64)
        verb(self._data, values)
        return [value + 0.0 for value in values.tolist()]

    # What was before

    @property
    def previous(self) -> State | None:
        """The state before the last event; None for the first one."""
        return self._past[0] if self._past else None

    @property
    def last(self) -> tuple[int, str] | None:
        """Seat (−1 for chance) and text of the event that led here."""
        return self._past[1:] if self._past else None

    @property
    def record(self) -> Record:
        """Game, options, seat names and all events so far."""
        from .record import Record

        return Record.of(self)

    def named(self, names: tuple[str, ...]) -> State:
        """The same state with other names, for pictures and sentences of a table where names come and go."""
        other = object.__new__(State)
        other.__dict__.update(self.__dict__)
        other.names = self.game.check_names(self.seats, names)
        return other

    def with_array(self, array: np.ndarray[Any, np.dtype[Any]]) -> State:
        """Another position in the place of this one: with the same past, for pieces that are known by where they were.

        The array is taken as it is: it must be what the rules or ``game.read`` made.

        >>> after = lt.load("drivis").new().play("c8-d8")
        >>> after.with_array(after.array.copy()).last
        (0, 'c8-d8')
        """
        return State(self.game, self.options, self.names, array, past=self._past, origin=self.origin)

    def seen_from(self, present: State | None) -> State:
        """The same state, looked at again while the game stands at ``present``; None: when the game is over.

        A game of memory shows less of it then.

        >>> before = lt.load("riviere").new()
        >>> after = before.play("=R")
        >>> before.describe("=R"), before.seen_from(after).describe("=R")
        ('The tile on a1 is red.', 'A tile comes to light on a1.')
        >>> before.seen_from(after).present is after, before.present is before
        (True, True)
        """
        if present is self:
            return self
        other = object.__new__(State)
        other.__dict__.update(self.__dict__, _present=present)
        return other

    @property
    def present(self) -> State | None:
        """Where the game stands while this state is looked at: usually here. None when the game is over."""
        present: State | None = self.__dict__.get("_present", self)
        return present

    def history(self) -> list[State]:
        """All states from the first one to this one."""
        states = [self]
        while (previous := states[-1].previous) is not None:
            states.append(previous)
        return states[::-1]

    def fold(self, name: str, start: Callable[[State], T], step: Callable[[T, State, State], T]) -> T:
        """Follows something that is not part of the position along the history, such as which piece is which.

        ``start(first state)`` begins, ``step(value, before, after)`` goes on; values are kept with the states.
        """
        key = f"_fold_{name}"
        pending: list[State] = []
        state: State | None = self
        while state is not None and key not in state.__dict__:
            pending.append(state)
            state = state.previous
        for todo in reversed(pending):
            before = todo.previous
            todo.__dict__[key] = start(todo) if before is None else step(before.__dict__[key], before, todo)
        return self.__dict__[key]  # type: ignore[no-any-return]

    # For people

    def describe(self, text: str, lang: str = "en", seat: int | None = None) -> str:
        """The event ``text``, about to be played here, as a sentence."""
        seat = CHANCE if self.chance and seat is None else self._choose_seat(seat)
        action = self.action(text, seat)
        return self.game.display.sentences.describe(self, seat, action, text).text(lang)

    def seat_name(self, seat: int, lang: str = "en") -> str:
        """What the players call this seat, such as the colour it plays."""
        return self.game.display.sentences.seat_name(self, seat).text(lang)

    @cached_property
    def topic(self) -> str:
        """The section of the guide that fits the moment, by its id."""
        return self.game.display.sentences.topic(self)

    def status(self, lang: str = "en") -> str:
        """Whose turn it is and what is expected, or how the game ended."""
        return self.game.display.sentences.status(self).text(lang)

    def ending(self, lang: str = "en") -> str:
        """Why a game that is over has ended as it has."""
        return self.game.display.sentences.ending(self).text(lang)

    def score_parts(self, seat: int, lang: str = "en") -> list[tuple[str, int]]:
        """What the points of a seat are made of, in words and figures that add up to them."""
        return [(label.text(lang), n) for label, n in self.game.display.sentences.score_parts(self, seat)]

    def diagram(self) -> str:
        """The whole position as plain text; ``game.read`` reads it back."""
        drawn = self.game.display.diagram.diagram(self)
        return f"{drawn.plain()}\n{self.game.write_options(self.seats, self.options)}"

    def scene(self, seat: int | None = None, lang: str = "en", *, wide: bool = False) -> Scene:
        """The drawing of this position, as shapes; seen from a seat. ``wide`` is for a place wider than it is high."""
        return self.game.display.picture.scene(self, seat, lang, wide)

    def clicks(self, seat: int) -> dict[str, tuple[str, ...]]:
        """Event text -> the ids of the elements that a person touches, in order, to choose it."""
        write, clicks = self.game.display.notation.write, self.game.display.clicks.clicks
        return {write(self, seat, action): clicks(self, seat, action) for action in self.legal(seat)}

    def svg(
        self,
        seat: int | None = None,
        lang: str = "en",
        *,
        touched: tuple[str, ...] | None = None,
        wide: bool = False,
        **style: Any,
    ) -> str:
        """A picture. ``touched=()`` also shows what the seat can touch, ``("plate-3",)`` where that can go.

        ``wide`` is for a place wider than it is high. ``style`` is passed on to
        :meth:`ludotheque.scene.scene.Scene.svg`: theme, coordinates, last …
        """
        lit = frozenset[str]() if touched is None else self._next_targets(seat, touched)
        return self.scene(seat, lang, wide=wide).svg(lit=lit, chosen=touched or (), **style)

    def png(
        self,
        seat: int | None = None,
        lang: str = "en",
        *,
        touched: tuple[str, ...] | None = None,
        wide: bool = False,
        **style: Any,
    ) -> bytes:
        """The same picture as PNG: ``width`` in pixels (800), ``theme`` light or dark, and the rest of :meth:`svg`."""
        lit = frozenset[str]() if touched is None else self._next_targets(seat, touched)
        return self.scene(seat, lang, wide=wide).png(lit=lit, chosen=touched or (), **style)

    def _next_targets(self, seat: int | None, touched: tuple[str, ...]) -> frozenset[str]:
        seats = self.actors if seat is None else (seat,)
        paths = [path for actor in seats for path in self.clicks(actor).values()]
        n = len(touched)
        return frozenset(path[n] for path in paths if path[:n] == touched and len(path) > n)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<State of {self.game.name}\n{self.diagram()}>"

    # Value semantics

    @property
    def array(self) -> np.ndarray[Any, np.dtype[Any]]:
        """The position as an array of one record, for calling compiled rules. Never change it."""
        return self._data

    @cached_property
    def fields(self) -> Any:  # what every game knows as its own Position
        """The fields of the position by name, as Python numbers and read-only arrays: ``state.fields.turn``."""
        names = self._data.dtype.names
        assert names is not None
        return SimpleNamespace(**dict(zip(names, map(_plain, self._data[0].item()), strict=True)))

    def memo(self, name: str, make: Callable[[State], T]) -> T:
        """Something that follows from this position, computed once."""
        key = f"_memo_{name}"
        if key not in self.__dict__:
            self.__dict__[key] = make(self)
        return self.__dict__[key]  # type: ignore[no-any-return]

    def __bytes__(self) -> bytes:
        return self._data.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game.name == other.game.name and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash((self.game.name, bytes(self)))

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Any, ...]]:
        """A long history as a flat list, because pickle would follow links recursively."""
        first = self.history()[0]
        return _restore, (self.game, dict(self.options), self.names, first.origin, bytes(first), self.record.events)


def _plain(value: Any) -> Any:
    """Python numbers wrap and overflow nowhere; arrays are copied, so that nobody can change the position."""
    if not isinstance(value, np.ndarray):
        return value
    copy = value.copy()
    copy.flags.writeable = False
    return copy


def _restore(
    game: Game,
    options: Mapping[str, Value],
    names: tuple[str, ...],
    origin: str | None,
    first: bytes,
    events: tuple[tuple[int, str], ...],
) -> State:
    state = State(game, options, names, np.frombuffer(bytearray(first), game.rules.LAYOUT), origin=origin)
    for seat, text in events:
        state = state.play(text, seat)
    return state
