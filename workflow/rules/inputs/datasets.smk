# What data sets are made from.


def guarded_pairs(wildcards):
    """Return the pairs with their counterfactuals that a data set is made of."""
    settings = DATASETS[wildcards.dataset].settings
    folder = f"{RESULTS}/counterfactual/{wildcards.lang}"
    return f"{folder}/pairs.{settings.method}.{settings.guard}.parquet"


def profession_sample(wildcards):
    """Return how many pairs of each profession a data set has, as options; none for all of them."""
    size = DATASETS[wildcards.dataset].settings.per_profession
    return flags(per_profession=size, seed=CONFIG.seed) if size else ""


def set_translator(wildcards):
    """Return what translates a data set forwards or back."""
    dataset, lang = DATASETS[wildcards.dataset], wildcards.lang
    if dataset.forward:
        return data_translator(dataset.forward.system, lang)
    return back_translator(Path(dataset.recipe).stem, lang)


def handcrafted_files(wildcards):
    """Return what handcrafted pairs are made of: word lists, and files of the user's."""
    settings = DATASETS[wildcards.dataset].settings
    # Of pairs that are there, the lists tell the profession and the gender.
    second = "pronouns.en.tsv" if settings.file else f"professions.{wildcards.lang}.tsv"
    return {
        "lists": [wordlist("professions.tsv"), wordlist(second)],
        "file": [settings.file[wildcards.lang]] if settings.file else [],
        "templates": [settings.templates[wildcards.lang]] if settings.templates else [],
    }


def size_of(wildcards):
    """Return the data set that says the size of another one; none where a number does."""
    named = DATASETS[wildcards.dataset].size_of
    return [dataset_file(named, wildcards.lang)] if named else []


def dataset_options(wildcards):
    """Return the keys of a data set as options; of those by language, the wildcards' language."""
    settings = DATASETS[wildcards.dataset].settings
    by_language = {
        key: value[wildcards.lang] for key, value in settings if isinstance(value, dict)
    }
    return flags(settings, **{**by_language, "size_of": size_of(wildcards)})


def datasets_stage():
    """Return the table of the text and of the data sets of each language.

    A language has all data sets but those that its systems leave out.
    """
    named = [
        (f"{lang}/{name}", path)
        for lang in LANGUAGES
        for name, path in [
            ("train", f"{RESULTS}/corpora/{lang}/train.parquet"),
            ("dev", f"{RESULTS}/corpora/{lang}/dev.parquet"),
            *(
                (name, dataset_file(name, lang))
                for name in DATASETS
                if CONFIG.is_made(name, lang)
            ),
        ]
    ]
    labels, files = map(list, zip(*named))
    options = {"label": labels}
    return Stage(
        [
            Table(
                "datasets", "data sets", files, options=options, in_report="data_tables"
            )
        ]
    )
