"""Encoders trained or fine-tuned here, text and vectors with less bias, and what both cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cdaflow.bias.gendered import read_gender_pairs
from cdaflow.bias.senteval import TASKS, read_task
from cdaflow.bias.training_options import Settings
from cdaflow.cli.encoders import (
    EncoderOptions,
    Gendered,
    GenderedLists,
    SystemLabel,
    TrainingLabel,
    encoder_facts,
)
from cdaflow.cli.options import EnglishLists
from cdaflow.errors import ConfigError
from cdaflow.io.files import write_json
from cdaflow.option_types import (
    Device,
    Input,
    OutputPath,
    Positive,
    ReportFile,
    Seed,
    Share,
    Threads,
    Value,
    Without,
)
from cdaflow.wordlists import wordlist
from cdaflow.wordlists.english_lists import read_names

if TYPE_CHECKING:
    from cdaflow.bias.encoder_training import Task

#: Files of training examples.
_Examples = Annotated[Sequence[Path], Value(metavar="FILE", file="input")]


def train_encoder(
    *,
    train: _Examples,
    dev: Annotated[Path, Value(metavar="FILE", file="input")],
    objective: Literal["translation", "nli"] = "translation",
    vectors: Annotated[Path | None, Value(metavar="FILE", file="input")] = None,
    words: Annotated[Path | None, Value(metavar="FILE", file="input")] = None,
    classifier: Positive = 512,
    settings: Settings = Settings(),
    state: Path | None = None,
    threads: Threads = 1,
    device: Device = "cpu",
    seed: Seed = 1,
    output: OutputPath,
) -> str:
    """Train a bidirectional LSTM with max pooling as an encoder of sentences.

    It learns which words the translation of a sentence has (pairs), or whether a premise entails a
    hypothesis (inference data, as in Dolci et al. 2023, section 4). The best epoch on the dev
    examples counts.

    Args:
        train: pairs (.parquet; .tsv with source and target); or inference data: premise, hypothesis
            and label (.tsv), SNLI's or MultiNLI's own files (.tsv, .jsonl); several are joined
        dev: held-out examples of the same kind
        objective: the training objective
        vectors: word vectors that stay as they are, such as GloVe's; without them the encoder
            learns its own
        words: the words of vectors in an .npy file
        classifier: hidden units of the classifier of inferences
        state (FILE): a work file from which a training that was stopped resumes
        output (.npz): the encoder
    """
    import torch

    from cdaflow.bias import encoder_training

    torch.set_num_threads(threads)
    task = _task(objective, train, dev, classifier, seed, linear=settings.linear_classifier)
    initial_vectors = None
    if vectors is not None:
        from cdaflow.embeddings.vectors import read_vectors

        initial_vectors = read_vectors(vectors, words=words)
    model = encoder_training.train_encoder(
        task, settings=settings, seed=seed, vectors=initial_vectors, state=state, device=device
    )
    model.save(output)
    return f"{output}: {len(model.words)} words, {_trained(model.facts)}"


def tune_encoder(
    *,
    encoder: Annotated[Path, Value(metavar="FOLDER", file="input")],
    pooling: Literal["max", "mean", "cls"] | None = None,
    train: _Examples,
    dev: Annotated[Path, Value(metavar="FILE", file="input")],
    objective: Literal["translation", "nli"] = "translation",
    classifier: Positive = 512,
    settings: Annotated[
        Settings, Without("embedding", "hidden", "min_count", "boundaries")
    ] = Settings(learning_rate=2e-5, min_learning_rate=1e-7, batch_size=32, max_epochs=2, clip=1.0),
    state: Path | None = None,
    threads: Threads = 1,
    device: Device = "cpu",
    seed: Seed = 1,
    output_dir: Annotated[Path, Value(metavar="DIR", file="output")],
) -> str:
    """Fine-tune a transformer encoder on a text, as it is or with less bias.

    As train-encoder, for an encoder of Hugging Face; without dropout. (Dolci et al. 2023, section
    6, which proposes it)

    Args:
        encoder: a folder of Hugging Face
        pooling: how the encoder makes the vector of a sentence, if its folder does not say
        train: pairs or inference data, as for train-encoder, for example from cdaflow bias adjust
        dev: held-out examples of the same kind
        objective: the training objective
        classifier: hidden units of the classifier of inferences
        state (FILE): a work file from which a training that was stopped resumes
        output_dir: the encoder, a new folder of Hugging Face
    """
    from cdaflow.bias import encoder_training
    from cdaflow.embeddings.encoders.transformer import open_transformer

    task = _task(objective, train, dev, classifier, seed, linear=settings.linear_classifier)
    opened = open_transformer(encoder, pooling=pooling, threads=threads, device=device)
    facts = encoder_training.tune_encoder(
        opened, task, output_dir, settings=settings, seed=seed, state=state, device=device
    )
    return f"{output_dir}: {_trained(facts)}"


def _trained(facts: Mapping[str, Any]) -> str:
    best = facts["best_epoch"] - 1
    return (
        f"{facts['examples']} examples, epoch {best + 1} of {facts['epochs']}, right "
        f"{100 * facts['dev_right'][best]:.1f} % on dev"
    )


def _task(
    objective: str, train: Sequence[Path], dev: Path, classifier: int, seed: int, *, linear: bool
) -> Task:
    """Return the examples of an objective and what makes its head."""
    if dev in train:
        raise ConfigError(
            "training.dev-in-train",
            "this file is also a training file",
            file=dev,
            hint="give held-out examples",
        )
    if objective == "nli":
        from cdaflow.bias.nli import inference_task

        return inference_task(train, dev, hidden=classifier, seed=seed, linear=linear)
    from cdaflow.bias.translation import translation_task

    return translation_task(train, dev, seed=seed)


_Lists = Annotated[EnglishLists, Without("professions", "persons")]
_File = Annotated[Path, Value(metavar="FILE", file="input")]


def adjust(
    input: Input,
    /,
    *,
    by: Literal["subtract", "augment", "combined"],
    percentile: Annotated[float, Value(metavar="P", least=0, most=100)] = 90,
    criterion: Literal["absolute", "consistent", "random"] = "absolute",
    copies: bool = False,
    lists: _Lists = EnglishLists(),
    names: _File | None = None,
    seed: Seed = 1,
    output: Annotated[str, Value(metavar="FILE", file="output")],
    report: ReportFile | None = None,
) -> str:
    """Write training examples with less bias: the most biased are dropped, or swapped and added.

    Dolci et al. 2023, sections 4.1 and 4.2. Each needs its control of the same size: random
    examples, or copies in place of swaps.

    Args:
        input (FILE): scored examples (cdaflow bias score): pairs with swapped_source and
            swapped_target (all persons of the other gender) or counterfactual_source and
            counterfactual_target (one of them), inference data (premise, hypothesis), or English
            text
        by: drop the most biased examples; add their swaps; or both: examples without a swap are
            dropped
        percentile: examples above this percentile of the score are the most biased; 0 for all
        criterion: the whole bias Abs; the bias to the side of the gender that a sentence states; or
            as many random examples
        copies: add copies of the examples instead of their swaps
        names: masculine and feminine given names that are swapped (default:
            config/wordlists/names.en.tsv)
        seed: seed of random examples and of the order
        output: .tsv or .parquet
        report: write the counts here
    """
    from cdaflow.bias.mitigation import adjust_file
    from cdaflow.bias.selection import stated_gender
    from cdaflow.rewriting.swapper import Swapper

    if copies and by == "subtract":
        raise ConfigError(
            "option.copies-with-subtract",
            "--copies cannot be used when examples are left out: nothing is added",
        )
    pronouns, nouns = lists.read_pronouns(), lists.read_nouns()
    swapper = Swapper(pronouns, nouns, names=read_names(wordlist(names, "names.en.tsv")))
    result = adjust_file(
        input,
        output,
        by,
        1 - percentile / 100,
        criterion=criterion,
        seed=seed,
        swap=lambda text: swapper.swap(text).text,
        stated=lambda text: stated_gender(text, pronouns, nouns),
        copies=copies,
    )
    if report:
        settings = {"by": by, "percentile": percentile, "criterion": criterion, "copies": copies}
        facts = {"metric": "bias_adjust", **result.to_json()}
        write_json(report, {**facts, "settings": {**settings, "seed": seed}})
    return (
        f"{output}: {result.examples:,} examples, {result.dropped:,} left out, {result.added:,} "
        f"{'copies' if copies else 'swaps'} added: {result.written:,}"
    )


def debias(
    vectors: _File,
    /,
    *,
    direction: Annotated[Path, Value(metavar="DIRECTION.npz", file="input")],
    words: _File | None = None,
    most_frequent: Positive | None = None,
    strength: Share = 1.0,
    pairs: _File | None = None,
    lists: Gendered = GenderedLists(),
    output: OutputPath,
) -> str:
    """Remove gender from word vectors (hard debiasing), completely or in part.

    All words except gendered ones lose their component along the gender direction; pairs such as
    she and he are made equally distant from all of them (Bolukbasi et al. 2016, section 6). Train
    an encoder on the result: cdaflow bias train-encoder --vectors.

    Args:
        vectors (FILE): word vectors: text or .npy with --words
        direction: their gender direction: cdaflow bias direction
        words: the words of an .npy file
        most_frequent: read only the first N word vectors
        strength: the share of the component along the direction that is removed; below 1, no pairs
            are equalised
        pairs: pairs of words to equalise, columns feminine and masculine (default:
            config/wordlists/gender_pairs.en.tsv)
        output (FILE): word2vec text; .gz compresses
    """
    from cdaflow.bias.hard_debias import debias_vectors
    from cdaflow.embeddings.direction import GenderDirection
    from cdaflow.embeddings.vectors import read_vectors, write_vectors

    gendered = lists.read()
    equalised = []
    if strength == 1:
        equalised = read_gender_pairs(wordlist(pairs, "gender_pairs.en.tsv"))
    elif pairs:
        raise ConfigError(
            "strength.below-1-with-equalising",
            "--pairs requires --strength 1: only then are pairs equalised",
        )
    read = read_vectors(vectors, words=words, limit=most_frequent)
    debiased, counts = debias_vectors(
        read, GenderDirection.load(direction), gendered, equalised, strength
    )
    write_vectors(output, debiased)
    return (
        f"{output}: {counts['neutralised']:,} words neutralised by {strength:g}, "
        f"{counts['gendered']:,} gendered words, {counts['equalised']:,} pairs equalised"
    )


_Task = Literal[
    "MR", "CR", "SUBJ", "MPQA", "SST", "SST-5", "TREC", "MRPC", "SICK-E", "SICK-R", "STS-B", "STS14"
]
_Pairs = Annotated[Path | None, Value(metavar="FILE", file="input")]


def transfer(
    *,
    encoder: EncoderOptions,
    senteval: Annotated[Path | None, Value(metavar="FOLDER", file="input")] = None,
    tasks: Sequence[_Task] = (),
    pairs: _Pairs = None,
    test_pairs: _Pairs = None,
    system: SystemLabel = "",
    training: TrainingLabel = 0,
    seed: Seed = 1,
    output: OutputPath,
) -> str:
    """Measure the quality of an encoder on other tasks: SentEval, or finding translations.

    An encoder with less bias should not lose it. The encoder stays as it is; on its vectors a
    logistic regression is trained for each task, and the cosine of two sentences is compared with
    people's judgement (SICK-R, STS-B, STS14). Finding translations needs no data of SentEval: it
    counts how often the translation of an English sentence is found among those of all test pairs.
    (Dolci et al. 2023, section 5.1.2; the retrieval is ours)

    Args:
        senteval: the folder downstream that SentEval's get_transfer_data.bash makes
        tasks: the tasks of SentEval to run (default: all)
        pairs: pairs of English and another language to learn from (.parquet, .tsv); some thousand
        test_pairs: pairs whose translations are found
        seed: seed of the parts of tasks that have no test set
        output (JSON): the accuracy (per cent) or rank correlation of each task
    """
    import torch

    from cdaflow.bias.transfer import measure, retrieved

    if (pairs is None) != (test_pairs is None):
        raise ConfigError(
            "option.pairs-without-test-pairs",
            "--pairs and --test-pairs require each other",
        )
    if tasks and senteval is None:
        raise ConfigError(
            "option.tasks-without-senteval",
            "these tasks require the data of SentEval",
            hint="give --senteval FOLDER",
        )
    if senteval is None and pairs is None:
        raise ConfigError(
            "option.no-task",
            "no task is given",
            hint="give --senteval, or --pairs and --test-pairs",
        )
    torch.set_num_threads(encoder.threads)
    # All files are read before anything is measured.
    read = [read_task(name, senteval) for name in tasks or TASKS] if senteval else []
    opened = encoder.open()
    results: dict[str, dict[str, Any]] = {}
    if pairs is not None and test_pairs is not None:
        results["translations"] = retrieved(opened, pairs, test_pairs)
    for task in read:
        results[task.name] = measure(opened, task, seed)
    labels = {"system": system, "training": training}
    write_json(output, {"metric": "transfer", **labels, **encoder_facts(opened), "tasks": results})
    return "; ".join(_line(name, result) for name, result in results.items())


def _line(name: str, result: dict[str, Any]) -> str:
    if result["value"] is None:
        return f"{name} undefined"
    if result["measure"] == "spearman":
        return f"{name} {result['value']:.3f}"
    return f"{name} {result['value']:.1f} %"
