"""From tags to a table and a figure, by the commands."""

import json

import pytest

from cdaflow.alternatives.tagging.tags import read_tags, write_tags
from cdaflow.cli import main


@pytest.fixture(scope="module")
def folder(tmp_path_factory, toys):
    path = tmp_path_factory.mktemp("run")
    for name, sentences in zip(("train", "dev"), toys, strict=True):
        write_tags(path / f"{name}.jsonl", sentences)
    write_tags(path / "test.jsonl", toys[1][1:])
    assert run(
        "train-tagger", "--train", path / "train.jsonl", "--dev", path / "dev.jsonl",
        "--epochs", 2, "--output-dir", path / "tagger",
    ) in (None, 0)  # fmt: skip
    return path


def run(*words):
    return main(["alternatives", *map(str, words)])


def test_tags_scores_table_and_figure(folder):
    gold, tags, scores = (folder / name for name in ("test.jsonl", "found.jsonl.gz", "s.json"))
    run("tag", gold, "--tagger", folder / "tagger", "--output", tags)
    assert len(list(read_tags(tags))) == len(list(read_tags(gold)))
    options = ("--gold", gold, "--testset", "toy")
    run("evaluate-tagger", *options, "--tagger", folder / "tagger", "--name", "lstm", "-o", scores)
    run("evaluate-tagger", *options, "--tags", tags, "--name", "same", "-o", folder / "t.json")
    report, same = (json.loads(path.read_text()) for path in (scores, folder / "t.json"))
    assert report["labels"] == same["labels"]
    assert report["calibration"]["after"]["bins"]
    assert "calibration" not in same
    main(["tables", "tagger", str(scores), str(folder / "t.json"), "--output",
          str(folder / "t.csv"), "--markdown", str(folder / "t.md")])  # fmt: skip
    assert "| toy | lstm | ambiguous |" in (folder / "t.md").read_text()
    main(["tables", "figure", "calibration", str(scores), "--output", str(folder / "c.svg")])
    assert (folder / "c.svg").read_text().startswith("<?xml")
    assert main(["tables", "figure", "calibration", str(folder / "t.json"), "--output",
                 str(folder / "d.svg")]) == 1  # fmt: skip


def test_a_tagger_is_not_scored_on_what_it_was_tuned_on(folder, capsys):
    assert run("evaluate-tagger", "--gold", folder / "dev.jsonl", "--tagger", folder / "tagger",
               "--name", "x", "--testset", "y") == 1  # fmt: skip
    assert "[tagger.trained-on-gold]" in capsys.readouterr().err


def test_rules_read_trees(folder):
    rows = ["1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_", "2\tdoctor\tdoctor\tNOUN\t_\t_\t3\tnsubj\t_\t_",
            "3\tleft\tleave\tVERB\t_\t_\t0\troot\t_\t_"]  # fmt: skip
    (folder / "a.conllu").write_text("\n".join(rows) + "\n\n")
    run("tag", "--trees", folder / "a.conllu", "--output", folder / "rules.jsonl")
    (one,) = read_tags(folder / "rules.jsonl")
    assert [(h.start, h.end, h.label, h.probability) for h in one.heads] == [
        (4, 10, "ambiguous", 1.0)
    ]


@pytest.mark.parametrize("words", [("a.txt",), ("a.txt", "--trees", "b"), ("--tagger", "x")])
def test_wrong_sources_are_usage_errors(folder, words):
    with pytest.raises(SystemExit):
        run("tag", *words, "--output", folder / "no.jsonl")


def test_an_encoder_needs_its_back_end(folder, capsys):
    assert run("train-tagger", "--train", folder / "train.jsonl", "--dev", folder / "dev.jsonl",
               "--backend", "encoder", "--output-dir", folder / "x") == 1  # fmt: skip
    assert "--encoder" in capsys.readouterr().err
