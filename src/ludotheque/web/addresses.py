"""Where this server can be found: what it prints, what a browser here opens, and what an invitation says.

An invitation must open on the device of whoever gets it. The address in front of the person who invites is the best
guess, since it evidently works; only ``127.0.0.1`` never does, because everybody calls their own device that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from ..core.errors import GameError
from . import networks, wire
from .texts import CATALOG

USUAL_PORT = {"http": 80, "https": 443}
# Names and numbers of hosts, with a port or without. What else is said to be one is not repeated in any address.
HOST = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?", re.ASCII)
OPEN: Final = "open"
CLOSED: Final = "closed"
OFFLINE: Final = "offline"


@dataclass(frozen=True)
class Share:
    """The beginning of a link that is given to others, and how far it reaches: ``open`` to other devices, ``closed``
    because the server listens to this device only, or ``offline`` because this device is in no network."""

    origin: str
    reach: wire.Reach

    @property
    def is_open(self) -> bool:
        return self.reach == OPEN


@dataclass(frozen=True)
class Addresses:
    """Where the server listens, and the address that it was told it has outside."""

    host: str = "127.0.0.1"
    port: int = 8000
    public: str | None = None
    command: str = "ludotheque serve --host 0.0.0.0"  # to start it again, open to the network

    @property
    def is_everywhere(self) -> bool:
        number = number_of(self.host)
        return number is not None and number.is_unspecified

    @property
    def is_closed(self) -> bool:
        return is_this_device(self.host) and not self.is_everywhere

    def at(self, host: object) -> str:
        text = f"[{host}]" if ":" in str(host) else str(host)
        return f"http://{text}" if self.port == USUAL_PORT["http"] else f"http://{text}:{self.port}"

    def in_network(self) -> list[str]:
        """Where other devices find it, the likeliest first."""
        if self.is_closed:
            return []
        if not self.is_everywhere:
            return [self.at(self.host)]
        only_old = number_of(self.host) == IPv4Address(0)
        return [self.at(found) for found in networks.addresses() if found.version == 4 or not only_old]

    def here(self) -> str:
        """Where a browser on this device finds it for certain, proxy or not, network or not."""
        return self.at("127.0.0.1" if self.is_everywhere else self.host)

    def printed(self) -> list[str]:
        """What is said when the server starts."""
        return [self.public] if self.public else self.in_network() or [self.here()]

    def share(self, asking: HTTPConnection) -> Share:
        """What a link to others begins with, for whoever asks."""
        if self.public:
            return Share(self.public, OPEN)
        asked = asked_host(asking)
        own = f"{asking.scope['scheme']}://{asked}" if asked else self.here()
        if asked and not is_this_device(asked):
            return Share(own, OPEN)
        if network := self.in_network():
            return Share(network[0], OPEN)
        return Share(own, OFFLINE if self.is_everywhere else CLOSED)

    def is_public(self, asking: HTTPConnection) -> bool:
        """Whether a page of the public address asks, whatever a proxy made of the host."""
        return self.public is not None and asking.headers.get("origin") == self.public

    def is_secure(self, asking: HTTPConnection) -> bool:
        """Whether the page came over HTTPS. A proxy on another machine is not believed that, but the one who started
        the server is."""
        if asking.scope["scheme"] in ("https", "wss"):
            return True
        public = urlsplit(self.public or "")
        return public.scheme == "https" and (asked_host(asking) == public.netloc or self.is_public(asking))


def addresses_of(asking: HTTPConnection) -> Addresses:
    found: Addresses = asking.app.state.addresses
    return found


def share_of(asking: HTTPConnection) -> Share:
    return addresses_of(asking).share(asking)


def told(asking: HTTPConnection) -> wire.Share:
    """The same for a page's script. How to open the server is said only where it is closed, to who sits there."""
    addresses, share = addresses_of(asking), share_of(asking)
    command = addresses.command if share.reach == CLOSED else None
    return {"origin": share.origin, "reach": share.reach, "command": command}


def asked_host(asking: HTTPConnection) -> str | None:
    """The host that the request names, as it would stand in an address."""
    host = asking.headers.get("host", "")
    found = HOST.fullmatch(host)
    if not found or int(found[2] or 1) not in range(1, 65_536):
        return None
    return None if found[1].startswith("[") and number_of(found[1]) is None else host.lower()


def number_of(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a host is, if it is no name. The interface that somebody reaches it through (``fe80::1%eth0``)
    is no part of it, and an address of IPv4 is the same when it comes in the clothes of IPv6."""
    try:
        number = ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None
    return number.ipv4_mapped or number if isinstance(number, IPv6Address) else number


def is_this_device(host: str) -> bool:
    """Whether everybody means their own device by this host."""
    found = HOST.fullmatch(host)
    name = (found[1] if found else host).rstrip(".").lower()
    number = number_of(name)
    if number is None:
        return name == "localhost" or name.endswith(".localhost")
    return number.is_loopback or number.is_unspecified


def read_public(text: str) -> str:
    """An address for everybody, as browsers write it; or a refusal that says how to write it."""
    try:
        parts = urlsplit(text.strip())
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except (ValueError, UnicodeError):
        raise not_public(text) from None
    own = f"[{host}]" if ":" in host else host
    origin = f"{parts.scheme}://{own}" + (f":{port}" if port not in (None, USUAL_PORT.get(parts.scheme)) else "")
    if parts.scheme not in USUAL_PORT or not HOST.fullmatch(own) or parts.username is not None:
        raise not_public(text)
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise GameError(CATALOG("serve.public-path", address=text, origin=origin))
    return origin


def not_public(text: str) -> GameError:
    return GameError(CATALOG("serve.public-wrong", address=text))
