"""The form of the labels of whole sentences.

tests/data/whole-aws.md has the rules; the files hold line numbers and labels, no sentences.
"""

import hashlib
import random
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

#: The digests of the labels: they were made before the scorer saw the rows, and stay as made.
SHA256 = {
    "whole-aws.de": "4317ddc21529c58b6d34e84c4f9fd6010420749005c50004c51be7ae0a5f2c16",
    "whole-aws.es": "0d799c0db86ec3fbe8c96362b971503ce789d782cb99d9da3781222ee722ae73",
    "whole-aws.fr": "9215628c364b4e0f565dc2a92bc1d6be313f17eafeaa7b5e2624e58234595a9d",
    "whole-aws.he": "71c2901b219af03ec37180b16a3f3f5a34162a8778656daa369acddb8bc0fed0",
    "whole-aws.it": "bae7d23e6d45288a1dd627ebe146c601948ba4a4f088a9e0874ecd6af9f9a66d",
    "whole-aws.ru": "9ddb5afa8c16026e3bc191ee8cc941accf624e14460795b3740ede44ab3e3cff",
    "whole-aws-blind.de": "10a4958d3a9e4eaef3cba64f539ad28bc1f1bb3039b99a62508f1cf452ec35d3",
    "whole-aws-blind.es": "f6dc43aac036e444c6150370de67738cd5682593afe19099af565bed8a94ba37",
    "whole-aws-blind.fr": "26510caab602b0ac92bbad3f77841d59e43cd718f84bec8c60cc7a0f7d75f79c",
    "whole-aws-blind.he": "1ac1202b6b5972c066b5bb0b10fb78cb8106fd4e6d9612d69f3bab87af80570f",
    "whole-aws-blind.it": "c2a4bec80b8d31c57433e71358521ea15cc2d448816861526c844d4b9822027f",
    "whole-aws-blind.ru": "4581bc58ec2a52182738237cc178a736bcf59ff681a5e8d7eb82c9654aeb8318",
}
WHOLE_OF = {
    "masculine": {"masculine"},
    "feminine": {"feminine"},
    "inconsistent": {"masculine", "feminine"},
    "ambiguous": {"unknown", "neutral"},
    "na": {"unknown"},
}

FILES = tuple(SHA256)


def _sample(name: str) -> list[int]:
    first = random.Random(2026).sample(range(1, 3889), 100)
    if "blind" not in name:
        return sorted(first)
    others = random.Random(2027).sample(range(1, 3889), 400)
    return sorted([line for line in others if line not in first][:50])


@pytest.mark.parametrize("name", FILES)
def test_the_rows_are_the_sample(name, read_labels):
    assert [int(row["line"]) for row in read_labels(name)] == _sample(name)


@pytest.mark.parametrize("name", FILES)
def test_each_label_is_allowed_and_agrees_with_the_gender(name, read_labels):
    for row in read_labels(name):
        assert set(row) == {"line", "whole", "label", "note"}
        assert row["whole"] in WHOLE_OF[row["label"]], row


@pytest.mark.parametrize("name", FILES)
def test_no_label_was_altered(name):
    text = (ROOT / "tests" / "data" / f"{name}.tsv").read_bytes()
    assert hashlib.sha256(text).hexdigest() == SHA256[name]
