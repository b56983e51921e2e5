"""The commands `cdaflow share`, `cdaflow verify` and `cdaflow tables provenance`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from cdaflow.errors import CdaflowError
from cdaflow.io.files import write_json
from cdaflow.option_types import Count, Folder, OutputPath, UsageError
from cdaflow.progress import say
from cdaflow.sharing.digests import Digests

#: The exit statuses, as those of cmp and diff.
SAME, DIFFERENT, TROUBLE = 0, 1, 2


def share(
    results: Path,
    output: OutputPath,
    /,
    *,
    date: str | None = None,
    license: str | None = None,
    title: str = "Results of cdaflow",
) -> None:
    """Pack tables, figures and provenance into an archive to share.

    Pack the tables, figures, the report, the configuration and the provenance of a folder of
    results into a zip archive with a manifest. The same results give the same archive, byte for
    byte. Tables and figures of systems and languages that are not in config.json are left out and
    reported. Texts, models and translations are not packed; the examples in tables and report are.

    Args:
        results (RESULTS): the folder of results, or its folder tables
        output (OUT.zip): the archive to write
        date (YYYY-MM-DD): day of publication: the archive becomes an RO-Crate, with metadata of
            each file and of the making of each table; needs --license
        license (NAME): licence of the results, by its SPDX name (CC-BY-4.0) or address
        title: title of the RO-Crate
    """
    from cdaflow.sharing.pack import pack
    from cdaflow.sharing.ro_crate import Publication

    if (date is None) != (license is None):
        raise UsageError(
            "ro-crate.no-date-or-licence",
            "an RO-Crate requires --date and --license",
        )
    published = None if date is None or license is None else Publication(date, license, title)
    packed = pack(results, output, published)
    for name, size in packed.sizes.items():
        say(f"{size:>12,}  {name}")
    total = sum(packed.sizes.values())
    say(f"{total:>12,}  bytes in {len(packed.sizes)} files, packed to {output}")
    for name, reason in packed.left_out.items():
        say(f"left out: {name} ({reason})")
    for name, keys in packed.made_otherwise.items():
        say(f"made with another configuration than config.json: {name} ({', '.join(keys)})")
    if packed.without_provenance:
        say(f"without provenance: {', '.join(packed.without_provenance)}")


def verify(archive: Path, /, *, against: Path | None = None, cells: Count = 10) -> int:
    """Check an archive of cdaflow share, and compare it with a rerun.

    Check that an archive of `cdaflow share` is what its manifest says, that its tables are those
    of their provenance, and compare them with those of a rerun, cell by cell.

    Args:
        archive (OUT.zip): the archive
        against (RESULTS): the folder of results of a rerun, its folder tables, or another archive
        cells: maximum number of differing cells to show of a table

    Exit status: 0 the archive is whole and its tables are the same; 1 tables differ; 2 the archive
    is damaged or forged, or there is nothing to compare it with.
    """
    from cdaflow.sharing.pack import without_provenance
    from cdaflow.sharing.verify import (
        compare_results,
        comparison_lines,
        read_results,
        read_shared,
    )

    try:
        contents = read_shared(archive)
        total = sum(map(len, contents.values()))
        print(f"{archive}: {len(contents)} files, {total:,} bytes, as in the manifest")
        if unknown := without_provenance(contents):
            print(f"not checked, since they have no provenance: {', '.join(unknown)}")
        if against is None:
            return SAME
        rerun = read_results(against)
        if unknown := without_provenance(rerun):
            print(f"{against}: not checked, since they have no provenance: {', '.join(unknown)}")
        comparison = compare_results(contents, rerun)
    except CdaflowError as error:
        print(f"cdaflow: error: {error}", file=sys.stderr)
        return TROUBLE
    for line in comparison_lines(comparison, cells):
        print(line)
    return SAME if comparison.is_same() else DIFFERENT


def provenance(
    table: Path,
    /,
    *,
    inputs: Sequence[Path],
    raw: Sequence[Path] = (),
    between: Sequence[Path] = (),
    temporary: Sequence[Path] = (),
    records: Folder | None = None,
    config: str = "",
    command: str = "",
    digests: Path | None = None,
    output: OutputPath,
) -> None:
    """Write what a table was made from.

    The JSON file has digests of files, configuration, seeds, versions, signatures, state of the git
    repository, machine. No dates.

    Args:
        table (TABLE.csv): the table
        inputs: the files that the table was written from, such as scores
        raw: raw files: corpora, word lists, challenge set, recipes
        between: intermediate files, in the order in which they were made; files that no longer
            exist are left out
        temporary: intermediate files that were deleted by design, whose records are read
        records: the records of Snakemake (.snakemake/metadata): describe raw files as they were
            when the results were made (default: as they are now)
        config (JSON): the configuration, as text
        command (WORDS): the command that wrote the table, in quotes, without cdaflow and outputs
        digests (STORE.json): cache of digests, so that an unchanged file is not read again
        output (TABLE.provenance.json): the provenance
    """
    from cdaflow.sharing.provenance import table_provenance

    store = Digests(digests)
    table_records = table_provenance(
        table,
        inputs,
        raw=raw,
        between=between,
        temporary=temporary,
        records=records,
        config=config,
        command=command,
        digests=store,
    )
    write_json(output, table_records)
    store.save()
