import json
import os
from pathlib import Path

import pytest
from sacrebleu.metrics.bleu import BLEU

from cdaflow.cli import main
from cdaflow.scoring.geneval import score_context, score_sentences
from cdaflow.scoring.geneval_rows import (
    Outcome,
    Testset,
    find_testset,
    official_words,
    score_item,
    score_pair,
    scored_part,
    source_gender,
    words,
)
from cdaflow.scoring.report import ScoreOptions
from cdaflow.statistics.estimates import Estimate

from ..errors import raises

FEMININE = "La doctora llegó cansada a la oficina de su hermana."
MASCULINE = "El doctor llegó cansado a la oficina de su hermano."


@pytest.fixture
def shared():
    folder = os.environ.get("CDAFLOW_DATA")
    if folder is None:
        pytest.skip("CDAFLOW_DATA is unset: the data of MT-GenEval are not in the repository")
    return Path(folder) / "mt-geneval"


@pytest.fixture
def write(tmp_path):
    def make(name, *lines):
        path = tmp_path / name
        path.write_text("".join(line + "\n" for line in lines))
        return path

    return make


# The contrastive words: doctora, cansada, hermana / el, doctor, cansado, hermano ("la" is in both).
@pytest.mark.parametrize(
    ("translation", "outcome", "official"),
    [
        (FEMININE, Outcome.RIGHT, True),
        (MASCULINE, Outcome.WRONG, False),
        ("La doctora llegó agotada.", Outcome.RIGHT, True),
        ("La doctora estaba cansado.", Outcome.WRONG, False),
        ("La médica llegó agotada.", Outcome.UNCOVERED, True),
        ("", Outcome.UNCOVERED, True),
        # The published metric strips ASCII marks only, so that it does not see these words.
        ("La chica, «doctor» de noche.", Outcome.WRONG, True),
        ("“Doctor”, dijo.", Outcome.WRONG, True),
        ("¡Doctor!", Outcome.WRONG, True),
        ("(DOCTOR)", Outcome.WRONG, False),
    ],
)
def test_outcomes_by_hand(translation, outcome, official):
    result = score_item(translation, FEMININE, MASCULINE)
    assert (result.outcome, result.official) == (outcome, official)


def test_words_of_its_own_and_wrong_ones_are_told():
    result = score_item("El doctor está cansada.", FEMININE, MASCULINE)
    assert (result.own, result.wrong) == (("cansada",), ("doctor", "el"))


def test_reference_without_a_word_of_its_own_cannot_be_told():
    assert score_item("la vio", "la vio", "la vio").outcome is Outcome.UNDECIDABLE
    # The other reference has a word more: to be wrong can be seen, to be right cannot.
    result = score_item("el la vio", "la vio", "el la vio")
    assert (result.outcome, result.official) == (Outcome.UNDECIDABLE, False)


def test_words():
    assert words("«¡L’infermièra!» — d'Anna, 2 ﬁ") == {"l", "infermièra", "d", "anna", "2", "ﬁ"}
    assert words("me\u0301dica") == words("médica")
    assert words("नर्स") == {"नर्स"}  # the virama is a mark, not a separator
    assert words("co\u00adoperate a\u200bb") == {"cooperate", "ab"}
    assert official_words("«Hola», L’infermiera l'ha") == {"«hola»", "l’infermiera", "l", "ha"}


@pytest.mark.parametrize(
    ("feminine", "masculine", "pair"),
    [("r", "r", "r"), ("r", "w", "w"), ("w", "w", "w"), ("r", "u", "u"), ("w", "u", "u"),
     ("n", "r", "n"), ("n", "u", "n")],
)  # fmt: skip
def test_pairs(feminine, masculine, pair):
    one, other = (judge_of(outcome) for outcome in (feminine, masculine))
    assert score_pair(one, other).outcome == pair


def judge_of(outcome):
    texts = {"r": "doctora", "w": "doctor", "u": "médica"}
    return (
        score_item("a", "a", "a")
        if outcome == "n"
        else score_item(texts[outcome], FEMININE, MASCULINE)
    )


def test_context_helpers():
    assert scored_part("Er kam. <sep> Sie ging.") == "Sie ging."
    assert scored_part(" Sie ging. ") == "Sie ging."
    assert source_gender("Her son left. <sep> The doctor waited.") == "feminine"
    assert source_gender("The man himself.") == "masculine"
    assert source_gender("He saw her.") == source_gender("The theme") == ""


@pytest.fixture
def small(write):
    """Return a counterfactual set of four pairs, the last without contrast."""
    return Testset(
        "small",
        {
            "feminine": write("f.es", *[FEMININE] * 3, "la vio"),
            "masculine": write("m.es", *[MASCULINE] * 3, "la vio"),
        },
    )


def test_scores_by_hand(small, write):
    feminine = write("f", FEMININE, MASCULINE, "", "la vio")
    masculine = write("m", MASCULINE, MASCULINE, "Un médico.", "la vio")
    translations = {"feminine": feminine, "masculine": masculine}
    report = score_sentences(translations, small, "es", ScoreOptions(bootstrap=100))
    names = ("rows", "official_correct", "decidable", "covered", "right", "wrong", "mixed")
    assert report.counts == {
        "feminine": dict(zip(names, (4, 3, 3, 2, 1, 1, 0), strict=True)),
        "masculine": dict(zip(names, (4, 4, 3, 2, 2, 0, 0), strict=True)),
        "pairs": dict(zip(names[:-1], (4, 3, 3, 2, 1, 1), strict=True)),
    }
    values = {name: score.value for name, score in report.scores.items()}
    expected = {
        "accuracy": 1 / 3, "accuracy_feminine": 1 / 3, "accuracy_masculine": 2 / 3, "gap": 1 / 3,
        "coverage": 2 / 3, "coverage_feminine": 2 / 3, "gap_coverage": 0,
        "accuracy_covered": 1 / 2, "accuracy_covered_masculine": 1, "gap_covered": 1 / 2,
        "accuracy_official": 3 / 4, "accuracy_official_feminine": 3 / 4,
        "accuracy_official_masculine": 1, "gap_official": 1 / 4,
    }  # fmt: skip
    assert {name: values[name] for name in expected} == pytest.approx(
        {name: 100 * value for name, value in expected.items()}
    )
    # Wilson (1927) for 1 of 3: 0.0615 to 0.7923.
    assert report.scores["accuracy"].interval == pytest.approx((6.15, 79.23), abs=0.01)
    assert report.outcomes == {
        "feminine": "rwun", "masculine": "rrun", "pairs": "rwun",
        "official_feminine": "cicc", "official_masculine": "cccc", "official_pairs": "cicc",
        # Words of translation and reference, then matches of one to four.
        "bleu_feminine": "11/11/11/10/9/8 11/11/7/4/3/2 0/11/0/0/0/0 2/2/2/1/0/0",
        "bleu_masculine": "11/11/11/10/9/8 11/11/11/10/9/8 3/11/1/0/0/0 2/2/2/1/0/0",
    }  # fmt: skip
    genders = [line.split("\t")[3] for line in report.sentences]
    assert genders == ["gender", *["feminine"] * 4, *["masculine"] * 4]
    (empty,) = [found for found in report.warnings if found["kind"] == "empty"]
    assert (empty["line"], empty["problem"]) == (3, "feminine: the translation is empty")


def test_bleu_is_that_of_sacrebleu_and_its_gap_is_paired(small, write):
    lines = [FEMININE, "La doctora llegó.", "Nada de eso ocurrió en su casa.", "la vio"]
    paths = {"feminine": write("f", *lines), "masculine": write("m", *lines)}
    same = Testset("same", {"feminine": small.references["feminine"],
                            "masculine": write("g.es", *[FEMININE] * 3, "la vio")})  # fmt: skip
    scores = score_sentences(paths, same, "es", ScoreOptions(bootstrap=100)).scores
    references = [[FEMININE] * 3 + ["la vio"]]
    assert scores["bleu_feminine"].value == BLEU().corpus_score(lines, references).score
    # Both files and both references are equal: in every resample, not only on the whole.
    assert (scores["bleu_gap"].value, scores["bleu_gap"].interval) == (0, (0, 0))
    assert scores["chrf_feminine"].low < scores["chrf_feminine"].high
    other = score_sentences(paths, small, "es", ScoreOptions(bootstrap=100)).scores
    difference = other["bleu_masculine"].value - other["bleu_feminine"].value
    assert other["bleu_gap"].value == pytest.approx(difference)
    assert other["bleu_gap"].low <= difference <= other["bleu_gap"].high
    assert "tok:13a" in other["bleu_gap"].signature


def test_context_by_hand(write):
    testset = Testset(
        "small",
        {
            "original": write("o", FEMININE, MASCULINE, FEMININE),
            "flipped": write("x", MASCULINE, FEMININE, MASCULINE),
        },
        {"source": write("s", "She left. <sep> A.", "He left. <sep> B.", "All left. <sep> C.")},
    )
    # The first has a masculine word in the sentence before: wrong for the published rule alone.
    path = write("t", "El doctor salió. <sep> La doctora vino.", "La doctora vino.", "Nada.")
    report = score_context(path, testset, "es", ScoreOptions(bootstrap=100))
    assert (report.outcomes["rows"], report.outcomes["official_rows"]) == ("rwu", "iic")
    assert report.outcomes["gender"] == "fm-"
    assert (report.counts["rows_with_separator"], report.counts["gender_not_told"]) == (1, 1)
    values = {name: score.value for name, score in report.scores.items()}
    assert values["accuracy"] == pytest.approx(100 / 3)
    assert (values["accuracy_feminine"], values["accuracy_masculine"], values["gap"]) == (
        100, 0, -100,
    )  # fmt: skip
    bare = Testset("bare", testset.references)
    unknown = score_context(path, bare, "es", ScoreOptions(bootstrap=0))
    assert unknown.scores["gap"] == Estimate(None)
    assert unknown.scores["bleu_gap"].value is None
    assert unknown.scores["bleu"].value == values["bleu"]
    assert unknown.scores["accuracy"].value == values["accuracy"]


@pytest.mark.parametrize(
    "separator",
    ["<sep>", " < sep > ", "<SEP>", "</sep>", "< sep/>", " &lt; sep &gt; ", " « sep » ", " sep> ",
     " < sep ", " <сеп> "],
)  # fmt: skip
def test_separator_as_systems_write_it(write, separator):
    testset = Testset("small", {"original": write("o", FEMININE), "flipped": write("x", MASCULINE)})
    path = write("t", f"El doctor salió cansado.{separator}{FEMININE}")
    report = score_context(path, testset, "es", ScoreOptions(bootstrap=0))
    assert report.scores["accuracy"].value == 100
    assert report.counts["rows_with_separator"] == 1


def test_words_that_only_begin_as_the_separator_stay(write):
    assert (
        scored_part("Llegó en septiembre. Sep 3 > 2. <b>") == "Llegó en septiembre. Sep 3 > 2. <b>"
    )


@pytest.mark.parametrize(("kept", "lines"), [(0, [4]), (1, [3]), (2, [1, 1]), (3, [1]), (4, [])])
def test_lost_separator_is_a_warning(write, kept, lines):
    """Under half of the rows: one warning for all; else one for each row without it."""
    testset = Testset(
        "small", {"original": write("o", *[FEMININE] * 4), "flipped": write("x", *[MASCULINE] * 4)}
    )
    before = "Ayer salió <sep> "
    rows = [f"{before if n < kept else before[:11]}{FEMININE} Sí." for n in range(4)]
    report = score_context(write("t", *rows), testset, "es", ScoreOptions(bootstrap=0))
    found = [item for item in report.warnings if item["kind"] == "no-separator"]
    assert [item.get("lines", 1) for item in found] == lines
    assert report.warned["kinds"].get("no-separator", 0) == 4 - kept


def test_warnings(write):
    english = "The tired doctor came to the office"
    testset = Testset(
        "small",
        {"feminine": write("f.es", *[FEMININE] * 2), "masculine": write("m.es", *[MASCULINE] * 2)},
        {"feminine": write("f.en", *[english] * 2), "masculine": write("m.en", *[english] * 2)},
    )
    paths = {
        "feminine": write("f", english.upper() + ".", "Das ist aber nicht auf der Liste und"),
        "masculine": write("m", MASCULINE, MASCULINE),
    }
    report = score_sentences(paths, testset, "es", ScoreOptions(bootstrap=0))
    # The masculine translations are the references themselves.
    assert [(warning["kind"], warning["line"]) for warning in report.warnings] == [
        ("untranslated", 1),
        ("other-language", 2),
        ("is-reference", 1),
    ]
    kinds = {"is-reference": 2, "other-language": 1, "untranslated": 1}
    assert report.warned == {"lines": 4, "of": 4, "kinds": kinds}
    assert "feminine: the translation is the English" in report.warnings[0]["problem"]
    assert "German" in report.warnings[1]["problem"]
    swapped = {"feminine": paths["masculine"], "masculine": write("w", FEMININE, FEMININE)}
    report = score_sentences(swapped, testset, "es", ScoreOptions(bootstrap=0))
    assert "swapped" in report.warnings[0]["problem"]


def test_command_and_faults(small, write, capsys, tmp_path):
    references = [
        argument
        for role, path in small.references.items()
        for argument in (f"--reference-{role}", str(path))
    ]
    files = [str(small.references["feminine"]), str(small.references["masculine"])]
    sentences = tmp_path / "sentences.tsv"
    base = ["score", "geneval", "--lang", "es", "--bootstrap", "100"]
    assert main([*base, *files, *references, "--json", "--sentences", str(sentences)]) == 0
    assert json.loads(capsys.readouterr().out)["scores"]["accuracy"]["value"] == 100
    assert len(sentences.read_text().splitlines()) == 1 + 8
    assert main([*base, *files, *references]) == 0
    assert "accuracy_official" in capsys.readouterr().out
    short = str(write("short", FEMININE))
    assert main([*base, short, files[1], *references]) == 1
    assert "1 lines, but the feminine references have 4" in capsys.readouterr().err
    assert main([*base, *files, "--data", str(tmp_path)]) == 1
    assert "[testset.language-missing]" in capsys.readouterr().err
    for arguments in (
        [*base, *files],  # no references
        [*base, files[0], *references],  # one file
        [*base, "--context", *files, *references],  # two files
        [*base, *files, *references, "--data", str(tmp_path)],  # both
        [*base, "--context", files[0], *references],  # the other set's references
    ):
        with pytest.raises(SystemExit):
            main(arguments)


def test_empty_file_is_no_translation(small, write):
    with raises("file.line-count", "0"):
        score_sentences({"feminine": write("e"), "masculine": write("e")}, small, "es")


# How many of the 300 test rows have no word of their own in the reference of that gender, counted
# apart by the published tokenisation. Spanish: 14 pairs of equal words, 6 more of the feminine.
@pytest.mark.parametrize(
    ("language", "same", "feminine", "masculine"),
    [("es", 14, 20, 14), ("fr", 0, 0, 0), ("de", 0, 5, 0)],
)
def test_published_set(shared, write, language, same, feminine, masculine):
    testset = find_testset(shared, language)
    right = dict(testset.references)

    def scored(translations):
        report = score_sentences(translations, testset, language, ScoreOptions(bootstrap=0))
        return {name: score.value for name, score in report.scores.items()}, report.counts

    values, counts = scored(right)
    assert {values[n] for n in values if n.startswith(("accuracy", "coverage"))} == {100}
    assert (values["bleu_feminine"], values["chrf_masculine"]) == pytest.approx((100, 100))
    assert counts["feminine"]["decidable"] == 300 - feminine
    assert counts["masculine"]["decidable"] == 300 - masculine

    swapped = {"feminine": right["masculine"], "masculine": right["feminine"]}
    values, counts = scored(swapped)
    assert values["accuracy"] == values["accuracy_feminine"] == values["accuracy_masculine"] == 0
    # Without a word that the other lacks, a reference is no wrong one by the published rule.
    assert counts["feminine"]["official_correct"] == masculine
    assert counts["masculine"]["official_correct"] == feminine
    assert counts["pairs"]["official_correct"] == same

    empty = write("empty", *[""] * 300)
    values, counts = scored({"feminine": empty, "masculine": empty})
    assert values["accuracy_official"] == 100
    assert (values["accuracy"], values["coverage"], values["accuracy_covered"]) == (0, 0, None)
    assert (counts["pairs"]["right"], counts["pairs"]["rows"]) == (0, 300)


def test_published_contextual_set(shared):
    testset = find_testset(shared, "es", context=True)
    original = score_context(
        testset.references["original"], testset, "es", ScoreOptions(bootstrap=0)
    )
    flipped = score_context(testset.references["flipped"], testset, "es", ScoreOptions(bootstrap=0))
    assert original.counts["whole"]["rows"] == 1096
    assert original.scores["accuracy_official"].value == 100
    assert original.scores["accuracy"].value == 100
    assert flipped.scores["accuracy"].value == 0
    # 44 of the flipped references have no word of their own (23 of them are the original).
    assert flipped.counts["whole"]["official_correct"] == 44


def large(write, swapped_sources=False):
    """Return a counterfactual set of 40 pairs, with sources."""
    names = {"feminine": ("She", "La doctora cansada"), "masculine": ("He", "El doctor cansado")}
    sources = {
        g: [f"{n} was the tired doctor of {k}." for k in range(40)] for g, (n, _) in names.items()
    }
    references = {g: [f"{n} vino a las {k}." for k in range(40)] for g, (_, n) in names.items()}
    if swapped_sources:
        sources = dict(zip(sources, reversed(sources.values()), strict=True))
    files = [
        {g: write(f"{name}.{g}", *lines) for g, lines in side.items()}
        for name, side in (("ref", references), ("src", sources))
    ]
    return Testset("large", *files), references


def test_one_file_for_both_genders(write):
    testset, references = large(write)
    one = write("one", *references["masculine"])
    with raises("translations.same-for-genders", "40"):
        score_sentences({"feminine": one, "masculine": one}, testset, "es")
    for change in (str.lower, "{} ".format, lambda text: text.replace(".", " .")):
        same = write("same", *map(change, references["masculine"]))
        with raises("translations.same-for-genders", "40"):
            score_sentences({"feminine": same, "masculine": one}, testset, "es")
    lines = references["masculine"]
    other = write("other", *lines[:39], "La doctora vino a las 39.")
    right = write("right", *lines[:30], *references["feminine"][30:])
    score_sentences(
        {"feminine": right, "masculine": other}, testset, "es", ScoreOptions(bootstrap=0)
    )


@pytest.mark.parametrize("women", [40, 30, 21])
def test_swapped_files_of_a_system_that_prefers_men(write, women):
    """Of so many women it makes women; of the others, as of all men, men."""
    testset, references = large(write)
    feminine = write("f", *references["feminine"][:women], *references["masculine"][women:])
    masculine = write("m", *references["masculine"])
    options = ScoreOptions(bootstrap=0)
    report = score_sentences({"feminine": feminine, "masculine": masculine}, testset, "es", options)
    assert "genders-swapped" not in report.warned["kinds"]
    report = score_sentences({"feminine": masculine, "masculine": feminine}, testset, "es", options)
    assert report.warned["kinds"]["genders-swapped"] == 80


def test_swapped_sources(write):
    testset, references = large(write, swapped_sources=True)
    paths = {g: write(g, *lines) for g, lines in references.items()}
    with raises("testset.genders-swapped", "feminine", "40 of 40 feminine", "40"):
        score_sentences(paths, testset, "es")
