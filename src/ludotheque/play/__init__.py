"""Tables where people and computers play: who sits where, what happened, who may do what. No web and no SQL here."""
