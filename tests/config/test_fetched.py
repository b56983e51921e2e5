"""Corpora and test sets by the names people use: nothing is fetched unless it is asked for."""

import pytest

from cdaflow.config.sizes import FETCHED, FETCHED_TEST, TextSizes
from cdaflow.errors import ConfigError

from .configs import CORPORA, loaded

CONFIG = {
    "languages": ["de", "fr"],
    "corpora": CORPORA,
    "challenge": {"fetch": True},
    "systems": {"baseline": {"recipe": "tiny", "data": {"parallel": 1}}},
}
OPUS = {
    "name": "tatoeba",
    "opus": "Tatoeba/v2023-04-12",
    "sha256": {"de": "a" * 64, "fr": "b" * 64},
    "fetch": True,
}
WMT = {"name": "wmt", "sacrebleu": "wmt14/full", "fetch": True}
USED = {"corpora.train": [OPUS], "corpora.dev": {"held_out": 9}, "corpora.test": {"wmt": [WMT]}}


def test_what_is_fetched_is_a_corpus_like_any_other():
    config = loaded(CONFIG, USED)
    (corpus,) = config.corpora.train
    folder = "results/fetched/opus/Tatoeba/v2023-04-12/fr"
    files = [f"{folder}/source.txt.gz", f"{folder}/target.txt.gz"]
    assert corpus.files("fr") == files
    spec = corpus.spec("fr")
    assert (spec["source"], spec["target"]) == tuple(files)
    assert spec.keys() == {
        "name", "weight", "detokenize", "language_check", "source", "target",
    }  # fmt: skip
    assert [(kind, name) for kind, name, _ in config.corpora.fetched()] == [
        ("opus", "Tatoeba/v2023-04-12"),
        ("sacrebleu", "wmt14/full"),
    ]
    known = TextSizes(config)
    assert (known.part("train", "de"), known.part("test-wmt", "de")) == (FETCHED, FETCHED_TEST)


@pytest.mark.parametrize(
    ("corpus", "problem", "hint"),
    [
        (OPUS | {"fetch": None}, "[corpus.fetch-not-allowed]", "fetch: true"),
        (
            {key: value for key, value in OPUS.items() if key != "sha256"},
            "https://object.pouta.csc.fi/OPUS-Tatoeba/v2023-04-12/moses/de-en.txt.zip",
            "curl -L https://object.pouta.csc.fi/OPUS-Tatoeba/v2023-04-12/moses/de-en.txt.zip",
        ),
        (OPUS | {"sha256": "short"}, "[digest.missing]", "sha256sum"),
        (OPUS | {"opus": "Tatoeba"}, "'Tatoeba'", "CORPUS/VERSION"),
        (WMT | {"sacrebleu": "wmt19x"}, "no test set 'wmt19x'", "wmt19"),
        (WMT | {"sacrebleu": "wmt12/x"}, "no test set", "wmt12"),
        (
            {"name": "m", "mtdata": "Statmt-newstest-2019"},
            "[corpus.mtdata-unsupported]",
            "mtdata get",
        ),
        (WMT | {"opus": "A/v1", "sha256": "a" * 64}, "[corpus.not-one-way]", ""),
    ],
)
def test_what_lacks_is_said_with_what_to_do(corpus, problem, hint):
    with pytest.raises(ConfigError) as raised:
        loaded(CONFIG, {"corpora.train": [corpus]})
    assert problem in str(raised.value)
    assert hint in (raised.value.hint or "")
