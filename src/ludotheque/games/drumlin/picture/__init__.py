"""How Drumlin looks: stone slabs and moss in a glacial valley, wooden cylinders on them."""

from .scene import scene

OWN_SHEETS = False
