"""Which pronouns of a target sentence stand for the person of its profession noun.

Known is already that the English pronoun does. So a pronoun of the target that can only be that
of a person, and has the noun's gender, goes with it; one that may also stand for a thing ("le",
"il") or for nobody ("il faut") does if the English has no "it" and the like that it could be, or
if the pronouns of both sides go in pairs. Naik et al. 2023 (section 6.3, table 6) show what comes
of pronouns that stay as they were.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import cdaflow.languages
from cdaflow.agreement.sentence_inflector import SentenceInflector
from cdaflow.counterfactual.mentions import (
    CASES,
    EnglishPronouns,
    Forms,
    hidden_clitics,
    is_possessive,
    number_of_subject,
    other_nouns,
    owned_possessives,
    relatives,
)
from cdaflow.languages.person_pronouns import Form, pronoun_forms, written
from cdaflow.languages.word_sets import word_set
from cdaflow.syntax.clauses import Clauses
from cdaflow.syntax.coreference import coreference_cluster
from cdaflow.syntax.predicates import predicates_of, predicates_of_speakers
from cdaflow.syntax.tree import Tree, agree, preceding, relation
from cdaflow.trees import Sentence, Token
from cdaflow.wordlists.english_lists import OPPOSITE

#: Relations of a pronoun as the subject, or as the copula that agrees with it (Hebrew).
_SUBJECTS = frozenset({"cop", "expl", "nsubj"})

#: Relations of what is no pronoun after all.
_FUNCTIONS = frozenset({"case", "cc", "det", "fixed", "mark"})


class TargetPronouns(NamedTuple):
    """Ids of target pronouns: the person's, others', and those of which it is not known.

    `owned`: of the person's those possessives that show the gender of their owner and agree with
    what is owned ("sein Buch"); the rest of them is in `same`.
    """

    same: frozenset[int]
    others: frozenset[int]
    doubtful: frozenset[int]
    owned: frozenset[int] = frozenset()


#: Where no pronoun is looked at.
NO_PRONOUNS = TargetPronouns(frozenset(), frozenset(), frozenset())


def target_pronouns(
    tree: Sentence, noun: int, gender: str, english: EnglishPronouns, words: SentenceInflector
) -> TargetPronouns:
    """Return which pronouns go with the noun; see the module.

    `tree`: as the model of agreement sees it. `gender`: the noun's, before the change.
    """
    language = words.inflector.language
    forms = pronoun_forms(language)
    group = coreference_cluster(tree, noun, language, words.may_change)
    alone = not other_nouns(tree, gender, group)
    found = [
        (token, form)
        for token in tree.tokens
        if token.id != noun and (form := _form(tree, token, forms, english)) is not None
    ]
    same: set[int] = set()
    others: set[int] = set()
    polite = english.polite and cdaflow.languages.get(language).polite_like_her
    if polite:
        others |= {token.id for token in tree.tokens if _is_polite(tree, token, forms)}
    doubtful: set[int] = set()
    for role in CASES:
        candidates = [(token, form) for token, form in found if form.role == role]
        nobody = {token.id for token, _ in candidates if _is_impersonal(tree, token, language)}
        others |= nobody
        candidates = [(token, form) for token, form in candidates if token.id not in nobody]
        paired = _paired(candidates, role, english, language)
        for token, form in candidates:
            subject = _of_copula(tree, token)
            if form.gender not in ("", gender) or token.id in others:
                others.add(token.id)
            elif subject is not None:
                (same if subject.id in {noun, *group, *same} else others).add(token.id)
            elif (form.may_be_plural and english.plural and not number_of_subject(tree, token)) or (
                polite  # "come lei": as you
                and gender == "Fem"
                and role != "subject"
                and set(english.cases) == {"subject"}
            ):
                doubtful.add(token.id)
            elif _stands_for_person(
                token, form, english, language, paired, token.id in group, alone
            ):
                sure = _comes_out(token, forms, gender, words)
                (same if sure else doubtful).add(token.id)
            elif (paired is not None and not paired[token.id]) or _is_no_person(
                tree, token, form, english, words
            ):
                others.add(token.id)
            else:
                doubtful.add(token.id)
    for token, above in relatives(tree, gender, forms):
        if above is None:
            doubtful.add(token.id)
        else:
            (same if above.id in {noun, *group, *same} else others).add(token.id)
    owned = owned_possessives(tree, gender, english, forms, alone, others, doubtful)
    if "object" in english.cases and not same:
        doubtful |= set(hidden_clitics(tree, gender, forms, words)) - others
    speakers = predicates_of_speakers(tree, language)
    for predicate, subjects_of in predicates_of(tree, noun, gender, language):
        if predicate.id not in speakers and _may_agree(tree, subjects_of, same, language):
            same.add(predicate.id)
    clauses = Clauses(tree, language, agree)
    for predicate in _predicates(clauses, gender):
        subjects = _subjects(tree, predicate)
        if subjects or clauses.objects_before(predicate, "obj"):
            said = _may_agree(tree, predicate, same, language)
        else:  # "È venuto in Giappone da bambino", but not "è stato deciso"
            said = not (english.it_cases or relation(predicate) == "acl")
        apart = {noun, *group}.isdisjoint((predicate.id, predicate.head))
        if said and predicate.upos != "NOUN":
            articles = (
                child
                for child in tree.children(predicate.id)
                if child.upos == "DET" and agree(child, predicate)  # not "endeudado con todos"
            )
            same |= {t.id for t in (predicate, *articles) if t.feats.get("Gender") == gender}
        elif said and apart and not subjects and words.may_change(predicate):
            doubtful.add(predicate.id)  # "Oltre ad essere una insegnante, era una studiosa"
    same |= {token.id for token in _selves(tree, gender, same, noun, language)}
    doubtful -= {
        position
        for position in doubtful
        if not is_possessive(tree.tokens[position - 1], forms)
        and _is_written_alike(tree, position, gender, words)
    }
    return TargetPronouns(frozenset(same), frozenset(others - same), frozenset(doubtful), owned)


def _form(tree: Sentence, token: Token, forms: Forms, english: EnglishPronouns) -> Form | None:
    """Return what a word is as a pronoun of one person, None where it is none."""
    entries = [e for e in forms.get(written(token.form), ()) if e.role != "relative"]
    if not entries or token.upos not in ("PRON", "X") or is_possessive(token, forms):
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
    subject = kind in _SUBJECTS
    best = [e for e in entries if (e.role == "subject") == subject] or entries
    if best[0].may_be_plural and number_of_subject(tree, token) == "Plur":
        return None
    return best[0]


def _is_polite(tree: Sentence, token: Token, forms: Forms) -> bool:
    """Whether a word is a pronoun for "you" by its capital: "Lei", "Ihr" within a sentence."""
    first = token.id == 1 or tree.tokens[token.id - 2].upos == "PUNCT"
    comma = not first or (token.id > 1 and tree.tokens[token.id - 2].form == ",")
    return token.form[:1].isupper() and comma and token.form.lower() in forms


def _of_copula(tree: Sentence, token: Token) -> Token | None:
    """Return the subject of a pronoun that is the copula (Hebrew), None for any other."""
    if token.upos != "PRON" or relation(token) != "cop" or not token.head:
        return None
    return Tree(tree).own_subject(tree.tokens[token.head - 1])


def _may_be_empty(token: Token, language: str) -> bool:
    return written(token.form) in word_set(language, "expletive")


def _is_empty(token: Token, language: str) -> bool:
    """Whether a pronoun is taken for one that stands for nobody: "il faut"."""
    return token.deprel.startswith("expl") and _may_be_empty(token, language)


def _is_impersonal(tree: Sentence, token: Token, language: str) -> bool:
    verb = tree.tokens[token.head - 1].lemma if token.head else ""
    behind = [other.form.lower() for other in tree.tokens[token.id : token.id + 2]]
    return _is_empty(token, language) and (
        verb in word_set(language, "expletive_only") or "y" in behind
    )


def _paired(
    candidates: Sequence[tuple[Token, Form]], role: str, english: EnglishPronouns, language: str
) -> dict[int, bool] | None:
    """Return which pronouns of a role are a person's, if they go in pairs with the English ones.

    Those that are taken for empty ones count if it comes out even with them, or without them.
    """
    kinds = [kind == "person" for kind, case in english.sequence if case == role]
    full = [token.id for token, _ in candidates]
    filled = [token.id for token, _ in candidates if not _is_empty(token, language)]
    for ids in (full, filled):
        if kinds and len(kinds) == len(ids):
            return dict.fromkeys(full, False) | dict(zip(ids, kinds, strict=True))
    return None


def _cases(token: Token, form: Form) -> frozenset[str]:
    """Return the cases of English pronouns that one of the target may stand for.

    Where all but the subject has one form (Hebrew), the relation tells more.
    """
    if form.role == "stressed" and relation(token) == "obj":
        return CASES["object"]
    if form.role == "stressed" and token.deprel == "nmod:poss":
        return CASES["possessive"]
    return CASES[form.role]


def _stands_for_person(
    token: Token,
    form: Form,
    english: EnglishPronouns,
    language: str,
    paired: dict[int, bool] | None,
    in_group: bool,
    alone: bool,
) -> bool:
    """Whether a pronoun is the person's; `alone`: no other noun is there that it could be."""
    if not form.may_be_thing:
        return True
    if paired is not None:
        return paired[token.id]
    cases = _cases(token, form)
    same_role = not cases.isdisjoint(english.cases)
    if _is_empty(token, language):
        return same_role and not english.it_cases
    if not english.it_cases:
        # What "le" and "lo" stand for may be no noun at all: "anche io lo sono".
        only = alone and form.role != "object" and not _may_be_empty(token, language)
        return same_role or in_group or only
    return same_role and cases.isdisjoint(english.it_cases)


def _comes_out(token: Token, forms: Forms, gender: str, words: SentenceInflector) -> bool:
    """Whether the form of the other gender is one that the table has for the role.

    "Sie" becomes "er" or "ihn" by its case, which may not be that of its relation.
    """
    made = words.form(token, OPPOSITE[gender])
    subject = relation(token) in _SUBJECTS
    entries = forms[written(token.form)]
    likely = [e for e in entries if (e.role == "subject") == subject] or entries
    alike = {entry.other for entry in entries} if len(likely) == len(entries) else set()
    return made is not None and (
        made == token.form.lower() or written(made) in {entry.other for entry in likely} | alike
    )


def _is_no_person(
    tree: Sentence, token: Token, form: Form, english: EnglishPronouns, words: SentenceInflector
) -> bool:
    """Whether a pronoun that may be a thing's is one, as far as nothing speaks against it."""
    if not form.may_be_thing:
        return False
    cases = _cases(token, form)
    if not cases.isdisjoint(english.cases):
        return False
    if not cases.isdisjoint(english.it_cases):
        return True
    language = words.inflector.language
    if _is_empty(token, language):
        verb = tree.tokens[token.head - 1].lemma if token.head else ""
        return bool(english.it_cases) or verb in word_set(language, "expletive_often")
    # "Le médecin a pris son manteau et l'a mis": a thing that the clitic may stand for.
    number = token.feats.get("Number", "Sing")
    if form.role not in ("subject", "object"):
        return False
    return form.gender == "" or any(
        other.upos == "NOUN"
        and other.id < token.id
        and other.feats.get("Gender") == form.gender
        and other.feats.get("Number", number) == number
        and not words.may_change(other)
        for other in tree.tokens
    )


def _may_agree(tree: Sentence, predicate: Token, same: Collection[int], language: str) -> bool:
    """Whether the subject of a predicate is dropped, or one of those that change.

    Of a participle of the perfect, whether the object before it is one of those.
    """
    objects = Clauses(tree, language, agree).objects_before(predicate, "obj")
    if objects:
        return all(child.id in same for child in objects)
    neutral = word_set(language, "subject_neutral")
    subjects = [c for c in _subjects(tree, predicate) if c.form.lower() not in neutral]
    return all(child.id in same or child.id == predicate.id for child in subjects)


def _predicates(clauses: Clauses, gender: str) -> Iterator[Token]:
    """Yield the words of a gender that a finite auxiliary in the third person says of somebody.

    The participle of the perfect of "have" agrees with no subject, but with an object before it
    ("parce qu'on l'avait vu"); a clause has no gender.
    """
    perfect, neutral = (word_set(clauses.language, n) for n in ("perfect", "subject_neutral"))
    for token in clauses.tokens:
        participle = token.upos == "VERB" and token.feats.get("VerbForm") == "Part"
        if token.feats.get("Gender") != gender or not (participle or token.upos in ("ADJ", "NOUN")):
            continue
        children = clauses.children(token)
        auxiliaries = [child for child in children if child.upos == "AUX"]
        third = any((a.feats.get("Person"), a.feats.get("Number")) == ("3", "Sing")
                    for a in auxiliaries)  # fmt: skip
        is_said = third and not {child.lemma for child in auxiliaries} <= perfect
        clause = any(relation(child) in ("ccomp", "csubj", "xcomp") for child in children)
        clause |= any(child.form.lower() in neutral for child in children)  # "c'est un acte"
        if clauses.objects_before(token, "obj") or (is_said and not clause):
            yield token


def _subjects(tree: Sentence, predicate: Token) -> list[Token]:
    return [c for c in tree.children(predicate.id) if c.deprel.startswith(("nsubj", "expl:subj"))]


def _selves(
    tree: Sentence, gender: str, same: Collection[int], noun: int, language: str
) -> Iterator[Token]:
    """Yield the words for "self" beside a pronoun of the person or a reflexive."""
    for token in tree.tokens:
        if (
            token.lemma.lower() not in word_set(language, "self")
            or token.feats.get("Gender") != gender
        ):
            continue
        before = preceding(tree, token)
        if before is None or token.feats.get("Number", "Sing") != "Sing":
            continue
        reflexive = before.form.lower() in word_set(language, "reflexive")
        if before.id in same or before.id == noun or reflexive:
            yield token


def _is_written_alike(tree: Sentence, position: int, gender: str, words: SentenceInflector) -> bool:
    token = tree.tokens[position - 1]
    made = words.form(token.changed(feats={**token.feats, "Gender": gender}), OPPOSITE[gender])
    return made == token.form.lower()
