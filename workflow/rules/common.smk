# Helpers of the rules: the checked configuration, and the functions that name inputs and
# parameters. No rule stands here.
import json
import os
import shlex
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.settings.types import DeploymentMethod
from snakemake.utils import validate

from cdaflow.plans.annotators import plan_annotators
from cdaflow.config import (
    DEMO_LANGUAGES,
    check_config,
    check_paths,
    expand as expand_path,
)
from cdaflow.errors import CdaflowError
from cdaflow.plans.agreement import plan_agreement
from cdaflow.provenance import source_digest
from cdaflow.scoring.winomt_files import aligner_name
from cdaflow.testsets import (
    GENEVAL,
    TESTSETS as GENDER_TESTSETS,
    check_testsets,
    geneval_files,
    languages_of,
    mustshe_file,
)

SCHEMA = workflow.source_path("../schemas/config.schema.yaml")
DATA = config.get("data") or os.environ.get("CDAFLOW_DATA", "")
RESULTS = str((config.get("pathvars") or {}).get("results", "results"))

try:
    check_config(config, SCHEMA)
    validate(config, SCHEMA)  # fills in the defaults
    check_paths(config, data=DATA, results=RESULTS)
    check_testsets(config, data=DATA, results=RESULTS)
    ANNOTATORS = plan_annotators(config, data=DATA, results=RESULTS)
    AGREEMENT = plan_agreement(config, ANNOTATORS, data=DATA, results=RESULTS)
except CdaflowError as error:
    raise WorkflowError(str(error)) from None

LANGUAGES = config["languages"]
# The embedded corpus; its challenge set is of use for other languages as well.
DEMO = [lang for lang in LANGUAGES if lang in DEMO_LANGUAGES] or list(
    DEMO_LANGUAGES[:1]
)
TESTSETS = list(config["corpora"]["test"])
SYSTEMS = list(config["systems"])
PARTS = ["train", "dev", "test"]
# Where the development text is taken out of the training text, both are made from `full`.
HELD_OUT = (
    config["corpora"]["dev"]["held_out"]
    if "held_out" in config["corpora"]["dev"]
    else 0
)


wildcard_constraints:
    lang="[a-z]{2}",
    system="[A-Za-z0-9][A-Za-z0-9_-]*",
    testset="[A-Za-z0-9][A-Za-z0-9_-]*",
    part=("full" if HELD_OUT else "train|dev") + "|test-[A-Za-z0-9][A-Za-z0-9_-]*",


def place(path, lang):
    """Return a path of the configuration with its placeholders filled in."""
    return expand_path(path, data=DATA, results=RESULTS, lang=lang)


def source(*modules):
    """Return a digest of the source that does a rule's work, so that an edit makes it stale."""
    return source_digest(*(f"cdaflow.{name}" for name in modules))


def wordlist(name):
    """Return the path of a word list."""
    return f"{config['wordlists']}/{name}"


def demo_sizes(*names):
    """Return the sizes of the embedded corpus as arguments."""
    return " ".join(f"--{name} {config['demo'][name]}" for name in names)


# -- corpora ---------------------------------------------------------------------------------


def corpora_of(part):
    """Return the corpora of a part (train, dev, test-NAME) as the configuration has them."""
    if part.startswith("test-"):
        return config["corpora"]["test"].get(part.removeprefix("test-"), [])
    return config["corpora"]["train" if part == "full" else part]


def corpus_files(wildcards):
    """Return the raw files of a part of the corpus."""
    return [
        place(corpus[key], wildcards.lang)
        for corpus in corpora_of(wildcards.part)
        for key in ("source", "target", "tsv", "tmx")
        if key in corpus
    ]


def corpus_specs(wildcards):
    """Return the corpora of a part as arguments of `cdaflow text build`."""
    specs = []
    for corpus in corpora_of(wildcards.part):
        spec = {
            key: (
                place(value, wildcards.lang)
                if key in ("source", "target", "tsv", "tmx")
                else value
            )
            for key, value in corpus.items()
        }
        specs += ["--corpus", json.dumps(spec, sort_keys=True)]
    return specs


def cleaning_options(wildcards):
    """Return the limits of `cdaflow text build`; a test set keeps all pairs with two sides."""
    if wildcards.part.startswith("test-"):
        return "--max-words 0 --max-chars 0 --keep-duplicates"
    limits = config["cleaning"]
    options = [
        f"--{key.replace('_', '-')} {limits[key]}"
        for key in ("max_words", "max_chars", "length_ratio")
    ]
    options += [
        f"--{key.replace('_', '-')}"
        for key in ("keep_duplicates", "drop_identical")
        if limits[key]
    ]
    return " ".join(options)


def corpus_parts():
    """Return the parts of the corpus that are built from raw text."""
    return ["full"] if HELD_OUT else ["train", "dev"]


# -- systems ---------------------------------------------------------------------------------


def recipe_file(wildcards):
    """Return the path of the recipe of the wildcards' system."""
    recipe = config["systems"][wildcards.system]["recipe"]
    return recipe if Path(recipe).suffix else f"config/recipes/{recipe}.yaml"


def training_sets(wildcards):
    """Return the Parquet files of the data sets of a system, in the order of the configuration."""
    names = {"parallel": "train"}
    return [
        f"{RESULTS}/corpora/{wildcards.lang}/{names[name]}.parquet"
        for name in config["systems"][wildcards.system]["data"]
    ]


def training_mixture(wildcards, input):
    """Return the data sets with their weights as arguments of `cdaflow nmt train`."""
    weights = config["systems"][wildcards.system]["data"].values()
    return " ".join(f"{path}:{weight:g}" for path, weight in zip(input.train, weights))


def model_files(wildcards):
    """Return the model of a system: its own folder, or the files of the user's model."""
    system = config["systems"][wildcards.system]
    if "recipe" in system:
        folder = f"{RESULTS}/models/{wildcards.lang}/{wildcards.system}"
        return [f"{folder}/{name}" for name in ("model.npz", "vocab.spm", "model.yml")]
    named = [system["model"], *system["vocabs"], *filter(None, [system.get("decoder")])]
    return [place(path, wildcards.lang) for path in named]


def model_options(wildcards):
    """Return the model of a system as arguments of `cdaflow nmt translate`."""
    system = config["systems"][wildcards.system]
    if "recipe" in system:
        return f"--model-dir {RESULTS}/models/{wildcards.lang}/{wildcards.system}"
    vocabs = " ".join(place(path, wildcards.lang) for path in system["vocabs"])
    options = f"--model {place(system['model'], wildcards.lang)} --vocabs {vocabs}"
    if "decoder" in system:
        options += f" --decoder-config {place(system['decoder'], wildcards.lang)}"
    return options


def marian_option():
    """Return the choice of the Marian program as an argument."""
    return f"--marian '{config['marian']}'" if config["marian"] else ""


def device_option(use):
    """Return the GPUs of a training or decoding job as an argument; none means the CPU."""
    gpus = config[use]["gpus"]
    return "--gpus " + " ".join(map(str, range(gpus))) if gpus else ""


# -- trees -----------------------------------------------------------------------------------


def treebank(role):
    """Return the function that names the treebanks of a role in the wildcards' language."""
    return lambda wildcards: ANNOTATORS.treebanks.get(role, {}).get(wildcards.lang, ())


def training_options(wildcards, input):
    """Return the files that a training may do without as arguments."""
    return " ".join(
        f"--{name} {shlex.join(input[name])}"
        for name in ("dev", "vectors")
        if input[name]
    )


def annotated_language(wildcards):
    """Return the language of a side of the corpus, or that of the wildcards."""
    side = wildcards.get("side", wildcards.lang)
    if side not in ("en", wildcards.lang) or side not in ANNOTATORS.languages:
        raise WorkflowError(
            f"the corpora have no side in {side!r} beside en and {wildcards.lang!r}, of "
            f"{', '.join(ANNOTATORS.languages)}"
        )
    return side


def annotator_folder(wildcards):
    """Return the folder of the models of a side of the corpus, or of a language."""
    return ANNOTATORS.folders[annotated_language(wildcards)]


def annotator_files(wildcards):
    """Return the files by which the models of a side, or of a language, are known."""
    return ANNOTATORS.model_files(annotated_language(wildcards))


def gold_trees(wildcards):
    """Return the files of gold trees of a side of the corpus; none for other back ends."""
    return ANNOTATORS.gold.get(annotated_language(wildcards), ())


def annotator_option(wildcards, input):
    """Return what annotates a side of the corpus as an argument of `cdaflow trees annotate`."""
    if ANNOTATORS.models == "gold":
        return f"--gold {shlex.join(input.gold)}"
    return f"--models {shlex.quote(annotator_folder(wildcards))}"


def udify_python():
    """Return the Python that has UDify as an argument.

    In a conda environment of the workflow's own it is the one that is found first; else cdaflow
    looks for it (CDAFLOW_UDIFY_PYTHON).
    """
    methods = workflow.deployment_settings.deployment_method
    of_conda = "python" if DeploymentMethod.CONDA in methods else ""
    python = ANNOTATORS.udify.python or of_conda
    return f"--python {shlex.quote(python)}" if python else ""


def column_of(wildcards):
    """Return the column of the corpus that a side is."""
    return "source" if wildcards.side == "en" else "target"


def store_option():
    """Return the store of trees as arguments; none where it is switched off or of no use."""
    if not ANNOTATORS.store or ANNOTATORS.models == "gold":
        return ""
    size = config["annotators"]["store_mb"]
    return f"--store {shlex.quote(ANNOTATORS.store)} --store-mb {size}"


def tree_gpus(step):
    """Return the GPUs of a step: training, annotating, or the features of UDify.

    The last is configured as annotating is, but spaCy and gold trees have no use for GPUs.
    """
    if step != "features" and ANNOTATORS.backend != "stanza":
        return 0
    return config["annotators"]["training" if step == "training" else "annotating"][
        "gpus"
    ]


def torch_device(step):
    """Return the device of such a step as an argument."""
    return "--device cuda" if tree_gpus(step) else "--device cpu"


FETCHED_UDIFY = f"{RESULTS}/udify/udify-model"


def udify_files():
    """Return the files of UDify's archive: of the user's, or of the one that is fetched."""
    if ANNOTATORS.udify.archive:
        return ANNOTATORS.udify.files
    return [f"{FETCHED_UDIFY}/{name}" for name in ("config.json", "weights.th")]


def udify_options():
    """Return UDify's archive, and its word pieces where they are named, as arguments."""
    named = ANNOTATORS.udify
    options = ["--archive", named.archive or FETCHED_UDIFY]
    return shlex.join(options + (["--bert", named.bert] if named.bert else []))


def annotator_scores():
    """Return the score files of the annotators, in order; none without a test treebank."""
    if ANNOTATORS is None:
        return []
    return [
        f"{RESULTS}/annotators/scores/{lang}.{ANNOTATORS.name}.json"
        for lang in ANNOTATORS.tested
    ]


def annotator_tables():
    """Return the table of the annotators; none where there is no treebank to test on."""
    return [f"{RESULTS}/tables/annotators.csv"] if annotator_scores() else []


def all_trees():
    """Return the trees of both sides of all parts of the corpus."""
    texts = ["train", "dev", *(f"test-{name}" for name in TESTSETS)]
    return [
        f"{RESULTS}/trees/{lang}/{text}.{side}.conllu.gz"
        for lang in LANGUAGES
        for text in texts
        for side in ("en", lang)
    ]


# -- agreement and inflection ----------------------------------------------------------------


def learned_from(role):
    """Return the function that names the treebanks that agreement is learned from or scored on."""
    return lambda wildcards: AGREEMENT.treebanks.get(role, {}).get(wildcards.lang, ())


def lexicon_files(wildcards):
    """Return what is known of the forms of a language: word lists, treebanks, lexicons."""
    named = (
        wordlist(f"{name}.{wildcards.lang}.tsv") for name in ("professions", "persons")
    )
    return {
        "lists": [path for path in named if Path(path).exists()],
        "treebanks": AGREEMENT.treebanks["train"][wildcards.lang],
        "lexicons": AGREEMENT.lexicons[wildcards.lang],
    }


def lexicon_arguments(wildcards, input, treebanks="treebank"):
    """Return the files of `lexicon_files` as arguments."""
    named = {
        "word-list": input.lists,
        treebanks: input.treebanks,
        "lexicon": input.lexicons,
    }
    return " ".join(
        f"--{name} {shlex.join(files)}" for name, files in named.items() if files
    )


def pairs_named(wildcards):
    """Return the pairs of a name; those on which log alpha is chosen are named tune."""
    return (
        AGREEMENT.tune
        if wildcards.pairs == "tune"
        else AGREEMENT.pairs[wildcards.pairs]
    )


def pair_file(wildcards):
    """Return the file of pairs that are to be annotated; of MT-GenEval, those of its folder."""
    pairs = pairs_named(wildcards)
    path = pairs.files[wildcards.lang]
    if pairs.kind != "geneval":
        return path
    return sorted(str(file) for file in Path(path).rglob(f"*.{wildcards.lang}"))


def pair_arguments(wildcards):
    """Return the pairs that are to be annotated as arguments of `cdaflow agreement pairs`."""
    pairs = pairs_named(wildcards)
    split = f" --split {pairs.split}" if pairs.split else ""
    return f"--{pairs.kind} {shlex.quote(pairs.files[wildcards.lang])}{split}"


def trees_of_pairs(name, lang):
    """Return the trees of pairs: their own, or those that they are given."""
    pairs = AGREEMENT.tune if name == "tune" else AGREEMENT.pairs[name]
    if pairs.kind == "trees":
        return pairs.files[lang]
    return f"{RESULTS}/agreement/pairs/{lang}.{name}.conllu.gz"


def pair_trees(wildcards):
    """Return the trees of the wildcards' pairs."""
    return trees_of_pairs(wildcards.pairs, wildcards.lang)


def tuning_trees(wildcards):
    """Return the trees of the pairs on which log alpha is chosen; none without such pairs."""
    if AGREEMENT.tune is None or wildcards.lang not in AGREEMENT.tune.files:
        return []
    return [trees_of_pairs("tune", wildcards.lang)]


def agreement_model(wildcards):
    """Return the file of a model of agreement; none for the rules of the language (base)."""
    if wildcards.model == "base":
        return []
    return f"{RESULTS}/agreement/{wildcards.lang}/{wildcards.model}.npz"


def agreement_scores():
    """Return the score files of the models of agreement, in order."""
    if AGREEMENT is None:
        return []
    return [
        f"{RESULTS}/agreement/scores/{lang}.{model}.{name}.json"
        for lang, model, name in AGREEMENT.scored()
    ]


def inflection_scores():
    """Return the score files of inflection, in order; none without a test treebank."""
    if AGREEMENT is None:
        return []
    return [f"{RESULTS}/inflection/scores/{lang}.json" for lang in AGREEMENT.tested]


def agreement_tables():
    """Return the tables of agreement and inflection, of those that have scores."""
    scores = {"agreement": agreement_scores(), "inflection": inflection_scores()}
    return [f"{RESULTS}/tables/{name}.csv" for name, files in scores.items() if files]


# -- translations and scores -----------------------------------------------------------------

FETCHED = {"sentences": "en.txt", "pro": "en_pro.txt", "anti": "en_anti.txt"}


def source_of(wildcards):
    """Return the English side of a test set; `winomt` is the challenge set."""
    if wildcards.testset == "winomt":
        return f"{RESULTS}/challenge/winomt.en.txt"
    if wildcards.testset in GENEVAL:
        return geneval_set(wildcards.lang).sources[GENEVAL[wildcards.testset]]
    if wildcards.testset == "mustshe":
        return f"{RESULTS}/challenge/mustshe.{wildcards.lang}.en.txt"
    return f"{RESULTS}/corpora/{wildcards.lang}/test-{wildcards.testset}.parquet"


def geneval_set(lang):
    """Return the files of MT-GenEval in a language."""
    return geneval_files(config, lang, data=DATA, results=RESULTS)


def reference_of(wildcards):
    """Return the references of a test set for BLEU."""
    if wildcards.testset in GENEVAL:
        return geneval_set(wildcards.lang).references[GENEVAL[wildcards.testset]]
    return f"{RESULTS}/corpora/{wildcards.lang}/test-{wildcards.testset}.parquet"


def challenge_file(key):
    """Return a file of the challenge set."""
    if "fetch" in config["challenge"]:
        return f"{RESULTS}/winomt/{FETCHED[key]}"
    return place(config["challenge"][key], LANGUAGES[0])


def lexicons_of(wildcards):
    """Return the user's noun lexicons of a language."""
    return [
        place(path, wildcards.lang)
        for path in config["lexicons"].get(wildcards.lang, [])
    ]


def lexicon_option(wildcards, input):
    """Return the user's noun lexicons as an argument."""
    return f"--lexicon {' '.join(input.lexicons)}" if input.lexicons else ""


def scores_of(name, languages=LANGUAGES):
    """Return the score files (or files beside them) of all languages and systems, in order."""
    return [
        f"{RESULTS}/scores/{lang}/{system}/{name}"
        for lang in languages
        for system in SYSTEMS
    ]


def testset_scores(name):
    """Return the score files of MT-GenEval or MuST-SHE; none where it is not configured."""
    return scores_of(f"{name}.json", languages_of(config, name))


def optional_scores(wildcards, input):
    """Return the score files that a configuration may lack as arguments of the report."""
    return " ".join(
        f"--{name}-scores {' '.join(input[name])}"
        for name in (*GENDER_TESTSETS, "annotator", "agreement", "inflection")
        if input[name]
    )


def testset_tables():
    """Return the tables of MT-GenEval and MuST-SHE, of those that are configured."""
    return [
        f"{RESULTS}/tables/{name}.csv"
        for name in GENDER_TESTSETS
        if languages_of(config, name)
    ]


def bleu_scores():
    """Return the BLEU score files of all languages, systems and test sets, in order."""
    return [
        f"{RESULTS}/scores/{lang}/{system}/bleu.{testset}.json"
        for lang in LANGUAGES
        for system in SYSTEMS
        for testset in TESTSETS
    ]


def bleu_comparisons(testsets=TESTSETS, languages=LANGUAGES):
    """Return the comparisons of BLEU of all languages and test sets; none for one system."""
    if len(SYSTEMS) < 2:
        return []
    return [
        f"{RESULTS}/comparisons/{lang}/bleu.{testset}.json"
        for lang in languages
        for testset in testsets
    ]


def geneval_comparisons():
    """Return the comparisons of BLEU of the two halves of MT-GenEval."""
    return bleu_comparisons(GENEVAL, languages_of(config, "geneval"))


def comparisons_option(wildcards, input):
    """Return the comparisons of BLEU as an argument of the tables."""
    if not input.comparisons:
        return ""
    return f"--comparisons {' '.join(input.comparisons)}"


def translations_of(wildcards):
    """Return the translations of a test set by all systems, the baseline (the first) first."""
    return [
        f"{RESULTS}/translations/{wildcards.lang}/{system}/{wildcards.testset}.txt"
        for system in SYSTEMS
    ]


def corpus_labels():
    """Return language/part of each part of the corpus, in the order of the tables."""
    parts = [*corpus_parts(), *(f"test-{name}" for name in TESTSETS)]
    return [f"{lang}/{part}" for lang in LANGUAGES for part in parts]


def drop_tables():
    """Return the tables of dropped lines, one for each of `corpus_labels`."""
    return [f"{RESULTS}/corpora/{label}.drops.tsv" for label in corpus_labels()]


def figures():
    """Return the figures of the report."""
    return [
        f"{RESULTS}/figures/pro-anti.svg",
        f"{RESULTS}/figures/accuracy-bleu.svg",
        *(
            f"{RESULTS}/figures/professions.{lang}.{system}.svg"
            for lang in LANGUAGES
            for system in SYSTEMS
        ),
    ]


def config_text(wildcards):
    """Return the whole configuration as JSON (a function, since its braces are no wildcards)."""
    return json.dumps(config, sort_keys=True)
