# Marian models. Only what is final is an output: the checkpoints in the work folder survive a
# killed job, and the next run goes on from them.


rule train_model:
    input:
        train=training_sets,
        dev="<results>/corpora/{lang}/dev.parquet",
        recipe=recipe_file,
    output:
        model="<results>/models/{lang}/{system}/model.npz",
        vocab="<results>/models/{lang}/{system}/vocab.spm",
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
        folder=subpath(output.model, parent=True),
        device=device_option("training"),
        marian=marian_option(),
        seed=config["seed"],
        source=source("nmt.train"),
    shell:
        "cdaflow nmt train --recipe {input.recipe} --train {params.mixture} --dev {input.dev} "
        "--source-lang en --target-lang {wildcards.lang} --output-dir {params.folder} "
        "--threads {threads} {params.device} {params.marian} --seed {params.seed} "
        "2>&1 | tee {log}"
