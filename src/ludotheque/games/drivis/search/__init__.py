"""What the search knows of Drivis."""
