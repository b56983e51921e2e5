# Bias of encoders and of language models on one text, whichever the configuration has, and a page of
# its tables and figures.
#
#   make fairness


rule fairness:
    input:
        fairness_files,
        lambda wildcards: published_tables("lm", "animate", "bias-tests", "bias-texts"),
        f"{RESULTS}/fairness.html",


rule write_fairness_report:
    input:
        shown=fairness_files,
        config="<results>/config.json",
    output:
        "<results>/fairness.html",
    log:
        "<logs>/fairness.log",
    benchmark:
        "<benchmarks>/fairness.tsv"
    group:
        "tables"
    resources:
        **SMALL,
    params:
        shown=fairness_options,
    shell:
        "cdaflow tables report {params.shown} --config {input.config:q} --output {output:q} "
        "> {log:q} 2>&1"
