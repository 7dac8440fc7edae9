"""One test for every sentence of the rules, in their order. The sentences are in the docstrings."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

import ludotheque as lt
from ludotheque.games.riviere.tests.positions import GAME, from_origin, position

HOLES = [f"{column}{row}" for column in "abc" for row in range(1, 7)]

# A river that neither red nor blue can enter.
DRY = "b b b\nb b b\ny g y\ng y g\ny g y\ng y g"
# Dealt in the order of the set-up draws, so that red and blue cannot enter.
DRY_DEAL = "GYGYBBGYGYBBYGYGBBR"


def dealt(first: int = 0, tiles: str = "BYRRGYRBBRYGGRYBOGY", **options: object) -> lt.State:
    """A new game after its set-up draws: a1 … a6, b1 … b6, c1 … c6, the spare, and who begins."""
    state = GAME.start(2, None, options)
    for tile in tiles:
        state = state.play(f"={tile}")
    return state.play(f"first={first}")


def tiles_of(state: lt.State) -> dict[str, str]:
    """Cell -> colour, of all tiles that are known."""
    return {
        f"{'abc'[cell >> 3]}{cell & 7}": "RBGYO"[colour]
        for colour in range(5)
        for cell in range(24)
        if int(state.fields.tiles[colour]) >> cell & 1
    }


def channel(state: lt.State, column: str) -> str:
    """The tiles of a column from row 0 to row 7."""
    return "".join(tiles_of(state).get(f"{column}{row}", "?") for row in range(8))


def spare(state: lt.State) -> str:
    return "RBGYO"[state.fields.spare]


def to_push(state: lt.State) -> lt.State:
    """Plays any journeys up to the push."""
    while state.choices() and not state.choices()[0].endswith(("^", "v")):
        state = state.play("done" if "done" in state.choices() else state.choices()[0])
    return state


def some_games(n: int, **options: object) -> list[lt.State]:
    """All positions of n random games."""
    states = []
    for seed in range(n):
        rng, state = random.Random(seed), GAME.start(2, None, options)
        while not state.over:
            state = state.draw(rng) if state.chance else state.play(rng.choice(state.choices()))
            states.append(state)
    return states


class TestBoard:
    def test_holes(self) -> None:
        """18 holes: 3 columns a–c, 6 rows 1–6."""
        assert sorted(tiles_of(dealt())) == HOLES

    def test_seats(self) -> None:
        """Two players: seat 0 red and blue, seat 1 green and yellow; three pawns of each colour."""
        assert GAME.seats == (2,)
        river = "o . .\n. . .\n. . .\n. . .\n. . .\n. . o".replace("o", "{}")
        assert {text[0] for text in position(river.format(".", "o"), 0).choices()} == {"R", "B"}
        assert {text[0] for text in position(river.format("o", "."), 1).choices()} == {"G", "Y"}
        assert dealt().fields.home.tolist() == [3, 3, 3, 3]

    def test_sides(self) -> None:
        """Seat 0 sits below row 1, seat 1 above row 6; each crosses to the other side."""
        assert from_origin(position("r . .\n. . .\n. . .\n. . .\n. . .\nr . .", 0), "R@") == ["a1"]
        assert from_origin(position("g . .\n. . .\n. . .\n. . .\n. . .\ng . .", 1), "G@") == ["a6"]
        assert from_origin(position(". . .:B\n. . .\n. . .\n. . .\n. . .\n. . .", 0), "c6-") == ["off"]
        assert from_origin(position(". . .\n. . .\n. . .\n. . .\n. . .\n.:G . .", 1), "a1-") == ["off"]

    def test_channels_of_eight(self) -> None:
        """Tiles lie in three channels of 8: rows 1–6 show through the holes; rows 0 and 7 are covered by the frame."""
        state = position(DRY, phase="push", spare="r", under="rr? ??r")
        assert channel(state, "a") == "RGYGYBB?"
        after = state.play("a^")
        assert channel(after, "a") == "RRGYGYBB"
        assert after.chance  # the tile that was in a7 has fallen out unseen

    def test_pawns_stay(self) -> None:
        """Pawns stand in the holes: when tiles slide, pawns stay where they are."""
        state = position(DRY.replace("b", "b:BG", 1), phase="push", spare="r", under="r?? ???")
        assert (state.play("a^").fields.stacks == state.fields.stacks).all()

    def test_tiles(self) -> None:
        """25 tiles: 6 red, 6 blue, 6 green, 6 yellow (``R B G Y``), 1 orange (``O``)."""
        assert GAME.new().outcomes() == {"=R": 6, "=B": 6, "=G": 6, "=Y": 6, "=O": 1}

    def test_24_and_a_spare(self) -> None:
        """24 lie in the channels, one is the spare."""
        last = some_games(1)[-1]
        assert len(tiles_of(last)) == 24  # all have come to light in a whole game
        assert Counter(tiles_of(last).values()) + Counter(spare(last)) == {"R": 6, "B": 6, "G": 6, "Y": 6, "O": 1}

    def test_hidden_tiles(self) -> None:
        """Hidden tiles are drawn when they come to light, not before: an unknown covered tile is not in the state."""
        state = position(DRY, phase="push", spare="r")
        assert channel(state, "a") == "?GYGYBB?"
        assert channel(state.play("a^"), "a") == "R?GYGYBB"

    def test_bag(self) -> None:
        """The bag is what remains of the 25 after all tiles seen so far."""
        state = position(DRY, phase="push", spare="r").play("a^")
        assert state.outcomes() == {"=R": 5, "=O": 1}
        assert state.play("=O").outcomes() == {"=R": 5}

    def test_known_tiles(self) -> None:
        """A tile that has been seen and is covered again is known."""
        state = dealt(tiles=DRY_DEAL).play("a^").play("=R").play("=R")
        assert channel(state, "a")[7] == "B"
        state = to_push(state).play("b^").play("=R").play("=R")
        state = to_push(state).play("av")
        assert channel(state, "a")[6] == "B" and not state.chance  # both ends of a are known: nothing is drawn


class TestSetUp:
    def test_order(self) -> None:
        """In this order, each from the bag with its count as weight: a1 … a6, b1 … b6, c1 … c6, the spare. ``=R``."""
        state, bag = GAME.new(), Counter(R=6, B=6, G=6, Y=6, O=1)
        for place, tile in zip([*HOLES, "spare"], "ORRRRRRBBGYGBYGBYGB", strict=True):
            assert state.outcomes() == {f"={c}": bag[c] for c in "RBGYO" if bag[c]}
            state = state.play(f"={tile}")
            bag[tile] -= 1
            assert tiles_of(state).get(place) == (tile if place != "spare" else None)
        assert spare(state) == "B"

    def test_first_player(self) -> None:
        """Then the first player, ``first=0`` or ``first=1``, weight 1 each."""
        for first in (0, 1):
            state = dealt(first)
            assert state.actors == (first,)
            assert state.previous is not None and state.previous.outcomes() == {"first=0": 1, "first=1": 1}

    def test_all_at_home(self) -> None:
        """All six pawns of each player wait at home."""
        s = dealt().fields
        assert s.home.tolist() == [3, 3, 3, 3] and s.arrived.tolist() == [0, 0, 0, 0] and (s.stacks == 1).all()


class TestJourneys:
    def test_from_home_or_from_the_top(self) -> None:
        """Journey of one pawn, from home or from a hole where it is on top of its stack."""
        state = position(". . .\nr r r\n. .:GR .:RG\n. . .\n. . .\nr . .", arrived="BBB")
        assert {text[:2] for text in state.choices()} == {"R@", "b4"}

    def test_eight_neighbours(self) -> None:
        """Each step goes to one of the up to eight neighbouring holes whose tile has the pawn's colour."""
        for column, row in ((x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)):
            cells = [["."] * 3, ["."] * 3, ["."] * 3, ["."] * 3, ["."] * 3, ["."] * 3]
            cells[2][1], cells[1 + row][column] = ".:R", "r"
            state = position("\n".join(map(" ".join, cells)), arrived="BBB")
            assert from_origin(state, "b4-") == [f"{'abc'[column]}{5 - row}"]

    def test_no_farther(self) -> None:
        state = position("r r r\n. . .\n. .:R .\n. . .\nr r .\n. . r", spare="b", arrived="BBB")
        assert from_origin(state, "b4-") == []

    def test_other_colours_do_not_carry(self) -> None:
        """… whose tile has the pawn's colour: neither another colour of one's own nor the enemy's will do."""
        state = position(". . .\nb b b\ng .:R y\ny g b\n. . .\n. . r", arrived="BBB")
        assert from_origin(state, "b4-") == []

    def test_orange(self) -> None:
        """… or is orange."""
        for pawn in "RB":
            assert "b5" in from_origin(position(f". . .\n. o .\n. .:{pawn} .\n. . .\n. . .\n. . ."), "b4-")

    def test_not_around_the_edge(self) -> None:
        """The board does not wrap around: beyond c comes nothing, nor beyond a, nor under the frame."""
        state = position(". . .\nr . .\nr . .:R\nr . .\n. . .\no . .")
        assert from_origin(state, "c4-") == []
        bottom = position(". . .\n. . .\n. r .\n. . .:R\n. . .\n. .:R .", under="rrr ???")
        assert from_origin(bottom, "b1-") == []

    def test_from_home(self) -> None:
        """From home to any such hole of the player's first row (row 1 for seat 0, row 6 for seat 1)."""
        state = position(". . .\n. . .\n. . .\n. r .\n. . .\nr o b")
        assert from_origin(state, "R@") == ["a1", "b1"]
        assert from_origin(state, "B@") == ["b1", "c1"]
        other = position("g o y\n. . .\n. . .\n. . .\n. . .\n. . .", 1)
        assert from_origin(other, "G@") == ["a6", "b6"]
        assert from_origin(other, "Y@") == ["b6", "c6"]

    def test_off_the_board(self) -> None:
        """From the player's last row off the board on the far side, no tile needed."""
        assert position(".:R . .\n. . .\n. . .\n. . .\n. . .\n. . .", arrived="BBB").choices() == ["a6-off"]
        assert position(". . .\n. . .\n. . .\n. . .\n. . .\n. . .:Y", 1, arrived="G").choices() == ["c1-off"]

    def test_right_across(self) -> None:
        """``R@off`` from home right across."""
        state = position("r . .\n. r .\n. o .\n. r .\n. . r\n. r .", arrived="BBB")
        assert state.choices() == ["R@a6", "R@b1", "R@b3", "R@b4", "R@b5", "R@c2", "R@off"]

    def test_go_on_or_stop(self) -> None:
        """A step may enter an empty hole, and the journey may go on or stop there."""
        state = position(". . .\n. . .\n. r .\nr . .\nr . .\n.:R . .")
        assert from_origin(state, "a1-") == ["a2", "a3", "b4"]

    def test_on_top_of_an_enemy(self) -> None:
        """Or a hole whose top pawn is an enemy's: the pawn goes on top and the journey ends."""
        state = position(". . .\n. . .\n. r .\nr:G . .\nr . .\n.:R . .")
        assert from_origin(state, "a1-") == ["a2", "a3"]
        assert state.play("a1-a3").fields.stacks[3] == 0b1_10_00  # green below red

    def test_below_the_limit(self) -> None:
        """… if the stack is below the limit; the limit counts the entering pawn."""
        rows = ". . .\n. . .\n. r .\nr:{} . .\nr . .\n.:R . ."
        assert from_origin(position(rows.format("BG")), "a1-") == ["a2", "a3"]
        assert from_origin(position(rows.format("GBG")), "a1-") == ["a2"]

    def test_own_pawns_block(self) -> None:
        """A hole whose top pawn is one's own can be neither entered nor crossed."""
        for stack in ("B", "GB", "R"):
            state = position(f". . .\n. . .\n. r .\nr:{stack} . .\nr . .\n.:R . .")
            assert from_origin(state, "a1-") == ["a2"]

    def test_tile_that_it_leaves(self) -> None:
        """The colour of the tile it leaves does not matter."""
        for tile in "rbgyo":
            state = position(f". . .\n. . .\n. . .\nr . .\n{tile}:R . .\n. . .")
            assert from_origin(state, "a2-") == ["a3"]

    def test_one_journey_a_turn(self) -> None:
        """A pawn makes at most one journey a turn."""
        state = position(". . .\n. . .\n. . .\nr . .\nr . .\n.:R .:R r").play("a1-a2")
        assert from_origin(state, "a2-") == [] and from_origin(state, "b1-") != []
        with pytest.raises(lt.IllegalEvent, match="already moved"):
            state.play("a2-a3")

    def test_end_elsewhere(self) -> None:
        """It must end elsewhere than it began, also where an enemy stands below it."""
        for stack in ("R", "GR"):
            state = position(f". . .\n. . .\n. . .\n. r:{stack} .\nr . .\n. . .")
            assert from_origin(state, "b3-") == ["a2"]
            with pytest.raises(lt.IllegalEvent, match="elsewhere"):
                state.play("b3-b3")

    def test_the_way_does_not_matter(self) -> None:
        """The way does not matter: two ways to one hole are one event."""
        state = position(". . .\n. . .\n. . .\n. r .\nr . r\n. .:R .")
        assert from_origin(state, "b1-") == ["a2", "b3", "c2"]

    @pytest.mark.parametrize("text", ["R@b1", "R@off", "a2-b4", "b5-off", "a^", "bv", "done"])
    def test_notation(self, text: str) -> None:
        """Notation: ``R@b1`` from home, ``a2-b4`` between holes, ``b5-off``, ``R@off``, ``a^``, ``av``, ``done``."""
        state = GAME.new()
        code = GAME.display.notation.parse(state, 0, text)
        assert code is not None and 0 <= code < GAME.num_actions
        assert GAME.display.notation.write(state, 0, code) == text

    @pytest.mark.parametrize("text", ["r@b1", "R@b7", "R@", "a2-a0", "a2b4", "O@b1", "d^", "a", "a^v", "Done", "=R"])
    def test_other_texts_are_no_events(self, text: str) -> None:
        assert GAME.display.notation.parse(GAME.new(), 0, text) is None


class TestCompulsion:
    def test_rows_nearer_the_far_side(self) -> None:
        """A journey advances if it ends in a row nearer the far side; a pawn that can advance may only do that."""
        state = position(". . .\nr . .\nr .:R r\n. r .\n. . .\n. . .")
        assert from_origin(state, "b4-") == ["a5"]
        mirrored = position(". . .\n. y .\ny .:Y y\n. . y\n. . .\n. . .", 1)
        assert from_origin(mirrored, "b4-") == ["c3"]

    def test_off_the_board_advances(self) -> None:
        """A journey advances if it ends off the board: then the holes beside the last row are closed."""
        state = position("r .:R r\nr . .\n. . .\n. . .\n. . .\n. . .")
        assert from_origin(state, "b6-") == ["off"]

    def test_entering_advances(self) -> None:
        """A journey advances if it starts at home, whatever row it ends in; so it is compulsory."""
        state = position(". . .\n. . .\n. . .\n. . .\n. . .\nr . .", arrived="BBB")
        assert state.choices() == ["R@a1"]

    def test_ending_on_an_enemy_advances(self) -> None:
        """… entering, and ending on an enemy, included."""
        state = position(". . .\nr:G . .\n. .:R r\n. . .\n. . .\n. . .", arrived="BBB")
        assert state.choices() == ["b4-a5"]
        with pytest.raises(lt.IllegalEvent, match="can advance"):
            state.play("b4-c4")
        enters = position(". . .\n. . .\n. . .\n. . .\n. . .\nr:G . .", arrived="BBB")
        assert enters.choices() == ["R@a1"]

    def test_no_stop_while_one_can_advance(self) -> None:
        """The player may not stop moving while any pawn that has not moved this turn has an advance."""
        state = position(". . .\nr . .\n. .:R .\n. . .\n. .:B .\nb . .", arrived="RR")
        assert state.choices() == ["B@a1", "b2-a1", "b4-a5"]
        with pytest.raises(lt.IllegalEvent, match="First advance"):
            state.play("done")

    def test_judged_before_each_choice(self) -> None:
        """It is judged in the position as it stands before each choice; one may give another pawn's advance."""
        state = position(". . .\n. . .\n. . .\nr . .\nr:R . .\n.:R r .", arrived="RBBB")
        assert state.choices() == ["a1-b1", "a2-a3"]  # a2 is one's own: the lower pawn cannot advance
        assert state.play("a2-a3").choices() == ["a1-a2"]  # now it can, so it must

    def test_one_may_take_anothers_advance(self) -> None:
        """… or take another pawn's advance."""
        state = position(". . .\n. . .\n. . .\nr . .\n.:R .:R .\n. . .", arrived="RBBB")
        assert state.choices() == ["a2-a3", "b2-a3"]
        after = state.play("a2-a3")
        assert after.choices()[0] == "a^"  # the other one has no journey left, and the push has come

    def test_any_order(self) -> None:
        """Journeys may come in any order, optional ones also while others are compulsory."""
        state = position(". . .\nr . .\n.:R . .\n. . .:R\n. . r\n. . .", arrived="RBBB")
        assert state.choices() == ["a4-a5", "c3-c2"]
        assert state.play("c3-c2").choices() == ["a4-a5"]

    def test_sideways_and_backward_are_optional(self) -> None:
        """Sideways and backward journeys are open to the pawns without an advance, and optional."""
        state = position(". . .\n. . .\n. . .\nr .:R .\nr . .\n. . .", arrived="RRBBB")
        assert state.choices() == ["b3-a2", "b3-a3", "done"]

    def test_last_row(self) -> None:
        """A pawn on top in its last row that has not moved has exactly one event, ``-off``, and it is compulsory."""
        state = position("r .:R r\nr r .\n. . .\n. . .\n. . .\n. . .", arrived="BBB")
        assert state.choices() == ["b6-off"]
        moved = position("r .:R' r\nr r .\n. .:R .\n. . .\n. . .\n. . .", arrived="BBB")
        assert from_origin(moved, "b6-") == []

    def test_default(self) -> None:
        """Option ``compulsion``: ``advance`` (default), or ``move``."""
        assert GAME.options["compulsion"].values == ("advance", "move")
        assert GAME.new().options["compulsion"] == "advance"

    def test_done(self) -> None:
        """``done`` ends the journeys when none is compulsory but some are possible."""
        after = position(". . .\n. . .\n. . .\nr .:R .\nr . .\n. . .").play("done")
        assert after.actors == (0,) and after.choices()[0] == "a^"

    def test_done_is_never_alone(self) -> None:
        """It is never the only event."""
        assert all(state.choices() != ["done"] for state in some_games(3))

    def test_journeys_end_by_themselves(self) -> None:
        """When none is possible they end by themselves."""
        assert dealt(tiles=DRY_DEAL).choices() == ["a^", "av", "b^", "bv", "c^", "cv"]
        lone = position(". . .\n. . .\n. . .\nr .:R .\n. . .\n. . .", arrived="RRBBB")
        assert lone.play("b3-a3").choices()[0] == "a^"

    def test_home_pawns_are_interchangeable(self) -> None:
        """Pawns of one colour at home are interchangeable: one event. Those at home have not moved this turn."""
        state = position(". . .\n. . .\n. . .\n. . .\nr . .\nr r .", arrived="BBB")
        assert state.choices() == ["R@a1", "R@a2", "R@b1"]
        assert state.play("R@a2").choices() == ["R@a1", "R@b1"]

    def test_marks_belong_to_the_top_pawn(self) -> None:
        """In a hole it is the top pawn that has or has not moved."""
        state = position(". . .\n. . .\nr:G . .\n. .:R .\n. . .:R\n. . r", arrived="RBBB")
        after = state.play("b3-a4")
        assert "r GR'" in after.diagram()
        assert after.choices() == ["c2-c1", "done"]

    def test_marks_vanish(self) -> None:
        """The marks vanish when the journeys end and are no part of the state during the push."""
        there = position(". . .\n. . .\n. . .\nr .:R .\n. . .\n. . .").play("b3-a3")
        direct = position(". . .\n. . .\n. . .\nr:R . .\n. . .\n. . .", phase="push", made=11)
        assert bytes(there) == bytes(direct)

    def test_only_the_top_pawn_moves(self) -> None:
        """Only the top pawn of a stack can move."""
        state = position(". . .\nr r r\n. .:RG .\n. . b\n. .:B .\n. . .")
        assert from_origin(state, "b4-") == []
        with pytest.raises(lt.IllegalEvent, match="stuck"):
            state.play("b4-a5")

    def test_stacks_alternate(self) -> None:
        """Stacks alternate sides, with and without a limit."""
        heights = {}
        for limit in (3, 0):
            stacks = {_sides(stack) for state in some_games(4, stack_limit=limit) for stack in state.fields.stacks}
            assert all(lower != upper for sides in stacks for lower, upper in pairwise(sides))
            heights[limit] = max(map(len, stacks))
        assert heights[3] == 3 < heights[0]

    def test_full_stacks_are_known(self) -> None:
        """The holes whose stack has as many pawns as it may: always, and in a position that is read."""
        filled = 0
        for limit in (3, 0):
            for state in some_games(4, stack_limit=limit):
                full = [cell for cell in range(24) if limit and len(_sides(state.fields.stacks[cell])) == limit]
                assert int(state.fields.full) == sum(1 << cell for cell in full), state.diagram()
                filled += len(full)
        assert filled > 20
        read = position(". . .\n. . .\n. . .\nr:GRG .:RG .\n. .:R r\n. . .").fields
        assert int(read.full) == 1 << 3

    def test_no_limit(self) -> None:
        """Option ``stack_limit``: 3 (default) or 0, no limit."""
        rows = ". . .\n. . .\n. . .\nr:GRGBYBG . .\n. .:R .\n. . ."
        assert from_origin(position(rows, stack_limit=0), "b2-") == ["a3"]
        assert GAME.options["stack_limit"].values == (3, 0) and GAME.new().options["stack_limit"] == 3


class TestCompulsionToMove:
    """Option ``compulsion``: ``move``."""

    def test_no_direction_is_forced(self) -> None:
        """No direction is forced: any pawn that has not moved may make any of its journeys."""
        rows = ". . .\nr . .\nr .:R r\n. r .\n. . .\n. . ."
        assert from_origin(position(rows), "b4-") == ["a5"]
        assert from_origin(position(rows, compulsion="move"), "b4-") == ["a4", "a5", "b3", "c4"]

    def test_may_climb_where_it_has_others(self) -> None:
        """… also climb where it has others."""
        state = position(". . .\nr:G . .\n. .:R r\n. . .\n. . .\n. . .", arrived="BBB", compulsion="move")
        assert state.choices() == ["b4-a5", "b4-c4"]

    @pytest.mark.parametrize("hole", ["a5", "a4", "a3"])
    def test_a_climb_is_not_compulsory(self, hole: str) -> None:
        """A journey that ends on an enemy pawn is a climb. A climb is never compulsory, and always open."""
        rows = [[".", ".", "."] for _ in range(6)]
        rows[2][1], rows[6 - int(hole[1])][0] = ".:R", "r:G"
        state = position("\n".join(map(" ".join, rows)), arrived="RRBBB", compulsion="move")
        assert state.choices() == [f"b4-{hole}", "done"]

    def test_a_climb_from_home(self) -> None:
        """… from home too."""
        state = position(". . .\n. . .\n. . .\n. . .\n. . .\nr:G . .", arrived="BBB", compulsion="move")
        assert state.choices() == ["R@a1", "done"]

    def test_off_is_no_climb(self) -> None:
        """``-off`` is not one; so it is compulsory, but the pawn may also do something else."""
        state = position("r .:R .\n. . .\n. . .\n. . .\n. . .\n. . .", arrived="RBBB", compulsion="move")
        assert state.choices() == ["b6-a6", "b6-off"]
        alone = position(". .:R .\n. . .\n. . .\n. . .\n. . .\n. . .", arrived="RBBB", compulsion="move")
        assert alone.choices() == ["b6-off"]

    def test_off_over_enemies_is_no_climb(self) -> None:
        """It is where a journey ends that makes it a climb, not what it began on."""
        state = position(". .:GR .\n. . .\n. . .\n. . .\n. . .\n. . .", arrived="RBBB", compulsion="move")
        assert state.choices() == ["b6-off"]

    @pytest.mark.parametrize("rows", ["r .:R .\n. . .", ". .:R .\nr . ."])
    def test_no_stop_while_one_can_move(self, rows: str) -> None:
        """The player may not stop moving while some pawn that has not moved has a journey that is not a climb."""
        state = position(f". . .\n. . .\n. . .\n{rows}\n. . .", arrived="RRBBB", compulsion="move")
        assert "done" not in state.choices() and len(state.choices()) == 1
        with pytest.raises(lt.IllegalEvent, match="First move every pawn that can move without climbing"):
            state.play("done")
        with pytest.raises(lt.IllegalEvent, match="the red pawn on b"):
            state.play("a^")

    def test_entering_is_compulsory(self) -> None:
        """A pawn at home has not moved: entering an empty hole is a journey like any other."""
        state = position(". . .\n. . .\n. . .\n. . .\n. . .\nr . .", arrived="BBB", compulsion="move")
        assert state.choices() == ["R@a1"]

    def test_pawns_that_have_moved_do_not_count(self) -> None:
        """… that has not moved: one that has moved leaves the player free to stop."""
        state = position(". . .\n. . .\nr:G .:R .\nr .:R' .\n. . .\n. . .", arrived="RBBB", compulsion="move")
        assert state.choices() == ["b4-a3", "b4-a4"]
        assert position(
            ". . .\n. . .\nr:G .:R .\n. .:R' .\n. . .\n. . .", arrived="RBBB", compulsion="move"
        ).choices() == ["b4-a4", "done"]

    def test_judged_before_each_choice(self) -> None:
        """… judged before each choice as above: one journey takes another pawn's only one that is not a climb."""
        state = position(". . .\n. . .\nr:G .:R .\nr .:R .\n. . .\n. . .", arrived="RBBB", compulsion="move")
        assert state.choices() == ["b3-a3", "b3-a4", "b4-a3", "b4-a4"]
        assert state.play("b3-a3").choices() == ["b4-a4", "done"]

    def test_one_may_give_another_a_journey(self) -> None:
        """… and one journey gives another pawn a journey, which is then compulsory."""
        state = position(". . .\n. . .\n. . .\nr . .\nr:R . .\n.:R . .", arrived="RBBB", compulsion="move")
        assert state.choices() == ["a2-a3"]
        assert state.play("a2-a3").choices() == ["a1-a2"]

    def test_refusals_speak_of_moving(self) -> None:
        """A way that is closed is closed whatever its direction: nobody is told to advance."""
        state = position(". . .\nr . .\n. .:R .\n. . r\n. . .\n. . .", compulsion="move")
        for text, reason in (("b4-c5", "neither of the red"), ("b4-off", "No way")):
            with pytest.raises(lt.IllegalEvent, match=reason):
                state.play(text)
        assert "advance" not in state.status() and "the red pawn on b4" in state.status()
        free = position(". . .\n. . .\nr:G .:R .\n. . .\n. . .\n. . .", arrived="RRBBB", compulsion="move")
        assert "Climb" in free.status()
        with pytest.raises(lt.IllegalEvent, match="say that you are done"):
            free.play("a^")

    def test_marks_of_those_who_must(self) -> None:
        """Pictures and diagrams mark who must move: whoever could only climb is not marked."""
        state = position(". . .\n. . .\nr:G .:R .\n. . r\n. .:R .\n. . .", arrived="RBBB", compulsion="move")
        assert state.diagram().count("R!") == 2
        only = position(". . .\n. . .\nr:G .:R .\n. . .\n. r:R .\n. r .", arrived="RBBB", compulsion="move")
        assert only.diagram().count("R!") == 1 and ", must move" in only.svg()


def _sides(stack: int) -> str:
    """The owner of each pawn of a stack."""
    return "" if stack == 1 else _sides(stack >> 2) + "0011"[stack & 3]


class TestPush:
    def test_a_push(self) -> None:
        """Put the spare into one end of a column; the whole channel moves by one, and the tile that falls out at the
        other end is the new spare."""
        state = position(DRY, phase="push", spare="r", under="rro rrr")
        up, down = state.play("c^"), state.play("cv")
        assert (channel(state, "c"), channel(up, "c"), spare(up)) == ("OGYGYBBR", "ROGYGYBB", "R")
        assert (channel(down, "c"), spare(down)) == ("GYGYBBRR", "O")
        assert channel(up, "a") == channel(state, "a") and channel(up, "b") == channel(state, "b")

    def test_ends(self) -> None:
        """``a^``: in at a0, towards row 7. ``av``: in at a7, towards row 0."""
        state = position(DRY, phase="push", spare="r", under="ooo rrr".replace("oo", "rr"))
        assert channel(state.play("a^"), "a") == "RRGYGYBB"
        assert channel(state.play("av"), "a") == "GYGYBBRR"

    def test_either_end(self) -> None:
        """Option ``push``: ``either`` end (default)."""
        assert position(DRY, phase="push", spare="r").choices() == ["a^", "av", "b^", "bv", "c^", "cv"]

    @pytest.mark.parametrize(("turn", "ways"), [(0, ["a^", "b^", "c^"]), (1, ["av", "bv", "cv"])])
    def test_away(self, turn: int, ways: list[str]) -> None:
        """… or ``away``, only from the player's own side."""
        state = position(DRY, turn, phase="push", spare="r", push="away")
        assert state.choices() == ways
        with pytest.raises(lt.IllegalEvent, match="own side"):
            state.play("av" if turn == 0 else "a^")

    def test_banned_column(self) -> None:
        """Not the column that the opponent pushed in the turn before, from either end."""
        after = to_push(
            position(DRY, 1, phase="push", spare="r", under="rrr rrr".replace("r", "?", 3)).play("bv").draw()
        )
        assert after.actors == (0,) and after.choices() == ["a^", "av", "c^", "cv"]
        for text in ("b^", "bv"):
            with pytest.raises(lt.IllegalEvent, match="just been pushed"):
                after.play(text)

    def test_only_the_turn_before(self) -> None:
        """The ban lasts one turn: one's own column of two turns ago is open again."""
        state = position(DRY, phase="push", spare="r", banned="c", under="rrr or?").play("av")
        assert "av" in to_push(to_push(state).play("b^")).choices()

    def test_first_turn(self) -> None:
        """The first turn has no such ban."""
        assert len(dealt(tiles=DRY_DEAL).choices()) == 6

    @pytest.mark.parametrize(("push", "hole"), [("a^", "a1"), ("av", "a6")])
    def test_draws_after_a_push(self, push: str, hole: str) -> None:
        """Then, if unknown, the tile now in row 1 (``^``) or row 6 (``v``) is drawn, and after it, if unknown, the new
        spare: ``=G``."""
        state = position(DRY, phase="push", spare="r").play(push)
        assert state.chance and hole not in tiles_of(state)
        state = state.play("=O")
        assert tiles_of(state)[hole] == "O" and state.chance
        state = state.play("=R")
        assert spare(state) == "R" and state.actors == (1,)

    @pytest.mark.parametrize(("under", "draws"), [("??? ???", 2), ("r?? ???", 1), ("??? r??", 1), ("r?? r??", 0)])
    def test_only_the_unknown_is_drawn(self, under: str, draws: int) -> None:
        state = position(DRY, phase="push", spare="r", under=under).play("a^")
        for _ in range(draws):
            state = state.draw()
        assert state.actors == (1,)

    def test_one_push_a_turn(self) -> None:
        """A turn: journeys, then one push."""
        state = position(DRY, phase="push", spare="r", under="r?? r??").play("a^")
        assert state.actors == (1,)


class TestEnd:
    ROWS = ". .:R .\n. . .\n. . .\n. .:Y .\n. . .\n. . ."

    def test_sixth_pawn_wins(self) -> None:
        """The player whose sixth pawn has left the board on the far side wins at once, before any push."""
        state = position(self.ROWS, arrived="RRBBBGG").play("b6-off")
        assert state.over and state.result == (1.0, -1.0)
        assert "red-blue won" in state.diagram()

    def test_fifth_does_not(self) -> None:
        state = position(self.ROWS.replace(".:Y .", ".:Y .:B"), arrived="RRBBGG").play("b6-off")
        assert not state.over and state.fields.arrived.tolist() == [3, 2, 2, 0]

    def test_seat_one_wins_below(self) -> None:
        state = position(". . .\n. . .\n. . .\n. . .\n. . .\n. .:G .", 1, arrived="GGYYYRR").play("b1-off")
        assert state.result == (-1.0, 1.0)

    def test_cap(self) -> None:
        """``max_choices``: the game ends in a draw right after that choice, and draws still due are not made."""
        state = position(DRY, phase="push", spare="r", made=19, max_choices=20).play("a^")
        assert state.over and state.result == (0.0, 0.0) and state.outcomes() == {}
        assert "drawn" in state.diagram() and GAME.read(state.diagram()) == state

    def test_cap_is_looked_at_last(self) -> None:
        """A choice that ends the game by its own rules counts even if it is the last one allowed."""
        state = position(self.ROWS, arrived="RRBBBGG", made=19, max_choices=20).play("b6-off")
        assert state.result == (1.0, -1.0)

    def test_every_choice_counts(self) -> None:
        """Every choice counts, ``done`` too, draws do not."""
        state = position(". . .\n. . .\n. . .\nr .:R .\nr . .\n. . .", max_choices=12).play("done")
        assert state.fields.choices == 11 and not state.over
        assert state.play("a^").result == (0.0, 0.0)
        assert dealt().fields.choices == 0

    def test_marks_vanish_at_the_end(self) -> None:
        """Equal positions have equal bytes: a game that is over remembers no marks."""
        state = position(". . .\nr . .\n. .:R .:R\n. r .\n. . .\n. . .", made=19, max_choices=20).play("b4-a5")
        assert state.over and state.fields.moved == 0

    def test_defaults(self) -> None:
        """``max_choices``: 1000; all options, in their order."""
        assert GAME.new().options == {
            "compulsion": "advance",
            "stack_limit": 3,
            "push": "either",
            "memory": True,
            "max_choices": 1000,
        }
        assert list(GAME.options) == ["compulsion", "stack_limit", "push", "memory", "max_choices"]


class TestMemory:
    """For the eyes only."""

    def test_covered_tiles_are_face_down(self) -> None:
        """``true`` (default): covered tiles are shown face down even if they have been seen."""
        one, other = (position(DRY, phase="push", spare="r", under=f"r{tile}? ???") for tile in "ro")
        assert one != other and one.svg() == other.svg()
        assert GAME.display.diagram.diagram(one).rows == GAME.display.diagram.diagram(other).rows

    def test_both_are_shown(self) -> None:
        """``false``: both are shown."""
        one, other = (position(DRY, phase="push", spare="r", under=f"r{tile}? ???", memory=False) for tile in "ro")
        assert one.svg() != other.svg()
        assert "bag r3 b0 g0 y0 o1" in one.diagram() and "bag r4 b0 g0 y0 o0" in other.diagram()
        assert ">bag<" in one.svg()

    def test_bag_is_secret_while_the_game_runs(self) -> None:
        """The bag's counts are not shown while the game runs."""
        running = position(TestEnd.ROWS, arrived="RRBBBGG")
        assert "bag" not in running.diagram() and ">bag<" not in running.svg()
        over = running.play("b6-off")
        assert "bag" in over.diagram() and ">bag<" in over.svg()

    def test_no_rule_changes(self) -> None:
        """It changes no rule: the same events lead to the same bytes."""
        one, other = GAME.new(), GAME.new(memory=False)
        rng = random.Random(3)
        while not one.over:
            text = rng.choice(list(one.outcomes()) or one.choices())
            one, other = one.play(text), other.play(text)
            assert bytes(one) == bytes(other) and one.choices() == other.choices()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("R@c6", "No way"),
        ("G@a1", "not yours"),
        ("B@a1", "None of your"),
        ("c3-c4", "no pawn"),
        ("c4-c3", "is not yours"),
        ("b4-a4", "neither of the red"),
        ("b4-b5", "own pawns"),
        ("b4-c5", "already has 3"),
        ("b4-off", "far side"),
        ("b4-c6", "No way"),
        ("b4-b3", "can advance"),
        ("a^", "First advance"),
        ("done", "First advance"),
    ],
)
def test_refusals(text: str, reason: str) -> None:
    """Every refusal names the first reason that a person would name."""
    state = position(". . r\nr .:B r:YRG\n. .:R .:G\n. r .\n. . .\n. . .", arrived="BB")
    with pytest.raises(lt.IllegalEvent, match=reason):
        state.play(text)


def test_refusals_of_the_push() -> None:
    state = position(DRY, phase="push", spare="r", banned="b")
    for text, reason in (("done", "now push"), ("R@a1", "push a column"), ("b^", "just been pushed")):
        with pytest.raises(lt.IllegalEvent, match=reason):
            state.play(text)
    free = position(". . .\n. . .\n. . .\nr .:R .\nr . .\n. . .")
    with pytest.raises(lt.IllegalEvent, match="say that you are done"):
        free.play("a^")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("   spare r", "   spear r", "spare tile is missing"),
        ("r R!", "r RB", "alternate"),
        ("   spare r", "   spare o", "single orange"),
        ("home RR", "home RRR", "three pawns"),
        ("to travel", "to dance", "whose turn"),
        ("10 made", "1000 made", "number of moves"),
        ("red-blue to travel, 10 made", "red-blue won, 10 made", "six pawns"),
        ("under the frame", "below the frame", "under the frame"),
        ("red-blue to travel", "a draw, then red-blue", "draw is due"),
        ("o G ", "o G'", "travelling"),
        ("\n0  ?", "", "eight rows"),
        ("2  ", "2  z", "A row gives"),
        ("r R!", "r R ", "looks different"),
    ],
)
def test_wrong_diagrams_say_what_is_wrong(old: str, new: str, reason: str) -> None:
    text = position(". . .\n. . .\nr o:G .\n. r:R .\n. . .\n. . .").diagram()
    assert old in text
    with pytest.raises(lt.GameError, match=reason):
        GAME.read(text.replace(old, new, 1))


def test_a_diagram_from_before_an_option_was_there_is_read() -> None:
    """What was written without ``compulsion`` meant ``advance``; the text stays as it was written."""
    state = position(". . .\n. . .\nr o:G .\n. r:R .\n. . .\n. . .")
    old = state.diagram().replace("compulsion=advance ", "")
    assert old != state.diagram() and GAME.read(old) == state and GAME.read(old).origin == old
    with pytest.raises(lt.GameError, match="looks different"):
        GAME.read(old.replace("stack_limit=3 push=either", "push=either stack_limit=3"))
