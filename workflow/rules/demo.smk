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
        sizes=" ".join(
            f"--{name} {config['demo'][name]}"
            for name in ("train", "dev", "test", "treebank", "challenge")
        ),
        seed=config["seed"],
        source=source("demo.sampler"),
    shell:
        "cdaflow demo write --languages {params.languages} --stereotypes {input.stereotypes} "
        "--wordlists {params.wordlists} {params.sizes} --seed {params.seed} "
        "--output-dir {params.output_dir} 2>&1 | tee {log}"
