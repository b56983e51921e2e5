"""The Italian grammar: sentences written out by hand, trees, agreement checked by other means."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from cdaflow.demo.corpus import load_grammar
from cdaflow.demo.grammar import Grammar
from cdaflow.demo.lexicon import load_inventory
from cdaflow.demo.scene import Determiner, Gender, Number, Person, Scene, Tense, Thing
from cdaflow.demo.scenes import CONSTRUCTIONS, scenes
from cdaflow.languages import get
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import load_stereotypes

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"
M, F = Gender.MASCULINE, Gender.FEMININE
PLURAL, PRESENT = Number.PLURAL, Tense.PRESENT
D = Determiner


@pytest.fixture(scope="module")
def italian() -> Grammar:
    return load_grammar("it", WORDLISTS)


nurse, doctor, cook = Person("nurse", F), Person("physician", M), Person("cook", M)
lawyer, director = Person("lawyer", F), Person("director", F)
guard = Person("guard", M)
car, bottle = Thing("car"), Thing("bottle")


def plural(person: Person) -> Person:
    return replace(person, number=PLURAL)


EXPECTED = [
    (Scene("simple", (replace(nurse, adjective="old"),), verbs=("work",), place="hospital",
           time="every_day", tense=PRESENT),
     "L'anziana infermiera lavora in ospedale ogni giorno."),
    (Scene("simple", (Person("nurse", M, PLURAL, D.ALL),), verbs=("sleep",),
           place="front_of_church", time="two_days_ago"),
     "Tutti gli infermieri hanno dormito davanti alla chiesa due giorni fa."),
    (Scene("simple", (Person("child", F, PLURAL, D.TWO),), verbs=("sing",), time="often",
           tense=PRESENT), "Due bambine cantano spesso."),
    (Scene("simple", (Person("student", F, adjective="Italian"),), verbs=("live",), place="rome",
           time="last_year"), "La studentessa italiana viveva a Roma l'anno scorso."),
    (Scene("simple", (Person("architect", F, PLURAL, D.THAT),), verbs=("wait",), place="stadium"),
     "Quelle architette hanno aspettato allo stadio."),
    (Scene("motion", (Person("scientist", M, PLURAL, D.THAT),), verbs=("come_in",),
           time="this_morning"), "Quegli scienziati sono entrati questa mattina."),
    (Scene("motion", (Person("friend", F, PLURAL, D.A),), verbs=("arrive",), time="on_monday"),
     "Delle amiche sono arrivate lunedì."),
    (Scene("motion", (Person("friend", M, PLURAL, D.A),), verbs=("stay",), time="always",
           tense=PRESENT), "Degli amici rimangono sempre."),
    (Scene("transitive", (Person("engineer", F, determiner=D.A),),
           (Thing("watch", PLURAL, D.A, "beautiful"),), ("sell",), time="last_week"),
     "Un'ingegnera ha venduto dei begli orologi la settimana scorsa."),
    (Scene("transitive", (Person("student", M),), (Thing("mirror", determiner=D.THAT,
           adjective="beautiful"),), ("clean",), time="often", tense=PRESENT),
     "Lo studente pulisce spesso quel bello specchio."),
    (Scene("predicate", (lawyer,), adjectives=("tired",), very=True, tense=PRESENT),
     "L'avvocata è molto stanca."),
    (Scene("predicate", (Person("king", F, PLURAL, D.OUR),), adjectives=("rich",)),
     "Le nostre regine erano ricche."),
    (Scene("predicate", (Person("sibling", M, determiner=D.MY),), adjectives=("old",),
           tense=PRESENT), "Mio fratello è anziano."),
    (Scene("predicate", (Person("parent", F, determiner=D.YOUR, adjective="young"),),
           adjectives=("kind",), tense=PRESENT), "La tua giovane madre è gentile."),
    (Scene("predicate", (Person("sibling", F, PLURAL, D.MY),), adjectives=("ready",)),
     "Le mie sorelle erano pronte."),
    (Scene("passive", (nurse,), verbs=("invite",), time="yesterday"),
     "L'infermiera è stata invitata ieri."),
    (Scene("passive", (plural(doctor),), verbs=("congratulate",)), "I medici sono stati elogiati."),
    (Scene("passive", (nurse,), verbs=("invite",), tense=PRESENT), "L'infermiera viene invitata."),
    (Scene("passive-agent", (nurse, Person("inspector", M)), verbs=("recognise",)),
     "L'infermiera è stata riconosciuta dall'ispettore."),
    (Scene("passive-agent", (cook, Person("student", M, determiner=D.A)), verbs=("help",)),
     "Il cuoco è stato aiutato da uno studente."),
    (Scene("relative-subject", (doctor,), verbs=("work",), adjectives=("old",), place="university",
           tense=PRESENT), "Il medico che lavora all'università è anziano."),
    (Scene("relative-subject", (plural(nurse),), verbs=("sleep",), adjectives=("sick",)),
     "Le infermiere che dormivano erano malate."),
    (Scene("relative-object", (doctor, lawyer), verbs=("know",), adjectives=("famous",)),
     "Il medico che l'avvocata conosceva era famoso."),
    (Scene("coordinated-people", (doctor, nurse), adjectives=("tired",), tense=PRESENT),
     "Il medico e l'infermiera sono stanchi."),
    (Scene("coordinated-people", (nurse, lawyer), adjectives=("tired",), very=True),
     "L'infermiera e l'avvocata erano molto stanche."),
    (Scene("coordinated-people-motion", (doctor, nurse), verbs=("leave",), time="yesterday"),
     "Il medico e l'infermiera sono partiti ieri."),
    (Scene("coordinated-verbs", (Person("baker", F),), (Thing("window"),), ("come_in", "open")),
     "La fornaia è entrata e ha aperto la finestra."),
    (Scene("of-person", (Person("writer", F),), (car,), adjectives=("old",), tense=PRESENT),
     "La macchina della scrittrice è vecchia."),
    (Scene("of-person", (Person("student", M, PLURAL),), (Thing("key", PLURAL),),
           adjectives=("white",)), "Le chiavi degli studenti erano bianche."),
    (Scene("of-person", (Person("spouse", F, determiner=D.MY),), (Thing("umbrella"),),
           adjectives=("expensive",)), "L'ombrello di mia moglie era costoso."),
    (Scene("to-person", (Person("waiter", M), nurse), (bottle,)),
     "Il cameriere ha dato la bottiglia all'infermiera."),
    (Scene("to-person", (plural(cook), Person("friend", M, PLURAL, D.A)), (bottle,)),
     "I cuochi hanno dato la bottiglia ad alcuni amici."),
    (Scene("there-is", (Person("physician", M, determiner=D.A, adjective="new"),),
           place="hospital", tense=PRESENT), "C'è un nuovo medico in ospedale."),
    (Scene("there-is", (Person("athlete", F, determiner=D.A),), place="airport"),
     "C'era un'atleta all'aeroporto."),
    (Scene("there-is", (Person("nurse", F, PLURAL, D.A),), tense=PRESENT),
     "Ci sono delle infermiere."),
    (Scene("we-verb", (Person("guard", F, adjective="tired"),), verbs=("see",), place="station",
           time="yesterday"), "Abbiamo visto la guardiana stanca alla stazione ieri."),
    (Scene("we-verb", (nurse,), verbs=("congratulate",)),
     "Ci siamo congratulati con l'infermiera."),
    (Scene("we-verb", (nurse,), verbs=("criticise",), tense=PRESENT), "Critichiamo l'infermiera."),
    (Scene("question", (nurse,), adjectives=("tired",), tense=PRESENT), "L'infermiera è stanca?"),
    (Scene("question-where", (doctor,), verbs=("work",), tense=PRESENT), "Dove lavora il medico?"),
    (Scene("question-where", (nurse,), verbs=("eat",)), "Dove ha mangiato l'infermiera?"),
    (Scene("negation", (doctor,), verbs=("work",), place="kitchen", tense=PRESENT),
     "Il medico non lavora in cucina."),
    (Scene("negation", (nurse,), verbs=("laugh",)), "L'infermiera non ha riso."),
    (Scene("comparison", (Person("baker", F), guard), adjectives=("strong",), tense=PRESENT),
     "La fornaia è più forte del guardiano."),
    (Scene("own-thing", (Person("analyst", F),), (Thing("report"),), ("finish",),
           time="last_week", referent=0),
     "L'analista ha finito il suo rapporto la settimana scorsa."),
    (Scene("own-thing", (plural(doctor),), (Thing("bag", PLURAL),), ("lose",), referent=0),
     "I medici hanno perso le loro borse."),
    (Scene("profession", (Person("writer", F, determiner=D.A, adjective="famous"),),
           tense=PRESENT, referent=0), "Lei è una scrittrice famosa."),
    (Scene("profession", (Person("cook", M, determiner=D.A, adjective="good"),), referent=0),
     "Lui era un buon cuoco."),
    (Scene("become", (Person("nurse", M, determiner=D.A),), time="last_year", referent=0),
     "Lui è diventato infermiere l'anno scorso."),
    (Scene("become", (Person("architect", F, determiner=D.A, adjective="good"),), referent=0),
     "Lei è diventata una buona architetta."),
    (Scene("work-as", (Person("cook", F, determiner=D.A),), place="hotel", tense=PRESENT,
           referent=0), "Lei lavora come cuoca in albergo."),
    (Scene("said", (nurse,), adjectives=("tired",), referent=0),
     "L'infermiera ha detto che era stanca."),
    (Scene("said", (Person("nurse", M, PLURAL),), adjectives=("sad",), very=True, referent=0),
     "Gli infermieri hanno detto che erano molto tristi."),
    (Scene("when", (Person("doctor", F),), verbs=("arrive",), adjectives=("nervous",), referent=0),
     "Quando la dottoressa è arrivata, era nervosa."),
    (Scene("reflexive", (Person("baker", F),), verbs=("hurt",), time="yesterday", referent=0),
     "La fornaia si è ferita ieri."),
    (Scene("reflexive", (Person("baker", M, neutral=True),), verbs=("introduce",), referent=0),
     "Il fornaio si è presentato."),
    (Scene("hers", (Person("nurse", M),), (car,), referent=0),
     "L'infermiere ha detto che la macchina era sua."),
    (Scene("hers", (plural(nurse),), (Thing("book", PLURAL),), referent=0),
     "Le infermiere hanno detto che i libri erano loro."),
    (Scene("because-adjective", (lawyer, cook), verbs=("hire",), adjectives=("honest",),
           referent=1), "L'avvocata ha assunto il cuoco perché era onesto."),
    (Scene("because-adjective", (lawyer, cook), verbs=("apologise_to",), adjectives=("tired",),
           referent=0), "L'avvocata si è scusata con il cuoco perché era stanca."),
    (Scene("because-adjective", (guard, nurse), verbs=("ask_for_help",), adjectives=("worried",),
           referent=0), "Il guardiano ha chiesto aiuto all'infermiera perché era preoccupato."),
    (Scene("because-verb", (lawyer, cook), verbs=("hire", "speak_french"), referent=1),
     "L'avvocata ha assunto il cuoco perché parlava bene il francese."),
    (Scene("because-verb", (lawyer, nurse), verbs=("dismiss", "arrive_late"), referent=1),
     "L'avvocata ha licenziato l'infermiera perché era arrivata in ritardo."),
    (Scene("because-verb", (lawyer, cook), verbs=("criticise", "make_mistake"), referent=1),
     "L'avvocata ha criticato il cuoco perché aveva commesso un errore."),
    (Scene("because-verb", (doctor, cook), verbs=("shout_at", "have_no_time"), referent=0),
     "Il medico ha urlato contro il cuoco perché non aveva tempo."),
    (Scene("because-verb", (doctor, cook), verbs=("argue_with", "be_in_a_hurry"), referent=0),
     "Il medico ha litigato con il cuoco perché aveva fretta."),
    (Scene("because-verb", (doctor, cook), verbs=("call", "need_money"), referent=0),
     "Il medico ha chiamato il cuoco perché aveva bisogno di soldi."),
    (Scene("because-verb", (doctor, cook), verbs=("call", "lose_keys"), referent=0),
     "Il medico ha chiamato il cuoco perché aveva perso le chiavi."),
    (Scene("because-verb", (doctor, cook), verbs=("admire", "know_city"), referent=1),
     "Il medico ammirava il cuoco perché conosceva bene la città."),
    (Scene("because-verb", (doctor, cook), verbs=("thank", "work_well"), referent=1),
     "Il medico ha ringraziato il cuoco perché lavorava bene."),
    (Scene("because-verb", (doctor, cook), verbs=("call", "need_help"), referent=0),
     "Il medico ha chiamato il cuoco perché aveva bisogno di aiuto."),
    (Scene("object-pronoun", (cook, Person("doctor", F)), verbs=("recognise", "greet"),
           referent=1), "Il cuoco ha riconosciuto la dottoressa e l'ha salutata."),
    (Scene("object-pronoun", (plural(cook), plural(nurse)), verbs=("see", "help"), referent=1),
     "I cuochi hanno visto le infermiere e le hanno aiutate."),
    (Scene("object-pronoun", (nurse, cook), verbs=("meet", "congratulate"), referent=1),
     "L'infermiera ha incontrato il cuoco e si è congratulata con lui."),
    (Scene("thank-for", (Person("farmer", M), nurse), (Thing("advice"),), referent=1),
     "L'agricoltore ha ringraziato l'infermiera per i suoi consigli."),
    (Scene("promise", (cook, guard), (car,), ("repair",), referent=0),
     "Il cuoco ha promesso al guardiano di riparare la sua macchina."),
    (Scene("thing-predicate", things=(Thing("tree", PLURAL, D.THIS),), adjectives=("beautiful",),
           tense=PRESENT), "Questi alberi sono belli."),
    (Scene("thing-predicate", things=(Thing("water"),), adjectives=("green",)),
     "L'acqua era verde."),
    (Scene("thing-place", things=(Thing("car", adjective="red"),), place="near_bridge",
           tense=PRESENT), "La macchina rossa è vicino al ponte."),
    (Scene("thing-motion", things=(Thing("ship", PLURAL),), verbs=("return",), time="on_sundays",
           tense=PRESENT), "Le navi tornano la domenica."),
    (Scene("thing-motion", things=(Thing("plane", adjective="big"),), verbs=("arrive",)),
     "Il grande aereo è arrivato."),
    (Scene("thing-passive", things=(Thing("door"),), verbs=("open",), time="yesterday"),
     "La porta è stata aperta ieri."),
    (Scene("weather", time="yesterday"), "Ha piovuto ieri."),
    (Scene("weather", time="often", tense=PRESENT), "Piove spesso."),
    (Scene("thing-pronoun", (Person("baker", M),), (car,), ("buy", "sell")),
     "Il fornaio ha comprato la macchina e l'ha venduta."),
    (Scene("thing-pronoun", (plural(nurse),), (Thing("book", PLURAL),), ("find", "read")),
     "Le infermiere hanno trovato i libri e li hanno letti."),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "text"), EXPECTED, ids=[text for _, text in EXPECTED])
def test_sentences(scene: Scene, text: str, italian: Grammar) -> None:
    sentence = italian.tree(scene)
    assert sentence.text == text
    assert sentence.comment("text") == text


def test_every_construction_is_written_out() -> None:
    assert {scene.construction for scene, _ in EXPECTED} == set(CONSTRUCTIONS)


COUNTERFACTUALS = [
    ("L'anziana infermiera lavora in ospedale ogni giorno.",
     "L'anziano infermiere lavora in ospedale ogni giorno."),
    ("Mio fratello è anziano.", "Mia sorella è anziana."),
    ("Il cuoco ha riconosciuto la dottoressa e l'ha salutata.",
     "Il cuoco ha riconosciuto il dottore e l'ha salutato."),
    ("L'infermiera ha incontrato il cuoco e si è congratulata con lui.",
     "L'infermiera ha incontrato la cuoca e si è congratulata con lei."),
    ("L'avvocata ha licenziato l'infermiera perché era arrivata in ritardo.",
     "L'avvocata ha licenziato l'infermiere perché era arrivato in ritardo."),
    ("L'infermiera e l'avvocata erano molto stanche.",
     "L'infermiere e l'avvocata erano molto stanchi."),
    ("Le chiavi degli studenti erano bianche.", "Le chiavi delle studentesse erano bianche."),
    ("C'era un'atleta all'aeroporto.", "C'era un atleta all'aeroporto."),
    ("Il fornaio ha comprato la macchina e l'ha venduta.",
     "La fornaia ha comprato la macchina e l'ha venduta."),
    ("L'infermiere ha detto che la macchina era sua.",
     "L'infermiera ha detto che la macchina era sua."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "other"), COUNTERFACTUALS)
def test_counterfactuals(text: str, other: str, italian: Grammar) -> None:
    scene = next(scene for scene, found in EXPECTED if found == text)
    focus = scene.referent if scene.referent is not None else 0
    changed = replace(scene, focus=focus).counterfactual()
    assert italian.tree(changed).text == other


# -- many scenes ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def many(italian: Grammar) -> list[tuple[Scene, Sentence]]:
    known = {row.split("\t")[0]: 0 for row in (WORDLISTS / "professions.tsv").open()}
    stereotypes = load_stereotypes(WORDLISTS / "stereotypes.tsv", known)
    drawn = islice(scenes(stereotypes, 7, "italian", balanced=True), 1500)
    return [(scene, italian.tree(scene)) for scene in drawn]


VALUES = {
    "Clitic": {"Yes"}, "Definite": {"Def", "Ind"}, "ExtPos": {"ADP"}, "Gender": {"Masc", "Fem"},
    "Mood": {"Ind"}, "Number": {"Sing", "Plur"}, "NumType": {"Card"}, "Person": {"1", "3"},
    "Poss": {"Yes"}, "PronType": {"Art", "Dem", "Ind", "Neg", "Prs", "Rel", "Tot"},
    "Tense": {"Imp", "Past", "Pres"}, "VerbForm": {"Fin", "Inf", "Part"},
}  # fmt: skip
RELATIONS = {
    "acl:relcl", "advcl", "advmod", "amod", "aux", "aux:pass", "case", "cc", "ccomp", "conj", "cop",
    "det", "det:poss", "det:predet", "expl", "fixed", "mark", "nmod", "nsubj", "nsubj:pass",
    "nummod", "obj", "obl", "obl:agent", "punct", "root", "xcomp",
}  # fmt: skip
PARTS = {
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "NOUN", "NUM", "PRON", "PROPN", "PUNCT", "SCONJ",
    "VERB",
}  # fmt: skip


def _above(sentence: Sentence, token: Token) -> list[int]:
    found = [token.head]
    while found[-1]:
        assert len(found) <= len(sentence.tokens), "a cycle"
        found.append(sentence.tokens[found[-1] - 1].head)
    return found


def test_trees_are_sound(many: list[tuple[Scene, Sentence]]) -> None:
    for _, sentence in many:
        assert sum(token.head == 0 for token in sentence.tokens) == 1
        for token in sentence.tokens:
            assert (token.head == 0) == (token.deprel == "root")
            assert token.upos in PARTS
            assert token.deprel in RELATIONS
            assert all(value in VALUES[name] for name, value in token.feats.items()), token
            low, high = sorted((token.id, token.head))
            if token.head:  # projective: what stands between hangs on one of the two
                for between in sentence.tokens[low : high - 1]:
                    assert token.head in _above(sentence, between), sentence.text
            else:
                _above(sentence, token)


def test_settling_again_changes_nothing(many: list[tuple[Scene, Sentence]]) -> None:
    apply_contractions = get("it").apply_contractions
    for _, sentence in many:
        surface = apply_contractions(sentence.tokens)
        assert surface.tokens == sentence.tokens
        assert [m.form.lower() for m in surface.multiwords] == [
            m.form.lower() for m in sentence.multiwords
        ]


#: Forms before sounds, told by the letters of the text alone; h is mute, x and y are not drawn.
VOWEL = "[aeiouhàèéìòù]"
IMPURE = r"(?:s(?![aeiouàèìòù])|z|gn|ps)"
NEVER = {
    "plain masculine before a vowel": rf"\b(il|quel|del|al|dal|nel|sul|bel) {VOWEL}",
    "plain masculine before s impura": rf"\b(il|un|quel|del|al|dal|nel|sul|bel) {IMPURE}",
    "lo before a simple sound": rf"\b(lo|uno|dello|allo|dallo|nello|quello|bello) (?!{IMPURE})",
    "i before a vowel": rf"\b(i|dei|ai|dai|quei|bei) (?:{VOWEL}|{IMPURE})",
    "gli before a simple sound": rf"\b(gli|degli|agli|dagli|quegli|begli) (?!{VOWEL}|{IMPURE})",
    "whole feminine before a vowel": r"\b(la|una|[dn]ella|alla|dalla|quella) [aeiouè]",
    "elided before a consonant": r"'[^aeiouhèé\s.,?]",
    "not contracted": r"\b(di|a|da|in|su) (il|lo|la|l'|i|gli|le)\b",
    "a before a, e before e": r"\b(a a|e e|e è)",
    "space": r"'\s|\s\s|\s[.,?]",
}


def test_forms_fit_the_sounds_beside_them(many: list[tuple[Scene, Sentence]]) -> None:
    for _, sentence in many:
        for fault, pattern in NEVER.items():
            match = re.search(pattern, sentence.text, re.IGNORECASE)
            assert match is None, f"{fault}: {sentence.text}"


def test_words_agree_with_their_heads(many: list[tuple[Scene, Sentence]]) -> None:
    """By the features in the tree, and by the endings of adjectives and participles."""
    endings = {
        ("Masc", "Sing"): "oe", ("Fem", "Sing"): "ae", ("Masc", "Plur"): "i", ("Fem", "Plur"): "ei",
    }  # fmt: skip
    for _, sentence in many:
        for token in sentence.tokens:
            head = sentence.tokens[token.head - 1] if token.head else None
            if token.deprel in ("det", "det:poss", "det:predet", "amod") and head is not None:
                for name in ("Gender", "Number"):
                    assert token.feats.get(name, head.feats[name]) == head.feats[name], (
                        sentence.text
                    )
            slot = (token.feats.get("Gender", ""), token.feats.get("Number", ""))
            if token.upos in ("ADJ", "VERB") and slot in endings and token.form not in ("bel",):
                ok = token.form.rstrip("'")[-1] in endings[slot] or token.form.endswith("'")
                assert ok or token.form == "buon", (token, sentence.text)


def test_counterfactuals_align_word_by_word(
    many: list[tuple[Scene, Sentence]], italian: Grammar
) -> None:
    """The other gender has as many words; they differ only where gender can show."""
    for scene, sentence in many:
        if scene.focus is None:
            continue
        other = italian.tree(scene.counterfactual())
        assert len(other.tokens) == len(sentence.tokens), sentence.text
        for one, two in zip(sentence.tokens, other.tokens, strict=True):
            assert (one.upos, one.head, one.deprel) == (two.upos, two.head, two.deprel)
            assert one.feats.get("Number") == two.feats.get("Number")
            if one.form != two.form:
                assert one.upos in ("ADJ", "ADP", "AUX", "CCONJ", "DET", "NOUN", "PRON", "VERB")
        people = {p.profession for p in scene.people}
        assert italian.tree(scene.counterfactual().counterfactual()) == sentence, people


def test_lexicon_has_every_key() -> None:
    inventory = load_inventory()
    tables = load_grammar("it", WORDLISTS).lexicon.tables
    for key, (of, _) in inventory.adjectives.items():
        assert key in tables["adjectives"] or all(
            f"{key}:{use}" in tables["adjectives"] for use in of
        )
    assert set(inventory.nouns) == set(tables["nouns"])
    assert set(inventory.places) == set(tables["places"])
    assert set(inventory.times) == set(tables["times"])
    for frame, verbs in inventory.verbs.items():
        assert frame.startswith("vp-") or set(verbs) <= set(tables["verbs"])
    reasons = {*inventory.verbs["vp-subject"], *inventory.verbs["vp-object"]}
    assert reasons == set(tables["reasons"])
