"""Gender alternatives of the embedded corpus."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cdaflow.alternatives.structures import AMBIGUOUS, FEMININE, MASCULINE, Alternatives, marked
from cdaflow.cli import main
from cdaflow.demo.alternatives import MarkedEnglish, alternatives_of, with_genders
from cdaflow.demo.corpus import load_all
from cdaflow.demo.grammar import Grammar
from cdaflow.demo.scene import Determiner, Gender, Number, Person, Scene, Tense
from cdaflow.io.files import read_lines
from cdaflow.trees import read_conllu

WORDLISTS = Path(__file__).parents[2] / "config" / "wordlists"
STEREOTYPES = WORDLISTS / "stereotypes.tsv"
HE, SHE = Gender.MASCULINE, Gender.FEMININE

Offer = Callable[[str, Scene], Alternatives]


@pytest.fixture(scope="module")
def grammars() -> dict[str, Grammar]:
    return dict(load_all(("es", "fr", "it"), WORDLISTS, STEREOTYPES)[0])


@pytest.fixture(scope="module")
def offer(grammars: dict[str, Grammar]) -> Offer:
    english = MarkedEnglish(grammars["en"].lexicon)
    return lambda code, scene: alternatives_of(
        scene, english.text(scene), english.entities(scene), grammars[code]
    )


def _people(alternatives: Alternatives) -> list[tuple[str, str]]:
    return [
        (alternatives.source[each.start : each.end], each.label)
        for each in alternatives.entities or ()
    ]


TIRED = Scene(
    "coordinated-people", (Person("doctor", SHE), Person("nurse", HE)), adjectives=("tired",)
)
BECAUSE = Scene(
    "because-adjective", (Person("lawyer", SHE), Person("cook", SHE)), verbs=("hire",),
    adjectives=("patient",), referent=1,
)  # fmt: skip


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("es", "[[El médico/La médica]] y [[el enfermero/la enfermera]] estaban "
               "[[cansados/cansadas]]."),
        ("fr", "[[Le/La]] médecin et [[l'infirmier/l'infirmière]] étaient "
               "[[fatigués/fatiguées]]."),
        ("it", "[[Il dottore/La dottoressa]] e [[l'infermiere/l'infermiera]] erano "
               "[[stanchi/stanche]]."),
    ],
)  # fmt: skip
def test_a_word_of_two_people_depends_on_both(offer: Offer, code: str, expected: str) -> None:
    found = offer(code, TIRED)
    assert marked(found) == expected
    assert [each.entities for each in found.structures] == [(0,), (1,), (0, 1)]
    assert _people(found) == [("doctor", AMBIGUOUS), ("nurse", AMBIGUOUS)]


def test_a_pronoun_tells_the_gender(offer: Offer) -> None:
    found = offer("es", BECAUSE)
    assert found.source == "The lawyer hired the cook because she was patient."
    assert _people(found) == [("lawyer", AMBIGUOUS), ("cook", FEMININE)]
    assert marked(found) == "[[El abogado/La abogada]] contrató a la cocinera porque era paciente."


def test_a_noun_tells_the_gender_and_they_does_not(offer: Offer) -> None:
    king = Scene("simple", (Person("king", HE),), verbs=("sleep",))
    assert _people(offer("es", king)) == [("king", MASCULINE)]
    they = Scene("said", (Person("doctor", SHE, neutral=True),), adjectives=("tired",), referent=0)
    assert _people(offer("es", they)) == [("doctor", AMBIGUOUS)]


def test_the_head_of_a_profession_of_two_words(offer: Offer) -> None:
    driver = Scene("simple", (Person("taxi driver", HE),), verbs=("sleep",))
    assert _people(offer("es", driver)) == [("driver", AMBIGUOUS)]


def test_nothing_to_offer(offer: Offer) -> None:
    judges = Person("judge", HE, Number.PLURAL, Determiner.OUR)
    found = offer("fr", Scene("simple", (judges,), verbs=("sing",), tense=Tense.PRESENT))
    assert found.structures == ()
    assert found.open == (0,)
    weather = offer("fr", Scene("weather"))
    assert weather.entities == ()


def test_an_article_that_joins_its_noun(offer: Offer) -> None:
    actor = Person("actor", HE, determiner=Determiner.A)
    found = offer("it", Scene("passive", (actor,), verbs=("invite",)))
    assert marked(found).startswith("[[Un attore/Un'attrice]] è [[stato invitato/stata invitata]]")


def test_each_combination_is_what_the_grammar_says(
    offer: Offer, grammars: dict[str, Grammar]
) -> None:
    genders = {"Masc": HE, "Fem": SHE}
    for code in ("es", "fr", "it"):
        texts = list(offer(code, TIRED).texts())
        assert len(texts) == 4
        for chosen, text in texts:
            scene = with_genders(TIRED, {index: genders[one] for index, one in chosen.items()})
            assert text == grammars[code].text(scene)


def test_the_files(tmp_path: Path) -> None:
    sizes = {"train": 60, "dev": 10, "test": 20, "challenge": 40, "seed": 2}
    options = [word for key, value in sizes.items() for word in (f"--{key}", str(value))]
    options += ["--stereotypes", str(STEREOTYPES), "--wordlists", str(WORDLISTS)]
    for command in ("write", "alternatives"):
        arguments = ["demo", command, "--languages", "es", *options]
        assert main([*arguments, "--output-dir", str(tmp_path / command)]) == 0
    for split in ("train", "dev", "test"):
        pairs = (tmp_path / f"write/en-es/{split}.tsv").read_text().splitlines()
        made = tmp_path / "alternatives"
        found, tags = (
            [json.loads(line) for line in read_lines(made / code / f"{split}.jsonl.gz")]
            for code in ("es", "en")
        )
        trees = [tree.text for tree in read_conllu(made / f"es/{split}.conllu.gz")]
        assert [each["source"] for each in found] == [pair.split("\t")[0] for pair in pairs]
        assert trees == [each["text"] for each in found]
        assert [(each["source"], each["heads"]) for each in tags] == [
            (each["source"], each["entities"]) for each in found
        ]
