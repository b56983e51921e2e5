"""The published models of Zmigrod et al. 2019, read as models of cdaflow.

Their repository (rycolab/biasCDA) has a PyTorch tensor a language, models/psi/spanish.pt and
french.pt: log psi by part of speech of the word, that of its head, relation, tag of the word and
tag of the head. Tags are 0 (no gender, or none of these), feminine, masculine. In cdaflow a word
without a gender says nothing of its neighbours', so the two genders are what is read of the table:
a linear model. Every triple of known labels is one with parameters, so that none backs off.
"""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cdaflow.agreement.labels import RELATIONS, Labels, TagSet
from cdaflow.errors import InputError
from cdaflow.io.files import digest
from cdaflow.option_types import Language, OutputPath
from cdaflow.trees.sentence import UPOS

if TYPE_CHECKING:
    from cdaflow.agreement.model import AgreementModel

#: The relations of Universal Dependencies 1 in the order of the French table, from 0; that of the
#: Spanish one is of version 2: root, then the alphabet.
_VERSION_1 = (
    "root", "acl", "advcl", "advmod", "amod", "appos", "aux", "auxpass", "case", "cc", "ccomp",
    "compound", "conj", "cop", "csubj", "csubjpass", "dep", "det", "discourse", "dislocated",
    "dobj", "expl", "foreign", "goeswith", "iobj", "list", "mark", "mwe", "name", "neg", "nmod",
    "nsubj", "nsubjpass", "nummod", "parataxis", "punct", "remnant", "reparandum", "vocative",
    "xcomp",
)  # fmt: skip
_VERSION_2 = ("root", *(relation for relation in RELATIONS if relation != "root"))

#: Relations of version 2 that version 1 has under another name. Those without a counterpart
#: (clf) say nothing.
_IN_VERSION_1 = {
    "aux:pass": "auxpass",
    "csubj:pass": "csubjpass",
    "fixed": "mwe",
    "flat": "name",
    "flat:foreign": "foreign",
    "nsubj:pass": "nsubjpass",
    "obj": "dobj",
    "obl": "nmod",
    "orphan": "remnant",
}

#: Parts of speech in the order of both tables.
_UPOS = tuple(sorted(UPOS))

_HINT = (
    "models/psi/spanish.pt and french.pt of https://github.com/rycolab/biasCDA are such tables "
    "(are they whole, and no pointers of Git LFS?)"
)


def import_(psi: Path, /, *, lang: Language, output: OutputPath) -> str:
    """Import a model of the authors of Zmigrod et al. 2019.

    The file is read without executing any of it. The model is used as one of `cdaflow agreement
    train`.

    Args:
        psi (PSI.pt): spanish.pt or french.pt of rycolab/biasCDA
        output (MODEL.npz): the model
    """
    model = import_psi(psi, lang)
    model.save(output)
    return f"{output}: {len(model.kinds)} kinds of edges, log alpha {model.log_alpha:g}"


def import_psi(path: str | os.PathLike[str], language: str) -> AgreementModel:
    """Return the linear model of a table of theirs.

    log psi between two genders is the table's, whatever the labels; that to the root symbol, and of
    relations that the table does not have, is 0. Raises InputError for another file.
    """
    # Not above: the help of the command needs no PyTorch.
    import torch

    from cdaflow.agreement.model import AgreementModel

    try:
        table = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError:
        raise InputError("file.missing", "no such file", file=path) from None
    except (pickle.UnpicklingError, RuntimeError, EOFError, ValueError, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise InputError(
            "tensor.not-pytorch", f"not a PyTorch tensor ({reason})", file=path, hint=_HINT
        ) from None
    versions = {len(order): order for order in (_VERSION_1, _VERSION_2)}
    if not isinstance(table, torch.Tensor) or not table.is_floating_point():
        raise InputError(
            "tensor.not-fractions",
            "expected a tensor of floating-point numbers",
            file=path,
            hint=_HINT,
        )
    shape = tuple(table.shape)
    order = versions.get(shape[2]) if len(shape) == 5 else None
    if order is None or shape[:2] != (len(_UPOS),) * 2 or shape[3:] != (3, 3):
        raise InputError(
            "tensor.other-shape",
            f"the tensor has the shape {shape}, expected 17 x 17 x 37 (or 40) x 3 x 3",
            file=path,
            hint=_HINT,
        )
    if not torch.isfinite(table).all():
        raise InputError(
            "tensor.not-a-number",
            "the tensor contains values that are not numbers",
            file=path,
            hint=_HINT,
        )
    relations = tuple(sorted({*RELATIONS, *(_IN_VERSION_1 if order is _VERSION_1 else ())}))
    labels = Labels(_UPOS, relations)
    genders = table.detach()[..., 1:, 1:].float().numpy()
    kinds, rows = [], []
    for word, upos in enumerate(_UPOS):
        for head, head_upos in enumerate(_UPOS):
            for relation in relations:
                name = _IN_VERSION_1.get(relation, relation) if order is _VERSION_1 else relation
                in_table = name in order and name != "root"
                kinds.append(labels.kind_of(upos, head_upos, relation))
                rows.append(
                    genders[word, head, order.index(name)] if in_table else np.zeros((2, 2))
                )
    sequence = np.argsort(kinds)
    return AgreementModel(
        "linear",
        language,
        TagSet(("Gender",), (("",), ("Fem",), ("Masc",))),
        labels,
        np.array(kinds, dtype=np.int64)[sequence],
        np.ones(len(kinds), dtype=np.int64),
        {"matrix": np.array(rows, dtype=np.float32)[sequence]},
        facts={"imported": Path(path).name, "sha256": digest(path)},
    )
