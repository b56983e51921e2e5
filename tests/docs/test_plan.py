"""The table of jobs of docs/scale.md."""

import re

import plan
from published_run import ROOT


def test_rules_with_their_jobs_and_the_rest_in_one_line():
    plans = {
        "it": plan.Plan({"train_model": 10, "table_bleu": 1, "score_bleu": 20}, 4.6),
        "all": plan.Plan({"train_model": 3000, "annotate_shard": 7}, 12.2),
    }
    assert plan.lines(plans) == [
        "| Rule | it | all |",
        "| :-- | --: | --: |",
        "| `annotate_shard` | 0 | 7 |",
        "| `train_model` | 10 | 3,000 |",
        "| scores, tables, figures (2 rules) | 21 | 0 |",
        "| **jobs** | **31** | **3,007** |",
        "| processor seconds to plan | 5 | 12 |",
    ]


def test_the_page_has_rules_of_the_workflow():
    """Else: python docs/scripts/plan.py."""
    page = (ROOT / "docs/scale.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    rules = "".join(path.read_text() for path in (ROOT / "workflow/rules").glob("*.smk"))
    known = set(re.findall(r"\b(?:rule|as) (\w+)(?: with)?:", rules))
    assert len(shown) > 20
    assert set(shown) <= known
