# What all stages show, and what papers report beside it.

from cdaflow.scoring.compare import shown_seeds
from cdaflow.tables.papers import PAPERS

#: The training of each system whose sentences are shown as examples.
SHOWN_RUNS = [
    run_of(CONFIG, system, seed)
    for system, seed in shown_seeds(
        {system: [run.seed for run in runs_of(CONFIG, system)] for system in SYSTEMS}
    ).items()
]


def examples_stage():
    """Return the table of examples, where there are any.

    These are sentences in which systems differ, harmful swaps that a guard caught (Naik et al. 2023, Tables
    4 to 6), and pairs that a filter rejected (Choubey et al. 2021, Tables 2 and 16).
    """
    decisions = guarded_decisions() if CONFIG.counterfactual else []
    rejected = filtered_labels() if CONFIG.gfst else []
    if len(SYSTEMS) == 1 and not decisions and not rejected:
        return Stage()
    guarded = ("drop", "repair")
    inputs = {
        "winomt_scores": scores_of("winomt.json", runs=SHOWN_RUNS),
        "sentences": scores_of("winomt.sentences.tsv", runs=SHOWN_RUNS),
        "decisions": decisions,
        "rejected": of_filters("rejected.{gender}.tsv") if rejected else [],
    }
    labels = of_ways("{lang}/{guard}", guards=guarded) if decisions else []
    options = {"label": labels, "rejected_label": rejected, "seed": CONFIG.seed}
    settings = {"inputs": inputs, "options": options, "in_report": "example_tables"}
    return Stage([Table("examples", "examples", **settings)])


#: What all stages of this configuration show, in the order of the report.
SHOWN = Shown.of(
    RESULTS,
    filter(
        None,
        [
            corpus_stage(),
            scoring_stage(),
            CONFIG.geneval and geneval_stage(),
            CONFIG.mustshe and mustshe_stage(),
            CONFIG.annotators and annotators_stage(),
            CONFIG.agreement and agreement_stage(),
            CONFIG.alternatives and alternatives_stage(),
            CONFIG.lm and lm_stage(),
            STUDENTS and students_stage(),
            CONFIG.bias and bias_stage(),
            CONFIG.counterfactual and counterfactual_stage(),
            DATASETS and datasets_stage(),
            CONFIG.gfst and gfst_stage(),
            examples_stage(),
        ],
    ),
)

#: Kinds of tables of papers' figures, and ours that stand beside them.
PUBLISHED = {
    kind: {"sizes": "datasets"}.get(kind, kind)
    for paper in CONFIG.papers
    for kind in PAPERS[paper].tables
}
PUBLISHED_TABLES = [
    SHOWN.csv(f"{paper}.{kind}")
    for paper in CONFIG.papers
    for kind, ours in PUBLISHED.items()
    if kind in PAPERS[paper].tables and ours in SHOWN.tables
]

ALL_TABLES = [*map(SHOWN.csv, SHOWN.tables), *PUBLISHED_TABLES]


def with_provenance(*names):
    """Return the tables of these names that are made, each with what it was made from.

    And the configuration, which publishing reads.
    """
    return [*SHOWN.with_provenance(*names), f"{RESULTS}/config.json"]


def published_tables(*kinds):
    """Return the tables of these kinds that have figures of papers beside ours."""
    return [path for path in PUBLISHED_TABLES if path.split(".")[-2] in kinds]
