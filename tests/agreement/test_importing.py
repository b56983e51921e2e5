"""The published tables of Zmigrod et al. 2019, read as models."""

import os
from pathlib import Path

import numpy as np
import pytest
import torch
from readable import psi

from cdaflow.agreement.importing import import_psi
from cdaflow.agreement.model import load_model
from cdaflow.cli import main
from cdaflow.errors import InputError

from ..errors import raises

#: Number of relations -> index of some of them, by the names of version 2.
ORDERS = {
    37: {"amod": 4, "det": 16, "nsubj": 27, "obj": 29, "obl": 30, "nmod": 26, "fixed": 20},
    40: {"amod": 4, "det": 17, "nsubj": 31, "obj": 20, "obl": 30, "nmod": 30, "fixed": 27},
}
ADJ, NOUN, VERB = 0, 7, 15


def written(tmp_path, relations, change=lambda table: None):
    """Return the file of a table of which each number says where it stands."""
    table = torch.arange(17 * 17 * relations * 9, dtype=torch.float64).view(17, 17, relations, 3, 3)
    table = torch.nn.Parameter(table / 1000)
    with torch.no_grad():
        change(table)
    torch.save(table, tmp_path / "psi.pt")
    return tmp_path / "psi.pt", table.detach().numpy()


@pytest.mark.parametrize("relations", ORDERS)
def test_the_model_has_the_numbers_of_the_table(tmp_path, relations):
    path, table = written(tmp_path, relations)
    assert main(["agreement", "import", str(path), "-l", "fr", "-o", str(tmp_path / "m.npz")]) == 0
    model = load_model(tmp_path / "m.npz")
    assert (model.language, model.log_alpha) == ("fr", 1.0)
    fem, masc, none = "Gender=Fem", "Gender=Masc", "_"
    for relation, index in ORDERS[relations].items():
        found = psi(model, "ADJ", "NOUN", relation)
        expected = table[ADJ, NOUN, index]
        assert found[fem, masc] == pytest.approx(expected[1, 2], rel=1e-6)
        assert found[masc, fem] == pytest.approx(expected[2, 1], rel=1e-6)
        assert found[none, fem] == found[fem, none] == 0
    # A subtype that their labels do not have is its main relation.
    assert psi(model, "ADJ", "NOUN", "nsubj:outer") == psi(model, "ADJ", "NOUN", "nsubj")
    passive = psi(model, "NOUN", "VERB", "nsubj:pass")[fem, fem]
    index = {37: 27, 40: 32}[relations]
    assert passive == pytest.approx(table[NOUN, VERB, index, 1, 1], rel=1e-6)
    assert not any(psi(model, "VERB", "ROOT", "root").values())


def test_what_is_no_such_table_is_an_error(tmp_path):
    def wrong(problem, value):
        path = tmp_path / "wrong.pt"
        if isinstance(value, bytes):
            path.write_bytes(value)
        else:
            torch.save(value, path)
        with pytest.raises(InputError, match=problem):
            import_psi(path, "es")

    wrong(r"the shape \(17, 17, 38, 3, 3\)", torch.zeros(17, 17, 38, 3, 3))
    wrong(r"the shape \(17,\)", torch.zeros(17))
    wrong(r"\[tensor.not-fractions\]", torch.zeros(17, 17, 37, 3, 3, dtype=torch.int64))
    wrong(r"\[tensor.not-fractions\]", {"psi": torch.zeros(2)})
    wrong(r"\[tensor.not-a-number\]", torch.full((17, 17, 37, 3, 3), np.nan))
    wrong(r"\[tensor.not-pytorch\]", b"version https://git-lfs.github.com/spec/v1\n")
    wrong(r"\[tensor.not-pytorch\]", b"")
    with raises("file.missing"):
        import_psi(tmp_path / "absent.pt", "es")


class Executed:
    def __reduce__(self):
        return (Path.touch, (Path("executed"),))


def test_nothing_of_a_file_is_executed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    torch.save([torch.zeros(3), Executed()], "psi.pt")
    with raises("tensor.not-pytorch"):
        import_psi("psi.pt", "es")
    assert not Path("executed").exists()


@pytest.mark.parametrize(("name", "language"), [("spanish", "es"), ("french", "fr")])
def test_the_published_tables_say_that_adjectives_agree(name, language):
    path = Path(os.environ.get("CDAFLOW_MODELS", "absent")).parent / f"psi/{name}.pt"
    if not path.is_file():
        pytest.skip(f"{path} of rycolab/biasCDA is not here")
    table = psi(import_psi(path, language), "ADJ", "NOUN", "amod")
    fem, masc = "Gender=Fem", "Gender=Masc"
    assert table[fem, fem] + table[masc, masc] - table[fem, masc] - table[masc, fem] > 1
