"""Number Drop: falling shapes, four dice and a sheet of squared paper. By Florian Sirieix and Benoit Turpin, 2021."""

from ludotheque.core.game import Game
from ludotheque.core.options import Option, Whole

GAME = Game(
    __name__,
    edition=1,
    seats=(1, 2, 3, 4, 5, 6),
    options=(
        Option("tiles", ("mixed", "large"), "mixed"),  # without effect in solo, which has faces of its own
        Option("max_choices", Whole(), 5000),
    ),
    author="Florian Sirieix, Benoit Turpin",
    publisher="Débâcle Jeux",
    year=2021,
    minutes=30,
)
