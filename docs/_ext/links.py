"""Links of the Markdown files lead to the right page of the site.

README, changelog and the like lie outside ``docs/`` and are included in pages of other names. Their links are written
for the place where they lie, so each is turned into one that is right where it is shown.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
# What is shown on a page of another name.
PAGES = {
    ROOT / "README.md": DOCS / "index.md",
    ROOT / "CONTRIBUTING.md": DOCS / "contributing.md",
    ROOT / "CHANGELOG.md": DOCS / "changelog.md",
    DOCS / "research.ipynb": DOCS / "notebook.md",
    DOCS / "rules": DOCS / "rules.md",
}
LINK = re.compile(r"(!?)\[((?:[^\]\[`]|`[^`]*`)*)\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)")


def moved(text: str, here: Path, page: Path) -> str:
    """The same text with the links of a file in ``here`` as they must be on a page in ``page``."""

    def link(found: re.Match[str]) -> str:
        mark, words, path, anchor = found.groups()
        target = (here / path).resolve()
        shown = PAGES.get(target, target)
        if shown.is_dir():
            return words  # a folder has no page: its name must do
        return f"{mark}[{words}]({os.path.relpath(shown, page)}{anchor or ''})"

    return LINK.sub(link, text)


def move_page(app: Sphinx, docname: str, content: list[str]) -> None:
    folder = Path(app.env.doc2path(docname)).parent
    content[0] = moved(content[0], folder, folder)


def move_included(app: Sphinx, path: Path, parent: str, content: list[str]) -> None:
    content[0] = moved(content[0], (DOCS / path).resolve().parent, DOCS)


def set_language(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    """A page in French says so: screen readers pronounce it, browsers offer no translation."""
    if page.endswith(".fr"):
        context["language"] = "fr"


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", move_page)
    app.connect("include-read", move_included, priority=600)  # after a notebook has become Markdown
    app.connect("html-page-context", set_language)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
