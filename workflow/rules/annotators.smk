# What makes the trees: models trained on treebanks or fetched, and their scores. Only where the
# configuration has the key annotators.

if ANNOTATORS.origin == "train":

    # Only what is written last is an output: finished stages in the folder survive a killed job,
    # and the next run resumes from them.
    rule train_annotator:
        input:
            train=treebank("train"),
            dev=treebank("dev"),
            vectors=lambda wildcards: (ANNOTATORS.vectors or {}).get(wildcards.lang, ()),
            recipe=ANNOTATORS.recipe,
        output:
            f"{ANNOTATOR_FOLDER}/annotator.json",
        log:
            f"<logs>/annotators/{{lang}}/{ANNOTATORS.name}.log",
        benchmark:
            f"<benchmarks>/annotators/{{lang}}/{ANNOTATORS.name}.tsv"
        threads: ANNOTATORS.training.threads
        resources:
            **ANNOTATORS.training.limits,
            gpu=ANNOTATORS.gpus("training"),
        params:
            folder=subpath(output[0], parent=True),
            options=lambda wildcards, input: flags(dev=input.dev, vectors=input.vectors),
            device=torch_device(ANNOTATORS.gpus("training")),
            seed=CONFIG.seed,
        shell:
            "cdaflow trees train --lang {wildcards.lang:q} --recipe {input.recipe:q} "
            "--train {input.train:q} {params.options} --threads {threads} {params.device} "
            "--seed {params.seed} --output-dir {params.folder:q} > {log:q} 2>&1"


if ANNOTATORS.origin == "fetch":

    # Files that were fetched whole stay in the folder, so that a killed job resumes from them.
    rule fetch_annotator:
        output:
            f"{ANNOTATOR_FOLDER}/annotator.json",
        log:
            f"<logs>/annotators/{{lang}}/{ANNOTATORS.name}.log",
        benchmark:
            f"<benchmarks>/annotators/{{lang}}/{ANNOTATORS.name}.tsv"
        params:
            folder=subpath(output[0], parent=True),
            package=ANNOTATORS.package or "default",
        shell:
            "cdaflow trees fetch-stanza --lang {wildcards.lang:q} --package {params.package:q} "
            "--output {params.folder:q} > {log:q} 2>&1"


if tested_annotators():

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
        threads: ANNOTATORS.annotating.threads
        resources:
            **ANNOTATORS.annotating.limits,
            gpu=ANNOTATORS.gpus("annotating"),
        params:
            models=annotator_folder,
            device=torch_device(ANNOTATORS.gpus("annotating")),
        shell:
            "cdaflow trees evaluate --models {params.models:q} --lang {wildcards.lang:q} "
            "--gold {input.gold:q} --threads {threads} {params.device} --output {output:q} "
            "> {log:q} 2>&1"
