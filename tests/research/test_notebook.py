"""The notebook runs, all its code cells in order, and gives what is kept in it."""

from __future__ import annotations

import json
import re
from typing import Any

from notebooks import NOTEBOOK, markdown, run, varies

KEPT = json.loads(NOTEBOOK.read_text("utf-8"))
CODE = [cell for cell in KEPT["cells"] if cell["cell_type"] == "code"]


def without_numbers(outputs: list[dict[str, Any]]) -> str:
    return re.sub(r"\d[\d,]*", "#", json.dumps(outputs))


def test_the_notebook_gives_what_it_shows() -> None:
    """Look at what changed, then accept it with ``make docs``."""
    assert len(CODE) >= 6
    for cell, outputs in zip(CODE, run(KEPT), strict=True):
        same = without_numbers if varies(cell) else json.dumps
        assert same(outputs) == same(cell["outputs"]), f"run `make docs` and look at {''.join(cell['source'])}"


def test_only_a_time_that_was_measured_may_vary() -> None:
    assert ["".join(cell["source"]).count("seconds") for cell in CODE if varies(cell)] == [1]


def test_the_notebook_has_outputs_and_pictures_and_is_small() -> None:
    data = [output["data"] for cell in CODE for output in cell["outputs"] if "data" in output]
    assert sum("image/svg+xml" in one for one in data) >= 2
    assert NOTEBOOK.stat().st_size < 200_000


def test_the_notebook_becomes_a_page_with_all_its_outputs() -> None:
    page = markdown(KEPT)
    assert page.count("<img") == 2
    assert "steps a second" in page
    assert page.count("```python") == len(CODE)
