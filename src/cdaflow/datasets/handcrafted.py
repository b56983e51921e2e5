"""Sentences about professions, each of a man and of a woman (Naik et al. 2023, section 4.4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cdaflow.errors import ConfigError, InputError
from cdaflow.option_types import Folder, Language, PairOutputs, Seed
from cdaflow.wordlists import wordlist


@dataclass(frozen=True)
class Options:
    """A sentence of each profession in both genders (section 4.4), from lists and templates.

    Attributes:
        file: in place of templates: pairs in the format of Saunders and Byrne 2020,
            English|translation
        templates: a table with the columns name, english, target (default: the templates of
            cdaflow)
        all_templates: each profession in every template instead of a random one
        second: templates with a second person whom the pronoun does not mean, and who is a man
            (masculine), or a man or a woman by chance for each profession (mixed), in both
            sentences
        no_subjects: leave out templates whose pronoun is a subject (he, she): with a second person
            only the meaning says to whom it refers
    """

    file: Path | None = None
    templates: Path | None = None
    all_templates: bool = False
    second: Literal["none", "masculine", "mixed"] = "none"
    no_subjects: bool = False

    def __post_init__(self) -> None:
        chosen = self.templates, self.all_templates, self.second != "none", self.no_subjects
        if self.file and any(chosen):
            raise ConfigError(
                "template.with-file-of-pairs", "templates cannot be used with a file of pairs"
            )

    def check_language(self, language: str) -> None:
        """Raise ConfigError where there are no templates for a language."""
        from cdaflow.counterfactual.datasets.templates import read_templates

        if not self.file and not self.templates:
            read_templates(language)


def handcrafted(
    *,
    lang: Language,
    wordlists: Folder | None = None,
    options: Options = Options(),
    as_is: bool = False,
    seed: Seed = 1,
    output: PairOutputs,
) -> str:
    """Write sentences about professions, each of a man and of a woman, from templates.

    Each sentence has one profession, once with the pronouns of a man and once with those of a woman
    (Naik et al. 2023, section 4.4): from word lists and templates, or from a file in the format of
    Saunders and Byrne.

    Args:
        lang: the language of the translations
        wordlists: the folder with professions.tsv and professions.LANG.tsv (default:
            config/wordlists)
        as_is: with --file: leave tokenised text in lower case as it is
        seed: seed of the choice of templates
        output: .parquet or .tsv (id, source, target, profession, gender), or two text files
    """
    from cdaflow.counterfactual.datasets import handcrafted as datasets
    from cdaflow.counterfactual.datasets.templates import read_templates
    from cdaflow.io.pairs import check_kinds
    from cdaflow.languages import get
    from cdaflow.wordlists.english_lists import read_english_professions, read_gendered_pronouns

    def listed(name: str) -> Path:
        return wordlist(wordlists / name if wordlists else None, name)

    check_kinds([str(options.file)] if options.file else [], output)
    if options.file:
        professions = read_english_professions(listed("professions.tsv"))
        pronouns = read_gendered_pronouns(listed("pronouns.en.tsv"))
        read = datasets.read_handcrafted(options.file, lang, professions, pronouns, as_is=as_is)
        pairs = list(read)
    else:
        nouns = datasets.read_nouns(
            listed("professions.tsv"),
            listed(f"professions.{lang}.tsv"),
            masculine_of_women=get(lang).masculine_of_women,
        )
        templates = read_templates(lang, options.templates)
        if not datasets.fitting(templates, options.second, subjects=not options.no_subjects):
            raise InputError(
                "template.none-for-persons",
                (
                    "no template has one person"
                    if options.second == "none"
                    else "no template has a second person, {other}"
                )
                + (", and a pronoun that is no subject" if options.no_subjects else ""),
                file=options.templates,
                hint="with --second the templates with {other} are used, without it the others",
            )
        generated = datasets.generate(
            nouns,
            templates,
            seed,
            all_templates=options.all_templates,
            second=options.second,
            subjects=not options.no_subjects,
        )
        pairs = list(generated)
    datasets.write_handcrafted(output, pairs)
    genders = Counter(pair.gender or "of no gender" for pair in pairs)
    counts = ", ".join(f"{n} {gender}" for gender, n in sorted(genders.items(), reverse=True))
    number = len({pair.profession for pair in pairs} - {""})
    return f"{len(pairs)} pairs ({counts}) of {number} professions"
