"""Scores of beginnings of translations by CTranslate2, and a lattice searched with them."""

from __future__ import annotations

import pytest

pytest.importorskip("ctranslate2", reason="pip install 'cdaflow[ctranslate2]'")
pytest.importorskip("sentencepiece", reason="pip install 'cdaflow[ctranslate2]'")

from cdaflow.alternatives.lattice import Lattice
from cdaflow.alternatives.lattice_making import PrefixScorer
from cdaflow.alternatives.lattice_search import Prefix, best_texts, exhaustive
from cdaflow.nmt.ctranslate2_decoder import CTranslate2Decoder
from cdaflow.nmt.model import Model
from cdaflow.nmt.vocabulary import END, Segmenter

from ..errors import raises
from .test_ctranslate2 import make_model

SENTENCES = ["The nurse is here.", "The doctor eats bread and soup.", "She ate it."]
SOURCE = "The doctor is here."


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return make_model(tmp_path_factory.mktemp("model"), SENTENCES)


@pytest.fixture(scope="module")
def scorer(model: Model) -> PrefixScorer:
    return PrefixScorer(model, CTranslate2Decoder())


def test_scores_add_up(model: Model, scorer: PrefixScorer, tmp_path) -> None:
    target = Segmenter(model.vocabularies[1])
    text = "The nurse eats soup."
    words = text.split()
    starts = [" ".join(words[:n]) for n in range(len(words) + 1)]
    scores = scorer.score([Prefix(SOURCE, start, whole=False) for start in starts])
    assert scores[0] == 0
    assert scores == sorted(scores, reverse=True)
    # The same numbers, as the library itself gives them piece by piece.
    translator = CTranslate2Decoder().translator(model, tmp_path / "converted")
    source = Segmenter(model.vocabularies[0]).encode(SOURCE)
    (result,) = translator.score_batch([source], [target.encode(text)])
    assert result.tokens[-1] == END
    for start, score in zip(starts, scores, strict=True):
        assert score == pytest.approx(sum(result.log_probs[: len(target.encode(start))]), abs=1e-4)
    (whole,) = scorer.score([Prefix(SOURCE, text, whole=True)])
    assert whole == pytest.approx(sum(result.log_probs), abs=1e-4)


def test_no_text(scorer: PrefixScorer) -> None:
    assert scorer.score([]) == []
    nothing, empty = scorer.score([Prefix(SOURCE, "", False), Prefix(SOURCE, "", True)])
    assert nothing == 0
    assert empty < 0


def test_search_is_enumeration(scorer: PrefixScorer) -> None:
    words = [("The", "A"), ("nurse", "doctor", "soup"), ("is", "eats"), ("bread", "here")]
    arcs = [[(n + 1, f"{form} ") for form in forms] for n, forms in enumerate(words)]
    cases = [(source, Lattice([*arcs, [(5, "and soup.")]])) for source in SENTENCES]
    found, known = best_texts(cases, scorer, beam=2), exhaustive(cases, scorer)
    for one, other in zip(found, known, strict=True):
        assert one is not None
        assert other is not None
        assert (one.text, one.exact, other.scored) == (other.text, True, 24)
        assert one.log_probability == pytest.approx(other.log_probability, abs=1e-4)


def test_model_of_another_kind(tmp_path) -> None:
    ssru = make_model(tmp_path, SENTENCES, transformer_decoder_autoreg="rnn", dec_cell="ssru")
    with raises("model.unsupported-by-ctranslate2"):
        PrefixScorer(ssru, CTranslate2Decoder())
