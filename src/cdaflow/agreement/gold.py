"""Gold for the agreement model: pairs of sentences that differ only in the gender of a person.

Zmigrod et al. 2019, section 5.1, had native speakers write the counterfactual of each sentence.
Here such pairs are found: of the embedded grammar, whose trees are right by construction, and of
test sets in which people wrote both genders, whose trees are an annotator's. The words of both
trees are matched. The noun that is intervened on is the first noun that differs; every other word
that differs is a change that the model is to find.

Which words differ is read off the forms (`Basis` "forms") where the tags are an annotator's:
what it says of the second sentence is a guess, that it is written otherwise is none. Gold trees
are compared by their tags ("tags"), so that a word of one form for both genders counts too.

The pairs of public test sets are read by `cdaflow.scoring.text_pairs`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Literal

from cdaflow.errors import InputError
from cdaflow.io.files import read_table
from cdaflow.trees import Sentence, Token, read_conllu
from cdaflow.trees.annotate import Annotator, annotate
from cdaflow.trees.store import Store

#: How a changed word is recognised.
Basis = Literal["forms", "tags"]

#: Which nouns are intervened on: the first that differs; that, or where none differs the one over
#: the first determiner or adjective that does ("la periodista", of one form for both); all.
Nouns = Literal["first", "epicene", "all"]

#: Ending of the `sent_id` of a counterfactual, which follows its sentence in a file of pairs.
COUNTERFACTUAL = "-cf"

#: Comment of a tree that says of which gender its person is.
GENDER = "gender"

#: Classes of words without gender: where one differs, it is for the sound of its neighbour
#: (Spanish "y"/"e", French "de"/"d'").
_INVARIABLE = frozenset({"ADP", "ADV", "CCONJ", "INTJ", "PART", "PUNCT", "SCONJ", "SYM"})

#: Why a pair is left out, in the order in which it is looked at.
REASONS = (
    "a side without words",
    "nothing differs",
    "words that have no counterpart",
    "no noun differs",
    "the genders are not known",
    "the genders are the same",
)


@dataclass(frozen=True)
class TreePair:
    """The trees of a sentence and of its counterfactual; `genders` of the person, "" unknown."""

    name: str
    trees: tuple[Sentence, Sentence]
    genders: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class GoldPair:
    """A tree, the noun to be changed in it, and what has to come of it.

    `matched` (words of `source`): the word of `other` that stands for each, None for none.
    `noun` is the id of the intervened noun, `gender` what it is set to, `nouns` are all that are
    intervened on. `changed` has the ids of the other words that must change. `euphonic` are ids of
    words that are written otherwise for the sound of a neighbour; these are no changes of tags.
    """

    name: str
    source: Sentence
    other: Sentence
    matched: tuple[Token | None, ...]
    noun: int
    gender: str
    changed: frozenset[int]
    euphonic: frozenset[int] = frozenset()
    nouns: frozenset[int] = frozenset()

    def counterpart(self, position: int) -> Token | None:
        """Return the word of the counterfactual that stands for a word, by its id."""
        return self.matched[position - 1]


@dataclass
class Gold:
    """The pairs of a test set by direction (the gender that nouns are set to), and the rest.

    `read`: pairs that were read; `left_out`: for each direction how many are not used, by reason.
    """

    directions: dict[str, list[GoldPair]] = field(default_factory=dict)
    read: int = 0
    left_out: dict[str, Counter[str]] = field(default_factory=dict)

    def __len__(self) -> int:
        return sum(map(len, self.directions.values()))

    def only(self, keep: Callable[[str], bool]) -> Gold:
        """Return the pairs whose name `keep` accepts; what was left out is not divided."""
        return Gold(
            {to: [p for p in pairs if keep(p.name)] for to, pairs in self.directions.items()},
            self.read,
            self.left_out,
        )


def gold(pairs: Iterable[TreePair], basis: Basis = "forms", *, nouns: Nouns = "first") -> Gold:
    """Return the gold of pairs of trees, each pair in both directions; `nouns`: see `Nouns`.

    Where a pair cannot be used it is counted in `Gold.left_out`.
    """
    result = Gold()
    for pair in pairs:
        result.read += 1
        for side in (0, 1):
            gold_of_side = gold_pair(pair, side, basis, nouns)
            if isinstance(gold_of_side, GoldPair):
                result.directions.setdefault(gold_of_side.gender, []).append(gold_of_side)
            else:
                to = pair.genders[1 - side] or "unknown"
                result.left_out.setdefault(to, Counter())[gold_of_side] += 1
    return result


def gold_pair(
    pair: TreePair, side: int, basis: Basis = "forms", nouns: Nouns = "first"
) -> GoldPair | str:
    """Return the gold of a pair with its tree number `side` given; a reason if it cannot be used.

    The reasons are those of REASONS.
    """
    source, other = pair.trees[side], pair.trees[1 - side]
    if not (source.tokens and other.tokens):
        return REASONS[0]
    if basis == "forms" and _forms(source) == _forms(other):
        return REASONS[1]
    matched = match(source, other)
    if matched is None:
        return REASONS[2]
    differs = _differs_in_form if basis == "forms" else _differs_in_tag
    different = [
        token
        for token, counterpart in zip(source.tokens, matched, strict=True)
        if counterpart is not None and differs(token, counterpart)
    ]
    euphonic = {token.id for token in different if is_euphonic(token, matched[token.id - 1])}
    candidates = [token for token in different if token.upos == "NOUN" and token.id not in euphonic]
    if not candidates and nouns == "epicene":
        candidates = [
            source.tokens[token.head - 1] for token in different if _modifies_noun(token, source)
        ]
    if not different:
        return REASONS[1]
    if not candidates:
        return REASONS[3]
    noun = candidates[0]
    counterparts = [matched[token.id - 1] for token in different]
    target_gender = _gender(pair.genders[1 - side], matched[noun.id - 1], counterparts)
    if not target_gender:
        return REASONS[4]
    if target_gender == _gender(pair.genders[side], noun, different):
        return REASONS[5]
    set_to = frozenset(token.id for token in (candidates if nouns == "all" else candidates[:1]))
    changed = frozenset(token.id for token in different) - euphonic - set_to
    return GoldPair(
        pair.name,
        source,
        other,
        matched,
        noun.id,
        target_gender,
        changed,
        frozenset(euphonic),
        set_to,
    )


def _modifies_noun(token: Token, sentence: Sentence) -> bool:
    relation = token.deprel.partition(":")[0]
    return relation in ("amod", "det") and sentence.tokens[token.head - 1].upos == "NOUN"


def _gender(stated: str, noun: Token | None, different: Sequence[Token | None]) -> str:
    """Return the gender of a side: what is known of it, else that of its noun.

    An epicene noun may have none; then it is that of the first word that differs and has one.
    """
    words = [token for token in (noun, *different) if token is not None]
    value = stated or next((t.feats["Gender"] for t in words if "Gender" in t.feats), "")
    return "" if "," in value else value


def fold(form: str) -> str:
    """Return a form without case and with a straight apostrophe."""
    return form.casefold().replace("’", "'")


def _forms(sentence: Sentence) -> list[str]:
    return [fold(token.form) for token in sentence.tokens]


def _differs_in_form(first: Token, other: Token) -> bool:
    return fold(first.form) != fold(other.form)


def _differs_in_tag(first: Token, other: Token) -> bool:
    # "Mon" before a vowel has no gender, before a consonant one; it is the same word.
    if _differs_in_form(first, other):
        return True
    return first.feats.get("Gender", "") != other.feats.get("Gender", "") and (
        "Gender" in first.feats and "Gender" in other.feats
    )


def is_euphonic(first: Token, other: Token | None) -> bool:
    """Whether two forms of a word differ only for the sound of the word beside them.

    They do if neither has a gender and it is a word of a class that has none, or if one is the
    other with its vowel elided.
    """
    if other is None or "Gender" in first.feats or "Gender" in other.feats:
        return False
    if first.upos in _INVARIABLE and other.upos in _INVARIABLE:
        return True
    short, long = sorted((fold(first.form), fold(other.form)), key=lambda form: form.endswith("'"),
                         reverse=True)  # fmt: skip
    return short.endswith("'") and not long.endswith("'") and long[:-1] == short[:-1]


def match(source: Sentence, other: Sentence) -> tuple[Token | None, ...] | None:
    """Return the word of `other` for each word of `source`; None if the words cannot be matched.

    Trees of as many words are matched word by word. Otherwise runs of equal forms are matched
    first, then what stands between two of them, if it is as many words on both sides. What is
    left over may only be words of classes without gender or punctuation ("de" that one side
    splits off): they are matched with nothing.
    """
    source_tokens, other_tokens = source.tokens, other.tokens
    if len(source_tokens) == len(other_tokens):
        return other_tokens
    matched: list[Token | None] = [None] * len(source_tokens)
    matcher = SequenceMatcher(None, _forms(source), _forms(other), autojunk=False)
    for _, start, end, start2, end2 in matcher.get_opcodes():
        if end - start == end2 - start2:
            matched[start:end] = other_tokens[start2:end2]
        elif any(
            token.upos not in _INVARIABLE
            for token in (*source_tokens[start:end], *other_tokens[start2:end2])
        ):
            return None
    return tuple(matched)


def paired(sentences: Iterable[Sentence]) -> Iterator[TreePair]:
    """Yield the pairs of a file in which some sentences are followed by their counterfactual.

    The `sent_id` of a counterfactual is that of its sentence with "-cf"; sentences without one
    are passed over. A comment "gender = Fem" says of which gender the person of a tree is.

    Raises InputError for a counterfactual without its sentence before it.
    """
    before: Sentence | None = None
    for sentence in sentences:
        name = sentence.sent_id or ""
        if not name.endswith(COUNTERFACTUAL):
            before = sentence
            continue
        base = name.removesuffix(COUNTERFACTUAL)
        if before is None or before.sent_id != base:
            raise InputError(
                "pair.counterfactual-does-not-follow",
                f"the counterfactual {name} does not follow its sentence {base}",
                hint="in a file of pairs, each counterfactual immediately follows its sentence",
            )
        genders = (before.comment(GENDER) or "", sentence.comment(GENDER) or "")
        yield TreePair(base, (before, sentence), genders)
        before = None


def named_pair(
    name: str, trees: Sequence[Sentence], texts: Mapping[str, str]
) -> tuple[Sentence, Sentence]:
    """Return the two trees of a pair with the comments by which `paired` knows them.

    `texts`: the text of each side by its gender, in the order of `trees`.
    """
    first, second = (
        Sentence(
            tree.tokens,
            tree.multiwords,
            (f"sent_id = {name}{ending}", f"text = {text}", f"{GENDER} = {gender}"),
            tree.empty_nodes,
        )
        for tree, (gender, text), ending in zip(
            trees, texts.items(), ("", COUNTERFACTUAL), strict=True
        )
    )
    return first, second


#: The columns of a table of pairs, in the notation of the feature Gender.
GENDER_COLUMNS = {"masculine": "Masc", "feminine": "Fem"}


@dataclass(frozen=True)
class TextPair:
    """A name, and a text for each gender: those of "Masc" and "Fem"."""

    name: str
    texts: Mapping[str, str]


def read_tsv_pairs(path: str | os.PathLike[str]) -> list[TextPair]:
    """Return the pairs of a table with the columns masculine and feminine (others are passed over).

    Raises InputError where a column is absent or a cell empty.
    """
    stem = Path(path).name.partition(".")[0]
    pairs = []
    for number, row in read_table(path, tuple(GENDER_COLUMNS)):
        for column in GENDER_COLUMNS:
            if not row[column].strip():
                raise InputError(
                    "cell.empty", f"the cell {column} is empty", file=path, line=number
                )
        pairs.append(
            TextPair(
                f"{stem}-{number}", {value: row[name] for name, value in GENDER_COLUMNS.items()}
            )
        )
    return pairs


def annotate_pairs(
    pairs: Sequence[TextPair], annotator: Annotator, store: Store | None = None
) -> Iterator[Sentence]:
    """Yield the trees of pairs as `gold.paired` reads them: masculine, feminine, masculine, ..."""
    texts = ((pair.name, text) for pair in pairs for text in pair.texts.values())
    trees = annotate(texts, annotator, store=store)
    for pair in pairs:
        yield from named_pair(pair.name, [next(trees) for _ in pair.texts], pair.texts)


def read_pairs(paths: Iterable[str | os.PathLike[str]]) -> list[TreePair]:
    """Return the pairs of files of trees; see `gold.paired`.

    Raises InputError, with the file, where one is faulty or has no pair.
    """
    all_pairs: list[TreePair] = []
    for path in paths:
        try:
            pairs = list(paired(read_conllu(path)))
        except InputError as error:
            if error.file is not None:
                raise
            raise error.at(path) from None
        if not pairs:
            raise InputError(
                "pair.no-counterfactual",
                "no sentence is followed by its counterfactual",
                file=path,
                hint="give a file of `cdaflow agreement pairs`; the sent_id of a counterfactual is "
                "that of its sentence with -cf",
            )
        all_pairs += pairs
    return all_pairs
