# Which encoders there are, and what they are trained on and measured with.

from cdaflow.bias.training_options import Settings
from cdaflow.config.bias import VECTORS
from cdaflow.config.trainings import seeds_of

BIAS = CONFIG.bias
OWN = BIAS.encoder
#: The training texts by name, and the trainings on each.
VARIANTS = {variant.name: variant for variant in BIAS.variants()}
BIAS_SEEDS = seeds_of(BIAS.trainings, CONFIG.seed)
#: The encoder that scores the text.
FIRST = f"original.{BIAS_SEEDS[0]}"

#: What encoders are measured by.
ENCODER_MEASURES = ("seat", "validity", *(["transfer"] if BIAS.transfer else []))

#: Word lists by option: of the gender of sentences, of swaps of words, and of gendered words, the
#: list L.
SENTENCE_LISTS = {name: wordlist(f"{name}.en.tsv") for name in ("pronouns", "gendered")}
SWAP_LISTS = SENTENCE_LISTS | {"names": BIAS.names or wordlist("names.en.tsv")}
LIST_L = SWAP_LISTS | {
    "more_gendered": BIAS.more_gendered,
    "lower_names": BIAS.lower_names,
}
LIST_L_FILES = [*SWAP_LISTS.values(), *BIAS.more_gendered]


def encoder_text(wildcards):
    """Return the text that an encoder is trained on."""
    if VARIANTS[wildcards.variant].is_adjusted:
        return f"{RESULTS}/bias/texts/{wildcards.variant}.tsv.gz"
    return OWN.train


def encoder_training(wildcards, input):
    """Return how an encoder is trained, as arguments of `cdaflow bias train-encoder`."""
    keys = ("objective", *(["classifier"] if OWN.objective == "nli" else []), Settings)
    return flags(OWN, *keys, vectors=input.vectors)


def adjustment(wildcards):
    """Return how a text is adjusted, as arguments of `cdaflow bias adjust`."""
    variant = VARIANTS[wildcards.variant]
    return flags(
        by=variant.by,
        percentile=variant.number,
        criterion="random" if variant.control == "random" else BIAS.criterion,
        copies=variant.control == "copies",
    )


def debiasing(wildcards):
    """Return how much gender word vectors lose, as arguments of `cdaflow bias debias`."""
    percent = int(wildcards.percent)
    pairs = {"pairs": gender_pairs(BIAS.direction)} if percent == 100 else {}
    return flags(strength=percent / 100, **pairs, **LIST_L)


def gender_pairs(direction):
    """Return the pairs of words of a direction."""
    return direction.pairs or wordlist("gender_pairs.en.tsv")


def encoder_of(wildcards):
    """Return the section of an encoder that is not trained here; None for one that is."""
    return BIAS.others.get(wildcards.encoder)


def measured_files(wildcards):
    """Return the files of the encoder that is measured."""
    other = encoder_of(wildcards)
    if other:
        folder = Path(other.encoder).is_dir()
        return [
            *(encoder_files(other.encoder) if folder else [other.encoder]),
            *([other.words] if other.words else []),
        ]
    if wildcards.encoder == VECTORS:
        return OWN.vectors
    return [
        f"{RESULTS}/bias/encoders/{wildcards.encoder}.npz",
        *trained_with(wildcards.encoder.split(".")[0]),
    ]


def trained_with(variant):
    """Return the file of the word vectors that the encoders of a training text have, if any.

    With it they know all of its words, and not those of their training text alone.
    """
    if variant.startswith("debiased-"):
        return [f"{RESULTS}/bias/vectors/{variant}.txt.gz"]
    return [OWN.vectors] if OWN.vectors else []


def measured_encoder(wildcards, input):
    """Return the encoder that is measured, as arguments of `cdaflow bias`."""
    other = encoder_of(wildcards)
    device = "cuda" if BIAS.measuring.gpus else ""
    if other:
        keys = ("encoder", "words", "most_frequent", "pooling")
        return flags(other, *keys, device=device)
    encoder, *vectors = (
        input.encoder if isinstance(input.encoder, list) else [input.encoder]
    )
    return flags(encoder=encoder, vectors=vectors, device=device)


def direction_of(wildcards):
    """Return how the direction of an encoder is found."""
    other = encoder_of(wildcards)
    return other.direction if other else BIAS.direction


def direction_files(wildcards):
    """Return what the direction of an encoder is found of: sentences and lists, or pairs."""
    way = direction_of(wildcards)
    if way.sentences:
        return {"sentences": way.sentences, **SENTENCE_LISTS}
    return {"pairs": gender_pairs(way)}


def direction_options(wildcards):
    """Return the same as arguments of `cdaflow bias direction`."""
    way = direction_of(wildcards)
    options = {"size": way.size} if way.sentences else {"pair_set": way.pair_set}
    return flags(**direction_files(wildcards), **options)


def measured_labels(wildcards):
    """Return what the table calls an encoder, and its training."""
    if encoder_of(wildcards):
        return flags(system=wildcards.encoder)
    system, seed = wildcards.encoder.rsplit(".", 1)
    return flags(system=system, training=seed)


def bias_scores(kind, others=True):
    """Return the files of a measure (seat, ...) of all encoders, in the order of the table."""
    trained = [f"{name}.{seed}" for name in VARIANTS for seed in BIAS_SEEDS]
    return [
        f"{RESULTS}/bias/scores/{name}.{kind}.json"
        for name in [*trained, *(BIAS.others if others else [])]
    ]


def bias_stage():
    """Return the table and the figures of the bias of encoders."""
    scores = [score for kind in ENCODER_MEASURES for score in bias_scores(kind)]
    figures = [
        Figure(
            "bias-scores",
            "bias scores of the text",
            [f"{RESULTS}/bias/scored.parquet"],
            in_report="figures",
        )
    ]
    if any(variant.is_adjusted for variant in VARIANTS.values()):
        figures.append(
            Figure(
                "bias-association",
                "association by training text",
                bias_scores("seat", others=False),
                in_report="figures",
            )
        )
    adjusted = [
        f"{RESULTS}/bias/texts/{name}.json"
        for name, variant in VARIANTS.items()
        if variant.is_adjusted
    ]
    tests = [
        score
        for kind in ENCODER_MEASURES
        if kind != "validity"
        for score in bias_scores(kind)
    ]
    tables = [
        Table("bias", "bias of encoders", scores, in_report="data_tables"),
        Table("bias-tests", "encoders by test", tests, in_report="data_tables"),
        Table("bias-texts", "texts with less bias", adjusted, in_report="data_tables"),
        Table(
            "most-biased",
            "most biased sentences",
            [f"{RESULTS}/bias/scored.json"],
            in_report="data_tables",
        ),
    ]
    return Stage([table for table in tables if table.files], figures)


def fairness_of_encoders():
    """Return what `snakemake fairness` shows of encoders."""
    return [
        *with_provenance("bias", "bias-tests", "bias-texts", "most-biased"),
        f"{RESULTS}/figures/bias-importance.svg",
        *SHOWN.drawn("bias-scores", "bias-association"),
    ]
