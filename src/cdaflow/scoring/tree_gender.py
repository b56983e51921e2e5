"""The gender of a person by a parse of the translation, where the rules leave it open.

A tree annotator sees what word order alone does not tell: which participle or adjective, far
from the noun, agrees with it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from cdaflow.errors import InputError
from cdaflow.languages import Language
from cdaflow.progress import say
from cdaflow.scoring.evidence import GENDERS, EntityGender, Evidence, Gender, Reason
from cdaflow.scoring.translations import SOURCE_TOLERANCE
from cdaflow.trees import Sentence, Token, read_conllu

#: What the rules have not found: neither the form of the noun nor its determiner shows it.
_OPEN = (Reason.AMBIGUOUS_NOUN, Reason.UNKNOWN_NOUN)

#: Words below the noun that agree with it, and relations of the noun to a head that does.
_MODIFIERS = ("det", "amod", "acl")
_SUBJECTS = ("nsubj", "nsubj:pass")

#: Auxiliaries after which the participle does not agree with the subject (Romance languages).
_HAVE = ("avoir", "haber", "avere", "ter", "haver")


@dataclass(frozen=True)
class Tree:
    """A parse, and for each word of `Language.words` the tokens (ids) of which it is written."""

    sentence: Sentence
    tokens: Sequence[Sequence[int]]


def read_trees(
    path: str | os.PathLike[str], translations: Sequence[str], language: Language
) -> list[Tree | None]:
    """Return the tree of each translation; None where it is that of another sentence.

    The file has one tree for each translation, in their order (CoNLL-U, also packed).

    Raises InputError where the number of trees is another, or where more than 1 % of them are of
    other sentences.
    """
    trees: list[Tree | None] = []
    differing = []
    for number, (text, sentence) in enumerate(zip_longest(translations, read_conllu(path)), 1):
        if text is None or sentence is None:
            count = f"{number - 1} trees" if sentence is None else "more trees"
            raise InputError(
                "tree.count",
                f"{count}, but there are {len(translations)} translations",
                file=path,
                hint="give one tree for each line of the translation, in the same order; for an "
                "empty line a comment alone (# text =)",
            )
        tokens = list(_tokens(language.words(text), sentence))
        same = _squeezed(text) == "".join(_squeezed(piece.form) for piece in sentence.surface())
        trees.append(Tree(sentence, tokens) if same else None)
        if not same and text:
            differing.append(number)
    if len(differing) > SOURCE_TOLERANCE * len(translations):
        raise InputError(
            "tree.other-sentence",
            f"tree {differing[0]} does not belong to translation {differing[0]}, and "
            f"{len(differing) - 1} others do not match either",
            file=path,
            hint="parse exactly the lines that are scored, in the same order",
        )
    if differing:
        say(
            f"{path}: {len(differing)} trees do not belong to the translation on their line and "
            "are not used"
        )
    return trees


def _squeezed(text: str) -> str:
    return "".join(text.replace("’", "'").split())


def _tokens(words: Sequence[str], sentence: Sentence) -> Iterator[list[int]]:
    """Yield for each word the ids of the tokens that have any of its characters."""
    owner: list[range] = []
    for piece in sentence.surface():
        ids = (
            range(piece.id, piece.id + 1)
            if isinstance(piece, Token)
            else (range(piece.start, piece.end + 1))
        )
        owner += [ids] * len(_squeezed(piece.form))
    offset = 0
    for word in words:
        end = offset + len(_squeezed(word))
        yield sorted({id_ for ids in owner[offset:end] for id_ in ids})
        offset = end


def gender_by_tree(result: EntityGender, tree: Tree, *, guess: bool = True) -> EntityGender:
    """Return `result`, with the gender that the tree shows if the rules have left it open.

    What agrees with the noun decides, if it is of one gender: its determiners, adjectives and
    participles, and the predicate of which it is the subject. Else the gender that the tree gives
    to the noun itself, which for a noun of both genders is the annotator's guess (`guess`: whether
    that counts).
    """
    if result.reason not in _OPEN:
        return result
    ids = {id_ for word in tree.tokens[result.start : result.end] for id_ in word}
    noun = _head(ids, tree.sentence)
    if noun is None:
        return result
    genders = {gender for token in _agreeing(noun, tree.sentence) if (gender := _gender(token))}
    own = _gender(noun)
    if guess and not genders and own is not None:
        genders = {own}
    if len(genders) != 1:
        return result
    return result._replace(gender=genders.pop(), evidence=Evidence.TREE, reason=Reason.NONE)


def _head(ids: set[int], sentence: Sentence) -> Token | None:
    """Return the noun of a phrase: the word of it that depends on a word outside of it."""
    heads = [token for token in sentence.tokens if token.id in ids and token.head not in ids]
    nouns = [token for token in heads if token.upos in ("NOUN", "PROPN", "ADJ", "PRON")]
    return nouns[-1] if nouns else None


def _agreeing(noun: Token, sentence: Sentence) -> Iterator[Token]:
    for child in sentence.children(noun.id):
        relation = child.deprel.partition(":")[0]
        # The verb of a relative clause agrees with the subject of that clause, if at all.
        if relation not in _MODIFIERS or child.deprel == "acl:relcl":
            continue
        if relation != "acl" or child.feats.get("VerbForm") == "Part" or child.upos == "ADJ":
            yield child
    if noun.deprel in _SUBJECTS and noun.head:
        head = sentence.tokens[noun.head - 1]
        # A noun as predicate has a gender of its own, and a participle after "to have" none.
        having = any(
            word.deprel == "aux" and word.lemma in _HAVE for word in sentence.children(head.id)
        )
        if head.upos in ("VERB", "ADJ", "AUX") and not having:
            yield head


def _gender(token: Token) -> Gender | None:
    """Return the gender of a word; None where it has none, or several ("Fem,Masc")."""
    return GENDERS.get(token.feats.get("Gender", ""))
