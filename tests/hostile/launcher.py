"""``ludotheque`` for which nobody is ever too fast: a million inputs are to reach what is behind the limits of rate."""

from __future__ import annotations

import sys
from typing import Any

from ludotheque.cli import main
from ludotheque.web.limits import Bucket


def take_any(*args: Any, **more: Any) -> None:
    """Counts nothing, refuses nobody."""


if __name__ == "__main__":
    Bucket.take = take_any  # type: ignore[method-assign]
    sys.exit(main())
