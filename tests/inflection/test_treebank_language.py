"""Treebanks of another language: refused by everything that learns from one or is scored on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.inflection import sources
from cdaflow.inflection.sources import read_treebank

from ..errors import raises

SENTENCES = {
    "en": "The doctor who was in the house has not seen the children of her sister",
    "es": "La médica que estaba en la casa no ha visto a los niños de su hermana",
    "fr": "Le médecin qui était dans la maison n' a pas vu les enfants de sa sœur",
    "it": "Il medico che era nella casa non ha visto i figli di sua sorella",
    "pt": "O médico que estava na casa não viu os filhos de sua irmã",
    "el": "Ο γιατρός που ήταν στο σπίτι δεν είδε τα παιδιά της αδελφής του",
}


def treebank(folder: Path, language: str, *more: tuple[str, int], trees: int = 12) -> Path:
    """Write the sentence of a language as trees whose words are all nouns; `more`: others."""
    path = folder / f"{language}.conllu"
    with path.open("w", encoding="utf-8") as handle:
        for name, count in ((language, trees), *more):
            for number in range(count):
                words = SENTENCES[name].split()
                handle.write(f"# sent_id = {name}-{number}\n# text = {' '.join(words)}\n")
                for index, form in enumerate(words, 1):
                    head, relation = (0, "root") if index == 1 else (1, "dep")
                    cells = [index, form, form.lower(), "NOUN", "_", "Number=Sing", head, relation]
                    handle.write("\t".join(map(str, [*cells, "_", "_"])) + "\n")
                handle.write("\n")
    return path


@pytest.mark.parametrize("given", ["en", "fr", "pt", "el"])
@pytest.mark.parametrize(
    "command",
    [
        "agreement train --parameterisation linear --train {} --dev {own} --output {out}",
        "agreement train --parameterisation linear --train {own} --dev {} --output {out}",
        "trees train --recipe tiny --train {own} {} --output-dir {out}",
        "trees train --recipe tiny --train {own} --test {} --output-dir {out}",
        "trees evaluate --system {own} --gold {} --output {out}",
        "inflect evaluate --train-treebank {own} --gold {} --output {out}",
        "inflect evaluate --train-treebank {} --gold {own} --output {out}",
    ],
)
def test_commands(tmp_path, capsys, command, given):
    path = treebank(tmp_path, given)
    call = command.format(path, own=treebank(tmp_path, "es"), out=tmp_path / "out")
    assert main([*call.split()[:2], "--lang", "es", *call.split()[2:]]) == 1
    error = capsys.readouterr().err
    assert f"{path}: its " in error
    assert "not those of 'es'" in error or "not in 'es'" in error
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("language", ["en", "es", "fr", "it", "pt"])
def test_own_and_unknown_language(tmp_path, language):
    for code in (language, "", "nl"):
        assert sum(1 for _ in read_treebank(treebank(tmp_path, language), code)) == 12


def test_a_second_treebank_behind_the_first(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "_SAMPLE", 20)
    path = treebank(tmp_path, "es", ("pt", 20), trees=40)
    with raises("treebank.other-language", "Portuguese"):
        list(read_treebank(path, "es"))
    few = treebank(tmp_path, "es", ("pt", 5), trees=40)  # too few to prove anything
    assert sum(1 for _ in read_treebank(few, "es")) == 45
