"""The words of a column as white space parts them, punctuation and all."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from cdaflow.gfst.analysers.splitting import Words
from cdaflow.io.columns import numbers_of


def split_at_blanks(column: pa.StringArray) -> Words:
    """Return the words of a column of texts; a null has none. All are of an open sentence."""
    parts = pc.utf8_split_whitespace(pc.fill_null(column, ""))
    rows = numbers_of(pc.list_parent_indices(parts)).astype(np.int32)
    words = pc.list_flatten(parts)
    filled = pc.not_equal(words, "")  # white space at an end leaves an empty word
    coded = words.filter(filled).dictionary_encode()
    rows = rows[np.asarray(filled.to_pylist(), dtype=bool)]
    return Words(coded.dictionary, numbers_of(coded.indices), rows, np.ones(len(rows), dtype=bool))
