"""Addresses that end with a slash, or only seem to."""

from __future__ import annotations

import httpx
from serving import Server


def test_who_adds_a_slash_is_led_back(server: Server) -> None:
    answer = httpx.get(f"{server.url}/api/games/?lang=fr")
    assert answer.status_code == 307 and answer.headers["location"] == "/api/games?lang=fr"


def test_an_end_of_line_behind_a_slash_leads_nowhere(server: Server) -> None:
    """Such an address was led to itself, for ever: libraries read it without its last character."""
    assert httpx.get(f"{server.url}/api/games/%0D").status_code == 404
