"""By which names this server may be asked for.

A page of another site can let its own name point to this machine (DNS rebinding); the browser then takes our answers
for that site's. But it says the name that it asked for, so we answer only to names that are ours. A number is no name:
nobody can let it point elsewhere, so every number is welcome.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from ..core.errors import GameError
from ..play.commands import refuse
from .addresses import HOST, Addresses, asked_host, is_this_device, number_of
from .texts import CATALOG


class NotOurs(GameError):
    """Somebody asks for a host that we are not."""


@dataclass(frozen=True)
class Hosts:
    """The names that are ours, besides this device's own."""

    names: frozenset[str]

    @classmethod
    def of(cls, addresses: Addresses, more: Iterable[str] = ()) -> Hosts:
        """The machine's name, also as its network says it, the address that it was told it has, and what is added."""
        machine = socket.gethostname()
        own = (machine, machine.partition(".")[0], addresses.host, urlsplit(addresses.public or "").hostname or "")
        local = (f"{name}.local" for name in own[:2])
        return cls(frozenset(plain(name) for name in (*own, *local, *more) if name))

    def knows(self, host: str) -> bool:
        """Whether that host, with a port or without, is one of ours."""
        found = HOST.fullmatch(host)
        if found is None:
            return False
        return number_of(found[1]) is not None or is_this_device(found[1]) or plain(found[1]) in self.names

    def check(self, asking: HTTPConnection) -> None:
        """Every browser names a host; what names none, as some health checks do, is no browser."""
        host = asking.headers.get("host")
        if host and not self.knows(host):
            asked = asked_host(asking)
            name = HOST.fullmatch(asked) if asked else None
            raise NotOurs((refuse("not-ours", host=name[1]) if name else refuse("no-host")).sentence)


def plain(name: str) -> str:
    return name.rstrip(".").lower()


def read_host(text: str) -> str:
    """A name for ``--allow-host``, or a refusal that says how to write it."""
    try:
        name = text.strip().encode("idna").decode()
    except UnicodeError:
        name = ""
    found = HOST.fullmatch(name)
    if found is None or found[2]:
        raise GameError(CATALOG("serve.host-wrong", host=text))
    return name
