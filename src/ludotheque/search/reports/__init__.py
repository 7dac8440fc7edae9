"""Reports: what was skill and what was luck in a game, event by event; see ``docs/reports.md``."""
