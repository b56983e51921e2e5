"""Entries out of files of all kinds: treebanks, word lists of persons, UniMorph tables."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from cdaflow.inflection.lexicon import Entry
from cdaflow.inflection.treebank import treebank_entries
from cdaflow.inflection.unimorph import read_unimorph
from cdaflow.inflection.wordlists import read_word_list
from cdaflow.trees import read_conllu

Files = Sequence[str | os.PathLike[str]]


def read_entries(
    treebanks: Files = (), lexicons: Files = (), word_lists: Files = ()
) -> list[Entry]:
    """Return the entries of treebanks, word lists and UniMorph files, in this order.

    Raises InputError as the readers of each do.
    """
    entries: list[Entry] = []
    for path in treebanks:
        entries += treebank_entries(read_conllu(path), Path(path).name)
    for path in word_lists:
        entries += read_word_list(path)
    for path in lexicons:
        entries += read_unimorph(path)
    return entries
