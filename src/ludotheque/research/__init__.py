"""For research with games: batches in compiled code, and adapters for OpenSpiel, PettingZoo and Gymnasium."""
