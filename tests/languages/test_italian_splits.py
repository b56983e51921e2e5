"""What Italian words are written as one, and what an annotator only takes for such."""

import os
from pathlib import Path

import pytest

from cdaflow.languages import get
from cdaflow.trees import read_conllu


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("della", "di la"), ("NELL'", "in l'"), ("col", "con il"), ("farlo", "far lo"),
        ("farlo", "fare lo"), ("andarsene", "andar se ne"), ("dammelo", "da me lo"),
        ("dimmi", "di mi"), ("vederla", "veder la"), ("porsi", "porre si"), ("eccolo", "ecco lo"),
        ("glielo", "glie lo"), ("vedendoli", "vedendo li"), ("fattolo", "fatto lo"),
        ("leggetelo", "leggete lo"), ("casa", "casa"),
    ],
)  # fmt: skip
def test_words_that_are_several(form, words):
    assert get("it").may_split(form, words.split())


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("Lei", "iL i"), ("Noi", "No i"), ("lui", "lu i"), ("egli", "i gli"), ("bella", "ib la"),
        ("nulla", "nu la"), ("bersagli", "bersag li"), ("Rally", "Ra ly"), ("tal", "ta il"),
    ],
)  # fmt: skip
def test_words_that_are_one(form, words):
    assert not get("it").may_split(form, words.split())


def test_languages_without_a_rule_take_any():
    assert get("es").may_split("bella", ["ib", "la"])


@pytest.mark.data
@pytest.mark.parametrize("name", ["it_isdt-ud-test", "it_partut-ud-test", "it_vit-ud-dev"])
def test_what_treebanks_split_may_be(name):
    path = Path(os.environ["CDAFLOW_DATA"], "ud", f"{name}.conllu.gz")
    seen = 0
    for sentence in read_conllu(path):
        for span in sentence.multiwords:
            words = [token.form for token in sentence.tokens[span.start - 1 : span.end]]
            assert get("it").may_split(span.form, words), (span.form, words)
            seen += 1
    assert seen > 250
