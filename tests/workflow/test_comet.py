"""COMET as a score of the workflow: what is called, and what is said where it is not installed."""

import re
import shlex

from cdaflow.cli import commands

MODEL = "Unbabel/wmt22-comet-da"


def scoring(project, **keys):
    """Return a dry run with these keys, and its calls of the scorer of BLEU."""
    project.configure(**keys)
    run = project.snakemake("--dry-run", "--printshellcmds")
    calls = re.findall(r"(cdaflow score bleu .*?) > ", run.stdout + run.stderr)
    return run, sorted(set(calls))


def test_each_test_set_is_scored_by_it(project):
    program = project.folder / "mine" / "comet-score"
    program.parent.mkdir(exist_ok=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    run, calls = scoring(project, comet={"model": MODEL, "program": str(program), "gpus": 1})
    assert run.returncode == 0, run.stdout + run.stderr
    assert calls
    for call in calls:
        commands.check(shlex.split(call)[1:])
        (reference,) = re.findall(r"--reference (\S+)", call)
        assert f"--comet {MODEL} --comet-program {program} --comet-gpus 1" in call
        assert f"--source {reference}" in call


def test_where_it_is_not_installed_that_is_said_before_anything_runs(project):
    run, calls = scoring(project, comet={"model": MODEL, "program": "mine/none"})
    assert run.returncode
    assert not calls
    assert "comet: mine/none: no such program" in run.stdout + run.stderr
    assert "comet.program" in run.stdout + run.stderr


def test_without_the_key_there_is_none(project):
    run, calls = scoring(project)
    assert run.returncode == 0, run.stdout + run.stderr
    assert calls
    assert not [call for call in calls if "comet" in call]
