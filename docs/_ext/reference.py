"""The reference of the Python interface, made from docstrings: public names stand under ``ludotheque`` alone.

A signature names ``ludotheque.core.state.State``, where the class is written; readers know it as ``ludotheque.State``.
"""

from __future__ import annotations

from typing import Any

from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

import ludotheque

# Readers do not make these: they come from the library, and games from their folders.
NOT_CALLED = {"ludotheque.Game", "ludotheque.State", "ludotheque.Analysis", "ludotheque.Simulation"}


def find_public(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: Any) -> Any:
    """A link to the public name of what is meant, whatever module it is written in."""
    path, _, name = str(node.get("reftarget", "")).rpartition(".")
    if name not in ludotheque.__all__ or path.split(".")[0] not in ("ludotheque", ""):
        return None
    python = env.domains.python_domain
    return python.resolve_xref(env, node["refdoc"], app.builder, "obj", f"ludotheque.{name}", node, content)


def hide_constructor(
    app: Sphinx, kind: str, name: str, thing: object, options: object, signature: str | None, returns: str | None
) -> tuple[str, None] | None:
    return ("", None) if name in NOT_CALLED else None


def describe_call(app: Sphinx, kind: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """``ludotheque.games`` is a package that can be called; as a function it is described by what a call does."""
    if name == "ludotheque.games":
        lines[:] = (type(thing).__call__.__doc__ or "").splitlines()


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("missing-reference", find_public)
    app.connect("autodoc-process-signature", hide_constructor)
    app.connect("autodoc-process-docstring", describe_call)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
