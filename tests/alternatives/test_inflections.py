"""The list of inflections: variants of words, relations of phrases, lattices of texts."""

import pytest

from cdaflow.alternatives.inflections import Inflections, inflected_pairs, structure_pairs
from cdaflow.alternatives.structures import Alternatives, Structure
from cdaflow.errors import ConfigError
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.sources import read_entries
from cdaflow.languages import get
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists import wordlist


def _adjective(*forms: str) -> list[Entry]:
    slots = [(gender, number) for number in ("Sing", "Plur") for gender in ("Masc", "Fem")]
    feats = [{"Gender": gender, "Number": number} for gender, number in slots]
    return [Entry(forms[0], form, "ADJ", each) for form, each in zip(forms, feats, strict=True)]


@pytest.fixture(scope="module")
def inflections() -> dict[str, Inflections]:
    adjectives = {
        "es": _adjective("cansado", "cansada", "cansados", "cansadas"),
        "fr": _adjective("fatigué", "fatiguée", "fatigués", "fatiguées"),
        "it": _adjective("stanco", "stanca", "stanchi", "stanche"),
    }
    return {
        code: Inflections(
            code,
            Lexicon(
                entries
                + read_entries(
                    word_lists=[wordlist(None, f"{kind}.{code}.tsv") for kind in
                                ("professions", "persons")],
                    language=get(code),
                )
            ),
        )
        for code, entries in adjectives.items()
    }  # fmt: skip


@pytest.mark.parametrize(
    ("language", "word", "variants"),
    [
        ("es", "cansadas", {"cansados"}),
        ("es", "La", {"El", "Lo"}),
        ("es", "del", {"de la"}),
        ("es", "de la", {"del"}),
        ("es", "A LA", {"AL"}),
        ("es", "buena", {"buen", "bueno"}),
        ("es", "verla", {"verlo"}),
        ("es", "profesor", {"profesora"}),
        ("es", "casa", set()),
        ("fr", "l’", {"le", "la"}),
        ("fr", "du", {"de la", "de l'"}),
        ("fr", "ma", {"mon"}),
        ("fr", "bel", {"beau", "belle"}),
        ("fr", "Elle", {"Il", "Lui"}),
        ("fr", "il", {"elle"}),
        ("it", "dell'", {"del", "dello", "della"}),
        ("it", "gli", {"i", "gl'", "le"}),
        ("it", "vederla", {"vederlo"}),
    ],
)
def test_variants(
    inflections: dict[str, Inflections], language: str, word: str, variants: set[str]
) -> None:
    assert inflections[language].variants(word) == variants | {word}


def test_number_stays(inflections: dict[str, Inflections]) -> None:
    assert inflections["es"].variants("cansado") == {"cansado", "cansada"}


@pytest.mark.parametrize(
    ("language", "masculine", "feminine"),
    [
        ("es", "El profesor", "La profesora"),
        ("es", "del profesor", "de la profesora"),
        ("es", "El profesor cansado", "La profesora  CANSADA"),
        ("fr", "l'avocat", "l’avocate"),
        ("fr", "l'acteur", "l'actrice"),
        ("fr", "Est-il fatigué", "Est-elle fatiguée"),
        ("fr", "du professeur", "de la professeure"),
        ("it", "un amico", "un'amica"),
        ("it", "dello studente", "della studentessa"),
    ],
)
def test_related(
    inflections: dict[str, Inflections], language: str, masculine: str, feminine: str
) -> None:
    assert inflections[language].related(masculine, feminine)
    assert inflections[language].related(feminine, masculine)


@pytest.mark.parametrize(
    ("masculine", "feminine"),
    [
        ("El profesor", "La maestra"),
        ("El profesor", "Las profesoras"),
        ("El profesor", "La profesora cansada"),
        ("El profesor", ""),
        ("casa", "caso"),
    ],
)
def test_not_related(inflections: dict[str, Inflections], masculine: str, feminine: str) -> None:
    assert not inflections["es"].related(masculine, feminine)


def test_lattice_has_every_text(inflections: dict[str, Inflections]) -> None:
    lattice = inflections["es"].lattice("¿Vio al profesor cansado?")
    assert set(lattice.texts()) == {
        f"¿Vio {to} {noun} {adjective}?"
        for to in ("al", "a la")
        for noun in ("profesor", "profesora")
        for adjective in ("cansado", "cansada")
    }
    assert lattice.paths == 8
    assert next(lattice.texts()) == "¿Vio al profesor cansado?"


def test_blanks_around_apostrophes(inflections: dict[str, Inflections]) -> None:
    texts = set(inflections["fr"].lattice("Voici l’acteur.").texts())
    assert {"Voici l’acteur.", "Voici la actrice.", "Voici l’actrice."} <= texts
    back = set(inflections["fr"].lattice("C’est le professeur").texts())
    assert "C’est l’professeure" in back


@pytest.mark.parametrize("text", ["", "...", "«Él»", "'profesor'", "  a  b "])
def test_text_is_its_own_lattice(inflections: dict[str, Inflections], text: str) -> None:
    lattice = inflections["es"].lattice(text)
    assert lattice.accepts(text)
    assert all(lattice.accepts(each) for each in lattice.texts())
    assert not lattice.accepts(text + "x")


def test_pairs_of_structures() -> None:
    item = Alternatives(
        "", "El gato loco del vecino", (
            Structure(0, "El gato loco", "La gata loca"),
            Structure(13, "del vecino", "de la vecina"),
        )
    )  # fmt: skip
    pairs = list(structure_pairs([item]))
    assert pairs == [
        ("El", "La"),
        ("gato", "gata"),
        ("loco", "loca"),
        ("del vecino", "de la vecina"),
    ]
    found = Inflections("es", pairs=pairs)
    assert found.variants("Gata") == {"Gata", "Gato"}
    assert found.related("el del vecino", "la de la vecina")


def test_pairs_of_an_inflector() -> None:
    feats = {"Gender": "Masc", "Number": "Sing"}
    token = Token(1, "cansado", "cansado", "ADJ", feats=feats, head=0, deprel="root")
    inflector = Inflector("es", Lexicon(_adjective("cansado", "cansada", "cansados", "cansadas")))
    assert list(inflected_pairs(inflector, [Sentence((token,))])) == [("cansado", "cansada")]


def test_unknown_language() -> None:
    with pytest.raises(ConfigError):
        Inflections("xx")
