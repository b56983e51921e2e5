"""What a run of the workflow would take, from Snakemake's dry run and measured rates."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cdaflow.errors import ConfigError
from cdaflow.io.config_files import read_mapping
from cdaflow.io.files import read_table
from cdaflow.nmt.recipe import load_recipe
from cdaflow.option_types import Value
from cdaflow.scoring.report import json_text
from cdaflow.tables.text import aligned

if TYPE_CHECKING:
    from cdaflow.config.loading import Config

#: The step of a job that no rate is known of.
OTHER = "other steps"

#: The most pairs that a vocabulary is made of.
VOCABULARY = 2_000_000

#: Jobs that train a model.
_TRAININGS = ("train_model", "train_reverse")


@dataclass(frozen=True)
class Rate:
    """A row of rates.tsv, which has what docs/scale.md says of a step.

    rules: a pattern of their names. size: what is counted: pairs of the training text of the
    language (train), sentences annotated, at most (trees), words that a training reads (words), or
    jobs. rate: of these a CPU second, "" for none; hours: of the CPU, for a job beside that, of
    text for VOCABULARY pairs, and less for less; gpu_hours: from and to, for a job. memory_gb: of a
    job that requests none. bytes: on disk, for each that is counted. estimate: "x" where it was not
    measured.
    """

    step: str
    rules: str
    size: str
    rate: str
    hours: str
    gpu_hours: str
    memory_gb: str
    bytes: str
    estimate: str


@dataclass(frozen=True)
class Job:
    """A job of a dry run: its rule, its wildcards and what it requests."""

    rule: str
    wildcards: dict[str, str]
    resources: dict[str, str]


@dataclass
class Step:
    """What the jobs of a step take: hours, GB; gpu_hours: from and to."""

    step: str
    jobs: int = 0
    cpu_hours: float = 0
    gpu_hours: tuple[float, float] = (0, 0)
    memory_gb: float = 0
    disk_gb: float = 0
    estimate: bool = False


def read_rates() -> dict[str, Rate]:
    """Return the rates by step, in the order of the workflow."""
    rows = read_table(Path(__file__).with_name("rates.tsv"), ["step", "rate"])
    return {row["step"]: Rate(*row.values()) for _, row in rows}


def plan(
    configs: Sequence[Path],
    /,
    *,
    snakefile: Annotated[Path | None, Value(metavar="FILE")] = None,
    json: bool = False,
) -> None:
    """Estimate what a run takes: jobs, CPU and GPU hours, memory, disk.

    Snakemake plans the run (a dry run, in this folder): jobs that are done do not count. Hours
    follow from the sizes of your files and from rates that were measured on other machines and text
    (docs/scale.md); figures have one digit, and those of an asterisk were never measured. Memory is
    what the largest job requests.

    Args:
        configs (CONFIG.yaml): configurations, as behind --configfile of snakemake
        snakefile: the Snakefile of cdaflow (default: that of this folder)
        json: print JSON instead of a table
    """
    from snakemake.utils import update_config

    from cdaflow.config.loading import load_config

    content: dict[str, Any] = {}
    for path in configs:
        update_config(content, read_mapping(path, "a configuration"))
    steps = estimated(read_jobs(dry_run(configs, snakefile)), load_config(content))
    if json:
        rows = [vars(step) | {"gpu_hours": list(step.gpu_hours)} for step in steps]
        print(json_text({"steps": [{k: _rounded(v) for k, v in row.items()} for row in rows]}))
    else:
        print("\n".join(table_lines(steps)))


def dry_run(configs: Sequence[Path], snakefile: Path | None = None) -> str:
    """Return what a dry run of Snakemake says; raises ConfigError where it fails."""
    words = [sys.executable, "-m", "snakemake", "--dry-run", "--cores", "1", "--quiet", "host"]
    words += ["--snakefile", str(snakefile)] if snakefile else []
    run = subprocess.run(
        [*words, "--configfile", *map(str, configs)], capture_output=True, text=True, check=False
    )
    said = run.stdout + run.stderr
    if run.returncode:
        raise ConfigError(
            "plan.dry-run-failed",
            f"Snakemake cannot plan this run:\n{said[-1500:]}",
            hint="correct the configuration; --snakefile names the workflow from another folder",
        )
    return said


def read_jobs(said: str) -> Iterator[Job]:
    """Yield the jobs that a dry run names."""
    for block in re.split(r"^ *(?:local)?rule (?=\w+:$)", said, flags=re.MULTILINE)[1:]:
        given = []
        for name in ("wildcards", "resources"):
            line = re.search(rf"^ +{name}: (.*)", block, re.MULTILINE)
            given.append(dict(re.findall(r"(\w+)=([\w.-]+)", line[1] if line else "")))
        rule = block.partition(":")[0]
        if rule != "all":
            yield Job(rule, *given)


def estimated(jobs: Iterable[Job], config: Config) -> list[Step]:
    """Return what the steps of jobs take, those without a rate last."""
    rates = read_rates()
    steps = {name: Step(name) for name in (*rates, OTHER)}
    for job in jobs:
        name = step_of(job, config, rates)
        step, rate = steps[name], rates.get(name)
        step.jobs += 1
        requested = float(job.resources.get("mem_mb", 0)) / 1000
        if rate is None:
            step.memory_gb = max(step.memory_gb, requested)
            continue
        size = _size(rate.size, job, config)
        seconds = size / float(rate.rate) if rate.rate else 0
        on_gpu = int(job.resources.get("gpu", 0)) > 0
        if not on_gpu:
            part = min(1, size / VOCABULARY) if rate.size == "train" else 1
            step.cpu_hours += seconds / 3600 + part * float(rate.hours or 0)
        elif rate.gpu_hours:
            low, high = map(float, rate.gpu_hours.split())
            step.gpu_hours = step.gpu_hours[0] + low, step.gpu_hours[1] + high
        step.memory_gb = max(step.memory_gb, requested or float(rate.memory_gb or 0))
        step.disk_gb += size * float(rate.bytes or 0) / 1e9
        step.estimate |= bool(rate.estimate)
    return [step for step in steps.values() if step.jobs]


def step_of(job: Job, config: Config, rates: dict[str, Rate]) -> str:
    """Return the step that a job belongs to."""
    if job.rule in _TRAININGS:
        if not int(job.resources.get("gpu", 0)):
            return "train on CPUs"
        return "fine-tune on GPUs" if _training(job, config)[1] else "train on GPUs"
    found = (r.step for r in rates.values() if r.rules and re.fullmatch(r.rules, job.rule))
    return next(found, OTHER)


def _training(job: Job, config: Config) -> tuple[str, bool]:
    """Return the recipe of a training, "" where it is not known, and whether it has a base."""
    from cdaflow.config.trainings import find_run, trained_section

    if "system" not in job.wildcards:
        return "", False
    section = trained_section(config, find_run(config, job.wildcards["system"]).system)
    if section is None:
        return "", False
    recipes = section.recipe
    return recipes.get(job.wildcards.get("lang", ""), ""), section.base is not None


def _size(kind: str, job: Job, config: Config) -> float:
    """Return how much a job works on, in what its rate counts."""
    from cdaflow.config.fields import ShardSize
    from cdaflow.config.sizes import TextSizes

    if kind == "job":
        return 1
    if kind == "words":
        recipe, _ = _training(job, config)
        options = load_recipe(recipe).train if recipe else {}
        words = options.get("after-batches", 0), options.get("mini-batch-words", 0)
        return float(str(words[0])) * float(str(words[1]))
    lang = job.wildcards.get("lang", "")
    languages = [lang] if lang in config.languages else config.languages
    size = sum(TextSizes(config).part("train", one) for one in languages)
    if kind == "train" or config.annotators is None:
        return size
    shards = config.annotators.shards
    return min(size, shards.sentences if isinstance(shards, ShardSize) else size / shards)


def _rounded(value: Any) -> Any:
    """Return numbers with one digit that counts, whole numbers and all else as they are."""
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    return float(f"{value:.1g}") if isinstance(value, float) else value


def _figure(value: float, unit: str = "") -> str:
    if not value:
        return "-"
    return ("<0.1" if value < 0.1 else f"{_rounded(float(value)):g}") + unit


def table_lines(steps: Sequence[Step]) -> Iterator[str]:
    """Yield the lines of the table of steps, with their sum."""
    total = Step(
        "all",
        sum(step.jobs for step in steps),
        sum(step.cpu_hours for step in steps),
        (sum(step.gpu_hours[0] for step in steps), sum(step.gpu_hours[1] for step in steps)),
        max((step.memory_gb for step in steps), default=0),
        sum(step.disk_gb for step in steps),
    )
    rows = []
    for step in (*steps, total):
        low, high = map(_figure, step.gpu_hours)
        rows.append(
            (
                step.step + "*" * step.estimate,
                f"{step.jobs:,}",
                "?" if step.step == OTHER else _figure(step.cpu_hours),
                high if low in ("-", high) else f"{low} to {high}",
                _figure(step.memory_gb, " GB"),
                "?" if step.step == OTHER else _figure(step.disk_gb, " GB"),
            )
        )
    heads = ("Step", "jobs", "CPU hours", "GPU hours", "memory", "disk")
    columns = zip(*rows, strict=True)
    yield from aligned((h, c, h != "Step") for h, c in zip(heads, columns, strict=True))
    yield ""
    yield "Rough: rates of other machines (docs/scale.md), sizes of your files. *: never measured."
    yield "?: no rate is known, and sums leave it out. Memory is that of the largest job."
