"""The log probabilities of single phrases, as Tables 5 and 8 of Zmigrod et al. 2019 list them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import MALFORMED, read_json, tsv_lines, write_lines
from cdaflow.lm.measures import grammaticality, stereotyping
from cdaflow.lm.phrases import KINDS
from cdaflow.option_types import Normalised, OutputPath

COLUMNS = ("language", "system", "training", "noun", "noun_feminine", "adjective", *KINDS,
           "stereotyping", "grammaticality")  # fmt: skip


def list_phrases(
    scores: Sequence[Path], /, *, noun: Sequence[Normalised] = (), output: OutputPath
) -> str:
    """List the log prefix probability of each phrase, by noun, adjective and system.

    As in Tables 5 and 8 of Zmigrod et al. 2019, in natural logarithms: the right phrases, the
    phrases with the noun in the wrong gender, and the stereotyping and grammaticality of noun and
    adjective.

    Args:
        scores (SCORES.json): output of `cdaflow lm score`
        noun: list only these nouns, by their masculine form, such as ingeniero
        output (TSV): one row per noun, adjective and file; cells are empty if there is no phrase
    """
    rows = [row for path in scores for row in phrase_rows(path, noun)]
    if not rows:
        raise InputError(
            "phrase.no-noun", f"no phrase has {', '.join(noun) or 'a noun'}", file=scores[0]
        )
    write_lines(output, tsv_lines(COLUMNS, rows))
    return f"{output}: {len(rows)} rows"


def phrase_rows(path: Path, nouns: Sequence[str] = ()) -> Iterator[list[str]]:
    """Yield the rows of a file, of some nouns or of all; InputError where it is no score file."""
    content = read_json(path)
    try:
        system_cells = [str(content["language"]), str(content.get("system") or path.stem)]
        system_cells.append("" if content.get("training") is None else str(content["training"]))
        for row in content["phrases"]:
            logs = {kind: float(row["log_p"][kind]) for kind in KINDS if kind in row["log_p"]}
            values = [logs.get(kind, math.nan) for kind in KINDS]
            values += [stereotyping(logs), grammaticality(logs)]
            if not nouns or row["noun"] in nouns:
                names = [str(row[name]) for name in ("noun", "noun_feminine", "adjective")]
                yield [
                    *system_cells,
                    *names,
                    *("" if math.isnan(value) else f"{value:.2f}" for value in values),
                ]
    except MALFORMED as error:
        raise InputError(
            "score-file.not-phrase-scores",
            f"these are not scores of phrases ({type(error).__name__}: {error})",
            file=path,
            hint="write scores with `cdaflow lm score`",
        ) from None
