"""Shards of trees put together."""

import gzip

import pytest

from cdaflow.cli import main
from cdaflow.trees import files as module
from cdaflow.trees import read_conllu
from cdaflow.trees.files import gather_trees

from ..errors import raises

WORD = "\t{form}\t{form}\tNOUN\t_\t_\t{head}\tdep\t_\t_\n"


def block(number, words):
    if not words:
        return f"# sent_id = {number}\n# text = \n\n"
    lines = [f"{n}{WORD.format(form=f'w{n}', head=n - 1)}" for n in range(1, words + 1)]
    if words > 1:
        lines.insert(0, "1-2\tw1w2" + "\t_" * 8 + "\n")
    return f"# sent_id = {number}\n" + "".join(lines) + "\n"


@pytest.fixture
def shards(tmp_path):
    """Three shards of 2, 0 and 3 trees."""
    paths = []
    for number, sizes in enumerate(((1, 12), (), (3, 0, 2))):
        text = "".join(block(10 * number + n, words) for n, words in enumerate(sizes))
        path = tmp_path / f"{number}.conllu.gz"
        path.write_bytes(gzip.compress(text.encode()))
        paths.append(path)
    return paths


def text_of(paths):
    return "".join(gzip.decompress(path.read_bytes()).decode() for path in paths)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1 << 20])
def test_joined_in_order_and_counted(shards, tmp_path, monkeypatch, size):
    """Whatever the size of the blocks that are read."""
    read = module.read_blocks
    monkeypatch.setattr(
        module, "read_blocks", lambda path, _, **options: read(path, size, **options)
    )
    output = tmp_path / "new" / "all.conllu.gz"
    assert gather_trees(shards, output, expected=5) == 5
    assert text_of([output]) == text_of(shards)
    assert [tree.sent_id for tree in read_conllu(output)] == ["0", "1", "20", "21", "22"]
    assert [len(tree.tokens) for tree in read_conllu(output)] == [1, 12, 3, 0, 2]


def test_plain_files(shards, tmp_path):
    plain = []
    for path in shards:
        plain.append(path.with_suffix(""))
        plain[-1].write_text(text_of([path]))
    assert gather_trees(plain, tmp_path / "all.conllu") == 5
    assert (tmp_path / "all.conllu").read_text() == text_of(shards)
    with raises("shard.compressed-otherwise"):
        gather_trees(plain, tmp_path / "all.conllu.gz")


def test_wrong_number_leaves_what_was_there(shards, tmp_path):
    output = tmp_path / "all.conllu.gz"
    output.write_text("before")
    with raises("shard.tree-count", "5", "6"):
        gather_trees(shards, output, expected=6)
    assert output.read_text() == "before"
    assert not list(tmp_path.glob(".*"))


def test_damaged_shards(shards, tmp_path):
    whole = shards[2].read_bytes()
    shards[2].write_bytes(whole[:-9])
    with raises("file.damaged") as error:
        gather_trees(shards, tmp_path / "all.conllu.gz")
    assert error.value.file == str(shards[2])
    for cut in ("", block(1, 2)[:-1], "# sent_id = 1", block(1, 1) + "1\tw"):
        shards[1].write_bytes(gzip.compress(cut.encode()))
        if cut:
            with raises("conllu.truncated"):
                gather_trees(shards[:2], tmp_path / "all.conllu.gz")
    assert not (tmp_path / "all.conllu.gz").exists()


def test_a_shard_is_not_the_output(shards):
    before = shards[0].read_bytes()
    with raises("shard.same-as-output"):
        gather_trees(shards, shards[0])
    assert shards[0].read_bytes() == before


def test_command_counts_the_corpus(shards, tmp_path, capsys):
    (tmp_path / "c.tsv").write_text("".join(f"The {n} dogs.\tLos {n} perros.\n" for n in range(5)))
    corpus = str(tmp_path / "c.parquet")
    build = ["text", "build", "--source-lang", "en", "--target-lang", "es", "--corpus"]
    build += [f"name=c,tsv={tmp_path / 'c.tsv'}", "--output", corpus]
    assert main(build) == 0
    names = [str(path) for path in shards]
    output = str(tmp_path / "all.conllu.gz")
    assert main(["trees", "gather", *names, "--corpus", corpus, "--output", output]) == 0
    assert f"{output}: 5 trees" in capsys.readouterr().err
    assert main(["trees", "gather", *names[:2], "--corpus", corpus, "--output", output]) == 1
    assert "[shard.tree-count]" in capsys.readouterr().err
