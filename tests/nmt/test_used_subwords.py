"""Fine-tuning with the subwords of its text alone."""

from dataclasses import replace

import numpy as np
import pytest
from random_network import make_model

from cdaflow.nmt.archive import opened, part_names, read_part
from cdaflow.nmt.data import DataSet
from cdaflow.nmt.job import Job, Machine, resolve_options
from cdaflow.nmt.model import load_model, segmenters
from cdaflow.nmt.recipe import load_recipe
from cdaflow.nmt.spm import read_subwords
from cdaflow.nmt.train import train
from cdaflow.nmt.used_subwords import cut_down, put_back

from ..errors import raises

TEXT = ["The nurse is here.", "El médico está aquí.", "My Zürich xylophone quacks (5 %)."]
RECIPE = """
fine-tuning: true
used-subwords: true
train: {after-batches: 3, learn-rate: 0.1, mini-batch: 4, workspace: 64}
"""


@pytest.fixture
def base(tmp_path):
    return make_model(tmp_path / "base", TEXT, pieces=70)


def parts_of(path):
    with opened(path) as archive:
        return {name: read_part(archive, name) for name in part_names(archive)}


def write(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_the_text_is_cut_as_before_and_what_it_lacks_is_gone(base, tmp_path):
    text = write(tmp_path / "text", TEXT[:2])
    small, kept = cut_down(base, [text], tmp_path / "small")
    before, after = (read_subwords(model.vocabularies[0]) for model in (base, small))
    assert len(after) == len(kept) < len(before)
    assert after == [before[number] for number in kept]
    assert before[:2] == after[:2]
    for line in TEXT[:2]:
        assert segmenters(small)[0].encode(line) == segmenters(base)[0].encode(line)
    whole, part = parts_of(base.file), parts_of(small.file)
    assert np.array_equal(part["Wemb"], whole["Wemb"][kept])
    assert np.array_equal(part["decoder_ff_logit_out_b"], whole["decoder_ff_logit_out_b"][:, kept])
    # The grid of 8 bits is laid by the largest weight.
    assert np.abs(part["Wemb"]).max() == np.abs(whole["Wemb"]).max()


def test_a_base_that_was_not_trained_comes_back_bit_by_bit(base, tmp_path):
    small, kept = cut_down(base, [write(tmp_path / "text", TEXT[:1])], tmp_path / "small")
    put_back(small.file, base, kept, tmp_path / "back.npz")
    back, whole = parts_of(tmp_path / "back.npz"), parts_of(base.file)
    assert back.keys() == whole.keys()
    assert all(np.array_equal(back[name], whole[name]) for name in whole)


def test_a_training_leaves_the_other_subwords_alone(base, real, pairs, recipe_file, tmp_path):
    recipe = load_recipe(recipe_file(RECIPE))
    text = pairs("t.parquet", [(TEXT[0], TEXT[1])] * 8)
    job = Job(recipe=recipe, train=[DataSet(text)], dev=None, seed=1, base=base)
    model = train(job, Machine(real), tmp_path / "out", tmp_path / "work")
    assert load_model(tmp_path / "out") == model
    assert model.vocabularies[0].read_bytes() == base.vocabularies[0].read_bytes()
    before, after = parts_of(base.file)["Wemb"], parts_of(model.file)["Wemb"]
    used = {piece for line in TEXT[:2] for piece in segmenters(base)[0].encode(line)}
    moved = {
        piece
        for piece, old, new in zip(read_subwords(base.vocabularies[0]), before, after, strict=True)
        if not np.array_equal(old, new)
    }
    assert used <= moved
    assert len(moved - used) <= 4, "special subwords, and that with the largest weight"
    # A second run finds the training finished.
    assert train(job, Machine(real), tmp_path / "again", tmp_path / "work").decode == model.decode


@pytest.mark.parametrize("alone", [False, True])
def test_subwords_that_were_not_trained_are_never_written_alone(base, alone, tmp_path):
    """Their scores are as before, and may be above all that was learned."""
    small, kept = cut_down(base, [write(tmp_path / "text", TEXT[:1])], tmp_path / "small")
    put_back(small.file, base, kept, tmp_path / "back.npz", alone=alone)
    back, whole = parts_of(tmp_path / "back.npz"), parts_of(base.file)
    assert all(np.array_equal(back[n], whole[n]) for n in whole if n != "decoder_ff_logit_out_b")
    biases = back["decoder_ff_logit_out_b"][0]
    others = np.setdiff1d(np.arange(len(biases)), kept)
    assert np.array_equal(biases[kept], whole["decoder_ff_logit_out_b"][0][kept])
    assert (biases[others].max() < biases[kept].min() - 500) == alone


def test_symbols_are_added_before_the_base_is_cut_down(base, real, pairs, recipe_file, tmp_path):
    recipe = load_recipe(recipe_file(f"symbols: [ñ, ¿]\n{RECIPE}"))
    text = pairs("t.parquet", [("The nurse.", "¿La niña?")] * 8)
    job = Job(recipe=recipe, train=[DataSet(text)], dev=None, seed=1, base=base)
    model = train(job, Machine(real), tmp_path / "out", tmp_path / "work")
    old, new = (read_subwords(one.vocabularies[0]) for one in (base, model))
    assert new == [*old, "ñ", "¿"]
    assert not segmenters(model)[0].unread("¿ñ")
    before, after = parts_of(base.file)["Wemb"], parts_of(model.file)["Wemb"]
    unused = [number for number, piece in enumerate(old) if "Z" in piece]
    assert unused
    assert np.array_equal(before[unused], after[unused])
    assert len(after) == len(new)


def test_two_vocabularies_are_refused(base, fake, pairs, recipe_file, tmp_path):
    other = tmp_path / "other.spm"
    other.write_bytes(base.vocabularies[0].read_bytes())
    two = replace(base, vocabularies=(base.vocabularies[0], other))
    job = Job(
        recipe=load_recipe(recipe_file(RECIPE)),
        train=[DataSet(pairs("t.parquet"))],
        dev=None,
        seed=1,
        base=two,
    )
    with raises("recipe.used-subwords-unfit-base"):
        resolve_options(job, Machine(fake))


@pytest.mark.parametrize(
    ("recipe", "fault"),
    [
        ("used-subwords: true\ntrain: {after-batches: 1}", "recipe.used-subwords-without-base"),
        (
            "used-subwords: 1\nfine-tuning: true\ntrain: {after-batches: 1}",
            "recipe.used-subwords-unknown",
        ),
    ],
)
def test_faults_of_a_recipe(recipe, fault, recipe_file):
    with raises(fault):
        load_recipe(recipe_file(recipe))


def test_a_model_of_other_parameters_is_refused(base, tmp_path):
    small, kept = cut_down(base, [write(tmp_path / "text", TEXT[:1])], tmp_path / "small")
    parts = parts_of(small.file)
    parts.pop("Wemb")
    np.savez(tmp_path / "less.npz", **parts)
    with raises("model.other-parameters-than-base"):
        put_back(tmp_path / "less.npz", base, kept, tmp_path / "back.npz")
