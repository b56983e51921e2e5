"""Marian models as files: interpolate."""

from __future__ import annotations

from cdaflow.option_types import Folder, Share


def interpolate(
    *,
    base: Folder,
    model_dir: Folder,
    share: Share,
    output_dir: Folder,
) -> str:
    """Write the model between a base and what was fine-tuned from it.

    Each parameter is the mean of both, the fine-tuned one with a share: what was learned stays for
    the most part, and less is forgotten (Wortsman et al. 2022).

    Args:
        base: folder of the model that the fine-tuning started from
        model_dir: folder of the fine-tuned model
        share: of the fine-tuned model, such as 0.75; the rest is the base's
        output_dir: the folder of the model
    """
    from cdaflow.nmt.interpolation import interpolate as between
    from cdaflow.nmt.model import load_model

    found = between(load_model(base), load_model(model_dir), share, output_dir)
    return f"the model is {found.file}"
