"""One model of several target languages: joined pairs, symbols of the training, the token."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cdaflow.cli import main
from cdaflow.nmt.data import DataSet
from cdaflow.nmt.job import Job, Machine
from cdaflow.nmt.joining import join_languages
from cdaflow.nmt.language_tokens import Framing
from cdaflow.nmt.layouts import for_language
from cdaflow.nmt.model import check_model, load_model, segmenters
from cdaflow.nmt.recipe import load_recipe, with_symbols
from cdaflow.nmt.spm import user_defined
from cdaflow.nmt.train import train

from ..errors import raises

TOKENS = (">>es<<", ">>it<<")


def write(path, **columns):
    pq.write_table(pa.table(columns), path)
    return path


@pytest.fixture
def files(tmp_path):
    """Spanish pairs with links, Italian ones without; one has a token itself."""
    spanish = write(
        tmp_path / "es.parquet",
        id=[7, 8],
        source=["The boss.", "A >>it<< here."],
        target=["<BEG> El jefe<MID> La jefa<END>.", "Aquí."],
        links=["4-8:13-18", ""],
    )
    italian = write(tmp_path / "it.parquet", source=["It rains."], target=["Piove."])
    return {"es": spanish, "it": italian}


def test_tokens_stand_before_the_english_and_move_the_links(files, tmp_path, capsys):
    output = tmp_path / "all.parquet"
    sets = [f"{language}={path}" for language, path in files.items()]
    assert main(["nmt", "join-languages", *sets, "--output", str(output)]) == 0
    assert "2 pairs; 1 left out, which have a token of a language" in capsys.readouterr().err
    rows = pq.read_table(output).to_pylist()
    assert [tuple(row.values()) for row in rows] == [
        (1, ">>es<< The boss.", "<BEG> El jefe<MID> La jefa<END>.", "11-15:13-18"),
        (2, ">>it<< It rains.", "Piove.", ""),
    ]
    assert rows[0]["source"][11:15] == "boss"


def test_without_links_there_is_no_column(files, tmp_path):
    output = tmp_path / "all.parquet"
    assert join_languages([("it", files["it"])], output) == (1, 0)
    assert pq.read_schema(output).names == ["id", "source", "target"]


def test_links_that_are_none(files, tmp_path):
    bad = write(tmp_path / "bad.parquet", source=["a"], target=["b"], links=["0-9:0-1"])
    with raises("alignment.bad-links", "1", "links"):
        join_languages([("es", bad)], tmp_path / "out.parquet")
    with raises("output.replaces-input"):
        join_languages([("es", bad)], bad)


@pytest.mark.parametrize("given", ["es", "xx=a.parquet", "es=", "=a.parquet"])
def test_a_set_without_language_or_file(given, tmp_path, capsys):
    assert main(["nmt", "join-languages", given, "--output", str(tmp_path / "x.parquet")]) == 1
    assert "[option.language-file-malformed]" in capsys.readouterr().err


def test_a_model_that_is_trained_on_them_gets_the_token(pairs, recipe_file, fake, tmp_path):
    recipe = load_recipe(
        recipe_file(
            "symbols: [<M>]\ntrain: {after-batches: 20, dim-vocabs: [50, 50], "
            "sentencepiece-options: --hard_vocab_limit=false}\n"
        )
    )
    join_languages([("es", pairs("a.parquet")), ("it", pairs("b.parquet"))], tmp_path / "c.parquet")
    job = Job(
        with_symbols(recipe, [*TOKENS, "<M>"]), [DataSet(tmp_path / "c.parquet")], None, seed=1
    )
    train(job, Machine(fake), tmp_path / "out", tmp_path / "work")
    model = load_model(tmp_path / "out")
    assert user_defined(model.vocabularies[0]) == {"<M>", *TOKENS}
    # Others may be trained from it as it is, but it translates with a token only.
    check_model(model, training=True)
    with raises("model.no-target-language"):
        check_model(model)
    italian = for_language(model, "it")
    assert italian.framing == Framing(before=(">>it<<",))
    check_model(italian)
    source = segmenters(italian)[0]
    assert source.prepare("The nurse.") == ">>it<< The nurse."
    assert source.spans("The nurse.")[0] == (0, 0)
    with raises("language-token.none-of-language", "'fr'"):
        for_language(model, "fr")
    text = tmp_path / "in.txt"
    text.write_text("The nurse is here.\n")
    options = ["--input", str(text), "--output", str(tmp_path / "out.txt")]
    assert main(["nmt", "translate", "--model-dir", str(tmp_path / "out"), *options]) == 1
    with raises("recipe.symbol-invalid"):
        with_symbols(recipe, ["a b"])
