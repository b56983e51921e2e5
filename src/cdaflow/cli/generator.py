"""Options of the making of counterfactuals, and what makes them as they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cdaflow.cli.intervention import AgreementLexicon, Method, load_model
from cdaflow.cli.rewriting import Swap
from cdaflow.languages.person_pronouns import check_guarded
from cdaflow.wordlists import wordlist
from cdaflow.wordlists.english_lists import read_persons
from cdaflow.wordlists.lexicon import read_professions

if TYPE_CHECKING:
    from cdaflow.counterfactual.generator import CounterfactualGenerator


@dataclass(frozen=True)
class Guard:
    """Guard of the pronouns.

    Attributes:
        guard: none leaves pronouns to the model of agreement (the paper's sets are made with
            --method paper --guard none); drop removes pairs whose English pronoun refers to
            somebody else, or whose target would keep a pronoun of the old gender; repair removes
            the former and changes such pronouns, too
        resolver (NAME): what resolves the English pronoun for the guard: rules over the trees, or
            an installed one, by its name among the entry points cdaflow.resolvers
        persons: English person nouns, for the guard (default: persons.en.tsv and professions.tsv of
            config/wordlists)
    """

    guard: Literal["none", "drop", "repair"] = "none"
    resolver: str = "rules"
    persons: Sequence[Path] = ()


def open_generator(
    lang: str,
    model: str,
    guard: Guard,
    swap: Swap,
    method: Method,
    lexicon: AgreementLexicon,
    professions: Path | None = None,
) -> CounterfactualGenerator:
    """Return what makes counterfactuals as the options say.

    Raises ConfigError where the guard knows no pronouns of the language.
    """
    import cdaflow.languages
    from cdaflow.counterfactual import guard as guards
    from cdaflow.counterfactual.generator import CounterfactualGenerator
    from cdaflow.counterfactual.guard import load_resolver

    check_guarded(lang, guard.guard)
    nouns = wordlist(professions, f"professions.{lang}.tsv")
    if not lexicon.word_list:
        lexicon = replace(lexicon, word_list=[nouns])
    gendered = swap.lists.read_nouns()
    swapper = replace(swap.swapper(), profession_nouns=gendered)
    persons = guard.persons or [
        wordlist(None, name) for name in ("persons.en.tsv", "professions.tsv")
    ]
    return CounterfactualGenerator(
        method.pipeline(load_model(model, lang), lexicon.words(lang), determiners="all"),
        read_professions(nouns, cdaflow.languages.get(lang)),
        swapper,
        guards.Guard(
            guard.guard,
            load_resolver(guard.resolver, gendered, read_persons(persons)),
            swapper.pronouns,
        ),
    )
