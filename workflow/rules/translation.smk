# Translations of the test sets and of the challenge set, one line for each source line.


# Only run where the configuration says challenge: {fetch: true}.
rule fetch_winomt:
    output:
        multiext("<results>/winomt/en", ".txt", "_pro.txt", "_anti.txt"),
    log:
        "<logs>/winomt/fetch_winomt.log",
    benchmark:
        "<benchmarks>/winomt/fetch_winomt.tsv"
    params:
        folder=subpath(output[0], parent=True),
    shell:
        "cdaflow score fetch-winomt --output {params.folder:q} > {log:q} 2>&1"


# Run where the configuration says geneval: {fetch: true}, or names a file of this folder.
rule fetch_geneval:
    output:
        expand(
            "<results>/fetched/mt-geneval/sentences/{{split}}/"
            "geneval-sentences-{gender}-{{split}}.en_{{lang}}.{side}",
            gender=GENEVAL.values(),
            side=["en", "{lang}"],
        ),
    log:
        "<logs>/fetched/mt-geneval.{split}.{lang}.log",
    benchmark:
        "<benchmarks>/fetched/mt-geneval.{split}.{lang}.tsv"
    wildcard_constraints:
        split="dev|test",
    params:
        folder=subpath(output[0], ancestor=3),
    shell:
        "cdaflow score fetch-geneval --lang {wildcards.lang:q} --split {wildcards.split:q} "
        "--output {params.folder:q} > {log:q} 2>&1"


# Run where the configuration names a file of this folder, as it may do under agreement.pairs.
rule fetch_gate:
    output:
        multiext(
            "<results>/fetched/gate/{code}/{code}_",
            "2_variants.tsv",
            "4_variants.tsv",
            "8_variants.tsv",
        ),
    log:
        "<logs>/fetched/gate.{code}.log",
    benchmark:
        "<benchmarks>/fetched/gate.{code}.tsv"
    wildcard_constraints:
        code="[A-Z]{2}",
    params:
        folder=subpath(output[0], ancestor=2),
        lang=lambda wildcards: wildcards.code.lower(),
    shell:
        "cdaflow score fetch-gate --lang {params.lang:q} --output {params.folder:q} > {log:q} 2>&1"


rule extract_challenge:
    input:
        challenge_file("sentences"),
    output:
        "<results>/challenge/winomt.en.txt",
    log:
        "<logs>/challenge/winomt.log",
    benchmark:
        "<benchmarks>/challenge/winomt.tsv"
    shell:
        "cdaflow score winomt-source --challenge {input:q} --output {output:q} > {log:q} 2>&1"


rule translate:
    input:
        model=lambda wildcards: translator(wildcards).files,
        text=source_of,
    output:
        "<results>/translations/{lang}/{system}/{testset}.txt",
    log:
        "<logs>/translations/{lang}/{system}/{testset}.log",
    benchmark:
        "<benchmarks>/translations/{lang}/{system}/{testset}.tsv"
    wildcard_constraints:
        # Systems that have files of translations, or write structures, have rules of their own.
        system=runs_but_of([*TRANSLATED, *STRUCTURED]),
    threads: CONFIG.decoding.threads
    resources:
        **CONFIG.decoding.limits,
        gpu=CONFIG.decoding.gpus,
    params:
        model=lambda wildcards: translator(wildcards).options,
        text="",
        device=device_options(CONFIG.decoding.gpus),
        marian=MARIAN,
    shell:
        "cdaflow nmt translate {params.model} --input {input.text:q} {params.text} "
        "--output {output:q} --threads {threads} {params.device} {params.marian} > {log:q} 2>&1"


if TRANSLATED:

    # What another system has translated is checked where it enters.
    rule import_translations:
        input:
            translations=lambda wildcards: system_of(wildcards).translation(
                wildcards.lang, wildcards.testset
            ),
            text=source_of,
        output:
            "<results>/translations/{lang}/{system}/{testset}.txt",
        log:
            "<logs>/translations/{lang}/{system}/{testset}.log",
        benchmark:
            "<benchmarks>/translations/{lang}/{system}/{testset}.tsv"
        wildcard_constraints:
            system="|".join(TRANSLATED),
        params:
            language=lambda wildcards: flags(
                lang=system_of(wildcards).checked_language(wildcards.lang)
            ),
        shell:
            "cdaflow score import-translations {input.translations:q} --source {input.text:q} "
            "{params.language} --output {output:q} > {log:q} 2>&1"


# At most N sentences of a text, with the seed of the configuration: here English that is translated;
# gfst.smk has it for its texts.
rule sample_text:
    input:
        text="<results>/pseudo/{lang}/{corpus}.en.parquet",
    output:
        temp("<results>/pseudo/{lang}/{corpus}.sample.parquet"),
    log:
        "<logs>/pseudo/{lang}/{corpus}.sample.log",
    benchmark:
        "<benchmarks>/pseudo/{lang}/{corpus}.sample.tsv"
    wildcard_constraints:
        corpus=pattern_of(PSEUDO),
    resources:
        **READING,
    params:
        size=lambda wildcards: flags(size=PSEUDO[wildcards.corpus].by.max, at_most=True),
        seed=CONFIG.seed,
    shell:
        "cdaflow text sample {input.text:q} {params.size} --seed {params.seed} --output {output:q} "
        "> {log:q} 2>&1"


if PSEUDO:

    # English text that a program or a model translates, to train on: clean, each sentence once, and in
    # shards, which are joined and kept.
    rule clean_english:
        input:
            lambda wildcards: PSEUDO[wildcards.corpus].text[wildcards.lang],
        output:
            text=temp("<results>/pseudo/{lang}/{corpus}.en.parquet"),
            drops="<results>/pseudo/{lang}/{corpus}.drops.tsv",
        log:
            "<logs>/pseudo/{lang}/{corpus}.clean.log",
        benchmark:
            "<benchmarks>/pseudo/{lang}/{corpus}.clean.tsv"
        wildcard_constraints:
            corpus=pattern_of(PSEUDO),
        params:
            corpora=lambda wildcards: spec_arguments(
                PSEUDO[wildcards.corpus].texts(wildcards.lang)
            ),
            limits=english_limits,
            seed=CONFIG.seed,
        shell:
            "cdaflow text mono --lang en {params.corpora:q} {params.limits} --seed {params.seed} "
            "--output {output.text:q} --drops {output.drops:q} > {log:q} 2>&1"

    rule export_english:
        input:
            translated_english,
        output:
            "<results>/pseudo/{lang}/{corpus}.en.txt.gz",
        log:
            "<logs>/pseudo/{lang}/{corpus}.export.log",
        benchmark:
            "<benchmarks>/pseudo/{lang}/{corpus}.export.tsv"
        wildcard_constraints:
            corpus=pattern_of(PSEUDO),
        shell:
            "cdaflow text export {input:q} --text {output:q} > {log:q} 2>&1"

    use rule translate as translate_corpus with:
        input:
            model=lambda wildcards: pseudo_translator(wildcards).files,
            text="<results>/pseudo/{lang}/{corpus}.en.txt.gz",
        output:
            temp("<results>/pseudo/{lang}/shards/{corpus}.{shard}.txt.gz"),
        log:
            "<logs>/pseudo/{lang}/{corpus}.{shard}.log",
        benchmark:
            "<benchmarks>/pseudo/{lang}/{corpus}.{shard}.tsv"
        wildcard_constraints:
            corpus=pattern_of(PSEUDO),
        params:
            model=lambda wildcards: pseudo_translator(wildcards).options,
            text=lambda wildcards: flags(shard=shard_number(wildcards)),

    rule join_corpus:
        input:
            pseudo_shards,
        output:
            "<results>/pseudo/{lang}/{corpus}.txt.gz",
        log:
            "<logs>/pseudo/{lang}/{corpus}.log",
        benchmark:
            "<benchmarks>/pseudo/{lang}/{corpus}.tsv"
        wildcard_constraints:
            corpus=pattern_of(PSEUDO),
        shell:
            "cat {input:q} > {output:q} 2> {log:q}"
