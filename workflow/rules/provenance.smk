# What each table was made from, beside it.

from cdaflow.sharing.dependencies import FOLDER as FOLDER_OF_RECORDS


# The configuration is that of the time when the table was made, as the state of git is: a change
# of either that changes no table is no reason to write this again. So it is no input, and the
# parameter is a function of the output, which Snakemake does not compare. As an input that is
# ancient it would be worse: where a job is due, Snakemake does not ask whether jobs behind it are due
# for other reasons, and an ancient input does not make them due either; after a change of the
# configuration the tables were not made.
rule write_provenance:
    input:
        inputs=recorded_inputs,
        markdown=recorded_markdown,
        table="<results>/tables/{table}.csv",
    output:
        "<results>/tables/{table}.provenance.json",
    log:
        "<logs>/provenance/{table}.log",
    benchmark:
        "<benchmarks>/provenance/{table}.tsv"
    wildcard_constraints:
        table="[A-Za-z0-9._-]+",
    group:
        "tables"
    resources:
        mem_mb=2000,
        runtime=120,
    params:
        options=recorded_options,
        command=recorded_command,
        config=lambda wildcards, output: json.dumps(config, sort_keys=True),
        digests=DIGESTS.store,
        records=FOLDER_OF_RECORDS,
    shell:
        "cdaflow tables provenance {input.table:q} {params.options} {params.command} "
        "--config {params.config:q} --records {params.records:q} --digests {params.digests:q} "
        "--output {output:q} > {log:q} 2>&1"
