# Translations of the test sets and of the challenge set, one line for each source line.


rule extract_challenge:
    input:
        challenge_file("sentences"),
    output:
        "<results>/challenge/winomt.en.txt",
    log:
        "<logs>/challenge/winomt.log",
    benchmark:
        "<benchmarks>/challenge/winomt.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        source=source("scoring.challenge"),
    shell:
        "cdaflow score winomt-source --challenge {input} --output {output} 2>&1 | tee {log}"


rule translate:
    input:
        model=model_files,
        source=source_of,
    output:
        "<results>/translations/{lang}/{system}/{testset}.txt",
    log:
        "<logs>/translations/{lang}/{system}/{testset}.log",
    benchmark:
        "<benchmarks>/translations/{lang}/{system}/{testset}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    threads: config["decoding"]["threads"]
    resources:
        mem_mb=config["decoding"]["mem_mb"],
        runtime=config["decoding"]["runtime"],
        gpu=config["decoding"]["gpus"],
    params:
        model=model_options,
        device=device_option("decoding"),
        marian=marian_option(),
        source=source("nmt.translate"),
    shell:
        "cdaflow nmt translate {params.model} --input {input.source} --output {output} "
        "--threads {threads} {params.device} {params.marian} 2>&1 | tee {log}"
