"""The two worked examples of the rulebook.

Their pictures are lost. The positions in ``records/example-a.ludo`` and ``example-b.ludo`` are ours, made so that every
sentence of the examples is true of them; each sentence is quoted above what proves it.
"""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.games.drumlin.tests.positions import RECORDS, cells, ended, targets


def example(name: str) -> list[lt.State]:
    return lt.Record.parse((RECORDS / f"{name}.ludo").read_text("utf-8")).states()


def events(states: list[lt.State]) -> list[str]:
    return [f"{state.last[0]} {state.last[1]}" for state in states if state.last]


def test_example_a_is_played_as_told() -> None:
    """One event for each sentence:

    1 « Violette amène un dragon sur la case de l'œuf de dragon adverse. »                          Dd4-d10
    1.1 « Violette prend le Drumlin … et l'envoie sur une case libre en première ligne adverse. »   @f10
    2 « Rosa doit résoudre la surpopulation … Rosa déplace son dragon. »                            Dd10-a10
    3 « Violette déplace un de ses éléphants sur la case où se trouve le Drumlin. »                 Ef5-f10
    4 « Rosa déplace un de ses éléphants sur la case de l'œuf de dragon de Violette. »              Eh10-f10
    5 « Violette déplace elle aussi un éléphant et reprend la majorité. »                           Ef2-f10
    6 « Elle déplace son dragon au plus près. »                                                     Da10-c10
    7 « Violette réalise le départ libre du Drumlin vers la ligne de base adverse. »                !base
    """
    told = ["0 Dd4-d10", "0 @f10", "1 Dd10-a10", "0 Ef5-f10", "1 Eh10-f10", "0 Ef2-f10", "1 Da10-c10", "0 !base"]
    assert events(example("example-a")) == told


def test_example_a_step_1() -> None:
    """« La valeur de la case est portée à 4, ce qui provoque un départ forcé du Drumlin. »"""
    before, after, placed = example("example-a")[:3]
    assert before.actors == (0,) and cells(before)["d10"] == "p*v"
    assert cells(after)["d10"] == "VvP" and after.actors == (0,)
    assert "f10" not in cells(before) and cells(placed)["f10"] == "*"


def test_example_a_step_2() -> None:
    """« Rosa doit résoudre la surpopulation de la case qui vaut maintenant 5. »"""
    placed = example("example-a")[2]
    assert {text[:4] for text in placed.choices()} == {"Dd10"}


def test_example_a_steps_3_to_5() -> None:
    """« … créer un œuf de dragon sur une case de la première ligne adverse … pour empêcher le Drumlin de partir
    librement … reprend la majorité sur la case, dans le but d'organiser au prochain tour un départ libre. »"""
    states = example("example-a")
    assert cells(states[4])["f10"] == "v*"
    assert cells(states[5])["f10"] == "v*p" and not targets(states[5], "!")
    assert cells(states[6])["f10"] == "v*vp"


def test_example_a_step_6() -> None:
    """« Rosa n'a aucun moyen d'empêcher le départ libre du Drumlin. Elle déplace son dragon au plus près, survolant au
    passage un éléphant adverse. Le dragon violet l'empêche de poursuivre sa route. Rosa n'avait, de toute façon, aucun
    éléphant capable de rejoindre la case d'une valeur de 3 pour la porter à 4. »"""
    state = example("example-a")[6]
    assert all("!base" in state.play(text).choices() for text in state.choices())
    assert cells(state)["a10"] == "P" and cells(state)["b10"] == "v" and cells(state)["d10"] == "Vv"
    assert {cell for cell in targets(state, "Da10-") if cell.endswith("10")} == {"b10", "c10"}
    assert not [text for text in state.choices() if text[0] == "E" and text.endswith("-f10")]


def test_example_a_step_7() -> None:
    """« … et gagne la partie ! »"""
    assert ended(example("example-a")[-1]) == "violet"


def test_example_b_is_played_as_told() -> None:
    """One event for each sentence, as 1.1 and 5.1 follow by themselves:

    1 « Violette déplace un éléphant sur la case de l'œuf de dragon rose. »                         Ed2-d6
    2 « Rosa déplace son éléphant vers la case voisine en première ligne. »                         Ef10-e10
    3 « Violette échange ses deux éléphants contre son dragon. »                                    Xg3-b10
    4 « Elle décide de déplacer son dragon rose à droite. »                                         Da8-c8
    5 « Violette organise un départ libre, posant le Drumlin sur l'un des deux éléphants groupés. » !b10
    """
    assert events(example("example-b")) == ["0 Ed2-d6", "1 Ef10-e10", "0 Xg3-b10", "1 Da8-c8", "0 !b10"]


def test_example_b_step_1() -> None:
    """« Elle prend la majorité 2/1. 1.1) Violette transfère le Drumlin … vers un de ses éléphants. »"""
    before, after = example("example-b")[:2]
    assert cells(before)["d6"] == "p*v" and cells(after)["d6"] == "v*vp"


def test_example_b_step_2() -> None:
    """« … pour ne pas laisser seul, et donc majoritaire, l'éléphant de Violette qui s'y trouve. Rosa n'a en effet aucun
    moyen d'attaquer le départ en préparation. »"""
    state, after = example("example-b")[1:3]
    assert cells(state)["e10"] == "v" and cells(after)["e10"] == "vp"
    assert not [text for text in state.choices() if text.endswith("-d6")]
    assert ended(state.play("Eh9-h8").play("!e10")) == "violet"  # what would have happened
    assert "!e10" not in after.choices()


def test_example_b_step_3() -> None:
    before, after = example("example-b")[2:4]
    assert (cells(before)["g3"], cells(before)["b10"]) == ("vv", "V")
    assert (cells(after)["g3"], cells(after)["b10"]) == ("V", "vv")
    assert "".join(cells(before).values()).count("V") == 1  # "son dragon"


def test_example_b_step_4() -> None:
    """« Rosa ne peut amener aucun de ses éléphants sur la case de l'œuf de dragon. »"""
    state = example("example-b")[3]
    assert not [text for text in state.choices() if text.endswith("-d6")]
    assert all("!b10" in state.play(text).choices() for text in state.choices())


def test_example_b_step_5() -> None:
    """« L'ancien œuf devient un dragon. 5.1) Violette envoie immédiatement … le Drumlin sur la base adverse rose.
    Violette gagne ainsi la partie. »"""
    last = example("example-b")[-1]
    assert cells(last)["d6"] == "Vvp" and cells(last)["b10"] == "v*v"
    assert ended(last) == "violet"


@pytest.mark.parametrize("name", ["example-a", "example-b"])
def test_each_side_has_its_twelve_pieces(name: str) -> None:
    letters = "".join(cells(example(name)[0]).values()).lower()
    assert letters.count("v") == letters.count("p") == 12
