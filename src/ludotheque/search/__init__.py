"""Players that choose by themselves, for any game, through its verbs only."""
