# What corrected data sets are made of: English that states the gender of a person.

from cdaflow.config.corrected import CORPUS, ENGLISH_TEXTS, MONOLINGUAL, SITUATIONS

_TEXTS = {
    name: dataset.corrected.text
    for name, dataset in DATASETS.items()
    if dataset.corrected
}

#: Data sets whose English is written, and those whose English is chosen of a text.
OF_SITUATIONS = [name for name, text in _TEXTS.items() if text == SITUATIONS]
OF_TEXTS = [name for name in _TEXTS if name not in OF_SITUATIONS]


def corrected_set(name):
    """Return the section of a corrected data set."""
    return DATASETS[name].corrected


def corrected_translator(wildcards):
    """Return what translates the English of a corrected data set."""
    system = corrected_set(wildcards.dataset).system
    return data_translator(system, wildcards.lang)


def corrected_english(wildcards):
    """Return the English of which the persons are chosen."""
    text = corrected_set(wildcards.dataset).text
    if text == MONOLINGUAL:
        return f"{RESULTS}/mono/en.parquet"
    if text == CORPUS:
        return f"{RESULTS}/corpora/{wildcards.lang}/train.parquet"
    return dataset_file(text, wildcards.lang)


def stated_files(wildcards):
    """Return what persons are chosen of: candidates with their trees, or a data set that says it."""
    if corrected_set(wildcards.dataset).text not in ENGLISH_TEXTS:
        return {"text": corrected_english(wildcards)}
    lang, name = wildcards.lang, wildcards.dataset
    return {
        "text": f"{RESULTS}/corrected/{lang}/{name}.candidates.parquet",
        "trees": f"{RESULTS}/trees/{lang}/stated-{name}.en.conllu.gz",
    }


def held_out_english(wildcards):
    """Return the test sets whose English neither a sentence nor its swapped copy may be."""
    files = held_out_of_copies(wildcards)
    return {name: files[name] for name in files if name != "held_out_target"}


def corrected_texts():
    """Return the candidates and the pairs of all data sets as texts that get trees, by name."""
    stems = {f"stated-{name}": f"{name}.candidates" for name in OF_TEXTS}
    stems |= {f"corrected-{name}": f"{name}.pairs" for name in _TEXTS}
    return {
        text: Text(
            lambda lang, stem=stem: f"{RESULTS}/corrected/{lang}/{stem}.parquet",
            partial(SIZES.stated, stem.partition(".")[0]),
        )
        for text, stem in stems.items()
    }


def corrected_shards(wildcards):
    """Return the translations of the shards of the sentences of a data set, in order."""
    stem = f"{RESULTS}/corrected/{wildcards.lang}/shards/{wildcards.dataset}"
    size = 2 * SIZES.stated(wildcards.dataset, wildcards.lang)
    shards = shards_of(corrected_set(wildcards.dataset).shards, size)
    return [f"{stem}.{shard}.txt" for shard in shards]


def corrected_model(wildcards):
    """Return the model of agreement of a data set; none for the rules of the language."""
    model = corrected_set(wildcards.dataset).model
    return trained_agreement(wildcards.lang, model, "full")


def corrected_method(wildcards):
    """Return the file of the method of that model."""
    model = corrected_set(wildcards.dataset).model
    return f"{RESULTS}/agreement/{wildcards.lang}/{model}.full.json"
