"""Minimal pairs from sentences and their right counterfactuals: agreement kept against broken.

Of a sentence and its counterfactual ("El ingeniero está cansado", "La ingeniera está cansada") come
two pairs: each of them is right, and wrong is the same with the nouns of the other ("*El ingeniera
está cansado"). A model that knows agreement gives the right one the higher probability. Beside the
grammaticality of the paper's phrases this tests agreement in whole sentences.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from cdaflow.errors import InputError
from cdaflow.io.files import read_lines, read_table, tsv_lines, write_lines
from cdaflow.io.recognition import Content
from cdaflow.lm.persons import PersonLists

#: The columns in which sentences and their counterfactuals may stand.
SIDES = (("target", "counterfactual_target"), ("masculine", "feminine"))

#: The columns of a table of pairs.
COLUMNS = ("right", "wrong")

#: A difference of two lists of words: kind, start and end in the one, start and end in the other.
_Block = tuple[str, int, int, int, int]

_WORDS = re.compile(r"\w+(?:-\w+)*|\W")


def minimal_pairs(
    sentence: str, counterfactual: str, lists: PersonLists
) -> tuple[list[tuple[str, str]], str]:
    """Return the pairs (right, wrong) of a sentence and its counterfactual, or why there is none.

    Reasons: "absent" (no counterfactual), "same" (nothing differs), "no-noun" (no listed noun
    differs, or one that may have both genders: "la cliente" is no error), "noun-alone" (nothing
    else differs, so that no error could be written).
    """
    if not counterfactual:
        return [], "absent"
    if sentence == counterfactual:
        return [], "same"
    ours, theirs = _WORDS.findall(sentence), _WORDS.findall(counterfactual)
    blocks = [
        block
        for block in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
        if block[0] != "equal"
    ]
    nouns = _nouns(blocks, ours, theirs, lists)
    if not nouns:
        return [], "no-noun"
    if len(nouns) == len(blocks):
        return [], "noun-alone"
    wrong_ours, wrong_theirs = list(ours), list(theirs)
    for _, i, j, k, m in reversed(nouns):
        wrong_ours[i:j] = theirs[k:m]
        wrong_theirs[k:m] = ours[i:j]
    return [(sentence, "".join(wrong_ours)), (counterfactual, "".join(wrong_theirs))], ""


def _nouns(
    blocks: Sequence[_Block], ours: Sequence[str], theirs: Sequence[str], lists: PersonLists
) -> list[_Block]:
    """Return the blocks that are nouns of persons on both sides, and have one gender there.

    Of two beside each other the second is an adjective: "capitana francesa".
    """
    nouns: list[_Block] = []
    end = -1
    for block in blocks:
        _, i, j, k, m = block
        if i == end + 1:
            continue
        sides = ours[i:j], theirs[k:m]
        if all(_is_listed(side, lists) for side in sides):
            end = j
            if all(len(lists.genders([word.lower() for word in side])) == 1 for side in sides):
                nouns.append(block)
    return nouns


def _is_listed(words: Sequence[str], lists: PersonLists) -> bool:
    """Return whether words are one listed noun."""
    lower = [word.lower() for word in words]
    return next(lists.spans(lower), None) == (0, len(lower), False)


def read_sides(path: str | os.PathLike[str]) -> Iterator[tuple[str, str]]:
    """Yield sentences and their counterfactuals from a table.

    Columns target and counterfactual_target (those of `cdaflow demo write`), or masculine and
    feminine.

    Raises InputError where the header has neither, or there is no sentence.
    """
    header = next(read_lines(path, Content.TABLE), "").split("\t")
    columns = next((pair for pair in SIDES if set(pair) <= set(header)), None)
    if columns is None:
        raise InputError(
            "pair.no-side-columns",
            f"the header has neither {' nor '.join(' and '.join(pair) for pair in SIDES)}",
            file=path,
            line=1,
        )
    for line, row in read_table(path, columns, whole=True):
        if not row[columns[0]]:
            raise InputError(
                "sentence.missing", f"expected a sentence in {columns[0]}", file=path, line=line
            )
        yield row[columns[0]], row[columns[1]]


def write_minimal_pairs(
    path: str | os.PathLike[str],
    sides: Iterable[tuple[str, str]],
    lists: PersonLists,
    limit: int = 0,
) -> Counter[str]:
    """Write the pairs of sentences and their counterfactuals, each once; return the counts.

    `limit`: most pairs (0: all). Counts: "pairs", and the reasons of `minimal_pairs`.

    Raises InputError where there is no pair at all.
    """
    counts: Counter[str] = Counter()
    distinct: dict[tuple[str, str], None] = {}
    for sentence, counterfactual in sides:
        pairs, reason = minimal_pairs(sentence, counterfactual, lists)
        counts[reason] += bool(reason)
        distinct |= dict.fromkeys(pairs)
        if limit and len(distinct) >= limit:
            break
    if not distinct:
        raise InputError(
            "pair.no-minimal-pair",
            "no sentence forms a minimal pair with its counterfactual",
            hint="the two sentences of a minimal pair differ in a noun of the word lists and "
            "in words that agree with it",
        )
    rows = list(distinct)[: limit or None]
    counts["pairs"] = write_lines(path, tsv_lines(COLUMNS, rows)) - 1
    return +counts
