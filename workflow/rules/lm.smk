# Language models of a text, and of the same text with counterfactuals (Zmigrod et al. 2019, section
# 5.2): the sentences that name persons get trees (trees.smk) and copies in other genders, and models
# of each text are compared. Only where the configuration has the key lm.
#
#   snakemake fairness_lm --configfile config/fairness.yaml


wildcard_constraints:
    copies="|".join(COPIES),
    lmtext="|".join(LM.systems),
    lmseed="[1-9][0-9]*",


rule fairness_lm:
    input:
        lambda wildcards: fairness_of_language_models(),
        lambda wildcards: published_tables("lm", "animate"),


rule build_lm_text:
    input:
        lambda wildcards: [
            path
            for text in in_language(LM.text, wildcards.lang)
            for path in text.files(wildcards.lang)
        ],
    output:
        text="<results>/lm/{lang}/text.parquet",
        drops="<results>/lm/{lang}/text.drops.tsv",
    log:
        "<logs>/lm/{lang}/text.log",
    benchmark:
        "<benchmarks>/lm/{lang}/text.tsv"
    params:
        corpora=lambda wildcards: corpus_arguments(
            in_language(LM.text, wildcards.lang), wildcards.lang
        ),
        limits=flags(
            CONFIG.cleaning,
            "max_words",
            "max_chars",
            keep_duplicates=LM.keep_duplicates,
        ),
        seed=CONFIG.seed,
    shell:
        "cdaflow text mono --lang {wildcards.lang:q} {params.corpora:q} {params.limits} "
        "--seed {params.seed} --output {output.text:q} --drops {output.drops:q} > {log:q} 2>&1"


if LM.sentences:

    rule sample_lm_text:
        input:
            "<results>/lm/{lang}/text.parquet",
        output:
            "<results>/lm/{lang}/sample.parquet",
        log:
            "<logs>/lm/{lang}/sample.log",
        benchmark:
            "<benchmarks>/lm/{lang}/sample.tsv"
        params:
            size=LM.sentences,
            seed=CONFIG.seed,
        shell:
            "cdaflow text sample {input:q} --size {params.size} --at-most --seed {params.seed} "
            "--output {output:q} > {log:q} 2>&1"


rule export_lm_text:
    input:
        f"<results>/lm/{{lang}}/{'sample' if LM.sentences else 'text'}.parquet",
    output:
        "<results>/lm/{lang}/original.txt.gz",
    log:
        "<logs>/lm/{lang}/original.log",
    benchmark:
        "<benchmarks>/lm/{lang}/original.tsv"
    shell:
        "cdaflow text export {input:q} --text {output:q} > {log:q} 2>&1"


if LM.copies:

    # Only these have counterfactuals, so only these get trees.
    rule select_animate:
        input:
            text="<results>/lm/{lang}/original.txt.gz",
            lists=animate_lists,
        output:
            text="<results>/lm/{lang}/animate.jsonl.gz",
            report="<results>/lm/{lang}/animate.json",
        log:
            "<logs>/lm/{lang}/animate.log",
        benchmark:
            "<benchmarks>/lm/{lang}/animate.tsv"
        shell:
            "cdaflow lm animate {input.text:q} --lang {wildcards.lang:q} --word-list {input.lists:q} "
            "--report {output.report:q} --output {output.text:q} > {log:q} 2>&1"

    rule make_copies:
        input:
            unpack(copying_files),
        output:
            text=temp("<results>/lm/{lang}/shards/{copies}.{shard}.txt.gz"),
            report=temp("<results>/lm/{lang}/shards/{copies}.{shard}.json"),
            decisions="<results>/lm/{lang}/decisions/{copies}.{shard}.tsv.gz",
        log:
            "<logs>/lm/{lang}/{copies}.{shard}.log",
        benchmark:
            "<benchmarks>/lm/{lang}/{copies}.{shard}.tsv"
        threads: LM.intervention.threads
        resources:
            **LM.intervention.limits,
        params:
            model=lambda wildcards, input: input.model or "base",
            lexicon=lexicon_options,
            persons=flags(LM, "max_persons", "named"),
            shard=shard_number,
        shell:
            "cdaflow lm counterfactuals --lang {wildcards.lang:q} --trees {input.trees:q} "
            "--kind {wildcards.copies:q} --model {params.model:q} --method-file {input.method:q} "
            "{params.lexicon} --inflection-model {input.inflection:q} {params.persons} "
            "--shard {params.shard} --threads {threads} --decisions {output.decisions:q} "
            "--report {output.report:q} --output {output.text:q} > {log:q} 2>&1"

    rule gather_copies:
        input:
            shards=copied_shards(".txt.gz"),
            reports=copied_shards(".json"),
        output:
            text="<results>/lm/{lang}/{copies}.txt.gz",
            report="<results>/lm/{lang}/{copies}.json",
        log:
            "<logs>/lm/{lang}/{copies}.log",
        benchmark:
            "<benchmarks>/lm/{lang}/{copies}.tsv"
        shell:
            "cdaflow lm gather {input.shards:q} --reports {input.reports:q} --report {output.report:q} "
            "--output {output.text:q} > {log:q} 2>&1"


# One vocabulary for all models of a language, that of the original text.
rule learn_pieces:
    input:
        "<results>/lm/{lang}/original.txt.gz",
    output:
        "<results>/lm/{lang}/pieces.model",
    log:
        "<logs>/lm/{lang}/pieces.log",
    benchmark:
        "<benchmarks>/lm/{lang}/pieces.tsv"
    params:
        size=LM.pieces,
    shell:
        "cdaflow lm pieces --texts {input:q} --size {params.size} --output {output:q} > {log:q} 2>&1"


# Stopped, it resumes from its last interval: its state lies beside the model until that is done.
rule train_lm:
    input:
        texts=lm_texts,
        pieces="<results>/lm/{lang}/pieces.model",
    output:
        "<results>/lm/{lang}/models/{lmtext}.{lmseed}.npz",
    log:
        "<logs>/lm/{lang}/models/{lmtext}.{lmseed}.log",
    benchmark:
        "<benchmarks>/lm/{lang}/models/{lmtext}.{lmseed}.tsv"
    threads: LM.training.threads
    resources:
        **LM.training.limits,
        gpu=LM.training.gpus,
    params:
        learning=flags(LM, "recipe", "updates"),
        device=torch_device(LM.training.gpus),
    shell:
        "cdaflow lm train --texts {input.texts:q} --lang {wildcards.lang:q} --pieces {input.pieces:q} "
        "{params.learning} --seed {wildcards.lmseed:q} --threads {threads} {params.device} "
        "--output {output:q} > {log:q} 2>&1"


rule write_phrases:
    input:
        lists=phrase_lists,
        text="<results>/lm/{lang}/original.txt.gz",
        copies=[
            f"<results>/lm/{{lang}}/{kind}.txt.gz"
            for kind in LM.systems
            if kind in COPIES
        ],
        adjectives=LM.adjectives or [],
    output:
        "<results>/lm/{lang}/phrases.tsv",
    log:
        "<logs>/lm/{lang}/phrases.log",
    benchmark:
        "<benchmarks>/lm/{lang}/phrases.tsv"
    params:
        copies=lambda wildcards, input: flags(copies=input.copies),
        options=flags(LM, "adjectives", "occurrences"),
    shell:
        "cdaflow lm phrases --lang {wildcards.lang:q} --word-list {input.lists:q} "
        "--text {input.text:q} {params.copies} {params.options} --output {output:q} > {log:q} 2>&1"


if LM.minimal_pairs:

    rule write_minimal_pairs:
        input:
            gold=lambda wildcards: LM.minimal_pairs[wildcards.lang],
            lists=animate_lists,
        output:
            "<results>/lm/{lang}/minimal-pairs.tsv",
        log:
            "<logs>/lm/{lang}/minimal-pairs.log",
        benchmark:
            "<benchmarks>/lm/{lang}/minimal-pairs.tsv"
        shell:
            "cdaflow lm minimal-pairs --lang {wildcards.lang:q} --gold {input.gold:q} "
            "--word-list {input.lists:q} --output {output:q} > {log:q} 2>&1"


rule score_lm:
    input:
        model="<results>/lm/{lang}/models/{lmtext}.{lmseed}.npz",
        phrases="<results>/lm/{lang}/phrases.tsv",
        pairs=minimal_pairs_of,
    output:
        "<results>/lm/{lang}/scores/{lmtext}.{lmseed}.json",
    log:
        "<logs>/lm/{lang}/scores/{lmtext}.{lmseed}.log",
    benchmark:
        "<benchmarks>/lm/{lang}/scores/{lmtext}.{lmseed}.tsv"
    threads: LM.scoring.threads
    resources:
        **LM.scoring.limits,
    params:
        pairs=lambda wildcards, input: flags(minimal_pairs=input.pairs),
    shell:
        "cdaflow lm score --model {input.model:q} --phrases {input.phrases:q} {params.pairs} "
        "--system {wildcards.lmtext:q} --threads {threads} --output {output:q} > {log:q} 2>&1"


rule compare_lms:
    input:
        scores=lm_scores,
        text="<results>/lm/{lang}/original.txt.gz",
    output:
        "<results>/lm/{lang}/compared.json",
    log:
        "<logs>/lm/{lang}/compared.log",
    benchmark:
        "<benchmarks>/lm/{lang}/compared.tsv"
    params:
        systems=lm_systems,
        base=ORIGINAL,
    shell:
        "cdaflow lm compare {params.systems} --base {params.base:q} --lang {wildcards.lang:q} "
        "--text {input.text:q} --output {output:q} > {log:q} 2>&1"
