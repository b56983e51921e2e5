"""What an edit in the package makes stale: each rule and how often.

Word lists, keys, systems and languages: test_workflow.py, test_staleness_demo.py and
test_counterfactual.py.
"""

from collections import Counter

import pytest

from .conftest import Project, copy_with_package
from .forks import dry_runs

#: Tables and figures of the scores of WinoMT.
OF_WINOMT = ("table_winomt", "table_pronouns", "table_secondary", "figure_pro_anti",
             "figure_confusion", "figure_gains", "figure_accuracy_bleu",
             "write_report")  # fmt: skip

#: Modules that are edited; the commands that pack results are nobody's step.
EDITS = {
    "bleu": ("scoring/bleu.py",),
    "winomt": ("scoring/winomt.py",),
    "pack": ("sharing/pack.py", "cli/sharing.py"),
}


@pytest.fixture(scope="module")
def stale(tmp_path_factory):
    """The jobs that follow from each edit, but for provenance, which follows from a table."""
    folder = copy_with_package(tmp_path_factory.mktemp("staleness"))
    Project(folder).configure()

    def edited(module):
        path = folder / "src/cdaflow" / module
        return {f"src/cdaflow/{module}": path.read_text() + "\n_EDITED = True\n"}

    edits = {
        name: {path: text for module in modules for path, text in edited(module).items()}
        for name, modules in EDITS.items()
    }
    return {
        name: Counter(
            rule for rule, *_, n in each["jobs"] for _ in range(n) if rule != "write_provenance"
        )
        for name, each in dry_runs(folder, edits).items()
    }


def test_edited_module_of_one_step(stale):
    """BLEU is scored again, and what shows it."""
    assert stale["bleu"] == Counter(
        ["score_bleu", "table_bleu", "figure_accuracy_bleu", "write_report"]
    )


def test_edited_module_of_several_steps(stale):
    assert stale["winomt"] == Counter(["score_winomt", "figure_gaps", *OF_WINOMT])


def test_edited_module_that_no_rule_uses(stale):
    assert stale["pack"] == {}
