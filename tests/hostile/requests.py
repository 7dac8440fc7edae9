"""Requests made from the server's own description of itself, with something wrong in them."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Any

import ludotheque as lt

from .prey import Prey
from .values import HEADER_VALUES, HEADERS, WORDS, mutated, scalar, written
from .wire import Request

Json = dict[str, Any]
# Those that the description leaves to people. A picture as PNG takes a second, so these come seldom.
PAGES = (
    "/", "/games/{name}", "/games/{name}/learn", "/games/{name}/learn/{lesson}", "/t/{id}", "/t/{id}/join/{invite}",
    "/records/{record}", "/records/{record}/{number}", "/me", "/me/{token}", "/docs",
    "/records/{record}/{number}.svg", "/records/{record}.ludo", "/openapi.json", "/games/{name}/cover.svg",
    "/games/{name}/guide/{lang}/{number}.svg", "/games/{name}/guide/{lang}.html", "/manifest.webmanifest",
    "/favicon.ico", "/static/{word}", "/static/colours.css", "/static/games/{name}.css", "/healthz", "/readyz",
    "/{word}", "/{word}/{word}",
)  # fmt: skip
PNG = ("/preview.png", "/games/{name}/preview.png", "/t/{id}/preview.png", "/records/{record}/{number}.png")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "FOO")


@dataclass
class Requests:
    """Makes them, from nobody, from somebody, and from those who sit at a table and may not do what they ask for."""

    prey: Prey
    api: Json
    port: int
    rng: random.Random

    def __post_init__(self) -> None:
        self.operations = [
            (method.upper(), path, operation)
            for path, methods in self.api["paths"].items()
            for method, operation in methods.items()
        ]
        prey = self.prey
        self.known = {
            "id": prey.tables,
            "table": prey.tables,
            "name": lt.games(),
            "game": lt.games(),
            "lesson": ["1", "01", "first"],
            "record": [prey.record, prey.tables[0]],
            "invite": prey.invites,
            "number": ["0", "1", "3", "99"],
            "lang": ["en", "fr"],
            "kind": ["svg"],
            "token": [prey.eve.token],
        }

    def next(self) -> Request:
        way = self.rng.random()
        if way < 0.0003:
            return self.request("GET", self.path(self.rng.choice(PNG)), b"")
        if way < 0.2:
            return self.request(self.method("GET"), self.path(self.rng.choice(PAGES)), b"")
        method, path, operation = self.rng.choice(self.operations)
        query = self.query(operation.get("parameters", []))
        return self.request(self.method(method), self.path(path) + query, self.body(operation))

    def method(self, right: str) -> str:
        return right if self.rng.random() < 0.9 else self.rng.choice(METHODS)

    def path(self, template: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda found: self.part(found[1]), template)

    def part(self, name: str) -> str:
        known = self.known.get(name)
        return self.rng.choice(known if known and self.rng.random() < 0.6 else WORDS)

    def query(self, parameters: list[Json]) -> str:
        named = [each["name"] for each in parameters if each["in"] == "query"]
        parts = [f"{name}={self.value(name)}" for name in named if self.rng.random() < 0.5]
        if self.rng.random() < 0.1:
            parts.append(f"{self.rng.choice(WORDS)}={self.rng.choice(WORDS)}")
        return "?" + "&".join(parts) if parts else ""

    def value(self, name: str) -> str:
        """Nobody waits here for news of a table: that would only take time."""
        right = {"since": "0", "wait": "0", "lang": "en", "seat": "0", "text": "c8-d8", "draw": "true", "theme": "css"}
        if name == "wait":
            return self.rng.choice(("0", "-1", "56", "1e3", "nan", "x"))
        return right.get(name, "1") if self.rng.random() < 0.4 else self.rng.choice(WORDS)

    # Bodies

    def body(self, operation: Json) -> bytes:
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            return self.rng.randbytes(self.rng.randrange(300)) if content else b""
        right = self.example(content["application/json"]["schema"])
        return written(mutated(right, self.rng), self.rng)

    def example(self, schema: Json) -> Any:
        """Something of the right shape."""
        if "$ref" in schema:
            return self.example(self.api["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
        if "anyOf" in schema:
            return self.example(self.rng.choice(schema["anyOf"]))
        if "enum" in schema:
            return self.rng.choice(schema["enum"])
        if schema.get("type") == "object":
            return {name: self.example(part) for name, part in schema.get("properties", {}).items()}
        if schema.get("type") == "array":
            return [self.example(schema.get("items", {})) for _ in range(self.rng.randrange(4))]
        plain = {"string": "drivis", "integer": 1, "boolean": True, "number": 0.5, "null": None}
        return plain.get(schema.get("type", ""), scalar(self.rng))

    # The whole

    def request(self, method: str, path: str, body: bytes) -> Request:
        head = [f"{method} {path} HTTP/1.1".encode("latin-1", "replace"), self.host(), *self.identity(method)]
        head += [name + b": " + value.strip() for name, value in self.headers()]
        head += [b"Content-Length: %d" % len(body)] if body or method == "POST" else []
        head += [b"Content-Type: application/json"] if body and self.rng.random() < 0.9 else []
        return Request(b"\r\n".join(head) + b"\r\n\r\n" + body, has_body=method != "HEAD")

    def host(self) -> bytes:
        if self.rng.random() < 0.97:
            return b"Host: 127.0.0.1:%d" % self.port
        return b"Host: " + self.rng.choice(HEADER_VALUES).strip()

    def identity(self, method: str) -> list[bytes]:
        """Eve may ask for anything; whoever sits at a table reads only, because some of what is sent may be right."""
        way = self.rng.random()
        if way < 0.3:
            return []
        client = self.prey.eve if way < 0.7 or method not in ("GET", "HEAD") else self.prey.anna
        return [b"Authorization: Bearer " + client.token.encode()]

    def headers(self) -> list[tuple[bytes, bytes]]:
        if self.rng.random() < 0.5:
            return []
        return [(self.rng.choice(HEADERS), self.rng.choice(HEADER_VALUES)) for _ in range(self.rng.randrange(1, 4))]
