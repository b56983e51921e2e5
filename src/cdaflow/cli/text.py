"""Parallel and monolingual corpora."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cdaflow.cli.signature import exclusive
from cdaflow.cli.values import REPEATED, Language, Output, OutputPath, Seed, Value

if TYPE_CHECKING:  # imported where it is needed, since pyarrow takes a while
    from cdaflow.text.held_out import HeldOut

#: Corpora as specifications, given one by one.
Corpora = Annotated[Sequence[str], REPEATED, Value(metavar="SPEC")]
