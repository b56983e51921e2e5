"""What Stanza's training programs read, made of treebanks.

Stanza's own preparation looks treebanks up by name in a fixed tree of folders; this one takes
any CoNLL-U files. Text and labels of the tokeniser are as in stanza.utils.datasets.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from cdaflow.errors import InputError
from cdaflow.io.files import atomic_text, write_lines
from cdaflow.trees.conllu import write_conllu
from cdaflow.trees.sentence import MultiwordToken, Sentence
from cdaflow.trees.treebanks import Corpus

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
        for piece in sentence.surface():
            text += piece.form
            label += "0" * (len(piece.form) - 1)
            label += "3" if isinstance(piece, MultiwordToken) else "1"
            if piece.space_after:
                text += " "
                label += "0"
        text = text.rstrip(" ")
        label = label[: len(text)]
        texts.append(_BLANK.sub(" ", text))
        labels.append(label[:-1] + str(int(label[-1]) + 1))
    return " ".join(texts), "0".join(labels)


def expansions(trees: Iterable[Sentence]) -> list[tuple[tuple[str, list[str]], int]]:
    """Return each multiword token with its words (in small letters) and how often it occurs."""
    found: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for tree in trees:
        for multiword in tree.multiwords:
            words = tree.tokens[multiword.start - 1 : multiword.end]
            found[multiword.form, tuple(word.form.lower() for word in words)] += 1
    return [((form, list(words)), count) for (form, words), count in found.items()]


def write_trees(folder: Path, corpus: Corpus, *, max_words: int) -> None:
    """Write {train,dev}.conllu for tagger and parser, and {train,dev}.mwt.conllu for expansion.

    Without XPOS, enhanced dependencies and empty nodes; the sentences for training have at
    most `max_words` words. The validation trees for the expansion are the training ones where
    no multiword token is among the others.
    """
    short = [tree for tree in corpus.train if len(tree.tokens) <= max_words]
    if not short:
        raise InputError(f"no training tree has {max_words} words or fewer")
    write_conllu(folder / "train.conllu", map(_plain, short))
    write_conllu(folder / "dev.conllu", map(_plain, corpus.dev))
    if corpus.has_multiwords:
        write_conllu(folder / "train.mwt.conllu", map(_plain, corpus.train))
        with_some = any(tree.multiwords for tree in corpus.dev)
        dev = corpus.dev if with_some else [t for t in corpus.train if t.multiwords][:200]
        write_conllu(folder / "dev.mwt.conllu", map(_plain, dev))


def _plain(tree: Sentence) -> Sentence:
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
        raise InputError("the training trees have no lemmas")
    known = {(form, upos) for form, upos, _ in counts}
    words = [row for row, _ in counts.most_common()]
    rows = [row for row in words if len(row[0]) <= _LONGEST]
    more = [row for row in words if len(row[0]) > _LONGEST]
    more += [row for row in dict.fromkeys(_capitals(rows)) if row[:2] not in known]
    for name, some in (("lemma.conllu", rows), ("lemma.more.conllu", more)):
        write_lines(folder / name, (line for row in some for line in (_lone_word(*row), "")))


def _capitals(rows: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield words in small letters as they are at the start of a sentence."""
    for form, upos, lemma in rows:
        if form.islower() and len(form) > 1 and form[0].isalpha() and upos != "PROPN":
            yield form[0].upper() + form[1:], upos, lemma


def _lone_word(form: str, upos: str, lemma: str) -> str:
    return f"1\t{form}\t{lemma}\t{upos}\t_\t_\t0\troot\t_\t_"
