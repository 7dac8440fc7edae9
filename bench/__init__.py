"""How fast it is, measured against something in the same run, because machines differ. ``make bench`` prints it."""
