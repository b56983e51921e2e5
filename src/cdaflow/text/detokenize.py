"""Text in Moses tokens back to text as people write it.

Old corpora (Europarl and WMT samples above all) are passed on tokenised and truecased: "C' est
vrai ." A model that meets both kinds learns two languages, and a score against tokens is no
score of text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sacremoses import MosesDetokenizer

from cdaflow.io.formats import Record


def detokenizer(language: str) -> Callable[[str], str]:
    """Return a function that undoes Moses tokenisation and truecasing of one sentence.

    The rules of Moses' own detokenizer for `language`; then the first letter is put in capitals,
    which is what truecasing took away.
    """
    moses = MosesDetokenizer(lang=language)

    def detokenize(sentence: str) -> str:
        text: str = moses.detokenize(sentence.split(), unescape=False)
        # Sentences open with quotes, dashes and inverted marks too.
        for place, character in enumerate(text):
            if character.isalpha():
                return text[:place] + character.upper() + text[place + 1 :]
            if character.isdigit():
                break
        return text

    return detokenize


def detokenized(records: Iterator[Record], languages: Sequence[str]) -> Iterator[Record]:
    """Yield the records with each side detokenised in its language."""
    sides = [detokenizer(language) for language in languages]
    for number, row in records:
        yield number, tuple(side(text) for side, text in zip(sides, row, strict=True))
