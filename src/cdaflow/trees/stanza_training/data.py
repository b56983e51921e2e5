"""Treebanks to train on, and what Stanza's training programs read, made of them.

Treebanks are checked and brought into one usage, and some trees are held out where need be: those
of one language differ in conventions (whether the lemma of a name has a capital, which features a
pronoun gets, whether the "que" of a relative clause is its subject or its mark), and a model that
is trained on both learns neither. Here the first one given decides, for the words that it knows.

Stanza's own preparation looks treebanks up by name in a fixed tree of folders; this one takes
any CoNLL-U files. Text and labels of the tokeniser are as in stanza.utils.datasets.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_text, write_lines
from cdaflow.trees.conllu import read_conllu, write_conllu
from cdaflow.trees.sentence import MultiwordToken, Sentence, Token

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


@dataclass(frozen=True)
class Corpus:
    """The trees to train on, and those by which the best state of a model is chosen."""

    train: tuple[Sentence, ...]
    dev: tuple[Sentence, ...]

    @property
    def has_multiwords(self) -> bool:
        """Whether the language has multiword tokens, as far as the training trees tell."""
        return any(sentence.multiwords for sentence in self.train)


def read_corpus(
    train: Sequence[Path], dev: Path | None, *, held_out: int, unify: bool = True
) -> Corpus:
    """Return the trees of the training files, and of `dev`, at most `held_out` evenly spread.

    Without `dev` these are held out from the first training file (one in twenty of it at most).
    `unify`: see `harmonise`; the first file is the one whose usage stands.

    Raises InputError where a file has no trees, or a word no tag.
    """
    files = [_read(path) for path in train]
    if dev is None:
        chosen = dict.fromkeys(_spread(len(files[0]), min(held_out, len(files[0]) // 20)))
        if not chosen:
            raise InputError(
                "treebank.too-small-to-split",
                f"{len(files[0])} trees are too few to hold some out for validation",
                file=train[0],
                hint="give more trees, or a validation treebank with --dev",
            )
        held = tuple(files[0][i] for i in chosen)
        files[0] = [tree for i, tree in enumerate(files[0]) if i not in chosen]
    else:
        trees = _read(dev)
        held = tuple(trees[i] for i in _spread(len(trees), min(held_out, len(trees))))
    if unify:
        files[1:] = [list(harmonise(files[0], other)) for other in files[1:]]
    return Corpus(tuple(sentence for trees in files for sentence in trees), held)


def _read(path: Path) -> list[Sentence]:
    trees = [tree for tree in read_conllu(path) if tree.tokens]
    if not trees:
        raise InputError("treebank.empty", "the treebank has no trees", file=path)
    for number, tree in enumerate(trees, 1):
        name = tree.sent_id or f"number {number}"
        for token in tree.tokens:
            if token.upos in ("_", ""):
                raise InputError(
                    "treebank.no-upos",
                    f"word {token.id} of the sentence {name} has no UPOS tag",
                    file=path,
                    hint="training needs complete trees: remove such sentences",
                )
    return trees


def _spread(total: int, number: int) -> list[int]:
    """Return `number` integers below `total`, evenly spaced."""
    return [int((i + 0.5) * total / number) for i in range(number)]


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
    replacements: dict[tuple[str, str, str], Use] = {}
    for form, uses in other.uses.items():
        first_uses = first.uses.get(form, Counter())
        here, there = uses.total(), first_uses.total()
        if min(here, there) < _OCCURRENCES:
            continue
        upos, relation = first_uses.most_common(1)[0][0]
        if relation in _STRUCTURE:
            continue
        usual = first.relations[form, upos, relation].most_common(1)[0][0]
        for use, count in uses.items():
            rare = first_uses[use] / there < _RATIO * count / here
            if count >= _SHARE * here and rare and use[1] not in _STRUCTURE:
                replacements[form, *use] = (upos, usual)
    return replacements


def _use(token: Token, uses: Mapping[tuple[str, str, str], Use]) -> Token:
    use = uses.get((token.form.lower(), token.upos, _plain(token.deprel)))
    return token if use is None else token.changed(upos=use[0], deprel=use[1])


def _plain(deprel: str) -> str:
    """Return a relation without its subtype."""
    return deprel.partition(":")[0]


def _frozen(feats: Mapping[str, str]) -> Feats:
    return tuple(sorted(feats.items()))


def _contradict(first: Mapping[str, str], second: Mapping[str, str]) -> bool:
    return any(first[name] != second[name] for name in _MEANING if name in first and name in second)


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


#: Stanza takes these for blanks when it reads text (and so must the labels).
_BLANK = re.compile(r"[\s\u0080-\u009f]")

#: Sentences of one treebank that follow each other are joined into paragraphs of so many: what
#: is tokenised later may hold several sentences, or one.
_PARAGRAPH = 3

#: No lemma is learnt from longer words, which are addresses: a batch is as wide as its longest.
_LONGEST = 30


def write_tokenizer(folder: Path, corpus: Corpus) -> None:
    """Write text, character labels and multiword tokens: {train,dev}.{txt,labels,mwt.json}.

    Labels: 1 the last character of a word, 3 that of a multiword token, each plus 1 at the end
    of a sentence; 0 all else. The validation text has one sentence a paragraph, since that is
    how texts are annotated.
    """
    for name, trees, size in (("train", corpus.train, _PARAGRAPH), ("dev", corpus.dev, 1)):
        paragraphs = [_paragraph(trees[i : i + size]) for i in range(0, len(trees), size)]
        for kind, part in (("txt", 0), ("labels", 1)):
            write_lines(
                folder / f"{name}.{kind}", (line for p in paragraphs for line in (p[part], ""))
            )
        with atomic_text(folder / f"{name}.mwt.json") as handle:
            json.dump(expansions(trees), handle, ensure_ascii=False, indent=1)


def _paragraph(sentences: Iterable[Sentence]) -> tuple[str, str]:
    """Return sentences as one text, with a label for each of its characters."""
    texts, labels = [], []
    for sentence in sentences:
        text = label = ""
        for word in sentence.surface():
            text += word.form
            label += "0" * (len(word.form) - 1)
            label += "3" if isinstance(word, MultiwordToken) else "1"
            if word.space_after:
                text += " "
                label += "0"
        text = text.rstrip(" ")
        label = label[: len(text)]
        texts.append(_BLANK.sub(" ", text))
        labels.append(label[:-1] + str(int(label[-1]) + 1))
    return " ".join(texts), "0".join(labels)


def expansions(trees: Iterable[Sentence]) -> list[tuple[tuple[str, list[str]], int]]:
    """Return each multiword token with its words (in small letters) and how often it occurs."""
    counts: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for tree in trees:
        for multiword in tree.multiwords:
            words = tree.tokens[multiword.start - 1 : multiword.end]
            counts[multiword.form, tuple(word.form.lower() for word in words)] += 1
    return [((form, list(words)), count) for (form, words), count in counts.items()]


def write_trees(folder: Path, corpus: Corpus, *, max_words: int) -> None:
    """Write {train,dev}.conllu for tagger and parser, and {train,dev}.mwt.conllu for expansion.

    Without XPOS, enhanced dependencies and empty nodes; the sentences for training have at
    most `max_words` words. The validation trees for the expansion are the training ones where
    no multiword token is among the others.
    """
    short = [tree for tree in corpus.train if len(tree.tokens) <= max_words]
    if not short:
        raise InputError(
            "treebank.all-sentences-too-long", f"no training tree has {max_words} words or fewer"
        )
    write_conllu(folder / "train.conllu", map(_bare, short))
    write_conllu(folder / "dev.conllu", map(_bare, corpus.dev))
    if corpus.has_multiwords:
        write_conllu(folder / "train.mwt.conllu", map(_bare, corpus.train))
        with_some = any(tree.multiwords for tree in corpus.dev)
        dev = corpus.dev if with_some else [t for t in corpus.train if t.multiwords][:200]
        write_conllu(folder / "dev.mwt.conllu", map(_bare, dev))


def _bare(tree: Sentence) -> Sentence:
    tokens = tuple(
        token.changed(xpos="_", deps="_", misc={} if token.space_after else {"SpaceAfter": "No"})
        for token in tree.tokens
    )
    multiwords = tuple(
        MultiwordToken(m.start, m.end, m.form, {} if m.space_after else {"SpaceAfter": "No"})
        for m in tree.multiwords
    )
    return Sentence(tokens, multiwords)


def write_lemmas(folder: Path, corpus: Corpus) -> None:
    """Write each word form with its tag and lemma once, as a sentence of its own: lemma.conllu.

    Stanza looks known words up and asks its network for the others alone: so the network learns
    as much from one example of a word as from a thousand, and rare words, from which unknown
    ones are told, weigh more. The most frequent come first, which makes Stanza's table the same
    as one of all words. lemma.more.conllu has what only the table needs: very long words, and
    the others as they are written at the start of a sentence.
    """
    counts: Counter[tuple[str, str, str]] = Counter()
    for tree in corpus.train:
        for token in tree.tokens:
            if token.lemma != "_" or token.form == "_":
                counts[token.form, token.upos, token.lemma] += 1
    if not counts:
        raise InputError("treebank.no-lemmas", "the training trees have no lemmas")
    forms = {(form, upos) for form, upos, _ in counts}
    words = [row for row, _ in counts.most_common()]
    rows = [row for row in words if len(row[0]) <= _LONGEST]
    more = [row for row in words if len(row[0]) > _LONGEST]
    more += [row for row in dict.fromkeys(_capitals(rows)) if row[:2] not in forms]
    for name, some in (("lemma.conllu", rows), ("lemma.more.conllu", more)):
        write_lines(folder / name, (line for row in some for line in (_lone_word(*row), "")))


def _capitals(rows: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield words in small letters as they are at the start of a sentence."""
    for form, upos, lemma in rows:
        if form.islower() and len(form) > 1 and form[0].isalpha() and upos != "PROPN":
            yield form[0].upper() + form[1:], upos, lemma


def _lone_word(form: str, upos: str, lemma: str) -> str:
    return f"1\t{form}\t{lemma}\t{upos}\t_\t_\t0\troot\t_\t_"
