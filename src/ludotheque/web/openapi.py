"""What OpenAPI cannot tell from functions: refusals, bodies that are no JSON, and the messages of the live channel."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from .wire import ClientMessage, Problem, ServerMessage
from .wire_analysis import AnalysisLines

SCHEMAS = "#/components/schemas/"
JSON_PROBLEM = {"application/json": {"schema": {"$ref": f"{SCHEMAS}Problem"}}}
REFUSALS: dict[int | str, dict[str, Any]] = {
    "4XX": {"description": "Refused", "content": JSON_PROBLEM},
    "5XX": {"description": "Not now", "content": JSON_PROBLEM},
}
RECORD = {"required": True, "content": {"text/plain": {"schema": {"type": "string", "description": "the record"}}}}
REPORT: dict[str, Any] = {
    "description": "a report, see docs/reports.md",
    "content": {"application/json": {"schema": {"type": "string"}}},
}
PICTURE = {"content": {kind: {"schema": {"type": "string"}} for kind in ("image/svg+xml", "image/png")}}


def live_schemas() -> dict[str, Any]:
    """The messages of the live channel and of an analysis, and what every refusal says."""
    live = ("ServerMessage", ServerMessage), ("ClientMessage", ClientMessage)
    return schemas_of(*live, ("AnalysisLines", AnalysisLines), ("Problem", Problem))


def schemas_of(*declared: tuple[str, Any]) -> dict[str, Any]:
    """JSON schemas of these and of all that they are made of, by name."""
    mode: JsonSchemaMode = "validation"
    adapters = [(name, mode, TypeAdapter(each)) for name, each in declared]
    made, rest = TypeAdapter.json_schemas(adapters, ref_template=SCHEMAS + "{model}")
    return {**{name: schema for (name, _), schema in made.items()}, **rest["$defs"]}
