"""Scores of the agreement model against numbers made by hand."""

import numpy as np
import pytest
from trees import DOCTOR, both

from cdaflow.agreement.evaluation import (
    COLUMNS,
    choose_log_alpha,
    counts,
    score_pair,
    score_pairs,
    scores,
)
from cdaflow.agreement.gold import TreePair, gold, gold_pair
from cdaflow.agreement.intervention import Change, Options
from cdaflow.agreement.model import base_model
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.realise import Realised

from ..errors import raises

MASC, FEM = {"Gender": "Masc"}, {"Gender": "Fem"}


@pytest.fixture
def doctor():
    return gold_pair(TreePair("d", both(DOCTOR), ("Masc", "Fem")), 0)


def to_fem(*positions):
    return [Change(position, MASC, FEM) for position in positions]


def test_verdicts(doctor):
    # The noun itself (2) is left out; 7 and 8 are of a table, of feminine gender.
    scored = score_pair(doctor, [*to_fem(1, 2, 3), Change(7, FEM, MASC)])
    assert scored.words == {1, 3, 5, 7, 8}
    assert scored.right == {1, 3}
    assert scored.missed == {5}
    assert scored.over == {7}
    assert not scored.hidden


def test_hand_computed_scores(doctor):
    # First: 2 right, 1 over, 1 missed, 1 kept. Then: 3 right, 2 kept.
    scored = [
        score_pair(doctor, [*to_fem(1, 2, 3), Change(7, FEM, MASC)]),
        score_pair(doctor, to_fem(1, 2, 3, 5)),
    ]
    found = scores(counts(scored), forms=False, bootstrap=200)
    value = {name: score.value for name, score in found.items()}
    assert value["precision"] == pytest.approx(100 * 5 / 6)
    assert value["recall"] == pytest.approx(100 * 5 / 6)
    assert value["f1"] == pytest.approx(100 * 5 / 6)
    assert value["accuracy"] == pytest.approx(100 * 8 / 10)
    assert value["sentences"] == pytest.approx(50)
    assert found["f1"].low == pytest.approx(100 * 2 / 3)
    assert found["f1"].high == pytest.approx(100)


def test_f1_is_the_harmonic_mean(doctor):
    value = scores(counts([score_pair(doctor, to_fem(2, 3))]), forms=False, bootstrap=0)
    precision, recall = (value[name].value for name in ("precision", "recall"))
    assert (precision, recall) == pytest.approx((100, 100 / 3))
    assert value["f1"].value == pytest.approx(2 * precision * recall / (precision + recall))


def test_a_model_that_changes_nothing_has_no_precision(doctor):
    value = scores(counts([score_pair(doctor, to_fem(2))]), forms=False, bootstrap=0)
    assert value["precision"].value is None
    assert value["recall"].value == 0
    assert value["f1"].value == 0


def test_a_change_that_no_form_shows_is_hidden_where_the_counterpart_has_it():
    lines = """
        médico/médica médico NOUN 0 root Gender=?
        inteligente inteligente ADJ 1 amod Gender=?
        joven joven ADJ 1 amod Gender=Masc
    """
    pair = gold_pair(TreePair("d", both(lines), ("Masc", "Fem")), 0)
    scored = score_pair(pair, to_fem(1, 2, 3))
    assert (scored.hidden, scored.over) == ({2}, {3})
    value = scores(counts([scored, scored]), forms=False, bootstrap=0)
    assert value["accuracy"].value == 0
    assert value["precision_strict"].value == 0
    # "Joven" stays "joven" when it is reinflected: that shows nothing, either.
    realised = Realised(both(lines)[1], {}, {})
    assert score_pair(pair, to_fem(1, 2, 3), "Gender", realised).hidden == {2, 3}
    # Unless that is so because its form could not be made.
    doubtful = Realised(both(lines)[1], {}, {3: "unknown"})
    assert score_pair(pair, to_fem(1, 2, 3), "Gender", doubtful).over == {3}


def test_words_that_must_change_count_though_the_annotator_gave_them_no_gender():
    lines = """
        Nuestro/Nuestra nuestro DET 2 det
        jefe/jefa jefe NOUN 0 root Gender=?
    """
    pair = gold_pair(TreePair("d", both(lines), ("Masc", "Fem")), 0)
    assert score_pair(pair, to_fem(2)).missed == {1}
    assert score_pair(pair, [Change(1, {}, FEM), *to_fem(2)]).right == {1}


def test_form_scores(doctor):
    masculine = both(DOCTOR)[0]
    tokens = list(masculine.tokens)
    tokens[0] = tokens[0].changed(form="La")
    tokens[2] = tokens[2].changed(form="alto")
    realised = Realised(masculine.__class__(tuple(tokens)), {}, {3: "not known"})
    scored = score_pair(doctor, to_fem(1, 2, 3, 5), "Gender", realised)
    # Of 1, 3, 5, 7, 8 the forms of 3 and 5 are wrong, both of words that must change.
    assert scored.right_forms == {1, 7, 8}
    value = scores(counts([scored]), forms=True, bootstrap=0)
    assert value["form_accuracy"].value == pytest.approx(60)
    assert value["changed_form_accuracy"].value == pytest.approx(100 / 3)
    assert value["form_sentences"].value == 0
    assert counts([scored])[0, COLUMNS.index("doubtful_sentences")] == 1


def plain(model, **options):
    return InterventionPipeline(
        model, Options(**options), prepare=False, things=False, coreference=False, contrast=False
    )


def test_base_finds_what_its_rules_relate():
    pairs = gold([TreePair("d", both(DOCTOR), ("Masc", "Fem"))]).directions["Fem"]
    (scored,) = score_pairs(pairs, plain(base_model("es"), log_alpha=1.0))
    assert scored.right == {1, 3}
    assert scored.missed == {5}
    (stubborn,) = score_pairs(pairs, plain(base_model("es"), log_alpha=10.0))
    assert not stubborn.right


def test_forms_are_made_with_the_lexicon_alone():
    pairs = gold([TreePair("d", both(DOCTOR), ("Masc", "Fem"))]).directions["Fem"]
    with raises("lexicon.missing"):
        score_pairs(pairs, plain(base_model("es")), forms=True)
    entries = [
        Entry(lemma, form, upos, {"Gender": gender, "Number": "Sing"}, "treebank:t")
        for lemma, upos, forms in (
            ("alto", "ADJ", ("alto", "alta")),
            ("médico", "NOUN", ("médico", "médica")),
        )
        for form, gender in zip(forms, ("Masc", "Fem"), strict=True)
    ]
    words = SentenceInflector(Inflector("es", Lexicon(entries)))
    method = InterventionPipeline(base_model("es"), words=words, coreference=False)
    (scored,) = score_pairs(pairs, method, forms=True)
    assert scored.right == scored.right_forms & {1, 3, 5} == {1, 3}
    assert scored.doubts == set()


def test_log_alpha_is_that_of_the_best_f1():
    pairs = gold([TreePair("d", both(DOCTOR), ("Masc", "Fem"))])
    log_alpha, tried = choose_log_alpha(pairs, plain(base_model("es")), (0.5, 1.0, 10.0))
    # 0.5 and 1 are equally good: 1 is the paper's.
    assert log_alpha == 1.0
    assert tried == {0.5: pytest.approx(80), 1.0: pytest.approx(80), 10.0: 0}


def test_log_alpha_needs_pairs_with_something_to_change():
    lines = "Médicos/Médicas médico NOUN 0 root Gender=?"
    pairs = gold([TreePair("d", both(lines), ("Masc", "Fem"))])
    with raises("pair.none-to-choose-log-alpha"):
        choose_log_alpha(pairs, plain(base_model("es")))


def test_counts_of_nothing_have_a_shape():
    assert counts([]).shape == (0, len(COLUMNS))
    assert np.all(counts([]).sum(axis=0) == 0)
