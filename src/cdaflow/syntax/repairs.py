"""Trees repaired so that their features say what a word agrees in, and no more.

A model of agreement takes its tags from FEATS. An annotator leaves some genders out ("nuestro"), or
guesses them from the words around; and treebanks give a gender to participles that agree with
nothing ("ha comido", "elle a mangé"), which teaches the model that participles seldom agree.
Annotators that have learned from little text hang an attribute on the wrong noun, take possessives
for nouns ("ai vostri genitori") and tag questions for attributes ("un musicista, vero?"): the
agreement of the words themselves shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from cdaflow.languages.closed_classes import Table, closed_table
from cdaflow.languages.word_sets import word_set
from cdaflow.languages.writing import plain
from cdaflow.syntax.relations import repair_relations
from cdaflow.syntax.tree import Tree, following, is_acyclic, preceding, relation
from cdaflow.trees import Sentence, Token

#: The genders that a form may have, none if nothing is known of it, "" for none at all.
Genders = Callable[[Token], Collection[str]]

_WITH_GENDER = frozenset({"ADJ", "AUX", "DET", "NOUN", "NUM", "PRON", "VERB"})

#: Relations of what agrees with its head.
_ATTRIBUTES = frozenset({"acl", "amod"})

_SHOWN = ("Gender", "Number")


def repair_genders(sentence: Sentence, language: str, genders: Genders | None = None) -> Sentence:
    """Return a tree with the genders of its forms, if known, and of agreeing words alone.

    `genders`: what is known of forms; a word of which one gender is known gets it, whatever it had.
    A pronoun that doubles the noun behind it becomes its determiner. Else forms, lemmata and tree
    stay.
    """
    sentence = repair_heads(repair_relations(sentence, language), language)
    tokens: list[Token] = []
    changed = False
    for token in sentence.tokens:
        new = token if (noun := _noun_of(sentence, token)) is None else _determiner(token, noun)
        if genders is not None and token.upos in _WITH_GENDER:
            new = _with_gender(new, _narrowed(sentence, new, genders))
        if "Gender" in new.feats and agrees_with_nothing(sentence, token, language):
            new = _without_gender(new)
        changed |= new is not token
        tokens.append(new)
    return replace(sentence, tokens=tuple(tokens)) if changed else sentence


def _narrowed(sentence: Sentence, token: Token, genders: Genders) -> Collection[str]:
    """Return the genders of a word; of a noun with several that which two determiners show."""
    possible = genders(token)
    if len(possible) < 2 or token.upos != "NOUN":
        return possible
    determiner_genders = [
        set(own)
        for child in sentence.children(token.id)
        if child.upos == "DET" and len(own := genders(child)) == 1 and "" not in own
    ]
    # One determiner may itself be wrong; two outweigh the annotator: "il tuo musicista".
    common = (
        set(possible).intersection(*determiner_genders)
        if len(determiner_genders) > 1
        else set(possible)
    )
    return common if len(common) == 1 else possible


def _noun_of(sentence: Sentence, pronoun: Token) -> Token | None:
    """Return the noun right behind a pronoun that agrees with it and has its head and relation.

    No verb has two subjects or objects: the pronoun is a determiner ("Nuestro profesor dijo").
    """
    noun = following(sentence, pronoun)
    if pronoun.upos != "PRON" or noun is None or noun.upos != "NOUN":
        return None
    alike = (noun.head, noun.deprel) == (pronoun.head, pronoun.deprel)
    return noun if alike and _share_gender(pronoun, noun) else None


def _share_gender(token: Token, noun: Token) -> bool:
    """Whether a word has the gender of a noun, and its number."""
    return "Gender" in token.feats and all(
        token.feats.get(name) == noun.feats.get(name) for name in _SHOWN
    )


def _determiner(token: Token, noun: Token) -> Token:
    return token.changed(upos="DET", head=noun.id, deprel="det")


def _with_gender(token: Token, genders: Collection[str]) -> Token:
    if len(genders) != 1 or (gender := next(iter(genders))) in ("", token.feats.get("Gender", "")):
        return token
    return token.changed(feats={**token.feats, "Gender": gender})


def _without_gender(token: Token) -> Token:
    return token.changed(feats={name: v for name, v in token.feats.items() if name != "Gender"})


def agrees_with_nothing(sentence: Sentence, token: Token, language: str) -> bool:
    """Return whether a word is an adverb, or a participle of the perfect that agrees with nothing.

    In French and Italian it agrees with an object before it ("l'a accompagnée"), in French with
    its subject unless an object follows ("elle s'est lavé les mains").
    """
    have = word_set(language, "perfect")
    if token.feats.get("VerbForm") != "Part" or not have:
        return token.upos == "ADJ" and _is_adverb(sentence, token, language)
    # "Été" and "sido" are beside "avoir" and "haber".
    beside = token.upos != "VERB" and token.head > 0
    verb = sentence.tokens[token.head - 1] if beside else token
    auxiliaries = [
        child.lemma
        for child in sentence.children(verb.id)
        if child.upos == "AUX" and child.id < token.id
    ]
    if not auxiliaries:
        # "Ayant reçu", taken for two verbs.
        words = (t for t in reversed(sentence.tokens[: token.id - 1]) if t.upos != "ADV")
        before = next(words, None)
        if before is None or before.upos not in ("AUX", "VERB"):
            return False
        auxiliaries = [before.lemma]
        if _is_have_with_pronoun(before, language):
            have = frozenset(auxiliaries)
    if have.isdisjoint(auxiliaries[-1:]):
        return not beside and _has_dative(sentence, token, language)
    with_object = bool(word_set(language, "perfect_of_object"))
    return beside or not with_object or not _has_object_before(sentence, token, language)


def _is_adverb(sentence: Sentence, token: Token, language: str) -> bool:
    """Return whether an adjective says how something is done: "habla claro y alto"."""
    if relation(token) == "conj" and 0 < token.head < token.id:
        head = sentence.tokens[token.head - 1]
        return head.upos == "ADJ" and _is_adverb(sentence, head, language)
    verb = preceding(sentence, token)
    adverbs = word_set(language, "adverb_behind_verb") | word_set(language, "adverbial")
    return (
        verb is not None
        and verb.upos == "VERB"
        and verb.lemma not in word_set(language, "become")
        and plain(token.form) in adverbs
    )


def _has_dative(sentence: Sentence, participle: Token, language: str) -> bool:
    """Return whether a reflexive pronoun stands for whom something is done to: its object follows.

    "Elle s'est lavé les mains".
    """
    children = list(sentence.children(participle.id))
    return any(
        child.id < participle.id and plain(child.form) in word_set(language, "reflexive_dative")
        for child in children
        if relation(child) != "nsubj"
    ) and any(
        relation(child) == "obj"
        and child.id > participle.id
        and any(relation(word) == "det" for word in sentence.children(child.id))
        for child in children
    )


def _is_have_with_pronoun(token: Token, language: str) -> bool:
    """Return whether a word is "to have" with a pronoun behind it, which lemmatisers do not know.

    "As-tu", "haberte", "avendolo".
    """
    have, form = word_set(language, "have_forms"), plain(token.form)
    verb, hyphen, _ = form.partition("-")
    if hyphen:
        return verb in have
    # "Habiéndolo" is "habiendo" and "lo".
    return any(
        form.endswith(pronoun) and form.removesuffix(pronoun).replace("é", "e") in have
        for pronoun in word_set(language, "enclitic")
    )


def _has_object_before(sentence: Sentence, participle: Token, language: str) -> bool:
    relative = (
        frozenset[str]()
        if word_set(language, "perfect_of_relative")
        else (word_set(language, "relative"))
    )
    return any(
        relation(child) == "obj" and child.id < participle.id and child.lemma not in relative
        for child in sentence.children(participle.id)
    )


def repair_heads(sentence: Sentence, language: str) -> Sentence:
    """Return a tree with the heads and parts of speech that the agreement of its words asks for.

    An attribute that agrees not with its head but with the noun beside it goes with that one; a
    word that the tables have as a determiner or an adjective ("vieil"), taken for a noun right
    before a noun that agrees with it, hangs on that one, and so does what hung on it; a tag
    question has no gender. The same sentence comes back where nothing is wrong.
    """
    table = closed_table(language)
    tokens = list(sentence.tokens)
    for token in sentence.tokens:
        upos = _taken_for_noun(sentence, token, table)
        if upos:
            # The noun takes the place of the word before it.
            noun = sentence.tokens[token.id]
            deprel = "det" if upos == "DET" else "amod"
            tokens[token.id - 1] = token.changed(upos=upos, head=noun.id, deprel=deprel)
            for child in sentence.children(token.id):
                tokens[child.id - 1] = tokens[child.id - 1].changed(head=noun.id)
            if noun.head == token.id:
                tokens[noun.id - 1] = noun.changed(head=token.head, deprel=token.deprel)
        elif "Gender" in token.feats and is_tag_question(sentence, token, language):
            tokens[token.id - 1] = _without_gender(token)
        elif (beside := _noun_beside(sentence, token)) is not None:
            tokens[token.id - 1] = token.changed(head=beside.id, deprel="amod")
    same = all(new is old for new, old in zip(tokens, sentence.tokens, strict=True))
    if same or not is_acyclic(tokens):
        return sentence
    return replace(sentence, tokens=tuple(tokens))


def _taken_for_noun(sentence: Sentence, token: Token, table: Table) -> str:
    """Return what a word is that is taken for a noun right before its noun: DET, ADJ, or ""."""
    noun = following(sentence, token)
    if token.upos != "NOUN" or noun is None or noun.upos != "NOUN":
        return ""
    below = noun.head != token.id and Tree(sentence).is_within(noun, token)
    if not _share_gender(token, noun) or below:
        return ""
    slot = (token.feats["Gender"], token.feats.get("Number", ""))
    tags = {
        paradigm.upos
        for paradigm, gender, number in table.get(token.form.lower(), ())
        if (gender, number) == slot
    }
    return next((upos for upos in ("DET", "ADJ") if upos in tags), "")


def is_tag_question(sentence: Sentence, token: Token, language: str) -> bool:
    """Whether a word asks for assent: ", verdad?"."""
    around = [preceding(sentence, token), following(sentence, token)]
    return token.form.lower() in word_set(language, "tag_question") and (
        [neighbour.form for neighbour in around if neighbour is not None] == [",", "?"]
    )


def _noun_beside(sentence: Sentence, token: Token) -> Token | None:
    """Return the noun that an attribute stands beside and agrees with, if it hangs on another.

    A noun behind it counts only if nothing determines it: "la ministra elegida la tarde".
    """
    if token.upos not in ("ADJ", "VERB") or not token.head or "Gender" not in token.feats:
        return None
    head = sentence.tokens[token.head - 1]
    wrong = any(
        name in head.feats and name in token.feats and head.feats[name] != token.feats[name]
        for name in _SHOWN
    )
    if relation(token) not in _ATTRIBUTES or head.upos != "NOUN" or not wrong:
        return None
    for noun in (preceding(sentence, token), following(sentence, token)):
        if noun is not None and noun.upos == "NOUN" and _share_gender(token, noun):
            return None if Tree(sentence).is_within(noun, token) else noun
    return None


def repair_question(sentence: Sentence) -> Sentence:
    """Return an English tree in which a question with "be" has its subject and its predicate.

    "Is his father a doctor?": small annotators take the first phrase for the predicate, and hang
    the second on it as its subject, an apposition or an attribute. Questions with more than these
    two phrases of nouns between "be" and the end stay as they are.
    """
    tokens = list(sentence.tokens)
    start = next((t.id for t in tokens if t.upos != "PUNCT"), 0)
    if not start or tokens[start - 1].lemma != "be" or tokens[-1].form[-1:] not in '?"”’':
        return sentence
    while start < len(tokens) and tokens[start].form.lower() in ("not", "n't", "n’t"):
        start += 1
    phrases: list[list[Token]] = []
    for token in tokens[start:]:
        if token.upos == "PUNCT":
            break
        if token.upos not in ("ADJ", "DET", "NOUN", "NUM", "PRON", "PROPN"):
            return sentence
        opens = token.upos == "DET" or token.feats.get("Poss") == "Yes"
        if not phrases or (opens and phrases[-1][-1].upos in ("NOUN", "PROPN")):
            phrases.append([])
        phrases[-1].append(token)
    if len(phrases) != 2 or any(words[-1].upos not in ("NOUN", "PROPN") for words in phrases):
        return sentence
    subject, predicate = (words[-1] for words in phrases)
    if predicate.head != subject.id:
        return sentence
    for token in tokens:
        if token.head == subject.id and token not in phrases[0]:
            tokens[token.id - 1] = token.changed(head=predicate.id)
    tokens[subject.id - 1] = subject.changed(head=predicate.id, deprel="nsubj")
    tokens[predicate.id - 1] = predicate.changed(head=subject.head, deprel=subject.deprel)
    return replace(sentence, tokens=tuple(tokens)) if is_acyclic(tokens) else sentence
