"""Without the extra, every adapter says what to install; what needs no other package works."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys
for name in ("pyspiel", "pettingzoo", "gymnasium"):
    sys.modules[name] = None
from ludotheque.research import batch, observation
try:
    from ludotheque.research import {adapter}
except ImportError as problem:
    print(problem)
"""


@pytest.mark.parametrize(
    ("adapter", "module"), [("openspiel", "pyspiel"), ("pettingzoo", "gymnasium"), ("gym", "gymnasium")]
)
def test_a_missing_extra(adapter: str, module: str) -> None:
    code = WITHOUT.format(adapter=adapter)
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    expected = f"The module \"{module}\" is missing. Install it with: pip install 'ludotheque[research]'\n"
    assert done.stdout == expected
