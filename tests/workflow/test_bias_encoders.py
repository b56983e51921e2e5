"""Encoders by their training text in the workflow: what is called, what a change makes stale."""

import re
import shlex

import pytest
import yaml

from cdaflow.cli import commands

from ..layouts import lay_out
from .conftest import ROOT
from .steps import OWN, check_options, make_project

CONFIG = OWN | {
    "bias": {
        "encoder": {"objective": "nli", "train": "mine/nli.tsv", "dev": "mine/nli-dev.tsv",
                    "vectors": "mine/vectors.txt", "learning_rate": 0.1, "optimiser": "sgd"},
        "direction": {"pair_set": 50},
        "trainings": [3],
        "adjust": {"subtract": [90], "augment": [0]},
        "hard_debias": [50],
        "skip_closed": True,
        "more_gendered": ["mine/more.txt"],
        "shares": "mine/shares.tsv",
        "tests": ["mine/sent-weat6.jsonl"],
        "transfer": {"pairs": "mine/learned.tsv", "test_pairs": "mine/asked.tsv"},
        "others": {"glove": {"encoder": "mine/vectors.txt", "most_frequent": 1000},
                   "own": {"encoder": "mine/other.npz", "pooling": "max",
                           "direction": {"sentences": "mine/en.txt"}}},
    },
    "systems": {"baseline": {"recipe": "mine/base.yaml", "data": {"parallel": 1}}},
}  # fmt: skip
FILES = ("base.yaml", "nli.tsv", "nli-dev.tsv", "vectors.txt", "more.txt", "shares.tsv",
         "sent-weat6.jsonl", "other.npz", "learned.tsv", "asked.tsv")  # fmt: skip
MODEL = "results/models/es/baseline/model.npz"
TARGETS = ("fairness", MODEL)

#: Trainings: on the original text, on adjusted texts, with debiased vectors; other encoders.
ORIGINAL, ADJUSTED, DEBIASED, OTHERS = 1, 4, 1, 2
ALL = ORIGINAL + ADJUSTED + DEBIASED + OTHERS
SHOWN = {
    "table_bias": 1, "table_bias-tests": 1, "figure_bias_association": 1,
    "write_fairness_report": 1, "fairness": 1,
}  # fmt: skip
#: What follows from the scored text alone.
OF_TEXT = {"table_bias-texts": 1, "table_most-biased": 1}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made") / "project"
    return make_project(folder, CONFIG, FILES, targets=TARGETS)


def test_options_that_are_passed_are_known(made):
    check_options(made)
    assert made.jobs(*TARGETS) == {}
    assert (made.folder / "results/tables/bias.provenance.json").exists()


def test_what_each_encoder_is_trained_on(made):
    original = made.call("bias", "train-encoder", "encoders/original.3.npz")
    assert "--train mine/nli.tsv --dev mine/nli-dev.tsv --objective nli --clas" in original
    assert "--seed 3 " in original
    debiased = made.call("bias", "train-encoder", "encoders/debiased-50.3.npz")
    assert "--train mine/nli.tsv" in debiased
    assert "--vectors results/bias/vectors/debiased-50.txt.gz" in debiased
    for text in ("subtract-90", "subtract-90-random", "augment-0", "augment-0-copies"):
        call = made.call("bias", "train-encoder", f"encoders/{text}.3.npz")
        assert f"--train results/bias/texts/{text}.tsv.gz" in call
        assert "--optimiser sgd --learning-rate 0.1" in call
    assert sum(call[:2] == ["bias", "train-encoder"] for call in made.calls()) == ALL - OTHERS


def test_the_first_encoder_scores_the_text_and_controls_are_of_its_size(made):
    score = made.call("bias", "score", "mine/nli.tsv")
    assert "--encoder results/bias/encoders/original.3.npz" in score
    assert "--skip-closed" in score
    assert "--more-gendered mine/more.txt" in score
    made.call("bias", "adjust", "--by subtract --percentile 90 --criterion random")
    made.call("bias", "adjust", "--by augment --percentile 0 --criterion absolute --copies")
    made.call("bias", "debias", "mine/vectors.txt", "--strength 0.5", "directions/vectors.npz")


def test_encoders_are_measured_by_their_own_directions(made):
    # An encoder knows all words of the vectors that it was trained with.
    vectors = "debiased-50.3.npz --vectors results/bias/vectors/debiased-50.txt.gz"
    made.call("bias", "direction", f"{vectors} --pairs", "--pair-set 50")
    made.call("bias", "score", "original.3.npz", "--vectors mine/vectors.txt")
    made.call("bias", "direction", "mine/other.npz --pooling max", "--sentences mine/en.txt")
    glove = made.call("bias", "seat", "--encoder mine/vectors.txt --most-frequent 1000")
    assert "--system glove --seed" in glove
    labels = "--system augment-0 --training 3"
    made.call("bias", "validity", "--direction results/bias/directions/augment-0.3.npz", labels)
    transfer = made.call("bias", "transfer", "--encoder results/bias/encoders/augment-0.3", labels)
    assert "--pairs mine/learned.tsv --test-pairs mine/asked.tsv --system" in transfer
    table = made.call("tables", "bias", "original.3.seat.json", "own.transfer.json")
    assert table.index("original.3.seat") < table.index("augment-0-copies.3.seat")
    # Other encoders are on no line of the figure.
    assert "glove" not in made.call("tables", "figure", "bias-association")


def test_a_word_of_the_list_l_makes_the_rules_of_bias_alone_stale(made):
    """The text is scored again, and what follows from that; the first encoders stay."""
    again = ADJUSTED + DEBIASED
    expected = (
        SHOWN
        | OF_TEXT
        | {
            **{
                "score_examples": 1,
                "adjust_examples": ADJUSTED,
                "debias_vectors": 1,
                "train_encoder": again,
            },
            **{"find_direction": again, "measure_association": again, "measure_validity": ALL},
            "measure_transfer": again,
            **{"figure_bias_scores": 1, "draw_importance": 1},
        }
    )
    assert made.edited("mine/more.txt", "waitress\n", *TARGETS) == expected
    assert made.edited("config/wordlists/names.en.tsv", "Ivo\tIva\n", *TARGETS) == expected
    # By words that are swapped the direction of one encoder is found.
    word = "x\ty\t\t\tperson\t\n"
    swapped = made.edited("config/wordlists/gendered.en.tsv", word, *TARGETS)
    assert swapped == expected | {"find_direction": again + 1}


def test_what_measures_touches_no_encoder(made):
    seat = made.edited("mine/sent-weat6.jsonl", "\n", *TARGETS)
    assert seat == SHOWN | {"measure_association": ALL}
    transfer = made.edited("mine/asked.tsv", "\n", *TARGETS)
    assert transfer == {"measure_transfer": ALL, "table_bias": 1, "table_bias-tests": 1,
                        "write_fairness_report": 1, "fairness": 1}  # fmt: skip
    shares = made.edited("mine/shares.tsv", "\n", *TARGETS)
    assert shares == SHOWN | {"measure_association": ALL, "measure_validity": ALL}


@pytest.mark.parametrize(
    ("overlays", "encoders"), [([], "15"), (["config/studies/replicate-fairness.yaml"], "25")]
)
def test_the_configuration_of_the_embedded_corpus(project, overlays, encoders):
    configs = ["--configfile", "config/fairness.yaml", *overlays]
    options = ["--quiet", "host", "--cores", "1", *configs]
    run = project.snakemake("fairness_encoders", "--dry-run", "--forceall", options=options)
    said = run.stdout + run.stderr
    assert run.returncode == 0, said
    found = dict(re.findall(r"^(\w+) +(\d+)$", said, re.MULTILINE))
    assert (found["train_encoder"], found["measure_validity"]) == (encoders, encoders)
    assert (found["adjust_examples"], found["write_demo"]) == ("4", "1")
    assert "train_model" not in found


def test_the_score_as_a_filter_of_training_pairs(project):
    configs = ["--configfile", "config/fairness.yaml", "config/studies/bias-filter.yaml"]
    options = ["--quiet", "host", "--cores", "1", *configs]
    table = "results/fairness/tables/winomt.csv"
    run = project.snakemake(table, "--dry-run", "--forceall", options=options)
    said = run.stdout + run.stderr
    assert run.returncode == 0, said
    found = dict(re.findall(r"^(\w+) +(\d+)$", said, re.MULTILINE))
    # One encoder scores the text; of the three texts of pairs one is the control.
    assert (found["train_encoder"], found["drop_biased"], found["train_model"]) == ("1", "3", "20")


def test_the_setup_of_dolci_et_al(project):
    """config/papers/dolci2023.yaml, in a dry run with empty files."""
    text = (ROOT / "config/papers/dolci2023.yaml").read_text()
    lay_out(project.folder / "data")
    config = yaml.safe_load(text) | {"data": "data"}
    (project.folder / "config/test.yaml").write_text(yaml.safe_dump(config))
    run = project.snakemake("fairness_encoders", "--dry-run", "--printshellcmds")
    said = run.stdout + run.stderr
    assert run.returncode == 0, said
    calls = sorted(set(re.findall(r"Shell command: (cdaflow .*?) > ", said)))
    for call in calls:
        commands.check(shlex.split(call)[1:])

    def called(*words):
        found = [call for call in calls if all(word in call for word in words)]
        assert found, words
        return found

    # The original, eight texts with their controls, hard-debiased vectors: five times each.
    trainings = called("bias train-encoder", "--hidden 2048", "--max-epochs 8", "--device cuda")
    assert len(trainings) == 5 * (1 + 8 + 8 + 1)
    assert all("--optimiser sgd --learning-rate 0.1 --decay 0.99" in call for call in trainings)
    for percentile in (97, 95, 93, 90):
        for by in ("subtract", "augment"):
            assert len(called("bias adjust", f"--by {by} --percentile {percentile}")) == 2
    called("bias debias data/glove/glove.840B.300d.txt", "--strength 1 ", "data/gendered/names.tsv")
    assert len(called("bias seat", "sent-weat8b.jsonl", "--professions 0")) == 5 * 18 + 2
    tasks = called(
        "bias transfer",
        "--senteval data/SentEval/data/downstream --tasks MR CR SUBJ MPQA SST SST-5",
    )
    assert len(tasks) == 5 * 18 + 2
    called("bias direction --encoder data/sbert --pooling max", "--sentences data/sentences/")
    called(
        "bias score data/snli_1.0/snli_1.0_train.jsonl", "--more-gendered data/gendered/words.txt"
    )
    called("tables bias ", "original.5.seat.json", "sbert.validity.json")
    called("tables most-biased results/dolci2023/bias/scored.json")
    for kind in ("bias-tests", "bias-texts"):
        called(f"tables published dolci2023 {kind} --beside")


def test_a_small_part_of_snli(project):
    """config/studies/snli.yaml on top of it: what two cores can train."""
    folder = project.folder / "data"
    lay_out(folder)
    for name in ("snli_1.0/snli_1.0_test.jsonl", "glove/glove.6B.50d.txt"):
        (folder / name).write_text("")
    configs = ["config/papers/dolci2023.yaml", "config/studies/snli.yaml"]
    options = ["--quiet", "host", "--cores", "1", "--configfile", *configs]
    run = project.snakemake(
        "fairness_encoders", "--dry-run", "--config", "data=data", options=options
    )
    said = run.stdout + run.stderr
    assert run.returncode == 0, said
    found = dict(re.findall(r"^(\w+) +(\d+)$", said, re.MULTILINE))
    # Three each: SNLI, two adjusted texts and their controls; and GloVe as it is.
    assert (found["train_encoder"], found["measure_association"]) == ("15", "16")
    assert "measure_transfer" not in found
