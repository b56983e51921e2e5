"""Soundness of raw corpora."""

import hashlib
import json

from cdaflow.text.check import check_corpora
from cdaflow.text.spec import parse_spec

from ..errors import raises


def test_note_has_lines_and_digests(tmp_path):
    (tmp_path / "a.tsv").write_text("one\tuno\ntwo\tdos\n")
    check_corpora([parse_spec(f"name=a,tsv={tmp_path}/a.tsv")], ["en", "es"], tmp_path / "n.json")
    (note,) = json.loads((tmp_path / "n.json").read_text())
    assert note["lines"] == 2
    assert note["files"][0]["sha256"] == hashlib.sha256(b"one\tuno\ntwo\tdos\n").hexdigest()


def test_fault_leaves_the_earlier_note(tmp_path):
    (tmp_path / "n.json").write_text("earlier")
    (tmp_path / "a.tsv").write_text("one\tuno\ntwo\n")
    with raises("row.too-few-columns", "a.tsv:2"):
        check_corpora(
            [parse_spec(f"name=a,tsv={tmp_path}/a.tsv")], ["en", "es"], tmp_path / "n.json"
        )
    assert (tmp_path / "n.json").read_text() == "earlier"
