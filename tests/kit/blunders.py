"""A position of Drivis in which one choice loses at once and the others do not."""

from __future__ import annotations

POSITION = """9  y y y y . y y b b
8  Y y Y y . Y y B b
7  y y y y . . . . .
6  Y y Y y . . . . .
5  y y . . # . . . .
4  Y y . . . . . b b
3  . . . . . . . B b
2  b b b b . b b b b
1  B b B b . B b B b
   a b c d e f g h i
blue to act, 4 made
seats=2 start=ring lone=connected max_choices=300"""
BLUNDER = "f1-f6"
