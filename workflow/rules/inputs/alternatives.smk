# What gender alternatives are made of, and what is scored.

from cdaflow.config.alternatives import (
    AUGMENTED,
    CALIBRATION,
    OPEN_BY,
    SCORED_BY,
    TAGGED,
)

from cdaflow.languages import get as get_language

ALTERNATIVES = CONFIG.alternatives
AUGMENT = ALTERNATIVES.augment
#: How the probabilities of people are calibrated; None where they are not.
CALIBRATE = ALTERNATIVES.tagged.calibrate if ALTERNATIVES.tagged else None
TAGGER = ALTERNATIVES.tagger
TAGGER_FOLDER = f"{RESULTS}/alternatives/tagger/{TAGGER.backend}"
FETCHED_SETS = f"{RESULTS}/alternatives/fetched"
FETCHED_ENCODER = f"{RESULTS}/alternatives/encoder"

ALIGNER_FOLDER = f"{RESULTS}/alternatives/aligner"

#: What the configuration may say of the training of the tagger and of the model that aligns.
LEARNING = ("epochs", "learning_rate", "batch")

#: What a job with a tagged model may use.
TAGGED_LIMITS = ALTERNATIVES.rewriting.limits | {"gpu": ALTERNATIVES.rewriting.gpus}

#: How structures are aligned afterwards, and what a job of that may use.
ALIGNING = ALTERNATIVES.aligner.aligning if ALTERNATIVES.align == "model" else None
ALIGNING_LIMITS = ALIGNING.limits | {"gpu": ALIGNING.gpus} if ALIGNING else {}

#: What stands in the names of alternatives that are aligned afterwards: not by the plan.
UNALIGNED = "" if ALTERNATIVES.align == "plan" else ".unaligned"

#: The names of the released tables by kind.
RELEASED_KINDS = {"raw": ("gate", "geneval"), "gtrans": ("gtrans",), "gtag": ("gtag",)}


#: Translations of the test sets that get alternatives as the corpus does -> test set and run.
REWRITTEN = {
    f"{altset}-by-{run.name.replace('.', '-')}": (altset, run)
    for altset in ALTERNATIVES.test
    for system in (AUGMENT.translations if AUGMENT else ())
    for run in runs_of(CONFIG, system)
}


def sentences_of(altset, lang):
    """Return the right alternatives of a test set or of held-out sentences, the pairs of the
    corpus, or what a system translates."""
    if altset == AUGMENTED:
        return f"{RESULTS}/alternatives/{lang}/{AUGMENTED}.pairs.jsonl.gz"
    if altset == CALIBRATION:
        return CALIBRATE.file[lang]
    if altset in REWRITTEN:
        testset, run = REWRITTEN[altset]
        return f"{RESULTS}/alternatives/{lang}/students/{run.name}/{testset}.jsonl.gz"
    return ALTERNATIVES.test[altset][lang]


def sentences_size(altset, lang):
    """Return about how many sentences the same has."""
    if altset == AUGMENTED:
        return SIZES.augmented(lang)
    if altset in REWRITTEN:
        altset, _ = REWRITTEN[altset]
    return SIZES.testset(sentences_of(altset, lang))


def alternatives_file(wildcards):
    """Return the sentences that the wildcards name."""
    return sentences_of(wildcards.altset, wildcards.lang)


def released_tables(wildcards, kind):
    """Return the released tables of a kind in a language: of the user's folder, or fetched."""
    names = [f"{name}.en-{wildcards.lang}.tsv" for name in RELEASED_KINDS[kind]]
    if ALTERNATIVES.released.fetch:
        folder = "test/raw" if kind == "raw" else "train/raw"
        return [f"{FETCHED_SETS}/{folder}/{name}" for name in names]
    folder = Path(ALTERNATIVES.released.data)
    paths = [str(path) for name in names for path in sorted(folder.rglob(f"{name}*"))]
    if not paths:
        raise WorkflowError(f"{folder}: none of {', '.join(names)} is there")
    return paths


def tags_of(wildcards):
    """Return the tags of a test set, where a system goes by them."""
    if wildcards.open_by not in TAGGED:
        return []
    return f"{RESULTS}/alternatives/{wildcards.lang}/{wildcards.altset}.heads.jsonl.gz"


def shards_of_sentences(altset, lang):
    """Return the names of the shards of a test set, of the corpus or of others."""
    key = AUGMENT.shards if altset == AUGMENTED else ALTERNATIVES.shards
    return shards_of(key, sentences_size(altset, lang))


def test_shards(wildcards):
    """Return the names of the shards of the sentences that the wildcards name."""
    return shards_of_sentences(wildcards.altset, wildcards.lang)


def head_shards(wildcards):
    """Return the shards of the head words of the same."""
    stem = f"{RESULTS}/alternatives/{wildcards.lang}/shards/{wildcards.altset}.heads"
    return [f"{stem}.{shard}.jsonl.gz" for shard in test_shards(wildcards)]


def aligned_shards(wildcards):
    """Return the shards of alternatives that are aligned afterwards."""
    stem = f"{RESULTS}/alternatives/{wildcards.lang}/shards/{wildcards.offered}.aligned"
    altset = wildcards.offered.partition(".")[0]
    return [
        f"{stem}.{shard}.jsonl.gz"
        for shard in shards_of_sentences(altset, wildcards.lang)
    ]


def rewritten_shards(wildcards):
    """Return the shards of a test set, as a system rewrites it."""
    stem = f"{RESULTS}/alternatives/{wildcards.lang}/shards/{wildcards.altset}.{wildcards.open_by}"
    return [f"{stem}.{shard}.jsonl.gz" for shard in test_shards(wildcards)]


def rewriting_files(wildcards):
    """Return what a test set is rewritten with, but for a tagged model.

    A lattice without trees is searched among what lists know of inflections.
    """
    return (
        lexicon_files(wildcards)
        | {
            "sentences": alternatives_file(wildcards),
            "tags": tags_of(wildcards),
            **english_lists(wildcards.lang),
        }
        | (agreement_files(wildcards) if goes_by_trees(wildcards) else {})
    )


def goes_by_trees(wildcards):
    """Return whether a test set is rewritten by its trees; a lattice may do without."""
    writes = get_language(wildcards.lang).writes
    return wildcards.get("by") != "lattice" or (writes and ALTERNATIVES.tagged.trees)


def agreement_files(wildcards):
    """Return the trees of a test set, and the models by which they are rewritten."""
    trees = f"{RESULTS}/trees/{wildcards.lang}/alternatives-{wildcards.altset}"
    return {
        "english": f"{trees}.en.conllu.gz",
        "target": f"{trees}.{wildcards.lang}.conllu.gz",
        **rewriting_models(wildcards.lang, ALTERNATIVES.model),
    }


def agreement_options(wildcards, input):
    """Return `agreement_files` as arguments; none where there are none."""
    return rewriting_options(input) if goes_by_trees(wildcards) else ""


def tagged_files(wildcards):
    """Return the model that reads tags, and what extends the list of inflections."""
    run = named_run(wildcards)
    extra = (ALTERNATIVES.tagged.inflections or {}).get(wildcards.lang)
    return {
        "tagged": folder_files(model_folder(run, wildcards.lang)),
        "inflections": [extra] if extra else [],
    }


def tagged_options(wildcards, by=""):
    """Return the same as arguments of `cdaflow alternatives rewrite`."""
    return flags(
        ALTERNATIVES.tagged,
        "beam",
        "most_scores",
        by=by or wildcards.by,
        tagged_model=model_folder(named_run(wildcards), wildcards.lang),
        gpus=range(ALTERNATIVES.rewriting.gpus),
        inflections=tagged_files(wildcards)["inflections"],
    )


def tagged_shards(ending, by="{by}"):
    """Return the function that names the files of the shards of a test set, as a tagged model
    rewrites it."""
    name = f"{{altset}}.{{open_by}}.{by}.{{system}}"
    return lambda wildcards: [
        f"{RESULTS}/alternatives/{wildcards.lang}/shards/{name}.{shard}{ending}".format(
            **wildcards
        )
        for shard in test_shards(wildcards)
    ]


def scored_options(wildcards, output):
    """Return `tagged_options` with the file of the scores of people."""
    options = tagged_options(wildcards, SCORED_BY)
    return f"{options} {flags(people_scores=output.people)}"


def calibration_file(wildcards):
    """Return the temperature of the probabilities of people."""
    name = f"{CALIBRATION}.{wildcards.open_by}.{SCORED_BY}.{wildcards.system}.json"
    return f"{RESULTS}/alternatives/{wildcards.lang}/{name}"


def tagged_labels(wildcards):
    """Return what the table calls a system that rewrites by tags, and its training."""
    run = named_run(wildcards)
    return flags(system=f"{wildcards.by}-{wildcards.open_by}", training=run.seed)


def people_labels(wildcards, ending=""):
    """Return the same of a system whose people are scored; `ending`: of its name in the table."""
    run = named_run(wildcards)
    return flags(system=f"{SCORED_BY}-{wildcards.open_by}{ending}", training=run.seed)


def aligned_names():
    """Return a pattern of the names of alternatives that are aligned afterwards."""
    sets = "|".join([*ALTERNATIVES.test, *REWRITTEN])
    if not UNALIGNED:
        return rf"(?:{sets})\.llm"
    rest = r"(?:\.(?:lattice|mrf\+lattice)\.[A-Za-z0-9_-]+(?:\.[0-9]+)?)?"
    return rf"(?:{sets})\.(?:llm|(?:{'|'.join(OPEN_BY)}){rest})|{AUGMENTED}"


def llm_files(wildcards):
    """Return what a language model is asked with, and what its answers are checked by."""
    model, lang = ALTERNATIVES.llm, wildcards.lang
    heads = f"{RESULTS}/alternatives/{lang}/{wildcards.altset}.heads.jsonl.gz"
    return lexicon_files(wildcards) | {
        "sentences": alternatives_file(wildcards),
        "tags": heads if model.open_by == "tags" else [],
        "examples": model.examples[lang] if model.examples else [],
        "inflections": [model.inflections[lang]] if model.inflections else [],
        "command": words_that_are_files(model.command),
    }


def llm_options(wildcards, input):
    """Return the options of `cdaflow alternatives rewrite-llm`."""
    model = ALTERNATIVES.llm
    return flags(
        model,
        *("view", "translate", "shots", "timeout"),
        command=shlex.join(model.command),
        tags=input.tags,
        examples=input.examples,
        inflections=input.inflections,
    )


def augmented_pairs(wildcards):
    """Return the pairs that get alternatives: the training corpus, or a sample of it."""
    if AUGMENT.pairs:
        return f"{RESULTS}/alternatives/{wildcards.lang}/{AUGMENTED}.sample.parquet"
    return f"{RESULTS}/corpora/{wildcards.lang}/train.parquet"


def augmented_name(altset):
    """Return the name of what the pipeline makes of the corpus, or of translations."""
    if AUGMENT.by == "mrf":
        return f"{altset}.{AUGMENT.open_by}"
    run = run_of(CONFIG, ALTERNATIVES.tagged.system)
    return f"{altset}.{AUGMENT.open_by}.{AUGMENT.by}.{run.name}"


def augmented_shards(ending):
    """Return the function that names the files of the shards of the corpus, in order."""
    name = f"shards/{augmented_name(AUGMENTED)}"
    return lambda wildcards: [
        f"{RESULTS}/alternatives/{wildcards.lang}/{name}.{shard}{ending}"
        for shard in shards_of_sentences(AUGMENTED, wildcards.lang)
    ]


def augmented_reports():
    """Return what is said of the corpus with alternatives, in each language that learns of it."""
    return [
        f"{RESULTS}/alternatives/{lang}/{AUGMENTED}.json"
        for lang in ALTERNATIVES.languages
        if any(
            dataset.kind == "alternatives"
            and dataset.settings.file.get(lang)
            == f"{RESULTS}/alternatives/{lang}/{AUGMENTED}.jsonl.gz"
            and CONFIG.is_made(name, lang)
            for name, dataset in DATASETS.items()
        )
    ]


def alternatives_scores():
    """Return the score files of all systems, in order."""
    return (
        [
            f"{RESULTS}/alternatives/scores/{lang}.{altset}.{open_by}.json"
            for lang, altset, open_by in ALTERNATIVES.scored()
        ]
        + [
            f"{RESULTS}/alternatives/scores/{lang}.{altset}.{open_by}.{by}.{run.name}.json"
            for lang, altset, open_by, by in ALTERNATIVES.scored_by_tags()
            for run in runs_of(CONFIG, ALTERNATIVES.tagged.system)
        ]
        + sure_scores()
        + [
            f"{RESULTS}/alternatives/scores/{lang}.{altset}.llm.json"
            for lang, altset in ALTERNATIVES.scored_by_llm()
        ]
    )


def scored_people():
    """Return language, test set, how it knows who is open, and training of all whose people are
    scored, in order."""
    if CALIBRATE is None:
        return []
    return [
        (lang, altset, open_by, run.name)
        for lang, altset, open_by, by in ALTERNATIVES.scored_by_tags()
        if by == SCORED_BY
        for run in runs_of(CONFIG, ALTERNATIVES.tagged.system)
    ]


def people_scores(names=()):
    """Return the files of scores of the probabilities of people, of all runs or some."""
    return [
        f"{RESULTS}/alternatives/scores/people/{lang}.{altset}.{open_by}.{name}.json"
        for lang, altset, open_by, name in scored_people()
        if not names or name in names
    ]


def sure_scores():
    """Return the score files of the systems that offer nothing where they are not sure."""
    return [
        f"{RESULTS}/alternatives/scores/{lang}.{altset}.{open_by}.{SCORED_BY}.{name}.sure.json"
        for lang, altset, open_by, name in scored_people()
        if CALIBRATE.min_p
    ]


def calibrated_scores():
    """Return the scores whose calibration is drawn: of the tagger, and of one training each."""
    if CALIBRATE is None:
        return tagger_scores()
    first = runs_of(CONFIG, ALTERNATIVES.tagged.system)[0]
    return tagger_scores() + people_scores([first.name])


def tagger_scores():
    """Return the score files of the tagger, in order."""
    return [
        f"{RESULTS}/alternatives/scores/tagger.{TAGGER.backend}.{name}.json"
        for name in TAGGER.test
    ]


def alternatives_stage():
    """Return the tables of gender alternatives, and the figure of their calibration."""
    scores = alternatives_scores()
    data = [
        Table("alternatives", "gender alternatives", scores),
        Table("tagger", "head words", tagger_scores(), in_report="data_tables"),
        Table(
            "people",
            "probabilities of people",
            people_scores(),
            in_report="data_tables",
        ),
        Table(
            "augmentation",
            "training text with alternatives",
            augmented_reports() if AUGMENT else [],
            in_report="data_tables",
        ),
    ]
    calibration = Figure(
        "calibration",
        "calibration of probabilities",
        calibrated_scores(),
        in_report="figures",
    )
    return Stage(
        [
            *(table for table in data if table.files),
        ],
        [calibration] if calibration.files else [],
        {"alternatives": scores} if scores else {},
    )


#: All sentences that get alternatives, by name.
ALTSETS = [
    *ALTERNATIVES.test,
    *REWRITTEN,
    *([AUGMENTED] if AUGMENT else []),
    *([CALIBRATION] if CALIBRATE else []),
]


def alternatives_texts():
    """Return all of these as texts that get trees, by name."""
    return {
        f"alternatives-{name}": Text(
            partial(sentences_of, name), partial(sentences_size, name), target="text"
        )
        for name in ALTSETS
    }
