# Bias of sentence encoders (Dolci et al. 2023): encoders trained on a text and on the same text with
# less bias, each beside its control; what they are measured by. Only where the configuration has the
# key bias.
#
#   snakemake fairness_encoders --configfile config/fairness.yaml


wildcard_constraints:
    variant="|".join(VARIANTS),
    seed="[1-9][0-9]*",
    encoder="|".join([rf"(?:{'|'.join(VARIANTS)})\.[1-9][0-9]*", VECTORS, *BIAS.others]),


rule fairness_encoders:
    input:
        lambda wildcards: fairness_of_encoders(),
        lambda wildcards: published_tables("bias-tests", "bias-texts"),


# Stopped, it resumes from its last epoch: its state lies beside the encoder.
rule train_encoder:
    input:
        train=encoder_text,
        dev=OWN.dev,
        vectors=lambda wildcards: trained_with(wildcards.variant),
    output:
        "<results>/bias/encoders/{variant}.{seed}.npz",
    log:
        "<logs>/bias/encoders/{variant}.{seed}.log",
    benchmark:
        "<benchmarks>/bias/encoders/{variant}.{seed}.tsv"
    threads: OWN.training.threads
    resources:
        **OWN.training.limits,
        gpu=OWN.training.gpus,
    params:
        options=encoder_training,
        device="--device cuda" if OWN.training.gpus else "",
        state=f"{RESULTS}/bias/encoders/{{variant}}.{{seed}}.state",
    shell:
        "cdaflow bias train-encoder --train {input.train:q} --dev {input.dev:q} {params.options} "
        "--state {params.state:q} --threads {threads} {params.device} --seed {wildcards.seed:q} "
        "--output {output:q} > {log:q} 2>&1"


rule find_direction:
    input:
        unpack(direction_files),
        encoder=measured_files,
    output:
        "<results>/bias/directions/{encoder}.npz",
    log:
        "<logs>/bias/directions/{encoder}.log",
    benchmark:
        "<benchmarks>/bias/directions/{encoder}.tsv"
    threads: BIAS.measuring.threads
    resources:
        **BIAS.measuring.limits,
        gpu=BIAS.measuring.gpus,
    params:
        encoder=measured_encoder,
        options=direction_options,
        seed=CONFIG.seed,
    shell:
        "cdaflow bias direction {params.encoder} {params.options} --seed {params.seed} "
        "--threads {threads} --output {output:q} > {log:q} 2>&1"


# The text that is adjusted, by the first encoder that was trained on it.
rule score_examples:
    input:
        text=OWN.train,
        encoder=f"<results>/bias/encoders/{FIRST}.npz",
        vectors=trained_with("original"),
        direction=f"<results>/bias/directions/{FIRST}.npz",
        lists=LIST_L_FILES,
    output:
        scored="<results>/bias/scored.parquet",
        report="<results>/bias/scored.json",
    log:
        "<logs>/bias/scored.log",
    benchmark:
        "<benchmarks>/bias/scored.tsv"
    threads: BIAS.measuring.threads
    resources:
        **BIAS.measuring.limits,
        gpu=BIAS.measuring.gpus,
    params:
        options=flags(BIAS, "neutralise", "skip_closed", "min_count"),
        lists=flags(**LIST_L, vectors=trained_with("original")),
        device="--device cuda" if BIAS.measuring.gpus else "",
    shell:
        "cdaflow bias score {input.text:q} --encoder {input.encoder:q} "
        "--direction {input.direction:q} {params.options} {params.lists} --threads {threads} "
        "{params.device} --output {output.scored:q} --report {output.report:q} > {log:q} 2>&1"


rule adjust_examples:
    input:
        scored="<results>/bias/scored.parquet",
        lists=list(SWAP_LISTS.values()),
    output:
        text="<results>/bias/texts/{variant}.tsv.gz",
        report="<results>/bias/texts/{variant}.json",
    log:
        "<logs>/bias/texts/{variant}.log",
    benchmark:
        "<benchmarks>/bias/texts/{variant}.tsv"
    params:
        options=adjustment,
        lists=flags(**SWAP_LISTS),
        seed=CONFIG.seed,
    shell:
        "cdaflow bias adjust {input.scored:q} {params.options} {params.lists} "
        "--seed {params.seed} --output {output.text:q} --report {output.report:q} > {log:q} 2>&1"


if BIAS.hard_debias:

    rule debias_vectors:
        input:
            vectors=OWN.vectors,
            direction=f"<results>/bias/directions/{VECTORS}.npz",
            pairs=gender_pairs(BIAS.direction),
            lists=LIST_L_FILES,
        output:
            "<results>/bias/vectors/debiased-{percent}.txt.gz",
        log:
            "<logs>/bias/vectors/debiased-{percent}.log",
        benchmark:
            "<benchmarks>/bias/vectors/debiased-{percent}.tsv"
        wildcard_constraints:
            percent="[1-9][0-9]*",
        resources:
            **BIAS.measuring.limits,
        params:
            options=debiasing,
        shell:
            "cdaflow bias debias {input.vectors:q} --direction {input.direction:q} "
            "{params.options} --output {output:q} > {log:q} 2>&1"


# Run where the configuration names a file of this folder under bias.tests.
rule fetch_seat:
    output:
        "<results>/fetched/seat/{test}.jsonl",
    log:
        "<logs>/fetched/seat.{test}.log",
    benchmark:
        "<benchmarks>/fetched/seat.{test}.tsv"
    params:
        folder=subpath(output[0], parent=True),
    shell:
        "cdaflow bias fetch-seat --tests {wildcards.test:q} --output {params.folder:q} "
        "> {log:q} 2>&1"


rule measure_association:
    input:
        encoder=measured_files,
        tests=BIAS.tests,
        shares=BIAS.shares if BIAS.professions else [],
    output:
        "<results>/bias/scores/{encoder}.seat.json",
    log:
        "<logs>/bias/scores/{encoder}.seat.log",
    benchmark:
        "<benchmarks>/bias/scores/{encoder}.seat.tsv"
    threads: BIAS.measuring.threads
    resources:
        **BIAS.measuring.limits,
        gpu=BIAS.measuring.gpus,
    params:
        encoder=measured_encoder,
        options=lambda wildcards, input: flags(
            tests=input.tests, shares=input.shares, professions=BIAS.professions
        ),
        labels=measured_labels,
        seed=CONFIG.seed,
    shell:
        "cdaflow bias seat {params.encoder} {params.options} {params.labels} "
        "--seed {params.seed} --threads {threads} --output {output:q} > {log:q} 2>&1"


rule measure_validity:
    input:
        encoder=measured_files,
        direction="<results>/bias/directions/{encoder}.npz",
        shares=BIAS.shares,
        lists=LIST_L_FILES,
    output:
        "<results>/bias/scores/{encoder}.validity.json",
    log:
        "<logs>/bias/scores/{encoder}.validity.log",
    benchmark:
        "<benchmarks>/bias/scores/{encoder}.validity.tsv"
    threads: BIAS.measuring.threads
    resources:
        **BIAS.measuring.limits,
        gpu=BIAS.measuring.gpus,
    params:
        encoder=measured_encoder,
        options=flags(BIAS, "skip_closed"),
        lists=flags(**LIST_L),
        labels=measured_labels,
        seed=CONFIG.seed,
    shell:
        "cdaflow bias validity {params.encoder} --direction {input.direction:q} "
        "--shares {input.shares:q} {params.options} {params.lists} {params.labels} "
        "--seed {params.seed} --threads {threads} --output {output:q} > {log:q} 2>&1"


if BIAS.transfer:

    rule measure_transfer:
        input:
            encoder=measured_files,
            data=BIAS.transfer.files(),
        output:
            "<results>/bias/scores/{encoder}.transfer.json",
        log:
            "<logs>/bias/scores/{encoder}.transfer.log",
        benchmark:
            "<benchmarks>/bias/scores/{encoder}.transfer.tsv"
        threads: BIAS.measuring.threads
        resources:
            **BIAS.measuring.limits,
            gpu=BIAS.measuring.gpus,
        params:
            encoder=measured_encoder,
            options=flags(BIAS.transfer, *BIAS.transfer.options()),
            labels=measured_labels,
            seed=CONFIG.seed,
        shell:
            "cdaflow bias transfer {params.encoder} {params.options} {params.labels} "
            "--seed {params.seed} --threads {threads} --output {output:q} > {log:q} 2>&1"


rule draw_importance:
    input:
        encoder=f"<results>/bias/encoders/{FIRST}.npz",
        vectors=trained_with("original"),
        direction=f"<results>/bias/directions/{FIRST}.npz",
        lists=LIST_L_FILES,
    output:
        report(
            "<results>/figures/bias-importance.svg",
            caption="../report/caption.rst",
            category="Figures",
            labels={"figure": "importance of words and their bias"},
        ),
    log:
        "<logs>/figures/bias-importance.log",
    benchmark:
        "<benchmarks>/figures/bias-importance.tsv"
    params:
        texts=shlex.join(BIAS.explain),
        options=flags(BIAS, "neutralise", "skip_closed"),
        lists=flags(**LIST_L, vectors=trained_with("original")),
    shell:
        "cdaflow bias explain {params.texts} --encoder {input.encoder:q} "
        "--direction {input.direction:q} {params.options} {params.lists} --output {output:q} "
        "> {log:q} 2>&1"
