"""Which pronouns of a target sentence stand for the person of its profession noun.

Known is already that the English pronoun does. So a pronoun of the target that can only be that
of a person, and has the noun's gender, goes with it; one that may also stand for a thing ("le",
"il") or for nobody ("il faut") does if the English has no "it" and the like that it could be, or
if the pronouns of both sides go in pairs. Naik et al. 2023 (section 6.3, table 6) show what comes
of pronouns that stay as they were.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from cdaflow.agreement.coreference import one_person
from cdaflow.agreement.subjects import relation
from cdaflow.agreement.words import Words
from cdaflow.counterfactual.target.predicates import predicates
from cdaflow.counterfactual.target.pronoun_forms import Form, pronoun_forms
from cdaflow.counterfactual.wordlists import OPPOSITE
from cdaflow.trees import Sentence, Token

#: Words that go with a pronoun of the person and agree: "sí mismo", "lui stesso", "él solo".
_SELF = frozenset({"mismo", "même", "stesso", "medesimo"})
_REFLEXIVE = frozenset({"se", "si", "soi", "sé", "sí", "s'", "consigo"})

#: Subjects that show no gender of a person: "c'est", "ce fut".
_NEUTRAL = frozenset({"ce", "c'", "c’", "ça", "cela"})

#: Relations of what is no pronoun after all.
_FUNCTIONS = frozenset({"case", "cc", "det", "fixed", "mark"})

#: Verbs without a subject: "il faut".
_IMPERSONAL = frozenset({"agir", "falloir", "neiger", "pleuvoir"})

#: Verbs that often have none, where the English may have a subject: "il y a", "il suffit".
_OFTEN_IMPERSONAL = frozenset(
    {"arriver", "avoir", "convenir", "exister", "importer", "manquer", "paraître", "rester",
     "sembler", "suffire", "valoir"}
)  # fmt: skip

#: Pronouns at the end of infinitives and gerunds: "mandarle", "verla".
_ENCLITIC = re.compile(r"(?:[aei]r|ndo)(lo|la|le|gli)$")

#: English words that the target may have "il", "le" or "lo" for, beside he and him.
_THINGS = frozenset({"it", "itself", "this", "that", "one", "so", "there", "these", "those"})


class English(NamedTuple):
    """The English pronouns, from the left.

    `cases`: those of the gendered ones that stand for the profession; `things`: of "it" and the
    like the case each ("subject" or "object"); `sequence`: both together in their order, as
    ("person" or "thing", case).
    """

    cases: tuple[str, ...]
    sequence: tuple[tuple[str, str], ...]
    polite: bool = False

    @property
    def things(self) -> tuple[str, ...]:
        """The cases of "it" and the like."""
        return tuple(case for kind, case in self.sequence if kind == "thing")


class Pronouns(NamedTuple):
    """Ids of target pronouns: the person's, others', and those of which it is not known."""

    same: frozenset[int]
    others: frozenset[int]
    doubtful: frozenset[int]


def english_pronouns(tree: Sentence, persons: Sequence[tuple[int, str]]) -> English:
    """Return the pronouns of an English tree; `persons`: ids and cases of the gendered ones."""
    cases = dict(persons)
    sequence: list[tuple[str, str]] = []
    polite = False
    for token in tree.tokens:
        form = token.form.lower()
        polite |= form in ("you", "your", "yours", "yourself")
        if token.id in cases:
            sequence.append(("person", cases[token.id]))
        elif form in _THINGS and token.upos in ("PRON", "NOUN", "ADV"):
            subject = token.deprel.startswith(("nsubj", "expl"))
            sequence.append(("thing", "subject" if subject else "object"))
    return English(tuple(case for _, case in persons), tuple(sequence), polite)


def target_pronouns(
    tree: Sentence, noun: int, gender: str, english: English, words: Words
) -> Pronouns:
    """Return which pronouns go with the noun; see the module.

    `tree`: as the model of agreement sees it. `gender`: the noun's, before the change.
    """
    forms = pronoun_forms(words.inflector.language)
    group = one_person(tree, noun, words.may_change)
    found = [
        (token, form)
        for token in tree.tokens
        if token.id != noun and (form := _form(tree, token, forms, english)) is not None
    ]
    same: set[int] = set()
    others: set[int] = set()
    doubtful: set[int] = set()
    for role in ("subject", "object", "stressed", "dative"):
        places = [(token, form) for token, form in found if form.role == role]
        nobody = {token.id for token, _ in places if _is_impersonal(tree, token)}
        others |= nobody
        places = [(token, form) for token, form in places if token.id not in nobody]
        paired = _paired(places, role, english)
        for token, form in places:
            if form.gender not in ("", gender):
                others.add(token.id)
            elif _stands_for_person(token, form, english, paired, token.id in group):
                same.add(token.id)
            elif (paired is not None and not paired[token.id]) or _is_no_person(
                tree, token, form, english, words
            ):
                others.add(token.id)
            else:
                doubtful.add(token.id)
    if "object" in english.cases and not same:
        doubtful |= set(_hidden(tree, gender, forms, words))
    for predicate, subjects_of in predicates(tree, noun, gender):
        if _may_agree(tree, subjects_of, same):
            same.add(predicate.id)
    same |= {token.id for token in _selves(tree, gender, same, noun)}
    doubtful -= {place for place in doubtful if _is_written_alike(tree, place, gender, words)}
    return Pronouns(frozenset(same), frozenset(others - same), frozenset(doubtful))


def _form(
    tree: Sentence, token: Token, forms: dict[str, tuple[Form, ...]], english: English
) -> Form | None:
    """Return what a word is as a pronoun of one person, None where it is none."""
    written = token.form.lower().replace("’", "'").lstrip("-").removeprefix("t-").lstrip("-")
    entries = forms.get(written)
    if entries is None or token.upos not in ("PRON", "X"):
        return None
    if token.feats.get("Number") == "Plur" or token.feats.get("Person") in ("1", "2"):
        return None
    if token.feats.get("PronType") in ("Rel", "Int", "Ind", "Art"):
        return None
    kind = relation(token)
    following = tree.tokens[token.id].upos if token.id < len(tree.tokens) else ""
    if kind == "expl" and all(entry.role != "subject" for entry in entries):
        return None
    if kind in _FUNCTIONS and following not in ("AUX", "VERB"):
        return None
    if english.polite and token.form[:1].isupper() and token.id > 1:
        return None  # "Lei": you
    subject = kind in ("nsubj", "expl")
    best = [e for e in entries if (e.role == "subject") == subject]
    return (best or list(entries))[0]


def _is_empty(token: Token) -> bool:
    """Whether a pronoun is taken for one that stands for nobody: "il faut"."""
    return token.deprel.startswith("expl") and token.form.lower().endswith("il")


def _is_impersonal(tree: Sentence, token: Token) -> bool:
    verb = tree.tokens[token.head - 1].lemma if token.head else ""
    behind = [other.form.lower() for other in tree.tokens[token.id : token.id + 2]]
    return _is_empty(token) and (verb in _IMPERSONAL or "y" in behind)


def _paired(
    places: Sequence[tuple[Token, Form]], role: str, english: English
) -> dict[int, bool] | None:
    """Return which pronouns of a role are a person's, if they go in pairs with the English ones.

    Those that are taken for empty ones count if it comes out even with them, or without them.
    """
    kinds = [kind == "person" for kind, case in english.sequence if case == role]
    full = [token.id for token, _ in places]
    filled = [token.id for token, _ in places if not _is_empty(token)]
    for ids in (full, filled):
        if kinds and len(kinds) == len(ids):
            return dict.fromkeys(full, False) | dict(zip(ids, kinds, strict=True))
    return None


def _stands_for_person(
    token: Token,
    form: Form,
    english: English,
    paired: dict[int, bool] | None,
    in_group: bool,
) -> bool:
    if not form.may_be_thing:
        return True
    if paired is not None:
        return paired[token.id]
    same_role = form.role in english.cases
    if _is_empty(token):
        return same_role and not english.things
    if not english.things:
        return same_role or in_group
    return same_role and form.role not in english.things


def _is_no_person(tree: Sentence, token: Token, form: Form, english: English, words: Words) -> bool:
    """Whether a pronoun that may be a thing's is one, as far as nothing speaks against it."""
    if not form.may_be_thing:
        return False
    if form.role in english.cases:
        return False
    if form.role in english.things:
        return True
    if _is_empty(token):
        verb = tree.tokens[token.head - 1].lemma if token.head else ""
        return bool(english.things) or verb in _OFTEN_IMPERSONAL
    # "Le médecin a pris son manteau et l'a mis": a thing that the clitic may stand for.
    number = token.feats.get("Number", "Sing")
    return form.gender == "" or any(
        other.upos == "NOUN"
        and other.id < token.id
        and other.feats.get("Gender") == form.gender
        and other.feats.get("Number", number) == number
        and not words.may_change(other)
        for other in tree.tokens
    )


def _hidden(
    tree: Sentence, gender: str, forms: dict[str, tuple[Form, ...]], words: Words
) -> Iterator[int]:
    """Yield what may be the clitic that is looked for, and is not known as a pronoun.

    What is taken for an article, but stands before a word that is not known as a noun ("la hice mi
    secretaria"), and verbs with a clitic that was not parted from them.
    """
    for token in tree.tokens:
        match = _ENCLITIC.search(token.form.lower())
        entries = forms.get(match[1], ()) if match else ()
        if token.upos in ("VERB", "X") and any(entry.gender == gender for entry in entries):
            yield token.id
    for token, following in zip(tree.tokens, tree.tokens[1:], strict=False):
        entries = forms.get(token.form.lower(), ())
        if token.upos != "DET" or all((e.role, e.gender) != ("object", gender) for e in entries):
            continue
        known = {entry.upos for entry in words.inflector.lexicon.by_form(following.form)}
        if following.upos in ("NOUN", "VERB", "AUX", "X") and not known & {"ADJ", "NOUN"}:
            yield token.id


def _may_agree(tree: Sentence, predicate: Token, same: Collection[int]) -> bool:
    """Whether the subject of a predicate is dropped, or one of those that change."""
    subjects = [
        child
        for child in tree.children(predicate.id)
        if child.deprel.startswith(("nsubj", "expl:subj")) and child.form.lower() not in _NEUTRAL
    ]
    return all(child.id in same or child.id == predicate.id for child in subjects)


def _selves(tree: Sentence, gender: str, same: Collection[int], noun: int) -> Iterator[Token]:
    """Yield the words for "self" beside a pronoun of the person or a reflexive."""
    for token in tree.tokens:
        if token.lemma.lower() not in _SELF or token.feats.get("Gender") != gender:
            continue
        before = tree.tokens[token.id - 2] if token.id > 1 else None
        if before is None or token.feats.get("Number", "Sing") != "Sing":
            continue
        if before.id in same or before.id == noun or before.form.lower() in _REFLEXIVE:
            yield token


def _is_written_alike(tree: Sentence, place: int, gender: str, words: Words) -> bool:
    token = tree.tokens[place - 1]
    made = words.form(token.changed(feats={**token.feats, "Gender": gender}), OPPOSITE[gender])
    return made == token.form.lower()
