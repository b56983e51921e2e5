"""Training of Marian models: their text, and the training itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cdaflow.cli.decoders import Machine, MarianPath
from cdaflow.option_types import Folder, Language, Seed, exclusive

if TYPE_CHECKING:
    from cdaflow.nmt.embeddings import SourceVectors
    from cdaflow.nmt.job import Job


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
        from cdaflow.nmt.recipe import load_recipe, with_symbols

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
