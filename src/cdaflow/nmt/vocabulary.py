"""Vocabularies: SentencePiece models, and lists of tokens for text that is segmented beforehand.

Vocabularies in YAML have a token and its number a line, as marian-vocab writes them; those of newer
models of OPUS-MT (.src.vocab, .trg.vocab) a token a line, in the order of the numbers. Marian finds
the tokens between the blanks of its input, and writes them so. In models of OPUS-MT two
SentencePiece models make them of text (source.spm, target.spm), and only such models are read here.
Those of CTranslate2 are lists of tokens, in JSON or one a line; Hugging Face has them in files of
its tokenizers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from cdaflow.errors import InputError
from cdaflow.io.compression import check_file
from cdaflow.io.files import MALFORMED, read_json, read_lines
from cdaflow.nmt.spm import read_subwords

#: Marian reads files with these endings as YAML, and others as a token a line.
SUFFIXES = (".yml", ".yaml", ".json")

#: The ending of a vocabulary with a token a line.
PLAIN = ".vocab"

#: No vocabulary has more bytes; one of 65,000 tokens has a million.
_MAX_BYTES = 32 * 1024 * 1024

#: At least this share of the subwords of a SentencePiece model are tokens of its vocabulary, which
#: has those that its training text had.
_LEAST_SHARE = 0.5

#: Put at the end of each sentence by Marian.
END = "</s>"

#: What vocabularies in YAML have for all tokens that they do not have.
UNKNOWN = "<unk>"


#: What stands for the blank before a word.
_BLANK = "\u2581"

#: Cuts a line into subwords, written with blanks between them.
Segment = Callable[[str], str]


def read_tokens(path: Path) -> list[str]:
    """Return the tokens of a vocabulary in the order of their numbers, which are 0 to N - 1.

    Raises InputError where the file is no such vocabulary.
    """
    if path.suffix not in (*SUFFIXES, PLAIN):
        raise InputError(
            "vocabulary.unsupported",
            f"vocabularies of this format ({path.suffix or 'no file ending'}) are not supported",
            file=path,
            hint="give a SentencePiece model (.spm), YAML (.yml) or one token per line (.vocab)",
        )
    check_file(path)
    if path.stat().st_size > _MAX_BYTES:
        raise InputError(
            "vocabulary.too-large", f"the vocabulary is larger than {_MAX_BYTES} bytes", file=path
        )
    if path.suffix == PLAIN:
        return _read_plain(path)
    try:
        values = list(_scalars(path.read_text(encoding="utf-8")))
        numbers = {
            token: int(number) for token, number in zip(values[::2], values[1::2], strict=True)
        }
    except (yaml.YAMLError, ValueError) as error:
        raise InputError(
            "vocabulary.not-yaml",
            f"not a vocabulary in YAML ({str(error).partition(chr(10))[0]})",
            file=path,
            hint="each line must have a token and its number, as written by marian-vocab",
        ) from None
    tokens = sorted(numbers, key=numbers.__getitem__)
    count = len(values) // 2
    if not tokens or [numbers[token] for token in tokens] != list(range(count)):
        raise InputError(
            "vocabulary.token-numbers",
            f"the numbers of the {count} tokens are not 0 to {count - 1}, each once",
            file=path,
            hint="check that the file is complete, and that the model was trained with this "
            "vocabulary",
        )
    return tokens


def _read_plain(path: Path) -> list[str]:
    tokens = list(read_lines(path))
    if any("\t" in token for token in tokens):
        raise InputError(
            "vocabulary.with-scores",
            "the file has tokens with scores, as written by SentencePiece",
            file=path,
            hint="remove the scores: cut -f1 FILE > model.src.vocab",
        )
    doubled = next((token for token, number in Counter(tokens).items() if number > 1), None)
    if doubled is not None or "" in tokens or not tokens:
        raise InputError(
            "vocabulary.not-a-token-a-line",
            f"expected one token per line, each once; {doubled!r} is duplicated",
            file=path,
        )
    return tokens


def read_token_list(path: Path) -> list[str]:
    """Return the tokens of a vocabulary of CTranslate2 in the order of their numbers.

    Raises InputError where the file is no such list.
    """
    if path.suffix == ".json":
        tokens = read_json(path)
    else:
        tokens = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise InputError("vocabulary.not-a-list", "expected a list of tokens", file=path)
    return tokens


def read_huggingface_tokens(folder: Path) -> list[str]:
    """Return the tokens of a folder's vocabulary, those for languages among them.

    They stand in vocab.json and, of others, in tokenizer.json and the files of the tokenizer's
    settings. Raises InputError where there are none.
    """
    try:
        tokens = dict.fromkeys(_huggingface(folder))
    except MALFORMED as error:
        raise InputError(
            "vocabulary.not-hugging-face", f"not a Hugging Face vocabulary ({error})", file=folder
        ) from None
    if not tokens:
        raise InputError(
            "vocabulary.missing",
            "the folder has no vocabulary (vocab.json or tokenizer.json)",
            file=folder,
        )
    return list(tokens)


def _huggingface(folder: Path) -> list[str]:
    tokens: list[str] = []
    if (folder / "vocab.json").is_file():
        tokens += read_json(folder / "vocab.json")
    if (folder / "tokenizer.json").is_file():
        content = read_json(folder / "tokenizer.json")
        vocabulary = content["model"]["vocab"]
        tokens += vocabulary if isinstance(vocabulary, dict) else [token for token, _ in vocabulary]
        tokens += [str(entry["content"]) for entry in content.get("added_tokens") or ()]
    for name in ("special_tokens_map.json", "added_tokens.json", "tokenizer_config.json"):
        if (folder / name).is_file():
            content = read_json(folder / name)
            more = content.get("additional_special_tokens") or content.get("extra_special_tokens")
            tokens += [_text(entry) for entry in more or ()]
            if name == "added_tokens.json":
                tokens += content
    return tokens


def _text(token: str | Mapping[str, Any]) -> str:
    return token if isinstance(token, str) else str(token["content"])


def _scalars(text: str) -> Iterator[str]:
    """Yield keys and values of one flat mapping, as text: a token may be `no`, `12` or `null`.

    Raises ValueError for another document. Nothing is built of it: what is nested ends it.
    """
    # Of libyaml, which is quicker, where it is there.
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    mappings = 0
    for event in yaml.parse(text, Loader=loader):
        if isinstance(event, yaml.ScalarEvent) and mappings:
            yield str(event.value)
        elif isinstance(event, yaml.MappingStartEvent) and not mappings:
            mappings += 1
        elif isinstance(event, yaml.NodeEvent):
            raise ValueError(f"line {event.start_mark.line + 1} has no token and number")


def check_tokens(tokens: Sequence[str], path: Path) -> None:
    """Raise InputError for the vocabulary of a model that needs the merges of BPE codes."""
    cut = [token for token in tokens if token.endswith("@@")]
    if len(cut) > len(tokens) / 100:
        raise InputError(
            "vocabulary.bpe-codes",
            f"the tokens come from BPE codes ({', '.join(cut[:3])}, ...), which are not supported",
            file=path,
            hint="use a model with SentencePiece models (source.spm, target.spm)",
        )


def check_segmentation(tokens: Sequence[str], path: Path, spm: Path) -> None:
    """Raise InputError where a SentencePiece model is not the one that a vocabulary was made by."""
    subwords = read_subwords(spm)
    shared = len(set(tokens).intersection(subwords))
    if shared < _LEAST_SHARE * len(subwords):
        raise InputError(
            "vocabulary.other-segmentation",
            f"only {shared} of its {len(subwords)} subwords are tokens of the vocabulary {path}",
            file=spm,
            hint="give the SentencePiece models that the model was trained with, source first",
        )


class Segmenter:
    """Cuts text into the subwords of a vocabulary; `names`: they in the order of their numbers.

    A vocabulary that is a SentencePiece model segments text itself; another one has `spm`, a
    SentencePiece model, beside it, see `cdaflow.nmt.model.Model`. `tokens`: those of the vocabulary
    where the file is not in YAML. `before`, `after`: tokens around each line.

    Raises InputError for a vocabulary that is none.
    """

    def __init__(
        self,
        path: Path,
        spm: Path | None = None,
        *,
        tokens: Sequence[str] | None = None,
        before: Sequence[str] = (),
        after: Sequence[str] = (),
    ) -> None:
        from sentencepiece import SentencePieceProcessor

        model = spm or path
        pieces = read_subwords(model)  # raises where it is no SentencePiece model
        self._processor: Any = SentencePieceProcessor(model_file=str(model))
        if spm is None:
            self.names, self.unknown = pieces, pieces[self._processor.unk_id()]
        else:
            self.names, self.unknown = (
                list(read_tokens(path) if tokens is None else tokens),
                UNKNOWN,
            )
        self._known = frozenset(self.names)
        # A SentencePiece model that is the vocabulary cuts tokens out of the text as well.
        self._is_own = spm is None or self.names == pieces
        self._segments = spm is None  # then Marian does it as well
        self._before, self._after = tuple(before), tuple(after)
        for name in (END, self.unknown):
            if name not in self.names:
                raise InputError(
                    "vocabulary.no-such-subword", f"the vocabulary has no subword {name}", file=path
                )

    def encode(self, line: str, limit: int | None = None) -> list[str]:
        """Return the subwords of a line, at most `limit`, with the tokens around it."""
        subwords: list[str] = self._processor.encode(self._text(line), out_type=str)
        before = () if self._is_own else self._before
        if limit is not None:
            subwords = subwords[: max(0, limit - len(before) - len(self._after))]
        return [*before, *subwords, *self._after]

    def spans(self, line: str) -> list[tuple[int, int]]:
        """Return where each subword of a line stands in it: offsets of characters, half-open.

        The mark of a word's beginning stands for the blank before it. What text is normalised to
        (a ligature to two letters) shares its characters: only the last subword has them. A token
        before or after the line has an empty span.
        """
        text = self._text(line)
        shift = len(text) - len(line)
        encoding = self._processor.encode(text, out_type="offset_mapping")
        spans = [(max(0, start - shift), max(0, end - shift)) for start, end in encoding["offsets"]]
        before = [] if self._is_own else [(0, 0)] * len(self._before)
        return [*before, *spans, *[(len(line), len(line))] * len(self._after)]

    def _text(self, line: str) -> str:
        """Return a line with the tokens before it that are cut out of the text."""
        return " ".join([*self._before, line]) if self._is_own else line

    def unread(self, line: str) -> set[str]:
        """Return the parts of a line that no subword has, and a model does not read: characters."""
        subwords = self._processor.encode(line, out_type=str)
        return {subword.strip(_BLANK) for subword in subwords if subword not in self._known} - {""}

    def encode_line(self, line: str) -> str:
        """Return the subwords of a line with blanks between them, as Marian reads and writes."""
        return " ".join(self.encode(line))

    def prepare(self, line: str) -> str:
        """Return what Marian reads of a line: its subwords, or text that it segments itself."""
        return self._text(line) if self._segments else self.encode_line(line)

    def decode_line(self, line: str) -> str:
        """Return the line that is made of such subwords."""
        return self.decode(list(filter(None, line.split(" "))))

    def decode(self, subwords: Sequence[str]) -> str:
        """Return the line that is made of subwords; a line break in one becomes a blank."""
        line: str = self._processor.decode(list(subwords))
        return _one_line(line)

    def decode_spans(self, subwords: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
        """Return the line that is made of subwords, and where each of them stands in it."""
        decoding = self._processor.decode(list(subwords), out_type="offset_mapping")
        return _one_line(decoding["text"]), [(start, end) for start, end in decoding["offsets"]]


def _one_line(text: str) -> str:
    return text.replace("\r", " ").replace("\n", " ")
