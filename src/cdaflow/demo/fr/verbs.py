"""French verb groups of the demo: tenses, clitics, negation, agreement of participles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from cdaflow.demo.builder import Phrase
from cdaflow.demo.fr.phrases import Agreement, Words, adverb
from cdaflow.demo.scene import Gender, Number, Tense


class Form(Enum):
    """A tense of the indicative."""

    PRESENT = "présent"
    IMPERFECT = "imparfait"
    COMPOUND = "passé composé"
    PLUPERFECT = "plus-que-parfait"


#: Features of the simple tenses, also those of the auxiliary of the compound ones.
_SIMPLE = {
    Form.PRESENT: "Pres", Form.IMPERFECT: "Imp", Form.COMPOUND: "Pres", Form.PLUPERFECT: "Imp",
}  # fmt: skip
_IMPERFECT_ENDINGS = {("3", False): "ait", ("3", True): "aient", ("1", True): "ions"}


@dataclass
class Group:
    """What stands around a verb besides its subject and what follows it.

    `clitics`: pronouns before the finite verb; `early`: an adverb right after it; `inverted`: a
    subject pronoun behind it; `objects`: what a participle with avoir agrees with, where a direct
    object stands before it.
    """

    clitics: list[Phrase] = field(default_factory=list)
    negated: bool = False
    early: Phrase | None = None
    inverted: Phrase | None = None
    objects: Agreement | None = None


def event(tense: Tense, aspect: str = "") -> Form:
    """Return the tense of something that happens: passé composé, imparfait for a state."""
    if tense is Tense.PRESENT:
        return Form.PRESENT
    return Form.IMPERFECT if aspect == "state" else Form.COMPOUND


def state(tense: Tense) -> Form:
    """Return the tense of something that lasts: the imparfait in the past."""
    return Form.PRESENT if tense is Tense.PRESENT else Form.IMPERFECT


def _row(words: Words, key: str) -> Mapping[str, str]:
    return words.lexicon.tables["verbs"][key]


def aspect(words: Words, key: str) -> str:
    """Return what the lexicon says of the verb: "state", "attitude" or ""."""
    return _row(words, key)["aspect"]


def _finite_form(row: Mapping[str, str], form: Form, what: Agreement) -> str:
    if _SIMPLE[form] == "Imp":
        stem, ending = row["imperfect_stem"], _IMPERFECT_ENDINGS[what.person, what.plural]
        # nous mangions, nous riions: the e that softens g falls before i
        return (stem.removesuffix("e") if ending[0] == "i" else stem) + ending
    if what.person == "1":
        return row["pres1p"]
    return row["pres3p"] if what.plural else row["pres3s"]


def _finite_feats(form: Form, what: Agreement) -> dict[str, str]:
    return {
        "Mood": "Ind",
        "Number": what.number.value,
        "Person": what.person,
        "Tense": _SIMPLE[form],
        "VerbForm": "Fin",
    }


def auxiliary(words: Words, key: str, form: Form, what: Agreement, deprel: str) -> Phrase:
    """Return a finite form of "have" or "be" as copula or auxiliary."""
    row = _row(words, key)
    feats = _finite_feats(form, what)
    return Phrase(_finite_form(row, form, what), row["infinitive"], "AUX", feats, deprel)


def participle(words: Words, key: str, what: Agreement, voice: str) -> Phrase:
    """Return a past participle in agreement; voice "Act" or "Pass"."""
    row = _row(words, key)
    masculine = row["participle"]
    plural = masculine if masculine.endswith("s") else f"{masculine}s"
    form = what.pick((masculine, f"{masculine}e", plural, f"{masculine}es"))
    feats = {**what.feats, "Tense": "Past", "VerbForm": "Part", "Voice": voice}
    return Phrase(form, row["infinitive"], "VERB", feats)


def infinitive(words: Words, key: str) -> Phrase:
    """Return an infinitive."""
    form = _row(words, key)["infinitive"]
    return Phrase(form, form, "VERB", {"VerbForm": "Inf"})


def reflexive(words: Words, key: str) -> Phrase | None:
    """Return "se" with its relation for a pronominal verb, else None."""
    deprel = _row(words, key)["reflexive"]
    if not deprel:
        return None
    feats = {"Emph": "No", "Person": "3", "PronType": "Prs", "Reflex": "Yes"}
    return Phrase("se", "soi", "PRON", feats, deprel)


def _not(form: str) -> Phrase:
    return adverb(form, Polarity="Neg")


def verb(
    words: Words, key: str, form: Form, subject: Agreement, group: Group | None = None
) -> Phrase:
    """Return the verb of a clause with its auxiliary, clitics, negation and adverbs around it.

    The subject itself is put in front by the caller (`led_by`), objects behind (`with_after`).
    """
    group = group or Group()
    clitics = [*([se] if (se := reflexive(words, key)) else []), *group.clitics]
    before = [*([_not("ne")] if group.negated else []), *clitics]
    behind = [p for p in (group.inverted, _not("pas") if group.negated else None, group.early) if p]
    row = _row(words, key)
    if form in (Form.PRESENT, Form.IMPERFECT):
        feats = _finite_feats(form, subject)
        head = Phrase(_finite_form(row, form, subject), row["infinitive"], "VERB", feats)
        return head.with_before(*before).with_after(*behind)
    if row["auxiliary"] == "être":
        helper, agrees = "be", subject
    else:
        helper = "have"
        agrees = group.objects or Agreement(Gender.MASCULINE, Number.SINGULAR)
    head = participle(words, key, agrees, "Act")
    aux = auxiliary(words, helper, form, subject, "aux:tense")
    return head.with_before(*before, aux, *behind)


def passive(
    words: Words, key: str, tense: Tense, subject: Agreement, early: Phrase | None = None
) -> Phrase:
    """Return a verb in the passive: a été invitée, est invitée."""
    head = participle(words, key, subject, "Pass")
    if tense is Tense.PRESENT:
        return head.with_before(auxiliary(words, "be", Form.PRESENT, subject, "aux:pass"), early)
    feats = {"Gender": "Masc", "Number": "Sing", "Tense": "Past", "VerbForm": "Part"}
    been = Phrase("été", "être", "AUX", feats, "aux:pass")
    has = auxiliary(words, "have", Form.COMPOUND, subject, "aux:tense")
    return head.with_before(has, early, been)


def copula(
    words: Words,
    predicate: Phrase,
    tense: Tense,
    subject: Agreement,
    *,
    inverted: Phrase | None = None,
) -> Phrase:
    """Return a predicate led by its copula, the imparfait in the past: était fatiguée."""
    be = auxiliary(words, "be", state(tense), subject, "cop")
    return predicate.led_by(be, inverted)
