import gzip
import os
from pathlib import Path

import pytest

from cdaflow.trees import read_conllu
from cdaflow.trees.annotate import Annotator
from cdaflow.trees.gold import open_gold

from ..errors import raises

ROW = "{}\t{}\t{}\tX\t_\t_\t{}\tdep\t_\t{}\n"


def tree(text, *words, lemma="l"):
    rows = (
        ROW.format(i, word.rstrip("+"), lemma, i - 1, "SpaceAfter=No" if "+" in word else "_")
        for i, word in enumerate(words, 1)
    )
    return f"# text = {text}\n" * (text is not None) + "".join(rows) + "\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "gold.conllu.gz"
    text = (
        tree("Hi you!", "Hi", "you+", "!", lemma="first")
        + "# text = \n\n"
        + tree("Hi you!", "Hi", "you+", "!", lemma="second")
        + tree("10\u00a0000  a ", "10", "000", "a")
        + tree(None, "No", "comment")
        + tree("Other words", "Their", "own")
    )
    path.write_bytes(gzip.compress(text.encode()))
    return path


def test_texts_in_any_order_have_their_trees(file):
    gold: Annotator = open_gold(file, "en")
    texts = ["No comment", "Hi you!", "10 000 a", "10\u00a0000  a ", "Their own", "Hi you!"]
    sentences = gold.annotate(texts)
    assert [sentence.text for sentence in sentences] == texts
    assert sentences[1].tokens[0].lemma == "first"
    assert not any(sentence.comments for sentence in sentences)
    assert gold.language == "en"
    assert gold.annotate([]) == []


def test_the_digest_is_of_the_file_and_of_the_code(file, tmp_path, monkeypatch):
    """So that a store has no trees of other code under the same key."""
    copy = tmp_path / "copy.conllu.gz"
    copy.write_bytes(file.read_bytes())
    before = open_gold(file, "en").digest
    assert open_gold(copy, "en").digest == before
    assert open_gold([file, copy], "en").digest != before
    monkeypatch.setattr("cdaflow.trees.gold.source_digest", lambda name: "edited")
    assert open_gold(file, "en").digest != before


@pytest.mark.parametrize("text", ["Hi  you!", "hi you!", "", "Other words", "x" * 1000])
def test_a_text_without_a_tree(file, text):
    with raises("tree.none-for-text") as caught:
        open_gold(file, "en").annotate(["Hi you!", text])
    assert caught.value.file == str(file)
    assert repr(text)[:50].rstrip("'") in caught.value.problem
    assert len(str(caught.value)) < 600


def test_files_without_trees(tmp_path):
    (tmp_path / "a").write_text("# text = \n\n")
    with raises("treebank.empty"):
        open_gold(tmp_path / "a", "en")
    (tmp_path / "b").write_text(tree("a b", "a", "b").replace("\t1\t", "\t2\t"))
    with raises("tree.cycle"):
        open_gold(tmp_path / "b", "en")


@pytest.mark.data
@pytest.mark.parametrize("name", ["ru_taiga-ud-dev", "he_htb-ud-test", "en_ewt-ud-test"])
def test_texts_of_a_treebank(name):
    path = Path(os.environ["CDAFLOW_DATA"]) / "ud" / f"{name}.conllu.gz"
    gold = open_gold(path, name[:2])
    texts = [sentence.comment("text") or "" for sentence in read_conllu(path)]
    assert [sentence.text for sentence in gold.annotate(texts)] == texts
