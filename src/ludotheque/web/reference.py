"""The API's reference for people, from its OpenAPI description."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

METHODS = ("get", "post", "put", "patch", "delete")
MESSAGES = ("ClientMessage", "ServerMessage")  # of the live channel
Schema = Mapping[str, Any]


def reference(api: Schema) -> list[dict[str, Any]]:
    """Groups of calls, in the order of the description; a call without a tag belongs to the first word of its path."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, calls in api.get("paths", {}).items():
        for method in METHODS:
            if method in calls:
                groups.setdefault(_group(path, calls[method]), []).append(_call(path, method, calls[method], api))
    return [{"name": name, "anchor": f"group-{name}", "calls": calls} for name, calls in groups.items()]


def messages(api: Schema) -> dict[str, list[dict[str, Any]]]:
    """What clients and the server send on the live channel."""
    schemas = api["components"]["schemas"]
    return {kind: [described(_name(each), api) for each in schemas[kind]["anyOf"]] for kind in MESSAGES}


def types(api: Schema) -> list[dict[str, Any]]:
    """What answers and messages are made of."""
    shown = {each["name"] for group in messages(api).values() for each in group}
    objects = [name for name, schema in api["components"]["schemas"].items() if "properties" in schema]
    return [described(name, api) for name in sorted(objects) if name not in shown]


def described(name: str, api: Schema) -> dict[str, Any]:
    """An object and its fields."""
    schema = api["components"]["schemas"][name]
    return {"name": name, "text": schema.get("description", ""), "fields": _fields(schema, api)}


def linked(text: str) -> Markup:
    """A type in words, with the names of ours leading to what they are."""
    return Markup(re.sub(r"\b[A-Z]\w+", r'<a href="#\g<0>">\g<0></a>', str(escape(text))))


def _group(path: str, call: Schema) -> str:
    words = [word for word in path.split("/") if word and word != "api" and not word.startswith("{")]
    return str((call.get("tags") or words or ["api"])[0])


def _call(path: str, method: str, call: Schema, api: Schema) -> dict[str, Any]:
    description = str(call.get("description") or "")
    return {
        "method": method.upper(),
        "path": path,
        "paragraphs": [part.strip() for part in description.split("\n\n") if part.strip()],
        "parameters": [_parameter(each, api) for each in call.get("parameters", [])],
        "body": _body(call, api),
        "answer": _answer(call, api),
    }


def _parameter(parameter: Schema, api: Schema) -> dict[str, Any]:
    return {
        "name": parameter["name"],
        "where": parameter["in"],
        "type": _type(parameter.get("schema", {}), api),
        "required": parameter.get("required", False),
        "text": parameter.get("description", ""),
    }


def _body(call: Schema, api: Schema) -> list[dict[str, Any]]:
    """The fields of what is sent, or the kind of text."""
    content = call.get("requestBody", {}).get("content", {})
    for kind, each in content.items():
        schema = _followed(each.get("schema", {}), api)
        if "properties" in schema:
            return _fields(schema, api)
        return [{"name": kind, "type": _type(schema, api), "required": True, "text": schema.get("description", "")}]
    return []


def _answer(call: Schema, api: Schema) -> str:
    """The type of the answer, or the kinds of file."""
    content = call["responses"]["200"]["content"]
    schema = content.get("application/json", {}).get("schema")
    return _type(schema, api) if schema else " | ".join(content)


def _fields(schema: Schema, api: Schema) -> list[dict[str, Any]]:
    needed = schema.get("required", [])
    return [
        {"name": name, "type": _type(field, api), "required": name in needed, "text": field.get("description", "")}
        for name, field in schema["properties"].items()
    ]


def _type(schema: Schema, api: Schema) -> str:
    """A type in a few words."""
    name, schema = _name(schema), _followed(schema, api)
    if "properties" in schema:
        return name
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(each, api) for each in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return f"[{_type(schema.get('items', {}), api)}]"
    if "additionalProperties" in schema:
        return f"string → {_type(schema['additionalProperties'], api)}"
    return str(schema.get("type", "any"))


def _name(schema: Schema) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _followed(schema: Schema, api: Schema) -> Schema:
    found: Schema = api.get("components", {}).get("schemas", {}).get(_name(schema), schema)
    return found
