"""What `cdaflow score winomt` takes: forms of the translation, folders, aligners, pipes."""

import io
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cdaflow.cli import main
from cdaflow.errors import InputError
from cdaflow.io.files import digest
from cdaflow.scoring.translations import read_translations

ROOT = Path(__file__).parents[2]

SOURCES = [
    "The nurse saw the baker because she was late.",
    "The nurse saw the baker because he was late.",
    "The worker, who saw the teacher and the baker, said they were tired.",
]
TARGETS = [
    "La enfermera vio al panadero.",
    "La enfermera vio al panadero.",
    "El trabajador, que vio a la maestra y al panadero, se fue.",
]
CHALLENGE = (
    f"female\t1\t{SOURCES[0]}\tnurse\nmale\t4\t{SOURCES[1]}\tbaker\n"
    f"neutral\t1\t{SOURCES[2]}\tworker\n"
)


def lines(*items):
    return "".join(f"{item}\n" for item in items)


FORMS = {
    "plain": lines(*TARGETS),
    "joined": lines(*(f"{s} ||| {t}" for s, t in zip(SOURCES, TARGETS, strict=True))),
    "table": lines(*(f"{s}\t{t}" for s, t in zip(SOURCES, TARGETS, strict=True))),
    "numbers": lines(*(f"{n}\t{t}" for n, t in enumerate(TARGETS, 1))),
    "numbers-from-0": lines(*(f"{n}\t{t}" for n, t in enumerate(TARGETS))),
    "any-order": lines(*(f"{n}\t{TARGETS[n - 1]}" for n in (3, 1, 2))),
    "number-source": lines(*(f"{n}\t{SOURCES[n]}\t{TARGETS[n]}" for n in (2, 0, 1))),
    "header": "line\ttranslation\n" + lines(*(f"{n}\t{t}" for n, t in enumerate(TARGETS, 1))),
    "windows": lines(*TARGETS).replace("\n", "\r\n"),
}


@pytest.mark.parametrize("form", FORMS)
def test_each_form_gives_the_translations_by_number(tmp_path, form):
    path = tmp_path / "t"
    path.write_bytes(FORMS[form].encode())
    assert read_translations(path, SOURCES) == TARGETS


def test_escapes_are_undone_and_blanks_dropped(tmp_path):
    (tmp_path / "t").write_text("uno\n\n tres &amp; &apos; \n")
    assert read_translations(tmp_path / "t", SOURCES) == ["uno", "", "tres & '"]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("a\nb\n", None, "2 lines, but the challenge set has 3"),
        ("{0} ||| a\nb\n{2} ||| c\n", 2, r"\[translations.separator\]"),
        ("a\n{1} ||| b\n{2} ||| c\n", 1, r"\[translations.separator\]"),
        ("{0} ||| a\n{2} ||| b\n{1} ||| c\n", 2, "on 1 other lines"),
        ("{1}\ta\n{0}\tb\n{2}\tc\n", 1, "on 1 other lines"),
        ("something\ta\nelse\tb\nagain\tc\n", 1, "on 2 other lines"),
        ("1\ta\n2\tb\n2\tc\n", 3, "found 2, wanted 3"),
        ("5\ta\n6\tb\n7\tc\n", 1, "found 5, wanted 1"),
        ("1\ta\n2\tb\n3\tc\td\n", 3, "3 columns, but line 1 has 2"),
    ],
)
def test_faulty_translations_are_refused(tmp_path, text, line, problem):
    path = tmp_path / "t"
    path.write_text(text.format(*SOURCES))
    with pytest.raises(InputError, match=problem) as error:
        read_translations(path, SOURCES)
    assert error.value.line == line


# -- the command -----------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a challenge set in data/winomt, in which the command runs."""
    data = tmp_path / "data" / "winomt"
    data.mkdir(parents=True)
    rows = CHALLENGE.splitlines(keepends=True)
    (data / "en.txt").write_text(CHALLENGE)
    (data / "en_pro.txt").write_text(rows[0])
    (data / "en_anti.txt").write_text(rows[1])
    (tmp_path / "t.txt").write_text(FORMS["plain"])
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CDAFLOW_WINOMT", raising=False)
    return tmp_path


def score(capsys, *more, expected=0):
    command = ["score", "winomt", "--lang", "es", "--aligner", "none", "--bootstrap", "100"]
    assert main([*command, "--json", *more]) == expected
    output = capsys.readouterr()
    return json.loads(output.out) if not expected else output.err


def test_a_bare_command_just_works(folder, capsys):
    result = score(capsys, "t.txt")
    assert result["counts"]["correct"] == 2
    assert result["outcomes"]["half"] == "pa-"
    assert result["scores"]["accuracy_pro"]["value"] == 100


def test_folder_by_option_and_by_environment(folder, capsys, monkeypatch):
    (folder / "data").rename(folder / "elsewhere")
    error = score(capsys, "t.txt", expected=1)
    assert "[challenge.missing]" in error
    assert "data/winomt/en.txt:" in error
    assert "data/winomt" in error
    first = score(capsys, "t.txt", "--data", "elsewhere/winomt")
    monkeypatch.setenv("CDAFLOW_WINOMT", "elsewhere/winomt")
    assert score(capsys, "t.txt") == first
    # A challenge set of one's own is not mixed with the halves of another.
    (folder / "own.txt").write_text(CHALLENGE)
    assert score(capsys, "t.txt", "--challenge", "own.txt")["outcomes"]["half"] == "---"
    both = score(capsys, "t.txt", "--challenge", "own.txt", "--pro", "elsewhere/winomt/en_pro.txt")
    assert both["outcomes"]["half"] == "p--"
    (folder / "elsewhere/winomt/en_anti.txt").unlink()
    assert score(capsys, "t.txt")["outcomes"]["half"] == "p--"
    assert "absent.txt: no such file" in score(capsys, "t.txt", "--anti", "absent.txt", expected=1)


def test_word_list_of_the_working_folder_comes_first(folder, capsys):
    ours = score(capsys, "t.txt")["inputs"]["professions"]
    lists = folder / "config/wordlists"
    lists.mkdir(parents=True)
    text = (ROOT / "config/wordlists/professions.es.tsv").read_text()
    (lists / "professions.es.tsv").write_text(text + "zookeeper\tcuidador\tcuidadora\t\t\t\n")
    assert score(capsys, "t.txt")["inputs"]["professions"] != ours


def test_standard_input_and_pipes(folder, capsys, monkeypatch):
    expected = score(capsys, "t.txt")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FORMS["table"].encode())))
    result = score(capsys, "-")
    assert result["outcomes"] == expected["outcomes"]
    os.mkfifo(folder / "pipe")
    with ThreadPoolExecutor() as pool:
        pool.submit((folder / "pipe").write_text, FORMS["plain"])
        assert score(capsys, "pipe")["inputs"] == expected["inputs"]


def test_json_is_all_that_stands_on_stdout(folder):
    """Notes go to stderr; what was undone is in the report."""
    (folder / "t.txt").write_text(FORMS["plain"].replace("vio", "vio &apos;"))
    command = [sys.executable, "-m", "cdaflow", "score", "winomt", "--lang", "es", "--json"]
    run = subprocess.run(
        [*command, "--aligner", "none", "t.txt"],
        capture_output=True,
        text=True,
        cwd=folder,
        check=True,
    )
    report = json.loads(run.stdout)
    assert report["metric"] == "winomt"
    assert report["warned"] == {"lines": 0, "of": 3, "kinds": {"repaired": 3}}
    assert "undid HTML entities on 3 lines: 1, 2, 3" in report["warnings"][0]["problem"]


def test_secondary_file(folder, capsys):
    """The other person as found in the sentence is that of a file of them."""
    found = score(capsys, "t.txt")
    assert found["outcomes"]["secondary"] == "mff"
    rows = [row.split("\t") for row in CHALLENGE.splitlines()]
    rows[0][1::2], rows[1][1::2] = ["4", "the baker"], ["1", "The nurse"]
    (folder / "s.txt").write_text(lines(*("\t".join(row) for row in rows)))
    assert "s.txt:3: 'worker' is the person of the challenge set" in score(
        capsys, "t.txt", "--secondary", "s.txt", expected=1
    )
    rows[2][1::2] = ["8", "the baker"]
    (folder / "s.txt").write_text(lines(*("\t".join(row) for row in rows)))
    given = score(capsys, "t.txt", "--secondary", "s.txt")
    assert given["outcomes"]["secondary"] == "mfm"
    (folder / "s.txt").write_text(lines(*("\t".join(row) for row in rows[:2])))
    assert "2 rows, but" in score(capsys, "t.txt", "--secondary", "s.txt", expected=1)
    (folder / "s.txt").write_text(lines(*("\t".join(rows[n]) for n in (2, 1, 0))))
    error = score(capsys, "t.txt", "--secondary", "s.txt", expected=1)
    assert "s.txt:1: " in error
    assert "[secondary.other-sentence]" in error


#: An aligner that says where it was and what it got, and links word n to word n.
FAKE = """\
#!{python}
import os, pathlib, sys, time
names = dict(zip(sys.argv[2::2], sys.argv[3::2]))
sides = [pathlib.Path(names["--" + s]).read_text() for s in ("source", "target")]
log = pathlib.Path(__file__).with_name("log") / str(os.getpid())
log.write_text(os.getcwd() + "\\n" + names["--source"] + "\\n" + sides[1])
deadline = time.time() + 20
while len(list(log.parent.iterdir())) < {jobs} and time.time() < deadline:
    time.sleep(0.02)
rows = [range(min(len(a.split()), len(b.split()))) for a, b in zip(*map(str.splitlines, sides))]
for option in ("--forward-links", "--reverse-links"):
    text = "".join(" ".join(f"{{i}}-{{i}}" for i in row) + "\\n" for row in rows)
    pathlib.Path(names[option]).write_text(text)
"""


def fake_aligner(folder, jobs):
    (folder / "bin/log").mkdir(parents=True)
    program = folder / "bin/fake"
    program.write_text(FAKE.format(python=sys.executable, jobs=jobs))
    program.chmod(0o755)
    return program


def test_two_jobs_in_one_folder_do_not_disturb_each_other(folder):
    """The original tool writes ./tmp.in: of two jobs at once each scored a mixture of both."""
    program = fake_aligner(folder, jobs=2)
    masculine = FORMS["plain"].replace("La enfermera", "El enfermero")
    (folder / "m.txt").write_text(masculine)
    before = sorted(path.name for path in folder.iterdir())

    def run(name):
        command = [sys.executable, "-m", "cdaflow", "score", "winomt", "--lang", "es", "--json"]
        return subprocess.run(
            [*command, "--bootstrap", "100", "--eflomal", str(program), name],
            capture_output=True,
            text=True,
            cwd=folder,
            check=True,
        )

    # Each aligner waits until the other one is running as well.
    with ThreadPoolExecutor() as pool:
        runs = list(pool.map(run, ["t.txt", "m.txt"]))
    predicted = [json.loads(run.stdout)["outcomes"]["predicted"] for run in runs]
    assert predicted == ["fmm", "mmm"]
    logs = [path.read_text().split("\n", 2) for path in sorted((folder / "bin/log").iterdir())]
    assert len(logs) == 2
    assert logs[0][1] != logs[1][1]
    assert {"enfermera" in text for _, _, text in logs} == {True, False}
    assert sorted(path.name for path in folder.iterdir()) == before


def test_aligner_and_its_extra_text_are_in_the_signature(folder, capsys):
    program = fake_aligner(folder, jobs=1)
    (folder / "extra.tsv").write_text("The house .\tLa casa .\n")
    command = ["score", "winomt", "--lang", "es", "--json", "--bootstrap", "100", "t.txt"]
    signatures = []
    for more in ([], ["--extra", "extra.tsv"]):
        assert main([*command, "--eflomal", str(program), *more]) == 0
        signatures.append(json.loads(capsys.readouterr().out)["signature"])
    assert f"|aligner:eflomal@{digest(program)[:12]}|" in signatures[0]
    assert signatures[0] != signatures[1]
    seen = [path.read_text() for path in (folder / "bin/log").iterdir()]
    assert sum("La casa ." in text for text in seen) == 1


def test_split_hyphens_of_moses_are_joined_for_words():
    from cdaflow.alignment.words import join_moses_hyphens, splitter, word_indices

    text = "Кто @-@ то ушёл ."
    assert join_moses_hyphens(text) == "Кто-то ушёл ."
    assert splitter("ru")(text) == ["Кто-то", "ушёл", "."]
    # Token by token nothing is joined, so that links of tokens keep their places.
    assert [len(span) for span in word_indices(text, splitter("ru"))] == [1, 3, 1, 1, 1]
