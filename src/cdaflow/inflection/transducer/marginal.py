"""The sum over alignments: of what comes next, and of a whole form.

With hard attention of order 0 the step at i looks at one place a_i of the source, whose
probability depends on the characters before and not on a_1 ... a_{i-1} (Wu et al. 2018, section
3). The sum over all J^I alignments is then the product over steps of a sum over places.
"""

from __future__ import annotations

import torch
from torch import Tensor


def log_steps(log_attention: Tensor, log_emission: Tensor) -> Tensor:
    """Return log p(y_i | y_<i, x) of each step: (B, I).

    `log_attention` (B, I, J): log p(a_i = j | y_<i, x), -inf at places that are padding.
    `log_emission` (B, I, J): log p(y_i | a_i = j, y_<i, x) of the character that stands at i.
    """
    return torch.logsumexp(log_attention + log_emission, dim=-1)


def log_marginal(log_attention: Tensor, log_emission: Tensor, within: Tensor) -> Tensor:
    """Return log p(y | x), all alignments summed: (B,).

    `within` (B, I): whether step i is in the form (its end included), or padding.
    """
    steps = log_steps(log_attention, log_emission)
    return torch.where(within, steps, torch.zeros_like(steps)).sum(-1)
