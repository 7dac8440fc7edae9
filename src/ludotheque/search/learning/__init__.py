"""Learning to judge positions from games that the search plays against itself; NumPy is all it needs."""
