# What data sets are made from.


def guarded_pairs(wildcards):
    """Return the pairs with their counterfactuals that a data set is made of."""
    made = DATASETS[wildcards.dataset].made
    folder = f"{RESULTS}/counterfactual/{wildcards.lang}"
    return f"{folder}/pairs.{made.method}.{made.guard}.parquet"


def profession_sample(wildcards):
    """Return how many pairs of each profession a data set has, as options; none for all of them."""
    size = DATASETS[wildcards.dataset].made.per_profession
    return flags(per_profession=size, seed=CONFIG.seed) if size else ""


def back_model(recipe, lang):
    """Return the folder of the model of a recipe that translates into English."""
    return f"{RESULTS}/reverse/{lang}/{recipe}"


def back_model_of(wildcards):
    """Return the folder of the model that translates a data set back."""
    return back_model(Path(DATASETS[wildcards.dataset].recipe).stem, wildcards.lang)


def set_translator_files(wildcards):
    """Return what translates a data set forwards or back."""
    forward = DATASETS[wildcards.dataset].forward
    if forward:
        return data_translator_files(forward.system, wildcards.lang)
    return folder_files(back_model_of(wildcards))


def set_translator_options(wildcards):
    """Return the same as arguments of `cdaflow nmt translate`."""
    forward = DATASETS[wildcards.dataset].forward
    if forward:
        return data_translator_options(forward.system, wildcards.lang)
    return flags(model_dir=back_model_of(wildcards))


def handcrafted_files(wildcards):
    """Return what handcrafted pairs are made of: word lists, and files of the user's."""
    made = DATASETS[wildcards.dataset].made
    # Of pairs that are there, the lists tell the profession and the gender.
    second = "pronouns.en.tsv" if made.file else f"professions.{wildcards.lang}.tsv"
    return {
        "lists": [wordlist("professions.tsv"), wordlist(second)],
        "file": [made.file[wildcards.lang]] if made.file else [],
        "templates": [made.templates[wildcards.lang]] if made.templates else [],
    }


def tagged_file(wildcards):
    """Return the alternatives that tagged sources are made of."""
    return DATASETS[wildcards.dataset].made.file[wildcards.lang]


def size_of(wildcards):
    """Return the data set that says the size of another one; none where a number does."""
    named = DATASETS[wildcards.dataset].size_of
    return [dataset_file(named, wildcards.lang)] if named else []


def dataset_options(wildcards):
    """Return the keys of a data set as options; of those by language, the wildcards' language."""
    made = DATASETS[wildcards.dataset].made
    by_language = {
        key: value[wildcards.lang] for key, value in made if isinstance(value, dict)
    }
    return flags(made, **{**by_language, "size_of": size_of(wildcards)})


def dataset_labels():
    """Return language/name of the text and the data sets that systems are trained on."""
    return [
        f"{lang}/{name}"
        for lang in LANGUAGES
        for name in ("train", "dev", *sets_of(lang))
    ]


def sets_of(lang):
    """Return the data sets of a language: all but those that its systems leave out."""
    return [name for name in DATASETS if CONFIG.is_made(name, lang)]


def dataset_files():
    """Return the files of `dataset_labels`."""
    return [
        path
        for lang in LANGUAGES
        for path in (
            f"{RESULTS}/corpora/{lang}/train.parquet",
            f"{RESULTS}/corpora/{lang}/dev.parquet",
            *(dataset_file(name, lang) for name in sets_of(lang)),
        )
    ]


def datasets_stage():
    """Return the table of the data sets."""
    return Stage(
        [
            Table(
                "datasets",
                "data sets",
                dataset_files(),
                in_report="data_tables",
                options={"label": dataset_labels()},
            )
        ]
    )
