# MuST-SHE, of which each user asks the owners for a copy. Only where the configuration has the
# key mustshe.


rule extract_mustshe:
    input:
        lambda wildcards: CONFIG.mustshe.data[wildcards.lang],
    output:
        "<results>/challenge/mustshe.{lang}.en.txt",
    log:
        "<logs>/challenge/mustshe.{lang}.log",
    benchmark:
        "<benchmarks>/challenge/mustshe.{lang}.tsv"
    shell:
        "cdaflow score mustshe-source --lang {wildcards.lang:q} --data {input:q} "
        "--output {output:q} > {log:q} 2>&1"


rule score_mustshe:
    input:
        data=lambda wildcards: CONFIG.mustshe.data[wildcards.lang],
        translation="<results>/translations/{lang}/{system}/mustshe.txt",
    output:
        "<results>/scores/{lang}/{system}/mustshe.json",
    log:
        "<logs>/scores/{lang}/{system}/mustshe.log",
    benchmark:
        "<benchmarks>/scores/{lang}/{system}/mustshe.tsv"
    group:
        "scores"
    resources:
        **SMALL,
    params:
        labels=score_labels,
        seed=CONFIG.seed,
    shell:
        "cdaflow score mustshe {input.translation:q} --lang {wildcards.lang:q} "
        "{params.labels} --data {input.data:q} --seed {params.seed} "
        "--output {output:q} > {log:q} 2>&1"
