# What each table was made from, beside it.

from cdaflow.sharing.dependencies import FOLDER as FOLDER_OF_RECORDS


# The configuration is that of the time when the table was made, as the state of git is: a change
# of either that changes no table is no reason to write this again.
rule write_provenance:
    input:
        inputs=recorded_inputs,
        markdown=recorded_markdown,
        table="<results>/tables/{table}.csv",
        config=ancient("<results>/config.json"),
    output:
        "<results>/tables/{table}.provenance.json",
    log:
        "<logs>/provenance/{table}.log",
    benchmark:
        "<benchmarks>/provenance/{table}.tsv"
    wildcard_constraints:
        table="[A-Za-z0-9._-]+",
    params:
        options=recorded_options,
        command=recorded_command,
        digests=DIGESTS.store,
        records=FOLDER_OF_RECORDS,
    shell:
        "cdaflow tables provenance {input.table} {params.options} --config {input.config} "
        "{params.command} --records {params.records} --digests {params.digests} --output {output} "
        "> {log} 2>&1"
