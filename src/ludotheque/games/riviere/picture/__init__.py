"""How La Rivière de Couleurs looks: a hollow board of light wood, colours showing through its round holes."""

from .scene import scene

OWN_SHEETS = False
