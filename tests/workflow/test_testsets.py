"""MT-GenEval and MuST-SHE in the workflow, on sentences of our own whose translations are known."""

import csv

import pytest

NEW = {"score_geneval", "table_geneval", "extract_mustshe", "score_mustshe", "table_mustshe"}

#: Sources of both genders, their references, and what the system says. Of the women one is right,
#: two are men and of one nothing is said; of the men all are right.
PAIRS = [
    ("The doctor said she was tired.", "La médica dijo que estaba cansada.", 0),
    ("The judge said she was ready.", "La jueza dijo que estaba lista.", 1),
    ("The actor said she was alone.", "La actriz dijo que estaba sola.", 1),
    ("The guard said she was sick.", "La guardesa dijo que estaba enferma.", "Eso dijo."),
]
MEN = [
    ("The doctor said he was tired.", "El médico dijo que estaba cansado."),
    ("The judge said he was ready.", "El juez dijo que estaba listo."),
    ("The actor said he was alone.", "El actor dijo que estaba solo."),
    ("The guard said he was sick.", "El guardés dijo que estaba enfermo."),
]
#: Category, source, reference, wrong reference, term, translation.
TERMS = [
    ("1F", "I was late.", "Estaba atrasada.", "Estaba atrasado.", "atrasada atrasado", 1),
    ("1M", "I was calm.", "Estaba tranquilo.", "Estaba tranquila.", "tranquilo tranquila", 0),
    ("2F", "She was calm.", "Estaba tranquila.", "Estaba tranquilo.", "tranquila tranquilo", 0),
    ("2M", "He was late.", "Estaba atrasado.", "Estaba atrasada.", "atrasado atrasada", "Llegó."),
]

CONFIG = {
    "geneval": {"data": "sets/geneval"},
    "mustshe": {"data": "sets/mustshe.{lang}.tsv"},
}


def write(path, lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def rows(path):
    with open(path, encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


#: Test sets are held out of the training text, which is built and trained on again.
FROM_THE_CORPUS = {"build_corpus", "prepare_training", "train_model", "translate",
                   "score_winomt", "score_bleu", "table_corpus", "write_report"}  # fmt: skip
BEFORE_THE_CORPUS = {"write_demo", "write_demo_challenge", "check_corpus"}


@pytest.fixture(scope="module")
def tested(finished, tmp_path_factory):
    """A finished project to which the test sets have been added, and the rules that then ran."""
    project = finished.copied(tmp_path_factory.mktemp("tested") / "project")
    folder = project.folder
    known = []
    for (source, reference, said), man in zip(PAIRS, MEN, strict=True):
        # Were all of the men the references to the letter, the score would be taken for that of a
        # copy, and not be tested.
        of_man = (man[0], man[1].replace("enfermo", "muy enfermo"))
        known += [(source, {0: reference, 1: man[1]}.get(said, said)), of_man]
    known += [(row[1], {0: row[2], 1: row[3]}.get(row[5], row[5])) for row in TERMS]
    write(folder / "known.tsv", ["\t".join(pair) for pair in known])
    stem = "sets/geneval/sentences/test/geneval-sentences-{}-test.en_es.{}"
    for gender, pairs in (("feminine", PAIRS), ("masculine", MEN)):
        write(folder / stem.format(gender, "en"), [pair[0] for pair in pairs])
        write(folder / stem.format(gender, "es"), [pair[1] for pair in pairs])
    header = "LANG\tCATEGORY\tSRC\tREF\tWRONG-REF\tGENDERTERMS"
    write(folder / "sets/mustshe.es.tsv", [header, *("es\t" + "\t".join(r[:5]) for r in TERMS)])
    assert project.stale() == set()
    project.configure(**CONFIG)
    stale = project.stale()
    # The earlier tables and figures are stale as well, with all that they are made of. Other tests
    # look at them: here they count as made again, so that only what is new is run.
    results = folder / "results"
    made = [
        *results.glob("figures/*.svg"),
        *results.glob("tables/*.csv"),
        *results.glob("tables/*.json"),
    ]
    touched = project.snakemake("--touch", *(path.relative_to(folder) for path in made))
    assert touched.returncode == 0, touched.stdout + touched.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAKE_MARIAN_DICTIONARY", str(folder / "known.tsv"))
        run = project.snakemake()
    assert run.returncode == 0, run.stdout + run.stderr
    return project, stale


@pytest.mark.slow
def test_only_what_is_new_is_made(tested):
    """And what is trained: text that stands in a test set must not be in the training text."""
    project, stale = tested
    assert stale >= NEW | FROM_THE_CORPUS | {"save_config"}
    assert stale.isdisjoint(BEFORE_THE_CORPUS)
    assert project.stale() == set()


@pytest.mark.slow
def test_geneval_table(tested):
    results = tested[0].folder / "results"
    (row,) = rows(results / "tables/geneval.csv")
    assert (row["language"], row["system"], row["pairs"]) == ("es", "baseline", "4")
    for name, expected in {
        "official": "50.0",  # what says nothing has no wrong word
        "official_masculine": "100.0",
        "accuracy": "25.0",
        "accuracy_feminine": "25.0",
        "gap": "75.0",
        "coverage": "75.0",
        "bleu_masculine": "89.0",
    }.items():
        assert row[name] == expected, name
    assert "| es | baseline | 50.0 [" in (results / "tables/geneval.md").read_text()
    sentences = (results / "scores/es/baseline/geneval.sentences.tsv").read_text().splitlines()
    assert len(sentences) == 1 + 8


@pytest.mark.slow
def test_mustshe_table(tested):
    results = tested[0].folder / "results"
    sources = (results / "challenge/mustshe.es.en.txt").read_text().splitlines()
    assert sources == [row[1] for row in TERMS]
    found = {row["part"]: row for row in rows(results / "tables/mustshe.csv")}
    for part, coverage, accuracy, delta in (
        ("all", "75.0", "66.7", "25.0"),
        ("1F", "100.0", "0.0", "-100.0"),
        ("2", "50.0", "100.0", "50.0"),
        ("2M", "0.0", "", "0.0"),
    ):
        row = found[part]
        assert (row["coverage"], row["accuracy"], row["delta_acc"]) == (coverage, accuracy, delta)
    assert "speaker, feminine (1F)" in (results / "tables/mustshe.md").read_text()


@pytest.mark.slow
def test_report_shows_them(tested):
    html = (tested[0].folder / "results/report.html").read_text()
    assert 'id="geneval"' in html
    assert 'id="mustshe"' in html


@pytest.mark.slow
def test_logs_and_benchmarks(tested):
    results = tested[0].folder / "results"
    for kind, ending in (("logs", "log"), ("benchmarks", "tsv")):
        for name in ("scores/es/baseline/geneval", "scores/es/baseline/mustshe",
                     "challenge/mustshe.es", "tables/geneval", "tables/mustshe"):  # fmt: skip
            assert (results / kind / f"{name}.{ending}").exists(), (kind, name)


@pytest.mark.slow
def test_changed_table_of_mustshe(tested):
    path = tested[0].folder / "sets/mustshe.es.tsv"
    before = path.read_text()
    try:
        path.write_text(before.replace("I was calm.", "I was quite calm."))
        stale = tested[0].stale()
    finally:
        path.write_text(before)
    assert stale >= FROM_THE_CORPUS | {"extract_mustshe", "score_mustshe", "table_mustshe"}
    assert stale.isdisjoint(BEFORE_THE_CORPUS)


@pytest.mark.slow
def test_second_system_is_tested_against_the_first(tested, monkeypatch):
    """The table compares the gender of both, and BLEU of each half."""
    project, _ = tested
    model = project.folder / "results/models/es/baseline"
    baseline = {"recipe": "tiny", "data": {"parallel": 1}}
    second = {"model": str(model / "model.npz"), "vocabs": [str(model / "vocab.spm")]}
    project.configure(**CONFIG, systems={"baseline": baseline, "second": second})
    # To it all are men, and it words what it says in another way.
    of_men = [man[1].replace("dijo", "ha dicho") for man in MEN]
    known = [
        (pair[0], said) for side in (PAIRS, MEN) for pair, said in zip(side, of_men, strict=True)
    ]
    write(project.folder / "second.tsv", ["\t".join(pair) for pair in known])
    monkeypatch.setenv("FAKE_MARIAN_DICTIONARY", str(project.folder / "second.tsv"))
    try:
        run = project.snakemake("results/tables/geneval.csv")
        assert run.returncode == 0, run.stdout + run.stderr
    finally:
        project.configure(**CONFIG)
    results = project.folder / "results"
    first, other = rows(results / "tables/geneval.csv")
    assert (first["baseline"], other["baseline"]) == ("", "baseline")
    # One pair of four is right against none: McNemar's p of one difference is 1.
    assert (other["accuracy"], other["accuracy_p"]) == ("0.0", "1")
    assert "" not in (other["bleu_feminine_p"], other["bleu_masculine_p"])
    assert float(other["bleu_masculine"]) < float(first["bleu_masculine"])


def test_language_without_files(project):
    project.configure(languages=["es", "fr"], geneval={"data": "sets"})
    (project.folder / "sets").mkdir()
    run = project.snakemake("--dry-run")
    output = run.stdout + run.stderr
    assert run.returncode != 0
    assert "Traceback" not in output
    assert "[geneval.file-missing]" in output
    assert "(no such file): sets/sentences" in output
    assert "geneval.languages" in output


def test_name_of_their_own_is_taken(project):
    own = [{"name": "mine", "tsv": "config/test.yaml"}]
    project.configure(corpora={"train": own, "dev": own, "test": {"mine": own, "mustshe": own}})
    run = project.snakemake("--dry-run")
    assert run.returncode != 0
    assert "[testset.name-reserved]" in run.stdout + run.stderr
    assert "mustshe" in run.stdout + run.stderr


def test_without_the_keys_there_are_no_rules(project):
    run = project.snakemake("--list-rules")
    assert run.returncode == 0
    assert NEW.isdisjoint((run.stdout + run.stderr).split())
