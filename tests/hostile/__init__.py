"""Everything that no decent client would send, over real sockets: ``python -m tests.hostile --help``."""

import sys
from pathlib import Path

# The helpers of all tests; pytest finds them by its own settings.
sys.path.append(str(Path(__file__).parents[1] / "kit"))
