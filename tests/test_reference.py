"""The reference of the Python interface (``docs/api``): its examples give what they say, and every name has one."""

from __future__ import annotations

import doctest
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt

ROOT = Path(__file__).parents[1]
REFERENCE = "\n".join(page.read_text("utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
DESCRIBED = re.findall(r"^\.\. auto\w+:: ([\w.]+)", REFERENCE, re.MULTILINE)


def home(name: str) -> str:
    """The module in which something that the reference describes is written. Nothing is imported: that takes long."""
    _, *parts = name.split(".")
    homes = lt._HOMES | {"games": lt._HOMES["load"]}
    parts = [*homes.get(parts[0], parts[0]).split("."), *parts[1:]]
    while not source(parts).exists():
        parts.pop()
    return ".".join(parts)


def source(parts: list[str]) -> Path:
    return (ROOT / "src" / "ludotheque" / Path(*parts)).with_suffix(".py")


HOMES = sorted({"__init__", *map(home, DESCRIBED)})
MODULES = [home for home in HOMES if ">>>" in source(home.split(".")).read_text("utf-8")]


def marked(module: str) -> Any:
    """What research needs is compiled on its first use."""
    return pytest.param(module, marks=pytest.mark.slow if module.startswith("research") else ())


@cache
def examples_in_docstrings(module: str) -> list[doctest.DocTest]:
    return doctest.DocTestFinder().find(
        import_module(f"ludotheque.{module}".removesuffix(".__init__")), extraglobs={"lt": lt}
    )


@cache
def examples_in_pages() -> dict[str, doctest.DocTest]:
    """The blocks of each page that show a session in Python, one after the other."""
    found = {}
    for page in sorted((*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))):
        name, text = str(page.relative_to(ROOT)), page.read_text("utf-8")
        if blocks := re.findall(r"^```pycon\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            found[name] = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, None, None)
    return found


def run(examples: doctest.DocTest) -> None:
    try:
        doctest.DebugRunner(optionflags=doctest.ELLIPSIS).run(examples)
    except doctest.DocTestFailure as wrong:
        asked, want = wrong.example.source.strip(), wrong.example.want
        pytest.fail(f"{examples.name}: {asked}\nexpected {want}got      {wrong.got}")
    except doctest.UnexpectedException as wrong:
        pytest.fail(f"{examples.name}: {wrong.example.source.strip()} raised {wrong.exc_info[1]!r}")


@pytest.mark.parametrize("module", [*map(marked, MODULES)])
def test_examples_in_docstrings_hold(module: str) -> None:
    for examples in examples_in_docstrings(module):
        run(examples)


@pytest.mark.parametrize("page", [*examples_in_pages()])
def test_examples_in_pages_hold(page: str) -> None:
    run(examples_in_pages()[page])


@cache
def shown() -> str:
    """All code of all examples."""
    sessions = [*examples_in_pages().values(), *(one for module in MODULES for one in examples_in_docstrings(module))]
    return "\n".join(example.source for session in sessions for example in session.examples)


def test_every_name_has_an_example() -> None:
    own = {name for name in lt.__all__ if ">>>" in (getattr(lt, name).__doc__ or "")}
    missing = [name for name in lt.__all__ if name not in own and not re.search(rf"\blt\.{name}\b", shown())]
    assert not missing, "write one into its docstring or into docs/api"


def test_every_member_has_an_example() -> None:
    classes = [kind for name in lt.__all__ if isinstance(kind := getattr(lt, name), type)]
    members = {f"{kind.__name__}.{name}": name for kind in classes for name in vars(kind) if not name.startswith("_")}
    missing = [member for member, name in members.items() if not re.search(rf"\.{name}\b", shown())]
    assert not missing, "write one into its docstring or into docs/api"
