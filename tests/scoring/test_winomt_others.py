"""The other person of a sentence, and the pronoun."""

import os
from pathlib import Path

import pytest

from cdaflow import languages
from cdaflow.errors import InputError
from cdaflow.languages.person_pronouns import read_pronouns
from cdaflow.scoring.challenge import Row, read_challenge
from cdaflow.scoring.evidence import EntityGender, Gender
from cdaflow.scoring.pronouns import ENGLISH, PronounOutcome, PronounTranslation, translated_pronoun
from cdaflow.scoring.winomt_counts import other_outcomes, other_scores, pronoun_counts
from cdaflow.scoring.winomt_counts import secondary_counts as counts_of
from cdaflow.scoring.winomt_items import WinoMTItem, pairs, read_secondary, secondary_rows
from cdaflow.statistics.estimates import Estimate, wilson

from ..errors import raises

ROOT = Path(__file__).parents[2]


def row(gender, index, sentence, entity):
    return Row(gender, index, sentence, entity)


# -- who the other person is -----------------------------------------------------------------


def test_the_other_person_is_a_noun_that_is_not_the_entity():
    rows = [
        row("female", 1, "The nurse saw the construction worker because she was late.", "nurse"),
        row("male", 4, "The nurse saw the baker's car because he was late.", "baker"),
        row("male", 1, "The nurse told someone, that he was late.", "nurse"),
        row("male", 1, "The nurse told the doctor that he was late.", "nurse"),
        row("male", 1, "The nurse told the nurse that he was late.", "nurse"),
    ]
    others = secondary_rows(rows, ["construction worker", "worker"])
    assert [other and (other.index, other.entity) for other in others] == [
        (4, "construction worker"),
        (1, "nurse"),
        (3, "someone"),
        None,  # "doctor" stands in no list and is no entity of any row
        None,
    ]
    assert [other.gender for other in others if other] == ["female", "male", "male"]


def test_pairs_differ_in_the_pronoun_alone():
    rows = [
        row("male", 1, "The nurse saw the baker because he was late.", "nurse"),
        row("female", 4, "The nurse saw the baker because she was late.", "baker"),
        row("female", 1, "The nurse saw the baker because she was late.", "nurse"),
        row("male", 1, "The nurse helped the baker and saw him.", "nurse"),
        row("female", 1, "The nurse helped the baker and saw her.", "nurse"),
        row("male", 1, "The nurse sold the baker his car.", "nurse"),
        row("female", 1, "The nurse sold the baker her car.", "nurse"),
        row("neutral", 1, "The nurse sold the baker their car.", "nurse"),
    ]
    assert pairs(rows) == [(0, 2), (3, 4), (5, 6)]


@pytest.mark.data
def test_all_other_persons_of_winomt_are_found():
    folder = Path(os.environ["CDAFLOW_DATA"]) / "winomt"
    rows = read_challenge(folder / "en.txt")
    listed = (ROOT / "config/wordlists/professions.tsv").read_text().splitlines()[1:]
    found = secondary_rows(rows, [line.split("\t")[0] for line in listed])
    given = read_secondary(folder / "variants" / "en_secondary.txt", rows)
    assert len(given) == 3888
    assert [(one.index, one.entity.lower()) for one in found] == [
        (other.index, other.entity.lower()) for other in given
    ]
    with raises("secondary.other-sentence"):
        read_secondary(folder / "variants" / "en_neutral_secondary.txt", rows[:240])


# -- the scores ------------------------------------------------------------------------------


def judged(index, gender, secondary, pronoun=None):
    """Return a row of the sentence number `index`, its other person, its pronoun."""
    word = {"male": "he", "female": "she", "neutral": "they"}[gender]
    english = row(gender, 1, f"The nurse saw baker number {index} because {word} left.", "nurse")
    other = row(gender, 3, english.sentence, "baker")
    found = (
        PronounTranslation(word, gender, True, PronounOutcome(pronoun))
        if pronoun
        else PronounTranslation()
    )
    return WinoMTItem(
        english,
        "-",
        "text",
        EntityGender(Gender.MALE),
        "",
        other if secondary else None,
        EntityGender(Gender(secondary)) if secondary else None,
        pronoun=found,
    )


PAIRS = [  # with he, with she
    ("male", "male"),
    ("female", "female"),
    ("male", "male"),
    ("male", "female"),
    ("female", "male"),
    ("neutral", "male"),
    ("male", "unknown"),
    (None, None),
]


def test_secondary_scores_by_hand():
    rows = [
        judged(n, gender, secondary)
        for n, pair in enumerate(PAIRS)
        for gender, secondary in zip(("male", "female"), pair, strict=True)
    ]
    rows.append(judged(99, "neutral", "male"))
    counts = counts_of(rows)
    assert counts == {
        "rows": 15,
        "known": 14,
        "known_gendered": 13,
        # he: male 4 (rows 1, 3, 4, 7); she: female 2 (rows 2, 4)
        "agreeing": 4 + 2,
        "pairs": 6,
        "kept": 3,
        "followed": 1,
        "against": 1,
        "changed": 1,
    }
    scores = other_scores(rows)
    expected = {
        "secondary_known": 14 / 15,
        "secondary_agreement": 6 / 13,
        "secondary_kept": 3 / 6,
        "secondary_followed": 1 / 6,
    }
    assert {name: scores[name].value for name in expected} == pytest.approx(
        {name: 100 * value for name, value in expected.items()}
    )
    # Wilson's interval of 3 of 6, from the formula.
    assert (scores["secondary_kept"].low, scores["secondary_kept"].high) == pytest.approx(
        (18.76, 81.24), abs=0.01
    )
    assert other_outcomes(rows)["secondary"] == "mmffmmmffmnmmu--m"


def test_both_rows_of_a_sentence_are_one_for_an_interval():
    # In 20 sentences of 40 the other person is known with "he" and with "she", in 20 in neither.
    rows = [
        judged(n, gender, "male" if n < 20 else "unknown")
        for n in range(40)
        for gender in ("male", "female")
    ]
    twins = [n // 2 for n in range(80)]
    paired, single = other_scores(rows, twins), other_scores(rows)
    # 80 rows are worth 80 (1/4 / 79) / (40/39 * 40 / 80^2) = 3120/79; see test_clusters.
    low, high = wilson(3120 / 79 / 2, 3120 / 79)
    assert paired["secondary_known"].interval == pytest.approx((100 * low, 100 * high))
    low, high = wilson(40, 80)
    assert single["secondary_known"].interval == pytest.approx((100 * low, 100 * high))
    # These count sentences anyway.
    assert paired["secondary_kept"] == single["secondary_kept"]


def test_pronoun_scores_by_hand():
    spelled = {"s": "same", "o": "other-gender", "g": "gender-not-shown", "e": "elided"}
    rows = [judged(n, "female", None, spelled[letter]) for n, letter in enumerate("sssooge")]
    rows += [judged(n, "male", None, spelled[letter]) for n, letter in enumerate("ssee")]
    rows.append(judged(50, "neutral", None))
    counts = pronoun_counts(rows)
    assert counts["nominative"]["female"] == {
        "rows": 7,
        "same": 3,
        "other-gender": 2,
        "gender-not-shown": 1,
        "elided": 1,
    }
    scores = other_scores(rows)
    assert scores["pronoun_error_female"].value == pytest.approx(100 * 2 / 7)
    assert scores["pronoun_error_male"].value == 0
    assert scores["pronoun_elided"].value == pytest.approx(100 * 3 / 11)
    assert scores["secondary_kept"] == Estimate(None)
    assert other_outcomes(rows)["pronoun"] == "sssoogessee-"


# -- finding the pronoun ---------------------------------------------------------------------

HE = "the cook saw the guest because he was late ."
SHE = "the cook saw the guest because she was late ."
SAME, OTHER, OPEN, ELIDED = "same", "other-gender", "gender-not-shown", "elided"


@pytest.mark.parametrize(
    ("code", "english", "translation", "outcome"),
    [
        # Naik et al. (2023, Table 4): the sign of the fault is "she" as "il".
        ("fr", SHE, "La cuisinière a vu l'invitée parce qu'il était en retard.", OTHER),
        ("fr", SHE, "Le cuisinier a vu l'invité parce qu'elle était en retard.", SAME),
        ("fr", HE, "Le cuisinier a vu l'invité parce qu'elle était en retard.", OTHER),
        ("fr", SHE, "Le cuisinier a vu l'invité après son retard.", ELIDED),
        ("es", SHE, "El cocinero vio al huésped porque llegaba tarde.", ELIDED),
        ("es", SHE, "El cocinero vio al huésped porque ella llegaba tarde.", SAME),
        ("es", HE, "El cocinero vio al huésped porque ella llegaba tarde.", OTHER),
        ("it", SHE, "Il cuoco ha visto l'ospite perché lui era in ritardo.", OTHER),
        ("pt", SHE, "O cozinheiro viu o hóspede porque ela estava atrasada.", SAME),
        ("pt", HE, "O cozinheiro viu o hóspede porque ela estava atrasada.", OTHER),
        ("de", SHE, "Der Koch sah den Gast, weil sie zu spät kam.", SAME),
        ("de", SHE, "Der Koch sah den Gast, weil er zu spät kam.", OTHER),
        ("ru", SHE, "Повар увидел гостя, потому что она опоздала.", SAME),
        ("ru", SHE, "Повар увидел гостя, потому что он опоздал.", OTHER),
        ("he", SHE, "הטבח ראה את האורח כי היא איחרה.", SAME),
        ("he", SHE, "הטבח ראה את האורח מפני שהוא איחר.", OTHER),
    ],
)
def test_the_only_gendered_pronoun_of_a_sentence(code, english, translation, outcome):
    split = (
        languages.get("es").words if code in ("de", "ru", "he", "pt") else languages.get(code).words
    )
    words = [word.lower() for word in split(translation)]
    found = translated_pronoun(english.split(), words, None, languages.pronouns(code))
    assert (found.english, found.nominative) == ("she" if english is SHE else "he", True)
    assert found.outcome == outcome
    if outcome in (SAME, OTHER):
        assert words[found.index] in languages.pronouns(code)


FR = languages.pronouns("fr")


@pytest.mark.parametrize(
    ("english", "french", "links", "outcome"),
    [
        # A link decides between two pronouns.
        ("he saw her .", "elle la voyait , il dormait", {(0, 0)}, OTHER),
        ("he saw her .", "elle la voyait , il dormait", {(0, 4)}, SAME),
        # Pronouns of both genders, and no link: nothing can be told.
        ("she saw him .", "elle le voyait", None, OPEN),
        ("she left .", "elle part , lui aussi et il dort", None, OPEN),
        # "it" may have become il or elle: without a link it is not taken for that of "she".
        ("she broke it .", "cassé , il est", None, OPEN),
        ("she broke it .", "cassé , elle est", {(0, 2)}, SAME),
        # An object clitic beside "it" is that of the thing.
        ("she broke it .", "on le casse", {(0, 1)}, ELIDED),
        # The form does not show a gender.
        ("because she wanted .", "parce que lui voulait", {(1, 2)}, OPEN),
        ("she likes her car .", "sa voiture", {(2, 0)}, ELIDED),
        ("the car of his friend .", "sa voiture", {(3, 0)}, OPEN),
        # No pronoun of a person, or of no gender.
        ("they left it .", "ils partent", {(0, 0)}, "-"),
        ("the cook left .", "elle part", None, "-"),
    ],
)
def test_links_and_rivals(english, french, links, outcome):
    found = translated_pronoun(english.split(), french.split(), links, FR)
    assert found.outcome == outcome


def test_pronouns_of_other_cases_are_told_apart():
    found = translated_pronoun(
        ["the", "cook", "saw", "her", "."], ["le", "cuisinier", "lui", "parle"], None, FR
    )
    assert (found.english, found.gender, found.nominative) == ("her", "female", False)
    # Of several the nominative one is taken.
    found = translated_pronoun(["his", "car", ",", "he", "said"], ["a", "dit-il"], None, FR)
    assert found.english == "he"
    assert translated_pronoun(["she"], ["elle"], {(0, 0)}, {}).outcome == "-"


@pytest.mark.parametrize("code", languages.KNOWN)
def test_tables_have_both_genders_of_each_case(code):
    table = languages.pronouns(code)
    subjects = {p.gender for p in table.values() if p.case != "possessive" and not p.homograph}
    assert {"Masc", "Fem"} <= subjects
    assert all(form == form.lower() for form in table)
    assert not set(table) & set(ENGLISH) - {"hers"}


def test_a_faulty_table_is_refused(tmp_path):
    path = tmp_path / "pronouns.tsv"
    header = "form\tgender\tcase\thomograph\n"
    for line, problem in (
        ("el\tmale\tsubject\t", "'male' is none"),
        ("el\tMasc\tnominative\t", "'nominative' is none"),
        ("el\tMasc\tsubject\tno", "'no' is none"),
        ("a\tMasc\tsubject\t\na\tFem\tsubject\t", "is duplicated"),
    ):
        path.write_text(header + line + "\n")
        with pytest.raises(InputError, match=problem):
            read_pronouns(path)
