"""What the documents name exists: links and anchors, files, commands and their options, modules, names of the code."""

from __future__ import annotations

import argparse
import re
import tomllib
from collections.abc import Callable, Iterable
from functools import cache, reduce
from pathlib import Path
from typing import Any

from documents import ROOT, Document, code, documents, folders, tracked

import ludotheque as lt

ENDINGS = r".+\.(cff|css|db|html|ini|ipynb|js|json|ludo|md|npy|py|service|sh|sql|svg|toml|txt|yaml|yml)"
# Files that are not part of the project: what a reader writes, and what is made where it is needed.
MADE = {"bot.py", "ludotheque/compiled", "ludotheque.db", "games/ludotheque.db"}
# Names of other libraries, of programs and of the web.
FOREIGN = {"FORWARDED_ALLOW_IPS", "HttpOnly", "SameSite", "process_resident_memory_bytes"}
FOREIGN_OPTIONS = {"--compile-bytecode"}
FOREIGN_HEADS = {"np", "pyspiel", "gymnasium"}  # before a dot
EXAMPLES = {"s", "GAME"}  # a state and a game in pieces of rules


def false(claims: Callable[[Document], Iterable[str]], holds: Callable[[str], bool]) -> list[str]:
    """The claims of this kind that do not hold, with the document; there must be some claims at all."""
    made = [(document.name, claim) for document in documents() for claim in claims(document)]
    assert made
    return [f"{name}: {claim}" for name, claim in made if not holds(claim)]


# Links and files


def test_links_lead_to_files_and_anchors() -> None:
    wrong = [f"{one.name}: {link}" for one in documents() for link in one.links if not leads_somewhere(link, one)]
    assert wrong == []


def leads_somewhere(link: str, document: Document) -> bool:
    if re.match(r"\w+:", link):
        return True  # another host, which is not asked
    path, _, anchor = link.partition("#")
    target = (document.path.parent / path).resolve() if path else document.path
    name = str(target.relative_to(ROOT))
    is_there = name in tracked() or name in folders()
    return is_there and (not anchor or anchor in Document(name).anchors)


def test_files_that_are_named_exist() -> None:
    assert false(lambda document: filter(is_path, document.spans), exists) == []


def is_path(span: str) -> bool:
    """Something with a slash inside, or with a known ending. What begins with a slash is an address on a server."""
    has_shape = re.fullmatch(r"[\w.<*-][\w.<>*/-]*", span) and not re.fullmatch(r"[\d./]+", span)
    return bool(has_shape and ("/" in span or re.fullmatch(ENDINGS, span)))


def exists(path: str) -> bool:
    """Here or below any folder: ``core/cache.py`` is in ``src/ludotheque``."""
    if path in MADE or any(path.startswith(line) for line in ignored()):
        return True
    parts = re.split(r"(<\w*>|\*+)", path.rstrip("/"))
    end = "".join("[^/]*" if part[:1] in ("<", "*") else re.escape(part) for part in parts)
    wanted = re.compile(rf"(?:.*/)?{end}")
    return any(map(wanted.fullmatch, (*tracked(), *folders())))


@cache
def ignored() -> list[str]:
    return (ROOT / ".gitignore").read_text("utf-8").splitlines()


# Commands


def starting(*words: str) -> Callable[[Document], list[str]]:
    return lambda document: [command for command in document.commands if command.startswith(words)]


def test_targets_of_make_exist() -> None:
    assert false(starting("make "), is_target) == []


def is_target(command: str) -> bool:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    return command.split()[1] in targets


@cache
def subcommands() -> dict[str, set[str]]:
    """The commands of ``ludotheque`` and the options that each of them takes."""
    from ludotheque.terminal.arguments import build

    parser = build("en")
    (found,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    flags = {name: set(one._option_string_actions) for name, one in found.choices.items()}
    return flags | {"": set(parser._option_string_actions)}


def test_commands_of_ours_exist() -> None:
    assert false(starting("ludotheque "), is_command) == []


def is_command(text: str) -> bool:
    _, first, *rest = text.split()
    own = "" if first.startswith("-") else first
    options = [word for word in (first, *rest) if re.match(r"--?[a-z]", word)]
    return own in subcommands() and all(option in subcommands()[own] for option in options)


def test_options_that_are_named_exist() -> None:
    known = set().union(*subcommands().values()) | FOREIGN_OPTIONS
    assert false(lambda document: re.findall(r"--[a-z-]+", " ".join(bare_options(document))), known.__contains__) == []


def bare_options(document: Document) -> list[str]:
    return [span for span in document.spans if span.startswith("--")]


def test_modules_that_are_run_exist() -> None:
    assert false(starting("python -m "), is_module) == []


def is_module(text: str) -> bool:
    """``python -m bench search``: the module, and in its source the options and small words after it."""
    _, _, module, *words = text.split()
    path = (ROOT / "src" if module.startswith("ludotheque") else ROOT) / module.replace(".", "/")
    source = path / "__main__.py" if path.is_dir() else path.with_suffix(".py")
    known = source.read_text("utf-8") if source.exists() else ""
    return bool(known) and all(
        f'"{word}"' in known or is_thing(word)
        for word in words
        if word != "--help" and re.fullmatch(r"--\w+|[a-z]{3,}", word)
    )


def is_thing(word: str) -> bool:
    """What a command may be about: a game, or a folder of ours."""
    return word in lt.games() or (ROOT / word).is_dir()


def test_files_in_commands_exist() -> None:
    assert false(files_in_commands, exists) == []


def files_in_commands(document: Document) -> list[str]:
    commands = [command for command in document.commands if re.match(r"(pytest|python) (?!-m)", command)]
    return [word for command in commands for word in command.split()[1:] if is_path(word)]


def test_extras_exist() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert false(extras_of, extras.__contains__) == []


def extras_of(document: Document) -> list[str]:
    return re.findall(r"ludotheque\[(\w+)\]", "\n".join(document.spans))


# Names of the code


def test_dotted_names_exist() -> None:
    assert false(dotted, is_defined) == []


def dotted(document: Document) -> list[str]:
    spans = [span for span in document.spans if not is_path(span)]
    names = [match[0] for span in spans if (match := re.match(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", span))]
    return [name for name in names if name.partition(".")[0] not in FOREIGN_HEADS | EXAMPLES]


def is_defined(name: str) -> bool:
    """An attribute of the library, of a state or of a game; or what a module or class of ours has."""
    head, *rest = name.split(".")
    game = lt.load(lt.games()[0])
    known: dict[str, Any] = {"lt": lt, "ludotheque": lt, "state": game.new(), "game": game}
    if head in known:
        return is_importable(name) or has(known[head], rest)
    return any(re.search(rf"\b{rest[0]}\b", source) for source in sources_of(head))


def has(thing: Any, names: list[str]) -> bool:
    try:
        reduce(getattr, names, thing)
    except AttributeError:
        return False
    return True


def is_importable(name: str) -> bool:
    path = f"src/{name.replace('.', '/')}"
    return path in folders() or f"{path}.py" in tracked()


@cache
def sources() -> dict[str, str]:
    return {path: (ROOT / path).read_text("utf-8") for path in tracked() if path.endswith((".py", ".js"))}


@cache
def sources_of(head: str) -> list[str]:
    """The texts of our modules of that name, also of a folder; or of those with a class of that name."""
    named = [text for path, text in sources().items() if head in (Path(path).stem, Path(path).parent.name)]
    return named or [text for text in sources().values() if re.search(rf"^class {head}\b", text, re.MULTILINE)]


def test_names_of_the_code_exist() -> None:
    known = set(re.findall(r"\w+", f"{code()} {' '.join(tracked())}")) | FOREIGN
    assert false(names, known.__contains__) == []


def names(document: Document) -> list[str]:
    """Words that can only be names in code: with an underscore, or with a capital inside."""
    spans = [span for span in document.spans if not is_path(span)]
    words = re.findall(r"(?<![\w-])[A-Za-z]\w+\b(?!\*)", "\n".join(spans))
    return [word for word in words if re.search(r"\w_\w|[a-z][A-Z]", word)]


def test_python_in_the_documents_compiles() -> None:
    for document in documents():
        for block in document.blocks("python"):
            compile(block, document.name, "exec")


def test_what_is_wrong_is_seen() -> None:
    """Each of the questions above can be answered with no."""
    readme = Document("README.md")
    assert not leads_somewhere("docs/nothing.md", readme)
    assert not leads_somewhere("docs/security.md#nothing", readme)
    assert leads_somewhere("docs/security.md#behind-a-proxy", readme)
    assert exists("core/cache.py") and exists("games/<g>/tests") and not exists("core/nothing.py")
    assert not is_target("make nothing") and not is_module("python -m bench nothing")
    assert not is_command("ludotheque nothing") and not is_command("ludotheque serve --nothing")
    assert is_defined("state.play") and not is_defined("state.nothing") and not is_defined("nothing.nothing")
