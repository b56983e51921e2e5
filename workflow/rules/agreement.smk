# What agrees with a noun, and how words are inflected: models learned from treebanks, and their
# scores. Only where the configuration has the key agreement.

INFLECTION_MODEL = f"<results>/inflection/{{lang}}/{AGREEMENT.recipe}.npz"
# Pairs of sentences with their trees; ending: what has laid its features over them.
PAIR_TREES = "<results>/agreement/pairs/{{lang}}.{{pairs}}{ending}.conllu.gz"


wildcard_constraints:
    model="base|linear|neural",
    method="paper|full",
    pairs="[A-Za-z0-9][A-Za-z0-9_-]*",


# Stopped, it goes on after its last epoch: its state lies beside the model until that is done.
# held_out: for the model that is there to be scored, which must not know the words it is asked for.
rule train_inflection:
    input:
        unpack(lexicon_files),
        dev=learned_from("dev"),
        held_out=held_out_trees,
    output:
        f"<results>/inflection/{{lang}}/{AGREEMENT.recipe}{{held_out}}.npz",
    log:
        f"<logs>/inflection/{{lang}}/{AGREEMENT.recipe}{{held_out}}.log",
    benchmark:
        f"<benchmarks>/inflection/{{lang}}/{AGREEMENT.recipe}{{held_out}}.tsv"
    wildcard_constraints:
        held_out=r"(\.held-out)?",
    conda:
        "../envs/cdaflow.yaml"
    threads: config["agreement"]["training"]["threads"]
    resources:
        mem_mb=config["agreement"]["training"]["mem_mb"],
        runtime=config["agreement"]["training"]["runtime"],
    params:
        lexicon=lexicon_arguments,
        held_out=held_out_option,
        recipe=AGREEMENT.recipe,
        seed=config["seed"],
        source=source("inflection.transducer.job"),
    shell:
        "cdaflow inflect train --lang {wildcards.lang} {params.lexicon} --dev {input.dev:q} "
        "{params.held_out} --recipe {params.recipe} --seed {params.seed} --threads {threads} --output {output} "
        "2>&1 | tee {log}"


if AGREEMENT.tested:

    rule evaluate_inflection:
        input:
            unpack(lexicon_files),
            gold=learned_from("test"),
            model=scored_inflection,
        output:
            "<results>/inflection/scores/{lang}.json",
        log:
            "<logs>/inflection/scores/{lang}.log",
        benchmark:
            "<benchmarks>/inflection/scores/{lang}.tsv"
        conda:
            "../envs/cdaflow.yaml"
        params:
            lexicon=lambda wildcards, input: lexicon_arguments(
                wildcards, input, treebanks="train-treebank"
            ),
            source=source(
                "inflection.evaluation",
                "inflection.transducer.model",
                *LEXICON_READERS,
            ),
        shell:
            "cdaflow inflect evaluate --lang {wildcards.lang} --gold {input.gold:q} "
            "--model {input.model} {params.lexicon} --output {output} 2>&1 | tee {log}"

    rule table_inflection:
        input:
            inflection_scores(),
        output:
            csv=report(
                "<results>/tables/inflection.csv",
                caption="../report/inflection.rst",
                category="Tables",
                labels={"metric": "inflection"},
            ),
            markdown="<results>/tables/inflection.md",
        log:
            "<logs>/tables/inflection.log",
        benchmark:
            "<benchmarks>/tables/inflection.tsv"
        conda:
            "../envs/cdaflow.yaml"
        params:
            source=source("tables.evaluations"),
        shell:
            "cdaflow tables inflection {input} --output {output.csv} "
            "--markdown {output.markdown} 2>&1 | tee {log}"


# paper: for the paper's method, on trees as they are.
rule train_agreement:
    input:
        train=learned_from("train"),
        dev=learned_from("dev"),
    output:
        "<results>/agreement/{lang}/{model}{paper}.npz",
    log:
        "<logs>/agreement/{lang}/{model}{paper}.log",
    benchmark:
        "<benchmarks>/agreement/{lang}/{model}{paper}.tsv"
    wildcard_constraints:
        model="linear|neural",
        paper=r"(\.paper)?",
    conda:
        "../envs/cdaflow.yaml"
    threads: config["agreement"]["training"]["threads"]
    resources:
        mem_mb=config["agreement"]["training"]["mem_mb"],
        runtime=config["agreement"]["training"]["runtime"],
    params:
        features=",".join(AGREEMENT.features),
        method=lambda wildcards: "paper" if wildcards.paper else "full",
        folder=subpath(output[0], parent=True),
        seed=config["seed"],
        source=source("agreement.training"),
    shell:
        "cdaflow agreement train --lang {wildcards.lang} --parameterisation {wildcards.model} "
        "--train {input.train:q} --dev {input.dev:q} --features {params.features} "
        "--method {params.method} --seed {params.seed} --threads {threads} --work-dir {params.folder} --output {output} "
        "2>&1 | tee {log}"


# Both sentences of a pair, annotated by the models that annotate the corpus.
rule annotate_pairs:
    input:
        pairs=pair_file,
        models=annotator_files,
    output:
        PAIR_TREES.format(ending=""),
    log:
        "<logs>/agreement/pairs/{lang}.{pairs}.log",
    benchmark:
        "<benchmarks>/agreement/pairs/{lang}.{pairs}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    threads: config["annotators"]["annotating"]["threads"]
    resources:
        mem_mb=config["annotators"]["annotating"]["mem_mb"],
        runtime=config["annotators"]["annotating"]["runtime"],
        gpu=config["annotators"]["annotating"]["gpus"],
    params:
        models=annotator_folder,
        pairs=pair_arguments,
        store=lambda wildcards: (
            f"--store {ANNOTATORS.store}" if ANNOTATORS.store else ""
        ),
        device=torch_device("annotating"),
        source=source("agreement.pair_files", "scoring.text_pairs", "trees.load"),
    shell:
        "cdaflow agreement pairs --lang {wildcards.lang} {params.pairs} "
        "--models {params.models:q} {params.store} --threads {threads} {params.device} "
        "--output {output} 2>&1 | tee {log}"


if ANNOTATORS.features == "udify":

    use rule overlay_udify as overlay_udify_pairs with:
        input:
            trees=PAIR_TREES.format(ending=""),
            archive=udify_files(),
        output:
            PAIR_TREES.format(ending=".udify"),
        log:
            "<logs>/agreement/pairs/{lang}.{pairs}.udify.log",
        benchmark:
            "<benchmarks>/agreement/pairs/{lang}.{pairs}.udify.tsv"


if ANNOTATORS.features == "udify-native":

    use rule overlay_udify_native as overlay_udify_native_pairs with:
        input:
            trees=PAIR_TREES.format(ending=""),
            archive=udify_files(),
        output:
            PAIR_TREES.format(ending=".udify-native"),
        log:
            "<logs>/agreement/pairs/{lang}.{pairs}.udify-native.log",
        benchmark:
            "<benchmarks>/agreement/pairs/{lang}.{pairs}.udify-native.tsv"


# What is scored and what counterfactuals are made with, in one file.
rule choose_method:
    input:
        unpack(lexicon_files),
        model=agreement_model,
        tune=tuning_trees,
    output:
        "<results>/agreement/{lang}/{model}.{method}.json",
    log:
        "<logs>/agreement/{lang}/{model}.{method}.choose.log",
    benchmark:
        "<benchmarks>/agreement/{lang}/{model}.{method}.choose.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        model=lambda wildcards, input: input.model or "base",
        tune=tuning_option,
        determiners=AGREEMENT.determiners,
        features=ANNOTATORS.features,
        lexicon=lexicon_arguments,
        source=source("agreement.pipeline", *LEXICON_READERS),
    shell:
        "cdaflow agreement choose --lang {wildcards.lang} --model {params.model} "
        "--method {wildcards.method} --determiners {params.determiners} "
        "--tree-features {params.features} {params.tune} {params.lexicon} "
        "--output {output} 2>&1 | tee {log}"


rule evaluate_agreement:
    input:
        unpack(lexicon_files),
        model=agreement_model,
        method="<results>/agreement/{lang}/{model}.{method}.json",
        inflection=INFLECTION_MODEL,
        pairs=pair_trees,
    output:
        scores="<results>/agreement/scores/{lang}.{model}.{method}.{pairs}.json",
        errors="<results>/agreement/scores/{lang}.{model}.{method}.{pairs}.errors.tsv",
    log:
        "<logs>/agreement/scores/{lang}.{model}.{method}.{pairs}.log",
    benchmark:
        "<benchmarks>/agreement/scores/{lang}.{model}.{method}.{pairs}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        model=lambda wildcards, input: input.model or "base",
        changes=lambda wildcards: AGREEMENT.pairs[wildcards.pairs].changes,
        lexicon=lexicon_arguments,
        seed=config["seed"],
        source=source(
            "agreement.report",
            "agreement.words",
            "inflection.transducer.model",
            *LEXICON_READERS,
        ),
    shell:
        "cdaflow agreement evaluate --lang {wildcards.lang} --model {params.model} "
        "--pairs {input.pairs} --changes {params.changes} "
        "--method-file {input.method} {params.lexicon} "
        "--inflection-model {input.inflection} --testset {wildcards.pairs} "
        "--seed {params.seed} --errors {output.errors} --output {output.scores} "
        "2>&1 | tee {log}"


rule table_agreement:
    input:
        agreement_scores(),
    output:
        csv=report(
            "<results>/tables/agreement.csv",
            caption="../report/agreement.rst",
            category="Tables",
            labels={"metric": "agreement"},
        ),
        markdown="<results>/tables/agreement.md",
    log:
        "<logs>/tables/agreement.log",
    benchmark:
        "<benchmarks>/tables/agreement.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        source=source("tables.evaluations"),
    shell:
        "cdaflow tables agreement {input} --output {output.csv} "
        "--markdown {output.markdown} 2>&1 | tee {log}"
