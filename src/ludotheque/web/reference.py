"""The API's reference for people, from its OpenAPI description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

METHODS = ("get", "post", "put", "patch", "delete")


def reference(api: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Groups of calls, in the order of the description; a call without a tag belongs to the first word of its path."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, calls in api.get("paths", {}).items():
        for method in METHODS:
            if method in calls:
                groups.setdefault(_group(path, calls[method]), []).append(_call(path, method, calls[method], api))
    return [{"name": name, "anchor": f"group-{name}", "calls": calls} for name, calls in groups.items()]


def _group(path: str, call: Mapping[str, Any]) -> str:
    words = [word for word in path.split("/") if word and word != "api" and not word.startswith("{")]
    return str((call.get("tags") or words or ["api"])[0])


def _call(path: str, method: str, call: Mapping[str, Any], api: Mapping[str, Any]) -> dict[str, Any]:
    description = str(call.get("description") or "")
    return {
        "method": method.upper(),
        "path": path,
        "summary": str(call.get("summary") or ""),
        "paragraphs": [part.strip() for part in description.split("\n\n") if part.strip()],
        "parameters": [_parameter(each, api) for each in call.get("parameters", [])],
        "body": _body(call, api),
    }


def _parameter(parameter: Mapping[str, Any], api: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": parameter["name"],
        "where": parameter["in"],
        "type": _type(parameter.get("schema", {}), api),
        "required": parameter.get("required", False),
        "text": parameter.get("description", ""),
    }


def _body(call: Mapping[str, Any], api: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields of what is sent, or the kind of text."""
    content = call.get("requestBody", {}).get("content", {})
    for kind, each in content.items():
        schema = _followed(each.get("schema", {}), api)
        if "properties" not in schema:
            return [{"name": kind, "type": _type(schema, api), "required": True, "text": schema.get("description", "")}]
        needed = schema.get("required", [])
        return [
            {"name": name, "type": _type(field, api), "required": name in needed, "text": field.get("description", "")}
            for name, field in schema["properties"].items()
        ]
    return []


def _type(schema: Mapping[str, Any], api: Mapping[str, Any]) -> str:
    """A type in a few words."""
    schema = _followed(schema, api)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(each, api) for each in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return f"[{_type(schema.get('items', {}), api)}]"
    return str(schema.get("title") if schema.get("properties") else schema.get("type", "any"))


def _followed(schema: Mapping[str, Any], api: Mapping[str, Any]) -> Mapping[str, Any]:
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    found: Mapping[str, Any] = api.get("components", {}).get("schemas", {}).get(name, schema)
    return found
