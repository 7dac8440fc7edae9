"""Which sentences the sources ask for. A key that is made at run time is a pattern with a hole: ``event.{}``.

A key reaches its catalog in a call such as ``CATALOG("play.over")``, often by way of a function that passes it on:
``refuse("seats")`` asks for ``refusal.seats``. Such functions are found, and their calls count. What stays a hole can
only be filled with words that are written somewhere in the same sources.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path

from jinja2 import Environment, nodes

HOLE = "\0"
PARAMETER = re.compile("\1(\\w+)\1")  # a hole that the caller of a function fills
Function = ast.FunctionDef | ast.AsyncFunctionDef
BY_NAME = 20  # places before the parameters that can only be given by name


@dataclass
class Asked:
    """What is asked of a catalog, and the words that can fill a hole."""

    texts: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=lambda: {"true", "false"})

    @property
    def patterns(self) -> set[str]:
        return {text for text in self.texts if HOLE in text}

    def uses(self, key: str) -> bool:
        return key in self.texts or any(self._makes(pattern, key) for pattern in self.patterns)

    def _makes(self, pattern: str, key: str) -> bool:
        holes = holes_of(pattern, key)
        return bool(holes) and all(self._knows(hole, pattern) for hole in holes)

    def _knows(self, hole: str, pattern: str) -> bool:
        """A word, a number, several words with dots between them, or a word and an ending such as ``-any``."""
        if pattern == HOLE:
            return hole in self.words
        stems = (hole.removesuffix(word) for word in self.words if word.startswith("-"))
        return any(stem.isdigit() or set(stem.split(".")) <= self.words for stem in (hole, *stems))


def holes_of(pattern: str, key: str) -> tuple[str, ...]:
    """What stands in the holes of a pattern if it makes this key."""
    found = re.fullmatch("(.+)".join(map(re.escape, pattern.split(HOLE))), key)
    return found.groups() if found else ()


# Python


@dataclass(frozen=True)
class Module:
    package: str  # ``web``, ``games/drivis``
    tree: ast.Module
    imported: dict[str, str]  # name -> the package it comes from
    functions: dict[str, Function]

    def means(self, called: ast.AST, package: str) -> bool:
        """Whether what is called here is something of that package."""
        first = called
        while isinstance(first, ast.Attribute):
            first = first.value
        name = first.id if isinstance(first, ast.Name) else ""
        return self.imported.get(name, self.package) == package


@cache
def modules(root: Path) -> list[Module]:
    files = [path for path in sorted(root.rglob("*.py")) if "tests" not in path.parts]
    return [_module(path, path.relative_to(root).with_suffix("").parts) for path in files]


def _module(path: Path, place: tuple[str, ...]) -> Module:
    tree = ast.parse(path.read_text("utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    origin = {each.asname or each.name: _package(_origin(node, place)) for node in imports for each in node.names}
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, Function)}
    return Module(_package(place), tree, origin, functions)


def _origin(node: ast.ImportFrom, place: tuple[str, ...]) -> tuple[str, ...]:
    inside = tuple((node.module or "").split("."))
    return (*place[: len(place) - node.level], *inside) if node.level else inside[1:]


def _package(place: tuple[str, ...]) -> str:
    return "/".join(place[: 2 if place[:1] == ("games",) else 1])


@dataclass(frozen=True)
class Sayer:
    """A function that makes a key of one of its parameters."""

    pattern: str
    parameter: str = ""
    place: int = 0

    def given(self, call: ast.Call) -> ast.expr | None:
        named = {each.arg: each.value for each in call.keywords}
        return call.args[self.place] if self.place < len(call.args) else named.get(self.parameter)


Sayers = dict[str, set[Sayer]]


def asked_in_python(root: Path, package: str) -> Asked:
    """What all modules ask of the catalog of one package."""
    is_game = package.startswith("games/") or package == "skeleton"
    sayers: Sayers = defaultdict(set, {"catalog" if is_game else "CATALOG": {Sayer(HOLE)}})
    near = [each for each in modules(root) if package in (each.package, *each.imported.values())]
    known = 0
    while known < (known := sum(map(len, sayers.values()))):
        for module in near:
            _find_sayers(module, package, sayers)
    asked = Asked()
    for module in near:
        found = {text for text, _, _ in _texts_asked(module, package, sayers) if not PARAMETER.search(text)}
        asked.texts |= found
        asked.words |= _words(module.tree) if found or module.package == package else set()
    return asked


def _find_sayers(module: Module, package: str, sayers: Sayers) -> None:
    if module.package == package:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Assign) and ast.unparse(node.value) == "GAME.catalog":
                sayers[ast.unparse(node.targets[0])].add(Sayer(HOLE))
    for text, name, function in list(_texts_asked(module, package, sayers)):
        for parameter in set(PARAMETER.findall(text)) & set(_parameters(function)):
            place = _parameters(function).index(parameter)
            sayers[name].add(Sayer(PARAMETER.sub(HOLE, text), parameter, place))


def _texts_asked(module: Module, package: str, sayers: Sayers) -> Iterator[tuple[str, str, Function | None]]:
    """Each text with the name and the function within which it is asked for."""
    for call, name, function in _calls(module.tree):
        if module.means(call.func, package):
            for sayer in list(sayers.get(_name(call.func), ())):
                given = sayer.given(call)
                for text in _texts(given, function, module) if given else ():
                    yield sayer.pattern.replace(HOLE, text), name, function


def _calls(
    node: ast.AST, name: str = "", function: Function | None = None
) -> Iterator[tuple[ast.Call, str, Function | None]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield child, name, function
        if isinstance(child, ast.ClassDef):
            yield from _calls(child, child.name)
        elif isinstance(child, Function):
            yield from _calls(child, name if child.name == "__init__" else child.name, child)
        else:
            yield from _calls(child, name, function)


def _name(called: ast.AST) -> str:
    """``say`` for ``terminal.say``; but saying something of a catalog is calling the catalog."""
    if isinstance(called, ast.Attribute):
        inner = _name(called.value)
        return inner if called.attr == "say" and inner in ("CATALOG", "catalog") else called.attr
    return called.id if isinstance(called, ast.Name) else ""


def _parameters(function: Function | None) -> list[str]:
    if function is None:
        return []
    places = [arg.arg for arg in (*function.args.posonlyargs, *function.args.args) if arg.arg != "self"]
    return [*places, *[""] * BY_NAME, *(arg.arg for arg in function.args.kwonlyargs)]


def _texts(node: ast.AST, function: Function | None, module: Module) -> set[str]:
    """What an expression can be, as far as its function and those that it calls tell."""

    def joined(parts: list[ast.expr]) -> set[str]:
        return {"".join(each) for each in product(*(_texts(part, function, module) for part in parts))}

    match node:
        case ast.Constant(value=str() | int() as value):
            return {str(value)}
        case ast.FormattedValue(value=inner):
            return _texts(inner, function, module)
        case ast.JoinedStr(values=parts):
            return joined(parts)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return joined([left, right])
        case ast.IfExp(body=one, orelse=other):
            return _texts(one, function, module) | _texts(other, function, module)
        case ast.Subscript(value=ast.Dict(values=values)):
            return _any(values, function, module)
        case ast.Call(func=ast.Name(id=name)) if name in module.functions and name != getattr(function, "name", ""):
            return _returned(module.functions[name], module)
        case ast.Name(id=name):
            return _named(name, function, module)
    return {HOLE}


def _any(values: Iterable[ast.AST], function: Function | None, module: Module) -> set[str]:
    return set().union(*(_texts(value, function, module) for value in values))


def _returned(function: Function, module: Module) -> set[str]:
    returns = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value]
    return {PARAMETER.sub(HOLE, text) for text in _any(returns, function, module)}


def _named(name: str, function: Function | None, module: Module) -> set[str]:
    """What a name of a function stands for: a parameter, or what it is made to be."""
    found = {f"\1{name}\1"} if name in _parameters(function) else set()
    for node in ast.walk(function) if function else ():
        if isinstance(node, ast.Assign) and [name] == [ast.unparse(target) for target in node.targets]:
            found |= {HOLE} if name in _names(node.value) else _texts(node.value, function, module)
        elif isinstance(node, ast.For | ast.comprehension) and name in _names(node.target):
            found |= _any(_strings(node.iter), function, module) or {HOLE}
    return found or {HOLE}


def _strings(node: ast.AST) -> Iterator[ast.AST]:
    """The strings that are written within an expression."""
    if isinstance(node, ast.JoinedStr | ast.Constant):
        yield node
    else:
        yield from (each for child in ast.iter_child_nodes(node) for each in _strings(child))


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _words(tree: ast.Module) -> set[str]:
    """All strings and numbers, options of the command line without their dashes, and letters that stand together."""
    constants = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    words = {str(value).removeprefix("--") for value in constants if isinstance(value, str | int)}
    letters = {letter for word in words if word.isupper() and " " not in word for letter in word}
    return words | {word.removeprefix("-") for word in words if len(word) == 2} | letters


# Templates and scripts


def asked_in_templates(folder: Path) -> tuple[Asked, Asked]:
    """What templates say themselves, and what they leave to scripts (``data-say``)."""
    said, left = Asked(), Asked()
    for path in sorted(folder.glob("*.html")):
        source = path.read_text("utf-8")
        tree = Environment().parse(source)
        for call in tree.find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "say":
                said.texts |= _template_texts(call.args[0])
        keys = re.findall(r'data-say(?:-label)?="([^"]+)"', source)
        left.texts |= {re.sub(r"\{\{.*?\}\}", HOLE, key) for key in keys}
        left.words |= {str(node.value) for node in tree.find_all(nodes.Const)}
    return said, left


def _template_texts(node: nodes.Node | None) -> set[str]:
    match node:
        case nodes.Const(value=value):
            return {str(value)}
        case nodes.CondExpr(expr1=one, expr2=other):
            return _template_texts(one) | _template_texts(other)
        case nodes.Concat(nodes=parts):
            return {"".join(each) for each in product(*map(_template_texts, parts))}
    return {HOLE}


def asked_in_scripts(folder: Path) -> Asked:
    """What page scripts say. They are not parsed: strings within the brackets of ``say(…)`` are keys."""
    asked = Asked()
    for path in sorted(folder.glob("*.js")):
        source = path.read_text("utf-8")
        asked.words |= set(re.findall(r'"([\w.-]+)"', source))
        for given in re.findall(r"\bsay\(((?:\$\{[^}]*\}|[^(){}])*)", source):
            key = re.split(r",\s*$|,\s*\{", given)[0]
            texts = re.findall(r'"([\w.-]+)"|`([^`]+)`', key)
            asked.texts |= {re.sub(r"\$\{[^}]*\}", HOLE, plain or made) for plain, made in texts} or {HOLE}
    return asked
