"""The bias score as a filter of training pairs: what is called, and what a change makes stale."""

from .steps import OWN, check_options, make_project

SCORES = {"scores": "mine/scored.{lang}.tsv", "drop": 30}
CONFIG = OWN | {
    "datasets": {
        "fair": {"bias": SCORES | {"criterion": "consistent"}},
        "chance": {"bias": SCORES | {"criterion": "random"}},
    },
    "systems": {
        "fair": {"recipe": "mine/base.yaml", "data": {"fair": 1}, "trainings": 2},
        "chance": {"recipe": "mine/base.yaml", "data": {"chance": 1}},
    },
}
MODELS = tuple(f"results/models/es/{run}/model.npz" for run in ("fair", "fair.2", "chance"))


def test_pairs_are_left_out_by_their_scores(tmp_path):
    made = make_project(
        tmp_path / "project", CONFIG, ("base.yaml", "scored.es.tsv"), targets=MODELS
    )
    check_options(made)
    scores = "--scores mine/scored.es.tsv"
    for criterion in ("consistent", "random"):
        made.call("dataset", "bias", scores, f"--criterion {criterion}", "--drop 30")
    assert made.jobs(*MODELS) == {}
    both = {"drop_biased": 2, "prepare_training": 3, "train_model": 3}
    assert made.edited("mine/scored.es.tsv", "x\n", *MODELS) == both
    # Which gender a sentence states is read from two lists, and no other.
    changed = made.edited("config/wordlists/gendered.en.tsv", "x\ty\t\t\tperson\t\n", *MODELS)
    assert {name: changed[name] for name in both} == both
    assert made.edited("config/wordlists/persons.en.tsv", "x\txs\n", *MODELS) == {}
