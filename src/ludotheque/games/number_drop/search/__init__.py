"""What the search knows of Number Drop."""
