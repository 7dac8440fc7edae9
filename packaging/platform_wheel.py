"""Makes a platform wheel of a pure one: the same sources, and with them what is compiled of them.

    python packaging/platform_wheel.py dist/ludotheque-0.1.0-py3-none-any.whl

The games are compiled from the very files in the wheel, for the common kind of processor (``core/target.py``), by the
Python that runs this. Compiled code belongs to one version of Python, Numba, llvmlite and NumPy, so the new wheel asks
for just these; where it does not fit all the same, everything is compiled on first use, as from a pure wheel.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import distribution, version
from pathlib import Path

COMPILERS = ("numba", "llvmlite", "numpy")
MOST_BYTES = 60_000_000
LACKING = "from ludotheque.core.target import lacking; print(*lacking())"
LIST = "import ludotheque as lt; print(*lt.games())"
PARTS = "from ludotheque.search.precompile import PARTS; print(*PARTS)"


def main(pure: Path) -> None:
    with tempfile.TemporaryDirectory() as work:
        tree, cache = Path(work) / "tree", Path(work) / "cache"
        zipfile.ZipFile(pure).extractall(tree)
        compile_games(tree, cache)
        shutil.copytree(cache / "compiled", tree / "ludotheque" / "compiled")
        [info] = tree.glob("*.dist-info")
        tag = f"cp{sys.version_info[0]}{sys.version_info[1]}"
        tags = f"{tag}-{tag}-{platform_tag()}"
        pin(info / "METADATA")
        retag(info / "WHEEL", tags)
        made = pure.with_name(pure.name.replace("py3-none-any", tags))
        pack(tree, info, made)
    size = made.stat().st_size
    print(f"{made}: {size / 1e6:.1f} MB")
    if size > MOST_BYTES:
        sys.exit(f"{made.name} is larger than {MOST_BYTES / 1e6:.0f} MB")


# Compiling


def compile_games(tree: Path, cache: Path) -> None:
    """Each game in a process of its own, as many at a time as there are cores."""
    env = {**os.environ, "PYTHONPATH": str(tree), "LUDOTHEQUE_CACHE": str(cache)}

    def run(*command: str) -> str:
        return subprocess.run([sys.executable, *command], check=True, env=env, stdout=subprocess.PIPE, text=True).stdout

    if lacking := run("-c", LACKING).strip():
        sys.exit(f"This machine cannot compile for others, its processor lacks: {lacking}")
    games, parts = run("-c", LIST).split(), run("-c", PARTS).split()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = pool.map(lambda game: run("-m", "ludotheque.search.compile_worker", game, *parts), games)
        for game, _ in zip(games, made, strict=True):
            print(f"{game} is compiled", flush=True)


# What a wheel says about itself


def platform_tag() -> str:
    """Where Numba, llvmlite and NumPy run: our compiled code needs nothing but them."""
    tags = [tag for name in COMPILERS for tag in tags_of(name)]
    newest = max(tags, key=lambda tag: [int(part) for part in re.findall(r"\d+", tag.partition("_x86")[0])])
    return newest if "manylinux" in newest else tags[0]


def tags_of(name: str) -> Iterator[str]:
    """The oldest platform that each of them names."""
    said = re.findall(r"^Tag: \S+?-\S+?-(\S+)$", distribution(name).read_text("WHEEL") or "", re.MULTILINE)
    yield from (tag for tag in said[:1])


def pin(metadata: Path) -> None:
    """Asks for just the versions that the code was compiled with."""
    text = metadata.read_text("utf-8")
    for name in COMPILERS:
        text = re.sub(rf"^Requires-Dist: {name}\b(?!.*extra ==).*\n", "", text, flags=re.MULTILINE)
    wanted = "".join(f"Requires-Dist: {name}=={version(name)}\n" for name in COMPILERS)
    head, rest = text.split("Requires-Dist:", 1)
    metadata.write_text(f"{head}{wanted}Requires-Dist:{rest}", "utf-8")


def retag(wheel: Path, tags: str) -> None:
    text = re.sub(r"^Root-Is-Purelib: .*$", "Root-Is-Purelib: false", wheel.read_text("utf-8"), flags=re.MULTILINE)
    wheel.write_text(re.sub(r"^Tag: .*$", f"Tag: {tags}", text, flags=re.MULTILINE), "utf-8")


# Packing


def pack(tree: Path, info: Path, made: Path) -> None:
    """A zip with a list of all files and their digests, which comes last."""
    record = info / "RECORD"
    files = sorted(path for path in tree.rglob("*") if path.is_file() and path != record)
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in files:
            name, data = path.relative_to(tree).as_posix(), path.read_bytes()
            archive.writestr(name, data)
            rows.writerow((name, f"sha256={digest(data)}", len(data)))
        rows.writerow((record.relative_to(tree).as_posix(), "", ""))
        archive.writestr(record.relative_to(tree).as_posix(), out.getvalue())


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
