# What self-training translates by what, and how it is filtered.
#
# A text that is translated has a name (wildcard mono), and so have its translations:
#   fem, msc                      English of one gender
#   back-RECIPE.fem, ....msc      text of the language, translated back by the model of the recipe
#   sample.DATASET                a random sample of the English

GFST = CONFIG.gfst


def forward_sets():
    """Return the data sets whose text is English and translated, by name."""
    return {
        name: dataset.gfst
        for name, dataset in DATASETS.items()
        if dataset.gfst and not dataset.recipe
    }


def filtered_labels():
    """Return language/gender of each target filter of self-training, in order."""
    filtered = any(made.target_filter for made in forward_sets().values())
    return [
        f"{lang}/{gender}"
        for lang in LANGUAGES
        for gender in ("fem", "msc")
        if filtered
    ]


def balance_reports():
    """Return the reports of the data set whose size the table of self-training shows, if any."""
    balanced = [
        name
        for name, made in forward_sets().items()
        if made.target_filter and made.genders == "both"
    ]
    return [
        f"{RESULTS}/gfst/{lang}/{name}.json"
        for name in balanced[:1]
        for lang in LANGUAGES
    ]


def mono_files(wildcards):
    """Return the raw files of the monolingual text of a language."""
    texts = CONFIG.monolingual.texts(wildcards.side)
    return [path for text in texts for path in text.files(wildcards.side)]


def mono_specs(wildcards):
    """Return the monolingual corpora of a language as arguments of `cdaflow text mono`."""
    return corpus_arguments(CONFIG.monolingual.texts(wildcards.side), wildcards.side)


def mono_held_out(wildcards):
    """Return the files of the sentences that monolingual text of a language is left without.

    English is translated into each language: it is left without the test sets of all of them.
    """
    found = {}
    for lang in LANGUAGES if wildcards.side == "en" else [wildcards.side]:
        for option, files in held_out_of(lang, dev=True).items():
            found[option] = list(dict.fromkeys([*found.get(option, []), *files]))
    return found


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


def back_model(wildcards):
    """Return the folder of the model that translates a text back."""
    recipe = wildcards.mono.partition(".")[0].removeprefix("back-")
    return f"{RESULTS}/reverse/{wildcards.lang}/{recipe}"


def translator_files(wildcards):
    """Return what translates a text."""
    if is_back(wildcards):
        return folder_files(back_model(wildcards))
    return data_translator_files(GFST.system, wildcards.lang)


def translator_options(wildcards):
    """Return what translates a text as arguments of `cdaflow nmt translate`."""
    if is_back(wildcards):
        return flags(model_dir=back_model(wildcards))
    return data_translator_options(GFST.system, wildcards.lang)


def decoder(wildcards):
    """Return the decoder of the model that translates a text; None where there is no choice."""
    has_choice = is_back(wildcards) or not only_translates(GFST.system)
    return GFST.decoder if has_choice else None


def translated_size(mono, lang):
    """Return about how many sentences a text has that is translated."""
    kind, _, rest = mono.partition(".")
    if kind == "sample":
        return SIZES.dataset(rest, lang)
    if kind.startswith("back-"):
        return SIZES.one_gender_back(lang)
    return SIZES.one_gender()


def translated_shards(pattern):
    """Return the function that names the translations of the shards of a text, in order."""

    def shards(wildcards):
        mono = pattern.format(**wildcards)
        stem = f"{RESULTS}/gfst/{wildcards.lang}/shards/{mono}"
        size = translated_size(mono, wildcards.lang)
        return [f"{stem}.{shard}.txt" for shard in shards_of(GFST.shards, size)]

    return shards


def mono_side(wildcards):
    """Return which column is translated, and which side of the pairs the translations are."""
    side = "source" if is_back(wildcards) else "target"
    return flags(column=mono_column(wildcards), translation=side)


def filtered_target_text(lang):
    """Return the text of a language that is filtered before it is translated back."""
    capped = f"{RESULTS}/gfst/{lang}/target.parquet"
    return capped if GFST.max_target else f"{RESULTS}/mono/{lang}.parquet"


def gfst_text(text, lang):
    """Return the Parquet file of a text that gets trees, and the column that gets them."""
    name = text.removeprefix("gfst-")
    if name == "target":
        return filtered_target_text(lang), "text"
    return f"{RESULTS}/gfst/{lang}/pairs.{name}.parquet", "target"


def analyser_files(text):
    """Return the function that names what tells the gender of the words of a text.

    These are trees, or, for a lexicon, word lists, treebanks and lexicons.
    """

    def files(wildcards):
        analyser, lang = GFST.analyser[wildcards.lang], wildcards.lang
        if analyser == "annotator":
            name = text.format(**wildcards)
            return {"trees": [f"{RESULTS}/trees/{lang}/{name}.{lang}.conllu.gz"]}
        if analyser in ("rules", "letters"):
            return {}
        treebanks = CONFIG.agreement and CONFIG.agreement.treebanks
        treebanks = treebanks or (CONFIG.annotators and CONFIG.annotators.treebanks)
        return {
            "lists": person_lists(lang),
            "treebanks": treebanks.of("train", lang) if treebanks else (),
            "lexicons": CONFIG.lexicons.get(lang, ()),
        }

    return files


def analyser_options(wildcards):
    """Return the analyser as arguments of `cdaflow gfst target`."""
    # No function of its input: of such parameters Snakemake does not see a change.
    analyser = GFST.analyser[wildcards.lang]
    left_out = GFST.leave_out if analyser == "annotator" else ()
    return flags(analyser=analyser, leave_out=left_out)


def analyser_inputs(wildcards, input):
    """Return the files of the analyser as arguments of `cdaflow gfst target`."""
    return flags(
        trees=input.get("trees"),
        word_list=input.get("lists"),
        treebank=input.get("treebanks"),
        lexicon=input.get("lexicons"),
    )


def balanced_files(wildcards):
    """Return the feminine and masculine pairs of a data set, and the one that says its size."""
    made = DATASETS[wildcards.dataset].made
    kind = "kept" if made.target_filter else "pairs"
    back = f"back-{Path(made.recipe).stem}." if made.recipe else ""
    stem = f"{RESULTS}/gfst/{wildcards.lang}/{kind}.{back}"
    files = {gender: f"{stem}{gender}.parquet" for gender in ("fem", "msc")}
    return files | {"size_of": size_of(wildcards)}


def balance_options(wildcards):
    """Return the genders and the size of a data set as arguments of `cdaflow gfst balance`."""
    made = DATASETS[wildcards.dataset].made
    return flags(
        genders=made.genders,
        max=made.max[wildcards.lang] or None,
        size_of=size_of(wildcards),
    )
