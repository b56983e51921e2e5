"""Gender alternatives: each figure by hand, the files, the errors, two systems, the released data.

The sentence of the paper: "The secretary was angry with the boss." has two open people.
"""

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cdaflow.alternatives.aligning.position import by_position
from cdaflow.alternatives.structures import Alternatives, Entity, Structure, write_alternatives
from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.scoring.alternatives import (
    METRIC,
    folded,
    has_generic_he,
    outcomes_of,
    score_alternatives,
)
from cdaflow.scoring.alternatives_rows import Count, count_rows, is_broken, same_people
from cdaflow.scoring.compare import compare
from cdaflow.scoring.metric import Outcomes
from cdaflow.scoring.report import ScoreOptions
from cdaflow.statistics.estimates import Estimate
from cdaflow.tables.metrics import metric_table
from cdaflow.tables.scores import read_scores

from ..errors import raises

NO_INTERVALS = ScoreOptions(bootstrap=0)

SECRETARY, BOSS = Entity(4, 13), Entity(33, 37)
TWO = Alternatives(
    "The secretary was angry with the boss.",
    "El secretario estaba enojado con el jefe.",
    (
        Structure(0, "El secretario", "La secretaria", (0,)),
        Structure(21, "enojado", "enojada", (0,)),
        Structure(33, "el jefe", "la jefa", (1,)),
    ),
    (SECRETARY, BOSS),
)
ONE = Alternatives(
    "The doctor came.",
    "Vino el médico.",
    (Structure(5, "el médico", "la médica", (0,)),),
    (Entity(4, 10),),
)
TOLD = Alternatives(
    "The nurse lost her keys.", "La enfermera perdió sus llaves.", (), (Entity(4, 9, "feminine"),)
)
NOBODY = Alternatives("It rains.", "Llueve.", (), ())
REFERENCE = (TWO, ONE, TOLD, NOBODY)


def values(report):
    return {name: score.value for name, score in report.scores.items()}


@pytest.fixture
def score(tmp_path):
    """Return a function that scores two lists of alternatives, or lines of text."""

    def write(name, items):
        is_text = all(isinstance(item, str) for item in items)
        path = tmp_path / f"{name}.{'txt' if is_text else 'jsonl'}"
        if is_text:
            path.write_text("".join(f"{line}\n" for line in items))
        else:
            write_alternatives(path, items)
        return path

    def make(hypothesis, reference=REFERENCE, options=NO_INTERVALS, **more):
        theirs = write("reference", reference)
        ours = write("hypothesis", hypothesis)
        return score_alternatives(ours, lang="es", reference=theirs, options=options, **more)

    return make


def counted(hypothesis, reference, *, generic=False, grouped=True):
    (row,) = count_rows([hypothesis], [reference], [generic], regroup=(grouped, grouped)).tolist()
    return {str(name): number for name, number in zip(Count, row, strict=True) if number}


def test_the_reference_against_itself(score):
    found = values(score(REFERENCE, structures="given"))
    zero = {"delta_bleu", "bleu_gap", "false_sentences", "false_people", "broken"}
    assert {found[name] for name in zero} == {0}
    # *enojado* is nearer to the boss, if place alone is looked at.
    assert found["alignment_position"] == 75
    assert found["alignment_two_position"] == pytest.approx(200 / 3)
    assert found["generic_he"] is None
    others = set(found) - zero - {"alignment_position", "alignment_two_position", "generic_he"}
    assert len(others) == 12
    assert [found[name] for name in others] == pytest.approx([100] * 12)


def test_doing_nothing_is_biased_and_recalls_nothing(score):
    found = values(score([item.text for item in REFERENCE]))
    assert (found["alternatives_precision"], found["alternatives_recall"]) == (None, 0)
    assert found["bleu_masculine"] == pytest.approx(100)
    assert found["delta_bleu"] == pytest.approx(100 - found["bleu_feminine"])
    assert found["structures_recall"] is None


def test_alternatives_by_hand(score):
    # Offered in rows 2, 3, 4, wanted in 1 and 2: P = 1/3, R = 1/2.
    rain = replace(NOBODY, structures=(Structure(0, "Llueve", "Lluevo"),), entities=None)
    nurse = replace(TOLD, structures=(Structure(0, "La enfermera", "El enfermero", (0,)),))
    report = score([replace(TWO, structures=()), ONE, nurse, rain])
    found = values(report)
    assert found["alternatives_precision"] == pytest.approx(100 / 3)
    assert found["alternatives_recall"] == 50
    assert (found["structures_precision"], found["structures_recall"]) == (100, 100)
    assert (found["complete_one"], found["complete_two"]) == (100, 0)
    assert (found["false_sentences"], found["false_people"]) == (100, 100)
    assert report.counts["told"] == 1
    rows = [line.split("\t")[::4] for line in report.sentences]
    assert rows[1:] == [["1", "missed"], ["2", "both"], ["3", "offered"], ["4", "offered"]]


@pytest.mark.parametrize(
    ("structures", "masculine", "feminine", "broken"),
    [
        (TWO.structures, 1, 1, 0),
        # *La secretaria estaba enojado*: one person, two genders.
        (TWO.structures[:1] + TWO.structures[2:], 1, 0, 1),
        # *el jefa*: a word of a structure.
        ((*TWO.structures[:2], Structure(36, "jefe", "jefa", (1,))), 1, 0, 1),
        # Wrong, but everybody has one gender.
        (TWO.structures[:2], 1, 0, 0),
        ((), 1, 0, 0),
    ],
)
def test_texts_and_broken_agreement(structures, masculine, feminine, broken):
    found = counted(replace(TWO, structures=structures), TWO)
    names = ("masculine_right", "feminine_right", "broken")
    assert tuple(found.get(name, 0) for name in names) == (masculine, feminine, broken)


def test_other_words_are_no_broken_agreement():
    other = replace(ONE, structures=(Structure(5, "el médico", "la doctora", (0,)),))
    assert counted(other, ONE)["masculine_right"] == 1
    assert not is_broken(other.feminine, ONE)
    unknown = replace(TWO, structures=tuple(replace(s, entities=()) for s in TWO.structures))
    assert not is_broken("La secretaria estaba enojado con el jefe.", unknown)


def test_structures_by_hand():
    # One of the two that are offered is right, of three: the other has another feminine form.
    other = Structure(21, "enojado", "enojade", (0,))
    ours = replace(TWO, structures=(TWO.structures[0], other))
    found = counted(ours, TWO)
    assert found["structures_offered"] == 2
    assert found["structures_wanted"] == 3
    assert found["structures_right"] == 1
    assert found["aligned"] == found["aligned_right"] == found["aligned_right_two"] == 1
    assert "choices_two_right" not in found


def test_a_form_at_another_place_is_another_structure():
    reference = Alternatives(
        "A cook saw a cook.",
        "un cocinero vio a un cocinero",
        (Structure(18, "un cocinero", "una cocinera", (1,)),),
        (Entity(2, 6), Entity(13, 17)),
    )
    first = replace(reference, structures=(Structure(0, "un cocinero", "una cocinera", (0,)),))
    found = counted(first, reference)
    assert found["both"] == found["structures_offered"] == 1
    assert "structures_right" not in found
    # In another translation no place is the same: equal structures go together, in their order.
    longer = replace(
        first, text="¡Oh! un cocinero lo vio", structures=(replace(first.structures[0], start=5),)
    )
    assert counted(longer, reference)["structures_right"] == 1


def test_equal_structures_of_other_texts_never_cross():
    text = "el actor el juez"
    actor, judge = Structure(0, "el actor", "la actriz", (0,)), Structure(9, "el juez", "la jueza")
    ours = Alternatives("", text, (actor, judge))
    theirs = Alternatives(
        "", "el juez el actor", (replace(judge, start=0), replace(actor, start=8, entities=()))
    )
    ours = replace(ours, structures=(replace(actor, entities=()), judge))
    assert counted(ours, theirs, grouped=False)["structures_right"] == 1


def test_how_files_split_structures_does_not_matter_unless_asked():
    split = (
        Structure(0, "El", "La", (0,)),
        Structure(3, "secretario", "secretaria", (0,)),
        *TWO.structures[1:],
    )
    ours = replace(TWO, structures=split)
    assert counted(ours, TWO) == counted(TWO, TWO)
    given = counted(ours, TWO, grouped=False)
    assert (given["structures_right"], given["structures_offered"]) == (2, 4)


def test_alignment_by_hand():
    # *enojado* goes to the boss: 2 of 3 right, and with one person left the last is wrong, too.
    wrong = replace(TWO.structures[1], entities=(1,))
    ours = replace(TWO, structures=(TWO.structures[0], wrong, TWO.structures[2]))
    found = counted(ours, TWO)
    assert (found["aligned"], found["aligned_right"], found["aligned_by_position"]) == (3, 2, 2)
    assert (found["aligned_two"], found["aligned_right_two"]) == (3, 2)
    assert found["choices_two"] == 1
    assert "choices_two_right" not in found
    # A person that the hypothesis alone knows is a wrong one.
    stray = replace(ours, entities=(SECRETARY, Entity(14, 17)))
    assert counted(stray, TWO)["aligned_right"] == 1
    assert "aligned_two" not in counted(ONE, ONE)


def test_position_is_a_baseline_of_its_own():
    # "The boss who the cook saw" with the cook first in the translation.
    reference = Alternatives(
        "The boss was seen by the cook.",
        "El cocinero vio al jefe.",
        (
            Structure(0, "El cocinero", "La cocinera", (1,)),
            Structure(16, "al jefe", "a la jefa", (0,)),
        ),
        (Entity(4, 8), Entity(25, 29)),
    )
    assert [by_position(one, reference) for one in reference.structures] == [0, 1]
    found = counted(reference, reference)
    assert found["aligned_right"] == 2
    assert "aligned_by_position" not in found
    # Told people are no candidates.
    told = replace(reference, entities=(Entity(4, 8, "masculine"), Entity(25, 29)))
    assert [by_position(one, told) for one in told.structures] == [1, 1]


def test_all_texts_of_one_and_two_people():
    tied = Alternatives(
        "They are tired.", "Están cansados.", (Structure(6, "cansados", "cansadas", (0, 1)),),
        (Entity(0, 4), Entity(5, 8)),
    )  # fmt: skip
    assert counted(tied, tied)["choices_two_right"] == 1
    # All women or none: three of the four texts of the pair are masculine, of one person's two one.
    alone = replace(tied, structures=(Structure(6, "cansados", "cansadas", (0,)),))
    assert "choices_two_right" not in counted(alone, tied)
    assert counted(ONE, ONE)["choices_one_right"] == 1
    # One person too many makes texts that the reference does not have.
    more = replace(TWO, source=ONE.source)
    assert "choices_one_right" not in counted(more, ONE)


def test_people_are_found_by_their_characters():
    ours = replace(TWO, entities=(Entity(33, 37), Entity(0, 13), Entity(14, 17)))
    assert same_people(ours, TWO) == [1, 0, -1]
    assert same_people(ours, replace(TWO, entities=None)) == [-1, -1, -1]


def test_people_whom_the_reference_opens_are_not_told():
    # A quirk of the released rows: a structure that goes with a person whose gender is shown.
    quirk = replace(ONE, entities=(Entity(4, 10, "masculine"),))
    assert counted(quirk, quirk).get("told_people_offered") is None


def test_generic_he_is_counted_apart(score):
    source = "A judge must certify that he has familiarized himself with it."
    judge = Alternatives(source, "El juez lo sabe.", (), (Entity(2, 7, "masculine"),))
    offer = replace(judge, structures=(Structure(0, "El juez", "La jueza", (0,)),))
    found = values(score([*REFERENCE, offer], [*REFERENCE, judge]))
    assert found["generic_he"] == 100
    assert (found["false_sentences"], found["false_people"]) == (0, 0)


@pytest.mark.parametrize(
    ("source", "generic"),
    [
        ("Everyone knows that he must pay.", True),
        ("If a person cannot wait, how can he hope to win?", True),
        ("Any client may ask for his money.", True),
        ("He must certify it.", False),
        ("A man must certify that he knows it.", False),
        ("A judge must certify that he or she knows it.", False),
        ("Every year he comes back.", False),
        ("After a visit of Anna, he left.", False),
        ("A judge must certify it.", False),
    ],
)
def test_which_sentences_have_a_generic_he(source, generic):
    assert has_generic_he(source) is generic


def test_text_knows_of_no_people(score):
    lines = [f"{item.masculine}\t{item.feminine}" if item.structures else item.text
             for item in REFERENCE]  # fmt: skip
    report = score(lines)
    found = values(report)
    assert found["structures_recall"] == found["alternatives_recall"] == 100
    assert {found[name] for name in ("alignment", "complete_one", "false_people")} == {None}
    assert found["false_sentences"] == 0
    assert (
        "hypothesis.txt" in report.details["not_measured"]["alignment, all 2^k texts, false people"]
    )
    both = score(lines, lines)
    assert values(both)["false_sentences"] is None
    assert "generic he" in both.details["not_measured"]


@pytest.mark.parametrize(
    ("gap", "expected"),
    [
        ((1.0, -2.0, 4.0), (1.0, 0.0, 4.0)),
        ((-1.0, -4.0, 2.0), (1.0, 0.0, 4.0)),
        ((-3.0, -4.0, -2.0), (3.0, 2.0, 4.0)),
        ((0.0, None, None), (0.0, None, None)),
    ],
)
def test_the_interval_of_an_absolute_gap(gap, expected):
    assert folded(Estimate(*gap)) == Estimate(*expected)


def test_odd_and_even_rows(score):
    whole = score(REFERENCE)
    odd, even = (score(REFERENCE, rows=rows) for rows in ("odd", "even"))
    assert odd.counts["structures_right"] + even.counts["structures_right"] == 4
    assert (odd.lines, even.lines, whole.lines) == (2, 2, 4)
    assert len({one.signature for one in (whole, odd, even)}) == 3
    with raises("alternatives.no-chosen-lines", "even"):
        score(["a"], ["a"], rows="even")


FIVE = [replace(ONE, source=f"The doctor came {n}.") for n in range(5)]


@pytest.mark.parametrize(
    ("hypothesis", "reference", "problem"),
    [
        (REFERENCE[:3], REFERENCE, "hypothesis.jsonl: 3 lines, but the reference"),
        ((TWO, NOBODY, TOLD, ONE), REFERENCE, r"hypothesis.jsonl:2: .*\[source.differs\]"),
        ([], REFERENCE, "hypothesis.txt: the file is empty"),
        ([], [], "the file is empty"),
        (["La médica vino.\tEl médico vino."] * 5, ["El médico vino.\tLa médica vino."] * 5,
         "hypothesis.txt:1: masculine and feminine are swapped"),
        (["A\tB\tC"], ["A"], "hypothesis.txt:1: several tabs"),
        (["A\t"], ["A"], "hypothesis.txt:1: not a masculine and a feminine text"),
        ([item.source for item in FIVE], FIVE,
         "hypothesis.txt:1: 5 of 5 translations are the English source"),
        ([f"La enfermera {n}\tEl enfermero {n}" for n in range(12)],
         [f"El enfermero {n}\tLa enfermera {n}" for n in range(12)], "swapped"),
    ],
)  # fmt: skip
def test_files_that_do_not_belong_together(score, hypothesis, reference, problem):
    with pytest.raises(InputError, match=problem):
        score(hypothesis, reference)


def test_sources_of_texts(score, tmp_path):
    source = tmp_path / "en.txt"
    source.write_text("Any client may ask for his money.\n")
    found = score(["El cliente\tLa clienta"], ["El cliente"], source=source)
    assert found.scores["generic_he"].value == 100
    source.write_text("One.\nTwo.\n")
    with raises("file.line-count", "2"):
        score(["El cliente"], ["El cliente"], source=source)
    source.write_text("Another sentence.\n")
    with raises("source.differs", "en", "txt:1"):
        score([ONE], [ONE], source=source)
    with raises("alternatives.no-structures"):
        score(["El cliente"], ["El cliente"], structures="given")


def test_copying_the_masculine_reference_is_no_fault(score):
    report = score([item.text for item in FIVE * 4], FIVE * 4)
    assert report.warnings == []
    same = Alternatives("Hotel Roma", "Hotel Roma", (), ())
    assert score([same] * 6, [same] * 6).warnings == []


def test_two_systems_are_compared_and_tabled(score, tmp_path):
    reference = [replace(TWO, source=f"{TWO.source} {n}") for n in range(12)]
    worse = [replace(item, structures=item.structures[:2]) for item in reference]
    paths = []
    for name, items in (
        ("same", reference), ("worse", worse), ("none", [item.text for item in reference])
    ):  # fmt: skip
        report = score(items, reference, ScoreOptions(system=name, bootstrap=100))
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_text(json.dumps(report.as_json()))
    same, worse_report, none = (json.loads(path.read_text()) for path in paths)
    first, second = compare(same, worse_report, none, bootstrap=200)["comparisons"]
    assert first["scores"]["structures_recall"]["value"] == pytest.approx(100 * 2 / 3)
    assert first["scores"]["delta_bleu"]["base"] == 0
    assert first["scores"]["delta_bleu"]["difference"] > 0
    assert first["scores"]["delta_bleu"]["test"] == "paired-bootstrap"
    assert first["scores"]["complete_two"]["p"] == pytest.approx(2 / 2**12)
    assert second["scores"]["alternatives_recall"]["p"] == pytest.approx(2 / 2**12)
    assert second["scores"]["alignment"]["difference"] is None
    table = metric_table(read_scores(METRIC, paths))
    assert [row["alternatives_recall_p"] != "" for _, row in table.frame.iterrows()] == [
        False, True, True,
    ]  # fmt: skip
    markdown = tmp_path / "t.md"
    output = ["--output", str(tmp_path / "t.csv"), "--markdown", str(markdown)]
    assert main(["tables", "alternatives", *map(str, paths), *output]) == 0
    shown = markdown.read_text()
    assert "δ-BLEU" in shown
    assert "Align 2+" in shown
    none["outcomes"]["counts"] = "1/2"
    with raises("report.outcome-not-numbers", '"counts"'):
        compare(same, none)


def test_the_rows_of_a_report_come_back(score):
    report = score(REFERENCE)
    (rows,) = METRIC.observed(Outcomes("r", report.as_json()))
    assert outcomes_of(rows.rows) == report.outcomes
    found = {
        name: statistic(rows.rows.sum(axis=0)) for name, (statistic, _) in rows.statistics.items()
    }
    for name, value in found.items():
        assert 100 * float(value) == pytest.approx(report.scores[name].value)


def test_the_command(score, tmp_path, capsys):
    score(REFERENCE)
    files = [str(tmp_path / "hypothesis.jsonl"), "--reference", str(tmp_path / "reference.jsonl")]
    sentences = tmp_path / "s.tsv"
    assert (
        main(["score", "alternatives", "--lang", "es", *files, "--sentences", str(sentences)]) == 0
    )
    shown = capsys.readouterr().out
    assert "delta_bleu" in shown
    assert "alignment_two_position" in shown
    assert "No generic he" not in shown
    rows = [line.split("\t") for line in sentences.read_text().splitlines()]
    assert rows[1][2].startswith("[[El secretario/La secretaria]] estaba")


def test_a_line_of_3000_words(score):
    people = " ".join("el juez vio que" if n % 300 == 0 else f"vino {n} y" for n in range(1000))
    women = people.replace("el juez", "la jueza")
    line = f"{people}\t{women}"
    found = values(score([f"¡Oh! {people}\t¡Oh! {women}", ""], [line, ""]))
    assert found["structures_recall"] == 100


# The released sets, and the interval.


@pytest.fixture
def processed():
    folder = os.environ.get("CDAFLOW_DATA")
    if folder is None:
        pytest.skip("CDAFLOW_DATA is unset: the released sets are not in the repository")
    return Path(folder) / "gtag-gtrans" / "test" / "processed"


@pytest.mark.parametrize(
    ("lang", "delta"),
    [pytest.param("de", 14.75, marks=pytest.mark.slow), ("es", 4.57), ("fr", 7.82)],
)
def test_released_sets(processed, tmp_path, lang, delta):
    reference = processed / f"test.en-{lang}.{lang}"
    if not reference.exists():
        pytest.skip(f"{reference} is absent")
    nothing = tmp_path / "masculine.txt"
    lines = reference.read_text(encoding="utf-8").split("\n")
    nothing.write_text("\n".join(line.partition("\t")[0] for line in lines), encoding="utf-8")
    more = {"lang": lang, "reference": reference, "options": NO_INTERVALS,
            "source": processed / f"test.en-{lang}.en"}  # fmt: skip
    found = values(score_alternatives(nothing, **more))
    assert found["delta_bleu"] == pytest.approx(delta, abs=0.005)
    assert found["alternatives_recall"] == 0
    itself = values(score_alternatives(reference, **more))
    assert itself["delta_bleu"] == 0
    assert {itself[f"{what}_{side}"] for what in ("alternatives", "structures")
            for side in ("precision", "recall")} == {100}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.0, 0.3])
def test_the_interval_of_delta_covers(score, share):
    """The true δ, of a population of 2,000 sentences, is in 90 % of 200 intervals at least."""
    rng = np.random.default_rng(1)
    words = [f"palabra{n}" for n in range(50)]
    pool = []
    for number in range(2000):
        text = " ".join(rng.choice(words, 8)) + " el jefe"
        reference = f"{text}\t{text.removesuffix('el jefe')}la jefa"
        noisy = f"{rng.choice(words)} {text}"
        offered = f"{noisy}\t{noisy.removesuffix('el jefe')}la jefa"
        pool.append((noisy if rng.random() < share else offered, reference, number))
    truth = values(score([p[0] for p in pool], [p[1] for p in pool]))["delta_bleu"]
    held = 0
    for seed in range(200):
        rows = [pool[n] for n in rng.integers(0, len(pool), 60)]
        options = ScoreOptions(bootstrap=200, seed=seed)
        found = score([r[0] for r in rows], [r[1] for r in rows], options).scores["delta_bleu"]
        held += found.low - 1e-9 <= truth <= found.high + 1e-9
    assert held >= 0.9 * 200
