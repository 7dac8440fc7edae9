"""A game's guide as HTML: text with anchors, and its positions as pictures that are drawn when they come into sight."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace
from functools import cache
from threading import Lock
from typing import Any

from markdown_it import MarkdownIt

from ..core.guide import BLOCK, Diagram, parts
from ..core.registry import load
from .listings import box
from .render import TEMPLATES, sayer, version
from .texts import CATALOG

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
HEADING = re.compile(r"<h([23])>(?P<title>.*?)(?:\s*\{#(?P<id>[a-z][a-z0-9-]*)\})?</h\1>")
TITLE = re.compile(r"\A\s*<h1>.*?</h1>")
CAPTION = re.compile(r"\A\s*<p><em>(.*?)</em></p>", re.DOTALL)
TAG = re.compile(r"<[^>]+>")

_drawing = Lock()  # the first drawing of a game may compile its rules: once is enough
_drawn: dict[tuple[str, str], list[Diagram]] = {}


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it; what stands before the first heading has neither anchor nor title.
    ``parts`` are dictionaries: ``{"html"}``, or ``{"picture", "label", "caption"}`` for the k-th position."""

    anchor: str
    title: str
    parts: list[dict[str, Any]] = field(default_factory=list)


def guide(name: str, lang: str) -> list[Section]:
    """The guide for a page. Positions that were drawn before have a label that says what they show."""
    labels = [part.state.scene(None, lang).label for part in _drawn.get((name, lang), [])]

    def labelled(part: dict[str, Any]) -> dict[str, Any]:
        return part | {"label": labels[part["picture"]] if labels else ""} if "picture" in part else part

    return [replace(each, parts=[labelled(part) for part in each.parts]) for each in _sections(name, lang)]


@cache
def panel(name: str, lang: str, theme: str) -> str:
    """The guide as HTML without a page around it, to be read beside a board. All positions have their labels."""
    _diagrams(name, lang)
    given = {"game": box(name, lang), "guide": guide(name, lang), "theme": theme, "version": version()}
    return TEMPLATES.get_template("guide_panel.html").render(given, lang=lang, say=sayer(lang))


@cache
def _sections(name: str, lang: str) -> list[Section]:
    """The Markdown between the positions, cut where they stand and before each heading; this loads no rules."""
    sections = [Section("", "")]
    for at, piece in enumerate(_cut(load(name).guide_with_ids(lang))):
        html = _scrolling(TITLE.sub("", MARKDOWN.render(piece)), lang)
        if at:
            caption = CAPTION.match(html)
            sections[-1].parts.append({"picture": at - 1, "caption": caption[1] if caption else ""})
            html = html[caption.end() :] if caption else html
        _add_text(html, sections)
    return sections


def _add_text(html: str, sections: list[Section]) -> None:
    """The template writes the headings of sections, the smaller ones stay in the text."""
    for piece in re.split(r"(?=<h2>)", html):
        heading = HEADING.match(piece)
        if heading and heading[1] == "2":
            sections.append(Section(_anchor(heading), heading["title"]))
            piece = piece[heading.end() :]
        if piece.strip():
            sections[-1].parts.append({"html": HEADING.sub(_smaller, piece)})


def _smaller(heading: re.Match[str]) -> str:
    """In a page the guide is one level deeper."""
    return f'<h4 id="{_anchor(heading)}">{heading["title"]}</h4>'


def _scrolling(html: str, lang: str) -> str:
    """Wide tables scroll by themselves, by keyboard too."""
    label = CATALOG.say("game.table", lang)
    frame = f'<div class="scroll" role="group" tabindex="0" aria-label="{label}"><table>'
    return html.replace("<table>", frame).replace("</table>", "</table></div>")


def _cut(text: str) -> list[str]:
    ends = [(block.start(), block.end()) for block in BLOCK.finditer(text)]
    starts = [0, *(end for _, end in ends)]
    return [text[start:end] for start, end in zip(starts, [*(start for start, _ in ends), len(text)], strict=True)]


def _anchor(heading: re.Match[str]) -> str:
    """Its id, or else its words: the headings of a new game may have none yet."""
    plain = unicodedata.normalize("NFKD", TAG.sub("", heading["title"])).encode("ascii", "ignore").decode().lower()
    return heading["id"] or "-".join(re.findall(r"[a-z0-9]+", plain))


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
