# The embedded corpus: sentences, trees and a challenge set of cdaflow's own grammar. Each language
# is written for itself, from the word lists of English and its own: what changes in the list of
# one language touches no other.

TARGETS = "|".join(DEMO_LANGUAGES)
DEMO_STEREOTYPES = config["demo"]["stereotypes"]
DEMO_SEED = f"--wordlists {config['wordlists']} --seed {config['seed']}"


# The parallel text, and the right translations of the challenge set.
rule write_demo:
    input:
        lists=demo_lists,
        stereotypes=DEMO_STEREOTYPES,
    output:
        multiext(
            "<results>/demo/en-{lang}/",
            *(
                f"{part}.{ending}"
                for part in PARTS
                for ending in ("tsv", "gold.tsv.gz")
            ),
        ),
        gold="<results>/demo/winomt/gold.{lang}.tsv",
    log:
        "<logs>/demo/write_demo.{lang}.log",
    benchmark:
        "<benchmarks>/demo/write_demo.{lang}.tsv"
    wildcard_constraints:
        lang=TARGETS,
    conda:
        "../envs/cdaflow.yaml"
    params:
        output_dir=subpath(output.gold, ancestor=2),
        sizes=demo_sizes("train", "dev", "test", "challenge"),
        seed=DEMO_SEED,
        source=source("demo.corpus"),
    shell:
        "cdaflow demo write --only {wildcards.lang} --parts parallel challenge "
        "--stereotypes {input.stereotypes} {params.sizes} {params.seed} "
        "--output-dir {params.output_dir} 2>&1 | tee {log}"


# English in the format of WinoMT: every language translates the same sentences.
rule write_demo_challenge:
    input:
        lists=wordlist("professions.tsv"),
        stereotypes=DEMO_STEREOTYPES,
    output:
        multiext("<results>/demo/winomt/en", "_pro.txt", "_anti.txt"),
        challenge="<results>/demo/winomt/en.txt",
    log:
        "<logs>/demo/write_demo_challenge.log",
    benchmark:
        "<benchmarks>/demo/write_demo_challenge.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        output_dir=subpath(output.challenge, ancestor=2),
        sizes=demo_sizes("challenge"),
        seed=DEMO_SEED,
        source=source("demo.corpus"),
    shell:
        "cdaflow demo write --only en --parts challenge "
        "--stereotypes {input.stereotypes} {params.sizes} {params.seed} "
        "--output-dir {params.output_dir} 2>&1 | tee {log}"


rule write_demo_treebank:
    input:
        lists=demo_lists,
        stereotypes=DEMO_STEREOTYPES,
    output:
        multiext(
            "<results>/demo/treebanks/{lang}/",
            *(f"{part}.conllu.gz" for part in PARTS[1:]),
        ),
        train="<results>/demo/treebanks/{lang}/train.conllu.gz",
    log:
        "<logs>/demo/write_demo_treebank.{lang}.log",
    benchmark:
        "<benchmarks>/demo/write_demo_treebank.{lang}.tsv"
    wildcard_constraints:
        lang=f"en|{TARGETS}",
    conda:
        "../envs/cdaflow.yaml"
    params:
        output_dir=subpath(output.train, ancestor=3),
        sizes=demo_sizes("treebank"),
        seed=DEMO_SEED,
        source=source("demo.corpus"),
    shell:
        "cdaflow demo write --only {wildcards.lang} --parts treebanks "
        "--stereotypes {input.stereotypes} {params.sizes} {params.seed} "
        "--output-dir {params.output_dir} 2>&1 | tee {log}"


# The trees of the parallel text, as the grammar has them. Only run where they are asked for
# (annotators: {backend: gold}).
rule write_demo_trees:
    input:
        lists=demo_lists,
        stereotypes=DEMO_STEREOTYPES,
    output:
        multiext(
            "<results>/demo/trees/{lang}/",
            *(f"{part}.conllu.gz" for part in PARTS[1:]),
        ),
        train="<results>/demo/trees/{lang}/train.conllu.gz",
    log:
        "<logs>/demo/write_demo_trees.{lang}.log",
    benchmark:
        "<benchmarks>/demo/write_demo_trees.{lang}.tsv"
    wildcard_constraints:
        lang=f"en|{TARGETS}",
    conda:
        "../envs/cdaflow.yaml"
    params:
        output_dir=subpath(output.train, ancestor=2),
        sizes=demo_sizes("train", "dev", "test", "challenge"),
        seed=DEMO_SEED,
        source=source("demo.corpus"),
    shell:
        "cdaflow demo trees --only {wildcards.lang} --stereotypes {input.stereotypes} "
        "{params.sizes} {params.seed} --output-dir {params.output_dir} 2>&1 | tee {log}"


# Monolingual text. Only run where it is asked for (gfst).
rule write_demo_mono:
    input:
        lists=demo_lists,
        stereotypes=DEMO_STEREOTYPES,
    output:
        "<results>/demo/mono/{lang}.txt",
    log:
        "<logs>/demo/write_demo_mono.{lang}.log",
    benchmark:
        "<benchmarks>/demo/write_demo_mono.{lang}.tsv"
    wildcard_constraints:
        lang=f"en|{TARGETS}",
    conda:
        "../envs/cdaflow.yaml"
    params:
        output_dir=subpath(output[0], parent=True),
        sizes=demo_sizes("train", "dev", "test", "challenge", "mono"),
        skew=config["demo"]["mono_skew"],
        seed=DEMO_SEED,
        source=source("demo.corpus"),
    shell:
        "cdaflow demo mono --only {wildcards.lang} --stereotypes {input.stereotypes} "
        "{params.sizes} --mono-skew {params.skew} {params.seed} "
        "--output-dir {params.output_dir} 2>&1 | tee {log}"
