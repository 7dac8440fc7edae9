"""How Drumlin looks: stone slabs and moss in a glacial valley, wooden cylinders on them."""

from .scene import scene

__all__ = ["OWN_SHEETS", "scene"]

OWN_SHEETS = False
