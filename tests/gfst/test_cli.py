"""The commands by hand."""

import json

import pytest

from cdaflow.cli import main
from cdaflow.cli.gfst import Labels
from cdaflow.cli.options import EnglishLists

from ..errors import raises


def test_other_languages_are_not_labelled(tmp_path, lists):
    """*He comido* is no man's, whatever column it stands in."""
    rows = ["I have eaten.\tHe comido.", "I saw him.\tHe visto al hombre que vino."] * 10
    path = tmp_path / "pairs.tsv"
    path.write_text("\n".join(rows) + "\n")
    files = EnglishLists(pronouns=lists[0], gendered=lists[1])
    assert list(Labels("1", files).read([str(path)]))
    with raises("gfst.not-english", "Spanish", "--column"):
        list(Labels("2", files).read([str(path)]))


def test_source_and_count(tmp_path, capsys, lists):
    path = tmp_path / "mono.en"
    path.write_text("She left.\nHe left.\nHe met her.\nIt left.\n")
    options = ["--pronouns", lists[0], "--gendered", lists[1]]
    output, report = str(tmp_path / "fem.en"), str(tmp_path / "report.json")
    source = ["gfst", "source", str(path), str(path), "--output", output, *options]
    assert main([*source, "--gender", "fem", "--report", report]) == 0
    assert (tmp_path / "fem.en").read_text() == "She left.\n" * 2
    assert json.loads((tmp_path / "report.json").read_text())["labels"]["mix"] == 2
    assert main(["gfst", "count", str(path), "--output", report, *options]) == 0
    assert capsys.readouterr().out.splitlines()[1] == f"{path}\t4\t25.0%\t25.0%\t50.0%"
    with pytest.raises(SystemExit, match="2"):
        main([*source, "--threads", "0"])
    assert main(["gfst", "source", str(path), "--output", str(path), *options]) == 1
    assert path.read_text().startswith("She")
