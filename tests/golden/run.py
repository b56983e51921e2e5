"""Run a small configuration and compare the bytes of its results with those of another commit.

For changes of the code that must not change results: `python tests/golden/run.py BASE` runs
config.yaml of this folder on the commit BASE (in a worktree of its own, once: its results are kept
in FOLDER) and on the working tree, and lists the results that differ. Logs, benchmarks and records
of where files came from are not compared. The exit status is 1 where anything differs.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: Where a run writes, in its tree.
WRITTEN = "results/golden"
#: What tells of the run and the machine rather than of the work.
LEFT_OUT = ("logs", "benchmarks", "provenance", "config.json", "report.html")


def main() -> int:
    """Compare the working tree with a commit; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", help="commit to compare with")
    parser.add_argument("--folder", type=Path, default=ROOT / "results" / "golden-runs")
    parser.add_argument("--cores", type=int, default=2)
    arguments = parser.parse_args()
    base = _git("rev-parse", "--short", arguments.base)
    kept = arguments.folder / base
    if not (kept / "done").exists():
        tree = arguments.folder / "worktree"
        _git("worktree", "add", "--force", "--detach", str(tree), base)
        try:
            shutil.copytree(
                ROOT / "tests" / "golden", tree / "tests" / "golden", dirs_exist_ok=True
            )
            _run(tree, kept / "results", arguments.cores)
        finally:
            _git("worktree", "remove", "--force", str(tree))
        (kept / "done").touch()
    now = arguments.folder / "now"
    _run(ROOT, now, arguments.cores)
    return _compare(_digests(kept / "results"), _digests(now))


def _git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", ROOT, *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def _run(tree: Path, results: Path, cores: int) -> None:
    """Run the configuration with the code of a tree, and move its results into a folder.

    The path of the results is the same in each tree, as some results name their inputs.
    """
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": programs, "PYTHONPATH": str(tree / "src")}
    environment |= {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    shutil.rmtree(tree / WRITTEN, ignore_errors=True)
    subprocess.run(
        ["snakemake", "--cores", str(cores), "--quiet", "--nolock",
         "--configfile", "tests/golden/config.yaml",
         "--config", f"pathvars={{results: {WRITTEN}}}"],
        cwd=tree, env=environment, check=True,
    )  # fmt: skip
    shutil.rmtree(results, ignore_errors=True)
    results.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(tree / WRITTEN, results)


def _digests(results: Path) -> dict[str, str]:
    return {
        str(path.relative_to(results)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(results.rglob("*"))
        if path.is_file()
        and not path.relative_to(results).parts[0].startswith(".")
        and path.relative_to(results).parts[0] not in LEFT_OUT
        # Marian's vocabulary under way names a temporary file; the model's own does not.
        and "checkpoint" not in path.parts
        and not path.name.endswith((".log", ".provenance.json"))
    }


def _compare(before: dict[str, str], after: dict[str, str]) -> int:
    """Print what is missing, new or different."""
    lines = [f"missing    {name}" for name in before if name not in after]
    lines += [f"new        {name}" for name in after if name not in before]
    lines += [
        f"different  {name}" for name in before if after.get(name, before[name]) != before[name]
    ]
    print(*lines, f"{len(after)} results, {len(lines)} of them missing, new or different", sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
