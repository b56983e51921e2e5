# Gender-filtered self-training (Choubey et al. 2021): monolingual text that shows one gender is
# translated in shards, filtered again, and balanced. Only where the configuration has the key gfst.

FOLDER = "<results>/gfst/{lang}"
LOGS = "<logs>/gfst/{lang}"
BENCHMARKS = "<benchmarks>/gfst/{lang}"


wildcard_constraints:
    gender="fem|msc",
    mono=pattern_of(MONOLINGUAL_TEXTS),


# How many sentences of the training text show one gender (Choubey et al. 2021, Table 1).
rule count_genders:
    input:
        text="<results>/corpora/{lang}/train.parquet",
        pronouns=wordlist("pronouns.en.tsv"),
        gendered=wordlist("gendered.en.tsv"),
    output:
        "<results>/gfst/{lang}/shares.json",
    log:
        "<logs>/gfst/{lang}/shares.log",
    benchmark:
        "<benchmarks>/gfst/{lang}/shares.tsv"
    threads: GFST.filtering.threads
    resources:
        **GFST.filtering.limits,
    shell:
        "cdaflow gfst count {input.text:q} --column source --pronouns {input.pronouns:q} "
        "--gendered {input.gendered:q} --threads {threads} --output {output:q} > {log:q} 2>&1"


rule build_mono:
    input:
        lambda wildcards: [
            path
            for text in CONFIG.monolingual.texts(wildcards.side)
            for path in text.files(wildcards.side)
        ],
        unpack(mono_held_out),
    output:
        text="<results>/mono/{side}.parquet",
        drops="<results>/mono/{side}.drops.tsv",
    log:
        "<logs>/mono/{side}.log",
    benchmark:
        "<benchmarks>/mono/{side}.tsv"
    wildcard_constraints:
        side="|".join(["en", *LANGUAGES]),
    resources:
        **READING,
    params:
        corpora=lambda wildcards: corpus_arguments(
            CONFIG.monolingual.texts(wildcards.side), wildcards.side
        ),
        cleaning=flags(CONFIG.cleaning, "max_words", "max_chars", "keep_duplicates"),
        held_out=lambda wildcards: flags(**mono_held_out(wildcards)),
        seed=CONFIG.seed,
    shell:
        "cdaflow text mono --lang {wildcards.side:q} {params.corpora:q} {params.cleaning} "
        "{params.held_out} --seed {params.seed} --output {output.text:q} --drops {output.drops:q} "
        "> {log:q} 2>&1"


rule filter_source:
    input:
        text="<results>/mono/en.parquet",
        pronouns=wordlist("pronouns.en.tsv"),
        gendered=wordlist("gendered.en.tsv"),
    output:
        text="<results>/gfst/source.{gender}.parquet",
        counts="<results>/gfst/source.{gender}.json",
    log:
        "<logs>/gfst/source.{gender}.log",
    benchmark:
        "<benchmarks>/gfst/source.{gender}.tsv"
    threads: GFST.filtering.threads
    resources:
        **GFST.filtering.limits,
    shell:
        "cdaflow gfst source {input.text:q} --gender {wildcards.gender:q} "
        "--pronouns {input.pronouns:q} --gendered {input.gendered:q} --threads {threads} "
        "--output {output.text:q} --report {output.counts:q} > {log:q} 2>&1"


use rule sample_text as cap_source with:
    input:
        text="<results>/gfst/source.{gender}.parquet",
    output:
        "<results>/gfst/capped.{gender}.parquet",
    log:
        "<logs>/gfst/capped.{gender}.log",
    benchmark:
        "<benchmarks>/gfst/capped.{gender}.tsv"
    params:
        size=flags(size=GFST.max_source, at_most=True),


use rule translate as translate_mono with:
    input:
        model=lambda wildcards: mono_translator(wildcards).files,
        text=translated_text,
    output:
        temp(f"{FOLDER}/shards/{{mono}}.{{shard}}.txt"),
    log:
        f"{LOGS}/shards/{{mono}}.{{shard}}.log",
    benchmark:
        f"{BENCHMARKS}/shards/{{mono}}.{{shard}}.tsv"
    params:
        model=lambda wildcards: mono_translator(wildcards).options,
        text=translated_part,


rule gather_translations:
    input:
        text=translated_text,
        shards=translated_shards("{mono}"),
    output:
        f"{FOLDER}/pairs.{{mono}}.parquet",
    log:
        f"{LOGS}/pairs.{{mono}}.log",
    benchmark:
        f"{BENCHMARKS}/pairs.{{mono}}.tsv"
    params:
        side=mono_side,
    shell:
        "cdaflow nmt gather {input.shards:q} --corpus {input.text:q} {params.side} "
        "--output {output:q} > {log:q} 2>&1"


rule filter_target:
    input:
        unpack(analyser_files("gfst-{gender}")),
        text=f"{FOLDER}/pairs.{{gender}}.parquet",
    output:
        kept=f"{FOLDER}/kept.{{gender}}.parquet",
        rejected=f"{FOLDER}/rejected.{{gender}}.tsv",
        counts=f"{FOLDER}/target.{{gender}}.json",
    log:
        f"{LOGS}/target.{{gender}}.log",
    benchmark:
        f"{BENCHMARKS}/target.{{gender}}.tsv"
    threads: GFST.filtering.threads
    resources:
        **GFST.filtering.limits,
    params:
        analyser=analyser_options,
        files=lambda wildcards, input: flags(
            trees=input.get("trees"),
            word_list=input.get("lists"),
            treebank=input.get("treebanks"),
            lexicon=input.get("lexicons"),
        ),
        pronoun="",
    shell:
        "cdaflow gfst target {input.text:q} --lang {wildcards.lang:q} {params.pronoun} "
        "--gender {wildcards.gender:q} {params.analyser} {params.files} --threads {threads} "
        "--output {output.kept:q} --rejected {output.rejected:q} --report {output.counts:q} "
        "> {log:q} 2>&1"


if names_of("self_training"):

    # Random text, whatever it shows (RANDST).
    use rule sample_text as sample_mono with:
        input:
            text="<results>/mono/en.parquet",
            size_of=size_of,
        output:
            f"{FOLDER}/sample.{{dataset}}.parquet",
        log:
            f"{LOGS}/sample.{{dataset}}.log",
        benchmark:
            f"{BENCHMARKS}/sample.{{dataset}}.tsv"
        wildcard_constraints:
            dataset=names_of("self_training"),
        params:
            size=dataset_options,

    use rule gather_translations as gather_random with:
        input:
            text=f"{FOLDER}/sample.{{dataset}}.parquet",
            shards=translated_shards("sample.{dataset}"),
        output:
            "<results>/datasets/{lang}/{dataset}.parquet",
        log:
            "<logs>/datasets/{lang}/{dataset}.log",
        benchmark:
            "<benchmarks>/datasets/{lang}/{dataset}.tsv"
        wildcard_constraints:
            dataset=names_of("self_training"),
        params:
            side="--column text --translation target",


if any(dataset.gfst and dataset.recipe for dataset in DATASETS.values()):

    # Back-translation goes the other way round: the target filter, then the translation, then the
    # source filter (section 6.3; a pronoun is wanted as well, its footnote 15).
    use rule sample_text as cap_target with:
        input:
            text="<results>/mono/{lang}.parquet",
        output:
            f"{FOLDER}/target.parquet",
        log:
            f"{LOGS}/target.log",
        benchmark:
            f"{BENCHMARKS}/target.tsv"
        params:
            size=flags(size=GFST.max_target, at_most=True),

    use rule filter_target as filter_mono with:
        input:
            unpack(analyser_files("gfst-target")),
            text=lambda wildcards: filtered_target_text(wildcards.lang),
        output:
            kept=f"{FOLDER}/mono.{{gender}}.parquet",
            rejected=f"{FOLDER}/mono.{{gender}}.rejected.tsv",
            counts=f"{FOLDER}/mono.{{gender}}.json",
        log:
            f"{LOGS}/mono.{{gender}}.log",
        benchmark:
            f"{BENCHMARKS}/mono.{{gender}}.tsv"
        params:
            pronoun="--pronoun",

    use rule filter_source as filter_back with:
        input:
            text=f"{FOLDER}/pairs.{{back}}.{{gender}}.parquet",
            pronouns=wordlist("pronouns.en.tsv"),
            gendered=wordlist("gendered.en.tsv"),
        output:
            text=f"{FOLDER}/kept.{{back}}.{{gender}}.parquet",
            counts=f"{FOLDER}/source.{{back}}.{{gender}}.json",
        log:
            f"{LOGS}/kept.{{back}}.{{gender}}.log",
        benchmark:
            f"{BENCHMARKS}/kept.{{back}}.{{gender}}.tsv"
        wildcard_constraints:
            back="|".join(f"back-{recipe}" for recipe in back_recipes()),


if names_of("gfst"):

    rule balance_gfst:
        input:
            unpack(balanced_files),
        output:
            pairs="<results>/datasets/{lang}/{dataset}.parquet",
            counts=f"{FOLDER}/{{dataset}}.json",
        log:
            "<logs>/datasets/{lang}/{dataset}.log",
        benchmark:
            "<benchmarks>/datasets/{lang}/{dataset}.tsv"
        wildcard_constraints:
            dataset=names_of("gfst"),
        group:
            "datasets"
        resources:
            runtime=30,
        params:
            options=balance_options,
            seed=CONFIG.seed,
        shell:
            "cdaflow gfst balance --fem {input.fem:q} --msc {input.msc:q} {params.options} "
            "--seed {params.seed} --output {output.pairs:q} --report {output.counts:q} "
            "> {log:q} 2>&1"
