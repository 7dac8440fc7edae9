"""A position of Drivis in which blue can force a win, and one of the choices loses by force."""

from __future__ import annotations

POSITION = """9  . . y y . b b b b
8  y y Y y . B b B b
7  Y y . . . b b . .
6  y y . . . B b . .
5  Y y . . # . . . .
4  y y b b b b . . .
3  Y y B b B b . . .
2  b b y y . . . y y
1  B b Y y . . . Y y
   a b c d e f g h i
blue to act, 10 made
seats=2 start=ring lone=connected max_choices=300"""
WINNING, BLUNDER = "f6-c6", "h8-h3"
