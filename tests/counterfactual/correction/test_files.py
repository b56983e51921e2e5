"""The commands `select persons` and `counterfactual correct` on files."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from handmade import WORDLISTS, tree

from cdaflow.cli import main
from cdaflow.counterfactual.correction.sampling import Decision, Sampling
from cdaflow.trees import write_conllu

ENGLISH = (
    "The/DET/2/det lawyer/NOUN/3/nsubj/S lost=lose/VERB/0/root {his}/PRON/5/nmod:poss/Poss=Yes "
    "keys=key/NOUN/3/obj/P+ ./PUNCT/3/punct"
)
SPANISH = (
    "El/DET/2/det/M abogado/NOUN/3/nsubj/M perdió=perder/VERB/0/root/V sus=su/DET/5/det/P "
    "llaves=llave/NOUN/3/obj/Gender=Fem|Number=Plur+ ./PUNCT/3/punct"
)


def lines(path):
    return [line.split("\t") for line in path.read_text().splitlines()]


def write_trees(path, *sentences):
    write_conllu(path, [tree(words, str(n)) for n, words in enumerate(sentences, 1)])
    return str(path)


def test_from_english_to_corrected_pairs(tmp_path, capsys):
    text, candidates = tmp_path / "en.txt", tmp_path / "candidates.tsv"
    text.write_text("The table is here.\nThe lawyer lost his keys.\n")
    assert main(["select", "persons", str(text), "-o", str(candidates)]) == 0
    assert lines(candidates) == [["id", "source"], ["1", "The lawyer lost his keys."]]

    english = write_trees(tmp_path / "en.conllu", ENGLISH.format(his="his"))
    persons, report = tmp_path / "persons.parquet", tmp_path / "persons.json"
    arguments = [str(candidates), "--trees", english, "-o", str(persons), "--report", str(report)]
    assert main(["select", "persons", *arguments]) == 0
    assert json.loads(report.read_text())["sentences"] == {"original": 1, "swapped": 1}

    held_out = tmp_path / "held-out.txt"
    for text in ("The lawyer lost his keys.", "the lawyer lost HER keys"):
        held_out.write_text(text)
        assert main(["select", "persons", *arguments, "--held-out-source", str(held_out)]) == 1
        assert "no sentence states the gender of a person (held-out 1)" in capsys.readouterr().err
    held_out.write_text("The lawyer lost keys.")
    assert main(["select", "persons", *arguments, "--held-out-source", str(held_out)]) == 0

    # The model has a man in both.
    found = pq.read_table(persons)
    target = pa.array(["El abogado perdió sus llaves."] * 2)
    pairs = tmp_path / "pairs.parquet"
    pq.write_table(found.append_column("target", target), pairs)
    both = write_trees(tmp_path / "both.conllu", *(ENGLISH.format(his=h) for h in ("his", "her")))
    trees = write_trees(tmp_path / "es.conllu", SPANISH, SPANISH)
    output, decisions = tmp_path / "corrected.tsv", tmp_path / "decisions.tsv"
    assert main([
        "counterfactual", "correct", str(pairs), "--lang", "es", "--english-trees", both,
        "--target-trees", trees, "--model", "base", "--determiners", "all",
        "--word-list", str(WORDLISTS / "professions.es.tsv"), "-o", str(output),
        "--decisions", str(decisions), "--report", str(report),
    ]) == 0  # fmt: skip
    header, *rows = lines(output)
    assert [dict(zip(header, row, strict=True)) for row in rows] == [
        {"id": "1", "source": "The lawyer lost his keys.",
         "target": "El abogado perdió sus llaves.",
         "profession": "lawyer", "gender": "Masc", "changed": "0", "others": "0",
         "version": "original", "origin": "1"},
        {"id": "2", "source": "The lawyer lost her keys.",
         "target": "La abogada perdió sus llaves.",
         "profession": "lawyer", "gender": "Fem", "changed": "1", "others": "0",
         "version": "swapped", "origin": "1"},
    ]  # fmt: skip
    assert json.loads(report.read_text())["kept"]["by_gender"] == {
        "Fem": {"corrected": 1},
        "Masc": {"right": 1},
    }
    assert [row[5] for row in lines(decisions)] == ["outcome", "right", "corrected"]
    assert "2 translations: 1 corrected, 1 right" in capsys.readouterr().err


def test_files_with_answers_take_no_trees(tmp_path, capsys):
    given = tmp_path / "given.tsv"
    given.write_text("source\tprofession\tgender\nThe lawyer lost his keys.\tlawyer\tMasc\n")
    output = tmp_path / "persons.tsv"
    assert main(["select", "persons", str(given), "-o", str(output)]) == 0
    assert [row[1] for row in lines(output)] == [
        "source", "The lawyer lost his keys.", "The lawyer lost her keys.",
    ]  # fmt: skip
    assert main(["select", "persons", str(given), "--trees", "x.conllu", "-o", str(output)]) == 1
    assert "[option.columns-or-trees]" in capsys.readouterr().err


def test_text_without_anybody_is_an_error(tmp_path, capsys):
    text = tmp_path / "en.txt"
    text.write_text("The table is here.\n")
    assert main(["select", "persons", str(text), "-o", str(tmp_path / "o.tsv")]) == 1
    assert "[person.none-with-pronouns]" in capsys.readouterr().err


def decision(number, origin, gender="Masc", shown="", outcome="right", profession="lawyer"):
    return Decision(number, origin, profession, gender, "", outcome, "", "", 1, shown, "", "", "")


def causes(sampling, *decisions):
    return [each.cause for each in sampling.apply(decisions)]


def test_a_sentence_stays_with_its_copy_or_not_at_all():
    pair = decision(1, 1), decision(2, 1, "Fem")
    alone = decision(3, 2), decision(4, 2, "Fem", outcome="dropped")
    assert causes(Sampling("versions"), *pair, *alone) == ["", "", "one-version", ""]
    assert causes(Sampling("none"), *pair, *alone) == ["", "", "", ""]


def test_another_person_must_have_one_gender_in_both_versions():
    leak = decision(1, 1, shown="Masc -"), decision(2, 1, "Fem", shown="Fem -")
    same = decision(3, 2, shown="Fem Masc"), decision(4, 2, "Fem", shown="- Masc")
    assert causes(Sampling("none"), *leak, *same) == ["others-differ", "others-differ", "", ""]


@pytest.mark.parametrize("seed", [1, 2])
def test_at_most_so_many_sentences_of_each_profession(seed):
    pairs = [decision(n, n // 2, ("Masc", "Fem")[n % 2]) for n in range(20)]
    others = [decision(n, n // 2, ("Masc", "Fem")[n % 2], profession="doctor") for n in (90, 91)]
    kept = [d for d in Sampling("versions", 3, seed).apply(pairs + others) if not d.cause]
    assert [d.gender for d in kept].count("Fem") == 4
    assert len(kept) == 8
    assert {d.profession for d in kept} == {"lawyer", "doctor"}


def test_as_many_of_each_gender_at_random():
    some = [decision(n, n) for n in range(8)] + [decision(9, 9, "Fem"), decision(10, 10, "Fem")]
    kept = [d.gender for d in Sampling("genders").apply(some) if not d.cause]
    assert sorted(kept) == ["Fem", "Fem", "Masc", "Masc"]
