"""Words that stay as they are, whoever is spoken of."""

import pytest

from cdaflow.rewriting.unchanging import unchanging
from cdaflow.trees import Sentence, Token

DEMONYMS = {"inglés", "français", "francese"}

#: "Has killed and injured", with an object behind or none.
KILLED = "a/avoir/AUX/2/aux tué/tuer/VERB/0/root et/et/CCONJ/4/cc blessé/blesser/VERB/2/conj"


def words(text):
    """Return the tree of words "form/lemma/UPOS/head/relation" (masculine singular)."""
    feats = {"Gender": "Masc", "Number": "Sing"}
    tokens = []
    for number, word in enumerate(text.split(), 1):
        form, lemma, upos, head, deprel = word.split("/")
        tokens.append(Token(number, form, lemma, upos, feats, head=int(head), deprel=deprel))
    return Sentence(tuple(tokens))


@pytest.mark.parametrize(
    ("language", "kept", "text"),
    [
        ("es", {3}, "profesor/profesor/NOUN/0/root de/de/ADP/3/case inglés/inglés/NOUN/1/nmod"),
        ("es", set(), "un/uno/DET/2/det inglés/inglés/NOUN/0/root"),
        ("es", set(), "de/de/ADP/3/case un/uno/DET/3/det inglés/inglés/NOUN/0/root"),
        (
            "fr",
            {3},
            "parlait/parler/VERB/0/root bien/bien/ADV/3/advmod français/français/ADJ/1/obj",
        ),
        ("fr", set(), "un/un/DET/2/det médecin/médecin/NOUN/0/root français/français/ADJ/2/amod"),
        ("it", {2}, "parla/parlare/VERB/0/root francese/francese/NOUN/1/obj"),
        ("es", {2}, "Lo/el/DET/2/det complicado/complicado/ADJ/0/root"),
        ("es", {2}, "trabajó/trabajar/VERB/0/root duro/duro/ADJ/1/xcomp"),
        ("es", set(), "seguía/seguir/VERB/0/root alto/alto/ADJ/1/xcomp"),
        ("fr", {2}, "parle/parler/VERB/0/root fort/fort/ADJ/1/xcomp"),
        ("it", set(), "diventa/diventare/VERB/0/root alto/alto/ADJ/1/xcomp"),
        ("it", set(), "lo/il/DET/2/det stanco/stanco/ADJ/0/root"),
        ("fr", {1, 2}, "y/y/PRON/2/obj compris/comprendre/VERB/0/root"),
        ("fr", set(), "a/avoir/AUX/2/aux compris/comprendre/VERB/0/root"),
        ("fr", {2}, "En/en/ADP/2/mark sortant/sortant/NOUN/0/root"),
        ("it", {1, 2}, "Visto/vedere/VERB/0/root che/che/SCONJ/1/mark"),
        ("es", {2}, "mis/mi/DET/2/det padres/padre/NOUN/0/root"),
        ("es", {2}, "los/el/DET/2/det papás/papá/NOUN/0/root"),
        ("it", {2}, "i/il/DET/2/det genitori/genitore/NOUN/0/root"),
        ("es", set(), "un/uno/DET/2/det padre/padre/NOUN/0/root"),
        ("it", {1, 2}, "a/a/ADP/2/case lungo/lungo/ADJ/0/root"),
        ("it", set(), "molto/molto/ADV/2/advmod lungo/lungo/ADJ/0/root"),
        ("it", {1}, "affatto/affatto/ADJ/2/amod ingenui/ingenuo/ADJ/0/root"),
        ("es", {1, 2}, "en/en/ADP/2/case segundo/segundo/ADJ/0/root"),
        ("fr", {2, 3}, "rédacteur/x/NOUN/0/root en/en/ADP/3/case chef/chef/NOUN/1/nmod"),
        ("fr", {4}, f"{KILLED} un/un/DET/6/det marin/marin/NOUN/4/obj"),
        ("fr", set(), f"{KILLED} hier/hier/ADV/4/advmod"),
        ("fr", {1}, "Sauf/sauf/ADJ/2/amod avis/avis/NOUN/0/root"),
        ("fr", {1, 2}, "en/en/ADP/2/case vue/vue/NOUN/0/root"),
        ("fr", {2, 3}, "un/un/DET/3/det petit/petit/ADJ/3/amod peu/peu/ADV/0/root"),
        ("fr", set(), "sain/sain/ADJ/0/root et/et/CCONJ/3/cc sauf/sauf/ADJ/1/conj"),
    ],
)
def test_unchanging(language, kept, text):
    assert unchanging(words(text), language, DEMONYMS) == kept


def test_a_determiner_has_the_number_of_the_next():
    tree = words("todo/todo/DET/3/det los/el/DET/3/det jefes/jefe/NOUN/0/root")
    feats = {"Gender": "Masc", "Number": "Plur"}
    plural = [token.changed(feats=feats) for token in tree.tokens]
    assert unchanging(Sentence(tuple(plural)), "es", set()) == set()
    assert unchanging(Sentence((tree.tokens[0], *plural[1:])), "es", set()) == {1}
