# Gendered pairs of the training text, and their counterfactuals (Naik et al. 2023, sections 4.1 and
# 4.2). Only where the configuration has the key counterfactual. Their trees come from trees.smk.


wildcard_constraints:
    guard="none|drop|repair",


rule select_gendered:
    input:
        corpus="<results>/corpora/{lang}/train.parquet",
        professions=wordlist("professions.tsv"),
        pronouns=wordlist("pronouns.en.tsv"),
    output:
        pairs="<results>/counterfactual/{lang}/gendered.parquet",
        funnel="<results>/counterfactual/{lang}/gendered.json",
    log:
        "<logs>/counterfactual/{lang}/gendered.log",
    benchmark:
        "<benchmarks>/counterfactual/{lang}/gendered.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        limits=selection_options(),
        source=source("io.pairs", "counterfactual.selection.gendered"),
    shell:
        "cdaflow select gendered {input.corpus} --professions {input.professions} "
        "--pronouns {input.pronouns} {params.limits} --output {output.pairs} "
        "--report {output.funnel} 2>&1 | tee {log}"


rule select_tagged:
    input:
        pairs="<results>/counterfactual/{lang}/gendered.parquet",
        funnel="<results>/counterfactual/{lang}/gendered.json",
        trees="<results>/trees/{lang}/gendered.en.conllu.gz",
        pronouns=wordlist("pronouns.en.tsv"),
    output:
        pairs="<results>/counterfactual/{lang}/tagged.parquet",
        funnel="<results>/counterfactual/{lang}/funnel.json",
    log:
        "<logs>/counterfactual/{lang}/tagged.log",
    benchmark:
        "<benchmarks>/counterfactual/{lang}/tagged.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        limits=tag_options(),
        source=source("io.pairs", "counterfactual.selection.tagged"),
    shell:
        "cdaflow select tagged {input.pairs} --trees {input.trees} --before {input.funnel} "
        "--pronouns {input.pronouns} {params.limits} --output {output.pairs} "
        "--report {output.funnel} 2>&1 | tee {log}"


# So many of each profession that the target side is worth its trees.
rule select_professions:
    input:
        "<results>/counterfactual/{lang}/tagged.parquet",
    output:
        "<results>/counterfactual/{lang}/candidates.parquet",
    log:
        "<logs>/counterfactual/{lang}/candidates.log",
    benchmark:
        "<benchmarks>/counterfactual/{lang}/candidates.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        size=COUNTERFACTUAL.candidates,
        seed=config["seed"],
        source=source("counterfactual.selection.sampling"),
    shell:
        "cdaflow select professions {input} --per-profession {params.size} "
        "--seed {params.seed} --output {output} 2>&1 | tee {log}"


if COUNTERFACTUAL.alignments:

    rule export_candidates:
        input:
            "<results>/counterfactual/{lang}/candidates.parquet",
        output:
            source="<results>/counterfactual/{lang}/candidates.source.txt",
            target="<results>/counterfactual/{lang}/candidates.target.txt",
        log:
            "<logs>/counterfactual/{lang}/candidates.export.log",
        benchmark:
            "<benchmarks>/counterfactual/{lang}/candidates.export.tsv"
        conda:
            "../envs/cdaflow.yaml"
        params:
            source=source("io.parquet"),
        shell:
            "cdaflow text export {input} --source {output.source} --target {output.target} "
            "2>&1 | tee {log}"

    rule align_candidates:
        input:
            source="<results>/counterfactual/{lang}/candidates.source.txt",
            target="<results>/counterfactual/{lang}/candidates.target.txt",
            extra="<results>/corpora/{lang}/train.parquet",
        output:
            "<results>/alignments/{lang}/candidates.pharaoh",
        log:
            "<logs>/alignments/{lang}/candidates.log",
        benchmark:
            "<benchmarks>/alignments/{lang}/candidates.tsv"
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


rule make_counterfactuals:
    input:
        unpack(lexicon_files),
        pairs="<results>/counterfactual/{lang}/candidates.parquet",
        english="<results>/trees/{lang}/candidates.en.conllu.gz",
        target="<results>/trees/{lang}/candidates.{lang}.conllu.gz",
        model=counterfactual_model,
        method=f"<results>/agreement/{{lang}}/{COUNTERFACTUAL.model}.{{method}}.json",
        inflection=INFLECTION_MODEL,
        alignments=candidate_alignment,
        professions=wordlist("professions.{lang}.tsv"),
        pronouns=wordlist("pronouns.en.tsv"),
        gendered=wordlist("gendered.en.tsv"),
        persons=[wordlist("persons.en.tsv"), wordlist("professions.tsv")],
        names=COUNTERFACTUAL.names or [],
    output:
        pairs="<results>/counterfactual/{lang}/pairs.{method}.{guard}.parquet",
        decisions="<results>/counterfactual/{lang}/decisions.{method}.{guard}.tsv",
        report="<results>/counterfactual/{lang}/report.{method}.{guard}.json",
    log:
        "<logs>/counterfactual/{lang}/pairs.{method}.{guard}.log",
    benchmark:
        "<benchmarks>/counterfactual/{lang}/pairs.{method}.{guard}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        model=lambda wildcards, input: input.model or "base",
        lexicon=lexicon_arguments,
        alignments=lambda wildcards, input: (
            f"--alignments {input.alignments}" if input.alignments else ""
        ),
        nouns=COUNTERFACTUAL.swap["nouns"],
        names=lambda wildcards, input: (
            f"--names {shlex.quote(str(input.names))}" if input.names else ""
        ),
        resolver=COUNTERFACTUAL.resolver,
        size=COUNTERFACTUAL.per_profession,
        seed=config["seed"],
        source=source(
            "counterfactual.files",
            "inflection.transducer.model",
            *LEXICON_READERS,
        ),
    shell:
        "cdaflow counterfactual make {input.pairs} --lang {wildcards.lang} "
        "--english-trees {input.english} --target-trees {input.target} "
        "--model {params.model} --method-file {input.method} {params.lexicon} "
        "--inflection-model {input.inflection} {params.alignments} "
        "--professions {input.professions} --pronouns {input.pronouns} "
        "--gendered {input.gendered} --persons {input.persons} "
        "--nouns {params.nouns} {params.names} "
        "--guard {wildcards.guard} --resolver {params.resolver} "
        "--per-profession {params.size} --seed {params.seed} --output {output.pairs} "
        "--decisions {output.decisions} --report {output.report} 2>&1 | tee {log}"


if COUNTERFACTUAL.gold:

    rule evaluate_counterfactuals:
        input:
            pairs="<results>/counterfactual/{lang}/pairs.{method}.{guard}.parquet",
            decisions="<results>/counterfactual/{lang}/decisions.{method}.{guard}.tsv",
            professions=wordlist("professions.{lang}.tsv"),
            gold=lambda wildcards: COUNTERFACTUAL.gold[wildcards.lang],
        output:
            scores="<results>/counterfactual/{lang}/evaluation.{method}.{guard}.json",
            errors="<results>/counterfactual/{lang}/evaluation.{method}.{guard}.errors.tsv",
        log:
            "<logs>/counterfactual/{lang}/evaluation.{method}.{guard}.log",
        benchmark:
            "<benchmarks>/counterfactual/{lang}/evaluation.{method}.{guard}.tsv"
        conda:
            "../envs/cdaflow.yaml"
        params:
            source=source("counterfactual.evaluation"),
        shell:
            "cdaflow counterfactual evaluate {input.pairs} --lang {wildcards.lang} "
            "--decisions {input.decisions} --gold {input.gold} "
            "--professions {input.professions} --errors {output.errors} "
            "--output {output.scores} 2>&1 | tee {log}"

    rule table_counterfactual:
        input:
            evaluations(),
        output:
            csv=report(
                "<results>/tables/counterfactual.csv",
                caption="../report/counterfactual.rst",
                category="Tables",
                labels={"metric": "counterfactuals"},
            ),
            markdown="<results>/tables/counterfactual.md",
        log:
            "<logs>/tables/counterfactual.log",
        benchmark:
            "<benchmarks>/tables/counterfactual.tsv"
        conda:
            "../envs/cdaflow.yaml"
        params:
            labels=way_labels(evaluated()),
            source=source("tables.evaluations"),
        shell:
            "cdaflow tables counterfactual {input} --label {params.labels} "
            "--output {output.csv} --markdown {output.markdown} 2>&1 | tee {log}"


rule table_funnel:
    input:
        funnels(),
    output:
        csv=report(
            "<results>/tables/funnel.csv",
            caption="../report/funnel.rst",
            category="Tables",
            labels={"metric": "selection"},
        ),
        markdown="<results>/tables/funnel.md",
        professions=report(
            "<results>/tables/funnel.professions.csv",
            caption="../report/funnel.rst",
            category="Tables",
            labels={"metric": "selection by profession"},
        ),
    log:
        "<logs>/tables/funnel.log",
    benchmark:
        "<benchmarks>/tables/funnel.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        labels=LANGUAGES,
        source=source("tables.funnel"),
    shell:
        "cdaflow tables funnel {input} --label {params.labels} "
        "--professions {output.professions} --output {output.csv} "
        "--markdown {output.markdown} 2>&1 | tee {log}"


rule figure_funnel:
    input:
        funnels(),
    output:
        report(
            "<results>/figures/funnel.svg",
            caption="../report/funnel.rst",
            category="Figures",
            labels={"figure": "selection"},
        ),
    log:
        "<logs>/figures/funnel.log",
    benchmark:
        "<benchmarks>/figures/funnel.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        labels=LANGUAGES,
        source=source("tables.funnel_figure"),
    shell:
        "cdaflow tables figure funnel {input} --label {params.labels} --output {output} "
        "2>&1 | tee {log}"
