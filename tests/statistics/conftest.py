"""The simulation that the tests of coverage share with the table of docs/tables.md."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
