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
    group:
        "scores"
    threads: CONFIG.comet.threads if CONFIG.comet else 1
    resources:
        **SMALL | COMET_LIMITS,
    params:
        labels=score_labels,
        case=bleu_case,
        comet=comet_options,
        seed=CONFIG.seed,
    shell:
        "cdaflow score bleu {input.translation:q} --reference {input.reference:q} "
        "--lang {wildcards.lang:q} {params.labels} --testset {wildcards.testset:q} {params.case} "
        "{params.comet} --seed {params.seed} --output {output:q} > {log:q} 2>&1"


rule align_challenge:
    input:
        unpack(alignment_text),
        source="<results>/challenge/winomt.en.txt",
        target="<results>/translations/{lang}/{system}/winomt.txt",
    output:
        "<results>/alignments/{lang}/{system}/winomt.pharaoh",
    log:
        "<logs>/alignments/{lang}/{system}/winomt.log",
    benchmark:
        "<benchmarks>/alignments/{lang}/{system}/winomt.tsv"
    group:
        "scores"
    resources:
        **SMALL,
    params:
        aligner=CONFIG.aligner,
        extra=alignment_options,
    shell:
        "cdaflow score align --aligner {params.aligner:q} "
        "--source {input.source:q} --target {input.target:q} "
        "{params.extra} "
        "--source-lang en --target-lang {wildcards.lang:q} --output {output:q} > {log:q} 2>&1"


rule score_winomt:
    input:
        challenge=challenge_file("sentences"),
        pro=challenge_file("pro"),
        anti=challenge_file("anti"),
        translation="<results>/translations/{lang}/{system}/winomt.txt",
        alignment=winomt_alignment,
        professions=wordlist("professions.{lang}.tsv"),
        # None by the original tool's rules.
        lexicons=lambda wildcards: (
            [] if CONFIG.compat else CONFIG.lexicons.get(wildcards.lang, ())
        ),
    output:
        scores="<results>/scores/{lang}/{system}/winomt.json",
        sentences="<results>/scores/{lang}/{system}/winomt.sentences.tsv",
    log:
        "<logs>/scores/{lang}/{system}/winomt.log",
    benchmark:
        "<benchmarks>/scores/{lang}/{system}/winomt.tsv"
    group:
        "scores"
    resources:
        **SMALL,
    params:
        labels=score_labels,
        rules=winomt_rules,
        seed=CONFIG.seed,
    shell:
        "cdaflow score winomt {input.translation:q} --lang {wildcards.lang:q} "
        "{params.labels} --challenge {input.challenge:q} --pro {input.pro:q} "
        "--anti {input.anti:q} --professions {input.professions:q} "
        "{params.rules} --seed {params.seed} "
        "--output {output.scores:q} --sentences {output.sentences:q} > {log:q} 2>&1"
