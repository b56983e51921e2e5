"""Evidence from the features of parses: the trees of the targets, in CoNLL-U, in their order.

By default each word with a gender counts, as in the paper, but for pronouns that have none: French
treebanks call "ce" and "on" masculine, the authors' analyser did not. Some of these genders tell
nothing of the person of whom the sentence speaks, and can be left out (`LEFT_OUT`): they agree with
something else, or with nothing.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator

import pyarrow as pa

from cdaflow.errors import InputError
from cdaflow.gfst.analysers.words import CODES, FEMININE, MASCULINE, NOTHING
from cdaflow.gfst.target_filter import Evidence
from cdaflow.io.columns import strings
from cdaflow.languages.word_sets import word_set
from cdaflow.progress import say
from cdaflow.trees import Sentence, Token, read_conllu

#: What can be left out: a participle behind "to have" in its default form ("lei ha detto");
#: a possessive, which agrees with what is owned (French "son père", Italian "la sua amica"); an
#: impersonal subject ("il pleut").
LEFT_OUT = ("participles", "possessives", "impersonal")

#: Auxiliaries behind which a participle does not agree with its subject.
_HAVE = frozenset({"avere", "avoir", "haber", "haver", "ter"})

#: So large a share of trees may be of other texts (a parser may lose a sign) before it is a fault.
_TOLERANCE = 0.01


class TreeAnalyser:
    """Evidence from trees that are read beside the targets; for one file, from begin to end."""

    def __init__(
        self, path: str | os.PathLike[str], language: str, left_out: Collection[str] = ()
    ) -> None:
        self._path = path
        self._without_gender = word_set(language, "no_gender_pronoun")
        self._left_out = frozenset(left_out)
        self._trees: Iterator[Sentence] = read_conllu(path)
        self._read = self._differing = 0

    def __call__(self, targets: pa.StringArray) -> Evidence:
        """Return the evidence of the next targets; `analysed`: whether the tree is of this text.

        Raises InputError where there are fewer trees than targets.
        """
        masculine, feminine, analysed = [], [], []
        for text in targets.to_pylist():
            tree = next(self._trees, None)
            if tree is None:
                raise InputError(
                    "tree.fewer-than-targets",
                    f"there are {self._read} trees, but more targets",
                    file=self._path,
                    hint="give one tree for each target, in the same order; for an empty target a "
                    "comment alone",
                )
            self._read += 1
            same = _squeezed(text or "") == _squeezed("".join(p.form for p in tree.surface()))
            self._differing += not same
            first = self._first(tree) if same else {}
            masculine.append(first.get(MASCULINE))
            feminine.append(first.get(FEMININE))
            analysed.append(same)
        return Evidence(strings(masculine), strings(feminine), pa.array(analysed, pa.bool_()))

    def finish(self) -> None:
        """Raise InputError where trees are left, or too many are of other texts."""
        if next(self._trees, None) is not None:
            raise InputError(
                "tree.more-than-targets",
                f"there are more trees than the {self._read} targets",
                file=self._path,
            )
        if self._differing > _TOLERANCE * self._read:
            raise InputError(
                "tree.other-sentence",
                f"{self._differing} of {self._read} trees do not belong to the target at their "
                "position",
                file=self._path,
                hint="parse the targets of exactly these pairs, in the same order",
            )
        if self._differing:
            say(
                f"{self._path}: {self._differing} trees do not belong to their targets; these "
                "pairs are rejected"
            )

    def _first(self, tree: Sentence) -> dict[int, str]:
        first_forms: dict[int, str] = {}
        for token in tree.tokens:
            code = CODES.get(token.feats.get("Gender", ""), NOTHING)
            if code and code not in first_forms and not self._is_left_out(token, tree):
                first_forms[code] = token.form
        return first_forms

    def _is_left_out(self, token: Token, tree: Sentence) -> bool:
        if token.upos == "PRON" and token.form.lower().replace("’", "'") in self._without_gender:
            return True
        left_out = self._left_out
        if not left_out:
            return False
        if "possessives" in left_out and token.feats.get("Poss") == "Yes":
            return True
        if "impersonal" in left_out and token.deprel.partition(":")[0] == "expl":
            return True
        return "participles" in left_out and _is_default(token, tree)


def _is_default(token: Token, tree: Sentence) -> bool:
    """Return whether a word is a participle behind "to have" that agrees with nothing."""
    feats = token.feats
    if feats.get("VerbForm") != "Part" or feats.get("Gender") != "Masc":
        return False
    have = any(c.upos == "AUX" and c.lemma in _HAVE for c in tree.children(token.id))
    return have and feats.get("Number", "Sing") == "Sing"


def _squeezed(text: str) -> str:
    return "".join(text.replace("’", "'").split())
