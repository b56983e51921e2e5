"""A project on the user's own text of which every step is done by a fake that notes its call."""

import ast
import copy
from dataclasses import dataclass, field

import pytest

from .conftest import ROOT, Project, copy_project

FAKES = ROOT / "tests/fakes/steps"

TREEBANK = {role: f"mine/{{lang}}.{role}.conllu" for role in ("train", "dev", "test")}

#: Text, challenge set and treebanks of the user's own, so that the word lists are read by no
#: grammar.
OWN = {
    "corpora": {
        "train": [{"name": "mine", "tsv": "mine/{lang}.train.tsv"}],
        "dev": {"held_out": 2},
        "test": {"mine": [{"name": "mine", "tsv": "mine/{lang}.test.tsv"}]},
    },
    "challenge": {"sentences": "mine/en.txt", "pro": "mine/pro.txt", "anti": "mine/anti.txt"},
    "annotators": {"recipe": "tiny", "treebanks": TREEBANK},
}
_FILES = ("es.train.tsv", "es.test.tsv", "en.txt", "pro.txt", "anti.txt",
          *(f"{lang}.{role}.conllu" for lang in ("en", "es") for role in TREEBANK))  # fmt: skip

#: What is done for one system, and what is done once for all of them.
_SYSTEM = ("prepare_training", "train_model", "align_challenge", "score_winomt", "score_bleu")
_ALL = ("table_winomt", "table_bleu", "figure_pro_anti", "figure_accuracy_bleu",
        "figure_gaps", "figure_confusion", "figure_gains", "table_pronouns", "table_secondary",
        "table_examples", "write_report")  # fmt: skip


def systems(number):
    """Return the jobs that follow where the data of a number of systems changes."""
    each = dict.fromkeys(_SYSTEM, number) | {"translate": 2 * number}
    return each | dict.fromkeys(_ALL, 1)


@dataclass
class StepsProject(Project):
    """A project with its configuration, of which all has been made; what Snakemake said."""

    config: dict = field(default_factory=dict)
    said: str = ""

    def calls(self):
        """Return the words of each call of cdaflow."""
        with (self.folder / "calls.jsonl").open(encoding="utf-8") as lines:
            return [ast.literal_eval(line) for line in lines]

    def call(self, group, command, *words):
        """Return the one call of a command that has the words, as text."""
        found = [" ".join(each) for each in self.calls() if each[:2] == [group, command]]
        (only,) = [text for text in found if all(word in text for word in words)]
        return only

    def edited(self, path, text, *targets):
        """Return the jobs that an added line makes stale (for targets); the edit is undone."""
        path = self.folder / path
        before = path.read_bytes()
        try:
            path.write_bytes(before + text.encode())
            return self.jobs(*targets)
        finally:
            path.write_bytes(before)

    def configured(self, **parts):
        """Return the jobs that another configuration makes stale: some keys of these parts."""
        config = copy.deepcopy(self.config)
        for part, values in parts.items():
            config[part] = config[part] | values if isinstance(values, dict) else values
        self.configure(**config)
        try:
            return self.jobs()
        finally:
            self.configure(**self.config)


#: The challenge set is read when the configuration is.
_ROWS = ("female\t1\tThe cook slept because she was ill.\tcook\n",
         "male\t1\tThe cook slept because he was ill.\tcook\n")  # fmt: skip
_CHALLENGE = {"en.txt": "".join(_ROWS), "pro.txt": _ROWS[0], "anti.txt": _ROWS[1]}


def make_project(folder, config, files, targets=()):
    """Return a project in which all has been made that a configuration on OWN asks for.

    files: of the folder mine/, beside those that OWN names. targets: all that is made, if not all.
    """
    copied = copy_project(folder)
    project = StepsProject(copied.folder, (FAKES,), config)
    (folder / "mine").mkdir()
    for name in (*_FILES, *files):
        (folder / "mine" / name).write_text(_CHALLENGE.get(name, f"{name}\n"))
    project.configure(**config)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAKE_STEPS_CALLS", str(folder / "calls.jsonl"))
        run = project.snakemake(*targets)
    project.said = run.stdout + run.stderr
    assert run.returncode == 0, project.said
    return project


def check_options(project):
    """Give all calls to the real parser, which has the last word: the fakes take anything."""
    from cdaflow.cli import commands

    for each in project.calls():
        commands.check(each)
