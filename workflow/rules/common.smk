# The checked configuration, and what the rules of several stages share. No rule stands here; the
# functions of a stage are in inputs/, in the file of its name.
import atexit
import json
import re
import shlex
import sys
from functools import partial
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.utils import validate

from cdaflow.config import check_files, leave_out_nulls, load_config
from cdaflow.workflow.stages import flags
from cdaflow.config.loading import check_testsets
from cdaflow.config.outside import Outside, files_of as words_that_are_files
from cdaflow.config.fields import number_of_shards, shard_names
from cdaflow.config.sizes import TextSizes
from cdaflow.config.alternatives import TRANSLATED_SET
from cdaflow.config.systems import Own, Trained
from cdaflow.config.trainings import (
    RUN,
    base_training,
    find_run,
    first_model,
    run_of,
    runs_of,
    trained_section,
)
from cdaflow.errors import CdaflowError
from cdaflow.sharing.digests import Digests
from cdaflow.wordlists.check import require_lists
from cdaflow.workflow.stages import Figure, Shown, Stage, Table, provenance_of
from cdaflow.workflow.stages import Text, Translator

try:
    check_files(workflow.configfiles)
    leave_out_nulls(config)
    CONFIG = load_config(config)
    # Jobs read the same lists again: what is found is reported once.
    if workflow.is_main_process:
        require_lists(CONFIG.wordlists, CONFIG.languages, logger.warning)
        # Who only asks what would be done (-n, -np, --dry-run) may have files without content yet.
        if not any(
            re.match(r"-[a-z]*n[a-z]*$|--(dry|summary|touch)", word)
            for word in sys.argv
        ):
            check_testsets(CONFIG)
except CdaflowError as error:
    raise WorkflowError(str(error)) from None

# Fills in the defaults of what is written to results/config.json.
validate(config, workflow.source_path("../schemas/config.schema.yaml"))

RESULTS = CONFIG.results
LANGUAGES = CONFIG.languages
#: The wildcard `lang` of rules that look up what the configuration says of a target language. Others
#: have files of English and of languages of released sets, too.
TARGET_LANG = "|".join(LANGUAGES)
SYSTEMS = list(CONFIG.systems)
#: The trainings that are compared, system by system; their names are what {system} stands for. A
#: system that is not trained here is one of them.
RUNS = [run for system in SYSTEMS for run in runs_of(CONFIG, system)]
#: Whether a system has several.
REPLICATED = len(RUNS) > len(SYSTEMS)
#: Systems that are known by files of their translations.
TRANSLATED = [
    name
    for name, system in CONFIG.systems.items()
    if getattr(system, "translations", None)
]
#: Systems that translate the test sets of gender alternatives, and those of them that write
#: structures, which are stripped for other scores.
STUDENTS = CONFIG.alternatives.students if CONFIG.alternatives else {}
STRUCTURED = [name for name in STUDENTS if isinstance(CONFIG.systems[name], Trained)]
TESTSETS = list(CONFIG.corpora.test)
DATASETS = CONFIG.datasets
# Where the development text is taken out of the training text, both are made from `full`.
HELD_OUT = CONFIG.corpora.held_out
# And test sets that are taken out of a corpus of it.
HELD_OUT_TESTS = CONFIG.corpora.held_out_tests()

#: How large texts are, from which the number of their shards follows.
SIZES = TextSizes(CONFIG)

#: Digests of files, kept so that a large corpus is not read at each start.
DIGESTS = Digests(f"{RESULTS}/.digests.json")
atexit.register(DIGESTS.keep)

#: What the rules of small jobs ask a cluster for; such jobs go into one of its jobs by `group:`.
SMALL = {"mem_mb": 2000, "runtime": 30}
#: Of rules that read all of a large corpus.
READING = {"runtime": 720}


wildcard_constraints:
    lang="[a-z]{2}",
    system=RUN,
    shard="[0-9]+-of-[0-9]+",
    testset="[A-Za-z0-9][A-Za-z0-9_-]*",
    # The parts that are built of raw text.
    part="|".join(
        [
            "full" if HELD_OUT else "train|dev",
            *(
                f"{'pool' if name in HELD_OUT_TESTS else 'test'}-{name}"
                for name in TESTSETS
            ),
        ]
    ),


def wordlist(name):
    """Return the path of a word list."""
    return f"{CONFIG.wordlists}/{name}"


def person_lists(lang):
    """Return the word lists of persons of a language, of those that it has."""
    named = (wordlist(f"{name}.{lang}.tsv") for name in ("professions", "persons"))
    return [path for path in named if Path(path).exists()]


def corpus_arguments(corpora, lang):
    """Return corpora of a language as arguments of a command."""
    return spec_arguments(corpus.spec(lang, RESULTS) for corpus in corpora)


def spec_arguments(specs):
    """Return specifications of corpora as arguments of a command."""
    texts = [json.dumps(spec, sort_keys=True) for spec in specs]
    return [word for text in texts for word in ("--corpus", text)]


def shards_of(shards, sentences):
    """Return the names of the shards of a text, by the key `shards` and its size."""
    return shard_names(number_of_shards(shards, sentences))


def shard_number(wildcards):
    """Return the wildcards' shard as commands have it: 1/2."""
    return wildcards.shard.replace("-of-", "/")


def named_run(wildcards):
    """Return the run that the wildcard `system` names, of the wildcards' language if any."""
    try:
        run = find_run(CONFIG, wildcards.system)
    except CdaflowError as error:
        raise WorkflowError(str(error)) from None
    lang = wildcards.get("lang")
    if lang in LANGUAGES and not CONFIG.systems[run.system].has(lang):
        raise WorkflowError(f"systems.{run.system}: {lang!r} is none of its languages")
    return run


def system_of(wildcards):
    """Return the section of the system whose run the wildcard `system` names."""
    return CONFIG.systems[named_run(wildcards).system]


def score_labels(wildcards):
    """Return the system and the seeds of its training as arguments of `cdaflow score`."""
    run = named_run(wildcards)
    return flags(
        system=run.system, training=run.seed, base_training=base_training(CONFIG, run)
    )


def runs_on(testset, lang, runs=RUNS):
    """Return the runs that have translations of a test set (for MT-GenEval: `geneval`)."""
    testset = "geneval-feminine" if testset == "geneval" else testset
    return [run for run in runs if CONFIG.translates(run.system, testset, lang)]


def scores_of(name, languages=LANGUAGES, runs=RUNS):
    """Return the score files (or files beside them) of languages and runs, in order.

    `name` begins with the test set; a run that has no translations of it has none.
    """
    return [
        f"{RESULTS}/scores/{lang}/{run.name}/{name}"
        for lang in languages
        for run in runs_on(name.partition(".")[0], lang, runs)
    ]


def encoder_files(folder):
    """Return the files of a user-supplied encoder's folder, by which a change of it shows."""
    return sorted(
        str(path) for path in Path(folder or ".").iterdir() if folder and path.is_file()
    )


def device_options(gpus):
    """Return the GPUs of a job as an argument; none means the CPU."""
    return flags(gpus=range(gpus))


def torch_device(gpus):
    """Return the device of a job as an argument of a command that works with PyTorch."""
    return "--device cuda" if gpus else "--device cpu"


def pattern_of(names):
    """Return the pattern of a wildcard that is one of some names."""
    return "|".join(map(re.escape, names))


def runs_of_systems(names):
    """Return the pattern of a wildcard that is any training of some systems."""
    return rf"(?:{pattern_of(names)})(?:\.[1-9][0-9]*)?"


def runs_but_of(names):
    """Return the pattern of a wildcard that is a run, but of none of some systems.

    It fits names that no system has, so that `named_run` can say which there are.
    """
    return (rf"(?!(?:{pattern_of(names)})[./])" if names else "") + RUN


def names_of(*kinds):
    """Return a pattern of the names of the data sets of some kinds; "" where there are none."""
    return "|".join(name for name, dataset in DATASETS.items() if dataset.kind in kinds)


def back_recipes():
    """Return the recipes of the models that translate into English, by the name of the model."""
    recipes = [dataset.recipe for dataset in DATASETS.values() if dataset.recipe]
    return {Path(recipe).stem: recipe for recipe in recipes}
