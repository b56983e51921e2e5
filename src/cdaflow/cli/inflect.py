"""Words in another gender or number: dictionary, then a trained model.

Inflect words and the words marked in trees; train and score the model for words that no dictionary
knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cdaflow.cli.options import LexiconFiles
from cdaflow.errors import ConfigError
from cdaflow.inflection.lexicon import Lexicon
from cdaflow.inflection.sources import read_entries, read_treebank
from cdaflow.io.files import atomic_text, tsv_lines, write_json, write_lines
from cdaflow.languages import get
from cdaflow.option_types import Language, Output, OutputPath, Positive, Seed, Threads
from cdaflow.progress import progress, say
from cdaflow.trees import format_sentence, read_conllu

if TYPE_CHECKING:
    from cdaflow.inflection.inflector import Inflector


@dataclass(frozen=True)
class Sources:
    """Sources of forms.

    Attributes:
        model (MODEL.npz): model of `cdaflow inflect train` for words that no dictionary has
            (default: none, such words are uncertain)
        threshold (LOG_P): minimum natural log p of a form of the model (default: the model's own)
    """

    lang: Language
    files: LexiconFiles = LexiconFiles()
    model: Path | None = None
    threshold: float | None = None

    def inflector(self) -> Inflector:
        """Return what the options name."""
        from cdaflow.inflection.inflector import Inflector

        get(self.lang)
        model = None
        if self.model is not None:
            from cdaflow.inflection.transducer.model import load_transducer

            model = load_transducer(self.model, self.lang)
        lexicon = Lexicon(self.files.entries(self.lang))
        return Inflector(self.lang, lexicon, model, threshold=self.threshold)


def words(*, sources: Sources, input: Path, output: Output = "-") -> str:
    """Inflect a table of words, each with its target features.

    The header of the table names the columns form, upos and wanted (FEATS such as Gender=Fem), and
    optionally lemma and feats (of the given form); the columns result, source and log_p are added.
    Determiners, pronouns and numerals are inflected by tables, the rest by the lexicons, then by
    the model.

    Args:
        input (TSV): words, with a header line
        output (TSV): default: standard output
    """
    from cdaflow.inflection.realise import COLUMNS, inflect_table

    rows = list(inflect_table(input, sources.inflector()))
    count = write_lines(output, tsv_lines(COLUMNS, rows)) - 1
    counts = Counter(row[COLUMNS.index("source")] for row in rows)
    listed = ", ".join(f"{number} {source}" for source, number in sorted(counts.items()))
    return f"{count} words: {listed or 'none'}"


def trees(
    *,
    sources: Sources,
    input: Path,
    features: str = "Gender",
    text: bool = False,
    doubtful: Literal["keep", "drop", "empty"] | None = None,
    output: Output = "-",
) -> str:
    """Give the changed words of trees their new forms.

    Words with Changed=Yes in MISC get the forms of their FEATS (those that `cdaflow agreement
    apply` wrote), then adjacent articles, elisions and contractions are adapted. Nothing else
    changes.

    Args:
        input (CONLLU): trees (also compressed)
        features (NAMES): the features that were changed, separated by commas
        text: write the text, one sentence a line
        doubtful: sentences with a word that has no form: keep them with the word unchanged, drop
            them (default of trees), or write an empty line in their place (default of --text)
        output: (.gz: compressed); default: standard output
    """
    from cdaflow.inflection.realise import realise_marked

    doubtful = doubtful or ("empty" if text else "drop")
    if doubtful == "empty" and not text:
        raise ConfigError(
            "option.doubtful-without-text",
            "--doubtful empty requires --text: only text has empty lines",
        )
    names = tuple(name for name in features.split(",") if name)
    inflector = sources.inflector()
    counts: Counter[str] = Counter()
    numbers = [0, 0]

    def pieces() -> Iterator[str]:
        sentences = realise_marked(read_conllu(input), inflector, names)
        for realised in progress(sentences, f"inflect ({sources.lang})", unit="sentence"):
            numbers[0] += 1
            numbers[1] += bool(realised.doubts)
            counts["doubtful"] += len(realised.doubts)
            counts.update(word.source for word in realised.words.values())
            if not realised.doubts or doubtful == "keep":
                sentence = realised.sentence
                yield sentence.text + "\n" if text else format_sentence(sentence)
            elif doubtful == "empty":
                yield "\n"

    with atomic_text(output) as handle:
        handle.writelines(pieces())
    listed = ", ".join(f"{number} {name}" for name, number in sorted(counts.items()))
    return f"{numbers[0]} sentences, {numbers[1]} of them doubtful; words: {listed or 'none'}"


def train(
    *,
    lang: Language,
    files: LexiconFiles = LexiconFiles(),
    dev: Path | None = None,
    hold_out: Sequence[Path] = (),
    recipe: str = "full",
    examples: Positive | None = None,
    epochs: Positive | None = None,
    seed: Seed = 1,
    threads: Threads = 1,
    work_file: Path | None = None,
    output: OutputPath,
) -> str:
    """Train the character transducer that inflects words no dictionary knows.

    The hard-attention character transducer of Wu et al. 2018 is trained from treebanks (CoNLL-U),
    UniMorph lexicons and word lists; all may be compressed (.gz, .xz, .bz2, .zst). If it is
    interrupted, the same command resumes from the last epoch.

    Args:
        dev (CONLLU): trees to choose the best epoch and the threshold on (default: a held-out share
            of the lemmata)
        hold_out (CONLLU): test trees: their lemmata are excluded from training
        recipe: full: for treebanks with lexicons; tiny: for the embedded treebanks
        examples: maximum number of training forms
        epochs: maximum number of epochs
        work_file: state of an unfinished training (default: OUTPUT.work; deleted at the end)
        output (MODEL.npz): the model
    """
    if not files:
        raise ConfigError(
            "option.nothing-to-learn-from",
            "no training data: give --treebank, --lexicon or --word-list",
        )
    get(lang)

    import torch

    from cdaflow.inflection.transducer import training

    torch.set_num_threads(threads)
    settings = training.recipe(recipe, examples=examples, epochs=epochs, seed=seed)
    job = training.Job(lang, files.treebank, files.lexicon, files.word_list, dev, hold_out)
    work = work_file or output.with_name(output.name + ".work")
    model = training.train_files(job, settings, work)
    model.save(output)
    work.unlink(missing_ok=True)
    counts = model.facts["calibration"]
    return (
        f"{output}: {model.facts['training_examples']} forms learned; of {counts['dev']} dev forms "
        f"{counts['right']} right; threshold log p {model.threshold:.4f} accepts "
        f"{counts['accepted']}, {counts['accepted_right']} of them right"
    )


def evaluate(
    *,
    lang: Language,
    gold: Path,
    model: Path | None = None,
    train_treebank: Sequence[Path] = (),
    lexicon: Sequence[Path] = (),
    word_list: Sequence[Path] = (),
    threads: Threads = 1,
    errors: OutputPath | None = None,
    output: OutputPath,
) -> None:
    """Score dictionary and model on the words of a gold treebank.

    The nouns, adjectives and participles of the treebank are inflected from their lemmas and
    features, by the dictionary, by the model and by both; accuracy is reported for all words, and
    for those whose lemma is in no training treebank.

    Args:
        gold (CONLLU): the gold treebank
        model (NPZ): model of `cdaflow inflect train`
        train_treebank (CONLLU): training treebanks: their words are in the dictionary, and their
            lemmas count as seen
        lexicon: UniMorph lexicons of the dictionary
        word_list (TSV): word lists of the dictionary
        errors (TSV): also write the words with errors
        output (SCORES.json): the scores
    """
    from cdaflow.inflection import evaluation, report

    get(lang)
    sources = (train_treebank, lexicon, word_list)
    if model is None and not any(sources):
        raise ConfigError(
            "option.nothing-to-score",
            "nothing to score: give --model, --lexicon or --train-treebank",
        )
    network = metadata = None
    if model is not None:
        import torch

        from cdaflow.inflection.transducer.model import load_transducer

        torch.set_num_threads(threads)
        network = load_transducer(model, lang)
        metadata = {"file": model.name, "sha256": network.digest,
                 "threshold": network.threshold, "training": dict(network.facts)}  # fmt: skip
    words, left_out = evaluation.gold_words(read_treebank(gold, lang))
    entries = read_entries(*sources, code=lang)
    dictionary = Lexicon(entries) if any(sources) else None
    seen = evaluation.lemmata(train_treebank)
    if metadata is not None:
        kinds = dict(zip(("treebanks", "lexicons", "word_lists"), sources, strict=True))
        seen |= evaluation.learned_words(metadata, gold, kinds, entries)
    answers = evaluation.answers(words, seen, dictionary, network)
    evaluation.require_words(answers, gold)
    both = None
    if network is not None and dictionary is not None:
        both = report.score_swaps(report.find_swaps(words, dictionary), network, network.threshold)
    scores = report.report(
        gold, answers, left_out, language=lang, treebanks=train_treebank,
        lexicons=[*word_list, *lexicon], model=metadata, swaps=both,
    )  # fmt: skip
    write_json(output, scores)
    if errors is not None:
        write_lines(errors, tsv_lines(report.ERROR_COLUMNS, report.error_lines(answers)))
    if not scores["model_held_out"]:
        say("the model was trained on words of this treebank, which count as seen: to score all of "
            "them as unseen, train it with --hold-out")  # fmt: skip
    print(report.summary(scores), end="")
