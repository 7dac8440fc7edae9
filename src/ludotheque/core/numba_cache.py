"""Compiled code on disk: what came along with the package, and what this machine has compiled itself."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

from . import cache


class Locator:
    """A folder of our own: the same wherever the package lies, because its name holds a digest of the sources.

    Numba asks it these four things; what its own classes for that are called changes with its versions.
    """

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._py_file, self.folder = function.__code__.co_filename, folder
        self.line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(self.folder)

    def ensure_cache_path(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        return digest(self._py_file)

    def get_disambiguator(self) -> str:
        return str(self.line)


@lru_cache
def digest(source: str) -> str:
    return sha256(Path(source).read_bytes()).hexdigest()


class CompileResults(CompileResultCacheImpl):
    """How a result is written down; Numba's own way, at a place of ours."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = Locator(function, folder)
        fullname = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}"
        self._filename_base = self.get_filename_base(fullname, getattr(sys, "abiflags", ""))


class NumbaCache(FunctionCache):
    """Looks for a function's code in what came along, then in what was compiled here; writes only the latter.

    What is loaded is checked: when two processes compile one function at the same time for different arguments, both
    may give their code the same file name; the list then names code for other arguments, which would give nonsense.
    """

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        self._name, self._py_func = repr(function), function
        self._impl = CompileResults(function, cache.own_root() / name)
        self._cache_path = self._impl.locator.get_cache_path()
        self._cache_file = self.file_in(cache.own_root() / name)
        self.shipped = self.file_in(cache.SHIPPED / name)
        self.enable()

    def file_in(self, folder: Path) -> Any:
        stamp = self._impl.locator.get_source_stamp()
        return IndexDataCacheFile(str(folder), self._impl.filename_base, stamp)

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        key = self._index_key(sig, target_context.codegen())
        for file in (self.shipped, self._cache_file):
            data = file.load(key)
            found: Any = None if data is None else self._impl.rebuild(target_context, data)
            if found is not None and tuple(found.signature.args) == tuple(getattr(sig, "args", sig)):
                self.note_use(file)
                return found
        return None  # so it is compiled anew, and written over

    def note_use(self, file: Any) -> None:
        """In use, so not to be forgotten."""
        if file is self._cache_file:
            os.utime(self._cache_path)
