# Trees of both sides of the corpus: annotated in shards, overlaid with UDify's features where that
# is configured, and gathered. Only where the configuration has the key annotators.
#
#   snakemake results/trees/es/train.es.conllu.gz results/trees/es/train.en.conllu.gz
#   snakemake trees    # of all parts of the corpus in all languages


scattergather:
    trees=config["annotators"]["shards"],


SHARD = "<results>/trees/{{lang}}/shards/{{text}}.{{side}}.{{scatteritem}}{ending}.conllu.gz"


wildcard_constraints:
    text="train|dev|test-[A-Za-z0-9][A-Za-z0-9_-]*"
    + ("|gendered|candidates" if COUNTERFACTUAL else "")
    + (f"|{GFST_TEXTS}" if GFST else ""),
    side="[a-z]{2}",


rule annotate_shard:
    input:
        corpus=annotated_text,
        models=annotator_files,
        gold=gold_trees,
    output:
        temp(SHARD.format(ending="")),
    log:
        "<logs>/trees/{lang}/{text}.{side}.{scatteritem}.log",
    benchmark:
        "<benchmarks>/trees/{lang}/{text}.{side}.{scatteritem}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    threads: config["annotators"]["annotating"]["threads"]
    resources:
        mem_mb=config["annotators"]["annotating"]["mem_mb"],
        runtime=config["annotators"]["annotating"]["runtime"],
        gpu=tree_gpus("annotating"),
    params:
        annotator=annotator_option,
        column=column_of,
        shard=lambda wildcards: wildcards.scatteritem.replace("-of-", "/"),
        # The store is shared by all jobs and no output: it may be deleted at any time.
        store=store_option(),
        device=torch_device("annotating"),
        source=source("trees.annotate", "trees.files", "trees.load", "trees.gold"),
    shell:
        "cdaflow trees annotate {input.corpus} --lang {wildcards.side} --column {params.column} "
        "--shard {params.shard} {params.annotator} {params.store} --threads {threads} "
        "{params.device} --output {output} 2>&1 | tee {log}"


rule gather_trees:
    input:
        shards=gathered_shards,
        corpus=annotated_text,
    output:
        "<results>/trees/{lang}/{text}.{side}.conllu.gz",
    log:
        "<logs>/trees/{lang}/{text}.{side}.log",
    benchmark:
        "<benchmarks>/trees/{lang}/{text}.{side}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        source=source("trees.files"),
    shell:
        "cdaflow trees gather {input.shards} --corpus {input.corpus} --output {output} "
        "2>&1 | tee {log}"


rule trees:
    input:
        all_trees(),


if ANNOTATORS.features == "udify":

    # UDify itself, run in an environment of its own by cdaflow in the one of the workflow.
    rule overlay_udify:
        input:
            trees=SHARD.format(ending=""),
            archive=udify_files(),
        output:
            temp(SHARD.format(ending=".udify")),
        log:
            "<logs>/trees/{lang}/{text}.{side}.{scatteritem}.udify.log",
        benchmark:
            "<benchmarks>/trees/{lang}/{text}.{side}.{scatteritem}.udify.tsv"
        conda:
            "../envs/udify.yaml"
        threads: config["annotators"]["annotating"]["threads"]
        resources:
            mem_mb=config["annotators"]["annotating"]["mem_mb"],
            runtime=config["annotators"]["annotating"]["runtime"],
            gpu=tree_gpus("features"),
        params:
            archive=udify_options(),
            python=udify_python(),
            device=torch_device("features"),
            source=source("trees.udify.features"),
        shell:
            "cdaflow trees features --engine udify {params.archive} "
            "{params.python} --threads {threads} {params.device} "
            "--input {input.trees} --output {output} 2>&1 | tee {log}"


if ANNOTATORS.features == "udify-native":

    rule overlay_udify_native:
        input:
            trees=SHARD.format(ending=""),
            archive=udify_files(),
        output:
            temp(SHARD.format(ending=".udify-native")),
        log:
            "<logs>/trees/{lang}/{text}.{side}.{scatteritem}.udify-native.log",
        benchmark:
            "<benchmarks>/trees/{lang}/{text}.{side}.{scatteritem}.udify-native.tsv"
        conda:
            "../envs/cdaflow.yaml"
        threads: config["annotators"]["annotating"]["threads"]
        resources:
            mem_mb=config["annotators"]["annotating"]["mem_mb"],
            runtime=config["annotators"]["annotating"]["runtime"],
            gpu=tree_gpus("features"),
        params:
            archive=udify_options(),
            device=torch_device("features"),
            source=source("trees.udify.features"),
        shell:
            "cdaflow trees features --engine native {params.archive} "
            "--threads {threads} {params.device} --input {input.trees} --output {output} "
            "2>&1 | tee {log}"


# Only run where the configuration says udify: {fetch: true}. What has come of the archive when it is
# killed stays in the folder.
if ANNOTATORS.udify.checksum:

    rule fetch_udify:
        output:
            udify_files(),
        log:
            "<logs>/udify/fetch_udify.log",
        benchmark:
            "<benchmarks>/udify/fetch_udify.tsv"
        conda:
            "../envs/cdaflow.yaml"
        params:
            folder=subpath(output[0], ancestor=2),
            checksum=ANNOTATORS.udify.checksum,
            source=source("trees.udify.archive"),
        shell:
            "cdaflow trees fetch-udify --output {params.folder} --checksum {params.checksum} "
            "2>&1 | tee {log}"
