"""Configurations of papers find their files where public repositories have them."""

from pathlib import Path

import pytest
import yaml

from cdaflow.config import load_config
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
