# What systems are trained from, and where their models are.

from cdaflow.config.datasets import PARALLEL
from cdaflow.config.outside import Exported
from cdaflow.config.systems import Interpolated
from cdaflow.nmt.firefox import MODELS as FIREFOX_MODELS
from cdaflow.nmt.language_tokens import target_token

#: Systems of which one model is trained for all languages.
MULTILINGUAL = [
    name
    for name, system in CONFIG.systems.items()
    if getattr(system, "multilingual", False)
]


#: Systems between a fine-tuned one and its base, which are not trained themselves.
INTERPOLATED = [
    name for name, system in CONFIG.systems.items() if isinstance(system, Interpolated)
]

#: Systems that are others as their users have them.
EXPORTED = [
    name for name, system in CONFIG.systems.items() if isinstance(system, Exported)
]


def dataset_file(name, lang):
    """Return the Parquet file of a data set."""
    if name == PARALLEL:
        return f"{RESULTS}/corpora/{lang}/train.parquet"
    return f"{RESULTS}/datasets/{lang}/{name}.parquet"


def training_sets(wildcards):
    """Return the Parquet files of the data sets of a system, in the order of the configuration."""
    names = system_of(wildcards).data
    return [dataset_file(name, wildcards.lang) for name in names]


def training_mixture(wildcards, input):
    """Return the data sets of a system with their weights as arguments of `cdaflow nmt train`."""
    weights = [
        by_language[wildcards.lang]
        for by_language in system_of(wildcards).data.values()
    ]
    return [f"{path}:{weight:g}" for path, weight in zip(input.train, weights)]


def multilingual_sets(wildcards):
    """Return the data sets of a model of all languages with their weights, those of 0 left out."""
    return {
        f"{RESULTS}/multilingual/{lang}/{name}.parquet": weights[lang]
        for name, weights in system_of(wildcards).data.items()
        for lang in LANGUAGES
        if weights[lang]
    }


def multilingual_mixture(wildcards):
    """Return the same as arguments of `cdaflow nmt train`."""
    sets = multilingual_sets(wildcards).items()
    return [f"{path}:{weight:g}" for path, weight in sets]


def training_seed(wildcards):
    """Return the seed of a run's training."""
    return named_run(wildcards).seed


def training_resources(wildcards):
    """Return what the training of a system may use; that of one with a base may have its own."""
    tuned = system_of(wildcards).base
    return CONFIG.fine_tuning if tuned and CONFIG.fine_tuning else CONFIG.training


def model_folder(run, lang):
    """Return the folder of a run's model; one of the user's is imported to have one."""
    if run.system in MULTILINGUAL:
        return f"{RESULTS}/models/multilingual/{run.name}"
    kind = "imported" if run.seed is None else "models"
    return f"{RESULTS}/{kind}/{lang}/{run.name}"


def trained_translator(run, lang):
    """Return the model that a run has trained, with the language where it needs that."""
    folder = model_folder(run, lang)
    named = lang if run.system in MULTILINGUAL else None
    return Translator(folder_files(folder), flags(model_dir=folder, lang=named))


def back_translator(recipe, lang):
    """Return the model of a recipe that translates into English."""
    folder = f"{RESULTS}/reverse/{lang}/{recipe}"
    return Translator(folder_files(folder), flags(model_dir=folder))


def run_with_seed_of(system, wildcards):
    """Return the run of another system with the seed of the wildcards' run."""
    return run_of(CONFIG, system, named_run(wildcards).seed)


def base_run(wildcards):
    """Return the run that the training of a fine-tuned system starts from."""
    system = trained_section(CONFIG, named_run(wildcards).system)
    if system.base_training:
        return run_of(CONFIG, system.base, system.base_training)
    return run_with_seed_of(system.base, wildcards)


def folder_files(folder):
    """Return the files of the folder of a model; its vocabularies are named in the second."""
    return [f"{folder}/{name}" for name in ("model.npz", "model.yml")]


def base_files(wildcards):
    """Return the model that the training of a system starts from; none without a base."""
    if not system_of(wildcards).base:
        return []
    return folder_files(model_folder(base_run(wildcards), wildcards.get("lang")))


def tuned_run(wildcards):
    """Return the fine-tuned run that a system is between, and its base."""
    return run_with_seed_of(system_of(wildcards).interpolate, wildcards)


def exported_run(wildcards):
    """Return the run that is exported."""
    return run_with_seed_of(system_of(wildcards).export, wildcards)


def exported_base_files(wildcards):
    """Return the files of that model, its shortlist among them."""
    first = first_model(CONFIG, named_run(wildcards).system)
    return first.firefox_files(wildcards.lang)


def vector_files(wildcards):
    """Return the debiased embeddings that a system is trained with, and the model they are of."""
    debias = system_of(wildcards).debias
    if not debias:
        return []
    of = run_with_seed_of(debias.embeddings_of, wildcards)
    vectors = f"{RESULTS}/debiased/{wildcards.lang}/{of.name}/vectors.txt"
    return [vectors, *folder_files(model_folder(of, wildcards.lang))]


def text_options(wildcards):
    """Return whose vocabulary the text of a system is prepared for, as arguments."""
    system = system_of(wildcards)
    if not system.debias:
        return start_options(wildcards)
    of = run_with_seed_of(system.debias.embeddings_of, wildcards)
    return flags(vocab_of=model_folder(of, wildcards.lang))


def start_options(wildcards):
    """Return what the training of a system starts from, a base or embeddings, as arguments."""
    system = system_of(wildcards)
    if system.base:
        return flags(base=model_folder(base_run(wildcards), wildcards.get("lang")))
    if not system.debias:
        return ""
    of = run_with_seed_of(system.debias.embeddings_of, wildcards)
    folder = model_folder(of, wildcards.lang)
    return flags(
        vocab_of=folder,
        source_vectors=vector_files(wildcards)[0],
        tune_vectors=not system.debias.fixed,
    )


def multilingual_start(wildcards):
    """Return what a model of all languages starts from, and their tokens, as arguments."""
    tokens = flags(symbols=[target_token(lang) for lang in LANGUAGES])
    return f"{start_options(wildcards)} {tokens}".strip()


def own_options(system, lang):
    """Return the user's own model as arguments."""
    return flags(
        model=system.model[lang],
        vocabs=[paths[lang] for paths in system.vocabs or ()],
        spm=[paths[lang] for paths in system.spm or ()],
        decoder_config=system.decoder and system.decoder[lang],
        language_token=system.language_token and system.language_token[lang],
        lang=lang,
    )


def translator_of(run, lang):
    """Return what a run translates with: its own model, or the files of the user's system."""
    system = CONFIG.systems[run.system]
    if isinstance(system, Outside):
        options = flags(
            program=shlex.join(system.command[lang]),
            lang=system.checked_language(lang),
            timeout=system.timeout,
        )
        return Translator(system.files(lang), options)
    if isinstance(system, Exported):
        folder = f"{RESULTS}/exported/{lang}/{run.name}"
        program = shlex.join(system.program(lang, folder))
        return Translator(
            [f"{folder}/exported.json", *system.files(lang)],
            flags(program=program, lang=lang, timeout=system.timeout),
        )
    if run.seed is not None:
        return trained_translator(run, lang)
    through = flags(through=shlex.join(system.through[lang])) if system.through else ""
    return Translator(
        system.files(lang), f"{own_options(system, lang)} {through}".strip()
    )


def translator(wildcards):
    """Return what the wildcards' run translates with."""
    return translator_of(named_run(wildcards), wildcards.lang)


def only_translates(system):
    """Return whether a system is no folder of Marian's, or has a program behind it."""
    section = CONFIG.systems[system]
    return isinstance(section, (Outside, Exported)) or (
        isinstance(section, Own) and bool(section.through or not section.trainable())
    )


def data_translator(system, lang):
    """Return what a system translates data sets with.

    A model is the one trained with the seed of the configuration, as data is made with that: another
    training of the system changes no data.
    """
    run = run_of(CONFIG, system)
    return (translator_of if only_translates(system) else trained_translator)(run, lang)
