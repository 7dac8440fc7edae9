"""What whoever runs the server decides: how long things are kept, how much is, and by which names it may be asked."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass, field

from ..play.keeping import Keeping
from .hosts import read_host
from .quotas import MEGABYTE, SPACE


@dataclass(frozen=True)
class Policy:
    keeping: Keeping = field(default_factory=Keeping)
    space: int = SPACE  # bytes for all uploaded records
    hosts: tuple[str, ...] = ()  # names that are ours besides the usual ones

    @classmethod
    def of(cls, args: Namespace) -> Policy:
        """As the command line says it."""
        hosts = tuple(map(read_host, args.allow_host))
        return cls(Keeping(args.keep_records, args.keep_tables), args.records_space * MEGABYTE, hosts)
