"""Whole turns of one seat, compiled: every way through them, and what it comes to."""
