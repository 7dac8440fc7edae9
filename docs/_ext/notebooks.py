"""The notebook: run with its outputs kept (``make docs``), and shown on the site without being run again.

myst-nb could show it as well; but it brings a whole Jupyter along, and a notebook is only a list of cells.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

Cell = dict[str, Any]
NOTEBOOK = Path(__file__).parents[1] / "research.ipynb"
VARIES = "varies"  # the tag of a cell that prints something else each time, such as how long it took


def varies(cell: Cell) -> bool:
    return VARIES in cell["metadata"].get("tags", ())


def run(notebook: dict[str, Any]) -> list[list[Cell]]:
    """The outputs of every code cell, run in order in one namespace, as Jupyter would keep them."""
    namespace: dict[str, Any] = {}
    return [run_cell(cell, namespace) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run_cell(cell: Cell, namespace: dict[str, Any]) -> list[Cell]:
    tree = ast.parse("".join(cell["source"]))
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)
    return [*stream(printed.getvalue()), *result(value, cell["execution_count"])]


def stream(text: str) -> list[Cell]:
    return [{"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}] if text else []


def result(value: Any, count: int) -> list[Cell]:
    if value is None:
        return []
    data = {"text/plain": repr(value).splitlines(keepends=True)}
    if hasattr(value, "_repr_svg_"):
        data["image/svg+xml"] = value._repr_svg_().splitlines(keepends=True)
    return [{"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"}]


def markdown(notebook: dict[str, Any]) -> str:
    """The notebook as a page: text, code and what it gave."""
    return "\n\n".join(part for cell in notebook["cells"] for part in parts(cell))


def parts(cell: Cell) -> list[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [source]
    return [f"```python\n{source}\n```", *map(shown, cell["outputs"])]


def shown(output: Cell) -> str:
    if "text" in output:
        return f"```{{code-block}} text\n:class: output\n\n{''.join(output['text'])}```"
    svg = "".join(output["data"]["image/svg+xml"])
    label = re.findall(r'aria-label="(.*?)"', svg)[0]
    picture = base64.b64encode(svg.encode()).decode()
    return f'<img class="output" alt="{label}" src="data:image/svg+xml;base64,{picture}">'


def to_markdown(app: object, path: Path, parent: str, content: list[str]) -> None:
    if path.suffix == ".ipynb":
        content[0] = markdown(json.loads(content[0]))


def setup(app: Any) -> dict[str, bool]:
    app.connect("include-read", to_markdown)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def main() -> None:
    """Runs the notebook and keeps what it gave. What varies is kept as it was, unless nothing is there."""
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for count, cell in enumerate(code, 1):
        cell["execution_count"] = count
    for cell, outputs in zip(code, run(notebook), strict=True):
        cell["outputs"] = cell["outputs"] if varies(cell) and cell["outputs"] else outputs
    NOTEBOOK.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
