# What the rules of corpus.smk read, and their parameters.


def corpora_of(wildcards):
    """Return the corpora of a part in a language."""
    corpora = CONFIG.corpora.part(wildcards.part, wildcards.lang)
    if not corpora:
        raise WorkflowError(f"corpora: {wildcards.part} has none of {wildcards.lang!r}")
    return corpora


def corpus_files(wildcards):
    """Return the raw files of a part of the corpus."""
    return [
        path
        for corpus in corpora_of(wildcards)
        for path in corpus.files(wildcards.lang, RESULTS)
    ]


def corpus_specs(wildcards):
    """Return the corpora of a part as arguments of `cdaflow text build`."""
    return corpus_arguments(corpora_of(wildcards), wildcards.lang)


def cleaning_options(wildcards):
    """Return the limits of `cdaflow text build`; a test set keeps all pairs with two sides."""
    if wildcards.part.startswith("test-"):
        return flags(max_words=0, max_chars=0, keep_duplicates=True)
    return flags(CONFIG.cleaning)


def held_out_files(wildcards):
    """Return the test sets that a part of the corpus must share no sentence with; dev, too."""
    if wildcards.part.startswith(("test-", "pool-")):
        return {}
    return held_out_of(wildcards.lang, dev=wildcards.part == "train")


def held_out_of(lang, *, dev):
    """Return the files of the test sets of a language; `dev`: of its development text, too."""
    folder = f"{RESULTS}/corpora/{lang}"
    files = {
        "held_out": [
            f"{folder}/test-{name}.parquet" for name in CONFIG.corpora.tested(lang)
        ],
        "held_out_challenge": [challenge_file("sentences")],
    }
    if dev:
        files["held_out"].append(f"{folder}/dev.parquet")
    if CONFIG.geneval and lang in CONFIG.geneval.languages:
        testset = CONFIG.geneval.files(lang)
        files["held_out_source"] = list(map(str, testset.sources.values()))
        files["held_out_target"] = list(map(str, testset.references.values()))
    if CONFIG.mustshe and lang in CONFIG.mustshe.languages:
        files["held_out"].append(CONFIG.mustshe.data[lang])
    return files


def held_out_of_copies(wildcards):
    """Return the test sets that no sentence may be in which was written in the other gender."""
    return held_out_of(wildcards.lang, dev=True)


def corpus_labels():
    """Return language/part of each part of the corpus, in the order of the tables."""
    # Of `full`, train is what is left; without training text there are test sets at most.
    parts = ["full", "train"] if HELD_OUT else ["train", "dev"]
    parts = parts if CONFIG.corpora.train else []
    # Likewise a test set that is held out.
    tests = {
        lang: [
            f"test-{name}"
            for name in CONFIG.corpora.tested(lang)
            if name not in HELD_OUT_TESTS
        ]
        for lang in LANGUAGES
    }
    return [f"{lang}/{part}" for lang in LANGUAGES for part in parts + tests[lang]]


#: Corpora whose text is translated here, by name.
PSEUDO = CONFIG.corpora.translated()


def english_limits(wildcards):
    """Return the limits of the sentences that a program translates."""
    limits = {key: getattr(CONFIG.cleaning, key) for key in ("max_words", "max_chars")}
    longest = PSEUDO[wildcards.corpus].by.max_words
    return flags(**limits | ({"max_words": longest} if longest else {}))


def translated_english(wildcards):
    """Return the sentences of a corpus that are translated: all, or a sample."""
    part = "sample" if PSEUDO[wildcards.corpus].by.max else "en"
    return f"{RESULTS}/pseudo/{wildcards.lang}/{wildcards.corpus}.{part}.parquet"


def pseudo_shards(wildcards):
    """Return the translations of the shards of a corpus, in order."""
    size = SIZES.english(wildcards.corpus, wildcards.lang)
    stem = f"{RESULTS}/pseudo/{wildcards.lang}/shards/{wildcards.corpus}"
    shards = shards_of(PSEUDO[wildcards.corpus].by.shards, size)
    return [f"{stem}.{shard}.txt.gz" for shard in shards]


def pseudo_translator(wildcards):
    """Return the program or the model that translates a corpus."""
    corpus, lang = PSEUDO[wildcards.corpus], wildcards.lang
    if corpus.by.system:
        translator = data_translator(corpus.by.system, lang)
        sample = flags(sample=CONFIG.seed if corpus.by.sampled else None)
        return Translator(translator.files, f"{translator.options} {sample}".strip())
    command = corpus.by.command[lang]
    options = flags(
        program=shlex.join(command),
        lang=lang if corpus.language_check else "",
        timeout=corpus.by.timeout,
    )
    return Translator(words_that_are_files(command), options)


#: What is fetched: from where -> name there -> its digests by language, where it has such.
FETCHED_TEXT = {"opus": {}, "sacrebleu": {}}
for _origin, _name, _corpus in CONFIG.corpora.fetched():
    FETCHED_TEXT[_origin].setdefault(_name, {}).update(_corpus.sha256 or {})


def opus_digest(wildcards):
    """Return the digest of an archive of OPUS."""
    return FETCHED_TEXT["opus"][f"{wildcards.corpus}/{wildcards.version}"][
        wildcards.lang
    ]


def corpus_stage():
    """Return the table of what cleaning leaves of each part of the corpus."""
    labels = corpus_labels()
    drops = [f"{RESULTS}/corpora/{label}.drops.tsv" for label in labels]
    tables = [Table("corpus", "corpus", drops, options={"label": labels})]
    return Stage(tables if labels else [])


def corpus_texts():
    """Return the parts of the corpus as texts that get trees, by name."""
    return {
        part: Text(
            lambda lang, part=part: f"{RESULTS}/corpora/{lang}/{part}.parquet",
            partial(SIZES.part, part),
        )
        for part in ("train", "dev", *(f"test-{name}" for name in TESTSETS))
    }
