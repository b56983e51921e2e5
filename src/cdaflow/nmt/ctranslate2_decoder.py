"""Decoding by CTranslate2, with Marian's settings, batches and choice among the hypotheses."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cdaflow.errors import ConfigError, ProgramError
from cdaflow.io.files import batched, read_lines, write_lines
from cdaflow.nmt.ctranslate2_model import (
    POSITIONS,
    check_converted,
    check_supported,
    convert,
    ctranslate2,
)
from cdaflow.nmt.model import Model, segmenters
from cdaflow.nmt.recipe import Options, names
from cdaflow.nmt.vocabulary import END, Segmenter
from cdaflow.progress import progress

#: Marian's options that change how fast it is, or what it prints, but not the translation.
_IGNORED = names("workspace maxi-batch-sort mini-batch-words log-level data-threads seed")

#: A search ends when so many times the beam size are finished, which are then ranked. In Marian
#: finished hypotheses stay in the beam, in CTranslate2 not: with 1 some lines in a hundred differ.
PATIENCE = 3


@dataclass(frozen=True)
class Settings:
    """Marian's options of a translation, as far as CTranslate2 can do them."""

    beam: int
    normalize: float
    word_penalty: float
    length_factor: float
    max_length: int
    allow_unknown: bool
    batch: int
    batches: int

    def score(self, log_probability: float, length: int) -> float:
        """Return what Marian ranks hypotheses by; `length` counts the end of the sentence."""
        # Without --normalize this is a division by 1. An empty line has an empty hypothesis.
        divisor = max(length, 1) ** self.normalize
        return float((log_probability - self.word_penalty * length) / divisor)


def read_options(options: Options) -> Settings:
    """Return the settings that Marian's options say; ConfigError for those it cannot do."""
    left = {name: value for name, value in options.items() if name not in _IGNORED}

    def number(name: str, default: float) -> float:
        value = left.pop(name, default)
        try:
            return float(value)  # type: ignore[arg-type] # a list is an error
        except (TypeError, ValueError):
            raise ConfigError(
                "option.not-a-number", f"option `{name}` of `decode`: {value!r} is not a number"
            ) from None

    settings = Settings(
        beam=int(number("beam-size", 12)),
        normalize=number("normalize", 0),  # `true`, the bare option, is 1
        word_penalty=number("word-penalty", 0),
        length_factor=number("max-length-factor", 3),
        max_length=int(number("max-length", 1000)),
        allow_unknown=bool(left.pop("allow-unk", False)),
        batch=max(1, int(number("mini-batch", 1))),
        batches=max(1, int(number("maxi-batch", 1))),
    )
    unknown = [name for name, value in left.items() if value is not False]
    if unknown:
        raise ConfigError(
            "option.unsupported",
            f"CTranslate2 has no equivalent of these options of `decode`: "
            f"{', '.join(sorted(unknown))}",
            hint="remove them from the model's `decode` (in model.yml, or in the recipe before "
            "training; for low-precision arithmetic use --compute-type), or use --decoder "
            "marian",
        )
    if settings.max_length > POSITIONS:
        raise ConfigError(
            "max-length.too-large",
            f"max-length of `decode` is {settings.max_length}; the maximum with CTranslate2 is "
            f"{POSITIONS}",
        )
    return settings


@dataclass(frozen=True)
class CTranslate2Decoder:
    """CTranslate2 on some threads or GPUs.

    `converted`: a folder that `convert` wrote, else the model is converted each time.
    `compute_type`: of its arithmetic (float32, int8, float16 on a GPU, ...).
    """

    threads: int = 1
    gpus: Sequence[int] = ()
    converted: Path | None = None
    compute_type: str = "float32"

    def decode(self, model: Model, options: Options, work: Path, total: int, log: Path) -> None:
        """Translate work/source into work/target; see `Decoder`. Nothing goes to `log`."""
        settings = read_options(options)
        translator = self.translator(model, work / "converted")
        source, target = segmenters(model)
        with faults_of_ctranslate2():
            search = Search(translator, settings, target.unknown, model.framing.target)
            limit = settings.max_length - 1
            hypotheses = _translations(read_lines(work / "source"), source, search, limit)
            lines = (target.decode(subwords) for subwords in hypotheses)
            write_lines(work / "target", progress(lines, "translating", total=total))

    def explain(self, model: Model, options: Options, work: Path, total: int, log: Path) -> None:
        """Raise ConfigError: CTranslate2 has no attention of a translation."""
        raise ConfigError(
            "decoder.no-attention",
            "CTranslate2 does not report attention",
            hint="use Marian for --details: --decoder marian",
        )

    def translator(self, model: Model, folder: Path) -> Any:
        """Return CTranslate2's Translator of a model, converted into `folder` where it is not yet.

        Raises ConfigError for a model or compute type that CTranslate2 does not have.
        """
        library = ctranslate2()
        if model.kind == "ctranslate2":
            if self.converted is not None:
                raise ConfigError(
                    "model.already-converted",
                    f"{model.file.parent} is converted already: omit --ct2-dir",
                )
        elif model.kind == "marian":
            check_supported(model.file)
        if self.converted is not None:
            check_converted(model, self.converted)
        device = "cuda" if self.gpus else "cpu"
        with faults_of_ctranslate2():
            allowed = library.get_supported_compute_types(device)
        if self.compute_type not in allowed:
            raise ConfigError(
                "compute-type.unavailable",
                f"compute type {self.compute_type!r} is not available on this machine",
                hint=f"one of: {', '.join(sorted(allowed))}",
            )
        converted = self.converted
        if converted is None:
            ready = model.kind == "ctranslate2"
            converted = model.file.parent if ready else convert(model, folder)
        with faults_of_ctranslate2():
            return library.Translator(
                str(converted),
                device=device,
                device_index=list(self.gpus) or 0,
                compute_type=self.compute_type,
                # Several batches at a time, each on one thread, as Marian has it.
                inter_threads=len(self.gpus) or self.threads,
                intra_threads=1,
                max_queued_batches=-1,
            )


def _translations(
    lines: Iterator[str], segmenter: Segmenter, search: Search, limit: int
) -> Iterator[list[str]]:
    """Yield the subwords of the translation of each line, of which `limit` are read, in order.

    While one run of batches is translated, the next is made ready.
    """
    waiting: deque[tuple[list[list[str]], list[Any]]] = deque()
    for block in batched(lines, search.settings.batch * search.settings.batches):
        # As Marian's --max-length-crop; the end of the sentence, which CTranslate2 adds, counts.
        sources = [segmenter.encode(line, limit) for line in block]
        waiting.append((sources, search.submit(sources)))
        if len(waiting) > 1:
            yield from map(search.best, *waiting.popleft())
    while waiting:
        yield from map(search.best, *waiting.popleft())


class Search:
    """The beam search of CTranslate2, made to find what Marian's finds.

    Marian keeps the unknown subword out of the beam, but its share of the probability is lost to
    the others; CTranslate2's disable_unk gives it to them, which makes a good hypothesis of one
    that goes through a position where the model knows no word. So here that subword ends a
    hypothesis, and those ended by it are left out.

    `prefix`: the tokens that translations begin with, which are left out of them.
    """

    def __init__(
        self, translator: Any, settings: Settings, unknown: str, prefix: Sequence[str] = ()
    ) -> None:
        self._translator = translator
        self._prefix = list(prefix)
        self.settings = settings
        self._unknown = "" if settings.allow_unknown else unknown
        self._plain: dict[str, Any] = {
            "beam_size": settings.beam,
            "num_hypotheses": settings.beam,
            "length_penalty": settings.normalize,
            "disable_unk": not settings.allow_unknown,
            "asynchronous": True,
            "return_scores": True,
            "return_end_token": True,
            "max_input_length": 0,
            "min_decoding_length": 0,
        }
        self._options = self._plain
        if settings.beam > 1:
            self._options = self._plain | {
                "num_hypotheses": PATIENCE * settings.beam,
                "patience": PATIENCE,
            }
        if settings.beam > 1 and self._unknown:
            self._options |= {"disable_unk": False, "end_token": [END, unknown]}

    def submit(self, sources: Sequence[list[str]]) -> list[Any]:
        """Give sentences to CTranslate2 in batches of like length; return the results to come."""
        order = sorted(range(len(sources)), key=lambda index: len(sources[index]))
        results: list[Any] = [None] * len(sources)
        for start in range(0, len(order), self.settings.batch):
            indices = order[start : start + self.settings.batch]
            batch = [sources[index] for index in indices]
            pending = self._translate(batch, self._options)
            for index, result in zip(indices, pending, strict=True):
                results[index] = result
        return results

    def _translate(self, batch: list[list[str]], options: dict[str, Any]) -> Any:
        # Marian's limit is that of the longest sentence of the batch, which is the last here.
        longest = int(self.settings.length_factor * (len(batch[-1]) + 1))
        limit = max(1, min(longest, POSITIONS))
        if self._prefix:
            options = options | {"target_prefix": [self._prefix] * len(batch)}
        return self._translator.translate_batch(batch, max_decoding_length=limit, **options)

    def best(self, source: list[str], future: Any) -> list[str]:
        """Return the hypothesis of a sentence that Marian would choose, without its end."""
        ranked = self.ranked(future.result())
        if not ranked:  # all hypotheses were ended by the unknown subword
            ranked = self.ranked(self._translate([source], self._plain)[0].result())
        chosen = max(ranked)[1][len(self._prefix) :]
        return [subword for subword in chosen if subword != END]

    def ranked(self, result: Any) -> list[tuple[float, list[str]]]:
        """Return the hypotheses without the unknown subword, with Marian's scores."""
        settings = self.settings
        ranked = []
        for score, subwords in zip(result.scores, result.hypotheses, strict=True):
            if self._unknown not in subwords:
                whole = score * max(len(subwords), 1) ** settings.normalize
                ranked.append((settings.score(whole, len(subwords)), subwords))
        return ranked


@contextmanager
def faults_of_ctranslate2() -> Iterator[None]:
    """Turn errors of CTranslate2 (missing GPU, out of memory, ...) into ProgramError."""
    try:
        yield
    except (RuntimeError, ValueError) as error:
        raise ProgramError(
            "ctranslate2.failed", f"CTranslate2 failed: {str(error).partition(chr(10))[0]}"
        ) from None
