from dataclasses import replace

import pytest

from cdaflow.agreement.intervention import (
    InterventionRequest,
    Options,
    combinations,
    intervene,
    intervene_all,
)
from cdaflow.agreement.model import base_model
from cdaflow.agreement.pipeline import STEPS, InterventionPipeline

from ..errors import raises

TO_FEM = {2: "Fem"}


@pytest.fixture
def doctor(sentence):
    return sentence("""
        El DET 2 det Gender=Masc|Number=Sing
        médico NOUN 4 nsubj Gender=Masc|Number=Sing
        alto ADJ 2 amod Gender=Masc|Number=Sing
        llama VERB 0 root Number=Sing
        al DET 6 det Gender=Masc|Number=Sing
        abogado NOUN 4 obj Gender=Masc|Number=Sing
        su DET 2 det Number=Sing
    """)


@pytest.fixture
def model():
    return base_model("es")


def short(changes):
    return [(c.position, c.old.get("Gender", ""), c.new["Gender"]) for c in changes]


def with_feats(sentence, changes):
    """Return a sentence with the features of the changed words replaced, forms as they were."""
    tokens = list(sentence.tokens)
    for change in changes:
        old = tokens[change.position - 1]
        feats = {name: value for name, value in old.feats.items() if name not in change.old}
        tokens[change.position - 1] = old.changed(feats=feats | dict(change.new))
    return replace(sentence, tokens=tuple(tokens))


def test_what_agrees_with_the_noun_changes_with_it(doctor, model):
    wanted = [(place, "Masc", "Fem") for place in (1, 2, 3)]
    changes = intervene(doctor, TO_FEM, model)
    assert short(changes) == wanted
    after = with_feats(doctor, changes)
    assert [t.feats.get("Gender") for t in after.tokens] == ["Fem"] * 3 + [None] + ["Masc"] * 2 + [
        None
    ]
    assert all(t.feats["Number"] == "Sing" for t in after.tokens)
    back = intervene(after, {2: "Masc"}, model)
    assert with_feats(after, back) == doctor
    # What has the gender already is no change.
    assert intervene(after, TO_FEM, model) == ()


def test_alpha_keeps_what_was_observed(doctor, model):
    strong = Options(log_alpha=10.0)
    assert short(intervene(doctor, TO_FEM, model, options=strong)) == [(2, "Masc", "Fem")]
    paper = dict.fromkeys(STEPS, False)
    wanted = {
        "gendered": [(1, "Masc", "Fem"), (2, "Masc", "Fem")],
        "all": [(1, "Masc", "Fem"), (2, "Masc", "Fem"), (7, "", "Fem")],
    }
    for determiners, changes in wanted.items():
        pipeline = InterventionPipeline(model, strong, determiners=determiners, **paper)
        (result,) = pipeline.intervene([InterventionRequest(doctor, TO_FEM)])
        assert short(result.changes) == changes


def test_words_that_are_kept_stay(doctor, model):
    assert [c.position for c in intervene(doctor, TO_FEM, model, keep=[3])] == [1, 2]
    with raises("word.kept-and-changed", "2"):
        intervene(doctor, TO_FEM, model, keep=[2])


def test_one_outcome_for_each_combination(doctor, model):
    assert list(combinations(doctor, [2, 6])) == [
        {2: "Fem", 6: "Fem"}, {2: "Fem", 6: "Masc"}, {2: "Masc", 6: "Fem"},
    ]  # fmt: skip
    requests = [InterventionRequest(doctor, wanted) for wanted in combinations(doctor, [2, 6])]
    found = intervene_all(requests, model)
    assert [[c.position for c in each.changes] for each in found] == [
        [1, 2, 3, 5, 6],
        [1, 2, 3],
        [5, 6],
    ]


def test_many_at_once_are_as_each_alone(doctor, sentence, model, monkeypatch):
    monkeypatch.setattr("cdaflow.agreement.intervention.CHUNK", 3)
    other = sentence("La DET 2 det Gender=Fem\njueza NOUN 0 root Gender=Fem")
    requests = [
        InterventionRequest(doctor, TO_FEM),
        InterventionRequest(other, {2: "Masc"}),
        InterventionRequest(other, {}),
        InterventionRequest(doctor, {2: "Fem", 6: "Fem"}),
        InterventionRequest(doctor, TO_FEM, keep=[1]),
    ]
    found = [result.changes for result in intervene_all(requests, model)]
    alone = [intervene(r.sentence, r.target_genders, model, keep=r.keep) for r in requests]
    assert found == alone
    assert [len(changes) for changes in found] == [3, 2, 0, 5, 2]
    assert intervene_all([], model) == []


def test_faults_of_the_user(doctor, model):
    with raises("word.out-of-range", "7", "8"):
        intervene(doctor, {8: "Fem"}, model)
    with raises("tag.unknown", "Gender=Neut"):
        intervene(doctor, {2: "Neut"}, model)
    with raises("determiners.unknown"):
        InterventionPipeline(model, determiners="some")
