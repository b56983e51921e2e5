"""Counterfactuals of monolingual text: nouns, combinations, bounds, shards."""

import json

import pytest

from cdaflow.agreement.model import base_model
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.cli import main
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.sources import read_word_list
from cdaflow.languages import get
from cdaflow.lm.counterfactual_files import gather_copies, write_copies
from cdaflow.lm.counterfactuals import CopyMaker
from cdaflow.lm.persons import PersonFinder, PersonLists
from cdaflow.trees import Sentence, Token, write_conllu

from ..errors import raises

HEADER = "profession\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\tnote\n"
ROWS = [
    ("doctor", "médico", "médica", ""), ("engineer", "ingeniero", "ingeniera", ""),
    ("journalist", "periodista", "periodista", ""), ("victim", "víctima", "víctima", "fixed:Fem"),
]  # fmt: skip

GENDERED = {"M": {"Gender": "Masc", "Number": "Sing"}, "F": {"Gender": "Fem", "Number": "Sing"},
            "": {}, "S": {"Number": "Sing"}}  # fmt: skip


def tree(words, name="1"):
    """The tree of words "form/UPOS/head/relation[/feats]"."""
    tokens = []
    for number, word in enumerate(words.split(), 1):
        form, upos, head, relation, *feats = word.split("/")
        items = GENDERED[feats[0] if feats else ""]
        tokens.append(Token(number, form, form.lower(), upos, items, int(head), relation))
    return Sentence(tuple(tokens), comments=(f"sent_id = {name}",))


ONE = tree("El/DET/2/det/M médico/NOUN/4/nsubj/M alto/ADJ/2/amod/M canta/VERB/0/root", "1")
TWO = tree(
    "El/DET/2/det/M médico/NOUN/3/nsubj/M llama/VERB/0/root la/DET/5/det/F ingeniera/NOUN/3/obj/F",
    "2",
)
NOBODY = tree("La/DET/2/det/F mesa/NOUN/3/nsubj/F cae/VERB/0/root", "3")
VICTIM = tree("La/DET/2/det/F víctima/NOUN/3/nsubj/F cae/VERB/0/root", "4")
NAMED = tree("María/PROPN/4/nsubj es/AUX/4/cop una/DET/4/det/F médica/NOUN/0/root/F", "5")
MARIA = tree(
    "Hoy/ADV/5/advmod María/PROPN/5/nsubj es/AUX/5/cop una/DET/5/det/F médica/NOUN/0/root/F"
)


@pytest.fixture
def lists_file(tmp_path):
    path = tmp_path / "persons.es.tsv"
    rows = [
        "\t".join((name, one, other, f"{one}s", f"{other}s", note))
        for name, one, other, note in ROWS
    ]
    path.write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def maker(lists_file):
    spanish = get("es")
    entries = list(read_word_list(lists_file, spanish))
    entries += [
        Entry("alto", form, "ADJ", {"Gender": gender, "Number": "Sing"}, "x")
        for form, gender in (("alto", "Masc"), ("alta", "Fem"))
    ]
    words = SentenceInflector(Inflector("es", Lexicon(entries)))
    pipeline = InterventionPipeline(base_model("es"), words=words)

    def make(kind="field", *, named=False, **options):
        lists = PersonLists([lists_file], spanish)
        return CopyMaker(pipeline, PersonFinder(lists, words, named=named), kind, **options)

    return make


def texts(copies):
    return [copy.text for copy in copies.copies if not copy.reason]


def test_the_field_changes_what_agrees_and_the_swap_nothing_else(maker):
    assert texts(maker().make([ONE])[0]) == ["La médica alta canta"]
    assert texts(maker("swap").make([ONE])[0]) == ["El médica alto canta"]


def test_each_combination_of_several_persons(maker):
    assert set(texts(maker().make([TWO])[0])) == {
        "La médica llama la ingeniera", "La médica llama el ingeniero",
        "El médico llama el ingeniero",
    }  # fmt: skip
    assert set(texts(maker("swap").make([TWO])[0])) == {
        "El médica llama la ingeniera", "El médica llama la ingeniero",
        "El médico llama la ingeniero",
    }  # fmt: skip


def test_too_many_persons_have_no_copies_but_a_reason(maker):
    found = maker(max_persons=1).make([TWO, ONE])
    assert (found[0].reason, found[0].copies) == ("too-many", ())
    assert found[1].copies
    with raises("max-persons.out-of-range"):
        maker(max_persons=11)


def test_nouns_that_stay_have_their_reason(maker):
    nobody, victim = maker().make([NOBODY, VICTIM])
    assert (nobody.reason, dict(nobody.persons.left)) == ("no-person", {})
    assert (victim.reason, dict(victim.persons.left)) == ("no-person", {2: "fixed"})


def test_people_with_a_name_keep_their_gender_unless_asked(maker):
    (kept,) = maker().make([MARIA])
    assert dict(kept.persons.left) == {5: "named"}
    (changed,) = maker(named=True).make([MARIA])
    assert texts(changed) == ["Hoy María es un médico"]


def test_epicene_nouns_change_with_their_article_and_cannot_be_swapped(maker):
    one = tree("El/DET/2/det/M periodista/NOUN/3/nsubj/S canta/VERB/0/root")
    assert texts(maker().make([one])[0]) == ["La periodista canta"]
    assert {copy.reason for copy in maker("swap").make([one])[0].copies} == {"unchanged"}


def test_lines_of_persons(lists_file):
    lists = PersonLists([lists_file], get("es"))
    assert lists.has_person("La Ingeniera canta.")
    assert not lists.has_person("La víctima y la mesa.")
    with raises("word-list.missing"):
        PersonLists([], get("es"))


def test_shards_are_the_whole(maker, tmp_path):
    sentences = [ONE, TWO, NOBODY]
    whole = tmp_path / "whole.txt"
    write_copies(maker(), sentences, whole, report=tmp_path / "whole.json")
    for part in (0, 1, 2):
        write_copies(maker(), sentences[part : part + 1], tmp_path / f"{part}.txt",
                     report=tmp_path / f"{part}.json")  # fmt: skip
    shards = [tmp_path / f"{part}.txt" for part in (0, 1, 2)]
    reports = [tmp_path / f"{part}.json" for part in (0, 1, 2)]
    gather_copies(shards, reports, tmp_path / "all.txt", tmp_path / "all.json")
    assert (tmp_path / "all.txt").read_text() == whole.read_text()
    counts = json.loads((tmp_path / "all.json").read_text())
    assert counts == json.loads((tmp_path / "whole.json").read_text())
    assert (counts["sentences"], counts["animate"], counts["copies"]) == (3, 2, 4)
    shards[1].write_text("One line\n")
    with raises("shard.copy-count", "1", "3"):
        gather_copies(shards, reports, tmp_path / "all.txt", tmp_path / "all.json")
    reports[0].write_text("{}")
    with raises("report.not-counterfactuals"):
        gather_copies(shards, reports, tmp_path / "all.txt", tmp_path / "all.json")


def test_commands(lists_file, tmp_path):
    trees = tmp_path / "t.conllu"
    write_conllu(trees, [ONE, TWO, NOBODY])
    text = tmp_path / "t.txt"
    text.write_text("".join(f"{each.text}\n" for each in (ONE, TWO, NOBODY)), encoding="utf-8")
    found = tmp_path / "animate.jsonl"
    assert not main(["lm", "animate", str(text), "--lang", "es", "--word-list", str(lists_file),
                     "--report", str(tmp_path / "r.json"), "--output", str(found)])  # fmt: skip
    assert [json.loads(line)["id"] for line in found.read_text().splitlines()] == [1, 2]
    report = json.loads((tmp_path / "r.json").read_text())
    assert (report["sentences"], report["animate"]) == (3, 2)
    # Of the list: one noun for each line whose two forms differ.
    forms = [line.split("\t")[1:3] for line in lists_file.read_text().splitlines()[1:]]
    assert report["nouns"] == len({tuple(f) for f in forms if f[0] != f[1] and all(f)}) > 0
    options = ["--lang", "es", "--word-list", str(lists_file), "--kind", "swap"]
    for part in (1, 2):
        files = [
            "--report",
            f"{part}.json",
            "--decisions",
            f"{part}.tsv",
            "--output",
            f"{part}.txt",
        ]
        files = [word if word[0] == "-" else str(tmp_path / word) for word in files]
        command = ["lm", "counterfactuals", "--trees", str(trees), "--shard", f"{part}/2"]
        assert not main([*command, *options, *files])
    assert (tmp_path / "1.txt").read_text() == "El médica alto canta\n"
    assert (tmp_path / "2.tsv").read_text().splitlines()[-1].startswith("3\t\tno-person")
    assert not main(["lm", "gather", str(tmp_path / "1.txt"), str(tmp_path / "2.txt"),
                     "--reports",
                     str(tmp_path / "1.json"), str(tmp_path / "2.json"), "--report",
                     str(tmp_path / "all.json"),
                     "--output", str(tmp_path / "all.txt")])  # fmt: skip
    assert json.loads((tmp_path / "all.json").read_text())["sentences"] == 3
