"""Every connection is an open file, and many systems allow few of them at first."""

from __future__ import annotations

import contextlib
import sys

MOST = 1_048_576  # some systems name no limit, or one that makes everything slow that goes through all numbers
ELSEWHERE = 10_240  # what macOS allows although it says that there is no limit
FEW = 4_096


def raise_limit() -> int | None:
    """As many as this process may have; how many that are, where the system tells."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    for wanted in (most, ELSEWHERE):
        if soft != resource.RLIM_INFINITY and wanted > soft:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                return wanted
    return most if soft == resource.RLIM_INFINITY else soft
