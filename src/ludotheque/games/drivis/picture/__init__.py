"""How Drivis looks: ice floes on dark water under the polar night."""

from .scene import scene

__all__ = ["OWN_SHEETS", "scene"]

OWN_SHEETS = False
