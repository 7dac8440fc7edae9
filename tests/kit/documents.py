"""The documents as data: what each of them links to, names and shows."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
PARSER = MarkdownIt("commonmark").enable("table")


@cache
def tracked() -> frozenset[str]:
    """Every file of the project, as a path from its root. What git ignores is made, not part of it."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    lines = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return frozenset(line for line in lines if (ROOT / line).is_file())


@cache
def folders() -> frozenset[str]:
    return frozenset(str(parent) for path in tracked() for parent in Path(path).parents)


@cache
def code() -> str:
    """All that is neither prose nor data: sources, pages, settings; not the test that lists foreign names."""
    data = (".svg", ".png", ".ludo", ".db", ".npy", ".npz")
    left_out = (".md", ".ipynb", *data, "tests/test_claims.py")
    files = sorted(path for path in tracked() if not path.endswith(left_out))
    return "\n".join((ROOT / path).read_text("utf-8") for path in files)


@dataclass(frozen=True)
class Document:
    """A Markdown file."""

    name: str

    @property
    def path(self) -> Path:
        return ROOT / self.name

    @cached_property
    def tokens(self) -> list[Token]:
        blocks = PARSER.parse(self.path.read_text("utf-8"))
        return [token for block in blocks for token in (block, *(block.children or ()))]

    @property
    def spans(self) -> list[str]:
        """What stands in backticks."""
        return [token.content for token in self.tokens if token.type == "code_inline"]

    @property
    def links(self) -> list[str]:
        found = [token.attrGet("href") or token.attrGet("src") for token in self.tokens]
        return [str(link) for link in found if link]

    def blocks(self, *languages: str) -> list[str]:
        """The fenced blocks of these languages; the empty one is that of blocks without a name."""
        return [t.content for t in self.tokens if t.type == "fence" and (t.info.split() or [""])[0] in languages]

    @property
    def commands(self) -> list[str]:
        """What a reader may type into a shell, in backticks or in a block, without remarks."""
        lines = [line for block in self.blocks("console", "") for line in block.splitlines()]
        typed = (re.split(r"\s{2,}|\s#", line.removeprefix("$ "))[0].strip() for line in lines)
        return [re.sub(r"^(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?", "", command) for command in (*self.spans, *typed)]

    @property
    def anchors(self) -> set[str]:
        """Where a link may lead to within the file: its headings, as every host of Markdown names them."""
        pairs = zip(self.tokens, self.tokens[1:], strict=False)
        titles = [inline.content for heading, inline in pairs if heading.type == "heading_open"]
        return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def documents() -> list[Document]:
    """All but the guides in the games' folders: docs/guides shows these."""
    return [Document(name) for name in sorted(tracked()) if name.endswith(".md") and not name.startswith("src/")]
