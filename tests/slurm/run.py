"""The workflow on a real Slurm, with faults: make test-slurm.

In a copy of the repository with a small configuration and the fake Marian, this gives the command
of the README as it stands there,

    snakemake --profile slurm results/tables/winomt.csv

to a cluster of one node (cluster.py), and while it runs

1. kills all processes of a job that trains (SIGKILL),
2. has the job preempted by one of a higher partition,
3. kills Slurm's controller and starts it again,
4. kills Snakemake (SIGKILL), and goes on as docs/slurm.md says.

In the end the tables must be those of a run without Slurm and without faults, byte for byte.

Exit status: 0, 1 where anything differs, 77 where there can be no cluster here.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import yaml
from cluster import Cluster, NoClusterError, install

ROOT = Path(__file__).parents[2]
COMMAND = ["snakemake", "--profile", "slurm", "results/tables/winomt.csv"]
#: Seconds after which a step that has not come is taken for one that never will.
PATIENCE = int(os.environ.get("CDAFLOW_SLURM_PATIENCE", "300"))
SMALL = {"train": 400, "dev": 30, "test": 40, "treebank": 20, "challenge": 80}
#: Seconds of an update of the fake Marian, and of its saving when it is stopped.
PACE = {"FAKE_MARIAN_STEP": "0.05", "FAKE_MARIAN_SAVE": "4"}
TRAINING = "rule_train_model_wildcards_es_baseline"

START = time.monotonic()


class DifferentError(Exception):
    """Something is not as it must be."""


def say(message: str) -> None:
    """Print a line with the seconds since the start."""
    print(f"[{time.monotonic() - START:4.0f} s] {message}", flush=True)


def expect(condition: bool, message: str) -> None:
    """Raise DifferentError with a message where a condition does not hold."""
    if not condition:
        raise DifferentError(message)


def wait_for(what: str, condition: Callable[[], object], run: Run | None = None) -> None:
    """Wait until a condition holds, or a run has ended too early."""
    end = time.monotonic() + PATIENCE
    while not condition():
        expect(time.monotonic() < end, f"waited {PATIENCE} s for {what}")
        if run is not None and run.process.poll() is not None:
            raise DifferentError(f"snakemake ended before {what}:\n{run.last_words()}")
        time.sleep(0.2)


class Folder:
    """A copy of the repository, as a clone has it, with a small configuration."""

    def __init__(self, path: Path) -> None:
        self.path = path
        names = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, stdout=subprocess.PIPE, check=True,
        ).stdout  # fmt: skip
        for name in filter(None, names.decode().split("\0")):
            if (ROOT / name).is_file():
                copy = path / name
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes((ROOT / name).read_bytes())
                copy.chmod((ROOT / name).stat().st_mode)
        self._configure()
        # The copy's own package, not the installed one, which may be edited meanwhile.
        self.environment = {"PYTHONPATH": str(path / "src")}

    def _configure(self) -> None:
        file = self.path / "config/config.yaml"
        config = yaml.safe_load(file.read_text())
        for key in ("annotators", "agreement", "counterfactual", "datasets"):
            config.pop(key, None)
        recipe = yaml.safe_load((self.path / "config/recipes/tiny.yaml").read_text())
        recipe["train"] |= {"save-freq": 50, "disp-freq": 10}
        (self.path / "config/often.yaml").write_text(yaml.safe_dump(recipe))
        config |= {
            "languages": ["es"],
            "demo": config["demo"] | SMALL,
            "marian": str(self.path / "tests/fakes/marian"),
            "training": {"gpus": 1},
            "systems": {
                "baseline": {"recipe": "config/often.yaml", "data": {"parallel": 1}},
                "finetuned": {
                    "base": "baseline",
                    "recipe": "tiny-finetune",
                    "data": {"parallel": 1},
                },
            },
        }
        file.write_text(yaml.safe_dump(config, sort_keys=False))

    def tables(self) -> dict[str, bytes]:
        """Return what must be the same: tables, scores and translations."""
        return {
            str(path.relative_to(self.path)): path.read_bytes()
            for name in ("tables", "scores", "translations")
            for path in sorted((self.path / "results" / name).rglob("*"))
            if path.is_file()
        }

    def training_log(self) -> str:
        """Return what Marian said of the baseline so far, of all its runs."""
        with suppress(FileNotFoundError):
            return (self.path / "results/models/es/baseline/work/train.log").read_text()
        return ""

    def update(self) -> int:
        """Return the update that the training of the baseline has come to."""
        found = re.findall(r"Up\. (\d+) ", self.training_log())
        return int(found[-1]) if found else 0

    def resumed(self) -> list[int]:
        """Return the updates from which the training of the baseline was resumed."""
        found = re.findall(r"Restored from training checkpoint .* at update (\d+)",
                           self.training_log())  # fmt: skip
        return [int(update) for update in found]


class Run:
    """Snakemake at work in a folder; what it says goes to a log."""

    def __init__(self, command: list[str], folder: Folder, environment: dict[str, str]) -> None:
        self.log = folder.path / f"run.{time.monotonic_ns()}.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                command,
                cwd=folder.path,
                env=os.environ | environment | folder.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def said(self) -> str:
        """Return what it has said."""
        return self.log.read_text(errors="replace")

    def last_words(self) -> str:
        """Return the end of what it has said."""
        return "\n".join(self.said().splitlines()[-30:])

    def end(self) -> int:
        """Return its exit status when it has ended."""
        try:
            return self.process.wait(3 * PATIENCE)
        except subprocess.TimeoutExpired:
            raise DifferentError(f"snakemake does not end:\n{self.last_words()}") from None

    def kill(self) -> None:
        """Kill snakemake, and what it has started on this machine."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def local_run(folder: Folder) -> None:
    """Run the workflow without Slurm and without faults."""
    run = Run(["snakemake", "--cores", "2", COMMAND[-1]], folder, {})
    expect(run.end() == 0, f"the local run failed:\n{run.last_words()}")
    say("local run: done")


def slurm_job(cluster: Cluster, comment: str, state: str = "RUNNING") -> str:
    """Return the id of the job of a comment that is in a state; none is ""."""
    return next((a for a, b, c in cluster.jobs() if c == comment and b == state), "")


def training_for(folder: Folder, cluster: Cluster, run: Run, updates: int) -> str:
    """Wait until the job that trains the baseline runs and is some updates further; return it."""
    wait_for("a training job", lambda: slurm_job(cluster, TRAINING), run)
    seen, start = len(folder.training_log()), folder.update()

    def further() -> bool:
        new = len(folder.training_log()) > seen
        return new and folder.update() >= start + updates and bool(slurm_job(cluster, TRAINING))

    wait_for(f"{updates} more updates", further, run)
    return slurm_job(cluster, TRAINING)


def kill_processes(cluster: Cluster, job: str) -> None:
    """Kill all processes of a job at once, as a crash of its node would."""
    wanted = {f"SLURM_JOB_ID={job}".encode(), f"SLURM_CONF={cluster.folder}/slurm.conf".encode()}
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if wanted <= set(environment.read_bytes().split(b"\0")):
                os.kill(int(environment.parent.name), signal.SIGKILL)


def kill_job(folder: Folder, cluster: Cluster, run: Run) -> None:
    """Kill the training; Snakemake must hand it in again, and Marian go on."""
    job = training_for(folder, cluster, run, 60)
    asked = cluster.ask("scontrol", "show", "job", job)
    expect("gpu:1" in asked, f"the training has no GPU:\n{asked}")
    at = folder.update()
    kill_processes(cluster, job)
    say(f"killed the training, job {job}, at update {at}")
    wait_for("the killed job to be gone", lambda: not slurm_job(cluster, TRAINING), run)
    wait_for("the training to be resumed", lambda: len(folder.resumed()) == 1, run)
    again = slurm_job(cluster, TRAINING)
    expect(again != job, f"job {job} is still there")
    say(f"resumed from update {folder.resumed()[0]} by job {again}")


def preempt_job(folder: Folder, cluster: Cluster, run: Run) -> None:
    """Preempt the training; Slurm must start the same job again, and Marian go on."""
    job = training_for(folder, cluster, run, 60)
    cluster.ask("sbatch", "--partition=urgent", "--cpus-per-task=4", "--output=/dev/null",
                "--chdir=/", "--comment=urgent", "--wrap=sleep 3")  # fmt: skip
    wait_for("the urgent job", lambda: slurm_job(cluster, "urgent"), run)
    at = folder.update()
    say(f"preempted the training, job {job}, at update {at}")
    wait_for("the training to be resumed", lambda: len(folder.resumed()) == 2, run)
    again = slurm_job(cluster, TRAINING)
    expect(again == job, f"it is job {again} that goes on, not {job}")
    where = folder.resumed()[1]
    say(f"resumed from update {where} by the same job")
    expect(at <= where, f"{at - where} updates were lost: Marian could not save")


def kill_controller(cluster: Cluster) -> None:
    """Kill Slurm's controller, and start it again after some seconds."""
    cluster.kill_controller()
    say("killed slurmctld")
    time.sleep(5)
    cluster.start_controller()
    say("started slurmctld again")


def kill_snakemake(folder: Folder, cluster: Cluster, run: Run) -> Run:
    """Kill Snakemake while a training runs; return the run that goes on."""
    job = training_for(folder, cluster, run, 60)
    run.kill()
    say(f"killed snakemake at update {folder.update()}; job {job} is left")
    locked = Run(COMMAND, folder, cluster.environment | PACE)
    expect(locked.end() != 0, "snakemake runs in a folder that is locked")
    expect("--unlock" in locked.said(), f"snakemake says nothing of it:\n{locked.last_words()}")
    recover = Run(["slurm/recover.sh"], folder, cluster.environment)
    expect(recover.end() == 0, f"slurm/recover.sh failed:\n{recover.last_words()}")
    expect(f"ending the jobs {job}" in recover.said(), recover.last_words())
    at = folder.update()
    say("slurm/recover.sh: ended the job, unlocked the folder")
    again = Run(COMMAND, folder, cluster.environment | PACE)
    wait_for("the training to be resumed", lambda: len(folder.resumed()) == 3, again)
    where = folder.resumed()[2]
    say(f"resumed from update {where}")
    expect(at - where < 10, f"{at - where} updates were lost: Marian could not save")
    return again


def check_submissions(said: list[str]) -> None:
    """Check what Snakemake has put together into jobs."""
    jobs = re.findall(r"SLURM jobid (\d+) \(log: .*/((?:rule|group)_[^/]+)/", "\n".join(said))
    kinds = [kind for _, kind in jobs]
    say(f"{len(jobs)} jobs of Slurm: {', '.join(kinds)}")
    expect(any(kind.startswith("group_corpora") for kind in kinds), "corpora are not grouped")
    scores = [kind for kind in kinds if "align" in kind or "score" in kind]
    expect(len(scores) == 1, f"the scores are not one job but {scores}")


def compare(slurm: Folder, local: Folder) -> None:
    """Compare the results of two folders byte for byte."""
    ours, theirs = slurm.tables(), local.tables()
    expect("results/tables/winomt.csv" in ours, "there is no results/tables/winomt.csv")
    expect(set(ours) == set(theirs), f"not the same files: {set(ours) ^ set(theirs)}")
    different = [name for name in ours if ours[name] != theirs[name]]
    expect(not different, f"not the same: {', '.join(different)}")
    say(f"{len(ours)} files of results are the same, byte for byte")


def scenario(base: Path) -> None:
    """Do all of it under a folder."""
    local, slurm = Folder(base / "local"), Folder(base / "slurm")
    with Cluster(_made(base / "cluster")) as cluster:
        say(f"the cluster is up: {cluster.ask('sinfo', '--version').strip()}")
        run = Run(COMMAND, slurm, cluster.environment | PACE)
        runs = [run]
        say(" ".join(COMMAND))
        try:
            local_run(local)
            kill_job(slurm, cluster, run)
            preempt_job(slurm, cluster, run)
            kill_controller(cluster)
            runs.append(kill_snakemake(slurm, cluster, run))
            expect(runs[-1].end() == 0, f"snakemake failed:\n{runs[-1].last_words()}")
            say("snakemake ended well")
        finally:
            for each in runs:
                each.kill()
        check_submissions([each.said() for each in runs])
    compare(slurm, local)


def _made(path: Path) -> Path:
    path.mkdir(parents=True)
    return path


def main() -> int:
    """Return the exit status."""
    # The snakemake of this environment, whichever is found first otherwise.
    os.environ["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    try:
        install()
    except NoClusterError as error:
        print(f"skipped: there can be no Slurm cluster here: {error}")
        return 77
    with tempfile.TemporaryDirectory(prefix="cdaflow-slurm-") as folder:
        try:
            scenario(Path(folder).resolve())
        except NoClusterError as error:
            print(f"skipped: there can be no Slurm cluster here: {error}")
            return 77
        except DifferentError as error:
            say(f"FAILED: {error}")
            return 1
    say("all as it must be")
    return 0


if __name__ == "__main__":
    sys.exit(main())
