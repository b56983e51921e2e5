"""The CoNLL 2018 scores, against counts made by hand; commands and table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.tables.contents import read_table
from cdaflow.tables.evaluations import ANNOTATORS
from cdaflow.tables.render import terminal_text
from cdaflow.trees import read_conllu
from cdaflow.trees.evaluation import Score, evaluate_system, evaluate_trees

from ..errors import raises

# Seven words in six tokens: the multiword token "al".
GOLD = """\
# text = Voy al mar azul hoy.
1\tVoy\tir\tVERB\t_\tNumber=Sing\t0\troot\t0:root|9:x\t_
2-3\tal\t_\t_\t_\t_\t_\t_\t_\t_
2\ta\ta\tADP\t_\t_\t4\tcase\t_\t_
3\tel\tel\tDET\t_\tGender=Masc\t4\tdet\t_\t_
4\tmar\tmar\tNOUN\t_\tGender=Masc\t1\tobl\t_\t_
5\tazul\tazul\tADJ\t_\t_\t4\tamod\t_\t_
6\thoy\thoy\tADV\t_\t_\t1\tadvmod\t_\tSpaceAfter=No
7\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\t_

"""
# Of seven words: azul has another tag and lemma, mar another gender, hoy another head, the mark
# another relation (its subtype would not count).
WRONG = (
    GOLD.replace("azul\tazul\tADJ", "azul\tazules\tNOUN")
    .replace("mar\tmar\tNOUN\t_\tGender=Masc", "mar\tmar\tNOUN\t_\tGender=Fem")
    .replace("1\tadvmod", "4\tadvmod")
    .replace("1\tpunct", "1\tdep")
    .replace("4\tcase", "4\tcase:loc")
)
# "al" is one word here, and "hoy." one token: 5 tokens and words for 6 tokens and 7 words.
OTHER_WORDS = """\
1\tVoy\tir\tVERB\t_\tNumber=Sing\t0\troot\t_\t_
2\tal\tal\tADP\t_\t_\t3\tcase\t_\t_
3\tmar\tmar\tNOUN\t_\tGender=Masc\t1\tobl\t_\t_
4\tazul\tazul\tADJ\t_\t_\t3\tamod\t_\t_
5\thoy.\thoy\tADV\t_\t_\t1\tadvmod\t_\t_

"""


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def evaluate(gold: Path, system: Path) -> dict[str, Score]:
    return evaluate_trees(read_conllu(gold), read_conllu(system), gold=gold, system=system)


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return _write(tmp_path, "es_gold.conllu", GOLD)


def test_f1() -> None:
    assert Score(3, 4, 6).f1 == pytest.approx(60)
    assert Score(0, 0, 0).f1 == 0


def test_the_same_trees_are_right(gold: Path) -> None:
    scores = evaluate(gold, gold)
    assert scores["Tokens"] == Score(6, 6, 6)
    assert scores["LAS"] == Score(7, 7, 7)
    assert {score.f1 for score in scores.values()} == {100}


def test_hand_counted_scores_of_given_words(gold: Path, tmp_path: Path) -> None:
    scores = evaluate(gold, _write(tmp_path, "wrong.conllu", WRONG))
    assert scores["Words"] == Score(7, 7, 7)
    assert scores["UPOS"] == Score(6, 7, 7)
    assert scores["UFeats"] == Score(6, 7, 7)
    assert scores["Lemmas"] == Score(6, 7, 7)
    assert scores["UAS"] == Score(6, 7, 7)
    assert scores["LAS"] == Score(5, 7, 7)
    # Content words: Voy, mar, azul, hoy. Voy alone has head, tag, features and function words
    # right: mar fails by its gender, azul by its tag, hoy by its head.
    # The relation "dep" of the mark makes it a fifth one of the system.
    assert scores["MLAS"] == Score(1, 4, 5)


def test_hand_counted_scores_of_other_words(gold: Path, tmp_path: Path) -> None:
    scores = evaluate(gold, _write(tmp_path, "other.conllu", OTHER_WORDS))
    assert scores["Tokens"] == Score(4, 6, 5)
    # Voy, mar and azul; al stands for two words, hoy. for two others.
    assert scores["Words"] == Score(3, 7, 5)
    assert scores["UPOS"] == Score(3, 7, 5)
    assert scores["UPOS"].f1 == pytest.approx(50)
    assert scores["LAS"] == Score(3, 7, 5)


def test_trees_of_another_text_are_refused(gold: Path, tmp_path: Path) -> None:
    other = _write(tmp_path, "other.conllu", GOLD.replace("mar", "río"))
    with raises("treebank.other-text") as caught:
        evaluate(gold, other)
    assert caught.value.file == str(other)
    with raises("treebank.empty"):
        evaluate(gold, _write(tmp_path, "empty.conllu", ""))


def test_a_report_tells_whether_words_were_given(gold: Path, tmp_path: Path) -> None:
    given = evaluate_system(_write(tmp_path, "wrong.conllu", WRONG), "es", gold)
    assert list(given["words"]) == ["gold"]
    assert given["words"]["gold"]["UPOS"] == {"correct": 6, "gold": 7, "system": 7,
                                              "f1": pytest.approx(600 / 7, abs=1e-3)}  # fmt: skip
    assert given["gold"]["sentences"] == 1
    assert given["gold"]["words"] == 7
    found = evaluate_system(_write(tmp_path, "other.conllu", OTHER_WORDS), "es", gold)
    assert list(found["words"]) == ["raw"]


def test_commands_and_table(gold: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    system = _write(tmp_path, "wrong.conllu", WRONG)
    scores, table, markdown = (tmp_path / name for name in ("s.json", "t.csv", "t.md"))
    assert main(["trees", "evaluate", "--system", str(system), "--lang", "es", "--gold", str(gold),
                 "--name", "mine", "--output", str(scores)]) == 0  # fmt: skip
    shown = capsys.readouterr().out
    assert "85.7" in shown
    assert "mine" in shown
    assert main(["tables", "annotators", str(scores), "--output", str(table),
                 "--markdown", str(markdown)]) == 0  # fmt: skip
    lines = table.read_text(encoding="utf-8").splitlines()
    assert lines[0].split(",") == list(ANNOTATORS.columns)
    row = dict(zip(ANNOTATORS.columns, lines[1].split(","), strict=True))
    assert row["upos"] == "85.7"
    assert row["upos_correct"] == "6"
    assert row["gold_words"] == row["system_words"] == "7"
    assert row["mlas_correct"] == "1"
    assert row["given"] == "words"
    assert "| es | mine |" in markdown.read_text(encoding="utf-8")
    # The table read back is shown as the command shows it.
    assert terminal_text(read_table(table)) == shown


def test_rows_of_a_language_stand_together(gold: Path, tmp_path: Path) -> None:
    paths = []
    for name, language in (("a", "es"), ("b", "en"), ("c", "es")):
        report = evaluate_system(gold, language, gold, name=name)
        paths.append(_write(tmp_path, f"{name}.json", json.dumps(report)))
    rows = ANNOTATORS.of(paths).records
    assert [(row["language"], row["annotator"]) for row in rows] == [
        ("es", "a"), ("es", "c"), ("en", "b"),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "[]", '{"metric": "bleu"}', '{"metric": "annotator"}'])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"score|not valid JSON"):
        ANNOTATORS.read([_write(tmp_path, "s.json", text)])


def test_models_and_system_exclude_each_other(
    gold: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["trees", "evaluate", "--lang", "es", "--gold", str(gold), "--output", "x.json"]
    for both in ([], ["--models", str(tmp_path), "--system", str(gold)]):
        with pytest.raises(SystemExit, match="2"):
            main([*call, *both])
    error = capsys.readouterr().err
    assert "one of the arguments --models --system is required" in error
    assert "--system: not allowed with argument --models" in error


def test_a_folder_without_models(
    gold: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["trees", "evaluate", "--lang", "es", "--gold", str(gold), "--output", "x.json"]
    assert main([*call, "--models", str(tmp_path / "none")]) == 1
    assert "[model-folder.missing]" in capsys.readouterr().err
    assert main([*call, "--models", str(tmp_path), "--words", "gold"]) == 1
    assert "no Stanza models of 'es' for tokenize, pos" in capsys.readouterr().err
    about = {"format": 1, "backend": "stanza", "language": "fr"}
    _write(tmp_path, "annotator.json", json.dumps(about))
    assert main([*call, "--models", str(tmp_path)]) == 1
    assert "[annotator.other-language]" in capsys.readouterr().err
