"""A position of Dérive as a drawing."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

from ludotheque.core.state import CHANCE, State
from ludotheque.scene.scene import Group, Node, Scene, caption, circle, group, path, polygon, rect, shifted, stroke

from .. import GAME, rules
from ..clicks import clicks, die_id
from ..notation import name, parse, place_of
from ..position import (
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
    partner,
    winning,
)
from ..rules.geometry import PLACES, column_and_row, place_at
from ..sentences import seat_name, status, team_name
from ..tracking import die_numbers
from .board import BESIDE, CELL, PITCH, SMALL, TRAY, View, board
from .marks import (
    BRACKETS,
    DOWN,
    PLUS,
    ROLLED,
    UP,
    badge,
    change_button,
    chosen_cell,
    hop,
    star,
    target_cell,
    team_sign,
    winner_star,
)
from .palette import GRADIENTS, PALETTE
from .pieces import Box, die, field, field_chosen, field_halo, ring, tray, tumbling


def scene(state: State, seat: int | None, lang: str, wide: bool) -> Scene:
    return _Drawing(state, seat or 0, lang, status(state).text(lang)).scene()


class _Drawing(View):
    """One picture: the position as one seat sees it."""

    def __init__(self, state: State, seat: int, lang: str, status: str) -> None:
        super().__init__(int(state.fields.width), bank_of(state, seat))
        self.state, self.lang, self.status = state, lang, status
        self.dice, self.numbers = dice(state), die_numbers(state)
        self.forced, self.winning = forced_captures(state), winning(state)

    def say(self, key: str, **params: object) -> str:
        return GAME.catalog.say(key, self.lang, **params)

    def scene(self) -> Scene:
        everything = group(
            self.river(),
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

    def river(self) -> Node:
        s = self.state.fields
        return board(self.width, self.turned, dice_each(self.state), tuple(map(int, s.bank)), bool(s.teams))

    # Chains

    def ropes(self) -> list[Node]:
        """A protected chain lies in one common outline; an anchored one that is not protected hangs on a rope."""
        compels = compelling(self.state, self.forced)
        nodes: list[Node] = []
        for seat in range(self.state.seats):
            colour = colour_of(self.state, seat)
            for places, is_ordered in chains(self.state, seat):
                safe = is_ordered and is_protecting(self.state)
                nodes += self.rope(places, colour, safe, places[0] in compels)
        return nodes + self.victory()

    def victory(self) -> list[Node]:
        """The chain or the die that has won the game lies in a wide outline; its dice have a star besides."""
        if not self.winning:
            return []
        return self.rope(self.winning, colour_of(self.state, self.state.fields.winner), True, True)

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
        there = {(it.seat, self.numbers[it.place]): it for it in self.dice.values()}
        every = ((seat, number) for seat in range(self.state.seats) for number in range(dice_each(self.state)))
        return [self.one_die(there[which]) if which in there else self.waiting(*which) for which in every]

    def one_die(self, it: Die) -> Group:
        x, y = self.middle(it.place)
        colour = colour_of(self.state, it.seat)
        rolling = self.state.fields.rolling == it.place
        won = it.place in self.winning
        label = "picture.rolling" if rolling else "picture.winning" if won else "picture.die"
        return group(
            tumbling(colour) if rolling else die(colour, it.value),
            *([winner_star()] if won else []),
            *self.news(it, colour),
            id=die_id(self.state, it.place),
            kind=f"die {colour}",
            label=self.say(label, side=seat_name(self.state, it.seat), value=it.value, cell=name(it.place)),
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
            field(box),
            id=f"supply-{colour}",
            kind="supply",
            label=self.supply_label(seat, left),
            halo=(field_halo(box),),
            chosen=(field_chosen(box),),
        )

    def supply_label(self, seat: int, left: int) -> str:
        side, ally = seat_name(self.state, seat), partner(self.state, seat)
        if ally is None:
            return self.say("picture.supply", side=side, n=left)
        return self.say("picture.supply-of-team", side=side, n=left, team=team_name(self.state, seat, ally))

    def tray_box(self, bank: int) -> Box:
        x, y = self.along(bank, 0, self.tips + TRAY)
        long, short = dice_each(self.state) * PITCH + 8, 2 * SMALL + 9
        across, high = (long, short) if self.outward(bank)[0] == 0 else (short, long)
        return x - across / 2, y - high / 2, across, high

    def trays(self) -> list[Node]:
        """Where the supplies lie; whose turn it is has a bright edge. Partners' have the same ground and sign."""
        nodes: list[Node] = []
        for seat in range(self.state.seats):
            lit = seat in self.state.actors or (self.state.chance and seat == self.state.fields.turn)
            bank, teams = bank_of(self.state, seat), self.state.fields.teams
            nodes.append(tray(self.tray_box(bank), lit, f"team_{seat % 2}" if teams else "shadow"))
            nodes += self.team_signs(bank, seat % 2) if teams else []
        return nodes

    def team_signs(self, bank: int, team: int) -> list[Node]:
        """At both ends of a supply."""
        away = dice_each(self.state) * PITCH / 2 + BESIDE
        ends = (self.along(bank, aside, self.tips + TRAY) for aside in (-away, away))
        return [group(team_sign(team), x=x, y=y) for x, y in ends]

    def waiting(self, seat: int, number: int) -> Group:
        """A die in the supply, at its own place."""
        aside = (number - (dice_each(self.state) - 1) / 2) * PITCH
        x, y = self.along(bank_of(self.state, seat), aside, self.tips + TRAY)
        colour = colour_of(self.state, seat)
        return group(die(colour, 0, SMALL), id=f"die-{colour}-{number}", kind=f"die {colour}", x=x, y=y)

    # What just happened

    @cached_property
    def last(self) -> int | None:
        """The last choice, if it was the last event or its roll was."""
        state = self.state
        if state.last is not None and state.last[0] == CHANCE and state.previous is not None:
            state = state.previous
        if state.last is None or state.last[0] == CHANCE or state.previous is None:
            return None
        return parse(state.previous, *state.last)

    def news(self, it: Die, colour: str) -> list[Node]:
        """Marks on the die that the last choice was about."""
        action = self.last
        if action is None or action >= rules.PASS:
            return []
        if action < rules.ENTER:
            place, sign = action % PLACES, ""
        elif action < rules.ROLL:
            place = (action - (rules.ENTER if action < rules.CHANGE else rules.CHANGE)) // 6
            sign = PLUS if action < rules.CHANGE else self.arrow(it)
        else:
            place, sign = action - rules.ROLL, ROLLED
        if place != it.place:
            return []
        marks: list[Node] = [ring(colour, 2.2)]
        if sign:
            marks.append(badge(path(sign, **stroke("accent", 1.7))))
        return [group(*marks, layer="last")]

    def arrow(self, it: Die) -> str:
        assert self.state.previous is not None
        return UP if it.value > dice(self.state.previous)[it.place].value else DOWN

    def trail(self) -> list[Node]:
        """Where the last die came from and the way it took; where one was captured."""
        if self.last is None or self.last >= rules.ENTER or self.state.previous is None:
            return []
        origin, target = divmod(self.last, PLACES)
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
            sign = caption(0, 4.2, "!", 12, fill="$accent", font_weight="bold")
            nodes.append(group(badge(sign, x=0, y=-20), x=x, y=y, kind="bound"))
        return nodes

    # What can be touched besides dice and supplies

    def spots(self) -> list[Group]:
        steps = {
            step
            for seat in self.state.actors
            for action in self.state.legal(seat)
            for step in clicks(self.state, seat, action)[1:] or ("pass",)
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
        return group(
            target_cell(prey),
            id=step,
            kind="target",
            label=self.say("picture.capture" if prey else "picture.target", cell=name(place)),
            x=x,
            y=y,
            spot=True,
            chosen=(chosen_cell(),),
        )

    def mark(self, step: str, kind: str, place: int) -> Group:
        """Up, down or roll, at the upper, lower or right corner of the die's cell."""
        x, y = self.middle(place)
        dx, dy = {"up": (0, -1), "down": (0, 1), "roll": (1, 0)}[kind]
        value = self.dice[place].value + {"up": 1, "down": -1, "roll": 0}[kind]
        return group(
            change_button(kind, value),
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
            die(colour, value, 12.5),
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
        sign = caption(0, 5, text, 14, fill="$accent")
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
