"""What the search knows of La Rivière de Couleurs."""
