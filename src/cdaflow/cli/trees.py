"""Universal Dependencies trees of sentences; models that make them.

Annotate sentences with trees (CoNLL-U), train and score what annotates them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from cdaflow.errors import ConfigError
from cdaflow.inflection.sources import read_treebank
from cdaflow.io.files import atomic_text, write_json
from cdaflow.io.formats import count_lines
from cdaflow.option_types import (
    Device,
    Folder,
    Input,
    Language,
    OutputPath,
    Positive,
    Seed,
    Shard,
    Threads,
    exclusive,
)
from cdaflow.progress import progress
from cdaflow.trees.annotate import Annotator, annotate_blocks, load_annotator
from cdaflow.trees.conllu import read_conllu, write_conllu
from cdaflow.trees.evaluation import evaluate_models, evaluate_system, note_test_scores
from cdaflow.trees.features import merge_features, open_features
from cdaflow.trees.gold import open_gold
from cdaflow.trees.stanza_training import published, training
from cdaflow.trees.stanza_training.recipe import Job, Machine, load_recipe
from cdaflow.trees.store import DEFAULT_LIMIT, Store


@exclusive("models", "gold", required=True)
def annotate(
    text: Input = "-",
    /,
    *,
    lang: Language,
    models: Folder | None = None,
    gold: Sequence[Path] = (),
    store: Folder | None = None,
    store_mb: Positive | None = None,
    threads: Threads = 1,
    device: Device = "cpu",
    column: str | None = None,
    shard: Shard | None = None,
    output: OutputPath = Path("-"),
) -> str | None:
    """Annotate sentences, one a line, with trees (CoNLL-U).

    Each line is annotated with words, lemmas, parts of speech, features, heads and relations: one
    sentence a line, in order; an empty line gives a sentence without words.

    Args:
        text: lines (.gz, .xz, .bz2 and .zst are decompressed), .parquet, or JSON Lines (.jsonl);
            default: -, the standard input
        models: models of `cdaflow trees train`, or models that Stanza downloaded
        gold (TREES.conllu): in place of models: files of trees, in which each text is looked up
        store: cache of trees: a sentence that is in it is not parsed again; several jobs may share
            it, and it may be deleted at any time
        store_mb: maximum size of the store in megabytes; the oldest trees are deleted (default:
            10000)
        column (NAME): column of a .parquet file with the text, the tree has the row's id; or key of
            the objects of a .jsonl file
        shard: annotate the K-th of N parts of about equal size, for `cdaflow trees gather`
        output (FILE.conllu): file to write, atomically (.gz: compressed); default: the standard
            output
    """
    from cdaflow.trees.files import count_inputs, read_inputs

    if output.suffix in (".xz", ".bz2", ".zst", ".parquet"):
        raise ConfigError(
            "conllu.packed-unsupported",
            f"--output {output}: CoNLL-U is written uncompressed or as .gz",
        )
    annotator: Annotator = (
        open_gold(gold, lang)
        if models is None
        else load_annotator(models, lang, device=device, threads=threads)
    )
    blocks = progress(
        annotate_blocks(
            read_inputs(text, column=column, shard=shard),
            annotator,
            store=Store(store, limit_mb=store_mb or DEFAULT_LIMIT) if store else None,
        ),
        f"annotate ({lang})",
        total=count_inputs(text, shard),
        unit="sentence",
    )
    count = 0
    if str(output) == "-":
        for block in blocks:
            sys.stdout.buffer.write(block.encode())
        sys.stdout.buffer.flush()
        return None
    with atomic_text(output) as handle:
        for count, block in enumerate(blocks, 1):  # noqa: B007 (the last count is said)
            handle.write(block)
    return f"{output}: {count} trees"


def gather(shards: Sequence[Path], /, *, corpus: Path | None = None, output: OutputPath) -> str:
    """Join the shards of an annotated text.

    The CoNLL-U files of `cdaflow trees annotate --shard K/N` are joined in the order given; each is
    checked for completeness.

    Args:
        shards (SHARD.conllu.gz): the parts
        corpus (CORPUS.parquet): the text (or lines, .jsonl): it must have as many rows as trees
        output (TREES.conllu.gz): all trees
    """
    from cdaflow.trees.files import gather_trees

    expected = None
    if corpus is not None and corpus.suffix != ".parquet":
        expected = count_lines(corpus)
    elif corpus is not None:
        from cdaflow.io.parquet import count_rows  # pyarrow takes a while

        expected = count_rows(corpus)
    return f"{output}: {gather_trees(shards, output, expected=expected)} trees"


def train(
    *,
    lang: Language,
    recipe: str,
    train: Sequence[Path],
    dev: Path | None = None,
    test: Path | None = None,
    vectors: Path | None = None,
    output_dir: Folder,
    work_dir: Folder | None = None,
    threads: Threads = 1,
    device: Device = "cpu",
    seed: Seed = 1,
) -> None:
    """Train an annotator from treebanks.

    The treebanks are CoNLL-U (.gz, .xz, .bz2 and .zst are decompressed), the result is a folder of
    models. If it is interrupted, the same command resumes with the processor that was being
    trained.

    Args:
        recipe: name in config/recipes/trees (small, tiny, ...), or a file
        train (CONLLU): trees to train on; where treebanks differ in annotation, the first one
            decides
        dev (CONLLU): trees to choose the best models on (default: some trees of the first treebank
            are held out)
        test (CONLLU): gold trees on which the models are scored at the end, for annotator.json
        vectors: word vectors to start from: text of word2vec or fastText (.vec, .gz, .xz), or
            Stanza's .pt
        output_dir: the folder of models
        work_dir: intermediate files: data, logs, models (default: OUTPUT_DIR.work)
    """
    for treebank in filter(None, (*train, dev, test)):
        for _ in read_treebank(treebank, lang):
            pass  # all of it, before hours of training
    job = Job(
        language=lang, recipe=load_recipe(recipe), train=train, dev=dev, seed=seed, vectors=vectors
    )
    work = work_dir or output_dir.with_name(output_dir.name + ".work")
    training.train(job, Machine(threads=threads, device=device), output_dir, work)
    if test is not None:
        note_test_scores(output_dir, lang, test, device=device, threads=threads)


@exclusive("models", "system", required=True)
def evaluate(
    *,
    models: Folder | None = None,
    system: Path | None = None,
    lang: Language,
    gold: Path,
    words: Sequence[Literal["gold", "raw"]] = ("gold", "raw"),
    name: str | None = None,
    threads: Threads = 1,
    device: Device = "cpu",
    output: OutputPath,
) -> None:
    """Score an annotator on a gold treebank (CoNLL 2018).

    The result is scored by the evaluation of the CoNLL 2018 shared task: tokens, words, UPOS,
    UFeats, lemmas, UAS, LAS, MLAS.

    Args:
        models: folder of the annotator
        system (CONLLU): instead of --models: trees of the same sentences from any parser
        gold (CONLLU): the gold treebank
        words: gold: the words are given; raw: the annotator finds them in each sentence's text
            (default: both, one after the other)
        name: name of the annotator, for the table
        output (SCORES.json): the scores
    """
    from cdaflow.tables.evaluations import ANNOTATORS
    from cdaflow.tables.render import terminal_text

    for _ in read_treebank(gold, lang):
        pass
    if models is None:
        report = evaluate_system(system or "", lang, gold, name=name)
    else:
        kinds = list(dict.fromkeys(words))
        report = evaluate_models(
            models, lang, gold, kinds, name=name, device=device, threads=threads
        )
    write_json(output, report)
    if output.is_file():
        print(terminal_text(ANNOTATORS.of([output])), end="")


def features(
    *,
    archive: Path,
    input: Path,
    output: OutputPath,
    engine: Literal["native", "udify"] = "native",
    bert: Path | None = None,
    threads: Threads = 1,
    device: Device = "cpu",
    batch_words: Positive = 4096,
    batch_size: Positive = 32,
    python: str | None = None,
) -> str:
    """Replace the features of trees by those of UDify.

    FEATS in trees are replaced by those of UDify (Kondratyuk and Straka 2019). Everything else is
    kept: words, lemmas, tags, heads, comments, multiword tokens.

    Args:
        archive: model.tar.gz or its folder
        input: trees, CoNLL-U (also .gz)
        output: CoNLL-U file to write
        engine: what reads the archive: this Python (native), or the original UDify on AllenNLP in
            an environment of its own
        bert: vocab.txt of the BERT that was fine-tuned, or its folder (default: in the folder of
            the archive or beside it, also in a folder bert/)
        batch_words: native: maximum number of subwords in a batch, padding included
        batch_size: udify: maximum number of sentences in a batch; a long one is a batch of its own
        python (PATH): udify: Python with AllenNLP and UDify, or the folder of its environment
            (default: the environment variable CDAFLOW_UDIFY_PYTHON, else the conda environment
            cdaflow-udify)
    """
    with open_features(
        archive,
        engine=engine,
        bert=bert,
        device=device,
        threads=threads,
        batch_words=batch_words,
        batch_size=batch_size,
        python=python,
    ) as model:
        count = write_conllu(output, merge_features(read_conllu(input), model))
    return f"{output}: {count} trees with the features of UDify"


def fetch_udify(*, output: Folder, checksum: str | None = None, url: str | None = None) -> str:
    """Download the published archive of UDify.

    Fetch udify-model.tar.gz (75 languages; read its licence there) from LINDAT,
    https://hdl.handle.net/11234/1-3042, and the vocabulary of multilingual BERT, check and unpack
    them. An interrupted transfer is resumed.

    Args:
        output: the folder
        checksum: checksum of udify-model.tar.gz as the page of the handle lists it: md5:... or
            sha256:...; required for a download
        url: another address of udify-model.tar.gz
    """
    from cdaflow.trees.udify import archive

    opened = archive.fetch_udify(output, checksum, address=url or archive.ADDRESS)
    return f"{opened.folder} is ready"


def fetch_stanza(*, lang: Language, package: str = "default", output: Folder) -> str:
    """Download the models that Stanza's authors publish.

    Fetch Stanza's published models of a language, each checked by its MD5, into a folder that
    `cdaflow trees annotate --models` takes. An interrupted transfer is resumed.

    Args:
        package: the name that Stanza gives a set of models: default_fast, gsd, ...
        output: the folder
    """
    content = published.fetch_stanza(lang, output, package)
    return f"{output}: {len(content['files'])} files of Stanza's {package} models"
