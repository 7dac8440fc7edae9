"""For which processor our functions are compiled, and with how much work.

Numba compiles for the very processor it runs on. Ours are compiled for a kind of processor that nearly every machine of
the last ten years belongs to, so that compiled code can be shipped and copied. Numba code of our users in the same
process is compiled as ever: our way is taken only while one of our functions is compiled or loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from typing import Any

import llvmlite.binding as llvm
from numba.core import config as numba_config
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen, get_host_cpu_features
from numba.core.compiler_lock import global_compiler_lock

# What the kind of processor can do, by LLVM's names. Code for it must not run on a machine that lacks one of these.
COMMON = "x86-64-v3"
FEATURES = (
    "+avx,+avx2,+bmi,+bmi2,+cmov,+cx16,+cx8,+f16c,+fma,+fxsr,+lzcnt,+mmx,+movbe,+popcnt,+sahf,+sse,+sse2,+sse3,+sse4.1,"
    "+sse4.2,+ssse3,+xsave"
)
config: Any = numba_config
OUR_WAY = "_internal_codegen"  # where Numba's context keeps what makes machine code


@cache
def processor() -> tuple[str, str]:
    """Name and features to compile for: the common kind, or just this machine where that would not do."""
    if config.CPU_NAME is None and config.CPU_FEATURES is None and not lacking():
        return COMMON, FEATURES
    return config.CPU_NAME or llvm.get_host_cpu_name(), host_features()


@cache
def processor_key() -> str:
    """Tells code for one processor from code for another, in the name of a file."""
    name, features = processor()
    return f"{name}-{sha256(features.encode()).hexdigest()[:8]}"


def host_features() -> str:
    return str(get_host_cpu_features() if config.CPU_FEATURES is None else config.CPU_FEATURES)


def lacking() -> tuple[str, ...]:
    """What this machine cannot do of what the common kind can; everything on another architecture."""
    able = host_features().split(",")
    return tuple(feature[1:] for feature in FEATURES.split(",") if feature not in able)


class Library(JITCodeLibrary):
    """Code on its way to the machine. What only other compiled functions call becomes part of them, and is optimised
    and made into machine code there: once, instead of at every level on the way."""

    @property
    def is_inner(self) -> bool:
        return not any(f.name.startswith("_ZN7cpython") and not f.is_declaration for f in self._final_module.functions)

    def _optimize_final_module(self) -> None:
        if not self.is_inner:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if self._shared_module is None and self.is_inner:  # otherwise it comes from disk
            self._finalize_dynamic_globals()
            self._finalized = True
            return
        super()._finalize_final_module()
        ours: Any = self._codegen
        ours.set_waiting(self._final_module)


class Codegen(JITCPUCodegen):
    """Makes machine code for the processor that was chosen."""

    _library_class = Library

    def __init__(self) -> None:
        self._name, self._features = processor()
        self._waiting: dict[str, Any] = {}
        super().__init__("ludotheque")

    def _get_host_cpu_name(self) -> str:
        return self._name

    def _get_host_cpu_features(self) -> str:
        return self._features

    def set_env(self, env_name: str, env: Any) -> None:
        """An inner function has no place for its environment yet: that comes with the function it is part of."""
        if self._engine.is_symbol_defined(env_name):
            super().set_env(env_name, env)
        else:
            self._waiting[env_name] = env

    def set_waiting(self, module: Any) -> None:
        for variable in module.global_variables:
            if variable.name in self._waiting and not variable.is_declaration:
                super().set_env(variable.name, self._waiting[variable.name])


@cache
def codegen() -> Codegen:
    return Codegen()


@contextmanager
def our_way(context: Any) -> Iterator[None]:
    """Whatever is compiled or loaded meanwhile is made our way; the lock keeps our users' functions out."""
    with global_compiler_lock:
        context.refresh()
        theirs = getattr(context, OUR_WAY)
        setattr(context, OUR_WAY, codegen())
        try:
            yield
        finally:
            setattr(context, OUR_WAY, theirs)
