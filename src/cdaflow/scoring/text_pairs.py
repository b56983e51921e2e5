"""The test sets in which people wrote both genders, as pairs for the training of agreement."""

from __future__ import annotations

import os

from cdaflow.agreement.gold import GENDER_COLUMNS, TextPair
from cdaflow.errors import InputError
from cdaflow.scoring.gate_rows import read_gate
from cdaflow.scoring.geneval_rows import find_testset, read_sentences


def read_gate_pairs(path: str | os.PathLike[str], split: str = "all") -> list[TextPair]:
    """Return the pairs of a GATE file of two variants (Rarrick et al. 2023).

    Raises InputError as `read_gate` does, and for a file of other variants.
    """
    rows = read_gate(path, split)
    if set(rows[0].variants) != {"f", "m"}:
        raise InputError(
            "variant.not-a-pair",
            f"expected the variants f and m, found {', '.join(rows[0].variants)}",
            file=path,
            line=1,
            hint="sentences with several persons have more variants and cannot be used as pairs",
        )
    return [
        TextPair(f"gate-{row.line}", {"Masc": row.variants["m"], "Fem": row.variants["f"]})
        for row in rows
    ]


def read_geneval_pairs(
    folder: str | os.PathLike[str], language: str, split: str = "test"
) -> list[TextPair]:
    """Return the references of MT-GenEval with their counterfactuals (Currey et al. 2022).

    Raises InputError where a file is absent, or they are of different length.
    """
    references = find_testset(folder, language, split=split).references
    lines = {name: read_sentences(references[name]) for name in GENDER_COLUMNS}
    if len(lines["masculine"]) != len(lines["feminine"]):
        raise InputError(
            "text.line-count",
            f"{len(lines['feminine'])} lines, but the masculine file has {len(lines['masculine'])}",
            file=references["feminine"],
        )
    return [
        TextPair(f"geneval-{split}-{number}", {"Masc": masculine, "Fem": feminine})
        for number, (masculine, feminine) in enumerate(
            zip(lines["masculine"], lines["feminine"], strict=True), 1
        )
    ]
