"""Languages and their sentences, found in the files ``text.<language>.toml`` that stand beside the code.

Who translates adds such a file to each folder that has some, and nothing else. The languages are those of this folder,
whose files also say what each is like: its name, plurals, numbers and typography.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
LANGUAGES = tuple(sorted(path.name.split(".")[1] for path in HERE.glob("text.*.toml")))
LIBRARY = "en"  # what the library itself speaks, and where a translation is not finished
PLACE = re.compile(r"\{([a-z_]+)(?::([^{}]*))?\}")
# What typography leaves alone: code, where links lead, addresses.
VERBATIM = r"```.*?```|`[^`]*`|\]\([^)]*\)|\w+://\S+"


@dataclass(frozen=True)
class Language:
    """What a language needs besides sentences: the table ``language`` of its file in this folder."""

    name: str  # as its speakers call it
    locale: str  # as chats want it: fr_FR
    thousands: str
    decimal: str
    plural: list[dict[str, float]]
    typography: list[tuple[str, str]]

    def form(self, number: float) -> int:
        """Which of the forms of ``{n:plate|plates}`` a number takes; -1 is the last. ``say.js`` does the same."""
        for row in self.plural:
            looked_at = abs(number) % row["modulo"] if "modulo" in row else number
            if row["least"] <= looked_at <= row["most"]:
                return int(row["form"])
        return -1

    def typeset(self, text: str) -> str:
        """A text as it is shown: with the blanks at which no line may break."""
        for rule, blank in self._rules:
            text = rule.sub(partial(_blank, blank), text)
        return text

    @cached_property
    def _rules(self) -> list[tuple[re.Pattern[str], str]]:
        return [(re.compile(f"(?P<verbatim>{VERBATIM})|{rule}", re.DOTALL), blank) for rule, blank in self.typography]


def _blank(blank: str, found: re.Match[str]) -> str:
    return found["verbatim"] or blank


@cache
def language(lang: str) -> Language:
    if lang not in LANGUAGES:
        raise ValueError(f"no language {lang!r}: choose one of {', '.join(LANGUAGES)}")
    return Language(**_read(HERE, lang)["language"])


def meant(tag: str) -> str | None:
    """The language of ours that a tag such as ``fr-CA`` or ``en_GB.UTF-8`` means."""
    wanted = re.split(r"[.@]", tag.strip().replace("_", "-"))[0].lower()
    alike = [lang for lang in LANGUAGES if lang.split("-")[0].lower() == wanted.split("-")[0]]
    return next((lang for lang in alike if lang.lower() == wanted), alike[0] if alike else None)


def _read(folder: Path, lang: str) -> dict[str, Any]:
    path = folder / f"text.{lang}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


@dataclass(frozen=True)
class Sentence:
    """A sentence that has not chosen its language yet."""

    catalog: Catalog
    key: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def text(self, lang: str) -> str:
        return self.catalog.say(self.key, lang, **self.params)

    def __str__(self) -> str:
        return self.text(LIBRARY)


class Catalog:
    """The sentences of a folder, in every language. Calling it with a key makes a :class:`Sentence`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._messages: dict[str, dict[str, str]] = {}

    def __call__(self, key: str, /, **params: Any) -> Sentence:
        return Sentence(self, key, params)

    def __contains__(self, key: str) -> bool:
        return key in self.messages(LIBRARY)

    def messages(self, lang: str) -> dict[str, str]:
        """Key -> sentence with its placeholders. What a language does not say yet is said in English."""
        if lang not in self._messages:
            shown, texts = language(lang).typeset, _read(self.folder, lang).items()
            own = {key: shown(text) for key, text in texts if isinstance(text, str)}
            self._messages[lang] = own if lang == LIBRARY else self.messages(LIBRARY) | own
        return self._messages[lang]

    def say(self, key: str, lang: str, /, **params: Any) -> str:
        messages = self.messages(lang)
        if key not in messages:
            raise LookupError(f"{self.folder} has no sentence {key!r}")
        return fill(messages[key], params, lang)

    def __reduce__(self) -> tuple[type[Catalog], tuple[Path]]:
        return Catalog, (self.folder,)


def fill(pattern: str, params: Mapping[str, Any], lang: str) -> str:
    """A sentence with what stands in its places; ``say.js`` does the same."""
    return "".join([text if name is None else _filled(params[name], text, lang) for name, text in _parts(pattern)])


@lru_cache(maxsize=4096)
def _parts(pattern: str) -> tuple[tuple[str | None, str], ...]:
    """A sentence taken apart, once: plain text without a name, or the name and the form of what is filled in."""
    parts: list[tuple[str | None, str]] = []
    end = 0
    for place in PLACE.finditer(pattern):
        parts += [(None, pattern[end : place.start()]), (place[1], place[2] or "")]
        end = place.end()
    return (*parts, (None, pattern[end:]))


def _filled(value: Any, form: str, lang: str) -> str:
    """A nested Sentence speaks the same language; ``{side:capital}`` can begin a sentence, and ``{n:plate|plates}``
    takes one of its forms."""
    if isinstance(value, Sentence):
        value = value.text(lang)
    if form == "capital":
        return str(value)[:1].upper() + str(value)[1:]
    if "|" in form:
        return form.split("|")[language(lang).form(value)]
    if form:
        raise ValueError(f"no form {form!r} of what is filled in")
    return str(value)
