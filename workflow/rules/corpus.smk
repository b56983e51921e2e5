# Raw text to clean pairs with ids, in Parquet.


# Snakemake deletes the outputs of a job before it runs, so a corpus that has become faulty would
# cost the good one made from it before. Hence the raw files are read once to check them.
rule check_corpus:
    input:
        corpus_files,
    output:
        "<results>/corpora/{lang}/{part}.inputs.json",
    log:
        "<logs>/corpora/{lang}/{part}.check.log",
    benchmark:
        "<benchmarks>/corpora/{lang}/{part}.check.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        corpora=corpus_specs,
        source=source("text.check"),
    shell:
        "cdaflow text check --source-lang en --target-lang {wildcards.lang} "
        "{params.corpora:q} --output {output} 2>&1 | tee {log}"


rule build_corpus:
    input:
        corpus_files,
        unpack(held_out_files),
        checked="<results>/corpora/{lang}/{part}.inputs.json",
    output:
        pairs="<results>/corpora/{lang}/{part}.parquet",
        drops="<results>/corpora/{lang}/{part}.drops.tsv",
    log:
        "<logs>/corpora/{lang}/{part}.log",
    benchmark:
        "<benchmarks>/corpora/{lang}/{part}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        corpora=corpus_specs,
        cleaning=cleaning_options,
        held_out=held_out_options,
        seed=config["seed"],
        source=source("text.corpus"),
    shell:
        "cdaflow text build --source-lang en --target-lang {wildcards.lang} {params.corpora:q} "
        "{params.cleaning} {params.held_out} --seed {params.seed} "
        "--output {output.pairs} --drops {output.drops} 2>&1 | tee {log}"


if HELD_OUT:

    rule hold_out:
        input:
            "<results>/corpora/{lang}/full.parquet",
        output:
            train="<results>/corpora/{lang}/train.parquet",
            dev="<results>/corpora/{lang}/dev.parquet",
            drops="<results>/corpora/{lang}/train.drops.tsv",
        log:
            "<logs>/corpora/{lang}/hold_out.log",
        benchmark:
            "<benchmarks>/corpora/{lang}/hold_out.tsv"
        conda:
            "../envs/cdaflow.yaml"
        params:
            pairs=HELD_OUT,
            seed=config["seed"],
            source=source("text.sample"),
        shell:
            "cdaflow text sample {input} --size {params.pairs} --by-source --seed {params.seed} "
            "--output {output.dev} --rest {output.train} --apart --drops {output.drops} 2>&1 | tee {log}"
