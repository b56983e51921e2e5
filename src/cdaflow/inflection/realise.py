"""A sentence with its changes written out; only what they touch is rewritten.

Forms come from the `Inflector`; then the language applies euphony, elision and contraction. It
does so twice, on the sentence before and after: where both give a word the same form, the word
stays as it was written, whatever the rules think of it.

`realise_all` takes changes, `realise_marked` trees whose changed words are marked, `inflect_table`
words without a sentence.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import cdaflow.languages
from cdaflow.errors import InputError
from cdaflow.inflection.context import context, is_other_word, number_around
from cdaflow.inflection.inflector import Inflected, Inflector
from cdaflow.inflection.sentence_check import SentenceCheck
from cdaflow.inflection.surface import UnwrittenError, write_changes
from cdaflow.io.files import batched, read_table
from cdaflow.languages.closed_classes import hidden_subject
from cdaflow.syntax.names import inanimate_nouns, is_inanimate
from cdaflow.trees import Sentence, Token
from cdaflow.trees.sentence import UPOS, Fields, feature_fault

#: For each word id to be changed, the features that get new values ("" takes one away).
Changes = Mapping[int, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Realised:
    """A sentence after its changes.

    `words`: what was made of each changed word, by id, before euphony; `doubts`: why a word could
    not be changed, by id: it then stands in `sentence` as it was; `faults`: why the sentence cannot
    be right as it is written, by id (`SentenceCheck`), where that is asked for and nothing is in
    doubt. `sentence.text` is the text. `rejection`: why the sentence is not to be used, as a cause
    ("inflection" for doubts, "disagreement" for faults) and the words that it is for; None where
    it may be used.
    """

    sentence: Sentence
    words: Mapping[int, Inflected]
    doubts: Mapping[int, str]
    faults: Mapping[int, str] = field(default_factory=dict)
    rejection: tuple[str, str] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        found = self.doubts or self.faults
        if found:
            cause = "inflection" if self.doubts else "disagreement"
            why = "; ".join(found[position] for position in sorted(found))
            object.__setattr__(self, "rejection", (cause, why))


def realise(sentence: Sentence, changes: Changes, inflector: Inflector) -> Realised:
    """Return the sentence with new forms, lemmata and FEATS of the changed words.

    Their neighbours follow as far as their forms depend on them (le avocat: l'avocat), and the
    multiword tokens; everything else stays, to the letter. A determiner that shows a gender which
    its features lack goes with its noun. The comment `text` is that of the
    new sentence. Raises InputError for an id that is no word of the sentence.
    """
    return realise_all([(sentence, changes)], inflector)[0]


def realise_all(
    asked: Sequence[tuple[Sentence, Changes]],
    inflector: Inflector,
    *,
    check: SentenceCheck | None = None,
) -> list[Realised]:
    """Return what `realise` does for many sentences; the model is run once over all.

    `check`: looks for the faults of the finished sentences.
    """
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
        _written(sentence, changes, {position: next(made) for position in more}, inflector, check)
        for (sentence, changes), (_, more) in zip(asked, complete, strict=True)
    ]


def _wanted(
    sentence: Sentence, position: int, wanted: Mapping[str, str], inflector: Inflector
) -> tuple[Token, Mapping[str, str]]:
    """Return a word and the features that it is to have, and what is around it among them."""
    if not 1 <= position <= len(sentence.tokens):
        raise InputError(
            "sentence.word-out-of-range",
            f"sentence {sentence.sent_id or sentence.text!r} has {len(sentence.tokens)} words, "
            f"word {position} is to be changed",
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
    if token.upos not in ("ADJ", "NOUN", "VERB") or not inflector.has_numbers(token):
        return token
    if token.upos != "NOUN":
        # "J'ai été surpris": one, whatever the tree has; "vous êtes surpris" may be one, too.
        verbs = [child for child in sentence.children(token.id) if child.upos == "AUX"]
        one = any(verb.feats.get("Number") == "Sing" and "Person" in verb.feats for verb in verbs)
        if token.deprel == "amod":  # "Un étudiant paresseux"
            feats = {name: value for name, value in token.feats.items() if name != "Number"}
            one = number_around(sentence, token.changed(feats=feats)) == "Sing"
        return token.changed(feats={**token.feats, "Number": "Sing"}) if one else token
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
    check: SentenceCheck | None,
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
            finished = write_changes(sentence, tokens, language)
        except UnwrittenError as error:
            # Without these words; without any, if it is not for them.
            for position in set(error.ids) & set(words) or set(words):
                del words[position]
                doubts[position] = "its multiword token is not made of its words' forms"
        else:
            faults: Mapping[int, str] = {}
            if check is not None and not doubts:
                faults = check.faults(sentence, tokens, words)
            return Realised(finished, words, doubts, faults)
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
        touched = any(span.start <= position <= span.end for position in changed)
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
    names = [sentence.tokens[position - 1].feats for position in changed]
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


#: MISC of a word that has its new FEATS, but its old form still.
MARK = "Changed"

#: Sentences for which the model is run at once.
_BATCH = 1000


def realise_marked(
    sentences: Iterable[Sentence],
    inflector: Inflector,
    features: Collection[str] = ("Gender",),
) -> Iterator[Realised]:
    """Yield each sentence with its marked words in the forms of their FEATS.

    `features`: those that were changed, of which the forms still have other values. The mark
    goes; in its place MISC says `FormSource` (see `Inflected`) and, for a model's form, `LogP`; a
    word without a form keeps its own and has `Doubtful=Yes`.
    """
    for batch in batched(sentences, _BATCH):
        for realised in realise_all([_marked_changes(each, features) for each in batch], inflector):
            yield Realised(_with_sources(realised), realised.words, realised.doubts)


def _marked_changes(sentence: Sentence, features: Collection[str]) -> tuple[Sentence, Changes]:
    """Return the sentence before its changes, as far as is known, and the changes."""
    tokens = list(sentence.tokens)
    changes: dict[int, Mapping[str, str]] = {}
    for token in sentence.tokens:
        if token.misc.get(MARK) == "Yes":
            changes[token.id] = {name: token.feats.get(name, "") for name in features}
            feats = {name: value for name, value in token.feats.items() if name not in features}
            misc = {name: value for name, value in token.misc.items() if name != MARK}
            tokens[token.id - 1] = token.changed(feats=feats, misc=misc)
    if not changes:
        return sentence, changes
    return _with_tokens(sentence, tokens), changes


def _with_sources(realised: Realised) -> Sentence:
    tokens = list(realised.sentence.tokens)
    for position, word in realised.words.items():
        said: dict[str, str] = {"FormSource": word.source}
        if word.source == "model":
            said["LogP"] = f"{word.score:.4f}"
        tokens[position - 1] = _with_misc(tokens[position - 1], said)
    for position in realised.doubts:
        tokens[position - 1] = _with_misc(tokens[position - 1], {"Doubtful": "Yes"})
    return _with_tokens(realised.sentence, tokens)


def _with_misc(token: Token, said: Mapping[str, str]) -> Token:
    return token.changed(misc={**token.misc, **said})


def _with_tokens(sentence: Sentence, tokens: list[Token]) -> Sentence:
    return Sentence(tuple(tokens), sentence.multiwords, sentence.comments, sentence.empty_nodes)


#: What stands in the result.
COLUMNS = ("form", "lemma", "upos", "feats", "wanted", "result", "source", "log_p")


def inflect_table(path: str | os.PathLike[str], inflector: Inflector) -> Iterator[tuple[str, ...]]:
    """Yield a row of COLUMNS for each row of a table with a header.

    Columns of the table: form, upos and wanted (FEATS of which the form is wanted); lemma (empty:
    the form) and feats (FEATS of the form as it stands) may lack. Features that `wanted` does not
    name stay. A doubtful word has an empty result and the source "doubtful"; log_p is the natural
    logarithm of a form's probability.

    Raises InputError for a row without form, an unknown part of speech and FEATS that are none.
    """
    rows = []
    for number, row in read_table(path, ("form", "upos", "wanted")):
        form, upos = row["form"].strip(), row["upos"].strip()
        if not form or upos not in UPOS:
            raise InputError(
                "row.no-form-or-part-of-speech",
                f"a form and a universal part of speech are expected, found {form!r}, {upos!r}",
                file=path,
                line=number,
            )
        feats = _features(row.get("feats", ""), path, number)
        wanted = _features(row["wanted"], path, number)
        token = Token(1, form, row.get("lemma", "").strip() or form, upos, feats)
        rows.append((token, {**feats, **wanted}, row))
    results = inflector.inflect_all([(token, feats) for token, feats, _ in rows])
    for (token, _, row), result in zip(rows, results, strict=True):
        given = (
            token.form, row.get("lemma", ""), token.upos, row.get("feats", ""), row["wanted"],
        )  # fmt: skip
        if result is None:
            yield (*given, "", "doubtful", "")
        else:
            yield (*given, result.form, result.source, f"{result.score:.4f}")


def _features(text: str, path: str | os.PathLike[str], number: int) -> Mapping[str, str]:
    raw = text.strip() or "_"
    if problem := feature_fault(raw):
        raise InputError(
            "feature.malformed",
            problem,
            file=path,
            line=number,
            hint="such as Gender=Fem|Number=Sing",
        )
    return dict(Fields(raw))
