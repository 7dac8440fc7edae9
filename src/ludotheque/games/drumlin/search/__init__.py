"""What the search knows of Drumlin."""
