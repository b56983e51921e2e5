"""Languages of lines and samples, on sentences of our own and on public data."""

import gzip
import os
from pathlib import Path

import pytest

from cdaflow.langid import NAMES, count_languages, language_of, other_language

SENTENCES = {
    "en": [
        "The doctor asked the nurse to help her.",
        "I don't know what they want.",
        "This is hers!",
    ],
    "es": ["La doctora le pidió ayuda al enfermero.", "No sé qué quieren.", "Él vive aquí."],
    "fr": ["Le médecin a demandé de l'aide à l'infirmière.", "C'est ma sœur.", "Où est-elle ?"],
    "it": ["Il medico ha chiesto aiuto all'infermiera.", "Non so che cosa vogliono.", "Dov'è lui?"],
    "pt": ["O médico pediu ajuda à enfermeira.", "Não sei o que eles querem.", "Ela está em casa."],
    "de": ["Der Arzt bat die Krankenschwester um Hilfe.", "Ich weiß es nicht.", "Wo ist er?"],
    "ru": ["Врач попросил медсестру помочь ему.", "Я не знаю.", "Где она?"],
    "he": ["הרופא ביקש מהאחות לעזור לו.", "אני לא יודע מה הם רוצים.", "איפה היא?"],
}


@pytest.mark.parametrize("language", NAMES)
def test_sentences(language):
    assert [language_of(line) for line in SENTENCES[language]] == [language] * 3


@pytest.mark.parametrize(
    "line", ["", "1276", "Go.", "Tom", "♪ ♪", "see example.com", "Jag heter Anna.", "..."]
)
def test_lines_that_show_no_language(line):
    assert language_of(line) is None


def test_moses_tokens_and_case_do_not_matter():
    assert language_of("C' EST LA VOITURE DE MA SŒUR .") == "fr"
    assert language_of("i do n't know what they want .") == "en"


def test_a_sample_is_counted_by_language():
    found = count_languages([*SENTENCES["fr"], *SENTENCES["es"][:1], "1276", "Tom"])
    assert (found.lines, found.decided, found.language) == (5, 4, "fr")
    assert found.share("fr") == 0.75
    assert list(found.languages) == ["fr", "es"]
    assert count_languages(["1276", "Go."]).language is None
    assert count_languages([*SENTENCES["fr"], *SENTENCES["es"]]).language is None


def test_few_lines_that_are_plainly_in_another_language():
    """Two are enough where none is in their own; short lines and names prove nothing."""
    french = ["La maison est dans la rue de la gare.", "Il est parti avec sa mère."]
    assert other_language(french, "es") == "French (100 %)"
    assert other_language(iter(french * 4), "es") == "French (100 %)"
    spanish = "La casa está en la calle de la estación."
    for lines in (french[:1], [*french, spanish], ["Oui.", "C'est moi."], ["Anne Hathaway"] * 9):
        assert other_language(lines, "es") == ""
    assert other_language(french, "fr") == other_language([], "fr") == ""


def test_each_word_stands_once_in_lower_case():
    folder = Path(__file__).parents[2] / "src/cdaflow/langid"
    for language in NAMES:
        rows = (folder / f"{language}.tsv").read_text(encoding="utf-8").splitlines()
        for row in rows[1:]:
            forms = row.split("\t")[1].split()
            assert len(set(forms)) == len(forms)
            assert all(form == form.lower() for form in forms)


def _data(*parts):
    folder = os.environ.get("CDAFLOW_DATA")
    if not folder:
        pytest.skip("CDAFLOW_DATA is not set: no public data")
    return Path(folder, *parts)


#: Text, language and the least share of lines of which the language is recognised (measured).
REAL = [
    ("ud/en_ewt-ud-test.conllu.gz", "en", 0.70),
    ("ud/es_gsd-ud-test.conllu.gz", "es", 0.95),
    ("ud/fr_sequoia-ud-test.conllu.gz", "fr", 0.80),
    ("ud/it_isdt-ud-test.conllu.gz", "it", 0.95),
    ("ud/pt_bosque-ud-test.conllu.gz", "pt", 0.90),
    ("ud/de_gsd-ud-test.conllu.gz", "de", 0.95),
    ("ud/ru_gsd-ud-test.conllu.gz", "ru", 0.95),
    ("ud/he_htb-ud-test.conllu.gz", "he", 0.95),
    ("parallel/tatoeba.en-es.es.gz", "es", 0.80),
    ("parallel/tatoeba.en-it.it.gz", "it", 0.85),
]


@pytest.mark.parametrize(("name", "language", "least"), REAL)
def test_real_text(name, language, least):
    with gzip.open(_data(name), "rt", encoding="utf-8") as handle:
        lines = [line.rstrip("\n") for line in handle]
    if name.endswith(".conllu.gz"):
        lines = [line[9:] for line in lines if line.startswith("# text = ")]
    else:
        lines = lines[:: len(lines) // 500]
    lines = lines[:500]
    whole = count_languages(lines)
    assert whole.languages[language] >= least * len(lines)
    assert whole.share(language) > 0.95
    assert all(count_languages(lines[n::25]).language == language for n in range(25))
