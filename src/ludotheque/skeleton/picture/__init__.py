"""How Skeleton looks: enamel on tiles. Give your game a mood of its own."""

from .scene import scene

# True where everybody plays on a sheet of their own, so that a picture shows the choices of one seat only.
OWN_SHEETS = False
