"""The addresses that this machine has in its networks. The system is asked; nothing is sent to anybody."""

from __future__ import annotations

import contextlib
import ctypes
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

IpAddress = IPv4Address | IPv6Address
IS_UP, IS_LOOPBACK, IS_POINT_TO_POINT = 0x1, 0x8, 0x10  # the same on Linux, macOS and the BSDs
# Networks that exist inside this machine only: bridges to containers and to virtual machines
INSIDE = ("docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "lxc", "lxd", "podman", "cni", "bridge")
# Reserved for examples (RFC 5737, RFC 3849), so surely nobody: which of our addresses would speak to the world?
NOBODY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


@dataclass(frozen=True)
class Found:
    """An address, the interface that has it, and whether that leads to one other machine only, as most tunnels do."""

    address: IpAddress
    interface: str = ""
    is_tunnel: bool = False


def addresses() -> list[IpAddress]:
    """Where others in our networks find this machine, the likeliest first; IPv4 before IPv6, because it is shorter."""
    usual = list(towards_the_world())
    found = list(interfaces()) or [Found(address) for address in usual]
    useful = [each for each in found if is_useful(each)]
    useful.sort(key=lambda each: (each.is_tunnel, each.address.version, each.address not in usual))
    return list({(each.interface, each.address.version): each.address for each in reversed(useful)}.values())[::-1]


def is_useful(found: Found) -> bool:
    """Whether another device can ask for it. A link-local address needs the name of the asker's own interface."""
    address = found.address
    hidden = address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified
    return not hidden and not found.interface.startswith(INSIDE)


def towards_the_world() -> Iterator[IpAddress]:
    """The addresses this machine would speak from. A UDP socket that is connected sends nothing."""
    for family, nobody in NOBODY.items():
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((nobody, 9))
            yield ip_address(probe.getsockname()[0].partition("%")[0])


def interfaces() -> Iterator[Found]:
    """All addresses of all interfaces, as far as the system tells them."""
    if sys.platform == "win32":
        with contextlib.suppress(OSError):  # Windows answers for its own name without asking the network
            for *_, place in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
                yield Found(ip_address(str(place[0]).partition("%")[0]))
        return
    with contextlib.suppress(OSError, AttributeError):
        yield from from_libc()


class Interface(ctypes.Structure):
    """``struct ifaddrs`` of the C library."""


Interface._fields_ = [
    ("next", ctypes.POINTER(Interface)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
    ("mask", ctypes.c_void_p),
    ("other", ctypes.c_void_p),
    ("data", ctypes.c_void_p),
]


def from_libc() -> Iterator[Found]:
    libc = ctypes.CDLL(None)
    first = ctypes.POINTER(Interface)()
    if libc.getifaddrs(ctypes.byref(first)):
        return
    try:
        at = first
        while at:
            yield from one_of(at.contents)
            at = at.contents.next
    finally:
        libc.freeifaddrs(first)


def one_of(entry: Interface) -> Iterator[Found]:
    is_open = entry.flags & IS_UP and not entry.flags & IS_LOOPBACK
    if is_open and entry.address and (address := read_socket_address(entry.address)):
        yield Found(address, entry.name.decode(errors="replace"), bool(entry.flags & IS_POINT_TO_POINT))


def read_socket_address(place: int) -> IpAddress | None:
    """``struct sockaddr``: on Linux it begins with the family in two bytes, elsewhere with its length in one."""
    head = ctypes.string_at(place, 2)
    family = int.from_bytes(head, sys.byteorder) if sys.platform == "linux" else head[1]
    if family == socket.AF_INET:
        return IPv4Address(ctypes.string_at(place + 4, 4))
    return IPv6Address(ctypes.string_at(place + 8, 16)) if family == socket.AF_INET6 else None
