"""The files of the embedded corpus."""

from __future__ import annotations

import csv
import gzip
import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.demo.challenge import word_index
from cdaflow.demo.corpus import softened
from cdaflow.io.files import digest
from cdaflow.trees import read_conllu

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"
LANGUAGES = ("es", "fr", "it")
SIZES = {"train": 400, "dev": 30, "test": 50, "treebank": 60, "challenge": 101}


def _arguments(
    folder: Path,
    languages: tuple[str, ...] = LANGUAGES,
    command: str = "write",
    **changed: object,
) -> list[str]:
    options = {
        "stereotypes": WORDLISTS / "stereotypes.tsv", "wordlists": WORDLISTS, **SIZES, "seed": 1,
        "output-dir": folder, **changed,
    }  # fmt: skip
    listed = [text for name, value in options.items() for text in (f"--{name}", str(value))]
    return ["demo", command, "--languages", *languages, *listed]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    assert main(_arguments(folder)) == 0
    return folder


def _digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): digest(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _pairs(corpus: Path, language: str, split: str) -> list[list[str]]:
    lines = (corpus / f"en-{language}" / f"{split}.tsv").read_text().splitlines()
    return [line.split("\t") for line in lines]


def _gold(corpus: Path, language: str, split: str) -> list[dict[str, str]]:
    with gzip.open(corpus / f"en-{language}" / f"{split}.gold.tsv.gz", "rt") as handle:
        return list(csv.DictReader(handle, delimiter="\t", quoting=csv.QUOTE_NONE))


def _winomt(corpus: Path, name: str) -> list[list[str]]:
    lines = (corpus / "winomt" / name).read_text().splitlines()
    return [line.split("\t") for line in lines]


def test_the_same_seed_writes_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    found = []
    for hash_seed in ("0", "4711"):
        folder = tmp_path / hash_seed
        subprocess.run(
            [sys.executable, "-m", "cdaflow", *_arguments(folder, train=100)],
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        found.append(_digests(folder))
    assert found[0] == found[1]
    other = tmp_path / "other"
    assert main(_arguments(other, train=100, seed=2)) == 0
    assert all(found[0][name] != value for name, value in _digests(other).items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_pairs_are_distinct_and_splits_disjoint(corpus: Path, language: str) -> None:
    asked = {row[2] for row in _winomt(corpus, "en.txt")}
    sides = {}
    for split in ("train", "dev", "test"):
        pairs = _pairs(corpus, language, split)
        assert len(pairs) == SIZES[split]
        assert all(len(pair) == 2 and all(pair) for pair in pairs)
        assert len({tuple(pair) for pair in pairs}) == len(pairs)
        sides[split] = {pair[0] for pair in pairs}
    assert not sides["train"] & (sides["dev"] | sides["test"] | asked)
    assert not sides["dev"] & sides["test"]
    counterfactuals = {row["counterfactual_source"] for row in _gold(corpus, language, "test")}
    assert not sides["train"] & counterfactuals


@pytest.mark.parametrize("language", LANGUAGES)
def test_gold_lines_are_those_of_the_text(corpus: Path, language: str) -> None:
    for split in ("train", "dev", "test"):
        gold, pairs = _gold(corpus, language, split), _pairs(corpus, language, split)
        assert [[row["source"], row["target"]] for row in gold] == pairs
        assert [row["line"] for row in gold] == [str(n) for n in range(1, len(pairs) + 1)]
    somebody = [row for row in gold if row["profession"]]
    nobody = [row for row in gold if not row["profession"]]
    assert somebody
    assert nobody
    for row in somebody:
        assert row["gender"] in ("Masc", "Fem")
        assert row["number"] in ("Sing", "Plur")
        assert row["counterfactual_source"]
        assert row["counterfactual_target"]
        assert row["swapped_source"]
        assert row["swapped_target"]
    for row in nobody:
        assert not any(row[name] for name in ("gender", "number", "counterfactual_source",
                                              "counterfactual_target", "swapped_source",
                                              "swapped_target"))  # fmt: skip


def test_a_swap_changes_every_person_and_a_counterfactual_one(corpus: Path) -> None:
    rows = {row["source"]: row for row in _gold(corpus, "es", "train")}
    two = [row for row in rows.values() if row["construction"] == "coordinated-people"]
    changed = 0
    for row in two:
        texts = [row[f"{kind}_target"].split() for kind in ("counterfactual", "swapped")]
        before = row["target"].split()
        one, all_ = ({i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b}
                     for after in texts)  # fmt: skip
        changed += len(all_) > len(one)
    assert changed > len(two) / 2
    alone = [row for row in rows.values() if row["construction"] in ("simple", "when")]
    assert alone
    for row in alone:
        for side in ("source", "target"):
            assert row[f"swapped_{side}"] == row[f"counterfactual_{side}"]


def test_english_counterfactuals_swap_the_pronoun_and_nothing_else(corpus: Path) -> None:
    swaps = {"he": {"she"}, "him": {"her"}, "his": {"her", "hers"}, "himself": {"herself"}}
    swapped = 0
    for row in _gold(corpus, "es", "train"):
        one, other = row["source"].split(), row["counterfactual_source"].split()
        if not other or row["profession"] in ("king", "duke", "prince", "monk"):
            continue
        if row["gender"] == "Fem":
            one, other = other, one
        for a, b in zip(one, other, strict=True):
            if a != b:
                swapped += 1
                assert b.lower().strip(".,") in swaps[a.lower().strip(".,")]
    assert swapped > 50


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_treebanks(corpus: Path, language: str) -> None:
    texts = {}
    for split, count in (("train", 60), ("dev", 6), ("test", 12)):
        trees = list(read_conllu(corpus / "treebanks" / language / f"{split}.conllu.gz"))
        names = [tree.sent_id or "" for tree in trees]
        numbered = [f"{split}-{number:06d}" for number in range(1, count + 1)]
        kept = [name for name in names if not name.endswith("-cf")]
        if language == "en":
            assert kept == numbered
        else:  # without those in which nothing shows a person's gender
            assert kept == [name for name in numbered if name in set(kept)]
            assert len(kept) > 0.8 * count
        assert all(tree.text == tree.comment("text") for tree in trees)
        for before, name in itertools.pairwise(names):
            if name.endswith("-cf"):
                assert split != "train"
                assert name == f"{before}-cf"
        texts[split] = {tree.text for tree in trees}
    assert not texts["train"] & texts["test"] or language != "en"
    english = read_conllu(corpus / "treebanks" / "en" / "test.conllu.gz")
    assert set(names) <= {tree.sent_id for tree in english}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_counterfactual_in_a_treebank_is_another_sentence(corpus: Path, language: str) -> None:
    # Where nothing shows the gender of a person no annotator can know it.
    for split in ("dev", "test"):
        path = corpus / "treebanks" / language / f"{split}.conllu.gz"
        texts = {tree.sent_id or "": tree.text for tree in read_conllu(path)}
        pairs = [name for name in texts if name.endswith("-cf")]
        assert pairs
        assert all(texts[name] != texts[name.removesuffix("-cf")] for name in pairs)


def test_challenge_set_is_in_the_format_of_winomt(corpus: Path) -> None:
    rows = _winomt(corpus, "en.txt")
    assert len(rows) == 101
    assert len({row[2] for row in rows}) == len(rows)
    for gender, index, sentence, entity in rows:
        words = [word.rstrip(".,") for word in sentence.split()]
        start = int(index)
        assert words[start : start + len(entity.split())] == entity.split()
        assert words[start - 1].lower() == "the"
        pronouns = {
            "male": {"he", "him", "his"}, "female": {"she", "her"},
            "neutral": {"they", "them", "their"},
        }  # fmt: skip
        said = set(words) & set.union(*pronouns.values())
        assert said
        assert said <= pronouns[gender]
    assert sum(row[0] == "neutral" for row in rows) == 7


def test_pro_and_anti_halves_mirror_each_other(corpus: Path) -> None:
    with (WORDLISTS / "stereotypes.tsv").open() as handle:
        share = {
            row["profession"]: float(row["feminine_share"])
            for row in csv.DictReader(handle, delimiter="\t")
        }
    pro, anti = _winomt(corpus, "en_pro.txt"), _winomt(corpus, "en_anti.txt")
    assert len(pro) == len(anti) == 47
    whole = {tuple(row) for row in _winomt(corpus, "en.txt")}
    assert {tuple(row) for row in pro + anti} == {row for row in whole if row[0] != "neutral"}
    for one, other in zip(pro, anti, strict=True):
        assert (one[1], one[3]) == (other[1], other[3])
        assert {one[0], other[0]} == {"male", "female"}
        assert (one[0] == "female") == (share[one[3]] > 0.5)
        changed = sum(a != b for a, b in zip(one[2].split(), other[2].split(), strict=True))
        assert changed == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_gold_translations_of_the_challenge(corpus: Path, language: str) -> None:
    rows = _winomt(corpus, "en.txt")
    lines = (corpus / "winomt" / f"gold.{language}.tsv").read_text().splitlines()
    gold = [line.split("\t") for line in lines[1:]]
    assert lines[0] == "line\ttranslation\tcounterfactual"
    assert [int(cells[0]) for cells in gold] == list(range(1, len(rows) + 1))
    for i in range(0, 94, 2):  # the counterfactual of a row is the translation of its mirror
        assert gold[i][1] == gold[i + 1][2]
        assert gold[i + 1][1] == gold[i][2]


def test_word_index_takes_the_noun_after_the_article() -> None:
    assert word_index("The bus driver called the driver.", "driver") == 5
    assert word_index("The bus driver called the driver.", "bus driver") == 1
    with pytest.raises(ValueError, match="no 'nurse'"):
        word_index("The driver slept.", "nurse")


def test_a_profession_without_translation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wordlists = tmp_path / "wordlists"
    wordlists.mkdir()
    for path in WORDLISTS.glob("professions*.tsv"):
        text = path.read_text()
        if path.name.endswith("es.tsv"):
            text = "".join(
                line for line in text.splitlines(keepends=True) if not line.startswith("nurse\t")
            )
        (wordlists / path.name).write_text(text)
    assert main(_arguments(tmp_path / "out", ("es",), wordlists=wordlists)) == 1
    message = capsys.readouterr().err
    assert "professions.es.tsv" in message
    assert "'nurse'" in message
    assert not (tmp_path / "out").exists()


def test_too_many_sentences_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "weights.tsv"
    table.write_text("construction\tweight\nweather\t1\n")
    assert main(_arguments(tmp_path / "out", ("es",), shares=table)) == 1
    assert "[demo.too-few-sentences]" in capsys.readouterr().err
    assert not (tmp_path / "out" / "en-es" / "test.tsv").exists()


def test_trees_of_the_parallel_text_line_by_line(corpus: Path, tmp_path: Path) -> None:
    assert main(_arguments(tmp_path, command="trees")) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"en", *LANGUAGES}
    for split in ("train", "dev", "test"):
        english = list(read_conllu(tmp_path / "en" / f"{split}.conllu.gz"))
        for language in LANGUAGES:
            trees = list(read_conllu(tmp_path / language / f"{split}.conllu.gz"))
            pairs = [[a.text, b.text] for a, b in zip(english, trees, strict=True)]
            assert pairs == _pairs(corpus, language, split)
            assert [tree.sent_id for tree in trees] == [
                f"{split}-{line:06d}" for line in range(1, len(pairs) + 1)
            ]


def test_trees_do_not_hang_on_the_other_languages(tmp_path: Path) -> None:
    assert main(_arguments(tmp_path / "all", command="trees")) == 0
    assert main(_arguments(tmp_path / "fr", ("fr",), command="trees", treebank=7)) == 0
    for code in ("en", "fr"):
        one, other = (digest(tmp_path / name / code / "train.conllu.gz") for name in ("all", "fr"))
        assert one == other


# -- monolingual text -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mono(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mono")
    assert main([*_arguments(folder, command="mono"), "--mono", "300"]) == 0
    return folder


def _sentences(folder: Path, language: str) -> list[str]:
    return (folder / f"{language}.txt").read_text(encoding="utf-8").splitlines()


def test_monolingual_english_is_new(corpus: Path, mono: Path) -> None:
    sentences = _sentences(mono, "en")
    assert len(set(sentences)) == len(sentences) == 300
    for split in ("train", "dev", "test"):
        assert not set(sentences) & {source for source, _ in _pairs(corpus, "es", split)}
    assert not set(sentences) & {row[2] for row in _winomt(corpus, "en.txt")}
    held_out = {row["counterfactual_source"] for row in _gold(corpus, "es", "test")}
    assert not set(sentences) & held_out


def test_a_longer_monolingual_text_goes_on_where_a_shorter_one_ends(
    mono: Path, tmp_path: Path
) -> None:
    counts = {language: len(_sentences(mono, language)) for language in ("en", *LANGUAGES)}
    assert set(counts.values()) == {300}
    assert main([*_arguments(tmp_path, ("es",), command="mono"), "--mono", "40"]) == 0
    assert _sentences(tmp_path, "en") == _sentences(mono, "en")[:40]
    assert not (tmp_path / "it.txt").exists()


def test_skew(tmp_path: Path) -> None:
    """With none of it half of all pronouns are feminine: 5 deviations of about 250."""
    options = [*_arguments(tmp_path, ("es",), command="mono"), "--mono", "600", "--mono-skew", "0"]
    assert main(options) == 0
    words = " ".join(_sentences(tmp_path, "en")).lower().replace(".", " ").split()
    feminine, masculine = (
        sum(words.count(word) for word in forms) for forms in (("she", "her"), ("he", "his", "him"))
    )
    assert abs(feminine - masculine) < 5 * (feminine + masculine) ** 0.5
    assert main([*options[:-1], "2"]) == 1


def test_first_of_two_people(mono: Path, tmp_path: Path) -> None:
    """A promise is about what the first one has: never hers or his by default."""
    options = [*_arguments(tmp_path, ("es",), command="mono"), "--mono", "300", "--mono-first"]
    assert main([*options, "1"]) == 0
    owners = [
        {word for line in _sentences(folder, "en") if " promised " in line for word in line.split()}
        for folder in (mono, tmp_path)
    ]
    assert "their" in owners[0]
    assert owners[0].isdisjoint({"her", "his"})
    assert {"her", "his"} <= owners[1]
    assert main([*options, "2"]) == 1


def test_softened_shares() -> None:
    shares = {"nurse": 0.9, "carpenter": 0.1, "writer": 0.5}
    assert softened(shares, 1) == shares
    half = softened(shares, 0.5)
    assert half == pytest.approx({"nurse": 0.7, "carpenter": 0.3, "writer": 0.5})


def _written_alone(folder: Path, language: str, **changed: object) -> dict[str, str]:
    arguments = _arguments(folder, (), **changed)
    at = arguments.index("--languages")
    assert main([*arguments[:at], "--only", language, *arguments[at + 1 :]]) == 0
    return _digests(folder)


def test_languages_written_alone_are_those_written_together(corpus: Path, tmp_path: Path) -> None:
    """So that a language that changes touches no other."""
    for language in ("en", *LANGUAGES):
        found = _written_alone(tmp_path, language)
    assert found == _digests(corpus)


def test_list_of_a_language_is_read_for_that_language_alone(tmp_path: Path) -> None:
    """A profession of the embedded corpus that it lacks is an error there, and there alone."""
    lists = tmp_path / "lists"
    shutil.copytree(WORDLISTS, lists)
    path = lists / "professions.es.tsv"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith("nurse\t")))
    small = {"train": 5, "dev": 2, "test": 2, "treebank": 10, "challenge": 10, "wordlists": lists}
    for language in ("en", "fr"):
        assert _written_alone(tmp_path / language, language, **small)
    arguments = _arguments(tmp_path / "es", ("es",), **small)
    assert main(arguments) == 1
