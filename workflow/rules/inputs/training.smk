# What systems are trained from, and where their models are.

from cdaflow.config.root import PARALLEL


def dataset_file(name, lang):
    """Return the Parquet file of a data set."""
    if name == PARALLEL:
        return f"{RESULTS}/corpora/{lang}/train.parquet"
    return f"{RESULTS}/datasets/{lang}/{name}.parquet"


def training_sets(wildcards):
    """Return the Parquet files of the data sets of a system, in the order of the configuration."""
    names = CONFIG.systems[wildcards.system].data
    return [dataset_file(name, wildcards.lang) for name in names]


def training_mixture(wildcards, input):
    """Return the data sets of a system with their weights as arguments of `cdaflow nmt train`."""
    weights = CONFIG.systems[wildcards.system].data.values()
    return " ".join(f"{path}:{weight:g}" for path, weight in zip(input.train, weights))


def is_trained(system):
    """Return whether the workflow trains a system."""
    return hasattr(CONFIG.systems[system], "recipe")


def model_folder(system, lang):
    """Return the folder of a system's model; one of the user's is imported to have one."""
    kind = "models" if is_trained(system) else "imported"
    return f"{RESULTS}/{kind}/{lang}/{system}"


def folder_files(folder):
    """Return the files of the folder of a model; its vocabularies are named in the second."""
    return [f"{folder}/{name}" for name in ("model.npz", "model.yml")]


def base_files(wildcards):
    """Return the model that the training of a system starts from; none without a base."""
    base = CONFIG.systems[wildcards.system].base
    return folder_files(model_folder(base, wildcards.lang)) if base else []


def vector_files(wildcards):
    """Return the debiased embeddings that a system is trained with, and the model they are of."""
    debias = CONFIG.systems[wildcards.system].debias
    if not debias:
        return []
    of = debias.embeddings_of
    vectors = f"{RESULTS}/debiased/{wildcards.lang}/{of}/vectors.txt"
    return [vectors, *folder_files(model_folder(of, wildcards.lang))]


def start_options(wildcards):
    """Return what the training of a system starts from, a base or embeddings, as arguments."""
    system = CONFIG.systems[wildcards.system]
    if not system.debias:
        return flags(base=system.base and model_folder(system.base, wildcards.lang))
    return flags(
        vocab_of=model_folder(system.debias.embeddings_of, wildcards.lang),
        source_vectors=vector_files(wildcards)[0],
        tune_vectors=not system.debias.fixed,
    )


def own_options(wildcards):
    """Return a model of the user's as arguments."""
    system, lang = CONFIG.systems[wildcards.system], wildcards.lang
    return flags(
        model=system.model[lang],
        vocabs=[paths[lang] for paths in system.vocabs],
        spm=[paths[lang] for paths in system.spm or ()],
        decoder_config=system.decoder and system.decoder[lang],
    )


def model_files(wildcards):
    """Return the model of a system: its own folder, or the files of the user's model."""
    if is_trained(wildcards.system):
        return folder_files(model_folder(wildcards.system, wildcards.lang))
    return CONFIG.systems[wildcards.system].files(wildcards.lang)


def model_options(wildcards):
    """Return the model of a system as arguments of `cdaflow nmt translate`."""
    if is_trained(wildcards.system):
        return flags(model_dir=model_folder(wildcards.system, wildcards.lang))
    return own_options(wildcards)
