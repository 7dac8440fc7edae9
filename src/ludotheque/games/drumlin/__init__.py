"""Drumlin: two herds of elephants, a magic stone, and the dragons it makes. By Thomas Kotulla, FX Schmid, 1987."""

from ludotheque.core.game import Game
from ludotheque.core.options import Option, Whole

GAME = Game(
    __name__,
    edition=1,
    seats=(2,),
    options=(Option("max_choices", Whole(), 400),),
    author="Thomas Kotulla",
    publisher="FX Schmid",
    year=1987,
    minutes=45,
)
