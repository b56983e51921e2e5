"""Settings of all tests: hypothesis tries the same examples in every run.

A failure by chance would be another change's. CDAFLOW_FUZZ_SEED=1 asks for new examples each time.
"""

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True, database=None)
if "CDAFLOW_FUZZ_SEED" not in os.environ:
    settings.load_profile("same")
