"""Which function says each construction in Italian."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cdaflow.demo.builder import Phrase
from cdaflow.demo.it import people, pronouns, things
from cdaflow.demo.it.verbs import Words
from cdaflow.demo.scene import Scene

#: Each returns the tree without its full stop.
SENTENCES: Mapping[str, Callable[[Scene, Words], Phrase]] = {
    "simple": people.simple,
    "motion": people.simple,
    "transitive": people.transitive,
    "predicate": people.predicative,
    "passive": people.passive,
    "passive-agent": people.passive,
    "relative-subject": people.relative_subject,
    "relative-object": people.relative_object,
    "coordinated-people": people.coordinated_people,
    "coordinated-people-motion": people.coordinated_motion,
    "coordinated-verbs": people.coordinated_verbs,
    "of-person": people.of_person,
    "to-person": people.to_person,
    "there-is": people.there_is,
    "we-verb": people.we_verb,
    "question": people.predicative,
    "question-where": people.question_where,
    "negation": people.negation,
    "comparison": people.comparison,
    "own-thing": people.transitive,
    "profession": pronouns.profession,
    "become": pronouns.become,
    "work-as": pronouns.work_as,
    "said": pronouns.said,
    "when": pronouns.when,
    "reflexive": people.simple,
    "hers": pronouns.hers,
    "because-adjective": pronouns.because_adjective,
    "because-verb": pronouns.because_verb,
    "object-pronoun": pronouns.object_pronoun,
    "thank-for": pronouns.thank_for,
    "promise": pronouns.promise,
    "thing-predicate": things.thing_predicate,
    "thing-place": things.thing_place,
    "thing-motion": things.thing_motion,
    "thing-passive": things.thing_passive,
    "weather": things.weather,
    "thing-pronoun": things.thing_pronoun,
}
