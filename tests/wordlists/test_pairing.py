"""Pairs of nouns in lexicons, made feminines, and what speaks for persons."""

from cdaflow.wordlists.evidence import Endings, Sources, group, weigh
from cdaflow.wordlists.gazetteer import translate
from cdaflow.wordlists.pairing import (
    Changes,
    add_forms,
    find_pairs,
    made_feminines,
    read_derived_nouns,
    read_nouns,
)

from ..errors import raises


def lexicon(tmp_path, *rows):
    """Write a UniMorph table of rows with blanks between the cells; return its nouns."""
    path = tmp_path / "table.tsv"
    path.write_text("".join(row.replace(" ", "\t") + "\n" for row in rows), encoding="utf-8")
    return read_nouns([path])


def pairs(nouns, language):
    return {("/".join(each.pair), each.pairing) for each in find_pairs(nouns, language)}


def test_one_lemma(tmp_path):
    nouns = lexicon(
        tmp_path,
        "ingeniero ingeniero N;MASC;SG", "ingeniero ingeniera N;FEM;SG",
        "ingeniero ingenieros N;MASC;PL", "ingeniero ingenieras N;FEM;PL",
        "gato gato N;MASC;SG", "gato gata N;FEM;SG",
        "artista artista N;MASC/FEM;SG", "artista artistas N;MASC/FEM;PL",
        "mesa mesa N;FEM;SG", "Ada Ada N;MASC/FEM;SG", "r2 r2 N;MASC/FEM;SG",
    )  # fmt: skip
    found = {each.lemma: each for each in find_pairs(nouns, "es")}
    assert {lemma: each.pairing for lemma, each in found.items()} == {
        "ingeniero": "lemma", "gato": "lemma", "artista": "common"
    }  # fmt: skip
    assert found["ingeniero"].forms["feminine_plural"] == "ingenieras"
    assert not found["gato"].forms["feminine_plural"]
    assert found["artista"].forms["masculine_plural"] == "artistas"


def test_numbers_of_one_form(tmp_path):
    nouns = lexicon(
        tmp_path, "anglais anglais N;MASC;SG/PL", "anglais anglaise N;FEM;SG",
        "anglais anglaises N;FEM;PL",
    )  # fmt: skip
    [found] = find_pairs(nouns, "fr")
    assert list(found.forms.values()) == ["anglais", "anglaise", "anglais", "anglaises"]


def test_variants_of_a_lemma(tmp_path):
    nouns = lexicon(
        tmp_path, "yerno letrado N;MASC;SG", "yerno letrada N;FEM;SG", "yerno letradas N;FEM;PL",
        "yerno abogado N;MASC;SG", "yerno abogada N;FEM;SG", "yerno abogadas N;FEM;PL",
    )  # fmt: skip
    found = {each.pair: each.forms["feminine_plural"] for each in find_pairs(nouns, "es")}
    assert found == {("letrado", "letrada"): "letradas", ("abogado", "abogada"): "abogadas"}


def test_two_lemmas(tmp_path):
    nouns = lexicon(
        tmp_path, "infermiere infermiere N;MASC;SG", "infermiera infermiera N;FEM;SG",
        "infermiera infermiere N;FEM;PL", "attore attore N;MASC;SG", "attrice attrice N;FEM;SG",
    )  # fmt: skip
    assert pairs(nouns, "it") == {("infermiere/infermiera", "ending"), ("attore/attrice", "ending")}


def test_n_with_a_tilde_is_another_letter(tmp_path):
    assert not pairs(lexicon(tmp_path, "año año N;MASC;SG", "ana ana N;FEM;SG"), "es")


def test_no_gender_in_the_lexicon(tmp_path):
    nouns = lexicon(
        tmp_path, "תלמיד תלמיד N;NDEF;SG", "תלמידה תלמידה N;NDEF;SG", "תלמיד תלמידי N;SG;PSSD"
    )
    assert pairs(nouns, "he") == {("תלמיד/תלמידה", "ending")}
    # the last letter of a word is written otherwise inside one
    nouns = lexicon(tmp_path, "רקדן רקדן N;NDEF;SG", "רקדנית רקדנית N;NDEF;SG")
    assert pairs(nouns, "he") == {("רקדן/רקדנית", "ending")}


def test_words_of_another_source(tmp_path):
    path = tmp_path / "derivations.tsv"
    path.write_text("bloguer\tblogueur\tV:N\t-eur\nbloguer\tblogueuse\tV:N\t-euse\n", "utf-8")
    nouns = add_forms(lexicon(tmp_path, "a a N;MASC;SG"), read_derived_nouns(path))
    assert pairs(nouns, "fr") == {("blogueur/blogueuse", "ending")}
    path.write_text("bloguer\tblogueur\n", encoding="utf-8")
    with raises("derived-noun.malformed-line"):
        read_derived_nouns(path)


def test_made_feminines(tmp_path):
    rows = [
        row
        for stem in ("lect", "act", "direct")
        for row in (f"{stem}eur {stem}eur N;MASC;SG", f"{stem}eur {stem}rice N;FEM;SG")
    ]
    nouns = lexicon(tmp_path, *rows, "rédacteur rédacteur N;MASC;SG", "pain pain N;MASC;SG")
    made = list(made_feminines(nouns, find_pairs(nouns, "fr"), ()))
    assert [each.pair for each in made] == [("rédacteur", "rédactrice")]
    assert Changes([("a", "b")]).apply("xyz") == []


def test_evidence(tmp_path):
    nouns = lexicon(
        tmp_path, "pastor pastor N;MASC;SG", "pastor pastora N;FEM;SG", "perro perro N;MASC;SG",
        "perro perra N;FEM;SG", "ciego ciego N;MASC;SG", "ciego ciego ADJ;MASC;SG",
        "ciego ciega ADJ;FEM;SG", "puerto puerto N;MASC;SG", "puerta puerta N;FEM;SG",
        "alto alto ADJ;MASC;SG", "alto alta ADJ;FEM;SG",
    )  # fmt: skip
    found = find_pairs(nouns, "es")
    translations = {
        group(each): english
        for each in found
        for english in [
            {"perro": ("dog", "animal"), "ciego": ("blind man", "person")}.get(each.lemma)
        ]
        if english
    }
    listed = {("pastor", "pastora")}
    sources = Sources(listed, translations=translations, counts={"perro": 2, "perra": 3})
    rows = [(each.lemma, why) for each, why in weigh(found, nouns, sources)]
    # "puerto", "puerta" and "alto" have nothing that speaks for them
    assert [lemma for lemma, _ in rows] == ["pastor", "ciego", "perro"]
    assert rows[0][1].reasons == ("listed",)
    assert rows[1][1].reasons == ("person blind man", "noun")
    assert (rows[2][1].score, rows[2][1].count) == (-3, 5)


def test_endings_are_learned():
    endings = Endings(["panadero", "cartero", "minero", "torero"], ["vaso", "dedo", "cesto"] * 9)
    ending, ratio = endings.ratio("portero")
    assert ending == "ero"
    assert ratio > 4
    assert endings.ratio("vaso") == ("", 1.0)


def test_translations_by_common_lines():
    lines = [(["the", "baker", "sleeps"], ["panadero"]), (["a", "baker"], ["panadera"]),
             (["the", "bread"], ["pan"]), (["bread"], ["pan"]), (["rare"], ["raro"])]  # fmt: skip
    groups = {"panadero": ["p"], "panadera": ["p"], "pan": ["b"], "raro": ["r"]}
    nouns = {"baker", "bread", "rare"}
    assert translate(lines, groups, nouns.__contains__) == {"p": "baker", "b": "bread"}
