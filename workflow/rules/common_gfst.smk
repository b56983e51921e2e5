# Helpers of the rules of self-training: which text is translated by what, and filtered by what. No
# rule stands here.
#
# A text that is translated has a name (wildcard mono), and so have its translations:
#   fem, msc                      English of one gender
#   back-RECIPE.fem, ....msc      text of the language, translated back by the model of the recipe
#   sample.DATASET                a random sample of the English


def back_recipes():
    """Return the names of the recipes of models that translate monolingual text back."""
    sets = [planned for planned in DATASETS.values() if planned.kind == "gfst"]
    return list(dict.fromkeys(Path(one.recipe).stem for one in sets if one.recipe))


def mono_files(wildcards):
    """Return the raw files of the monolingual text of a language."""
    return GFST.text_files(wildcards.side)


def mono_specs(wildcards):
    """Return the monolingual corpora of a language as arguments of `cdaflow text mono`."""
    specs = []
    for corpus in GFST.texts[wildcards.side]:
        specs += ["--corpus", json.dumps(corpus, sort_keys=True)]
    return specs


def mono_cleaning():
    """Return the limits of `cdaflow text mono`."""
    limits = config["cleaning"]
    options = [f"--max-words {limits['max_words']} --max-chars {limits['max_chars']}"]
    return " ".join(options + ["--keep-duplicates"] * limits["keep_duplicates"])


def is_back(wildcards):
    """Return whether the wildcards' text is of the language and translated back."""
    return wildcards.mono.startswith("back-")


def translated_text(wildcards):
    """Return the text that is translated."""
    kind, _, rest = wildcards.mono.partition(".")
    if kind == "sample":
        return f"{RESULTS}/gfst/{wildcards.lang}/sample.{rest}.parquet"
    if kind.startswith("back-"):
        return f"{RESULTS}/gfst/{wildcards.lang}/mono.{rest}.parquet"
    return f"{RESULTS}/gfst/{'capped' if GFST.max_source else 'source'}.{kind}.parquet"


def mono_column(wildcards):
    """Return the column of it that is translated."""
    return "target" if is_back(wildcards) else "text"


def translator(wildcards):
    """Return the folder of the model that translates a text."""
    if is_back(wildcards):
        recipe = wildcards.mono.partition(".")[0].removeprefix("back-")
        return f"{RESULTS}/reverse/{wildcards.lang}/{recipe}"
    return model_folder(GFST.system, wildcards.lang)


def translator_files(wildcards):
    """Return the files of the model that translates a text."""
    return folder_files(translator(wildcards))


def translated_shards(wildcards):
    """Return the translations of the shards of a text, in order."""
    return _shards(wildcards.lang, wildcards.mono)


def sampled_shards(wildcards):
    """Return the translations of the shards of the sample of a data set, in order."""
    return _shards(wildcards.lang, f"sample.{wildcards.dataset}")


def _shards(lang, mono):
    stem = f"{RESULTS}/gfst/{lang}/shards/{mono}"
    return [f"{stem}.{shard}.txt" for shard in gather.gfst("{scatteritem}")]


def translated_side(wildcards):
    """Return which side of the pairs the translations are, as an argument."""
    return f"--translation {'source' if is_back(wildcards) else 'target'}"


def filtered_target_text(lang):
    """Return the text of a language that is filtered before it is translated back."""
    capped = f"{RESULTS}/gfst/{lang}/target.parquet"
    return capped if GFST.max_target else f"{RESULTS}/mono/{lang}.parquet"


#: Texts that get trees where the analyser is `annotator`: a pattern.
GFST_TEXTS = "gfst-fem|gfst-msc|gfst-target"


def gfst_text(text, lang):
    """Return the Parquet file of such a text and the column that gets the trees."""
    name = text.removeprefix("gfst-")
    if name == "target":
        return filtered_target_text(lang), "text"
    return f"{RESULTS}/gfst/{lang}/pairs.{name}.parquet", "target"


def analyser_files(text):
    """Return the function that names what tells the gender of the words of a text.

    These are trees, or, for a lexicon, word lists, treebanks and lexicons.
    """

    def files(wildcards):
        analyser = GFST.analysers[wildcards.lang]
        if analyser == "annotator":
            name = text.format(**wildcards)
            tree = f"{RESULTS}/trees/{wildcards.lang}/{name}.{wildcards.lang}.conllu.gz"
            return {"trees": [tree]}
        if analyser in ("rules", "letters"):
            return {}
        return {
            "lists": person_lists(wildcards.lang),
            "treebanks": GFST.treebanks.get(wildcards.lang, ()),
            "lexicons": GFST.lexicons.get(wildcards.lang, ()),
        }

    return files


def analyser_options(wildcards):
    """Return the analyser as arguments of `cdaflow gfst target`."""
    # No function of its input: of such parameters Snakemake does not see a change.
    analyser = GFST.analysers[wildcards.lang]
    options = ["--analyser", analyser]
    left_out = config["gfst"]["leave_out"]
    options += (
        ["--leave-out", *left_out] if left_out and analyser == "annotator" else []
    )
    return shlex.join(options)


def analyser_arguments(wildcards, input):
    """Return the files of the analyser as arguments of `cdaflow gfst target`."""
    named = {
        "trees": "trees",
        "lists": "word-list",
        "treebanks": "treebank",
        "lexicons": "lexicon",
    }
    return " ".join(
        f"--{name} {shlex.join(input.get(key))}"
        for key, name in named.items()
        if input.get(key)
    )


def gfst_halves(wildcards):
    """Return the feminine and masculine pairs of a data set, and the one that says its size."""
    planned = DATASETS[wildcards.dataset]
    folder = f"{RESULTS}/gfst/{wildcards.lang}"
    kind = "kept" if planned.target_filter else "pairs"
    back = f"back-{Path(planned.recipe).stem}." if planned.recipe else ""
    halves = {
        gender: f"{folder}/{kind}.{back}{gender}.parquet" for gender in ("fem", "msc")
    }
    return halves | {"size_of": size_of(wildcards)}


def size_of(wildcards):
    """Return the data set that says the size of another one; none where a number does."""
    named = DATASETS[wildcards.dataset].size_of
    return [dataset_file(named, wildcards.lang)] if named else []


def size_option(wildcards):
    """Return the size of a sample as an argument."""
    found = size_of(wildcards)
    if found:
        return f"--size-of {found[0]}"
    return f"--size {DATASETS[wildcards.dataset].size[wildcards.lang]}"


def balance_options(wildcards):
    """Return the genders and the size of a data set as arguments of `cdaflow gfst balance`."""
    planned = DATASETS[wildcards.dataset]
    options = [f"--genders {planned.genders}"]
    options += [f"--max {planned.maximum}"] if planned.maximum else []
    options += [f"--size-of {path}" for path in size_of(wildcards)]
    return " ".join(options)
