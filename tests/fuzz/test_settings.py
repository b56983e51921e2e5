"""Recipes, configuration and the descriptions of corpora: plain data, or one clear error."""

# ruff: noqa: PT017 (an example may raise, or not)

from pathlib import Path

import pytest
import yaml
from bounds import PROFILE, any_bytes, bounded
from hypothesis import given
from hypothesis import strategies as st

from cdaflow.config import load_config
from cdaflow.errors import CdaflowError, ConfigError
from cdaflow.io.fetch import parse_checksum
from cdaflow.nmt.data import parse_data_set
from cdaflow.nmt.recipe import load_recipe, options_digest
from cdaflow.text.spec import parse_spec
from cdaflow.trees.stanza_training.recipe import load_recipe as load_tree_recipe

ROOT = Path(__file__).parents[2]
RECIPES = ROOT / "config" / "recipes"


def recipe(path):
    found = load_recipe(path)
    options_digest(found.train_options(gpu=True))
    options_digest(found.decode_options())


def tree_recipe(path):
    load_tree_recipe(path)


def config(path):
    from cdaflow.io.yaml_files import read_yaml

    content = read_yaml(path, error=ConfigError)
    if isinstance(content, dict):
        try:
            load_config(content)
        except ConfigError as error:
            assert error.file is None
            assert len(str(error)) < 20_000


READERS = {
    "recipe": ((RECIPES / "tiny.yaml").read_bytes(), recipe),
    "recipe-trees": ((RECIPES / "trees" / "tiny.yaml").read_bytes(), tree_recipe),
    "config": ((ROOT / "config" / "config.yaml").read_bytes(), config),
}

ALIASES = b"a: &a [1,2,3,4,5,6,7,8,9]\n" + b"".join(
    f"{b}: &{b} [*{a},*{a},*{a},*{a},*{a},*{a},*{a},*{a}]\n".encode()
    for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)

#: YAML that does harm, or is not what it looks like.
HOSTILE = [
    b"!!python/object/apply:os.system ['touch EXPLODED']",
    b"train: !!python/object/new:type {args: ['x', [], {}]}",
    ALIASES + b"train: {after: *i}",
    b"train: &a {x: *a}",
    b"train: {after: 1}\ntrain: {after: 2}",
    b"train: {after: 1, after: 2}",
    b"train: {<<: {after: 1}, after: 2}",
    b"train: {? [a, b] : 1}",
    b"train: {after: 2001-99-99}",
    b"train: {after: !!int ''}",
    b"train: {after: !!timestamp x}",
    b"train: {after: !!bool x}",
    b"train: {after: !!binary x}",
    b"train: {after: 2001-01-01}",
    b"train: {after: .nan}",
    b"train: {1: 2, ~: 3, true: 4}",
    b"gpu: {1: 2}",
    b"1: 2",
    b"train: {after: " + b"9" * 5000 + b"}",
    b"train: " + b"[" * 20_000,
    b"train: " + b"{a: " * 2_000,
    b"- " * 20_000,
    b"? " * 20_000,
    b"a" * 200_000,
    b"--- {}\n--- {}",
    b"\xff\xfe" + "train: {after: 1}".encode("utf-16-le"),
    b"train: \x00",
    b"\xef\xbb\xbftrain: {after: 1}",
    b"backend: stanza\ntokenize: {batch_size: {a: b}}",
    b"backend: [a]",
    b"backend: spacy\nvectors: 7",
    b"",
]


@pytest.mark.parametrize("name", READERS)
def test_any_bytes(name, check, tmp_path, monkeypatch):
    seed, read = READERS[name]
    monkeypatch.chdir(tmp_path)

    any_bytes("r.yaml", seed, read, HOSTILE)
    path = tmp_path / "r.yaml"
    for content in HOSTILE:
        path.write_bytes(content)
        check(read, path)
    assert not Path("EXPLODED").exists()


def texts(*seeds):
    """Draw texts: what a shell may hand over, lone surrogates and all."""
    pieces = st.sampled_from(["=", ",", ":", "{", '"', "name", "tsv", "weight", "9" * 5000, "nan"])
    anything = st.text(st.characters(codec=None), max_size=20)
    return st.lists(st.one_of(st.sampled_from(seeds), pieces, anything), max_size=6).map("".join)


@PROFILE
@given(texts("name=a,source=b,target=c", '{"name": "a", "tsv": "b"}', "sha256:", "c.parquet:2"))
def test_any_argument(text):
    for parse in (parse_spec, parse_checksum, parse_data_set):
        with bounded():
            try:
                parse(text)
            except CdaflowError as error:
                assert len(str(error)) < 20_000


def test_any_configuration_is_told_in_bounds():
    """A configuration of the right keys with wrong values, each in turn."""
    whole = yaml.safe_load((ROOT / "config" / "config.yaml").read_text(encoding="utf-8"))
    for key in whole:
        for value in (None, 1, -1, "x" * 50_000, [], {}, [[]], {"a": {"b": 1}}, True, 1.5):
            try:
                load_config(whole | {key: value})
            except ConfigError as error:
                assert len(str(error)) < 20_000
