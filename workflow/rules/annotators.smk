# What makes the trees: models trained on treebanks or fetched, and their scores. Only where the
# configuration has the key annotators.

ANNOTATOR_FOLDER = f"<results>/annotators/{{lang}}/{ANNOTATORS.name}"


if ANNOTATORS.models == "train":

    # Only what is written last is an output: finished stages in the folder survive a killed job,
    # and the next run goes on from them.
    rule train_annotator:
        input:
            train=treebank("train"),
            dev=treebank("dev"),
            vectors=lambda wildcards: ANNOTATORS.vectors.get(wildcards.lang, ()),
            recipe=ANNOTATORS.recipe,
        output:
            f"{ANNOTATOR_FOLDER}/annotator.json",
        log:
            f"<logs>/annotators/{{lang}}/{ANNOTATORS.name}.log",
        benchmark:
            f"<benchmarks>/annotators/{{lang}}/{ANNOTATORS.name}.tsv"
        conda:
            "../envs/cdaflow.yaml"
        threads: config["annotators"]["training"]["threads"]
        resources:
            mem_mb=config["annotators"]["training"]["mem_mb"],
            runtime=config["annotators"]["training"]["runtime"],
            gpu=tree_gpus("training"),
        params:
            folder=subpath(output[0], parent=True),
            options=training_options,
            device=torch_device("training"),
            seed=config["seed"],
            source=source("trees.stanza.training"),
        shell:
            "cdaflow trees train --lang {wildcards.lang} --recipe {input.recipe:q} "
            "--train {input.train:q} {params.options} --threads {threads} {params.device} "
            "--seed {params.seed} --output-dir {params.folder} 2>&1 | tee {log}"


if ANNOTATORS.models == "fetch":

    # Files that were fetched whole stay in the folder, so that a killed job goes on from them.
    rule fetch_annotator:
        output:
            f"{ANNOTATOR_FOLDER}/annotator.json",
        log:
            f"<logs>/annotators/{{lang}}/{ANNOTATORS.name}.log",
        benchmark:
            f"<benchmarks>/annotators/{{lang}}/{ANNOTATORS.name}.tsv"
        conda:
            "../envs/cdaflow.yaml"
        params:
            folder=subpath(output[0], parent=True),
            package=ANNOTATORS.package,
            source=source("trees.stanza.published"),
        shell:
            "cdaflow trees fetch-stanza --lang {wildcards.lang} --package {params.package} "
            "--output {params.folder} 2>&1 | tee {log}"


if ANNOTATORS.tested:

    rule evaluate_annotator:
        input:
            models=annotator_files,
            gold=treebank("test"),
        output:
            f"<results>/annotators/scores/{{lang}}.{ANNOTATORS.name}.json",
        log:
            f"<logs>/annotators/scores/{{lang}}.{ANNOTATORS.name}.log",
        benchmark:
            f"<benchmarks>/annotators/scores/{{lang}}.{ANNOTATORS.name}.tsv"
        conda:
            "../envs/cdaflow.yaml"
        threads: config["annotators"]["annotating"]["threads"]
        resources:
            mem_mb=config["annotators"]["annotating"]["mem_mb"],
            runtime=config["annotators"]["annotating"]["runtime"],
            gpu=tree_gpus("annotating"),
        params:
            models=annotator_folder,
            device=torch_device("annotating"),
            source=source("trees.evaluation"),
        shell:
            "cdaflow trees evaluate --models {params.models:q} --lang {wildcards.lang} "
            "--gold {input.gold:q} --threads {threads} "
            "{params.device} --output {output} 2>&1 | tee {log}"

    rule table_annotators:
        input:
            annotator_scores(),
        output:
            csv=report(
                "<results>/tables/annotators.csv",
                caption="../report/annotators.rst",
                category="Tables",
                labels={"metric": "annotators"},
            ),
            markdown="<results>/tables/annotators.md",
        log:
            "<logs>/tables/annotators.log",
        benchmark:
            "<benchmarks>/tables/annotators.tsv"
        conda:
            "../envs/cdaflow.yaml"
        params:
            source=source("tables.evaluations"),
        shell:
            "cdaflow tables annotators {input} --output {output.csv} "
            "--markdown {output.markdown} 2>&1 | tee {log}"
