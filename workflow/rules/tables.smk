# Tables, figures and the report.


rule table_winomt:
    input:
        scores_of("winomt.json"),
    output:
        csv=report(
            "<results>/tables/winomt.csv",
            caption="../report/winomt.rst",
            category="Tables",
            labels={"metric": "WinoMT"},
        ),
        markdown="<results>/tables/winomt.md",
    log:
        "<logs>/tables/winomt.log",
    benchmark:
        "<benchmarks>/tables/winomt.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        source=source("tables.winomt"),
    shell:
        "cdaflow tables winomt {input} --output {output.csv} --markdown {output.markdown} "
        "2>&1 | tee {log}"


rule table_bleu:
    input:
        scores=bleu_scores(),
        comparisons=bleu_comparisons(),
    output:
        csv=report(
            "<results>/tables/bleu.csv",
            caption="../report/bleu.rst",
            category="Tables",
            labels={"metric": "BLEU"},
        ),
        markdown="<results>/tables/bleu.md",
    log:
        "<logs>/tables/bleu.log",
    benchmark:
        "<benchmarks>/tables/bleu.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        comparisons=comparisons_option,
        source=source("tables.bleu"),
    shell:
        "cdaflow tables bleu {input.scores} {params.comparisons} --output {output.csv} "
        "--markdown {output.markdown} 2>&1 | tee {log}"


rule table_corpus:
    input:
        drop_tables(),
    output:
        csv=report(
            "<results>/tables/corpus.csv",
            caption="../report/corpus.rst",
            category="Tables",
            labels={"metric": "corpus"},
        ),
        markdown="<results>/tables/corpus.md",
    log:
        "<logs>/tables/corpus.log",
    benchmark:
        "<benchmarks>/tables/corpus.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        labels=corpus_labels(),
        source=source("tables.corpus"),
    shell:
        "cdaflow tables corpus {input} --label {params.labels} --output {output.csv} "
        "--markdown {output.markdown} 2>&1 | tee {log}"


rule figure_pro_anti:
    input:
        scores_of("winomt.json"),
    output:
        report(
            "<results>/figures/pro-anti.svg",
            caption="../report/winomt.rst",
            category="Figures",
            labels={"figure": "accuracy, pro and anti"},
        ),
    log:
        "<logs>/figures/pro-anti.log",
    benchmark:
        "<benchmarks>/figures/pro-anti.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        source=source("tables.figures"),
    shell:
        "cdaflow tables figure pro-anti {input} --output {output} 2>&1 | tee {log}"


rule figure_professions:
    input:
        "<results>/scores/{lang}/{system}/winomt.json",
    output:
        report(
            "<results>/figures/professions.{lang}.{system}.svg",
            caption="../report/professions.rst",
            category="Figures",
            labels={"figure": "recall by profession, {lang} {system}"},
        ),
    log:
        "<logs>/figures/professions.{lang}.{system}.log",
    benchmark:
        "<benchmarks>/figures/professions.{lang}.{system}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        source=source("tables.figures"),
    shell:
        "cdaflow tables figure professions {input} --output {output} 2>&1 | tee {log}"


rule figure_accuracy_bleu:
    input:
        winomt=scores_of("winomt.json"),
        bleu=bleu_scores(),
    output:
        report(
            "<results>/figures/accuracy-bleu.svg",
            caption="../report/winomt.rst",
            category="Figures",
            labels={"figure": "accuracy against BLEU"},
        ),
    log:
        "<logs>/figures/accuracy-bleu.log",
    benchmark:
        "<benchmarks>/figures/accuracy-bleu.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        testset=TESTSETS[0],
        source=source("tables.figures"),
    shell:
        "cdaflow tables figure accuracy-bleu --winomt-scores {input.winomt} "
        "--bleu-scores {input.bleu} --testset {params.testset} --output {output} "
        "2>&1 | tee {log}"


rule save_config:
    output:
        "<results>/config.json",
    log:
        "<logs>/config.log",
    conda:
        "../envs/cdaflow.yaml"
    params:
        config=config_text,
    shell:
        "printf '%s\\n' {params.config:q} 2> {log} > {output}"


rule write_report:
    input:
        winomt=scores_of("winomt.json"),
        bleu=bleu_scores(),
        comparisons=[*bleu_comparisons(), *geneval_comparisons()],
        geneval=testset_scores("geneval"),
        mustshe=testset_scores("mustshe"),
        annotator=annotator_scores(),
        agreement=agreement_scores(),
        inflection=inflection_scores(),
        sentences=scores_of("winomt.sentences.tsv"),
        figures=figures(),
        config="<results>/config.json",
    output:
        "<results>/report.html",
    log:
        "<logs>/report.log",
    benchmark:
        "<benchmarks>/report.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        comparisons=comparisons_option,
        optional=optional_scores,
        source=source("tables.report"),
    shell:
        "cdaflow tables report --winomt-scores {input.winomt} --bleu-scores {input.bleu} "
        "{params.comparisons} {params.optional} "
        "--sentences {input.sentences} --figures {input.figures} "
        "--config {input.config} --output {output} 2>&1 | tee {log}"
