"""Files of gender alternatives: any bytes give a result or one clear error."""

import json

import pytest
from bounds import PROFILE, any_bytes, bounded
from hypothesis import given
from hypothesis import strategies as st

from cdaflow.alternatives.marked import read_line, read_marked
from cdaflow.alternatives.structures import (
    Alternatives,
    as_json,
    from_json,
    group,
    marked,
    read_alternatives,
    read_objects,
    validate,
)
from cdaflow.errors import InputError
from cdaflow.scoring.alternatives import score_alternatives
from cdaflow.scoring.report import ScoreOptions, json_text


def entity(start, end, label="ambiguous", probability=1.0):
    return {"start": start, "end": end, "label": label, "probability": probability}


def structure(start, masculine, feminine, *entities):
    forms = {"masculine": masculine, "feminine": feminine}
    return {"start": start, **forms, "entities": [*entities]}


LINES = [
    {
        "source": "The secretary was angry with the boss.",
        "text": "El secretario estaba enojado con el jefe.",
        "structures": [
            structure(0, "El secretario", "La secretaria", 0),
            structure(21, "enojado", "enojada", 0),
            structure(33, "el jefe", "la jefa", 1),
        ],
        "entities": [entity(4, 13), entity(33, 37, "ambiguous", 0.75)],
    },
    {"source": "It rains.", "text": "Llueve.", "structures": [], "entities": []},
    {"source": "", "text": "", "structures": [], "entities": None},
]
SEED = "".join(json.dumps(line) + "\n" for line in LINES).encode()

TOKENS = (
    b'"structures"', b'"entities"', b'"start"', b'"label"', b'"ambiguous"', b"[0]", b"-7", b"[]",
    b"1.5", b"\\u0000", b"\\ud800", b"\\n", b'"el"', b"9" * 400, b"[[", b"]]",
)  # fmt: skip


def texts(path):
    for alternatives in read_alternatives(path):
        assert from_json(as_json(alternatives)) == alternatives
        marked(alternatives)
        if len(alternatives.choices) <= 8 and all(s.entities for s in alternatives.structures):
            list(alternatives.texts())


@pytest.mark.parametrize(
    ("name", "read"), [("texts", texts), ("objects", lambda p: list(read_objects(p)))]
)
@pytest.mark.parametrize("file", ["a.jsonl", "a.jsonl.gz"])
def test_any_bytes(name, read, file):
    """A name that says gzip over text that is not is an error as well."""
    any_bytes(file, SEED, read, TOKENS, sound=not file.endswith(".gz"))


# -- scores --------------------------------------------------------------------------------------

#: Few resamples: what the intervals are does not matter here.
TEN = ScoreOptions(bootstrap=100)

TEXT = (
    b"El secretario estaba enojado con el jefe.\tLa secretaria estaba enojada con la jefa.\n"
    b"Llueve.\n\n"
)

#: Of each file its damaged bytes, and the sound other one.
SIDES = {
    "hypothesis.jsonl": (SEED, "reference", SEED),
    "hypothesis.txt": (TEXT, "reference", SEED),
    "reference.jsonl": (SEED, "hypothesis", SEED),
    "reference.txt": (TEXT, "hypothesis", TEXT),
}


@pytest.mark.parametrize(
    ("file", "structures"),
    [*((file, "grouped") for file in SIDES), ("hypothesis.jsonl", "given")],
)
def test_the_scorer_with_any_bytes(file, structures):
    damaged, other, sound = SIDES[file]

    def score(path):
        beside = path.parent / f"{other}.{'txt' if sound is TEXT else 'jsonl'}"
        beside.write_bytes(sound)
        hypothesis, reference = (path, beside) if other == "reference" else (beside, path)
        report = score_alternatives(
            hypothesis,
            lang="es",
            reference=reference,
            structures=structures,
            options=TEN,
        )
        list(report.sentences)
        json_text(report.as_json())

    any_bytes(file, damaged, score, TOKENS)


# -- texts ---------------------------------------------------------------------------------------

#: Words with what trips: marks, marks that reorder, joined and decomposed letters, no letters.
WORDS = st.lists(
    st.sampled_from(
        ["el", "la", "jefe", "jefa", "l'", "a/b", "[[", "]]", "[", "]", "\\", "\\[", "/", "", " ",
         "\u202ejefe", "e\u0301l", "\u200b", "🙂", "jefe(a)", "[[a/b]]", "\u0130", "ß", ".", "-"]
    ),
    max_size=12,
).map(" ".join)  # fmt: skip


def has_words(text):
    return any(not sign.isspace() for sign in text)


def plain(text):
    return "".join(text.split())


@PROFILE
@given(WORDS, WORDS)
def test_structures_of_any_two_texts(masculine, feminine):
    try:
        found = group(masculine, feminine)
    except InputError:
        assert not (has_words(masculine) and has_words(feminine))
        return
    alternatives = Alternatives("", masculine, found)
    validate(alternatives)
    assert plain(alternatives.feminine) == plain(feminine)
    text, again = read_marked(marked(alternatives))
    assert text == masculine
    assert again == found


@PROFILE
@given(st.text(st.sampled_from("[]/\\ab \t\u202e"), max_size=30))
def test_any_line_with_marks(line):
    """It is read, and what is read is written and read again; or one error."""
    for read in (read_marked, read_line):
        try:
            found = read(line)
        except InputError:
            continue
        if read is read_marked:
            text, structures = found
            alternatives = Alternatives("", text, structures)
            assert read_marked(marked(alternatives)) == found


def test_errors_of_long_lines_are_short():
    for line in ("[[" + "a" * 70_000, "]]" * 30_000, "[[" + "a/" * 30_000 + "]]"):
        with pytest.raises(InputError) as error:
            read_marked(line)
        assert len(str(error.value)) < 20_000


# -- long and empty ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("masculine", "feminine"),
    [
        ("el jefe rubio . " * 750, "la jefa rubia . " * 750),
        ("el " * 3000, "la " * 3000),
        ("el jefe rubio . " * 750, "la jefa muy rubia . " * 700),
        (" ".join(f"a{n}o" for n in range(3000)), " ".join(f"a{n}a" for n in range(3000))),
        ("el la " * 1500, "la el " * 1500),
    ],
)
def test_texts_of_3000_words(masculine, feminine):
    with bounded():
        found = group(masculine, feminine)
        alternatives = Alternatives("", masculine, found)
        validate(alternatives)
        assert plain(alternatives.feminine) == plain(feminine)
        assert read_marked(marked(alternatives)) == (masculine, found)


def test_more_than_eight_people(tmp_path):
    """They are read and shown, but not all 2^k texts are written."""
    people, text = range(9), " ".join(["un"] * 9)
    line = {
        "source": "x " * 9,
        "text": text,
        "structures": [structure(3 * n, "un", "una", n) for n in people],
        "entities": [entity(2 * n, 2 * n + 1) for n in people],
    }
    path = tmp_path / "nine.jsonl"
    path.write_text(json.dumps(line) + "\n", encoding="utf-8")
    (found,) = read_alternatives(path)
    assert found.feminine == " ".join(["una"] * 9)
    assert marked(found).count("[[un/una]]") == 9
    with pytest.raises(InputError, match=r"9 people are open.*at most 8"):
        list(found.texts())


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", r"json\.malformed"),
        ("[]", "object"),
        ('{"source": "a"}', "structures"),
        ('{"source": 1, "text": "", "structures": [], "entities": []}', "source"),
        ('{"source": "", "text": "", "structures": [[]], "entities": []}', "object"),
        ('{"source": "", "text": "", "structures": [], "entities": [3]}', "object"),
        ('{"source": "a", "text": "", "structures": [], "entities": '
         '[{"start": 0, "end": 1, "label": "neutral", "probability": 1}]}', "neutral"),
        ('{"source": "a", "text": "", "structures": [], "entities": '
         '[{"start": 0, "end": 1, "label": "feminine", "probability": NaN}]}', "a.jsonl"),
        ('{"source": "a", "text": "", "structures": [], "entities": '
         '[{"start": 0, "end": 1, "label": "feminine", "probability": 1'
         + "0" * 400 + "}]}", "probability"),
        ('{"source": "", "text": "el", "structures": [{"start": -2, "masculine": "el", '
         '"feminine": "la", "entities": []}], "entities": null}', "el"),
        ('{"source": "", "text": "el", "structures": [{"start": true, "masculine": "el", '
         '"feminine": "la", "entities": []}], "entities": null}', "start"),
    ],
)  # fmt: skip
def test_lines_that_are_no_alternatives(line, problem, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(f"{json.dumps(LINES[1])}\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=problem) as error:
        list(read_alternatives(path))
    assert error.value.line == 2
    assert "a.jsonl" in str(error.value)


#: `complete_two` has the sentence of two people; of twelve not all 4,096 texts are written.
PERFECT = (
    "alternatives_precision", "alternatives_recall", "structures_precision", "structures_recall",
    "alignment", "alignment_two", "complete_two",
)  # fmt: skip


def test_the_scorer_with_long_lines_and_many_people(tmp_path):
    """3,000 words, 12 people, and nothing at all; the reference against itself is perfect."""
    words, people = 750, 12
    long = {
        "source": "the doctor sleeps . " * words,
        "text": "el médico duerme . " * words,
        "structures": [
            structure(19 * n, "el médico", "la médica", n % people) for n in range(words)
        ],
        "entities": [entity(20 * n + 4, 20 * n + 10) for n in range(people)],
    }
    lines = "".join(json.dumps(line) + "\n" for line in (long, *LINES))
    gold, other = tmp_path / "gold.jsonl", tmp_path / "other.txt"
    gold.write_text(lines, encoding="utf-8")
    other.write_text(
        f"{long['text']}\t{'la médica duerme mucho . ' * 600}\n\n\n\n", encoding="utf-8"
    )
    with bounded():
        itself = score_alternatives(gold, lang="es", reference=gold, options=TEN)
        worse = score_alternatives(other, lang="es", reference=gold, options=TEN)
    found = {name: itself.scores[name].value for name in PERFECT}
    assert found == dict.fromkeys(PERFECT, 100)
    assert itself.scores["delta_bleu"].value == 0
    assert worse.scores["alternatives_recall"].value < 100
