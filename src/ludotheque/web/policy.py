"""What whoever runs the server decides: how long things are kept, and how much is."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass, field

from ..play.keeping import Keeping
from .quotas import MEGABYTE, SPACE


@dataclass(frozen=True)
class Policy:
    keeping: Keeping = field(default_factory=Keeping)
    space: int = SPACE  # bytes for all uploaded records

    @classmethod
    def of(cls, args: Namespace) -> Policy:
        """As the command line says it."""
        return cls(Keeping(args.keep_records, args.keep_tables), args.records_space * MEGABYTE)
