"""Marian models: train, translate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cdaflow.cli.decoders import (
    CTranslate2,
    DecoderName,
    Machine,
    MarianPath,
    ModelPath,
    UserModel,
    check_files,
    chosen_model,
    open_decoder,
)
from cdaflow.cli.options import command_words
from cdaflow.errors import ConfigError
from cdaflow.io.files import write_json
from cdaflow.nmt.language_tokens import is_language
from cdaflow.nmt.recipe import load_recipe, with_symbols
from cdaflow.option_types import (
    Folder,
    Input,
    Language,
    Output,
    OutputPath,
    Positive,
    Seed,
    Shard,
    Value,
    exclusive,
)
from cdaflow.progress import say

if TYPE_CHECKING:
    from cdaflow.nmt.embeddings import SourceVectors
    from cdaflow.nmt.job import Job

#: A program that translates, for hints.
_EXAMPLE = "apertium -u eng-spa"


def join_languages(
    sets: Annotated[Sequence[str], Value(metavar="LANG=FILE.parquet")],
    /,
    *,
    output: Annotated[Path, Value(metavar="PAIRS.parquet", file="output")],
) -> str:
    """Join pairs of several target languages, each with the token of its language.

    The token (>>es<<) stands before the English. A model that is trained on the pairs, with the
    tokens among its symbols (--symbols), translates into each of the languages: `cdaflow nmt
    translate --lang`. Links of words are kept.

    Args:
        sets: pairs and their target language, such as es=train.es.parquet
        output: id, source, target, and links where a file has them
    """
    from cdaflow.nmt import joining

    files = []
    for argument in sets:
        language, equals, path = argument.partition("=")
        if not equals or not path or not is_language(language):
            raise ConfigError(
                "option.language-file-malformed",
                f"{argument!r}: expected a language and a file",
                hint="for example, es=train.es.parquet",
            )
        files.append((language, Path(path)))
    written, left_out = joining.join_languages(files, output)
    odd = f"; {left_out} left out, which have a token of a language" if left_out else ""
    return f"{output}: {written} pairs{odd}"


@exclusive("model_dir", "model", "program", required=True)
@exclusive("beam", "sample")
def translate(
    *,
    model_dir: Folder | None = None,
    model: ModelPath | None = None,
    files: UserModel = UserModel(),
    program: str | None = None,
    through: str | None = None,
    lang: Language = "",
    timeout: Annotated[float, Value(metavar="MINUTES", least=0)] = 0,
    input: Path,
    column: str = "source",
    output: Output,
    details: OutputPath | None = None,
    shard: Shard | None = None,
    beam: Positive | None = None,
    sample: Seed | None = None,
    log: Path | None = None,
    decoder: DecoderName | None = None,
    ctranslate2: CTranslate2 = CTranslate2(),
    machine: Machine = Machine(),
) -> str:
    """Translate text line by line.

    A text or the column of a Parquet file is translated. The output has exactly one line for each
    line (row) of the input; blank lines stay blank.

    Args:
        model_dir: folder of a trained model
        program (COMMAND): instead of a model: any program that writes one line for each line it
            reads, run without a shell: "apertium -u eng-spa"
        through (COMMAND): a program that translates on what the model has written, such as
            "apertium -u pt-es" after a model into Portuguese
        lang: language of the translations, which are checked to be in it; selects the target
            language of a multilingual model
        timeout: end the program after so many minutes (default: 0, never)
        input: text or .parquet
        column: the column of a Parquet file
        output: the translations
        details (JSONL.gz): subwords of both sides, their log probabilities and the attention, a
            line for each line; Marian only
        shard: translate the K-th of N parts of about equal size, for `cdaflow nmt gather`
        beam: beam size (default: the model's)
        sample: seed for translations that are drawn at random from the model's distribution, in
            place of its best ones; Marian only, on one thread
        log: append Marian's messages to this file
        decoder: ctranslate2 supports the plain transformer only (default: marian; ctranslate2 for
            models of CTranslate2 and Hugging Face)
    """
    from cdaflow.nmt import translate as translating
    from cdaflow.nmt.program import Pivot

    if program is not None:
        check_files(model, files)
        if through is not None:
            raise ConfigError(
                "option.through-without-model",
                "--through requires a model",
                hint="put the two programs into a script",
            )
        if details is not None:
            raise ConfigError(
                "option.details-of-program", "--details works only with a model, not with a program"
            )
        return _translate_by(program, lang, timeout, input, output, column, shard, log)
    chosen = chosen_model(model_dir, model, files, "" if through else lang)
    if sample is not None:
        # With several threads the draws depend on which of them is faster.
        machine = replace(machine, threads=1)
    used: translating.Decoder = open_decoder(decoder, machine, ctranslate2, chosen)
    if through is not None:
        used = Pivot(used, command_words("--through", through, _EXAMPLE), lang)
    counts = translating.translate(
        chosen,
        input,
        output,
        decoder=used,
        beam=beam,
        sample=sample,
        column=column,
        shard=shard,
        log=log,
        details=details,
        language="" if through else lang,
    )
    return f"{output}: {counts.lines} lines ({counts.blank} blank)"


def _translate_by(
    program: str,
    lang: str,
    timeout: float,
    input: Path,
    output: str,
    column: str,
    shard: tuple[int, int] | None,
    log: Path | None,
) -> str:
    from cdaflow.nmt.program import translate_by

    words = command_words("--program", program, _EXAMPLE)
    counts, met = translate_by(
        words,
        input,
        output,
        language=lang,
        timeout=timeout,
        column=column,
        shard=shard,
        log=log,
    )
    return f"{output}: {counts.lines} lines ({counts.blank} blank) by {words[0]}; {met}"


@exclusive("model_dir", "model", required=True)
def score(
    *,
    model_dir: Folder | None = None,
    model: ModelPath | None = None,
    files: UserModel = UserModel(),
    lang: Language = "",
    source: Input,
    target: Input,
    output: OutputPath,
    log: Path | None = None,
    decoder: DecoderName | None = None,
    ctranslate2: CTranslate2 = CTranslate2(),
    machine: Machine = Machine(),
) -> str:
    """Score given translations by a model.

    Writes the natural log probability of each line, its end included and without length
    normalisation, and the number of its subwords.

    Args:
        model_dir: folder of a trained model
        lang: language of the translations; selects the target language of a multilingual model
        source (TEXT): lines of the source
        target (TEXT): their translations, a line for each
        output (TSV): log_probability and subwords of each line
        log: append Marian's messages to this file
        decoder: ctranslate2 supports the plain transformer only (default: marian; ctranslate2 for
            models of CTranslate2 and Hugging Face)
    """
    from cdaflow.nmt.score import score_files

    chosen = chosen_model(model_dir, model, files, lang)
    count = score_files(
        chosen,
        source,
        target,
        output,
        decoder=open_decoder(decoder, machine, ctranslate2, chosen),
        log=log,
    )
    return f"{output}: {count} translations scored"


def gather(
    shards: Sequence[Input],
    /,
    *,
    corpus: Path,
    column: str | None = None,
    translation: Literal["source", "target"] = "target",
    output: Output,
) -> str:
    """Join the translated shards of a corpus with its text.

    A corpus and the outputs of `cdaflow nmt translate --shard K/N`, in the order given, become
    pairs (id, source, target). Rows with a blank translation are left out.

    Args:
        shards (SHARD.txt): the translations
        corpus (CORPUS.parquet): what was translated
        column: what was translated (default: source, else text)
        translation: the side that the translation becomes (source: back-translation)
        output (PAIRS.parquet): the pairs
    """
    from cdaflow.nmt.translate import gather_translations

    pairs, blank = gather_translations(shards, corpus, output, column=column, side=translation)
    return f"{output}: {pairs} pairs ({blank} with a blank translation left out)"


def compare_decoders(
    *,
    model_dir: Folder,
    input: Path,
    column: str = "source",
    references: Annotated[Path | None, Value(option="reference", former="references")] = None,
    lines: Positive = 1000,
    lang: Language = "",
    report: OutputPath | None = None,
    ctranslate2: CTranslate2 = CTranslate2(),
    machine: Machine = Machine(),
) -> None:
    """Check on a sample that Marian and CTranslate2 give the same translations.

    The first lines of a text are translated with both. The command fails if their BLEU differs by
    more than 0.1 (without references: if the BLEU of one against the other is below 99).

    Args:
        model_dir: folder of a trained model
        input: text or .parquet
        column: the column of a Parquet file
        references: text, or .parquet (column target)
        lines: lines to translate
        lang: the language of the translation, for BLEU
        report (JSON): counts, BLEU, seconds of each
    """
    from cdaflow.nmt import comparison
    from cdaflow.nmt.model import load_model
    from cdaflow.nmt.translate import DECODERS

    sample = comparison.read_sample(input, lines, column=column, reference=references)
    decoders = {name: open_decoder(name, machine, ctranslate2) for name in DECODERS}
    result = comparison.compare_decoders(load_model(model_dir), sample, decoders, language=lang)
    if report:
        write_json(report, result)
    say(
        f"{result['identical']} of {result['lines']} lines are identical, "
        f"BLEU between them {result['bleu_between']:.2f}"
    )
    comparison.check_agreement(result)


@exclusive("vocab", "vocab_of", "base")
@dataclass(frozen=True, kw_only=True)
class Training:
    """What a training is of.

    Attributes:
        recipe: name in config/recipes, or a file
        train (PAIRS[:WEIGHT]): pairs to train on: a .parquet or .tsv file, or two text files
            SOURCE,TARGET; weight 2 takes each pair twice, 0.5 a random half
        dev (PAIRS): pairs for validation and early stopping
        vocab: joint vocabulary (default: a new one)
        vocab_of: model folder whose vocabularies are used
        base: model folder to start from (fine-tuning)
        reverse: translate from the target of the pairs to the source
        symbols (TEXT): what the vocabulary keeps whole in addition to the symbols of the recipe,
            such as the tokens of target languages (">>es<<")
    """

    recipe: str
    train: Sequence[str]
    dev: str | None = None
    seed: Seed = 1
    vocab: Path | None = None
    vocab_of: Folder | None = None
    base: Folder | None = None
    reverse: bool = False
    symbols: Sequence[str] = ()

    def job(self, vectors: SourceVectors | None = None) -> Job:
        """Return the training of these options."""
        from cdaflow.nmt.data import parse_data_set, parse_pairs
        from cdaflow.nmt.job import Job
        from cdaflow.nmt.model import load_model

        of = self.vocab_of
        source, target = load_model(of).distinct_vocabularies() if of else (self.vocab, None)
        return Job(
            recipe=with_symbols(load_recipe(self.recipe), self.symbols),
            train=[parse_data_set(text) for text in self.train],
            dev=parse_pairs(self.dev) if self.dev else None,
            seed=self.seed,
            vocabulary=source,
            target_vocabulary=target,
            base=load_model(self.base) if self.base else None,
            reverse=self.reverse,
            vectors=vectors,
        )


def train(
    *,
    training: Training,
    output_dir: Folder,
    work_dir: Folder | None = None,
    prepared: Folder | None = None,
    source_vectors: Path | None = None,
    tune_vectors: bool = False,
    source_lang: Language | None = None,
    target_lang: Language | None = None,
    machine: Machine = Machine(),
) -> str:
    """Train or fine-tune a model.

    --output-dir gets model.npz, its vocabulary, model.yml and train.log. If it is interrupted, the
    same command resumes from the last checkpoint. A column `links` of the pairs guides its
    attention.

    Args:
        output_dir: the folder of the model
        work_dir: checkpoints and text (default: OUTPUT_DIR/work)
        prepared: folder of the text and vocabulary, as `cdaflow nmt prepare` writes them with the
            same options (default: they are made first)
        source_vectors: source embeddings, such as those of `cdaflow gfst debias`; needs --vocab-of
        tune_vectors: train the source vectors, too (default: they stay fixed)
        source_lang: recorded in model.yml
        target_lang: recorded in model.yml
    """
    from cdaflow.nmt import train as training_of
    from cdaflow.nmt.embeddings import SourceVectors
    from cdaflow.nmt.job import Machine as Runner
    from cdaflow.nmt.marian import find_marian

    vectors = SourceVectors(source_vectors, fixed=not tune_vectors) if source_vectors else None
    languages = {"source-language": source_lang, "target-language": target_lang}
    runner = Runner(
        marian=find_marian(machine.marian),
        threads=machine.threads,
        gpus=machine.gpus,
        workspace=machine.workspace,
        labels={name: code for name, code in languages.items() if code},
    )
    work = work_dir or output_dir / "work"
    model = training_of.train(training.job(vectors), runner, output_dir, work, prepared)
    return f"the model is {model.file}"


def prepare(*, training: Training, output_dir: Folder, marian: MarianPath | None = None) -> str:
    """Write the text and the vocabulary of a training.

    `cdaflow nmt train --prepared` takes them, so that the job with the GPU only trains. Marian
    makes a new vocabulary, on the CPU. The text is plain, as large as the data sets unpacked;
    prepared.json is written last.

    Args:
        output_dir: the folder of the text
    """
    from cdaflow.nmt.job import Machine as Runner
    from cdaflow.nmt.marian import find_marian
    from cdaflow.nmt.training_text import prepare as prepare_text

    pairs = prepare_text(training.job(), Runner(find_marian(marian)), output_dir)
    return f"{output_dir}: {sum(pairs)} pairs to train on"
