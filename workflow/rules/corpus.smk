# Raw text to clean pairs with ids, in Parquet.


# Snakemake deletes the outputs of a job before it runs, so a corpus that has become faulty would
# cost the good one made from it before. Hence the raw files are read once to check them.
rule check_corpus:
    input:
        corpus_files,
    output:
        "<results>/corpora/{lang}/{part}.inputs.json",
    log:
        "<logs>/corpora/{lang}/{part}.check.log",
    benchmark:
        "<benchmarks>/corpora/{lang}/{part}.check.tsv"
    group:
        "corpora"
    resources:
        **READING,
    params:
        corpora=corpus_specs,
    shell:
        "cdaflow text check --source-lang en --target-lang {wildcards.lang:q} "
        "{params.corpora:q} --output {output:q} > {log:q} 2>&1"


rule build_corpus:
    input:
        corpus_files,
        unpack(held_out_files),
        checked="<results>/corpora/{lang}/{part}.inputs.json",
    output:
        pairs="<results>/corpora/{lang}/{part}.parquet",
        drops="<results>/corpora/{lang}/{part}.drops.tsv",
    log:
        "<logs>/corpora/{lang}/{part}.log",
    benchmark:
        "<benchmarks>/corpora/{lang}/{part}.tsv"
    wildcard_constraints:
        lang=TARGET_LANG,
    group:
        "corpora"
    resources:
        **READING,
    params:
        corpora=corpus_specs,
        cleaning=cleaning_options,
        held_out=lambda wildcards: flags(**held_out_files(wildcards)),
        seed=CONFIG.seed,
    shell:
        "cdaflow text build --source-lang en --target-lang {wildcards.lang:q} {params.corpora:q} "
        "{params.cleaning} {params.held_out} --seed {params.seed} "
        "--output {output.pairs:q} --drops {output.drops:q} > {log:q} 2>&1"


if HELD_OUT:

    rule hold_out:
        input:
            "<results>/corpora/{lang}/full.parquet",
        output:
            train="<results>/corpora/{lang}/train.parquet",
            dev="<results>/corpora/{lang}/dev.parquet",
            drops="<results>/corpora/{lang}/train.drops.tsv",
        log:
            "<logs>/corpora/{lang}/hold_out.log",
        benchmark:
            "<benchmarks>/corpora/{lang}/hold_out.tsv"
        group:
            "corpora"
        params:
            pairs=HELD_OUT,
            seed=CONFIG.seed,
        shell:
            "cdaflow text sample {input:q} --size {params.pairs} --by-source --seed {params.seed} "
            "--output {output.dev:q} --rest {output.train:q} --apart --drops {output.drops:q} > {log:q} 2>&1"


if HELD_OUT_TESTS:

    # By source: which pairs are in it depends on their English alone.
    rule hold_out_test:
        input:
            "<results>/corpora/{lang}/pool-{testset}.parquet",
        output:
            "<results>/corpora/{lang}/test-{testset}.parquet",
        log:
            "<logs>/corpora/{lang}/hold_out_test-{testset}.log",
        benchmark:
            "<benchmarks>/corpora/{lang}/hold_out_test-{testset}.tsv"
        wildcard_constraints:
            testset="|".join(HELD_OUT_TESTS),
        params:
            pairs=lambda wildcards: HELD_OUT_TESTS[wildcards.testset],
            seed=CONFIG.seed,
        shell:
            "cdaflow text sample {input:q} --size {params.pairs} --by-source --seed {params.seed} "
            "--output {output:q} > {log:q} 2>&1"


# Only run where the configuration says fetch: true beside the name of a corpus.
if FETCHED_TEXT["opus"]:

    rule fetch_opus:
        output:
            source="<results>/fetched/opus/{corpus}/{version}/{lang}/source.txt.gz",
            target="<results>/fetched/opus/{corpus}/{version}/{lang}/target.txt.gz",
        log:
            "<logs>/fetched/opus/{corpus}.{version}.{lang}.log",
        benchmark:
            "<benchmarks>/fetched/opus/{corpus}.{version}.{lang}.tsv"
        wildcard_constraints:
            corpus="[^/]+",
            version="[^/]+",
        params:
            sha256=opus_digest,
        shell:
            "cdaflow text fetch-opus {wildcards.corpus:q}/{wildcards.version:q} "
            "--lang {wildcards.lang:q} --sha256 {params.sha256:q} --source {output.source:q} "
            "--target {output.target:q} > {log:q} 2>&1"


if FETCHED_TEXT["sacrebleu"]:

    rule fetch_sacrebleu:
        output:
            source="<results>/fetched/sacrebleu/{set}/{lang}/source.txt.gz",
            target="<results>/fetched/sacrebleu/{set}/{lang}/target.txt.gz",
        log:
            "<logs>/fetched/sacrebleu/{set}.{lang}.log",
        benchmark:
            "<benchmarks>/fetched/sacrebleu/{set}.{lang}.tsv"
        wildcard_constraints:
            # Some have a slash: wmt20/tworefs.
            set=pattern_of(FETCHED_TEXT["sacrebleu"]),
        shell:
            "cdaflow text fetch-sacrebleu {wildcards.set:q} --lang {wildcards.lang:q} "
            "--source {output.source:q} --target {output.target:q} > {log:q} 2>&1"
