# What agrees with a noun, and how words are inflected: models learned from treebanks, and their
# scores. Only where the configuration has the key agreement.

INFLECTION_MODEL = f"<results>/inflection/{{lang}}/{AGREEMENT.recipe}.npz"
# Pairs of sentences with their trees; ending: what has laid its features over them.
PAIR_TREES = "<results>/agreement/pairs/{{lang}}.{{pairs}}{ending}.conllu.gz"


wildcard_constraints:
    model="base|linear|neural",
    method="paper|full",
    pairs="[A-Za-z0-9][A-Za-z0-9_-]*",


# The tables of agreement and inflection, and what a paper reports beside them, without the rest.
rule agreement_tables:
    input:
        lambda wildcards: with_provenance("agreement", "inflection"),
        lambda wildcards: published_tables("agreement", "inflection"),


# Stopped, it resumes from its last epoch: its state lies beside the model until that is done.
# held_out: for the model that is there to be scored, which must not know the words it is asked for.
rule train_inflection:
    input:
        unpack(lexicon_files),
        dev=learned_from("dev"),
        held_out=lambda wildcards: (
            learned_from("test")(wildcards) if wildcards.held_out else []
        ),
    output:
        f"<results>/inflection/{{lang}}/{AGREEMENT.recipe}{{held_out}}.npz",
    log:
        f"<logs>/inflection/{{lang}}/{AGREEMENT.recipe}{{held_out}}.log",
    benchmark:
        f"<benchmarks>/inflection/{{lang}}/{AGREEMENT.recipe}{{held_out}}.tsv"
    wildcard_constraints:
        held_out=r"(\.held-out)?",
    threads: AGREEMENT.training.threads
    resources:
        **AGREEMENT.training.limits,
    params:
        lexicon=lexicon_options,
        held_out=lambda wildcards, input: flags(hold_out=input.held_out),
        recipe=AGREEMENT.recipe,
        seed=CONFIG.seed,
    shell:
        "cdaflow inflect train --lang {wildcards.lang:q} {params.lexicon} --dev {input.dev:q} "
        "{params.held_out} --recipe {params.recipe:q} --seed {params.seed} --threads {threads} "
        "--output {output:q} > {log:q} 2>&1"


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
    params:
        lexicon=lambda wildcards, input: flags(
            word_list=input.lists,
            train_treebank=input.treebanks,
            lexicon=input.lexicons,
        ),
    shell:
        "cdaflow inflect evaluate --lang {wildcards.lang:q} --gold {input.gold:q} "
        "--model {input.model:q} {params.lexicon} --output {output:q} > {log:q} 2>&1"


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
    threads: AGREEMENT.training.threads
    resources:
        **AGREEMENT.training.limits,
    params:
        features=",".join(AGREEMENT.features),
        method=lambda wildcards: "paper" if wildcards.paper else "full",
        objective=flags(all_tags=AGREEMENT.all_tags),
        folder=subpath(output[0], parent=True),
        seed=CONFIG.seed,
    shell:
        "cdaflow agreement train --lang {wildcards.lang:q} --parameterisation {wildcards.model:q} "
        "--train {input.train:q} --dev {input.dev:q} --features {params.features} "
        "{params.objective} --method {params.method} --seed {params.seed} --threads {threads} "
        "--work-dir {params.folder:q} --output {output:q} > {log:q} 2>&1"


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
    threads: ANNOTATORS.annotating.threads
    resources:
        **ANNOTATORS.annotating.limits,
        gpu=ANNOTATORS.annotating.gpus,
    params:
        models=annotator_folder,
        pairs=pair_options,
        store=flags(store=ANNOTATORS.store),
        device=torch_device(ANNOTATORS.gpus("annotating")),
    shell:
        "cdaflow agreement pairs --lang {wildcards.lang:q} {params.pairs} "
        "--models {params.models:q} {params.store} --threads {threads} {params.device} "
        "--output {output:q} > {log:q} 2>&1"


if ANNOTATORS.features == "udify":

    use rule overlay_udify as overlay_udify_pairs with:
        input:
            trees=PAIR_TREES.format(ending=""),
            archive=udify_files(),
        output:
            PAIR_TREES.format(ending=FEATURES),
        log:
            f"<logs>/agreement/pairs/{{lang}}.{{pairs}}{FEATURES}.log",
        benchmark:
            f"<benchmarks>/agreement/pairs/{{lang}}.{{pairs}}{FEATURES}.tsv"


if ANNOTATORS.features == "udify-native":

    use rule overlay_udify_native as overlay_udify_native_pairs with:
        input:
            trees=PAIR_TREES.format(ending=""),
            archive=udify_files(),
        output:
            PAIR_TREES.format(ending=FEATURES),
        log:
            f"<logs>/agreement/pairs/{{lang}}.{{pairs}}{FEATURES}.log",
        benchmark:
            f"<benchmarks>/agreement/pairs/{{lang}}.{{pairs}}{FEATURES}.tsv"


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
    params:
        model=lambda wildcards, input: input.model or "base",
        tune=lambda wildcards, input: (
            flags(tune=input.tune, changes=AGREEMENT.tune.changes)
            if input.tune
            else ""
        ),
        determiners=lambda wildcards: AGREEMENT.determiners[wildcards.lang],
        features=ANNOTATORS.features,
        lexicon=lexicon_options,
    shell:
        "cdaflow agreement choose --lang {wildcards.lang:q} --model {params.model:q} "
        "--method {wildcards.method:q} --determiners {params.determiners} "
        "--tree-features {params.features} {params.tune} {params.lexicon} "
        "--output {output:q} > {log:q} 2>&1"


rule evaluate_agreement:
    input:
        unpack(lexicon_files),
        model=agreement_model,
        method="<results>/agreement/{lang}/{model}.{method}.json",
        inflection=INFLECTION_MODEL,
        pairs=lambda wildcards: trees_of_pairs(wildcards.pairs, wildcards.lang),
    output:
        scores="<results>/agreement/scores/{lang}.{model}.{method}.{pairs}.json",
        errors="<results>/agreement/scores/{lang}.{model}.{method}.{pairs}.errors.tsv",
    log:
        "<logs>/agreement/scores/{lang}.{model}.{method}.{pairs}.log",
    benchmark:
        "<benchmarks>/agreement/scores/{lang}.{model}.{method}.{pairs}.tsv"
    params:
        model=lambda wildcards, input: input.model or "base",
        changes=lambda wildcards: AGREEMENT.pairs[wildcards.pairs].changes,
        lexicon=lexicon_options,
        seed=CONFIG.seed,
    shell:
        "cdaflow agreement evaluate --lang {wildcards.lang:q} --model {params.model:q} "
        "--pairs {input.pairs:q} --changes {params.changes} "
        "--method-file {input.method:q} {params.lexicon} "
        "--inflection-model {input.inflection:q} --testset {wildcards.pairs:q} "
        "--seed {params.seed} --errors {output.errors:q} --output {output.scores:q} > {log:q} 2>&1"
