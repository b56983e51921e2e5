"""Configurations of papers find their files where public repositories have them."""

from pathlib import Path

import pytest
import yaml

from cdaflow.config import leave_out_nulls, load_config
from cdaflow.errors import ConfigError

from ..layouts import lay_out

ROOT = Path(__file__).parents[2]

PAPERS = sorted(path.name for path in (ROOT / "config/papers").glob("*.yaml"))


@pytest.mark.parametrize("name", PAPERS)
def test_the_files_are_where_public_repositories_have_them(name, tmp_path, monkeypatch):
    lay_out(tmp_path)
    config = yaml.safe_load((ROOT / "config/papers" / name).read_text()) | {"data": str(tmp_path)}
    monkeypatch.chdir(ROOT)
    try:
        load_config(config)
    except ConfigError as error:
        lines = str(error).splitlines()[1:-1] or [str(error)]
        assert [line for line in lines if "[program.missing]" not in line] == []


def test_a_file_on_top_leaves_out_a_test_set_and_an_encoder():
    """As naik2023.yaml has it of wmt19, and studies/snli.yaml of sbert."""
    config = {
        "corpora": {"test": {"wmt09": [], "wmt19": None}, "train": None},
        "bias": {"others": {"glove": {}, "sbert": None}, "names": None},
        "systems": {"gb": None},
        "lm": None,
    }
    leave_out_nulls(config)
    assert config == {
        "corpora": {"test": {"wmt09": []}, "train": None},
        "bias": {"others": {"glove": {}}},
        "systems": {},
    }
    for malformed in ({"corpora": [], "bias": {"others": 3}}, {"corpora": {"test": "x"}}):
        leave_out_nulls(malformed)
