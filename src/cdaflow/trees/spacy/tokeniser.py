"""spaCy's tokeniser of a language, fitted to the surface words of a treebank.

spaCy's rules follow the treebanks of some years ago; where the given one has it otherwise
(English "it's" is one surface word today) they are changed: first whole groups of rules, each
kept if more words of the treebank come out right, then exceptions for single strings.
"""

from __future__ import annotations

import importlib.util
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from cdaflow.errors import ConfigError
from cdaflow.trees.sentence import Sentence

Span = tuple[int, int]
Example = tuple[str, frozenset[Span]]

#: Letters of any script, as a class of regular expressions.
_LETTER = r"[^\W\d_]"

#: Rules to try between two characters of a string without blanks: name -> regular expression.
_INFIXES = {
    "elision": rf"(?<={_LETTER}['’])(?={_LETTER})",
    "hyphen": rf"(?<={_LETTER})[-–—](?={_LETTER})",
    "slash": r"(?<=\w)/(?=\w)",
    "number": r"(?<=\d)[-–—/](?=\d)",
}

#: An exception is made for a string that the treebank splits so at least so often, and in at
#: least this part of its occurrences.
_MIN_SEEN, _MIN_PART = 2, 0.8

#: So many sentences decide on the groups of rules; all give exceptions.
_SAMPLE = 2000


def blank_pipeline(language: str) -> Any:
    """Return spaCy's empty pipeline of a language (ISO 639-1), that of any if it has none.

    Raises ConfigError where spaCy is not installed, or needs another package for the language.
    """
    try:
        import spacy
    except ImportError:
        raise ConfigError(
            "spaCy is not installed", hint="pip install 'cdaflow[spacy]', or take Stanza"
        ) from None
    if not re.fullmatch("[a-z]{2,3}", language):
        raise ConfigError(f"a language is two or three small letters, not {language!r}")
    name = language if importlib.util.find_spec(f"spacy.lang.{language}") else "xx"
    try:
        return spacy.blank(name)
    except ImportError as error:
        raise ConfigError(
            f"spaCy cannot tokenise `{language}`: {error}", hint="take Stanza for this language"
        ) from None


def spans(tokenizer: Any, text: str) -> list[Span]:
    """Return start and end (exclusive) of each surface word of a text."""
    return [(token.idx, token.idx + len(token)) for token in tokenizer(text) if not token.is_space]


def gold_spans(sentence: Sentence) -> list[Span]:
    """Return start and end of each surface word of a tree in `Sentence.text`."""
    text, place, found = sentence.text, 0, []
    for piece in sentence.surface():
        start = text.find(piece.form, place)
        if start < 0:  # a blank of another kind inside the word
            return []
        place = start + len(piece.form)
        found.append((start, place))
    return found


def fit_tokenizer(nlp: Any, trees: Sequence[Sentence]) -> dict[str, Any]:
    """Change the tokeniser of `nlp` to split as the treebank does; return what was changed.

    The report has the F1 (%) of surface words on the treebank before and after, the names of
    the groups of rules that were changed and the number of exceptions.
    """
    examples = [(tree.text, frozenset(gold_spans(tree))) for tree in trees]
    examples = [example for example in examples if example[1]]
    step = max(1, len(examples) // _SAMPLE)
    sample = examples[::step]
    before = f1(nlp.tokenizer, sample)
    best, kept = before, []
    for name, change in _changes():
        undo = _State(nlp.tokenizer)
        change(nlp.tokenizer)
        score = f1(nlp.tokenizer, sample)
        if score > best:
            best = score
            kept.append(name)
        else:
            undo.restore(nlp.tokenizer)
    exceptions = 0
    for form, pieces in _exceptions(nlp.tokenizer, examples):
        nlp.tokenizer.add_special_case(form, [{"ORTH": piece} for piece in pieces])
        exceptions += 1
    return {
        "before": round(before, 2),
        "after": round(f1(nlp.tokenizer, sample), 2),
        "changes": kept,
        "exceptions": exceptions,
    }


def f1(tokenizer: Any, examples: Iterable[Example]) -> float:
    """Return the F1 (%) of surface words: those with the right start and end."""
    right = found = wanted = 0
    for text, gold in examples:
        mine = spans(tokenizer, text)
        right += sum(span in gold for span in mine)
        found += len(mine)
        wanted += len(gold)
    return 200 * right / max(1, found + wanted)


class _State:
    """The rules of a tokeniser, to go back to."""

    def __init__(self, tokenizer: Any) -> None:
        self.rules = dict(tokenizer.rules)
        self.searches = (
            tokenizer.prefix_search,
            tokenizer.suffix_search,
            tokenizer.infix_finditer,
        )

    def restore(self, tokenizer: Any) -> None:
        """Undo all changes since."""
        tokenizer.rules = self.rules
        tokenizer.prefix_search, tokenizer.suffix_search, tokenizer.infix_finditer = self.searches


def _changes() -> Iterator[tuple[str, Callable[[Any], None]]]:
    """Yield the groups of rules to try, each with the function that changes them."""
    yield "no exceptions of spaCy", _without_exceptions
    yield "no exceptions with apostrophes", _without_apostrophes
    yield "no endings with apostrophes", _without_endings
    for name, pattern in _INFIXES.items():
        yield f"split at {name}", _more_infixes(pattern)
        yield f"join at {name}", _fewer_infixes(pattern)


def _without_exceptions(tokenizer: Any) -> None:
    tokenizer.rules = {}


def _without_apostrophes(tokenizer: Any) -> None:
    tokenizer.rules = {
        form: pieces for form, pieces in tokenizer.rules.items() if not re.search("['’]", form)
    }


def _without_endings(tokenizer: Any) -> None:
    """Drop what spaCy splits from the end of a word after an apostrophe, as in English "it's"."""
    search = tokenizer.suffix_search
    pattern = getattr(search, "__self__", None)
    if pattern is None:
        return
    parts = [p for p in pattern.pattern.split("|") if not re.match(r"['’]\w+\$$", p)]
    if len(parts) > 1:
        tokenizer.suffix_search = re.compile("|".join(parts)).search


def _pattern(method: Any) -> str | None:
    """Return the regular expression of a bound method such as `re.Pattern.search`."""
    pattern = getattr(method, "__self__", None)
    return pattern.pattern if isinstance(pattern, re.Pattern) else None


def _more_infixes(pattern: str) -> Callable[[Any], None]:
    def change(tokenizer: Any) -> None:
        old = _pattern(tokenizer.infix_finditer)
        joined = pattern if not old else f"{pattern}|{old}"
        tokenizer.infix_finditer = re.compile(joined).finditer

    return change


def _fewer_infixes(pattern: str) -> Callable[[Any], None]:
    """Return a change that lets no old infix match where `pattern` does."""

    def change(tokenizer: Any) -> None:
        old = _pattern(tokenizer.infix_finditer)
        if old:
            tokenizer.infix_finditer = re.compile(f"(?!{pattern})(?:{old})").finditer

    return change


def _exceptions(tokenizer: Any, examples: Iterable[Example]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the strings that the tokeniser splits wrongly, with how the treebank splits them."""
    votes: dict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for text, gold in examples:
        for form, mine, theirs in _regions(text, spans(tokenizer, text), sorted(gold)):
            if form.split() == [form]:
                votes[form][theirs] += 1
                votes[form][mine] += 0
    wrong = {form for form, found in votes.items() if len(found) > 1}
    # A tokeniser splits most strings rightly: those that are wrong somewhere are few.
    found = []
    for form in sorted(wrong):
        pieces, count = votes[form].most_common(1)[0]
        if count >= _MIN_SEEN and count >= _MIN_PART * votes[form].total():
            found.append((form, pieces))
    return found


def _regions(
    text: str, mine: Sequence[Span], gold: Sequence[Span]
) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Yield the smallest strings that begin and end with a word in both, and both splittings."""
    i = j = 0
    while i < len(mine) and j < len(gold):
        if mine[i][0] != gold[j][0]:
            return
        a, b = i, j
        while mine[a][1] != gold[b][1]:
            if mine[a][1] < gold[b][1]:
                a += 1
            else:
                b += 1
            if a == len(mine) or b == len(gold):
                return
        yield (
            text[mine[i][0] : mine[a][1]],
            tuple(text[s:e] for s, e in mine[i : a + 1]),
            tuple(text[s:e] for s, e in gold[j : b + 1]),
        )
        i, j = a + 1, b + 1
