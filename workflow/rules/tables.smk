# Tables, figures and the report. What is in a table is said in the inputs of its stage (`Stage`).


rule table:
    input:
        unpack(lambda wildcards: SHOWN.tables[wildcards.table].all_files),
    output:
        csv=report(
            "<results>/tables/{table}.csv",
            caption="../report/caption.rst",
            category="Tables",
            labels=lambda wildcards: {"metric": SHOWN.tables[wildcards.table].metric},
        ),
        markdown="<results>/tables/{table}.md",
    log:
        "<logs>/tables/{table}.log",
    benchmark:
        "<benchmarks>/tables/{table}.tsv"
    wildcard_constraints:
        table=pattern_of(
            name for name, table in SHOWN.tables.items() if not table.outputs
        ),
    group:
        "tables"
    resources:
        **SMALL,
    params:
        table=lambda wildcards: SHOWN.tables[wildcards.table].subcommand,
        options=lambda wildcards: SHOWN.tables[wildcards.table].arguments,
        outputs=lambda wildcards: flags(**SHOWN.tables[wildcards.table].outputs),
    shell:
        "cdaflow tables {params.table} {input.files:q} {params.options} {params.outputs} "
        "--output {output.csv:q} --markdown {output.markdown:q} > {log:q} 2>&1"


if CONFIG.counterfactual:

    # With a second table, of the professions.
    use rule table as table_funnel with:
        output:
            professions="<results>/tables/{table}.professions.csv",
            csv=report(
                "<results>/tables/{table}.csv",
                caption="../report/caption.rst",
                category="Tables",
                labels=lambda wildcards: {
                    "metric": SHOWN.tables[wildcards.table].metric
                },
            ),
            markdown="<results>/tables/{table}.md",
        wildcard_constraints:
            table=pattern_of(
                name for name, table in SHOWN.tables.items() if table.outputs
            ),


rule figure:
    input:
        lambda wildcards: SHOWN.figures[wildcards.figure].files,
    output:
        report(
            "<results>/figures/{figure}.svg",
            caption="../report/caption.rst",
            category="Figures",
            labels=lambda wildcards: {"figure": SHOWN.figures[wildcards.figure].label},
        ),
    log:
        "<logs>/figures/{figure}.log",
    benchmark:
        "<benchmarks>/figures/{figure}.tsv"
    wildcard_constraints:
        figure=pattern_of(SHOWN.figures),
    group:
        "tables"
    resources:
        **SMALL,
    params:
        figure=lambda wildcards: SHOWN.figures[wildcards.figure].kind,
        options=lambda wildcards: SHOWN.figures[wildcards.figure].arguments,
    shell:
        "cdaflow tables figure {params.figure} {params.options} --output {output:q} "
        "> {log:q} 2>&1"


if PUBLISHED_TABLES:

    # What a paper reports, and what was found here, side by side.
    rule table_published:
        input:
            lambda wildcards: SHOWN.csv(PUBLISHED[wildcards.kind]),
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
        **SHOWN.scores,
        **SHOWN.in_report(),
        winomt=WINOMT,
        bleu=bleu_scores(),
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
            bleu_scores=bleu_scores(),
            **{f"{name}_scores": files for name, files in SHOWN.scores.items()},
        ),
        data=flags(**SHOWN.in_report(), published=CONFIG.papers),
    shell:
        "cdaflow tables report --winomt-scores {input.winomt:q} {params.scores} "
        "{params.data} --sentences {input.sentences:q} "
        "--config {input.config:q} --output {output:q} > {log:q} 2>&1"
