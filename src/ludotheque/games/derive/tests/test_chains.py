"""The rules of Dérive, sentence by sentence, continued: chains, compulsory capture, and the end.

The sentence is the docstring. What comes before is in ``test_rules.py``.
"""

from __future__ import annotations

from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.derive.tests.positions import GAME, beginning, begun, captures, position, result_of

# Chains


def protected(dice: str, *attackers: str, **options: Any) -> set[str]:
    """Which of the cells a strong yellow die could not capture because the red die there is protected."""
    state = position(dice, 1, **{"level": "blitz", **options})
    refused = set()
    for attacker in attackers:
        if attacker not in state.choices():
            with pytest.raises(lt.IllegalEvent, match="protected"):
                state.play(attacker)
            refused.add(attacker[-2:])
    return refused


def test_a_chain_is_a_maximal_group() -> None:
    """A chain is a maximal group of one colour's dice connected by adjacency. One die alone is a chain."""
    assert protected("c9=r3 b8=y6", "b8xc9") == {"c9"}
    assert protected("c9=r3 d8=r5 b8=y6 e7=y6", "b8xc9", "e7xd8") == set()  # d8 belongs to it and spoils it
    assert protected("c9=r3 d8=y5 e7=r1 b8=y6 f6=y6", "b8xc9", "f6xe7") == {"c9"}  # the enemy's die joins nothing


def test_anchored() -> None:
    """Anchored: one of its dice is on the bank opposite its colour."""
    assert protected("c7=r3 b8=y6", "b8xc7") == set()
    assert protected("a5=r3 b4=y6", "b4xa5") == set()  # on a foreign bank, but not the opposite one
    assert protected("d8=r3 c9=r2 e7=y6", "e7xd8") == {"d8"}
    assert protected("a9=r3 b8=y6", "b8xa9") == {"a9"}  # a corner belongs to the bank


def test_ordered_all_values_are_different() -> None:
    """Ordered and isolated: all its values are different …"""
    assert protected("c9=r3 d8=r2 c7=r3 b8=y6", "b8xc9", "b8xc7") == set()
    assert protected("c9=r3 d8=r2 c7=r1 b8=y6", "b8xc9", "b8xc7") == {"c9", "c7"}


def test_ordered_adjacent_dice_differ_by_one() -> None:
    """… and every two adjacent dice of it differ by exactly one."""
    assert protected("c9=r3 d8=r5 b8=y6", "b8xc9") == set()
    assert protected("c9=r3 d8=r4 b8=y6", "b8xc9") == {"c9"}
    assert protected("c9=r3 d8=r4 e7=r2 b8=y6", "b8xc9") == set()
    assert protected("c9=r1 d8=r2 e7=r3 f6=r4 b8=y6", "b8xc9", level="classic") == {"c9"}


def test_no_branches_and_no_touching_ends() -> None:
    """It is a single line of consecutive values without branches, whose ends do not touch."""
    branch = "c9=r3 d8=r2 e7=r1 c7=r4 b8=y6"  # d8 has three neighbours: 3, 1 and 4
    assert protected(branch, "b8xc9", "b8xc7") == set()
    loop = "e9=r2 d8=r3 e7=r4 f8=r1 c7=y6"  # e7 = 4 and f8 = 1 touch
    assert protected(loop, "c7xd8") == set()
    line_ = "e9=r3 d8=r2 c7=r1 f8=r4 g7=r5 b6=y6"  # the anchor may be in the middle
    assert protected(line_, "b6xc7", level="classic") == {"c7"}


def test_all_dice_of_an_unordered_chain_are_vulnerable() -> None:
    """Vulnerable: an enemy die that is not protected; also the anchored one."""
    state = position("c9=r3 d8=r5 b8=y6 c7=y6", 1, level="blitz")
    assert captures(state) == ["b8xc9", "c7xd8"]


def test_protection_ends_with_the_order() -> None:
    """The dice of an enemy chain that is anchored, ordered and isolated cannot be captured."""
    dice = "c9=r3 d8=r4 b8=y6 e3=r1 i1=y1"
    assert "b8xc9" not in position(dice, 1, level="blitz").choices()
    assert "b8xc9" in position(dice, 0, level="blitz").play("d8:5").choices()
    assert "b8xc9" not in position(dice, 0, level="blitz").play("d8-e7").choices()  # alone it is ordered again


# Compulsory capture


def test_bound_by_an_anchored_enemy_chain() -> None:
    """A die of yours is bound if it is adjacent to a die of an anchored enemy chain."""
    assert position("d2=r6 c1=y1 e3=y5").choices() == ["d2xe3"]
    assert "d2:5" in position("d2=r6 c3=y1 e3=y5").choices()  # not anchored
    far = position("d4=r6 c1=y1 d2=y2 c3=y3 e5=y6")  # adjacent to the far end of the chain
    assert far.choices() == ["d4xe5"]


def test_not_bound_in_an_anchored_chain_of_its_own() -> None:
    """… and is not itself in an anchored chain of yours (ordered or not)."""
    yellow = "c1=y1 d2=y2 c3=y3 d4=y4 b6=y1"
    anchored = position(f"{yellow} e7=r2 d6=r4 c5=r6", size=7)  # red's chain is anchored, and not ordered
    assert {"c5:5", "c5xb6", "+a1"} <= set(anchored.choices())
    loose = position(f"{yellow} d6=r4 c5=r6", size=7)
    assert loose.choices() == ["c5xb6"]


def test_only_captures_by_bound_dice() -> None:
    """If a bound die has a legal capture, the legal choices are exactly the legal captures by bound dice."""
    state = position("d2=r6 c1=y1 e3=y5 g5=r6 h6=y1")
    assert state.choices() == ["d2xe3"]  # not g5xh6
    for text in ("g5xh6", "+a1", "d2:5", "d2?", "d2-c3"):
        with pytest.raises(lt.IllegalEvent, match="must capture"):
            state.play(text)


def test_a_bound_die_without_a_capture_changes_nothing() -> None:
    """If no bound die has a legal capture, every choice is open, captures by other dice too."""
    state = position("d2=r4 c1=y1 e3=y5 g5=r6 h6=y1")
    assert {"g5xh6", "+a1", "d2:5", "d2?", "d2-c3"} <= set(state.choices())
    protected_only = position("d2=r6 c1=y1")
    assert "d2:5" in protected_only.choices() and captures(protected_only) == []


def test_of_any_enemys_vulnerable_die() -> None:
    """… of any enemy's vulnerable die, not only of the anchored chain; which one is your choice."""
    state = position("d2=r6 c1=y1 e3=b5 c3=g2 f8=r6 g7=b1", 0, 0, 4)
    assert state.choices() == ["d2xc3", "d2xe3"]
    two_bound = position("d2=r6 b2=r6 c1=y1 e3=b5 a3=b2 f8=r6 g7=b1", 0, 0, 4)
    assert two_bound.choices() == ["b2xa3", "d2xe3"]
    broken = position("d2=r6 c1=y1 b2=y5")  # the anchored chain itself is vulnerable: it is not ordered
    assert broken.choices() == ["d2xc1"]


def test_a_forced_capture_obeys_the_banks() -> None:
    """The capture must be legal: a second die on a foreign bank is not."""
    blue = "h4=r6 i5=b1 i3=y1"  # blue is anchored on the right
    assert position(blue, 0, 0, 3).choices() == ["h4xi3"]
    second = position(f"{blue} i7=r1", 0, 0, 3)
    assert captures(second) == [] and "h4:5" in second.choices()


# The end


def test_after_every_event_also_a_draw() -> None:
    """After every event: a roll may complete a chain."""
    rolling = position("c9=r3 d8=r2 e7=r5", level="blitz").play("e7?")
    assert rolling.play("=1").result == (1, -1)
    assert not rolling.play("=4").over


def test_by_a_change_and_by_an_entry() -> None:
    """Any choice may complete a chain: here a change of value."""
    assert position("c9=r3 d8=r2 e7=r2", level="blitz").play("e7:1").result == (1, -1)


def test_the_chooser_first_then_the_others() -> None:
    """For the player who has just chosen and then for the others in turn order."""
    # Red takes the 5 that spoiled blue's chain, and completes its own with what is left of its 6.
    both = position("c9=r3 d8=r2 d6=r6 e7=b5 f6=b1 g7=b2 h6=b3 i5=b4", 0, 0, 3, level="blitz")
    assert both.play("d6xe7").result == (1, -0.5, -0.5)
    # Red takes the die that spoiled yellow's chain, and nothing else happens: yellow wins on red's choice.
    gift = position("c1=y3 d2=y2 e3=y1 f4=y5 g5=r6", 0, level="blitz")
    assert gift.play("g5xf4").result == (-1, 1)


@pytest.mark.parametrize(("chooser", "winner"), [(0, 0), (1, 2), (2, 2), (3, 0)])
def test_turn_order_decides(chooser: int, winner: int) -> None:
    """… and then for the others in turn order. Here red and yellow are both complete, which only a diagram can show."""
    dice = "c11=r3 d10=r2 e9=r1 c1=y3 d2=y2 e3=y1"
    state = position(dice, chooser, 0, 4, level="blitz")
    entry = beginning(state, "+")[1]
    result = state.play(entry).result
    assert result is not None and result.index(1) == winner


def test_at_least() -> None:
    """A chain of at least the level's length wins."""
    four = position("b8=r3 d8=r4 e7=r5 f6=r6", level="blitz")
    assert four.play("b8-c9").result == (1, -1)


def test_a_chain_must_be_anchored_ordered_and_isolated_to_win() -> None:
    """Anchored, ordered and isolated."""
    assert not position("c7=r3 d6=r2 e5=r2", level="blitz").play("e5:1").over
    assert not position("c9=r3 d8=r2 e7=r3", level="blitz").play("e7:4").over
    assert not position("c9=r3 d8=r2 e7=r2 f6=r6", level="blitz").play("e7:1").over


def test_initiation_needs_no_order() -> None:
    """At level ``initiation``, instead: a player who has a die on the opposite bank wins."""
    state = position("c7=r3 d8=r3 e7=r3", level="initiation")
    assert state.play("d8-c9").result == (1, -1)
    assert state.play("d8-e9").result == (1, -1)
    assert not state.play("d8:4").over
    captured = position("d8=r3 c9=y3", level="initiation").play("d8xc9")
    assert result_of(captured) == (1, -1)


@pytest.mark.parametrize(("seats", "most"), [(2, 600), (3, 900), (4, 1200)])
def test_max_choices(seats: int, most: int) -> None:
    """``max_choices``: 300 a seat (600, 900, 1200)."""
    assert GAME.new(seats).options["max_choices"] == most


def test_the_cap_comes_last() -> None:
    """A choice that ends the game by its own rules counts even if it is the last one allowed."""
    assert position("c9=r3 d8=r2 e7=r2", level="blitz", made=9, max_choices=10).play("e7:1").result == (1, -1)
    drawn = position("c9=r3 d8=r2 e7=r2", level="blitz", made=9, max_choices=10).play("e7:3")
    assert drawn.over and result_of(drawn) == (0, 0)
    assert not position("c3=r3", made=8, max_choices=10).play("c3:2").over


def test_draws_do_not_count_as_choices() -> None:
    """Every choice counts, draws do not."""
    state = GAME.new(max_choices=3).play("first=1").play("+c9").play("+c1").play("c9?")
    assert state.over and result_of(state) == (0, 0)


def test_the_same_position_has_the_same_bytes() -> None:
    """However it was reached."""
    one = begun(first=0).play("+a1").play("+a9").play("+c1").play("+c9")
    other = begun(first=0).play("+c1").play("+c9").play("+a1").play("+a9")
    assert bytes(one) == bytes(other) and one == other
    rolled = position("c3=r3").play("c3?").play("=4")
    turned = position("c3=r3").play("c3:4")
    assert bytes(rolled) == bytes(turned)
