# Data sets of a system's own translations in which one person has the gender that the English states.
# Only where the configuration has such data sets.

CORRECTED = "<results>/corrected/{lang}/{dataset}"

# Their English is written by the next rule, or chosen of a text by the two that follow it.
if OF_SITUATIONS:

    rule write_situations:
        input:
            wordlist("professions.tsv"),
            wordlist("persons.en.tsv"),
        output:
            f"{CORRECTED}.persons.parquet",
        log:
            "<logs>/corrected/{lang}/{dataset}.persons.log",
        benchmark:
            "<benchmarks>/corrected/{lang}/{dataset}.persons.tsv"
        wildcard_constraints:
            dataset="|".join(OF_SITUATIONS),
        params:
            size=lambda wildcards: corrected_set(wildcards.dataset).sentences,
            seed=CONFIG.seed,
        shell:
            "cdaflow select situations --professions {input[0]:q} --persons {input[1]:q} "
            "--size {params.size} --seed {params.seed} --output {output:q} > {log:q} 2>&1"


if OF_TEXTS:

    rule select_candidate_persons:
        input:
            text=corrected_english,
            lists=[
                wordlist(name)
                for name in ("pronouns.en.tsv", "professions.tsv", "persons.en.tsv")
            ],
        output:
            text=f"{CORRECTED}.candidates.parquet",
            report=f"{CORRECTED}.candidates.json",
        log:
            "<logs>/corrected/{lang}/{dataset}.candidates.log",
        benchmark:
            "<benchmarks>/corrected/{lang}/{dataset}.candidates.tsv"
        wildcard_constraints:
            dataset="|".join(OF_TEXTS),
        params:
            size=lambda wildcards: flags(size=corrected_set(wildcards.dataset).size),
            seed=CONFIG.seed,
        shell:
            "cdaflow select persons {input.text:q} --pronouns {input.lists[0]:q} "
            "--professions {input.lists[1]:q} --persons {input.lists[2]:q} {params.size} "
            "--seed {params.seed} --output {output.text:q} --report {output.report:q} > {log:q} 2>&1"

    rule select_persons:
        input:
            unpack(stated_files),
            unpack(held_out_english),
            lists=[
                wordlist(name)
                for name in (
                    "pronouns.en.tsv",
                    "professions.tsv",
                    "persons.en.tsv",
                    "gendered.en.tsv",
                )
            ],
        output:
            text=f"{CORRECTED}.persons.parquet",
            report=f"{CORRECTED}.persons.json",
        log:
            "<logs>/corrected/{lang}/{dataset}.persons.log",
        benchmark:
            "<benchmarks>/corrected/{lang}/{dataset}.persons.tsv"
        wildcard_constraints:
            dataset="|".join(OF_TEXTS),
        params:
            trees=lambda wildcards, input: flags(trees=input.get("trees")),
            held_out=lambda wildcards: flags(**held_out_english(wildcards)),
        shell:
            "cdaflow select persons {input.text:q} {params.trees} {params.held_out} --pronouns {input.lists[0]:q} "
            "--professions {input.lists[1]:q} --persons {input.lists[2]:q} --gendered {input.lists[3]:q} "
            "--output {output.text:q} --report {output.report:q} > {log:q} 2>&1"


use rule translate as translate_persons with:
    input:
        model=lambda wildcards: corrected_translator(wildcards).files,
        text=f"{CORRECTED}.persons.parquet",
    output:
        temp("<results>/corrected/{lang}/shards/{dataset}.{shard}.txt"),
    log:
        "<logs>/corrected/{lang}/{dataset}.{shard}.log",
    benchmark:
        "<benchmarks>/corrected/{lang}/{dataset}.{shard}.tsv"
    wildcard_constraints:
        dataset=names_of("corrected"),
    params:
        model=lambda wildcards: corrected_translator(wildcards).options,
        text=lambda wildcards: flags(column="source", shard=shard_number(wildcards)),


rule gather_persons:
    input:
        text=f"{CORRECTED}.persons.parquet",
        shards=corrected_shards,
    output:
        f"{CORRECTED}.pairs.parquet",
    log:
        "<logs>/corrected/{lang}/{dataset}.pairs.log",
    benchmark:
        "<benchmarks>/corrected/{lang}/{dataset}.pairs.tsv"
    wildcard_constraints:
        dataset=names_of("corrected"),
    shell:
        "cdaflow nmt gather {input.shards:q} --corpus {input.text:q} --output {output:q} > {log:q} 2>&1"


rule correct_persons:
    input:
        unpack(lexicon_files),
        pairs=f"{CORRECTED}.pairs.parquet",
        english="<results>/trees/{lang}/corrected-{dataset}.en.conllu.gz",
        target="<results>/trees/{lang}/corrected-{dataset}.{lang}.conllu.gz",
        model=corrected_model,
        method=corrected_method,
        inflection=INFLECTION_MODEL,
        pronouns=wordlist("pronouns.en.tsv"),
        gendered=wordlist("gendered.en.tsv"),
        professions=wordlist("professions.tsv"),
        persons=wordlist("persons.en.tsv"),
    output:
        pairs="<results>/datasets/{lang}/{dataset}.parquet",
        decisions=f"{CORRECTED}.decisions.tsv",
        report=f"{CORRECTED}.report.json",
    log:
        "<logs>/datasets/{lang}/{dataset}.log",
    benchmark:
        "<benchmarks>/datasets/{lang}/{dataset}.tsv"
    wildcard_constraints:
        dataset=names_of("corrected"),
    params:
        model=lambda wildcards, input: input.model or "base",
        lexicon=lexicon_options,
        sample=lambda wildcards: flags(
            balance=corrected_set(wildcards.dataset).balance,
            per_profession=corrected_set(wildcards.dataset).per_profession,
        ),
        seed=CONFIG.seed,
    shell:
        "cdaflow counterfactual correct {input.pairs:q} --lang {wildcards.lang} "
        "--english-trees {input.english:q} --target-trees {input.target:q} "
        "--model {params.model:q} --method-file {input.method:q} {params.lexicon} "
        "--inflection-model {input.inflection:q} --pronouns {input.pronouns:q} "
        "--gendered {input.gendered:q} --professions {input.professions:q} "
        "--persons {input.persons:q} {params.sample} --seed {params.seed} "
        "--output {output.pairs:q} --decisions {output.decisions:q} --report {output.report:q} "
        "> {log:q} 2>&1"
