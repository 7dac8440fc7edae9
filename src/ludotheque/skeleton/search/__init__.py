"""What the search knows of Skeleton: levels, and perhaps ``hints.py``."""
