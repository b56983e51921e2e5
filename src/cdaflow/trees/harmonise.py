"""Trees of a second treebank, in the usage of the first.

Treebanks of one language differ in conventions (whether the lemma of a name has a capital,
which features a pronoun gets, whether the "que" of a relative clause is its subject or its
mark): a model that is trained on both learns neither. Here the first one given decides, for the
words that it knows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cdaflow.trees.sentence import Sentence, Token

#: Features that tell readings of one form apart; where these differ, it is another reading and
#: not another convention.
_MEANING = ("Gender", "Number", "Person", "Tense", "Mood", "VerbForm", "Degree", "Polarity")

#: A convention on the case of lemmas holds where at least this part of so many words follow it.
_PART, _WORDS = 0.9, 20

#: A use of a word (tag and relation) is a convention of one treebank alone where the word occurs
#: so often in both, at least this part of it so, and in the first treebank less than a quarter
#: of that part.
_OCCURRENCES, _SHARE, _RATIO = 50, 0.05, 0.25

#: Relations that say what the rest of the tree looks like: they cannot be exchanged.
_STRUCTURE = frozenset(("root", "conj", "fixed", "flat", "compound", "goeswith", "list", "orphan"))

Key = tuple[str, str]
Use = tuple[str, str]
Feats = tuple[tuple[str, str], ...]


def harmonise(first: Sequence[Sentence], other: Iterable[Sentence]) -> Iterator[Sentence]:
    """Yield the trees of `other` with the tags, relations, lemmas and features of `first`.

    A frequent word without dependents that `other` uses as `first` hardly ever does (tag and
    relation) takes its most frequent use there. Then a word (form in small letters, UPOS) whose
    lemma or features are unknown with it in `first` takes the most frequent ones that it has
    there, features only if they do not contradict those in `other` in gender, number, person and
    the like. Other words get lemmas in small letters if capitalised words of their tag have such
    in `first`. Heads stay.
    """
    other = list(other)
    usage = _Usage(first)
    uses = _other_uses(usage, _Usage(other))
    small = _small_lemmas(first)
    for tree in other:
        tokens = tree.tokens
        if any((t.form.lower(), t.upos, _plain(t.deprel)) in uses for t in tokens):
            heads = {token.head for token in tokens}
            tokens = tuple(t if t.id in heads else _use(t, uses) for t in tokens)
        tokens = tuple(usage.apply(token, small=token.upos in small) for token in tokens)
        yield Sentence(tokens, tree.multiwords, tree.comments, tree.empty_nodes)


class _Usage:
    """The uses, lemmas and features that each word has in a treebank, with their counts."""

    def __init__(self, trees: Iterable[Sentence]) -> None:
        self.uses: dict[str, Counter[Use]] = defaultdict(Counter)
        self.relations: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
        self.lemmas: dict[Key, Counter[str]] = defaultdict(Counter)
        self.feats: dict[Key, Counter[Feats]] = defaultdict(Counter)
        for tree in trees:
            for token in tree.tokens:
                form, relation = token.form.lower(), _plain(token.deprel)
                self.uses[form][token.upos, relation] += 1
                self.relations[form, token.upos, relation][token.deprel] += 1
                self.lemmas[form, token.upos][token.lemma] += 1
                self.feats[form, token.upos][_frozen(token.feats)] += 1

    def apply(self, token: Token, *, small: bool) -> Token:
        """Return the token in this usage; `small`: write an unknown word's lemma small."""
        key = (token.form.lower(), token.upos)
        lemma = token.lemma.lower() if small else token.lemma
        if key not in self.lemmas:
            return token if lemma == token.lemma else token.changed(lemma=lemma)
        if lemma not in self.lemmas[key]:
            lemma = self.lemmas[key].most_common(1)[0][0]
        feats: Mapping[str, str] = token.feats
        if _frozen(feats) not in self.feats[key]:
            readings = (dict(reading) for reading, _ in self.feats[key].most_common())
            feats = next((r for r in readings if not _contradict(r, feats)), feats)
        return token.changed(lemma=lemma, feats=feats)


def _other_uses(first: _Usage, other: _Usage) -> dict[tuple[str, str, str], Use]:
    """Return the uses of words (form, tag, relation) in `other` alone, with those to take."""
    found: dict[tuple[str, str, str], Use] = {}
    for form, uses in other.uses.items():
        known = first.uses.get(form, Counter())
        here, there = uses.total(), known.total()
        if min(here, there) < _OCCURRENCES:
            continue
        upos, relation = known.most_common(1)[0][0]
        if relation in _STRUCTURE:
            continue
        usual = first.relations[form, upos, relation].most_common(1)[0][0]
        for use, count in uses.items():
            rare = known[use] / there < _RATIO * count / here
            if count >= _SHARE * here and rare and use[1] not in _STRUCTURE:
                found[form, *use] = (upos, usual)
    return found


def _use(token: Token, uses: Mapping[tuple[str, str, str], Use]) -> Token:
    use = uses.get((token.form.lower(), token.upos, _plain(token.deprel)))
    return token if use is None else token.changed(upos=use[0], deprel=use[1])


def _plain(deprel: str) -> str:
    """Return a relation without its subtype."""
    return deprel.partition(":")[0]


def _frozen(feats: Mapping[str, str]) -> Feats:
    return tuple(sorted(feats.items()))


def _contradict(one: Mapping[str, str], two: Mapping[str, str]) -> bool:
    return any(one[name] != two[name] for name in _MEANING if name in one and name in two)


def _small_lemmas(trees: Iterable[Sentence]) -> set[str]:
    """Return the tags whose capitalised words have lemmas in small letters."""
    total: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for tree in trees:
        for token in tree.tokens:
            if token.form[:1].isupper():
                total[token.upos] += 1
                small[token.upos] += token.lemma.islower()
    return {upos for upos, n in total.items() if n >= _WORDS and small[upos] >= _PART * n}
