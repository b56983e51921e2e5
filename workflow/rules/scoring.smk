# Scores of the translations, as JSON with counts.


rule score_bleu:
    input:
        translation="<results>/translations/{lang}/{system}/{testset}.txt",
        reference="<results>/corpora/{lang}/test-{testset}.parquet",
    output:
        "<results>/scores/{lang}/{system}/bleu.{testset}.json",
    log:
        "<logs>/scores/{lang}/{system}/bleu.{testset}.log",
    benchmark:
        "<benchmarks>/scores/{lang}/{system}/bleu.{testset}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        seed=config["seed"],
        source=source("scoring.bleu"),
    shell:
        "cdaflow score bleu {input.translation} --reference {input.reference} "
        "--lang {wildcards.lang} --system {wildcards.system} --testset {wildcards.testset} "
        "--seed {params.seed} --output {output} 2>&1 | tee {log}"


rule compare_bleu:
    input:
        translations=translations_of,
        reference=reference_of,
    output:
        "<results>/comparisons/{lang}/bleu.{testset}.json",
    log:
        "<logs>/comparisons/{lang}/bleu.{testset}.log",
    benchmark:
        "<benchmarks>/comparisons/{lang}/bleu.{testset}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        systems=SYSTEMS,
        seed=config["seed"],
        source=source("scoring.compare_bleu"),
    shell:
        "cdaflow score compare-bleu {input.translations} --reference {input.reference} "
        "--lang {wildcards.lang} --systems {params.systems} --testset {wildcards.testset} "
        "--seed {params.seed} --output {output} 2>&1 | tee {log}"


rule align_challenge:
    input:
        source="<results>/challenge/winomt.en.txt",
        target="<results>/translations/{lang}/{system}/winomt.txt",
        extra="<results>/corpora/{lang}/train.parquet",
    output:
        "<results>/alignments/{lang}/{system}/winomt.pharaoh",
    log:
        "<logs>/alignments/{lang}/{system}/winomt.log",
    benchmark:
        "<benchmarks>/alignments/{lang}/{system}/winomt.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        aligner=config["aligner"],
        extra_limit=config["align_with"],
        source=source("alignment.aligners"),
    shell:
        "cdaflow score align --aligner {params.aligner} "
        "--source {input.source} --target {input.target} "
        "--extra {input.extra} --extra-limit {params.extra_limit} "
        "--source-lang en --target-lang {wildcards.lang} "
        "--output {output} 2>&1 | tee {log}"


rule score_winomt:
    input:
        challenge=challenge_file("sentences"),
        pro=challenge_file("pro"),
        anti=challenge_file("anti"),
        translation="<results>/translations/{lang}/{system}/winomt.txt",
        alignment="<results>/alignments/{lang}/{system}/winomt.pharaoh",
        professions=wordlist("professions.{lang}.tsv"),
        lexicons=lexicons_of,
    output:
        scores="<results>/scores/{lang}/{system}/winomt.json",
        sentences="<results>/scores/{lang}/{system}/winomt.sentences.tsv",
    log:
        "<logs>/scores/{lang}/{system}/winomt.log",
    benchmark:
        "<benchmarks>/scores/{lang}/{system}/winomt.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        lexicons=lexicon_option,
        aligner=aligner_name(config["aligner"]),
        seed=config["seed"],
        source=source("scoring.winomt_files"),
    shell:
        "cdaflow score winomt {input.translation} --lang {wildcards.lang} --system {wildcards.system} "
        "--challenge {input.challenge} --pro {input.pro} --anti {input.anti} "
        "--alignment {input.alignment} "
        "--professions {input.professions} {params.lexicons} --alignment-name {params.aligner} --seed {params.seed} "
        "--output {output.scores} --sentences {output.sentences} 2>&1 | tee {log}"


# Only run where the configuration says challenge: {fetch: true}.
rule fetch_winomt:
    output:
        multiext("<results>/winomt/en", ".txt", "_pro.txt", "_anti.txt"),
    log:
        "<logs>/winomt/fetch_winomt.log",
    benchmark:
        "<benchmarks>/winomt/fetch_winomt.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        folder=subpath(output[0], parent=True),
        source=source("scoring.winomt_data"),
    shell:
        "cdaflow score fetch-winomt --output {params.folder} 2>&1 | tee {log}"
