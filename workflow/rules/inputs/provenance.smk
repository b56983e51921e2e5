# Which files each table rests on.

from functools import cache

from cdaflow.sharing.dependencies import Lineages


def provenances():
    """Return the files that say what each table was made from."""
    beside = [
        path
        for table in SHOWN.tables.values()
        for path in table.outputs.values()
        if path.endswith(".csv")
    ]
    return [provenance_of(path) for path in ALL_TABLES + beside]


@cache
def lineages():
    """Return the lineages of all files; to be asked for when all rules are known."""
    return Lineages(workflow.rules)


def recorded_inputs(wildcards):
    """Return the files that a table is written from.

    Those further back are no inputs of its provenance: of a finished table, they may be gone or
    replaced, and their digests are those of the time when they were read.
    """
    return lineages().of(SHOWN.csv(wildcards.table)).inputs


def recorded_markdown(wildcards):
    """Return the Markdown of a table, whose digest is in its provenance; none where none is made."""
    markdown = f"{RESULTS}/tables/{wildcards.table}.md"
    return [markdown] if lineages().makes(markdown) else []


def recorded_command(wildcards):
    """Return what writes a table of ours, without its outputs, as an argument; "" for others."""
    if wildcards.table not in SHOWN.tables:
        return ""
    table = SHOWN.tables[wildcards.table]
    words = f"tables {table.subcommand} {shlex.join(table.files)} {table.arguments}"
    return f"--command {shlex.quote(words)}"


def recorded_options(wildcards, input):
    """Return the files that a table is made from, directly or not, as arguments."""
    lineage = lineages().of(input.table)
    return flags(
        inputs=lineage.inputs,
        raw=lineage.raw,
        between=lineage.between,
        temporary=lineage.temporary,
    )
