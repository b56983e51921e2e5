import csv
import os
from pathlib import Path

import pytest

from cdaflow.scoring.challenge import Row, halves, read_challenge
from cdaflow.scoring.compat import (
    DEFAULT_RULES,
    LANGUAGES,
    Linked,
    Rules,
    compat_gender,
    compat_items,
    linked,
    predictor_for,
)
from cdaflow.scoring.evidence import Gender, Reason

from ..errors import raises

M, F, N, U = Gender.MALE, Gender.FEMALE, Gender.NEUTRAL, Gender.UNKNOWN

HEADER = "profession\tmasculine\tfeminine\tmasculine_plural\tfeminine_plural\n"
NOUNS = {
    "fr": "nurse\tinfirmier\tinfirmière\tinfirmiers\tinfirmières\n"
    "analyst\tanalyste\tanalyste\tanalystes\tanalystes\n"
    "physician\tmédecin\tmédecin\tmédecins\tmédecins\n",
    "es": "nurse\tenfermero\tenfermera\tenfermeros\tenfermeras\n"
    "analyst\tanalista\tanalista\tanalistas\tanalistas\n",
    "it": "nurse\tinfermiere\tinfermiera\tinfermieri\tinfermiere\n"
    "analyst\tanalista\tanalista\tanalisti\tanaliste\n"
    "chief\tcapo\tcapo\tcapi\tcapi\n",
}

#: The tokens that are tried are linked to the article and the entity of this row.
ROW = Row("female", 1, "The baker sleeps.", "baker")


@pytest.fixture
def gender(tmp_path):
    """Return a function: the gender of linked tokens (marked by *) in a translation."""

    def judge(language, text, rules=None, row=ROW, vintage="2020"):
        path = tmp_path / "professions.tsv"
        path.write_text(HEADER + NOUNS.get(language, ""), encoding="utf-8")
        tokens = text.split()
        links = {(1, n) for n, token in enumerate(tokens) if token.startswith("*")}
        plain = [token.removeprefix("*") for token in tokens]
        predictor = predictor_for(language, path, rules, vintage)
        return compat_gender(row, plain, links, predictor).gender

    return judge


def test_links_of_the_article_come_first():
    links = {(0, 3), (1, 0), (1, 2), (2, 1)}
    assert linked(ROW, list("abcd"), links).indices == (3, 0, 2)
    assert linked(ROW, list("abcd"), links).first == 0
    # "that" is no article; nor is what stands two words before.
    other = Row("male", 2, "The old baker sleeps.", "baker")
    assert linked(other, list("abcd"), {(0, 0), (1, 1), (2, 2)}).indices == (2,)
    first = Row("male", 0, "Someone sleeps.", "someone")
    assert linked(first, ["x"], {(0, 0)}).indices == (0,)
    assert linked(ROW, ["x"], set()).first is None


def test_punctuation_is_detached():
    assert Linked(ROW, ["Bäckerin,", "@-@", "«Koch»."], (0, 1, 2)).fragment == [
        "Bäckerin", ",", "@-@", "«", "Koch", "»", ".",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("die Köchin sprach mit der *Bäckerin.", F),  # by its ending, the comma put aside
        ("der *Bäcker schläft .", M),
        ("die *Bäcker schläft .", F),
        ("das *Mädchen schläft .", N),
        ("den *Bäcker sieht die Frau .", F),  # "den" is not in the list, so "die" is nearest
        ("die Frau und der *Bäcker", M),
        ("der *Bäcker die", M),  # the left one of two at equal distance
        ("*Bäcker schlafen .", M),  # no determiner at all
        ("die Frau schläft .", M),  # no link
    ],
)
def test_german(gender, text, expected):
    assert gender("de", text) is expected


def test_german_nurse_is_female(gender):
    row = Row("male", 1, "The nurse sleeps.", "Nurse")
    assert gender("de", "der *Krankenpfleger schläft .", row=row) is F
    assert gender("de", "der Pfleger schläft .", row=row) is F


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*האופה ישן", F),  # ends in he, though it is a man's form
        ("*אופית, ישנה", F),
        ("*הרופא ישן", M),
        ("*את *הרופא", M),  # the object marker does not count
        ("*את ישן", M),
        ("הרופא ישן", U),
    ],
)
def test_hebrew(gender, text, expected):
    assert gender("he", text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*разработчик спит", M),
        ("*медсестра спит", F),
        ("*техник спит", F),  # could be a genitive of "техника": any feminine analysis wins
        ("*, *разработчик", N),  # the comma has no gender, which counts as neutral, and is first
        ("*разработчик *,", M),
        ("*разработчик *, *.", N),  # two of three
        ("*дерево", N),
        ("разработчик", U),
    ],
)
def test_russian_original(gender, text, expected):
    assert gender("ru", text, Rules.STANOVSKY) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*разработчик спит", M),
        ("*, *разработчик", U),  # only the first linked token counts
        ("*разработчик *медсестра", M),
        ("*техник сказал", M),  # before its verb a nominative
        ("*технического повара", M),  # masculine or neuter
        ("*медсестру позвали", F),
        ("разработчик", U),
    ],
)
def test_russian_first_token(gender, text, expected):
    assert gender("ru", text, Rules.STAFANOVICS) is expected
    assert gender("ru", text) is expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("es", "*la *enfermera", F),
        ("es", "*la *analista duerme", F),  # the noun shows none
        ("es", "*analista duerme", U),
        ("es", "*La *médico", F),  # a tie: the first wins
        ("es", "*el *enfermero, *la", M),
        ("es", "*a duerme", U),  # a preposition has no gender
        ("es", "*su *enfermera", F),
        ("es", "la enfermera", U),
        ("es", "*un *frigoresta", M),
        ("es", "*administración", F),  # not in the list: by its ending
        ("it", "*L'infermiera dorme", F),  # one token, two words
        ("it", "*L'analista dorme", U),
        ("it", "*del *fornaio", M),
        ("it", "*venditrice", F),
        ("fr", "*l' *infirmière dort", F),
        ("fr", "*l'infirmier dort", M),
        # spaCy's treebanks: nouns of common gender have none, nor have l' and contracted articles.
        ("fr", "*analyste dort", U),
        ("fr", "*l'analyste dort", U),
        ("fr", "*L' *analyste dort", U),
        ("fr", "*au *analyste", U),
        ("fr", "*le *analyste", M),
        ("fr", "*l'enfant", M),  # not in this list: by its ending
        ("fr", "*médecin", M),
        ("it", "*al *analista", U),
        ("it", "*alla *analista", U),
        ("it", "*la *analista", F),
        ("it", "*capo", M),
        ("fr", "*la *chauffeur", F),
        ("fr", "*au *chauffeur", M),
        ("fr", "*quelqu' *de", U),
    ],
)
def test_romance_original(gender, language, text, expected):
    assert gender(language, text, Rules.STANOVSKY) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*le *infirmière", M),  # only the first linked token counts
        ("*l' infirmière dort", F),  # what follows is looked at, linked or not
        ("*l' analyste dort", M),
        ("*analyste dort", M),
        ("il a demandé *au *chauffeur", M),
        ("un cadeau *au *chauffeur", U),  # taken for the preposition
        ("*à *la infirmière", U),
        ("la infirmière", U),
    ],
)
def test_french_first_token(gender, text, expected):
    assert gender("fr", text, Rules.STAFANOVICS) is expected
    assert gender("fr", text) is expected


@pytest.mark.parametrize(
    ("language", "text", "in_2019", "in_2020"),
    [
        # Who has no word with a gender; a word with one decides in both.
        ("es", "*analista duerme", N, U),
        ("es", "*a duerme", N, U),
        ("es", "*a *la *analista", F, F),
        ("it", "*L'analista dorme", N, U),
        ("fr", "*quelqu'un dort", N, M),
        ("fr", "*l'analyste dort", N, U),
        ("it", "*alla *analista", N, U),
        ("es", "*al *analista", M, M),  # one word in the Spanish treebank
        # Nobody is linked.
        ("es", "la enfermera", U, U),
        ("he", "הרופא ישן", F, U),
        ("he", "*הרופא ישן", M, M),
        ("de", "die Frau schläft .", M, M),
        ("ru", "*разработчик *,", M, M),
    ],
)
def test_vintages(gender, language, text, in_2019, in_2020):
    assert gender(language, text, Rules.STANOVSKY, vintage="2019") is in_2019
    assert gender(language, text, Rules.STANOVSKY, vintage="2020") is in_2020
    # In 2019 there were no other rules.
    assert gender(language, text, vintage="2019") is in_2019


def test_other_rules_have_no_vintage_of_2019(gender):
    with raises("rules.no-vintage-2019", "stafanovics2020"):
        gender("fr", "*la", Rules.STAFANOVICS, vintage="2019")


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_of_the_original(gender, language):
    assert gender(language, "*x", Rules.STANOVSKY) in (M, F, N, U)


def test_what_the_original_lacks(gender):
    with raises("rules.no-published-scores", "'pt'"):
        gender("pt", "*a *padeira")
    with raises("rules.no-published-scores", "stafanovics2020", "'de'"):
        gender("de", "der *Koch", Rules.STAFANOVICS)
    with raises("rules.unknown", "'mine'"):
        gender("de", "der *Koch", "mine")


def test_judged_rows(tmp_path):
    path = tmp_path / "professions.tsv"
    path.write_text(HEADER + NOUNS["es"], encoding="utf-8")
    verbs = [("sleeps.", "duerme ."), ("runs.", "corre ."), ("eats.", "come .")]
    people = [("nurse", "enfermera", "female"), ("analyst", "analista", "male")]
    rows, texts = [], []
    for verb, verbo in verbs:
        for noun, nombre, gold in people:
            rows.append(Row(gold, 1, f"The {noun} {verb}", noun))
            texts.append(f"la {nombre} {verbo}")
    judged = compat_items(rows, ["pro", "anti"] * 3, texts, "es", path)
    assert [item.result.gender for item in judged] == [F] * 6
    assert [item.correct for item in judged] == [True, False] * 3
    assert judged[0].span == "la enfermera"
    assert judged[0].target == ("la", "enfermera", "duerme", ".")
    assert (judged[0].result.start, judged[0].result.end) == (0, 2)
    assert [item.half for item in judged[:2]] == ["pro", "anti"]
    empty = compat_items(rows, ["-"] * 6, [""] * 6, "es", path)
    assert {item.result.gender for item in empty} == {U}
    assert {item.result.reason for item in empty} == {Reason.NO_ALIGNMENT}


def test_escapes_of_moses_do_not_matter(tmp_path):
    path = tmp_path / "professions.tsv"
    path.write_text(HEADER + NOUNS["fr"], encoding="utf-8")
    rows = [Row("female", 1, "The nurse sleeps.", "nurse")] * 3
    for apostrophe in ("&apos;", "'"):
        texts = [f"l{apostrophe} infirmière dort ."] * 3
        judged = compat_items(rows, ["-"] * 3, texts, "fr", path)
        assert [item.result.gender for item in judged] == [F] * 3


def published(folder):
    with open(folder / "published_scores.tsv", encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle, delimiter="\t"))
    return {(row["lang"], row["set"]): row for row in rows if row["system"] == "wmt20base"}


def measured(judged):
    """Return accuracy and the F1 of both genders, in percent."""
    result = {"acc": 100 * sum(item.correct for item in judged) / len(judged)}
    for name in ("male", "female"):
        gold = sum(item.row.gender == name for item in judged)
        found = sum(item.result.gender.value == name for item in judged)
        right = sum(item.correct and item.row.gender == name for item in judged)
        result[f"f1_{name}"] = 200 * right / (gold + found)
    return result


@pytest.mark.data
@pytest.mark.parametrize("language", ["de", "fr", "ru"])
def test_published_scores(language):
    folder = Path(os.environ["CDAFLOW_DATA"]) / "winomt"
    rows = read_challenge(folder / "en.txt")
    lines = (folder / f"translations/wmt20base/en-{language}.txt").read_text(encoding="utf-8")
    professions = Path(__file__).parents[2] / f"config/wordlists/professions.{language}.tsv"
    judged = compat_items(
        rows,
        halves(rows, folder / "en_pro.txt", folder / "en_anti.txt"),
        [line.partition("|||")[2] for line in lines.splitlines()],
        language,
        professions,
    )
    for part in ("all", "pro", "anti"):
        found = measured([item for item in judged if part in ("all", item.half)])
        wanted = {name: float(published(folder)[language, part][name]) for name in found}
        # German is the original's rule to the letter (a row differs in a half); French and
        # Russian have imitated taggers.
        within = 0.15 if language == "de" else 2.0 if part == "all" else 3.0
        assert found["acc"] == pytest.approx(wanted["acc"], abs=within), part
        within = 0.15 if language == "de" else 3.0
        assert found["f1_male"] == pytest.approx(wanted["f1_male"], abs=within), part
        assert found["f1_female"] == pytest.approx(wanted["f1_female"], abs=within), part


def test_default_rules_are_known():
    assert set(DEFAULT_RULES) == {"fr", "ru"}
    assert set(DEFAULT_RULES.values()) == {Rules.STAFANOVICS}
