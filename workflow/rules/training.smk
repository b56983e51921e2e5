# Marian models. Only what is final is an output: the checkpoints in the work folder survive a
# killed job, and the next run goes on from them. model.yml, written last, names the vocabularies.


rule train_model:
    input:
        train=training_sets,
        dev="<results>/corpora/{lang}/dev.parquet",
        recipe=recipe_file,
        base=base_files,
        vectors=vector_files,
    output:
        model="<results>/models/{lang}/{system}/model.npz",
        settings="<results>/models/{lang}/{system}/model.yml",
    log:
        "<logs>/models/{lang}/{system}.log",
    benchmark:
        "<benchmarks>/models/{lang}/{system}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    threads: config["training"]["threads"]
    resources:
        mem_mb=config["training"]["mem_mb"],
        runtime=config["training"]["runtime"],
        gpu=config["training"]["gpus"],
    params:
        mixture=training_mixture,
        base=base_option,
        vectors=vector_options,
        folder=subpath(output.model, parent=True),
        device=device_option("training"),
        marian=marian_option(),
        seed=config["seed"],
        source=source("nmt.train"),
    shell:
        "cdaflow nmt train --recipe {input.recipe} --train {params.mixture} --dev {input.dev} "
        "{params.base} {params.vectors} --source-lang en --target-lang {wildcards.lang} "
        "--output-dir {params.folder} "
        "--threads {threads} {params.device} {params.marian} --seed {params.seed} "
        "2>&1 | tee {log}"


# Source embeddings without gender, for systems that are trained with them.
rule debias_embeddings:
    input:
        model=lambda wildcards: folder_files(
            model_folder(wildcards.system, wildcards.lang)
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
    conda:
        "../envs/cdaflow.yaml"
    params:
        folder=lambda wildcards: model_folder(wildcards.system, wildcards.lang),
        source=source("gfst.hard_debiasing", "gfst.pieces", "nmt.embeddings"),
    shell:
        "cdaflow gfst debias --model-dir {params.folder} --pronouns {input.pronouns} "
        "--gendered {input.gendered} --professions {input.professions} "
        "--output {output.vectors} --report {output.report} 2>&1 | tee {log}"


# A model of the user's that others are trained from.
rule adopt_model:
    input:
        own_files,
    output:
        model="<results>/adopted/{lang}/{system}/model.npz",
        settings="<results>/adopted/{lang}/{system}/model.yml",
    log:
        "<logs>/adopted/{lang}/{system}.log",
    benchmark:
        "<benchmarks>/adopted/{lang}/{system}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        model=own_options,
        folder=subpath(output.model, parent=True),
        source=source("nmt.model"),
    shell:
        "cdaflow nmt adopt {params.model} --output-dir {params.folder} 2>&1 | tee {log}"
