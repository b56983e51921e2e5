# The embedded corpus: sentences, trees and a challenge set of cdaflow's own grammar.


rule write_demo:
    input:
        expand(wordlist("professions.{lang}.tsv"), lang=DEMO),
        english=wordlist("professions.tsv"),
        stereotypes=config["demo"]["stereotypes"],
    output:
        expand("<results>/demo/en-{lang}/{part}.tsv", lang=DEMO, part=PARTS),
        expand("<results>/demo/en-{lang}/{part}.gold.tsv.gz", lang=DEMO, part=PARTS),
        expand("<results>/demo/winomt/gold.{lang}.tsv", lang=DEMO),
        multiext("<results>/demo/winomt/en", "_pro.txt", "_anti.txt"),
        expand(
            "<results>/demo/treebanks/{lang}/{part}.conllu.gz",
            lang=["en", *DEMO],
            part=PARTS,
        ),
        challenge="<results>/demo/winomt/en.txt",
    log:
        "<logs>/demo/write_demo.log",
    benchmark:
        "<benchmarks>/demo/write_demo.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        languages=DEMO,
        wordlists=subpath(input.english, parent=True),
        output_dir=subpath(output.challenge, ancestor=2),
        sizes=demo_sizes("train", "dev", "test", "treebank", "challenge"),
        seed=config["seed"],
        source=source("demo.corpus"),
    shell:
        "cdaflow demo write --languages {params.languages} --stereotypes {input.stereotypes} "
        "--wordlists {params.wordlists} {params.sizes} --seed {params.seed} "
        "--output-dir {params.output_dir} 2>&1 | tee {log}"


# The trees of the parallel text, as the grammar has them. Only run where they are asked for
# (annotators: {backend: gold}).
rule write_demo_trees:
    input:
        expand(wordlist("professions.{lang}.tsv"), lang=DEMO),
        english=wordlist("professions.tsv"),
        stereotypes=config["demo"]["stereotypes"],
    output:
        expand("<results>/demo/trees/{lang}/{part}.conllu.gz", lang=DEMO, part=PARTS),
        expand("<results>/demo/trees/en/{part}.conllu.gz", part=PARTS[1:]),
        train="<results>/demo/trees/en/train.conllu.gz",
    log:
        "<logs>/demo/write_demo_trees.log",
    benchmark:
        "<benchmarks>/demo/write_demo_trees.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        languages=DEMO,
        wordlists=subpath(input.english, parent=True),
        output_dir=subpath(output.train, ancestor=2),
        sizes=demo_sizes("train", "dev", "test", "challenge"),
        seed=config["seed"],
        source=source("demo.corpus"),
    shell:
        "cdaflow demo trees --languages {params.languages} --stereotypes {input.stereotypes} "
        "--wordlists {params.wordlists} {params.sizes} --seed {params.seed} "
        "--output-dir {params.output_dir} 2>&1 | tee {log}"


# Monolingual text. Only run where it is asked for (gfst).
rule write_demo_mono:
    input:
        expand(wordlist("professions.{lang}.tsv"), lang=DEMO),
        english=wordlist("professions.tsv"),
        stereotypes=config["demo"]["stereotypes"],
    output:
        expand("<results>/demo/mono/{lang}.txt", lang=DEMO),
        english="<results>/demo/mono/en.txt",
    log:
        "<logs>/demo/write_demo_mono.log",
    benchmark:
        "<benchmarks>/demo/write_demo_mono.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        languages=DEMO,
        wordlists=subpath(input.english, parent=True),
        output_dir=subpath(output.english, parent=True),
        sizes=demo_sizes("train", "dev", "test", "challenge", "mono"),
        skew=config["demo"]["mono_skew"],
        seed=config["seed"],
        source=source("demo.monolingual"),
    shell:
        "cdaflow demo mono --languages {params.languages} --stereotypes {input.stereotypes} "
        "--wordlists {params.wordlists} {params.sizes} --mono-skew {params.skew} "
        "--seed {params.seed} --output-dir {params.output_dir} 2>&1 | tee {log}"
