"""Run the command line with `python -m cdaflow`."""

import sys

from cdaflow.cli import main

sys.exit(main())
