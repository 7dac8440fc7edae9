"""How Drivis looks: ice floes on dark water under the polar night."""

from .scene import scene

OWN_SHEETS = False
