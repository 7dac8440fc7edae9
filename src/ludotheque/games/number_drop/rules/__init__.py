"""The rules of Number Drop: the only place where a rule exists. All but ``setup`` is compiled."""

from .apply import apply, write_cell
from .chance import weights
from .ending import combination_points, result, scores
from .groups import circled
from .legal import actors, legal
from .state import (
    ACTIONS,
    ALL_SIZES,
    BONUS,
    CAPPED,
    CELL,
    COMBINATION,
    COMBINE,
    DIGIT,
    DONE,
    DROP,
    FACES,
    FINISHED,
    FIRST_DIE,
    FIRST_DROPPER,
    GO,
    LAYOUT,
    LETTERS,
    NONE,
    OUTCOMES,
    PICK,
    PLACEMENTS,
    PUSHED,
    PUT,
    RUN,
    RUNNING,
    SHAPE_DIE,
    SHAPE_FACES,
    SIZES,
    SKIP,
    SLIDE,
    SMALLEST,
    STAR,
    STAR_DIGIT,
    START,
    TILE,
    WRITE,
    Options,
    Position,
    X,
    setup,
)
