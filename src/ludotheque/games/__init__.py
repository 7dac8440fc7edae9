"""One folder a game. A game imports ``core`` and ``scene``, never another game."""
