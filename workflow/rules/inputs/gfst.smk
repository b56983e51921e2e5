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
    filtered = [
        name for name, section in forward_sets().items() if section.target_filter
    ]
    return [
        f"{lang}/{gender}"
        for lang in LANGUAGES
        if any(CONFIG.is_made(name, lang) for name in filtered)
        for gender in ("fem", "msc")
    ]


def of_filters(name):
    """Return a file of each target filter of self-training, in the same order."""
    filters = [label.split("/") for label in filtered_labels()]
    return [
        f"{RESULTS}/gfst/{lang}/{name.format(gender=gender)}"
        for lang, gender in filters
    ]


def balance_reports():
    """Return the reports of the data set whose size the table of self-training shows, by language."""
    balanced = [
        name
        for name, section in forward_sets().items()
        if section.target_filter and section.genders == "both"
    ]
    return {
        lang: f"{RESULTS}/gfst/{lang}/{name}.json"
        for name in balanced[:1]
        for lang in LANGUAGES
        if CONFIG.is_made(name, lang)
    }


def mono_held_out(wildcards):
    """Return the files of the sentences that monolingual text of a language is left without.

    English is translated into each language: it is left without the test sets of all of them.
    """
    held_out = {}
    for lang in LANGUAGES if wildcards.side == "en" else [wildcards.side]:
        for option, files in held_out_of(lang, dev=True).items():
            held_out[option] = list(dict.fromkeys([*held_out.get(option, []), *files]))
    return held_out


GENDERS = ("fem", "msc")
SOURCE = "capped" if GFST.max_source else "source"
#: The texts that are translated, by name.
MONOLINGUAL_TEXTS = {
    **{
        gender: Text(
            lambda lang, gender=gender: f"{RESULTS}/gfst/{SOURCE}.{gender}.parquet",
            lambda lang: SIZES.one_gender(),
            source="text",
        )
        for gender in GENDERS
    },
    **{
        f"back-{recipe}.{gender}": Text(
            lambda lang, gender=gender: f"{RESULTS}/gfst/{lang}/mono.{gender}.parquet",
            SIZES.one_gender_back,
            back=recipe,
        )
        for recipe in back_recipes()
        for gender in GENDERS
    },
    **{
        f"sample.{name}": Text(
            lambda lang, name=name: f"{RESULTS}/gfst/{lang}/sample.{name}.parquet",
            partial(SIZES.dataset, name),
            source="text",
        )
        for name, dataset in DATASETS.items()
        if dataset.kind == "self_training"
    },
}


def monolingual(wildcards):
    """Return the text that is translated."""
    return MONOLINGUAL_TEXTS[wildcards.mono]


def translated_text(wildcards):
    """Return its file."""
    return monolingual(wildcards).path(wildcards.lang)


def mono_translator(wildcards):
    """Return what translates a text."""
    back, lang = monolingual(wildcards).back, wildcards.lang
    return back_translator(back, lang) if back else data_translator(GFST.system, lang)


def translated_part(wildcards):
    """Return which part of a text is translated, and the decoder where there is a choice."""
    text = monolingual(wildcards)
    has_choice = text.back or not only_translates(GFST.system)
    return flags(
        column=text.translated,
        shard=shard_number(wildcards),
        decoder=GFST.decoder if has_choice else None,
    )


def translated_shards(pattern):
    """Return the function that names the translations of the shards of a text, in order."""

    def shards(wildcards):
        mono = pattern.format(**wildcards)
        stem = f"{RESULTS}/gfst/{wildcards.lang}/shards/{mono}"
        size = MONOLINGUAL_TEXTS[mono].sentences(wildcards.lang)
        return [f"{stem}.{shard}.txt" for shard in shards_of(GFST.shards, size)]

    return shards


def mono_side(wildcards):
    """Return which column is translated, and which side of the pairs the translations are."""
    text = monolingual(wildcards)
    return flags(
        column=text.translated, translation="source" if text.back else "target"
    )


def filtered_target_text(lang):
    """Return the text of a language that is filtered before it is translated back."""
    capped = f"{RESULTS}/gfst/{lang}/target.parquet"
    return capped if GFST.max_target else f"{RESULTS}/mono/{lang}.parquet"


def gfst_texts():
    """Return the pairs of one gender, and the text of the language, as texts that get trees."""
    pairs = {
        f"gfst-{gender}": Text(
            lambda lang, gender=gender: f"{RESULTS}/gfst/{lang}/pairs.{gender}.parquet",
            lambda lang: SIZES.one_gender(),
        )
        for gender in GENDERS
    }
    target = Text(filtered_target_text, SIZES.filtered_target, target="text")
    return pairs | {"gfst-target": target}


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


def balanced_files(wildcards):
    """Return the feminine and masculine pairs of a data set, and the one that says its size."""
    settings = DATASETS[wildcards.dataset].settings
    kind = "kept" if settings.target_filter else "pairs"
    back = f"back-{Path(settings.recipe).stem}." if settings.recipe else ""
    stem = f"{RESULTS}/gfst/{wildcards.lang}/{kind}.{back}"
    files = {gender: f"{stem}{gender}.parquet" for gender in ("fem", "msc")}
    return files | {"size_of": size_of(wildcards)}


def balance_options(wildcards):
    """Return the genders and the size of a data set as arguments of `cdaflow gfst balance`."""
    settings = DATASETS[wildcards.dataset].settings
    return flags(
        genders=settings.genders,
        max=settings.max[wildcards.lang] or None,
        size_of=size_of(wildcards),
    )


def gfst_stage():
    """Return the tables of the genders in the text, and of what filters leave (its Table 3)."""
    shares = Table(
        "shares",
        "genders in the training text",
        [f"{RESULTS}/gfst/{lang}/shares.json" for lang in LANGUAGES],
        in_report="data_tables",
        options={"label": [f"{lang}/train" for lang in LANGUAGES]},
    )
    balance = balance_reports()
    filtered = Table(
        "gfst",
        "self-training",
        of_filters("target.{gender}.json"),
        {
            "source": [f"{RESULTS}/gfst/source.fem.json"],
            "balance": list(balance.values()),
        },
        in_report="data_tables",
        options={
            "label": filtered_labels(),
            "balance_language": list(balance),
        },
    )
    return Stage([shares, *([filtered] if filtered.files else [])])
