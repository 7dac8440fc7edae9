"""Drivis: sliding ice floes that must all touch. By Guilain Dorsimont, I.G.O.R., 2015."""

from ludotheque.core.game import Game
from ludotheque.core.options import Option, Whole

GAME = Game(
    __name__,
    edition=1,
    seats=(2,),
    options=(
        Option("start", ("ring", "triples"), "ring"),
        Option("lone", ("connected", "not"), "connected"),
        Option("max_choices", Whole(), 300),
    ),
    author="Guilain Dorsimont",
    publisher="I.G.O.R.",
    year=2015,
    minutes=10,
)
