"""What the search knows of Dérive."""
