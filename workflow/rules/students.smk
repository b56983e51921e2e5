# Systems that write gender structures themselves (Garg et al. 2024, section 4): their alternatives,
# the scores of these, and their translations without structures for all other scores.
#
#   snakemake students --configfile config/alternatives.yaml


rule students:
    input:
        lambda wildcards: with_provenance(
            "students", "students.trainings", "bleu", "augmentation"
        ),
        lambda wildcards: published_tables("students", "bleu"),


rule translate_alternatives:
    input:
        unpack(student_lists),
        model=lambda wildcards: translator(wildcards).files,
        sentences=alternatives_file,
    output:
        alternatives="<results>/alternatives/{lang}/students/{system}/{altset}.jsonl.gz",
        faults="<results>/alternatives/{lang}/students/{system}/{altset}.faults.tsv",
    log:
        "<logs>/alternatives/{lang}/students/{system}/{altset}.log",
    benchmark:
        "<benchmarks>/alternatives/{lang}/students/{system}/{altset}.tsv"
    wildcard_constraints:
        system=runs_of_systems(STRUCTURED),
    threads: CONFIG.decoding.threads
    resources:
        **CONFIG.decoding.limits,
        gpu=CONFIG.decoding.gpus,
    params:
        model=student_model,
        student=student_options,
        device=device_options(CONFIG.decoding.gpus),
        marian=MARIAN,
    shell:
        "cdaflow alternatives translate {input.sentences:q} {params.model} "
        "--lang {wildcards.lang:q} {params.student} --threads {threads} {params.device} "
        "{params.marian} --output {output.alternatives:q} --faults {output.faults:q} > {log:q} 2>&1"


if len(STRUCTURED) < len(STUDENTS):

    # What is not trained here translates a test set as any other, without structures.
    rule write_sources:
        input:
            alternatives_file,
        output:
            "<results>/alternatives/{lang}/{altset}.en.txt",
        log:
            "<logs>/alternatives/{lang}/{altset}.en.log",
        benchmark:
            "<benchmarks>/alternatives/{lang}/{altset}.en.tsv"
        shell:
            "cdaflow alternatives sources {input:q} --output {output:q} > {log:q} 2>&1"

    rule pair_translations:
        input:
            source="<results>/alternatives/{lang}/{altset}.en.txt",
            target=f"<results>/translations/{{lang}}/{{system}}/{TRANSLATED_SET}{{altset}}.txt",
        output:
            "<results>/alternatives/{lang}/students/{system}/{altset}.jsonl.gz",
        log:
            "<logs>/alternatives/{lang}/students/{system}/{altset}.log",
        benchmark:
            "<benchmarks>/alternatives/{lang}/students/{system}/{altset}.tsv"
        wildcard_constraints:
            system=runs_of_systems(set(STUDENTS) - set(STRUCTURED)),
        shell:
            "cdaflow alternatives pairs {input.source:q} {input.target:q} --output {output:q} "
            "> {log:q} 2>&1"


rule score_students:
    input:
        alternatives="<results>/alternatives/{lang}/students/{system}/{altset}.jsonl.gz",
        reference=alternatives_file,
    output:
        scores="<results>/alternatives/scores/students/{lang}/{system}/{altset}.json",
        sentences="<results>/alternatives/scores/students/{lang}/{system}/{altset}.sentences.tsv",
    log:
        "<logs>/alternatives/scores/students/{lang}/{system}/{altset}.log",
    benchmark:
        "<benchmarks>/alternatives/scores/students/{lang}/{system}/{altset}.tsv"
    params:
        labels=score_labels,
        seed=CONFIG.seed,
    shell:
        "cdaflow score alternatives {input.alternatives:q} --reference {input.reference:q} "
        "--lang {wildcards.lang:q} {params.labels} --testset {wildcards.altset:q} "
        "--seed {params.seed} --output {output.scores:q} --sentences {output.sentences:q} "
        "> {log:q} 2>&1"


if REWRITTEN:

    # Other models' translations with the alternatives of the pipeline (appendix H).
    rule score_rewritten:
        input:
            alternatives=lambda wildcards: (
                f"{RESULTS}/alternatives/{wildcards.lang}/"
                f"{augmented_name(wildcards.altset)}.jsonl.gz"
            ),
            reference=lambda wildcards: sentences_of(
                REWRITTEN[wildcards.altset][0], wildcards.lang
            ),
        output:
            scores="<results>/alternatives/scores/rewritten/{lang}.{altset}.json",
            sentences="<results>/alternatives/scores/rewritten/{lang}.{altset}.sentences.tsv",
        log:
            "<logs>/alternatives/scores/rewritten/{lang}.{altset}.log",
        benchmark:
            "<benchmarks>/alternatives/scores/rewritten/{lang}.{altset}.tsv"
        params:
            labels=rewritten_labels,
            seed=CONFIG.seed,
        shell:
            "cdaflow score alternatives {input.alternatives:q} --reference {input.reference:q} "
            "--lang {wildcards.lang:q} {params.labels} --seed {params.seed} "
            "--output {output.scores:q} --sentences {output.sentences:q} > {log:q} 2>&1"


# Without <gender> before the English: a model that needs it writes what other models do.
rule translate_stripped:
    input:
        model=lambda wildcards: translator(wildcards).files,
        text=source_of,
    output:
        "<results>/translations/{lang}/{system}/{testset}.txt",
    log:
        "<logs>/translations/{lang}/{system}/{testset}.log",
    benchmark:
        "<benchmarks>/translations/{lang}/{system}/{testset}.tsv"
    wildcard_constraints:
        system=runs_of_systems(STRUCTURED),
    threads: CONFIG.decoding.threads
    resources:
        **CONFIG.decoding.limits,
        gpu=CONFIG.decoding.gpus,
    params:
        model=student_model,
        device=device_options(CONFIG.decoding.gpus),
        marian=MARIAN,
    shell:
        "cdaflow alternatives translate {input.text:q} {params.model} --lang {wildcards.lang:q} "
        "--threads {threads} {params.device} {params.marian} --stripped {output:q} > {log:q} 2>&1"
