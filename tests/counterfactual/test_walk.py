"""The way of one pair through the house, from `generate` to its text.

A step is a call of a function or method of another module by the module of `generate`, while it is
under way. What a step itself calls belongs to it: who reads `generate` need not follow it there.
Not counted are the data that is handed on (candidates, trees, requests and changes, decisions:
their construction and their properties) and tables of languages, which hold no steps.
"""

import sys

from handmade import candidate

from cdaflow.counterfactual import generator

#: Modules of the data that is handed on.
DATA = (
    "cdaflow.agreement.intervention",
    "cdaflow.counterfactual.candidates",
    "cdaflow.counterfactual.decisions",
    "cdaflow.languages.",
    "cdaflow.trees.",
)


def walk(generate):
    """Return the modules of the steps in order, each as often as it is entered."""
    entered = []

    def follow(frame, event, _):
        caller = frame.f_back
        while caller is not None and "cdaflow" not in caller.f_globals.get("__name__", ""):
            caller = caller.f_back
        name = frame.f_globals.get("__name__", "")
        if event != "call" or caller is None or not name.startswith("cdaflow."):
            return
        by = caller.f_globals["__name__"], caller.f_code.co_name
        if by[0] != generator.__name__ or by[1] == "__post_init__":
            return
        if name == generator.__name__ or name.startswith(DATA):
            return
        if entered[-1:] != [name]:
            entered.append(name)

    sys.setprofile(follow)
    try:
        generate()
    finally:
        sys.setprofile(None)
    return [name.removeprefix("cdaflow.") for name in entered]


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
    steps = walk(lambda: found.extend(make("fr", "repair", pair)))
    assert found[0].counterfactual_target == "L'infirmier était fatigué quand il dormait"
    assert steps == [
        "counterfactual.target_noun",
        "rewriting.swapper",
        "counterfactual.guard",
        "agreement.pipeline",
        "agreement.sentence_inflector",
        "counterfactual.mentions",
    ]
