# GATE, each variant rewritten into the other from source and translation alone, and scored (Garg et
# al. 2024, Table 5). Only where agreement.pairs have `rewrite`.


wildcard_constraints:
    way=pattern_of(WAYS_OF_GATE),


# The table alone, and what the paper reports beside it.
rule gate:
    input:
        lambda wildcards: with_provenance("gate"),
        lambda wildcards: published_tables("gate"),


rule extract_gate:
    input:
        pair_file,
    output:
        "<results>/gate/{lang}.{pairs}.{variant}.txt",
    log:
        "<logs>/gate/{lang}.{pairs}.{variant}.log",
    benchmark:
        "<benchmarks>/gate/{lang}.{pairs}.{variant}.tsv"
    wildcard_constraints:
        variant="source|f|m",
    group:
        "scores"
    resources:
        **SMALL,
    params:
        split=lambda wildcards: flags(split=AGREEMENT.pairs[wildcards.pairs].split),
    shell:
        "cdaflow score gate-source --data {input:q} {params.split} --variant {wildcards.variant:q} "
        "--output {output:q} > {log:q} 2>&1"


rule rewrite_gate:
    input:
        unpack(gate_files),
    output:
        texts="<results>/gate/{lang}.{pairs}.{way}.rewritten.txt",
        reasons="<results>/gate/{lang}.{pairs}.{way}.reasons.tsv",
    log:
        "<logs>/gate/{lang}.{pairs}.{way}.rewrite.log",
    benchmark:
        "<benchmarks>/gate/{lang}.{pairs}.{way}.rewrite.tsv"
    params:
        to=lambda wildcards: GENDERS_OF_GATE[WAYS_OF_GATE[wildcards.way][1]],
        agreement=lambda wildcards, input: rewriting_options(input),
        lexicon=lexicon_options,
    shell:
        "cdaflow counterfactual rewrite --lang {wildcards.lang:q} --to {params.to} "
        "{params.agreement} {params.lexicon} --pronouns {input.pronouns:q} "
        "--gendered {input.gendered:q} --professions {input.professions:q} "
        "--persons {input.persons:q} --output {output.texts:q} --reasons {output.reasons:q} "
        "> {log:q} 2>&1"


rule score_gate:
    input:
        texts="<results>/gate/{lang}.{pairs}.{way}.rewritten.txt",
        data=pair_file,
    output:
        scores="<results>/gate/{lang}.{pairs}.{way}.json",
        sentences="<results>/gate/{lang}.{pairs}.{way}.sentences.tsv",
    log:
        "<logs>/gate/{lang}.{pairs}.{way}.log",
    benchmark:
        "<benchmarks>/gate/{lang}.{pairs}.{way}.tsv"
    group:
        "scores"
    resources:
        **SMALL,
    params:
        split=lambda wildcards: flags(split=AGREEMENT.pairs[wildcards.pairs].split),
        way=lambda wildcards: gate_options(wildcards),
        seed=CONFIG.seed,
    shell:
        "cdaflow score gate {input.texts:q} --lang {wildcards.lang:q} --data {input.data:q} "
        "{params.split} {params.way} --seed {params.seed} --output {output.scores:q} "
        "--sentences {output.sentences:q} > {log:q} 2>&1"
