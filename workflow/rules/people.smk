# How sure the model that reads tags is of the words of each person (beyond Garg et al. 2024): its
# rewriting with a probability of each person, calibrated on held-out sentences, and scored. Only
# where the configuration has the key alternatives.tagged.calibrate.


# With the probability of each person, whose temperature is chosen on held-out sentences.
use rule rewrite_open as rewrite_scored with:
    input:
        unpack(rewriting_files),
        unpack(tagged_files),
    output:
        alternatives=temp(
            "<results>/alternatives/{lang}/shards/"
            "{altset}.{open_by}.mrf+lattice.{system}.{shard}.jsonl.gz"
        ),
        reasons=temp(
            "<results>/alternatives/{lang}/shards/"
            "{altset}.{open_by}.mrf+lattice.{system}.{shard}.reasons.tsv"
        ),
        people=temp(
            "<results>/alternatives/{lang}/shards/"
            "{altset}.{open_by}.mrf+lattice.{system}.{shard}.people.tsv"
        ),
    log:
        "<logs>/alternatives/{lang}/{altset}.{open_by}.mrf+lattice.{system}.{shard}.log",
    benchmark:
        "<benchmarks>/alternatives/{lang}/{altset}.{open_by}.mrf+lattice.{system}.{shard}.tsv"
    resources:
        **TAGGED_LIMITS,
    params:
        by=scored_options,


use rule gather_alternatives as gather_scored with:
    input:
        shards=tagged_shards(".jsonl.gz", SCORED_BY),
        people=tagged_shards(".people.tsv", SCORED_BY),
        sentences=alternatives_file,
    output:
        alternatives="<results>/alternatives/{lang}/"
        f"{{altset}}.{{open_by}}.mrf+lattice.{{system}}{UNALIGNED}.jsonl.gz",
        people="<results>/alternatives/{lang}/"
        "{altset}.{open_by}.mrf+lattice.{system}.people.tsv",
    log:
        "<logs>/alternatives/{lang}/{altset}.{open_by}.mrf+lattice.{system}.log",
    benchmark:
        "<benchmarks>/alternatives/{lang}/{altset}.{open_by}.mrf+lattice.{system}.tsv"
    params:
        people=lambda wildcards, input, output: flags(
            people_scores=input.people,
            people=output.people,
        ),


rule calibrate_people:
    input:
        people="<results>/alternatives/{lang}/"
        f"{CALIBRATION}.{{open_by}}.mrf+lattice.{{system}}.people.tsv",
        alternatives="<results>/alternatives/{lang}/"
        f"{CALIBRATION}.{{open_by}}.mrf+lattice.{{system}}{UNALIGNED}.jsonl.gz",
        reference=lambda wildcards: sentences_of(CALIBRATION, wildcards.lang),
    output:
        "<results>/alternatives/{lang}/"
        f"{CALIBRATION}.{{open_by}}.mrf+lattice.{{system}}.json",
    log:
        "<logs>/alternatives/{lang}/calibrate.{open_by}.mrf+lattice.{system}.log",
    benchmark:
        "<benchmarks>/alternatives/{lang}/calibrate.{open_by}.mrf+lattice.{system}.tsv"
    shell:
        "cdaflow alternatives calibrate {input.people:q} --alternatives {input.alternatives:q} "
        "--reference {input.reference:q} --output {output:q} > {log:q} 2>&1"


rule evaluate_people:
    input:
        people="<results>/alternatives/{lang}/"
        "{altset}.{open_by}.mrf+lattice.{system}.people.tsv",
        alternatives="<results>/alternatives/{lang}/"
        f"{{altset}}.{{open_by}}.mrf+lattice.{{system}}{UNALIGNED}.jsonl.gz",
        reference=alternatives_file,
        calibration=calibration_file,
    output:
        scores="<results>/alternatives/scores/people/{lang}.{altset}.{open_by}.{system}.json",
        probabilities="<results>/alternatives/{lang}/"
        "{altset}.{open_by}.mrf+lattice.{system}.probabilities.tsv",
    log:
        "<logs>/alternatives/scores/people/{lang}.{altset}.{open_by}.{system}.log",
    benchmark:
        "<benchmarks>/alternatives/scores/people/{lang}.{altset}.{open_by}.{system}.tsv"
    params:
        labels=people_labels,
    shell:
        "cdaflow alternatives evaluate-people {input.people:q} --lang {wildcards.lang:q} "
        "--alternatives {input.alternatives:q} --reference {input.reference:q} "
        "--calibration {input.calibration:q} {params.labels} --testset {wildcards.altset:q} "
        "--probabilities {output.probabilities:q} --output {output.scores:q} > {log:q} 2>&1"


if CALIBRATE.min_p:

    rule filter_people:
        input:
            alternatives="<results>/alternatives/{lang}/"
            "{altset}.{open_by}.mrf+lattice.{system}.jsonl.gz",
            people="<results>/alternatives/{lang}/"
            "{altset}.{open_by}.mrf+lattice.{system}.people.tsv",
            calibration=calibration_file,
        output:
            "<results>/alternatives/{lang}/"
            "{altset}.{open_by}.mrf+lattice.{system}.sure.jsonl.gz",
        log:
            "<logs>/alternatives/{lang}/{altset}.{open_by}.mrf+lattice.{system}.sure.log",
        benchmark:
            "<benchmarks>/alternatives/{lang}/{altset}.{open_by}.mrf+lattice.{system}.sure.tsv"
        params:
            min_p=CALIBRATE.min_p,
        shell:
            "cdaflow alternatives filter {input.alternatives:q} --people-scores {input.people:q} "
            "--calibration {input.calibration:q} --min-p {params.min_p} --output {output:q} "
            "> {log:q} 2>&1"

    use rule score_alternatives as score_sure with:
        input:
            alternatives="<results>/alternatives/{lang}/"
            "{altset}.{open_by}.mrf+lattice.{system}.sure.jsonl.gz",
            reference=alternatives_file,
        output:
            scores="<results>/alternatives/scores/"
            "{lang}.{altset}.{open_by}.mrf+lattice.{system}.sure.json",
            sentences="<results>/alternatives/scores/"
            "{lang}.{altset}.{open_by}.mrf+lattice.{system}.sure.sentences.tsv",
        log:
            "<logs>/alternatives/scores/{lang}.{altset}.{open_by}.mrf+lattice.{system}.sure.log",
        benchmark:
            "<benchmarks>/alternatives/scores/{lang}.{altset}.{open_by}.mrf+lattice.{system}.sure.tsv"
        params:
            labels=lambda wildcards: people_labels(wildcards, f"-{CALIBRATE.min_p:g}"),
