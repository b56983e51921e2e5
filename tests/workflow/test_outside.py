"""Systems from outside beside trained ones: how they get their translations, and what is made."""

import csv
import json
import re
import sys

import pytest

from .conftest import ROOT
from .steps import OWN as OF_USER
from .steps import check_options, make_project

FAKE = str(ROOT / "tests/fakes/translator.py")
TRAINED = {"recipe": "mine/base.yaml", "data": {"parallel": 1}}
#: An article that the scorer needs and the rest as it stands, which is a bad translation.
PROGRAM = {"command": [sys.executable, "mine/translator.py", "{lang}"]}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A project of which all has been made, by fakes: two trainings, and three from outside."""
    systems = {
        "baseline": TRAINED,
        "theirs": {"translations": "mine/theirs.{lang}.{testset}.txt"},
        "other": {"translations": "mine/other.{lang}.{testset}.txt", "testsets": ["winomt"]},
        "program": PROGRAM | {"timeout": 5},
    }
    config = {key: value for key, value in OF_USER.items() if key != "annotators"}
    config |= {"systems": systems, "trainings": 2}
    pseudo = {"command": [sys.executable, "mine/pseudo.py", "{lang}"], "shards": 2}
    text = ["mine/news.txt", "mine/more.txt"]
    pseudo |= {"max_words": 40, "max": 90}
    news = {"name": "news", "text": text, "by": pseudo, "weight": 2}
    train = [*OF_USER["corpora"]["train"], news]
    config["corpora"] = OF_USER["corpora"] | {"train": train}
    files = ("base.yaml", "news.txt", "more.txt", "pseudo.py", "theirs.es.mine.txt",
             "theirs.es.winomt.txt", "other.es.winomt.txt", "translator.py")  # fmt: skip
    return make_project(tmp_path_factory.mktemp("made") / "project", config, files)


def test_nothing_is_stale_and_options_are_known(made):
    assert "2 of 2 trainings are to do" in made.said
    assert made.jobs() == {}
    check_options(made)


def test_files_are_imported_and_programs_run(made):
    call = made.call("score", "import-translations", "mine/theirs.es.winomt.txt")
    assert call.endswith(
        "--source results/challenge/winomt.en.txt --lang es "
        "--output results/translations/es/theirs/winomt.txt"
    )
    call = made.call("nmt", "translate", "translations/es/program/mine.txt")
    assert f"--program {sys.executable} mine/translator.py es --lang es --timeout 5 --input" in call
    translated = [call for call in made.calls() if call[:2] == ["nmt", "translate"]]
    assert len(translated) == 2 * 2 + 2 + 2  # the last two are shards of training text


def test_text_is_cleaned_translated_in_shards_and_kept(made):
    call = made.call("text", "mono", "news-1")
    assert '"name": "news-2", "text": "mine/more.txt"' in call
    assert "--max-words 40 --max-chars 1000" in call
    call = made.call("text", "sample", "results/pseudo/es/news.sample.parquet")
    assert "results/pseudo/es/news.en.parquet --size 90 --at-most --seed" in call
    for shard in ("1-of-2", "2-of-2"):
        call = made.call("nmt", "translate", f"results/pseudo/es/shards/news.{shard}.txt.gz")
        assert f"--program {sys.executable} mine/pseudo.py es --lang es " in call
        assert "--input results/pseudo/es/news.en.txt.gz" in call
        assert f"--shard {shard.replace('-of-', '/')} " in call
    call = made.call("text", "build", "corpora/es/full.parquet")
    files = (
        '"source": "results/pseudo/es/news.en.txt.gz", "target": "results/pseudo/es/news.txt.gz"'
    )
    assert f'{files}, "weight": 2' in call
    assert (made.folder / "results/pseudo/es/news.txt.gz").exists()
    assert not (made.folder / "results/pseudo/es/shards").exists()


@pytest.mark.parametrize("name", ["news.txt", "more.txt", "pseudo.py"])
def test_an_edited_text_is_translated_again(made, name):
    jobs = made.edited(f"mine/{name}", "x\n", "results/corpora/es/full.parquet")
    again = {"translate_corpus": 2, "join_corpus": 1, "check_corpus": 1, "build_corpus": 1}
    prepared = dict.fromkeys(("clean_english", "sample_english", "export_english"), 1)
    assert jobs == again | ({} if name == "pseudo.py" else prepared)


def test_each_is_scored_on_what_it_has_translated(made):
    for name in ("theirs", "other", "program"):
        call = made.call("score", "winomt", f"translations/es/{name}/")
        assert f"--system {name} --" in call
        assert "--training" not in call
    tables = made.call("tables", "bleu", "bleu.csv")
    assert "scores/es/program/bleu.mine.json" in tables
    assert "scores/es/other" not in tables
    assert "scores/es/other/winomt.json" in made.call("tables", "winomt", "tables/winomt.csv")


#: What follows from the translation of WinoMT, and of a test set for BLEU.
WINOMT = {"align_challenge", "score_winomt", "table_winomt", "table_winomt_trainings",
          "figure_gaps", "write_report"}  # fmt: skip
BLEU = {"score_bleu", "table_bleu", "table_bleu_trainings", "write_report"}


def test_an_edited_file_of_translations(made):
    jobs = made.edited("mine/other.es.winomt.txt", "x\n")
    assert jobs["import_translations"] == jobs["score_winomt"] == jobs["align_challenge"] == 1
    assert set(jobs) >= WINOMT
    assert not {"translate", "train_model", "score_bleu"} & set(jobs)


def test_an_edited_script_and_another_command(made):
    for jobs in (
        made.edited("mine/translator.py", "x\n"),
        made.configured(
            systems={"program": PROGRAM | {"command": [*PROGRAM["command"], "x"], "timeout": 5}}
        ),
    ):
        assert jobs["translate"] == 2  # WinoMT and the test set
        assert jobs["score_winomt"] == jobs["score_bleu"] == 1
        assert set(jobs) >= WINOMT | BLEU
        assert not {"import_translations", "train_model"} & set(jobs)


def test_an_edited_list_translates_nothing(made):
    jobs = made.edited(
        "config/wordlists/professions.es.tsv",
        "baker\tpanificador\tpanificadora\tpanificadores\tpanificadoras\t\n",
    )
    assert jobs["score_winomt"] == 5
    assert not {"import_translations", "translate", "train_model", "score_bleu"} & set(jobs)
    assert not {"translate_corpus", "build_corpus"} & set(jobs)


def test_a_missing_file_is_reported_before_anything_runs(made):
    path = made.folder / "mine/theirs.es.mine.txt"
    text = path.read_text()
    path.unlink()
    try:
        run = made.snakemake("--dry-run")
    finally:
        path.write_text(text)
    assert run.returncode != 0
    said = run.stdout + run.stderr
    assert "[file.missing]" in said
    assert "systems.theirs.translations: mine/theirs.es.mine.txt:" in said
    assert "name the test sets that it has translated" in said


@pytest.mark.slow
def test_tables_significance_and_report(finished, tmp_path):
    """Outside systems beside a trained one, for real but for Marian."""
    finished = finished.copied(tmp_path / "project")
    results = finished.folder / "results"
    mine = finished.folder / "mine"
    mine.mkdir()
    for testset in ("demo", "winomt"):
        found = results / f"translations/es/baseline/{testset}.txt"
        # Theirs makes everybody a man, and leaves out the last word.
        text = re.sub(r"\b([Ll])a (\w+)a\b", r"\1el \2o", found.read_text())
        text = re.sub(r"\bLel\b", "El", re.sub(r"\blel\b", "el", text))
        text = re.sub(r" \S+$", ".", text, flags=re.MULTILINE)
        (mine / f"theirs.es.{testset}.txt").write_text(text)
    # The program knows some words alone.
    (mine / "words.tsv").write_text("the\tel\nnurse\tenfermero\nand\ty\nis\tes\na\tun\n")
    systems = {
        "baseline": {"recipe": "tiny", "data": {"parallel": 1}},
        "theirs": {"translations": "mine/theirs.{lang}.{testset}.txt"},
        "program": {
            "command": [sys.executable, FAKE, "mine/words.tsv"],
            "language_check": False,
        },
    }
    finished.configure(systems=systems)
    run = finished.snakemake()
    assert run.returncode == 0, run.stdout + run.stderr

    def rows(name):
        with open(results / f"tables/{name}.csv", encoding="utf-8", newline="") as handle:
            return {row["system"]: row for row in csv.DictReader(handle)}

    for name in ("winomt", "bleu", "pronouns", "secondary"):
        assert list(rows(name)) == ["baseline", "program", "theirs"]
    winomt, bleu = rows("winomt"), rows("bleu")
    assert [row["seeds"] for row in winomt.values()] == ["1", "", ""]
    assert winomt["theirs"]["accuracy_p"]
    assert float(bleu["theirs"]["bleu_p"]) < 0.05
    # What is hardly translated is not tested.
    assert bleu["program"]["bleu_p"] == ""
    lead = (results / "tables/winomt.md").read_text()
    assert "program, theirs were not trained here" in lead
    report = (results / "report.html").read_text()
    assert "program, theirs were not trained here" in report
    assert "its translations: mine/theirs.{lang}.{testset}.txt" in report
    assert "translates by" in report
    for name in ("accuracy-bleu", "pro-anti", "gains"):
        assert "Not trained here: program, theirs." in (results / f"figures/{name}.svg").read_text()
    assert finished.stale() == set()
    provenance = json.loads((results / "tables/winomt.provenance.json").read_text())
    assert "mine/theirs.es.winomt.txt" in json.dumps(provenance)
