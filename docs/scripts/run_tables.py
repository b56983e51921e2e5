"""The blocks of published runs: baselines, fine-tuning on the demo, and self-training."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from page_tables import table
from published_run import Published, published_path

from cdaflow.scoring.metric import metric_named
from cdaflow.tables.gfst import GENDERS
from cdaflow.tables.text import ALL, Record, number, order
from cdaflow.tables.trainings import lead, of_records

#: Metric, column and header of what the pages show of WinoMT and BLEU.
_ACC = ("winomt", "accuracy", "Acc")
_DELTA_R = ("winomt", "delta_r", "ΔR")
_BLEU = ("bleu", "bleu", "BLEU")
_BY_HALF = (
    ("winomt", "pro", "Pro"),
    ("winomt", "anti", "Anti"),
    ("winomt", "delta_s", "ΔS"),
    ("winomt", "delta_g", "ΔG"),
)

#: Systems of the block about the guard: without it, and with it.
_UNGUARDED, _GUARDED = "gb", "gb-guard"

#: Columns of the minutes of a run.
_PARTS = ("all", "one training")


def figure(row: Record, metric: str, column: str) -> str:
    """Return a figure with its interval; the crossed bootstrap's is too narrow for a page."""
    field = next(item for item in metric_named(metric).fields if item.column == column)
    value = row[column]
    low, high = (row.get(name, "") for name in field.ends)
    if value and low and high:
        value += f" [{low}, {high}]"
    return value or "-"


def gain(row: Record, column: str) -> str:
    """Return the difference of a figure from that of the baseline, with its interval."""
    if not row.get(f"{column}_gain"):
        return "-"
    low, high = row[f"{column}_gain_low"], row[f"{column}_gain_high"]
    return f"{float(row[f'{column}_gain']):+.1f}" + (f" [{low}, {high}]" if low and high else "")


def origin(run: Published, name: str) -> str:
    """Return where a table comes from: day, machine, commit, file."""
    record, machine = run.content["tables"][name], run.provenance["machine"]
    commit = f"commit {record['commit'][:7]}" if record["commit"] else "no commit"
    changed = " with changes" if record["changed_files"] else ""
    return (
        f"Published {run.provenance['published']}; {machine['processor']}, {machine['system']}, "
        f"{commit}{changed}; counts in `results/published/{run.path.name}`."
    )


def _caption(run: Published, rows: Iterable[Record]) -> Iterator[str]:
    """Yield what stands below a table of means: trainings, intervals, origin."""
    yield from ("", f"{lead(of_records(rows), crossed=False)} {origin(run, 'winomt')}")


def _of_languages(run: Published, name: str, *options: str) -> list[Record]:
    """Return the rows of a table but those of all languages together."""
    return [row for row in run.rows(name, *options) if row["language"] != ALL]


def _of_baselines(run: Published, name: str, *options: str) -> list[Record]:
    """Return those of the first system."""
    rows = _of_languages(run, name, *options)
    return [row for row in rows if row["system"] == rows[0]["system"]]


def _kept(rows: Sequence[Record]) -> tuple[tuple[str, str, str], ...]:
    """Return the column *Kept*: runs published before the other person was counted have none."""
    return (("winomt", "kept", "Kept"),) if any(row["kept"] for row in rows) else ()


def baselines(run: Published) -> Iterator[str]:
    """Yield the figures of the base models: a row a figure, a column a language."""
    rows = _of_baselines(run, "winomt")
    bleu = run.by_system("bleu")
    figures = (_ACC, *_kept(rows), *_BY_HALF, _DELTA_R, ("winomt", "unknown", "Unk"), _BLEU,
               ("bleu", "chrf", "chrF"))  # fmt: skip
    yield from table(
        ("", *(row["language"] for row in rows)),
        (
            (
                header,
                *(
                    figure(bleu[row["language"], row["system"]] if metric == "bleu" else row,
                           metric, column)
                    for row in rows
                ),
            )
            for metric, column, header in figures
        ),
        left=1,
    )  # fmt: skip
    yield from _caption(run, rows)


def baseline_trainings(run: Published) -> Iterator[str]:
    """Yield the single trainings of the base models, a column each."""
    cells: dict[tuple[str, str], dict[str, str]] = {}
    for metric, column, header in (_ACC, _DELTA_R, _BLEU):
        for row in _of_baselines(run, metric, "--single"):
            cells.setdefault((row["language"], header), {})[row["seeds"]] = row[column]
        for row in _of_baselines(run, metric):
            cells[row["language"], header]["deviation"] = row.get(f"{column}_sd") or "-"
    seeds = sorted({seed for line in cells.values() for seed in line} - {"deviation"}, key=int)
    yield from table(
        ("Language", "", *(f"seed {seed}" for seed in seeds), "standard deviation"),
        (
            (*key, *(line.get(seed, "-") for seed in (*seeds, "deviation")))
            for key, line in sorted(cells.items(), key=lambda item: item[0][0])
        ),
    )
    yield from ("", f"Each column is one training. {origin(run, 'winomt')}")


def matrix(run: Published) -> Iterator[str]:
    """Yield the systems of a run with their gains; *Kept* where the scores have it."""
    bleu, rows = run.by_system("bleu"), run.rows("winomt")
    of_winomt = (_ACC, *_kept(rows), _DELTA_R)
    headers = [header for *_, header in (*of_winomt, _BLEU)]
    yield from table(
        ("Language", "System", *(name for header in headers for name in (header, "gain"))),
        (
            (
                row["language"],
                row["system"],
                *(cell for key in of_winomt for cell in _with_gain(row, key)),
                *_with_gain(bleu.get((row["language"], row["system"])), _BLEU),
            )
            for row in rows
        ),
    )
    yield from _caption(run, rows)


def _with_gain(row: Record | None, column_key: tuple[str, str, str]) -> tuple[str, str]:
    metric, column, _ = column_key
    return (figure(row, metric, column), gain(row, column)) if row else ("-", "-")


def matrix_halves(run: Published) -> Iterator[str]:
    """Yield the stereotypical halves, the gap of F1 and the pronouns of the systems of a run."""
    pronouns, rows = run.by_system("pronouns"), _of_languages(run, "winomt")
    yield from table(
        ("Language", "System", *(header for *_, header in _BY_HALF), "she → he %"),
        (
            (
                row["language"],
                row["system"],
                *(figure(row, metric, column) for metric, column, _ in _BY_HALF),
                figure(pronouns[row["language"], row["system"]], "pronouns", "she_error"),
            )
            for row in rows
        ),
    )
    yield from _caption(run, rows)


def guard(run: Published) -> Iterator[str]:
    """Yield how often "she" became "he" with the guard and without it, by training.

    Only in languages in which each training of both shows a gender of "she".
    """
    means = run.by_system("pronouns", "--baseline", _UNGUARDED)
    counts: dict[tuple[str, str], dict[str, str]] = {}
    for row in _of_languages(run, "pronouns", "--single"):
        gendered = int(row["she_same"]) + int(row["she_other"])
        cells = counts.setdefault((row["language"], row["system"]), {})
        cells[row["seeds"]] = f"{row['she_other']} of {gendered}" if gendered else "-"
    systems = ("baseline", _UNGUARDED, _GUARDED)
    lines, shown_rows = [], []
    for language in order(language for language, _ in means):
        rows = [means[language, name] for name in systems if (language, name) in means]
        if len(rows) < len(systems) or not all(row["she_error"] for row in rows[1:]):
            continue
        shown_rows += rows
        for row in rows:
            name = row["system"]
            cells = counts[language, name]
            guarded = name == _GUARDED
            lines.append((
                language,
                name,
                *(cells.get(seed, "-") for seed in means[language, _UNGUARDED]["seeds"].split()),
                figure(row, "pronouns", "she_error"),
                gain(row, "she_error") if guarded else "",
                p_value(row["she_error_p"]) if guarded else "",
            ))  # fmt: skip
    if not lines:
        yield "No translation has a pronoun that shows the gender of *she*."
        return
    seeds = shown_rows[1]["seeds"].split()
    yield from table(
        ("Language", "System", *(f"seed {seed}" for seed in seeds), "she → he %",
         f"less {_UNGUARDED}", "p"),
        lines,
    )  # fmt: skip
    yield from ("", f"{lead(of_records(shown_rows), crossed=False)} {origin(run, 'pronouns')}")


def p_value(cell: str) -> str:
    """Return a p-value as pages have it: far out in its tail a t distribution claims too much."""
    return "< 0.0001" if cell and float(cell) < 1e-4 else cell


def counterfactuals(run: Published) -> Iterator[str]:
    """Yield the table of counterfactuals that equal those of the grammar."""
    yield from table(
        ("Language", "Method", "Guard", "candidates", "made", "right of made",
         "right of candidates", "wrong", "left out"),
        (
            (
                *(row[name] for name in ("language", "method", "guard", "candidates", "made")),
                *(
                    f"{row[name]} [{row[f'{name}_low']}, {row[f'{name}_high']}]"
                    for name in ("right_of_made", "right_of_candidates")
                ),
                row["wrong_by_cause"] or "-",
                row["dropped_by_cause"] or "-",
            )
            for row in run.rows("counterfactual")
            if row["gender"] == "all"
        ),
        left=3,
    )  # fmt: skip
    yield from ("", f"Intervals of 95 %. {origin(run, 'counterfactual')}")


def gfst_sizes(run: Published) -> Iterator[str]:
    """Yield how many sentences each filter of self-training leaves (the paper's Table 3)."""
    if "gfst" not in run.content["tables"]:
        yield "*Not run yet.*"
        return
    yield from table(
        ("Language", "Gender", "monolingual", "source filter", "translated", "target filter",
         "balanced"),
        (
            (
                row["language"],
                GENDERS[row["gender"]],
                row["monolingual"],
                f"{row['source']} ({row['source_rate']} %)",
                row["translated"],
                f"{row['kept']} ({row['kept_rate']} %)",
                row["balanced"],
            )
            for row in run.rows("gfst")
        ),
    )  # fmt: skip
    yield from ("", f"Translated by the first training of the baseline. {origin(run, 'gfst')}")


def gfst_shares(run: Published) -> Iterator[str]:
    """Yield the shares of genders in the training text (the paper's Table 1)."""
    yield from table(
        ("Language", "sentences", "Fem %", "Msc %", "Mix %"),
        (
            (row["language"], row["sentences"], *(row[name] for name in ("fem", "msc", "mix")))
            for row in run.rows("shares")
        ),
        left=1,
    )
    yield from ("", origin(run, "shares"))


def gfst_rejected(run: Published) -> Iterator[str]:
    """Yield pairs that were rejected for a word of the other gender (the paper's Tables 2 and 16).

    Two of each language and gender.
    """
    seen: dict[tuple[str, str], int] = {}
    lines = []
    for item in run.content["rejected"]:
        key = item["language"], item["gender"]
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= 2:
            cells = (*key, item["source"], item["target"], item["word"])
            lines.append([cell.replace("|", "\\|") for cell in cells])
    yield from table(
        ("Language", "Gender", "English", "Translation", "word of the other gender"), lines, left=5
    )
    yield from ("", origin(run, "gfst"))


def minutes(run: Published) -> Iterator[str]:
    """Yield the processor minutes of the demo and, where it is there, of self-training.

    Steps that are of all trainings have none of one training.
    """
    published = (run, Published(published_path("gfst", run.path.parent)))
    runs = {item.name: item.provenance["cpu_minutes"] for item in published if item.path.is_file()}
    lines: dict[str, list[float | None]] = {
        kind: [figure for kinds in runs.values() for figure in kinds.get(kind, (None, None))]
        for kind in sorted({kind for kinds in runs.values() for kind in kinds})
    }
    lines["all steps"] = [
        sum(figure or 0.0 for figure in column) for column in zip(*lines.values(), strict=True)
    ]
    yield from table(
        ("Processor minutes", *(f"{name}, {part}" for name in runs for part in _PARTS)),
        (
            (kind, *("-" if figure is None else number(figure) for figure in figures))
            for kind, figures in lines.items()
            if max(figure or 0.0 for figure in figures) >= 1
        ),
        left=1,
    )
