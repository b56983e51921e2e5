"""The French grammar: sentences written out by hand, trees, agreement, counterfactuals."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from cdaflow.demo.corpus import load_grammar
from cdaflow.demo.grammar import Grammar
from cdaflow.demo.lexicon import load_inventory
from cdaflow.demo.scene import Determiner, Gender, Number, Person, Scene, Tense, Thing
from cdaflow.demo.scenes import CONSTRUCTIONS, scenes
from cdaflow.languages import get
from cdaflow.trees import MultiwordToken, Sentence, Token
from cdaflow.wordlists.english_lists import load_stereotypes

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"
M, F = Gender.MASCULINE, Gender.FEMININE
PLURAL, PRESENT = Number.PLURAL, Tense.PRESENT
D = Determiner


@pytest.fixture(scope="module")
def french() -> Grammar:
    return load_grammar("fr", WORDLISTS)


nurse, doctor, cook = Person("nurse", F), Person("doctor", M), Person("cook", M)
lawyer, baker, actor = Person("lawyer", F), Person("baker", F), Person("actor", M)
nurses = replace(nurse, number=PLURAL)
car, bottle, book = Thing("car"), Thing("bottle"), Thing("book")

EXPECTED = [
    (Scene("simple", (replace(nurse, adjective="old"),), verbs=("work",), place="hospital",
           time="every_day", tense=PRESENT),
     "La vieille infirmière travaille à l'hôpital tous les jours."),
    (Scene("simple", (Person("actor", M, adjective="old"),), verbs=("sleep",), place="office",
           time="two_days_ago"), "Le vieil acteur a dormi au bureau il y a deux jours."),
    (Scene("simple", (replace(nurses, determiner=D.ALL),), verbs=("eat",), place="rome",
           time="often", tense=PRESENT), "Toutes les infirmières mangent souvent à Rome."),
    (Scene("simple", (doctor,), verbs=("live",), place="near_bridge"),
     "Le médecin habitait près du pont."),
    (Scene("motion", (nurse,), verbs=("arrive",), time="yesterday"),
     "L'infirmière est arrivée hier."),
    (Scene("motion", (Person("king", M, PLURAL),), verbs=("come_in",), time="on_monday"),
     "Les rois sont entrés lundi."),
    (Scene("motion", (Person("king", F, PLURAL, D.TWO),), verbs=("fall",)),
     "Deux reines sont tombées."),
    (Scene("transitive", (baker,), (Thing("car", adjective="red"),), ("buy",), time="last_week"),
     "La boulangère a acheté la voiture rouge la semaine dernière."),
    (Scene("transitive", (Person("nurse", M, PLURAL, D.A, "young"),),
           (Thing("newspaper", PLURAL, D.A, "old"),), ("read",), time="always", tense=PRESENT),
     "De jeunes infirmiers lisent toujours de vieux journaux."),
    (Scene("predicate", (lawyer,), adjectives=("tired",), very=True, tense=PRESENT),
     "L'avocate est très fatiguée."),
    (Scene("predicate", (Person("lawyer", M, PLURAL, D.OUR),), adjectives=("worried",)),
     "Nos avocats étaient inquiets."),
    (Scene("predicate", (Person("friend", F, determiner=D.MY),), adjectives=("surprised",)),
     "Mon amie était surprise."),
    (Scene("passive", (nurse,), verbs=("invite",), time="yesterday"),
     "L'infirmière a été invitée hier."),
    (Scene("passive", (replace(nurses, determiner=D.THAT),), verbs=("recognise",)),
     "Ces infirmières ont été reconnues."),
    (Scene("passive-agent", (nurse, Person("director", M)), verbs=("hire",)),
     "L'infirmière a été embauchée par le directeur."),
    (Scene("relative-subject", (doctor,), verbs=("work",), adjectives=("old",), place="hospital",
           tense=PRESENT), "Le médecin qui travaille à l'hôpital est vieux."),
    (Scene("relative-subject", (nurses,), verbs=("wait",), adjectives=("nervous",),
           place="station"), "Les infirmières qui attendaient à la gare étaient nerveuses."),
    (Scene("relative-object", (doctor, lawyer), verbs=("know",), adjectives=("famous",),
           tense=PRESENT), "Le médecin que l'avocate connaît est célèbre."),
    (Scene("relative-object", (nurse, Person("actor", F)), verbs=("like_person",),
           adjectives=("generous",)), "L'infirmière que l'actrice appréciait était généreuse."),
    (Scene("coordinated-people", (doctor, nurse), adjectives=("tired",), tense=PRESENT),
     "Le médecin et l'infirmière sont fatigués."),
    (Scene("coordinated-people", (baker, nurse), adjectives=("happy",)),
     "La boulangère et l'infirmière étaient heureuses."),
    (Scene("coordinated-people-motion", (doctor, nurse), verbs=("leave",), time="this_morning"),
     "Le médecin et l'infirmière sont partis ce matin."),
    (Scene("coordinated-verbs", (baker,), (Thing("window"),), ("come_in", "open")),
     "La boulangère est entrée et a ouvert la fenêtre."),
    (Scene("of-person", (Person("writer", F),), (car,), adjectives=("red",), tense=PRESENT),
     "La voiture de l'écrivaine est rouge."),
    (Scene("of-person", (Person("hero", M),), (Thing("hat", PLURAL),), adjectives=("beautiful",)),
     "Les chapeaux du héros étaient beaux."),
    (Scene("of-person", (Person("friend", F, PLURAL, D.A),), (car,), adjectives=("black",)),
     "La voiture d'amies était noire."),
    (Scene("of-person", (Person("friend", M, PLURAL, D.A, "old"),), (car,),
           adjectives=("black",)), "La voiture de vieux amis était noire."),
    (Scene("to-person", (Person("waiter", M), nurse), (bottle,)),
     "Le serveur a donné la bouteille à l'infirmière."),
    (Scene("to-person", (Person("waiter", F), Person("nurse", M, PLURAL)),
           (Thing("box", determiner=D.A, adjective="heavy"),)),
     "La serveuse a donné une boîte lourde aux infirmiers."),
    (Scene("there-is", (Person("doctor", M, determiner=D.A, adjective="new"),), place="hospital",
           tense=PRESENT), "Il y a un nouveau médecin à l'hôpital."),
    (Scene("there-is", (Person("actor", M, determiner=D.A, adjective="new"),), place="park"),
     "Il y avait un nouvel acteur dans le parc."),
    (Scene("we-verb", (Person("guard", F, adjective="tired"),), verbs=("see",), place="station",
           time="yesterday"), "Nous avons vu la gardienne fatiguée à la gare hier."),
    (Scene("we-verb", (Person("guard", M),), verbs=("accompany",), time="often", tense=PRESENT),
     "Nous accompagnons souvent le gardien."),
    (Scene("question", (nurse,), adjectives=("tired",), tense=PRESENT),
     "L'infirmière est-elle fatiguée ?"),
    (Scene("question", (Person("nurse", M, PLURAL, D.YOUR),), adjectives=("ready",)),
     "Tes infirmiers étaient-ils prêts ?"),
    (Scene("question-where", (doctor,), verbs=("work",), tense=PRESENT),
     "Où le médecin travaille-t-il ?"),
    (Scene("question-where", (nurse,), verbs=("sleep",)), "Où l'infirmière a-t-elle dormi ?"),
    (Scene("question-where", (nurse,), verbs=("live",)), "Où l'infirmière habitait-elle ?"),
    (Scene("negation", (doctor,), verbs=("work",), place="hospital", tense=PRESENT),
     "Le médecin ne travaille pas à l'hôpital."),
    (Scene("negation", (nurses,), verbs=("wait",), place="airport"),
     "Les infirmières n'ont pas attendu à l'aéroport."),
    (Scene("comparison", (baker, Person("guard", M)), adjectives=("strong",), tense=PRESENT),
     "La boulangère est plus forte que le gardien."),
    (Scene("comparison", (doctor, nurse), adjectives=("tall",)),
     "Le médecin était plus grand que l'infirmière."),
    (Scene("own-thing", (nurse,), (Thing("report"),), ("finish",), time="this_morning",
           referent=0), "L'infirmière a fini son rapport ce matin."),
    (Scene("own-thing", (nurse,), (Thing("watch"),), ("find",), referent=0),
     "L'infirmière a retrouvé sa montre."),
    (Scene("own-thing", (nurses,), (car,), ("sell",), referent=0),
     "Les infirmières ont vendu leur voiture."),
    (Scene("own-thing", (doctor,), (Thing("idea"),), ("sign",), referent=0),
     "Le médecin a signé son idée."),
    (Scene("profession", (Person("nurse", F, determiner=D.A),), tense=PRESENT, referent=0),
     "Elle est infirmière."),
    (Scene("profession", (Person("writer", F, determiner=D.A, adjective="famous"),),
           tense=PRESENT, referent=0), "C'est une écrivaine célèbre."),
    (Scene("profession", (Person("friend", M, determiner=D.A),), referent=0),
     "C'était un ami."),
    (Scene("profession", (Person("biologist", M, determiner=D.A, adjective="strong"),),
           tense=PRESENT, referent=0), "C'est un biologiste robuste."),
    (Scene("become", (Person("nurse", F, determiner=D.A),), time="last_year", referent=0),
     "Elle est devenue infirmière l'année dernière."),
    (Scene("become", (Person("nurse", M, determiner=D.A),), time="last_year", referent=0),
     "Il est devenu infirmier l'année dernière."),
    (Scene("work-as", (Person("cook", F, determiner=D.A),), place="hotel", tense=PRESENT,
           referent=0), "Elle travaille comme cuisinière à l'hôtel."),
    (Scene("work-as", (Person("cook", M, determiner=D.A),), place="front_of_church", referent=0),
     "Il travaillait comme cuisinier devant l'église."),
    (Scene("said", (nurse,), adjectives=("tired",), referent=0),
     "L'infirmière a dit qu'elle était fatiguée."),
    (Scene("said", (Person("child", M, PLURAL, D.OUR),), adjectives=("sad",), very=True,
           referent=0), "Nos enfants ont dit qu'ils étaient très tristes."),
    (Scene("when", (doctor,), verbs=("arrive",), adjectives=("tired",), referent=0),
     "Quand le médecin est arrivé, il était fatigué."),
    (Scene("when", (replace(doctor, gender=F),), verbs=("go_out",), adjectives=("alone",),
           referent=0), "Quand la médecin est sortie, elle était seule."),
    (Scene("reflexive", (baker,), verbs=("hurt",), time="yesterday", referent=0),
     "La boulangère s'est blessée hier."),
    (Scene("reflexive", (Person("baker", M, PLURAL),), verbs=("defend_self",), referent=0),
     "Les boulangers se sont défendus."),
    (Scene("hers", (nurse,), (car,), referent=0),
     "L'infirmière a dit que la voiture était à elle."),
    (Scene("hers", (doctor,), (Thing("book", PLURAL),), referent=0),
     "Le médecin a dit que les livres étaient à lui."),
    (Scene("because-adjective", (lawyer, replace(cook, gender=F)), verbs=("hire",),
           adjectives=("patient",), referent=1),
     "L'avocate a embauché la cuisinière parce qu'elle était patiente."),
    (Scene("because-adjective", (lawyer, cook), verbs=("apologise_to",), adjectives=("sick",),
           referent=0), "L'avocate s'est excusée auprès du cuisinier parce qu'elle était malade."),
    (Scene("because-adjective", (doctor, nurse), verbs=("admire",), adjectives=("rude",),
           referent=1), "Le médecin admirait l'infirmière parce qu'elle était impolie."),
    (Scene("because-adjective", (doctor, nurse), verbs=("ask_for_help",), adjectives=("nervous",),
           referent=0), "Le médecin a demandé de l'aide à l'infirmière parce qu'il était nerveux."),
    (Scene("because-verb", (lawyer, cook), verbs=("hire", "speak_french"), referent=1),
     "L'avocate a embauché le cuisinier parce qu'il parlait bien français."),
    (Scene("because-verb", (lawyer, cook), verbs=("shout_at", "be_in_a_hurry"), referent=0),
     "L'avocate a crié contre le cuisinier parce qu'elle était pressée."),
    (Scene("because-verb", (lawyer, nurse), verbs=("dismiss", "arrive_late"), referent=1),
     "L'avocate a licencié l'infirmière parce qu'elle était arrivée en retard."),
    (Scene("because-verb", (doctor, nurse), verbs=("call", "need_money"), referent=0),
     "Le médecin a appelé l'infirmière parce qu'il avait besoin d'argent."),
    (Scene("because-verb", (doctor, nurse), verbs=("argue_with", "have_no_time"), referent=0),
     "Le médecin s'est disputé avec l'infirmière parce qu'il n'avait pas le temps."),
    (Scene("because-verb", (doctor, nurse), verbs=("thank", "lose_keys"), referent=0),
     "Le médecin a remercié l'infirmière parce qu'il avait perdu les clés."),
    (Scene("because-verb", (doctor, nurse), verbs=("thank", "make_mistake"), referent=1),
     "Le médecin a remercié l'infirmière parce qu'elle avait fait une erreur."),
    (Scene("object-pronoun", (Person("clerk", M), replace(doctor, gender=F)),
           verbs=("recognise", "greet"), referent=1),
     "L'employé a reconnu la médecin et l'a saluée."),
    (Scene("object-pronoun", (Person("clerk", F), doctor), verbs=("see", "call"), tense=PRESENT,
           referent=1), "L'employée voit le médecin et l'appelle."),
    (Scene("thank-for", (Person("farmer", M), nurse), (Thing("help"),), referent=1),
     "L'agriculteur a remercié l'infirmière pour son aide."),
    (Scene("thank-for", (Person("farmer", F), nurse), (Thing("advice"),), referent=1),
     "L'agricultrice a remercié l'infirmière pour ses conseils."),
    (Scene("promise", (cook, Person("guard", M)), (car,), ("repair",), referent=1),
     "Le cuisinier a promis au gardien de réparer sa voiture."),
    (Scene("promise", (cook, Person("guard", M)), (Thing("key"),), ("find",), referent=0),
     "Le cuisinier a promis au gardien de retrouver sa clé."),
    (Scene("promise", (cook, Person("guard", F)), (Thing("umbrella"),), ("open",), referent=1),
     "Le cuisinier a promis à la gardienne d'ouvrir son parapluie."),
    (Scene("thing-predicate", (), (car,), adjectives=("white",), tense=PRESENT),
     "La voiture est blanche."),
    (Scene("thing-place", (), (Thing("car", adjective="red"),), place="front_of_church",
           tense=PRESENT), "La voiture rouge est devant l'église."),
    (Scene("thing-place", (), (Thing("tree", PLURAL, adjective="beautiful"),),
           place="near_school"), "Les beaux arbres étaient près de l'école."),
    (Scene("thing-motion", (), (Thing("train"),), ("arrive",), time="yesterday"),
     "Le train est arrivé hier."),
    (Scene("thing-passive", (), (Thing("door"),), ("open",), time="yesterday"),
     "La porte a été ouverte hier."),
    (Scene("weather", time="yesterday"), "Il a plu hier."),
    (Scene("weather", time="on_sundays", tense=PRESENT), "Il pleut le dimanche."),
    (Scene("thing-pronoun", (baker,), (car,), ("buy", "sell")),
     "La boulangère a acheté la voiture et l'a vendue."),
    (Scene("thing-pronoun", (baker,), (Thing("book", PLURAL),), ("find", "read")),
     "La boulangère a trouvé les livres et les a lus."),
    (Scene("thing-pronoun", (doctor,), (Thing("key"),), ("lose", "find")),
     "Le médecin a perdu la clé et l'a retrouvée."),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "text"), EXPECTED)
def test_sentences(french: Grammar, scene: Scene, text: str) -> None:
    sentence = french.tree(scene)
    assert sentence.text == text
    assert sentence.comment("text") == text


def test_every_construction_is_written_out() -> None:
    assert {scene.construction for scene, _ in EXPECTED} == set(CONSTRUCTIONS)


def test_tree_of_a_sentence_with_contraction(french: Grammar) -> None:
    """The whole tree, as UD French GSD annotates such a sentence."""
    scene = Scene("because-adjective", (lawyer, cook), verbs=("apologise_to",),
                  adjectives=("sick",), referent=0)  # fmt: skip
    sentence = french.tree(scene)
    assert sentence.multiwords == (MultiwordToken(7, 8, "du", {}),)
    assert [(t.form, t.lemma, t.upos, t.head, t.deprel) for t in sentence.tokens] == [
        ("L'", "le", "DET", 2, "det"),
        ("avocate", "avocat", "NOUN", 5, "nsubj"),
        ("s'", "soi", "PRON", 5, "expl:pv"),
        ("est", "être", "AUX", 5, "aux:tense"),
        ("excusée", "excuser", "VERB", 0, "root"),
        ("auprès", "auprès", "ADV", 5, "advmod"),
        ("de", "de", "ADP", 9, "case"),
        ("le", "le", "DET", 9, "det"),
        ("cuisinier", "cuisinier", "NOUN", 6, "obl:arg"),
        ("parce", "parce", "ADV", 14, "mark"),
        ("qu'", "que", "SCONJ", 10, "fixed"),
        ("elle", "lui", "PRON", 14, "nsubj"),
        ("était", "être", "AUX", 14, "cop"),
        ("malade", "malade", "ADJ", 5, "advcl"),
        (".", ".", "PUNCT", 5, "punct"),
    ]
    assert sentence.tokens[0].feats == {"Definite": "Def", "Number": "Sing", "PronType": "Art"}
    assert sentence.tokens[13].feats == {"Number": "Sing"}
    assert sentence.tokens[4].feats == {
        "Gender": "Fem", "Number": "Sing", "Tense": "Past", "VerbForm": "Part", "Voice": "Act",
    }  # fmt: skip


def test_unknown_words_are_an_error(french: Grammar) -> None:
    with pytest.raises(KeyError):
        french.tree(Scene("simple", (nurse,), verbs=("teleport",)))
    with pytest.raises(ValueError, match="referent"):
        french.tree(Scene("said", (nurse,), adjectives=("tired",)))


def test_the_lexicon_has_every_key(french: Grammar) -> None:
    inventory = load_inventory()
    tables = french.lexicon.tables
    assert set(tables["nouns"]) == set(inventory.nouns)
    adjectives = {key.partition(":")[0] for key in tables["adjectives"]}  # strong:predicate
    assert adjectives == set(inventory.adjectives)
    assert set(tables["places"]) == set(inventory.places)
    assert set(tables["times"]) == set(inventory.times)
    for frame, keys in inventory.verbs.items():
        table = "reasons" if frame.startswith("vp-") else "verbs"
        assert set(keys) <= set(tables[table]), frame


# -- random sentences, looked at by code that shares nothing with the grammar --------------------

VALUES = {
    "Definite": {"Def", "Ind"}, "Emph": {"Yes", "No"}, "ExtPos": {"ADP", "DET", "SCONJ"},
    "Gender": {"Masc", "Fem"}, "Mood": {"Ind"}, "Number": {"Sing", "Plur"},
    "Number[psor]": {"Sing", "Plur"}, "Person": {"1", "3"}, "Person[psor]": {"1", "2", "3"},
    "Polarity": {"Neg"}, "Poss": {"Yes"}, "PronType": {"Art", "Dem", "Int", "Prs", "Rel"},
    "Reflex": {"Yes"}, "Tense": {"Pres", "Imp", "Past"}, "VerbForm": {"Fin", "Inf", "Part"},
    "Voice": {"Act", "Pass"},
}  # fmt: skip
RELATIONS = {
    "acl:relcl", "advcl", "advmod", "amod", "aux:pass", "aux:tense", "case", "cc", "ccomp",
    "conj", "cop", "det", "expl:comp", "expl:pv", "expl:subj", "fixed", "mark", "nmod", "nsubj",
    "nsubj:pass", "nummod", "obj", "obj:lvc", "obl:agent", "obl:arg", "obl:mod", "punct", "root",
    "xcomp",
}  # fmt: skip


@pytest.fixture(scope="module")
def drawn(french: Grammar) -> list[tuple[Scene, Sentence]]:
    english = load_grammar("en", WORDLISTS)
    shares = load_stereotypes(WORDLISTS / "stereotypes.tsv", english.lexicon.professions)
    stream = itertools.islice(scenes(shares, 11, "test-fr", balanced=True), 1500)
    return [(scene, french.tree(scene)) for scene in stream]


def _ancestors(token: Token, sentence: Sentence) -> list[int]:
    path = []
    while token.head:
        assert token.head not in path, sentence.text
        path.append(token.head)
        token = sentence.tokens[token.head - 1]
    return path


def test_trees_are_sane(drawn: list[tuple[Scene, Sentence]]) -> None:
    for _, sentence in drawn:
        tokens = sentence.tokens
        assert [t.id for t in tokens] == list(range(1, len(tokens) + 1))
        assert [t.deprel for t in tokens if t.head == 0] == ["root"], sentence.text
        for token in tokens:
            assert token.deprel in RELATIONS, (token, sentence.text)
            ancestors = _ancestors(token, sentence)
            low, high = sorted((token.id, token.head or token.id))
            for between in tokens[low : high - 1]:  # projective: all between hang below the head
                assert token.head in _ancestors(between, sentence), sentence.text
            assert len(ancestors) < len(tokens)
            for name, value in token.feats.items():
                assert value in VALUES[name], (token, sentence.text)


def _gender_number(token: Token) -> dict[str, str]:
    return {name: token.feats[name] for name in ("Gender", "Number") if name in token.feats}


def _agree(one: Token, other: Token) -> bool:
    return all(other.feats.get(n, v) == v for n, v in _gender_number(one).items())


def test_words_agree(drawn: list[tuple[Scene, Sentence]]) -> None:
    """Determiners and adjectives with their nouns, verbs and predicates with their subjects."""
    checked = 0
    for _, sentence in drawn:
        tokens = sentence.tokens
        for token in tokens:
            head = tokens[token.head - 1] if token.head else None
            if token.deprel in ("det", "amod") and head is not None:
                assert _agree(token, head), sentence.text
                checked += 1
            if token.deprel not in ("nsubj", "nsubj:pass") or head is None or token.lemma == "qui":
                continue
            both = [token, *(c for c in sentence.children(token.id) if c.deprel == "conj")]
            women = all(t.feats.get("Gender") == "Fem" for t in both)
            plural = len(both) > 1 or token.feats["Number"] == "Plur"
            gender, number = "Fem" if women else "Masc", "Plur" if plural else "Sing"
            finite = [t for t in (head, *sentence.children(head.id)) if "Mood" in t.feats]
            verb = min(finite, key=lambda t, h=head.id: (t.id > h, t.id))
            assert verb.feats["Number"] == number, sentence.text
            helpers = {c.lemma for c in sentence.children(head.id) if c.upos == "AUX"}
            verbal = head.feats.get("VerbForm") == "Part"
            if head.upos == "ADJ" or (verbal and "être" in helpers):
                assert head.feats.get("Gender", gender) == gender, sentence.text
                assert head.feats.get("Number", number) == number, sentence.text
                checked += 1
    assert checked > 3000


def test_participles_agree_with_the_pronoun_before_them(
    drawn: list[tuple[Scene, Sentence]],
) -> None:
    seen = 0
    for scene, sentence in drawn:
        if scene.construction != "object-pronoun" or scene.tense is PRESENT:
            continue
        who = scene.people[scene.referent or 0]
        (pronoun,) = (t for t in sentence.tokens if t.deprel == "obj" and t.upos == "PRON")
        participle = sentence.tokens[pronoun.head - 1]
        assert participle.feats["Gender"] == who.gender.value
        ending = "e" if who.gender is F else participle.form[-1]
        assert participle.form.endswith(ending)
        assert (participle.form[-2:] in ("ée", "ie", "ue")) == (who.gender is F), sentence.text
        seen += 1
    assert seen > 20


def test_nothing_is_left_unsurface(drawn: list[tuple[Scene, Sentence]]) -> None:
    language = get("fr")
    for _, sentence in drawn:
        assert language.apply_contractions(sentence.tokens).multiwords == tuple(
            m._replace(form=m.form.lower()) if m.start > 1 else m for m in sentence.multiwords
        )
        text = f" {sentence.text.lower()}"
        for wrong in (" de le ", " de les ", " à le ", " à les ", " que il", " que elle", " le a",
                      " la i", " ma a", " sa a", " ce a", " beau a", " vieux acteur ", "  ", "' ",
                      " de des ", " si il"):  # fmt: skip
            assert wrong not in text, sentence.text
        assert text.endswith((".", " ?"))
        assert sentence.text[0].isupper()


def test_counterfactuals_differ_only_where_gender_shows(
    french: Grammar, drawn: list[tuple[Scene, Sentence]]
) -> None:
    aligned = different = 0
    for scene, sentence in drawn:
        if scene.focus is None:
            continue
        other = french.tree(scene.counterfactual())
        different += other.text != sentence.text  # ton enfant may be a boy or a girl
        assert len(other.tokens) == len(sentence.tokens), (sentence.text, other.text)
        things = {french.lexicon.tables["nouns"][thing.noun]["singular"] for thing in scene.things}
        for mine, theirs in zip(sentence.tokens, other.tokens, strict=True):
            assert (mine.upos, mine.head, mine.deprel) == (theirs.upos, theirs.head, theirs.deprel)
            assert mine.feats.get("Number") == theirs.feats.get("Number") or mine.upos == "ADJ"
            if mine.lemma in things:
                assert mine.form == theirs.form
        aligned += 1
    assert aligned > 800
    assert different > 0.85 * aligned
