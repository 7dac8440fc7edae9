"""A game's guide as HTML: text with anchors, and its positions as pictures that are drawn when they come into sight."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from html import escape
from threading import Lock
from typing import Any

from markdown_it import MarkdownIt

from ..core.guide import BLOCK, Diagram, parts
from ..core.registry import load
from .texts import CATALOG

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
HEADING = re.compile(r"<h([23])>(.*?)</h\1>")
TITLE = re.compile(r"\A\s*<h1>.*?</h1>")
CAPTION = re.compile(r"\A\s*<p><em>(.*?)</em></p>", re.DOTALL)
TAG = re.compile(r"<[^>]+>")

_drawing = Lock()  # the first drawing of a game may compile its rules: once is enough
_drawn: dict[tuple[str, str], list[Diagram]] = {}


@dataclass(frozen=True)
class Guide:
    """``parts`` are dictionaries: ``{"html"}``, or ``{"picture", "label", "caption"}`` for the k-th position."""

    parts: list[dict[str, Any]]
    contents: list[tuple[str, str]]  # anchor, heading


def guide(name: str, lang: str) -> Guide:
    """The guide for a page. Positions that were drawn before have a label that says what they show."""
    text_parts, contents = _texts(name, lang)
    known = _drawn.get((name, lang), [])
    labels = [part.state.scene(None, lang).label for part in known]
    pictures = [part | {"label": labels[part["picture"]] if labels else ""} for part in text_parts if "picture" in part]
    return Guide([pictures[part["picture"]] if "picture" in part else part for part in text_parts], contents)


@cache
def _texts(name: str, lang: str) -> tuple[list[dict[str, Any]], list[tuple[str, str]]]:
    """The Markdown between the positions, cut where they stand; this loads no rules."""
    pieces = _cut(load(name).guide(lang))
    found: list[dict[str, Any]] = []
    contents: list[tuple[str, str]] = []
    for at, piece in enumerate(pieces):
        html = _scrolling(TITLE.sub("", MARKDOWN.render(piece)), lang)
        if at:
            caption = CAPTION.match(html)
            found.append({"picture": at - 1, "caption": caption[1] if caption else ""})
            html = html[caption.end() :] if caption else html
        found.append({"html": HEADING.sub(lambda match: _anchored(match, contents), html)})
    return found, contents


def _scrolling(html: str, lang: str) -> str:
    """Wide tables scroll by themselves, by keyboard too."""
    label = CATALOG.say("game.table", lang)
    frame = f'<div class="scroll" role="group" tabindex="0" aria-label="{label}"><table>'
    return html.replace("<table>", frame).replace("</table>", "</table></div>")


def _cut(text: str) -> list[str]:
    ends = [(block.start(), block.end()) for block in BLOCK.finditer(text)]
    starts = [0, *(end for _, end in ends)]
    return [text[start:end] for start, end in zip(starts, [*(start for start, _ in ends), len(text)], strict=True)]


def _anchored(match: re.Match[str], contents: list[tuple[str, str]]) -> str:
    """A heading that can be linked to. In a page the guide is one level deeper."""
    level, title = int(match[1]), match[2]
    plain = unicodedata.normalize("NFKD", TAG.sub("", title)).encode("ascii", "ignore").decode().lower()
    anchor = "-".join(re.findall(r"[a-z0-9]+", plain)) or f"part-{len(contents)}"
    if level == 2:
        contents.append((anchor, TAG.sub("", title)))
    return f'<h{level + 1} id="{escape(anchor)}">{title}</h{level + 1}>'


def picture(name: str, lang: str, number: int, theme: str) -> str | None:
    """The position of that number as SVG."""
    diagrams = _diagrams(name, lang)
    return _picture(name, lang, number, theme) if 0 <= number < len(diagrams) else None


@cache
def _picture(name: str, lang: str, number: int, theme: str) -> str:
    diagram = _diagrams(name, lang)[number]
    touched = tuple(diagram.style["touched"].split(",")) if "touched" in diagram.style else None
    seat = int(diagram.style["seat"]) if "seat" in diagram.style else None
    return diagram.state.svg(seat, lang, touched=touched, theme=theme, width=420)


def _diagrams(name: str, lang: str) -> list[Diagram]:
    with _drawing:
        if (name, lang) not in _drawn:
            _drawn[name, lang] = [part for part in parts(load(name), lang) if isinstance(part, Diagram)]
    return _drawn[name, lang]
