"""Scores of given translations: how probable a model finds them, by Marian or by CTranslate2."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cdaflow.errors import InputError, ProgramError
from cdaflow.io.files import atomic_text, batched, read_lines, tsv_lines
from cdaflow.io.formats import read_aligned, repaired_records
from cdaflow.io.repair import Repairs
from cdaflow.nmt.ctranslate2_decoder import CTranslate2Decoder, faults_of_ctranslate2
from cdaflow.nmt.ctranslate2_model import POSITIONS
from cdaflow.nmt.marian import MarianDecoder, run
from cdaflow.nmt.model import Model, check_marian, check_model, segmenters, with_floats
from cdaflow.nmt.recipe import Options, command_line, device_options
from cdaflow.nmt.training_log import FAULTS
from cdaflow.progress import progress

#: Pairs that are scored at a time, sorted by length within.
_BLOCK = 6400

#: Pairs of a batch of Marian, and subwords of one of CTranslate2.
_PAIRS, _SUBWORDS = 64, 2048


@dataclass(frozen=True, slots=True)
class Score:
    """The natural log probability of a translation, its end included, and its subwords with it."""

    log_probability: float
    subwords: int


def score_texts(
    model: Model,
    sources: Sequence[str],
    targets: Sequence[str],
    *,
    decoder: MarianDecoder | CTranslate2Decoder,
    log: str | os.PathLike[str] | None = None,
) -> list[Score]:
    """Return the score of each target, given its source; see `score_files`."""
    return list(_scores(model, zip(sources, targets, strict=True), decoder, log, None))


def score_files(
    model: Model,
    source: str,
    target: str,
    output: str | os.PathLike[str],
    *,
    decoder: MarianDecoder | CTranslate2Decoder,
    log: str | os.PathLike[str] | None = None,
) -> int:
    """Write the score of each line of `target`, given its line of `source`; return how many.

    The output is a table with the columns log_probability and subwords. No length normalisation is
    made. Blank lines are scored as they are: a blank target is the end of the sentence alone.
    Nothing is cut: Marian would leave out lines that are too long. Messages of Marian go to `log`.

    Raises InputError for a faulty model, for files of different length, and for lines longer than
    CTranslate2 can do, ConfigError for a model that it cannot do, ProgramError where Marian fails.
    """
    repairs = Repairs()
    pairs = (texts for _, texts in repaired_records(read_aligned(source, target), repairs))
    folder = Path(output).parent
    folder.mkdir(parents=True, exist_ok=True)
    count = 0

    def rows() -> Iterator[tuple[str, str]]:
        nonlocal count
        for score in _scores(model, pairs, decoder, log, folder):
            count += 1
            yield f"{score.log_probability:.6f}", str(score.subwords)
        repairs.report(f"{source}, {target}")

    with atomic_text(output) as handle:
        for line in tsv_lines(("log_probability", "subwords"), rows()):
            handle.write(line + "\n")
    return count


def _scores(
    model: Model,
    pairs: Iterable[Sequence[str]],
    decoder: MarianDecoder | CTranslate2Decoder,
    log: str | os.PathLike[str] | None,
    folder: Path | None,
) -> Iterator[Score]:
    """Yield the score of each pair of lines; temporary files are put into `folder`."""
    check_model(model)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".cdaflow-score-") as name:
        work = Path(name)
        if isinstance(decoder, MarianDecoder):
            check_marian(model, "--decoder marian", "--decoder ctranslate2")
            yield from _by_marian(
                with_floats(model, work), pairs, decoder, work, Path(log) if log else work / "log"
            )
        else:
            yield from _by_ctranslate2(model, pairs, decoder, work)


def _by_marian(
    model: Model, pairs: Iterable[Sequence[str]], decoder: MarianDecoder, work: Path, log: Path
) -> Iterator[Score]:
    source, target = segmenters(model)
    sizes: list[int] = []
    longest = 0

    def subwords() -> Iterator[tuple[str, str]]:
        nonlocal longest
        for left, right in pairs:
            read, written = source.encode(left), target.encode(right)
            sizes.append(len(written) + 1)
            longest = max(longest, len(read), len(written))
            yield source.prepare(left), target.prepare(right)

    files = (work / "source", work / "target")
    with atomic_text(files[0]) as sources, atomic_text(files[1]) as targets:
        for left, right in subwords():
            sources.write(left + "\n")
            targets.write(right + "\n")
    if not sizes:
        return
    options: Options = {
        "max-length": longest + 2,
        "mini-batch": _PAIRS,
        "maxi-batch": _BLOCK // _PAIRS,
        **device_options(decoder.threads, decoder.gpus),
    }
    if decoder.workspace is not None:
        options["workspace"] = decoder.workspace
    argv = [
        *decoder.marian.argv("score"),
        *("--model", str(model.file)),
        *("--vocabs", *map(str, model.vocabularies)),
        *("--train-sets", *map(str, files)),
        *command_line(options),
    ]
    start = log.stat().st_size if log.exists() else 0
    outcome = run(argv, log=log, stdout=work / "scores")
    if outcome.stopped is not None:
        raise ProgramError(
            "scoring.stopped", f"scoring stopped by {outcome.stopped.name}", hint="run it again"
        )
    outcome.check("Marian failed while scoring", FAULTS, log, start=start)
    answers = list(read_lines(work / "scores"))
    try:
        scores = [float(answer) for answer in answers]
    except ValueError:
        scores = []
    if len(scores) != len(sizes):
        raise ProgramError(
            "marian.bad-scores",
            f"Marian's scorer wrote {len(answers)} lines for {len(sizes)} pairs, or lines that are "
            f"not numbers: {answers[:1]}",
        )
    yield from map(Score, scores, sizes)


def _by_ctranslate2(
    model: Model, pairs: Iterable[Sequence[str]], decoder: CTranslate2Decoder, work: Path
) -> Iterator[Score]:
    source, target = segmenters(model)
    translator: Any = decoder.translator(model, work / "converted")
    prefix = list(model.framing.target)
    row = 0
    for block in batched(progress(pairs, "scoring", unit="pair"), _BLOCK):
        sides = [(source.encode(left), target.encode(right)) for left, right in block]
        for number, (left, right) in enumerate(sides, row + 1):
            if max(len(left), len(right)) >= POSITIONS:
                raise InputError(
                    "pair.too-long",
                    f"pair {number} has a side of {max(len(left), len(right))} subwords; the "
                    f"maximum with CTranslate2 is {POSITIONS - 1}",
                    hint="use --decoder marian, or split the line",
                )
        row += len(sides)
        with faults_of_ctranslate2():
            results = translator.score_batch(
                [left for left, _ in sides],
                [prefix + right for _, right in sides],
                max_batch_size=_SUBWORDS,
                batch_type="tokens",
                max_input_length=0,
            )
        for (_, right), result in zip(sides, results, strict=True):
            yield Score(float(sum(result.log_probs[len(prefix) :])), len(right) + 1)
