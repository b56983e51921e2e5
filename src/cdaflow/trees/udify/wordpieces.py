"""Words cut into word pieces, and long sentences into windows, as UDify has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cdaflow.errors import ConfigError

#: Longer words become one [UNK], in characters.
MAX_CHARACTERS = 100

#: Pieces of a window beside [CLS] and [SEP]; the next window starts STRIDE pieces later.
WINDOW = 510
STRIDE = 255

#: Pieces before this one are taken from the first window (half a stride).
_HEAD = STRIDE // 2

#: Words that are not lower-cased where the others are.
_SPECIAL = ("[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]")


class WordPieces:
    """Cuts words into the pieces of a BERT model, the longest first, from the left.

    No other tokeniser goes before: case, accents and punctuation stay as they are, but a word
    with blanks inside is cut at these.
    """

    def __init__(self, subwords: Mapping[str, int], *, lowercase: bool = False) -> None:
        try:
            from tokenizers.models import WordPiece
        except ImportError:
            raise ConfigError(
                "udify.packages-not-installed",
                "the native UDify needs the Python packages transformers and tokenizers",
                hint="pip install 'cdaflow[udify]'",
            ) from None
        self._model = WordPiece(
            dict(subwords),
            unk_token="[UNK]",  # noqa: S106
            max_input_chars_per_word=MAX_CHARACTERS,
        )
        self._lowercase = lowercase
        self._known: dict[str, tuple[int, ...]] = {}

    def word(self, word: str) -> tuple[int, ...]:
        """Return the ids of the pieces of a word; none if it is blank."""
        piece_ids = self._known.get(word)
        if piece_ids is None:
            if len(self._known) >= 500_000:
                self._known.clear()
            text = word.lower() if self._lowercase and word not in _SPECIAL else word
            piece_ids = tuple(p.id for part in text.split() for p in self._model.tokenize(part))
            self._known[word] = piece_ids
        return piece_ids


@dataclass(frozen=True)
class Window:
    """Word pieces that BERT reads together, and the words whose vectors come from them.

    `ids` are those between [CLS] and [SEP]; each of `positions` is a word's number in its sentence
    and its position in the window, where [CLS] is 0.
    """

    ids: tuple[int, ...]
    positions: tuple[tuple[int, int], ...]


def windows(words: Sequence[tuple[int, ...]], *, first: bool = True) -> list[Window]:
    """Return the windows of a sentence, given the pieces of each word.

    A word is represented by its first piece (by its last where `first` is false). A sentence of
    at most WINDOW pieces is one window. Of a longer one a word is taken from the window in which
    it lies between a quarter and three quarters, at both ends from the outermost window.
    """
    ids = [subword for word in words for subword in word]
    anchors = []
    count = 0
    for word in words:
        # A blank word has no piece: it gets what stands there, [SEP] at the end.
        anchors.append(count if first else count + len(word) - 1)
        count += len(word)
    if len(ids) <= WINDOW:
        return [Window(tuple(ids), tuple((word, at + 1) for word, at in enumerate(anchors)))]
    total = -(-(len(ids) - STRIDE) // STRIDE)
    positions: list[list[tuple[int, int]]] = [[] for _ in range(total)]
    for number, at in enumerate(anchors):
        window = min(max((at - _HEAD) // STRIDE, 0), total - 1)
        positions[window].append((number, at - window * STRIDE + 1))
    return [
        Window(tuple(ids[start : start + WINDOW]), tuple(word_positions))
        for start, word_positions in zip(range(0, total * STRIDE, STRIDE), positions, strict=True)
    ]
