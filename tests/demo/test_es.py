"""The Spanish grammar: sentences written out by hand, trees, counterfactuals, word tables."""

from __future__ import annotations

import gzip
import itertools
import os
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from cdaflow.demo.corpus import load_grammar
from cdaflow.demo.grammar import Grammar
from cdaflow.demo.lexicon import load_inventory
from cdaflow.demo.scene import Determiner, Gender, Number, Person, Scene, Tense, Thing
from cdaflow.demo.scenes import CONSTRUCTIONS, scenes
from cdaflow.languages import get
from cdaflow.trees import Sentence
from cdaflow.wordlists.english_lists import load_stereotypes

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"
M, F = Gender.MASCULINE, Gender.FEMININE
PLURAL, PRESENT = Number.PLURAL, Tense.PRESENT
D = Determiner


@pytest.fixture(scope="module")
def spanish() -> Grammar:
    return load_grammar("es", WORDLISTS)


nurse, doctor, cook = Person("nurse", F), Person("doctor", M), Person("cook", M)
lawyer, guard, writer = Person("lawyer", F), Person("guard", M), Person("writer", F)
car, bottle = Thing("car"), Thing("bottle")

#: A scene, its sentence, and that of its counterfactual (the first person's, or the focus's).
EXPECTED = [
    (Scene("simple", (replace(nurse, adjective="old"),), verbs=("work",), place="hospital",
           time="every_day", tense=PRESENT),
     "La vieja enfermera trabaja en el hospital todos los días.",
     "El viejo enfermero trabaja en el hospital todos los días."),
    (Scene("simple", (replace(nurse, number=PLURAL, determiner=D.ALL),), verbs=("sleep",),
           place="front_of_church", time="two_days_ago"),
     "Todas las enfermeras durmieron delante de la iglesia hace dos días.",
     "Todos los enfermeros durmieron delante de la iglesia hace dos días."),
    (Scene("simple", (Person("child", M, PLURAL, D.TWO),), verbs=("sing",), time="often",
           tense=PRESENT),
     "Dos niños cantan a menudo.", "Dos niñas cantan a menudo."),
    (Scene("simple", (Person("sibling", F, determiner=D.MY),), verbs=("live",), place="rome"),
     "Mi hermana vivía en Roma.", "Mi hermano vivía en Roma."),
    (Scene("simple", (Person("sibling", F, PLURAL, D.YOUR),), verbs=("live",), place="near_bridge",
           time="last_year"),
     "Tus hermanas vivieron cerca del puente el año pasado.",
     "Tus hermanos vivieron cerca del puente el año pasado."),
    (Scene("motion", (Person("salesperson", M, PLURAL, D.THIS),), verbs=("come_in",),
           time="this_morning"),
     "Estos dependientes entraron esta mañana.", "Estas dependientas entraron esta mañana."),
    (Scene("motion", (Person("judge", F),), verbs=("leave",), time="always", tense=PRESENT),
     "La jueza siempre se marcha.", "El juez siempre se marcha."),
    (Scene("transitive", (Person("engineer", F, determiner=D.A),),
           (Thing("watch", PLURAL, D.A, "old"),), ("sell",), time="on_monday"),
     "Una ingeniera vendió unos relojes viejos el lunes.",
     "Un ingeniero vendió unos relojes viejos el lunes."),
    (Scene("transitive", (Person("actor", F, determiner=D.THAT, adjective="good"),),
           (Thing("umbrella", determiner=D.THIS),), ("carry",), time="often", tense=PRESENT),
     "Esa buena actriz lleva a menudo este paraguas.",
     "Ese buen actor lleva a menudo este paraguas."),
    (Scene("predicate", (lawyer,), adjectives=("tired",), very=True, tense=PRESENT),
     "La abogada está muy cansada.", "El abogado está muy cansado."),
    (Scene("predicate", (Person("king", F, PLURAL, D.OUR),), adjectives=("rich",)),
     "Nuestras reinas eran ricas.", "Nuestros reyes eran ricos."),
    (Scene("predicate", (Person("pianist", M, adjective="French"),), adjectives=("old",),
           tense=PRESENT),
     "El pianista francés es mayor.", "La pianista francesa es mayor."),
    (Scene("passive", (nurse,), verbs=("invite",), time="yesterday"),
     "La enfermera fue invitada ayer.", "El enfermero fue invitado ayer."),
    (Scene("passive", (replace(nurse, number=PLURAL),), verbs=("dismiss",)),
     "Las enfermeras fueron despedidas.", "Los enfermeros fueron despedidos."),
    (Scene("passive-agent", (nurse, Person("director", M)), verbs=("hire",)),
     "La enfermera fue contratada por el director.",
     "El enfermero fue contratado por el director."),
    (Scene("relative-subject", (doctor,), verbs=("work",), adjectives=("old",), place="hospital",
           tense=PRESENT),
     "El médico que trabaja en el hospital es mayor.",
     "La médica que trabaja en el hospital es mayor."),
    (Scene("relative-subject", (Person("monk", M, PLURAL),), verbs=("laugh",),
           adjectives=("sick",), place="park"),
     "Los monjes que se reían en el parque estaban enfermos.",
     "Las monjas que se reían en el parque estaban enfermas."),
    (Scene("relative-object", (doctor, lawyer), verbs=("know",), adjectives=("famous",),
           tense=PRESENT),
     "El médico al que conoce la abogada es famoso.",
     "La médica a la que conoce la abogada es famosa."),
    (Scene("relative-object", (replace(doctor, gender=F), cook), verbs=("like_person",),
           adjectives=("honest",), focus=1),
     "La médica a la que apreciaba el cocinero era honrada.",
     "La médica a la que apreciaba la cocinera era honrada."),
    (Scene("coordinated-people", (doctor, nurse), adjectives=("tired",), tense=PRESENT),
     "El médico y la enfermera están cansados.", "La médica y la enfermera están cansadas."),
    (Scene("coordinated-people", (lawyer, nurse), adjectives=("generous",), very=True, focus=1),
     "La abogada y la enfermera eran muy generosas.",
     "La abogada y el enfermero eran muy generosos."),
    (Scene("coordinated-people-motion", (doctor, nurse), verbs=("fall",), time="last_week"),
     "El médico y la enfermera se cayeron la semana pasada.",
     "La médica y la enfermera se cayeron la semana pasada."),
    (Scene("coordinated-verbs", (Person("baker", M),), (Thing("window"),), ("come_in", "open")),
     "El panadero entró y abrió la ventana.", "La panadera entró y abrió la ventana."),
    (Scene("of-person", (writer,), (car,), adjectives=("red",), tense=PRESENT),
     "El coche de la escritora es rojo.", "El coche del escritor es rojo."),
    (Scene("of-person", (Person("king", M, PLURAL),), (Thing("house"),), adjectives=("big",)),
     "La casa de los reyes era grande.", "La casa de las reinas era grande."),
    (Scene("to-person", (Person("waiter", M), nurse), (bottle,), focus=1),
     "El camarero dio la botella a la enfermera.", "El camarero dio la botella al enfermero."),
    (Scene("there-is", (Person("doctor", M, determiner=D.A, adjective="new"),), place="hospital",
           tense=PRESENT),
     "Hay un nuevo médico en el hospital.", "Hay una nueva médica en el hospital."),
    (Scene("there-is", (Person("guide", F, determiner=D.A, adjective="good"),), place="museum"),
     "Había una buena guía en el museo.", "Había un buen guía en el museo."),
    (Scene("we-verb", (replace(guard, gender=F, adjective="tired"),), verbs=("see",),
           place="station", time="yesterday"),
     "Vimos a la vigilante cansada en la estación ayer.",
     "Vimos al vigilante cansado en la estación ayer."),
    (Scene("we-verb", (replace(guard, number=PLURAL, determiner=D.MY),), verbs=("meet",),
           place="bank"),
     "Nos encontramos con mis vigilantes en el banco.",
     "Nos encontramos con mis vigilantes en el banco."),
    (Scene("we-verb", (doctor,), verbs=("admire",)),
     "Admiramos al médico.", "Admiramos a la médica."),
    (Scene("question", (nurse,), adjectives=("tired",), tense=PRESENT),
     "¿Está cansada la enfermera?", "¿Está cansado el enfermero?"),
    (Scene("question", (replace(nurse, number=PLURAL),), adjectives=("alone",)),
     "¿Estaban solas las enfermeras?", "¿Estaban solos los enfermeros?"),
    (Scene("question-where", (doctor,), verbs=("work",), tense=PRESENT),
     "¿Dónde trabaja el médico?", "¿Dónde trabaja la médica?"),
    (Scene("question-where", (doctor,), verbs=("sleep",)),
     "¿Dónde durmió el médico?", "¿Dónde durmió la médica?"),
    (Scene("negation", (doctor,), verbs=("work",), place="hospital", tense=PRESENT),
     "El médico no trabaja en el hospital.", "La médica no trabaja en el hospital."),
    (Scene("negation", (replace(nurse, number=PLURAL),), verbs=("laugh",)),
     "Las enfermeras no se rieron.", "Los enfermeros no se rieron."),
    (Scene("comparison", (Person("baker", F), guard), adjectives=("tall",), tense=PRESENT),
     "La panadera es más alta que el vigilante.", "El panadero es más alto que el vigilante."),
    (Scene("own-thing", (nurse,), (Thing("report"),), ("finish",), time="this_morning",
           referent=0),
     "La enfermera terminó su informe esta mañana.",
     "El enfermero terminó su informe esta mañana."),
    (Scene("own-thing", (Person("judge", M, PLURAL),), (Thing("letter", PLURAL, adjective="long"),),
           ("sign",), referent=0),
     "Los jueces firmaron sus cartas largas.", "Las juezas firmaron sus cartas largas."),
    (Scene("profession", (Person("writer", F, determiner=D.A, adjective="famous"),), tense=PRESENT,
           referent=0),
     "Ella es una escritora famosa.", "Él es un escritor famoso."),
    (Scene("profession", (Person("nurse", M, determiner=D.A),), referent=0),
     "Él era enfermero.", "Ella era enfermera."),
    (Scene("profession", (Person("friend", F, determiner=D.A),), tense=PRESENT, referent=0),
     "Ella es una amiga.", "Él es un amigo."),
    (Scene("become", (Person("nurse", M, determiner=D.A),), time="last_year", referent=0),
     "Él se hizo enfermero el año pasado.", "Ella se hizo enfermera el año pasado."),
    (Scene("become", (Person("poet", F, determiner=D.A, adjective="good"),), referent=0),
     "Ella se convirtió en una buena poeta.", "Él se convirtió en un buen poeta."),
    (Scene("work-as", (Person("cook", F, determiner=D.A),), place="hotel", tense=PRESENT,
           referent=0),
     "Ella trabaja como cocinera en el hotel.", "Él trabaja como cocinero en el hotel."),
    (Scene("said", (nurse,), adjectives=("worried",), very=True, referent=0),
     "La enfermera dijo que estaba muy preocupada.",
     "El enfermero dijo que estaba muy preocupado."),
    (Scene("said", (Person("actor", M, PLURAL),), adjectives=("ready",), referent=0),
     "Los actores dijeron que estaban listos.", "Las actrices dijeron que estaban listas."),
    (Scene("when", (replace(doctor, neutral=True),), verbs=("arrive",), adjectives=("angry",),
           referent=0),
     "Cuando el médico llegó, estaba enfadado.", "Cuando la médica llegó, estaba enfadada."),
    (Scene("reflexive", (Person("baker", F),), verbs=("hurt",), time="yesterday", referent=0),
     "La panadera se lastimó ayer.", "El panadero se lastimó ayer."),
    (Scene("hers", (nurse,), (car,), referent=0),
     "La enfermera dijo que el coche era suyo.", "El enfermero dijo que el coche era suyo."),
    (Scene("hers", (nurse,), (Thing("key", PLURAL, D.THAT),), referent=0),
     "La enfermera dijo que esas llaves eran suyas.",
     "El enfermero dijo que esas llaves eran suyas."),
    (Scene("because-adjective", (lawyer, cook), verbs=("hire",), adjectives=("experienced",),
           referent=1, focus=1),
     "La abogada contrató al cocinero porque era experimentado.",
     "La abogada contrató a la cocinera porque era experimentada."),
    (Scene("because-adjective", (lawyer, cook), verbs=("apologise_to",), adjectives=("tired",),
           referent=0),
     "La abogada se disculpó con el cocinero porque estaba cansada.",
     "El abogado se disculpó con el cocinero porque estaba cansado."),
    (Scene("because-adjective", (lawyer, cook), verbs=("thank",), adjectives=("kind",),
           referent=1, focus=1),
     "La abogada dio las gracias al cocinero porque era amable.",
     "La abogada dio las gracias a la cocinera porque era amable."),
    (Scene("because-verb", (lawyer, cook), verbs=("ask_for_help", "have_no_time"), referent=0),
     "La abogada pidió ayuda al cocinero porque no tenía tiempo.",
     "El abogado pidió ayuda al cocinero porque no tenía tiempo."),
    (Scene("because-verb", (lawyer, cook), verbs=("hire", "speak_french"), referent=1, focus=1),
     "La abogada contrató al cocinero porque hablaba bien francés.",
     "La abogada contrató a la cocinera porque hablaba bien francés."),
    (Scene("because-verb", (lawyer, cook), verbs=("dismiss", "arrive_late"), referent=1, focus=1),
     "La abogada despidió al cocinero porque había llegado tarde.",
     "La abogada despidió a la cocinera porque había llegado tarde."),
    (Scene("because-verb", (lawyer, cook), verbs=("shout_at", "lose_keys"), referent=0),
     "La abogada gritó al cocinero porque había perdido las llaves.",
     "El abogado gritó al cocinero porque había perdido las llaves."),
    (Scene("object-pronoun", (Person("clerk", M), replace(doctor, gender=F)),
           verbs=("recognise", "greet"), referent=1, focus=1),
     "El oficinista reconoció a la médica y la saludó.",
     "El oficinista reconoció al médico y lo saludó."),
    (Scene("object-pronoun", (lawyer, doctor), verbs=("meet", "invite"), referent=1, focus=1),
     "La abogada se encontró con el médico y lo invitó.",
     "La abogada se encontró con la médica y la invitó."),
    (Scene("object-pronoun", (lawyer, doctor), verbs=("see", "thank"), referent=1, focus=1),
     "La abogada vio al médico y le dio las gracias.",
     "La abogada vio a la médica y le dio las gracias."),
    (Scene("thank-for", (Person("farmer", M), nurse), (Thing("help"),), referent=1, focus=1),
     "El agricultor dio las gracias a la enfermera por su ayuda.",
     "El agricultor dio las gracias al enfermero por su ayuda."),
    (Scene("promise", (cook, replace(guard, gender=F)), (car,), ("repair",), referent=0),
     "El cocinero prometió a la vigilante reparar su coche.",
     "La cocinera prometió a la vigilante reparar su coche."),
    (Scene("thing-predicate", things=(Thing("house", PLURAL),), adjectives=("white",), very=True,
           tense=PRESENT),
     "Las casas son muy blancas.", None),
    (Scene("thing-predicate", things=(Thing("computer"),), adjectives=("broken",)),
     "El ordenador estaba roto.", None),
    (Scene("thing-predicate", things=(Thing("house"),), adjectives=("old",), tense=PRESENT),
     "La casa es vieja.", None),
    (Scene("thing-place", things=(Thing("car", adjective="red"),), place="front_of_church",
           tense=PRESENT),
     "El coche rojo está delante de la iglesia.", None),
    (Scene("thing-place", things=(Thing("water"),), place="kitchen"),
     "El agua estaba en la cocina.", None),
    (Scene("thing-motion", things=(Thing("train"),), verbs=("leave",), time="on_monday"),
     "El tren salió el lunes.", None),
    (Scene("thing-passive", things=(Thing("door"),), verbs=("open",), time="yesterday"),
     "La puerta fue abierta ayer.", None),
    (Scene("weather", time="yesterday"), "Ayer llovió.", None),
    (Scene("weather", time="in_the_evening", tense=PRESENT), "Por la noche llueve.", None),
    (Scene("thing-pronoun", (Person("baker", F),), (car,), ("buy", "sell")),
     "La panadera compró el coche y lo vendió.", "El panadero compró el coche y lo vendió."),
    (Scene("thing-pronoun", (Person("baker", F, PLURAL),), (Thing("chair", PLURAL),),
           ("clean", "paint")),
     "Las panaderas limpiaron las sillas y las pintaron.",
     "Los panaderos limpiaron las sillas y las pintaron."),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "text", "other"), EXPECTED)
def test_sentence(scene: Scene, text: str, other: str | None, spanish: Grammar) -> None:
    assert spanish.tree(scene).text == text
    if other is not None:
        focused = scene if scene.focus is not None else replace(scene, focus=0)
        assert spanish.tree(focused.counterfactual()).text == other


def test_every_construction_is_written_out() -> None:
    assert {scene.construction for scene, _, _ in EXPECTED} == set(CONSTRUCTIONS)


def test_the_tree_of_a_sentence(spanish: Grammar) -> None:
    scene = Scene("of-person", (Person("actor", M, adjective="good"),), (car,),
                  adjectives=("red",), tense=PRESENT)  # fmt: skip
    sentence = spanish.tree(scene)
    assert sentence.text == "El coche del buen actor es rojo."
    rows = [(t.form, t.lemma, t.upos, t.head, t.deprel) for t in sentence.tokens]
    assert rows == [
        ("El", "el", "DET", 2, "det"),
        ("coche", "coche", "NOUN", 8, "nsubj"),
        ("de", "de", "ADP", 6, "case"),
        ("el", "el", "DET", 6, "det"),
        ("buen", "bueno", "ADJ", 6, "amod"),
        ("actor", "actor", "NOUN", 2, "nmod"),
        ("es", "ser", "AUX", 8, "cop"),
        ("rojo", "rojo", "ADJ", 0, "root"),
        (".", ".", "PUNCT", 8, "punct"),
    ]
    assert [(m.start, m.end, m.form) for m in sentence.multiwords] == [(3, 4, "del")]
    assert sentence.tokens[7].feats == {"Gender": "Masc", "Number": "Sing"}


# -- many sentences ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def many(spanish: Grammar) -> list[tuple[Scene, Sentence]]:
    known = load_grammar("en", WORDLISTS).lexicon.professions
    stereotypes = load_stereotypes(WORDLISTS / "stereotypes.tsv", known)
    shares = dict.fromkeys(CONSTRUCTIONS, 1)
    drawn = scenes(stereotypes, 5, "spanish test", shares=shares, balanced=True)
    return [(scene, spanish.tree(scene)) for scene in itertools.islice(drawn, 1500)]


_VALUES = {
    "Case": {"Acc", "Dat", "Nom", "Acc,Nom"},
    "Definite": {"Def", "Ind"},
    "Degree": {"Cmp"},
    "Gender": {"Masc", "Fem"},
    "Mood": {"Ind"},
    "NumForm": {"Word"},
    "NumType": {"Card"},
    "Number": {"Sing", "Plur"},
    "Number[psor]": {"Sing", "Plur"},
    "Person": {"1", "2", "3"},
    "Polarity": {"Neg"},
    "Poss": {"Yes"},
    "PrepCase": {"Npr"},
    "PronType": {"Art", "Dem", "Int", "Prs", "Rel", "Tot"},
    "PunctSide": {"Ini", "Fin"},
    "PunctType": {"Comm", "Peri", "Qest"},
    "Reflex": {"Yes"},
    "Tense": {"Pres", "Past", "Imp"},
    "VerbForm": {"Fin", "Inf", "Part"},
}


def test_trees_are_sound(many: list[tuple[Scene, Sentence]]) -> None:
    seen: dict[str, set[str]] = defaultdict(set)
    for _, sentence in many:
        heads = {token.id: token.head for token in sentence.tokens}
        assert list(heads.values()).count(0) == 1, sentence.text
        for token in sentence.tokens:
            steps, at = 0, token.id
            while at:
                at, steps = heads[at], steps + 1
                assert steps <= len(heads), f"cycle in {sentence.text}"
            low, high = sorted((token.id, token.head))
            for between in range(low + 1, high if token.head else low + 1):
                assert low <= heads[between] <= high, f"crossing arcs in {sentence.text}"
            for name, value in token.feats.items():
                seen[name].add(value)
    assert {name: values - _VALUES.get(name, set()) for name, values in seen.items()} == {
        name: set() for name in seen
    }


def test_words_agree(many: list[tuple[Scene, Sentence]]) -> None:
    """Determiners, adjectives and participles bear the gender and number of their noun."""
    checked = 0
    for _, sentence in many:
        for token in sentence.tokens:
            head = sentence.tokens[token.head - 1] if token.head else None
            if token.deprel in ("det", "amod") and head is not None:
                pairs = [(token, head)]
            elif token.deprel in ("nsubj", "nsubj:pass") and head is not None:
                # A coordinated subject is plural, and masculine if one of its parts is.
                if any(t.deprel == "conj" for t in sentence.children(token.id)):
                    continue
                aux = [t for t in sentence.children(head.id) if t.upos == "AUX"]
                pairs = [(t, token) for t in (head, *aux)]
            else:
                continue
            for dependent, noun in pairs:
                if dependent.upos in ("NOUN", "PROPN") and noun.upos != "PRON":
                    continue  # El coche está en la cocina: the place is the predicate
                for name in ("Gender", "Number"):
                    mine, its = dependent.feats.get(name), noun.feats.get(name)
                    if mine and its:
                        checked += 1
                        assert mine == its, (sentence.text, dependent.form, noun.form)
    assert checked > 5000


def test_text_is_clean(many: list[tuple[Scene, Sentence]]) -> None:
    for _, sentence in many:
        text = sentence.text
        assert text == sentence.comment("text")
        assert "  " not in text
        assert " ." not in text
        assert " ," not in text
        assert text[0].isupper() or text[0] == "¿"
        assert text.endswith("?" if text[0] == "¿" else ".")
        words = text.strip("¿?.").lower().replace(",", "").split()
        pairs = set(itertools.pairwise(words))
        assert not pairs & {("de", "el"), ("a", "el"), ("la", "agua"), ("un", "a")}, text
        surface = get("es").apply_contractions(sentence.tokens)
        assert surface.tokens == sentence.tokens, text
        assert [m.form for m in surface.multiwords] == [m.form for m in sentence.multiwords]


def test_counterfactuals_are_aligned(many: list[tuple[Scene, Sentence]], spanish: Grammar) -> None:
    """Same words but for forms, and those that differ show the other gender."""
    different = 0
    for scene, sentence in many:
        if scene.focus is None:
            continue
        other = spanish.tree(scene.counterfactual())
        assert spanish.tree(scene.counterfactual().counterfactual()) == sentence
        assert len(other.tokens) == len(sentence.tokens), sentence.text
        for mine, its in zip(sentence.tokens, other.tokens, strict=True):
            assert (mine.upos, mine.head, mine.deprel) == (its.upos, its.head, its.deprel)
            if mine.form != its.form:
                different += 1
                genders = {mine.feats.get("Gender"), its.feats.get("Gender")}
                assert genders == {"Masc", "Fem"}, (sentence.text, other.text, mine.form)
    assert different > 2000


# -- tables --------------------------------------------------------------------------------------


def test_every_key_has_spanish_words(spanish: Grammar) -> None:
    inventory = load_inventory()
    wanted = {
        "adjectives": set(inventory.adjectives),
        "nouns": set(inventory.nouns),
        "places": set(inventory.places),
        "times": set(inventory.times),
        "reasons": {*inventory.verbs["vp-subject"], *inventory.verbs["vp-object"]},
        "verbs": {
            key
            for frame, keys in inventory.verbs.items()
            for key in keys
            if not frame.startswith("vp-")
        },
    }
    for table, keys in wanted.items():
        assert keys <= set(spanish.lexicon.tables[table]), table
        for key, row in spanish.lexicon.tables[table].items():
            # What has no further use may be empty; a form may not.
            optional = {
                "gender", "number", "determiner", "reflexive", "preposition", "relation", "object",
                "aspect", "verbform", "copula",
            }  # fmt: skip
            empty = {name for name, value in row.items() if not value} - optional
            assert not empty or table in ("times", "reasons"), (table, key, empty)


def test_words_are_those_of_the_freeling_lexicon(spanish: Grammar) -> None:
    if "CDAFLOW_DATA" not in os.environ:
        pytest.skip("CDAFLOW_DATA (the folder of the shared data) is not set")
    slots: dict[str, set[str]] = defaultdict(set)
    path = Path(os.environ["CDAFLOW_DATA"]) / "unimorph" / "spa.freeling.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as handle:
        for line in handle:
            _, form, feats = line.rstrip("\n").split("\t")
            kind, *rest = feats.split(";")
            if len(rest) == 2:
                slots[form].update(
                    f"{kind} {g} {n}" for g in rest[0].split("/") for n in rest[1].split("/")
                )
    genders = {"Masc": "MASC", "Fem": "FEM"}
    for row in spanish.lexicon.tables["nouns"].values():
        assert f"N {genders[row['gender']]} SG" in slots[row["singular"]], row
        assert f"N {genders[row['gender']]} PL" in slots[row["plural"]], row
    forms = ("masculine", "feminine", "masculine_plural", "feminine_plural")
    known = 0
    for row in spanish.lexicon.tables["adjectives"].values():
        for column, slot in zip(forms, ("MASC SG", "FEM SG", "MASC PL", "FEM PL"), strict=True):
            form = row[column]
            # The lexicon leaves participles (cansado, honrado) to the verbs, which it lacks.
            if form in slots:
                known += 1
                assert {f"ADJ {slot}", f"N {slot}"} & slots[form], (row, column)
    assert known > 100
