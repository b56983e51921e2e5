"""Values of options: what is taken, what is told."""

import argparse
from typing import get_args

import pytest

from cdaflow.option_types import Count, Positive, Share, any_gender, shard


def reader(annotated):
    kind, value = get_args(annotated)
    return value.reader(kind)


positive, count, share = map(reader, (Positive, Count, Share))


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (positive, "1", 1),
        (count, "0", 0),
        (share, "0", 0.0),
        (share, "0.25", 0.25),
        (shard, "2/8", (2, 8)),
        (shard, "8/8", (8, 8)),
        (any_gender("Fem", "Masc"), "f", "Fem"),
        (any_gender("fem", "msc"), "Masculine", "msc"),
        (any_gender("f", "m"), "fm", "fm"),
    ],
)
def test_taken(read, text, value):
    assert read(text) == value


@pytest.mark.parametrize(
    ("read", "texts"),
    [
        (positive, ("0", "-1", "1.5", "", "x", "²", "9" * 5000)),
        (count, ("-1", "0.5", "", "x")),
        (share, ("-0.1", "1.1", "nan", "", "half")),
        (shard, ("0/2", "3/2", "2", "2/", "/2", "1/2/3", "a/b", "")),
    ],
)
def test_told(read, texts):
    for text in texts:
        with pytest.raises(argparse.ArgumentTypeError, match="expected"):
            read(text)
