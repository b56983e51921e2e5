"""On which device a network runs."""

from __future__ import annotations

import torch

from cdaflow.errors import ConfigError


def torch_device(name: str) -> torch.device:
    """Return a device by its name; ConfigError where there is none."""
    try:
        device = torch.device(name)
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise ConfigError(
            f"there is no device {name!r} for PyTorch ({str(error).splitlines()[0]})",
            hint="cpu, or cuda where PyTorch sees a GPU",
        ) from None
    return device
