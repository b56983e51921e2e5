"""Multilingual models: the language tokens around a sentence.

Three conventions are known: OPUS-MT puts `>>spa<<` before the source; M2M-100 puts `__en__` before
the source and begins the translation with `__es__`; NLLB does likewise with `eng_Latn` and
`spa_Latn`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import read_table

#: The language that models translate from.
SOURCE = "en"

#: The target language as a token of the source: OPUS-MT.
_TARGET = re.compile(r">>([A-Za-z]{2,3})((?:[_-]\S*)?)<<")

#: The language of either side as its first token: M2M-100, NLLB.
_SIDES = (re.compile(r"__([a-z]{2,3})(())__"), re.compile(r"([a-z]{3})(_[A-Z][a-z]{3})"))

#: ISO 639-1 and 639-3. They stand here and not with the languages: a word added to one of them must
#: not make models stale.
_CODES = Path(__file__).with_name("iso_639.tsv")

#: A vocabulary with this many tokens of the second kind is that of such a model; a word may look
#: like one.
_LEAST = 10


@dataclass(frozen=True)
class Framing:
    """Tokens around text: `before` and `after` the subwords of the source, `target` before those of
    the translation."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    target: tuple[str, ...] = ()


def target_token(language: str) -> str:
    """Return the token of a target language (ISO 639-1) of the models that are trained here."""
    return f">>{language}<<"


def is_language(code: str) -> bool:
    """Return whether a code is one of ISO 639-1."""
    return code in _three_letters()


def target_tokens(tokens: Iterable[str]) -> list[str]:
    """Return the tokens for a target language that a vocabulary of the source has."""
    return [token for token in tokens if token.startswith(">>") and _TARGET.fullmatch(token)]


def side_tokens(tokens: Collection[str]) -> list[str]:
    """Return the tokens for the language of a side that a vocabulary has, of one convention."""
    for pattern in _SIDES:
        matches = [token for token in tokens if pattern.fullmatch(token)]
        if len(matches) >= _LEAST and any(_is_of(token, SOURCE) for token in matches):
            return matches
    return []


def frame(
    tokens: Sequence[str], language: str, token: str, path: Path, *, sides: bool = False
) -> Framing:
    """Return the framing of the sentences of a model that are translated into a language.

    `tokens`: of the vocabulary of the source, which is the file `path`; `token`: the one to take,
    else that of `language` (ISO 639-1). `sides`: whether the conventions of M2M-100 and NLLB are
    looked for as well. A model of one language has none.

    Raises InputError where the vocabulary has tokens of languages, and none or several of this one.
    """
    named = target_tokens(tokens)
    if named:
        return Framing(before=(_choose(named, tokens, language, token, path),))
    both = side_tokens(tokens) if sides else []
    if both:
        source = next(candidate for candidate in both if _is_of(candidate, SOURCE))
        return Framing((source,), target=(_choose(both, tokens, language, token, path),))
    if token:
        raise InputError(
            "vocabulary.no-language-tokens",
            f"the vocabulary has no tokens for target languages, but {token!r} is requested",
            file=path,
            hint="leave out the language token",
        )
    return Framing()


def _choose(
    language_tokens: Sequence[str], tokens: Collection[str], language: str, token: str, path: Path
) -> str:
    listed = (
        f"{', '.join(sorted(language_tokens)[:8])}{', ...' if len(language_tokens) > 8 else ''}"
    )
    if token:
        if token not in tokens:
            raise InputError(
                "language-token.unknown",
                f"the vocabulary has no token {token!r}",
                file=path,
                hint=f"its language tokens are {listed}",
            )
        return token
    if not language:
        if len(language_tokens) == 1:
            return language_tokens[0]
        raise InputError(
            "language-token.missing",
            f"the model takes the target language as a token ({listed}), and no language is given",
            file=path,
            hint="name the language: --lang es, or --language-token (in the configuration: "
            "language_token)",
        )
    fitting = [candidate for candidate in language_tokens if _is_of(candidate, language)]
    fitting = [candidate for candidate in fitting if not _variant(candidate)] or fitting
    if len(fitting) != 1:
        problem = f"several tokens for {language!r}" if fitting else f"no token for {language!r}"
        raise InputError(
            "language-token.ambiguous" if fitting else "language-token.none-of-language",
            f"the vocabulary has {problem}: {', '.join(sorted(fitting)) or listed}",
            file=path,
            hint="name the token: --language-token (in the configuration: language_token)",
        )
    return fitting[0]


def _is_of(token: str, language: str) -> bool:
    """Return whether a token is that of a language, or of a variant of it."""
    codes = {language, _three_letters().get(language, language)}
    return any(match[1] in codes for match in _matches(token))


@cache
def _three_letters() -> dict[str, str]:
    """Return the codes of ISO 639-3 by those of ISO 639-1."""
    rows = read_table(_CODES, ("two_letters", "three_letters"))
    return {row["two_letters"]: row["three_letters"] for _, row in rows}


def _variant(token: str) -> bool:
    """Return whether a token of OPUS-MT names a region or a script (`>>es_MX<<`)."""
    match = _TARGET.fullmatch(token)
    return bool(match and match[2])


def _matches(token: str) -> list[re.Match[str]]:
    return [match for p in (_TARGET, *_SIDES) if (match := p.fullmatch(token))]
