"""A sentence with its changes written out; only what they touch is written anew.

Forms come from the `Inflector`; then the language settles euphony, elision and contraction. It
does so twice, on the sentence before and after: where both give a word the same form, the word
stays as it was written, whatever the rules think of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import cdaflow.languages
from cdaflow.errors import InputError
from cdaflow.inflection.homographs import is_other_word
from cdaflow.inflection.inflector import Inflected, Inflector
from cdaflow.inflection.neighbours import context, number_around
from cdaflow.inflection.surface import UnwrittenError, settle_changes
from cdaflow.languages.closed_classes import hidden_subject
from cdaflow.syntax.inanimate import inanimate_nouns, is_inanimate
from cdaflow.trees import Sentence, Token

#: For each word id to be changed, the features that get new values ("" takes one away).
Changes = Mapping[int, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Realised:
    """A sentence after its changes.

    `words`: what was made of each changed word, by id, before euphony; `doubts`: why a word could
    not be changed, by id: it then stands in `sentence` as it was. `sentence.text` is the text.
    """

    sentence: Sentence
    words: Mapping[int, Inflected]
    doubts: Mapping[int, str]


def realise(sentence: Sentence, changes: Changes, inflector: Inflector) -> Realised:
    """Return the sentence with new forms, lemmata and FEATS of the changed words.

    Their neighbours follow as far as their forms depend on them (le avocat: l'avocat), and the
    multiword tokens; everything else stays, to the letter. A determiner that shows a gender which
    its features lack goes with its noun. The comment `text` is that of the
    new sentence. Raises InputError for an id that is no word of the sentence.
    """
    return realise_all([(sentence, changes)], inflector)[0]


def realise_all(asked: Sequence[tuple[Sentence, Changes]], inflector: Inflector) -> list[Realised]:
    """Return what `realise` does for many sentences; the model is run once over all."""
    # Only the changes that were asked for show among FEATS.
    complete = [
        (sentence, {**changes, **_determiners(sentence, changes, inflector)})
        for sentence, changes in asked
    ]
    words = [
        _wanted(sentence, position, wanted, inflector)
        for sentence, changes in complete
        for position, wanted in changes.items()
    ]
    made = iter(inflector.inflect_all(words))
    return [
        _written(sentence, changes, {position: next(made) for position in more}, inflector)
        for (sentence, changes), (_, more) in zip(asked, complete, strict=True)
    ]


def _wanted(
    sentence: Sentence, position: int, wanted: Mapping[str, str], inflector: Inflector
) -> tuple[Token, Mapping[str, str]]:
    """Return a word and the features that it is to have, and what is around it among them."""
    if not 1 <= position <= len(sentence.tokens):
        raise InputError(
            f"sentence {sentence.sent_id or sentence.text!r} has {len(sentence.tokens)} words, "
            f"word {position} is to be changed"
        )
    token = _with_number(sentence, sentence.tokens[position - 1], inflector)
    feats = _feats(token, wanted)
    if "Gender" in feats and "Number" not in feats:
        number = number_around(sentence, token)
        if number is not None:
            feats["Number"] = number
    around = context(sentence, token) if inflector.context else {}
    if around:
        return token.changed(feats={**token.feats, **around}), {**feats, **around}
    return token, feats


def _with_number(sentence: Sentence, token: Token, inflector: Inflector) -> Token:
    """Return a noun that does not show its number ("fils") with that of its determiner's form.

    The features may be a wrong guess of the annotator.
    """
    if token.upos != "NOUN" or not inflector.has_numbers(token):
        return token
    for child in sentence.children(token.id):
        number = inflector.number_shown(child) if child.upos == "DET" else ""
        if number and number != token.feats.get("Number"):
            return token.changed(feats={**token.feats, "Number": number})
    return token


def _feats(token: Token, wanted: Mapping[str, str]) -> dict[str, str]:
    feats = {name: value for name, value in token.feats.items() if name not in wanted}
    feats.update((name, value) for name, value in wanted.items() if value)
    return feats


def _written(
    sentence: Sentence,
    changes: Changes,
    results: Mapping[int, Inflected | None],
    inflector: Inflector,
) -> Realised:
    """Return the sentence with what was made of its words."""
    language = cdaflow.languages.get(inflector.language)
    words = {position: word for position, word in results.items() if word is not None}
    doubts = {
        position: _why(sentence.tokens[position - 1], changes.get(position, {}))
        for position, word in results.items()
        if word is None
    }
    for token in (sentence.tokens[position - 1] for position in tuple(words)):
        if is_inanimate(sentence, token, inanimate_nouns(language.code)):
            del words[token.id]
            doubts[token.id] = f"{token.form} ({token.lemma}) is likely to be a thing here"
        elif is_other_word(sentence, token, inflector.lexicon):
            del words[token.id]
            doubts[token.id] = f"{token.form} ({token.lemma}) is likely to be no person here"
    if words:
        doubts = _wrongly_split(sentence, words, inflector) | doubts
        doubts = _hidden_subjects(sentence, words, language.code) | doubts
    while words:
        tokens = list(sentence.tokens)
        for position, word in words.items():
            token = tokens[position - 1].changed(form=word.form, lemma=word.lemma)
            if position in changes:
                feats = _feats(token, changes[position])
                token = token.changed(feats=dict(sorted(feats.items(), key=_name)))
            tokens[position - 1] = token
        try:
            return Realised(settle_changes(sentence, tokens, language), words, doubts)
        except UnwrittenError as error:
            # Without these words; without any, if it is not for them.
            for position in set(error.ids) & set(words) or set(words):
                del words[position]
                doubts[position] = "its multiword token is not made of its words' forms"
    return Realised(sentence, words, doubts)


def _wrongly_split(
    sentence: Sentence, changed: Collection[int], inflector: Inflector
) -> dict[int, str]:
    """Return the doubts about words with a gender, and about changed ones, that the tree has as
    several words: "Lei".

    What hangs on them is not known, nor which words they are themselves.
    """
    may_split = cdaflow.languages.get(inflector.language).may_split
    found = {}
    for span in sentence.multiwords:
        parts = [token.form for token in sentence.tokens[span.start - 1 : span.end]]
        touched = any(span.start <= place <= span.end for place in changed)
        if may_split(span.form, parts):
            continue
        if touched or inflector.may_have_gender(span.form):
            found[span.start] = f"{span.form} is not {' + '.join(parts)}: the tree is wrong"
    return found


def _determiners(sentence: Sentence, changes: Changes, inflector: Inflector) -> Changes:
    """Return the changes of determiners that show a gender but have none among their features.

    French treebanks leave it out at the beginning of a sentence ("Sa directrice"), and so do the
    taggers that learn from them.
    """
    found: dict[int, Mapping[str, str]] = {}
    for token in sentence.tokens:
        if token.upos == "DET" and token.head in changes and token.id not in changes:
            gender = changes[token.head].get("Gender")
            if gender and "Gender" not in token.feats and inflector.shows_gender(token):
                found[token.id] = {"Gender": gender}
    return found


def _hidden_subjects(sentence: Sentence, changed: Collection[int], language: str) -> dict[int, str]:
    """Return why verbs that have swallowed their subject are doubtful: "ma fille peut-elle"."""
    names = [sentence.tokens[place - 1].feats for place in changed]
    hidden = [(token, hidden_subject(token, language)) for token in sentence.tokens]
    return {
        token.id: f"the subject in {token.form} is no word of its own"
        for token, feats in hidden
        if feats
        and any(all(name.get(key) == value for key, value in feats.items()) for name in names)
    }


def _name(item: tuple[str, str]) -> str:
    return item[0].lower()


def _why(token: Token, feats: Mapping[str, str]) -> str:
    wanted = "|".join(f"{name}={value or '_'}" for name, value in feats.items()) or "its noun"
    return f"no form of {token.form} ({token.lemma}, {token.upos}) is known for {wanted}"
