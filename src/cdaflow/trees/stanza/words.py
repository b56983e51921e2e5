"""Stanza's tokeniser, multiword expander and lemmatiser, on many texts at once.

The models are Stanza's own and so is what they decide. What goes is the work around them:
paragraphs are made and read back by character offsets instead of searched for in the text, and a
surface word is expanded, or a word with its part of speech lemmatised, once and not each time
that it occurs (both look at nothing but the word).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

#: Maximum number of characters, and of paragraphs, that are tokenised at once.
BATCH_CHARACTERS = 32_000
BATCH_PARAGRAPHS = 256

#: Stanza splits longer paragraphs into parts of this number of characters.
_PART = 1000

#: Words remembered by a stage; a corpus of a language has some hundred thousand forms.
REMEMBERED = 500_000

#: What Stanza gives its models for a token that is too long for them.
UNKNOWN = "<UNK>"

_ODD_BLANKS = re.compile(r"[^\S ]|\s\s")


class Surface(NamedTuple):
    """A surface word: its span of the text, what the models get to see, and if it is several."""

    start: int
    end: int
    text: str
    multiword: bool


def _units(text: str) -> tuple[list[str], Sequence[int]]:
    """Return the characters that Stanza's tokeniser sees, and where they stand in the text."""
    text = text.rstrip()
    if not _ODD_BLANKS.search(text):
        return list(text), range(len(text))
    units: list[str] = []
    offsets: list[int] = []
    for offset, character in enumerate(text):
        blank = character.isspace()
        if not (blank and units and units[-1] == " "):
            units.append(" " if blank else character)
            offsets.append(offset)
    return units, offsets


class Tokeniser:
    """Splits texts into surface words; never into sentences."""

    def __init__(self, processor: Any) -> None:
        self._trainer = processor.trainer
        self._vocabulary = processor.vocab
        self._longest = processor.config.get("max_seqlen", _PART)
        self._dataset = _dataset(processor)

    def split(self, texts: Sequence[str]) -> list[list[Surface]]:
        """Return the surface words of each text."""
        units = [_units(text) for text in texts]
        words: list[list[Surface]] = [[] for _ in texts]
        order = sorted(range(len(texts)), key=lambda index: -len(units[index][0]))
        for batch in _batches([index for index in order if units[index][0]], units):
            for index, ends in zip(batch, self._ends([units[i][0] for i in batch]), strict=True):
                words[index] = list(self._words(*units[index], ends))
        return words

    def _ends(self, paragraphs: list[list[str]]) -> list[list[int]]:
        """Return Stanza's label for each character: 0 for none, else that of an end of a word."""
        from stanza.models.tokenization.utils import predict

        self._dataset.data = [[(unit, 0) for unit in units] for units in paragraphs]
        labels, _ = predict(
            self._trainer,
            self._dataset,
            batch_size=len(paragraphs),
            max_seqlen=max(_PART, self._longest),
            use_regex_tokens=True,
            num_workers=0,
        )
        return [row.tolist() for row in labels]

    def _words(
        self, units: list[str], offsets: Sequence[int], labels: list[int]
    ) -> Iterable[Surface]:
        start = 0
        for end, label in enumerate(labels, 1):
            if not label:
                continue
            first, last = start, end
            start = end
            while first < last and units[first] == " ":
                first += 1
            text = self._vocabulary.normalize_token("".join(units[first:last]))
            if not text:
                continue
            while units[last - 1] == " ":
                last -= 1
            whole = len(text) <= self._longest
            yield Surface(
                offsets[first],
                offsets[last - 1] + 1,
                text if whole else UNKNOWN,
                whole and label in (3, 4),
            )


#: Features of a character that depend on its position in the paragraph, which come after the
#: others.
_POSITIONAL = ("end_of_para", "start_of_para")


def _dataset(processor: Any) -> Any:
    """Return what Stanza's tokeniser draws its paragraphs from.

    Stanza computes the features of each character again. Those of a model that looks at single
    characters alone, and not at words of a dictionary or patterns, can be remembered.
    """
    from stanza.models.tokenization.data import PER_CHAR_FEAT_FUNCS, TokenizationDataset

    arguments: dict[str, Any] = {
        "tokenizer_args": processor.config,
        "input_text": "",
        "vocab": processor.vocab,
        "evaluation": True,
        "dictionary": processor.trainer.dictionary,
    }

    class Remembering(TokenizationDataset):  # type: ignore[misc]
        """A TokenizationDataset that looks up a character once."""

        def __init__(self, functions: list[Any], positional: list[str]) -> None:
            super().__init__(**arguments)
            self._functions, self._positional = functions, positional
            self._known: dict[str, tuple[int, list[int]]] = {}

        def para_to_sentences(self, para: list[tuple[str, int]]) -> list[tuple[Any, ...]]:
            """Return numbers, labels, features and characters of a paragraph."""
            cache = self._known
            for unit, _ in para:
                if unit not in cache:
                    values = [function(unit) for function in self._functions]
                    cache[unit] = self.vocab.unit2id(unit), values + [0] * len(self._positional)
            looked_up = [cache[unit] for unit, _ in para]
            features: Any = np.array([values for _, values in looked_up])
            for column, name in enumerate(self._positional, len(self._functions)):
                features[-1 if name == "end_of_para" else 0, column] = 1
            numbers = np.array([number for number, _ in looked_up])
            return [(numbers, np.zeros_like(numbers), features, [unit for unit, _ in para])]

    names = processor.config["feat_funcs"]
    functions = [PER_CHAR_FEAT_FUNCS[name] for name in names if name in PER_CHAR_FEAT_FUNCS]
    positional = [name for name in _POSITIONAL if name in names]
    if processor.config["use_dictionary"] or len(functions) + len(positional) < len(names):
        return TokenizationDataset(**arguments)
    return Remembering(functions, positional)


def _batches(order: list[int], units: list[tuple[list[str], Sequence[int]]]) -> list[list[int]]:
    """Return paragraphs, longest first, in batches of bounded size."""
    batches: list[list[int]] = []
    room = 0
    for index in order:
        if room <= 0 or len(batches[-1]) == BATCH_PARAGRAPHS:
            longest = min(len(units[index][0]), _PART)
            room = max(1, BATCH_CHARACTERS // longest)
            batches.append([])
        batches[-1].append(index)
        room -= 1
    return batches


def document(rows: Iterable[Mapping[str, str]]) -> Any:
    """Return Stanza's document of one sentence, given text and tags of its words."""
    from stanza.models.common.doc import Document

    return Document([[{"id": (number,), **row} for number, row in enumerate(rows, 1)]])


class Expander:
    """Splits multiword tokens into syntactic words."""

    def __init__(self, processor: Any) -> None:
        self._processor = processor
        self._known: dict[str, tuple[str, ...]] = {}

    def words(self, sentences: Sequence[Sequence[Surface]]) -> list[list[tuple[str, ...]]]:
        """Return the syntactic words of each surface word of each sentence."""
        if self._processor is not None:
            _forget(self._known)
            self._learn(
                sorted({word.text for words in sentences for word in words if word.multiword})
            )
        return [
            [
                self._known.get(word.text, (word.text,)) if word.multiword else (word.text,)
                for word in words
            ]
            for words in sentences
        ]

    def _learn(self, words: list[str]) -> None:
        new = [word for word in words if word not in self._known]
        for some in _by_alphabet(new, self._processor.vocab):
            expanded = document({"text": word, "misc": "MWT=Yes"} for word in some)
            self._processor.process(expanded)
            for word, token in zip(some, expanded.sentences[0].tokens, strict=True):
                self._known[word] = tuple(part.text for part in token.words)


class Lemmatiser:
    """Finds the lemma of a word from its form and part of speech."""

    def __init__(self, processor: Any) -> None:
        self._processor = processor
        self._known: dict[tuple[str, str], str] = {}
        trainer = None if processor.use_identity else processor.trainer
        # Those (for English 's, say) look at the sentence, so that nothing is remembered of them.
        self._contextual = trainer if trainer and trainer.has_contextual_lemmatizers() else None

    def lemmas(
        self, sentences: Sequence[Sequence[str]], upos: Sequence[Sequence[str]]
    ) -> list[list[str]]:
        """Return the lemma of each word of each sentence."""
        pairs = [list(zip(*both, strict=True)) for both in zip(sentences, upos, strict=True)]
        _forget(self._known)
        self._learn(sorted({pair for row in pairs for pair in row}))
        lemmas = [[self._known[pair] for pair in row] for row in pairs]
        if self._contextual is not None:
            lemmas = self._contextual.predict_contextual(
                [list(words) for words in sentences], [list(tags) for tags in upos], lemmas
            )
        return lemmas

    def _learn(self, requested: list[tuple[str, str]]) -> None:
        new = [pair for pair in requested if pair not in self._known]
        vocabulary = None if self._processor.use_identity else self._processor.vocab["char"]
        words = sorted({word for word, _ in new})
        for some in _by_alphabet(words, vocabulary):
            chosen = set(some)
            # Sorted by length, so that few letters are padding.
            pairs = sorted((p for p in new if p[0] in chosen), key=lambda p: len(p[0]))
            lemmatised = document({"text": word, "upos": upos} for word, upos in pairs)
            self._processor.process(lemmatised)
            self._known.update(zip(pairs, lemmatised.get("lemma"), strict=True))


def _by_alphabet(words: list[str], vocabulary: Any) -> list[list[str]]:
    """Return the words in a group with known letters only, and one for each set of other letters.

    Stanza gives the letters that a model does not know numbers for the time of one batch, so that
    they can be copied; words with other such letters are not to share them.
    """

    def unknown(word: str) -> str:
        if vocabulary is None:
            return ""
        return "".join(sorted(letter for letter in set(word) if letter not in vocabulary))

    keyed = sorted((unknown(word), word) for word in words)
    return [[word for _, word in group] for _, group in groupby(keyed, key=lambda pair: pair[0])]


def _forget(cache: dict[Any, Any]) -> None:
    """Bound what a stage remembers."""
    if len(cache) > REMEMBERED:
        cache.clear()
