"""Ludothèque in a terminal: one module a command, and what they share. ``cli.py`` starts them; nothing else may."""
