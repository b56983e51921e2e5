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

from collections.abc import Mapping, Sequence

from cdaflow.inflection.inflector import Inflected, Inflector
from cdaflow.inflection.known_forms import SHOWN, KnownForms, may_agree
from cdaflow.inflection.sentence_groups import Groups
from cdaflow.languages.closed_classes import CLOSED_CLASSES
from cdaflow.languages.word_sets import pattern, word_set
from cdaflow.languages.writing import plain
from cdaflow.syntax.tree import following, preceding, relation
from cdaflow.trees import Sentence, Token

#: What stands behind the verb with which a sentence begins, and not behind a participle.
_BEHIND_VERBS = frozenset({"ADV", "DET", "NOUN", "PRON", "SCONJ"})


class SentenceCheck:
    """The check of sentences in which some words have changed, by the words of an inflector.

    `pronouns`: whether pronouns that stand for a changed subject must follow it.
    """

    def __init__(self, inflector: Inflector, *, pronouns: bool = True) -> None:
        self.forms, self.pronouns = KnownForms(inflector), pronouns
        self.language, self._lexicon = self.forms.language, self.forms.lexicon

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
        # "Una musicista povero": the noun has another gender, and not another form.
        turned = changed | {
            position for position in made
            if before[position - 1].feats.get("Gender") != words[position - 1].feats.get("Gender")
        }  # fmt: skip
        found = {
            position: why
            for position in sorted(changed)
            if (why := self._wrong_word(sentence, words[position - 1], made[position].source))
        }
        for group, beside in Groups(sentence, self.forms, self.pronouns).groups(set(made)):
            if turned.isdisjoint(group):
                continue
            old, new = (
                [self.forms.known(tokens[i - 1], is_set=i in made) for i in group]
                for tokens in (before, words)
            )
            shared = [_shared(name, old) for name in SHOWN]
            # A noun that stays keeps the one of its genders that it had: "el joven" is no "la".
            for position, known in zip(group, new, strict=True):
                noun = before[position - 1]
                keeps = noun.upos == "NOUN" and "Gender" in noun.feats and position not in made
                if keeps and shared[0] and not beside:
                    known["Gender"] = shared[0]
            lost = [
                old_values is not None and _shared(name, new) is None
                for name, old_values in zip(SHOWN, shared, strict=True)
            ]
            # "La economía y la sociedad francesas": of two, which no relation says.
            if any(lost) and (beside or None not in shared):
                first = next(i for i in group if i in turned)
                forms = " ".join(words[i - 1].form for i in sorted(group))
                found.setdefault(first, f"{forms!r} do not agree")
        return found

    def _wrong_word(self, sentence: Sentence, new: Token, source: str) -> str:
        """Return why a word cannot have changed as it did, "" if it can."""
        old = sentence.tokens[new.id - 1]
        if (
            _shared("Number", [self.forms.known(token, is_set=False) for token in (old, new)])
            is None
        ):
            return f"{new.form} has another number than {old.form}"
        if _is_in_name(sentence, old):
            return f"{old.form} is part of a name"  # "el presidente Napolitano"
        if old.upos == "DET" and any(
            span.start < old.id <= span.end and sentence.tokens[span.start - 1].upos == "VERB"
            for span in sentence.multiwords
        ):
            return f"{old.form} is no article"  # "farle"
        if self.forms.is_misspelt(sentence, old):
            return f"{old.form} is no article"  # "El será", of él
        if old.upos in CLOSED_CLASSES or self.language.verbs_have_gender:
            return ""
        above = preceding(sentence, old)
        phrase = f"{plain(above.form)} {plain(old.form)}" if above is not None else ""
        if phrase in word_set(self.language.code, "set_phrase"):
            return f"{phrase} is a set phrase"
        entries = self._lexicon.by_form(old.form)
        perfect = old.feats.get("VerbForm") == "Part" and any(
            child.upos == "AUX" for child in sentence.children(old.id)
        )
        said = perfect or self._is_participle(old)
        behind = following(sentence, old)
        hearer = word_set(self.language.code, "hearer_subject")
        if behind is not None and behind.form[:1] == "-" and behind.form[1:] in hearer:
            return f"{old.form} is a verb"  # "Disposes-tu"
        enclitic = pattern(self.language.code, "enclitic_verb")  # "fidarmi"
        hidden = enclitic is not None and enclitic.fullmatch(old.form.lower()) and not entries
        if not said and (hidden or self.forms.is_verb(old)):
            return f"{old.form} is a verb"
        verb = any(entry.feats.get("VerbForm") == "Fin" for entry in entries)
        if self._is_finite_here(sentence, old, may_be=verb) or _is_verb_of_clause(sentence, old):
            return f"{old.form} is likely to be the verb of the sentence"
        if not perfect and self._is_new_form(old, new):
            return f"{new.form} is in no list, and {old.form} is a noun of one gender"
        if not any(map(may_agree, entries)):
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

    def _is_new_form(self, old: Token, new: Token) -> bool:
        """Whether what is known as a noun of one gender has an unknown form: "midie", "homicidia".

        Or a compound whose last part is of both genders: "petits-enfantes". Of a person's noun and
        of participles rules make forms that no list has.
        """
        if "-" in old.form:
            one, other = (token.form.rpartition("-")[2] for token in (old, new))
            genders = {entry.feats.get("Gender") for entry in self._lexicon.by_form(one)}
            return len(genders) > 1 and one != other and not self._lexicon.by_form(other)
        if old.upos not in ("ADJ", "VERB") or plain(old.form) in self.forms.closed:
            return False
        entries = self._lexicon.by_form(old.form)
        readings = {(entry.upos, entry.feats.get("Gender")) for entry in entries}
        noun = len(readings) == 1 and next(iter(readings))[0] == "NOUN"
        return noun and not self._lexicon.by_form(new.form)


def _is_in_name(sentence: Sentence, word: Token) -> bool:
    """Whether a word is part of a name: "el presidente Napolitano", "Demi Lovato canta"."""
    before = preceding(sentence, word)
    if before is None or not word.form[:1].isupper():
        return False
    if word.upos == "PROPN" and relation(word) == "flat":
        return True
    name = before.form[:1].isupper() and before.upos not in ("ADP", "DET", "NOUN")
    return name and before.id > 0 and word.upos in ("ADJ", "PRON", "VERB")


def _is_verb_of_clause(sentence: Sentence, word: Token) -> bool:
    """Whether a word between a noun and an adverb is the verb that its clause lacks.

    "L'étudiant court vite quand il pleut", of which treebanks know no such verb.
    """
    before, behind = preceding(sentence, word), following(sentence, word)
    if word.upos not in ("ADJ", "NOUN") or before is None or behind is None:
        return False
    starts = [
        token.id
        for token in sentence.tokens
        if token.upos == "SCONJ" or "Rel" in token.feats.get("PronType", "")
    ]
    first = max((start for start in starts if start < word.id), default=0)
    last = min((start for start in starts if start > word.id), default=len(sentence.tokens) + 1)
    subject = before.upos in ("NOUN", "PROPN", "VERB")
    return (
        subject
        and behind.upos == "ADV"
        and not any(map(_is_finite, sentence.tokens[first : last - 1]))
    )


def _is_finite(token: Token) -> bool:
    return token.upos in ("AUX", "VERB") and token.feats.get("VerbForm", "Fin") == "Fin"


def _shared(name: str, known: Sequence[Mapping[str, set[str]]]) -> set[str] | None:
    """Return the values of a feature that words may have in common, None if there are none.

    An empty set: nothing is known of it.
    """
    values = [each[name] for each in known if each[name]]
    return (set.intersection(*values) or None) if values else set()
