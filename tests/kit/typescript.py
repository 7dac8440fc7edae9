"""TypeScript for the tests: it looks at the scripts of the pages, which stay plain JavaScript.

``python tests/kit/typescript.py`` finds it, or fetches it where that is possible, into the environment of Python.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

VERSION = "typescript@~5.9.2"
FOLDER = Path(sys.prefix) / "typescript"
MISSING = "the scripts' types are not checked: that takes Node and TypeScript, which `make types` fetches by npm"


def find_compiler() -> Path | None:
    """The compiler's script, where there is a Node to run it and it is of our version."""
    found = FOLDER / "node_modules" / "typescript" / "bin" / "tsc"
    is_ours = found.exists() and (FOLDER / VERSION).exists()
    return found if shutil.which("node") and is_ours else None


def compiler() -> Path:
    """Without one a test is skipped, but not where everything must have been looked at."""
    found = find_compiler()
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(MISSING)
    return found


def check(folder: Path) -> list[str]:
    """What is wrong with the scripts in a folder."""
    config = Path(__file__).parents[2] / "tsconfig.json"
    (folder / "tsconfig.json").write_text(f'{{"extends": "{config}", "include": ["*"]}}')
    command = ["node", str(compiler()), "--project", str(folder), "--pretty", "false"]
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder).stdout.splitlines()


# Before the tests


def fetch() -> None:
    """Tries to bring it, without failing where there is no Node or no network."""
    FOLDER.mkdir(exist_ok=True)
    command = ["npm", "install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--prefix", str(FOLDER)]
    try:
        subprocess.run([*command, VERSION], check=True, capture_output=True, timeout=120)
    except (OSError, subprocess.SubprocessError):
        return
    (FOLDER / VERSION).touch()


if __name__ == "__main__":
    if find_compiler() is None:
        fetch()
    print(f"The scripts' types are checked by {find_compiler()}." if find_compiler() else f"Note: {MISSING}.")
