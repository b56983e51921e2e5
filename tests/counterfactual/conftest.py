"""The trees and candidates of `handmade` for tests in the folders below."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
