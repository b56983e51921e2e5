"""Moses tokens back to text; the expectations are written by hand."""

import pytest

from cdaflow.io.parquet import read_rows
from cdaflow.text.clean import detokenizer
from cdaflow.text.corpus import build_corpus
from cdaflow.text.spec import parse_spec


@pytest.mark.parametrize(
    ("language", "tokens", "text"),
    [
        ("en", "the Commission 's report , Mr President , is ready .",
         "The Commission's report, Mr President, is ready."),
        ("es", "¿ dónde está el médico ?", "¿Dónde está el médico?"),
        ("es", "( interrupciones )", "(Interrupciones)"),
        ("fr", "c' est l' avocate .", "C'est l'avocate."),
        ("it", "l' avvocata è arrivata .", "L'avvocata è arrivata."),
        ("es", "el 20 % de los votos", "El 20% de los votos"),
        ("es", "2012 fue un año duro .", "2012 fue un año duro."),
    ],
)  # fmt: skip
def test_detokenizer(language, tokens, text):
    assert detokenizer(language)(tokens) == text


def test_build_detokenises_where_the_corpus_says_so(tmp_path):
    (tmp_path / "a.en").write_text("the house is red .\n")
    (tmp_path / "a.es").write_text("la casa es roja .\n")
    spec = parse_spec(f"name=a,source={tmp_path}/a.en,target={tmp_path}/a.es,detokenize=true")
    build_corpus([spec], ["en", "es"], tmp_path / "a.parquet")
    assert [row[:2] for row in read_rows(tmp_path / "a.parquet", ("source", "target"))] == [
        ("The house is red.", "La casa es roja.")
    ]
