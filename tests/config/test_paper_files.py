"""Configurations of papers find their files where public repositories have them."""

from pathlib import Path

import pytest
import yaml

from cdaflow.bias.association import read_association_test
from cdaflow.bias.nli import read_inferences
from cdaflow.bias.validity import read_shares
from cdaflow.config import leave_out_nulls, load_config
from cdaflow.counterfactual.datasets.handcrafted import read_handcrafted
from cdaflow.embeddings.vectors import read_vectors
from cdaflow.errors import ConfigError
from cdaflow.inflection.sources import read_treebank, read_unimorph
from cdaflow.io.formats import read_text
from cdaflow.scoring.bleu import read_side
from cdaflow.scoring.gate_rows import read_gate
from cdaflow.scoring.mustshe_rows import read_rows
from cdaflow.wordlists.english_lists import read_english_professions, read_gendered_pronouns

from ..layouts import PUBLIC, lay_out

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


_WORD_LISTS = ROOT / "config/wordlists"


def _handcrafted(path):
    professions = read_english_professions(_WORD_LISTS / "professions.tsv")
    pronouns = read_gendered_pronouns(_WORD_LISTS / "pronouns.en.tsv")
    return list(read_handcrafted(path, "es", professions, pronouns))


#: Beginning of a file's name -> how many examples its reader takes from it.
_READERS = {
    "GATE/": lambda path: len(read_gate(path, "dev")),
    "unimorph/": lambda path: len(list(read_unimorph(path))),
    "UD_": lambda path: len(list(read_treebank(path, "es"))),
    "flores200": lambda path: len(read_side(path)),
    "news-crawl/": lambda path: len(list(read_text(str(path)))),
    "gender-debias/": lambda path: len(_handcrafted(path)),
    "winogender": lambda path: len(read_shares(path)),
    "snli": lambda path: len(read_inferences(path)),
    "glove/": lambda path: len(read_vectors(path).words),
    "sent-bias/": lambda path: len(read_association_test(path).targets),
    "mustshe/": lambda path: len(read_rows(path, path.name[12:14])),
}
_EXAMPLES = {"GATE/": 1, "UD_": 1, "winogender": 12, "snli": 1, "glove/": 4, "mustshe/": 1}


def test_the_formats_of_public_repositories_are_read(tmp_path):
    lay_out(tmp_path)
    for name in PUBLIC:
        if not name.startswith("SentEval/"):  # tests/bias/test_transfer.py reads these
            (kind,) = (kind for kind in _READERS if name.startswith(kind))
            assert _READERS[kind](tmp_path / name) == _EXAMPLES.get(kind, 2), name


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
