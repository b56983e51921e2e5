"""Files whose score arithmetic knows beforehand, and files that deserve an error or a warning."""

import csv
import json
import random
from itertools import product
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.scoring.order import anchors, fit
from cdaflow.scoring.sanity import check, check_lines, foreign_language

ROOT = Path(__file__).parents[2]
PROFESSIONS = ROOT / "config/wordlists/professions.es.tsv"


def nouns():
    """Return (English, masculine, feminine) of nouns whose forms no other noun has."""
    with open(PROFESSIONS, encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle, delimiter="\t", quoting=csv.QUOTE_NONE))
    forms = [form for row in rows for form in (row["masculine"], row["feminine"])]
    return [
        (row["profession"], row["masculine"], row["feminine"])
        for row in rows
        if row["masculine"] != row["feminine"]
        and all(
            forms.count(row[key]) == 1 and " " not in row[key] for key in ("masculine", "feminine")
        )
        and " " not in row["profession"]
        and row["note"] in ("", "_")
        and row["masculine"][-1] == "o"
        and row["feminine"][0] not in "aáh"
    ]


NOUNS = nouns()[:40]
#: 40 frames, each with "he" and with "she", each of them asking for the first and for the second
#: person: 160 rows; "pro" is a man as the first person and a woman as the second.
FRAMES = [(NOUNS[n], NOUNS[(n * 7 + 3) % len(NOUNS)]) for n in range(len(NOUNS))]
ROWS = [
    (gender, place, *frame) for frame, gender, place in product(FRAMES, ("male", "female"), (0, 1))
]


def spanish(genders, pronoun, first, second):
    """Return a sentence with the two persons in the given genders."""
    article = {"male": "El", "female": "La"}[genders[0]]
    object_ = {"male": "al", "female": "a la"}[genders[1]]
    one, two = (
        noun[1 if gender == "male" else 2]
        for noun, gender in zip((first, second), genders, strict=True)
    )
    number = FRAMES.index((first, second))
    return f"{article} {one} vio {object_} {two} porque {pronoun} tenía {number + 100} euros."


PRONOUN = {"male": "él", "female": "ella"}


def perfect(gender, place, first, second):
    """The person of the pronoun has its gender; the other one is a man."""
    genders = [gender if n == place else "male" for n in (0, 1)]
    return spanish(genders, PRONOUN[gender], first, second)


def masculine(gender, place, first, second):
    return spanish(["male", "male"], "él", first, second)


def following(gender, place, first, second):
    """Both persons have the gender of the pronoun, and the pronoun the other one."""
    other = {"male": "ella", "female": "él"}[gender]
    return spanish([gender, gender], other, first, second)


def english(gender, place, first, second):
    pronoun = {"male": "he", "female": "she"}[gender]
    number = FRAMES.index((first, second)) + 100
    return f"The {first[0]} saw the {second[0]} because {pronoun} had {number} euros."


@pytest.fixture
def folder(tmp_path):
    lines = [f"{row[0]}\t{(1, 4)[row[1]]}\t{english(*row)}\t{row[2 + row[1]][0]}\n" for row in ROWS]
    pro = [
        line for line, row in zip(lines, ROWS, strict=True) if (row[0] == "male") == (row[1] == 0)
    ]
    (tmp_path / "en.txt").write_text("".join(lines))
    (tmp_path / "en_pro.txt").write_text("".join(pro))
    (tmp_path / "en_anti.txt").write_text("".join(line for line in lines if line not in pro))
    return tmp_path


def run(folder, lines, capsys, *more):
    """Return (report, None) or (None, error) of translations."""
    path = folder / "t.txt"
    path.write_text("".join(f"{line}\n" for line in lines))
    status = main(
        f"score winomt {path} --lang es --data {folder} --aligner none --bootstrap 200 --json "
        f"--professions {PROFESSIONS}".split()
        + list(more)
    )
    output = capsys.readouterr()
    return (json.loads(output.out), None) if status == 0 else (None, output.err)


def values(report):
    return {name: score["value"] for name, score in report["scores"].items()}


def test_perfect(folder, capsys):
    report, _ = run(folder, [perfect(*row) for row in ROWS], capsys)
    scores = values(report)
    whole = (
        *("accuracy", "accuracy_gendered", "accuracy_pro", "accuracy_anti", "f1_male"),
        *("f1_female", "precision_male", "recall_female", "secondary_known", "secondary_kept"),
    )
    assert {scores[name] for name in whole} == {100.0}
    nothing = ("delta_s", "delta_s_f1", "delta_g", "delta_r", "unknown_rate", "secondary_followed",
               "pronoun_error_female", "pronoun_error_male", "pronoun_elided")  # fmt: skip
    assert {scores[name] for name in nothing} == {0.0}
    # The other person is a man: of half the pronouns the gender.
    assert scores["secondary_agreement"] == 50
    assert scores["accuracy_neutral"] is None
    assert report["warnings"] == []
    assert report["outcomes"]["predicted"] == report["outcomes"]["gold"]


def test_all_masculine(folder, capsys):
    scores = values(run(folder, [masculine(*row) for row in ROWS], capsys)[0])
    expected = {
        "accuracy": 50,
        "accuracy_pro": 50,
        "accuracy_anti": 50,
        "delta_s": 0,
        "delta_s_f1": 0,
        "precision_male": 50,
        "recall_male": 100,
        "f1_male": 200 / 3,
        "recall_female": 0,
        "f1_female": 0,
        "precision_female": None,
        "delta_g": 200 / 3,
        "delta_r": 100,
        "unknown_rate": 0,
        "secondary_agreement": 50,
        "secondary_kept": 100,
        "pronoun_error_female": 100,
        "pronoun_error_male": 0,
        "pronoun_elided": 0,
    }
    assert {name: scores[name] for name in expected} == pytest.approx(expected)


def test_all_follow_the_pronoun(folder, capsys):
    """Accuracy is perfect, and only the scores of the other person and the pronoun tell."""
    scores = values(run(folder, [following(*row) for row in ROWS], capsys)[0])
    assert scores["accuracy"] == 100
    assert (scores["secondary_followed"], scores["secondary_kept"]) == (100, 0)
    assert scores["secondary_agreement"] == 100
    assert scores["pronoun_error_female"] == scores["pronoun_error_male"] == 100


def test_empty(folder, capsys):
    report, _ = run(folder, [""] * len(ROWS), capsys)
    scores = values(report)
    assert (scores["accuracy"], scores["unknown_rate"], scores["f1_male"]) == (0, 100, 0)
    assert scores["secondary_known"] == 0
    assert scores["precision_male"] is None
    assert scores["secondary_kept"] is None
    assert report["counts"]["unknown_reasons"] == {"empty-translation": len(ROWS)}
    (warning,) = report["warnings"]
    assert warning["line"] == 1
    assert "empty, as on 160 of 160 lines" in warning["problem"]


def test_some_lines_wrong_are_named(folder, capsys):
    lines = [perfect(*row) for row in ROWS]
    lines[4] = ""
    lines[20] = english(*ROWS[20])
    lines[33] = "L'homme n'a pas vu la maison parce qu'elle est dans une rue."
    report, _ = run(folder, lines, capsys)
    assert [(w["line"], w["problem"]) for w in report["warnings"]] == [
        (5, "the translation is empty"),
        (21, "the translation is the English source"),
        (34, "the translation looks like French, not Spanish"),
    ]
    assert values(report)["accuracy"] == pytest.approx(100 * 157 / 160)


def test_half_length(folder, capsys):
    _, error = run(folder, [perfect(*row) for row in ROWS[:80]], capsys)
    assert "80 lines, but the challenge set has 160 rows" in error


def test_copy_of_the_source(folder, capsys):
    _, error = run(folder, [english(*row) for row in ROWS], capsys)
    assert "t.txt:1: 160 of 160 lines are the untranslated English source" in error


def test_shuffled(folder, capsys):
    lines = [perfect(*row) for row in ROWS]
    random.Random(3).shuffle(lines)
    _, error = run(folder, lines, capsys)
    assert "[translations.other-order]" in error
    assert "100 %" in error
    assert "Traceback" not in error


def test_slipped(folder, capsys):
    lines = [perfect(*row) for row in ROWS]
    _, error = run(folder, ["a header", "and", "a comment", *lines[:-3]], capsys)
    assert "each translation matches the sentence 3 line(s) before its own" in error


@pytest.mark.parametrize("tenths", [0, 1, 3])
def test_hardly_anything_fits(folder, capsys, tenths):
    """The poorest published system has 52 % of the persons."""
    lines = [
        perfect(*row) if n % 10 < tenths else "Una frase que nada tiene que ver."
        for n, row in enumerate(ROWS)
    ]
    report, _ = run(folder, lines, capsys)
    assert report["warned"]["kinds"]["unrelated"] == len(ROWS)
    found = f"only {10 * tenths} % of the persons of the source are found"
    assert found in report["warnings"][0]["problem"]
    assert tenths or values(report)["unknown_rate"] == 100


def test_a_poor_system_is_not_unrelated(folder, capsys):
    lines = [perfect(*row) if n % 2 else f"Nada {n}." for n, row in enumerate(ROWS)]
    report, _ = run(folder, lines, capsys)
    assert "unrelated" not in report["warned"]["kinds"]


def test_other_language(folder, capsys):
    report, _ = run(folder, ["Der Mann sah die Frau, weil sie mit dem Hund war."] * 160, capsys)
    problems = " ".join(warning["problem"] for warning in report["warnings"])
    assert "looks like German, not Spanish, as on 160 of 160 lines" in problems


def test_table_of_a_terminal_is_grouped(folder, capsys):
    path = folder / "t.txt"
    path.write_text("".join(f"{perfect(*row)}\n" for row in ROWS[:-1]) + "\n")
    command = (
        f"score winomt {path} --lang es --aligner none --bootstrap 100 --all --challenge".split()
    )
    assert main([*command, f"{folder}/en.txt", "--professions", str(PROFESSIONS)]) == 0
    lines = capsys.readouterr().out.splitlines()
    headings = [line for line in lines if line and not line.startswith(" ")]
    assert headings[:7] == [
        "winomt  es  160 rows",
        "the person of known gender",
        "the other person",
        # Without halves there is nothing to say of stereotypes.
        "men and women",
        "the whole sentence",
        "labels of people (GFST)",
        "the pronoun",
    ]
    assert "1 line looks wrong:" in headings
    assert "  line 160: the translation is empty" in lines


# -- the checks by themselves, as other scorers use them ---------------------------------------


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("She was not in the house with her brother.", "es", "en"),
        ("El hombre no está en la casa de su hermano.", "es", None),
        ("O homem não está em casa porque foi com ela.", "es", "pt"),
        ("Il uomo non è nella casa del suo amico.", "it", None),
        ("She was not in the house with her brother.", "ru", "en"),
        ("Он был не в доме, потому что она ушла.", "ru", None),
        ("Он был не в доме, потому что она ушла.", "fr", "ru"),
        ("Microsoft Windows Vista Ultimate", "ru", "latin"),
        ("הוא לא היה בבית", "he", None),
        ("Kein Wort davon.", "de", None),
        ("", "de", None),
    ],
)
def test_language_of_a_line(text, language, found):
    assert foreign_language(text, language) == found


def test_copies_are_seen_whatever_their_case_and_spacing():
    sources = ["The nurse's car left.", "Yes.", "The end."]
    assert check_lines(["the nurse 's car left .", "Sí.", "Fin."], "es", sources) == [
        {"kind": "untranslated", "line": 1, "problem": "the translation is the English source"}
    ]


def numbered(n):
    return f"He paid {n * 37 % 1000 + 1000} euros to Mrs Name{chr(97 + n % 26)}."


def test_order_by_numbers_and_names():
    """Without a word list: numbers and names stand in both sides of a text."""
    assert anchors("The 1,250 men of Paris. Then He left Rome in 1999.") == {
        "1,250", "Paris", "Rome", "1999"
    }  # fmt: skip
    sources = [numbered(n) for n in range(200)]
    targets = [f"Pagó {n * 37 % 1000 + 1000} euros a la señora." for n in range(200)]
    assert check(targets, "es", sources=sources) == []
    slipped = [*targets[:100], "Una línea de más.", *targets[100:-1]]
    (warning,) = check(slipped, "es", sources=sources)
    assert abs(warning["line"] - 101) <= 60
    assert "fits the source 1 line before it: a line is too many" in warning["problem"]
    lost = [*targets[:60], *targets[61:], "Fin."]
    (warning,) = check(lost, "es", sources=sources)
    assert "fits the source 1 line after it: a line is missing" in warning["problem"]
    shuffled = random.Random(1).sample(targets, len(targets))
    (warning,) = check(shuffled, "es", sources=sources)
    assert "does not seem to be in the order of its source" in warning["problem"]
    assert check(["Nada."] * 200, "es", sources=["Nothing here."] * 200) == []
    assert check(shuffled[:20], "es", sources=sources[:20]) == []


def test_fit_by_hand():
    named = [frozenset({f"p{n}"}) for n in range(100)]
    result = fit(named, named)
    assert (result.here, result.chance, result.anywhere) == (1, 0, 1)
    assert [result.shuffled, result.slipped, result.slips, result.unrelated] == [False] * 2 + [
        (),
        False,
    ]
    moved = fit(named, [frozenset({"p"}), *named[:-1]])
    assert (moved.here, moved.shift, moved.shifted) == (0, 1, 1)
    assert moved.slipped
    assert fit(named[:50], named[:50]) is None


def test_a_bad_system_is_no_error():
    """Half of the names wrong, everywhere: low, but in order."""
    rng = random.Random(5)
    named = [frozenset({f"p{n % 30}"}) for n in range(300)]
    found = [names if rng.random() < 0.3 else frozenset() for names in named]
    result = fit(named, found)
    assert (result.shuffled, result.slipped, result.slips) == (False, False, ())


def pieces(lines, size):
    """Return the lines with each piece of so many shuffled within."""
    rng = random.Random(1)
    return [
        line
        for n in range(0, len(lines), size)
        for line in rng.sample(lines[n : n + size], len(lines[n : n + size]))
    ]


def moved(lines):
    """Return the lines with the second quarter and the third exchanged."""
    quarter = len(lines) // 4
    return [
        *lines[:quarter],
        *lines[2 * quarter : 3 * quarter],
        *lines[quarter : 2 * quarter],
        *lines[3 * quarter :],
    ]


def last_shuffled(lines):
    """Return the lines with the last 30 shuffled."""
    return [*lines[:-30], *random.Random(3).sample(lines[-30:], 30)]


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: pieces(lines, 16),
        moved,
        lambda lines: lines[:60][::-1] + lines[60:],
        last_shuffled,
    ],
    ids=["16", "blocks", "60 reversed", "last 30"],
)
def test_lines_that_are_in_part_out_of_order(folder, capsys, change):
    report, error = run(folder, change([perfect(*row) for row in ROWS]), capsys)
    assert error is None
    assert report["warned"]["kinds"]["order"] > 0.1 * len(ROWS)


def test_genders_of_rows_against_their_pronouns(folder, capsys):
    rows = (folder / "en.txt").read_text().splitlines()
    other = {"male": "female", "female": "male"}
    flipped = ["\t".join((other[row.split("\t")[0]], *row.split("\t")[1:])) for row in rows]
    for name in ("en_pro.txt", "en_anti.txt"):
        (folder / name).unlink()
    lines = [perfect(*row) for row in ROWS]
    (folder / "en.txt").write_text("".join(f"{row}\n" for row in [*flipped[:3], *rows[3:]]))
    report, _ = run(folder, lines, capsys)
    assert report["warned"]["kinds"] == {"gold-gender": 3}
    mixed = [
        other if n % 3 == 0 else row
        for n, (row, other) in enumerate(zip(rows, flipped, strict=True))
    ]
    men = [f"male{row[row.index(chr(9)) :]}" for row in rows]
    for changed in (mixed, men):
        (folder / "en.txt").write_text("".join(f"{row}\n" for row in changed))
        wrong = sum(one != two for one, two in zip(rows, changed, strict=True))
        assert run(folder, lines, capsys)[0]["warned"]["kinds"] == {"gold-gender": wrong}
    neutral = [f"neutral{row[row.index(chr(9)) :]}" for row in rows]
    few = [*neutral[:100], *rows[100:]]
    for changed, wrong in ((flipped, 160), (neutral, 160), (few, 100)):
        (folder / "en.txt").write_text("".join(f"{row}\n" for row in changed))
        error = run(folder, lines, capsys)[1]
        assert f"en.txt:1: the genders of {wrong} of 160 rows" in error
        assert "[challenge.genders-unlike-pronouns]" in error
    (folder / "en.txt").write_text("".join(f"{row}\n" for row in [*neutral[:10], *rows[10:]]))
    assert run(folder, lines, capsys)[0]["warned"]["kinds"] == {}


def test_a_given_word_list_is_checked(folder, capsys):
    lines = PROFESSIONS.read_text(encoding="utf-8").splitlines()
    head = lines[0].split("\t")
    one, two = head.index("masculine"), head.index("feminine")
    swapped = []
    for line in lines[1:]:
        cells = line.split("\t")
        cells[one], cells[two] = cells[two], cells[one]
        swapped.append("\t".join(cells))
    path = folder / "p.tsv"
    fifth = [
        two if n % 5 == 0 else one
        for n, (one, two) in enumerate(zip(lines[1:], swapped, strict=True))
    ]
    for rows in (swapped, fifth):
        path.write_text("\n".join([lines[0], *rows]) + "\n", encoding="utf-8")
        error = run(folder, [perfect(*row) for row in ROWS], capsys, "--professions", str(path))[1]
        assert "p.tsv:" in error
        assert "more in the word lists" in error


@pytest.mark.parametrize(("code", "name"), [("fr", "French"), ("it", "Italian")])
def test_a_word_list_of_another_language(folder, capsys, code, name):
    path = str(PROFESSIONS).replace(".es.", f".{code}.")
    error = run(folder, [perfect(*row) for row in ROWS], capsys, "--professions", path)[1]
    assert f"the words of this list are {name}, not Spanish" in error


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        (lambda text: text.replace("é", "Ã©").replace("í", "Ã\xad"), {"repaired"}),
        (lambda text: text.replace("ó ", "&oacute; ").replace(" vio", " v&#105;o"), {"repaired"}),
        (lambda text: text.replace("o", "o\u200b"), {"repaired"}),
    ],
    ids=["mojibake", "entities", "invisible"],
)
def test_what_other_programs_did_changes_no_figure(folder, capsys, change, kinds):
    lines = [perfect(*row) for row in ROWS]
    plain, _ = run(folder, lines, capsys)
    report, _ = run(folder, [change(line) for line in lines], capsys)
    assert values(report) == values(plain)
    assert set(report["warned"]["kinds"]) == kinds
    assert report["warned"]["lines"] == 0
    assert "undid" in report["warnings"][0]["problem"]
