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
        params:
            sample=profession_sample,
        shell:
            "cdaflow counterfactual balance {input:q} {params.sample} --output {output:q} > {log:q} 2>&1"


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
        params:
            options=dataset_options,
            seed=CONFIG.seed,
        shell:
            "cdaflow dataset random {input.pairs:q} {params.options} --seed {params.seed} "
            "--output {output:q} > {log:q} 2>&1"


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
        params:
            options=dataset_options,
            wordlists=CONFIG.wordlists,
            seed=CONFIG.seed,
        shell:
            "cdaflow dataset handcrafted --lang {wildcards.lang:q} --wordlists {params.wordlists:q} "
            "{params.options} --seed {params.seed} --output {output:q} > {log:q} 2>&1"


# Pairs without the most biased of them, or without as many random ones.
if names_of("bias"):

    rule drop_biased:
        input:
            scores=lambda wildcards: DATASETS[wildcards.dataset].settings.scores[
                wildcards.lang
            ],
            lists=[wordlist("pronouns.en.tsv"), wordlist("gendered.en.tsv")],
        output:
            "<results>/datasets/{lang}/{dataset}.parquet",
        log:
            "<logs>/datasets/{lang}/{dataset}.log",
        benchmark:
            "<benchmarks>/datasets/{lang}/{dataset}.tsv"
        wildcard_constraints:
            dataset=names_of("bias"),
        params:
            options=dataset_options,
            wordlists=CONFIG.wordlists,
            seed=CONFIG.seed,
        shell:
            "cdaflow dataset bias --wordlists {params.wordlists:q} {params.options} "
            "--seed {params.seed} --output {output:q} > {log:q} 2>&1"


if names_of("tagged"):

    rule write_tagged:
        input:
            lambda wildcards: DATASETS[wildcards.dataset].settings.file[wildcards.lang],
        output:
            "<results>/datasets/{lang}/{dataset}.parquet",
        log:
            "<logs>/datasets/{lang}/{dataset}.log",
        benchmark:
            "<benchmarks>/datasets/{lang}/{dataset}.tsv"
        wildcard_constraints:
            dataset=names_of("tagged"),
        params:
            options=dataset_options,
            seed=CONFIG.seed,
        shell:
            "cdaflow dataset tagged {params.options} --seed {params.seed} --output {output:q} "
            "> {log:q} 2>&1"


# Translations with their gender structures as symbols, for models that write such themselves.
if names_of("alternatives"):

    rule serialise_alternatives:
        input:
            lambda wildcards: DATASETS[wildcards.dataset].settings.file[wildcards.lang],
        output:
            "<results>/datasets/{lang}/{dataset}.parquet",
        log:
            "<logs>/datasets/{lang}/{dataset}.log",
        benchmark:
            "<benchmarks>/datasets/{lang}/{dataset}.tsv"
        wildcard_constraints:
            dataset=names_of("alternatives"),
        params:
            options=dataset_options,
        shell:
            "cdaflow dataset alternatives --lang {wildcards.lang:q} {params.options} "
            "--output {output:q} > {log:q} 2>&1"


# The alternative that the paper rejects: in place of counterfactuals on both sides, a translation
# of one of them.
if names_of("forward", "back"):

    use rule translate as translate_counterfactuals with:
        input:
            model=lambda wildcards: set_translator(wildcards).files,
            text=guarded_pairs,
        output:
            "<results>/datasets/{lang}/{dataset}.txt",
        log:
            "<logs>/datasets/{lang}/{dataset}.txt.log",
        benchmark:
            "<benchmarks>/datasets/{lang}/{dataset}.txt.tsv"
        wildcard_constraints:
            dataset=names_of("forward", "back"),
        params:
            model=lambda wildcards: set_translator(wildcards).options,
            text=lambda wildcards: (
                "--column counterfactual_source"
                if DATASETS[wildcards.dataset].forward
                else "--column counterfactual_target"
            ),

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
        params:
            kind=lambda wildcards: DATASETS[wildcards.dataset].kind,
            sample=profession_sample,
        shell:
            "cdaflow counterfactual translated {input.pairs:q} --{params.kind} {input.translation:q} "
            "{params.sample} --output {output:q} > {log:q} 2>&1"
