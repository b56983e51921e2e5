"""The written forms of Italian: by hand, by random words, and by the treebanks."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdaflow.languages import get
from cdaflow.languages.base import SurfaceForm
from cdaflow.languages.it.euphony import paradigms
from cdaflow.trees import Sentence, Token
from cdaflow.trees.conllu import read_conllu

IT = get("it")
LEMMAS = {
    "il": "il", "lo": "il", "la": "il", "l'": "il", "i": "il", "gli": "il", "le": "il",
    "un": "uno", "uno": "uno", "una": "uno", "un'": "uno", "dei": "di", "degli": "di",
    "delle": "di", "quel": "quello", "quella": "quello", "quell'": "quello", "quei": "quello",
    "quelli": "quello", "quegli": "quello", "nessun": "nessuno", "nessun'": "nessuno",
    "bel": "bello", "bell'": "bello", "begli": "bello", "bei": "bello", "bella": "bello",
    "belli": "bello", "buon": "buono", "gran": "grande", "grand'": "grande",
}  # fmt: skip


def tokens(text: str, **feats: dict[str, str]) -> list[Token]:
    """Words as "form/UPOS" or "form/UPOS/lemma", the last noun or verb the head of them all."""
    parts = [part.split("/") for part in text.split()]
    head = max(
        (i for i, part in enumerate(parts, 1) if part[1] in ("NOUN", "PROPN", "VERB")), default=0
    )
    relations = {"DET": "det", "ADJ": "amod", "ADP": "case", "PRON": "obj"}
    return [
        Token(
            id=i,
            form=form,
            lemma=more[0] if more else LEMMAS.get(form.lower(), form.lower()),
            upos=upos,
            feats=feats.get(form, {}),
            head=0 if i == head else head,
            deprel=relations.get(upos, "dep"),
            misc={"SpaceAfter": "No"} if form.endswith(("'", "’")) else {},
        )
        for i, (form, upos, *more) in enumerate(parts, 1)
    ]


def written(words: Sequence[Token]) -> str:
    surface = IT.apply_contractions(words)
    return Sentence(surface.tokens, surface.multiwords).text


def again(surface: SurfaceForm) -> SurfaceForm:
    return IT.apply_contractions(surface.tokens)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("il/DET amico/NOUN", "l'amico"),
        ("la/DET amica/NOUN", "l'amica"),
        ("le/DET amiche/NOUN", "le amiche"),
        ("i/DET amici/NOUN", "gli amici"),
        ("il/DET studente/NOUN", "lo studente"),
        ("i/DET studenti/NOUN", "gli studenti"),
        ("il/DET zio/NOUN", "lo zio"),
        ("il/DET psicologo/NOUN", "lo psicologo"),
        ("il/DET gnomo/NOUN", "lo gnomo"),
        ("il/DET yogurt/NOUN", "lo yogurt"),
        ("il/DET scienziato/NOUN", "lo scienziato"),
        ("il/DET iato/NOUN", "lo iato"),
        ("la/DET iena/NOUN", "la iena"),
        ("il/DET signore/NOUN", "il signore"),
        ("il/DET suocero/NOUN", "il suocero"),
        ("il/DET web/NOUN", "il web"),
        ("il/DET uomo/NOUN", "l'uomo"),
        ("il/DET hotel/NOUN", "l'hotel"),
        ("la/DET hostess/NOUN", "la hostess"),
        ("i/DET dei/NOUN/dio", "gli dei"),
        ("lo/DET medico/NOUN", "il medico"),
        ("gli/DET medici/NOUN", "i medici"),
        ("lo/DET nuovo/ADJ studente/NOUN", "il nuovo studente"),
        ("il/DET altro/ADJ medico/NOUN", "l'altro medico"),
        ("un/DET studente/NOUN", "uno studente"),
        ("uno/DET amico/NOUN", "un amico"),
        ("una/DET amica/NOUN", "un'amica"),
        ("una/DET studentessa/NOUN", "una studentessa"),
        ("un'/DET dottoressa/NOUN", "una dottoressa"),
        ("dei/DET studenti/NOUN", "degli studenti"),
        ("degli/DET medici/NOUN", "dei medici"),
        ("quello/DET medico/NOUN", "quel medico"),
        ("quel/DET studente/NOUN", "quello studente"),
        ("quello/DET amico/NOUN", "quell'amico"),
        ("quella/DET amica/NOUN", "quell'amica"),
        ("quelli/DET studenti/NOUN", "quegli studenti"),
        ("quelli/DET medici/NOUN", "quei medici"),
        ("nessuno/DET medico/NOUN", "nessun medico"),
        ("nessun/DET studente/NOUN", "nessuno studente"),
        ("alcuno/DET amico/NOUN", "alcun amico"),
        ("ciascun/DET zio/NOUN", "ciascuno zio"),
        ("quello/DET bello/ADJ uomo/NOUN", "quel bell'uomo"),
        ("il/DET bello/ADJ specchio/NOUN", "il bello specchio"),
        ("i/DET belli/ADJ orologi/NOUN", "i begli orologi"),
        ("i/DET belli/ADJ libri/NOUN", "i bei libri"),
        ("un/DET bello/ADJ libro/NOUN", "un bel libro"),
        ("la/DET bella/ADJ casa/NOUN", "la bella casa"),
        ("un/DET buono/ADJ medico/NOUN", "un buon medico"),
        ("un/DET buono/ADJ amico/NOUN", "un buon amico"),
        ("un/DET buono/ADJ studente/NOUN", "un buono studente"),
        ("una/DET buona/ADJ amica/NOUN", "una buona amica"),
        ("il/DET gran/ADJ attore/NOUN", "il grande attore"),
        ("il/DET gran/ADJ medico/NOUN", "il gran medico"),
        ("santo/ADJ Pietro/PROPN", "san Pietro"),
        ("santo/ADJ Antonio/PROPN", "sant'Antonio"),
        ("santo/ADJ Stefano/PROPN", "santo Stefano"),
        ("santa/ADJ Lucia/PROPN", "santa Lucia"),
    ],
)
def test_forms_before_sounds(words: str, text: str) -> None:
    assert written(tokens(words)) == text


def test_adjectives_after_the_noun_keep_their_form() -> None:
    words = tokens("un/DET uomo/NOUN bello/ADJ")
    assert written(words) == "un uomo bello"


@pytest.mark.parametrize("preposition", ["di", "a", "da", "in", "su"])
def test_contractions(preposition: str) -> None:
    stem = {"di": "de", "a": "a", "da": "da", "in": "ne", "su": "su"}[preposition]
    nouns = {
        "il/DET medico": "l medico", "il/DET studente": "llo studente", "il/DET amico": "ll'amico",
        "la/DET amica": "ll'amica", "la/DET zia": "lla zia", "i/DET medici": "i medici",
        "i/DET amici": "gli amici", "le/DET amiche": "lle amiche",
    }  # fmt: skip
    for words, text in nouns.items():
        assert written(tokens(f"{preposition}/ADP {words}/NOUN")) == stem + text
        assert written(tokens(f"{preposition.title()}/ADP {words}/NOUN")) == stem.title() + text


def test_contraction_covers_words_that_keep_their_forms() -> None:
    surface = IT.apply_contractions(tokens("in/ADP il/DET stadio/NOUN"))
    assert [token.form for token in surface.tokens] == ["in", "lo", "stadio"]
    assert [(m.start, m.end, m.form) for m in surface.multiwords] == [(1, 2, "nello")]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("con/ADP il/DET medico/NOUN", "con il medico"),
        ("per/ADP il/DET amico/NOUN", "per l'amico"),
        ("da/ADP La/DET Spezia/PROPN", "da La Spezia"),
        ("di/ADP la/PRON vedere/VERB", "di la vedere"),
        ("per/ADP lo/DET più/ADV", "per lo più"),
        ("IN/ADP IL/DET PARCO/NOUN", "NEL PARCO"),
        ("A/ADP il/DET parco/NOUN", "Al parco"),
    ],
)
def test_what_is_contracted_and_what_is_not(words: str, text: str) -> None:
    assert written(tokens(words)) == text


@pytest.mark.parametrize(
    ("words", "gender", "text"),
    [
        ("l'/DET medico/NOUN", "Masc", "il medico"),
        ("l'/DET studente/NOUN", "Masc", "lo studente"),
        ("l'/DET studentessa/NOUN", "Fem", "la studentessa"),
        ("di/ADP l'/DET direttrice/NOUN", "Fem", "della direttrice"),
        ("quell'/DET direttrice/NOUN", "Fem", "quella direttrice"),
        ("quell'/DET direttore/NOUN", "Masc", "quel direttore"),
        ("quest'/DET/questo direttrice/NOUN", "Fem", "questa direttrice"),
        ("la/DET bell'/ADJ direttrice/NOUN", "Fem", "la bella direttrice"),
        ("un/DET pover'/ADJ/povero ragazzo/NOUN", "Masc", "un povero ragazzo"),
    ],
)
def test_elided_words_are_whole_again_before_a_consonant(
    words: str, gender: str, text: str
) -> None:
    noun = words.split()[-1].split("/")[0]
    feats = {noun: {"Gender": gender, "Number": "Sing"}}
    assert written(tokens(words, **feats)) == text


def test_the_word_itself_knows_its_gender_best() -> None:
    words = tokens("l'/DET dirigente/NOUN", **{"l'": {"Gender": "Fem"}})
    assert written(words) == "la dirigente"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("ci/PRON è/VERB", "c'è"),
        ("Ci/PRON era/VERB", "C'era"),
        ("ci/PRON sono/VERB", "ci sono"),
        ("lo/PRON ha/AUX visto/VERB", "l'ha visto"),
        ("la/PRON hanno/AUX vista/VERB", "l'hanno vista"),
        ("li/PRON ha/AUX visti/VERB", "li ha visti"),
        ("lo/PRON aveva/AUX visto/VERB", "lo aveva visto"),
        ("l'/PRON vide/VERB", "lo vide"),
        ("c'/PRON/ci sono/VERB", "ci sono"),
        ("a/ADP amici/NOUN", "ad amici"),
        ("a/ADP attrici/NOUN", "ad attrici"),
        ("a/ADP esperti/NOUN", "a esperti"),
        ("ad/ADP/a esperti/NOUN", "ad esperti"),
        ("ad/ADP/a medici/NOUN", "a medici"),
        ("a/ADP adolescenti/NOUN", "a adolescenti"),
        ("e/CCONJ esperti/NOUN", "ed esperti"),
        ("e/CCONJ amici/NOUN", "e amici"),
        ("ed/CCONJ/e medici/NOUN", "e medici"),
        ("od/CCONJ/o medici/NOUN", "o medici"),
        ("d'/ADP/di medici/NOUN", "di medici"),
        ("anch'/ADV/anche lui/PRON", "anche lui"),
        ("trent'/NUM/trenta medici/NOUN", "trenta medici"),
        ("il/DET professore/NOUN Rossi/PROPN", "il professor Rossi"),
        ("il/DET professor/NOUN è/AUX", "il professore è"),
        ("la/DET professoressa/NOUN Rossi/PROPN", "la professoressa Rossi"),
        ("il/DET signor/NOUN presidente/NOUN", "il signor presidente"),
    ],
)
def test_other_words(words: str, text: str) -> None:
    assert written(tokens(words)) == text


@pytest.mark.parametrize(
    "words",
    [
        "il/DET FBI/PROPN", "l'/DET FBI/PROPN", "il/DET XVIII/ADJ secolo/NOUN", "il/DET Cnr/PROPN",
        "lo/DET Stefano/PROPN", "la/DET Anna/PROPN", "l'/DET 8/NUM", "i/DET 18/NUM",
        "quello/PRON studia/VERB", "uno/PRON di/ADP loro/PRON", "questo/DET amico/NOUN",
        "quest'/DET/questo amico/NOUN", "nessuna/DET/nessuno altra/ADJ",
        "di/ADP", "l'/DET", "il/DET ,/PUNCT", "a/ADP Anna/PROPN",
    ],
)  # fmt: skip
def test_left_alone(words: str) -> None:
    words_ = tokens(words)
    surface = IT.apply_contractions(words_)
    assert [token.form for token in surface.tokens] == [token.form for token in words_]


def test_capitals_and_apostrophes_are_kept() -> None:
    assert written(tokens("Il/DET amica/NOUN")) == "L'amica"
    assert written(tokens("IL/DET STUDENTE/NOUN")) == "LO STUDENTE"
    assert written(tokens("la/DET amica/NOUN di/ADP l’/DET amico/NOUN")) == "l’amica dell’amico"
    assert (
        written(tokens("L’/DET dottoressa/NOUN", dottoressa={"Gender": "Fem"})) == "La dottoressa"
    )


def test_through_quotation_marks() -> None:
    words = tokens('il/DET "/PUNCT amico/NOUN')
    words[1] = words[1].changed(misc={"SpaceAfter": "No"})
    assert written(words) == "l'\"amico"


@pytest.mark.parametrize(
    ("words", "feats", "text"),
    [
        ("vedere/VERB lo/PRON", {"VerbForm": "Inf"}, "vederlo"),
        ("veder/VERB lo/PRON", {"VerbForm": "Inf"}, "vederlo"),
        ("porre/VERB si/PRON", {"VerbForm": "Inf"}, "porsi"),
        ("andar/VERB se/PRON ne/PRON", {"VerbForm": "Inf"}, "andarsene"),
        ("vedendo/VERB la/PRON", {"VerbForm": "Ger"}, "vedendola"),
        ("assicura/VERB ti/PRON", {"Mood": "Imp"}, "assicurati"),
        ("vede/VERB lo/PRON", {"Mood": "Ind"}, "vede lo"),
        ("glie/PRON lo/PRON dà/VERB", {}, "glielo dà"),
        ("se/PRON ne/PRON va/VERB", {}, "se ne va"),
    ],
)
def test_enclitics(words: str, feats: dict[str, str], text: str) -> None:
    made = [t.changed(feats=feats) if t.upos == "VERB" else t for t in tokens(words)]
    assert written(made) == text


def test_the_space_after_a_multiword_token_is_that_of_its_last_word() -> None:
    words = [*tokens("vedere/VERB lo/PRON"), Token(3, ".", ".", "PUNCT", head=1, deprel="punct")]
    words[0] = words[0].changed(feats={"VerbForm": "Inf"})
    words[1] = words[1].changed(misc={"SpaceAfter": "No"})
    assert written(words) == "vederlo."


_WORD = st.sampled_from(
    [
        *(f"{form}/DET" for form in IT.determiners),
        "bello/ADJ", "belli/ADJ", "bell'/ADJ/bello", "buono/ADJ", "gran/ADJ/grande", "santo/ADJ",
        "altro/ADJ", "amico/NOUN", "studente/NOUN", "zia/NOUN", "medici/NOUN", "hotel/NOUN",
        "ieri/ADV", "iato/NOUN", "Anna/PROPN", "FBI/PROPN", "8/NUM", "di/ADP", "a/ADP", "ad/ADP/a",
        "in/ADP", "con/ADP", "d'/ADP/di", "e/CCONJ", "ed/CCONJ/e", "o/CCONJ", "lo/PRON", "l'/PRON",
        "ci/PRON", "c'/PRON/ci", "glie/PRON", "ha/AUX", "è/VERB", "vedere/VERB", "veder/VERB",
        "professore/NOUN", "professor/NOUN", ",/PUNCT", '"/PUNCT', "anch'/ADV/anche", "e'/AUX",
        "l’/DET/il", "Il/DET/il", "LA/DET/il", "xvi/ADJ", "dei/NOUN/dio", "più/ADV", "per/ADP",
    ]
)  # fmt: skip


@given(
    st.lists(st.tuples(_WORD, st.sampled_from(["Masc", "Fem", ""])), min_size=1, max_size=8),
    st.data(),
)
def test_settling_twice_changes_nothing(parts: list[tuple[str, str]], data: st.DataObject) -> None:
    words = tokens(" ".join(word for word, _ in parts))
    heads = st.integers(0, len(words))
    words = [
        token.changed(
            feats={"Gender": gender, "VerbForm": "Inf"} if gender else {}, head=data.draw(heads)
        )
        for token, (_, gender) in zip(words, parts, strict=True)
    ]
    once = IT.apply_contractions(words)
    assert again(once) == once
    assert [t.id for t in once.tokens] == [t.id for t in words]
    assert all(t.form for t in once.tokens)


def test_words_splits_what_is_elided() -> None:
    assert IT.words("L'avvocata dell'ospedale, un po' stanca, c’è.") == [
        "L'", "avvocata", "dell'", "ospedale", ",", "un", "po'", "stanca", ",", "c'", "è", ".",
    ]  # fmt: skip


def test_determiners() -> None:
    assert IT.determiners["la"] == {("Fem", "Sing")}
    assert IT.determiners["l'"] == {("", "Sing")}
    assert IT.determiners["degli"] == {("Masc", "Plur")}
    assert IT.determiners["nell'"] == {("", "Sing")}
    assert IT.determiners["loro"] == {("", "")}
    assert IT.determiners["suoi"] == {("Masc", "Plur")}
    # Every form that euphony can make of a determiner is in the table.
    for slots in paradigms("DET").values():
        for (gender, number), by_onset in slots.items():
            for form in {form for forms in by_onset.values() for form in forms}:
                readings = IT.determiners.get(form, frozenset())
                assert {(gender, number), ("", number)} & readings or form.endswith("e"), form


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "share"),
    [("it_isdt-ud-dev", 0.975), ("it_isdt-ud-test", 0.98), ("it_vit-ud-dev", 0.96)],
)
def test_treebanks_come_back(name: str, share: float) -> None:
    """Words of real text with their contractions undone are written as they stood.

    What differs is rare spelling of the texts themselves: col, "la onorevole", "una altra".
    """
    path = Path(os.environ["CDAFLOW_DATA"]) / "ud" / f"{name}.conllu.gz"
    equal = count = 0
    for sentence in read_conllu(path):
        words = list(sentence.tokens)
        for multiword in sentence.multiwords:
            misc = {} if multiword.space_after else {"SpaceAfter": "No"}
            words[multiword.end - 1] = words[multiword.end - 1].changed(misc=misc)
        surface = IT.apply_contractions(words)
        assert again(surface) == surface
        equal += Sentence(surface.tokens, surface.multiwords).text == sentence.text
        count += 1
    assert equal / count >= share, f"{equal} of {count}"
