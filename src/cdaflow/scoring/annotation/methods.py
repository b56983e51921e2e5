"""Sheets of what methods wrote in another gender: is it right, and if not, what is its first fault?

Three tasks, of counterfactual pairs, corrected pairs and gender alternatives. Each method gives its
own random sample, so that its rates are those of its whole output. Which lines these are depends on
their source and the seed alone: methods that rewrote the same sentence are read on the same one as
often as can be (permanent random numbers: Ohlsson 1995).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from operator import itemgetter
from os import PathLike

from cdaflow.alternatives.structures import marked, read_alternatives
from cdaflow.errors import ConfigError, InputError
from cdaflow.option_types import any_gender
from cdaflow.progress import say
from cdaflow.scoring.annotation.cells import plain_text
from cdaflow.scoring.annotation.sheets import Item, Sheet, read_cells_of

#: The cells of a line, the source first.
_Cells = tuple[str, ...]

#: A gender as the annotator sees it.
_GENDER = any_gender("feminine", "masculine")


def _counterfactuals(path: str | PathLike[str]) -> Iterator[_Cells]:
    """Yield pairs and their counterfactuals, of `cdaflow counterfactual make`."""
    added = ("counterfactual_source", "counterfactual_target")
    return read_cells_of(path, ("source", "target", *added))


def _corrected(path: str | PathLike[str]) -> Iterator[_Cells]:
    """Yield the pairs of `cdaflow counterfactual correct` that it changed."""
    columns = ("source", "profession", "gender", "target", "changed")
    for source, person, gender, target, changed in read_cells_of(path, columns):
        if str(changed) == "1":
            yield source, person, _GENDER(gender), target


def _alternatives(path: str | PathLike[str]) -> Iterator[_Cells]:
    """Yield source and marked text of the sentences of a file of alternatives that have some."""
    for item in read_alternatives(path):
        if item.structures:
            yield item.source, marked(item)


#: Task -> what reads the lines of a file.
_READERS: Mapping[str, Callable[[str | PathLike[str]], Iterator[_Cells]]] = {
    "counterfactuals": _counterfactuals,
    "corrected": _corrected,
    "alternatives": _alternatives,
}


def method_sheet(
    task: str,
    language: str,
    files_by_method: Mapping[str, Sequence[str | PathLike[str]]],
    *,
    size: int,
    seed: int,
) -> Sheet:
    """Return a sheet of `size` lines of each method, all if it has fewer.

    What several methods wrote alike stands once, and is judged alike for all that sampled it.

    Raises ConfigError where there is no method, InputError where a file is at fault, or none of a
    method's has a line.
    """
    if not files_by_method:
        raise ConfigError(
            "method.no-name",
            "no file has the name of its method",
            hint="name each file: rules=a.tsv model=b.tsv",
        )
    methods: dict[_Cells, list[str]] = {}
    for method, files in files_by_method.items():
        sampled = _sampled((line for path in files for line in _READERS[task](path)), size, seed)
        if not sampled:
            raise InputError("sheet.no-lines", "there is nothing to judge in it", file=files[0])
        if len(sampled) < size:
            say(f"{language}, {method}: only {len(sampled)} lines available (not {size})")
        for cells in sampled:
            methods.setdefault(cells, []).append(method)
    items = [Item(cells, {"systems": names}) for cells, names in methods.items()]
    return Sheet(task, language, items, {"systems": list(files_by_method)})


def _sampled(lines: Iterable[_Cells], size: int, seed: int) -> list[_Cells]:
    """Return the `size` distinct lines whose sources have the least digests with the seed."""
    ranks: dict[_Cells, bytes] = {}
    for line in lines:
        cells = tuple(map(plain_text, line))
        ranks[cells] = sha256(f"{seed}\t{cells[0]}".encode()).digest()
        if len(ranks) > 2 * size + 1000:  # memory does not grow with the files
            ranks = dict(sorted(ranks.items(), key=itemgetter(1))[:size])
    return sorted(ranks, key=ranks.__getitem__)[:size]
