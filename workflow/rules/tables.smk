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


rule table_pronouns:
    input:
        scores_of("winomt.json"),
    output:
        csv=report(
            "<results>/tables/pronouns.csv",
            caption="../report/pronouns.rst",
            category="Tables",
            labels={"metric": "pronouns"},
        ),
        markdown="<results>/tables/pronouns.md",
    log:
        "<logs>/tables/pronouns.log",
    benchmark:
        "<benchmarks>/tables/pronouns.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        source=source("tables.pronouns"),
    shell:
        "cdaflow tables pronouns {input} --output {output.csv} --markdown {output.markdown} "
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
        source=source("tables.corpora"),
    shell:
        "cdaflow tables corpus {input} --label {params.labels} --output {output.csv} "
        "--markdown {output.markdown} 2>&1 | tee {log}"


# Where systems differ, and harmful swaps that a guard caught (Naik et al. 2023, Tables 4 to 6).
rule table_examples:
    input:
        winomt=scores_of("winomt.json"),
        sentences=scores_of("winomt.sentences.tsv"),
        decisions=guarded_decisions(),
    output:
        csv=report(
            "<results>/tables/examples.csv",
            caption="../report/examples.rst",
            category="Tables",
            labels={"metric": "examples"},
        ),
        markdown="<results>/tables/examples.md",
    log:
        "<logs>/tables/examples.log",
    benchmark:
        "<benchmarks>/tables/examples.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        decisions=decisions_option,
        seed=config["seed"],
        source=source("tables.example_table"),
    shell:
        "cdaflow tables examples --winomt-scores {input.winomt} "
        "--sentences {input.sentences} {params.decisions} --seed {params.seed} "
        "--output {output.csv} --markdown {output.markdown} 2>&1 | tee {log}"


if "gfst" in config:

    # How many sentences of the training text show one gender (Choubey et al. 2021, Table 1).
    rule count_genders:
        input:
            text="<results>/corpora/{lang}/train.parquet",
            pronouns=wordlist("pronouns.en.tsv"),
            gendered=wordlist("gendered.en.tsv"),
        output:
            "<results>/gfst/{lang}/shares.json",
        log:
            "<logs>/gfst/{lang}/shares.log",
        benchmark:
            "<benchmarks>/gfst/{lang}/shares.tsv"
        conda:
            "../envs/cdaflow.yaml"
        threads: config["gfst"]["filtering"]["threads"]
        resources:
            mem_mb=config["gfst"]["filtering"]["mem_mb"],
            runtime=config["gfst"]["filtering"]["runtime"],
        params:
            source=source("gfst.labelling"),
        shell:
            "cdaflow gfst count {input.text} --column source --pronouns {input.pronouns} "
            "--gendered {input.gendered} --threads {threads} --output {output} 2>&1 | tee {log}"

    rule table_shares:
        input:
            expand("<results>/gfst/{lang}/shares.json", lang=LANGUAGES),
        output:
            csv=report(
                "<results>/tables/shares.csv",
                caption="../report/shares.rst",
                category="Tables",
                labels={"metric": "genders in the training text"},
            ),
            markdown="<results>/tables/shares.md",
        log:
            "<logs>/tables/shares.log",
        benchmark:
            "<benchmarks>/tables/shares.tsv"
        conda:
            "../envs/cdaflow.yaml"
        params:
            labels=[f"{lang}/train" for lang in LANGUAGES],
            source=source("tables.corpora"),
        shell:
            "cdaflow tables shares {input} --label {params.labels} --output {output.csv} "
            "--markdown {output.markdown} 2>&1 | tee {log}"

    # What each filter leaves of the monolingual text (its Table 3).
    rule table_gfst:
        input:
            source="<results>/gfst/source.fem.json",
            target=[
                f"<results>/gfst/{lang}/target.{gender}.json"
                for lang, gender in gfst_labels()
            ],
            balance=expand(
                "<results>/gfst/{lang}/{dataset}.json",
                lang=LANGUAGES if balanced_set() else [],
                dataset=balanced_set(),
            ),
        output:
            csv=report(
                "<results>/tables/gfst.csv",
                caption="../report/gfst.rst",
                category="Tables",
                labels={"metric": "self-training"},
            ),
            markdown="<results>/tables/gfst.md",
        log:
            "<logs>/tables/gfst.log",
        benchmark:
            "<benchmarks>/tables/gfst.tsv"
        conda:
            "../envs/cdaflow.yaml"
        params:
            labels=[f"{lang}/{gender}" for lang, gender in gfst_labels()],
            balance=balance_option,
            source=source("tables.gfst"),
        shell:
            "cdaflow tables gfst {input.target} --label {params.labels} --source {input.source} "
            "{params.balance} --output {output.csv} --markdown {output.markdown} 2>&1 | tee {log}"


if published_papers():

    # What a paper reports, and what was found here, side by side.
    rule table_published:
        input:
            lambda wildcards: f"{RESULTS}/tables/{PUBLISHED[wildcards.kind]}.csv",
        output:
            csv=report(
                "<results>/tables/{paper}.{kind}.csv",
                caption="../report/published.rst",
                category="Tables",
                labels={"metric": "{kind}, {paper}"},
            ),
            markdown="<results>/tables/{paper}.{kind}.md",
        log:
            "<logs>/tables/{paper}.{kind}.log",
        benchmark:
            "<benchmarks>/tables/{paper}.{kind}.tsv"
        wildcard_constraints:
            paper="|".join(published_papers()),
            kind="|".join(PUBLISHED),
        conda:
            "../envs/cdaflow.yaml"
        params:
            source=source("tables.published_tables"),
        shell:
            "cdaflow tables published {wildcards.paper} {wildcards.kind} --beside {input} "
            "--output {output.csv} --markdown {output.markdown} 2>&1 | tee {log}"


rule figure_pro_anti:
    input:
        scores_of("winomt.json"),
    output:
        report(
            "<results>/figures/pro-anti.svg",
            caption="../report/pro-anti.rst",
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


# Not in the report, which has all systems of a language in one figure: made for those who ask.
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


rule figure_gaps:
    input:
        lambda wildcards: scores_of("winomt.json", [wildcards.lang]),
    output:
        report(
            "<results>/figures/gaps.{lang}.svg",
            caption="../report/gaps.rst",
            category="Figures",
            labels={"figure": "gender gap by profession, {lang}"},
        ),
    log:
        "<logs>/figures/gaps.{lang}.log",
    benchmark:
        "<benchmarks>/figures/gaps.{lang}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        source=source("tables.gap_figure"),
    shell:
        "cdaflow tables figure gaps {input} --output {output} 2>&1 | tee {log}"


rule figure_confusion:
    input:
        scores_of("winomt.json"),
    output:
        report(
            "<results>/figures/confusion.svg",
            caption="../report/confusion.rst",
            category="Figures",
            labels={"figure": "genders found, by gender of the source"},
        ),
    log:
        "<logs>/figures/confusion.log",
    benchmark:
        "<benchmarks>/figures/confusion.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        source=source("tables.confusion_figure"),
    shell:
        "cdaflow tables figure confusion {input} --output {output} 2>&1 | tee {log}"


rule figure_gains:
    input:
        scores_of("winomt.json"),
    output:
        report(
            "<results>/figures/gains.svg",
            caption="../report/gains.rst",
            category="Figures",
            labels={"figure": "before and after, by system"},
        ),
    log:
        "<logs>/figures/gains.log",
    benchmark:
        "<benchmarks>/figures/gains.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        source=source("tables.gain_figure"),
    shell:
        "cdaflow tables figure gains {input} --output {output} 2>&1 | tee {log}"


rule figure_accuracy_bleu:
    input:
        winomt=scores_of("winomt.json"),
        bleu=bleu_scores(),
    output:
        report(
            "<results>/figures/accuracy-bleu.svg",
            caption="../report/accuracy-bleu.rst",
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
        data_tables=data_tables(),
        data_figures=data_figures(),
        example_tables=example_tables(),
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
        data=data_options,
        source=source("tables.report"),
    shell:
        "cdaflow tables report --winomt-scores {input.winomt} --bleu-scores {input.bleu} "
        "{params.comparisons} {params.optional} {params.data} "
        "--sentences {input.sentences} --figures {input.figures} "
        "--config {input.config} --output {output} 2>&1 | tee {log}"
