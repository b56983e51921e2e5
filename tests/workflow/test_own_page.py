"""The configuration of docs/own.md for one's own corpus, in a dry run with empty files."""

import re
import shlex

import yaml

from cdaflow.cli import commands

from .conftest import ROOT


def example(project):
    """Return the configuration with its files, which are there and empty, in the project."""
    text = (
        (ROOT / "docs/own.md").read_text(encoding="utf-8").partition("## On your own corpus\n")[2]
    )
    text = re.search(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[1]
    paths = re.findall(r"/data/([\w./-]+)", text)
    assert len(paths) > 8
    for name in paths:
        path = project.folder / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    return yaml.safe_load(text.replace("/data/", "data/"))


def test_it_repairs_a_model(project):
    config = example(project)
    folder = project.folder / "models/en-es"
    folder.mkdir(parents=True)
    for name in ("model.npz", "vocab.spm"):
        (folder / name).write_text("")
    # As the comment of the baseline says: or your own.
    repaired = config["systems"]["repaired"]
    config["systems"] |= {"own": {"model": "models/en-es"}, "better": repaired | {"base": "own"}}
    (project.folder / "config/test.yaml").write_text(yaml.safe_dump(config))
    run = project.snakemake("--dry-run", "--printshellcmds")
    said = run.stdout + run.stderr
    assert run.returncode == 0, said[-3000:]
    calls = set(re.findall(r"Shell command: (cdaflow .*?) > ", said))
    for call in calls:
        commands.check(shlex.split(call)[1:])
    trainings = [call for call in calls if call.startswith("cdaflow nmt train ")]
    assert len(trainings) == 3
    names = ("gb", "random", "second")  # as YAML was dumped
    sets = f"--train {' '.join(f'results/datasets/es/{name}.parquet:1' for name in names)} "
    for name, base in (("repaired", "models/es/baseline"), ("better", "imported/es/own")):
        (call,) = [call for call in trainings if f"--output-dir results/models/es/{name} " in call]
        assert sets in call
        assert f"--base results/{base} " in call
    assert any("counterfactual make" in call for call in calls)
    assert any("tables winomt" in call and "better" in call for call in calls)
