"""Studies: a record with variations and comments (``.ludo``, format 2).

The header is that of a record, with ``ludo 2`` in its first line. Below the empty line stand the events of the main
line, and among them:

- ``# words`` below an event: a comment on the position after it; above the first event, on the first position;
- ``(``, lines and ``)`` below an event and its comment: a variation, which is played instead of that event. There may
  be several, and variations within variations.

A study without either is a record, and is written as one. Who reads records only refuses format 2 with a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from .errors import GameError
from .record import FORMAT, Event, Reader, Record, write_event
from .state import State
from .texts import CATALOG

STUDY_FORMAT = "2"
MOST_COMMENT = 2_000  # characters
OPENS, CLOSES, REMARK = "(", ")", "#"


@dataclass(frozen=True)
class Node:
    """One event of a study, with the number of the node that it follows; the first node is the start and has none."""

    parent: int = -1
    seat: int = -1
    text: str = ""
    comment: str = ""


@dataclass(frozen=True)
class Study:
    """A game and what else was tried in it. Of the nodes that follow one, the first belongs to the main line.

    ``record`` is the main line; ``nodes`` are all events, in the order in which they are written.

    >>> game = lt.load("drivis").new().play("c8-d8")
    >>> study = lt.Study.make(game.record, [lt.Node(), lt.Node(0, 0, "c8-d8", "Calm."), lt.Node(0, 0, "a6-a5")])
    >>> lt.Study.parse(str(study)) == study, study.record == game.record
    (True, True)
    """

    record: Record
    nodes: tuple[Node, ...]

    @classmethod
    def of(cls, record: Record) -> Study:
        """A record as a study without variations."""
        played = (Node(number, seat, text) for number, (seat, text) in enumerate(record.events))
        return cls(record, (Node(), *played))

    @classmethod
    def make(cls, record: Record, nodes: Sequence[Node]) -> Study:
        """A study that begins as this record does; a GameError says what the rules or the format refuse.

        The nodes may come in any order in which what follows comes later. Of the record only its start counts.
        """
        _check_order(nodes)
        drawn = cls(record, tuple(nodes))
        ordered = drawn._in_written_order()
        states = played(record.first(), ordered)
        for node in ordered:
            _check_comment(node.comment)
        last = states[cls(record, ordered).main[-1]]
        return cls(replace(record, events=Record.of(last).events, result=last.result), ordered)

    @classmethod
    def parse(cls, text: str) -> Study:
        """Reads and checks a study, or a record; a RecordError gives the line and the reason."""
        reader = _StudyReader(text)
        record = reader.record()
        return cls(record, tuple(reader.nodes))

    @property
    def has_more(self) -> bool:
        """Whether it has variations or comments, which a record has not."""
        return len(self.nodes) > len(self.main) or any(node.comment for node in self.nodes)

    @cached_property
    def children(self) -> list[list[int]]:
        """The numbers of the nodes that follow each one, that of the main line first."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for number, node in enumerate(self.nodes[1:], 1):
            found[node.parent].append(number)
        return found

    @cached_property
    def main(self) -> list[int]:
        """The numbers of the main line, from the start on."""
        line = [0]
        while self.children[line[-1]]:
            line.append(self.children[line[-1]][0])
        return line

    def states(self) -> list[State]:
        """The position after each node, that of the start first."""
        return played(self.record.first(), self.nodes)

    # Writing

    def __str__(self) -> str:
        if not self.has_more:
            return str(self.record)
        header = str(replace(self.record, events=())).replace(f"ludo {FORMAT}\n", f"ludo {STUDY_FORMAT}\n", 1)
        return header + "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield from _remarks(self.nodes[0].comment)
        for token in self._tokens():
            if isinstance(token, str):
                yield token
            else:
                node = self.nodes[token]
                yield write_event(node.seat, node.text)
                yield from _remarks(node.comment)

    def _tokens(self) -> Iterator[int | str]:
        """Numbers of nodes and brackets, as they are written. Without recursion: a game is longer than a stack."""
        waiting: list[tuple[str, int]] = [("after", 0)]
        while waiting:
            what, number = waiting.pop()
            if what == "after" and self.children[number]:
                first, *others = self.children[number]
                waiting.append(("after", first))
                for other in reversed(others):
                    waiting += [(CLOSES, 0), ("after", other), ("event", other), (OPENS, 0)]
                waiting.append(("event", first))
            elif what != "after":
                yield number if what == "event" else what

    def _in_written_order(self) -> tuple[Node, ...]:
        order = [0, *(token for token in self._tokens() if isinstance(token, int))]
        place = {number: at for at, number in enumerate(order)}
        nodes = (self.nodes[number] for number in order)
        return tuple(replace(node, parent=place.get(node.parent, -1)) for node in nodes)


def played(first: State, nodes: Sequence[Node]) -> list[State]:
    """The position after each of these nodes."""
    states = [first]
    for node in nodes[1:]:
        states.append(states[node.parent].play(node.text, node.seat))
    return states


def _check_order(nodes: Sequence[Node]) -> None:
    events: set[tuple[int, Event]] = set()
    for number, node in enumerate(nodes):
        if (not 0 <= node.parent < number) if number else node != Node(comment=node.comment):
            raise GameError(CATALOG("study.order", number=number))
        if number and (node.parent, (node.seat, node.text)) in events:
            raise GameError(CATALOG("study.twice", text=node.text[:40]))
        events.add((node.parent, (node.seat, node.text)))
    if not nodes:
        raise GameError(CATALOG("study.order", number=0))


def _check_comment(comment: str) -> None:
    lines = comment.split("\n")
    if len(comment) > MOST_COMMENT:
        raise GameError(CATALOG("study.long-comment", most=MOST_COMMENT))
    if comment.strip() != comment or not all(line.isprintable() and line == line.rstrip() for line in lines):
        raise GameError(CATALOG("study.comment"))


def _remarks(comment: str) -> list[str]:
    return [f"{REMARK} {line}".rstrip() for line in comment.split("\n")] if comment else []


class _StudyReader(Reader):
    """Reads a record, and in format 2 also variations and comments."""

    formats = (FORMAT, STUDY_FORMAT)

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.nodes = [Node()]
        self.states: list[State] = []
        self.at = 0  # the node that was read last on this line
        self.open: list[int] = []  # the nodes that the variations around here are instead of
        self.tried: set[tuple[int, Event]] = set()
        self.before = ""  # the bracket that was read last, if no event came since

    def play_events(self, state: State) -> State:
        """The last position of the main line."""
        if self.value["ludo"][1] == FORMAT:
            last = super().play_events(state)
            self.nodes += Study.of(Record.of(last)).nodes[1:]
            return last
        self.states = [state]
        for line in self.event_lines():
            self.read_line(line)
        if self.open:
            raise self.error("not-closed")
        for node in self.nodes:
            self.blame(self.line, partial(_check_comment, node.comment))
        return self.states[self.at]

    def read_line(self, line: str) -> None:
        self.check_characters(line)
        if line == OPENS:
            self.begin_variation()
        elif line == CLOSES:
            self.end_variation()
        elif line.startswith(REMARK):
            self.add_comment(line)
        else:
            self.add_event(line)

    def begin_variation(self) -> None:
        if self.at == 0 or self.before == OPENS:
            raise self.error("no-variation")
        self.open.append(self.at)
        self.at, self.before = self.nodes[self.at].parent, OPENS

    def end_variation(self) -> None:
        if not self.open or self.before == OPENS:
            raise self.error("no-bracket")
        self.at, self.before = self.open.pop(), CLOSES

    def add_comment(self, line: str) -> None:
        if self.before or (line[1:2] or " ") != " ":
            raise self.error("no-comment")
        node = self.nodes[self.at]
        comment = f"{node.comment}\n{line[2:]}" if node.comment else line[2:]
        self.blame(self.line, lambda: _check_comment(comment) if line[2:] else None)
        self.nodes[self.at] = replace(node, comment=comment)

    def add_event(self, line: str) -> None:
        after = self.play_line(self.states[self.at], line)
        assert after.last is not None
        if (self.at, after.last) in self.tried:
            raise self.error("tried-already")
        self.tried.add((self.at, after.last))
        self.nodes.append(Node(self.at, *after.last))
        self.states.append(after)
        self.at, self.before = len(self.nodes) - 1, ""
