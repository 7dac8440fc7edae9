"""What can go wrong, said in the reader's language.

Every error carries a :class:`~ludotheque.core.i18n.Sentence`; ``str(error)`` is its English text and
``error.text("fr")`` its French one.
"""

from __future__ import annotations

from .i18n import LIBRARY, Sentence
from .texts import CATALOG


class GameError(ValueError):
    """A request that the library refuses. Nothing has changed.

    >>> lt.load("drivis").new(start="round")
    Traceback (most recent call last):
    ludotheque.core.errors.GameError: Option “start” takes one of: ring, triples, not “round”.
    """

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def text(self, lang: str) -> str:
        """What went wrong, in that language."""
        return self.sentence.text(lang)

    def __str__(self) -> str:
        return self.text(LIBRARY)


class UnknownGame(GameError, KeyError):
    """There is no game of that name; also a KeyError.

    >>> lt.load("chess")
    Traceback (most recent call last):
    ludotheque.core.errors.UnknownGame: There is no game called “chess”. The games are: ...
    """


class IllegalEvent(GameError):
    """An event that the rules do not allow here and now.

    >>> lt.load("drivis").new().play("c8-h8")
    Traceback (most recent call last):
    ludotheque.core.errors.IllegalEvent: A plate slides as far as it can: the one on c8 stops on d8, not on h8.
    """


class RecordError(GameError):
    """A record that is damaged or illegal; ``line`` says where (1 is the first line).

    >>> lt.Record.parse("ludo 1\\ngame drivis\\nedition 1\\n\\n0 a6-a7\\n")
    Traceback (most recent call last):
    ludotheque.core.errors.RecordError: Line 5: The plate on a6 cannot move in that direction.
    """

    def __init__(self, sentence: Sentence, line: int) -> None:
        super().__init__(CATALOG("record.at-line", line=line, reason=sentence))
        self.line = line
        self.reason = sentence
        # Pickling an exception calls its class with ``args``.
        self.args = (sentence, line)


class VerifyError(GameError):
    """Draws that cannot be checked, or do not fit what was committed to; see :func:`ludotheque.verify`.

    >>> lt.verify(lt.load("derive").new().record)
    Traceback (most recent call last):
    ludotheque.core.errors.VerifyError: This record has no committed dice: nothing in it tells how its draws came about.
    """
