# How counterfactuals are made, and what is made of them.

from cdaflow.config.datasets import OF_COUNTERFACTUALS
from cdaflow.counterfactual.selection.limits import Limits, TagLimits

COUNTERFACTUAL = CONFIG.counterfactual
SELECTION = COUNTERFACTUAL.selection
#: The counterfactuals that the embedded grammar itself writes, by language.
GOLD = CONFIG.demo_gold()
FUNNELS = [f"{RESULTS}/counterfactual/{lang}/funnel.json" for lang in LANGUAGES]

#: The ways in which counterfactuals are made, (method, guard), in order.
WAYS = dict.fromkeys(
    (dataset.settings.method, dataset.settings.guard)
    for dataset in DATASETS.values()
    if dataset.kind in OF_COUNTERFACTUALS
)


def of_ways(pattern, languages=LANGUAGES, guards=("none", "drop", "repair")):
    """Return a pattern for each language and each way in which counterfactuals are made."""
    return [
        pattern.format(lang=lang, method=method, guard=guard)
        for lang in languages
        for method, guard in WAYS
        if guard in guards
    ]


def candidate_alignment(wildcards):
    """Return the word alignment of the candidates, where one is asked for."""
    path = f"{RESULTS}/alignments/{wildcards.lang}/candidates.pharaoh"
    return [path] if COUNTERFACTUAL.alignments else []


def guarded_decisions():
    """Return what a guard decided about each pair, in each language."""
    pattern = f"{RESULTS}/counterfactual/{{lang}}/decisions.{{method}}.{{guard}}.tsv"
    return of_ways(pattern, guards=("drop", "repair"))


def counterfactual_stage():
    """Return what selection leaves, and how counterfactuals are scored where there is gold."""
    pattern = f"{RESULTS}/counterfactual/{{lang}}/evaluation.{{method}}.{{guard}}.json"
    funnel = Table(
        "funnel",
        "selection",
        FUNNELS,
        outputs={"professions": f"{RESULTS}/tables/funnel.professions.csv"},
        in_report="data_tables",
        options={"label": LANGUAGES},
    )
    scores = Table(
        "counterfactual",
        "counterfactuals",
        of_ways(pattern, GOLD),
        in_report="data_tables",
        options={"label": of_ways("{lang}/{method}.{guard}", GOLD)},
    )
    drawn = Figure(
        "funnel",
        "selection",
        FUNNELS,
        options=f"{shlex.join(FUNNELS)} {flags(label=LANGUAGES)}",
        in_report="data_figures",
    )
    return Stage([funnel, *([scores] if scores.files else [])], [drawn])


def counterfactual_texts():
    """Return the pairs that are chosen of the corpus as texts that get trees, by name."""
    sizes = {"gendered": SIZES.gendered, "candidates": SIZES.candidates}
    return {
        name: Text(
            lambda lang, name=name: f"{RESULTS}/counterfactual/{lang}/{name}.parquet",
            size,
        )
        for name, size in sizes.items()
    }
