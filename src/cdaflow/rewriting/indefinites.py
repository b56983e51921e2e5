"""Pronouns that stand alone for persons whom no noun names: "ceux qui", "algunos", "chacun".

The table indefinites.tsv of a language has their forms of both genders, and in `always` whether a
form never is the determiner of a noun behind it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from cdaflow.languages.closed_classes import closed_table
from cdaflow.languages.word_sets import language_rows, pattern, word_set
from cdaflow.rewriting.copulas import with_copulas, with_first_and_second
from cdaflow.syntax.predicates import Genders
from cdaflow.syntax.tokenisation import moved, replace_words
from cdaflow.syntax.tree import agree, following, preceding, relation, straight
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import OPPOSITE

_english = partial(word_set, "en")
_COLUMNS = {"Masc": "masculine", "Fem": "feminine"}
_PHRASE = frozenset({"ADJ", "DET", "NOUN", "NUM", "PROPN"})


@cache
def indefinites(language: str, gender: str, *, always: bool = False) -> frozenset[str]:
    """Return the indefinite and demonstrative pronouns of a gender that stand for persons.

    `always`: only those that never are determiners.
    """
    rows = language_rows(language, "indefinites.tsv", ("masculine", "feminine", "always"))
    return frozenset(row[_COLUMNS[gender]] for row in rows if row["always"] or not always)


def pronouns_of_several(tree: Sentence, language: str) -> dict[int, str]:
    """Return the genders of the pronouns in the plural, by their ids: "ellas", "certains".

    Not of those behind which is what they are some of: "molti dei fatti".
    """
    genders: dict[int, str] = {}
    for token in tree.tokens:
        after = following(tree, token)
        alone = after is None or after.upos not in _PHRASE
        form = straight(token.form) if alone else ""
        readings = {gender for gender in _COLUMNS if form in indefinites(language, gender)}
        if token.upos == "PRON":
            readings = {token.feats.get("Gender", "")}
        if after is not None and after.upos == "ADP":
            noun = next((t for t in tree.tokens[token.id :] if t.upos == "NOUN"), after)
            readings -= {noun.feats.get("Gender")} if noun.feats.get("Number") == "Plur" else set()
        if token.feats.get("Number", "Plur") == "Plur" and len(readings) == 1:
            genders |= dict.fromkeys([token.id], *readings)
    return genders


def with_pronouns(tree: Sentence, language: str, genders: Genders) -> Sentence:
    """Return the tree with pronouns of persons as such, whatever they were taken for.

    "Quiconque", a noun to small annotators, and "plusieurs", "beaucoup" without a noun; what is
    said by means of a copula that they take for a noun is said of its subject. What may be
    a participle behind a pronoun is said of it: "celles identifiées".
    """
    known = indefinites(language, "Masc") | indefinites(language, "Fem")
    tree = with_copulas(tree, language, known)
    tree = with_first_and_second(tree, language, genders)
    tokens = list(tree.tokens)
    for token in tree.tokens:
        form = straight(token.form)
        always = next((g for g in _COLUMNS if form in indefinites(language, g, always=True)), "")
        if always and token.upos != "PRON":
            feats = {"Gender": always, "Number": _number(form, token)}
            tokens[token.id - 1] = token.changed(upos="PRON", feats=feats)
        elif form in word_set(language, "anybody") and (
            _is_pronoun_alone(form, language) or not _has_noun(tree, token, language)
        ):
            tokens[token.id - 1] = token.changed(upos="PRON", feats={})
        noun = following(tree, token)
        if token.upos == "ADV" and noun is not None and noun.upos == "NOUN":
            feats = {k: noun.feats[k] for k in ("Gender", "Number") if k in noun.feats}
            determiner = token.changed(upos="DET", feats=feats, head=noun.id, deprel="det")
            total = token.lemma in word_set(language, "everybody")
            if total and noun.feats.get("Gender") in genders(determiner):
                tokens[token.id - 1] = determiner  # "Tout blogueur"
        if always and token.id < len(tokens):
            _attach_participle(tokens, token.id, genders)
    return replace(tree, tokens=tuple(tokens))


def with_joined_pronouns(tree: Sentence, language: str) -> Sentence:
    """Return the tree with pronouns as one word that are split at a hyphen: "quelques" "-uns"."""
    for token in reversed(tree.tokens[1:]):
        before = tree.tokens[token.id - 2]
        form = before.form + token.form
        known = indefinites(language, "Masc", always=True) | indefinites(
            language, "Fem", always=True
        )
        if token.form.startswith("-") and form.lower() in known:
            top = token if before.head == token.id else before
            gender = next(g for g in _COLUMNS if form.lower() in indefinites(language, g))
            word = top.changed(
                id=before.id,
                form=form,
                lemma=form.lower(),
                upos="PRON",
                feats={"Gender": gender, "Number": _number(form, token)},
                head=moved(before.id, token.id, 1)(top.head),
                misc=token.misc,
            )
            tree = replace_words(tree, before.id, token.id, [word])
    return tree


def _is_pronoun_alone(form: str, language: str) -> bool:
    """Whether a form is a pronoun in the tables and never a determiner."""
    return {paradigm.upos for paradigm, _, _ in closed_table(language).get(form, ())} == {"PRON"}


def _attach_participle(tokens: list[Token], pronoun_id: int, genders: Genders) -> None:
    """Make the word behind a pronoun its participle, if it may be that."""
    pronoun, token = tokens[pronoun_id - 1 : pronoun_id + 1]
    feats = {name: pronoun.feats.get(name, "") for name in ("Gender", "Number")}
    taken = token.upos in ("ADJ", "NOUN") or (token.upos == "VERB" and "Gender" not in token.feats)
    participle = token.changed(upos="VERB", feats={**feats, "VerbForm": "Part"})
    if not taken or feats["Gender"] not in genders(participle):
        return
    if pronoun.head == token.id:
        tokens[pronoun_id - 1] = pronoun.changed(head=token.head, deprel=token.deprel)
    elif any(word.id == token.id for word in _above(tokens, pronoun)):
        tokens[pronoun_id] = participle
        return
    tokens[pronoun_id] = participle.changed(head=pronoun.id, deprel="acl")


def _above(tokens: Sequence[Token], word: Token) -> Iterator[Token]:
    """Yield the words above one."""
    for _ in tokens:
        if not word.head:
            return
        word = tokens[word.head - 1]
        yield word


def _number(form: str, token: Token) -> str:
    return token.feats.get("Number", "Plur" if form.endswith(("s", "x")) else "Sing")


def standing_alone(
    tree: Sentence,
    language: str,
    gender: str,
    *,
    persons: Collection[int],
    has_open: bool,
    english: Collection[str],
    somebody: bool,
    perhaps: bool = False,
    marked: bool = False,
) -> set[int]:
    """Return the ids of the pronouns that stand for persons, and not in `gender` yet.

    `persons`: the nouns of persons; `has_open`: whether the gender of one is open. Of the English:
    its forms in lower case, and whether it speaks of somebody without a noun, surely or perhaps;
    `marked`: whether that is marked, so that a noun before the pronoun is not whom it stands for.
    """
    found = _Indefinites(tree, language, gender, has_open, english, (somebody, perhaps), marked)
    return {t.id for t in tree.tokens if t.id not in persons and found.stands_for_persons(t)}


class _Indefinites:
    """One sentence while its pronouns are looked at."""

    def __init__(
        self,
        tree: Sentence,
        language: str,
        gender: str,
        has_open: bool,
        english: Collection[str],
        somebody: tuple[bool, bool],
        marked: bool,
    ) -> None:
        self.tree, self.language = tree, language
        self.has_open = has_open
        self.somebody, self.perhaps = somebody
        self.marked = marked
        self.english = frozenset(english)
        self.other = OPPOSITE[gender]
        self.forms = indefinites(language, self.other)
        self.always = indefinites(language, self.other, always=True)

    def stands_for_persons(self, token: Token) -> bool:
        """Whether a word is a pronoun for persons whom no noun names."""
        form = straight(token.form)
        before = preceding(self.tree, token)
        if before is not None and straight(before.form) == "quelqu'":
            form = f"quelqu'{form}"
        if form not in self.forms or not self._may_mean_persons(token, form):
            return False
        after = following(self.tree, token)
        if after is not None and straight(after.form) in word_set(self.language, "who"):
            # "Ceux qui dorment" beside a noun: "those who sleep", not "those that rust"; "quello
            # che" is what.
            one = _number(form, token) == "Sing" and after.upos != "SCONJ"
            who = self.english & _english("who") or (
                {"one", "that"} <= self.english and not self.english & {"it"}
            )
            return bool(who) or not (self.has_open or one)
        if self.has_open or (form not in self.always and self._has_noun(token)):
            return False
        if form in self.always and self._is_partitive(token):
            return False
        return self.marked or not any(
            noun.upos == "NOUN" and self._alike(noun, token) and not self._is_infinitive(noun)
            for noun in self.tree.tokens[: token.id - 1]
        )

    def _may_mean_persons(self, token: Token, form: str) -> bool:
        """Whether the English speaks of somebody, by a word that has no noun if that is sure.

        Taggers take many a verb behind "some" or "those" for a noun; then the pronoun itself has
        to be beyond doubt.
        """
        if self.somebody:
            return True
        after = following(self.tree, token)
        alone = after is None or after.upos in ("AUX", "PUNCT", "VERB")
        sure = form in self.always or (token.upos == "PRON" and alone)
        return sure and self.perhaps

    def _has_noun(self, token: Token) -> bool:
        return _has_noun(self.tree, token, self.language) or self._is_partitive(token)

    def _is_partitive(self, token: Token) -> bool:
        """Whether it takes some of several: "aucun de ces livres", but "aucun de Paris"."""
        of = following(self.tree, token)
        if of is None or of.form.lower() not in word_set(self.language, "of_forms"):
            return False
        behind = self.tree.tokens[of.id :]
        noun = next((t for t in behind if t.upos not in ("ADJ", "ADV", "DET", "NUM")), None)
        return noun is not None and (noun.upos == "PRON" or noun.feats.get("Number") == "Plur")

    def _is_infinitive(self, noun: Token) -> bool:
        """Whether what is taken for a noun is an infinitive: "Fournir des lits"."""
        infinitive = pattern(self.language, "infinitive")
        if infinitive is None or not infinitive.fullmatch(noun.form.lower()):
            return False
        return all(child.upos != "DET" for child in self.tree.children(noun.id))

    def _alike(self, noun: Token, pronoun: Token) -> bool:
        """Whether a pronoun may stand for a noun before it."""
        number = _number(straight(pronoun.form), pronoun)
        # "Abbiamo due cani. Uno è nero": one of several.
        same = noun.feats.get("Number", number) in (number, "Plur")
        return noun.feats.get("Gender") == self.other and same


def _has_noun(tree: Sentence, token: Token, language: str) -> bool:
    """Whether a word is the determiner of a noun."""
    after = following(tree, token)
    if after is not None:
        number = {k: v for k, v in after.feats.items() if k == "Number"}
        if after.upos in _PHRASE and agree(after.changed(feats=number), token):
            return True
        if "Gender" not in token.feats and after.form.lower() in word_set(language, "of_forms"):
            return True
    head = tree.tokens[token.head - 1] if token.head else None
    if head is None or relation(token) not in ("amod", "det") or head.upos != "NOUN":
        return False
    return agree(token, head)
