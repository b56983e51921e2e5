# Models that make trees, and the texts that get them.

from snakemake.settings.types import DeploymentMethod

ANNOTATORS = CONFIG.annotators
ANNOTATOR_FOLDER = f"{RESULTS}/annotators/{{lang}}/{ANNOTATORS.name}"
FETCHED_UDIFY = f"{RESULTS}/udify/udify-model"

#: What stands in the names of trees that have the features of UDify.
FEATURES = "" if ANNOTATORS.features == "annotator" else f".{ANNOTATORS.features}"

#: The store is shared by all jobs and no output: it may be deleted at any time.
STORE = flags(
    store=ANNOTATORS.store if ANNOTATORS.origin != "gold" else "",
    store_mb=(
        ANNOTATORS.store_mb if ANNOTATORS.store and ANNOTATORS.origin != "gold" else ""
    ),
)


def treebank(role):
    """Return the function that names the treebanks of a role in the wildcards' language."""
    return lambda wildcards: (
        ANNOTATORS.treebanks.of(role, wildcards.lang) if ANNOTATORS.treebanks else ()
    )


def annotated_text(wildcards):
    """Return the file of the text that gets trees, of all that the stages have."""
    return TEXTS[wildcards.text].path(wildcards.lang)


def annotated_shards(wildcards):
    """Return the shards of a side of a text: as annotated, or with UDify's features laid over them.

    Those of a text that is only to be tagged are taken as they are.
    """
    ending = "" if wildcards.text == "gendered" else FEATURES
    stem = f"{RESULTS}/trees/{wildcards.lang}/shards/{wildcards.text}.{wildcards.side}"
    return [
        f"{stem}.{shard}{ending}.conllu.gz"
        for shard in shards_of(
            ANNOTATORS.shards, TEXTS[wildcards.text].sentences(wildcards.lang)
        )
    ]


def annotated_language(wildcards):
    """Return the language of a side of the corpus, or that of the wildcards."""
    side = wildcards.get("side", wildcards.lang)
    if side not in ("en", wildcards.lang) or side not in ("en", *LANGUAGES):
        raise WorkflowError(
            f"the corpora have no side in {side!r} beside en and {wildcards.lang!r}, of "
            f"{', '.join(CONFIG.annotated_languages())}"
        )
    return side


def annotator_folder(wildcards):
    """Return the folder of the models of a side of the corpus, or of a language."""
    language = annotated_language(wildcards)
    if ANNOTATORS.origin == "own":
        return ANNOTATORS.models.replace("{lang}", language)
    return ANNOTATOR_FOLDER.format(lang=language)


def annotator_files(wildcards):
    """Return the files by which a change of the models of a side, or of a language, is known.

    Of models that the workflow makes this is annotator.json, which is written last; of a folder of
    the user's, all files of the language. None for gold trees.
    """
    if ANNOTATORS.origin == "gold":
        return []
    folder = Path(annotator_folder(wildcards))
    marker = folder / "annotator.json"
    if ANNOTATORS.origin != "own":
        return [str(marker)]
    # A folder of Stanza models may hold many languages.
    language = folder / annotated_language(wildcards)
    inside = language if not marker.exists() and language.is_dir() else folder
    files = {str(path) for path in inside.rglob("*") if path.is_file()}
    files |= {str(path) for path in [folder / "resources.json"] if path.exists()}
    return sorted(files) or [str(marker)]


def annotator_option(wildcards, input):
    """Return what annotates a side of the corpus as an argument of `cdaflow trees annotate`."""
    if ANNOTATORS.origin == "gold":
        return flags(gold=input.gold)
    return flags(models=annotator_folder(wildcards))


def udify_files():
    """Return the files of UDify's archive: of the user's, or of the one that is fetched."""
    if ANNOTATORS.udify and ANNOTATORS.udify.archive:
        return ANNOTATORS.udify.archive_files
    return [f"{FETCHED_UDIFY}/{name}" for name in ("config.json", "weights.th")]


def udify_options():
    """Return UDify's archive, and its word pieces where they are named, as arguments."""
    named = ANNOTATORS.udify
    return flags(archive=named.archive or FETCHED_UDIFY, bert=named.bert)


def udify_python():
    """Return the Python that has UDify as an argument.

    In a conda environment of the workflow's own it is the one that is found first; else cdaflow
    looks for it (CDAFLOW_UDIFY_PYTHON).
    """
    if ANNOTATORS.features != "udify":
        return ""
    methods = workflow.deployment_settings.deployment_method
    of_conda = "python" if DeploymentMethod.CONDA in methods else ""
    return flags(python=ANNOTATORS.udify.python or of_conda)


def tested_annotators():
    """Return the score files of the annotators, in order; none without a test treebank."""
    treebanks = ANNOTATORS.treebanks
    return [
        f"{RESULTS}/annotators/scores/{lang}.{ANNOTATORS.name}.json"
        for lang in CONFIG.annotated_languages()
        if treebanks and treebanks.of("test", lang)
    ]


def all_trees():
    """Return the trees of both sides of all parts of the corpus."""
    return [
        f"{RESULTS}/trees/{lang}/{text}.{side}.conllu.gz"
        for lang in LANGUAGES
        for text in (
            *("train", "dev"),
            *(f"test-{name}" for name in CONFIG.corpora.tested(lang)),
        )
        for side in ("en", lang)
    ]


def annotators_stage():
    """Return the table of the annotators, where they are tested."""
    scores = tested_annotators()
    table = Table("annotators", "annotators", scores)
    return Stage([table] if scores else [], scores={"annotator": scores})
