# Gender alternatives of translations (Garg et al. 2024): a tagger of the English, rewriting for each
# open person, and scores. Only where the configuration has the key alternatives. The trees of the
# test sets come from trees.smk.
#
#   snakemake alternatives --configfile config/alternatives.yaml


wildcard_constraints:
    altset=pattern_of(ALTSETS),
    by=r"lattice|mrf\+lattice",
    tagset="[A-Za-z0-9][A-Za-z0-9_-]*",
    open_by="|".join(OPEN_BY),


# The tables and the figure alone, for which nothing is translated.
rule alternatives:
    input:
        lambda wildcards: with_provenance("alternatives", "tagger", "people"),
        lambda wildcards: SHOWN.drawn("calibration"),
        lambda wildcards: published_tables("alternatives", "tagger"),


if ALTERNATIVES.released:

    # gtag is English alone: its tags are written.
    rule import_released:
        input:
            lambda wildcards: released_tables(wildcards, wildcards.kind),
        output:
            "<results>/alternatives/released/{kind}.{lang}.jsonl.gz",
        log:
            "<logs>/alternatives/released/{kind}.{lang}.log",
        benchmark:
            "<benchmarks>/alternatives/released/{kind}.{lang}.tsv"
        wildcard_constraints:
            kind="|".join(RELEASED_KINDS),
        shell:
            "cdaflow alternatives import {input:q} --format {wildcards.kind:q} --output {output:q} "
            "> {log:q} 2>&1"

    # The head words of the test sets, which score a tagger.
    rule import_released_heads:
        input:
            lambda wildcards: released_tables(wildcards, "raw"),
        output:
            tags="<results>/alternatives/released/heads.{lang}.jsonl.gz",
            alternatives=temp(
                "<results>/alternatives/released/heads.{lang}.raw.jsonl.gz"
            ),
        log:
            "<logs>/alternatives/released/heads.{lang}.log",
        benchmark:
            "<benchmarks>/alternatives/released/heads.{lang}.tsv"
        shell:
            "cdaflow alternatives import {input:q} --format raw --output {output.alternatives:q} "
            "--tags {output.tags:q} > {log:q} 2>&1"

    if ALTERNATIVES.released.fetch:

        rule fetch_released_tests:
            output:
                multiext(
                    f"{FETCHED_SETS}/test/raw/",
                    "gate.en-{lang}.tsv",
                    "geneval.en-{lang}.tsv",
                ),
            log:
                "<logs>/alternatives/fetch_released.{lang}.raw.log",
            benchmark:
                "<benchmarks>/alternatives/fetch_released.{lang}.raw.tsv"
            params:
                folder=FETCHED_SETS,
                only="raw",
            shell:
                "cdaflow alternatives fetch --output {params.folder:q} --only {params.only} "
                "--lang {wildcards.lang:q} > {log:q} 2>&1"

        rule fetch_released_training:
            output:
                f"{FETCHED_SETS}/train/raw/{{kind}}.en-{{lang}}.tsv",
            log:
                "<logs>/alternatives/fetch_released.{lang}.{kind}.log",
            benchmark:
                "<benchmarks>/alternatives/fetch_released.{lang}.{kind}.tsv"
            wildcard_constraints:
                kind="gtag|gtrans",
            params:
                folder=FETCHED_SETS,
            shell:
                "cdaflow alternatives fetch --output {params.folder:q} --only {wildcards.kind:q} "
                "--lang {wildcards.lang:q} > {log:q} 2>&1"


if TAGGER.fetch:

    rule fetch_encoder:
        output:
            directory(FETCHED_ENCODER),
        log:
            "<logs>/alternatives/fetch_encoder.log",
        benchmark:
            "<benchmarks>/alternatives/fetch_encoder.tsv"
        shell:
            "cdaflow alternatives fetch-encoder --output {output:q} > {log:q} 2>&1"


rule train_tagger:
    input:
        train=TAGGER.train,
        dev=TAGGER.dev,
        encoder=FETCHED_ENCODER if TAGGER.fetch else encoder_files(TAGGER.encoder),
    output:
        directory(TAGGER_FOLDER),
    log:
        f"<logs>/alternatives/tagger/{TAGGER.backend}.log",
    benchmark:
        f"<benchmarks>/alternatives/tagger/{TAGGER.backend}.tsv"
    threads: TAGGER.training.threads
    resources:
        **TAGGER.training.limits,
        gpu=TAGGER.training.gpus,
    params:
        backend=TAGGER.backend,
        encoder=flags(encoder=FETCHED_ENCODER if TAGGER.fetch else TAGGER.encoder),
        learning=flags(TAGGER, *LEARNING),
        device=torch_device(TAGGER.training.gpus),
        seed=CONFIG.seed,
    shell:
        "cdaflow alternatives train-tagger --backend {params.backend} {params.encoder} "
        "{params.learning} --train {input.train:q} --dev {input.dev:q} --seed {params.seed} --threads {threads} "
        "{params.device} --output-dir {output:q} > {log:q} 2>&1"


rule evaluate_tagger:
    input:
        tagger=TAGGER_FOLDER,
        gold=lambda wildcards: TAGGER.test[wildcards.tagset],
    output:
        f"<results>/alternatives/scores/tagger.{TAGGER.backend}.{{tagset}}.json",
    log:
        f"<logs>/alternatives/scores/tagger.{TAGGER.backend}.{{tagset}}.log",
    benchmark:
        f"<benchmarks>/alternatives/scores/tagger.{TAGGER.backend}.{{tagset}}.tsv"
    threads: TAGGER.tagging.threads
    resources:
        **TAGGER.tagging.limits,
        gpu=TAGGER.tagging.gpus,
    params:
        name=TAGGER.backend,
        device=torch_device(TAGGER.tagging.gpus),
    shell:
        "cdaflow alternatives evaluate-tagger --tagger {input.tagger:q} --gold {input.gold:q} "
        "--name {params.name} --testset {wildcards.tagset:q} --threads {threads} {params.device} "
        "--output {output:q} > {log:q} 2>&1"


rule tag_source:
    input:
        sentences=alternatives_file,
        tagger=TAGGER_FOLDER,
    output:
        temp("<results>/alternatives/{lang}/shards/{altset}.heads.{shard}.jsonl.gz"),
    log:
        "<logs>/alternatives/{lang}/{altset}.heads.{shard}.log",
    benchmark:
        "<benchmarks>/alternatives/{lang}/{altset}.heads.{shard}.tsv"
    threads: TAGGER.tagging.threads
    resources:
        **TAGGER.tagging.limits,
        gpu=TAGGER.tagging.gpus,
    params:
        shard=shard_number,
        device=torch_device(TAGGER.tagging.gpus),
    shell:
        "cdaflow alternatives tag {input.sentences:q} --tagger {input.tagger:q} "
        "--shard {params.shard} --threads {threads} {params.device} --output {output:q} "
        "> {log:q} 2>&1"


rule rewrite_open:
    input:
        unpack(rewriting_files),
    output:
        alternatives=temp(
            "<results>/alternatives/{lang}/shards/{altset}.{open_by}.{shard}.jsonl.gz"
        ),
        reasons=temp(
            "<results>/alternatives/{lang}/shards/{altset}.{open_by}.{shard}.reasons.tsv"
        ),
    log:
        "<logs>/alternatives/{lang}/{altset}.{open_by}.{shard}.log",
    benchmark:
        "<benchmarks>/alternatives/{lang}/{altset}.{open_by}.{shard}.tsv"
    threads: ALTERNATIVES.rewriting.threads
    resources:
        **ALTERNATIVES.rewriting.limits,
    params:
        tags=lambda wildcards, input: flags(tags=input.tags),
        agreement=agreement_options,
        lexicon=lexicon_options,
        shard=shard_number,
        by="",
    shell:
        "cdaflow alternatives rewrite {input.sentences:q} --lang {wildcards.lang:q} "
        "--open-by {wildcards.open_by:q} {params.tags} {params.by} {params.agreement} {params.lexicon} "
        "--pronouns {input.pronouns:q} --gendered {input.gendered:q} "
        "--professions {input.professions:q} --persons {input.persons:q} "
        "--shard {params.shard} --threads {threads} --output {output.alternatives:q} "
        "--reasons {output.reasons:q} > {log:q} 2>&1"


rule gather_alternatives:
    input:
        shards=rewritten_shards,
        sentences=alternatives_file,
    output:
        alternatives=f"<results>/alternatives/{{lang}}/{{altset}}.{{open_by}}{UNALIGNED}.jsonl.gz",
    log:
        "<logs>/alternatives/{lang}/{altset}.{open_by}.log",
    benchmark:
        "<benchmarks>/alternatives/{lang}/{altset}.{open_by}.tsv"
    params:
        people="",
    shell:
        "cdaflow alternatives gather {input.shards:q} --sentences {input.sentences:q} "
        "{params.people} --output {output.alternatives:q} > {log:q} 2>&1"


use rule gather_alternatives as gather_heads with:
    input:
        shards=head_shards,
        sentences=alternatives_file,
    output:
        alternatives="<results>/alternatives/{lang}/{altset}.heads.jsonl.gz",
    log:
        "<logs>/alternatives/{lang}/{altset}.heads.log",
    benchmark:
        "<benchmarks>/alternatives/{lang}/{altset}.heads.tsv"


rule score_alternatives:
    input:
        alternatives="<results>/alternatives/{lang}/{altset}.{open_by}.jsonl.gz",
        reference=alternatives_file,
    output:
        scores="<results>/alternatives/scores/{lang}.{altset}.{open_by}.json",
        sentences="<results>/alternatives/scores/{lang}.{altset}.{open_by}.sentences.tsv",
    log:
        "<logs>/alternatives/scores/{lang}.{altset}.{open_by}.log",
    benchmark:
        "<benchmarks>/alternatives/scores/{lang}.{altset}.{open_by}.tsv"
    params:
        labels=lambda wildcards: flags(system=wildcards.open_by),
        seed=CONFIG.seed,
    shell:
        "cdaflow score alternatives {input.alternatives:q} --reference {input.reference:q} "
        "--lang {wildcards.lang:q} {params.labels} --testset {wildcards.altset:q} "
        "--seed {params.seed} --output {output.scores:q} --sentences {output.sentences:q} "
        "> {log:q} 2>&1"


if ALTERNATIVES.tagged:

    # By a system that reads genders as tags, for each of its trainings.
    use rule rewrite_open as rewrite_tagged with:
        input:
            unpack(rewriting_files),
            unpack(tagged_files),
        output:
            alternatives=temp(
                "<results>/alternatives/{lang}/shards/"
                "{altset}.{open_by}.{by}.{system}.{shard}.jsonl.gz"
            ),
            reasons=temp(
                "<results>/alternatives/{lang}/shards/"
                "{altset}.{open_by}.{by}.{system}.{shard}.reasons.tsv"
            ),
        log:
            "<logs>/alternatives/{lang}/{altset}.{open_by}.{by}.{system}.{shard}.log",
        benchmark:
            "<benchmarks>/alternatives/{lang}/{altset}.{open_by}.{by}.{system}.{shard}.tsv"
        wildcard_constraints:
            by="lattice" if CALIBRATE else r"lattice|mrf\+lattice",
        resources:
            **TAGGED_LIMITS,
        params:
            by=tagged_options,

    use rule gather_alternatives as gather_tagged with:
        input:
            shards=tagged_shards(".jsonl.gz"),
            sentences=alternatives_file,
        output:
            alternatives="<results>/alternatives/{lang}/"
            f"{{altset}}.{{open_by}}.{{by}}.{{system}}{UNALIGNED}.jsonl.gz",
        log:
            "<logs>/alternatives/{lang}/{altset}.{open_by}.{by}.{system}.log",
        benchmark:
            "<benchmarks>/alternatives/{lang}/{altset}.{open_by}.{by}.{system}.tsv"
        wildcard_constraints:
            by="lattice" if CALIBRATE else r"lattice|mrf\+lattice",

    use rule score_alternatives as score_tagged with:
        input:
            alternatives="<results>/alternatives/{lang}/{altset}.{open_by}.{by}.{system}.jsonl.gz",
            reference=alternatives_file,
        output:
            scores="<results>/alternatives/scores/{lang}.{altset}.{open_by}.{by}.{system}.json",
            sentences="<results>/alternatives/scores/"
            "{lang}.{altset}.{open_by}.{by}.{system}.sentences.tsv",
        log:
            "<logs>/alternatives/scores/{lang}.{altset}.{open_by}.{by}.{system}.log",
        benchmark:
            "<benchmarks>/alternatives/scores/{lang}.{altset}.{open_by}.{by}.{system}.tsv"
        params:
            labels=tagged_labels,


if ALTERNATIVES.llm:

    # By a language model, whose answers are no output: they are kept when they would be deleted.
    rule rewrite_llm:
        input:
            unpack(llm_files),
        output:
            alternatives="<results>/alternatives/{lang}/{altset}.llm.unaligned.jsonl.gz",
            reasons="<results>/alternatives/{lang}/{altset}.llm.reasons.tsv",
        log:
            "<logs>/alternatives/{lang}/{altset}.llm.log",
        benchmark:
            "<benchmarks>/alternatives/{lang}/{altset}.llm.tsv"
        params:
            model=llm_options,
            lexicon=lexicon_options,
            cache=f"{RESULTS}/alternatives/{{lang}}/answers",
            seed=CONFIG.seed,
        shell:
            "cdaflow alternatives rewrite-llm {input.sentences:q} --lang {wildcards.lang:q} "
            "{params.model} {params.lexicon} --cache {params.cache:q} --seed {params.seed} "
            "--output {output.alternatives:q} --reasons {output.reasons:q} > {log:q} 2>&1"

    use rule score_alternatives as score_llm with:
        input:
            alternatives="<results>/alternatives/{lang}/{altset}.llm.jsonl.gz",
            reference=alternatives_file,
        output:
            scores="<results>/alternatives/scores/{lang}.{altset}.llm.json",
            sentences="<results>/alternatives/scores/{lang}.{altset}.llm.sentences.tsv",
        log:
            "<logs>/alternatives/scores/{lang}.{altset}.llm.log",
        benchmark:
            "<benchmarks>/alternatives/scores/{lang}.{altset}.llm.tsv"
        params:
            labels="--system llm",


if ALTERNATIVES.align == "model":

    rule train_aligner:
        input:
            train=list(ALTERNATIVES.aligner.train.values()),
            dev=list(dict.fromkeys(ALTERNATIVES.aligner.dev.values())),
            encoder=encoder_files(ALTERNATIVES.aligner.encoder),
        output:
            directory(ALIGNER_FOLDER),
        log:
            "<logs>/alternatives/aligner.log",
        benchmark:
            "<benchmarks>/alternatives/aligner.tsv"
        threads: ALTERNATIVES.aligner.training.threads
        resources:
            **ALTERNATIVES.aligner.training.limits,
            gpu=ALTERNATIVES.aligner.training.gpus,
        params:
            encoder=flags(
                backend="encoder" if ALTERNATIVES.aligner.encoder else "lstm",
                encoder=ALTERNATIVES.aligner.encoder,
            ),
            learning=flags(ALTERNATIVES.aligner, *LEARNING),
            device=torch_device(ALTERNATIVES.aligner.training.gpus),
            seed=CONFIG.seed,
        shell:
            "cdaflow alternatives train-aligner {params.encoder} {params.learning} "
            "--train {input.train:q} --dev {input.dev:q} --seed {params.seed} --threads {threads} {params.device} "
            "--output-dir {output:q} > {log:q} 2>&1"


if UNALIGNED or ALTERNATIVES.llm:

    rule align_alternatives:
        input:
            alternatives="<results>/alternatives/{lang}/{offered}.unaligned.jsonl.gz",
            aligner=ALIGNER_FOLDER if ALIGNING else [],
        output:
            temp(
                "<results>/alternatives/{lang}/shards/{offered}.aligned.{shard}.jsonl.gz"
            ),
        log:
            "<logs>/alternatives/{lang}/{offered}.align.{shard}.log",
        benchmark:
            "<benchmarks>/alternatives/{lang}/{offered}.align.{shard}.tsv"
        wildcard_constraints:
            offered=aligned_names(),
        threads: ALIGNING.threads if ALIGNING else 1
        resources:
            **ALIGNING_LIMITS,
        params:
            by="model" if ALIGNING else "position",
            aligner=lambda wildcards, input: flags(aligner=input.aligner),
            shard=shard_number,
            device=torch_device(ALIGNING.gpus if ALIGNING else 0),
        shell:
            "cdaflow alternatives align {input.alternatives:q} --by {params.by} {params.aligner} "
            "--shard {params.shard} --threads {threads} {params.device} --output {output:q} "
            "> {log:q} 2>&1"

    use rule gather_alternatives as gather_aligned with:
        input:
            shards=aligned_shards,
            sentences="<results>/alternatives/{lang}/{offered}.unaligned.jsonl.gz",
        output:
            alternatives="<results>/alternatives/{lang}/{offered}.jsonl.gz",
        log:
            "<logs>/alternatives/{lang}/{offered}.align.log",
        benchmark:
            "<benchmarks>/alternatives/{lang}/{offered}.align.tsv"
        wildcard_constraints:
            offered=aligned_names(),


if AUGMENT:

    if AUGMENT.pairs:

        rule sample_augmented:
            input:
                "<results>/corpora/{lang}/train.parquet",
            output:
                temp(f"<results>/alternatives/{{lang}}/{AUGMENTED}.sample.parquet"),
            log:
                f"<logs>/alternatives/{{lang}}/{AUGMENTED}.sample.log",
            benchmark:
                f"<benchmarks>/alternatives/{{lang}}/{AUGMENTED}.sample.tsv"
            params:
                pairs=AUGMENT.pairs,
                seed=CONFIG.seed,
            shell:
                "cdaflow text sample {input:q} --size {params.pairs} --at-most --seed {params.seed} "
                "--output {output:q} > {log:q} 2>&1"

    rule write_augmented_pairs:
        input:
            augmented_pairs,
        output:
            f"<results>/alternatives/{{lang}}/{AUGMENTED}.pairs.jsonl.gz",
        log:
            f"<logs>/alternatives/{{lang}}/{AUGMENTED}.pairs.log",
        benchmark:
            f"<benchmarks>/alternatives/{{lang}}/{AUGMENTED}.pairs.tsv"
        shell:
            "cdaflow alternatives pairs {input:q} --output {output:q} > {log:q} 2>&1"

    # The other rules are those of a test set; of a pair whose alternatives lack nothing is learned.
    rule gather_augmented:
        input:
            shards=augmented_shards(".jsonl.gz"),
            reasons=augmented_shards(".reasons.tsv"),
            sentences=f"<results>/alternatives/{{lang}}/{AUGMENTED}.pairs.jsonl.gz",
        output:
            pairs=f"<results>/alternatives/{{lang}}/{AUGMENTED}{UNALIGNED}.jsonl.gz",
            left_out=f"<results>/alternatives/{{lang}}/{AUGMENTED}.left-out.tsv",
            report=f"<results>/alternatives/{{lang}}/{AUGMENTED}.json",
        log:
            f"<logs>/alternatives/{{lang}}/{AUGMENTED}.log",
        benchmark:
            f"<benchmarks>/alternatives/{{lang}}/{AUGMENTED}.tsv"
        shell:
            "cdaflow alternatives gather {input.shards:q} --reasons {input.reasons:q} "
            "--sentences {input.sentences:q} --left-out {output.left_out:q} --lang {wildcards.lang:q} "
            "--report {output.report:q} --output {output.pairs:q} > {log:q} 2>&1"
