# Trees of both sides of the corpus: annotated in shards, overlaid with UDify's features where that
# is configured, and gathered. Only where the configuration has the key annotators.
#
#   snakemake results/trees/es/train.es.conllu.gz results/trees/es/train.en.conllu.gz
#   snakemake trees    # of all parts of the corpus in all languages

SHARD = "<results>/trees/{{lang}}/shards/{{text}}.{{side}}.{{shard}}{ending}.conllu.gz"


# {text} is a text of any stage, see inputs/texts.smk.
wildcard_constraints:
    side="[a-z]{2}",


rule annotate_shard:
    input:
        corpus=annotated_text,
        models=annotator_files,
        # None for other back ends.
        gold=lambda wildcards: (ANNOTATORS.gold or {}).get(
            annotated_language(wildcards), ()
        ),
    output:
        temp(SHARD.format(ending="")),
    log:
        "<logs>/trees/{lang}/{text}.{side}.{shard}.log",
    benchmark:
        "<benchmarks>/trees/{lang}/{text}.{side}.{shard}.tsv"
    threads: ANNOTATORS.annotating.threads
    resources:
        **ANNOTATORS.annotating.limits,
        gpu=ANNOTATORS.gpus("annotating"),
    params:
        annotator=annotator_option,
        column=lambda wildcards: flags(
            column=TEXTS[wildcards.text].column(wildcards.side)
        ),
        shard=shard_number,
        store=STORE,
        device=torch_device(ANNOTATORS.gpus("annotating")),
    shell:
        "cdaflow trees annotate {input.corpus:q} --lang {wildcards.side:q} {params.column} "
        "--shard {params.shard} {params.annotator} {params.store} --threads {threads} "
        "{params.device} --output {output:q} > {log:q} 2>&1"


rule gather_trees:
    input:
        shards=annotated_shards,
        corpus=annotated_text,
    output:
        "<results>/trees/{lang}/{text}.{side}.conllu.gz",
    log:
        "<logs>/trees/{lang}/{text}.{side}.log",
    benchmark:
        "<benchmarks>/trees/{lang}/{text}.{side}.tsv"
    shell:
        "cdaflow trees gather {input.shards:q} --corpus {input.corpus:q} --output {output:q} "
        "> {log:q} 2>&1"


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
            temp(SHARD.format(ending=FEATURES)),
        log:
            f"<logs>/trees/{{lang}}/{{text}}.{{side}}.{{shard}}{FEATURES}.log",
        benchmark:
            f"<benchmarks>/trees/{{lang}}/{{text}}.{{side}}.{{shard}}{FEATURES}.tsv"
        conda:
            "../envs/udify.yaml"
        threads: ANNOTATORS.annotating.threads
        resources:
            **ANNOTATORS.annotating.limits,
            gpu=ANNOTATORS.gpus("features"),
        params:
            engine="udify",
            archive=udify_options(),
            python=udify_python(),
            device=torch_device(ANNOTATORS.gpus("features")),
        shell:
            "cdaflow trees features --engine {params.engine} {params.archive} {params.python} "
            "--threads {threads} {params.device} --input {input.trees:q} --output {output:q} "
            "> {log:q} 2>&1"


if ANNOTATORS.features == "udify-native":

    rule overlay_udify_native:
        input:
            trees=SHARD.format(ending=""),
            archive=udify_files(),
        output:
            temp(SHARD.format(ending=FEATURES)),
        log:
            f"<logs>/trees/{{lang}}/{{text}}.{{side}}.{{shard}}{FEATURES}.log",
        benchmark:
            f"<benchmarks>/trees/{{lang}}/{{text}}.{{side}}.{{shard}}{FEATURES}.tsv"
        threads: ANNOTATORS.annotating.threads
        resources:
            **ANNOTATORS.annotating.limits,
            gpu=ANNOTATORS.gpus("features"),
        params:
            archive=udify_options(),
            device=torch_device(ANNOTATORS.gpus("features")),
        shell:
            "cdaflow trees features --engine native {params.archive} "
            "--threads {threads} {params.device} --input {input.trees:q} --output {output:q} "
            "> {log:q} 2>&1"


# Only run where the configuration says udify: {fetch: true}. What has come of the archive when it is
# killed stays in the folder.
if ANNOTATORS.udify and ANNOTATORS.udify.checksum:

    rule fetch_udify:
        output:
            udify_files(),
        log:
            "<logs>/udify/fetch_udify.log",
        benchmark:
            "<benchmarks>/udify/fetch_udify.tsv"
        params:
            folder=subpath(output[0], ancestor=2),
            checksum=ANNOTATORS.udify.checksum,
        shell:
            "cdaflow trees fetch-udify --output {params.folder:q} --checksum {params.checksum:q} "
            "> {log:q} 2>&1"
