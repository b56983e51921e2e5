"""What jobs ask a cluster for: it stands in the rules; the profile for Slurm names none of them."""

import re
import shutil

import pytest
import yaml

from .conftest import ROOT, copy_project

PROFILE = yaml.safe_load((ROOT / "slurm/config.yaml").read_text())
#: What a rule asks for that says nothing.
DEFAULT = {name: str(PROFILE["default-resources"][name]) for name in ("mem_mb", "runtime")}
TRAINING = {"threads": 2, "gpus": 1, "mem_mb": 7000, "runtime": 600}


def planned(folder, *options, **changes):
    """Return the jobs of a dry run with the profile.

    Of each the rule, the first output, whether it is in a group, and its resources.
    """
    project = copy_project(folder)
    shutil.copytree(ROOT / "slurm", project.folder / "slurm")
    project.configure(**changes)
    options = ["--profile", "slurm", "--configfile", "config/test.yaml", *options]
    run = project.snakemake("--dry-run", options=options)
    said = run.stdout + run.stderr
    assert run.returncode == 0, said[-3000:]
    found = []
    blocks = re.findall(r"^( *)rule (\w+):\n((?:\1    .*\n)+)", said, re.MULTILINE)
    for indent, rule, block in blocks:
        if rule != "all":
            line = {key: re.search(rf"^ *{key}: (.*)", block, re.M) for key in
                    ("output", "threads", "resources")}  # fmt: skip
            resources = dict(each.split("=", 1) for each in line["resources"][1].split(", "))
            resources["threads"] = line["threads"][1] if line["threads"] else "1"
            found.append((rule, line["output"][1].split(", ")[0], bool(indent), resources))
    return found


@pytest.fixture(scope="module")
def jobs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("resources")
    return planned(folder, training=TRAINING, decoding={"gpus": 2})


def test_profile_names_no_rule():
    """So that a new rule needs no line there."""
    assert not {"set-resources", "set-threads", "groups", "set-scatter"} & set(PROFILE)


def test_each_rule_has_its_resources(jobs):
    assert len(jobs) > 30
    for rule, _, _, resources in jobs:
        assert {"mem_mb", "runtime", "threads", "step"} <= set(resources), rule


def test_tables_figures_and_scores_are_small_and_share_jobs(jobs):
    """By what is made, whichever rule makes it: so a new table is one of them."""
    small = ("results/tables/", "results/figures/", "results/scores/",
             "results/report.html")  # fmt: skip
    shared = {output: (resources["mem_mb"], grouped, resources["runtime"])
              for _, output, grouped, resources in jobs if output.startswith(small)}  # fmt: skip
    assert len(shared) > 15
    for output, (memory, grouped, minutes) in shared.items():
        assert grouped, output
        assert memory == "2000", output
        assert minutes == ("120" if output.endswith(".provenance.json") else "30"), output


def test_steps_ask_for_what_the_configuration_gives_them(jobs):
    asked = {rule: resources for rule, _, _, resources in jobs}
    training = asked["train_model"]
    assert {key: int(training[key]) for key in ("mem_mb", "runtime")} == {
        key: TRAINING[key] for key in ("mem_mb", "runtime")
    }
    assert (training["gpu"], training["slurm_extra"]) == ("1", "--signal=TERM@120")
    assert asked["translate"]["gpu"] == "2"
    assert "gpu" not in asked["prepare_training"]
    assert (asked["prepare_training"]["mem_mb"], asked["prepare_training"]["runtime"]) == (
        "16000", "720",
    )  # fmt: skip
    assert asked["build_corpus"]["runtime"] == "720"
    assert {key: asked["write_demo"][key] for key in DEFAULT} == DEFAULT


SLURM = ("slurm_account", "slurm_partition", "gpu_model")
#: Systems that are trained with GPUs and without.
SYSTEMS = {
    "baseline": {"recipe": "tiny", "data": {"parallel": 1}},
    "tuned": {"base": "baseline", "recipe": "tiny-finetune", "data": {"parallel": 1}},
}
CLUSTER = {"account": "mine", "partition": "cpu", "gpu_partition": "gpu", "gpu_model": "a100"}


def asked(jobs):
    """Return account, partition and GPUs of each job, by its rule and system."""
    return {
        (rule, output.split("/")[-2] if rule == "train_model" else ""): tuple(
            resources.get(name) for name in SLURM
        )
        for rule, output, _, resources in jobs
    }


def test_account_and_partitions_are_keys_of_the_configuration(tmp_path):
    changes = {"training": TRAINING, "fine_tuning": {"gpus": 0}, "systems": SYSTEMS}
    found = asked(planned(tmp_path, **changes, slurm=CLUSTER))
    assert found["train_model", "baseline"] == ("mine", "gpu", "a100")
    assert found["train_model", "tuned"] == ("mine", "cpu", None)
    assert found["translate", ""] == found["build_corpus", ""] == ("mine", "cpu", None)
    assert {found[job][:2] for job in found} == {("mine", "gpu"), ("mine", "cpu")}


def test_the_command_line_goes_before_them(tmp_path):
    options = ["--set-resources", "translate:slurm_partition=long"]
    found = asked(planned(tmp_path, *options, slurm={"account": "mine", "partition": "cpu"}))
    assert found["translate", ""] == ("mine", "long", None)
    assert found["train_model", "baseline"] == ("mine", "cpu", None)


def test_nothing_is_asked_where_nothing_is_said(jobs):
    assert set(asked(jobs).values()) == {(None, None, None)}
