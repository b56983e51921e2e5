"""What a user can get wrong: one clear error, no traceback, earlier results untouched."""

import gzip
import shutil

import pytest

from .conftest import OPTIONS, ROOT, copy_project

OWN = {
    "train": [{"name": "mine", "source": "mine.en", "target": "mine.es"}],
    "dev": {"held_out": 2},
    "test": {"mine": [{"name": "mine", "tsv": "mine.tsv"}]},
}
PAIRS = [(f"The house number {n} is red.", f"La casa número {n} es roja.") for n in range(40)]


@pytest.fixture(scope="module")
def first_run(tmp_path_factory):
    """A project on the user's own corpus, with results."""
    project = copy_project(tmp_path_factory.mktemp("own"))
    folder = project.folder
    (folder / "mine.en").write_text("".join(f"{en}\n" for en, _ in PAIRS))
    (folder / "mine.es").write_text("".join(f"{es}\n" for _, es in PAIRS))
    (folder / "mine.tsv").write_text("".join(f"{en}\t{es}\n" for en, es in PAIRS[:5]))
    project.configure(corpora=OWN)
    run = project.snakemake(TARGET)
    assert run.returncode == 0, run.stdout + run.stderr
    return project


@pytest.fixture
def own(first_run, tmp_path):
    """A copy of it, to be harmed."""
    return first_run.copied(tmp_path / "own")


TARGET = "results/corpora/es/full.parquet"


def failed(project, *expected):
    """Check that a run fails with the expected words, said once, and leaves the results."""
    path = project.folder / TARGET
    before = path.read_bytes()
    run = project.snakemake(TARGET, "results/tables/corpus.csv")
    output = run.stdout + run.stderr
    assert run.returncode != 0
    assert "Traceback" not in output
    for words in expected:
        assert words in output
    # A fault of the configuration has a line for each key that has it.
    lines = [line for line in output.splitlines() if expected[0] in line]
    assert len(lines) == len(set(lines))
    assert path.read_bytes() == before


def test_one_line_missing_on_one_side(own):
    (own.folder / "mine.es").write_text("".join(f"{es}\n" for _, es in PAIRS[:-1]))
    failed(own, "mine.en has 40 lines and mine.es has 39", "not aligned")


def test_latin_1(own):
    text = "".join(f"{es}\n" for _, es in PAIRS)
    (own.folder / "mine.es").write_bytes(text.encode("latin-1"))
    failed(own, "mine.es:1: byte 10 of the line is not UTF-8 (0xfa)", "iconv")


def test_truncated_gz(own):
    whole = gzip.compress("".join(f"{en}\n" for en, _ in PAIRS).encode())
    (own.folder / "mine.en.gz").write_bytes(whole[: len(whole) // 2])
    corpora = OWN | {"train": [{"name": "mine", "source": "mine.en.gz", "target": "mine.es"}]}
    own.configure(corpora=corpora)
    failed(own, "the file is damaged or truncated", "mine.en.gz:")


def test_text_of_another_language(own):
    french = "".join(f"La maison du numéro {n} est rouge.\n" for n in range(len(PAIRS)))
    (own.folder / "mine.es").write_text(french)
    failed(own, "the target is not Spanish; it looks like French (100 %)", "mine.es:")


def test_the_same_file_under_train_and_test(own):
    (own.folder / "mine.tsv").write_text("".join(f"{en}\t{es}\n" for en, es in PAIRS))
    run = own.snakemake(TARGET)
    assert run.returncode != 0
    assert "dropped: 40 held_out_source" in run.stdout + run.stderr
    assert "a file is given in both places" in run.stdout + run.stderr


def test_unknown_key(own):
    own.configure(corpora=OWN, sede=3)
    failed(own, "unknown key 'sede', did you mean 'seed'?")


def test_unknown_language(own):
    own.configure(corpora=OWN, languages=["es", "tlh"])
    failed(own, "languages[1]: 'tlh' is not one of ['es', 'fr', 'it', 'pt', 'de', 'ru', 'he']")


def test_file_of_a_language_that_the_configuration_does_not_name(own):
    own.configure(corpora=OWN)
    run = own.snakemake("--dry-run", "results/models/fr/baseline/model.npz")
    output = run.stdout + run.stderr
    assert run.returncode != 0
    assert "Traceback" not in output
    assert "No rule to produce results/models/fr/baseline/model.npz" in output


def test_configuration_without_languages(own):
    """It is not completed by the languages and systems of the embedded corpus."""
    (own.folder / "config/test.yaml").write_text("seed: 2\nalign_with: 7\n")
    failed(own, "config/test.yaml: the configuration has no key 'languages'", "by --config")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            ("config/test.yaml", "results/scores/es.json"),
            "results/scores/es.json: this is a result, given as a configuration\n"
            "  -> put the target before --configfile",
        ),
        (("results/scores/es.json",), "es.json: the configuration has no key 'languages'"),
        (
            ("config/test.yaml", "results/tables/corpus.csv"),
            "corpus.csv: not a configuration: expected keys with values [config.no-mapping]\n"
            "  -> put targets before --configfile",
        ),
        (
            ("config/test.yaml", "results/tables/none.csv"),
            "none.csv: no such file [file.missing]\n  -> put targets before --configfile",
        ),
    ],
)
def test_a_result_given_as_a_configuration(own, files, said):
    """Snakemake takes a target behind --configfile for one; JSON reaches the workflow."""
    own.configure(corpora=OWN)
    for name, text in (
        ("scores/es.json", '{"metric": "winomt"}'),
        ("tables/corpus.csv", "language,lines\nes,40\n"),
    ):
        path = own.folder / "results" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    run = own.snakemake("--dry-run", options=("--cores", "1", "--configfile", *files))
    output = run.stdout + run.stderr
    assert run.returncode != 0
    assert "Traceback" not in output
    assert said in output


@pytest.mark.slow
def test_single_keys_go_over_the_default_configuration(own):
    run = own.snakemake(
        "--dry-run",
        "results/corpora/es/train.parquet",
        "--config",
        "seed=2",
        options=("--cores", "2"),
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_absent_file(own):
    corpora = OWN | {"train": [{"name": "mine", "source": "absent.en", "target": "mine.es"}]}
    own.configure(corpora=corpora)
    failed(own, "corpora.train[0].source: absent.en", "no such file")


def test_no_such_marian(own):
    own.configure(corpora=OWN, marian="no/such/marian")
    run = own.snakemake("results/models/es/baseline/model.npz")
    output = run.stdout + run.stderr
    assert run.returncode != 0
    assert "Traceback" not in output
    assert "no/such/marian" in output


def test_winomt_is_fetched_only_where_asked(own):
    target = "results/challenge/winomt.en.txt"
    assert "fetch_winomt" not in own.stale(target)
    own.configure(corpora=OWN, languages=["de"], challenge={"fetch": True})
    assert own.stale(target) == {"fetch_winomt", "extract_challenge"}


def test_embedded_corpus_in_a_language_that_it_has_not(own):
    own.configure(languages=["de"])
    failed(own, "[demo.language-unsupported]", "your own parallel text")


def test_a_key_that_stands_twice(own):
    path = own.folder / "config/test.yaml"
    path.write_text(path.read_text() + "\nmarian: other\n")
    failed(own, "the key 'marian' is duplicated in one mapping", "config/test.yaml:")


def test_a_tag_in_the_configuration(own):
    path = own.folder / "config/test.yaml"
    path.write_text(path.read_text() + "\nx: !!python/object/apply:os.system ['touch EXPLODED']\n")
    run = own.snakemake(TARGET)
    assert run.returncode != 0
    assert "Traceback" not in run.stdout + run.stderr
    assert not (own.folder / "EXPLODED").exists()


@pytest.mark.skipif(shutil.which("sbatch") is not None, reason="Slurm is installed")
@pytest.mark.parametrize(
    ("words", "is_refused"),
    [
        (["--profile", "slurm"], True),
        (["--executor", "slurm", "--jobs", "2"], True),
        (["-eslurm", "--jobs=2"], True),
        (["--workflow-profile=slurm"], True),
        (["--profile", "slurm", "--dry-run"], False),
    ],
)
def test_slurm_without_its_programs_is_named_at_the_start(project, words, is_refused):
    shutil.copytree(ROOT / "slurm", project.folder / "slurm", dirs_exist_ok=True)
    run = project.snakemake("results/challenge/winomt.en.txt", *words, options=OPTIONS[2:])
    said = run.stdout + run.stderr
    assert ("sbatch is not there, which hands jobs to Slurm" in said) == is_refused, said
    assert (run.returncode != 0) == is_refused, said
