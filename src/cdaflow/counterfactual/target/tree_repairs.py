"""Trees mended by what is known of a candidate: its noun, and the pronouns of the language.

An annotator takes nouns of persons for adjectives ("un bravo cantante"), clitics for articles ("le
ranima") and "Lei" for a contraction. The word lists know better.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cdaflow.languages
from cdaflow.agreement.subjects import relation
from cdaflow.counterfactual.target.inversion import parted
from cdaflow.counterfactual.target.pronoun_forms import pronoun_forms, written
from cdaflow.trees import Sentence, Token

#: Whether a form can be an adjective.
IsAdjective = Callable[[str], bool]

#: How a noun hangs on what is taken for the noun of its phrase.
_WITHIN = frozenset({"amod", "appos", "compound", "conj", "flat", "nmod", "nsubj"})

#: How a noun that is taken for an adjective hangs on whatever is near.
_ASTRAY = frozenset({"acl", "advmod", "amod"})

#: What makes a superlative.
_MORE = frozenset({"más", "menos", "meno", "moins", "plus", "più"})

#: What annotators take pronouns for that they do not know.
_MISTAGGED = frozenset({"ADJ", "ADV", "NOUN", "PROPN", "VERB", "X"})

_ONE = frozenset({"un", "une", "una", "uno", "un'"})


def mended(tree: Sentence, language: str) -> Sentence:
    """Return a tree in which no word is wrongly split, and pronouns are pronouns.

    Neither articles ("le ranima") nor names ("Est-elle") nor nouns.
    """
    if language == "fr":
        tree = parted(tree)
    return _with_pronouns(_with_clitics(_unsplit(tree, language), language), language)


def _with_pronouns(tree: Sentence, language: str) -> Sentence:
    """Return the tree with what can only be a pronoun tagged as one."""
    forms = pronoun_forms(language)
    tokens = list(tree.tokens)
    for token in tree.tokens:
        entries = forms.get(written(token.form), ())
        if token.upos not in _MISTAGGED or any(e.is_word for e in entries):
            continue
        sure = [e for e in entries if e.role == "subject" or not e.may_be_thing]
        if not sure:
            continue
        feats = {"Gender": sure[0].gender, "Number": "Sing", "Person": "3", "PronType": "Prs"}
        subject = sure[0].role == "subject" and relation(token) not in ("conj", "obl", "root")
        feats |= {"Case": "Nom"} if subject else {}
        tokens[token.id - 1] = token.changed(
            upos="PRON", feats=feats, deprel="nsubj" if subject else token.deprel
        )
    return tree if tokens == list(tree.tokens) else replace(tree, tokens=tuple(tokens))


def _unsplit(tree: Sentence, language: str) -> Sentence:
    """Return the tree with pronouns as one word that it has as several: "Lei" of "iL" and "i"."""
    may_split = cdaflow.languages.get(language).may_split
    forms = pronoun_forms(language)
    for span in tree.multiwords:
        entries = forms.get(span.form.lower(), ())
        # "Lei" is neither a verb with a pronoun nor, though the preposition is one, "in" and "i".
        whole = any(entry.role == "subject" or not entry.may_be_thing for entry in entries)
        parts = tree.tokens[span.start - 1 : span.end]
        split = may_split(span.form, [part.form for part in parts])
        whole &= "".join(part.form for part in parts).lower() != span.form.lower()
        if entries and (not split or (whole and not any(e.is_word for e in entries))):
            return _unsplit(_joined(tree, span.start, span.end, language), language)
    return tree


def _joined(tree: Sentence, start: int, end: int, language: str) -> Sentence:
    span = next(each for each in tree.multiwords if each.start == start)
    form = pronoun_forms(language)[span.form.lower()][0]
    inside = range(start, end + 1)
    outer = next((t for t in tree.tokens[start - 1 : end] if t.head not in inside), None)
    head = 0 if outer is None else outer.head
    feats = {"Gender": form.gender, "Number": "Sing", "Person": "3", "PronType": "Prs"}

    def moved(place: int) -> int:
        return place - (end - start) if place > end else min(place, start)

    tokens = [
        token.changed(id=moved(token.id), head=moved(token.head))
        for token in tree.tokens
        if token.id not in inside or token.id == start
    ]
    kind = "root" if not head else "nsubj" if head > end else "obj"
    tokens[start - 1] = Token(
        start, span.form, span.form.lower(), "PRON",
        {name: value for name, value in feats.items() if value}, moved(head), kind,
        misc=span.misc,
    )  # fmt: skip
    multiwords = tuple(
        each._replace(start=moved(each.start), end=moved(each.end))
        for each in tree.multiwords
        if each.start != start
    )
    return replace(tree, tokens=tuple(tokens), multiwords=multiwords, empty_nodes=())


def _with_clitics(tree: Sentence, language: str) -> Sentence:
    """Return the tree with articles right before a finite verb as its object: "le ranima".

    And with those that are written together with a verb: "mandarle".
    """
    forms = pronoun_forms(language)
    tokens = list(tree.tokens)
    for span in tree.multiwords:
        verb, token = tree.tokens[span.start - 1], tree.tokens[span.end - 1]
        entries = forms.get(token.form.lower(), ())
        if verb.upos == "VERB" and token.upos == "DET" and entries:
            dative = entries[0].role == "dative"
            feats = {"Gender": entries[0].gender, "Number": "Sing", "Person": "3"}
            tokens[token.id - 1] = token.changed(
                upos="PRON", head=verb.id, deprel="iobj" if dative else "obj",
                feats={**feats, "PronType": "Prs"},
            )  # fmt: skip
    for place, token in enumerate(tree.tokens[:-1]):
        entries = forms.get(token.form.lower().replace("’", "'"), ())
        following = tree.tokens[place + 1]
        finite = following.upos in ("VERB", "AUX") and following.feats.get("VerbForm") == "Fin"
        if token.upos == "DET" and finite and any(entry.role == "object" for entry in entries):
            verb = following
            if following.upos == "AUX" and following.head:
                verb = tree.tokens[following.head - 1]
            gender = entries[0].gender
            feats = {"Case": "Acc", "Gender": gender, "Number": "Sing", "Person": "3"}
            tokens[place] = token.changed(
                upos="PRON", head=verb.id, deprel="obj",
                feats={n: v for n, v in (*feats.items(), ("PronType", "Prs")) if v},
            )  # fmt: skip
    return tree if tokens == list(tree.tokens) else replace(tree, tokens=tuple(tokens))


def attributes(tree: Sentence, noun: int, gender: str) -> set[int]:
    """Return the attributes of a noun that its edges do not reach, by their ids.

    Adjectives joined to one without gender ("un bambino debole e delicato"), and the article of a
    superlative ("le coureur le plus rapide").
    """
    found = set()
    own = {t.id for t in tree.children(noun) if t.upos == "ADJ" and t.deprel.startswith("amod")}
    for token in tree.tokens:
        if token.feats.get("Gender") != gender or token.feats.get("Number", "Sing") != "Sing":
            continue
        if token.upos == "ADJ" and token.deprel == "conj" and token.head in own:
            found.add(token.id)
        following = tree.tokens[token.id : token.id + 2]
        if token.upos == "DET" and token.id > noun and len(following) == 2:
            more, adjective = following
            attributed = adjective.upos == "ADJ" and adjective.head == noun
            if more.form.lower() in _MORE and attributed:
                found.add(token.id)
    return found


def as_noun(tree: Sentence, noun: int, gender: str, is_adjective: IsAdjective) -> Sentence:
    """Return the tree with a word as a noun of a gender and the head of its phrase.

    The determiners and adjectives before it, and an adjective behind it that is taken for the
    noun, hang on it.
    """
    tokens = list(tree.tokens)
    old = tokens[noun - 1]
    members = _before(tree, noun, is_adjective)
    behind = tokens[noun] if noun < len(tokens) else None
    if (
        behind is not None
        and old.upos != "NOUN"
        and old.head == behind.id
        and relation(old) in _WITHIN
        and (behind.upos == "ADJ" or (behind.upos == "NOUN" and is_adjective(behind.form)))
    ):
        members.append(behind)
    inside = {member.id for member in members}
    head, kind = old.head, old.deprel
    if head in inside:
        above = tokens[head - 1]
        for _ in members:
            if above.head not in inside and above.head != noun:
                break
            above = tokens[above.head - 1]
        head, kind = (above.head, above.deprel) if above.head != noun else (0, "root")
    elif old.upos != "NOUN" and relation(old) in _ASTRAY:
        outside = [m for m in members if m.upos != "ADJ" and m.head not in (*inside, noun)]
        if outside and outside[0].head:
            head = outside[0].head
            kind = "nsubj" if head > noun else "obj"
    for token in tree.tokens:
        if token.head in inside and token.id not in inside and token.id != noun:
            tokens[token.id - 1] = token.changed(head=noun)
    for member in members:
        determiner = member.upos not in ("ADJ", "NOUN") and member.id < noun
        if member.upos == "ADV":
            continue
        tokens[member.id - 1] = member.changed(
            upos="DET" if determiner else "ADJ",
            head=noun,
            deprel="det" if determiner else "amod",
        )
    tokens[noun - 1] = old.changed(
        upos="NOUN", head=head, deprel=kind, feats={**old.feats, "Gender": gender}
    )
    return replace(tree, tokens=tuple(tokens))


def _before(tree: Sentence, noun: int, is_adjective: IsAdjective) -> list[Token]:
    """Return the determiners and adjectives right before a noun; none without a determiner."""
    found: list[Token] = []
    determined = False
    for token in reversed(tree.tokens[: noun - 1]):
        form = token.form.lower().replace("’", "'")
        article = (token.upos in ("PRON", "NUM") and form in _ONE) or (
            token.upos == "PRON" and relation(token) == "det" and token.head == noun
        )
        if token.upos == "DET" or article:
            determined = True
        elif determined:
            break
        elif token.upos == "NOUN":
            taken = tree.tokens[noun - 1].upos != "NOUN" and tree.tokens[noun - 1].head == token.id
            if not (taken or is_adjective(form)):
                break
        elif token.upos not in ("ADJ", "ADV") or (token.upos == "ADV" and not found):
            break
        found.append(token)
    return found[::-1] if determined else []
