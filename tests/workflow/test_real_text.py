"""config/real.yaml on a folder of data that has its files, empty: what runs, and what is stale."""

import gzip
import os
import re
from collections import Counter

import pytest
import yaml
from snakemake.utils import update_config

from cdaflow.config import leave_out_nulls, load_config
from cdaflow.errors import ConfigError

from .conftest import ROOT, copy_with_package
from .forks import dry_runs

#: Systems that stand for all others: of each kind one.
KINDS = ("baseline", "apertium", "amazon", "gb-guard", "gfst-ft")
GENEVAL = "mt-geneval/sentences/test/geneval-sentences-{}-test.en_es.{}"
PROFESSION = "baker\tpanificador\tpanificadora\tpanificadores\tpanificadoras\t\n"


def real():
    return yaml.safe_load((ROOT / "config/real.yaml").read_text())


def named_files(config):
    """Return the files below {data} that a configuration names, for Spanish."""
    text = yaml.safe_dump(config, width=1000)
    found = re.findall(r"\{data\}/([\w./{}-]+)", text.replace("{lang}", "es"))
    halves = [GENEVAL.format(gender, side) for gender in ("feminine", "masculine")
              for side in ("en", "es")]  # fmt: skip
    return [name for name in found if "." in name] + halves


def stand_in(path):
    """Write a line for a file of real text: the size of a text is estimated from its file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    line = f"{path.name}\n".encode()
    path.write_bytes(gzip.compress(line) if path.suffix == ".gz" else line)


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """A folder with an Apertium that knows the pair."""
    folder = tmp_path_factory.mktemp("bin")
    (folder / "apertium").write_text("#!/bin/sh\necho eng-spa pt-es\n")
    (folder / "apertium").chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = copy_with_package(tmp_path_factory.mktemp("real"))
    for name in named_files(real()):
        stand_in(folder / "data" / name)
    return folder


def load(folder, monkeypatch, path):
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", path)
    return load_config(real() | {"data": "data"})


def test_it_is_whole_and_what_is_missing_is_said_first(folder, programs, monkeypatch, tmp_path):
    config = load(folder, monkeypatch, str(programs))
    tuned = {name for name, system in config.systems.items() if getattr(system, "base", None)}
    assert set(config.systems) - tuned == {"baseline", "apertium", "amazon"}
    assert {config.systems[name].base_training for name in tuned} == {1}
    with pytest.raises(ConfigError) as caught:
        load(folder, monkeypatch, str(tmp_path))
    lines = [line for line in str(caught.value).splitlines() if "apertium" in line]
    assert [line.endswith("[program.missing]") for line in lines] == [True] * 3


@pytest.mark.parametrize(
    "names",
    [
        ["real-tries"],
        ["real-tries", "real-second"],
        ["real-alternatives"],
        ["real-naik"],
        ["real-gfst"],
        ["real-lm"],
        ["real-pivot"],
    ],
    ids=" ".join,
)
def test_what_is_laid_over_it_fits(names, folder, programs, monkeypatch):
    config = real() | {"data": "data"}
    for name in names:
        over = yaml.safe_load((ROOT / f"config/studies/{name}.yaml").read_text())
        update_config(config, over)
    leave_out_nulls(config)
    systems = over.get("systems", {})
    if "real-pivot" in names:
        assert config["systems"]["baseline"]["trainings"] == [1]
        assert config["systems"]["gb"]["base"] == "baseline"
    (folder / "data/gtag-gtrans").mkdir(exist_ok=True)
    for file in set(named_files(config)) - set(named_files(real())):
        stand_in(folder / "data" / file)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", str(programs))
    loaded = load_config(config)
    assert set(loaded.systems) >= {name for name, entry in systems.items() if entry}
    assert not set(loaded.systems) & {name for name, entry in systems.items() if not entry}


@pytest.mark.data
def test_the_files_of_shared_data_are_those_that_it_names(programs, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PATH", str(programs))
    config = load_config(real() | {"data": os.environ["CDAFLOW_DATA"]})
    assert [len(each.texts("es")) for each in config.corpora.translated().values()] == [7, 3]


@pytest.fixture(scope="module")
def found(folder, programs):
    """What dry runs name after edits, as {rule: number}, and the commands of trainings."""
    config = real() | {"data": "data", "trainings": 2}
    config["systems"] = {name: config["systems"][name] for name in KINDS}
    (folder / "config/test.yaml").write_text(yaml.safe_dump(config, sort_keys=False))
    spanish = "config/wordlists/professions.es.tsv"
    news = "data/parallel/gfst-news2017-male.en-it.en.gz"
    edits = {
        "nothing": {},
        "word": {spanish: (folder / spanish).read_text() + PROFESSION},
        "news": {news: "Another one.\n"},
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
        return {
            name: (Counter(rule for rule, *_, n in each["jobs"] for _ in range(n)),
                   each["trainings"])
            for name, each in dry_runs(folder, edits).items()
        }  # fmt: skip


def test_nothing_is_stale(found):
    assert found["nothing"] == (Counter(), [])


def test_a_spanish_word_trains_no_base_and_translates_no_text(found):
    jobs, trainings = found["word"]
    # For gb and gb-guard; which pairs are gendered is a matter of the English.
    assert jobs["make_counterfactuals"] == 2
    assert jobs["select_gendered"] == 0
    # Two fine-tunings, of counterfactuals, from the one base; all systems are scored again.
    assert len(trainings) == jobs["train_model"] == 2
    assert all("models/es/gb-guard" in line for line in trainings)
    assert all("--base results/real/models/es/baseline " in line for line in trainings)
    assert all("--threads 1 " in line for line in trainings)
    assert jobs["score_winomt"] == 1 + 2 + 2 * 2
    untouched = ("clean_english", "translate_corpus", "build_corpus", "hold_out", "translate_mono")
    assert not jobs & Counter(untouched)


def test_other_news_are_translated_and_all_is_trained_again(found):
    jobs, trainings = found["news"]
    assert jobs["translate_corpus"] == 8
    assert jobs["hold_out_test"] == 0
    # The base, the model that translates back, and two fine-tunings of two systems.
    assert len(trainings) == 1 + 1 + 2 * 2
    # What is trained from the start has both threads.
    assert ["--base" in line for line in trainings] == [
        "--threads 1 " in line for line in trainings
    ]
