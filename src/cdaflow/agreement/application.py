"""Interventions on trees as a user asks for them: by noun or by a table; trees out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product

from cdaflow.agreement.gold import COUNTERFACTUAL, fold
from cdaflow.agreement.intervention import InterventionRequest, InterventionResult
from cdaflow.agreement.pipeline import InterventionPipeline
from cdaflow.errors import ConfigError, InputError
from cdaflow.io.files import batched, read_table, whole_number
from cdaflow.trees import Sentence, Token

#: In MISC, of a word that got other features and has not been inflected yet.
CHANGED = "Changed"

#: In place of a gender: each, so that there is one result for every combination.
EACH = "*"

#: Most results of one sentence: 6 nouns of 2 genders.
MAX_RESULTS = 64

#: A request and what came of it.
Applied = tuple[InterventionRequest, InterventionResult]

_CHUNK = 4096

#: Parts of speech that name persons, the likeliest first.
_NAMING = ("NOUN", "PROPN", "ADJ", "PRON")


@dataclass(frozen=True)
class Noun:
    """A word to be set, by its form or its id (a number), and the gender; EACH: every one."""

    word: str
    gender: str = EACH

    @classmethod
    def parse(cls, text: str) -> Noun:
        """Return the noun of "ingeniero=Fem", "2=Fem" or "ingeniero".

        Raises ConfigError where the word is missing.
        """
        word, equals, gender = text.partition("=")
        if not word.strip() or (equals and not gender.strip()):
            raise ConfigError(
                "noun.malformed",
                f"expected a word, or a word and its gender such as ingeniero=Fem, found {text!r}",
            )
        return cls(word.strip(), gender.strip() or EACH)

    def find(self, sentence: Sentence) -> list[int]:
        """Return the ids of the words meant: the nouns of this form, if none other words of it."""
        if (position := whole_number(self.word)) is not None:
            return [position] if 1 <= position <= len(sentence.tokens) else []
        alike = [token for token in sentence.tokens if fold(token.form) == fold(self.word)]
        for upos in _NAMING:
            if ids := [token.id for token in alike if token.upos == upos]:
                return ids
        return []


def requests_for_nouns(
    sentence: Sentence,
    nouns: Sequence[Noun],
    genders: Sequence[str],
    seen: Sentence | None = None,
) -> list[InterventionRequest]:
    """Return what is asked of a sentence in which all of `nouns` stand; else nothing.

    Words of one form are set together: they are likely one person. `seen`: the sentence with its
    genders repaired (`InterventionPipeline.prepare_trees`), which show the gender that a word has.
    """
    positions = [noun.find(sentence) for noun in nouns]
    if not all(positions):
        return []
    genders_by_id = {
        p: noun.gender for noun, noun_ids in zip(nouns, positions, strict=True) for p in noun_ids
    }
    together = [noun_ids for noun_ids in positions if len(noun_ids) > 1]
    return _requests(sentence, genders_by_id, genders, together, seen)


def _requests(
    sentence: Sentence,
    requested: Mapping[int, str],
    genders: Sequence[str],
    together: Sequence[Sequence[int]] = (),
    seen: Sentence | None = None,
) -> list[InterventionRequest]:
    """Return a request for each combination of genders of the words that are to have each.

    Where other words are set, that in which these words stay as they are is among them: it is no
    sentence that is there yet, unless the others have their genders already.
    """
    fixed = {position: gender for position, gender in requested.items() if gender != EACH}
    first = {position: ids[0] for ids in together for position in ids}
    free = [p for p, g in requested.items() if g == EACH and first.get(p, p) == p]
    if not free:
        return [InterventionRequest(sentence, fixed)]
    if len(genders) ** len(free) > MAX_RESULTS:
        raise InputError(
            "sentence.too-many-results",
            f"sentence {sentence.sent_id or sentence.text!r}: {len(free)} words with each gender "
            f"make more than {MAX_RESULTS} results",
            hint="set the gender of some of them",
        )
    seen = seen or sentence
    requests = []
    for chosen in product(genders, repeat=len(free)):
        by_word = dict(zip(free, chosen, strict=True))
        target_genders = fixed | {
            p: by_word[first.get(p, p)] for p, g in requested.items() if g == EACH
        }
        if any(
            seen.tokens[p - 1].feats.get("Gender", "") != gender
            for p, gender in target_genders.items()
        ):
            requests.append(InterventionRequest(sentence, target_genders))
    return requests


def read_target_genders(path: str | os.PathLike[str]) -> dict[str, dict[int, str]]:
    """Return the genders asked for of a table: for each sent_id the value of each word id.

    Columns sent_id, word (an id) and gender (Fem, Masc, ..., or * for each); one row a word.

    Raises InputError, with the line, where a column or cell is absent or no number.
    """
    genders: dict[str, dict[int, str]] = {}
    for number, row in read_table(path, ("sent_id", "word", "gender")):
        word = whole_number(row["word"])
        if not (row["sent_id"] and row["gender"]) or word is None:
            raise InputError(
                "request.malformed",
                "expected a sent_id, the id of a word (1, 2, ...) and a gender",
                file=path,
                line=number,
            )
        of_sentence = genders.setdefault(row["sent_id"], {})
        if word in of_sentence:
            raise InputError(
                "request.duplicate-word",
                f"word {row['word']} of {row['sent_id']} is duplicated",
                file=path,
                line=number,
                hint="write one row for each word; * requests each gender",
            )
        of_sentence[word] = row["gender"]
    if not genders:
        raise InputError("request.empty", "the table requests nothing", file=path)
    return genders


def requests_from_table(
    sentence: Sentence,
    target_genders: Mapping[str, Mapping[int, str]],
    genders: Sequence[str],
    seen: Sentence | None = None,
) -> list[InterventionRequest]:
    """Return what a table asks of a sentence, see `read_target_genders`.

    `seen`: as `requests_for_nouns` has it.

    Raises InputError for an id that is no word of the sentence.
    """
    requested = target_genders.get(sentence.sent_id or "", {})
    for position in requested:
        if not 1 <= position <= len(sentence.tokens):
            raise InputError(
                "word.out-of-range",
                f"word {position} is requested, but sentence {sentence.sent_id} has "
                f"{len(sentence.tokens)} words",
            )
    return _requests(sentence, requested, genders, seen=seen) if requested else []


def apply(
    requests: Iterable[InterventionRequest], pipeline: InterventionPipeline
) -> Iterator[Applied]:
    """Yield each request with its result, in order, some thousand at a time."""
    for chunk in batched(requests, _CHUNK):
        yield from zip(chunk, pipeline.intervene(chunk), strict=True)


def numbered(
    results: Iterable[Applied],
) -> Iterator[tuple[int, InterventionRequest, InterventionResult]]:
    """Yield results with their number among those of their sentence, 0 for the only one."""
    for _, group in groupby(results, key=lambda pair: id(pair[0].sentence)):
        of_sentence = list(group)
        for number, (request, result) in enumerate(of_sentence, 1):
            yield (number if len(of_sentence) > 1 else 0), request, result


def changed_tree(
    request: InterventionRequest, result: InterventionResult, number: int = 0
) -> Sentence:
    """Return the tree with the new FEATS of the changed words, marked in MISC "Changed=Yes".

    Forms and everything else stay. The `sent_id` gets the ending "-cf" (and `number`, if that is
    not 0); a comment `interventions` has what was asked.
    """
    tokens = list(request.sentence.tokens)
    for change in result.changes:
        seen = result.sentence.tokens[change.position - 1]
        feats = {name: value for name, value in seen.feats.items() if name not in change.old}
        old = tokens[change.position - 1]
        tokens[change.position - 1] = old.changed(
            feats=dict(sorted({**feats, **change.new}.items(), key=_by_name)),
            misc={**old.misc, CHANGED: "Yes"},
        )
    name = (request.sentence.sent_id or "") + COUNTERFACTUAL + (str(number) if number else "")
    interventions = " ".join(
        f"{position}={gender}" for position, gender in sorted(request.target_genders.items())
    )
    comments = [line for line in request.sentence.comments if not line.startswith("sent_id =")]
    return replace(
        request.sentence,
        tokens=tuple(tokens),
        comments=(f"sent_id = {name}", f"interventions = {interventions}", *comments),
    )


def _by_name(item: tuple[str, str]) -> str:
    return item[0].lower()


def changed_words(
    request: InterventionRequest, result: InterventionResult
) -> Iterator[tuple[Token, str, str]]:
    """Yield the changed words with their old and new features, for people to read."""
    for change in result.changes:
        token = request.sentence.tokens[change.position - 1]
        yield token, _format_feats(change.old), _format_feats(change.new)


def _format_feats(feats: Mapping[str, str]) -> str:
    return "|".join(f"{name}={value}" for name, value in feats.items()) or "_"
