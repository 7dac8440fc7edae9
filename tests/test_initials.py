"""Names in three letters."""

from __future__ import annotations

import pytest

from ludotheque.core.initials import initials


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Margot", "MAR"),
        ("LU6", "LU6"),
        ("tri", "TRI"),
        ("Zoé", "ZOÉ"),
        ("Hélène", "HEL"),
        ("Jo", "JO"),
        ("Jean-Paul", "JEA"),
        ("d'Artagnan", "DAR"),
        ("Ève 2", "EVE"),
        ("李小龙和朋友", "李小龙"),
        ("!?!?", "1"),
        ("", "1"),
    ],
)
def test_a_name_has_three_letters(name: str, said: str) -> None:
    assert initials([name]) == (said,)


def test_names_at_one_table_are_told_apart() -> None:
    assert initials(["Margot", "Marguerite", "Marc", "Mara"]) == ("MAR", "MAG", "MAC", "MAA")
    assert initials(["Anna", "Anna", "Anna"]) == ("ANN", "ANA", "AN2")
    assert initials(["", "", "!!!!"]) == ("1", "2", "3")


def test_who_typed_three_letters_has_them_wherever_he_sits() -> None:
    assert initials(["Margot", "MAR", "Tom"]) == ("MAG", "MAR", "TOM")
    assert initials(["TOM", "Tom", "tom"]) == ("TOM", "TO2", "TO3")


def test_a_full_table_of_one_name_is_told_apart() -> None:
    for name in ("Aaaaaa", "Bob", "B", "----"):
        said = initials([name] * 6)
        assert len(set(said)) == 6 and all(len(each) <= 3 for each in said)
