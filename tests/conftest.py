"""Shared by all tests: the option that accepts drawings as they are now."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-snapshots", action="store_true", help="accept the drawings as they are now")
