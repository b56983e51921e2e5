# Marian models. Only what is final is an output: the checkpoints in the work folder survive a
# killed job, and the next run resumes from them. model.yml, written last, names the vocabularies.

MARIAN = flags(marian=CONFIG.marian)


# The text and the vocabulary of a training: what needs no GPU. They are there while it goes on.
rule prepare_training:
    input:
        train=training_sets,
        dev="<results>/corpora/{lang}/dev.parquet",
        recipe=lambda wildcards: system_of(wildcards).recipe[wildcards.lang],
        base=base_files,
        vocabulary=lambda wildcards: vector_files(wildcards)[1:],
    output:
        temp(directory("<results>/prepared/{lang}/{system}")),
    log:
        "<logs>/prepared/{lang}/{system}.log",
    benchmark:
        "<benchmarks>/prepared/{lang}/{system}.tsv"
    resources:
        mem_mb=16000,
        runtime=720,
    params:
        mixture=training_mixture,
        start=text_options,
        marian=MARIAN,
        seed=training_seed,
    shell:
        "cdaflow nmt prepare --recipe {input.recipe:q} --train {params.mixture:q} --dev {input.dev:q} "
        "{params.start} --output-dir {output:q} {params.marian} --seed {params.seed} > {log:q} 2>&1"


rule train_model:
    input:
        train=training_sets,
        dev="<results>/corpora/{lang}/dev.parquet",
        recipe=lambda wildcards: system_of(wildcards).recipe[wildcards.lang],
        base=base_files,
        vectors=vector_files,
        prepared="<results>/prepared/{lang}/{system}",
    output:
        model="<results>/models/{lang}/{system}/model.npz",
        settings="<results>/models/{lang}/{system}/model.yml",
    log:
        "<logs>/models/{lang}/{system}.log",
    benchmark:
        "<benchmarks>/models/{lang}/{system}.tsv"
    wildcard_constraints:
        lang=TARGET_LANG,
        system=runs_but_of(INTERPOLATED),
    retries: CONFIG.training.retries
    threads: lambda wildcards: training_resources(wildcards).threads
    resources:
        mem_mb=lambda wildcards: training_resources(wildcards).mem_mb,
        runtime=lambda wildcards: training_resources(wildcards).runtime,
        gpu=lambda wildcards: training_resources(wildcards).gpus,
        # SIGTERM two minutes before the time limit of Slurm: Marian saves a checkpoint and ends.
        slurm_extra="--signal=TERM@120",
    params:
        mixture=training_mixture,
        start=start_options,
        languages="--source-lang en --target-lang {lang}",
        folder=subpath(output.model, parent=True),
        device=lambda wildcards: device_options(training_resources(wildcards).gpus),
        marian=MARIAN,
        seed=training_seed,
    shell:
        "cdaflow nmt train --recipe {input.recipe:q} --train {params.mixture:q} --dev {input.dev:q} "
        "{params.start} {params.languages} --prepared {input.prepared:q} --output-dir {params.folder:q} "
        "--threads {threads} {params.device} {params.marian} --seed {params.seed} > {log:q} 2>&1"


# One model of several target languages: the token of the language stands before each sentence.
if MULTILINGUAL:

    rule tag_languages:
        input:
            lambda wildcards: dataset_file(wildcards.dataset, wildcards.lang),
        output:
            "<results>/multilingual/{lang}/{dataset}.parquet",
        log:
            "<logs>/multilingual/{lang}/{dataset}.log",
        benchmark:
            "<benchmarks>/multilingual/{lang}/{dataset}.tsv"
        wildcard_constraints:
            dataset="|".join([PARALLEL, *DATASETS]),
        shell:
            "cdaflow nmt join-languages {wildcards.lang:q}={input:q} --output {output:q} > {log:q} 2>&1"

    rule join_dev:
        input:
            [f"{RESULTS}/corpora/{lang}/dev.parquet" for lang in LANGUAGES],
        output:
            "<results>/multilingual/dev.parquet",
        log:
            "<logs>/multilingual/dev.log",
        benchmark:
            "<benchmarks>/multilingual/dev.tsv"
        params:
            sets=lambda wildcards, input: shlex.join(
                f"{lang}={path}" for lang, path in zip(LANGUAGES, input)
            ),
        shell:
            "cdaflow nmt join-languages {params.sets} --output {output:q} > {log:q} 2>&1"

    use rule prepare_training as prepare_multilingual with:
        input:
            train=lambda wildcards: list(multilingual_sets(wildcards)),
            dev="<results>/multilingual/dev.parquet",
            recipe=lambda wildcards: system_of(wildcards).recipe[LANGUAGES[0]],
            base=base_files,
        output:
            temp(directory("<results>/prepared/multilingual/{system}")),
        log:
            "<logs>/prepared/multilingual/{system}.log",
        benchmark:
            "<benchmarks>/prepared/multilingual/{system}.tsv"
        wildcard_constraints:
            system=runs_of_systems(MULTILINGUAL),
        params:
            mixture=multilingual_mixture,
            start=multilingual_start,

    use rule train_model as train_multilingual with:
        input:
            train=lambda wildcards: list(multilingual_sets(wildcards)),
            dev="<results>/multilingual/dev.parquet",
            recipe=lambda wildcards: system_of(wildcards).recipe[LANGUAGES[0]],
            base=base_files,
            prepared="<results>/prepared/multilingual/{system}",
        output:
            model="<results>/models/multilingual/{system}/model.npz",
            settings="<results>/models/multilingual/{system}/model.yml",
        log:
            "<logs>/models/multilingual/{system}.log",
        benchmark:
            "<benchmarks>/models/multilingual/{system}.tsv"
        wildcard_constraints:
            system=runs_of_systems(MULTILINGUAL),
        params:
            mixture=multilingual_mixture,
            start=multilingual_start,
            languages="--source-lang en",


if back_recipes():

    # From the language of the translations into English, on the same text.
    use rule prepare_training as prepare_reverse with:
        input:
            train="<results>/corpora/{lang}/train.parquet",
            dev="<results>/corpora/{lang}/dev.parquet",
            recipe=lambda wildcards: back_recipes()[wildcards.recipe],
        output:
            temp(directory("<results>/prepared/{lang}/reverse/{recipe}")),
        log:
            "<logs>/prepared/{lang}/reverse/{recipe}.log",
        benchmark:
            "<benchmarks>/prepared/{lang}/reverse/{recipe}.tsv"
        params:
            mixture=lambda wildcards, input: input.train,
            start="--reverse",
            seed=CONFIG.seed,

    use rule train_model as train_reverse with:
        input:
            train="<results>/corpora/{lang}/train.parquet",
            dev="<results>/corpora/{lang}/dev.parquet",
            recipe=lambda wildcards: back_recipes()[wildcards.recipe],
            prepared="<results>/prepared/{lang}/reverse/{recipe}",
        output:
            model="<results>/reverse/{lang}/{recipe}/model.npz",
            settings="<results>/reverse/{lang}/{recipe}/model.yml",
        log:
            "<logs>/reverse/{lang}/{recipe}.log",
        benchmark:
            "<benchmarks>/reverse/{lang}/{recipe}.tsv"
        threads: CONFIG.training.threads
        resources:
            **CONFIG.training.limits,
            gpu=CONFIG.training.gpus,
            slurm_extra="--signal=TERM@120",
        params:
            mixture=lambda wildcards, input: input.train,
            start="--reverse",
            languages="--source-lang {lang} --target-lang en",
            device=device_options(CONFIG.training.gpus),
            seed=CONFIG.seed,


# Source embeddings without gender, for systems that are trained with them.
rule debias_embeddings:
    input:
        model=lambda wildcards: folder_files(
            model_folder(named_run(wildcards), wildcards.lang)
        ),
        pronouns=wordlist("pronouns.en.tsv"),
        gendered=wordlist("gendered.en.tsv"),
        professions=wordlist("professions.tsv"),
    output:
        vectors="<results>/debiased/{lang}/{system}/vectors.txt",
        report="<results>/debiased/{lang}/{system}/report.json",
    log:
        "<logs>/debiased/{lang}/{system}.log",
    benchmark:
        "<benchmarks>/debiased/{lang}/{system}.tsv"
    params:
        folder=lambda wildcards: model_folder(named_run(wildcards), wildcards.lang),
    shell:
        "cdaflow gfst debias --model-dir {params.folder:q} --pronouns {input.pronouns:q} "
        "--gendered {input.gendered:q} --professions {input.professions:q} "
        "--output {output.vectors:q} --report {output.report:q} > {log:q} 2>&1"


# The model between a fine-tuned system and its base.
if INTERPOLATED:

    rule interpolate_model:
        input:
            base=lambda wildcards: folder_files(
                model_folder(base_run(wildcards), wildcards.lang)
            ),
            tuned=lambda wildcards: folder_files(
                model_folder(tuned_run(wildcards), wildcards.lang)
            ),
        output:
            model="<results>/models/{lang}/{system}/model.npz",
            settings="<results>/models/{lang}/{system}/model.yml",
        log:
            "<logs>/models/{lang}/{system}.log",
        benchmark:
            "<benchmarks>/models/{lang}/{system}.tsv"
        wildcard_constraints:
            system=runs_of_systems(INTERPOLATED),
        params:
            folder=subpath(output.model, parent=True),
            base=lambda wildcards: model_folder(base_run(wildcards), wildcards.lang),
            tuned=lambda wildcards: model_folder(tuned_run(wildcards), wildcards.lang),
            share=lambda wildcards: system_of(wildcards).share,
        shell:
            "cdaflow nmt interpolate --base {params.base:q} --model-dir {params.tuned:q} "
            "--share {params.share} --output-dir {params.folder:q} > {log:q} 2>&1"


# A model in the file of the one that it was fine-tuned from, for the program of its users.
if EXPORTED:

    rule export_model:
        input:
            model=lambda wildcards: folder_files(
                model_folder(exported_run(wildcards), wildcards.lang)
            ),
            base=exported_base_files,
        output:
            "<results>/exported/{lang}/{system}/exported.json",
        log:
            "<logs>/exported/{lang}/{system}.log",
        benchmark:
            "<benchmarks>/exported/{lang}/{system}.tsv"
        params:
            folder=subpath(output[0], parent=True),
            model=lambda wildcards: model_folder(
                exported_run(wildcards), wildcards.lang
            ),
            base=lambda wildcards: first_model(
                CONFIG, named_run(wildcards).system
            ).model[wildcards.lang],
        shell:
            "cdaflow nmt export {params.model:q} --format firefox --base {params.base:q} "
            "--output-dir {params.folder:q} > {log:q} 2>&1"


# Only run where a system's model is {results}/firefox/PAIR.
rule fetch_firefox:
    output:
        "<results>/firefox/{pair}/origin.json",
    log:
        "<logs>/firefox/{pair}.log",
    benchmark:
        "<benchmarks>/firefox/{pair}.tsv"
    wildcard_constraints:
        pair="|".join(FIREFOX_MODELS),
    params:
        folder=subpath(output[0], parent=True),
    shell:
        "cdaflow nmt fetch-firefox {wildcards.pair} --output-dir {params.folder:q} > {log:q} 2>&1"


# A model of the user's that others are trained from.
rule import_model:
    input:
        lambda wildcards: system_of(wildcards).files(wildcards.lang),
    output:
        model="<results>/imported/{lang}/{system}/model.npz",
        settings="<results>/imported/{lang}/{system}/model.yml",
    log:
        "<logs>/imported/{lang}/{system}.log",
    benchmark:
        "<benchmarks>/imported/{lang}/{system}.tsv"
    params:
        model=lambda wildcards: own_options(system_of(wildcards), wildcards.lang),
        folder=subpath(output.model, parent=True),
    shell:
        "cdaflow nmt import {params.model} --output-dir {params.folder:q} > {log:q} 2>&1"
