"""Words in the other gender: tables, word lists, dictionaries, a model."""

from __future__ import annotations

import pytest

from cdaflow.errors import ConfigError
from cdaflow.inflection.dictionary import look_up
from cdaflow.inflection.inflector import Inflected, Inflector
from cdaflow.inflection.lexicon import Entry, Lexicon
from cdaflow.languages.closed_classes import closed_table
from cdaflow.trees import Token

FLIP = {"Masc": "Fem", "Fem": "Masc"}


def token(form, upos, feats, lemma=None, deprel="dep"):
    items = dict(item.split("=") for item in feats.split("|")) if feats else {}
    return Token(1, form, lemma or form.lower(), upos, items, deprel=deprel)


def cells(source, upos, lemma, masculine, feminine, men=None, women=None, **more):
    forms = {("Masc", "Sing"): masculine, ("Fem", "Sing"): feminine,
             ("Masc", "Plur"): men, ("Fem", "Plur"): women}  # fmt: skip
    return [
        Entry(lemma, form, upos, {"Gender": g, "Number": n, **more}, source)
        for (g, n), form in forms.items()
        if form
    ]


def other(inflector, word):
    feats = {**word.feats, "Gender": FLIP[word.feats["Gender"]]}
    return inflector.inflect(word, feats)


@pytest.mark.parametrize(
    ("language", "upos", "masculine", "feminine", "feats"),
    [
        ("es", "DET", "un", "una", "Number=Sing"),
        ("es", "DET", "aquellos", "aquellas", "Number=Plur"),
        ("es", "PRON", "él", "ella", "Number=Sing"),
        ("es", "PRON", "los", "las", "Number=Plur"),
        ("es", "PRON", "nosotros", "nosotras", "Number=Plur"),
        ("es", "PRON", "uno", "una", "Number=Sing"),
        ("es", "NUM", "doscientos", "doscientas", "Number=Plur"),
        ("es", "ADJ", "bueno", "buena", "Number=Sing"),
        ("es", "ADJ", "primero", "primera", "Number=Sing"),
        ("fr", "DET", "ton", "ta", "Number=Sing"),
        ("fr", "DET", "certains", "certaines", "Number=Plur"),
        ("fr", "PRON", "il", "elle", "Number=Sing|Emph=No"),
        ("fr", "PRON", "lui", "elle", "Number=Sing|Emph=Yes"),
        ("fr", "PRON", "-t-il", "-t-elle", "Number=Sing"),
        ("fr", "PRON", "eux", "elles", "Number=Plur|Emph=Yes"),
        ("fr", "PRON", "celui-ci", "celle-ci", "Number=Sing"),
        ("fr", "PRON", "lesquels", "lesquelles", "Number=Plur"),
        ("fr", "NUM", "un", "une", "Number=Sing"),
        ("it", "DET", "del", "della", "Number=Sing"),
        ("it", "DET", "quei", "quelle", "Number=Plur"),
        ("it", "PRON", "quelli", "quelle", "Number=Plur"),
        ("it", "PRON", "lui", "lei", "Number=Sing"),
        ("it", "PRON", "gli", "le", "Number=Sing"),
        ("it", "PRON", "li", "le", "Number=Plur"),
        ("it", "PRON", "costui", "costei", "Number=Sing"),
        ("pt", "PRON", "eles", "elas", "Number=Plur"),
        ("pt", "NUM", "dois", "duas", "Number=Plur"),
        ("he", "PRON", "הם", "הן", "Number=Plur|Person=3"),
    ],
)
def test_closed_classes_both_ways(language, upos, masculine, feminine, feats):
    inflector = Inflector(language, Lexicon())
    for form, gender, wanted in ((masculine, "Masc", feminine), (feminine, "Fem", masculine)):
        word = token(form, upos, f"Gender={gender}|{feats}")
        result = other(inflector, word)
        assert (result.form, result.source, result.score) == (wanted, "closed", 0.0)
        capital = word.changed(form=form[:1].upper() + form[1:])
        assert other(inflector, capital).form == wanted[:1].upper() + wanted[1:]


@pytest.mark.parametrize(
    ("language", "form", "upos", "feats"),
    [
        ("es", "le", "PRON", "Gender=Masc|Number=Sing"),
        ("es", "su", "DET", "Gender=Masc|Number=Sing"),
        ("fr", "lui", "PRON", "Gender=Masc|Number=Sing|Emph=No"),
        ("fr", "leurs", "DET", "Gender=Masc|Number=Plur"),
        ("fr", "on", "PRON", "Gender=Masc|Number=Sing"),
        ("fr", "quelqu'un", "PRON", "Gender=Masc|Number=Sing"),
        ("it", "ogni", "DET", "Gender=Masc|Number=Sing"),
        ("it", "loro", "PRON", "Gender=Masc|Number=Plur"),
    ],
)
def test_closed_words_that_stay(language, form, upos, feats):
    assert other(Inflector(language, Lexicon()), token(form, upos, feats)).form == form


def test_a_french_wife_and_a_woman():
    inflector = Inflector("fr", Lexicon(cells("wordlist:x", "NOUN", "homme", "homme", "femme")))
    woman = token("femme", "NOUN", "Gender=Fem|Number=Sing")
    wife = woman.changed(feats={**woman.feats, "Possessed": "Yes"})
    assert other(inflector, woman).form == "homme"
    assert other(inflector, wife).form == "mari"


def test_unknown_closed_words_are_doubtful_and_no_language_has_no_table():
    inflector = Inflector("es", Lexicon(), Guess("bla", 0.0))
    assert other(inflector, token("bli", "DET", "Gender=Masc|Number=Sing")) is None
    with pytest.raises(ConfigError):
        closed_table("xx")


@pytest.mark.parametrize("lemma", ["enfermera", "enfermero"])
def test_lemmata_of_feminine_nouns_differ_between_resources(lemma):
    apart = [
        *cells("unimorph:a", "NOUN", "enfermera", None, "enfermera", None, "enfermeras"),
        *cells("unimorph:a", "NOUN", "enfermero", "enfermero", None, "enfermeros"),
    ]
    together = cells(
        "unimorph:b", "NOUN", "enfermero", "enfermero", "enfermera", "enfermeros", "enfermeras"
    )
    inflector = Inflector("es", Lexicon([*apart, *together]))
    word = token("Enfermeras", "NOUN", "Gender=Fem|Number=Plur", lemma)
    assert other(inflector, word) == Inflected("Enfermeros", "enfermero", "dictionary")
    # With the feminine apart, nothing but the lemma leads from it to the masculine.
    assert (other(Inflector("es", Lexicon(apart)), word) is None) == (lemma == "enfermera")


def test_word_lists_come_before_dictionaries_and_the_first_variant_before_others():
    lexicon = Lexicon([
        *cells("unimorph:a", "NOUN", "juez", "juez", "juez", "jueces", "jueces"),
        *cells("wordlist:p", "NOUN", "juez", "juez", "jueza", "jueces", "juezas"),
        *cells("wordlist:p", "NOUN", "juez", "juez", "juez", "jueces", "jueces"),
    ])  # fmt: skip
    inflector = Inflector("es", lexicon)
    assert other(inflector, token("juez", "NOUN", "Gender=Masc|Number=Sing")).form == "jueza"
    assert other(inflector, token("juez", "NOUN", "Gender=Fem|Number=Sing")).form == "juez"
    assert other(inflector, token("juezas", "NOUN", "Gender=Fem|Number=Plur")) == Inflected(
        "jueces", "juez", "wordlist"
    )


def test_number_degree_and_verb_form_stay():
    lexicon = Lexicon([
        *cells("treebank:a", "ADJ", "bello", "bello", "bella", "belli", "belle"),
        *cells("treebank:a", "ADJ", "bello", "bellissimo", "bellissima", Degree="Abs"),
        *cells("treebank:a", "VERB", "amare", "amante", "amante", VerbForm="Part", Tense="Pres"),
        *cells("treebank:a", "VERB", "amare", "amato", "amata", VerbForm="Part", Tense="Past"),
    ])  # fmt: skip

    def form(word):
        found = look_up(word, {**word.feats, "Gender": "Fem"}, lexicon)
        return found and found.entry.form

    assert form(token("belli", "ADJ", "Gender=Masc|Number=Plur", "bello")) == "belle"
    assert form(token("bellissimo", "ADJ", "Degree=Abs|Gender=Masc|Number=Sing", "bello")) == (
        "bellissima"
    )
    assert form(token("bellini", "ADJ", "Degree=Dim|Gender=Masc|Number=Plur", "bello")) is None
    past = "Gender=Masc|Number=Sing|Tense=Past|VerbForm=Part"
    assert form(token("amato", "VERB", past, "amare")) == "amata"


def test_the_form_knows_the_number_better_than_a_guess():
    lexicon = Lexicon(cells("unimorph:a", "ADJ", "pronto", "pronto", "pronta", "pronti", "pronte"))
    inflector = Inflector("it", lexicon)
    wrong = token("pronta", "ADJ", "Gender=Fem|Number=Plur", "pronto")
    assert other(inflector, wrong).form == "pronto"
    unsaid = token("pronta", "ADJ", "Gender=Fem", "pronto")
    assert inflector.inflect(unsaid, {"Gender": "Masc", "Number": "Plur"}).form == "pronto"


def test_a_wrong_gender_is_seen_by_the_form():
    lexicon = Lexicon(cells("unimorph:a", "NOUN", "autor", "autor", "autora", "autores", "autoras"))
    word = token("autora", "NOUN", "Gender=Masc|Number=Sing", "autor")
    assert Inflector("es", lexicon).inflect(word, dict(word.feats)).form == "autor"


def test_adjectives_without_gender_serve_for_both_where_a_treebank_has_them_so():
    red = Entry("rouge", "rouges", "ADJ", {"Number": "Plur"}, "treebank:a")
    inflector = Inflector("fr", Lexicon([red]))
    assert other(inflector, token("rouges", "ADJ", "Gender=Masc|Number=Plur", "rouge")).form == (
        "rouges"
    )
    # One that was left unsaid by mistake, as another form of the lemma shows.
    wrong = [
        Entry("grand", "grand", "ADJ", {"Number": "Sing"}, "treebank:a"),
        *cells("treebank:a", "ADJ", "grand", "grand", None, "grands", None),
    ]
    word = token("grand", "ADJ", "Gender=Masc|Number=Sing")
    assert other(Inflector("fr", Lexicon(wrong)), word) is None or (
        other(Inflector("fr", Lexicon(wrong)), word).source == "closed"
    )


@pytest.mark.parametrize(
    ("form", "upos", "feats"),
    [
        ("rápidamente", "ADV", "Gender=Fem"),
        ("cantar", "VERB", "Gender=Fem|VerbForm=Inf"),
        ("dándola", "VERB", "Gender=Fem|VerbForm=Ger"),
    ],
)
def test_what_has_no_gender_is_kept(form, upos, feats):
    inflector = Inflector("es", Lexicon(), Guess("bla", 0.0))
    result = other(inflector, token(form, upos, feats))
    assert (result.form, result.source) == (form, "kept")


def test_names_are_never_taken_for_adjectives():
    lexicon = Lexicon(cells("unimorph:a", "ADJ", "moreno", "moreno", "morena"))
    assert other(Inflector("es", lexicon), token("Moreno", "PROPN", "Gender=Masc")) is None


class Guess:
    """A model that always makes the same form."""

    def __init__(self, form, score, threshold=-1.0):
        self.form, self.score, self.threshold, self.items = form, score, threshold, []

    def inflect(self, items, /):
        self.items += items
        return [(self.form, self.score)] * len(items)


def test_the_model_makes_unseen_words_once_and_above_its_threshold():
    word = token("Blogueuse", "NOUN", "Gender=Fem|Number=Sing")
    feats = {**word.feats, "Gender": "Masc"}
    model = Guess("blogueur", -0.9)
    results = Inflector("fr", Lexicon(), model).inflect_all([(word, feats)] * 3)
    assert results == [Inflected("Blogueur", "blogueuse", "model", -0.9)] * 3
    assert model.items == [("blogueuse", "NOUN", feats, "Blogueuse", word.feats)]
    assert Inflector("fr", Lexicon(), model, threshold=-0.5).inflect(word, feats) is None


def test_the_model_does_not_make_men_of_tables():
    lexicon = Lexicon(cells("unimorph:a", "NOUN", "mesa", None, "mesa"))
    word = token("mesa", "NOUN", "Gender=Fem|Number=Sing")
    assert other(Inflector("es", lexicon, Guess("meso", 0.0)), word) is None
    known = Lexicon([*lexicon, *cells("unimorph:a", "NOUN", "meso", "meso", None)])
    assert other(Inflector("es", known, Guess("meso", 0.0)), word).form == "meso"


@pytest.mark.parametrize(
    ("form", "wanted"),
    [("vice-présidente", "vice-président"), ("Vice-Présidente", "Vice-Président"),
     ("VICE-PRÉSIDENTE", "VICE-PRÉSIDENT"), ("Vice-présidente", "Vice-président")],
)  # fmt: skip
def test_capitals_are_kept(form, wanted):
    entries = cells("wordlist:p", "NOUN", "vice-président", "vice-président", "vice-présidente")
    word = token(form, "NOUN", "Gender=Fem|Number=Sing")
    assert other(Inflector("fr", Lexicon(entries)), word).form == wanted


@pytest.mark.parametrize(
    ("form", "wanted"),
    [("exsecretaria", "exsecretario"), ("Ex-secretaria", "Ex-secretario"),
     ("vicesecretaria", "vicesecretario"), ("subsecretaria", "subsecretario")],
)  # fmt: skip
def test_prefixes_leave_the_inflection_as_it_is(form, wanted):
    lexicon = Lexicon(cells("wordlist:p", "NOUN", "secretario", "secretario", "secretaria"))
    word = token(form, "NOUN", "Gender=Fem|Number=Sing")
    assert other(Inflector("es", lexicon), word).form == wanted
    assert other(Inflector("es", lexicon), token("zsecretaria", "NOUN", "Gender=Fem")) is None
