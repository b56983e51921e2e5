"""Words left over of a person, things, and whom the English states, by trees of small annotators.

The trees are those of small Stanza models, their errors included.
"""

from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from cdaflow.alternatives.making import make_alternatives
from cdaflow.alternatives.structures import marked
from cdaflow.inflection.context import with_numbers
from cdaflow.trees import Sentence, Token, read_conllu

PAIRS = Path(__file__).with_name("left_pairs.conllu")

ADJECTIVES = {
    "es": [("conectado", "conectada"), ("acostumbrado", "acostumbrada"), ("cansado", "cansada"),
           ("despedido", "despedida"), ("considerado", "considerada"), ("solo", "sola"),
           ("viejo", "vieja"), ("incómodo", "incómoda"), ("bueno", "buena"), ("nuevo", "nueva"),
           ("derecho", "derecha"), ("alérgico", "alérgica"), ("inquieto", "inquieta"),
           ("apasionado", "apasionada"), ("emprendedor", "emprendedora"), ("junto", "junta")],
    "fr": [("blessé", "blessée"), ("considéré", "considérée"), ("sacré", "sacrée"),
           ("attirant", "attirante"), ("meilleur", "meilleure"), ("fier", "fière")],
    "it": [("lamentato", "lamentata"), ("stanco", "stanca"), ("invitato", "invitata"),
           ("stato", "stata"), ("vero", "vera"), ("motivato", "motivata"),
           ("innervosito", "innervosita"), ("reso", "resa")],
}  # fmt: skip

#: What is offered for a translation, and the cause where that is not everything.
OFFERED = {
    # Words that are left over change with their person, where they can.
    "Beaucoup de soldats ont été blessés.": (
        "Beaucoup de [[soldats/soldates]] ont été [[blessés/blessées]].",
        "",
    ),
    "Uno dei tuoi vicini si è lamentato.": (
        "[[Uno dei tuoi vicini/Una delle tue vicine]] si è [[lamentato/lamentata]].",
        "",
    ),
    "Veinte coordinadores de padres fueron despedidos.": (
        "Veinte [[coordinadores/coordinadoras]] de padres fueron [[despedidos/despedidas]].",
        "",
    ),
    "Tu es un sacré menteur.": ("Tu es [[un sacré menteur/une sacrée menteuse]].", ""),
    "Mi sono innervosita quando mi sono resa conto.": (
        "Mi sono [[innervosito/innervosita]] quando mi sono [[reso/resa]] conto.",
        "",
    ),
    # Else the person is not offered.
    "Busqué a un buen director, pero no pude encontrar ninguno.": (
        "Busqué a un buen director, pero no pude encontrar ninguno.",
        "disagreement",
    ),
    "Si haces nuevos amigos, conserva a los viejos.": (
        "Si haces nuevos amigos, conserva a los viejos.",
        "disagreement",
    ),
    "Non sono il solo canadese nella stanza.": (
        "Non sono il solo canadese nella stanza.",
        "disagreement",
    ),
    # What is another's, and agrees with everything.
    "El médico es considerado un experto.": (
        "[[El médico/La médica]] es [[considerado/considerada]] [[un experto/una experta]].",
        "",
    ),
    "Ce bébé est considéré comme un idiot.": (
        "Ce bébé est considéré comme [[un idiot/une idiote]].",
        "",
    ),
    "Il direttore della scuola è stato invitato.": (
        "[[Il direttore/La direttrice]] della scuola è [[stato invitato/stata invitata]].",
        "",
    ),
    # Adverbs, datives, "it", and who speaks or is "he".
    "Los trabajadores salieron más temprano.": (
        "[[Los trabajadores/Las trabajadoras]] salieron más temprano.",
        "",
    ),
    # "People" are no rights, and no men alone.
    "Él dio los derechos a la gente que lo escribió.": (
        "Él dio los derechos a la gente que lo escribió.",
        "nobody-open",
    ),
    "La nourriture est importante pour les hommes.": (
        "La nourriture est importante pour les hommes.",
        "nobody-open",
    ),
    "Ils m'ont dit la vérité.": ("[[Ils/Elles]] m'ont dit la vérité.", ""),
    "Fue incómodo, pero para mí fue un paso adelante.": (
        "Fue incómodo, pero para mí fue un paso adelante.",
        "nobody-open",
    ),
    '"Estoy cansado", dijo.': ('"Estoy cansado", dijo.', "nobody-open"),
    "Credo che sia stanco.": ("Credo che sia stanco.", "nobody-open"),
    "La eché de menos, y no estaba cansado.": (
        "La eché de menos, y no estaba [[cansado/cansada]].",
        "",
    ),
    # Pronouns that a noun is said of, and what small annotators take for verbs.
    "Estos son mis amigos.": ("[[Estos/Estas]] son mis [[amigos/amigas]].", ""),
    "Soy alérgica a los mariscos.": ("Soy [[alérgico/alérgica]] a los mariscos.", ""),
    "Tu es très attirant.": ("Tu es très [[attirant/attirante]].", ""),
    # An adjective behind another; of two people, one of whom is a pronoun, nothing changes.
    "Siempre ha sido inquieto, apasionado, emprendedor y muy buena gente.": (
        "Siempre ha sido [[inquieto/inquieta]], [[apasionado/apasionada]], "
        "[[emprendedor/emprendedora]] y muy buena gente.",
        "",
    ),
    "Ma meilleure amie et moi sommes fiers.": (
        "[[Mon meilleur ami/Ma meilleure amie]] et moi sommes fiers.",
        "",
    ),
    # Verbs with pronouns, languages, relatives, and what is counted.
    "Bambini, alzatevi e venite a fare colazione.": (
        "Bambini, alzatevi e venite a fare colazione.",
        "disagreement",
    ),
    "No pueden vernos juntos.": ("No pueden vernos [[juntos/juntas]].", ""),
    "Hice un esquema piramidal para enseñaros la variedad de los temas a los cuales los "
    "conservadores se oponen.": (
        "Hice un esquema piramidal para enseñaros la variedad de los temas a los cuales "
        "[[los conservadores/las conservadoras]] se oponen.",
        "",
    ),
    "Ero piuttosto motivato a imparare il francese.": (
        "Ero piuttosto [[motivato/motivata]] a imparare il francese.",
        "",
    ),
}

#: The one person of the English with whom all structures go.
PERSON = {
    "El director y fundador durmió.": "director",
    "La zona è grande e ciascuno è stanco.": "each",
    "Voglio diventare un infermiere e sono stanco.": "I",
}


@pytest.fixture(scope="module")
def rewriter(make_rewriter):
    return cache(lambda language: make_rewriter(language, ADJECTIVES[language]))


@cache
def pairs():
    trees = list(read_conllu(PAIRS))
    sides = zip(islice(trees, 0, None, 2), islice(trees, 1, None, 2), strict=True)
    return {target.text: (source, target) for source, target in sides}


def language_of(text):
    italian = ("Il ", "vicini", "Credo", "vero", "Non", " sono ", "zona", "Bambini", "Ero ")
    if any(word in text for word in italian):
        return "it"
    return (
        "fr"
        if any(word in text for word in ("Tu ", "Ce ", "Ils ", "Beaucoup", "La n", " moi "))
        else "es"
    )


@pytest.mark.parametrize("text", OFFERED)
def test_what_is_offered(rewriter, text):
    source, target = pairs()[text]
    (made,) = make_alternatives(rewriter(language_of(text)), [target], [source], by="rules")
    assert (marked(made.alternatives), made.cause) == OFFERED[text]


def test_the_number_of_a_chain_of_adjectives():
    # "Je suis heureux, si heureux", both of which an annotator has taken for plurals.
    plural = {"Gender": "Masc", "Number": "Plur"}
    tokens = (
        Token(1, "Je", "moi", "PRON", {"Number": "Sing", "Person": "1"}, 2, "nsubj"),
        Token(2, "heureux", "heureux", "ADJ", plural, 0, "root"),
        Token(3, "heureux", "heureux", "ADJ", plural, 2, "conj"),
    )
    tree = with_numbers(Sentence(tokens), lambda token: token.form == "heureux")
    assert [token.feats["Number"] for token in tree.tokens] == ["Sing"] * 3


@pytest.mark.parametrize("text", PERSON)
def test_one_person_under_several_words(rewriter, text):
    source, target = pairs()[text]
    (made,) = make_alternatives(rewriter(language_of(text)), [target], [source], by="rules")
    shown = made.alternatives
    people = {person for each in shown.structures for person in each.entities}
    assert len(shown.structures) == 2
    heads = [shown.entities[person] for person in people]
    assert [shown.source[head.start : head.end] for head in heads] == [PERSON[text]]
