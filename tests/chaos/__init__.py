"""Real players, real faults, and a checker that knows every promise: ``python -m tests.chaos --help``."""

import sys
from pathlib import Path

# The helpers of all tests; pytest finds them by its own settings.
sys.path.append(str(Path(__file__).parents[1] / "kit"))
