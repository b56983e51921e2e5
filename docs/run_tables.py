"""The tables of published runs, as Markdown: of the demo, and of self-training."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from page_tables import table
from publish import MEAN_OF_LANGUAGES, PUBLISHED, Published

from cdaflow.scoring.metric import metric_named
from cdaflow.tables.gfst import GENDERS
from cdaflow.tables.text import Record, number

#: Columns of WinoMT that all its tables show, without their intervals.
_GAPS = ("pro", "anti", "delta_s", "delta_g")
_GAP_HEADERS = ("Pro", "Anti", "ΔS", "ΔG")


@dataclass(frozen=True)
class Run:
    """A published run: a folder of results, and the command that makes it."""

    name: str
    command: str
    folder: str = PUBLISHED.as_posix()

    @cached_property
    def published(self) -> Published:
        """Its file, which may not be there yet."""
        return Published(Path(self.folder, f"{self.name}.json"))

    def rows(self, name: str, *options: str) -> list[Record]:
        """Return the rows of one of its tables; `options`: of `cdaflow tables NAME`."""
        return _rows(self, name, *options)

    def by_system(self, name: str) -> dict[tuple[str, str], Record]:
        """Return the rows of a table by language and system."""
        return {(row["language"], row["system"]): row for row in self.rows(name)}

    @property
    def missing(self) -> str:
        """The line that stands for a table of a run that is not there."""
        return f"*Not run yet on the present corpus: `{self.command}` makes this table.*"

    @property
    def caption(self) -> str:
        """Trainings, machine, date and commit, in one line."""
        made = self.published.provenance
        seeds = list(made["seeds"].values())
        several = max(map(len, seeds))
        if several == 1:
            trained = f"One training of each system (seed {seeds[0][0]}); "
            trained += "intervals of 95 % cover the sentences alone"
        else:
            counts = sorted({len(found) for found in seeds})
            trained = (
                f"Means of {' or '.join(map(str, counts))} trainings; first the 95 % interval "
            )
            trained += "over trainings and sentences (t), then that of the crossed bootstrap"
        changed = " with changes" if made["changed_files"] else ""
        machine = made["machine"]
        return (
            f"{trained}. {made['date']}, {machine['processor']}, {machine['system']}, commit "
            f"{made['commit'][:7]}{changed}; counts in `results/published/{self.name}.json`."
        )


@cache
def _rows(run: Run, name: str, *options: str) -> list[Record]:
    return run.published.table(name, *options)


DEMO = Run("demo", "make replicate")
GFST = Run("gfst", "make replicate-gfst")


def figure(row: Record, column: str, metric: str = "winomt") -> str:
    """Return a figure with its interval, and of several trainings with the crossed bootstrap's."""
    field = next(item for item in metric_named(metric).fields if item.column == column)
    value = row[column]
    low, high = (row.get(name, "") for name in field.ends)
    if value and low and high:
        value += f" [{low}, {high}]"
    crossed = [row.get(f"{column}_crossed_{end}", "") for end in ("low", "high")]
    return value + (f" ({crossed[0]}, {crossed[1]})" if all(crossed) else "") or "-"


def gain(row: Record, column: str, base: Record) -> str:
    """Return the difference of a figure from that of the baseline, with its interval."""
    if row is base or not row[column]:
        return "-"
    if difference := row.get(f"{column}_gain"):
        low, high = row[f"{column}_gain_low"], row[f"{column}_gain_high"]
        return f"{float(difference):+.1f}" + (f" [{low}, {high}]" if low and high else "")
    return f"{round(float(row[column]) - float(base[column]), 1) + 0.0:+.1f}"


def first_systems(rows: Iterable[Record]) -> dict[str, Record]:
    """Return the first row of each language, the baseline."""
    found: dict[str, Record] = {}
    for row in rows:
        found.setdefault(row["language"], row)
    return found


def baselines() -> Iterator[str]:
    """Yield the table of the base models: WinoMT, BLEU and chrF."""
    bleu = DEMO.by_system("bleu")
    rows = [row for row in first_systems(DEMO.rows("winomt")).values() if _is_language(row)]
    yield from table(
        ("Language", "Acc", *_GAP_HEADERS, "ΔR", "Unk", "BLEU", "chrF"),
        (
            (
                row["language"],
                figure(row, "accuracy"),
                *(row[name] for name in _GAPS),
                figure(row, "delta_r"),
                row["unknown"],
                figure(bleu[row["language"], row["system"]], "bleu", "bleu"),
                bleu[row["language"], row["system"]]["chrf"],
            )
            for row in rows
        ),
        left=1,
    )
    yield from ("", DEMO.caption)


def baseline_trainings() -> Iterator[str]:
    """Yield the table of the single trainings of the base models."""
    names = {row["system"] for row in first_systems(DEMO.rows("winomt")).values()}
    figures = (("winomt", "accuracy", "Acc"), ("winomt", "delta_r", "ΔR"), ("bleu", "bleu", "BLEU"))
    lines: dict[tuple[str, str], dict[str, str]] = {}
    for metric, column, header in figures:
        for row in DEMO.rows(metric, "--single"):
            if row["system"] in names and _is_language(row):
                key = (row["language"], header)
                lines.setdefault(key, {})[row["seeds"]] = row[column]
    deviations = {
        (row["language"], header): row.get(f"{column}_sd", "")
        for metric, column, header in figures
        for row in DEMO.rows(metric)
        if row["system"] in names
    }
    seeds = sorted({seed for line in lines.values() for seed in line}, key=int)
    yield from table(
        ("Language", "", *(f"seed {seed}" for seed in seeds), "standard deviation"),
        (
            (*key, *(line.get(seed, "") for seed in seeds), deviations.get(key, ""))
            for key, line in sorted(lines.items(), key=lambda item: item[0][0])
        ),
    )
    yield from ("", DEMO.caption)


def matrix() -> Iterator[str]:
    """Yield the table of all systems of the demo, with gains and the pronouns."""
    bleu, pronouns = DEMO.by_system("bleu"), DEMO.by_system("pronouns")
    rows = [row for row in DEMO.rows("winomt") if _is_language(row)]
    first = first_systems(rows)
    lines = []
    for row in rows:
        key, base = (row["language"], row["system"]), first[row["language"]]
        she = pronouns[key]
        shown = int(she["she_same"]) + int(she["she_other"])
        lines.append((
            *key,
            figure(row, "accuracy"),
            gain(row, "accuracy", base),
            *(row[name] for name in _GAPS),
            figure(row, "delta_r"),
            bleu[key]["bleu"],
            gain(bleu[key], "bleu", bleu[base["language"], base["system"]]),
            f"{she['she_other']} of {shown}",
        ))  # fmt: skip
    yield from table(
        ("Language", "System", "Acc", "gain", *_GAP_HEADERS, "ΔR", "BLEU", "gain", "she → he"),
        lines,
    )
    yield from ("", DEMO.caption)


def guard() -> Iterator[str]:
    """Yield how often "she" became "he" in each training: with the guard, without, baseline."""
    systems = ("baseline", "gb", "gb-guard")
    lines: dict[tuple[str, str], dict[str, str]] = {}
    for row in DEMO.rows("pronouns", "--single"):
        shown = int(row["she_same"]) + int(row["she_other"])
        if row["system"] in systems and shown:
            key = (row["language"], row["system"])
            lines.setdefault(key, {})[row["seeds"]] = f"{row['she_other']} of {shown}"
    seeds = sorted({seed for line in lines.values() for seed in line}, key=int)
    yield from table(
        ("Language", "System", *(f"seed {seed}" for seed in seeds)),
        ((*key, *(line.get(seed, "") for seed in seeds)) for key, line in lines.items()),
    )
    yield from ("", DEMO.caption)


def counterfactuals() -> Iterator[str]:
    """Yield the table of counterfactuals that equal those of the grammar."""
    yield from table(
        ("Language", "Method", "Guard", "candidates", "made", "right of made",
         "right of candidates", "wrong", "left out"),
        (
            (
                *(row[name] for name in ("language", "method", "guard", "candidates", "made")),
                f"{row['right_of_made']} [{row['right_of_made_low']}, {row['right_of_made_high']}]",
                row["right_of_candidates"],
                row["wrong_by_cause"] or "-",
                row["dropped_by_cause"] or "-",
            )
            for row in DEMO.rows("counterfactual")
            if row["gender"] == "all"
        ),
        left=3,
    )  # fmt: skip
    made = DEMO.published.provenance
    yield from ("", f"{made['date']}, commit {made['commit'][:7]}; intervals of 95 %.")


def gfst_systems() -> Iterator[str]:
    """Yield the table of the systems of self-training."""
    bleu = GFST.by_system("bleu")
    rows = GFST.rows("winomt")
    first = first_systems(rows)
    lines = []
    for row in rows:
        quality = bleu.get((row["language"], row["system"]))
        lines.append((
            row["language"],
            row["system"],
            figure(row, "accuracy"),
            gain(row, "accuracy", first[row["language"]]),
            row["delta_g"] or "-",
            figure(row, "delta_r"),
            figure(quality, "bleu", "bleu") if quality else "-",
        ))  # fmt: skip
    yield from table(("Language", "System", "Acc", "gain", "ΔG", "ΔR", "BLEU"), lines)
    yield from ("", GFST.caption)


def gfst_sizes() -> Iterator[str]:
    """Yield how many sentences each filter of self-training leaves (the paper's Table 3)."""
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
            for row in GFST.rows("gfst")
        ),
    )  # fmt: skip
    made = GFST.published.provenance
    yield from (
        "",
        f"Translated by the first training of the baseline. Commit {made['commit'][:7]}.",
    )


def gfst_shares() -> Iterator[str]:
    """Yield the shares of genders in the training text (the paper's Table 1)."""
    yield from table(
        ("Language", "sentences", "Fem %", "Msc %", "Mix %"),
        (
            (row["language"], row["sentences"], *(row[name] for name in ("fem", "msc", "mix")))
            for row in GFST.rows("shares")
        ),
        left=1,
    )


def minutes() -> Iterator[str]:
    """Yield the processor minutes of the runs by kind of step."""
    runs = [run for run in (DEMO, GFST) if run.published.path.is_file()]
    spent = [run.published.provenance["cpu_minutes"] for run in runs]
    kinds = sorted({kind for one in spent for kind in one})
    lines = [
        (kind, *(number(one[kind]) if kind in one else "" for one in spent))
        for kind in kinds
        if any(one.get(kind, 0) >= 1 for one in spent)
    ]
    sums = ("all steps", *(number(sum(one.values())) for one in spent))
    yield from table(("Processor minutes", *(run.name for run in runs)), [*lines, sums], left=1)


def _is_language(row: Record) -> bool:
    return row["language"] != MEAN_OF_LANGUAGES
