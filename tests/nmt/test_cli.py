"""The commands as a user types them."""

from __future__ import annotations

import pytest

from cdaflow.cli import main


def test_train_translate_import(tmp_path, pairs, recipe_file, capsys, fake_path, sentences):
    recipe = str(recipe_file("train: {after-batches: 4, valid-freq: 2}"))
    data, dev = str(pairs("t.parquet")), str(pairs("d.parquet", sentences[:1]))
    folder = tmp_path / "model"
    base = ["nmt", "train", "--recipe", recipe, "--marian", str(fake_path), "--dev", dev]
    options = ["--source-lang", "en", "--target-lang", "es", "--threads", "2"]
    assert main([*base, "--train", data, f"{data}:0.5", "--output-dir", str(folder), *options]) == 0
    assert (folder / "work/state.json").exists()
    output = tmp_path / "out.txt"
    use = ["nmt", "translate", "--marian", str(fake_path), "--input", data, "--output", str(output)]
    assert main([*use, "--model-dir", str(folder)]) == 0
    assert output.read_text().splitlines() == [pair[1] for pair in sentences]
    own = ["--model", str(folder / "model.npz"), "--vocabs", str(folder / "vocab.spm")]
    output.unlink()
    assert main([*use, *own, "--beam", "2"]) == 0
    assert main([*use, *own, "--sample", "7", "--threads", "2"]) == 0
    with pytest.raises(SystemExit):
        main([*use, *own, "--sample", "7", "--beam", "2"])
    assert "not allowed with" in capsys.readouterr().err
    assert output.read_text().splitlines() == [pair[1] for pair in sentences]
    assert main(["nmt", "import", *own, "--output-dir", str(tmp_path / "imported")]) == 0
    assert main([*use, "--model-dir", str(tmp_path / "imported")]) == 0
    tuned = ["--train", data, "--output-dir", str(tmp_path / "tuned"), "--base", str(folder)]
    assert main([*base, *tuned]) == 0
    assert "error" not in capsys.readouterr().err


def test_check_and_recipe(capsys, fake_path):
    assert main(["nmt", "check", "--marian", str(fake_path)]) == 0
    shown = capsys.readouterr().out
    assert "v0.0.0 fake" in shown
    assert f"{fake_path} decode" in shown
    assert main(["nmt", "recipe", "paper"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert "--dec-cell ssru" in shown
    assert "--dim-vocabs 32000 32000" in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--recipe", "nosuch", "--train", "a.parquet"], "recipe.unknown"),
        (["--recipe", "tiny", "--train", "absent.parquet"], "file.missing"),
        (["--recipe", "tiny", "--train", "a.parquet:0"], "weight.out-of-range"),
    ],
)
def test_faults_are_one_message(words, message, tmp_path, capsys, fake_path):
    base = ["nmt", "train", "--output-dir", str(tmp_path / "o"), "--marian", str(fake_path)]
    assert main([*base, *words, "--dev", "dev.parquet"]) == 1
    error = capsys.readouterr().err
    assert f"[{message}]" in error
    assert "Traceback" not in error


def test_marian_that_is_not_there(capsys, tmp_path):
    assert main(["nmt", "check", "--marian", str(tmp_path / "x")]) == 1
    assert "pip install pymarian" in capsys.readouterr().err
