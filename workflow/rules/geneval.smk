# MT-GenEval: the feminine and the masculine sentences are two test sets, translated as any other.
# Only where the configuration has the key geneval.


rule score_geneval:
    input:
        lambda wildcards: [
            *geneval_files(wildcards).references.values(),
            *geneval_files(wildcards).sources.values(),
        ],
        feminine="<results>/translations/{lang}/{system}/geneval-feminine.txt",
        masculine="<results>/translations/{lang}/{system}/geneval-masculine.txt",
    output:
        scores="<results>/scores/{lang}/{system}/geneval.json",
        sentences="<results>/scores/{lang}/{system}/geneval.sentences.tsv",
    log:
        "<logs>/scores/{lang}/{system}/geneval.log",
    benchmark:
        "<benchmarks>/scores/{lang}/{system}/geneval.tsv"
    group:
        "scores"
    resources:
        **SMALL,
    params:
        labels=score_labels,
        data=lambda wildcards: CONFIG.geneval.data[wildcards.lang],
        split=CONFIG.geneval.split,
        seed=CONFIG.seed,
    shell:
        "cdaflow score geneval {input.feminine:q} {input.masculine:q} --lang {wildcards.lang:q} "
        "{params.labels} --data {params.data:q} --split {params.split:q} "
        "--seed {params.seed} --output {output.scores:q} --sentences {output.sentences:q} "
        "> {log:q} 2>&1"
