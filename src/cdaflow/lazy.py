"""Libraries that take long to import, loaded when something of them is first used.

So a module that computes can also say what a command takes, without a help that waits for it:
`from cdaflow.lazy import numpy as np`.
"""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType
from typing import TYPE_CHECKING


def _lazy(name: str) -> ModuleType:
    """Return a module that is loaded at its first use."""
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if TYPE_CHECKING:
    import numpy as numpy
else:
    numpy = _lazy("numpy")
