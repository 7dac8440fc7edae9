"""How Dérive looks: a river seen from above between four banks, and dice that drift across."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from ludotheque.core.state import State
from ludotheque.scene.scene import (
    Group,
    Node,
    Point,
    Scene,
    Shape,
    circle,
    group,
    path,
    polygon,
    rect,
    shifted,
    stroke,
    words,
)

from . import GAME, rules
from .cells import BANKS, COLUMNS, PLACES, SHORE_PLACES, column_and_row, name, place_at, place_of, places_on
from .dice import badge, die, ring, tumbling
from .paint import (
    BRACKETS,
    CELL,
    DASHED,
    DIAMOND,
    DOWN,
    GRADIENTS,
    GRID,
    IN_A_NOTCH,
    PALETTE,
    PLUS,
    ROLLED,
    TEXTURES,
    UP,
    hop,
    star,
)
from .view import (
    COLOURS,
    Die,
    adjacent,
    bank_of,
    chains,
    colour_of,
    compelling,
    dice,
    dice_each,
    forced_captures,
    is_protecting,
    seat_name,
)

TRAY = 19.0  # from the tips of the banks to the middle of the supplies
MARGIN = 36.0  # from the tips of the banks to the edge of the picture
SMALL = 11.0  # half the side of a die in a supply
PITCH = 2 * SMALL + 4  # from a die in a supply to the next


def scene(state: State, seat: int | None, lang: str) -> Scene:
    from .talk import status

    return _Drawing(state, seat or 0, lang, status(state).text(lang)).scene()


class _Drawing:
    """One picture: the position as one seat sees it, its own bank nearest. The middle of the river is (0, 0)."""

    def __init__(self, state: State, seat: int, lang: str, status: str) -> None:
        self.state, self.lang, self.status = state, lang, status
        self.turned = bank_of(state, seat)
        self.width = int(state.fields.width)
        self.tips = self.width * CELL / 2 + CELL / 2
        self.half = self.tips + MARGIN
        self.dice = dice(state)
        self.forced = forced_captures(state)

    def say(self, key: str, **params: object) -> str:
        return GAME.words.say(key, self.lang, **params)

    def scene(self) -> Scene:
        everything = group(
            *self.land(),
            *self.water(),
            self.coordinates(),
            *self.trays(),
            *self.ropes(),
            *self.trail(),
            *self.all_dice(),
            *self.duties(),
            *self.supplies(),
            *self.spots(),
            x=self.half,
            y=self.half,
        )
        label = self.say("picture.board", status=self.status)
        return Scene("derive", 2 * self.half, 2 * self.half, (everything,), PALETTE, label, GRADIENTS)

    # Where things are

    def seen(self, x: float, y: float) -> Point:
        """A point of the board, seen from red's bank, as this seat sees it."""
        for _ in range(self.turned):
            x, y = y, -x
        return x, y

    def middle(self, place: int) -> Point:
        column, row = column_and_row(place)
        off = (self.width - 1) / 2
        return self.seen((column - off) * CELL, (off - row) * CELL)

    def outward(self, bank: int) -> Point:
        """The direction from the middle to a bank, as this seat sees it."""
        return self.seen(*((0, 1), (-1, 0), (0, -1), (1, 0))[bank])

    def along(self, bank: int, aside: float, out: float) -> Point:
        """A point at a bank: so far aside to the right of who sits there, so far from the middle."""
        dx, dy = self.outward(bank)
        return dx * out + dy * aside, dy * out - dx * aside

    # The river and its banks

    def land(self) -> list[Node]:
        return [self.one_land(bank, colour) for bank, colour in enumerate(COLOURS)]

    def one_land(self, bank: int, colour: str) -> Group:
        """A bank's land, as far as the corners' diagonals, with its pattern."""
        h = self.half
        ground = [self.along(bank, aside, out) for aside, out in ((-h, h), (h, h), (0, 0))]
        return group(
            polygon(ground, fill=f"$land_{colour}"),
            path(self.texture(bank, colour), **stroke(f"mark_{colour}", 1.4, stroke_opacity=0.34)),
        )

    def texture(self, bank: int, colour: str) -> str:
        """Furrows, waves, sand or grass: in the notches of the bank, and thinner beside the supply."""
        notches = [(column - (self.width - 1) / 2) * CELL for column in range(1, self.width, 2)]
        at = [(x + aside, self.tips - CELL + out) for x in notches for aside, out in IN_A_NOTCH]
        tray = dice_each(self.state) * PITCH / 2 + 12 if bank in self.state.fields.bank else 0
        for i in range(int((self.half - tray) // 13)):
            aside, out = tray + 6 + i * 13, self.tips + (9, 26)[i % 2]
            at += [(side * aside, out) for side in (-1, 1) if aside < out - 12]
        points = (self.along(bank, *point) for point in at)
        return "".join(f"M{x:.1f} {y:.1f}{TEXTURES[colour]}" for x, y in points)

    def water(self) -> list[Node]:
        places = places_on(self.width)
        depth = circle(0, 0, self.tips - CELL, fill="@depth")
        river = [self.tile(place) for place in places if not self.banks(place)]
        shores = [shape for place in places if self.banks(place) for shape in self.bank_tile(place)]
        return [*river, depth, self.ripples(), *shores]

    def banks(self, place: int) -> list[int]:
        """The banks that a cell belongs to."""
        return [b for b in range(4) if place < SHORE_PLACES and int(BANKS[self.width, b]) >> place & 1]

    def tile(self, place: int) -> Shape:
        """Water of two shades, so that a jump always ends on the shade where it began."""
        shade = "$shore" if place < SHORE_PLACES else "$stream"
        return polygon(shifted(DIAMOND, *self.middle(place)), fill=shade, **GRID)

    def bank_tile(self, place: int) -> list[Shape]:
        """A bank's ground; a corner is split between two."""
        x, y = self.middle(place)
        banks = self.banks(place)
        ground = [polygon(shifted(DIAMOND, x, y), fill=f"$bank_{COLOURS[banks[0]]}", **GRID)]
        if len(banks) == 2:
            ground.append(polygon(self.corner(x, y, *banks), fill=f"$bank_{COLOURS[banks[1]]}"))
        return ground

    def corner(self, x: float, y: float, first: int, second: int) -> list[Point]:
        """The half of a corner cell that belongs to the second of its banks."""
        (ax, ay), (bx, by) = self.outward(first), self.outward(second)
        r = CELL - 1
        points = [(ax + bx, ay + by), (2 * bx, 2 * by), (-2 * ax, -2 * ay), (-ax - bx, -ay - by)]
        return [(x + px * r / 2, y + py * r / 2) for px, py in points]

    def ripples(self) -> Group:
        """The current: a few long soft waves."""
        reach = self.tips - 1.6 * CELL
        waves = ""
        for i in range(self.width - 2):
            y = (i - (self.width - 3) / 2) * CELL + (i * 7 % 5 - 2) * 3
            start = -reach + i * 53 % 90
            waves += f"M{start:.0f} {y:.1f}" + "q12 -7 24 0t24 0" * (2 + i % 2)
        return group(path(waves, **stroke("ripple", 1.6, stroke_opacity=0.28)))

    def coordinates(self) -> Group:
        """Letters and numbers in the tips and notches of the two nearest banks on the left and below."""
        marks: list[Node] = []
        for i in range(self.width):
            at = (i - (self.width - 1) / 2) * CELL
            for horizontal in (True, False):
                x, y = (at, self.tips - 9.5) if horizontal else (9.5 - self.tips, at)
                text, colour = self.coordinate(x, y, horizontal)
                marks.append(words(x, y + 3.6, text, 10.5, fill=f"$mark_{colour}", font_weight="600"))
        return group(*marks, layer="coordinates")

    def coordinate(self, x: float, y: float, horizontal: bool) -> tuple[str, str]:
        """The name of the line that runs into the board from this point of the edge, and the colour of the bank."""
        for _ in range(self.turned):
            x, y = -y, x
        off = (self.width - 1) / 2
        column, row = round(x / CELL + off), round(off - y / CELL)
        is_column = horizontal == (self.turned % 2 == 0)
        side = (0, 1) if horizontal else (-1, 0)
        bank = next(bank for bank in range(4) if self.outward(bank) == side)
        return (COLUMNS[column] if is_column else str(row + 1)), COLOURS[bank]

    # Chains

    def ropes(self) -> list[Node]:
        """A protected chain lies in one common outline; an anchored one that is not protected hangs on a rope."""
        compels = compelling(self.state, self.forced)
        nodes: list[Node] = []
        for seat in range(self.state.seats):
            won = seat == self.state.fields.winner
            for places, is_ordered in chains(self.state, seat):
                safe = won or (is_ordered and is_protecting(self.state))
                nodes += self.rope(places, colour_of(self.state, seat), safe, won or places[0] in compels)
        return nodes

    def rope(self, places: list[int], colour: str, safe: bool, matters: bool) -> list[Node]:
        """In the accent's colour if it compels a capture or has won the game."""
        way = self.links(places)
        width, edge = (46, 5) if safe else (18, 4)
        outer = "accent" if matters else f"mark_{colour}"
        return [path(way, **stroke(outer, width + edge)), path(way, **stroke(f"bank_{colour}", width))]

    def links(self, places: list[int]) -> str:
        """From every die to its neighbours; a lone one is a point, which a round line end makes a disc."""
        way = ""
        for place in places:
            x, y = self.middle(place)
            way += f"M{x:.1f} {y:.1f}h0.01"
            for other in adjacent(place):
                if other in places and other > place:
                    ox, oy = self.middle(other)
                    way += f"M{x:.1f} {y:.1f}L{ox:.1f} {oy:.1f}"
        return way

    # Dice

    def all_dice(self) -> list[Group]:
        """Always in the same order, wherever they are: a page can then let each one glide."""
        there = {(it.seat, it.number): it for it in self.dice.values()}
        every = ((seat, number) for seat in range(self.state.seats) for number in range(dice_each(self.state)))
        return [self.one_die(there[which]) if which in there else self.waiting(*which) for which in every]

    def one_die(self, it: Die) -> Group:
        x, y = self.middle(it.place)
        colour = colour_of(self.state, it.seat)
        rolling = self.state.fields.rolling == it.place
        label = "picture.rolling" if rolling else "picture.die"
        return group(
            *((tumbling(colour),) if rolling else die(colour, it.value)),
            *self.news(it, colour),
            id=f"die-{colour}-{it.number}",
            kind=f"die {colour}",
            label=self.say(label, side=seat_name(self.state, it.seat), value=it.value, cell=it.name),
            x=x,
            y=y,
            halo=(ring(colour, 2.2, stroke_dasharray="1 5"),),
            chosen=(ring(colour, 3.4),),
        )

    def supplies(self) -> list[Group]:
        """Each seat's own place to take dice from: an invisible field over its tray."""
        return [self.supply(seat) for seat in range(self.state.seats)]

    def supply(self, seat: int) -> Group:
        n, colour = dice_each(self.state), colour_of(self.state, seat)
        box = self.tray_box(bank_of(self.state, seat))
        left = n - sum(it.seat == seat for it in self.dice.values())
        return group(
            rect(*box, 8, fill="$paper", fill_opacity=0),
            id=f"supply-{colour}",
            kind="supply",
            label=self.say("picture.supply", side=seat_name(self.state, seat), n=left),
            halo=(rect(*box, 8, **stroke("accent", 2.2, stroke_dasharray="1 5")),),
            chosen=(rect(*box, 8, **stroke("accent", 3)),),
        )

    def tray_box(self, bank: int) -> tuple[float, float, float, float]:
        x, y = self.along(bank, 0, self.tips + TRAY)
        long, short = dice_each(self.state) * PITCH + 8, 2 * SMALL + 9
        across, high = (long, short) if self.outward(bank)[0] == 0 else (short, long)
        return x - across / 2, y - high / 2, across, high

    def trays(self) -> list[Node]:
        """Where the supplies lie; whose turn it is has a bright edge."""
        nodes: list[Node] = []
        for seat in range(self.state.seats):
            lit = seat in self.state.actors or (self.state.chance and seat == self.state.fields.turn)
            edge: dict[str, Any] = {"stroke": "$accent", "stroke_width": 1.6} if lit else {}
            box = self.tray_box(bank_of(self.state, seat))
            nodes.append(rect(*box, 8, fill="$shadow", fill_opacity=0.2, **edge))
        return nodes

    def waiting(self, seat: int, number: int) -> Group:
        """A die in the supply, at its own place."""
        aside = (number - (dice_each(self.state) - 1) / 2) * PITCH
        x, y = self.along(bank_of(self.state, seat), aside, self.tips + TRAY)
        colour = colour_of(self.state, seat)
        return group(*die(colour, 0, SMALL), id=f"die-{colour}-{number}", kind=f"die {colour}", x=x, y=y)

    # What just happened

    def last(self) -> tuple[int, int] | None:
        """Seat and action of the last choice, if it was the last event or its roll was."""
        state = self.state
        if state.last is not None and state.last[0] < 0 and state.previous is not None:
            state = state.previous
        if state.last is None or state.last[0] < 0 or state.previous is None:
            return None
        return state.last[0], GAME.board.parse(state.previous, *state.last)

    def news(self, it: Die, colour: str) -> list[Node]:
        """Marks on the die that the last choice was about."""
        last = self.last()
        if last is None or last[1] >= rules.PASS:
            return []
        action = last[1]
        if action < rules.ENTER:
            place, sign = action % PLACES, ""
        elif action < rules.ROLL:
            place = (action - (rules.ENTER if action < rules.CHANGE else rules.CHANGE)) // 6
            sign = PLUS if action < rules.CHANGE else self.arrow(it, action)
        else:
            place, sign = action - rules.ROLL, ROLLED
        if place != it.place:
            return []
        marks: list[Node] = [ring(colour, 2.2)]
        if sign:
            marks.append(badge(path(sign, **stroke("accent", 1.7))))
        return [group(*marks, layer="last")]

    def arrow(self, it: Die, action: int) -> str:
        assert self.state.previous is not None
        return UP if it.value > dice(self.state.previous)[it.place].value else DOWN

    def trail(self) -> list[Node]:
        """Where the last die came from and the way it took; where one was captured."""
        last = self.last()
        if last is None or last[1] >= rules.ENTER or self.state.previous is None:
            return []
        origin, target = divmod(last[1], PLACES)
        way = [self.middle(place) for place in route(self.state.previous, origin, target)]
        x, y = way[0]
        hops = "".join(f"M{ax:.1f} {ay:.1f}{hop(ax, ay, bx, by)}" for (ax, ay), (bx, by) in pairwise(way))
        nodes: list[Node] = [
            circle(x, y, 6.5, **stroke("accent", 1.8)),
            path(hops, **stroke("accent", 2, stroke_dasharray="1 5")),
        ]
        if target in dice(self.state.previous):
            nodes.append(polygon(shifted(star(), *way[-1]), fill="$accent", fill_opacity=0.8))
        return [group(*nodes, layer="last", kind="trail")]

    # What must be done

    def duties(self) -> list[Node]:
        """Compulsory captures: an exclamation mark on who must, an arrow, and brackets around what can be taken."""
        nodes: list[Node] = []
        for origin, target in self.forced:
            (x, y), (tx, ty) = self.middle(origin), self.middle(target)
            dx, dy = (tx - x) / CELL, (ty - y) / CELL
            arrow = [(x + dx * 26, y + dy * 26), (x + dx * 25, y + dy * 12), (x + dx * 12, y + dy * 25)]
            nodes.append(group(path(BRACKETS, **stroke("accent", 2.6)), x=tx, y=ty, kind="prey"))
            nodes.append(polygon(arrow, fill="$accent", stroke="$paper", stroke_width=1.2, stroke_linejoin="round"))
        for origin in sorted({origin for origin, _ in self.forced}):
            x, y = self.middle(origin)
            sign = words(0, 4.2, "!", 12, fill="$accent", font_weight="bold")
            nodes.append(group(badge(sign, x=0, y=-20), x=x, y=y, kind="bound"))
        return nodes

    # What can be touched besides dice and supplies

    def spots(self) -> list[Group]:
        steps = {
            step
            for seat in self.state.actors
            for action in self.state.legal(seat)
            for step in GAME.board.clicks(self.state, seat, action)[1:] or ("pass",)
        }
        return [self.spot(step) for step in sorted(steps)]

    def spot(self, step: str) -> Group:
        kind, _, what = step.partition("-")
        if kind == "pass":
            return self.pass_button()
        if kind == "value":
            return self.value_button(int(what))
        place = place_of(what)
        assert place is not None
        if kind == "cell":
            return self.target(step, place)
        return self.mark(step, kind, place)

    def target(self, step: str, place: int) -> Group:
        x, y = self.middle(place)
        prey = place in self.dice
        sign = path(BRACKETS, **stroke("accent", 2.6)) if prey else circle(0, 0, 5.5, fill="$accent")
        return group(
            polygon(shifted(DIAMOND, 0, 0, 0.93), fill="$accent", fill_opacity=0.14, **DASHED),
            sign,
            id=step,
            kind="target",
            label=self.say("picture.capture" if prey else "picture.target", cell=name(place)),
            x=x,
            y=y,
            spot=True,
        )

    def mark(self, step: str, kind: str, place: int) -> Group:
        """Up, down or roll, at the upper, lower or right corner of the die's cell."""
        x, y = self.middle(place)
        dx, dy = {"up": (0, -1), "down": (0, 1), "roll": (1, 0)}[kind]
        value = self.dice[place].value + {"up": 1, "down": -1, "roll": 0}[kind]
        arrow = {"up": "M-4.5 -5.5L0 -10L4.5 -5.5", "down": "M-4.5 5.5L0 10L4.5 5.5", "roll": ROLLED}[kind]
        text = [] if kind == "roll" else [words(0, 8 if kind == "up" else 3, str(value), 13, fill="$accent")]
        return group(
            circle(0, 0, 13.5, fill="$paper", stroke="$accent", stroke_width=2),
            path(arrow, **stroke("accent", 2)),
            *text,
            id=step,
            kind="target",
            label=self.say(f"picture.{kind}", cell=name(place), value=value),
            x=x + dx * CELL * 0.86,
            y=y + dy * CELL * 0.86,
            spot=True,
        )

    def value_button(self, value: int) -> Group:
        """One of six faces on the tray of who enters a die."""
        seat = self.state.actors[0]
        bank, colour = bank_of(self.state, seat), colour_of(self.state, seat)
        wide = max(34, (dice_each(self.state) * PITCH + 10) / 6)
        x, y = self.along(bank, (value - 3.5) * wide, self.tips + TRAY)
        across, high = (wide, 34) if self.outward(bank)[0] == 0 else (34, wide)
        return group(
            rect(-across / 2, -high / 2, across, high, 7, fill="$paper", stroke="$accent", stroke_width=1.5),
            *die(colour, value, 12.5),
            id=f"value-{value}",
            kind="target",
            label=self.say("picture.value", value=value),
            x=x,
            y=y,
            spot=True,
        )

    def pass_button(self) -> Group:
        """On the tray of who must pass."""
        text = self.say("picture.pass")
        bank = bank_of(self.state, self.state.actors[0])
        inward = 18 if self.outward(bank)[0] else 0  # it is wider than a tray at the side
        x, y = self.along(bank, 0, self.tips + TRAY - inward)
        button = rect(-34, -16, 68, 32, 8, fill="$paper", stroke="$accent", stroke_width=2)
        sign = words(0, 5, text, 14, fill="$accent")
        return group(button, sign, id="pass", kind="target", label=text, x=x, y=y, spot=True)


def route(state: State, origin: int, target: int) -> list[int]:
    """The cells that a die touches on its shortest way, for the eye only: any way is as good as another."""
    there = dice(state)
    ways, done = [[origin]], {origin}
    for way in ways:
        if way[-1] == target:
            return way
        for over in adjacent(way[-1]):
            (x, y), (ox, oy) = column_and_row(way[-1]), column_and_row(over)
            behind = place_at(2 * ox - x, 2 * oy - y)
            if over in there and behind is not None and behind not in done and behind not in there:
                done.add(behind)
                ways.append([*way, behind])
    return [origin, target]
