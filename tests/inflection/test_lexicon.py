"""Entries out of UniMorph tables, word lists and treebanks, and their lookup."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from cdaflow.errors import InputError
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.inflection.sources import (
    read_entries,
    read_unimorph,
    read_word_list,
    treebank_entries,
    universal,
)
from cdaflow.trees import Sentence, Token

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"
LANGUAGES = ("es", "fr", "he", "it", "pt")


@pytest.mark.parametrize(
    ("bundle", "readings"),
    [
        ("N;FEM;SG", [("NOUN", {"Gender": "Fem", "Number": "Sing"})]),
        (
            "ADJ;MASC/FEM;SG",
            [
                ("ADJ", {"Gender": "Masc", "Number": "Sing"}),
                ("ADJ", {"Gender": "Fem", "Number": "Sing"}),
            ],
        ),
        ("V;PTCP(PST)", [("VERB", {"Tense": "Past", "VerbForm": "Part"})]),
        ("V.PTCP;PST;FEM;PL", [
            ("VERB", {"Gender": "Fem", "Number": "Plur", "Tense": "Past", "VerbForm": "Part"}),
        ]),
        ("N;NOM(SG)", [("NOUN", {"Case": "Nom", "Number": "Sing"})]),
        ("N;SG;PSSD;PSS3S;MASC", [
            ("NOUN", {"Definite": "Cons", "Gender[psor]": "Masc", "Number": "Sing",
                      "Number[psor]": "Sing", "Person[psor]": "3"}),
        ]),
        ("ADJ;FEM;SG;SPRL", [
            ("ADJ", {"Degree": "Sup", "Gender": "Fem", "Number": "Sing"}),
        ]),
    ],
)  # fmt: skip
def test_unimorph_bundles_become_universal_features(bundle, readings):
    assert list(universal(bundle)) == readings


def test_common_gender_and_number_make_four_cells():
    cells = {(f["Gender"], f["Number"]) for _, f in universal("ADJ;MASC/FEM;SG/PL")}
    assert len(cells) == 4


def test_unimorph_file_plain_and_packed(tmp_path):
    text = "enfermero\tenfermera\tN;FEM;SG\n\nazul\tazul\tADJ;MASC/FEM;SG\textra\n"
    (tmp_path / "x.tsv").write_text(text)
    with gzip.open(tmp_path / "x.tsv.gz", "wt") as handle:
        handle.write(text)
    plain = list(read_unimorph(tmp_path / "x.tsv"))
    assert plain[0] == Entry(
        "enfermero", "enfermera", "NOUN", {"Gender": "Fem", "Number": "Sing"}, "unimorph:x.tsv"
    )
    assert len(plain) == 3
    assert [e[:4] for e in read_unimorph(tmp_path / "x.tsv.gz")] == [e[:4] for e in plain]


@pytest.mark.parametrize("line", ["uno\tdos", "uno\tdos\tFOO;SG", "\tdos\tN;SG", "uno\tdos\t"])
def test_faults_of_a_unimorph_file_are_told_with_the_line(tmp_path, line):
    path = tmp_path / "x.tsv"
    path.write_text(f"a\ta\tN;SG\n{line}\n")
    with pytest.raises(InputError) as fault:
        list(read_unimorph(path))
    assert (fault.value.file, fault.value.line) == (str(path), 2)


def test_word_list_with_variants_fixed_gender_and_several_words(tmp_path):
    path = tmp_path / "persons.fr.tsv"
    path.write_text(
        "person\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\tnote\n"
        "a\tchef de projet\tcheffe de projet\tchefs de projet\tcheffes de projet\tmultiword\n"
        "b\tassistant social\tassistante sociale\tassistants sociaux\tassistantes sociales\t\n"
        "c\tvictime\tvictime\tvictimes\tvictimes\tfixed:Fem\n"
        "d\troi\treine\t\t\t\n"
    )
    entries = list(read_word_list(path))
    assert [(e.lemma, e.form, e.feats["Gender"]) for e in entries] == [
        ("chef", "chef", "Masc"), ("chef", "cheffe", "Fem"), ("chef", "chefs", "Masc"),
        ("chef", "cheffes", "Fem"), ("victime", "victime", "Fem"), ("victime", "victime", "Fem"),
        ("victime", "victimes", "Fem"), ("victime", "victimes", "Fem"), ("roi", "roi", "Masc"),
        ("roi", "reine", "Fem"),
    ]  # fmt: skip


def test_word_list_without_any_form(tmp_path):
    path = tmp_path / "x.tsv"
    path.write_text("person\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\na\t\t\t\t\n")
    with pytest.raises(InputError) as fault:
        list(read_word_list(path))
    assert fault.value.line == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_of_persons_are_sound(language):
    rows = (WORDLISTS / f"persons.{language}.tsv").read_text().splitlines()
    cells = [row.split("\t") for row in rows]
    assert {len(row) for row in cells} == {6}
    assert len(rows) > 100
    pairs = [tuple(row[1:3]) for row in cells]
    assert len(set(pairs)) == len(pairs), "a pair is duplicated"
    for person, masculine, feminine, men, women, note in cells[1:]:
        assert all(form == form.strip() for form in (person, masculine, feminine, men, women))
        assert all((person, masculine, feminine))
        if language in ("es", "fr", "pt") and not masculine.endswith("."):
            assert men.endswith(("s", "x")) or men == "MM", men
            assert women.endswith("s"), women
        if "fixed" in note:
            assert masculine == feminine
    assert len(list(read_word_list(WORDLISTS / f"persons.{language}.tsv"))) > 400 - 50 * (
        language == "he"
    )


def test_lookup_does_not_heed_capitals_and_keeps_the_order_of_sources():
    one = Lexicon([Entry("a", "A", "NOUN", {}, "s"), Entry("b", "x", "NOUN", {}, "s")])
    two = Lexicon([Entry("A", "x", "NOUN", {}, "t")])
    both = Lexicon.merged([two, one])
    assert [e.source for e in both.by_lemma("a")] == ["t", "s"]
    assert [e.lemma for e in both.by_form("X")] == ["A", "b"]
    assert both.by_form("nothing") == ()
    assert (both.rank("t"), both.rank("s"), len(both)) == (0, 1, 3)


def _token(form, lemma, upos, **feats):
    return Token(1, form, lemma, upos, feats)


def test_treebank_entries_by_frequency_without_typing_errors():
    words = [
        _token("Rojas", "rojo", "ADJ", Gender="Fem", Number="Plur"),
        _token("rojas", "rojo", "ADJ", Gender="Fem", Number="Plur"),
        _token("roja", "rojo", "ADJ", Gender="Fem", Number="Sing"),
        _token("rroja", "rojo", "ADJ", Gender="Fem", Number="Sing", Typo="Yes"),
        _token("el", "el", "DET", Gender="Masc"),
        _token("ayer", "ayer", "ADJ"),
    ]
    entries = list(treebank_entries([Sentence((word,)) for word in words], "x"))
    assert [(e.form, e.source) for e in entries] == [
        ("rojas", "treebank:x"), ("roja", "treebank:x"),
    ]  # fmt: skip
    assert dict(entries[0].feats) == {"Gender": "Fem", "Number": "Plur"}


#: Kinds of files, with the words of a word list in them.
def _files(folder, language):
    """Return a treebank, a lexicon and a list of the nouns of professions of a language."""
    path = WORDLISTS / f"professions.{language}.tsv"
    words = [entry for entry in read_word_list(path) if entry.upos == "NOUN"][:400]
    treebank, lexicon = folder / f"{language}.conllu", folder / f"{language}.tsv"
    rows = (f"1\t{e.form}\t{e.lemma}\tNOUN\t_\tNumber=Sing\t0\troot\t_\t_\n" for e in words)
    treebank.write_text("\n".join(rows) + "\n", encoding="utf-8")
    features = {("Masc", "Sing"): "N;MASC;SG", ("Fem", "Sing"): "N;FEM;SG"}
    lines = (
        f"{e.lemma}\t{e.form}\t{features.get((e.feats['Gender'], e.feats['Number']), 'N;PL')}\n"
        for e in words
    )
    lexicon.write_text("".join(lines), encoding="utf-8")
    return {"treebanks": [treebank], "lexicons": [lexicon], "word_lists": [path]}


@pytest.mark.parametrize("kind", ["treebanks", "lexicons", "word_lists"])
def test_files_of_another_language(tmp_path, kind):
    languages = ("de", "es", "fr", "he", "it", "pt", "ru")
    files = {language: _files(tmp_path, language)[kind] for language in languages}
    for language, paths in files.items():
        assert read_entries(**{kind: paths}, code=language)
        for other in set(languages) - {language}:
            with pytest.raises(InputError, match=f"not (those of|in) '{other}'") as caught:
                read_entries(**{kind: paths}, code=other)
            assert caught.value.file == str(paths[0])


def test_few_words_prove_no_language(tmp_path):
    path = tmp_path / "few.tsv"
    path.write_text("ingegnere\tingegnere\tN;MASC;SG\ndottore\tdottore\tN;MASC;SG\n")
    assert len(read_entries(lexicons=[path], code="es")) == 2


@pytest.mark.parametrize(
    ("form", "lemma", "known"),
    [
        ("SURE", "sûr", []), ("Elus", "élu", []), ("SOCIETA", "società", []),
        ("ÉTAT", "état", []), ("Élus", "élu", ["élus"]), ("Sûre", "sûr", ["sûre"]),
        ("Haus", "Haus", ["Haus"]), ("Etudiante", "étudiant", []),
    ],
)  # fmt: skip
def test_capitals_of_treebanks_are_judged_by_the_lemma(form, lemma, known):
    word = _token(form, lemma, "NOUN", Gender="Fem", Number="Sing")
    assert [entry.form for entry in treebank_entries([Sentence((word,))], "x")] == known


def test_a_title_in_capitals_does_not_outrank_the_dictionary():
    feats = {"Gender": "Fem", "Number": "Sing"}
    title = _token("SURE", "sûr", "ADJ", **feats)
    entries = [*treebank_entries([Sentence((title,))], "x")]
    entries += [
        Entry("sûr", form, "ADJ", {**feats, "Gender": gender}, "unimorph:x")
        for form, gender in (("sûr", "Masc"), ("sûre", "Fem"))
    ]
    word = _token("sûr", "sûr", "ADJ", Gender="Masc", Number="Sing")
    made = Inflector("fr", Lexicon(entries)).inflect(word, feats)
    assert made is not None
    assert made.form == "sûre"
