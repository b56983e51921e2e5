"""cdaflow alternatives rewrite and show: files in and out, tags, shards, errors."""

import json

import pytest

from cdaflow.alternatives.sentences import Inputs, check_language, read_pairs
from cdaflow.alternatives.structures import (
    Alternatives,
    Entity,
    marked,
    read_alternatives,
    write_alternatives,
)
from cdaflow.alternatives.tagging.tags import TaggedSentence, write_tags
from cdaflow.cli.commands import run
from cdaflow.option_types import UsageError
from cdaflow.trees import Sentence, Token, write_conllu

from ..errors import raises


def tree(text, *rows):
    """Return the tree of rows "UPOS head relation [FEATS]", one for each word of the text."""
    tokens = []
    for number, (form, row) in enumerate(zip(text.split(), rows, strict=True), 1):
        upos, head, deprel, *feats = row.split()
        items = dict(item.split("=") for item in feats[0].split("|")) if feats else {}
        lemma = {"La": "el", "El": "el", "médica": "médico"}.get(form, form.lower())
        tokens.append(Token(number, form, lemma, upos, items, head=int(head), deprel=deprel))
    return Sentence(tuple(tokens))


MASC = "Gender=Masc|Number=Sing"
DOCTOR = tree("El médico duerme", f"DET 2 det {MASC}", f"NOUN 3 nsubj {MASC}", "VERB 0 root")
DOCTOR_EN = tree("The doctor sleeps", "DET 2 det", "NOUN 3 nsubj Number=Sing", "VERB 0 root")
RAIN = tree("Llueve", "VERB 0 root")
RAIN_EN = tree("It rains", "PRON 2 nsubj", "VERB 0 root")
EMPTY = Sentence((), comments=("text = ",))
OFFERED = "[[El médico/La médica]] duerme"


@pytest.fixture
def files(tmp_path):
    """Three sentences, one of them empty, as trees and as a file of alternatives."""
    write_conllu(tmp_path / "es.conllu", [DOCTOR, EMPTY, RAIN])
    write_conllu(tmp_path / "en.conllu", [DOCTOR_EN, EMPTY, RAIN_EN])
    texts = [("The doctor sleeps", "El médico duerme"), ("", ""), ("It rains", "Llueve")]
    write_alternatives(tmp_path / "in.jsonl", [Alternatives(*pair) for pair in texts])
    heads = [(Entity(4, 10, "ambiguous", 0.75),), (), ()]
    tags = [TaggedSentence(text, h) for (text, _), h in zip(texts, heads, strict=True)]
    write_tags(tmp_path / "tags.jsonl", tags)
    return tmp_path


def rewritten(folder, *options):
    trees = "--english-trees", folder / "en.conllu", "--target-trees", folder / "es.conllu"
    command = "alternatives", "rewrite", "--lang", "es", "--model", "base", *trees, *options
    run([*map(str, command), "--output", str(folder / "out.jsonl")])
    return list(read_alternatives(folder / "out.jsonl"))


def test_trees_alone(files, capsys):
    found = rewritten(files, "--reasons", files / "why.tsv")
    assert [marked(each) for each in found] == [OFFERED, "", "Llueve"]
    assert "alternatives for 1 of 3 sentences (nobody-open 2)" in capsys.readouterr().err
    assert (files / "why.tsv").read_text().splitlines() == [
        "line\tcause\tdetail",
        "2\tnobody-open\t",
        "3\tnobody-open\t",
    ]


def test_tags_say_who_is_open(files):
    (doctor, *_) = rewritten(files, files / "in.jsonl", "--tags", files / "tags.jsonl")
    assert (marked(doctor), doctor.entities) == (OFFERED, (Entity(4, 10, "ambiguous", 0.75),))
    write_tags(
        files / "tags.jsonl",
        [TaggedSentence(each.source, ()) for each in read_alternatives(files / "in.jsonl")],
    )
    tags = "--tags", files / "tags.jsonl", "--open-by", "tags"
    (doctor, *_) = rewritten(files, files / "in.jsonl", *tags)
    assert not doctor.structures


def test_the_people_of_the_file_itself_and_nobody(files):
    (doctor, *_) = read_alternatives(files / "in.jsonl")
    heads = (Entity(4, 10, "feminine"),)
    told = Alternatives(doctor.source, doctor.text, (), heads)
    known = Alternatives(doctor.source, doctor.text, (), (Entity(4, 10),))
    write_conllu(files / "en.conllu", [DOCTOR_EN] * 3)
    write_conllu(files / "es.conllu", [DOCTOR] * 3)
    write_alternatives(files / "in.jsonl", [told, known, doctor])
    gold = rewritten(files, files / "in.jsonl", "--open-by", "gold")
    assert [marked(each) for each in gold] == [doctor.text, OFFERED, OFFERED]
    none = rewritten(files, files / "in.jsonl", "--open-by", "none")
    assert [marked(each) for each in none] == [doctor.text] * 3


def test_shards_together_are_the_whole(files):
    whole = rewritten(files, files / "in.jsonl", "--tags", files / "tags.jsonl")
    parts = []
    for part in (1, 2):
        options = files / "in.jsonl", "--tags", files / "tags.jsonl", "--shard", f"{part}/2"
        parts += rewritten(files, *options)
    assert parts == whole


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--open-by", "tags"], "needs --tags"),
        (["--tags", "tags.jsonl", "--tagger", "folder"], "not both"),
    ],
)
def test_options_that_do_not_go_together(files, options, problem):
    with pytest.raises((SystemExit, UsageError), match=f"{problem}|2"):
        rewritten(files, *options)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"english": "x"}, "option.file-or-english-and-target"),
        ({"english_trees": "x"}, "option.one-side-of-trees"),
        ({"file": "x"}, "option.models-or-trees"),
        ({"models": "x"}, "option.no-sentences"),
    ],
)
def test_files_that_lack(given, problem):
    with raises(problem):
        Inputs(**given)


def test_a_language_that_cannot_be_rewritten(files):
    with raises("language.not-written") as caught:
        run(["alternatives", "show", "x", "--lang", "de", "--models", str(files)])
    assert "es, fr, it, pt" in str(caught.value.hint)


def test_the_wrong_language():
    lines = ["Le patron est ici avec la fille de son ami."] * 5
    with raises("text.other-language", "Spanish", "French"):
        check_language(lines, "es", None)
    check_language(lines, "fr", None)
    check_language(["x"], "es", None)


def _pairs(folder, **given):
    names = {"english_trees": "en.conllu", "target_trees": "es.conllu", **given}
    inputs = Inputs(**{key: folder / name for key, name in names.items()})
    return list(read_pairs(inputs, "es")[1])


def test_files_of_other_sentences(files):
    write_conllu(files / "two.conllu", [DOCTOR_EN, EMPTY])
    with raises("sentence.other-number", "not 3"):
        _pairs(files, english_trees="two.conllu")
    write_conllu(files / "four.conllu", [DOCTOR_EN, EMPTY, RAIN_EN, RAIN_EN])
    with raises("sentence.other-number", "more than 3"):
        _pairs(files, english_trees="four.conllu")
    write_conllu(files / "en.conllu", [RAIN_EN, EMPTY, RAIN_EN])
    with raises("tree.other-sentence", "1", "'It rains'"):
        _pairs(files, file="in.jsonl")
    lines = (files / "tags.jsonl").read_text().splitlines()
    (files / "tags.jsonl").write_text("\n".join(reversed(lines)) + "\n")
    write_conllu(files / "en.conllu", [DOCTOR_EN, EMPTY, RAIN_EN])
    with raises("tag.other-sentence", "'It rains'"):
        _pairs(files, tags="tags.jsonl")


def test_a_line_of_three_thousand_words(files):
    said = [Token(n, "siempre", "siempre", "ADV", {}, 3, "advmod") for n in range(4, 3001)]
    write_conllu(files / "es.conllu", [Sentence((*DOCTOR.tokens, *said))])
    write_conllu(files / "en.conllu", [DOCTOR_EN])
    (found,) = rewritten(files)
    assert marked(found) == OFFERED + 2997 * " siempre"


def test_json_of_show_is_that_of_the_files(files):
    (doctor, *_) = rewritten(files)
    from cdaflow.alternatives.making import Made
    from cdaflow.cli.alternatives_show import _all, _as_json

    shown = json.loads(_as_json(Made(doctor)))
    assert shown["marked"] == OFFERED
    assert shown["texts"][1] == {"women": [0], "text": "La médica duerme"}
    assert list(_all(doctor)) == ["El médico duerme", "La médica duerme\twomen: doctor"]


class Woman:
    """A model that prefers the feminine, and knows no source."""

    scores_prefixes = True

    def score(self, prefixes):
        """Return a nat less for each word that is not feminine where that is asked for."""
        return [
            -sum(("a" in word) != ("<F>" in each.source) for word in each.text.split())
            for each in prefixes
        ]


@pytest.fixture
def tagged_model(monkeypatch):
    """A tagged model in place of one that Marian has trained."""
    from cdaflow.alternatives.lattice_making import Search
    from cdaflow.cli.alternatives_rewriting import TaggedModel

    monkeypatch.setattr(TaggedModel, "search", lambda self, lang, threads: Search(Woman()))


@pytest.mark.parametrize("by", ["lattice", "mrf+lattice"])
def test_by_a_tagged_model(files, tagged_model, by):
    options = files / "in.jsonl", "--tags", files / "tags.jsonl", "--by", by
    assert [marked(each) for each in rewritten(files, *options)] == [OFFERED, "", "Llueve"]


def test_lattice_without_trees(files, tagged_model):
    command = ["alternatives", "rewrite", files / "in.jsonl", "--lang", "es", "--by", "lattice"]
    command += ["--tags", files / "tags.jsonl", "--output", files / "out.jsonl"]
    run(list(map(str, command)))
    assert [marked(each) for each in read_alternatives(files / "out.jsonl")] == [
        OFFERED, "", "Llueve",
    ]  # fmt: skip
    for shard in ("1/2", "2/2"):
        run([*map(str, command[:-1]), str(files / f"{shard[0]}.jsonl"), "--shard", shard])
    parts = [(files / f"{number}.jsonl").read_text() for number in (1, 2)]
    assert "".join(parts) == (files / "out.jsonl").read_text()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--by", "lattice"], "option.lattice-without-head-words"),
        (["--by", "lattice", "--tags", "tags.jsonl", "--open-by", "both"], "option.open-by-trees"),
        (["--by", "lattice", "--tags", "tags.jsonl"], "option.lattice-without-model"),
        (["--by", "mrf", "--models", "."], "option.by-without-model"),
    ],
)
def test_options_of_a_lattice(files, monkeypatch, capsys, options, problem):
    monkeypatch.chdir(files)
    command = ["alternatives", "rewrite", "in.jsonl", "--lang", "es", "--output", "out.jsonl"]
    with pytest.raises(SystemExit):
        run([*command, *options])
    assert f"[{problem}]" in capsys.readouterr().err


def test_people_of_whom_the_model_is_not_sure(files, tagged_model):
    by = files / "in.jsonl", "--tags", files / "tags.jsonl", "--by", "mrf+lattice"
    rewritten(files, *by, "--people-scores", files / "scores.tsv")
    (row,) = (files / "scores.tsv").read_text().splitlines()[1:]
    line, person, word, log_odds, probability = row.split("\t")
    assert (line, person, word) == ("1", "0", "doctor")
    # *El médico duerme* and *La médica duerme*: one word more or less, of three.
    assert float(log_odds) > 0
    (files / "t.json").write_text('{"temperature": 1}')
    options = "--calibration", files / "t.json", "--min-p"
    (doctor, *_) = rewritten(files, *by, *options, float(probability) - 0.01)
    assert marked(doctor) == OFFERED
    (doctor, *_) = rewritten(files, *by, *options, float(probability) + 0.01)
    assert not doctor.structures
