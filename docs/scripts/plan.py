"""Write into docs/scale.md which jobs the setup of Naik et al. (2023) has, and what planning takes.

    python docs/scripts/plan.py

plans config/papers/naik2023.yaml in dry runs, in a temporary folder: all files that it names in
{data} are there, and empty; how many pairs they would have is declared in it (`sentences`).
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml
from figures import replace_blocks
from page_tables import table
from published_run import ROOT

CONFIG = ROOT / "config/papers/naik2023.yaml"

#: Rules with a job for each table, figure or score, which are shown as one line.
_SMALL = re.compile(r"^(table|figure|score|compare|align|write|save|evaluate)(_|$)")


@dataclass(frozen=True)
class Plan:
    """The jobs of each rule, and the processor seconds that planning took."""

    jobs: dict[str, int]
    seconds: float


def plan(languages: Sequence[str], folder: Path) -> Plan:
    """Return what a dry run names for some of the languages, with empty files in a folder."""
    for name in re.findall(r'"\{data\}/([^"]+)"', CONFIG.read_text(encoding="utf-8")):
        for lang in languages:
            path = folder / "data" / name.replace("{lang}", lang)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"")
    chosen = folder / "languages.yaml"
    chosen.write_text(yaml.safe_dump({"languages": list(languages), "data": str(folder / "data")}))
    words = [sys.executable, "-m", "snakemake", "--snakefile", str(ROOT / "Snakefile")]
    words += ["--directory", str(folder), "--cores", "8", "--dry-run", "--quiet", "rules", "host"]
    words += ["--configfile", str(CONFIG), str(chosen)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode:
        raise SystemExit(f"{' '.join(words)}\n{run.stdout}{run.stderr}")
    spent = [getattr(after, key) - getattr(before, key) for key in ("ru_utime", "ru_stime")]
    counts = re.findall(r"^(\w+) +(\d+)$", run.stdout + run.stderr, re.MULTILINE)
    jobs = {rule: int(number) for rule, number in counts if rule not in ("all", "total")}
    return Plan(jobs, sum(spent))


def lines(plans: dict[str, Plan]) -> list[str]:
    """Return the table of jobs by rule, a column for each plan."""
    rules = sorted({rule for job_plan in plans.values() for rule in job_plan.jobs})
    small = [rule for rule in rules if _SMALL.match(rule)]
    rows = [
        [f"`{rule}`", *(f"{job_plan.jobs.get(rule, 0):,}" for job_plan in plans.values())]
        for rule in rules
        if rule not in small
    ]
    counts = [sum(job_plan.jobs.get(rule, 0) for rule in small) for job_plan in plans.values()]
    rows.append([f"scores, tables, figures ({len(small)} rules)", *(f"{n:,}" for n in counts)])
    totals = [f"**{sum(job_plan.jobs.values()):,}**" for job_plan in plans.values()]
    rows.append(["**jobs**", *totals])
    rows.append(
        ["processor seconds to plan", *(f"{job_plan.seconds:.0f}" for job_plan in plans.values())]
    )
    return list(table(["Rule", *plans], rows, left=1))


def main() -> int:
    """Plan, and write the page."""
    plans = {}
    for name, languages in {
        "it, 35.1 million pairs": ["it"],
        "es, fr, it": ["es", "fr", "it"],
    }.items():
        with tempfile.TemporaryDirectory() as folder:
            plans[name] = plan(languages, Path(folder))
    blocks = {"plan": lines(plans)}
    replace_blocks(ROOT / "docs/scale.md", blocks.__getitem__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
