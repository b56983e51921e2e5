# What gender alternatives are made of, and what is scored.

from cdaflow.config.alternatives import AUGMENTED, TAGGED

ALTERNATIVES = CONFIG.alternatives
AUGMENT = ALTERNATIVES.augment
TAGGER = ALTERNATIVES.tagger
TAGGER_FOLDER = f"{RESULTS}/alternatives/tagger/{TAGGER.backend}"
FETCHED_SETS = f"{RESULTS}/alternatives/fetched"
FETCHED_ENCODER = f"{RESULTS}/alternatives/encoder"

#: The names of the released tables by kind.
RELEASED_KINDS = {"raw": ("gate", "geneval"), "gtrans": ("gtrans",), "gtag": ("gtag",)}


def alternatives_file(wildcards):
    """Return the right alternatives of a test set, or the pairs of the corpus."""
    if wildcards.altset == AUGMENTED:
        return f"{RESULTS}/alternatives/{wildcards.lang}/{AUGMENTED}.pairs.jsonl.gz"
    return ALTERNATIVES.test[wildcards.altset][wildcards.lang]


def released_tables(wildcards):
    """Return the released tables of a kind in a language: of the user's folder, or fetched."""
    kind = wildcards.kind
    names = [f"{one}.en-{wildcards.lang}.tsv" for one in RELEASED_KINDS[kind]]
    if ALTERNATIVES.released.fetch:
        folder = "test/raw" if kind == "raw" else "train/raw"
        return [f"{FETCHED_SETS}/{folder}/{name}" for name in names]
    folder = Path(ALTERNATIVES.released.data)
    found = [str(path) for name in names for path in sorted(folder.rglob(f"{name}*"))]
    if not found:
        raise WorkflowError(f"{folder}: none of {', '.join(names)} is there")
    return found


def encoder_folder():
    """Return the folder of the encoder that the tagger starts from; none for the LSTM."""
    return FETCHED_ENCODER if TAGGER.fetch else TAGGER.encoder or []


def tagger_device(resources):
    """Return the device of a step of the tagger as an argument."""
    return "--device cuda" if resources.gpus else "--device cpu"


def tags_of(wildcards):
    """Return the tags of a test set, where a system goes by them."""
    if wildcards.open_by not in TAGGED:
        return []
    return f"{RESULTS}/alternatives/{wildcards.lang}/{wildcards.altset}.heads.jsonl.gz"


def demonym_lists(wildcards):
    """Return the lists of demonyms of English and of a language, of those that are there."""
    named = [wordlist(f"demonyms.{code}.tsv") for code in ("en", wildcards.lang)]
    return [path for path in named if Path(path).exists()]


def rewriting_model(wildcards):
    """Return the model of agreement that rewrites; none for the rules of the language."""
    return trained_agreement(wildcards.lang, ALTERNATIVES.model, "full")


def rewritten_shards(wildcards):
    """Return the shards of a test set, as a system rewrites it."""
    stem = f"{RESULTS}/alternatives/{wildcards.lang}/shards/{wildcards.altset}.{wildcards.open_by}"
    return [
        f"{stem}.{shard}.jsonl.gz" for shard in gather.alternatives("{scatteritem}")
    ]


def augmented_pairs(wildcards):
    """Return the pairs that get alternatives: the training corpus, or a sample of it."""
    if AUGMENT.pairs:
        return f"{RESULTS}/alternatives/{wildcards.lang}/{AUGMENTED}.sample.parquet"
    return f"{RESULTS}/corpora/{wildcards.lang}/train.parquet"


def augmented_shards(ending):
    """Return the function that names the files of the shards of the corpus, in order."""
    name = f"shards/{AUGMENTED}.{AUGMENT.open_by}"
    return lambda wildcards: [
        f"{RESULTS}/alternatives/{wildcards.lang}/{name}.{shard}{ending}"
        for shard in gather.augmentation("{scatteritem}")
    ]


def alternatives_scores():
    """Return the score files of all systems, in order."""
    return [
        f"{RESULTS}/alternatives/scores/{lang}.{altset}.{open_by}.json"
        for lang, altset, open_by in ALTERNATIVES.scored()
    ]


def tagger_scores():
    """Return the score files of the tagger, in order."""
    return [
        f"{RESULTS}/alternatives/scores/tagger.{TAGGER.backend}.{name}.json"
        for name in TAGGER.test
    ]
