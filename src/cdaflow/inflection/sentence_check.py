"""Whether a finished sentence can be right: its words agree as they did before the change.

What writes sentences asks this of each (`cdaflow.inflection.realise`), since trees are wrong where
annotators are: an adjective changes with a person and its noun does not ("la vieja túnel"), or the
noun changes and its adjective stays ("une productrice chinois"). Forms decide, not features: two
words that belong together, by the tree or since they stand side by side, had a gender and a number
in common, and have none any more. What disagreed from the beginning is nobody's fault here. A form
of which nothing is known agrees with everything.

A changed word also keeps its number, and was a word that can change: not the only verb of the
sentence ("l'étudiant court vite"), nor one that is a verb wherever it is known, nor part of a name;
and a noun that a model wrote is not one that no lexicon has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise

import cdaflow.languages
from cdaflow.inflection.inflector import Inflected, Inflector
from cdaflow.inflection.lexicon import Entry
from cdaflow.inflection.rules import participle_genders
from cdaflow.languages.closed_classes import CLOSED_CLASSES, closed_table
from cdaflow.languages.word_sets import language_rows, pattern, word_set
from cdaflow.languages.writing import euphonic_forms, plain
from cdaflow.syntax.clauses import Clauses
from cdaflow.syntax.repairs import agrees_with_nothing
from cdaflow.syntax.tree import agree, following, preceding, relation
from cdaflow.trees import Sentence, Token

_SHOWN = ("Gender", "Number")

_NAMES = frozenset({"NOUN", "PROPN"})
_NOMINAL = frozenset({"ADJ", "NOUN", "PROPN"})

#: What stands behind the verb with which a sentence begins, and not behind a participle.
_BEHIND_VERBS = frozenset({"ADV", "DET", "NOUN", "PRON", "SCONJ"})

#: Relations of what stands in the phrase of its noun.
_IN_PHRASE = frozenset({"acl", "amod", "det"})


class SentenceCheck:
    """The check of sentences in which some words have changed, by the words of an inflector."""

    def __init__(self, inflector: Inflector) -> None:
        self.language = cdaflow.languages.get(inflector.language)
        self._lexicon = inflector.lexicon
        self._closed = closed_table(inflector.language)
        self._apocopes = set(euphonic_forms(inflector.language, "apocope").values())

    def faults(
        self, sentence: Sentence, words: Sequence[Token], made: Mapping[int, Inflected]
    ) -> dict[int, str]:
        """Return why a sentence cannot be right, by the id of a changed word; nothing if it may.

        `words`: those of the sentence after its changes, in canonical form, with their new
        features (`Language.apply_contractions`). `made`: what was made of those whose gender was
        set, by id, whether their form shows it or not.
        """
        before = sentence.tokens
        changed = {
            position for position in made
            if plain(before[position - 1].form) != plain(words[position - 1].form)
        }  # fmt: skip
        found = {
            position: why
            for position in sorted(changed)
            if (why := self._wrong_word(sentence, words[position - 1], made[position].source))
        }
        for group, beside in _Groups(sentence, self).groups(set(made)):
            if changed.isdisjoint(group):
                continue
            old, new = (
                [self._known(tokens[i - 1], is_set=i in made) for i in group]
                for tokens in (before, words)
            )
            shared = [_shared(name, old) for name in _SHOWN]
            # A noun that stays keeps the one of its genders that it had: "el joven" is no "la".
            for position, known in zip(group, new, strict=True):
                noun = before[position - 1]
                keeps = noun.upos == "NOUN" and "Gender" in noun.feats and position not in made
                if keeps and shared[0] and not beside:
                    known["Gender"] = shared[0]
            lost = [
                old_values is not None and _shared(name, new) is None
                for name, old_values in zip(_SHOWN, shared, strict=True)
            ]
            # "La economía y la sociedad francesas": of two, which no relation says.
            if any(lost) and (beside or None not in shared):
                first = next(i for i in group if i in changed)
                forms = " ".join(words[i - 1].form for i in sorted(group))
                found.setdefault(first, f"{forms!r} do not agree")
        return found

    def _known(self, token: Token, *, is_set: bool) -> dict[str, set[str]]:
        """Return the genders and numbers that a form may have; none where nothing is known.

        Of a word that is set the gender is the one of its features, if the form can have it.
        """
        cells = self._cells(token)
        known = {}
        for name in _SHOWN:
            values = {cell.get(name, "") for cell in cells}
            known[name] = set() if "" in values else values
        if not known["Number"] and "Number" in token.feats:
            known["Number"] = {token.feats["Number"]}
        gender = token.feats.get("Gender")
        fits = is_set and (not known["Gender"] or gender in known["Gender"])
        # Of a noun or pronoun that nobody knows the annotator's guess is better than nothing.
        if gender and (fits or (not cells and token.upos in ("NOUN", "PRON"))):
            known["Gender"] = {gender}
        return known

    def _cells(self, token: Token) -> list[Mapping[str, str]]:
        """Return the features of all readings of a form as a word that can agree."""
        upos = token.upos if token.upos in CLOSED_CLASSES else "ADJ"
        cells: list[Mapping[str, str]] = [
            {"Gender": gender, "Number": number}
            for paradigm, gender, number in self._closed.get(plain(token.form), ())
            if paradigm.upos == upos
        ]
        if token.upos in CLOSED_CLASSES:
            return cells
        if self.is_apocope(token):
            return [{"Gender": "Masc", "Number": "Sing"}]
        entries = [entry for entry in self._lexicon.by_form(token.form) if _may_agree(entry)]
        # Treebanks are small: of what they alone have they may lack a reading.
        others = [entry for entry in entries if not entry.source.startswith("treebank:")]
        # What is a noun here and is known as one is no adjective: "récord".
        nouns = [entry for entry in others if entry.upos == token.upos == "NOUN"]
        if others or cells:
            return [*cells, *(entry.feats for entry in nouns or others)]
        if not entries:
            genders = participle_genders(token, self.language.code)
            return [{"Gender": gender} for gender in sorted(genders)]
        return [
            {name: value for name, value in entry.feats.items() if name != "Number"}
            for entry in entries
        ]

    def genders(self, token: Token) -> set[str]:
        """Return the genders that a form may have, none where nothing is known."""
        return self._known(token, is_set=False)["Gender"]

    def is_apocope(self, token: Token) -> bool:
        """Whether a word is a short adjective, whatever it is taken for: "mal conductor"."""
        return token.upos in ("ADJ", "ADV") and plain(token.form) in self._apocopes

    def is_noun(self, token: Token) -> bool:
        """Whether a word may be a noun, whatever it is taken for."""
        return token.upos in _NAMES or any(
            entry.upos == "NOUN" for entry in self._lexicon.by_form(token.form)
        )

    def _wrong_word(self, sentence: Sentence, new: Token, source: str) -> str:
        """Return why a word cannot have changed as it did, "" if it can."""
        old = sentence.tokens[new.id - 1]
        if _shared("Number", [self._known(token, is_set=False) for token in (old, new)]) is None:
            return f"{new.form} has another number than {old.form}"
        if _is_in_name(sentence, old):
            return f"{old.form} is part of a name"  # "el presidente Napolitano"
        if old.upos == "DET" and any(
            span.start < old.id <= span.end and sentence.tokens[span.start - 1].upos == "VERB"
            for span in sentence.multiwords
        ):
            return f"{old.form} is no article"  # "farle"
        if old.upos in CLOSED_CLASSES or self.language.verbs_have_gender:
            return ""
        above = preceding(sentence, old)
        phrase = f"{plain(above.form)} {plain(old.form)}" if above is not None else ""
        if phrase in word_set(self.language.code, "set_phrase"):
            return f"{phrase} is a set phrase"
        said = old.feats.get("VerbForm") == "Part" and any(
            child.upos == "AUX" for child in sentence.children(old.id)
        )
        said = said or self._is_participle(old)
        behind = following(sentence, old)
        hearer = word_set(self.language.code, "hearer_subject")
        if behind is not None and behind.form[:1] == "-" and behind.form[1:] in hearer:
            return f"{old.form} is a verb"  # "Disposes-tu"
        if not said and self.is_verb(old):
            return f"{old.form} is a verb"
        entries = self._lexicon.by_form(old.form)
        verb = any(entry.feats.get("VerbForm") == "Fin" for entry in entries)
        if self._is_finite_here(sentence, old, may_be=verb):
            return f"{old.form} is likely to be the verb of the sentence"
        if not said and self._is_new_form(old, new):
            return f"{new.form} is in no list, and {old.form} is a noun of one gender"
        if not any(map(_may_agree, entries)):
            by_rule = source == "closed" and old.feats.get("VerbForm") == "Part"
            unknown = old.upos == "NOUN" and (source == "model" or by_rule)
            return f"nothing is known of {old.form}" if unknown else ""
        if verb and old.upos == "ADJ" and not any(map(_is_finite, sentence.tokens)):
            return f"{old.form} is likely to be the verb of the sentence"
        return ""

    def _is_participle(self, token: Token) -> bool:
        """Whether a word that is taken for a participle has an ending of one."""
        regular = pattern(self.language.code, "participle")
        taken = token.feats.get("VerbForm") == "Part"
        return taken and (regular is None or regular.fullmatch(token.form.lower()) is not None)

    def _is_finite_here(self, sentence: Sentence, old: Token, *, may_be: bool) -> bool:
        """Whether a finite verb is read as a participle: "No recuerdo nada", "je te dit".

        `may_be`: whether its form is that of one.
        """
        if any(child.upos in ("AUX", "DET") for child in sentence.children(old.id)):
            return False
        if old.upos == "VERB" and relation(old) == "root":
            return True
        before = [t for t in sentence.tokens[: old.id - 1] if t.upos not in ("ADV", "PUNCT")]
        behind = following(sentence, old)
        if behind is not None and behind.feats.get("VerbForm") == "Ger":
            return old.upos == "AUX"  # "Me lo state chiedendo"
        if not before and behind is not None and behind.upos in _BEHIND_VERBS:
            return old.upos == "VERB"  # "Indovinate cosa"
        if old.upos != "VERB" or not before:
            return False
        clitic = before[-1].upos == "PRON" and relation(before[-1]) in ("expl", "iobj", "obj")
        if clitic and before[-1].id == old.id - 1:
            return True  # "Tú me recuerdas"
        if not may_be:
            return False
        clitics = word_set(self.language.code, "first_person") | word_set(
            self.language.code, "second_person"
        )
        last = before[-1]
        return last.upos == "PRON" or (last.id == old.id - 1 and plain(last.form) in clitics)

    def is_verb(self, token: Token) -> bool:
        """Whether a form is known as that of a finite verb and as nothing that can agree.

        As a noun neither, if it is taken for a verb: "mostra".
        """
        entries = self._lexicon.by_form(token.form)
        if token.upos == "VERB":
            entries = [entry for entry in entries if entry.upos != "NOUN"]
        finite = any(entry.feats.get("VerbForm") == "Fin" for entry in entries)
        return finite and not any(map(_may_agree, entries))

    def _is_new_form(self, old: Token, new: Token) -> bool:
        """Whether what is known as a noun of one gender has an unknown form: "midie", "homicidia".

        Or a compound whose last part is of both genders: "petits-enfantes". Of a person's noun and
        of participles rules make forms that no list has.
        """
        if "-" in old.form:
            one, other = (token.form.rpartition("-")[2] for token in (old, new))
            genders = {entry.feats.get("Gender") for entry in self._lexicon.by_form(one)}
            return len(genders) > 1 and one != other and not self._lexicon.by_form(other)
        if old.upos not in ("ADJ", "VERB") or plain(old.form) in self._closed:
            return False
        entries = self._lexicon.by_form(old.form)
        one = {(e.upos, e.feats.get("Gender")) for e in entries}
        return (
            len(one) == 1 and next(iter(one))[0] == "NOUN" and not self._lexicon.by_form(new.form)
        )

    def shows(self, sentence: Sentence, token: Token) -> bool:
        """Whether a word is an adjective or participle that agrees with something.

        By its form, if it is taken for a verb of no kind ("elle était prête" of prêter).
        """
        form = token.feats.get("VerbForm")
        if token.upos == "VERB" and form is None:
            return bool(self._cells(token))
        if "Gender" not in token.feats or (token.upos != "ADJ" and form != "Part"):
            return False
        return not agrees_with_nothing(sentence, token, self.language.code)

    def is_adjective(self, noun: Token) -> bool:
        """Whether a noun may be an adjective behind another one: "sorella gemella"."""
        return noun.upos == "NOUN" and any(
            entry.upos == "ADJ" for entry in self._lexicon.by_form(noun.form)
        )


def _is_in_name(sentence: Sentence, word: Token) -> bool:
    """Whether a word is part of a name: "el presidente Napolitano", "Demi Lovato canta"."""
    before = preceding(sentence, word)
    if before is None or not word.form[:1].isupper():
        return False
    if word.upos == "PROPN" and relation(word) == "flat":
        return True
    name = before.form[:1].isupper() and before.upos not in ("ADP", "DET", "NOUN")
    return name and before.id > 0 and word.upos in ("ADJ", "PRON", "VERB")


def _is_finite(token: Token) -> bool:
    return token.upos in ("AUX", "VERB") and token.feats.get("VerbForm", "Fin") == "Fin"


def _may_agree(entry: Entry) -> bool:
    return entry.upos in _NOMINAL or entry.feats.get("VerbForm") == "Part"


def _shared(name: str, known: Sequence[Mapping[str, set[str]]]) -> set[str] | None:
    """Return the values of a feature that words may have in common, None if there are none.

    An empty set: nothing is known of it.
    """
    values = [each[name] for each in known if each[name]]
    return (set.intersection(*values) or None) if values else set()


class _Groups:
    """Which words of a sentence belong together; `shows`: whether a word agrees with something."""

    def __init__(self, sentence: Sentence, check: SentenceCheck) -> None:
        self.tokens = sentence.tokens
        self.check, self.shows = check, partial(check.shows, sentence)
        self.clauses = Clauses(sentence, check.language.code, agree)

    def groups(self, made: Collection[int]) -> Iterator[tuple[tuple[int, ...], bool]]:
        """Yield the ids of words that belong together, two or all of a noun phrase.

        With them: whether they stand side by side. `made`: the ids of those whose gender was set.
        """
        for token in self.tokens:
            if token.upos in _NAMES:
                phrase = [c.id for c in self.clauses.children(token) if self._is_attribute(c)]
                yield from (((token.id, child), False) for child in phrase)
                yield (token.id, *phrase), False
                yield from (((owner, token.id), False) for owner in self._pronouns_of(token))
                yield from (
                    ((owner, child), False)
                    for owner in self._pronouns_of(token)
                    for child in phrase
                )
            elif not self.check.language.masculine_of_women:
                yield from (((owner.id, token.id), False) for owner in self._said_of(token))
                if token.upos == "ADJ" and relation(token) == "conj":
                    # "Le plus habile et la plus célèbre": the article tells.
                    articles = [c.id for c in self.clauses.children(token) if c.upos == "DET"]
                    yield from (((token.head, article), False) for article in articles)
        for token in self.tokens:
            yield from (((owner, token.id), True) for owner in self._stood_for(token, made))
        yield from ((pair, True) for pair in self._orphans(made))
        for one, other in self._neighbours():
            apart = any(
                self._belongs_elsewhere(*each, made) for each in ((one, other), (other, one))
            )
            if _joined(one, other) or not apart:
                yield (one.id, other.id), True

    def _stood_for(self, token: Token, made: Collection[int]) -> Iterator[int]:
        """Yield the changed words that an unchanged one is likely to stand for, or be said of.

        "Algunos se convertirán en prisioneros", "cuatro sospechosos, de los que", "cada uno come
        solo"; the adjective in "un entrenador de fútbol retirado" may be that of either noun.
        """
        language = self.check.language.code
        if token.id in made:
            return
        before = [t for t in self.tokens[: token.id - 1] if self._is_nominal(t)]
        above, behind = (find(self.clauses.sentence, token) for find in (preceding, following))
        next_words = self.tokens[token.id : token.id + 3]
        known = plain(token.form) in _indefinites(language) and not self.clauses.is_relative(token)
        of = behind is not None and behind.lemma in word_set(language, "of")
        # "De los que", "uno de los cuales", but "una de las razones".
        relative = above is not None and above.upos == "ADP" and token.upos in ("DET", "PRON")
        relative = (relative or (known and of)) and any(
            self.clauses.is_relative(t) for t in next_words[: 3 if known and of else 1]
        )
        alone = known and token.upos == "PRON" and relation(token) == "nsubj" and not of
        if relative or alone:
            nearest = next((t for t in reversed(before) if _stands_for(token, t, relative)), None)
            if nearest is not None and nearest.id in made:
                yield nearest.id
            yield from (t.id for t in before if alone and t.upos == "PRON" and t.id in made
                        and plain(t.form) in _indefinites(language))  # fmt: skip
            if alone and nearest is None:
                yield from (t.id for t in self.tokens[token.id :] if t.id in made
                            and t.upos == "NOUN" and t.head == token.head)  # fmt: skip
        end = behind is None or behind.upos == "PUNCT"
        if known and [t.upos for t in next_words[:2]] == ["DET", "NUM"]:  # "ils ont tous les deux"
            yield from (t.id for t in before[-1:] if t.id in made and _stands_for(token, t, False))
        if known and of:  # "Aucun d'eux"
            yield from (t.id for t in next_words[1:2] if t.id in made and t.upos == "PRON")
        lone = {token.lemma, plain(token.form)} & word_set(language, "solitary")
        if end and lone and token.upos in ("ADJ", "ADV"):
            yield from (t.id for t in before if t.id in made and t.head == token.head)
        beside = len(before) > 1 and before[-1].id == token.id - 1 == token.head
        if beside and token.upos in ("ADJ", "VERB") and "VerbForm" in token.feats:
            first, last = before[-2:]
            joint = self.tokens[first.id]
            of = last.id == joint.id + 1 and joint.lemma in word_set(language, "of")
            if of and last.id not in made and agree(token, last) and agree(token, first):
                yield from {first.id} & set(made)

    def _orphans(self, made: Collection[int]) -> Iterator[tuple[int, int]]:
        """Yield each feminine that nobody is left for, with the changed word that it was said of.

        "Ce patient soit demeuré à l'aise, heureuse"; masculines are said of facts as well.
        """
        feminine = [t for t in self.tokens if t.feats.get("Gender") == "Fem" and self._owns(t)]
        changed = [t.id for t in feminine if t.id in made and t.feats.get("Number") == "Sing"]
        others = [
            t for t in self.tokens if t.upos == "PROPN" or t.feats.get("Person") in ("1", "2")
        ]
        left = [t for t in feminine if t.id not in made]
        for token in self.tokens if changed and not (others or left) else ():
            alone = token.feats.get("Number") == "Sing" and relation(token) != "amod"
            if token.id > changed[-1] and alone and self.shows(token):
                if token.id not in made and self.check.genders(token) == {"Fem"}:
                    yield changed[-1], token.id

    def _owns(self, token: Token) -> bool:
        return token.upos in (*_NAMES, "PRON")

    def _is_nominal(self, token: Token) -> bool:
        return token.upos in _NAMES or (token.upos == "PRON" and "Gender" in token.feats)

    def _neighbours(self) -> Iterator[tuple[Token, Token]]:
        """Yield two words side by side that agree as a rule; adverbs, "and" may stand between."""
        adverbs = word_set(self.check.language.code, "adverbial")
        words = [
            token
            for token in self.tokens
            if (token.upos != "ADV" and plain(token.form) not in adverbs)
            or self.check.is_apocope(token)
        ]
        yield from (pair for pair in pairwise(words) if self._beside(*pair))
        for one, joint, other in zip(words, words[1:], words[2:], strict=False):
            if joint.upos == "CCONJ" and self.shows(one) and self.shows(other):
                yield one, other

    def _is_attribute(self, token: Token) -> bool:
        kind = relation(token)
        if kind == "acl":
            clause = self.clauses.has(token, "aux", "cop", "mark", "nsubj")
            return self.shows(token) and not clause
        if kind not in _IN_PHRASE or token.upos == "DET":
            return kind in _IN_PHRASE
        # What has an article of its own is another noun, but for "la plus belle".
        own = self.clauses.has(token, "det") and not self.clauses.has(token, "advmod")
        return self.shows(token) and not own

    def _pronouns_of(self, noun: Token) -> Iterator[int]:
        """Yield the pronouns whose predicate a noun is: "il était un petit enfant"."""
        if self.clauses.has(noun, "cop"):
            subjects = (c for c in self.clauses.children(noun) if relation(c) == "nsubj")
            yield from (c.id for c in subjects if _is_personal(c) and "Gender" in c.feats)

    def _said_of(self, token: Token) -> Iterator[Token]:
        """Yield what a predicate agrees with: its subject or object, the participle above it."""
        head = self.clauses.head(token)
        if not self.shows(token):
            return
        kind = relation(token)
        above = kind in ("aux", "cop") or (
            self.clauses.has(token, "cc")
            if kind == "conj"
            else kind == "xcomp" and not self.clauses.has(token, "case")
        )
        if above and head is not None and head.upos != "NOUN" and self.shows(head):
            yield head
        said = token
        if token.upos == "AUX":
            # "Quand'è stata l'ultima volta?"
            if head is None or head.upos != "NOUN":
                return
            said = head
        moved = self.clauses.object_agreed_with(said)
        children = self.clauses.children(said)
        # Without a copula what stands behind is no subject: "universitaria la próxima primavera".
        verb = said.upos != "ADJ" or self.clauses.has(said, "aux", "cop")
        subjects = [c for c in children if relation(c) == "nsubj" and (verb or c.id < said.id)]
        owners = [moved] if moved else subjects
        if not owners and said is head:
            owners = [head]
        before = [c.upos for c in children if c.id < said.id]
        if not owners and "AUX" in before and "PRON" not in before:
            # "Está previsto el derrumbe": its subject, taken for an object.
            owners = [c for c in children if relation(c) == "obj" and c.upos == "NOUN"][:1]
        for owner in owners:
            found = owner
            if self.clauses.is_relative(owner):
                found = self.clauses.antecedent(owner, before=True) or owner
            if found.upos in _NAMES or _is_personal(found):
                yield found

    def _beside(self, one: Token, other: Token) -> bool:
        """Whether two words side by side agree as a rule, whatever the tree has of them."""
        if one.upos == "ADV":  # "mal conductor", not "mal reconocido"
            return self.check.is_noun(other)
        if one.upos == "DET":
            return other.upos in _NOMINAL or self.shows(other)
        if one.upos in _NAMES:
            return self.shows(other) or self.check.is_adjective(other)
        return self.shows(one) and (
            self.shows(other) or (one.upos == "ADJ" and other.upos in _NAMES)
        )

    def _belongs_elsewhere(self, token: Token, other: Token, made: Collection[int]) -> bool:
        """Whether a word goes with a third one: "jugadora de béisbol famosa"."""
        head = self.clauses.head(token)
        if token.upos == "DET":
            # "La teniente coronel"
            return head is not None and head.id in made and other.upos == "NOUN"
        return any(
            third is not None
            and third.id != other.id
            and agree(token, third)
            and "Gender" in third.feats
            and not self.check.is_verb(third)
            and (third.id in made) == (token.id in made)
            for third in (head, *self._said_of(token))
        )


@cache
def _indefinites(language: str) -> frozenset[str]:
    """Return the pronouns that stand for persons whom no noun names, of both genders."""
    columns = ("masculine", "feminine")
    rows = language_rows(language, "indefinites.tsv", columns)
    return frozenset(row[column] for row in rows for column in columns)


def _stands_for(pronoun: Token, noun: Token, some: bool) -> bool:
    """Whether a pronoun has the gender of a noun, and its number, if it is not some of several."""
    alike = ("Gender",) if some else _SHOWN
    return all(noun.feats.get(name) == pronoun.feats.get(name, "") for name in alike)


def _joined(one: Token, other: Token) -> bool:
    """Whether the tree has two words together, or two adjectives under one word."""
    adjectives = _NAMES.isdisjoint((one.upos, other.upos)) and one.head == other.head
    return adjectives or one.head == other.id or other.head == one.id


def _is_personal(token: Token) -> bool:
    feats = token.feats
    return token.upos == "PRON" and feats.get("PronType") == "Prs" and feats.get("Person") == "3"
