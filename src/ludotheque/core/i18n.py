"""Sentences for people: French and English side by side in ``text.toml``, looked up by key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

LANGUAGES = ("en", "fr")


@dataclass(frozen=True)
class Sentence:
    """A sentence that has not chosen its language yet."""

    catalog: Catalog
    key: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def text(self, lang: str) -> str:
        return self.catalog.say(self.key, lang, **self.params)


class Catalog:
    """The sentences of one ``text.toml``. Calling it with a key makes a :class:`Sentence`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.messages = dict(_leaves(tomllib.loads(path.read_text("utf-8"))))

    def __call__(self, key: str, /, **params: Any) -> Sentence:
        return Sentence(self, key, params)

    def __contains__(self, key: str) -> bool:
        return key in self.messages

    def say(self, key: str, lang: str, /, **params: Any) -> str:
        if lang not in LANGUAGES:
            raise ValueError(f"no language {lang!r}: choose one of {', '.join(LANGUAGES)}")
        try:
            pattern = self.messages[key][lang]
        except KeyError:
            raise LookupError(f"{self.path} has no sentence {key!r}") from None
        return "".join([text if name is None else _filled(params[name], text, lang) for name, text in _parts(pattern)])

    def __reduce__(self) -> tuple[type[Catalog], tuple[Path]]:
        return Catalog, (self.path,)


@lru_cache(maxsize=4096)
def _parts(pattern: str) -> tuple[tuple[str | None, str], ...]:
    """A sentence taken apart, once: plain text without a name, or the name and the form of what is filled in."""
    parts: list[tuple[str | None, str]] = []
    for plain, name, form, _ in Formatter().parse(pattern):
        parts += [(None, plain)] if plain else []
        parts += [(name, form or "")] if name is not None else []
    return tuple(parts)


def _filled(value: Any, form: str, lang: str) -> str:
    """Like ``format`` with three additions: a nested Sentence speaks the same language, ``{side:capital}`` can begin a
    sentence, and ``{n:plate|plates}`` takes the singular or the plural."""
    if isinstance(value, Sentence):
        value = value.text(lang)
    if form == "capital":
        return str(value[:1].upper() + value[1:])
    if "|" in form:
        one, many = form.split("|")
        return one if is_singular(value, lang) else many
    return format(value, form)


def is_singular(number: int, lang: str) -> bool:
    """French counts nought and one as singular, English only one."""
    return abs(number) < 2 if lang == "fr" else number == 1


def _leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """A table with ``fr`` and ``en`` is a sentence; it may hold further tables."""
    if "fr" in table or "en" in table:
        yield path, {lang: table[lang] for lang in LANGUAGES}
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{path}.{key}" if path else key)
