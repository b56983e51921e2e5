"""Score files and tables: any bytes give a table or one clear error."""

# ruff: noqa: E501

import json

import pytest
from bounds import any_bytes

from cdaflow.counterfactual.selection.funnel import Funnel, read_report
from cdaflow.io.files import read_json
from cdaflow.scoring.compare import compare
from cdaflow.scoring.metric import Outcomes
from cdaflow.scoring.observed import figures
from cdaflow.scoring.winomt_figures import METRIC
from cdaflow.tables.contents import read_table
from cdaflow.tables.corpora import read_datasets, read_drops
from cdaflow.tables.evaluations import ANNOTATORS, read_counterfactuals
from cdaflow.tables.funnel import read_selections
from cdaflow.tables.pictures import read_picture
from cdaflow.tables.render import markdown_text, terminal_text
from cdaflow.tables.scores import read_scores
from cdaflow.text.corpus import Tally, drops_table


def estimate(value=50.0):
    return {"value": value, "low": 40.0, "high": 60.0, "signature": "s"}


NAMES = ("accuracy", "accuracy_pro", "accuracy_anti", "delta_s", "delta_g", "delta_r", "f1_male",
         "f1_female", "recall_male", "recall_female", "unknown_rate", "accuracy_whole")  # fmt: skip
WINOMT = {
    "metric": "winomt", "language": "es", "system": "a", "training": None, "signature": "winomt|seed:1",
    "counts": {"rows": 2, "correct": 1, "unknown": 0,
               "confusion": {"male": {"male": 1, "unknown": 0}, "female": {"male": 1}},
               "by_profession": {"nurse": {"male": {"gold": 1, "correct": 1}}}},
    "scores": {name: estimate() for name in NAMES}, "outcomes": {"gold": "mf", "predicted": "mm", "half": "pa"},
    "warned": {"lines": 1, "of": 2, "kinds": {"empty": 1}},
}  # fmt: skip
WINOMT["scores"] |= dict(figures(Outcomes("", WINOMT), METRIC))
BLEU = {"metric": "bleu", "language": "es", "system": "a", "testset": "t", "lines": 3,
        "scores": {"bleu": estimate(), "chrf": estimate()},
        "warned": {"lines": 1, "of": 3, "kinds": {"empty": 1}}}  # fmt: skip
SENTENCES = BLEU | {"outcomes": {"bleu": "4/4/3/2/1/0 3/4/2/1/0/0",
                                "chrf": "9/8/7/6/5/4/3/2 8/8/7/6/5/4/3/2"}}  # fmt: skip
FUNNEL = Funnel(("pronoun", "length"), pairs=2)
FUNNEL.drop("length", "long", "Masc", "nurse")
FUNNEL.keep("Fem", "nurse")
CSV = b'language,system,text\nes,a,"=1+1, ""x"""\nfr,b,\xe2\x80\x93\n'
SVG = b"""<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">
<svg xmlns="http://www.w3.org/2000/svg"><title>T</title><path d="M 0 0"/></svg>"""
PART = {"scores": {}, "candidates": 1}
GOLD = {"metric": "counterfactuals", "language": "es", "without_gold": 0, "all": PART,
        "by_gender": {"Fem": PART}}  # fmt: skip


def shown(path):
    table = read_table(path)
    terminal_text(table)
    markdown_text(table)


READERS = {
    "winomt": ("s.json", WINOMT, lambda p: read_scores("winomt", [p])),
    "bleu": ("s.json", BLEU, lambda p: read_scores("bleu", [p])),
    "funnel": ("s.json", FUNNEL.to_json(), lambda p: read_selections([p], ["es"])),
    "funnel-report": ("s.json", FUNNEL.to_json(), read_report),
    "counterfactuals": ("s.json", GOLD, lambda p: read_counterfactuals([p], ["es/full.drop"])),
    "annotators": ("s.json", {"metric": "annotator", "words": {}}, lambda p: ANNOTATORS.read([p])),
    "json": ("s.json", WINOMT, read_json),
    "drops": ("d.tsv", "\n".join(drops_table([Tally("a", 0)])).encode() + b"\n",
              read_drops),
    "datasets": ("d.tsv", b"source\ttarget\tgender\nA.\tB.\tFem\n",
                 lambda p: read_datasets([p], ["es/x"])),
    "csv": ("t.csv", CSV, shown),
    "tsv": ("t.tsv", b"language\tsystem\nes\ta b\n", shown),
    "svg": ("f.svg", SVG, read_picture),
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_any_bytes(name):
    file, content, read = READERS[name]
    seed = content if isinstance(content, bytes) else json.dumps(content).encode()
    tokens = (b"1e999", b"NaN", b"-1", b"[]", b"{}", b'"a"', b"null", b"<!ENTITY a>")
    any_bytes(file, seed, read, tokens, sound=name != "counterfactuals")


@pytest.mark.parametrize("report", [WINOMT, SENTENCES], ids=["winomt", "bleu"])
def test_any_report_is_compared(report):
    any_bytes(
        "s.json",
        json.dumps(report).encode(),
        lambda p: compare(read_json(p), report, names=[str(p), "s.json"], bootstrap=100),
    )
