"""The way of a training through the house, from its command to the finished model."""

from cdaflow.cli import main

from ..walks import Walk


def test_a_training_enters_few_modules(tmp_path, pairs, recipe_file, fake_path, sentences):
    recipe = str(recipe_file("train: {after-batches: 4, valid-freq: 2}"))
    data, dev = str(pairs("t.parquet")), str(pairs("d.parquet", sentences[:1]))
    command = ["nmt", "train", "--recipe", recipe, "--marian", str(fake_path), "--dev", dev]
    command += ["--train", data, f"{data}:0.5", "--output-dir", str(tmp_path / "model")]
    done = []
    walk = Walk(lambda: done.append(main(command)), ["cli.nmt", "nmt.train"])
    assert done == [0]
    assert {"nmt.train", "nmt.checkpoint", "nmt.training_text", "nmt.marian"} <= set(walk.steps)
    assert len(walk.steps) <= 25, walk.steps
    assert len({name for name in walk.opened if name.startswith("nmt.")}) <= 15, walk.opened
