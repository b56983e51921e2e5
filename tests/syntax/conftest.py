"""The helpers of other folders that make trees."""

import sys
from pathlib import Path

for folder in ("agreement", "counterfactual"):
    sys.path.insert(0, str(Path(__file__).parents[1] / folder))
