# MT-GenEval: the feminine and the masculine sentences are two test sets, translated as any other.
# Only where the configuration has the key geneval.


def geneval_inputs(wildcards):
    """Return the references and sources of MT-GenEval in a language."""
    found = geneval_set(wildcards.lang)
    return [*found.references.values(), *found.sources.values()]


rule score_geneval:
    input:
        geneval_inputs,
        feminine="<results>/translations/{lang}/{system}/geneval-feminine.txt",
        masculine="<results>/translations/{lang}/{system}/geneval-masculine.txt",
    output:
        scores="<results>/scores/{lang}/{system}/geneval.json",
        sentences="<results>/scores/{lang}/{system}/geneval.sentences.tsv",
    log:
        "<logs>/scores/{lang}/{system}/geneval.log",
    benchmark:
        "<benchmarks>/scores/{lang}/{system}/geneval.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        data=lambda wildcards: place(config["geneval"]["data"], wildcards.lang),
        split=config["geneval"]["split"],
        seed=config["seed"],
        source=source("scoring.geneval_files"),
    shell:
        "cdaflow score geneval {input.feminine} {input.masculine} --lang {wildcards.lang} "
        "--system {wildcards.system} --data {params.data:q} --split {params.split} "
        "--seed {params.seed} --output {output.scores} --sentences {output.sentences} "
        "2>&1 | tee {log}"


rule table_geneval:
    input:
        scores=testset_scores("geneval"),
        comparisons=geneval_comparisons(),
    output:
        csv=report(
            "<results>/tables/geneval.csv",
            caption="../report/geneval.rst",
            category="Tables",
            labels={"metric": "MT-GenEval"},
        ),
        markdown="<results>/tables/geneval.md",
    log:
        "<logs>/tables/geneval.log",
    benchmark:
        "<benchmarks>/tables/geneval.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        comparisons=comparisons_option,
        source=source("tables.geneval"),
    shell:
        "cdaflow tables geneval {input.scores} {params.comparisons} --output {output.csv} "
        "--markdown {output.markdown} 2>&1 | tee {log}"
