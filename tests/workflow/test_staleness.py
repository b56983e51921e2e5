"""What an edit in the package makes stale: each rule and how often.

Word lists, keys, systems and languages: test_workflow.py and test_counterfactual.py.
"""

import shutil
from collections import Counter

import pytest

from .conftest import ROOT

#: Tables and figures of the scores of WinoMT.
OF_WINOMT = ("table_winomt", "table_pronouns", "table_secondary", "figure_pro_anti",
             "figure_confusion", "figure_gains", "figure_accuracy_bleu",
             "write_report")  # fmt: skip


def once(*rules):
    return Counter(dict.fromkeys(rules, 1))


@pytest.fixture
def edited(finished, tmp_path, monkeypatch):
    """Return the jobs that follow from an edit of a module; done in a copy of the package."""
    shutil.copytree(
        ROOT / "src/cdaflow", tmp_path / "cdaflow", ignore=shutil.ignore_patterns("__pycache__")
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    def edit(name):
        path = tmp_path / "cdaflow" / name
        before = path.read_text()
        path.write_text(before + "\n_EDITED = True\n")
        try:
            return finished.jobs()
        finally:
            path.write_text(before)

    return edit


def test_edited_module_of_one_step(edited):
    """BLEU is scored again, and what shows it."""
    assert edited("scoring/bleu.py") == once(
        "score_bleu", "table_bleu", "figure_accuracy_bleu", "write_report"
    )


def test_edited_module_of_several_steps(edited):
    jobs = edited("scoring/winomt.py")
    assert jobs == once("score_winomt", "figure_gaps", *OF_WINOMT)


def test_edited_module_that_no_rule_uses(edited):
    """The commands that pack results are nobody's step."""
    assert edited("sharing/pack.py") == {}
    assert edited("cli/sharing.py") == {}
