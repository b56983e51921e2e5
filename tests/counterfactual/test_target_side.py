"""Which target pronouns are the person's, and trees mended for it."""

import pytest
from handmade import WORDLISTS, find, tree

from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.alignment.pharaoh import AlignmentReader, spans
from cdaflow.counterfactual.evaluation import differing
from cdaflow.counterfactual.generator import keep_outer_space
from cdaflow.counterfactual.mentions import EnglishPronouns, english_pronouns
from cdaflow.counterfactual.target_noun import gender_of
from cdaflow.counterfactual.target_pronouns import target_pronouns
from cdaflow.errors import InputError
from cdaflow.inflection.inflector import Inflector
from cdaflow.inflection.lexicon import Lexicon
from cdaflow.inflection.sources import read_word_list
from cdaflow.syntax.names import name_of
from cdaflow.syntax.noun_phrases import attributes_beyond_edges, with_head_noun
from cdaflow.syntax.predicates import predicates_of
from cdaflow.syntax.tokenisation import repair_pronouns
from cdaflow.trees import MultiwordToken, Sentence, Token

HE = EnglishPronouns(("subject",), (("person", "subject"),))
HIM = EnglishPronouns(("object",), (("person", "object"),))
HIS = EnglishPronouns(("possessive",), (("person", "possessive"),))
HE_IT = EnglishPronouns(("subject",), (("person", "subject"), ("thing", "object")))
HIM_IT = EnglishPronouns(("object",), (("person", "object"), ("thing", "object")))
IT_HE = EnglishPronouns(("subject",), (("thing", "subject"), ("person", "subject")))


@pytest.fixture(scope="module")
def words():
    return {
        language: SentenceInflector(
            Inflector(language, Lexicon(read_word_list(WORDLISTS / f"professions.{language}.tsv")))
        )
        for language in ("es", "fr", "it")
    }


def forms(words, language, text, noun, english, gender="Masc"):
    sentence = tree(text)
    found = target_pronouns(sentence, find(sentence, noun), gender, english, words[language])
    return tuple(
        " ".join(sentence.tokens[place - 1].form for place in sorted(ids)) for ids in found[:3]
    )


FR = "Le/DET/2/det/M client/NOUN/3/nsubj/M dit=dire/VERB/0/root/V que/SCONJ/{}/mark "


@pytest.mark.parametrize(
    ("language", "text", "noun", "english", "wanted"),
    [
        (
            "fr", FR.format(6) + "il=lui/PRON/6/nsubj/PM paie=payer/VERB/3/ccomp/V", "client", HE,
            ("il", "", ""),
        ),
        (
            # "It seems that he": the pronouns of both sides go in pairs.
            "fr",
            "Il=lui/PRON/2/nsubj/PM semble/VERB/0/root/V que/SCONJ/5/mark il=lui/PRON/5/nsubj/PM "
            "paie=payer/VERB/2/ccomp/V le/DET/7/det/M client/NOUN/5/obj/M",
            "client", IT_HE, ("il", "Il", ""),
        ),
        (
            "fr", "Il=lui/PRON/2/expl:subj/PM faut=falloir/VERB/0/root/V un/DET/4/det/M "
            "client/NOUN/2/obj/M", "client", HE, ("", "Il", ""),
        ),
        (
            # A thing: "He has it".
            "fr", "Le/DET/2/det/M client/NOUN/4/nsubj/M le/PRON/4/obj/PM prend=prendre/VERB/0/root",
            "client", HE_IT, ("", "le", ""),
        ),
        (
            # Him or it: not known.
            "fr", "Le/DET/2/det/M client/NOUN/3/nsubj/M dort/VERB/0/root et/CCONJ/7/cc "
            "nous/PRON/7/nsubj/P le/PRON/7/obj/PM voyons/VERB/3/conj",
            "client", HIM_IT, ("", "", "le"),
        ),
        (
            "fr", "Le/DET/2/det/M client/NOUN/3/nsubj/M dort/VERB/0/root et/CCONJ/7/cc "
            "nous/PRON/7/nsubj/P le/PRON/7/obj/PM voyons/VERB/3/conj",
            "client", HIM, ("le", "", ""),
        ),
        (
            "fr", "Le/DET/2/det/M client/NOUN/3/nsubj/M rentre/VERB/0/root chez/ADP/5/case "
            "lui/PRON/3/obl/PM", "client", HIS, ("lui", "", ""),
        ),
        (
            # Somebody of the other gender.
            "es", "El/DET/2/det/M médico/NOUN/3/nsubj/M cree/VERB/0/root que/SCONJ/6/mark "
            "ella=él/PRON/6/nsubj/PF canta/VERB/3/ccomp", "médico", HE, ("", "ella", ""),
        ),
        (
            "es", "El/DET/2/det/M médico/NOUN/4/nsubj/M se/PRON/4/obj/PS cree/VERB/0/root "
            "a/ADP/6/case sí/PRON/4/obl/PS mismo/ADJ/6/amod/M", "médico", HE, ("mismo", "", ""),
        ),
        (
            "it", "Il/DET/2/det/M medico/NOUN/3/nsubj/M crede/VERB/0/root che/SCONJ/6/mark "
            "lei/PRON/6/nsubj/PF canti/VERB/3/ccomp", "medico", HE, ("", "lei", ""),
        ),
        (
            "it", "Gli/PRON/2/iobj/PM piace/VERB/0/root il/DET/4/det/M medico/NOUN/2/nsubj/M",
            "medico", HIS, ("Gli", "", ""),
        ),
    ],
)  # fmt: skip
def test_pronouns_of_the_person(words, language, text, noun, english, wanted):
    assert forms(words, language, text, noun, english) == wanted


def test_english_pronouns():
    sentence = tree(
        "You/PRON/2/nsubj know/VERB/0/root that/SCONJ/5/mark he/PRON/5/nsubj saw/VERB/2/ccomp "
        "it/PRON/5/obj"
    )
    found = english_pronouns(sentence, [(4, "subject")])
    assert found == EnglishPronouns(
        ("subject",), (("person", "subject"), ("thing", "object")), polite=True
    )


def test_polite_pronouns_are_no_persons(words):
    text = (
        "Il/DET/2/det/M medico/NOUN/3/nsubj/M vede/VERB/0/root che/SCONJ/6/mark "
        "Lei/PRON/6/nsubj/PF canta/VERB/3/ccomp"
    )
    assert forms(words, "it", text, "medico", HE._replace(polite=True)) == ("", "Lei", "")


def test_a_pronoun_that_was_split():
    parts = (
        Token(1, "iL", "il", "DET", {}, 4, "det"),
        Token(2, "i", "i", "DET", {}, 4, "det"),
        Token(3, "è", "essere", "AUX", {}, 4, "cop"),
        Token(4, "medica", "medico", "NOUN", {}, 0, "root"),
    )
    whole = repair_pronouns(Sentence(parts, (MultiwordToken(1, 2, "Lei"),)), "it")
    assert whole.text == "Lei è medica"
    assert [(t.id, t.form, t.upos, t.head, t.deprel) for t in whole.tokens] == [
        (1, "Lei", "PRON", 3, "nsubj"), (2, "è", "AUX", 3, "cop"), (3, "medica", "NOUN", 0, "root"),
    ]  # fmt: skip
    assert whole.tokens[0].feats["Gender"] == "Fem"
    kept = Sentence(
        (Token(1, "di", "di", "ADP", {}, 3, "case"), Token(2, "la", "il", "DET", {}, 3, "det"),
         Token(3, "casa", "casa", "NOUN", {}, 0, "root")),
        (MultiwordToken(1, 2, "della"),),
    )  # fmt: skip
    assert repair_pronouns(kept, "it") is kept


def test_a_clitic_that_is_taken_for_an_article():
    sentence = tree("Nous/PRON/3/nsubj le/DET/3/det/M voyons/VERB/0/root/VerbForm=Fin")
    token = repair_pronouns(sentence, "fr").tokens[1]
    assert (token.upos, token.deprel, token.feats["Gender"]) == ("PRON", "obj", "Masc")


def test_a_clitic_behind_its_verb():
    parts = (
        Token(1, "mandar", "mandare", "VERB", {"VerbForm": "Inf"}, 0, "root"),
        Token(2, "le", "il", "DET", {"Number": "Plur"}, 3, "det"),
        Token(3, "cartolina", "cartolina", "NOUN", {}, 1, "obj"),
    )
    token = repair_pronouns(Sentence(parts, (MultiwordToken(1, 2, "mandarle"),)), "it").tokens[1]
    assert (token.upos, token.head, token.deprel) == ("PRON", 1, "iobj")
    assert (token.feats["Gender"], token.feats["Number"]) == ("Fem", "Sing")


def test_the_noun_becomes_the_head_of_its_phrase():
    sentence = tree(
        "C'/PRON/4/nsubj est/AUX/4/cop un/DET/4/det/M célèbre/NOUN/0/root/M "
        "compositeur/ADJ/4/amod/M"
    )
    found = with_head_noun(sentence, 5, "Masc", "fr", lambda form: form == "célèbre")
    assert [(t.upos, t.head, t.deprel) for t in found.tokens] == [
        ("PRON", 5, "nsubj"), ("AUX", 5, "cop"), ("DET", 5, "det"), ("ADJ", 5, "amod"),
        ("NOUN", 0, "root"),
    ]  # fmt: skip
    astray = tree("El/DET/4/det/M viejo/ADJ/4/amod/M paciente/ADJ/4/amod/S dijo/VERB/0/root/V")
    found = with_head_noun(astray, 3, "Masc", "it", lambda form: True)
    assert [(t.head, t.deprel) for t in found.tokens] == [
        (3, "det"), (3, "amod"), (4, "nsubj"), (0, "root"),
    ]  # fmt: skip


def test_attributes_that_the_edges_do_not_reach():
    joined = tree(
        "un/DET/2/det/M bambino/NOUN/0/root/M debole/ADJ/2/amod/S e/CCONJ/5/cc "
        "delicato/ADJ/3/conj/M"
    )
    assert attributes_beyond_edges(joined, 2, "Masc", "fr") == {5}
    best = tree("le/DET/2/det/M coureur/NOUN/0/root/M le/DET/5/det/M plus/ADV/5/advmod "
                "rapide/ADJ/2/amod/S")  # fmt: skip
    assert attributes_beyond_edges(best, 2, "Masc", "fr") == {3}
    assert attributes_beyond_edges(best, 2, "Fem", "fr") == set()


def test_predicates_of_a_dropped_subject():
    been = tree("È/AUX/4/aux/V stato=essere/AUX/4/cop/PPM un/DET/4/det/M professore/NOUN/0/root/M")
    assert [token.form for token, _ in predicates_of(been, 4, "Masc", "it")] == ["stato"]
    proud = tree(
        "Está/AUX/2/cop/V orgulloso/ADJ/0/root/M de/ADP/5/case ser/AUX/5/cop/VerbForm=Inf "
        "médico/NOUN/2/advcl/M"
    )
    assert [token.form for token, _ in predicates_of(proud, 5, "Masc", "es")] == ["orgulloso"]
    seen = tree("Ha/AUX/2/aux/V visto/VERB/0/root/PPM un/DET/4/det/M medico/NOUN/2/obj/M")
    seen = seen.__class__((seen.tokens[0].changed(lemma="avere"), *seen.tokens[1:]))
    assert list(predicates_of(seen, 4, "Masc", "it")) == []


def test_what_shows_the_gender_of_a_noun(words):
    shown = tree("La/DET/2/det/M periodista/NOUN/0/root/M")
    assert gender_of(shown, 2, words["es"]) == "Fem"
    assert gender_of(tree("Mi/DET/2/det periodista/NOUN/0/root/M"), 2, words["es"]) == ""
    assert gender_of(tree("médica/NOUN/0/root/M"), 1, words["es"]) == "Fem"


@pytest.mark.parametrize(
    ("words", "noun", "name"),
    [
        ("Ana/PROPN/3/nsubj es/AUX/3/cop médica/NOUN/0/root", "médica", "Ana"),
        ("La/DET/2/det médica/NOUN/4/nsubj Ana/PROPN/2/appos vino/VERB/0/root", "médica", "Ana"),
        (
            "Ana/PROPN/2/nsubj trabaja/VERB/0/root como/ADP/4/case médica/NOUN/2/obl",
            "médica",
            "Ana",
        ),
        ("Ana/PROPN/2/nsubj vio/VERB/0/root una/DET/4/det médica/NOUN/2/obj", "médica", ""),
        ("médica/NOUN/0/root de/ADP/3/case París/PROPN/1/nmod", "médica", ""),
        ("Dicen/PROPN/3/nsubj es/AUX/3/cop médica/NOUN/0/root", "médica", ""),
    ],
)
def test_names_beside_a_noun(words, noun, name):
    sentence = tree(words)
    assert name_of(sentence, find(sentence, noun), "es", "Ana is a doctor") == name


def test_texts():
    assert keep_outer_space("La médica.", "El médico.", " El médico. ") == " La médica. "
    assert spans("L’ami dort", ["L'", "ami", "dort"]) == [(0, 2), (2, 5), (6, 10)]
    assert differing(["a", "b", "c"], ["a", "x", "c", "d"]) == (["b"], ["x", "d"])


@pytest.mark.parametrize("line", ["", "0-0"])
def test_file_that_is_no_alignment_is_refused(tmp_path, line):
    path = tmp_path / "links"
    path.write_text(f"{line}\n" * 10)
    links = AlignmentReader(path, "es")
    for _ in range(10):
        links.next("The nurse saw him.", "La enfermera lo vio.", 0, 3)
    with pytest.raises(InputError, match="this is not a word alignment"):
        links.finish()
