"""Writes what follows from ``ludotheque/web/wire.py``: the types of the pages' scripts, and the tables of ``bots.md``;
and the page that checks dice.

``make docs`` runs it; a test compares what is there with what would be written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from typing_extensions import get_original_bases

from ludotheque.web import (
    openapi,
    wire,
    wire_analysis,
    wire_dice,
    wire_editor,
    wire_ending,
    wire_lessons,
    wire_pages,
    wire_puzzles,
    wire_reports,
)
from ludotheque.web.api import router
from ludotheque.web.app import Application
from ludotheque.web.dice import page_text
from ludotheque.web.reference import messages, types

ROOT = Path(__file__).parents[1]
WEB = ROOT / "src" / "ludotheque" / "web"
TYPES = WEB / "static" / "js" / "types.d.ts"
BOTS = ROOT / "docs" / "bots.md"
CHECK = ROOT / "docs" / "check-dice.html"  # to be had from elsewhere than the server that is checked
HEAD = """/** What goes over the wire, and the named parts of the pages. Made by docs/contract.py from web/wire.py and
 * web/templates: do not edit it here. */
"""
MARKS = ("<!-- Made by docs/contract.py from web/wire.py: do not edit it here. -->\n", "<!-- Until here. -->\n")
MODULES = (
    wire,
    wire_ending,
    wire_analysis,
    wire_dice,
    wire_editor,
    wire_lessons,
    wire_pages,
    wire_puzzles,
    wire_reports,
)
SIMPLE = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
Schema = Mapping[str, Any]


def everything() -> dict[Path, str]:
    """Every file, as it should be."""
    before, _, after = re.split("|".join(MARKS), BOTS.read_text("utf-8"))
    return {TYPES: typescript(), BOTS: before + MARKS[0] + markdown() + MARKS[1] + after, CHECK: page_text()}


def declared() -> dict[str, Any]:
    """All that is declared, by name."""
    named = [(module.__name__, name, each) for module in MODULES for name, each in vars(module).items()]
    own = {name: each for module, name, each in named if getattr(each, "__module__", "") == module}
    return {name: each for name, each in own.items() if isinstance(each, type)}


def schemas() -> dict[str, Any]:
    messages = {"ServerMessage": wire.ServerMessage, "ClientMessage": wire.ClientMessage}
    return openapi.schemas_of(*declared().items(), *messages.items())


def base_of(name: str) -> str | None:
    """What one is an extension of."""
    return next((base.__name__ for base in get_original_bases(declared()[name]) if base.__name__ in declared()), None)


# Types of the scripts


def typescript() -> str:
    return HEAD + "".join(f"\n{each}\n" for each in [*interfaces(), *unions(), calls(), parts()])


def interfaces() -> Iterator[str]:
    known = schemas()
    for name in declared():
        base = base_of(name)
        inherited = known[base]["properties"] if base else {}
        fields = {field: schema for field, schema in known[name]["properties"].items() if field not in inherited}
        needed = known[name].get("required", [])
        lines = [line for field, schema in fields.items() for line in member(field, schema, field in needed)]
        about = comment(known[name].get("description", ""), "")
        yield "\n".join([*about, f"export interface {name} {f'extends {base} ' if base else ''}{{", *lines, "}"])


def member(name: str, schema: Schema, is_needed: bool) -> list[str]:
    return [*comment(schema.get("description", ""), "  "), f"  {name}{'' if is_needed else '?'}: {type_of(schema)};"]


def comment(text: str, indent: str) -> list[str]:
    return [f"{indent}/** {text} */"] if text else []


def unions() -> Iterator[str]:
    for name in ("ClientMessage", "ServerMessage"):
        yield f"export type {name} = {type_of(schemas()[name])};"


def type_of(schema: Schema) -> str:
    """A JSON schema in TypeScript."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return "unknown" if name == "JsonValue" else name
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(type_of, schema["anyOf"])))
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if schema["type"] == "array":
        return f"Array<{type_of(schema['items'])}>"
    if schema["type"] == "object":
        return f"Record<string, {type_of(schema['additionalProperties'])}>"
    return SIMPLE[schema["type"]]


def calls() -> str:
    """What each request takes and gives."""
    app = Application()
    app.include_router(router)
    lines = [
        f'  "{method.upper()} {path}": {{ body: {body_of(call)}; answer: {content_of(call["responses"]["200"])} }};'
        for path, methods in app.openapi()["paths"].items()
        for method, call in methods.items()
    ]
    return "\n".join(["export interface Calls {", *lines, "}"])


def body_of(call: Schema) -> str:
    return content_of(call["requestBody"]) if "requestBody" in call else "null"


def content_of(part: Schema) -> str:
    """JSON or a text."""
    return type_of(part["content"].get("application/json", {}).get("schema", {"type": "string"}))


def parts() -> str:
    """The elements that templates give a name, so that a script asks for none that is not there."""
    found: dict[str, set[str]] = {}
    for page in sorted((WEB / "templates").glob("*.html")):
        for tag, name in re.findall(r'<(\w+)[^>]*? data-part="([\w-]+)"', page.read_text("utf-8")):
            found.setdefault(name, set()).add(f'HTMLElementTagNameMap["{tag}"]')
    lines = [f'  "{name}": {" | ".join(sorted(tags))};' for name, tags in sorted(found.items())]
    return "\n".join(["export interface Parts {", *lines, "}"])


# Tables of bots.md


def markdown() -> str:
    api = {"components": {"schemas": schemas()}}
    sent = messages(api)
    used = [each for each in types(api) if each["name"] in BUILT_OF]
    used.sort(key=lambda each: BUILT_OF.index(each["name"]))
    return (
        f"\n### What you send\n\n{table(message_rows(sent['ClientMessage']))}"
        f"\n### What the server sends\n\n{table(message_rows(sent['ServerMessage']))}"
        f"\n### What they are made of\n\n{''.join(map(part, used))}"
    )


# In the order in which a reader meets them; TableView is what requests give.
BUILT_OF = ("Hello", "Welcome", "You", "Entry", "View", "LiveView", "TableView", "Seat", "PendingRequest")


def message_rows(shown: Iterable[Schema]) -> Iterator[str]:
    """The first field names a message; the others stand below it."""
    for each in shown:
        first, *others = each["fields"]
        about = " ".join(filter(None, (each["text"], sentence(first["text"]))))
        yield row(f"**`{first['name']}`**", first["type"], about)
        yield from map(field_row, others)


def part(shown: Schema) -> str:
    base = base_of(shown["name"])
    inherited = schemas()[base]["properties"] if base else {}
    own = [field for field in shown["fields"] if field["name"] not in inherited]
    more = f" All of a `{base}`, and:" if base else ""
    return f"**{shown['name']}** {shown['text']}{more}".rstrip() + f"\n\n{table(map(field_row, own))}\n"


def field_row(field: Schema) -> str:
    return row(f"`{field['name']}`{'' if field['required'] else ' (optional)'}", field["type"], field["text"])


def row(name: str, kind: str, text: str) -> str:
    return f"| {name} | {kind.replace(' | ', ' or ')} | {text} |\n"


def table(rows: Iterable[str]) -> str:
    return "| field | type | meaning |\n| --- | --- | --- |\n" + "".join(rows)


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def main() -> None:
    for path, text in everything().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
