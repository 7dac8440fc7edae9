"""How Dérive looks: a river seen from above between four banks, and dice that drift across."""

from .scene import scene

OWN_SHEETS = False
