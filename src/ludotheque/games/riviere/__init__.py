"""La Rivière de Couleurs: six pawns cross a river of sliding colours. By Giancarlo Gangitano, Déambulle, 2001."""

from ludotheque.core.game import Game
from ludotheque.core.options import Option, Whole

GAME = Game(
    __name__,
    edition=1,
    seats=(2,),
    options=(
        Option("stack_limit", (3, 0), 3),
        Option("push", ("either", "away"), "either"),
        Option("memory", (True, False), True),
        Option("max_choices", Whole(), 1000),
    ),
    author="Giancarlo Gangitano",
    publisher="Déambulle",
    year=2001,
    minutes=15,
)
