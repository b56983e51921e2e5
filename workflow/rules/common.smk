# Helpers of the rules: the checked configuration, and the functions that name inputs and
# parameters. No rule stands here.
import atexit
import json
import os
import shlex
from functools import cache
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.settings.types import DeploymentMethod
from snakemake.utils import validate

from cdaflow.plans.annotators import plan_annotators
from cdaflow.config import (
    DEMO_LANGUAGES,
    check_config,
    check_files,
    check_paths,
    expand as expand_path,
    path_of,
)
from cdaflow.errors import CdaflowError
from cdaflow.plans.agreement import plan_agreement
from cdaflow.plans.counterfactual import plan_counterfactual
from cdaflow.plans.datasets import GUARDED, PARALLEL, plan_datasets, recipe_path
from cdaflow.sharing.dependencies import Dependencies
from cdaflow.plans.gfst import plan_gfst
from cdaflow.plans.lineage import Lineages
from cdaflow.provenance import source_digest
from cdaflow.scoring.winomt_files import aligner_name
from cdaflow.sharing.dependencies import Digests
from cdaflow.sharing.dependencies import FOLDER as FOLDER_OF_RECORDS
from cdaflow.tables.papers import PAPERS
from cdaflow.testsets import (
    GENEVAL,
    TESTSETS as GENDER_TESTSETS,
    check_testsets,
    geneval_files,
    languages_of,
    mustshe_file,
)
from cdaflow.wordlists.check import require_lists

SCHEMA = workflow.source_path("../schemas/config.schema.yaml")
DATA = config.get("data") or os.environ.get("CDAFLOW_DATA", "")
RESULTS = str((config.get("pathvars") or {}).get("results", "results"))

try:
    check_files(workflow.configfiles)
    check_config(config, SCHEMA)
    validate(config, SCHEMA)  # fills in the defaults
    check_paths(config, data=DATA, results=RESULTS)
    check_testsets(config, data=DATA, results=RESULTS)
    ANNOTATORS = plan_annotators(config, data=DATA, results=RESULTS)
    AGREEMENT = plan_agreement(config, ANNOTATORS, data=DATA, results=RESULTS)
    COUNTERFACTUAL = plan_counterfactual(config, AGREEMENT, data=DATA, results=RESULTS)
    GFST = plan_gfst(config, ANNOTATORS, AGREEMENT, data=DATA, results=RESULTS)
    DATASETS = plan_datasets(config, COUNTERFACTUAL, GFST, data=DATA, results=RESULTS)
except CdaflowError as error:
    raise WorkflowError(str(error)) from None

LANGUAGES = config["languages"]
# Jobs read the same lists again: what is found is reported once.
if workflow.is_main_process:
    try:
        require_lists(config["wordlists"], LANGUAGES, logger.warning)
    except CdaflowError as error:
        raise WorkflowError(str(error)) from None

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
    """Return a path of the configuration, or that of a language, with its placeholders filled in."""
    return expand_path(path_of(path, lang), data=DATA, results=RESULTS, lang=lang)


def source(*modules):
    """Return a digest of the source that does a rule's work, so that an edit makes it stale."""
    return source_digest(*(f"cdaflow.{name}" for name in modules))


#: Digests of files, kept so that a large corpus is not read at each start.
DIGESTS = Digests(f"{RESULTS}/.digests.json")
atexit.register(DIGESTS.keep)


#: Modules that read what is known of the forms of a language, see `lexicon_files`.
LEXICON_READERS = ("inflection.treebank", "inflection.unimorph", "inflection.wordlists")


def wordlist(name):
    """Return the path of a word list."""
    return f"{config['wordlists']}/{name}"


def demo_sizes(*names):
    """Return the sizes of the embedded corpus as arguments."""
    return " ".join(f"--{name} {config['demo'][name]}" for name in names)


def demo_lists(wildcards):
    """Return the lists of professions from which the text of a language is written."""
    target = [wordlist(f"professions.{wildcards.lang}.tsv")]
    return [wordlist("professions.tsv"), *(target if wildcards.lang != "en" else [])]


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


def held_out_files(wildcards):
    """Return the test sets that a part of the corpus must share no sentence with; dev, too."""
    if wildcards.part.startswith("test-"):
        return {}
    lang = wildcards.lang
    files = {
        "held_out": [
            f"{RESULTS}/corpora/{lang}/test-{name}.parquet" for name in TESTSETS
        ],
        "held_out_challenge": [challenge_file("sentences")],
    }
    if wildcards.part == "train":
        files["held_out"].append(f"{RESULTS}/corpora/{lang}/dev.parquet")
    if lang in languages_of(config, "geneval"):
        files["held_out_source"] = list(geneval_set(lang).sources.values())
        files["held_out_target"] = list(geneval_set(lang).references.values())
    if lang in languages_of(config, "mustshe"):
        mustshe = mustshe_file(config, lang, data=DATA, results=RESULTS)
        files["held_out"].append(str(mustshe))
    return files


def held_out_options(wildcards):
    """Return the same as arguments of `cdaflow text build`."""
    return " ".join(
        f"--{name.replace('_', '-')} {shlex.join(map(str, files))}"
        for name, files in held_out_files(wildcards).items()
    )


def corpus_parts():
    """Return the parts of the corpus that are built from raw text."""
    return ["full"] if HELD_OUT else ["train", "dev"]


# -- systems ---------------------------------------------------------------------------------


def recipe_file(wildcards):
    """Return the path of the recipe of the wildcards' system."""
    return recipe_path(config["systems"][wildcards.system]["recipe"])


def dataset_file(name, lang):
    """Return the Parquet file of a data set."""
    if name == PARALLEL:
        return f"{RESULTS}/corpora/{lang}/train.parquet"
    return f"{RESULTS}/datasets/{lang}/{name}.parquet"


def training_sets(wildcards):
    """Return the Parquet files of the data sets of a system, in the order of the configuration."""
    names = config["systems"][wildcards.system]["data"]
    return [dataset_file(name, wildcards.lang) for name in names]


def training_mixture(wildcards, input):
    """Return the data sets with their weights as arguments of `cdaflow nmt train`."""
    weights = config["systems"][wildcards.system]["data"].values()
    return " ".join(f"{path}:{weight:g}" for path, weight in zip(input.train, weights))


def model_folder(system, lang):
    """Return the folder of a system's model; one of the user's is taken in to have one."""
    kind = "models" if "recipe" in config["systems"][system] else "adopted"
    return f"{RESULTS}/{kind}/{lang}/{system}"


def folder_files(folder):
    """Return the files of the folder of a model; its vocabularies are named in the second."""
    return [f"{folder}/{name}" for name in ("model.npz", "model.yml")]


def base_files(wildcards):
    """Return the model that the training of a system starts from; none without a base."""
    base = config["systems"][wildcards.system].get("base")
    return folder_files(model_folder(base, wildcards.lang)) if base else []


def base_option(wildcards):
    """Return the model that the training of a system starts from as an argument."""
    base = config["systems"][wildcards.system].get("base")
    return f"--base {model_folder(base, wildcards.lang)}" if base else ""


def vector_files(wildcards):
    """Return the debiased embeddings that a system is trained with, and the model they are of."""
    debias = config["systems"][wildcards.system].get("debias")
    if not debias:
        return []
    of = debias["embeddings_of"]
    vectors = f"{RESULTS}/debiased/{wildcards.lang}/{of}/vectors.txt"
    return [vectors, *folder_files(model_folder(of, wildcards.lang))]


def vector_options(wildcards):
    """Return such embeddings, and the model that has their vocabulary, as arguments."""
    debias = config["systems"][wildcards.system].get("debias")
    if not debias:
        return ""
    folder = model_folder(debias["embeddings_of"], wildcards.lang)
    tuned = "" if debias.get("fixed", True) else " --tune-vectors"
    return f"--vocab-of {folder} --source-vectors {vector_files(wildcards)[0]}{tuned}"


def own_files(wildcards):
    """Return the files of a model of the user's."""
    system = config["systems"][wildcards.system]
    named = [system["model"], *system["vocabs"], *system.get("spm", [])]
    named += [system["decoder"]] if "decoder" in system else []
    return [place(path, wildcards.lang) for path in named]


def own_options(wildcards):
    """Return a model of the user's as arguments."""
    system = config["systems"][wildcards.system]
    options = f"--model {place(system['model'], wildcards.lang)}"
    for key in ("vocabs", "spm"):
        if key in system:
            paths = [place(path, wildcards.lang) for path in system[key]]
            options += f" --{key} {' '.join(paths)}"
    if "decoder" in system:
        options += f" --decoder-config {place(system['decoder'], wildcards.lang)}"
    return options


def model_files(wildcards):
    """Return the model of a system: its own folder, or the files of the user's model."""
    if "recipe" in config["systems"][wildcards.system]:
        return folder_files(model_folder(wildcards.system, wildcards.lang))
    return own_files(wildcards)


def model_options(wildcards):
    """Return the model of a system as arguments of `cdaflow nmt translate`."""
    if "recipe" in config["systems"][wildcards.system]:
        return f"--model-dir {model_folder(wildcards.system, wildcards.lang)}"
    return own_options(wildcards)


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


def annotated_text(wildcards):
    """Return the text that gets trees: a part of the corpus, pairs chosen from it, or others."""
    if wildcards.text.startswith("gfst-"):
        return gfst_text(wildcards.text, wildcards.lang)[0]
    chosen = wildcards.text in ("gendered", "candidates")
    folder = "counterfactual" if chosen else "corpora"
    return f"{RESULTS}/{folder}/{wildcards.lang}/{wildcards.text}.parquet"


def gathered_shards(wildcards):
    """Return the shards of a side of a text: as annotated, or with UDify's features laid over them.

    Those of a text that is only to be tagged are taken as they are.
    """
    plain = ANNOTATORS.features == "annotator" or wildcards.text == "gendered"
    ending = "" if plain else f".{ANNOTATORS.features}"
    stem = f"{RESULTS}/trees/{wildcards.lang}/shards/{wildcards.text}.{wildcards.side}"
    return [
        f"{stem}.{shard}{ending}.conllu.gz" for shard in gather.trees("{scatteritem}")
    ]


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
    """Return the column of a text that a side is."""
    if wildcards.text.startswith("gfst-"):
        return gfst_text(wildcards.text, wildcards.lang)[1]
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


def person_lists(lang):
    """Return the word lists of persons of a language, of those that it has."""
    named = (wordlist(f"{name}.{lang}.tsv") for name in ("professions", "persons"))
    return [path for path in named if Path(path).exists()]


def lexicon_files(wildcards):
    """Return what is known of the forms of a language: word lists, treebanks, lexicons."""
    return {
        "lists": person_lists(wildcards.lang),
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


def held_out_option(wildcards, input):
    """Return the trees whose words a model of inflection must not learn as an argument."""
    return f"--hold-out {shlex.join(input.held_out)}" if input.held_out else ""


def held_out_trees(wildcards):
    """Return these trees: those on which it is tested, for a model that is there to be scored."""
    return learned_from("test")(wildcards) if wildcards.held_out else []


def scored_inflection(wildcards):
    """Return the model of inflection that is scored.

    A lexicon has the words of the test treebank as a rule, so that where there is one, a model is
    trained without them. Else that of production is scored: what it has learned, the scorer knows.
    """
    ending = ".held-out" if AGREEMENT.lexicons[wildcards.lang] else ""
    return f"{RESULTS}/inflection/{wildcards.lang}/{AGREEMENT.recipe}{ending}.npz"


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
    """Return the trees of pairs: their own, or those that they are given.

    These have the features of the trees of the corpus, UDify's where it tells them.
    """
    pairs = AGREEMENT.tune if name == "tune" else AGREEMENT.pairs[name]
    if pairs.kind == "trees":
        return pairs.files[lang]
    plain = ANNOTATORS.features == "annotator"
    ending = "" if plain else f".{ANNOTATORS.features}"
    return f"{RESULTS}/agreement/pairs/{lang}.{name}{ending}.conllu.gz"


def pair_trees(wildcards):
    """Return the trees of the wildcards' pairs."""
    return trees_of_pairs(wildcards.pairs, wildcards.lang)


def tuning_trees(wildcards):
    """Return the trees of the pairs on which log alpha is chosen; none without such pairs."""
    if AGREEMENT.tune is None or wildcards.lang not in AGREEMENT.tune.files:
        return []
    return [trees_of_pairs("tune", wildcards.lang)]


def tuning_option(wildcards, input):
    """Return the pairs on which log alpha is chosen as arguments of `cdaflow agreement choose`."""
    if not input.tune:
        return ""
    return f"--tune {shlex.join(input.tune)} --changes {AGREEMENT.tune.changes}"


def trained_agreement(lang, model, method):
    """Return the file of a model of agreement; none for the rules of the language (base).

    That of the paper's method is trained on the treebanks as they are.
    """
    if model == "base":
        return []
    ending = ".paper" if method == "paper" else ""
    return f"{RESULTS}/agreement/{lang}/{model}{ending}.npz"


def agreement_model(wildcards):
    """Return the file of the wildcards' model of agreement."""
    return trained_agreement(wildcards.lang, wildcards.model, wildcards.method)


def agreement_scores():
    """Return the score files of the models of agreement, in order."""
    if AGREEMENT is None:
        return []
    return [
        f"{RESULTS}/agreement/scores/{lang}.{model}.{method}.{name}.json"
        for lang, model, method, name in AGREEMENT.scored()
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


# -- counterfactuals and data sets -----------------------------------------------------------


def counterfactual_file(name):
    """Return a file that is made of the gendered pairs of a language, as a pattern."""
    return f"{RESULTS}/counterfactual/{{lang}}/{name}"


def names_of(*kinds):
    """Return a pattern of the names of the data sets of some kinds; "" where there are none."""
    return "|".join(name for name, planned in DATASETS.items() if planned.kind in kinds)


def ways():
    """Return (method, guard) of the ways in which counterfactuals are made, in order."""
    found = [
        (planned.method, planned.guard)
        for planned in DATASETS.values()
        if planned.kind in GUARDED
    ]
    return list(dict.fromkeys(found))


def selection_options():
    """Return the limits of gendered pairs that need no annotator as arguments."""
    limits = COUNTERFACTUAL.selection
    options = [
        f"--{key.replace('_', '-')} {limits[key]}"
        for key in ("max_tokens", "length_ratio", "max_pronouns", "plurals")
    ]
    options += ["--any-beginning"] if not limits["capital"] else []
    options += ["--any-end"] if not limits["punctuation"] else []
    return " ".join(options)


def tag_options():
    """Return the limits of gendered pairs that an annotator knows as arguments."""
    limits = COUNTERFACTUAL.selection
    options = ["--any-tag"] if not limits["noun"] else []
    options += ["--proper-nouns"] if limits["proper_nouns"] else []
    return " ".join(options)


def counterfactual_model(wildcards):
    """Return the model of agreement of counterfactuals; none for the rules of the language."""
    return trained_agreement(wildcards.lang, COUNTERFACTUAL.model, wildcards.method)


def candidate_alignment(wildcards):
    """Return the word alignment of the candidates, where one is asked for."""
    found = f"{RESULTS}/alignments/{wildcards.lang}/candidates.pharaoh"
    return [found] if COUNTERFACTUAL.alignments else []


def guarded_pairs(wildcards):
    """Return the pairs with their counterfactuals that a data set is made of."""
    planned = DATASETS[wildcards.dataset]
    return (
        f"{RESULTS}/counterfactual/{wildcards.lang}/"
        f"pairs.{planned.method}.{planned.guard}.parquet"
    )


def translating_model(wildcards):
    """Return the folder of the model that translates a data set forwards or back."""
    planned = DATASETS[wildcards.dataset]
    if planned.kind == "forward":
        return model_folder(planned.system, wildcards.lang)
    return f"{RESULTS}/reverse/{wildcards.lang}/{Path(planned.recipe).stem}"


def translating_files(wildcards):
    """Return the files of the model that translates a data set forwards or back."""
    return folder_files(translating_model(wildcards))


def translated_column(wildcards):
    """Return the column of the pairs of a data set that is translated forwards or back."""
    forward = DATASETS[wildcards.dataset].kind == "forward"
    return "counterfactual_source" if forward else "counterfactual_target"


def handcrafted_files(wildcards):
    """Return what handcrafted pairs are made of: word lists, and files of the user's."""
    planned = DATASETS[wildcards.dataset]
    given = planned.files.get(wildcards.lang, ())
    # Of pairs that are there, the lists tell the profession and the gender.
    second = "pronouns.en.tsv" if given else f"professions.{wildcards.lang}.tsv"
    return {
        "lists": [wordlist(name) for name in ("professions.tsv", second)],
        "file": list(given),
        "templates": list(planned.templates.get(wildcards.lang, ())),
    }


def handcrafted_options(wildcards, input):
    """Return the same as arguments."""
    options = ["--wordlists", config["wordlists"]]
    for name in ("file", "templates"):
        options += [f"--{name}", *input[name]] if input[name] else []
    options += ["--all-templates"] if DATASETS[wildcards.dataset].all_templates else []
    return shlex.join(options)


def reverse_recipe(wildcards):
    """Return the recipe of a model that translates back."""
    return next(
        planned.recipe
        for planned in DATASETS.values()
        if Path(planned.recipe).stem == wildcards.recipe
    )


def funnels():
    """Return the files that count what the selection dropped, in order."""
    if COUNTERFACTUAL is None:
        return []
    return expand(counterfactual_file("funnel.json"), lang=LANGUAGES)


def guarded(*names, languages=LANGUAGES):
    """Return (language, method, guard) of the ways in which counterfactuals are made, in order.

    Of some guards, where they are named.
    """
    used = [way for way in ways() if not names or way[1] in names]
    return [(lang, *way) for lang in languages for way in used]


def way_labels(found):
    """Return language/method.guard of each of such ways."""
    return [f"{lang}/{method}.{guard}" for lang, method, guard in found]


def evaluated():
    """Return the ways whose counterfactuals are known to the grammar."""
    return guarded(languages=list(COUNTERFACTUAL.gold))


def evaluations():
    """Return the comparisons of counterfactuals with those of the grammar, where it has them."""
    if COUNTERFACTUAL is None:
        return []
    return [
        f"{RESULTS}/counterfactual/{lang}/evaluation.{method}.{guard}.json"
        for lang, method, guard in evaluated()
    ]


def counterfactual_tables():
    """Return the tables of the selection, and of counterfactuals whose gold is known."""
    if COUNTERFACTUAL is None:
        return []
    names = ["funnel", *(["counterfactual"] if evaluations() else [])]
    return [f"{RESULTS}/tables/{name}.csv" for name in names]


def dataset_labels():
    """Return language/name of the text and the data sets that systems are trained on."""
    names = ["train", "dev", *DATASETS]
    return [f"{lang}/{name}" for lang in LANGUAGES for name in names]


def dataset_files():
    """Return the files of `dataset_labels`."""
    corpora = [
        f"{RESULTS}/corpora/{{lang}}/{part}.parquet" for part in ("train", "dev")
    ]
    files = corpora + [dataset_file(name, "{lang}") for name in DATASETS]
    return [path.format(lang=lang) for lang in LANGUAGES for path in files]


def dataset_tables():
    """Return the table of the data sets; none where there are none."""
    return [f"{RESULTS}/tables/datasets.csv"] if DATASETS else []


def guarded_decisions():
    """Return what a guard decided about each pair, in each language."""
    return [
        f"{RESULTS}/counterfactual/{lang}/decisions.{method}.{guard}.tsv"
        for lang, method, guard in guarded("drop", "repair")
    ]


def decisions_option(wildcards, input):
    """Return the same with their labels as arguments."""
    if not input.decisions:
        return ""
    labels = " ".join(f"{lang}/{guard}" for lang, _, guard in guarded("drop", "repair"))
    return f"--decisions {' '.join(input.decisions)} --label {labels}"


def example_tables():
    """Return the table of examples; none where no systems differ and no guard is at work."""
    examples = len(SYSTEMS) > 1 or guarded_decisions()
    return [f"{RESULTS}/tables/examples.csv"] if examples else []


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
    if HELD_OUT:
        parts.insert(1, "train")  # what is left of `full`
    return [f"{lang}/{part}" for lang in LANGUAGES for part in parts]


def drop_tables():
    """Return the tables of dropped lines, one for each of `corpus_labels`."""
    return [f"{RESULTS}/corpora/{label}.drops.tsv" for label in corpus_labels()]


#: Tables of a paper's figures, and ours that stand beside them.
PUBLISHED = {
    "winomt": "winomt",
    "bleu": "bleu",
    "mustshe": "mustshe",
    "sizes": "datasets",
    "shares": "shares",
    "gfst": "gfst",
}


def published_papers():
    """Return the papers whose figures stand beside ours."""
    named = config.get("published", [])
    return [named] if isinstance(named, str) else named


def published_tables():
    """Return the tables in which a paper's figures stand beside ours, of those that we have."""
    optional = [*testset_tables(), *dataset_tables(), *gfst_tables()]
    made = {"winomt", "bleu", *(Path(path).stem for path in optional)}
    return [
        f"{RESULTS}/tables/{paper}.{kind}.csv"
        for paper in published_papers()
        for kind, ours in PUBLISHED.items()
        if kind in PAPERS[paper].tables and ours in made
    ]


def gfst_labels():
    """Return language and gender of each target filter of self-training, in order."""
    filtered = any(planned.target_filter for _, planned in forward_sets())
    return [
        (lang, gender) for lang in LANGUAGES for gender in ("fem", "msc") if filtered
    ]


def forward_sets():
    """Return name and plan of the data sets whose text is English and translated."""
    return [
        (name, planned)
        for name, planned in DATASETS.items()
        if planned.kind == "gfst" and not planned.recipe
    ]


def balanced_set():
    """Return the data set whose size the table of self-training shows, "" for none."""
    for name, planned in forward_sets():
        if planned.target_filter and planned.genders == "both":
            return name
    return ""


def gfst_tables():
    """Return the tables of self-training: shares of genders, and what the filters leave."""
    if GFST is None:
        return []
    names = ["shares", *(["gfst"] if gfst_labels() else [])]
    return [f"{RESULTS}/tables/{name}.csv" for name in names]


def balance_option(wildcards, input):
    """Return the reports of the balanced data sets as arguments of the table."""
    if not input.balance:
        return ""
    return (
        f"--balance {' '.join(input.balance)} --balance-language {' '.join(LANGUAGES)}"
    )


def data_tables():
    """Return the tables of the training data for the report."""
    return [*counterfactual_tables(), *dataset_tables(), *gfst_tables()]


def data_figures():
    """Return the figures of the training data for the report."""
    return [f"{RESULTS}/figures/funnel.svg"] if COUNTERFACTUAL else []


def data_options(wildcards, input):
    """Return the tables and figures of the training data as arguments of the report."""
    options = [
        f"--{name.replace('_', '-')} {' '.join(input[name])}"
        for name in ("data_tables", "data_figures", "example_tables")
        if input[name]
    ]
    papers = published_papers()
    options += [f"--published {' '.join(papers)}"] if papers else []
    return " ".join(options)


def all_tables():
    """Return all tables, in the order in which they are made and shown."""
    names = ("winomt", "bleu", "corpus", "pronouns")
    return [
        *(f"{RESULTS}/tables/{name}.csv" for name in names),
        *testset_tables(),
        *annotator_tables(),
        *agreement_tables(),
        *counterfactual_tables(),
        *dataset_tables(),
        *gfst_tables(),
        *example_tables(),
        *published_tables(),
    ]


def provenances():
    """Return the files that say what each table was made from."""
    beside = [f"{RESULTS}/tables/funnel.professions.csv"] if COUNTERFACTUAL else []
    tables = [*all_tables(), *beside]
    return [path.removesuffix(".csv") + ".provenance.json" for path in tables]


@cache
def lineages():
    """Return the lineages of all files; to be asked for when all rules are known."""
    return Lineages(workflow.rules)


def recorded_inputs(wildcards):
    """Return the files that a table is written from.

    Those further back are no inputs of its provenance: of a finished table, they may be gone or
    replaced, and their digests are those of the time when they were read.
    """
    return lineages().of(f"{RESULTS}/tables/{wildcards.table}.csv").inputs


def recorded_markdown(wildcards):
    """Return the Markdown of a table, whose digest is in its provenance; none where none is made."""
    markdown = f"{RESULTS}/tables/{wildcards.table}.md"
    return [markdown] if lineages().makes(markdown) else []


def recorded_options(wildcards, input):
    """Return the files that a table is made from, directly or not, as arguments."""
    lineage = lineages().of(input.table)
    files = {
        "inputs": lineage.inputs,
        "raw": lineage.raw,
        "between": lineage.between,
        "temporary": lineage.temporary,
    }
    return " ".join(
        f"--{name} {shlex.join(paths)}" for name, paths in files.items() if paths
    )


def figures():
    """Return the figures of the report."""
    return [
        f"{RESULTS}/figures/gains.svg",
        f"{RESULTS}/figures/accuracy-bleu.svg",
        f"{RESULTS}/figures/pro-anti.svg",
        f"{RESULTS}/figures/confusion.svg",
        *(f"{RESULTS}/figures/gaps.{lang}.svg" for lang in LANGUAGES),
    ]


def config_text(wildcards):
    """Return the whole configuration as JSON (a function, since its braces are no wildcards)."""
    return json.dumps(config, sort_keys=True)
