"""The site of the documents: it is made without a warning, all its links hold, and it asks nobody for anything."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import ludotheque as lt

ROOT = Path(__file__).parents[1]
# What a browser fetches by itself when it shows a page. A link is only followed by people.
FETCHED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}


@dataclass
class Page(HTMLParser):
    """What is of interest in a page of HTML."""

    path: Path
    lang: str | None = None
    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids.add(given.get("id", ""))
        if tag == "html":
            self.lang = given.get("lang")
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if FETCHED.get(tag) in given:
            self.fetched.append(given[FETCHED[tag]])


@pytest.mark.long
def test_the_site(tmp_path: Path) -> None:
    """Made as ``make site`` makes it, then looked at; one test, because making it takes some seconds."""
    (words,) = re.findall(r"python -m (sphinx .*)", (ROOT / "Makefile").read_text("utf-8"))
    command = [sys.executable, "-m", *words.replace("build/", f"{tmp_path}/").split()]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    pages = {path: Page(path) for path in sorted((tmp_path / "site").rglob("*.html"))}
    assert broken_links(pages) == []
    assert fetched_from_elsewhere(pages) == []
    assert undescribed(pages) == []
    assert missing_pages(tmp_path / "site") == []
    assert {page.lang for path, page in pages.items() if ".fr." in path.name} == {"fr"}


def broken_links(pages: dict[Path, Page]) -> list[str]:
    return [
        f"{path.name}: {link}" for path, page in pages.items() for link in page.links if is_broken(link, path, pages)
    ]


def is_broken(link: str, path: Path, pages: dict[Path, Page]) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return False
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        return True
    return bool(parts.fragment) and target in pages and unquote(parts.fragment) not in pages[target].ids


def fetched_from_elsewhere(pages: dict[Path, Page]) -> list[str]:
    """What pages and style sheets load from other hosts, or from nowhere."""
    found = []
    for path, page in pages.items():
        local = [address for address in page.fetched if not address.startswith("data:")]
        found += [f"{path.name}: {address}" for address in local if urlsplit(address).netloc]
        found += [f"{path.name}: {address}" for address in local if is_broken(address, path, pages)]
    for sheet in next(iter(pages)).parents[0].rglob("*.css"):
        found += re.findall(r"(?:url\(|@import)\s*['\"]?((?:https?:)?//[^'\")]+)", sheet.read_text("utf-8"))
    return found


def undescribed(pages: dict[Path, Page]) -> list[str]:
    """Public names, and public members of public classes, that no page describes."""
    described = set().union(*(page.ids for page in pages.values()))
    names = set(lt.__all__)
    for name in lt.__all__:
        thing = getattr(lt, name)
        if isinstance(thing, type):
            names |= {f"{name}.{member}" for member in vars(thing) if not member.startswith("_")}
    return sorted(name for name in names if f"ludotheque.{name}" not in described)


def missing_pages(site: Path) -> list[str]:
    """Every document has a page; those outside docs/ under another name."""
    there = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    return sorted(str(path) for path in there if not (site / path).exists())
