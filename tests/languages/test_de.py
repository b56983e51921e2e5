"""German: determiners, declension, ends of nouns, and the gender of persons in sentences."""

from __future__ import annotations

import gzip
import os
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from cdaflow import languages
from cdaflow.languages import Slot, common, genders
from cdaflow.scoring.entity import Source, entity_gender
from cdaflow.scoring.evidence import EntityGender, Evidence, Gender, Reason
from cdaflow.scoring.noun_phrase import Knowledge
from cdaflow.wordlists.lexicon import Lexicon, read_professions

ROOT = Path(__file__).parents[2]
DE = languages.get("de")


@cache
def known() -> Knowledge:
    return Knowledge(
        DE, read_professions(ROOT / "config/wordlists/professions.de.tsv", DE), Lexicon()
    )


def judge(profession: str, sentence: str, linked: str = "") -> EntityGender:
    """Judge a profession in a sentence; `linked`: the target word that an aligner gives it."""
    words = DE.words(sentence)
    english = profession.lower().split()
    links = frozenset((0, j) for j, word in enumerate(words) if word == linked)
    source = Source(english, range(len(english)), profession)
    return entity_gender(source, words, links if linked else None, known())


def shown(text: str) -> set[str]:
    """Return the genders on which the words of a noun phrase agree in the singular."""
    *before, noun = text.lower().split()
    slots = DE.morphology.noun(noun)
    for word in before:
        slots = common(slots, DE.determiners.get(word) or DE.morphology.adjective(word) or slots)
    return genders(frozenset(slot for slot in slots if "Plur" not in slot), DE.genders)


CASES = ("Nom", "Gen", "Dat", "Acc")


@pytest.mark.parametrize(
    ("gender", "forms"),
    [
        ("Masc", "der des dem den"),
        ("Fem", "die der der die"),
        ("Neut", "das des dem das"),
        ("Masc", "ein eines einem einen"),
        ("Fem", "eine einer einer eine"),
        ("Neut", "ein eines einem ein"),
        ("Masc", "dieser dieses diesem diesen"),
        ("Fem", "jede jeder jeder jede"),
        ("Masc", "ihr ihres ihrem ihren"),
        ("Fem", "ihre ihrer ihrer ihre"),
        ("Masc", "unser unseres unserem unseren"),
        ("Fem", "eure eurer eurer eure"),
        ("Masc", "kein keines keinem keinen"),
        ("Masc", "derjenige desjenigen demjenigen denjenigen"),
        ("Fem", "dieselbe derselben derselben dieselbe"),
    ],
)
def test_determiners_by_case(gender: str, forms: str) -> None:
    for case, form in zip(CASES, forms.split(), strict=True):
        assert (gender, "Sing", case) in DE.determiners[form], (form, case)


def test_der_is_no_other_case() -> None:
    assert DE.determiners["der"] == {
        ("Masc", "Sing", "Nom"),
        ("Fem", "Sing", "Gen"),
        ("Fem", "Sing", "Dat"),
        ("", "Plur", "Gen"),
    }


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("zum", {"Masc", "Neut"}),
        ("zur", {"Fem"}),
        ("vom", {"Masc", "Neut"}),
        ("ins", {"Neut"}),
        ("beim", {"Masc", "Neut"}),
    ],
)
def test_merged_prepositions(form: str, expected: set[str]) -> None:
    assert genders(DE.determiners[form], DE.genders) == expected


def written(form: str, slot: Slot) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for words, reading in DE.morphology.spellings(tuple(form.split()), slot):
        found[reading[2]].add(" ".join(words))
    return dict(found)


@pytest.mark.parametrize(
    ("form", "slot", "forms"),
    [
        ("lehrer", ("Masc", "Sing"), "lehrer | lehrers | lehrer | lehrer"),
        ("koch", ("Masc", "Sing"), "koch | kochs koches | koch | koch"),
        ("boss", ("Masc", "Sing"), "boss | bosses | boss | boss"),
        ("chef", ("Masc", "Sing"), "chef | chefs | chef | chef"),
        ("opfer", ("Neut", "Sing"), "opfer | opfers | opfer | opfer"),
        ("kunde", ("Masc", "Sing"), "kunde | kunden | kunden | kunden"),
        ("student", ("Masc", "Sing"), "student | studenten | studenten | studenten"),
        ("gast", ("Masc", "Sing"), "gast | gasts gastes | gast | gast"),
        ("bauer", ("Masc", "Sing"), "bauer | bauern bauers | bauer bauern | bauer bauern"),
        ("autor", ("Masc", "Sing"), "autor | autors | autor | autor"),
        ("ärztin", ("Fem", "Sing"), "ärztin | ärztin | ärztin | ärztin"),
        ("hebamme", ("Fem", "Sing"), "hebamme | hebamme | hebamme | hebamme"),
        ("ärzte", ("Masc", "Plur"), "ärzte | ärzte | ärzten | ärzte"),
        ("lehrer", ("Masc", "Plur"), "lehrer | lehrer | lehrern | lehrer"),
        ("kunden", ("Masc", "Plur"), "kunden | kunden | kunden | kunden"),
        ("ärztinnen", ("Fem", "Plur"), "ärztinnen | ärztinnen | ärztinnen | ärztinnen"),
        (
            "angestellter",
            ("Masc", "Sing"),
            "angestellter angestellte | angestellten | angestelltem angestellten | angestellten",
        ),
        (
            "angestellte",
            ("Fem", "Sing"),
            "angestellte | angestellter angestellten | angestellter angestellten | angestellte",
        ),
        ("beamtin", ("Fem", "Sing"), "beamtin | beamtin | beamtin | beamtin"),
        ("jemand", ("Masc", "Sing"), "jemand | jemandes | jemand jemandem | jemand jemanden"),
        ("leiter im verkauf", ("Masc", "Sing"), " | ".join(
            f"{form} im verkauf" for form in ("leiter", "leiters", "leiter", "leiter"))),
    ],
)  # fmt: skip
def test_declension(form: str, slot: Slot, forms: str) -> None:
    expected = [set(cell.split(" ")) if " " not in form else {cell} for cell in forms.split(" | ")]
    assert written(form, slot) == dict(zip(CASES, expected, strict=True))


def test_an_adjective_before_the_noun_declines_with_it() -> None:
    forms = written("technischer zeichner", ("Masc", "Sing"))
    assert "technischen zeichners" in forms["Gen"]
    assert {"technischem zeichner", "technischen zeichner"} <= forms["Dat"]
    assert forms["Acc"] == {"technischen zeichner"}
    forms = written("technische zeichnerin", ("Fem", "Sing"))
    assert forms["Dat"] == {"technischer zeichnerin", "technischen zeichnerin"}


def test_laws_of_the_word_list() -> None:
    """Each form is among its spellings, and each spelling is found again with its reading."""
    professions = known().professions
    path = ROOT / "config/wordlists/professions.de.tsv"
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        name, *cells, note = line.split("\t")
        fixed = note.removeprefix("fixed:") if note.startswith("fixed:") else ""
        slots = [(g, n) for n in ("Sing", "Plur") for g in ("Masc", "Fem")]
        for cell, (gender, number) in zip(cells, slots, strict=True):
            form = tuple(word.lower() for word in DE.words(cell))
            if not form:
                continue
            pairs = list(DE.morphology.spellings(form, (fixed or gender, number)))
            assert form in [words for words, _ in pairs], cell
            for words, slot in pairs:
                assert slot[0] in (fixed or gender, "")
                assert slot[1] == number
                (match,) = professions.find(name, list(words))
                assert slot in match.slots, (name, words)


def test_declension_agrees_with_unimorph() -> None:
    """Every form that UniMorph has of a listed noun is one of its spellings, but for its slips."""
    if "CDAFLOW_DATA" not in os.environ:
        pytest.skip("CDAFLOW_DATA (the folder of the shared data) is not set")
    path = Path(os.environ["CDAFLOW_DATA"]) / "unimorph" / "deu.sigmorphon.tsv.gz"
    table: dict[str, set[tuple[str, str, str]]] = defaultdict(set)
    with gzip.open(path, "rt", encoding="utf-8") as handle:
        for line in handle:
            lemma, form, features = line.rstrip("\n").lower().split("\t")
            kind, *rest = features.split(";")
            if kind == "n" and len(rest) == 2:
                table[lemma].add((form, *rest))  # type: ignore[arg-type]
    numbers = {"Sing": "sg", "Plur": "pl"}
    compared, missing = 0, set()
    rows = (ROOT / "config/wordlists/professions.de.tsv").read_text(encoding="utf-8").splitlines()
    for line in rows[1:]:
        _, *cells, note = line.split("\t")
        for gender, column in (("Masc", 0), ("Fem", 1)):
            lemma, plural = cells[column].lower(), cells[column + 2].lower()
            value = note.removeprefix("fixed:") if note.startswith("fixed:") else gender
            if lemma not in table or not plural:
                continue
            compared += 1
            ours = {
                (words[0], slot[2].lower(), numbers[slot[1]])
                for form, number in ((lemma, "Sing"), (plural, "Plur"))
                for words, slot in DE.morphology.spellings((form,), (value, number))
            }
            missing |= {(lemma, form) for form, *_ in table[lemma] - ours}
    assert compared > 250
    # The dative plural of UniMorph lacks its -n.
    assert missing == {("begleiter", "begleiter"), ("doktorvater", "doktorväter")}


@pytest.mark.parametrize(
    ("phrase", "gender"),
    [
        ("der Flötist", "Masc"),
        ("der Flötistin", "Fem"),
        ("dem Flötisten", "Masc"),
        ("des Kranführers", "Masc"),
        ("der Kranführerin", "Fem"),
        ("ihr Zugbegleiter", "Masc"),
        ("ihre Zugbegleiterin", "Fem"),
        ("der Bankangestellte", "Masc"),
        ("der Bankangestellten", "Fem"),
        ("dem Bankangestellten", "Masc"),
        ("ein Bankangestellter", "Masc"),
        ("eine Bankangestellte", "Fem"),
        ("der Obstverkäufer", "Masc"),
        ("der Reinemachefrau", "Fem"),
        ("dem Kameramann", "Masc"),
        ("der Fachkraft", "Fem"),
        ("der Ansprechperson", "Fem"),
        ("dem Dienstmädchen", "Neut"),
        ("der junge Azubi-Koch", "Masc"),
        ("der alten Azubi-Köchin", "Fem"),
        ("der Geologe", "Masc"),
        ("dem Geologen", "Masc"),
        ("der Ingenieurin", "Fem"),
        ("der Buchhaltung", "Fem"),
    ],
)
def test_ends_of_nouns_and_their_determiners(phrase: str, gender: str) -> None:
    assert shown(phrase) == {gender}


@pytest.mark.parametrize(
    "word", ["termin", "medizin", "darin", "schnell", "berlin", "immerhin", "besser", "freundliche"]
)
def test_no_noun_for_a_person(word: str) -> None:
    assert DE.morphology.noun(word) == frozenset()


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("ein junger", {"Masc"}),
        ("ein junges", {"Neut"}),
        ("der junge", {"Masc"}),
        ("der jungen", {"Fem"}),
        ("des freundlichen", {"Masc", "Neut"}),
        ("die tüchtige", {"Fem"}),
        ("jungem", {"Masc", "Neut"}),
    ],
)
def test_adjectives(phrase: str, expected: set[str]) -> None:
    *before, adjective = phrase.split()
    slots = DE.morphology.adjective(adjective) or frozenset()
    for word in before:
        slots = common(DE.determiners[word], slots)
    assert genders(frozenset(s for s in slots if s[1] == "Sing"), DE.genders) == expected


@pytest.mark.parametrize("word", ["gestern", "verhaftete", "informierten", "stellt", "jemand"])
def test_no_adjective(word: str) -> None:
    assert DE.morphology.adjective(word) is None


MALE, FEMALE, NEUTRAL = Gender.MALE, Gender.FEMALE, Gender.NEUTRAL


@pytest.mark.parametrize(
    ("profession", "sentence", "gender"),
    [
        # the noun
        ("baker", "Der Bäcker schloss früh.", MALE),
        ("baker", "Die Bäckerin schloss früh.", FEMALE),
        ("dentist", "Wir gingen zum Zahnarzt.", MALE),
        ("dentist", "Wir gingen zur Zahnärztin.", FEMALE),
        ("plumber", "Sie rief einen Klempner an.", MALE),
        ("plumber", "Er rief eine Klempnerin an.", FEMALE),
        ("sailor", "Das Boot des Seemanns sank.", MALE),
        ("sailor", "Das Boot der Seefrau sank.", FEMALE),
        ("judges", "-", Gender.UNKNOWN),
        # weak nouns and their cases
        ("pilot", "Die Crew glaubte dem Piloten.", MALE),
        ("pilot", "Die Crew glaubte der Pilotin.", FEMALE),
        ("witness", "Niemand sah den Zeugen.", MALE),
        ("witness", "Niemand sah die Zeugin.", FEMALE),
        ("farmer", "Der Hof des Bauern brannte.", MALE),
        ("farmer", "Der Hof der Bäuerin brannte.", FEMALE),
        # possessives agree with the person, whoever possesses
        ("neighbor", "Ihr Nachbar grillte.", MALE),
        ("neighbor", "Seine Nachbarin grillte.", FEMALE),
        ("colleague", "Sie traute ihrem Kollegen nicht.", MALE),
        ("colleague", "Er traute seiner Kollegin nicht.", FEMALE),
        # nominalised adjectives
        ("supervisor", "Der Vorgesetzte lachte.", MALE),
        ("supervisor", "Die Vorgesetzte lachte.", FEMALE),
        ("supervisor", "Ein Vorgesetzter lachte.", MALE),
        ("supervisor", "Eine Vorgesetzte lachte.", FEMALE),
        ("supervisor", "Wir halfen dem Vorgesetzten.", MALE),
        ("supervisor", "Wir halfen der Vorgesetzten.", FEMALE),
        ("supervisor", "Das Büro ihres Vorgesetzten war leer.", MALE),
        ("supervisor", "Das Büro ihrer Vorgesetzten war leer.", FEMALE),
        ("supervisor", "Er kennt den neuen Vorgesetzten.", MALE),
        ("supervisor", "Er kennt die neue Vorgesetzte.", FEMALE),
        ("supervisor", "Das weiß mein Vorgesetzter.", MALE),
        ("supervisor", "Sie sprach als Vorgesetzte.", FEMALE),
        ("president", "Vom Vorsitzenden kam nichts.", MALE),
        ("president", "Von der Vorsitzenden kam nichts.", FEMALE),
        ("employee", "Jeder Angestellte kam.", MALE),
        ("employee", "Jede Angestellte kam.", FEMALE),
        # civil servants decline as adjectives, women among them do not
        ("officer", "Er fragte den Beamten.", MALE),
        ("officer", "Er fragte die Beamtin.", FEMALE),
        # adjectives between
        ("nurse", "Ein sehr müder Krankenpfleger ging heim.", MALE),
        ("nurse", "Eine sehr müde Krankenschwester ging heim.", FEMALE),
        ("CEO", "Der neue CEO kündigte.", MALE),
        ("CEO", "Die neue CEO kündigte.", FEMALE),
        # one form for both: the determiner, and where it is open, the case
        ("CEO", "Er sah den CEO.", MALE),
        ("CEO", "Er sah die CEO.", FEMALE),
        ("CEO", "Der CEO lächelte.", MALE),
        ("CEO", "Er sprach mit der CEO.", FEMALE),
        ("CEO", "Sie ging, weil der CEO schrie.", MALE),
        ("CEO", "Sie ging, bis der CEO schrie.", MALE),
        ("CEO", "Das Team dankte der CEO.", FEMALE),
        ("CEO", "Er blieb wegen der CEO.", FEMALE),
        # nouns of one gender for everybody
        ("victim", "Das Opfer schwieg.", NEUTRAL),
        ("child", "Sie gab dem Kind Brot.", NEUTRAL),
        ("guard", "Die Wache schlief ein.", FEMALE),
        ("guest", "Der Gast aß nichts.", MALE),
        # a masculine noun in the feminine
        ("doctor", "Die Arzt kam spät.", FEMALE),
        ("doctor", "Eine Arzt kam spät.", FEMALE),
        ("cook", "Sie lobte die Koch.", FEMALE),
        # plurals have the gender of their noun
        ("doctor", "Die Ärzte streikten.", MALE),
        ("doctor", "Die Ärztinnen streikten.", FEMALE),
        ("doctor", "Mit Ärzten redet er nicht.", MALE),
        # pronouns decide nothing
        ("engineer", "Der Ingenieur sagte, dass sie krank sei.", MALE),
        ("engineer", "Die Ingenieurin sagte, dass er krank sei.", FEMALE),
        # a relative pronoun or an object before the article
        ("gardener", "Der Baum, den der Gärtner goss, blühte.", MALE),
        ("gardener", "Die Rosen, die die Gärtnerin goss, blühten.", FEMALE),
        ("gardener", "Gestern gab ihr der Gärtner Rosen.", MALE),
    ],
)
def test_sentences(profession: str, sentence: str, gender: Gender) -> None:
    assert judge(profession, sentence).gender is gender


@pytest.mark.parametrize(
    ("profession", "sentence", "reason"),
    [
        ("employee", "Die Angestellten streikten.", Reason.AMBIGUOUS_NOUN),
        ("CEO", "Die CEOs streikten.", Reason.AMBIGUOUS_NOUN),
        ("CEO", "Er las die Briefe der CEOs.", Reason.AMBIGUOUS_NOUN),
        ("someone", "Jemand klopfte.", Reason.AMBIGUOUS_NOUN),
        ("someone", "Sie überraschte jemanden.", Reason.AMBIGUOUS_NOUN),
        ("someone", "Sie half jemandem.", Reason.AMBIGUOUS_NOUN),
        ("CEO", "Gestern half der CEO.", Reason.AMBIGUOUS_NOUN),
        ("expert", "Die Fachleute kamen.", Reason.AMBIGUOUS_NOUN),
        ("counselor", "Er hörte den Rat des Beraterin.", Reason.CONFLICT),
        ("waiter", "Ein Kellnerin brachte Tee.", Reason.CONFLICT),
        ("waiter", "Es gab Tee.", Reason.NO_ALIGNMENT),
    ],
)
def test_unknown(profession: str, sentence: str, reason: Reason) -> None:
    result = judge(profession, sentence)
    assert (result.gender, result.reason) == (Gender.UNKNOWN, reason)


@pytest.mark.parametrize(
    ("sentence", "linked", "gender"),
    [
        ("Der Kranführer stieg herab.", "Kranführer", MALE),
        ("Er sah zur Kranführerin auf.", "Kranführerin", FEMALE),
        ("Er dankte dem Museumsangestellten.", "Museumsangestellten", MALE),
        ("Er dankte der Museumsangestellten.", "Museumsangestellten", FEMALE),
        # Places are no persons.
        ("Sie brachte es zur Rezeption.", "Rezeption", Gender.UNKNOWN),
        ("Sie brachte es zum Friseursalon.", "Friseursalon", Gender.UNKNOWN),
        ("Sie brachte es ins Schreibbüro.", "Schreibbüro", Gender.UNKNOWN),
        ("Der Roofer stieg herab.", "Roofer", MALE),
    ],
)
def test_nouns_that_are_not_listed(sentence: str, linked: str, gender: Gender) -> None:
    assert judge("roofer", sentence, linked).gender is gender


def test_evidence() -> None:
    assert judge("CEO", "Er sah den CEO.").evidence is Evidence.DETERMINER
    assert judge("CEO", "Der CEO kam.").evidence is Evidence.AGREEMENT
    assert judge("victim", "Das Opfer kam.").evidence is Evidence.FIXED
    assert judge("doctor", "Die Arzt kam.").evidence is Evidence.DETERMINER_OVER_NOUN
