# Gendered pairs of the training text, and their counterfactuals (Naik et al. 2023, sections 4.1 and
# 4.2). Only where the configuration has the key counterfactual. Their trees come from trees.smk.


wildcard_constraints:
    guard="none|drop|repair",


rule select_gendered:
    input:
        corpus="<results>/corpora/{lang}/train.parquet",
        professions=COUNTERFACTUAL.professions or wordlist("professions.tsv"),
        pronouns=wordlist("pronouns.en.tsv"),
    output:
        pairs="<results>/counterfactual/{lang}/gendered.parquet",
        funnel="<results>/counterfactual/{lang}/gendered.json",
    log:
        "<logs>/counterfactual/{lang}/gendered.log",
    benchmark:
        "<benchmarks>/counterfactual/{lang}/gendered.tsv"
    params:
        limits=flags(SELECTION, Limits),
    shell:
        "cdaflow select gendered {input.corpus:q} --professions {input.professions:q} "
        "--pronouns {input.pronouns:q} {params.limits} --output {output.pairs:q} "
        "--report {output.funnel:q} > {log:q} 2>&1"


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
    params:
        limits=flags(SELECTION, TagLimits),
    shell:
        "cdaflow select tagged {input.pairs:q} --trees {input.trees:q} --before {input.funnel:q} "
        "--pronouns {input.pronouns:q} {params.limits} --output {output.pairs:q} "
        "--report {output.funnel:q} > {log:q} 2>&1"


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
    params:
        size=COUNTERFACTUAL.candidates,
        seed=CONFIG.seed,
    shell:
        "cdaflow select professions {input:q} --per-profession {params.size} "
        "--seed {params.seed} --output {output:q} > {log:q} 2>&1"


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
        shell:
            "cdaflow text export {input:q} --source {output.source:q} --target {output.target:q} "
            "> {log:q} 2>&1"

    use rule align_challenge as align_candidates with:
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
        group:
            "candidates"
        resources:
            mem_mb=4000,
            runtime=120,


rule make_counterfactuals:
    input:
        unpack(lexicon_files),
        unpack(held_out_of_copies),
        pairs="<results>/counterfactual/{lang}/candidates.parquet",
        english="<results>/trees/{lang}/candidates.en.conllu.gz",
        target="<results>/trees/{lang}/candidates.{lang}.conllu.gz",
        model=lambda wildcards: trained_agreement(
            wildcards.lang, COUNTERFACTUAL.model, wildcards.method
        ),
        method=f"<results>/agreement/{{lang}}/{COUNTERFACTUAL.model}.{{method}}.json",
        inflection=INFLECTION_MODEL,
        alignments=candidate_alignment,
        professions=wordlist("professions.{lang}.tsv"),
        pronouns=wordlist("pronouns.en.tsv"),
        gendered=wordlist("gendered.en.tsv"),
        persons=[wordlist("persons.en.tsv"), wordlist("professions.tsv")],
        names=COUNTERFACTUAL.swap.names or [],
    output:
        pairs="<results>/counterfactual/{lang}/pairs.{method}.{guard}.parquet",
        decisions="<results>/counterfactual/{lang}/decisions.{method}.{guard}.tsv",
        report="<results>/counterfactual/{lang}/report.{method}.{guard}.json",
    log:
        "<logs>/counterfactual/{lang}/pairs.{method}.{guard}.log",
    benchmark:
        "<benchmarks>/counterfactual/{lang}/pairs.{method}.{guard}.tsv"
    params:
        model=lambda wildcards, input: input.model or "base",
        lexicon=lexicon_options,
        alignments=lambda wildcards, input: flags(alignments=input.alignments),
        swap=flags(COUNTERFACTUAL.swap),
        resolver=COUNTERFACTUAL.resolver,
        held_out=lambda wildcards: flags(**held_out_of_copies(wildcards)),
        size=COUNTERFACTUAL.per_profession,
        seed=CONFIG.seed,
    shell:
        "cdaflow counterfactual make {input.pairs:q} --lang {wildcards.lang:q} "
        "--english-trees {input.english:q} --target-trees {input.target:q} "
        "--model {params.model:q} --method-file {input.method:q} {params.lexicon} "
        "--inflection-model {input.inflection:q} {params.alignments} "
        "--professions {input.professions:q} --pronouns {input.pronouns:q} "
        "--gendered {input.gendered:q} --persons {input.persons:q} {params.swap} "
        "--guard {wildcards.guard:q} --resolver {params.resolver} {params.held_out} "
        "--per-profession {params.size} --seed {params.seed} --output {output.pairs:q} "
        "--decisions {output.decisions:q} --report {output.report:q} > {log:q} 2>&1"


if GOLD:

    rule evaluate_counterfactuals:
        input:
            pairs="<results>/counterfactual/{lang}/pairs.{method}.{guard}.parquet",
            decisions="<results>/counterfactual/{lang}/decisions.{method}.{guard}.tsv",
            professions=wordlist("professions.{lang}.tsv"),
            gold=lambda wildcards: GOLD[wildcards.lang],
        output:
            scores="<results>/counterfactual/{lang}/evaluation.{method}.{guard}.json",
            errors="<results>/counterfactual/{lang}/evaluation.{method}.{guard}.errors.tsv",
        log:
            "<logs>/counterfactual/{lang}/evaluation.{method}.{guard}.log",
        benchmark:
            "<benchmarks>/counterfactual/{lang}/evaluation.{method}.{guard}.tsv"
        shell:
            "cdaflow counterfactual evaluate {input.pairs:q} --lang {wildcards.lang:q} "
            "--decisions {input.decisions:q} --gold {input.gold:q} "
            "--professions {input.professions:q} --errors {output.errors:q} "
            "--output {output.scores:q} > {log:q} 2>&1"
