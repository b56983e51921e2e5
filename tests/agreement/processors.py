"""A processor of another kind, for tests that must not hang on the last bits of this one.

Which instructions a matrix product is made of hangs on the processor, on the shape, and on where
in the result a row stands: equal rows of the operands give rows that differ in their last bits.
"""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

_PRODUCTS = {"mm", "addmm", "bmm", "baddbmm", "mv", "addmv", "dot"}


class AnotherProcessor(TorchDispatchMode):
    """Changes the last bit of some numbers of each product, by position and shape alone."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        if func.overloadpacket.__name__ in _PRODUCTS and result.is_floating_point():
            size = result.numel()
            steps = (torch.arange(1, size + 1) * 2654435761 + size * 40503) % 1013 % 3 - 1
            result.mul_(1 + steps.view(result.shape) * torch.finfo(result.dtype).eps)
        return result
