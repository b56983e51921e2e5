# What language models are trained on and scored by.
#
# A model has the name of its text (wildcard lmtext): original, or the kind of the copies that are
# added (field, swap), and the seed of its training (wildcard lmseed).

from cdaflow.config.corpus import in_language
from cdaflow.config.lm import COPIES, ORIGINAL

LM = CONFIG.lm
LM_SEEDS = LM.seeds(CONFIG.seed)


def animate_lists(wildcards):
    """Return the lists of the nouns of persons that change."""
    return (LM.word_lists or {}).get(wildcards.lang) or person_lists(wildcards.lang)


def phrase_lists(wildcards):
    """Return the lists of the nouns that models are measured on."""
    usual = [wordlist(f"professions.{wildcards.lang}.tsv")]
    return (LM.nouns or {}).get(wildcards.lang) or usual


def copying_files(wildcards):
    """Return what copies are made with: the trees, what is known of forms, model and method."""
    lang = wildcards.lang
    return lexicon_files(wildcards) | {
        "lists": animate_lists(wildcards),
        "trees": f"{RESULTS}/trees/{lang}/lm.{lang}.conllu.gz",
        "model": trained_agreement(lang, LM.model, LM.method),
        "method": f"{RESULTS}/agreement/{lang}/{LM.model}.{LM.method}.json",
        "inflection": f"{RESULTS}/inflection/{lang}/{AGREEMENT.recipe}.npz",
    }


def copied_shards(ending):
    """Return the function that names the files of the shards of copies, in order."""
    return lambda wildcards: [
        f"{RESULTS}/lm/{wildcards.lang}/shards/{wildcards.copies}.{shard}{ending}"
        for shard in shards_of(LM.shards, SIZES.animate(wildcards.lang))
    ]


def lm_texts(wildcards):
    """Return the text of a model: the original, and the copies that are added to it."""
    folder = f"{RESULTS}/lm/{wildcards.lang}"
    added = [wildcards.lmtext] if wildcards.lmtext in COPIES else []
    return [f"{folder}/{name}.txt.gz" for name in (ORIGINAL, *added)]


def minimal_pairs_of(wildcards):
    """Return the minimal pairs of a language, if it has any."""
    if wildcards.lang not in LM.minimal_pairs:
        return []
    return f"{RESULTS}/lm/{wildcards.lang}/minimal-pairs.tsv"


def lm_scores(wildcards):
    """Return the scores of all models of a language, system by system."""
    return [
        f"{RESULTS}/lm/{wildcards.lang}/scores/{system}.{seed}.json"
        for system in LM.systems
        for seed in LM_SEEDS
    ]


def lm_systems(wildcards):
    """Return the same as arguments of `cdaflow lm compare`."""
    paths = lm_scores(wildcards)
    named = [system for system in LM.systems for _ in LM_SEEDS]
    return shlex.join(
        word
        for system, path in zip(named, paths, strict=True)
        for word in ("--systems", f"{system}={path}")
    )


def lm_stage():
    """Return the table and the figures of language models."""
    scores = [f"{RESULTS}/lm/{lang}/compared.json" for lang in LM.languages]
    animate = [f"{RESULTS}/lm/{lang}/animate.json" for lang in LM.languages]
    named = [Table("animate", "nouns of persons", animate, in_report="data_tables")]
    return Stage(
        [
            Table("lm", "language models", scores, in_report="data_tables"),
            *(named if LM.copies else []),
        ],
        [
            Figure("lm", "language models", scores, in_report="figures"),
            Figure("lm-nouns", "nouns in language models", scores, in_report="figures"),
        ],
    )


def fairness_of_language_models():
    """Return what `snakemake fairness` shows of language models."""
    return [*with_provenance("lm", "animate"), *SHOWN.drawn("lm", "lm-nouns")]


def animate_texts():
    """Return the sentences that name persons as a text that gets trees."""
    return {
        "lm": Text(
            lambda lang: f"{RESULTS}/lm/{lang}/animate.jsonl.gz",
            SIZES.animate,
            target="text",
        )
    }
