"""The French grammar of the demo, with features and relations as UD French GSD has them."""

from __future__ import annotations

from dataclasses import replace

from cdaflow.demo.lexicon import Row
from cdaflow.demo.phrases import NEUTRAL, Agreement, View, agreement_of, referent
from cdaflow.demo.romance import Romance
from cdaflow.demo.scene import Determiner, Person, Phrase, Scene, Tense
from cdaflow.languages.fr import LANGUAGE
from cdaflow.trees import Token

#: Feminine nouns that are no form of the masculine one: they are their own lemma.
_OWN_LEMMAS = frozenset({
    "barmaid", "duchesse", "femme", "grand-mère", "héroïne", "hôtesse", "mère", "nonne",
    "petite-fille", "poétesse", "princesse", "prêtresse", "reine", "sœur",
})  # fmt: skip
#: Who keeps the article after "être": elle est une amie, not *elle est amie.
_NO_OCCUPATION = frozenset({
    "advisee", "bystander", "champion", "child", "client", "colleague", "cousin", "customer",
    "expert", "friend", "grandchild", "grandparent", "guest", "hero", "neighbor", "onlooker",
    "parent", "partner", "passenger", "patient", "pedestrian", "sibling", "spouse", "teenager",
    "thief", "tourist", "visitor", "wizard",
})  # fmt: skip
#: What the treebanks give no gender, since it shows none: "l'", and "mon" before a vowel.
_MASCULINE_POSSESSIVES = frozenset({"mon", "ton", "son"})


class French(Romance):
    """The French of the demo."""

    language = LANGUAGE
    oblique = "obl:mod"
    governed = "obl:arg"
    expletive = "expl:subj"
    light_verb_object = "obj:lvc"
    perfect_auxiliary = "aux:tense"

    def annotated(self, token: Token) -> Token:
        """Return the word without a gender that its form does not show."""
        form = token.form.lower()
        feminine = token.feats.get("Gender") == "Fem"
        if form == "l'" or (form in _MASCULINE_POSSESSIVES and token.upos == "DET" and feminine):
            feats = {name: value for name, value in token.feats.items() if name != "Gender"}
            return token.changed(feats=feats)
        return token

    def adjunct(self, phrase: Phrase, preposition: str, deprel: str) -> Phrase:
        """Return a noun phrase after a preposition; "près de": an adverb that governs the rest."""
        first, _, second = preposition.partition(" ")
        phrase = super().adjunct(phrase, second or first, "obl:arg" if second else deprel)
        return Phrase(first, first, "ADV", {}, "advmod", after=[phrase]) if second else phrase

    def determiner(
        self, key: str, agreement: Agreement, *, governed: bool = False, adjective: bool = False
    ) -> Phrase:
        """Return a determiner; the partitive "de l'" is a fixed expression."""
        determiner = super().determiner(key, agreement, governed=governed, adjective=adjective)
        partitive = self.word("the", agreement).as_("fixed") if key == "some" else None
        return determiner.with_after(partitive)

    def is_lemma(self, feminine: str) -> bool:
        """Return whether the noun is no form of a masculine one."""
        return feminine in _OWN_LEMMAS

    def needs_article(self, person: Person) -> bool:
        """Return whether the role is no occupation."""
        return person.profession in _NO_OCCUPATION

    def role(self, person: Person, *, copular: bool) -> Phrase:
        """Return a person as what somebody is or becomes: infirmière, une amie."""
        if person.determiner is not Determiner.A:
            return self.person(person)
        return super().role(person, copular=True)

    def participle_forms(self, masculine: str) -> tuple[str, str, str, str]:
        """Return fatigué, fatiguée, fatigués, fatiguées; surpris does not change."""
        plural = masculine if masculine.endswith("s") else f"{masculine}s"
        return masculine, f"{masculine}e", plural, f"{masculine}es"

    def participle(self, row: Row, agreement: Agreement, voice: str = "Act") -> Phrase:
        """Return a past participle with its voice."""
        participle = super().participle(row, agreement)
        return replace(participle, feats={**participle.feats, "Voice": voice})

    def passive_verb(self, scene: Scene, key: str, agreement: Agreement) -> Phrase:
        """Return a été invitée, est invitée."""
        head = self.participle(self.row("verbs", key), agreement, "Pass")
        be, have = self.row("verbs", "be"), self.row("verbs", "have")
        if scene.tense is Tense.PRESENT:
            return head.with_before(self.finite(be, "pres", agreement, "AUX", "aux:pass"))
        feats = {**NEUTRAL.feats, "Tense": "Past", "VerbForm": "Part"}
        been = Phrase(be["participle"], be["infinitive"], "AUX", feats, "aux:pass")
        return head.with_before(self.finite(have, "pres", agreement, "AUX", "aux:tense"), been)

    def with_adverb(self, verb: Phrase, adverb: Phrase | None) -> Phrase:
        """Return a verb with an adverb after the finite form, before a participle."""
        if verb.feats.get("VerbForm") == "Part":
            return verb.with_before(adverb)
        return verb.with_after(adverb)

    def negated(self, scene: Scene, key: str, agreement: Agreement, view: View) -> Phrase:
        """Return ne travaille pas, n'a pas travaillé."""
        verb = super().negated(scene, key, agreement, view)
        return self.with_adverb(verb, self.word("not:after"))

    def owned(self, owner: Person, agreement: Agreement) -> Phrase:
        """Return à elle."""
        return self.word("stressed", agreement_of(owner)).led_by(self.word("to"))

    def ago(self, phrase: Phrase) -> Phrase:
        """Return il y a deux jours; "il y a" is a fixed expression that serves as a preposition."""
        il, y = self.word("subject"), self.word("there")
        has = self.finite(self.row("verbs", "have"), "pres", NEUTRAL, deprel="fixed")
        case = replace(il.as_("case"), feats={**il.feats, "ExtPos": "ADP"})
        return phrase.led_by(case.with_after(y.as_("fixed"), has)).as_("obl:mod")

    def question(self, scene: Scene) -> Phrase:
        """L'infirmière est-elle fatiguée ?"""
        (person,) = scene.people
        agreement = agreement_of(person)
        be = self.auxiliary("be", scene.tense, agreement, "cop")
        quality = self.adjective(scene.adjectives[0], agreement, "predicate", "person")
        inverted = self.word("subject:inverted", agreement)
        return quality.led_by(self.person(person).as_("nsubj"), be, inverted)

    def question_where(self, scene: Scene) -> Phrase:
        """Où le médecin travaille-t-il ?"""
        (person,) = scene.people
        agreement = agreement_of(person)
        verb = self.verb(scene, scene.verbs[0], agreement, View.HABIT)
        verb = self.with_adverb(verb, self.word("subject:inverted", agreement))
        return verb.led_by(self.word("where"), self.person(person).as_("nsubj"))

    def profession(self, scene: Scene) -> Phrase:
        """Elle est infirmière, but with an article: c'est une écrivaine célèbre."""
        who = referent(scene)
        role = self.role(scene.people[0], copular=True)
        subject = self.word("subject:article") if role.before else self.subject(who)
        return self.copular(role, scene.tense, agreement_of(who), subject)

    def own_thing(self, scene: Scene) -> Phrase:
        """La boulangère a retrouvé sa clé: what is one's own, or was lost, is found again."""
        return super().own_thing(_found_again(scene))

    def promise(self, scene: Scene) -> Phrase:
        """Le cuisinier a promis au gardien de retrouver sa clé."""
        return super().promise(_found_again(scene))

    def thing_pronoun(self, scene: Scene) -> Phrase:
        """La boulangère a perdu la clé et l'a retrouvée."""
        return super().thing_pronoun(_found_again(scene) if scene.verbs[0] == "lose" else scene)


def _found_again(scene: Scene) -> Scene:
    verbs = tuple("find_again" if verb == "find" else verb for verb in scene.verbs)
    return replace(scene, verbs=verbs)
