# Gender-filtered self-training (Choubey et al. 2021): monolingual text that shows one gender is
# translated in shards, filtered again, and balanced. Only where the configuration has the key gfst.


scattergather:
    gfst=config["gfst"]["shards"],


FOLDER = "<results>/gfst/{lang}"
LOGS = "<logs>/gfst/{lang}"
BENCHMARKS = "<benchmarks>/gfst/{lang}"


wildcard_constraints:
    gender="fem|msc",
    mono="(back-[A-Za-z0-9_-]+\\.)?(fem|msc)|sample\\.[A-Za-z0-9][A-Za-z0-9_-]*",


rule build_mono:
    input:
        mono_files,
    output:
        text="<results>/mono/{side}.parquet",
        drops="<results>/mono/{side}.drops.tsv",
    log:
        "<logs>/mono/{side}.log",
    benchmark:
        "<benchmarks>/mono/{side}.tsv"
    wildcard_constraints:
        side="|".join(GFST.texts),
    conda:
        "../envs/cdaflow.yaml"
    params:
        corpora=mono_specs,
        cleaning=mono_cleaning(),
        seed=config["seed"],
        source=source("text.corpus"),
    shell:
        "cdaflow text mono --lang {wildcards.side} {params.corpora:q} {params.cleaning} "
        "--seed {params.seed} --output {output.text} --drops {output.drops} 2>&1 | tee {log}"


rule filter_source:
    input:
        text="<results>/mono/en.parquet",
        pronouns=wordlist("pronouns.en.tsv"),
        gendered=wordlist("gendered.en.tsv"),
    output:
        text="<results>/gfst/source.{gender}.parquet",
        counts="<results>/gfst/source.{gender}.json",
    log:
        "<logs>/gfst/source.{gender}.log",
    benchmark:
        "<benchmarks>/gfst/source.{gender}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    threads: config["gfst"]["filtering"]["threads"]
    resources:
        mem_mb=config["gfst"]["filtering"]["mem_mb"],
        runtime=config["gfst"]["filtering"]["runtime"],
    params:
        source=source("gfst.labelling"),
    shell:
        "cdaflow gfst source {input.text} --gender {wildcards.gender} "
        "--pronouns {input.pronouns} --gendered {input.gendered} --threads {threads} "
        "--output {output.text} --report {output.counts} 2>&1 | tee {log}"


rule cap_source:
    input:
        "<results>/gfst/source.{gender}.parquet",
    output:
        "<results>/gfst/capped.{gender}.parquet",
    log:
        "<logs>/gfst/capped.{gender}.log",
    benchmark:
        "<benchmarks>/gfst/capped.{gender}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        size=GFST.max_source,
        seed=config["seed"],
        source=source("text.sample"),
    shell:
        "cdaflow text sample {input} --size {params.size} --at-most --seed {params.seed} "
        "--output {output} 2>&1 | tee {log}"


rule translate_mono:
    input:
        model=translator_files,
        text=translated_text,
    output:
        temp(f"{FOLDER}/shards/{{mono}}.{{scatteritem}}.txt"),
    log:
        f"{LOGS}/shards/{{mono}}.{{scatteritem}}.log",
    benchmark:
        f"{BENCHMARKS}/shards/{{mono}}.{{scatteritem}}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    threads: config["decoding"]["threads"]
    resources:
        mem_mb=config["decoding"]["mem_mb"],
        runtime=config["decoding"]["runtime"],
        gpu=config["decoding"]["gpus"],
    params:
        model=translator,
        column=mono_column,
        decoder=GFST.decoder,
        shard=lambda wildcards: wildcards.scatteritem.replace("-of-", "/"),
        device=device_option("decoding"),
        marian=marian_option(),
        source=source("nmt.translate"),
    shell:
        "cdaflow nmt translate --model-dir {params.model} --input {input.text} "
        "--column {params.column} --shard {params.shard} --decoder {params.decoder} "
        "--output {output} --threads {threads} {params.device} {params.marian} 2>&1 | tee {log}"


rule gather_translations:
    input:
        text=translated_text,
        shards=translated_shards,
    output:
        f"{FOLDER}/pairs.{{mono}}.parquet",
    log:
        f"{LOGS}/pairs.{{mono}}.log",
    benchmark:
        f"{BENCHMARKS}/pairs.{{mono}}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    params:
        column=mono_column,
        side=translated_side,
        source=source("nmt.gather"),
    shell:
        "cdaflow nmt gather {input.shards} --corpus {input.text} "
        "--column {params.column} {params.side} --output {output} 2>&1 | tee {log}"


rule filter_target:
    input:
        unpack(analyser_files("gfst-{gender}")),
        pairs=f"{FOLDER}/pairs.{{gender}}.parquet",
    output:
        kept=f"{FOLDER}/kept.{{gender}}.parquet",
        rejected=f"{FOLDER}/rejected.{{gender}}.tsv",
        counts=f"{FOLDER}/target.{{gender}}.json",
    log:
        f"{LOGS}/target.{{gender}}.log",
    benchmark:
        f"{BENCHMARKS}/target.{{gender}}.tsv"
    conda:
        "../envs/cdaflow.yaml"
    threads: config["gfst"]["filtering"]["threads"]
    resources:
        mem_mb=config["gfst"]["filtering"]["mem_mb"],
        runtime=config["gfst"]["filtering"]["runtime"],
    params:
        analyser=analyser_options,
        files=analyser_arguments,
        source=source("gfst.filtering", "io.rows", "gfst.analysers.trees"),
    shell:
        "cdaflow gfst target {input.pairs} --lang {wildcards.lang} "
        "--gender {wildcards.gender} {params.analyser} {params.files} --threads {threads} "
        "--output {output.kept} --rejected {output.rejected} --report {output.counts} "
        "2>&1 | tee {log}"


if names_of("self_training"):

    # Random text, whatever it shows (RANDST).
    rule sample_mono:
        input:
            text="<results>/mono/en.parquet",
            size_of=size_of,
        output:
            f"{FOLDER}/sample.{{dataset}}.parquet",
        log:
            f"{LOGS}/sample.{{dataset}}.log",
        benchmark:
            f"{BENCHMARKS}/sample.{{dataset}}.tsv"
        wildcard_constraints:
            dataset=names_of("self_training"),
        conda:
            "../envs/cdaflow.yaml"
        params:
            size=size_option,
            seed=config["seed"],
            source=source("text.sample"),
        shell:
            "cdaflow text sample {input.text} {params.size} --seed {params.seed} "
            "--output {output} 2>&1 | tee {log}"

    use rule gather_translations as gather_random with:
        input:
            text=f"{FOLDER}/sample.{{dataset}}.parquet",
            shards=sampled_shards,
        output:
            "<results>/datasets/{lang}/{dataset}.parquet",
        log:
            "<logs>/datasets/{lang}/{dataset}.log",
        benchmark:
            "<benchmarks>/datasets/{lang}/{dataset}.tsv"
        wildcard_constraints:
            dataset=names_of("self_training"),
        params:
            column="text",
            side="--translation target",
            source=source("nmt.gather"),


if back_recipes():

    # Back-translation goes the other way round: the target filter, then the translation, then the
    # source filter (section 6.3; a pronoun is wanted as well, its footnote 15).
    rule cap_target:
        input:
            "<results>/mono/{lang}.parquet",
        output:
            f"{FOLDER}/target.parquet",
        log:
            f"{LOGS}/target.log",
        benchmark:
            f"{BENCHMARKS}/target.tsv"
        conda:
            "../envs/cdaflow.yaml"
        params:
            size=GFST.max_target,
            seed=config["seed"],
            source=source("text.sample"),
        shell:
            "cdaflow text sample {input} --size {params.size} --at-most --seed {params.seed} "
            "--output {output} 2>&1 | tee {log}"

    rule filter_mono:
        input:
            unpack(analyser_files("gfst-target")),
            text=lambda wildcards: filtered_target_text(wildcards.lang),
        output:
            kept=f"{FOLDER}/mono.{{gender}}.parquet",
            rejected=f"{FOLDER}/mono.{{gender}}.rejected.tsv",
            counts=f"{FOLDER}/mono.{{gender}}.json",
        log:
            f"{LOGS}/mono.{{gender}}.log",
        benchmark:
            f"{BENCHMARKS}/mono.{{gender}}.tsv"
        conda:
            "../envs/cdaflow.yaml"
        threads: config["gfst"]["filtering"]["threads"]
        resources:
            mem_mb=config["gfst"]["filtering"]["mem_mb"],
            runtime=config["gfst"]["filtering"]["runtime"],
        params:
            analyser=analyser_options,
            files=analyser_arguments,
            source=source("gfst.filtering", "io.rows", "gfst.analysers.trees"),
        shell:
            "cdaflow gfst target {input.text} --lang {wildcards.lang} --pronoun "
            "--gender {wildcards.gender} {params.analyser} {params.files} --threads {threads} "
            "--output {output.kept} --rejected {output.rejected} --report {output.counts} "
            "2>&1 | tee {log}"

    use rule filter_source as filter_back with:
        input:
            text=f"{FOLDER}/pairs.{{back}}.{{gender}}.parquet",
            pronouns=wordlist("pronouns.en.tsv"),
            gendered=wordlist("gendered.en.tsv"),
        output:
            text=f"{FOLDER}/kept.{{back}}.{{gender}}.parquet",
            counts=f"{FOLDER}/source.{{back}}.{{gender}}.json",
        log:
            f"{LOGS}/kept.{{back}}.{{gender}}.log",
        benchmark:
            f"{BENCHMARKS}/kept.{{back}}.{{gender}}.tsv"
        wildcard_constraints:
            back="|".join(f"back-{recipe}" for recipe in back_recipes()),


if names_of("gfst"):

    rule balance_gfst:
        input:
            unpack(gfst_halves),
        output:
            pairs="<results>/datasets/{lang}/{dataset}.parquet",
            counts=f"{FOLDER}/{{dataset}}.json",
        log:
            "<logs>/datasets/{lang}/{dataset}.log",
        benchmark:
            "<benchmarks>/datasets/{lang}/{dataset}.tsv"
        wildcard_constraints:
            dataset=names_of("gfst"),
        conda:
            "../envs/cdaflow.yaml"
        params:
            options=balance_options,
            seed=config["seed"],
            source=source("gfst.balance"),
        shell:
            "cdaflow gfst balance --fem {input.fem} --msc {input.msc} {params.options} "
            "--seed {params.seed} --output {output.pairs} --report {output.counts} "
            "2>&1 | tee {log}"
