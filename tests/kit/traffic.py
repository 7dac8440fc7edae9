"""The server's own description of its answers and messages, as a judge of what really goes over the wire."""

from __future__ import annotations

import copy
import re
from typing import Any

import httpx
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from ludotheque.web import openapi
from ludotheque.web.wire_analysis import AnalysisBoot
from ludotheque.web.wire_editor import EditorBoot
from ludotheque.web.wire_lessons import LessonBoot
from ludotheque.web.wire_pages import ReplayBoot, TableBoot
from ludotheque.web.wire_puzzles import PuzzleBoot

Json = dict[str, Any]
SCHEMAS = "#/components/schemas/"


class Contract:
    """Takes exactly what is described: every field that must be there, and no other."""

    def __init__(self, url: str) -> None:
        self.api: Json = httpx.get(f"{url}/openapi.json").json()
        boots = {
            "Table": TableBoot,
            "Replay": ReplayBoot,
            "Lesson": LessonBoot,
            "Analysis": AnalysisBoot,
            "Editor": EditorBoot,
            "Puzzle": PuzzleBoot,
        }
        self.api["components"]["schemas"] |= openapi.schemas_of(
            *((f"{kind}Boot", boot) for kind, boot in boots.items())
        )
        self.closed = close(self.api["components"])
        self.seen: set[str] = set()  # names of what was sent
        self.judges: dict[str, Any] = {}

    def check(self, schema: Json, told: object) -> None:
        problem = best_match(self.judge(schema).iter_errors(told))
        assert problem is None, f"{problem.json_path}: {problem.message}\n{told}"
        self.seen |= {name for name in names_in(schema) if name not in self.seen and self.fits(name, told)}

    def fits(self, name: str, told: object) -> bool:
        return bool(self.judge({"$ref": SCHEMAS + name}).is_valid(told))

    def judge(self, schema: Json) -> Any:
        """Made once for each: that takes longer than judging."""
        key = str(schema)
        self.judges.setdefault(key, Draft202012Validator({**schema, "components": self.closed}))
        return self.judges[key]

    def message(self, told: Json, sender: str = "ServerMessage") -> None:
        self.check(self.api["components"]["schemas"][sender], told)

    def boot(self, kind: str, page: str) -> None:
        """What a page gives its script."""
        found = re.search(r'<script type="application/json" id="boot">(.*?)</script>', page, re.DOTALL)
        assert found
        self.check({"$ref": f"{SCHEMAS}{kind}Boot"}, httpx.Response(200, text=found[1]).json())

    def answer(self, answer: httpx.Response) -> None:
        described = self.described(answer.request.method, answer.request.url.path)
        kind = answer.headers["content-type"].partition(";")[0]
        status = str(answer.status_code) if answer.is_success else f"{answer.status_code // 100}XX"
        schema = described["responses"][status]["content"][kind]["schema"]
        self.check(schema, answer.json() if kind == "application/json" else answer.text)

    def described(self, method: str, path: str) -> Json:
        for template, methods in self.api["paths"].items():
            if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path) and method.lower() in methods:
                found: Json = methods[method.lower()]
                return found
        raise AssertionError(f"{method} {path} is not described")


def close(components: Json) -> Json:
    closed = copy.deepcopy(components)
    for schema in closed["schemas"].values():
        if "properties" in schema:
            schema["additionalProperties"] = False
    return closed


def names_in(schema: Json) -> list[str]:
    """The objects that it may be."""
    return re.findall(r"schemas/(\w+)'", str(schema))
