# Tables, figures and the report. What is in a table is said in the file of its stage, by `add_table`
# and `add_figure`.

from cdaflow.scoring.compare import shown_seeds
from cdaflow.tables.papers import PAPERS

DECISIONS = guarded_decisions() if CONFIG.counterfactual else []

#: Kinds of tables of a paper's figures, and ours that stand beside them.
PUBLISHED = {
    "winomt": "winomt",
    "bleu": "bleu",
    "mustshe": "mustshe",
    "sizes": "datasets",
    "shares": "shares",
    "gfst": "gfst",
    "alternatives": "alternatives",
    "students": "students",
    "tagger": "tagger",
    "agreement": "agreement",
    "inflection": "inflection",
    "lm": "lm",
}
PUBLISHED_TABLES = [
    f"{RESULTS}/tables/{paper}.{kind}.csv"
    for paper in CONFIG.papers
    for kind, ours in PUBLISHED.items()
    if kind in PAPERS[paper].tables and ours in TABLES
]

#: The training of each system whose sentences are shown as examples.
SHOWN_RUNS = [
    run_of(CONFIG, system, seed)
    for system, seed in shown_seeds(
        {system: [run.seed for run in runs_of(CONFIG, system)] for system in SYSTEMS}
    ).items()
]

#: Language/gender of the pairs that the target filter of self-training rejected.
REJECTED = filtered_labels() if CONFIG.gfst else []

# Where systems differ, harmful swaps that a guard caught (Naik et al. 2023, Tables 4 to 6), and
# pairs that a filter rejected (Choubey et al. 2021, Tables 2 and 16).
if len(SYSTEMS) > 1 or DECISIONS or REJECTED:
    add_table(
        "examples",
        "examples",
        in_report="example_tables",
        options={
            "label": (
                of_ways("{lang}/{guard}", guards=("drop", "repair"))
                if DECISIONS
                else []
            ),
            "rejected_label": REJECTED,
            "seed": CONFIG.seed,
        },
        winomt_scores=scores_of("winomt.json", runs=SHOWN_RUNS),
        sentences=scores_of("winomt.sentences.tsv", runs=SHOWN_RUNS),
        decisions=DECISIONS,
        rejected=[
            f"{RESULTS}/gfst/{lang}/rejected.{gender}.tsv"
            for lang, gender in (label.split("/") for label in REJECTED)
        ],
    )

#: The tables and figures of the data in our report, and the figures of the scores.
IN_REPORT = {
    option: [
        f"{RESULTS}/tables/{name}.csv"
        for name, table in TABLES.items()
        if table["in_report"] == option
    ]
    for option in ("data_tables", "example_tables")
}
IN_REPORT |= {
    option: [
        f"{RESULTS}/figures/{figure['stem']}.svg"
        for figure in FIGURES.values()
        if figure["in_report"] == option
    ]
    for option in ("data_figures", "figures")
}
IN_REPORT["figures"] = [
    *(
        f"{RESULTS}/figures/{name}.svg"
        for name in ("gains", "accuracy-bleu", "pro-anti", "confusion")
    ),
    *(f"{RESULTS}/figures/gaps.{lang}.svg" for lang in LANGUAGES),
    *IN_REPORT["figures"],
]

ALL_TABLES = [f"{RESULTS}/tables/{name}.csv" for name in TABLES] + PUBLISHED_TABLES


# The names of the loops are not for the shell commands, which are written out when a job runs.
for name, table in TABLES.items():

    rule:
        name:
            f"table_{name.replace('.', '_')}"
        input:
            **table["inputs"],
            files=table["files"],
        output:
            **table["outputs"],
            csv=report(
                f"<results>/tables/{name}.csv",
                caption="../report/caption.rst",
                category="Tables",
                labels={"metric": table["metric"]},
            ),
            markdown=f"<results>/tables/{name}.md",
        log:
            f"<logs>/tables/{name}.log",
        benchmark:
            f"<benchmarks>/tables/{name}.tsv"
        group:
            "tables"
        resources:
            **SMALL,
        params:
            table=table["command"],
            options=table["options"],
            outputs=flags(**table["outputs"]),
        shell:
            "cdaflow tables {params.table} {input.files:q} {params.options} {params.outputs} "
            "--output {output.csv:q} --markdown {output.markdown:q} > {log:q} 2>&1"


for name, figure in FIGURES.items():

    rule:
        name:
            f"figure_{name.replace('-', '_')}"
        input:
            figure["files"],
        output:
            report(
                f"<results>/figures/{figure['stem']}.svg",
                caption="../report/caption.rst",
                category="Figures",
                labels={"figure": figure["label"]},
            ),
        log:
            f"<logs>/figures/{figure['stem']}.log",
        benchmark:
            f"<benchmarks>/figures/{figure['stem']}.tsv"
        group:
            "tables"
        resources:
            **SMALL,
        params:
            figure=name,
            options=figure["options"] or (lambda wildcards, input: shlex.join(input)),
        shell:
            "cdaflow tables figure {params.figure} {params.options} --output {output:q} "
            "> {log:q} 2>&1"


if PUBLISHED_TABLES:

    # What a paper reports, and what was found here, side by side.
    rule table_published:
        input:
            lambda wildcards: f"{RESULTS}/tables/{PUBLISHED[wildcards.kind]}.csv",
        output:
            csv=report(
                "<results>/tables/{paper}.{kind}.csv",
                caption="../report/caption.rst",
                category="Tables",
                labels={"metric": "{kind}, {paper}"},
            ),
            markdown="<results>/tables/{paper}.{kind}.md",
        log:
            "<logs>/tables/{paper}.{kind}.log",
        benchmark:
            "<benchmarks>/tables/{paper}.{kind}.tsv"
        wildcard_constraints:
            paper="|".join(CONFIG.papers),
            kind="|".join(PUBLISHED),
        group:
            "tables"
        resources:
            **SMALL,
        shell:
            "cdaflow tables published {wildcards.paper:q} {wildcards.kind:q} --beside {input:q} "
            "--output {output.csv:q} --markdown {output.markdown:q} > {log:q} 2>&1"


rule save_config:
    output:
        "<results>/config.json",
    log:
        "<logs>/config.log",
    group:
        "tables"
    resources:
        **SMALL,
    params:
        # A function, since the braces of JSON are no wildcards.
        config=lambda wildcards: json.dumps(config, sort_keys=True),
    shell:
        "printf '%s\\n' {params.config:q} 2> {log:q} > {output:q}"


rule write_report:
    input:
        **REPORT_SCORES,
        **IN_REPORT,
        winomt=WINOMT,
        bleu=bleu_scores(),
        comparisons=[*bleu_comparisons(), *geneval_comparisons()],
        sentences=scores_of("winomt.sentences.tsv", runs=SHOWN_RUNS),
        config="<results>/config.json",
    output:
        "<results>/report.html",
    log:
        "<logs>/report.log",
    benchmark:
        "<benchmarks>/report.tsv"
    group:
        "tables"
    resources:
        **SMALL,
    params:
        scores=flags(
            **{f"{name}_scores": files for name, files in REPORT_SCORES.items()}
        ),
        data=flags(**IN_REPORT, published=CONFIG.papers),
        comparisons=lambda wildcards, input: flags(comparisons=input.comparisons),
    shell:
        "cdaflow tables report --winomt-scores {input.winomt:q} --bleu-scores {input.bleu:q} "
        "{params.comparisons} {params.scores} {params.data} --sentences {input.sentences:q} "
        "--config {input.config:q} --output {output:q} > {log:q} 2>&1"
