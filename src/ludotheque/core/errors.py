"""What can go wrong, said in the reader's language.

Every error carries a :class:`~ludotheque.core.i18n.Sentence`; ``str(error)`` is its English text and
``error.text("fr")`` its French one.
"""

from __future__ import annotations

from .i18n import LIBRARY, Sentence
from .texts import CATALOG


class GameError(ValueError):
    """A request that the library refuses. Nothing has changed."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def text(self, lang: str) -> str:
        return self.sentence.text(lang)

    def __str__(self) -> str:
        return self.text(LIBRARY)


class UnknownGame(GameError, KeyError):
    """There is no game of that name."""


class IllegalEvent(GameError):
    """An event that the rules do not allow here and now."""


class RecordError(GameError):
    """A record that is damaged or illegal; ``line`` says where (1 is the first line)."""

    def __init__(self, sentence: Sentence, line: int) -> None:
        super().__init__(CATALOG("record.at-line", line=line, reason=sentence))
        self.line = line
        self.reason = sentence
        # Pickling an exception calls its class with ``args``.
        self.args = (sentence, line)
