"""The way of one pair through the house, from `generate` to its text."""

from handmade import candidate

from ..walks import Walk

#: Modules of the data that is handed on (candidates, trees, requests and changes, decisions), and
#: tables of languages, which hold no steps.
DATA = (
    "agreement.intervention",
    "counterfactual.candidates",
    "counterfactual.decisions",
    "languages.",
    "trees.",
)


def test_a_pair_visits_few_modules_once_each(make):
    pair = candidate(
        "The/DET/2/det nurse/NOUN/4/nsubj was/AUX/4/cop tired/ADJ/0/root she/PRON/6/nsubj "
        "slept/VERB/4/ccomp",
        "La/DET/2/det/F infirmière/NOUN/4/nsubj/F était/AUX/4/cop fatiguée/ADJ/0/root/F "
        "quand/SCONJ/7/mark elle/PRON/7/nsubj/PF dormait/VERB/4/ccomp/V",
        "nurse",
        gender="Fem",
    )
    found = []
    task = lambda: found.extend(make("fr", "repair", pair))  # noqa: E731
    steps = Walk(task, ["counterfactual.generator"], DATA).steps
    assert found[0].counterfactual_target == "L'infirmier était fatigué quand il dormait"
    assert steps == [
        "counterfactual.target_noun",
        "rewriting.swapper",
        "counterfactual.guard",
        "agreement.pipeline",
        "agreement.sentence_inflector",
        "counterfactual.mentions",
    ]
