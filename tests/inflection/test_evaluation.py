"""Reinflection accuracy: which words are asked for, and the counts, by hand."""

import csv
import json

import pytest

from cdaflow.cli import main
from cdaflow.inflection.evaluation import (
    Word,
    answers,
    gold_words,
    lemmata,
    nominal_lemmata,
    rows,
)
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.report import find_swaps, score_swaps
from cdaflow.trees import Sentence, Token, write_conllu

SING = {"Number": "Sing"}
FEM = {"Gender": "Fem", "Number": "Sing"}
PLUR = {"Gender": "Fem", "Number": "Plur"}


def tree(*words):
    """Return a tree of (form, lemma, upos, feats), each the head of the next."""
    return Sentence(tuple(
        Token(i, form, lemma, upos, feats, i - 1, "dep" if i > 1 else "root")
        for i, (form, lemma, upos, feats) in enumerate(words, 1)
    ))  # fmt: skip


GOLD = [
    tree(
        ("Casas", "casa", "NOUN", PLUR),  # known to the dictionary, right
        ("rojas", "rojo", "ADJ", PLUR),  # known, wrong in the dictionary
        ("moradas", "morado", "ADJ", PLUR),  # unknown, the model is right
        ("bellas", "bello", "ADJ", PLUR),  # unknown, the model is wrong and unsure
        ("moradas", "morado", "ADJ", PLUR),
        ("pintada", "pintar", "VERB", {**FEM, "VerbForm": "Part"}),
        ("pinta", "pintar", "VERB", {"VerbForm": "Fin"}),  # no nominal word
        ("Ana", "Ana", "PROPN", FEM),
        ("tal", "tal", "NOUN", {}),
        ("csa", "casa", "NOUN", {**FEM, "Typo": "Yes"}),
        ("5ª", "5º", "ADJ", FEM),
        ("gris", "gris", "ADJ", SING),  # no gender, known, right
    )
]
LEXICON = Lexicon([
    Entry("casa", "casas", "NOUN", PLUR, "unimorph:x"),
    Entry("rojo", "rojes", "ADJ", PLUR, "unimorph:x"),
    Entry("gris", "gris", "ADJ", SING, "unimorph:x"),
    Entry("pintar", "pintante", "ADJ", FEM, "unimorph:x"),
])  # fmt: skip


class Guesses:
    """A model that turns -o into -as, and says "bello" of bello without being sure."""

    threshold = -0.5

    def inflect(self, items):
        return [("bello", -2.0) if lemma == "bello" else (lemma.removesuffix("o") + "as", -0.1)
                for lemma, *_ in items]  # fmt: skip


def test_words_and_what_is_left_out():
    words, left_out = gold_words(GOLD)
    assert sorted(word.form for word in words) == [
        "bellas", "casas", "gris", "moradas", "pintada", "rojas",
    ]  # fmt: skip
    assert words[Word("morado", "ADJ", (("Gender", "Fem"), ("Number", "Plur")), "moradas")] == 2
    assert left_out == {
        "Typo, Foreign or Abbr": 1,
        "without Gender and Number": 1,
        "not a word of letters, or without lemma": 1,
    }


def row(made, words, group, dictionary):
    found = [
        each
        for each in made
        if (each["words"], each["group"], each["dictionary"]) == (words, group, dictionary)
    ]
    return found[0] if found else None


def test_counts():
    words, _ = gold_words(GOLD)
    found = answers(words, {"casa", "rojo"}, LEXICON, Guesses())
    made = rows(found, Guesses.threshold)
    every = row(made, "all", "nominal", "any")
    assert (every["types"], every["tokens"]) == (5, 6)
    # lemma: gris; dictionary: casas, gris; model: moradas, rojas; both: casas, gris, moradas
    assert {way: right["types"] for way, right in every["right"].items()} == {
        "lemma": 1, "dictionary": 2, "model": 2, "both": 3,
    }  # fmt: skip
    assert every["right"]["both"]["tokens"] == 4
    assert every["accepted"]["model"] == {"types": 4, "right": 2}
    assert every["accepted"]["both"] == {"types": 4, "right": 3}
    held_out = row(made, "held out", "nominal", "any")
    assert held_out["types"] == 3
    assert held_out["right"]["both"]["types"] == 2
    unknown = row(made, "held out", "nominal", "unknown")
    assert unknown["types"] == 2
    assert unknown["right"]["model"]["types"] == 1
    assert "dictionary" not in unknown["right"]
    assert row(made, "all", "gendered", "any")["types"] == 4
    # The adjective under the verb's lemma is not its participle.
    assert row(made, "all", "participle", "known") is None
    assert row(made, "all", "participle", "unknown")["types"] == 1


def test_dictionary_or_model_may_be_absent():
    words, _ = gold_words(GOLD)
    without_model = rows(answers(words, (), LEXICON, None), None)
    assert set(without_model[0]["right"]) == {"lemma", "dictionary", "both"}
    assert "accepted" not in without_model[0]
    without_dictionary = rows(answers(words, (), None, Guesses()), -0.5)
    assert set(without_dictionary[0]["right"]) == {"lemma", "model", "both"}
    assert row(without_dictionary, "all", "all", "known") is None


def test_words_in_the_other_gender():
    """Asked are words with both genders in one paradigm; the form given is the treebank's."""
    masc = {"Gender": "Masc", "Number": "Sing"}
    lexicon = Lexicon([
        Entry("gato", "gato", "NOUN", masc, "unimorph:x"),
        Entry("gato", "gata", "NOUN", FEM, "unimorph:x"),
        Entry("gato", "gatucha", "NOUN", FEM, "unimorph:x"),
        Entry("gato", "gatas", "NOUN", PLUR, "unimorph:x"),
        Entry("rojo", "rojo", "ADJ", masc, "unimorph:x"),
        Entry("rojo", "roja", "ADJ", FEM, "unimorph:x"),
        Entry("casa", "casa", "NOUN", FEM, "unimorph:x"),
    ])  # fmt: skip
    words, _ = gold_words([tree(
        ("gato", "gato", "NOUN", masc),
        ("gatas", "gato", "NOUN", PLUR),  # no masculine plural is known
        ("casa", "casa", "NOUN", FEM),  # no masculine
        ("roja", "rojo", "ADJ", FEM),
        ("rojo", "rojo", "NOUN", masc),  # only the adjective is known
    )])  # fmt: skip
    found = find_swaps(words, lexicon)
    assert [(s.word.form, sorted(s.forms)) for s in found] == [
        ("gato", ["gata", "gatucha"]), ("roja", ["rojo"]),
    ]  # fmt: skip

    class Swapper:
        def inflect(self, items):
            return [
                ("gatucha", -1.0 if lemma else -0.1)
                if form == "gato"
                else (("rojo" if lemma else "rojx") if form else lemma, -0.1)
                for lemma, _, _, form, _ in items
            ]

    assert score_swaps(found, Swapper(), -0.5) == {
        "Fem": {"types": 1, "right_from_both": 1, "right_from_form": 1, "right_from_lemma": 0,
                "accepted": 0, "accepted_right": 0},
        "Masc": {"types": 1, "right_from_both": 1, "right_from_form": 0, "right_from_lemma": 1,
                 "accepted": 1, "accepted_right": 1},
    }  # fmt: skip


def test_lemmata_of_treebanks(tmp_path):
    write_conllu(tmp_path / "t.conllu", GOLD)
    assert "ana" in lemmata([tmp_path / "t.conllu"])
    assert nominal_lemmata([tmp_path / "t.conllu"]) == {
        "casa", "rojo", "morado", "bello", "pintar", "gris",
    }  # fmt: skip


def corpus(path, stems):
    """Write trees with an adjective of each stem in two genders."""
    write_conllu(path, (
        tree((stem + "o", stem + "o", "ADJ", {**FEM, "Gender": "Masc"}),
             (stem + "a", stem + "o", "ADJ", FEM))
        for stem in stems
    ))  # fmt: skip


@pytest.fixture
def files(tmp_path):
    stems = [a + "a" + b + "e" + c for a in "bdflmnp" for b in "rstl" for c in "bdmn"]
    corpus(tmp_path / "train.conllu", stems[:80])
    corpus(tmp_path / "test.conllu", stems[70:100])
    (tmp_path / "lexicon.tsv").write_text(
        f"{stems[99]}o\t{stems[99]}a\tADJ;FEM;SG\n", encoding="utf-8"
    )
    return tmp_path


def test_commands_train_and_evaluate(files, capsys):
    """The whole way: a model is trained with the test lemmata held out, then scored."""
    model = files / "model.npz"
    arguments = ["inflect", "train", "--lang", "es", "--recipe", "tiny", "--epochs", "2"]
    arguments += ["--treebank", str(files / "train.conllu")]
    arguments += ["--hold-out", str(files / "test.conllu"), "--output", str(model)]
    assert main(arguments) == 0
    assert [path.name for path in files.glob("model*")] == ["model.npz"]
    scores, errors = files / "scores.json", files / "errors.tsv"
    arguments = ["inflect", "evaluate", "--lang", "es", "--model", str(model)]
    arguments += ["--train-treebank", str(files / "train.conllu")]
    arguments += ["--lexicon", str(files / "lexicon.tsv"), "--gold", str(files / "test.conllu")]
    arguments += ["--output", str(scores), "--errors", str(errors)]
    assert main(arguments) == 0
    report = json.loads(scores.read_text(encoding="utf-8"))
    assert report["metric"] == "reinflection"
    assert report["model"]["training"]["held_out_entries"] > 0
    assert report["model_held_out"] is True
    assert report["signature"].startswith("reinflection|gold:")
    everything = row(report["rows"], "all", "ADJ", "any")
    held_out = row(report["rows"], "held out", "ADJ", "any")
    assert (everything["types"], held_out["types"]) == (60, 40)
    # 20 of the treebank, and 1 of the lexicon; its masculine is not in it.
    assert everything["right"]["dictionary"]["types"] == 21
    assert held_out["right"]["dictionary"]["types"] == 1
    assert held_out["right"]["lemma"]["types"] == 20
    assert held_out["right"]["model"]["types"] >= 20
    with errors.open(encoding="utf-8") as handle:
        wrong = list(csv.DictReader(handle, delimiter="\t"))
    assert len(wrong) >= 60 - everything["right"]["both"]["types"]
    assert "held out" in capsys.readouterr().out
    # The 10 words that training and test trees share have both genders in a paradigm.
    assert [report["swaps"][gender]["types"] for gender in ("Fem", "Masc")] == [10, 10]


def test_words_learned_from_a_lexicon_are_not_held_out(files, capsys):
    """Without --hold-out the model knows the lemma of the lexicon, which no treebank has."""
    model, scores = files / "model.npz", files / "scores.json"
    lexicon = ["--lexicon", str(files / "lexicon.tsv")]
    train = ["inflect", "train", "--lang", "es", "--recipe", "tiny", "--epochs", "1"]
    train += ["--examples", "200", "--treebank", str(files / "train.conllu"), *lexicon]
    assert main([*train, "--output", str(model)]) == 0
    evaluate = ["inflect", "evaluate", "--lang", "es", "--model", str(model)]
    evaluate += ["--train-treebank", str(files / "train.conllu")]
    evaluate += ["--gold", str(files / "test.conllu"), "--output", str(scores)]
    assert main([*evaluate, *lexicon]) == 0
    report = json.loads(scores.read_text(encoding="utf-8"))
    assert report["model_held_out"] is False
    assert row(report["rows"], "held out", "ADJ", "any")["types"] == 38
    assert "which count as seen" in capsys.readouterr().err
    assert main(evaluate) == 1
    assert "the model has learned from lexicon.tsv, which is not given" in capsys.readouterr().err


def test_faults_of_a_user_are_told(files, capsys):
    assert main(["inflect", "train", "--lang", "es", "--output", str(files / "m.npz")]) == 1
    assert "[option.nothing-to-learn-from]" in capsys.readouterr().err
    arguments = ["inflect", "train", "--lang", "es", "--output", str(files / "m.npz")]
    arguments += ["--treebank", str(files / "train.conllu"), "--recipe", "huge"]
    assert main(arguments) == 1
    assert "full, tiny" in capsys.readouterr().err
    (files / "empty.conllu").write_text("", encoding="utf-8")
    arguments = ["inflect", "evaluate", "--lang", "es", "--gold", str(files / "empty.conllu")]
    arguments += ["--lexicon", str(files / "lexicon.tsv"), "--output", str(files / "s.json")]
    assert main(arguments) == 1
    assert "[treebank.no-inflected-word]" in capsys.readouterr().err
    assert not (files / "s.json").exists()
    arguments = ["inflect", "evaluate", "--lang", "es", "--gold", str(files / "test.conllu")]
    assert main([*arguments, "--output", str(files / "s.json")]) == 1
    assert "[option.nothing-to-score]" in capsys.readouterr().err
