"""Number Drop in sentences: what happens, what is expected, and why something cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ludotheque.core.i18n import Sentence
from ludotheque.core.state import CHANCE, State

from . import GAME, rules
from .notation import COMBINATIONS, LETTERS, NO_ACTION, SHAPE_NAMES, cell_name, cell_number, cells_in
from .position import (
    best_seats,
    cells_of,
    circled,
    first_digit,
    landing_cells,
    place_of,
    points,
    rows_beyond,
    sheet,
)
from .rules.geometry import ANY_SHAPE, NUMBERS, SHAPE_OF, SHAPES, TETROMINOES

say = GAME.catalog
STAGES = ("done", "start", "drop", "put", "write", "combine", "pick", "slide")


def seat_name(state: State, seat: int) -> Sentence:
    return say(f"seat.{seat}")


def side(state: State, seat: int) -> Sentence | str:
    """By name, where there is one: no colour on the table tells the players apart."""
    return state.names[seat] or seat_name(state, seat)


def joined(sentences: Sequence[Sentence | str], key: str = "list") -> Sentence | str:
    """Several in a row, with commas or what the key says between them."""
    return reduce(lambda first, rest: say(key, first=first, rest=rest), sentences)


def combination(number: int) -> Sentence:
    name = COMBINATIONS[number]
    return say(f"combination.{name[:-1]}", n=int(name[-1]))


def shape_wanted(state: State, seat: int) -> str:
    """The shape that a seat has to drop or to put."""
    s = state.fields
    return str(SHAPE_NAMES[s.tiles[s.falling] if s.stage[seat] == rules.DROP else s.shape_die])


def next_cell(state: State, seat: int) -> str:
    """Where the next die goes."""
    return cell_name(cells_of(state.fields.open[seat])[0])


# What is expected, or how it ended


def status(state: State) -> Sentence:
    if state.over:
        return _ending(state)
    if state.chance:
        return _drawing(state)
    if len(state.actors) == 1:
        key, params = asking(state, state.actors[0])
        return say(f"status.{key}", **params)
    return say("status.several", groups=joined(_groups(state), "groups"))


def _groups(state: State) -> list[Sentence]:
    """The seats that act, grouped by what they do."""
    stages: dict[int, list[Sentence | str]] = {}
    for seat in state.actors:
        stages.setdefault(state.fields.stage[seat], []).append(side(state, seat))
    return [say(f"doing.{STAGES[stage]}", list=joined(stages[stage])) for stage in sorted(stages)]


def _drawing(state: State) -> Sentence:
    draw = state.fields.draw
    if draw < rules.FIRST_DROPPER:
        return say("status.draw.tile", letter=LETTERS[draw])
    if draw == rules.FIRST_DROPPER:
        return say("status.draw.first")
    return say("status.draw.die", side=side(state, state.fields.dropper))


def asking(state: State, seat: int) -> tuple[str, dict[str, object]]:
    """What a seat is to do now: the key of a sentence and what it speaks of."""
    s = state.fields
    stage = s.stage[seat]
    key = STAGES[stage]
    params: dict[str, object] = {"side": side(state, seat)}
    if stage == rules.START:
        params |= {"digit": first_digit(state, seat)}
    elif stage in (rules.DROP, rules.PUT):
        params |= {"shape": shape_wanted(state, seat)}
        key += "-any" if stage == rules.PUT and s.shape_die == ANY_SHAPE else ""
    elif stage == rules.WRITE:
        params |= {"cell": next_cell(state, seat)}
    elif stage == rules.COMBINE:
        key += "-none" if len(state.legal(seat)) == 1 else ""
    elif stage == rules.PICK:
        params |= {"combination": combination(s.combination[seat] - 1), "n": _cells_to_go(state, seat)}
    else:
        key += "-again" if s.slides else ""
    return key, params


def _cells_to_go(state: State, seat: int) -> int:
    s = state.fields
    return int(COMBINATIONS[s.combination[seat] - 1][-1]) - len(cells_of(s.picked[seat]))


def _ending(state: State) -> Sentence:
    scores = state.scores or ()
    most, choices = max(scores), int(state.fields.choices)
    if state.fields.ending == rules.CAPPED:
        return say("status.capped-solo" if state.seats == 1 else "status.capped", n=most, choices=choices)
    if state.seats == 1:
        return say("status.solo-line" if rows_beyond(state, 0) else "status.solo-go", n=most)
    winners = [side(state, seat) for seat in best_seats(state)]
    if len(winners) == 1:
        return say("status.won", side=winners[0], n=most)
    return say("status.shared", list=joined(winners), n=most)


# What an event does


def describe(state: State, seat: int, action: int, text: str) -> Sentence:
    if seat == CHANCE:
        return _describe_draw(state, text)
    after = state.play(text, seat)
    move = _describe_choice(state, after, seat, action, text)
    return say("event.over", move=move) if after.fields.ending == rules.FINISHED else move


def _describe_draw(state: State, text: str) -> Sentence:
    what, value = text.split("=")
    if what in LETTERS:
        return say("event.tile", letter=what, shape=value)
    if what == "first":
        return say("event.first", side=side(state, int(value)))
    key = ("shape" if what == "shape" else "die") + ("-star" if value == "*" else "")
    move = say(f"event.{key}", die=what[-1], face=value, shape=value)
    return _with_drop(state, state.play(text), move)


def _with_drop(state: State, after: State, move: Sentence) -> Sentence:
    """What else the shape die does: a DROP falls, or everybody has circled the one that would."""
    if crossed := after.fields.crossed ^ state.fields.crossed:
        effect = "event.all-circled-ends" if after.chance else "event.all-circled-goes-on"
        return say(effect, move=move, letter=LETTERS[crossed.bit_length() - 1])
    falling = after.fields.falling if state.seats > 1 else rules.NONE
    return move if falling == rules.NONE else say("event.shape-drop", move=move, letter=LETTERS[falling])


def _describe_choice(state: State, after: State, seat: int, action: int, text: str) -> Sentence:
    stage = state.fields.stage[seat]
    if stage in (rules.DROP, rules.PUT):
        return _describe_placement(state, after, seat, action, text)
    if stage == rules.START:
        return say("event.start", side=side(state, seat), digit=text[-1], cell=text[:-2])
    if stage == rules.WRITE:
        key = "write-star" if text.startswith("*") else "write"
        return say(f"event.{key}", side=side(state, seat), digit=text[-1], cell=next_cell(state, seat))
    if stage == rules.COMBINE:
        key = "skip" if action == rules.SKIP else text[:-1]
        return say(f"event.{key}", side=side(state, seat), n=text[-1])
    return (_describe_pick if stage == rules.PICK else _describe_slide)(state, after, seat, text)


def _describe_placement(state: State, after: State, seat: int, action: int, text: str) -> Sentence:
    word, cells = text.split()
    shape = SHAPES[SHAPE_OF[place_of(state, seat, action)[0]]]
    move = say(f"event.{word}", side=side(state, seat), shape=shape, cells=" ".join(map(cell_name, cells_in(cells))))
    crossed = after.fields.crossed ^ state.fields.crossed
    return say("event.crossed", move=move, letter=LETTERS[crossed.bit_length() - 1]) if crossed else move


def _describe_pick(state: State, after: State, seat: int, text: str) -> Sentence:
    if after.fields.combination[seat]:
        return say("event.pick", side=side(state, seat), cell=text)
    number = state.fields.combination[seat] - 1
    n = int(COMBINATIONS[number][-1])
    move = say("event.validate", side=side(state, seat), cell=text, combination=combination(number), n=n)
    new = circled(after, seat) & ~circled(state, seat)
    return say("event.circle", move=move, letter=LETTERS[new.bit_length() - 1]) if new else move


def _describe_slide(state: State, after: State, seat: int, text: str) -> Sentence:
    slot = LETTERS.index(text[-1])
    step = int(state.fields.steps[slot]) + 1
    key = "event.slide-go" if step == rules.GO else "event.slide"
    move = say(key, side=side(state, seat), letter=text[-1], shape=_tile(state, slot), step=step)
    for other in range(rules.LETTERS):
        if after.fields.steps[other] - state.fields.steps[other] > (other == slot):
            return say("event.slide-too", move=move, letter=LETTERS[other], shape=_tile(state, other))
    return move


def _tile(state: State, slot: int) -> str:
    return SHAPE_NAMES[int(state.fields.tiles[slot])]


# Why an event cannot be


def refusal(state: State, seat: int, action: int, text: str) -> Sentence:
    stage = state.fields.stage[seat]
    if not _belongs(stage, action, text):
        return _expected(state, seat)
    if stage == rules.START:
        return _refuse_start(state, seat, text)
    if stage in (rules.DROP, rules.PUT):
        return _refuse_placement(state, seat, action, text)
    if stage == rules.WRITE:
        return say("refusal.no-star" if text.startswith("*") else "refusal.no-die", digit=text[-1])
    if stage == rules.COMBINE:
        return _refuse_combination(state, seat, action - rules.COMBINATION)
    if stage == rules.PICK:
        return _refuse_pick(state, seat, text)
    return say("refusal.at-go", letter=text[-1])


def _belongs(stage: int, action: int, text: str) -> bool:
    """Whether an event like this is written at this stage."""
    if stage in (rules.DROP, rules.PUT):
        return text.startswith(STAGES[stage] + " ")
    if stage in (rules.START, rules.PICK):
        return rules.CELL <= action < rules.TILE and ("=" in text) == (stage == rules.START)
    begin, end = {
        rules.WRITE: (rules.DIGIT, rules.COMBINATION),
        rules.COMBINE: (rules.COMBINATION, rules.CELL),
        rules.SLIDE: (rules.TILE, rules.PUSHED),
    }[stage]
    return begin <= action < end


def _expected(state: State, seat: int) -> Sentence:
    key = STAGES[state.fields.stage[seat]]
    choices = state.choices(seat)
    if choices == ["skip"]:
        return say("refusal.expected.combine-none")
    cell = next_cell(state, seat) if key == "write" else ""
    shape = shape_wanted(state, seat) if key in ("drop", "put") else ""
    return say(f"refusal.expected.{key}", example=choices[0], cell=cell, shape=shape)


def _refuse_start(state: State, seat: int, text: str) -> Sentence:
    cell = text[:-2]
    if cell[1:] != "1":
        return say("refusal.start-row", cell=cell)
    return say("refusal.start-digit", digit=first_digit(state, seat))


def _refuse_placement(state: State, seat: int, action: int, text: str) -> Sentence:
    cells = cells_in(text.split()[1])
    if action == NO_ACTION:
        return say("refusal.no-shape")
    if cells != sorted(cells):
        return say("refusal.unsorted", cells="".join(map(cell_name, sorted(cells))))
    shape, wanted = SHAPE_OF[place_of(state, seat, action)[0]], shape_wanted(state, seat)
    if wanted == "*" and shape >= TETROMINOES:
        return say("refusal.any-shape", given=SHAPES[shape])
    if wanted not in ("*", SHAPES[shape]):
        return say("refusal.wrong-shape", given=SHAPES[shape], shape=wanted)
    lands = landing_cells(state, seat, action)
    if lands[-1] >= NUMBERS:
        return say("refusal.too-high")
    if action >= rules.PUSHED:
        return _refuse_push(state, seat, cells)
    return say("refusal.lands", cells=" ".join(map(cell_name, lands)))


def _refuse_push(state: State, seat: int, cells: list[int]) -> Sentence:
    """On what is written, in the air, or where no way leads."""
    written = sheet(state, seat)
    if taken := [cell for cell in cells if cell in written]:
        return say("refusal.taken-cell", cell=cell_name(taken[0]))
    below = [cell - 8 for cell in cells]
    if min(below) >= 0 and not any(cell in written for cell in below):
        return say("refusal.in-the-air")
    return say("refusal.no-way")


def _refuse_combination(state: State, seat: int, number: int) -> Sentence:
    kind, step = divmod(number, rules.SIZES)
    if not state.fields.validated[seat, kind] >> step & 1:
        return say("refusal.none-there", combination=combination(number))
    key = "refusal.bonus-taken" if 1 << step == rules.BONUS else "refusal.taken"
    return say(key, combination=combination(number))


def _refuse_pick(state: State, seat: int, text: str) -> Sentence:
    s = state.fields
    content = sheet(state, seat).get(cell_number(text))
    if content is None or content == "X":
        return say("refusal.empty", cell=text)
    if cell_number(text) in cells_of(s.used[seat]):
        return say("refusal.used", cell=text)
    return say("refusal.unfit", cell=text, combination=combination(s.combination[seat] - 1))


# Beside the board: the guide, and how it ended

TOPICS = {
    rules.START: "setup",
    rules.DROP: "drops",
    rules.PUT: "shape",
    rules.WRITE: "shape",
    rules.COMBINE: "combinations",
    rules.PICK: "combinations",
    rules.SLIDE: "solo",
}


def topic(state: State) -> str:
    """Of several players the one who is furthest behind is helped."""
    if state.over:
        return "end"
    if state.chance:
        return "setup" if state.fields.draw <= rules.FIRST_DROPPER else "dice"
    stage = min(int(state.fields.stage[seat]) for seat in state.actors)
    return "solo" if stage == rules.DROP and state.seats == 1 else TOPICS[stage]


def ending(state: State) -> Sentence:
    if state.fields.ending != rules.FINISHED:
        return status(state)
    beyond = [side(state, seat) for seat in range(state.seats) if rows_beyond(state, seat)]
    if state.seats == 1:
        return say("ending.solo-line" if beyond else "ending.solo-go")
    if len(best_seats(state)) > 1:
        return say("ending.shared", list=joined(beyond), n=max(state.scores or ()))
    return say("ending.won", list=joined(beyond), n=max(state.scores or ()))


def score_parts(state: State, seat: int) -> tuple[tuple[Sentence, int], ...]:
    """As the sheet adds them up along its bottom."""
    made = points(state, seat)
    return (
        (say("part.rows"), made.rows),
        (say("part.identical"), made.identical),
        (say("part.consecutive"), made.consecutive),
        (say("part.bonus"), made.bonus),
    )
