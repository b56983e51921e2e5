# MuST-SHE, of which each user asks the owners for a copy. Only where the configuration has the
# key mustshe.


def mustshe_data(wildcards):
    """Return the table of MuST-SHE in a language."""
    return mustshe_file(config, wildcards.lang, data=DATA, results=RESULTS)


rule extract_mustshe:
    input:
        mustshe_data,
    output:
        "<results>/challenge/mustshe.{lang}.en.txt",
    log:
        "<logs>/challenge/mustshe.{lang}.log",
    benchmark:
        "<benchmarks>/challenge/mustshe.{lang}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        source=source("scoring.mustshe_files"),
    shell:
        "cdaflow score mustshe-source --lang {wildcards.lang} --data {input:q} "
        "--output {output} 2>&1 | tee {log}"


rule score_mustshe:
    input:
        data=mustshe_data,
        translation="<results>/translations/{lang}/{system}/mustshe.txt",
    output:
        "<results>/scores/{lang}/{system}/mustshe.json",
    log:
        "<logs>/scores/{lang}/{system}/mustshe.log",
    benchmark:
        "<benchmarks>/scores/{lang}/{system}/mustshe.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        seed=config["seed"],
        source=source("scoring.mustshe_files"),
    shell:
        "cdaflow score mustshe {input.translation} --lang {wildcards.lang} "
        "--system {wildcards.system} --data {input.data:q} --seed {params.seed} "
        "--output {output} 2>&1 | tee {log}"


rule table_mustshe:
    input:
        testset_scores("mustshe"),
    output:
        csv=report(
            "<results>/tables/mustshe.csv",
            caption="../report/mustshe.rst",
            category="Tables",
            labels={"metric": "MuST-SHE"},
        ),
        markdown="<results>/tables/mustshe.md",
    log:
        "<logs>/tables/mustshe.log",
    benchmark:
        "<benchmarks>/tables/mustshe.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        source=source("tables.mustshe_table"),
    shell:
        "cdaflow tables mustshe {input} --output {output.csv} --markdown {output.markdown} "
        "2>&1 | tee {log}"
