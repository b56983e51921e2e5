# Data sets by name, to train on beside the parallel text (Naik et al. 2023, section 4). There is a
# rule for each kind that the configuration has.

if names_of("counterfactual"):

    rule balance_counterfactuals:
        input:
            guarded_pairs,
        output:
            "<results>/datasets/{lang}/{dataset}.parquet",
        log:
            "<logs>/datasets/{lang}/{dataset}.log",
        benchmark:
            "<benchmarks>/datasets/{lang}/{dataset}.tsv"
        wildcard_constraints:
            dataset=names_of("counterfactual"),
        conda:
            "../envs/cdaflow.yaml"
        params:
            source=source("counterfactual.datasets.balance"),
        shell:
            "cdaflow counterfactual balance {input} --output {output} 2>&1 | tee {log}"


if names_of("random"):

    rule select_random:
        input:
            pairs="<results>/corpora/{lang}/train.parquet",
            size_of=size_of,
        output:
            "<results>/datasets/{lang}/{dataset}.parquet",
        log:
            "<logs>/datasets/{lang}/{dataset}.log",
        benchmark:
            "<benchmarks>/datasets/{lang}/{dataset}.tsv"
        wildcard_constraints:
            dataset=names_of("random"),
        conda:
            "../envs/cdaflow.yaml"
        params:
            size=size_option,
            max_tokens=lambda wildcards: DATASETS[wildcards.dataset].max_tokens,
            length_ratio=lambda wildcards: DATASETS[wildcards.dataset].length_ratio,
            seed=config["seed"],
            source=source("counterfactual.selection.sampling"),
        shell:
            "cdaflow select random {input.pairs} {params.size} "
            "--max-tokens {params.max_tokens} --length-ratio {params.length_ratio} "
            "--seed {params.seed} --output {output} 2>&1 | tee {log}"


if names_of("handcrafted"):

    rule write_handcrafted:
        input:
            unpack(handcrafted_files),
        output:
            "<results>/datasets/{lang}/{dataset}.parquet",
        log:
            "<logs>/datasets/{lang}/{dataset}.log",
        benchmark:
            "<benchmarks>/datasets/{lang}/{dataset}.tsv"
        wildcard_constraints:
            dataset=names_of("handcrafted"),
        conda:
            "../envs/cdaflow.yaml"
        params:
            options=handcrafted_options,
            seed=config["seed"],
            source=source("counterfactual.datasets.handcrafted"),
        shell:
            "cdaflow counterfactual handcrafted --lang {wildcards.lang} {params.options} "
            "--seed {params.seed} --output {output} 2>&1 | tee {log}"


# The alternative that the paper rejects: in place of counterfactuals on both sides, a translation
# of one of them.
if names_of("forward", "back"):

    rule translate_counterfactuals:
        input:
            model=translating_files,
            pairs=guarded_pairs,
        output:
            "<results>/datasets/{lang}/{dataset}.txt",
        log:
            "<logs>/datasets/{lang}/{dataset}.txt.log",
        benchmark:
            "<benchmarks>/datasets/{lang}/{dataset}.txt.tsv"
        wildcard_constraints:
            dataset=names_of("forward", "back"),
        conda:
            "../envs/cdaflow.yaml"
        threads: config["decoding"]["threads"]
        resources:
            mem_mb=config["decoding"]["mem_mb"],
            runtime=config["decoding"]["runtime"],
            gpu=config["decoding"]["gpus"],
        params:
            model=translating_model,
            column=translated_column,
            device=device_option("decoding"),
            marian=marian_option(),
            source=source("nmt.translate"),
        shell:
            "cdaflow nmt translate --model-dir {params.model} --input {input.pairs} "
            "--column {params.column} --output {output} --threads {threads} {params.device} "
            "{params.marian} 2>&1 | tee {log}"

    rule join_translations:
        input:
            pairs=guarded_pairs,
            translation="<results>/datasets/{lang}/{dataset}.txt",
        output:
            "<results>/datasets/{lang}/{dataset}.parquet",
        log:
            "<logs>/datasets/{lang}/{dataset}.log",
        benchmark:
            "<benchmarks>/datasets/{lang}/{dataset}.tsv"
        wildcard_constraints:
            dataset=names_of("forward", "back"),
        conda:
            "../envs/cdaflow.yaml"
        params:
            kind=lambda wildcards: DATASETS[wildcards.dataset].kind,
            source=source("counterfactual.datasets.balance"),
        shell:
            "cdaflow counterfactual translated {input.pairs} "
            "--{params.kind} {input.translation} --output {output} 2>&1 | tee {log}"


if names_of("back") or back_recipes():

    # From the language of the translations into English, on the same text.
    rule train_reverse:
        input:
            train="<results>/corpora/{lang}/train.parquet",
            dev="<results>/corpora/{lang}/dev.parquet",
            recipe=reverse_recipe,
        output:
            model="<results>/reverse/{lang}/{recipe}/model.npz",
            settings="<results>/reverse/{lang}/{recipe}/model.yml",
        log:
            "<logs>/reverse/{lang}/{recipe}.log",
        benchmark:
            "<benchmarks>/reverse/{lang}/{recipe}.tsv"
        conda:
            "../envs/cdaflow.yaml"
        threads: config["training"]["threads"]
        resources:
            mem_mb=config["training"]["mem_mb"],
            runtime=config["training"]["runtime"],
            gpu=config["training"]["gpus"],
        params:
            folder=subpath(output.model, parent=True),
            device=device_option("training"),
            marian=marian_option(),
            seed=config["seed"],
            source=source("nmt.train"),
        shell:
            "cdaflow nmt train --reverse --recipe {input.recipe} --train {input.train} "
            "--dev {input.dev} --source-lang {wildcards.lang} --target-lang en "
            "--output-dir {params.folder} --threads {threads} {params.device} "
            "{params.marian} --seed {params.seed} 2>&1 | tee {log}"


rule table_datasets:
    input:
        dataset_files(),
    output:
        csv=report(
            "<results>/tables/datasets.csv",
            caption="../report/datasets.rst",
            category="Tables",
            labels={"metric": "data sets"},
        ),
        markdown="<results>/tables/datasets.md",
    log:
        "<logs>/tables/datasets.log",
    benchmark:
        "<benchmarks>/tables/datasets.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        labels=dataset_labels(),
        source=source("tables.corpora"),
    shell:
        "cdaflow tables datasets {input} --label {params.labels} --output {output.csv} "
        "--markdown {output.markdown} 2>&1 | tee {log}"
